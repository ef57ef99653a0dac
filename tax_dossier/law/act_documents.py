"""Makes retrieval documents of an act's units: one an article, with a piece a lid, cited as lawyers cite."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from typing import Any

from retrieval.index import NewDocument, Piece
from tax_dossier.law.act_header import ActHeader
from tax_dossier.law.act_xml import ActUnit, Lid

# A lid that is longer is cut between its onderdelen. An embedder reads some 2,000 tokens well.
PIECE_CHARS = 3000
# Leaves room for the date of a version.
MAX_TITLE = 260
# An article that is not in force yet has no day from which it is; this one never comes.
NEVER = date(9999, 12, 31)
NOT_YET, EXPIRED = "nogniet", "vervallen"
_SHOWN_STATUS = {NOT_YET: " (nog niet in werking)", EXPIRED: " (vervallen)"}
_ONDERDEEL = re.compile(r"^([a-z]{1,3}|\d{1,3})(?:\.|°\.?|\)) ")
_UNSAFE = re.compile(r"[^\w.:-]+")


@dataclass(frozen=True, slots=True)
class Provision:
    """One unit of an act in one version. `place` identifies the unit in every state of the act."""

    place: str
    document: NewDocument


def provisions(header: ActHeader, units: Iterable[ActUnit]) -> Iterator[Provision]:
    """The documents of one state of an act, in reading order."""
    seen: Counter[str] = Counter()
    titles: Counter[str] = Counter()
    for unit in units:
        place = _place(unit)
        seen[place] += 1
        if seen[place] > 1:
            # Two articles of one number stand in one act, as in the annexes of a treaty.
            place = f"{place}~{unit.about.get('stem') or seen[place]}"
        title = f"{header.title}, {unit.name}"
        titles[title] += 1
        if titles[title] > 1:
            title = f"{title} ({unit.path[-1] if unit.path else titles[title]})"
        yield Provision(place, _document(header, unit, place, title[:MAX_TITLE]))


def _place(unit: ActUnit) -> str:
    name = _UNSAFE.sub("-", f"{unit.label} {unit.number}".strip().lower()) or "tekst"
    if unit.kind == "artikel":
        number = _UNSAFE.sub("-", unit.number.lower())
        return f"artikel:{number}" if number else f"artikel:{name}"
    return f"{unit.kind}:{name}"[:200]


def _document(header: ActHeader, unit: ActUnit, place: str, title: str) -> NewDocument:
    not_yet = unit.status == NOT_YET
    in_force = NEVER if not_yet else unit.in_force or header.in_force
    title += _SHOWN_STATUS.get(unit.status, "")
    text, pieces = _text_and_pieces(header, unit)
    return NewDocument(
        key=f"{header.bwb_id}:{place}:{NOT_YET if not_yet else in_force.isoformat()}",
        title=title,
        text=text,
        pieces=pieces,
        source=_address(header, unit, header.in_force if not_yet else in_force),
        language="nl",
        valid_from=in_force,
        metadata={**_metadata(header, unit, place), "title": title},
    )


def _address(header: ActHeader, unit: ActUnit, on: date) -> str:
    """Where anybody can read this version; an address of the government's site, by its Juriconnect reference."""
    article = f"&artikel={unit.number}" if unit.kind == "artikel" and unit.number else ""
    return f"https://wetten.overheid.nl/jci1.3:c:{header.bwb_id}{article}&g={on.isoformat()}"


def _metadata(header: ActHeader, unit: ActUnit, place: str) -> dict[str, Any]:
    data: dict[str, Any] = {
        "bwb_id": header.bwb_id,
        "law": header.title,
        "abbr": header.abbreviation,
        "article": unit.number if unit.kind == "artikel" else "",
        "kind": unit.kind,
        "path": [header.title, *unit.path, " ".join(part for part in (unit.label, unit.number, unit.title) if part)],
        "place": place,
        "status": unit.status or "goed",
        "sample": False,
    }
    data |= {key: value for key, value in unit.about.items() if key not in ("stem",)}
    if unit.remarks:
        data["remarks"] = list(unit.remarks)
    return data


def _text_and_pieces(header: ActHeader, unit: ActUnit) -> tuple[str, list[Piece]]:
    """The whole text, and its pieces with their offsets in it."""
    heading = " ".join(part for part in (unit.label, unit.number, unit.title) if part)
    # What holds no law is not to be found by the subject of its chapter.
    empty = unit.status in _SHOWN_STATUS
    above = heading if empty else " › ".join((*unit.path, heading))
    text = f"{heading}\n" if heading else ""
    pieces: list[Piece] = []
    for lid in unit.leden or (Lid("", ""),):
        shown = f"{above} › lid {lid.number}" if lid.number else above
        for part in cut(lid.text):
            start = len(text)
            text += part.text + "\n"
            if not part.text:
                continue
            pieces.append(
                Piece(
                    text=part.text,
                    heading=shown[:1000],
                    citations=tuple(_citations(header, unit, lid, part.onderdelen)),
                    start=start,
                    end=start + len(part.text),
                    metadata={"lid": lid.number, "onderdelen": list(part.onderdelen)},
                )
            )
    if not pieces:
        # An article of which the file holds nothing but its heading still is one, and can be found.
        pieces.append(Piece(text=text.strip() or heading, heading=above[:1000], start=0, end=len(text.strip())))
    return text.rstrip("\n"), pieces


def _citations(header: ActHeader, unit: ActUnit, lid: Lid, onderdelen: tuple[str, ...]) -> Iterator[str]:
    law = header.abbreviation or header.title
    steps = [unit.name]
    if lid.number:
        steps.append(f"lid {lid.number}")
    yield ", ".join((*steps, law))
    for onderdeel in onderdelen:
        yield ", ".join((*steps, f"onderdeel {onderdeel}", law))


@dataclass(frozen=True, slots=True)
class Cut:
    """A piece of a lid, and the onderdelen that begin in it."""

    text: str
    onderdelen: tuple[str, ...]


def cut(text: str, size: int = PIECE_CHARS) -> Iterator[Cut]:
    """A lid whole, or, where it is long, in pieces that end before an onderdeel, else at a line, else at a space."""
    held: list[str] = []
    length = 0
    for line in (part for whole in text.split("\n") for part in _short(whole, size)):
        begins = bool(_ONDERDEEL.match(line))
        if held and (length + len(line) > size or (begins and length > size * 0.7)):
            yield _cut(held)
            held, length = [], 0
        held.append(line)
        length += len(line) + 1
    if held:
        yield _cut(held)


def _cut(held: list[str]) -> Cut:
    matches = (_ONDERDEEL.match(line) for line in held)
    return Cut("\n".join(held), tuple(match[1] for match in matches if match and match[1].isalpha())[:60])


def _short(line: str, size: int) -> Iterator[str]:
    while len(line) > size:
        at = line.rfind(" ", size // 2, size) + 1 or size
        yield line[:at]
        line = line[at:]
    yield line
