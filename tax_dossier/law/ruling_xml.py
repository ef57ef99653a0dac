"""Reads a ruling or a conclusion as rechtspraak.nl publishes it (open-rechtspraak): what it is about, and its text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from xml.etree.ElementTree import Element

from tax_dossier.law import act_text
from tax_dossier.law.act_header import iso_date
from tax_dossier.law.ecli import ECLI, court_of
from tax_dossier.law.source_xml import UnusableFile, attribute, events, flat, name_of

_BODIES = {"uitspraak", "conclusie"}
_PARAGRAPHS = {"para", "title", "bridgehead", "subtitle", "titlerow"}
# "3.1." at the start of a paragraph, in rulings that were published without sections.
_NUMBER = re.compile(r"^(\d{1,2}(?:\.\d{1,3}){0,4})\.?\s+(?=\S)")
_DECISION = re.compile(r"^(?:\d[\d.]*\s*)?(?:De )?Beslissing\b", re.IGNORECASE)
_OTHER_KINDS = {
    "toestand": "holds an act and not case law. Give it to import_legislation.",
    "wetgeving": "holds an act and not case law. Give it to import_legislation.",
    "feed": "lists rulings and holds none. Download the rulings that it names.",
    "html": "is a web page. Download the ruling as XML.",
}


@dataclass(frozen=True, slots=True)
class RulingSection:
    """A numbered part of a ruling, or (number "") what stands before the first number. `headings` lead to it."""

    number: str
    headings: tuple[str, ...]
    text: str


@dataclass(slots=True)
class Ruling:
    """One ruling or conclusion. `relations` are what came before or after it; `laws` what it refers to."""

    ecli: str
    kind: str  # "uitspraak" or "conclusie"
    court: str = ""
    day: date | None = None
    subjects: list[str] = field(default_factory=list)
    case_numbers: list[str] = field(default_factory=list)
    procedures: list[str] = field(default_factory=list)
    summary: str = ""
    sections: list[RulingSection] = field(default_factory=list)
    relations: list[dict[str, str]] = field(default_factory=list)
    laws: list[dict[str, str]] = field(default_factory=list)
    published_in: list[str] = field(default_factory=list)
    replaces: str = ""


def read_ruling(path: Path) -> Ruling:
    """The ruling of the file. Raises UnusableFile."""
    root: Element | None = None
    about: list[Element] = []
    parts: dict[str, Element] = {}
    for kind, element in events(path):
        name = name_of(element)
        if root is None:
            root = element
            if name != "open-rechtspraak":
                raise UnusableFile(
                    _OTHER_KINDS.get(name, f"begins with <{name}>. A ruling's file begins with <open-rechtspraak>.")
                )
        if kind == "end":
            if name == "Description":
                about.append(element)
            elif name in _BODIES or name == "inhoudsindicatie":
                parts.setdefault(name, element)
    return _ruling(about, parts)


def _ruling(about: list[Element], parts: dict[str, Element]) -> Ruling:
    described = [element for description in about for element in description]
    ecli = next((text for text in _texts(described, "identifier") if text.startswith("ECLI")), "")
    identifier = ecli or next(iter(_texts(described, "identifier")), "")
    if not ECLI.fullmatch(ecli):
        raise UnusableFile(
            f"names itself {identifier!r}, which is no ECLI; one like ECLI:NL:HR:1994:AA2974 was expected."
        )
    kind = next((name for name in ("uitspraak", "conclusie") if name in parts), "uitspraak")
    ruling = Ruling(ecli, kind)
    _describe(ruling, described)
    if "inhoudsindicatie" in parts:
        summary = "\n".join(text for _, text, _ in paragraphs(parts["inhoudsindicatie"]))
        ruling.summary = summary if any(letter.isalnum() for letter in summary) else ""
    ruling.sections = list(sections(paragraphs(parts[kind]))) if kind in parts else []
    if not ruling.sections and not ruling.summary:
        raise UnusableFile(f"holds data about {ecli} and none of its text. Nothing of it could be cited.")
    return ruling


def _texts(described: Iterable[Element], name: str) -> list[str]:
    texts = (flat("".join(element.itertext())) for element in described if name_of(element) == name)
    return list(dict.fromkeys(text for text in texts if text))


def _describe(ruling: Ruling, described: list[Element]) -> None:
    ruling.court = next(iter(_texts(described, "creator")), "") or court_of(ruling.ecli)
    ruling.day = next((day for text in _texts(described, "date") if (day := iso_date(text))), None)
    ruling.subjects = _texts(described, "subject")
    ruling.case_numbers = [part.strip() for text in _texts(described, "zaaknummer") for part in text.split(";")]
    ruling.procedures = _texts(described, "procedure")
    ruling.replaces = next(iter(_texts(described, "replaces")), "")
    for element in described:
        name = name_of(element)
        if name == "relation":
            ruling.relations.append(_relation(element))
        elif name == "references":
            law = {"label": flat("".join(element.itertext())), "reference": attribute(element, "resourceIdentifier")}
            ruling.laws.append(law)
        elif name == "hasVersion":
            ruling.published_in += [flat(li.text) for li in element.iter() if name_of(li) == "li" and flat(li.text)]


def _relation(element: Element) -> dict[str, str]:
    text = flat("".join(element.itertext()))
    named = ECLI.search(attribute(element, "resourceIdentifier")) or ECLI.search(text)
    return {
        "ecli": named[0] if named else "",
        "label": text,
        "type": attribute(element, "type").rsplit("/", 1)[-1],
        "instance": attribute(element, "aanleg").rsplit("/", 1)[-1],
    }


Paragraph = tuple[str, str, bool]  # its number where the source gives one, its text, whether it is a heading


def paragraphs(body: Element) -> Iterator[Paragraph]:
    """The paragraphs in reading order. A table is a row a line; pictures and footnotes are named in their place."""
    number = ""
    for child in body:
        name = name_of(child)
        if name == "nr":
            number = flat(act_text.inline(child)).rstrip(".")
        elif name == "title":
            own = next((flat(act_text.inline(nr)).rstrip(".") for nr in child if name_of(nr) == "nr"), "")
            text = flat(" ".join([child.text or "", *_after_number(child)]))
            yield own or number, text, True
            number = ""
        elif name in _PARAGRAPHS:
            if text := flat(act_text.inline(child)):
                yield number, text, name != "para"
                number = ""
        elif name in ("informaltable", "table"):
            yield number, "\n".join(_rows(child)), False
        elif _has_paragraphs(child):
            for index, (inner, text, heading) in enumerate(paragraphs(child)):
                yield (inner or number if index == 0 else inner), text, heading
            number = ""
        elif text := flat(act_text.inline(child)):
            yield number, text, False
            number = ""
        if tail := flat(child.tail):
            yield "", tail, False
    if not len(body) and (text := flat(body.text)):
        yield "", text, False


def _after_number(title: Element) -> Iterator[str]:
    for child in title:
        if name_of(child) != "nr":
            yield act_text.inline(child)
        yield child.tail or ""


def _has_paragraphs(element: Element) -> bool:
    blocks = _PARAGRAPHS | {"nr", "informaltable", "table"}
    return any(name_of(inner) in blocks for inner in element.iter() if inner is not element)


def _rows(table: Element) -> Iterator[str]:
    for element in table.iter():
        name = name_of(element)
        if name == "row":
            cells = (" ".join(text for _, text, _ in paragraphs(cell)) for cell in element)
            yield f"| {' | '.join(cells)} |"
        elif name in ("title", "caption"):
            yield flat(act_text.inline(element))


def sections(read: Iterable[Paragraph]) -> Iterator[RulingSection]:
    """Paragraphs under the number that begins them. A number must follow the one before it: a quotation has others.

    After the decision nothing is numbered: what old publications put there is the conclusion, with numbers of its own.
    """
    number: tuple[int, ...] = ()
    decided = False
    shown = ""
    held: list[str] = []
    headings: list[tuple[tuple[int, ...], str]] = []
    for given, text, heading in read:
        following = None if decided else _following(given, text, number)
        decided = decided or (following is not None and bool(_DECISION.search(text[:60])))
        if following is not None and held:
            yield RulingSection(shown, tuple(title for _, title in headings), "\n".join(held))
            held = []
        if following is not None:
            number, shown = following, ".".join(map(str, following))
        if heading and text:
            level = following or number
            headings = [
                known for known in headings if following and known[0] != level and level[: len(known[0])] == known[0]
            ]
            headings.append((level, text))
        line = f"{given}. {text}" if given and heading else f"{given} {text}" if given else text
        held.append(line.strip())
    if held:
        yield RulingSection(shown, tuple(title for _, title in headings), "\n".join(held))


def _following(given: str, text: str, last: tuple[int, ...]) -> tuple[int, ...] | None:
    match = _NUMBER.match(text) if not given else re.fullmatch(r"\d{1,3}(?:\.\d{1,3}){0,5}", given)
    if not match:
        return None
    number = tuple(int(part) for part in (given if given else match[1]).split("."))
    if not last:
        return number if given or number[0] <= 1 or len(number) > 1 else None
    return number if number > last and number[0] <= last[0] + 1 else None
