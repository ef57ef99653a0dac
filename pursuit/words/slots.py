"""Payer, line of business, type of plan and state in a person's own words, each with its place."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Literal

from pursuit.words.names import SERVICE, STATES, lines_in, other_names, payer_name, types_in
from pursuit.words.states import states_in
from pursuit.words.terms import ASKABLE, ASKING, is_talk
from pursuit.words.vocabulary import is_of_the_trade
from wording.lists import word_lists
from wording.phrases import patterns

_PATTERNS = patterns(Path(__file__).parent / "phrases/slots_patterns.txt", re.I)

SlotName = Literal["payer", "plan", "plan_type", "state"]

# The last words of a payer's name that people leave out; those of the second pattern where two words are left.
_LEFT_OUT = _PATTERNS["left_out"]
_LEFT_OUT_OF_TWO = re.compile(
    r"(?<=\w\s)(?P<rest>\S+)\s+(?:community|advantage|mutual|partners|alliance|network|assurance|cooperative|choice)$",
    re.I,
)
_TOO_COMMON = word_lists(Path(__file__).parent / "phrases/talk_words.txt")["too_common"]
_TAKEN_BACK = _PATTERNS["taken_back"]
_INSTEAD = _PATTERNS["instead"]
_WRITTEN = _PATTERNS["written"]
# "Aetna Better Health" is not Aetna: what goes on in capitals, or in such words, up to the end of a payer's name.
_NAME_END = _PATTERNS["name_end"].pattern
_GOES_ON = re.compile(_PATTERNS["goes_on"].pattern)
# "VA" is the Veterans' too. A state's letters stand before a sign, a line of business or a question.
_CODE_BEHIND = re.compile(
    rf"[ ,(]{{1,2}}({'|'.join(sorted(STATES.keys() - {'VA'}))})"
    r"(?=\s*(?:$|[:,;.)?!]|[-–—]\s)|\s+(?:medic\w+|HMO|PPO|EPO|POS|plan|how|what|is|does|do|can|when)\b)"
)
_BEGINS_BEFORE = re.compile(r"(?<![.?!:\n] )(?<!^)\b(?P<word>[A-Z][a-z]{2,})\s+$")


@dataclass(frozen=True, slots=True)
class Mention:
    """A slot that the words name: `text[start:end]` says it, `value` is its one canonical form."""

    slot: SlotName
    value: str
    start: int
    end: int
    words: str


def mentions(text: str, payers: Iterable[str] = ()) -> list[Mention]:
    """Every payer, line of business, type of plan and state that `text` names, in order of place. Never a default.

    `payers` are the names that the collection's documents carry; a short form of one counts where it is no common
    word. Abbreviations of states count in capitals only, and those that are also words ("OR", "IN", "ME", "PA") only
    where the words around them speak of a place.
    """
    return list(_mentions(text, tuple(dict.fromkeys(payers))))


@lru_cache(512)
def _mentions(text: str, payers: tuple[str, ...]) -> tuple[Mention, ...]:
    """Once for the many places of a turn that ask it of the same words."""
    mentioned = [Mention("state", of.state, of.start, of.end, text[of.start : of.end]) for of in states_in(text)]
    mentioned += [Mention("plan", name, line.start(), line.end(), line[0]) for name, line in lines_in(text)]
    mentioned += [Mention("plan_type", name, kind.start(), kind.end(), kind[0]) for name, kind in types_in(text)]
    named = _payers(text, payers)
    mentioned += named
    mentioned += [state for payer in named for state in _states_behind(text, payer.end) if state not in mentioned]
    return tuple(sorted(mentioned, key=lambda mention: (mention.start, -mention.end)))


def _states_behind(text: str, end: int) -> list[Mention]:
    """The state whose two letters stand right behind a payer's name: "Harbor Health OR: …"."""
    code = _CODE_BEHIND.match(text, end)
    return [Mention("state", STATES[code[1]], code.start(1), code.end(1), code[1])] if code else []


