// Files for a conversation: dropped anywhere on the page, pasted, or chosen at the message box. One batch goes out at a time.

const [form, input, button, over, progress, told, refusal, message] = [
  "attach", "attach-files", "attach-button", "drop-over", "attach-progress", "attached", "refusal", "message",
].map((id) => document.getElementById(id));
const { t } = window.pages;
const [mostBytes, mostFiles, totalBytes] = ["mostBytes", "mostFiles", "totalBytes"].map((name) => Number(form.dataset[name]));
const waiting = [];
let sending = ""; // the names of what is on its way

const filled = (sentence, values) => sentence.replace(/%\((\w+)\)s/g, (_, name) => values[name]);
const megabytes = (bytes) => (bytes / 1e6).toLocaleString(document.documentElement.lang, { maximumFractionDigits: 1 });

function add(files, refused = []) {
  told.replaceChildren();
  const large = files.filter((file) => file.size > mostBytes);
  refused.push(...large.map(({ name, size }) => filled(t("%(name)s has %(size)s MB; at most %(most)s MB are read."), {
    name, size: megabytes(size), most: megabytes(mostBytes),
  })));
  refusal.textContent = refused.join(" ");
  refusal.hidden = !refused.length;
  waiting.push(...files.filter((file) => file.size <= mostBytes));
  next();
}

function next() {
  if (sending || !waiting.length) return;
  const batch = new DataTransfer();
  for (let bytes = 0; waiting.length && batch.files.length < mostFiles; ) {
    bytes += waiting[0].size;
    if (bytes > totalBytes) break;
    batch.items.add(waiting.shift());
  }
  input.files = batch.files;
  sending = [...batch.files].map(({ name }) => name).join(", ");
  show(filled(t("Sending %(names)s…"), { names: sending }), 0);
  window.htmx.trigger(form, "attach");
}

function show(sentence, share) {
  progress.hidden = !sentence;
  const [text, bar] = progress.children;
  if (text.textContent !== sentence) text.textContent = sentence;
  if (share < 1) bar.value = share;
  else bar.removeAttribute("value"); // the server reads, and does not say for how long
}

// Of the sending, and then of the answer, which says nothing new.
form.addEventListener("htmx:xhr:progress", ({ detail }) => {
  if (!sending || !detail.lengthComputable || !progress.lastChild.hasAttribute("value")) return;
  if (detail.loaded < detail.total) show(progress.firstChild.textContent, detail.loaded / detail.total);
  else show(filled(t("Reading %(names)s…"), { names: sending }), 1);
});
form.addEventListener("htmx:afterRequest", () => {
  sending = input.value = "";
  show("", 0);
  next();
});

button.addEventListener("click", () => input.click());
input.addEventListener("change", () => add([...input.files]));
message.addEventListener("input", () => told.replaceChildren());
message.addEventListener("paste", (event) => {
  // What is copied from a word processor is text, whatever picture of it comes along.
  const { files, types } = event.clipboardData;
  if (!files.length || types.includes("text/plain")) return;
  event.preventDefault();
  add([...files]);
});

const carriesFiles = (event) => event.dataTransfer?.types.includes("Files");
document.addEventListener("dragenter", (event) => { if (carriesFiles(event)) over.hidden = false; });
document.addEventListener("dragover", (event) => {
  if (!carriesFiles(event)) return;
  event.preventDefault();
  event.dataTransfer.dropEffect = "copy";
});
document.addEventListener("dragleave", (event) => { if (!event.relatedTarget) over.hidden = true; });
document.addEventListener("drop", (event) => {
  over.hidden = true;
  if (!carriesFiles(event)) return;
  event.preventDefault();
  const items = [...event.dataTransfer.items].filter(({ kind }) => kind === "file");
  const files = items.filter((item) => !item.webkitGetAsEntry?.()?.isDirectory).map((item) => item.getAsFile());
  add(files, files.length < items.length ? [t("A folder cannot be added; drop the files that are in it.")] : []);
});
