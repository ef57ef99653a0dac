// One conversation: what is typed goes out once, what comes in is shown in order. The server renders; this places.

const root = document.getElementById("chat");
const [transcript, scroller, panel, composer, message, send, stop, jump, refusal, connection] = [
  "transcript", "scroller", "panel", "composer", "message", "send", "stop", "jump", "refusal", "connection",
].map((id) => document.getElementById(id));
const { csrf, inOwnZone, line, localise, keep, kept, newId, speak, tell, t } = window.pages;
const keys = { draft: `draft:${root.dataset.thread}`, unsent: `unsent:${root.dataset.thread}` };

let seq = Number(root.dataset.seq);
let running = root.dataset.running;
let unsent = null; // {client_id, text}: sent, and not yet known to have arrived
let older = null; // the same, from before this page was loaded
let socket = null;
let attempts = 0; // since a socket last opened
let everOpened = false;
let sending = false; // over HTTP

// --- Scrolling: stay at the end only while the reader is there ---

let atEnd = true;
const measure = () => { atEnd = scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight < 60; };
const toEnd = () => { scroller.scrollTop = scroller.scrollHeight; atEnd = true; jump.hidden = true; };
const settle = () => { if (atEnd) toEnd(); else jump.hidden = false; };
scroller.addEventListener("scroll", () => { measure(); jump.hidden = atEnd; }, { passive: true });
jump.addEventListener("click", () => { toEnd(); message.focus(); });
new ResizeObserver(() => { if (atEnd) toEnd(); }).observe(scroller);

// --- Putting the server's HTML in its place ---

const parsed = (html) => {
  const template = document.createElement("template");
  template.innerHTML = html;
  localise(template.content);
  return template.content;
};

function place(article) {
  if (article.dataset.title) retitle(article.dataset.title);
  transcript.querySelector(".starter")?.remove();
  const old = document.getElementById(article.id);
  const open = old?.querySelector("details.steps")?.open;
  if (old) old.replaceWith(article);
  else transcript.append(article);
  if (!old && article.matches(".notice")) {
    tell(article.innerText);
    news(article.innerText);
  }
  if (open) article.querySelector("details.steps")?.setAttribute("open", "");
  window.htmx?.process(article);
}

const news = (detail) => document.dispatchEvent(new CustomEvent("chat:news", { detail }));

function retitle(title) {
  if (!root.querySelector(".rail [aria-current]")) {
    // It was made with its first message, and this page was there before.
    const [row, link] = [document.createElement("li"), document.createElement("a")];
    link.href = location.pathname;
    link.setAttribute("aria-current", "page");
    row.append(link);
    root.querySelector(".rail ul").prepend(row);
  }
  for (const shown of root.querySelectorAll("h1, .rail [aria-current]")) shown.textContent = title;
  for (const button of root.querySelectorAll(".conversation-head [data-title]")) button.dataset.title = title;
  document.title = `${title} · ${t("Assistants")}`;
}

function placeTranscript(html) {
  const fresh = parsed(html);
  const known = new Set();
  const first = fresh.querySelector("[id]:not(#earlier)");
  const starter = fresh.querySelector(".starter");
  if (starter && !transcript.querySelector("article, .notice")) return;
  if (!first || !document.getElementById(first.id)) transcript.replaceChildren(fresh);
  else {
    // What is already there stays as it is: open details, a selection, and older turns that were loaded.
    for (const item of [...fresh.children]) {
      known.add(item.id);
      const old = item.id === "earlier" ? null : document.getElementById(item.id);
      if (item.id !== "earlier" && !old?.isEqualNode(item)) place(item);
    }
    const shown = [...transcript.children];
    const from = shown.findIndex((item) => item.id === first.id);
    shown.slice(from).forEach((item) => { if (!known.has(item.id)) item.remove(); });
  }
  window.htmx?.process(transcript);
}

function placeBlock({ turn, index, html, sealed }) {
  const reply = document.querySelector(`#turn-${CSS.escape(turn)} .reply`);
  let block = reply?.querySelector(`:scope > [data-index="${Number(index)}"]`);
  if (!reply || (block && "sealed" in block.dataset)) return;
  if (!block) {
    block = document.createElement("div");
    block.className = "block";
    block.dataset.index = index;
    reply.append(block);
  }
  block.innerHTML = html; // sanitised by our own server
  if (sealed) block.dataset.sealed = "";
  activity(turn, "");
}

