"""What people say and what the law calls it, and what a question or a source is about."""

from __future__ import annotations

import re
from collections.abc import Sequence, Set
from datetime import date
from functools import cache, lru_cache
from pathlib import Path

from tax_dossier.record import SourceView
from wording.languages import function_words, without_accents
from wording.phrases import patterns

_PHRASES = Path(__file__).parent / "phrases"
_WORD = re.compile(r"[^\W\d_]{3,}")
# "btwaangifte" is written for "btw-aangifte", and "New York" is nothing new.
_JOINED, _NEW_PLACE = re.compile(r"\bbtw(?=[^\W\d_]{4})"), re.compile(r"\bnew (?=york|zealand|delhi|orleans|jersey)")
_DOUBLED, _VERB_ENDING, _LEAST_STEM = re.compile(r"(\w)\1"), re.compile(r"(?:en|de|te|d|t)$"), 4
# "erf- en schenkbelasting" speaks of both.
_HALVED = re.compile(r"\b(\w+)- en (?=(\w+?)(belasting|kosten|aftrek)\b)\w+")
_EMPTY = function_words("nl", "en") | {"artikel", "gelden", "geldt", "haar", "must", "ons"}
# {words of the law: the everyday words for them}
_LAW_WORDS = patterns(_PHRASES / "vocabulary.txt", re.IGNORECASE)
_TAXES = patterns(_PHRASES / "taxes.txt", re.IGNORECASE)
_MATTERS = patterns(_PHRASES / "matters.txt", re.IGNORECASE)
# {the day from which a rule is law: what people call it}
_YOUNGER = patterns(_PHRASES / "younger.txt", re.IGNORECASE)
_DAYS = [name for name in _YOUNGER if name[0].isdigit()]
_TELLS_LITTLE = patterns(_PHRASES / "subjects.txt")["tells_little"]
# How much of the law's words for a topic a text must hold to be about it; and of other words.
_MOST_OF_IT, _HALF = 0.6, 0.5
# Of a summary the beginning says what it is about.
_NAME_CHARS = 200
# The name of a tax, a scheme or a ruling.
_TERM = re.compile(r"\w{3}(?:belasting|heffing|accijns|regeling|aftrek|vrijstelling|arrest)$")
# Where a message asks a second thing: "mag ik verdelen, en wat krijgt ieder?"
_ASKS_HOW = (
    r"(?:(?:vanaf|tot|met|binnen|voor|per|from|until|by|at|for)\s+)?"
    r"(?:wat|hoe\w*|wie|wanneer|welke?|what|how|who|when|which)"
)
_ASKS_IF = (
    r"(?:mag|kan|kun|moet|geldt|telt|krijg|may|can|must|do|does|is|are)"
    r"\s+(?:ik|wij|we|je|u|het|de|een|dat|i|it|the)"
)
_SECOND = re.compile(
    rf"[?,]?\s+(?:en|and)\s+(?={_ASKS_HOW}\b)|[?,]\s+(?:en|and)\s+(?={_ASKS_IF}\b)|\?\s+(?=\w)", re.IGNORECASE
)
# "…, niet die van de btw": what a question is not about.
_NOT = r"(?:niet|geen|not|no)\s+(?!eens|akkoord)"
_DENIED = re.compile(rf"[,;(]?\s+(?:en\s+|and\s+|dus\s+)?{_NOT}[^,.;?!()]+\)?", re.IGNORECASE)
# What stands between a question and the one that it goes on from.
_GOES_ON = "? ("
# Two telling words, or a long one, say what is asked.
_LEAST_ASKED, _LONG = 2, 10


@lru_cache(maxsize=512)
def in_law_words(question: str) -> str:
    """The words that the law has for what a question speaks of; "" when it says nothing that is known here."""
    return " ".join(dict.fromkeys(word for law_words in _of_law(question) for word in law_words.split()))


def _of_law(question: str) -> list[str]:
    return [law for law, everyday in _LAW_WORDS.items() if everyday.search(question[:2000])]


def _of_each(question: str) -> list[list[str]]:
    """The law's telling words for each thing that a question speaks of."""
    return [words for law in _of_law(question) if (words := telling_words(law))]


@cache
def everyday_words() -> frozenset[str]:
    """The words that stand in the vocabulary."""
    return frozenset(re.findall(r"[a-zé]{6,}", (_PHRASES / "vocabulary.txt").read_text("utf-8").lower()))


def of_one_topic(question: str) -> str:
    """What goes on from a question, with the names of what that one was about; "" where it names none."""
    own, before = asked_and_before(question)
    terms = [word for word in dict.fromkeys(words_of(before)) if _TERM.search(word)]
    return f"{own} {' '.join(terms)}" if terms else ""


def is_name_of_a_tax(word: str) -> bool:
    """Whether a word is the name of a tax, a scheme or a ruling ("hondenbelasting"), and no part of another word."""
    return bool(_TERM.search(word))


def taxes_named(question: str) -> set[str]:
    """The keys of the laws of the taxes that a question names; empty when it names none."""
    return {key for key, named in _TAXES.items() if named.search(question[:2000])}


def taxes_asked(question: str) -> set[str]:
    """Those that a question names, else those that alone have its matter: the inheritance tax has a legacy."""
    return taxes_named(question) or {key for key, own in _MATTERS.items() if own.search(question[:2000])}


def law_since(question: str) -> date | None:
    """The day from which the rule that a question is about is law, where that is known here."""
    return max((date.fromisoformat(day) for day in _DAYS if _YOUNGER[day].search(question[:2000])), default=None)


def is_of_a_tax(laws: Set[str], taxes: Set[str]) -> bool:
    """Whether what rests on these laws, by their keys, is of one of these taxes, or of no tax that is known here."""
    return not laws.isdisjoint(taxes) or laws.isdisjoint(_TAXES)


