// What stands beside the answers: copies of them, thumbs, the days between them, and word of those that came unseen.

const transcript = document.getElementById("transcript");
const page = transcript.closest("[data-thread]").dataset;
const ratings = JSON.parse(page.ratings);
const { copyText, csrf, keep, kept, locale, say, t } = window.pages;
const day = new Intl.DateTimeFormat(locale, { weekday: "long", day: "numeric", month: "long" });
const address = (template, turn) => template.replace("00000000-0000-0000-0000-000000000000", turn);

// --- Days, thumbs and code: put beside what the server has rendered ---

function dress() {
  for (const line of transcript.querySelectorAll(":scope > .day")) line.remove();
  let before = new Date().toDateString();
  for (const item of transcript.querySelectorAll(":scope > :is(.turn, .notice)")) {
    const at = new Date(item.querySelector("time")?.dateTime);
    if (at.toDateString() === before || Number.isNaN(at.getTime())) continue;
    before = at.toDateString();
    const line = document.createElement("p");
    line.className = "day";
    line.textContent = before === new Date().toDateString() ? t("Today") : day.format(at);
    item.before(line);
  }
  for (const thumb of transcript.querySelectorAll("[data-rate]")) {
    const rated = ratings[thumb.closest(".turn").dataset.turn];
    thumb.ariaPressed = rated !== undefined && rated === (thumb.dataset.rate === "1");
  }
  for (const code of transcript.querySelectorAll("[data-sealed] pre:not(:has(.copy-code))")) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "quiet-button copy-code";
    button.textContent = t("Copy");
    import(page.code).then(({ paint }) => paint(code.querySelector("code")?.firstChild));
    code.append(button);
  }
}
let dressing = 0;
const watched = new MutationObserver(() => {
  cancelAnimationFrame(dressing);
  dressing = requestAnimationFrame(() => {
    watched.disconnect();
    dress();
    watched.observe(transcript, { childList: true, subtree: true });
  });
});
dress();
watched.observe(transcript, { childList: true, subtree: true });

// --- Copies and thumbs ---

async function markdownOf(article) {
  const response = await fetch(address(page.text, article.dataset.turn));
  return response.ok && !response.redirected ? response.text() : article.querySelector(".reply").innerText;
}

async function rate(article, good, reason = "") {
  const turn = article.dataset.turn;
  const body = new URLSearchParams({ good, reason });
  const response = await fetch(address(page.rateAt, turn), { method: "POST", body, headers: { "X-CSRFToken": csrf() } })
    .catch(() => null);
  if (response?.status !== 204) {
    const plain = response?.headers.get("Content-Type")?.startsWith("text/plain");
    return say(plain ? await response.text() : t("That did not work. Nothing was changed; try again."));
  }
  if (good) ratings[turn] = good === "1";
  else delete ratings[turn];
  dress();
  say(good ? t("Thank you. It is kept for whoever improves the assistant.") : t("Taken back"));
}

const dialog = document.getElementById("feedback-dialog");
const reason = document.getElementById("feedback-reason");
let rated = null;
dialog.querySelector("form").addEventListener("submit", (event) => {
  event.preventDefault();
  dialog.close();
  rate(rated, "0", reason.value.trim());
});

transcript.addEventListener("click", ({ target }) => {
  const button = target.closest("button");
  const article = button?.closest(".turn");
  if (!article) return;
  if ("copy" in button.dataset) copyText(markdownOf(article), article.querySelector(".reply"));
  if (button.matches(".copy-code")) copyText(button.closest("pre").querySelector("code").innerText);
  if (!button.dataset.rate) return;
  if (button.ariaPressed === "true") rate(article, "");
  else if (button.dataset.rate === "1") rate(article, "1");
  else {
    rated = article;
    reason.value = "";
    dialog.showModal();
  }
});

// --- What came while the page was not looked at ---

let unseen = 0;
const bare = () => document.title.replace(/^\(\d+\) /, "");
document.addEventListener("chat:news", ({ detail }) => {
  if (document.visibilityState === "visible") return;
  unseen += 1;
  document.title = `(${unseen}) ${bare()}`;
  if (window.Notification?.permission !== "granted") return;
  let shown;
  try { shown = new Notification(bare(), { body: detail.slice(0, 160), tag: page.thread }); } catch { return; /* phones show none without a worker */ }
  shown.addEventListener("click", () => { window.focus(); shown.close(); });
});
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState !== "visible" || !unseen) return;
  unseen = 0;
  document.title = bare();
  if (window.Notification?.permission === "default" && !matchMedia("(pointer: coarse)").matches && !kept("asked-to-notify")) askToNotify();
});

// Asked once, when it would have been of use.
function askToNotify() {
  keep("asked-to-notify", "1");
  const line = document.createElement("p");
  line.className = "ask-to-notify";
  line.append(`${t("Shall the browser tell you when an answer has come?")} `);
  for (const [label, act] of [[t("Yes"), () => Notification.requestPermission()], [t("No"), () => {}]]) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "button";
    button.textContent = label;
    button.addEventListener("click", () => { line.remove(); act(); });
    line.append(button);
  }
  document.getElementById("composer").before(line);
}
