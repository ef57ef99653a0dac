"""Reads an act in the form of the Basiswettenbestand ("toestand"): its articles, each under its path, one at a time."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from xml.etree.ElementTree import Element

from tax_dossier import act_text
from tax_dossier.act_names import abbreviation_of
from tax_dossier.source_xml import Event, UnusableFile, attribute, events, flat, name_of

# Elements that hold articles, and whose heading is a step of their path. Whatever else stands in one is its own text.
CONTAINERS = {"toestand", "wetgeving", "wet-besluit", "wettekst", "regeling", "regeling-tekst", "circulaire"}
CONTAINERS |= {"circulaire-tekst", "circulaire.divisie", "verdrag", "verdragtekst", "boek", "deel", "titeldeel"}
CONTAINERS |= {"hoofdstuk", "afdeling", "paragraaf", "sub-paragraaf", "subparagraaf", "bijlage", "divisie", "aanhef"}
CONTAINERS |= {"wetsluiting", "regeling-sluiting", "circulaire-sluiting", "rijksbesluit"}
ARTICLES = {"artikel", "enig-artikel"}
# About the file and not of the act. `bwb-inputbestand` and the two after it name other files and revisions.
_ABOUT = {"meta-data", "kop", "bwb-inputbestand", "bwb-wijzigingen", "redactionele-correcties"}
_NAMED = {"aanhef": "Aanhef", "wetsluiting": "Slotformulier", "regeling-sluiting": "Slotformulier"}
_NAMED |= {"circulaire-sluiting": "Slotformulier"}
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


@dataclass(frozen=True, slots=True)
class Lid:
    """One numbered part of an article, or (number "") what stands outside of the numbered parts."""

    number: str
    text: str


@dataclass(frozen=True, slots=True)
class ActUnit:
    """An article, an annex or another piece of an act's text. `path` are the headings above it, from the outside in."""

    kind: str  # "artikel", "bijlage" or "tekst"
    label: str
    number: str
    title: str
    path: tuple[str, ...]
    leden: tuple[Lid, ...]
    in_force: date | None = None
    status: str = ""
    about: dict[str, str] = field(default_factory=dict)
    remarks: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """How it is called within the act: "artikel 3.111", "Tabel I", "Aanhef"."""
        shown = f"{self.label} {self.number}".strip() or self.title or "tekst zonder kop"
        return shown[0].lower() + shown[1:] if self.kind == "artikel" else shown


def read_header(path: Path) -> ActHeader:
    """Which act the file holds. Reads all of it once, so that a file that breaks off is known before it is stored.

    Raises UnusableFile.
    """
    root: Element | None = None
    found = {"citeertitel": "", "intitule": "", "afkorting": ""}
    units = 0
    for kind, element in events(path):
        name = name_of(element)
        if root is None:
            root = element
            _check_kind(name)
        if kind == "end":
            units += name in ARTICLES
            if name in found and not found[name]:
                found[name] = flat(act_text.inline(element))
            if name in ARTICLES or name in ("lid", "li", "al", "bijlage", "meta-data"):
                element.clear()
    assert root is not None
    title = found["citeertitel"] or found["intitule"]
    if not title:
        raise UnusableFile("names no act: it has neither a citeertitel nor an intitule.")
    bwb_id, in_force, revision = _identity(root, path)
    return ActHeader(bwb_id, title[:300], abbreviation_of(title, found["afkorting"]), in_force, revision, units)


def _check_kind(name: str) -> None:
    if name not in ("toestand", "wetgeving"):
        reason = _OTHER_KINDS.get(name, f"begins with <{name}>. An act's file begins with <toestand>.")
        raise UnusableFile(reason)


