"""The colours of the admin: the accent of the pages (static/css/base.css), from light to dark."""

ACCENT = {
    "50": "#f4f4fe",
    "100": "#eeeefb",
    "200": "#d9dafc",
    "300": "#bcbff8",
    "400": "#8f94f2",
    "500": "#6a70ea",
    "600": "#4549c9",
    "700": "#3a3db3",
    "800": "#30338f",
    "900": "#292c72",
    "950": "#1a1b47",
}
