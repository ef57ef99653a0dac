// The queue without reloads: its lists, filters, order and pages are fetched and put in place. What changes meanwhile is
// shown where it stands; no row moves before the officer asks for it.
document.addEventListener("DOMContentLoaded", () => {
  const EVERY_MS = 30_000;
  const PLACES = [".rq-tabs a", "#changelist-filter a", "#result_list thead a", "#queue-pages a", ".rq-chips a"];
  const at = (selector, root = document) => root.querySelector(selector);
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  const news = at("#queue-news");
  if (!news) return;
  let fetched = 0;

  async function page(url) {
    const answer = await fetch(url, { headers: { "X-Requested-With": "fetch" } });
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
    return answer.ok && at("#changelist", fresh) ? fresh : null;
  }

  // Where the focus is, so that it can be there again: a place of the list and a number in it, or an element's id.
  function place() {
    const focused = document.activeElement;
    if (focused?.id) return () => at(`#${CSS.escape(focused.id)}`);
    const selector = PLACES.find((places) => focused?.matches(places));
    const number = selector ? all(selector).indexOf(focused) : -1;
    return () => (selector ? (all(selector)[number] ?? at(".rq-tabs a[aria-current]") ?? at("#searchbar")) : null);
  }

  function put(fresh) {
    const back = place();
    for (const part of ["#content-main", "#queue-pages"]) at(part).innerHTML = at(part, fresh).innerHTML;
    document.title = fresh.title;
    news.hidden = true;
    const boxes = all("tr input.action-select");
    if (boxes.length) window.Actions?.(boxes, { parent: at(".result-list-wrapper") });
    // Alpine shows an open drawer again a moment later.
    setTimeout(() => back()?.focus({ preventScroll: true }), 60);
    at("#queue-told").textContent = at("#queue-pages").textContent.trim().replace(/\s+/g, " ");
  }

  async function go(url, kept = false) {
    const mine = ++fetched;
    const fresh = await page(url).catch(() => null);
    if (mine !== fetched) return;
    if (!fresh) return void location.assign(url);
    if (!kept) history.pushState(null, "", url);
    put(fresh);
  }

  document.addEventListener(
    "click",
    (event) => {
      if (event.target.closest("#queue-news")) return void go(location.href, true);
      if (event.target.closest("[data-filters]")) setTimeout(() => at("#changelist-filter a")?.focus(), 150);
      const link = event.target.closest(PLACES.join());
      if (!link || event.ctrlKey || event.metaKey || event.shiftKey || link.hasAttribute("download")) return;
      event.preventDefault();
      event.stopPropagation();
      go(link.href);
    },
    true,
  );
  document.addEventListener("submit", (event) => {
    if (event.target.id !== "changelist-search") return;
    event.preventDefault();
    go(`?${new URLSearchParams(new FormData(event.target))}`);
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && document.activeElement?.closest("#changelist-filter")) at("[data-filters]")?.focus();
  });
  window.addEventListener("popstate", () => go(location.href, true));

  const rows = (root) => new Map(all("#result_list tbody", root).map((row) => [at(".field-trade a", row)?.pathname, row]));

  function compare(fresh) {
    const shown = rows(document);
    const now = rows(fresh);
    if (!shown.size) return now.size ? put(fresh) : undefined;
    const tabs = at(".rq-tabs");
    if (!tabs.contains(document.activeElement)) tabs.innerHTML = at(".rq-tabs", fresh).innerHTML;
    for (const [key, row] of shown) {
      row.classList.toggle("rq-gone", !now.has(key));
      for (const cell of now.has(key) ? all("td:not(.action-checkbox)", row) : []) {
        const other = at(`.${CSS.escape(cell.classList[0])}`, now.get(key));
        if (other && other.innerHTML !== cell.innerHTML) cell.innerHTML = other.innerHTML;
      }
    }
    const moved = [...now.keys()].join() !== [...shown.keys()].join();
    if (moved && news.hidden) at("#queue-told").textContent = news.textContent;
    news.hidden = !moved;
  }

  async function look() {
    if (document.hidden || at("input.action-select:checked")) return;
    const mine = fetched;
    const fresh = await page(location.href).catch(() => null);
    if (fresh && mine === fetched) compare(fresh);
  }
  setInterval(look, Number(document.body.dataset.every) || EVERY_MS);
  document.addEventListener("visibilitychange", look);
});
