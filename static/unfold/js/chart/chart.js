// In place of the admin theme's chart library, which every page of the admin would load: that comes where a chart is.
// What is put in before the page has loaded is waited for, and the theme draws its charts after that.
const library = new URL("../../../charts/chart.js", document.currentScript.src);
document.addEventListener("DOMContentLoaded", () => {
  if (!document.querySelector("canvas.chart")) return;
  const script = document.createElement("script");
  script.src = library;
  document.head.append(script);
});
