"""Whether the numbers of a value stand in the person's words, of whom and of what the value says them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from retirement.reading import (
    SELF,
    THEY,
    THIRD,
    Counted,
    ReadPassage,
    SentenceToken,
    is_same,
    is_same_person,
    keeps,
    key_of,
    kinds_in,
)

_BOTH = re.compile(r"\bboth (?:\w+ ){0,2}$", re.IGNORECASE)
# "For the two of us" says itself whose it is, whatever stands before it.
_OF_US = re.compile(r"\b(?:(?:the )?(?:two|both) of us|us (?:both|two)|each of us|between us)\b", re.IGNORECASE)
_CUT = re.compile(r"[,;:()—]| and | but | plus ", re.IGNORECASE)


class Contradicted(Exception):
    """The words speak against the fact. `weight` says how plainly; the text says how."""

    def __init__(self, text: str, weight: int) -> None:
        super().__init__(text)
        self.weight = weight


def is_verbatim(claimed: ReadPassage, spoken: ReadPassage) -> bool:
    """Whether a value is whole words of the person."""
    return claimed.text.lower().rstrip(".") in spoken.text.lower()


def licence(
    claimed: Counted, value: ReadPassage, spoken: ReadPassage, relations: frozenset[str], quoted: bool
) -> Counted:
    """The number of the person that `claimed` restates; raises Contradicted where there is none."""
    same = [counted for counted in spoken.numbers if claimed.measure.values & counted.measure.values]
    kept = [c for c in spoken.numbers if keeps(claimed.measure, c.measure) and not _counts_another(claimed, c, spoken)]
    number = claimed.measure.number.text[:60]
    if not kept:
        if same:
            stands = spoken.text[max(0, same[0].measure.start - 12) : same[0].measure.end + 16].strip()
            raise Contradicted(f"You did not write {number!r} as that; you wrote {stands!r}", 3)
        raise Contradicted(f"You did not write {number!r}", 0)
    agreed = [counted for counted in kept if counted.sign * claimed.sign > 0]
    if not agreed:
        raise Contradicted(f"You took {number!r} back or denied it", 5)
    # A summary's "they" are the person and the partner, as its "he" is the person.
    owner = claimed.owner if claimed.owner not in (THIRD, THEY) else SELF
    if owner == SELF and relations and not value.relations - {THIRD}:
        owner = next(iter(relations))
    unnamed = THEY if set(value.content) <= set(dict(shared_with(value, spoken))) else SELF
    verbatim = is_verbatim(value, spoken)
    # "His pension pays me 900" is told of the person, in their own words.
    own = [
        c
        for c in agreed
        if (verbatim and value.relations and c.owner == SELF)
        or _is_owner(owner, c.owner, relations)
        or c.owner == THEY != unnamed
        or (c.owner == SELF and _BOTH.search(spoken.text, 0, c.measure.start))
        or (verbatim and _OF_US.search(value.text))
    ]
    if not own:
        raise Contradicted(f"You did not write {number!r} of whom the value names", 4)
    placed = [counted for counted in own if verbatim or not _of_another_thing(counted, value, spoken, quoted)]
    if not placed:
        raise Contradicted(f"You wrote {number!r} of something else", 3)
    return placed[0]


def _is_owner(claimed: str, spoken: str, relations: frozenset[str]) -> bool:
    if spoken == SELF:
        return claimed == SELF
    return any(is_same_person(spoken, relation) for relation in relations)


def _counts_another(claimed: Counted, there: Counted, spoken: ReadPassage) -> bool:
    """Whether the words name what the value counts, and count something else: "the house has 4 bedrooms"."""
    mine, other = key_of(claimed.measure.noun), key_of(there.measure.noun)
    return bool(mine and other) and not is_same(mine, other) and any(is_same(mine, key) for key in spoken.content)


def _of_another_thing(counted: Counted, value: ReadPassage, spoken: ReadPassage, quoted: bool) -> bool:
    """Whether the few words around a number speak of another thing, and share nothing with the value.

    In quoted words the only number is of what they were quoted for.
    """
    if quoted and len(spoken.numbers) == 1:
        return False
    held = [(c.measure.start, c.measure.end) for c in spoken.numbers] + [(t.start, t.end) for t in spoken.tokens]
    marks = [cut.start() for cut in _CUT.finditer(spoken.text)]
    cuts = [0, *(cut for cut in marks if not any(a < cut < b for a, b in held)), len(spoken.text)]
    low = max(cut for cut in cuts if cut <= counted.measure.start)
    high = min((cut for cut in cuts if cut >= counted.measure.end), default=len(spoken.text))
    around = spoken.text[low:high]
    if low == 0 and high == len(spoken.text):
        return False
    keys = {key_of(token.word) for token in spoken.tokens if low <= token.start < high} - {""}
    if any(is_same(key, other) for key in keys for other in value.content):
        return False
    if not keys:
        return False
    others = [c.measure.start for c in spoken.numbers if c.measure.is_sum and c is not counted]
    if counted.measure.is_sum and any(_beside(start, cuts, value, spoken) for start in others):
        return True
    there, wanted = kinds_in(around), kinds_in(value.text)
    return bool(there and wanted and not there & wanted)


def _beside(start: int, cuts: Sequence[int], value: ReadPassage, spoken: ReadPassage) -> bool:
    """Whether what the value names stands around another number, the one that begins at `start`."""
    low = max(cut for cut in cuts if cut <= start)
    high = min(cut for cut in cuts if cut > start)
    there = [key_of(token.word) for token in spoken.tokens if low <= token.start < high]
    return any(is_same(key, other) for key in filter(None, there) for other in value.content)


def shared_with(claimed: ReadPassage, spoken: ReadPassage) -> Iterator[tuple[str, list[SentenceToken]]]:
    """The words of a value that the person said too, by their stems, with where they stand."""
    present = spoken.content
    letters = claimed.initials, spoken.initials
    for key, tokens in claimed.content.items():
        same = [token for other, there in present.items() if is_same(key, other) for token in there]
        if not same and (spelled := letters[1].get(tokens[0].word)):
            same = list(spelled)
        if not same:
            short = [t for t in spoken.tokens if t.word in letters[0] and set(tokens) & set(letters[0][t.word])]
            same = short
        if same:
            yield key, same
