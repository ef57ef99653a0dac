// What every page does: dialogs, menus, times in the person's own zone, sentences for screen readers, errors in words.
"use strict";

// What a page says in another language than English came with it.
const words = JSON.parse(document.getElementById("words")?.textContent || "{}");
const t = (text) => words[text] || text;
// An English page keeps the forms of dates that the person's own device has.
const locale = document.documentElement.lang.startsWith("en") ? undefined : document.documentElement.lang;

const say = (sentence) => {
  const toast = document.getElementById("toast");
  toast.textContent = inOwnZone(sentence);
  clearTimeout(say.timer);
  say.timer = setTimeout(() => { toast.textContent = ""; }, 8000);
};

const clock = new Intl.DateTimeFormat(locale, { hour: "2-digit", minute: "2-digit" });
const day = new Intl.DateTimeFormat(locale, { day: "numeric", month: "short" });
const ago = new Intl.RelativeTimeFormat(locale, { numeric: "auto", style: "short" });

const when = (at, timeStyle) => new Date(at).toLocaleString(locale, { dateStyle: "long", timeStyle });
// A sentence of the server tells a time as 2026-03-01 14:00 UTC.
const inOwnZone = (sentence) => sentence.replace(/(\d{4}-\d\d-\d\d) (\d\d:\d\d(:\d\d)?) UTC/g,
  (_, date, at, seconds) => when(`${date}T${at}Z`, seconds ? "medium" : "short"));

const localise = (root) => {
  const now = Date.now();
  for (const time of root.querySelectorAll("time[data-when]")) {
    time.textContent = when(time.dateTime, time.dataset.when === "day" ? undefined : "short");
  }
  for (const text of root.querySelectorAll("[data-times], .refusal")) {
    for (const part of text.childNodes) if (part.nodeType === Node.TEXT_NODE) part.data = inOwnZone(part.data);
  }
  for (const time of root.querySelectorAll("time[data-clock], time[data-ago]")) {
    const at = new Date(time.dateTime);
    const minutes = (now - at) / 60000;
    time.title = at.toLocaleString(locale);
    if ("clock" in time.dataset) {
      time.textContent = minutes < 60 * 18 ? clock.format(at) : `${day.format(at)}, ${clock.format(at)}`;
    } else if (minutes < 1) time.textContent = t("just now");
    else if (minutes < 60) time.textContent = ago.format(-Math.floor(minutes), "minute");
    else if (minutes < 60 * 24) time.textContent = ago.format(-Math.floor(minutes / 60), "hour");
    else if (minutes < 60 * 24 * 7) time.textContent = ago.format(-Math.floor(minutes / 1440), "day");
    else time.textContent = day.format(at);
  }
};

// What the browser keeps. Private windows may refuse; it then lasts as long as the page is open.
const keep = (key, value) => {
  try {
    if (value) localStorage.setItem(key, value);
    else localStorage.removeItem(key);
  } catch { /* see above */ }
};
const kept = (key) => { try { return localStorage.getItem(key) || ""; } catch { return ""; } };

