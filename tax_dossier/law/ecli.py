"""European Case Law Identifiers: their form, and which Dutch court stands behind a code."""

from __future__ import annotations

import re

# Council conclusions 2011/C 127/01: country, court, year, ordinal number of letters, digits and dots.
ECLI = re.compile(r"ECLI:([A-Z]{2}):([A-Z][A-Z0-9]{0,6}):(\d{4}):([A-Z0-9.]{1,25})")

COURTS = {
    "HR": "Hoge Raad",
    "PHR": "Parket bij de Hoge Raad",
    "RVS": "Raad van State",
    "CRVB": "Centrale Raad van Beroep",
    "CBB": "College van Beroep voor het bedrijfsleven",
    "GHAMS": "Gerechtshof Amsterdam",
    "GHARL": "Gerechtshof Arnhem-Leeuwarden",
    "GHARN": "Gerechtshof Arnhem",
    "GHDHA": "Gerechtshof Den Haag",
    "GHSGR": "Gerechtshof 's-Gravenhage",
    "GHSHE": "Gerechtshof 's-Hertogenbosch",
    "GHLEE": "Gerechtshof Leeuwarden",
    "RBAMS": "Rechtbank Amsterdam",
    "RBDHA": "Rechtbank Den Haag",
    "RBGEL": "Rechtbank Gelderland",
    "RBLIM": "Rechtbank Limburg",
    "RBMNE": "Rechtbank Midden-Nederland",
    "RBNHO": "Rechtbank Noord-Holland",
    "RBNNE": "Rechtbank Noord-Nederland",
    "RBOBR": "Rechtbank Oost-Brabant",
    "RBOVE": "Rechtbank Overijssel",
    "RBROT": "Rechtbank Rotterdam",
    "RBZWB": "Rechtbank Zeeland-West-Brabant",
}
# As a ruling's date is written.
MONTHS = (
    *("januari", "februari", "maart", "april", "mei", "juni"),
    *("juli", "augustus", "september", "oktober", "november", "december"),
)


def court_of(ecli: str) -> str:
    """The court of an ECLI, or its code where the court is not known here."""
    match = ECLI.fullmatch(ecli)
    return COURTS.get(match[2], match[2]) if match else ""