// What is waited for, and, after a few seconds, for how long.
let since = Date.now();
const activity = (turn, text) => {
  since = Date.now();
  for (const line of document.querySelectorAll(`#turn-${CSS.escape(turn)} [data-activity]`)) line.textContent = text;
  count();
};
function count() {
  const seconds = Math.floor((Date.now() - since) / 1000);
  for (const line of transcript.querySelectorAll('[data-status="running"] [data-waited]')) {
    const waits = line.previousElementSibling.textContent && seconds >= 5;
    const text = waits ? `· ${seconds} s` : "";
    if (line.textContent !== text) line.textContent = text;
  }
}
setInterval(count, 1000);

// Who acts in the panel by keyboard goes on where they were, or at its head when that is gone.
function leave() {
  const focused = document.activeElement?.closest("#panel, #suggested") && document.activeElement;
  return focused && { keep: focused.closest("[data-keep]")?.dataset.keep };
}
function goBack(left) {
  if (!left || document.activeElement?.closest("#panel, #suggested")) return;
  const row = left.keep && panel.querySelector(`[data-keep="${left.keep}"] summary`);
  const head = panel.checkVisibility() ? row || panel.querySelector("[data-next]") || panel.querySelector("h2") : scroller;
  if (!head) return;
  if (!head.matches("summary")) head.tabIndex = head === scroller ? 0 : -1;
  head.focus({ preventScroll: !row });
}

// What the server drew last, whatever a person did in it since.
let drawn = null;
function draws(nodes) {
  const before = drawn;
  drawn = document.createElement("div");
  drawn.append(...nodes.cloneNode(true).childNodes);
  return !drawn.isEqualNode(before);
}

let heldPanel = null; // newer than what is shown
function placePanel(html) {
  // A field that is being edited is not taken away from under the person's hands.
  heldPanel = document.activeElement?.matches("#panel :is(input, textarea, select)") ? html : null;
  if (heldPanel) return;
  const fresh = parsed(html);
  // The same again, as after every connection, must not come between a person's press and what it is meant for.
  if (!draws(fresh)) return;
  const focused = document.activeElement?.closest("#panel [data-keep]");
  for (const before of panel.querySelectorAll("details[data-keep][open]")) {
    const after = fresh.querySelector(`[data-keep="${before.dataset.keep}"]`);
    const [typed, field] = [before, after].map((details) => details?.querySelector("input:not([type=hidden]), textarea"));
    // What was refused stays with its sentence until it is put right.
    const error = before.parentElement.querySelector(".row-error");
    const changed = field && (error || typed.value !== typed.defaultValue);
    if (after && (changed || before === focused)) after.open = true;
    if (after && error) after.after(error);
    if (changed) field.value = typed.value;
  }
  const before = panel.textContent;
  const left = leave();
  panel.replaceChildren(fresh);
  window.htmx?.process(panel);
  suggest();
  goBack(left);
  if (root.dataset.view === "chat" && panel.textContent !== before) root.querySelector(".switch .dot").hidden = false;
}
const suggested = document.getElementById("suggested");
function suggest() {
  // They come with the panel and belong to the question, which stands at the end of the conversation.
  const next = panel.querySelector("#suggested-next");
  // On a phone the panel is another tab: what it asks for next stands in the chat too, bound to the same preview.
  const acts = [...panel.querySelectorAll("form[data-in-chat]")].map((form) => form.cloneNode(true));
  suggested.replaceChildren(...(composer.hidden ? [] : [next, ...acts].filter(Boolean)));
  window.htmx?.process(suggested);
  for (const offered of suggested.children) offered.hidden = Boolean(running);
}
panel.addEventListener("focusout", () => setTimeout(() => { if (heldPanel) placePanel(heldPanel); }));

// --- Events ---

const answers = () => [...transcript.querySelectorAll('.turn:not([data-status="running"])')];
const shownRunning = () => transcript.querySelector('[data-status="running"]')?.dataset.turn;
function setRunning(turn) {
  running = turn || "";
  root.classList.toggle("is-running", Boolean(running));
  line.show();
  stop.hidden = !running;
  stop.disabled = false;
  send.hidden = Boolean(running);
  for (const offered of suggested.children) offered.hidden = Boolean(running);
}

const acknowledgeShown = () => {
  for (const turn of transcript.querySelectorAll("[data-client]")) acknowledge(turn.dataset.client);
};
function acknowledge(clientId) {
  const arrived = [unsent, older].find((sent) => sent?.client_id === clientId);
  if (!arrived) return;
  if (message.value.trim() === arrived.text) write("");
  keep(keys.unsent, "");
  unsent = older = null;
  waiting(false);
  refusal.hidden = true;
}