def meant(text: str, payers: Iterable[str] = (), near: Iterable[Mention] = ()) -> list[Mention]:
    """What `text` names, without what it takes back: "Texas, not Florida", "I said Florida, I meant Texas".

    `near` are the names in it that are misspelt.
    """
    there = sorted([*mentions(text, payers), *near], key=lambda mention: (mention.start, -mention.end))
    named = [mention for mention in there if not _TAKEN_BACK.search(text[: mention.start])]
    named = [
        mention for mention in named if not (_WRITTEN.search(text[: mention.start]) and _put_right(mention, named))
    ]
    instead = {mention.slot for mention in named if _INSTEAD.search(text[: mention.start])}
    return [mention for mention in named if mention.slot not in instead or _INSTEAD.search(text[: mention.start])]


def _put_right(written: Mention, named: Iterable[Mention]) -> bool:
    """Whether another value of the kind follows: "I typed Georgia, but it is Florida"."""
    return any(
        mention.slot == written.slot and mention.value != written.value and mention.start > written.start
        for mention in named
    )


def values(text: str, payers: Iterable[str] = (), near: Iterable[Mention] = ()) -> dict[SlotName, str]:
    """The slots that `text` gives without doubt: of a slot with two values nothing is taken."""
    values_of: dict[SlotName, set[str]] = {}
    for mention in meant(text, payers, near):
        values_of.setdefault(mention.slot, set()).add(mention.value)
    return {slot: next(iter(of)) for slot, of in values_of.items() if len(of) == 1}


def _payers(text: str, payers: tuple[str, ...]) -> list[Mention]:
    mentioned: list[Mention] = []
    for pattern, name in _patterns(payers):
        for match in pattern.finditer(text):
            if not any(mention.start < match.end() and match.start() < mention.end for mention in mentioned):
                start, end = _whole_name(text, match.start(), match.end())
                other = (start, end) != (match.start(), match.end())
                value = " ".join(text[start:end].split()) if other else name
                mentioned.append(Mention("payer", value, start, end, text[start:end]))
    return mentioned


def _whole_name(text: str, start: int, end: int) -> tuple[int, int]:
    """Where the name begins and ends of which `text[start:end]` is a part: "Aetna" of "Aetna Better Health"."""
    if (more := _GOES_ON.match(text, end)) and not SERVICE.search(more[0]):
        end = more.end()
    before = _BEGINS_BEFORE.search(text[:start])
    # A capital word before it is of the name where it asks nothing and is no known word: "North Harbor Health".
    if before and before["word"].lower() not in ASKING and not _is_known(before["word"]):
        start = before.start("word")
    return start, end


def _is_known(word: str) -> bool:
    return bool(is_of_the_trade(word) or SERVICE.search(word) or re.fullmatch(ASKABLE, word, re.I) or states_in(word))


@lru_cache(64)
def _patterns(payers: tuple[str, ...]) -> list[tuple[re.Pattern[str], str]]:
    """What finds each name, the longest first. A short form that two payers share finds neither."""
    forms: dict[str, set[str]] = {}
    for payer in payers:
        for form in [*forms_of(payer), *other_names(payer)]:
            forms.setdefault(form.lower(), set()).add(payer)
    named = [
        (re.compile(rf"(?<!\w){re.escape(form)}(?!\w)".replace(r"\ ", r"[\s-]+"), re.I), min(sorted(of), key=len))
        for form, of in sorted(forms.items(), key=lambda item: -len(item[0]))
        # One payer that documents name in several ways goes by the shortest of its names.
        if _are_one(of)
    ]
    return named + [
        # With its capital, and before no other name than a state's: "Peachtree", and not "Peachtree Street".
        (
            re.compile(rf"(?<!\w){re.escape(word)}(?![\w'’-]|\s+(?!(?:{'|'.join(STATES.values())})\b)[A-Z][a-z])"),
            next(iter(of)),
        )
        for word, of in first_words(payers).items()
        if len(of) == 1 and word.lower() not in forms
    ]