def _identity(root: Element, path: Path) -> tuple[str, date, int]:
    address = _FILE.search(attribute(root, "bwb-ng-vast-deel").replace("/", "_")) or _FILE.search(path.stem)
    bwb_id = attribute(root, "bwb-id") or (address[1] if address else "")
    if not re.fullmatch(r"BWB[A-Z]\d{7}", bwb_id):
        raise UnusableFile(f"has the BWB number {bwb_id!r}; one like BWBR0002629 was expected.")
    said = attribute(root, "inwerkingtreding") or attribute(root, "inwerkingtredingsdatum")
    said = said or (address[2] if address and address[2] else "")
    in_force = iso_date(said)
    if in_force is None:
        raise UnusableFile(f"says that this state of the act is in force from {said!r}, which is no date.")
    numbered = _FILE.search(path.stem)
    return bwb_id, in_force, int(numbered[3]) if numbered and numbered[3] else 0


def iso_date(text: str) -> date | None:
    """A date written as 2015-01-01, or None."""
    try:
        return date.fromisoformat(text.strip()[:10])
    except ValueError:
        return None


def read_units(path: Path) -> Iterator[ActUnit]:
    """Every article, annex and other text of the act, in reading order. Raises UnusableFile."""
    return _Reader().read(events(path))


@dataclass(slots=True)
class _Open:
    """A container that is being read: its element, its heading, and what stands in it outside of articles."""

    element: Element
    loose: list[Element] = field(default_factory=list)
    heading: tuple[str, str, str] = ("", "", "")


class _Reader:
    """Keeps the open containers, and of the file no more than the article or the loose text that is being read."""

    def __init__(self) -> None:
        self.open: list[_Open] = []
        self.inside: Element | None = None

    def read(self, stream: Iterator[Event]) -> Iterator[ActUnit]:
        for kind, element in stream:
            name = name_of(element)
            if kind == "start":
                if self.inside is None:
                    if name in CONTAINERS:
                        self.open.append(_Open(element))
                    else:
                        self.inside = element
            elif self.inside is element:
                self.inside = None
                yield from self._finished(element, name)
            elif self.inside is None and self.open:
                yield from self._closed(self.open.pop())

    def _finished(self, element: Element, name: str) -> Iterator[ActUnit]:
        """An element directly inside a container has ended."""
        if not self.open:
            return
        container = self.open[-1]
        if name == "kop":
            holder = Element("holder")
            holder.append(element)
            container.heading = act_text.heading_of(holder)
        elif name in ARTICLES:
            yield from expand(element, self.path())
            empty(element)
        elif name not in _ABOUT:
            container.loose.append(element)

    def _closed(self, container: _Open) -> Iterator[ActUnit]:
        """What a container holds outside of articles is a piece of text under its heading."""
        name = name_of(container.element)
        above = self.path()
        own = _title(container.heading)
        if name == "toestand":
            above, own = (), ""
        holder = _holder(container)
        nested = [found for part in container.loose for found in part.iter() if name_of(found) in ARTICLES]
        leden = _leden(holder)
        if leden:
            label, number, title = container.heading
            yield ActUnit(
                kind="bijlage" if name == "bijlage" else "tekst",
                label=label or ("" if own else _NAMED.get(name, _kind_name(name, nested))),
                number=number,
                title=title,
                path=above,
                leden=leden,
                **_about(container.element),
            )
        for article in nested:
            yield from expand(article, (*above, own) if own else above)
        empty(container.element)

    def path(self) -> tuple[str, ...]:
        return tuple(title for title in (_title(container.heading) for container in self.open) if title)


def _kind_name(name: str, nested: list[Element]) -> str:
    return "Opschrift" if name in ("wetgeving", "toestand") else name.replace(".", " ").capitalize()


def _title(heading: tuple[str, str, str]) -> str:
    return " ".join(part for part in heading if part)


def _holder(container: _Open) -> Element:
    """The loose parts and the words between them, without the articles inside, which are units of their own."""
    holder = Element("tekst")
    words = [container.element.text or "", *(child.tail or "" for child in container.element)]
    if any(word.strip() for word in words):
        stray = Element("al")
        stray.text = " ".join(word.strip() for word in words if word.strip())
        holder.append(stray)
    holder.extend(without_articles(part) for part in container.loose)
    return holder


