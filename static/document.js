// The passages of a document by keyboard: n or j is the next one, p or k the one before.
"use strict";

const STEPS = { n: "next", j: "next", p: "prev", k: "prev" };
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches("input, textarea, select")) return;
  const link = document.querySelector(`a[rel="${STEPS[event.key]}"]`);
  if (link) link.click();
});
const asked = document.getElementById("passage");
if (asked) { asked.scrollIntoView({ block: "center" }); asked.focus({ preventScroll: true }); }