def names_of_payer(text: str, payers: Iterable[str] = ()) -> list[Mention]:
    """The name that answers which payer it is, of one that nobody knows here: "Foobar Care" of "Foobar Care, Ohio".

    It stands as a name does: in capitals, or alone before the comma and the state.
    """
    taken = mentions(text, payers)
    mentioned = []
    for piece in re.finditer(r"[^,;.!?\n]+", text):
        lead = _ANSWER_LEAD.match(piece[0])
        start = piece.start() + (lead.end() if lead else 0)
        inside = [mention.start for mention in taken if start <= mention.start < piece.end()]
        name = _ANSWER_TAIL.sub("", text[start : min([piece.end(), *inside])]).strip()
        if _stands_as_name(name.split(), alone=bool(taken) and not inside):
            place = text.index(name, start)
            mentioned.append(Mention("payer", " ".join(name.split()), place, place + len(name), name))
    return mentioned if len(mentioned) == 1 else []


_LONGEST_NAME = 5
_JOINS = frozenset({"of", "the", "and", "&"})
_ANSWER_LEAD = _PATTERNS["answer_lead"]
_ANSWER_TAIL = re.compile(r"(?:\s+(?:in|from|of|and|for|under|at|plan|is|please|thanks))+\s*$", re.IGNORECASE)


def _stands_as_name(words: list[str], *, alone: bool) -> bool:
    """Whether these words can only be a name; `alone` says that the state stands behind a comma."""
    own = [word for word in words if word.lower() not in _JOINS]
    if not own or len(words) > _LONGEST_NAME or all(map(is_talk, own)) or any(w.lower() in ASKING for w in own):
        return False
    ends = [bool(re.fullmatch(_NAME_END, word, re.I)) for word in own]
    if is_of_the_trade(" ".join(word for word, end in zip(own, ends, strict=True) if not end)):
        return False
    # One word with a capital may only begin a sentence.
    return alone or (all(word[:1].isupper() for word in own) and (len(own) > 1 or ends[-1]))


def _are_one(payers: set[str]) -> bool:
    """Whether names are of one payer, the shortest of which says no state and no line that others do not say."""
    names = {payer_name(payer) for payer in payers}
    plain = payer_name(min(sorted(payers), key=len))
    says_no_more = not (plain.state or plain.plan or plain.plan_type)
    return len(names) == 1 or (len({name.payer for name in names}) == 1 and says_no_more)


def first_words(payers: Iterable[str]) -> dict[str, set[str]]:
    """The first words of names that have several, where such a word is a name by itself: who is called so."""
    words_of: dict[str, set[str]] = {}
    states = {word for state in STATES.values() for word in state.split()}
    for payer in payers:
        word, _, rest = payer.partition(" ")
        is_name = rest and re.fullmatch(r"[A-Z][a-z]{4,}", word) and not lines_in(word)
        if is_name and word.lower() not in _TOO_COMMON and word not in states and not is_talk(word):
            words_of.setdefault(word, set()).add(payer)
    return words_of


def forms_of(payer: str) -> list[str]:
    """A payer's name and its short forms: no common word, and none that begins with a state's name."""
    short, forms = " ".join(payer.split()), []
    while short and short not in forms:
        forms.append(short)
        short = _LEFT_OUT_OF_TWO.sub(r"\g<rest>", _LEFT_OUT.sub("", short).strip())
    places = tuple(STATES.values())
    return forms[:1] + [
        form for form in forms[1:] if form.lower() not in _TOO_COMMON and len(form) > 3 and not form.startswith(places)
    ]


def replaced(text: str, slot: SlotName, old: str, new: str, payers: Iterable[str] = ()) -> str:
    """`text` with every name of `old` for this slot said as `new`."""
    for mention in reversed(mentions(text, payers)):
        if mention.slot == slot and mention.value == old:
            text = text[: mention.start] + new + text[mention.end :]
    return text