const custom = {
  turn({ turn, status, html }) {
    const article = parsed(html).querySelector("article");
    place(article);
    since = Date.now();
    setRunning(status === "running" ? turn : running === turn ? "" : running);
    acknowledge(article.dataset.client);
    const failure = status !== "running" && article.querySelector(".failure, .stopped");
    if (failure) tell(failure.textContent);
    if (status !== "running") news(article.querySelector(".answer").innerText);
    if (status === "done") goOn();
  },
  block: placeBlock,
  activity({ turn, text }) { activity(turn, text); },
  branched(detail) { document.dispatchEvent(new CustomEvent("chat:branched", { detail })); },
  panel({ html }) { placePanel(html); },
  transcript({ html }) {
    const ran = running;
    const before = new Set(answers().map(({ id }) => id));
    placeTranscript(html);
    setRunning(shownRunning());
    // An answer that ended while the line was down, or between two frames, is news too.
    const last = answers().at(-1);
    if (last && !before.has(last.id)) news(last.querySelector(".answer").innerText);
    acknowledgeShown();
    goOnAfter(ran);
    if (unsent) transmit();
  },
  refused({ message: sentence, client_id: clientId }) {
    refuse(sentence);
    if (!unsent || clientId !== unsent.client_id) return;
    // Nothing was stored: the words stay in the box, and go out under a new id.
    if (!message.value.trim()) write(unsent.text);
    else if (message.value.trim() !== unsent.text) line.add(unsent.text, true);
    unsent = null;
    keep(keys.unsent, "");
    waiting(false);
  },
};

function receive(event) {
  if (typeof event.seq === "number") {
    const snapshot = event.type === "MESSAGES_SNAPSHOT" || event.type === "RUN_STARTED";
    if (!snapshot && event.seq > seq + 1) return emit({ type: "resume" }); // everything, as it stands
    seq = snapshot ? event.seq : Math.max(seq, event.seq);
  }
  if (event.type === "CUSTOM") {
    const inPlace = scroller.scrollHeight;
    measure(); // a scroll of the reader may not have been told yet
    custom[event.name]?.(event.value);
    if (scroller.scrollHeight !== inPlace || event.name === "turn") settle();
    return;
  }
  if (event.type === "RUN_STARTED") {
    speak("", true);
    setRunning(running || "starting"); // its turn is told next
    acknowledge(event.runId);
  }
  if (event.type.startsWith("RUN_") && event.type !== "RUN_STARTED" && running === "starting") setRunning("");
  if (event.type === "TEXT_MESSAGE_CONTENT") speak(event.delta, false);
  if (event.type === "TEXT_MESSAGE_END" || event.type.startsWith("RUN_")) speak("", true);
}

// --- The socket ---

const isOpen = () => socket?.readyState === WebSocket.OPEN;
const emit = (frame) => { if (isOpen()) socket.send(JSON.stringify(frame)); };
const resume = () => emit({ type: "resume", since: seq });

let retryTimer = null;
function connect() {
  clearTimeout(retryTimer);
  if (socket && socket.readyState <= WebSocket.OPEN) return;
  const address = new URL(root.dataset.socket, location.href);
  address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
  const opened = (socket = new WebSocket(address));
  opened.onopen = () => {
    attempts = 0;
    everOpened = true;
    showConnection("");
    resume();
    if (unsent) transmit();
  };
  opened.onmessage = ({ data }) => receive(JSON.parse(data));
  opened.onclose = ({ code }) => {
    if (opened !== socket) return;
    if (code === 4401) return showConnection(t("You are signed out. Reload the page to sign in."));
    if (code === 4404) return showConnection(t("This conversation was deleted."));
    lost();
  };
}

function lost() {
  attempts += 1;
  if (attempts > 1 || everOpened || !navigator.onLine) showConnection(t("Reconnecting…"));
  if (attempts >= 3 && !everOpened) overHttp();
  retryTimer = setTimeout(connect, Math.min(500 * 2 ** (attempts - 1), 15000) * (0.7 + Math.random() * 0.6));
}

function showConnection(text) {
  connection.textContent = text;
  connection.hidden = !text;
}
const again = () => { if (document.visibilityState === "visible" && !isOpen()) connect(); };
document.addEventListener("visibilitychange", again);
window.addEventListener("online", again);
window.addEventListener("offline", () => {
  // Not left to its closing handshake, to which nobody answers now.
  const gone = socket;
  socket = null;
  gone?.close();
  clearTimeout(retryTimer);
  lost();
});
window.addEventListener("pageshow", (event) => { if (event.persisted) again(); });

// --- Saying something ---

const waiting = (yes) => { composer.classList.toggle("is-waiting", yes); send.disabled = yes; };
function refuse(sentence) {
  refusal.textContent = inOwnZone(sentence);
  refusal.hidden = false;
}

function write(text) {
  message.value = text;
  keep(keys.draft, text);
  grow();
}
function grow() {
  if (CSS.supports("field-sizing", "content")) return;
  message.style.height = "auto";
  message.style.height = `${message.scrollHeight}px`;
}

