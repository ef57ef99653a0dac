"""What a message of the person is to TESS: words about sources, a wish for the answer, a year, or a question."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from pathlib import Path

from dialogue import Act, deeds_in
from llm.types import Message
from tax_dossier.words.choice import takes_back
from tax_dossier.words.citations import find_citations
from tax_dossier.words.subjects import telling_words
from tax_dossier.words.tax_year import read_tax_year
from tax_dossier.words.vocabulary import in_law_words, words_of
from wording.phrases import patterns

_SAYS = patterns(Path(__file__).parent / "phrases/intents.txt", re.IGNORECASE)
SEARCHES = ("legislation", "case_law")
_TALK = frozenset({Act.THANKS, Act.GREET, Act.END})
# Telling words of a question that says too little on its own, and of one that points back at what was said.
_SHORT, _POINTING = 4, 8
# A longer message that speaks of the answer wants something else of it.
_ANSWER_WORDS = 10
# Of the question before, so much goes into a search for one that goes on from it.
_BEFORE_CHARS = 500


def beside_citations(words: str) -> list[str]:
    """The telling words of a message without what it cites: [] for "zoek artikel 3.16 Wet IB 2001"."""
    words = words[:4000]
    for citation in reversed(find_citations(words)):
        words = words[: citation.start] + " " + words[citation.end :]
    return [word for word in words_of(words) if not _SAYS["word_of_a_lookup"].fullmatch(word)]


def asks_for_the_list(words: str) -> bool:
    """Whether the words ask what is in the dossier, and nothing else: no "welke bronnen van inkomen"."""
    if len(words) > 120 or not _SAYS["of_the_dossier"].search(words) or speaks_of_tax(words) or is_about_sources(words):
        return False
    return all(deed.act is Act.SUMMARY for deed in deeds_in(words))


def is_small_talk(words: str) -> bool:
    """Whether a message is only a greeting, thanks or a goodbye."""
    return all(deed.act in _TALK and deed.is_sure for deed in deeds_in(words)) and not speaks_of_tax(words)


def speaks_of_tax(words: str, before: str = "") -> bool:
    """Whether a message is plainly about tax: by a reference, a term of the law or of its vocabulary, or a telling word
    of the question `before`, which it then goes on from.
    """
    if has_tax_term(words) or in_law_words(words):
        return True
    return any(word in words_of(before) for word in telling_words(words))


def has_tax_term(words: str) -> bool:
    """Whether a reference or a term of tax law stands in the words; "kind" or "lunch" is none."""
    return bool(find_citations(words[:4000])) or _SAYS["of_tax"].search(words[:4000]) is not None


def is_about_sources(words: str) -> bool:
    """Whether the words say which sources count, and are no question about tax."""
    if len(words) > 600:
        return False
    asks = words.rstrip().endswith("?") and not _SAYS["of_the_dossier"].search(words)
    asks = asks and not _SAYS["asks_to_do"].search(words)
    return not asks and (_SAYS["remove"].search(words) is not None or _SAYS["restore"].search(words) is not None)


def wants_answer(words: str) -> bool:
    """Whether the answer is asked for: in so many words, or by a short message that names it and asks nothing of it."""
    if len(words) > 600 or _SAYS["no_answer"].search(words):
        return False
    if _SAYS["answer"].search(words):
        return True
    named = _SAYS["names_the_answer"].search(words) and not _SAYS["asks_of_the_answer"].search(words)
    return bool(named) and len(words.split()) <= _ANSWER_WORDS and not takes_back(words)


def only_a_year(words: str) -> bool:
    """Whether the words name a tax year and ask nothing else: "en voor 2015?", "peildatum 1 juli 2014"."""
    reading = read_tax_year(words)
    if not (reading or reading.several or reading.impossible):
        return False
    for phrase in filter(None, (reading.words, reading.impossible, *reading.several)):
        words = words.replace(phrase, " ")
    return all(_SAYS["word_of_a_year"].fullmatch(word) for word in words_of(words))


def asks_for_more(words: str) -> bool:
    """Whether one kind of sources is asked for and nothing is said of what: "zoek ook rechtspraak"."""
    return bool(wants_only(words)) and not find_citations(words) and len(telling_words(words)) <= 1


def current_question(messages: Sequence[Message], about: str = "") -> str:
    """The question that was searched for last, or the last one that speaks of what the words `about` name; "" when
    none was since the dossier was begun anew. One whose sources were all taken back was not asked.
    """
    questions = _questions(messages)
    named = {*telling_words(about), *words_of(in_law_words(about))}
    fitting = [query for query in questions if named & {*telling_words(query), *words_of(in_law_words(query))}]
    return next(iter(fitting or questions), "")


def _questions(messages: Sequence[Message]) -> list[str]:
    """The questions that were searched for, the newest first."""
    questions: list[str] = []
    added: set[int] = set()
    gone: set[int] = set()
    for message in reversed(messages):
        for result in message.results:
            effect = json.loads(result.content)
            gone.update(effect.get("removed", ()) if result.name == "undo" else ())
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


def with_the_one_before(words: str, before: str) -> str:
    """A question together with the one before, where it goes on from that: "en voor een werknemer?"."""
    return f"{words} {before[:_BEFORE_CHARS]}" if before and before != words and _goes_on(words) else words


def _goes_on(words: str) -> bool:
    if find_citations(words):
        return False
    telling = len(words_of(words))
    if _SAYS["points_back"].search(words):
        return telling <= (_SHORT if has_tax_term(words) else _POINTING)
    return telling <= _SHORT and not has_tax_term(words) and _SAYS["goes_on"].search(words) is not None


def wants_only(words: str) -> str:
    """ "legislation" or "case_law" where the words ask for one of them alone; "" for both."""
    cited = find_citations(words[:4000])
    looked_up = bool(cited) and len(beside_citations(words)) <= 1
    if _SAYS["only_cases"].search(words) or (looked_up and all(citation.ecli for citation in cited)):
        return "case_law"
    if _SAYS["only_laws"].search(words) or (looked_up and all(citation.article for citation in cited)):
        return "legislation"
    return ""
