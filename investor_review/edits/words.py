"""Reads what an investor wants changed: replace, delete, insert, or say another value. Words in, operations out."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from wording.phrases import patterns


@dataclass(frozen=True, slots=True)
class Replace:
    """`old` becomes `new`. `quoted` when the person quoted the old words; `every` when all places are meant.

    `wish` is the sentence when it may as well be a wish of its own: "the founder must be paid".
    """

    old: str
    new: str
    hint: str
    quoted: bool = False
    every: bool = False
    wish: str = ""


@dataclass(frozen=True, slots=True)
class Delete:
    """`old` goes; "" means the whole cited passage, "sentence" one sentence of it that the hint names."""

    old: str
    hint: str
    unit: str = ""
    quoted: bool = False
    every: bool = False


@dataclass(frozen=True, slots=True)
class Insert:
    """`wording` is added: right behind or before the words in `beside`, or else behind the cited passage."""

    wording: str
    hint: str
    beside: str = ""
    before: bool = False
    verbatim: bool = False


@dataclass(frozen=True, slots=True)
class Say:
    """A value or wording that shall stand in the passage. The passage shows which words it takes the place of."""

    wording: str
    hint: str
    verbatim: bool = False
    # Whether the person said that these words shall stand there, as in "say quarterly instead".
    explicit: bool = True


@dataclass(frozen=True, slots=True)
class Keep:
    """Nothing shall change."""


@dataclass(frozen=True, slots=True)
class TakeSuggestion:
    """The person took the suggestion as it stands."""


Operation = Replace | Delete | Insert | Say | Keep | TakeSuggestion

# A quotation is masked while the sentence is read, so that its words are never taken for the instruction.
_QUOTED = re.compile(
    r'"([^"]*)"|“([^”]*)”|«([^»]*)»|„([^“”]*)[“”]|(?<![\w’\'])[\'‘]([^\'’]*(?:[\'’]\w[^\'’]*)*)[\'’](?![\w])'
)
_MARK = re.compile("\ue000(\\d+)\ue001")
_PATTERNS = patterns(Path(__file__).with_suffix(".txt"), re.IGNORECASE)
_SPLIT = _PATTERNS["split"]
_LEAD = _PATTERNS["lead"]
_ABOUT = _PATTERNS["about"]
_KEEP = _PATTERNS["keep"]
_TAKE = _PATTERNS["take"]
_EVERY = _PATTERNS["every"]
_TAIL = _PATTERNS["tail"]
_REPLACE = tuple(
    _PATTERNS[name]
    for name in (
        "replace_with",
        "substitute_for",
        "instead_of",
        "say_not",
        "change_from",
        "change_to",
        "arrow",
        "should_be",
        "becomes",
    )
)
# The last ones of them are wishes in form.
_WISHES = len(_REPLACE) - 2
_DELETE = _PATTERNS["delete"]
_WHOLE = _PATTERNS["whole"]
_INSERT = re.compile(
    r"^(?:add|append|insert|include|attach|introduce)(?:\s+|:\s*)(?P<rest>.+)$",
    re.IGNORECASE | re.DOTALL,
)
_CARRIER = _PATTERNS["carrier"]
_CARRIER_THAT = _PATTERNS["carrier_that"]
_BESIDE = re.compile(
    r"\s*,?\s*(?P<side>after|before|behind|following)\s+(?P<beside>\ue000\d+\ue001)\s*$", re.IGNORECASE
)
_THE_PASSAGE = _PATTERNS["the_passage"]
_SAY = _PATTERNS["say"]


def read_instruction(text: str) -> list[Operation]:
    """The operations that an instruction asks for, in order; [] when it is empty."""
    quotes: list[str] = []

    def mask(match: re.Match[str]) -> str:
        quotes.append(next(group for group in match.groups() if group is not None))
        return f"\ue000{len(quotes) - 1}\ue001"

    masked = _QUOTED.sub(mask, text.replace("\ue000", "").replace("\ue001", "").strip())
    read = [
        (piece, operation) for piece in _pieces(masked) if (operation := _PartReader(quotes).read(piece)) is not None
    ]
    # A bare "yes" before other words is politeness and not the taking of a suggestion.
    return [op for piece, op in read if len(read) == 1 or not isinstance(op, TakeSuggestion) or len(piece.split()) > 2]


def _pieces(masked: str) -> Iterator[str]:
    """The parts that each ask for one thing. What follows "add ...:" is wording and stays whole."""
    rest = masked
    while rest:
        cut = _SPLIT.search(rest)
        colon = rest.find(":")
        bare = _LEAD.sub("", rest)
        if cut is None or (_INSERT.match(bare) and 0 <= colon < cut.start() and "\ue000" not in rest[colon:]):
            yield rest.strip()
            return
        yield rest[: cut.start()].strip()
        rest = rest[cut.end() :]


class _PartReader:
    """Reads one part of an instruction, with the quotations that were masked in it."""

    def __init__(self, quotes: list[str]) -> None:
        self.quotes = quotes

    def read(self, piece: str) -> Operation | None:
        text = _LEAD.sub("", piece).strip()
        if not text:
            return TakeSuggestion() if piece.strip() else None
        if _KEEP.match(text):
            return Keep()
        if _TAKE.match(text):
            return TakeSuggestion()
        hint = ""
        if about := _ABOUT.match(text):
            hint, text = self.shown(about["about"]), _LEAD.sub("", text[about.end() :])
        every, instead = bool(_EVERY.search(text)), "instead" in text.lower().split()
        text = _TAIL.sub("", text).strip()
        return (
            self._insert(text, hint)
            or self._delete(text, hint, every)
            or self._replace(text, hint, every)
            or self._say(text, hint, instead)
        )

    def shown(self, text: str) -> str:
        """With the quotations back in, without their marks."""
        return _MARK.sub(lambda m: self.quotes[int(m[1])], text).strip()

    def _only_quote(self, text: str) -> str | None:
        """The one quotation in `text`, beside which stand only words such as "the words"."""
        marks = _MARK.findall(text)
        return self.quotes[int(marks[0])] if len(marks) == 1 and len(_MARK.sub("", text).split()) <= 4 else None

    def _insert(self, text: str, hint: str) -> Operation | None:
        match = _INSERT.match(text)
        if match is None:
            return None
        rest, beside, before = match["rest"], "", False
        if place := _BESIDE.search(rest):
            rest, beside = rest[: place.start()], self.shown(place["beside"])
            before = place["side"].lower() == "before"
        quoted = self._only_quote(rest) if _MARK.search(rest) else None
        if quoted is not None:
            return Insert(quoted, f"{hint} {self.shown(_MARK.sub('', rest))}".strip(), beside, before, verbatim=True)
        wording = _CARRIER_THAT.sub("", rest)
        wording = wording if wording != rest else _CARRIER.sub("", rest)
        return Insert(self.shown(wording).strip(), hint, beside, before)

    def _delete(self, text: str, hint: str, every: bool) -> Operation | None:
        match = _DELETE.match(text)
        if match is None:
            return None
        old = match["old"].strip(" .")
        quoted = self._only_quote(old) if _MARK.search(old) else None
        if quoted is not None:
            return Delete(quoted, hint, quoted=True, every=every)
        if whole := _WHOLE.match(old):
            return Delete("", f"{hint} {whole['hint'] or ''}".strip(), unit=whole["unit"].lower())
        return Delete(self.shown(old), hint, every=every)

    def _replace(self, text: str, hint: str, every: bool) -> Operation | None:
        for number, pattern in enumerate(_REPLACE):
            match = pattern.match(text)
            if match is None:
                continue
            old, new = (
                match["old"].strip(" .,"),
                match["new"].strip().rstrip(".") if not _MARK.search(match["new"]) else match["new"],
            )
            quoted_old = self._only_quote(old) if _MARK.search(old) else None
            quoted_new = self._only_quote(new) if _MARK.search(new) else None
            if _THE_PASSAGE.fullmatch(old):
                return Say(quoted_new or self.shown(new), hint, verbatim=quoted_new is not None)
            about = f"{hint} {match.groupdict().get('what') or ''}".strip()
            wish = self.shown(text) if number >= _WISHES and quoted_old is None else ""
            return Replace(
                quoted_old or self.shown(old), quoted_new or self.shown(new), about, quoted_old is not None, every, wish
            )
        return None

    def _say(self, text: str, hint: str, instead: bool) -> Operation | None:
        words = _SAY.sub("", text).strip()
        explicit = instead or words != text
        quoted = self._only_quote(words) if _MARK.search(words) else None
        wording = quoted if quoted is not None else self.shown(words)
        return Say(wording, hint, quoted is not None, explicit) if wording else None
