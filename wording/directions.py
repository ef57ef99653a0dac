"""Finds whether a person wants to buy or to sell. A negated wish, or both at once, is no direction."""

import re
from dataclasses import dataclass
from typing import Literal

from wording.amounts import lower, plain
from wording.phrases import groups

Direction = Literal["BUY", "SELL"]

_LISTS = groups("directions.txt")
# Words that lean to one side and are not enough by themselves: they carry what a model proposes, or speak against it.
_LEANING = re.compile(rf"(?<![\w'-])(?:(?P<BUY>{_LISTS['leans_to_buy']})|(?P<SELL>{_LISTS['leans_to_sell']}))(?![\w'])")
_MENTION = re.compile(rf"(?<![\w'-])(?:(?P<BUY>{_LISTS['buy']})|(?P<SELL>{_LISTS['sell']}))(?![\w'])")
# Words after or before a match that make it a term of the trade: "sell-side", "purchase price", "Best Buy".
_TERM_AFTER = re.compile(rf"[ -](?:{_LISTS['term_after']})\b|-in\b")
_TERM_BEFORE = re.compile(r"\b(?:best|hard|soft|strong|panic|short|last|previous|my recent|recent|original)[ -]$")
_NEGATION = re.compile(rf"\b(?:{_LISTS['negation']})\b")
_CLAUSE_END = re.compile(r"[,.;:!?()\n]|\b(?:but|and|so|then|because|however|although)\b")
_NO_RIGHT_BEFORE = re.compile(r"\bno(?: intention (?:of|to)| plans? to| wish to| longer(?: want to)?)? ?$")
_NEGATION_REACH = 60
_IN_PLACE_OF = re.compile(r"\b(?:instead of|rather than|in plaats van)\W+(?:\w+\W+){0,2}$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class DirectionMention:
    """BUY or SELL with the words that say so; `text[start:end]` of the original."""

    direction: Direction
    start: int
    end: int
    text: str


def direction(text: str) -> DirectionMention | None:
    """The one direction that `text` asks for; None when it names none or both, or takes it back ("don't buy").

    "Buy, not sell" is BUY: the negated word does not count. "Sell-side", "buyback" and "purchase price" never do.
    """
    return _only([mention for mention in _mentions(text, _MENTION) if not negated(text, (mention.start, mention.end))])


def leaning(text: str) -> DirectionMention | None:
    """The one side that `text` leans to in looser words ("get me 50", "reduce my holding"); None for none or both."""
    return _only([mention for mention in _mentions(text, _LEANING) if not negated(text, (mention.start, mention.end))])


def latter_direction(text: str) -> DirectionMention | None:
    """Of a text that puts one side in the other's place, the one that it comes to: "I said buy but I'm selling".

    What stands behind "instead of" is the former. None where it does not name both.
    """
    mentions = [
        mention
        for mention in sorted((*_mentions(text, _MENTION), *_mentions(text, _LEANING)), key=lambda each: each.start)
        if not negated(text, (mention.start, mention.end))
    ]
    if len({mention.direction for mention in mentions}) < 2:
        return None
    latter = [mention for mention in mentions if not _IN_PLACE_OF.search(text[: mention.start])]
    return latter[-1] if latter else None


def denied_directions(text: str) -> set[Direction]:
    """The sides that `text` takes back or refuses: "I don't want to buy"."""
    mentions = [*_mentions(text, _MENTION), *_mentions(text, _LEANING)]
    return {mention.direction for mention in mentions if negated(text, (mention.start, mention.end))}


def _mentions(text: str, pattern: re.Pattern[str]) -> list[DirectionMention]:
    source = lower(plain(text))
    mentions: list[DirectionMention] = []
    for match in pattern.finditer(source):
        start, end = match.span()
        before = source[max(0, start - 12) : start]
        if _TERM_AFTER.match(source, end) or (_TERM_BEFORE.search(before) and before.strip() != "short"):
            continue
        side: Direction = "BUY" if match["BUY"] else "SELL"
        mentions.append(DirectionMention(side, start, end, text[start:end]))
    return mentions


def _only(mentions: list[DirectionMention]) -> DirectionMention | None:
    return mentions[0] if len({mention.direction for mention in mentions}) == 1 else None


def negated(text: str, span: tuple[int, int]) -> bool:
    """Whether a negation stands before the words at `span` in their clause: "I will not sell", "no longer want to buy".

    A "no" that answers ("no, buy") ends its clause with the comma; one of its own negates only the word after it.
    """
    start = span[0]
    before = lower(plain(text[max(0, start - _NEGATION_REACH) : start]))
    clause = _CLAUSE_END.split(before)[-1]
    return bool(_NEGATION.search(clause) or _NO_RIGHT_BEFORE.search(clause))
