// Keys of the review pages: a letter focuses or follows what carries it in data-key; j and k move along the queue.
(() => {
  const typing = (node) => node?.closest("input:not([type=checkbox]), textarea, select, [contenteditable]");
  document.querySelector("[data-focus]")?.focus();
  // The page comes with UTC; the officer reads their own zone.
  const when = (at, timeStyle) => new Date(at).toLocaleString(undefined, { dateStyle: "medium", timeStyle });
  const inOwnZone = (sentence) => sentence.replace(/(\d{4}-\d\d-\d\d) (\d\d:\d\d) UTC/g, (_, date, at) => when(`${date}T${at}Z`, "short"));
  document.addEventListener("DOMContentLoaded", () => {
    for (const time of document.querySelectorAll("time[data-when]")) {
      time.title = time.textContent;
      time.textContent = when(time.dateTime, time.dataset.when === "day" ? undefined : "short");
    }
    // What somebody wrote themselves stays as they wrote it.
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const { parentElement, data } = texts.currentNode;
      if (data.includes(" UTC") && !parentElement.closest("textarea, q, .rq-talk .user")) texts.currentNode.data = inOwnZone(data);
    }
  });
  document.addEventListener("mouseover", ({ target }) => {
    if (target.matches("time.rq-age[title$=UTC]")) target.title = inOwnZone(target.title);
  });
  document.addEventListener("change", ({ target }) => {
    const code = target.matches("[data-template]") && target.selectedOptions[0].dataset.code;
    if (!code) return;
    document.getElementById("rq-text").value = target.value;
    for (const codes of document.querySelectorAll("#rq-approve-code, #rq-decline-code"))
      if ([...codes.options].some((option) => option.value === code)) codes.value = code;
  });
  // A button may need a choice that the other button of its form does not.
  document.addEventListener("click", ({ target }) => {
    const button = target.closest("button[type=submit]");
    for (const needy of button?.form?.querySelectorAll("[data-needs]") ?? [])
      document.getElementById(needy.dataset.needs).required = needy === button;
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && typing(document.activeElement)) return void document.activeElement.blur();
    if (event.ctrlKey || event.metaKey || event.altKey || typing(event.target)) return;
    const target = document.querySelector(`[data-key="${CSS.escape(event.key)}"]`);
    if (target) {
      event.preventDefault();
      if (target.matches("textarea, select")) target.focus();
      else target.click();
      return;
    }
    if (event.key === "x") return void document.activeElement.closest("#result_list tbody")?.querySelector(".action-select")?.click();
    if (event.key === "f") return void document.querySelector("[data-filters]")?.click();
    if (event.key !== "j" && event.key !== "k") return;
    const links = [...document.querySelectorAll("#result_list tbody th a, #result_list tbody .field-trade a")];
    if (!links.length) return;
    const now = links.indexOf(document.activeElement);
    const next = event.key === "j" ? Math.min(now + 1, links.length - 1) : Math.max(now - 1, 0);
    links[next].focus();
    links[next].scrollIntoView({ block: "nearest" });
  });
})();
