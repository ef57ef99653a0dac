"""What a question asks for (a period, a percentage, a day, who), where a sentence tells it, and what none tells."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from pathlib import Path

from tax_dossier.texts import Language, text
from tax_dossier.words import likeness, speaks_of, taxes_named, telling_words, words_of
from wording.languages import function_words
from wording.phrases import patterns

_FORMS = patterns(Path(__file__).with_name("kinds.txt"), re.IGNORECASE)
_KINDS = [name.removeprefix("asks_") for name in _FORMS if name.startswith("asks_")]
_WANTED = [name.removeprefix("wants_") for name in _FORMS if name.startswith("wants_")]
# What is said to be missing, the most exact first; a sentence with a percentage tells an amount, too.
_MISSED = ("period", "rate", "amount")
_MOST_WORDS = 3
# No verb, which ends in -en.
_SHORT_NOUN = re.compile(r"\w{2,}(?!en)\w\w")
_ROLES = {"condition": ["tells_condition"], "consequence": ["tells_norm", "tells_consequence"]}


def kinds_asked(question: str) -> list[str]:
    """The kinds of fact that a question asks for; [] when none is known."""
    return [kind for kind in _KINDS if _FORMS[f"asks_{kind}"].search(question[:600])]


def told_until(sentence: str, kinds: Iterable[str]) -> int:
    """Where the first fact of these kinds ends in a sentence; 0 when it tells none."""
    facts = (_FORMS[f"tells_{kind}"].search(sentence) for kind in kinds)
    return min((match.end() for match in facts if match), default=0)


def suits(question: str, sentence: str) -> float:
    """The share of what a question looks for, as a figure or a place, of which a sentence has the words; ½ of none."""
    wanted = wanted_in(question)
    return len(held_of(wanted, sentence)) / len(wanted) if wanted else 0.5


def wanted_in(question: str) -> list[str]:
    """What a question looks for: "time", "figure", "place" and the like."""
    return [kind for kind in _WANTED if _FORMS[f"wants_{kind}"].search(question[:600])]


def held_of(wanted: Iterable[str], passage: str) -> list[str]:
    """Of what is looked for that of which a passage has the words."""
    return [kind for kind in wanted if _FORMS[f"holds_{kind}"].search(passage)]


def says(role: str, sentence: str) -> bool:
    """Whether a sentence has the form of a "condition" or of a "consequence"."""
    return any(_FORMS[name].search(sentence) for name in _ROLES[role])


def unanswered(question: str, quoted: Sequence[str], texts: Iterable[str], language: Language) -> list[str]:
    """Sentences on what is asked and no source tells: the things that none names, and a fact that none has."""
    asked, missing = kinds_asked(question), []
    if language == "nl" and (words := _unnamed(question, " ".join(texts))):
        missing.append(text(language, "unnamed", words=", ".join(f"‘{word}’" for word in words)))
    kind = next((kind for kind in _MISSED if kind in asked), "")
    if kind and not any(told_until(line, [*asked, "amount"]) for line in quoted):
        missing.append(text(language, f"no_{kind}"))
    return [" ".join(missing), ""] if missing else []


def is_absent(question: str, texts: Iterable[str]) -> bool:
    """Whether a Dutch question names something, and no text speaks of anything that it names."""
    unnamed = _unnamed(question, " ".join(texts))
    return bool(unnamed) and set(telling_words(question)) <= set(unnamed)


def _unnamed(question: str, texts: str) -> list[str]:
    """The nouns of a question that no text speaks of: long words, and those behind an article or a preposition."""
    held = set(words_of(texts))
    unnamed: list[str] = []
    # What alone a tax is asked of is a noun, however short: "btw op een sauna?".
    words = telling_words(question)
    matter = [word for word in words if not taxes_named(word)]
    short = [word for word in matter if len(matter) == 1 < len(words) and _SHORT_NOUN.fullmatch(word)]
    for noun in dict.fromkeys([*(match["noun"] for match in _FORMS["noun"].finditer(question.lower())), *short]):
        known = noun not in telling_words(noun) or noun in function_words("nl") or _FORMS["of_law"].fullmatch(noun)
        if not known and not any(likeness(noun, other) for other in (*held, *unnamed)) and not speaks_of(noun, texts):
            unnamed.append(noun)
    return unnamed[:_MOST_WORDS]