function submit() {
  const text = message.value.trim();
  if (!text || sending) return;
  if (running || (unsent && unsent.text !== text)) {
    line.add(text);
    return write("");
  }
  utter(text);
}

function utter(text) {
  refusal.hidden = true;
  unsent ??= older?.text === text ? older : { client_id: newId(), text };
  keep(keys.unsent, JSON.stringify(unsent));
  waiting(true);
  toEnd();
  transmit();
}

// After an answer that is whole, what waited is said. After one that failed or was stopped, the person decides.
function goOn() {
  if (running || unsent || sending) return;
  const text = line.take();
  if (text) utter(text);
}
// The end of an answer that no event of a turn told.
function goOnAfter(turn) {
  if (turn && !running && document.getElementById(`turn-${turn}`)?.dataset.status === "done") goOn();
}
line.on({
  change(text) { write([text, message.value.trim()].filter(Boolean).join("\n")); message.focus(); },
  sendNow(text) { if (running || unsent) line.add(text, true); else utter(text); },
});

function transmit() {
  if (isOpen()) emit({ type: "say", ...unsent });
  else if (attempts >= 3) overHttp();
  // Otherwise it goes out when the socket is open again; the text stays where it is.
}

async function overHttp() {
  if (!unsent || sending) return;
  sending = true;
  try {
    const response = await fetch(root.dataset.turns, {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-CSRFToken": csrf() },
      body: JSON.stringify({ message: unsent.text, client_id: unsent.client_id }),
    });
    const body = await response.json();
    if (response.ok) acknowledge(unsent.client_id);
    else custom.refused({ message: body.detail, client_id: unsent.client_id });
    await refresh();
  } catch { /* the next attempt to connect tries again, under the same id */ } finally { sending = false; }
}

async function refresh() {
  for (const [address, show] of [[root.dataset.transcript, placeTranscript], [root.dataset.panel, placePanel]]) {
    const response = await fetch(address);
    if (response.ok && !response.redirected) show(await response.text());
  }
  setRunning(shownRunning());
  settle();
}

const stopNow = () => { if (running) { emit({ type: "stop" }); stop.disabled = true; activity(running, t("Stopping")); } };
composer.addEventListener("submit", (event) => { event.preventDefault(); submit(); });
stop.addEventListener("click", () => { stopNow(); message.focus(); });
message.addEventListener("input", () => { keep(keys.draft, message.value); grow(); refusal.hidden = true; });
message.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
  event.preventDefault();
  submit();
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && !document.querySelector("dialog[open], details[data-menu][open]")) stopNow();
});

// --- Buttons ---

root.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (!button) return;
  if (button.dataset.example) {
    show("chat"); // on a phone the box stands in the other tab
    write(button.dataset.example);
    message.focus();
  }
  if (button.dataset.say) {
    show("chat");
    // A second click must not answer the question that comes next.
    if (!running && !unsent) utter(button.dataset.say);
  }
  if (button.dataset.show) show(button.dataset.show);
});

function show(view) {
  root.dataset.view = view;
  for (const button of root.querySelectorAll("[data-show]")) button.ariaPressed = button.dataset.show === view;
  if (view === "panel") root.querySelector(".switch .dot").hidden = true;
  else if (atEnd) toEnd();
}

let acted = null; // where in the panel somebody was when what they did there was answered
document.addEventListener("htmx:beforeSwap", (event) => {
  if (event.target === panel) {
    heldPanel = null;
    acted = leave();
  }
  if (event.target.id !== "earlier") return; // what is being read stays where it is
  const fromEnd = scroller.scrollHeight - scroller.scrollTop;
  requestAnimationFrame(() => { scroller.scrollTop = scroller.scrollHeight - fromEnd; });
});
document.addEventListener("htmx:afterSwap", (event) => {
  if (event.detail.target !== panel) return;
  draws(panel);
  suggest();
  goBack(acted);
});
document.addEventListener("htmx:afterRequest", (event) => {
  // What the socket would have told. An upload's own answer says only what was refused.
  const untold = event.detail.xhr?.status === 204 || event.target.id === "attach";
  if (event.detail.successful && untold && !isOpen()) refresh();
});

// --- Start ---

try { unsent = JSON.parse(kept(keys.unsent) || "null"); } catch { unsent = null; }
write(kept(keys.draft) || message.value || unsent?.text || "");
acknowledgeShown();
if (unsent && message.value.trim() !== unsent.text) line.add(unsent.text, true);
older = unsent; // it goes out again only when the person says so, and then under the same id
unsent = null;
setRunning(running);
draws(panel);
suggest();
toEnd();
if (matchMedia("(pointer: fine)").matches) message.focus(); // on a phone it would open the keyboard
if (location.search) history.replaceState(null, "", location.pathname);
connect();