// Screen readers hear whole sentences, in a region of their own, and not the moving text.
const tell = (text) => {
  const line = document.createElement("p");
  line.textContent = text;
  const announcer = document.getElementById("announcer");
  announcer.append(line);
  while (announcer.children.length > 6) announcer.firstElementChild.remove();
};
let unspoken = "";
const speak = (delta, all) => {
  unspoken += delta;
  const ends = [". ", "! ", "? ", "\n"].map((mark) => unspoken.lastIndexOf(mark) + 1);
  const end = all ? unspoken.length : Math.max(...ends);
  const text = unspoken.slice(0, end).replace(/[*_`#|>]+/g, "").trim();
  unspoken = unspoken.slice(end);
  if (text) tell(text);
};
// What every request of a script that changes something carries.
const csrf = () => JSON.parse(document.body.getAttribute("hx-headers"))["X-CSRFToken"];
const newId = () => {
  if (crypto.randomUUID) return crypto.randomUUID(); // only on secure origins
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
};
window.pages = { csrf, inOwnZone, keep, kept, locale, localise, newId, speak, t, tell };
localise(document);
document.addEventListener("htmx:afterSwap", (event) => localise(event.target.parentElement || document));

document.addEventListener("click", (event) => {
  for (const menu of document.querySelectorAll("details[data-menu][open]")) {
    if (!menu.contains(event.target) || event.target.closest(".menu-items :is(a, button)")) menu.open = false;
  }
  const button = event.target.closest("button");
  if (!button) return;
  const dialog = button.closest("dialog");
  if (dialog && "close" in button.dataset) dialog.close();
  if ("palette" in button.dataset) ask("open");
  if ("link" in button.dataset) copyText(location.origin + location.pathname);
  if (button.dataset.open) document.getElementById(button.dataset.open).showModal();
  if (button.dataset.rename) open("rename-dialog", button.dataset.rename, button.dataset.title);
  if (button.dataset.delete) open("delete-dialog", button.dataset.delete, button.dataset.title);
});

function open(id, action, title) {
  const dialog = document.getElementById(id);
  const input = dialog.querySelector("input[name=title]");
  dialog.querySelector("form").action = action;
  dialog.querySelector("[data-name]")?.replaceChildren(title);
  dialog.showModal();
  if (!input) return;
  input.value = title;
  dialog.querySelector("input[name=next]").value = location.pathname + location.search;
  input.select();
}

// `text` may still be on its way. Without a clipboard interface, as on an insecure origin, what is shown is copied.
async function copyText(text, shown) {
  let done = true;
  try {
    if (window.ClipboardItem) await navigator.clipboard.write([new ClipboardItem({ "text/plain": Promise.resolve(text) })]);
    else await navigator.clipboard.writeText(await text);
  } catch {
    if (shown) getSelection().selectAllChildren(shown);
    done = Boolean(shown) && document.execCommand("copy");
    getSelection().removeAllRanges();
  }
  say(done ? t("Copied") : t("The browser did not allow copying."));
}
Object.assign(window.pages, { copyText, say });

// The palette and the sheet of keys are loaded when they are first asked for.
const ask = async (what) => {
  const { palette } = document.body.dataset;
  if (palette) (await import(palette))[what]();
};
document.addEventListener("keydown", (event) => {
  if ((event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.key.toLowerCase() === "k") {
    event.preventDefault();
    ask("open");
  }
  // A dialog that was closed keeps the focus until the next frame.
  const typing = event.target.closest("input, textarea, select, [contenteditable], dialog[open]");
  if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "?") ask("openKeys");
  const box = document.getElementById("message");
  if (event.key !== "/" || !box) return;
  event.preventDefault();
  document.querySelector('[data-show="chat"]')?.click();
  box.focus();
});

document.addEventListener("keydown", (event) => {
  const menu = document.querySelector("details[data-menu][open]");
  if (event.key === "Escape" && menu) {
    menu.open = false;
    menu.querySelector("summary").focus();
  }
});

// A session that has ended answers with the sign-in page, which must not land inside a part of this one.
document.addEventListener("htmx:beforeSwap", (event) => {
  const address = event.detail.xhr.responseURL;
  if (address && new URL(address).pathname.startsWith("/accounts/login/")) {
    event.detail.shouldSwap = false;
    location.reload();
  }
});
document.addEventListener("htmx:sendError", () => say(t("The server cannot be reached. Nothing was changed; try again.")));
document.addEventListener("htmx:responseError", (event) => {
  const { status, responseText } = event.detail.xhr;
  const plain = (event.detail.xhr.getResponseHeader("Content-Type") || "").startsWith("text/plain");
  if (status === 403) say(t("This page is too old to send anything. Reload it and try again."));
  else say(plain && responseText ? responseText : t("That did not work. Nothing was changed; try again."));
});
