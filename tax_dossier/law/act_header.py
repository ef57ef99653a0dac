"""Says which act a file holds, and in which state: the first, quick reading of a file."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from xml.etree.ElementTree import Element

from tax_dossier.law import act_text
from tax_dossier.law.act_names import abbreviation_of
from tax_dossier.law.source_xml import UnusableFile, attribute, events, flat, name_of

ARTICLES = {"artikel", "enig-artikel"}
_FILE = re.compile(r"(BWB[A-Z]\d{7})(?:_(\d{4}-\d\d-\d\d)(?:_(\d+))?)?")
_OTHER_KINDS = {
    "open-rechtspraak": "holds case law and not an act. Give it to import_case_law.",
    "work": "lists the versions of an act (a manifest) and holds none of its text.",
    "bwb": "holds data about an act and none of its text.",
    "html": "is a web page. Download the act as XML.",
}


@dataclass(frozen=True, slots=True)
class ActHeader:
    """Which act in which state: the file's "toestand". `revision` counts corrections of one state by the publisher."""

    bwb_id: str
    title: str
    abbreviation: str
    in_force: date
    revision: int
    units: int = 0


def read_header(path: Path) -> ActHeader:
    """Which act the file holds. Reads all of it once, so that a file that breaks off is known before it is stored.

    Raises UnusableFile.
    """
    root: Element | None = None
    names = {"citeertitel": "", "intitule": "", "afkorting": ""}
    units = 0
    for kind, element in events(path):
        name = name_of(element)
        if root is None:
            root = element
            _check_kind(name)
        if kind == "end":
            units += name in ARTICLES
            if name in names and not names[name]:
                names[name] = flat(act_text.inline(element))
            if name in ARTICLES or name in ("lid", "li", "al", "bijlage", "meta-data"):
                element.clear()
    assert root is not None
    title = names["citeertitel"] or names["intitule"]
    if not title:
        raise UnusableFile("names no act: it has neither a citeertitel nor an intitule.")
    bwb_id, in_force, revision = _identity(root, path)
    return ActHeader(bwb_id, title[:300], abbreviation_of(title, names["afkorting"]), in_force, revision, units)


def _check_kind(name: str) -> None:
    if name not in ("toestand", "wetgeving"):
        reason = _OTHER_KINDS.get(name, f"begins with <{name}>. An act's file begins with <toestand>.")
        raise UnusableFile(reason)


def _identity(root: Element, path: Path) -> tuple[str, date, int]:
    address = _FILE.search(attribute(root, "bwb-ng-vast-deel").replace("/", "_")) or _FILE.search(path.stem)
    bwb_id = attribute(root, "bwb-id") or (address[1] if address else "")
    if not re.fullmatch(r"BWB[A-Z]\d{7}", bwb_id):
        raise UnusableFile(f"has the BWB number {bwb_id!r}; one like BWBR0002629 was expected.")
    in_force_from = attribute(root, "inwerkingtreding") or attribute(root, "inwerkingtredingsdatum")
    in_force_from = in_force_from or (address[2] if address and address[2] else "")
    in_force = iso_date(in_force_from)
    if in_force is None:
        raise UnusableFile(f"says that this state of the act is in force from {in_force_from!r}, which is no date.")
    numbered = _FILE.search(path.stem)
    return bwb_id, in_force, int(numbered[3]) if numbered and numbered[3] else 0


def iso_date(text: str) -> date | None:
    """A date written as 2015-01-01, or None."""
    try:
        return date.fromisoformat(text.strip()[:10])
    except ValueError:
        return None
