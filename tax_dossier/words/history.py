"""Which question a turn is about: the one that was searched for before, and what goes on from it."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence

from llm.types import Message
from tax_dossier.words.citations import without_citations
from tax_dossier.words.subjects import in_law_words, telling_words, things_asked, words_of

# "Beantwoord ze allebei": the last two questions are meant.
_BOTH = re.compile(r"\b(?:allebei|beide|both)\b", re.IGNORECASE)
SEARCHES = ("legislation", "case_law")


def beside_citations(words: str) -> list[str]:
    """The telling words of a message without what it cites: [] for "zoek artikel 3.16 Wet IB 2001"."""
    return telling_words(without_citations(words[:4000]))


def current_question(messages: Sequence[Message], about: str = "") -> str:
    """The question that was searched for last, or the last one that speaks of what the words `about` name; "" when
    none was since the dossier was begun anew. One whose sources were all taken back was not asked.
    """
    questions = _questions(messages)
    if _BOTH.search(about) and len(things_asked(next(iter(questions), ""))) < 2:
        return "? ".join(question.rstrip("?. ") for question in list(dict.fromkeys(questions))[:2])
    named = _matter(about)
    return next((query for query in questions if named & _matter(query)), next(iter(questions), ""))


def goes_on_from(words: str, before: str) -> bool:
    """Whether words speak of what a question before them was about."""
    return bool(_matter(words) & _matter(before))


def _matter(words: str) -> set[str]:
    return {*telling_words(words), *words_of(in_law_words(words))}


def _questions(messages: Sequence[Message]) -> list[str]:
    """The questions that were searched for, the newest first."""
    questions: list[str] = []
    added: set[int] = set()
    gone: set[int] = set()
    for message in reversed(messages):
        for result in message.results:
            effect = json.loads(result.content)
            taken_out = effect.get("removed", ()) if result.name == "undo" else ()
            # Earlier rows have the numbers alone.
            gone.update(source["number"] if isinstance(source, dict) else source for source in taken_out)
            added.update(source["number"] for source in effect.get("added", ()))
        for call in reversed(message.calls):
            if call.name == "start_over":
                return questions
            if call.name in SEARCHES and not (added and added <= gone):
                questions.append(str(json.loads(call.arguments).get("query", "")))
        if message.calls:
            gone -= added
            added = set()
    return questions
