"""Reads what an investor wants changed: replace, delete, insert, or say another value. Words in, operations out."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from investor_review.edits.values import find_values
from investor_review.edits.voice import speaks_to_somebody
from wording.phrases import patterns


@dataclass(frozen=True, slots=True)
class Operation:
    """One thing that is asked for; `hint` are words that tell its place.

    replace: `old` becomes `wording`. delete: `old` goes, or where that is empty the cited `unit`. insert: `wording` is
    added beside the words in `beside`, or else behind the cited passage. say: `wording` shall stand in the passage,
    which shows what it takes the place of. keep: nothing shall change. take: the suggestion as it stands.
    """

    kind: Literal["replace", "delete", "insert", "say", "keep", "take"]
    wording: str = ""
    hint: str = ""
    old: str = ""
    unit: str = ""
    beside: str = ""
    # The sentence when a replacement may as well be a wish of its own: "the founder must be paid".
    wish: str = ""
    # Whether the old words, or else the new ones, were given in quotation marks.
    is_quoted: bool = False
    is_everywhere: bool = False
    is_before: bool = False
    # Whether the words to insert were given as wording: quoted, behind a colon, or behind "a clause that".
    is_dictated: bool = False
    # Whether the person said that these words shall stand there, as in "say quarterly instead".
    is_explicit: bool = True


# A quotation is masked while the sentence is read, so that its words are never taken for the instruction.
_QUOTED = re.compile(
    r'"([^"]*)"|“([^”]*)”|«([^»]*)»|„([^“”]*)[“”]|(?<![\w’\'])[\'‘]([^\'’]*(?:[\'’]\w[^\'’]*)*)[\'’](?![\w])'
)
_MARK = re.compile("\ue000(\\d+)\ue001")
_P = patterns(Path(__file__).with_suffix(".txt"), re.IGNORECASE)
_AS_SUGGESTED = re.compile(r"\bas (?:you )?(?:suggested|proposed)[\s.!]*$", re.IGNORECASE)
_REPLACE = ("replace_with", "substitute_for", "instead_of", "say_not", "not_that", "change_from", "change_to", "arrow")
# These are wishes in form.
_WISHES = ("should_be", "becomes")
_INSERT = re.compile(r"^(?:add|append|insert|include|attach|introduce)(?:\s+|:\s*)(?P<rest>.+)$", re.I | re.DOTALL)
_BESIDE = re.compile(
    r"\s*,?\s*(?P<side>after|before|behind|following)\s+(?P<beside>\ue000\d+\ue001)\s*$", re.IGNORECASE
)


def read_instruction(text: str) -> list[Operation]:
    """The operations that an instruction asks for, in order; [] when it is empty."""
    quotes: list[str] = []

    def mask(match: re.Match[str]) -> str:
        quotes.append(next(group for group in match.groups() if group is not None))
        return f"\ue000{len(quotes) - 1}\ue001"

    masked = _QUOTED.sub(mask, text.replace("\ue000", "").replace("\ue001", "").strip())
    read = [
        (piece, operation) for piece in _pieces(unaddressed(masked)) if (operation := _PartReader(quotes).read(piece))
    ]
    # A bare "yes" before other words is politeness and not the taking of a suggestion.
    return [op for piece, op in read if len(read) == 1 or op.kind != "take" or len(piece.split()) > 2]


def unaddressed(words: str) -> str:
    """The words without the finding that they are said to: "1: make it quarterly" is "make it quarterly"."""
    bare = _P["lead"].sub("", words)
    return _P["address"].sub("", bare) if _P["address"].match(bare) else words


def asked_for(words: str) -> str:
    """What of an investor's words others may read as what is asked for, as sentences; "" where nothing is.

    Left out are orders to the machine ("make it quarterly"), questions, and words to a person.
    """
    bare = _P["named"].sub("", unaddressed(words))
    pieces = [_P["tail"].sub("", piece).strip(" .,") for piece in _P["split"].split(bare)]
    fit = [
        _P["lead"].sub("", piece)
        for piece in pieces
        if "?" not in piece and not speaks_to_somebody(piece) and not _P["meant"].match(piece)
    ]
    return " ".join(f"{piece[:1].upper()}{piece[1:]}." for piece in fit if len(piece.split()) > 2)[:600]


def takes_suggestion(words: str) -> bool:
    """Whether words do nothing but take what was suggested: "agreed, take the proposed wording"."""
    operations = read_instruction(words.rpartition(": ")[2])
    takes = bool(operations) and all(operation.kind == "take" for operation in operations)
    return takes or bool(
        _AS_SUGGESTED.search(words)
        and all(value.kind == "number" for value in find_values(_AS_SUGGESTED.sub("", words)))
    )


def _pieces(masked: str) -> Iterator[str]:
    """The parts that each ask for one thing. What follows "add ...:" is wording and stays whole."""
    rest = masked
    while rest:
        cut, colon = _P["split"].search(rest), rest.find(":")
        words = _INSERT.match(_P["lead"].sub("", rest)) and colon >= 0 and "\ue000" not in rest[colon:]
        if cut is None or (words and colon < cut.start()):
            yield rest.strip()
            return
        yield rest[: cut.start()].strip()
        rest = rest[cut.end() :]


class _PartReader:
    """Reads one part of an instruction, with the quotations that were masked in it."""

    def __init__(self, quotes: list[str]) -> None:
        self.quotes = quotes

    def read(self, piece: str) -> Operation | None:
        text = _P["lead"].sub("", unaddressed(piece)).strip()
        if not text:
            return Operation("take") if piece.strip() else None
        if _P["keep"].match(text):
            return Operation("keep")
        if _P["take"].match(text):
            return Operation("take")
        hint = ""
        if about := _P["named"].match(text) or _P["about"].match(text):
            hint, text = self._shown(about["about"]), _P["lead"].sub("", text[about.end() :])
        everywhere, instead = bool(_P["every"].search(text)), "instead" in text.lower().split()
        text = _P["tail"].sub("", text).strip()
        if match := _INSERT.match(text):
            return self._insert(match["rest"], hint)
        if match := _P["delete"].match(text):
            return self._delete(match["old"].strip(" ."), hint, everywhere)
        for name in (*_REPLACE, *_WISHES):
            if match := _P[name].match(text):
                return self._replace(match, hint, everywhere, self._shown(text) if name in _WISHES else "")
        words = _P["say"].sub("", text).strip()
        wording, quoted = self._words(words)
        return (
            Operation("say", wording, hint, is_quoted=quoted, is_explicit=instead or words != text) if wording else None
        )

    def _shown(self, text: str) -> str:
        """With the quotations back in, without their marks."""
        return _MARK.sub(lambda mark: self.quotes[int(mark[1])], text).strip()

    def _words(self, text: str) -> tuple[str, bool]:
        """The one quotation in `text`, beside which stand only words such as "the words", and True; else all of it."""
        marks = _MARK.findall(text)
        if len(marks) == 1 and len(_MARK.sub("", text).split()) <= 4:
            return self.quotes[int(marks[0])], True
        return self._shown(text), False

    def _insert(self, rest: str, hint: str) -> Operation:
        beside, before = "", False
        if place := _BESIDE.search(rest):
            rest, beside = rest[: place.start()], self._shown(place["beside"])
            before = place["side"].lower() == "before"
        wording, quoted = self._words(rest)
        bare = rest
        if quoted:
            hint = f"{hint} {self._shown(_MARK.sub('', rest))}".strip()
        else:
            bare = _P["carrier_that"].sub("", rest)
            bare = bare if bare != rest else _P["carrier"].sub("", rest)
            wording = self._shown(bare)
        dictated = quoted or bare != rest
        carrier = _MARK.sub("", rest) if quoted else rest.removesuffix(bare)
        unit = "clause" if dictated and _P["of_its_own"].search(carrier) else ""
        return Operation(
            "insert", wording, hint, unit=unit, beside=beside, is_before=before, is_quoted=quoted, is_dictated=dictated
        )

    def _delete(self, words: str, hint: str, everywhere: bool) -> Operation:
        old, quoted = self._words(words)
        whole = None if quoted else _P["whole"].match(words)
        if whole:
            return Operation("delete", hint=f"{hint} {whole['hint'] or ''}".strip(), unit=whole["unit"].lower())
        return Operation("delete", hint=hint, old=old, is_quoted=quoted, is_everywhere=everywhere)

    def _replace(self, match: re.Match[str], hint: str, everywhere: bool, wish: str) -> Operation:
        bare = match["old"].strip(" .,")
        old, quoted = self._words(bare)
        words = match["new"] if _MARK.search(match["new"]) else match["new"].strip().rstrip(".")
        new, new_quoted = self._words(words)
        if _P["the_passage"].fullmatch(bare):
            return Operation("say", new, hint, is_quoted=new_quoted)
        about = f"{hint} {match.groupdict().get('what') or ''}".strip()
        wish = "" if quoted else wish
        return Operation("replace", new, about, old, wish=wish, is_quoted=quoted, is_everywhere=everywhere)