def without_articles(element: Element) -> Element:
    """The element without the articles inside it; itself, where there are none."""
    if not any(name_of(found) in ARTICLES for found in element.iter() if found is not element):
        return element
    kept = Element(element.tag, element.attrib)
    kept.text, kept.tail = element.text, element.tail
    for child in element:
        if name_of(child) not in ARTICLES:
            kept.append(without_articles(child))
        elif child.tail and child.tail.strip():
            words = Element("al")
            words.text = child.tail
            kept.append(words)
    return kept


def empty(element: Element) -> None:
    """Let go of what an element holds, and keep what the container says after it."""
    tail = element.tail
    element.clear()
    element.tail = tail


def expand(article: Element, path: tuple[str, ...]) -> Iterator[ActUnit]:
    """The article, and any article that stands inside it, as in acts that change others."""
    label, number, title = act_text.heading_of(article)
    if not (label or number):
        # The attribute says what the heading leaves out: "Artikel 3" or "Enig artikel".
        label, _, number = attribute(article, "label").partition(" ")
    own = without_articles(article)
    yield ActUnit("artikel", label or "Artikel", number, title, path, _leden(own), **_about(article))
    if own is not article:
        for inner in _nearest(article):
            yield from expand(inner, (*path, _title((label, number, title))))


def _nearest(element: Element) -> Iterator[Element]:
    for child in element:
        if name_of(child) in ARTICLES:
            yield child
        else:
            yield from _nearest(child)


def _leden(element: Element) -> tuple[Lid, ...]:
    """The numbered parts in their order; what stands before, between and after them is a part without a number."""
    found: list[Lid] = []
    rest = Element("tekst")
    rest.text = element.text

    def close() -> None:
        nonlocal rest
        if text := "\n".join(act_text.lines(rest)):
            found.append(Lid("", text))
        rest = Element("tekst")

    for child in element:
        if name_of(child) == "lid":
            close()
            found.append(_lid(child))
            rest.text = child.tail
        elif name_of(child) not in act_text.APART:
            rest.append(child)
        elif child.tail and child.tail.strip():
            words = Element("al")
            words.text = child.tail
            rest.append(words)
    close()
    return tuple(found)


def _lid(element: Element) -> Lid:
    number = ""
    kept = Element("lid")
    kept.text = element.text
    for child in element:
        if name_of(child) == "lidnr" and not number:
            number = flat(act_text.inline(child)).rstrip(".")
            kept.text = f"{kept.text or ''} {child.tail or ''}"
        else:
            kept.append(child)
    text = "\n".join(act_text.lines(kept))
    heading = _title(act_text.heading_of(element))
    text = f"{heading}\n{text}" if heading else text
    return Lid(number, f"{number}. {text}" if number else text)


def _about(element: Element) -> dict[str, object]:
    """What the publisher says about an element: since when it is in force, its status, source and remarks."""
    about = {
        key: value
        for key, name in (("version", "versie-id"), ("stem", "stam-id"), ("source", "bron"), ("effect", "effect"))
        if (value := attribute(element, name))
    }
    remarks = []
    for child in element:
        if name_of(child) == "meta-data":
            remarks += [flat(act_text.inline(found)) for found in child.iter() if name_of(found) == "opmerkingen-inhoud"]
            back = next((found for found in child.iter() if name_of(found) == "terugwerkend.datum"), None)
            if back is not None and attribute(back, "isodatum"):
                about["retroactive_from"] = attribute(back, "isodatum")
    return {
        "in_force": iso_date(attribute(element, "inwerking")),
        "status": attribute(element, "status"),
        "about": about,
        "remarks": tuple(remark for remark in remarks if remark),
    }
