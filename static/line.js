// Messages that wait for the answer that runs. They go out one after the other, and are changed or dropped before that.

const root = document.getElementById("chat");
const list = document.getElementById("in-line");
const { t, tell } = window.pages;
const key = `line:${root.dataset.thread}`;

let texts = [];
// Of this tab alone: two that held the same line would say everything twice.
try { texts = JSON.parse(sessionStorage.getItem(key) || "[]"); } catch { /* a private window may refuse */ }
let change = () => {};
let sendNow = () => {};

const button = (label, act) => {
  const made = document.createElement("button");
  made.type = "button";
  made.className = "quiet-button";
  made.textContent = label;
  made.addEventListener("click", act);
  return made;
};

function show() {
  try { sessionStorage.setItem(key, JSON.stringify(texts)); } catch { /* as above */ }
  list.hidden = !texts.length;
  const running = root.classList.contains("is-running");
  list.replaceChildren(...texts.map((text, place) => {
    const item = document.createElement("li");
    const words = document.createElement("span");
    words.textContent = text;
    const without = () => { texts.splice(place, 1); show(); };
    const drop = () => { without(); tell(t("Dropped")); (list.querySelector("button") || document.getElementById("message")).focus(); };
    item.append(words, button(t("Change"), () => { without(); change(text); }), button(t("Drop"), drop));
    if (!running) item.append(button(t("Send now"), () => { without(); sendNow(text); }));
    return item;
  }));
}

window.pages.line = {
  add(text, first = false) {
    texts[first ? "unshift" : "push"](text);
    show();
    tell(`${list.ariaLabel}: ${text}`);
  },
  take() { const text = texts.shift(); show(); return text; },
  show,
  on(acts) { ({ change, sendNow } = acts); show(); },
};
