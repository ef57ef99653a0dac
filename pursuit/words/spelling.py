"""Names and words of the trade as people type them: a letter amiss, or shortened. Only a unique near one is taken."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from pathlib import Path

from rapidfuzz.distance import OSA

from dialogue import learnt
from pursuit.words.names import DOUBTFUL, LARGE, STATES
from pursuit.words.slots import Mention, SlotName, first_words, forms_of, mentions
from pursuit.words.terms import ASKABLE, is_talk
from pursuit.words.vocabulary import is_of_the_trade, meanings, single_words
from wording.lists import word_lists
from wording.stems import stem

_LISTS = word_lists(Path(__file__).parent / "phrases/spelling.txt")
_NO_STATE = _LISTS["no_state"]
_SHORT = {short: word for word, forms in _LISTS.items() if word != "no_state" for short in forms}
_WORD = re.compile(r"(?<![\w/.@'’-])[A-Za-z]+(?![\w/@'’-])")
# "Modifier", "referral": the words by which something is asked for.
_ASKED_FOR = frozenset(re.findall(r"(?<![\w-])[a-z]{6,}(?![\w(\[-])", ASKABLE.replace("s?", "")))
# "Hrs/wk".
_PER = re.compile(r"(\w)/(?=(?:wk|week|mo|month|yr|year|day|visit|hr|hour)\b)")
_WITHOUT, _AGAIN = re.compile(r"\bw/o\b", re.IGNORECASE), re.compile(r"\bf/u\b", re.IGNORECASE)
# "Established pt", "pt's", "pt has": somebody, and no physical therapy.
_PATIENT_OF = re.compile(
    r"\b(?:(?<=\ba )|(?<=\bmy )|(?<=\bour )|(?<=\bnew )|(?<=\bestablished )|(?<=\bthe ))pts?(?!['’\w])"
)
_PATIENT = re.compile(
    r"\bpts?(?=\s+(?:is|has|had|was|says?|said|with|who|already|lives?|went|came|got|wants?|at\s+home)\b)|\bpt(?=['’]s\b)"
)
# What is longer was pasted, or tells a story, and is read as it stands.
_LONGEST = 600
# From so many letters on two may be amiss; a word of fewer than the second is not guessed at.
_LONG, _LEAST = 9, 5
_MOST_WORDS = 3
# Where the state stands that follows a name at once: behind a blank, a comma or a bracket.
_NEXT = 2
_LINES: dict[str, str] = {"medicaid": "Medicaid", "medicare": "Medicare"}
_WITH = re.compile(r"(?:\bw/|\b(?:w|with|at|by|from|under|thru|through|has|have|via)\s)\s*$", re.IGNORECASE)
_ARTICLE = re.compile(r"\b(?:the|an?|this|that|my|our|some)\s+$", re.IGNORECASE)
# "Me" and "or" are mostly words.
_CODE = re.compile(rf"[ ,(]{{1,2}}({'|'.join(STATES.keys() - DOUBTFUL).lower()})(?![\w'’-])")
_ENDS = re.compile(r"\s*(?:$|[^\w\s'’-]|(?:and|n|in|for|please|pls)\b)")


@lru_cache(512)
def near_names(text: str, payers: tuple[str, ...]) -> tuple[Mention, ...]:
    """The payers, plans and states that a person named with a letter amiss: "lone prarie", "georga", "w peachtree"."""
    if len(text) > _LONGEST:
        return ()
    exact = mentions(text, payers)
    words = [
        word for word in _WORD.finditer(text) if not any(m.start < word.end() and word.start() < m.end for m in exact)
    ]
    near: list[Mention] = []
    for size in range(_MOST_WORDS, 0, -1):
        for n in range(len(words) - size + 1):
            run = words[n : n + size]
            start, end = run[0].start(), run[-1].end()
            if text[start:end].count(" ") != size - 1 or any(m.start < end and start < m.end for m in near):
                continue
            if name := _nearest([word[0].lower() for word in run], payers) or _first_word(text, run, payers):
                near.append(Mention(name[0], name[1], start, end, text[start:end]))
    near += _states_behind(text, [*exact, *near])
    return tuple(sorted(near, key=lambda mention: mention.start))


def _states_behind(text: str, named: Sequence[Mention]) -> list[Mention]:
    """The states in two small letters right behind a payer: "harbor health fl"."""
    codes = (_CODE.match(text, payer.end) for payer in named if payer.slot == "payer")
    return [Mention("state", STATES[code[1].upper()], code.start(1), code.end(1), code[1]) for code in codes if code]


def with_names(text: str, payers: tuple[str, ...]) -> str:
    """What a person typed, with the names of payers, plans and states as they are written."""
    for mention in reversed(near_names(text, payers)):
        text = f"{text[: mention.start]}{mention.value}{text[mention.end :]}"
    return text


def spelled(text: str) -> str:
    """What a person typed, with short forms and words of the trade as they are written."""
    if len(text) > _LONGEST:
        return text
    text = _AGAIN.sub("follow up", _WITHOUT.sub("without", text))
    text = _PATIENT_OF.sub("patient", text)
    text = _PATIENT.sub("patient", _PER.sub(lambda word: f"{word[1]} per ", text))
    return _WORD.sub(lambda word: _SHORT.get(word[0]) or _of_the_trade(word[0]), text)


def _nearest(words: Sequence[str], payers: tuple[str, ...]) -> tuple[SlotName, str] | None:
    """The one name that these words are nearest to; None where it is none, or two."""
    if all(map(_is_known, words)):
        return None
    near: dict[tuple[SlotName, str], int] = {}
    for target, name in _targets(payers).get(len(words), ()):
        if (distance := _apart(words, target)) and not (name[0] == "state" and set(words) & _NO_STATE):
            near[name] = min(distance, near.get(name, distance))
    least = [name for name, distance in near.items() if distance == min(near.values())]
    return least[0] if len(least) == 1 else None


@lru_cache(64)
def _targets(payers: tuple[str, ...]) -> dict[int, list[tuple[list[str], tuple[SlotName, str]]]]:
    """The names that may be meant, by their number of words: those of one word alone only where they are places."""
    names: list[tuple[str, tuple[SlotName, str]]] = [(state, ("state", state)) for state in STATES.values()]
    names += [(word, ("plan", plan)) for word, plan in _LINES.items()]
    for payer in payers:
        names += [(form, ("payer", payer)) for form in forms_of(payer) if " " in form]
    by_size: dict[int, list[tuple[list[str], tuple[SlotName, str]]]] = {}
    for name, meant in names:
        words = name.lower().split()
        by_size.setdefault(len(words), []).append((words, meant))
    return by_size


def _apart(words: Sequence[str], target: Sequence[str]) -> int:
    """By how many letters words differ from those of a name; 0 where it is too many."""
    apart = 0
    for word, wanted in zip(words, target, strict=True):
        if word != wanted:
            if len(word) < _LEAST or word[0] != wanted[0] or _is_known(word):
                return 0
            apart += OSA.distance(word, wanted)
    return apart if apart <= 1 + (sum(map(len, target)) >= _LONG) else 0


def _first_word(text: str, run: Sequence[re.Match[str]], payers: tuple[str, ...]) -> tuple[SlotName, str] | None:
    """The payer of whose name somebody says the first word alone: a rare word as it is written, or before a state or
    behind "with".
    """
    word, behind = run[0][0].lower(), mentions(text[run[0].end() :])
    in_state = any(mention.slot == "state" and mention.start <= _NEXT for mention in behind) or _CODE.match(
        text, run[0].end()
    )
    stands = _WITH.search(text[: run[0].start()]) and (behind or _ENDS.match(text, run[0].end()))
    if len(run) > 1 or len(word) < _LEAST:
        return None
    if not (in_state or stands) and not _ARTICLE.search(text[: run[0].start()]):
        # "brightwater which code": no word of the language, and of one payer alone.
        alike = [of for first, of in first_words(payers).items() if first.lower() == word and not _is_known(word)]
        return ("payer", next(iter(alike[0]))) if alike and len(alike[0]) == 1 else None
    if not (in_state or stands):
        return None
    named = {
        payer: OSA.distance(word, first.lower())
        for first, of in first_words(payers).items()
        for payer in of
        if len(of) == 1 and payer not in LARGE and first[0].lower() == word[0]
    }
    near = [payer for payer, distance in named.items() if distance <= (not _is_known(word))]
    return ("payer", near[0]) if len(near) == 1 else None


def _of_the_trade(word: str) -> str:
    """The word of the trade of which this is a slip: see `_is_slip`; the word itself for others."""
    known = not word.islower() or word in single_words()
    return word if known else slip_of(word, single_words() | _ASKED_FOR)


def slip_of(word: str, targets: Iterable[str]) -> str:
    """The one of some words of which this is a slip, see `_is_slip`; the word itself where it is none, or of two."""
    if len(word) < _LEAST or _is_known(word):
        return word
    least, near = 9, set[str]()
    for target in targets:
        if target[0] != word[0] or not 0 <= len(target) - len(word) <= 2 or len(target) <= _LEAST:
            continue
        distance = OSA.distance(word, target, score_cutoff=2)
        if distance <= 1 + (len(target) >= _LONG) and _is_slip(word, target) and distance <= least:
            near, least = ({target} if distance < least else near | {target}), distance
    return near.pop() if len(near) == 1 else word


def _is_slip(word: str, target: str) -> bool:
    """Whether a word only lacks letters of the target, has two of them changed about, or one vowel for another."""
    letters: Iterator[str] = iter(target)
    if all(letter in letters for letter in word) or sorted(word) == sorted(target):
        return True
    others = [pair for pair in zip(word, target, strict=False) if pair[0] != pair[1]]
    return len(word) == len(target) and len(others) == 1 and all(letter in "aeiouy" for letter in others[0])


@lru_cache(8_192)
def _is_known(word: str) -> bool:
    """Whether it is a word that people say, which is no misspelling of another."""
    everyday = any(model.knows(word) for model in (learnt(), learnt("pursuit.offline")))
    return everyday or is_talk(word) or is_of_the_trade(word) or meanings(word) != {stem(word)}
