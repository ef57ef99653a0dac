// A message of one's own is changed, or its answer had again: the conversation goes on in a branch of its own.

const transcript = document.getElementById("transcript");
const page = transcript.closest("[data-thread]").dataset;
const box = document.getElementById("message");
const { csrf, newId, say, t } = window.pages;
const address = (turn) => page.branchAt.replace("00000000-0000-0000-0000-000000000000", turn);
let going = false;

async function branch(article, words) {
  if (going) return false;
  going = true;
  const body = new URLSearchParams(words);
  const response = await fetch(address(article.dataset.turn), { method: "POST", body, headers: { "X-CSRFToken": csrf() } })
    .catch(() => null);
  going = false;
  if (response?.ok && !response.redirected) {
    going = true;
    location.assign((await response.json()).url);
    return true;
  }
  const plain = response?.headers.get("Content-Type")?.startsWith("text/plain");
  say(plain ? await response.text() : t("That did not work. Nothing was changed; try again."));
  return false;
}

function change(article) {
  if (article.querySelector(".changing")) return;
  const words = article.querySelector(".said > p");
  const form = document.getElementById("changing").content.firstElementChild.cloneNode(true);
  const field = form.querySelector("textarea");
  // The same words sent twice, since the answer to the first was lost, are said once.
  const ids = {};
  field.value = words.textContent;
  const close = () => { form.remove(); words.hidden = false; article.querySelector("[data-change]")?.focus(); };
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const message = field.value.trim();
    if (message) await branch(article, { message, client_id: (ids[message] ??= newId()) });
  });
  form.querySelector("[data-cancel]").addEventListener("click", close);
  field.addEventListener("keydown", (event) => {
    if (event.key === "Escape") {
      event.stopPropagation();
      close();
    }
    if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    form.requestSubmit();
  });
  words.hidden = true;
  words.after(form);
  field.focus();
}

transcript.addEventListener("click", async ({ target }) => {
  const button = target.closest("button");
  if (button && "change" in button.dataset) change(button.closest(".turn"));
  if (!button || !("again" in button.dataset)) return;
  if (await branch(button.closest(".turn"), { client_id: (button.dataset.again ||= newId()) })) button.dataset.again = "";
});

// Up in an empty box changes what was said last.
box.addEventListener("keydown", (event) => {
  const last = [...transcript.querySelectorAll("[data-change]")].at(-1);
  if (event.key !== "ArrowUp" || box.value || !last || !last.checkVisibility()) return;
  event.preventDefault();
  change(last.closest(".turn"));
});

// Another tab, or somebody else, has gone on in a branch: whoever writes here is only told.
document.addEventListener("chat:branched", ({ detail: { thread } }) => {
  if (going) return;
  if (box.value || transcript.querySelector(".changing")) say(t("This conversation goes on in another branch."));
  else location.assign(location.pathname.replace(page.thread, thread));
});

// By the arrows one comes to the same message of the other branch.
const asked = /^#version-\d+$/.test(location.hash) && document.querySelector(location.hash);
if (asked) {
  asked.scrollIntoView({ block: "center" });
  asked.focus({ preventScroll: true });
}
