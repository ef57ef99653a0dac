// The colours that the person chose, before the first paint. "system" follows the device.
"use strict";
{
  const root = document.documentElement;
  const names = { system: "as the system", light: "light", dark: "dark" };
  const read = () => { try { return localStorage.getItem("theme") || "system"; } catch { return "system"; } };
  const apply = (theme) => {
    root.dataset.theme = theme;
    for (const button of document.querySelectorAll("[data-theme-switch]")) {
      button.title = `Colours: ${names[theme]}`;
      button.setAttribute("aria-label", button.title);
    }
  };
  apply(read() in names ? read() : "system");
  document.addEventListener("DOMContentLoaded", () => apply(root.dataset.theme));
  document.addEventListener("click", (event) => {
    if (!event.target.closest("[data-theme-switch]")) return;
    const order = Object.keys(names);
    const next = order[(order.indexOf(root.dataset.theme) + 1) % order.length];
    try { localStorage.setItem("theme", next); } catch { /* the choice then lasts as long as the page */ }
    apply(next);
  });
}