def words_of(text: str) -> list[str]:
    """The telling words of a text, in small letters without accents."""
    whole = _HALVED.sub(r"\1\3 \2\3", _NEW_PLACE.sub("", _JOINED.sub("btw ", without_accents(text))))
    return [word for word in _WORD.findall(whole) if word not in _EMPTY]


def telling_words(question: str) -> list[str]:
    """The words that tell what a question is about: "kosten" or "aftrekken" every other article has."""
    return [word for word in words_of(question) if not _TELLS_LITTLE.fullmatch(word)]


@lru_cache(maxsize=100_000)
def likeness(word: str, other: str) -> float:
    """How alike two words are: 1 for the same stem ("aftrekken", "aftrekbaar"), less for a part of a compound."""
    if word == other:
        return 1.0
    short, long = sorted((word, other), key=len)
    same = next((n for n, (a, b) in enumerate(zip(short, long, strict=False)) if a != b), len(short))
    if same >= 6 or (same == len(short) >= 4 and len(long) - len(short) <= 3):
        return 0.9
    # The forms of a Dutch verb: "bewaren" and "bewaard", "verhuren" and "verhuurt".
    stems = [_VERB_ENDING.sub("", _DOUBLED.sub(r"\1", form)) for form in (word, other)]
    if len(stems[0]) >= _LEAST_STEM and stems[0] == stems[1]:
        return 0.9
    return 0.5 if len(short) >= 5 and (long.endswith(short) or long.startswith(short)) else 0.0


def speaks_of(question: str, text: str) -> bool:
    """Whether a text speaks of what a question is about: of half of its telling words, in its own or the law's words.

    A question of which the vocabulary has no word may be about anything, so more of it must be spoken of.
    """
    asked, law = telling_words(question), _of_each(question)
    held = {*telling_words(text)}
    # "hondenbelasting" is not spoken of by a text that speaks of some tax.
    terms = [_holds_term(word, held) for word in asked if _TERM.search(word)]
    if terms and not any(terms):
        return False
    if (
        not asked
        or (law and sum(_share(some, held) >= _MOST_OF_IT for some in law) >= len(law) * _HALF)
        or any(len(some) > 1 and _share(some, held) == 1.0 for some in law)
    ):
        return True
    # "motorrijtuigenbelasting" says what is asked, whatever else is told of the car.
    if terms and all(terms):
        return True
    of_law = [words_of(in_law_words(word)) for word in asked]
    spoken = [
        _share([word], held) == 1.0 or _share(own, held) >= _HALF for word, own in zip(asked, of_law, strict=True)
    ]
    return sum(spoken) >= len(asked) * (_HALF if law else _MOST_OF_IT)


def _holds_term(term: str, held: Set[str]) -> bool:
    """Whether the name of a tax, a scheme or a ruling is among the words held, or most of the law's words for it."""
    return any(likeness(term, other) > _HALF for other in held) or (
        bool(law := words_of(in_law_words(term))) and _share(law, held) >= _MOST_OF_IT
    )


def without_denied(question: str) -> str:
    """A question without what it says that it is not about: "… of the corporate tax, not that of VAT".

    Who asks whether no VAT is due names one tax alone, and is not left without it.
    """

    def left(match: re.Match[str]) -> str:
        denied, rest = taxes_named(match[0]), question[: match.start()] + question[match.end() :]
        return "" if denied and taxes_named(rest) - denied else match[0]

    return _DENIED.sub(left, question)


def is_another(question: str, before: str) -> bool:
    """Whether what goes on from a question is of a matter of its own: another tax, or by the law's words for it."""
    if taxes_named(question) - taxes_named(before):
        return True
    own, earlier = in_law_words(question).split(), set(in_law_words(before).split())
    return bool(own) and not earlier & {*own}


def names(question: str, heading: str) -> bool:
    """Whether a heading names a thing that a question asks about, so that its text need not speak of the rest."""
    held = telling_words(heading.rpartition("›")[2])
    return any(likeness(word, other) > _HALF for word in telling_words(question) for other in held)


def _share(wanted: Sequence[str], held: Set[str]) -> float:
    """Which share of the wanted words is among those held, also as a part of a compound."""
    return sum(any(likeness(word, other) >= 0.5 for other in held) for word in wanted) / max(1, len(wanted))


def going_on(question: str, before: str) -> str:
    """A question that goes on from another, with that one behind it in brackets."""
    own, _, earlier = before.partition(_GOES_ON)
    return f"{question.rstrip('?. ')}{_GOES_ON}{' '.join((own, earlier)).rstrip('?.) ')})"


def asked_and_before(question: str) -> tuple[str, str]:
    """What a question asks itself, and the question that it goes on from; "" where it goes on from none."""
    own, _, before = question.partition(_GOES_ON)
    return own, before


def things_asked(question: str) -> list[str]:
    """The questions that stand in one; the whole where only one of them says what it is about."""
    if _GOES_ON in question:
        return [question]
    parts = _SECOND.split(question)
    telling = [telling_words(part) for part in parts]
    says_what = all(len(some) >= _LEAST_ASKED or any(len(word) >= _LONG for word in some) for some in telling)
    return parts if says_what else [question]


def description_of(source: SourceView) -> str:
    """Everything that names a source, without its text."""
    values = source.metadata
    path = values.get("path")
    fields = ("law", "abbr", "heading", "subject", "summary", "court", "case_number")
    names = [str(values.get(name) or "")[:_NAME_CHARS] for name in fields]
    # The mark of a sample says nothing of what it is about.
    title = re.sub(r"\s*\([^()]*\)$", "", source.title) if values.get("sample") else source.title
    return " ".join([title, *names, *(str(step) for step in (path if isinstance(path, list) else ()))])
