// The command palette and the sheet of keys. Loaded when somebody first asks for one of them.

const { csrf, t } = window.pages;
const chat = document.getElementById("chat");
const made = (name, properties = {}, ...children) => {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...children);
  return element;
};

const input = made("input", { type: "search", autocomplete: "off", maxLength: 100, className: "palette-input" });
input.placeholder = t("Find a conversation, an assistant, a command or words of this conversation");
input.setAttribute("aria-label", input.placeholder);
input.setAttribute("role", "combobox");
input.setAttribute("aria-controls", "palette-list");
input.setAttribute("aria-expanded", "true");
const list = made("ul", { id: "palette-list", className: "palette-list" });
list.setAttribute("role", "listbox");
list.setAttribute("aria-label", t("Results"));
const palette = made("dialog", { className: "dialog palette" }, input, list);
palette.setAttribute("aria-label", t("Command palette"));
document.body.append(palette);

// What the page itself offers: its buttons and links, by their own names.
const OFFERED = ".conversation-head button[aria-label], .menu-items a, .menu-items button, .rail-all, #stop:not([hidden]), [data-theme-switch]";
const nameOf = (element) => element.getAttribute("aria-label") || element.textContent.trim();

function commands() {
  const own = [...document.querySelectorAll(OFFERED)].filter((element) => !("palette" in element.dataset));
  return [
    ...own.map((element) => ({ text: nameOf(element), run: () => element.click() })),
    { text: t("All conversations"), run: () => location.assign(document.body.dataset.home) },
    { text: t("Keys"), run: openKeys },
  ].filter((command, place, all) => all.findIndex(({ text }) => text === command.text) === place);
}

function start(slug) {
  const form = made("form", { method: "post", action: document.body.dataset.create });
  for (const [name, value] of [["csrfmiddlewaretoken", csrf()], ["assistant", slug]]) {
    form.append(made("input", { type: "hidden", name, value }));
  }
  document.body.append(form);
  form.submit();
}

// Older turns are loaded until the one that was found is there.
async function goTo({ turn, number }) {
  chat.querySelector('[data-show="chat"]').click();
  for (let tries = 0; tries < 40 && !document.getElementById(`turn-${turn}`); tries += 1) {
    const earlier = document.querySelector("#earlier button");
    if (!earlier) break;
    const swapped = new Promise((resolve) => { document.addEventListener("htmx:afterSettle", resolve, { once: true }); });
    earlier.click();
    await Promise.race([swapped, new Promise((resolve) => { setTimeout(resolve, 4000); })]);
  }
  const article = document.getElementById(`turn-${turn}`);
  article?.scrollIntoView({ block: "center" });
  article?.classList.add("was-found");
  setTimeout(() => article?.classList.remove("was-found"), 2500);
  return number;
}

let asked = 0;
async function search() {
  const words = input.value.trim();
  const mine = (asked += 1);
  const query = new URLSearchParams({ q: words, ...(chat ? { thread: chat.dataset.thread } : {}) });
  const response = await fetch(`${document.body.dataset.find}?${query}`);
  if (mine !== asked || !response.ok || response.redirected) return;
  const { threads, places, assistants } = await response.json();
  if (mine !== asked) return;
  const has = ({ text }) => text.toLowerCase().includes(words.toLowerCase());
  const shown = [
    ...places.map((place) => ({ text: place.text, about: t("In this conversation"), run: () => goTo(place) })),
    ...threads.map(({ title, about, url }) => ({ text: title, about, run: () => location.assign(url) })),
    ...assistants.map(({ slug, title }) => ({ text: title, about: t("New conversation"), run: () => start(slug) })).filter(has),
    ...commands().filter(has).map((command) => ({ ...command, about: t("Command") })),
  ];
  show(shown);
}

let items = [];
function show(shown) {
  items = shown;
  list.replaceChildren(...shown.map(({ text, about }, place) => {
    const item = made("li", { id: `palette-${place}` }, made("span", { textContent: text }), made("span", { className: "muted", textContent: about }));
    item.setAttribute("role", "option");
    item.addEventListener("click", () => choose(place));
    return item;
  }));
  if (!shown.length) list.replaceChildren(made("li", { className: "muted", textContent: t("Nothing found.") }));
  mark(0);
}
let marked = 0;
function mark(place) {
  marked = Math.max(0, Math.min(items.length - 1, place));
  for (const [n, item] of [...list.children].entries()) item.setAttribute("aria-selected", n === marked);
  input.setAttribute("aria-activedescendant", items.length ? `palette-${marked}` : "");
  list.children[marked]?.scrollIntoView({ block: "nearest" });
}
function choose(place) {
  const chosen = items[place];
  if (!chosen) return;
  palette.close();
  chosen.run();
}
input.addEventListener("input", search);
palette.addEventListener("keydown", (event) => {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step) mark(marked + step);
  else if (event.key === "Enter") choose(marked);
  else return;
  event.preventDefault();
});
palette.addEventListener("click", (event) => { if (event.target === palette) palette.close(); });

export function open() {
  if (palette.open) return;
  input.value = "";
  list.replaceChildren();
  palette.showModal();
  search();
}

const KEYS = [
  [["Ctrl", "K"], t("Command palette")], [["?"], t("Keys")], [["/"], t("To the message box")], [["Enter"], t("Send")],
  [["Shift", "Enter"], t("New line")], [["↑"], t("Change what you said last")], [["Esc"], t("Stop the answer, close what is open")],
];
let sheet = null;
export function openKeys() {
  if (!sheet) {
    const rows = KEYS.map(([keys, does]) => made("div", {}, made("dt", {}, ...keys.map((key) => made("kbd", { textContent: key }))), made("dd", { textContent: does })));
    const close = made("button", { type: "button", className: "button", textContent: t("Close") });
    close.dataset.close = "";
    sheet = made("dialog", { className: "dialog" }, made("h2", { textContent: t("Keys") }), made("dl", { className: "keys-sheet" }, ...rows), made("div", { className: "dialog-buttons" }, close));
    sheet.setAttribute("aria-label", t("Keys"));
    document.body.append(sheet);
  }
  sheet.showModal();
}
