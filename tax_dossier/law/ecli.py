"""European Case Law Identifiers: their form, and which Dutch court stands behind a code."""

from __future__ import annotations

import re

from tax_dossier.law.tables import table

# Council conclusions 2011/C 127/01: country, court, year, ordinal number of letters, digits and dots.
ECLI = re.compile(r"ECLI:([A-Z]{2}):([A-Z][A-Z0-9]{0,6}):(\d{4}):([A-Z0-9.]{1,25})")

COURTS = table("courts.txt")


def court_of(ecli: str) -> str:
    """The court of an ECLI, or its code where the court is not known here."""
    match = ECLI.fullmatch(ecli)
    return COURTS.get(match[2], match[2]) if match else ""
