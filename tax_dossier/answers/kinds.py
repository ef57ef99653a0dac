"""What a question asks for (a period, a percentage, a day, who), where a sentence tells it, and what none tells."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from pathlib import Path

from tax_dossier.texts import Language, text
from tax_dossier.words import in_law_words, likeness, speaks_of, telling_words, words_of
from wording.languages import function_words
from wording.phrases import patterns

_FORMS = patterns(Path(__file__).with_name("kinds.txt"), re.IGNORECASE)
_KINDS = [name.removeprefix("asks_") for name in _FORMS if name.startswith("asks_")]
# What is said to be missing, the most exact first; a sentence with a percentage tells an amount, too.
_MISSED = ("period", "rate", "amount")
_MOST_WORDS = 3
# A noun is known by the word before it, or by its length.
_LEAST, _LONG = 6, 10


def kinds_asked(question: str) -> list[str]:
    """The kinds of fact that a question asks for; [] when none is known."""
    return [kind for kind in _KINDS if _FORMS[f"asks_{kind}"].search(question[:600])]


def told_until(sentence: str, kinds: Iterable[str]) -> int:
    """Where the first fact of these kinds ends in a sentence; 0 when it tells none."""
    facts = (_FORMS[f"tells_{kind}"].search(sentence) for kind in kinds)
    return min((match.end() for match in facts if match), default=0)


def unanswered(question: str, quoted: Sequence[str], texts: Iterable[str], language: Language) -> list[str]:
    """Sentences on what is asked and no source tells: the things that none names, and a fact that none has."""
    missing = []
    if language == "nl" and (words := _unnamed(question, list(texts))):
        missing.append(text(language, "unnamed", words=", ".join(f"‘{word}’" for word in words)))
    asked = kinds_asked(question)
    kind = next((kind for kind in _MISSED if kind in asked), "")
    if kind and not any(told_until(line, [*asked, "amount"]) for line in quoted):
        missing.append(text(language, f"no_{kind}"))
    return ["", " ".join(missing)] if missing else []


def _unnamed(question: str, texts: Sequence[str]) -> list[str]:
    """The nouns of a question that no text speaks of."""
    words = re.findall(r"[^\W\d_]+", question.lower())
    telling, held = set(telling_words(question)), {word for content in texts for word in words_of(content)}
    joined = " ".join(held)
    unnamed: list[str] = []
    for before, word in zip(["", *words], words, strict=False):
        after_article = _FORMS["before_a_noun"].fullmatch(before) is not None
        if word not in telling or word in function_words("nl") or len(word) < (_LEAST if after_article else _LONG):
            continue
        if (_FORMS["of_a_verb"].fullmatch(word) and not after_article) or in_law_words(word) or speaks_of(word, joined):
            continue
        if not any(likeness(word, other) for other in (*held, *unnamed)):
            unnamed.append(word)
    return unnamed[:_MOST_WORDS]
