// The changes by keyboard: n and p go from one to the next, a accepts, r rejects, e opens the box for other words.
"use strict";

const changes = [...document.querySelectorAll(".change")];
const current = () => Math.max(0, changes.findIndex((change) => change.contains(document.activeElement)));
function show(change) {
  if (!change) return;
  change.scrollIntoView({ block: "center" });
  change.focus({ preventScroll: true });
}
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches("input, textarea, select")) return;
  const inside = changes.some((change) => change.contains(document.activeElement));
  if (event.key === "n" || event.key === "j") show(changes[inside ? current() + 1 : 0]);
  else if (event.key === "p" || event.key === "k") show(changes[current() - 1]);
  else if (inside && "are".includes(event.key)) {
    const button = changes[current()].querySelector(`[data-key="${event.key}"]`);
    if (!button) return;
    event.preventDefault();
    button.click();
    if (event.key === "e") changes[current()].querySelector("textarea").focus();
  }
});
// The one behind the last is the button that makes the papers.
const at = location.hash.slice(1);
if (at) show(document.getElementById(at) || (at.startsWith("change-") && document.querySelector(".make button")));
