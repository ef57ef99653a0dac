"""Reads an act in the form of the Basiswettenbestand ("toestand"): its articles, each under its path, one at a time."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import Element

from tax_dossier.law import act_text
from tax_dossier.law.act_header import ARTICLES, iso_date
from tax_dossier.law.source_xml import Event, attribute, events, flat, name_of
from tax_dossier.law.tables import ELEMENTS

_NAMED = {"aanhef": "Aanhef", **dict.fromkeys(ELEMENTS["closing"], "Slotformulier")}


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


def read_units(path: Path) -> Iterator[ActUnit]:
    """Every article, annex and other text of the act, in reading order. Raises UnusableFile."""
    return _ActReader().read(events(path))


@dataclass(slots=True)
class _OpenContainer:
    """A container that is being read: its element, its heading, and what stands in it outside of articles."""

    element: Element
    loose: list[Element] = field(default_factory=list)
    heading: tuple[str, str, str] = ("", "", "")
    # Whether an article or another text inside it was given out.
    spoke: bool = False


class _ActReader:
    """Keeps the open containers, and of the file no more than the article or the loose text that is being read."""

    def __init__(self) -> None:
        self.open: list[_OpenContainer] = []
        self.inside: Element | None = None

    def read(self, stream: Iterator[Event]) -> Iterator[ActUnit]:
        for kind, element in stream:
            name = name_of(element)
            if kind == "start":
                if self.inside is None:
                    if name in ELEMENTS["containers"]:
                        self.open.append(_OpenContainer(element))
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
            container.spoke = True
            yield from expand(element, self.path())
            empty(element)
        elif name not in ELEMENTS["about"]:
            container.loose.append(element)

    def _closed(self, container: _OpenContainer) -> Iterator[ActUnit]:
        """What a container holds outside of articles is a piece of text under its heading."""
        name = name_of(container.element)
        above = self.path()
        own = _title(container.heading)
        if name == "toestand":
            above, own = (), ""
        holder = _holder(container)
        nested = [element for part in container.loose for element in part.iter() if name_of(element) in ARTICLES]
        leden = _leden(holder)
        # A chapter of which nothing is left but its heading is said, too.
        if leden or (own and not container.spoke and not nested):
            label, number, title = container.heading
            yield ActUnit(
                kind="bijlage" if name == "bijlage" else "tekst",
                label=label or ("" if own else _NAMED.get(name, _kind_name(name, nested))),
                number=number,
                title=title,
                path=above,
                leden=leden,
                **_about(container.element, *container.loose),
            )
        for article in nested:
            yield from expand(article, (*above, own) if own else above)
        if self.open:
            self.open[-1].spoke = True
        empty(container.element)

    def path(self) -> tuple[str, ...]:
        return tuple(title for title in (_title(container.heading) for container in self.open) if title)


def _kind_name(name: str, nested: list[Element]) -> str:
    return "Opschrift" if name in ("wetgeving", "toestand") else name.replace(".", " ").capitalize()


def _title(heading: tuple[str, str, str]) -> str:
    return " ".join(part for part in heading if part)


def _holder(container: _OpenContainer) -> Element:
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
    if not any(name_of(inner) in ARTICLES for inner in element.iter() if inner is not element):
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
    leden: list[Lid] = []
    rest = Element("tekst")
    rest.text = element.text

    def close() -> None:
        nonlocal rest
        if text := "\n".join(act_text.lines(rest)):
            leden.append(Lid("", text))
        rest = Element("tekst")

    for child in element:
        if name_of(child) == "lid":
            close()
            leden.append(_lid(child))
            rest.text = child.tail
        elif name_of(child) not in act_text.APART:
            rest.append(child)
        elif child.tail and child.tail.strip():
            words = Element("al")
            words.text = child.tail
            rest.append(words)
    close()
    return tuple(leden)


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


def _about(element: Element, *parts: Element) -> dict[str, Any]:
    """What the publisher says about an element: since when it is in force, its status, source and remarks.

    A text made of several parts is in force as it stands since the newest of them.
    """
    about = {
        key: value
        for key, name in (("version", "versie-id"), ("stem", "stam-id"), ("source", "bron"), ("effect", "effect"))
        if (value := attribute(element, name))
    }
    remarks = []
    dates = [iso_date(attribute(part, "inwerking")) for part in parts]
    for child in element:
        if name_of(child) == "meta-data":
            remarks += [
                flat(act_text.inline(inner)) for inner in child.iter() if name_of(inner) == "opmerkingen-inhoud"
            ]
            back = next((inner for inner in child.iter() if name_of(inner) == "terugwerkend.datum"), None)
            if back is not None and attribute(back, "isodatum"):
                about["retroactive_from"] = attribute(back, "isodatum")
    return {
        "in_force": iso_date(attribute(element, "inwerking")) or max(filter(None, dates), default=None),
        "status": attribute(element, "status"),
        "about": about,
        "remarks": tuple(remark for remark in remarks if remark),
    }
