"""How a sentence stands to what it names: told or denied, asked or supposed, of whom, quoted from somebody else.

It knows function words only: what is said is the proposer's to understand, that it is said is verified here.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from retirement.reading.measures import NAMES
from retirement.reading.people import OBJECT_WORDS, RELATION, SELF_WORDS, THIRD_WORDS, owners_of
from wording.amounts import words
from wording.attribution import pretended_from
from wording.lists import word_lists
from wording.phrases import groups

_PATTERNS = groups(Path(__file__).parent / "patterns/assertions.txt")
_LISTS = word_lists(Path(__file__).parent / "phrases/lists.txt")

_TOKEN = re.compile(
    rf"(?P<name>{NAMES.pattern})|[^\W\d_]+(?:['’][^\W\d_]+)*|\d(?:[\d.,]*\d)?|[^\w\s]", re.IGNORECASE | re.UNICODE
)
MAX_TOKENS = 400

_SUBJECTS = SELF_WORDS | THIRD_WORDS | words("they it you the there this that their its wife husband")
_VERBS = words("is are was were am has have had does do did will would gets get isn't aren't")
_BEFORE_TESTAMENT = words("a old new simple joint my our the no any his her their living of have has valid last")

_DENIES = re.compile(_PATTERNS["denies"])
ASKS = re.compile(_PATTERNS["asks"])
_DENIES_NEXT = words("no none zero nothing against geen kein keine")
_OF_NOTHING = words("in for on of from")
_NO_DENIAL = re.compile(_PATTERNS["no_denial"], re.IGNORECASE)
OVER = re.compile(
    r"\b(?:used to|no longer|not any ?more|turned down|opted out|got rid|instead of|rather than|vroeger|niet meer)\b",
    re.IGNORECASE,
)
PAID = re.compile(_PATTERNS["paid"], re.IGNORECASE)
_UNPAID = re.compile(_PATTERNS["unpaid"], re.I)
_BREAKS = words(
    """
    but however though although while whereas except which because since so unless ; — ( ) : maar omdat
    """
)
_SOFT = frozenset((",", "and", "plus", "&", "en"))
_SUPPOSES = re.compile(_PATTERNS["supposes"], re.IGNORECASE)
_IF = re.compile(
    r"(?<!as )(?<!what )(?<!even )\b(?:if (?!that helps|you ask|needed|possible)|als (?:ik|we|wij|mijn|ons|onze))\b",
    re.IGNORECASE,
)
_WISHES = _LISTS["wishes"]
_TELLERS = frozenset(("i", "we"))
# What "I" and "we" stand under in a sentence that goes on.
_UNDER = _LISTS["under"]
_INVERTED = re.compile(_PATTERNS["inverted"])
_QUOTED = re.compile(r"[\"“][^\"“”]{3,}[\"”]")
TOLD, ASKED, SUPPOSED, CONDITION, QUOTED, WISHED = "told", "asked", "supposed", "condition", "quoted", "wished"


@dataclass(frozen=True, slots=True)
class SentenceToken:
    """A word or number of a sentence, with how it stands there.

    `sign` is 1 told, -1 denied, 0 left open. `owner` is whose it is: SELF, THIRD (he or she), or a relation.
    `clause` counts the clauses of the sentence.
    """

    word: str
    start: int
    end: int
    sign: int
    owner: str
    mode: str
    clause: int


@lru_cache(maxsize=512)
def read_sentence(text: str) -> tuple[SentenceToken, ...]:
    """The words of one sentence as they stand."""
    raw = [(match[0].lower().replace("’", "'"), match.start(), match.end()) for match in _TOKEN.finditer(text)][
        :MAX_TOKENS
    ]
    # The will of somebody who has one is no verb, and a hyphen between blanks is a dash.
    raw = [
        ("testament" if _is_testament(raw, place) else "—" if _is_dash(text, word, low, high) else word, low, high)
        for place, (word, low, high) in enumerate(raw)
    ]
    sentence = [word for word, _, _ in raw]
    clauses = _clauses(sentence)
    signs, owners = _signs(sentence, clauses), owners_of(sentence)
    modes = _modes(text, raw, clauses)
    return tuple(
        SentenceToken(word, start, end, signs[place], owners[place], modes[place], clauses[place])
        for place, (word, start, end) in enumerate(raw)
    )


def _is_testament(raw: list[tuple[str, int, int]], place: int) -> bool:
    word, before = raw[place][0], raw[place - 1][0] if place else ""
    return word == "wills" or (word == "will" and before in _BEFORE_TESTAMENT)


def _is_dash(text: str, word: str, low: int, high: int) -> bool:
    return word in ("-", "–") and text[max(0, low - 1) : low].isspace() and text[high : high + 1].isspace()


def _clauses(sentence: list[str]) -> list[int]:
    number, numbers = 0, []
    for place, word in enumerate(sentence):
        after = sentence[place + 1] if place + 1 < len(sentence) else ""
        begins = word in _SOFT | {"or"} and (after.split("'")[0] in _SUBJECTS or after in RELATION)
        begins = begins or (word == "," and any(later in _VERBS for later in sentence[place + 2 : place + 5]))
        if word in _BREAKS or begins:
            number += 1
        numbers.append(number)
    return numbers


def _signs(sentence: list[str], clauses: list[int]) -> list[int]:
    signs = [1] * len(sentence)
    line = " ".join(sentence)
    for place, word in enumerate(sentence):
        pair = " ".join(sentence[place : place + 3])
        if word == "former" and sentence[place + 1 : place + 2] and sentence[place + 1] in RELATION:
            continue
        if _NO_DENIAL.match(pair) or (word == "no" and place == 0 and sentence[1:2] in ([","], ["."], ["!"], [";"])):
            continue
        if _DENIES.fullmatch(word) or OVER.match(pair):
            _deny(signs, range(place, _reach(sentence, place)), clauses, -1)
        elif word in _DENIES_NEXT:
            _deny(signs, _next_things(sentence, place), clauses, -1)
    # "A will: none", "a pension I don't have": nothing follows that could be denied.
    last = [place for place, word in enumerate(sentence) if word[0].isalnum()][-1:]
    final = last and (
        sentence[last[0]] in {"none", "no", "nope", "not"} or re.search(r"n't (?:have|do|own)(?: one| any)?\W*$", line)
    )
    if final and len(sentence) > 1 and not any(is_negation(word) for word in sentence[: last[0]]):
        return [
            -sign if clauses[place] == clauses[last[0]] or ":" in sentence else sign for place, sign in enumerate(signs)
        ]
    return signs


def _deny(signs: list[int], places: range, clauses: list[int], factor: int) -> None:
    for place in places[1:]:
        if clauses[place] != clauses[places[0]]:
            break
        signs[place] *= factor


def _reach(sentence: list[str], place: int) -> int:
    """How far a denial reaches: not beyond a comma or "and" after which something else is denied, or told after all."""
    if sentence[place + 1 : place + 2] == [","]:
        return place + 1
    for end in range(place + 1, len(sentence) - 1):
        following = sentence[end + 1 : end + 4]
        if sentence[end] in _SOFT and (
            following[0] in ("just", "only") or any(is_negation(word) for word in following)
        ):
            return end
    return len(sentence)


def is_negation(word: str) -> bool:
    return word in _DENIES_NEXT or _DENIES.fullmatch(word) is not None


def _next_things(sentence: list[str], place: int) -> range:
    """What "no" denies: up to the next comma or "and", and the whole of "no pension, savings or debts"."""
    end = place + 1
    if sentence[place] == "nothing" and sentence[end : end + 1] and sentence[end] in _OF_NOTHING:
        end += 1
    while end < len(sentence) and sentence[end] not in _SOFT | OBJECT_WORDS and sentence[end] not in _BREAKS:
        end += 1
    if end < len(sentence) and sentence[end] == ",":
        following = sentence[end + 1 : end + 8]
        if "or" in following and not {"no", "and", "but", ";"} & set(following[: following.index("or")]):
            end = min(len(sentence), end + 8)
    return range(place, end)


def _modes(text: str, raw: list[tuple[str, int, int]], clauses: list[int]) -> list[str]:
    asked = _asked_from(text, raw, clauses)
    pretended, condition = pretended_from(text), _IF.search(text)
    supposed = [match.span() for match in _SUPPOSES.finditer(text)]
    quoted = [match.span() for match in _QUOTED.finditer(text) if len(match[0].split()) > 1]
    wished, modes, told_from = -1, [], 0
    for place, (word, start, _) in enumerate(raw):
        goes_on = _goes_on(raw, place)
        wished = clauses[place] if word in _WISHES else -1 if word == "," or goes_on else wished
        told_from = start if goes_on else told_from
        if any(low < start < high for low, high in quoted):
            modes.append(QUOTED)
        elif start >= asked:
            modes.append(ASKED)
        elif start >= pretended or any(low <= start and told_from < max(high, low + 1) for low, high in supposed):
            modes.append(SUPPOSED)
        elif condition and start >= condition.start():
            modes.append(CONDITION)
        else:
            modes.append(WISHED if wished == clauses[place] else TOLD)
    return modes


def _goes_on(raw: list[tuple[str, int, int]], place: int) -> bool:
    """Whether the person begins to tell of themselves anew, and not under a "when", a "that" or a wish."""
    if place == 0 or raw[place][0].split("'")[0] not in _TELLERS:
        return False
    before = [word for word, _, _ in raw[max(0, place - 2) : place]]
    before = before[:-1] if before[-1] in _SOFT and len(before) > 1 else before
    return before[-1] not in _UNDER | _WISHES


def _asked_from(text: str, raw: list[tuple[str, int, int]], clauses: list[int]) -> int:
    """Where in a sentence the asking begins; beyond its end where nothing is asked."""
    ends = text.rstrip(" \"'”’)\n").endswith("?")
    starts = [start for place, (_, start, _) in enumerate(raw) if place == 0 or clauses[place] != clauses[place - 1]
              or raw[place - 1][0] in _SOFT]  # fmt: skip
    for start in starts:
        clause = text[start:].lower().replace("’", "'").lstrip(" ,;:()-—")
        clause = re.sub(r"^(?:and|but|so|or)\s+", "", clause)
        if (ASKS.match(clause) or (ends and _INVERTED.match(clause))) and (
            ends or (start == starts[0] and not clause.startswith("has "))
        ):
            return start
    short = len(raw) <= 3 and any(word[0].isdigit() for word, _, _ in raw)
    return len(text) if not ends or short else 0


def names_somebody(tokens: Iterable[SentenceToken]) -> bool:
    """Whether the person or somebody else is named: a bare "61" is whose the question asked for."""
    return any(token.owner or token.word.split("'")[0] in SELF_WORDS for token in tokens)


def denies_first(tokens: Sequence[SentenceToken]) -> bool:
    """Whether words begin with a denial and hold nothing to deny: "not yet", "never", "neither of us"."""
    return bool(tokens) and is_negation(tokens[0].word)


def is_paid(text: str) -> bool:
    """Whether a text says that a debt is paid, and not that it will be or is not."""
    return any(
        not _UNPAID.search(text[max(0, match.start() - 40) : match.start()])
        for match in PAID.finditer(text.replace("’", "'"))
    )
