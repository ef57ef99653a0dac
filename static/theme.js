// The colours that the person chose, before the first paint. "system" follows the device.
"use strict";
{
  const root = document.documentElement;
  // The page brings the words of its language after this script has begun.
  const titles = { system: "Colours: as the system", light: "Colours: light", dark: "Colours: dark" };
  const words = () => JSON.parse(document.getElementById("words")?.textContent || "{}");
  const t = (text) => words()[text] || text;
  const read = () => { try { return localStorage.getItem("theme") || "system"; } catch { return "system"; } };
  const apply = (theme) => {
    root.dataset.theme = theme;
    for (const button of document.querySelectorAll("[data-theme-switch]")) {
      button.title = t(titles[theme]);
      button.setAttribute("aria-label", button.title);
    }
  };
  apply(read() in titles ? read() : "system");
  document.addEventListener("DOMContentLoaded", () => apply(root.dataset.theme));
  document.addEventListener("click", (event) => {
    if (!event.target.closest("[data-theme-switch]")) return;
    const order = Object.keys(titles);
    const next = order[(order.indexOf(root.dataset.theme) + 1) % order.length];
    try { localStorage.setItem("theme", next); } catch { /* the choice then lasts as long as the page */ }
    apply(next);
  });
}
