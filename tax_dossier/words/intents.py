"""What a message of the person is: a question, words about sources, a wish for the answer, or small talk."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from llm.types import Message
from tax_dossier.texts import Language, text
from tax_dossier.words.choice import UNDO
from tax_dossier.words.citations import find_citations
from tax_dossier.words.subjects import telling_words
from tax_dossier.words.tax_year import read_tax_year
from tax_dossier.words.vocabulary import in_law_words, words_of
from wording.answers import puts_off, yes_or_no
from wording.phrases import patterns

_SAYS = patterns(Path(__file__).parent / "phrases/intents.txt", re.IGNORECASE)
# Words of a message that only says which source was meant.
_NAMING_WORDS = 5
# Telling words of a question that says too little on its own.
_SHORT = 4


def beside_citations(words: str) -> list[str]:
    """The telling words of a message without what it cites: [] for "zoek artikel 3.16 Wet IB 2001"."""
    words = words[:4000]
    for citation in reversed(find_citations(words)):
        words = words[: citation.start] + " " + words[citation.end :]
    return [word for word in words_of(words) if not _SAYS["word_of_a_lookup"].fullmatch(word)]


def asks_for_the_list(words: str) -> bool:
    """Whether the words ask what is in the dossier, and nothing else: no "welke bronnen van inkomen"."""
    if len(words) > 120 or _SAYS["list"].search(words) is None or is_about_sources(words):
        return False
    return all(_SAYS["word_of_the_list"].fullmatch(word) for word in words_of(words))


def speaks_of_tax(words: str, before: str = "") -> bool:
    """Whether a message is plainly about tax: by a reference, a term of the law or of its vocabulary, or a telling word
    of the question `before`, which it then goes on from.
    """
    if find_citations(words[:4000]) or in_law_words(words) or _SAYS["of_tax"].search(words[:4000]):
        return True
    return any(word in words_of(before) for word in telling_words(words))


def is_about_sources(words: str) -> bool:
    """Whether the words say which sources count, and are no question about tax."""
    if len(words) > 600:
        return False
    if UNDO.search(words) and len(words.split()) <= 8:
        return True
    asks = words.rstrip().endswith("?") and not _SAYS["of_the_dossier"].search(words)
    return not asks and (_SAYS["remove"].search(words) is not None or _SAYS["restore"].search(words) is not None)


def may_name_a_source(words: str, language: Language) -> bool:
    """Whether a short message may say which source was meant: "de tweede", "3", a title."""
    if words.rstrip().endswith("?") or wants_answer(words) or simple_reply(words, language) or only_a_year(words):
        return False
    return len(words.split()) <= _NAMING_WORDS or bool(find_citations(words))


def wants_answer(words: str) -> bool:
    return len(words) <= 600 and _SAYS["answer"].search(words) is not None


def simple_reply(words: str, language: Language) -> str:
    """A greeting, thanks or a no; "" for anything else."""
    if _SAYS["thanks"].match(words):
        return text(language, "thanks")
    if yes_or_no(words) is False or puts_off(words):
        return text(language, "declined")
    if _SAYS["hello"].match(words):
        return text(language, "greeting")
    return text(language, "no_question") if says_yes(words) else ""


def is_small_talk(words: str) -> bool:
    """Whether a message is only a greeting or thanks."""
    return bool(_SAYS["thanks"].match(words) or _SAYS["hello"].match(words)) and not speaks_of_tax(words)


def only_a_year(words: str) -> bool:
    """Whether the words name a tax year and ask nothing else: "en voor 2015?", "peildatum 1 juli 2014"."""
    reading = read_tax_year(words)
    if not (reading or reading.several or reading.impossible):
        return False
    for phrase in filter(None, (reading.words, reading.impossible, *reading.several)):
        words = words.replace(phrase, " ")
    return all(_SAYS["word_of_a_year"].fullmatch(word) for word in words_of(words))


def current_question(messages: Sequence[Message]) -> str:
    """The newest question of the person, with the one before it where it goes on from that; "" when there was none."""
    questions = [message.text for message in messages if message.role == "user" and is_question(message.text)]
    asked: list[str] = []
    for question in questions:
        if speaks_of_tax(question, asked[-1] if asked else "") or _is_searched(question, messages):
            asked.append(question)
    if not asked:
        return ""
    newest = asked[-1][:2_000]
    if len(asked) > 1 and _goes_on(newest):
        return f"{newest} {asked[-2][:500]}"
    return newest


def _is_searched(words: str, messages: Sequence[Message]) -> bool:
    """Whether the person said yes when they were asked whether to search for these words."""
    at = next(n for n, message in enumerate(messages) if message.role == "user" and message.text == words)
    answer = next((message.text for message in messages[at + 1 :] if message.role == "user"), "")
    return says_yes(answer) and bool(offered_search(messages[: at + 2]))


def offered_search(messages: Sequence[Message]) -> str:
    """The words that the last reply offered to search for; "" when it offered nothing of the kind."""
    turns = [message for message in messages if message.role in ("user", "assistant") and message.text]
    if len(turns) < 2 or (turns[-2].role, turns[-1].role) != ("user", "assistant"):
        return ""
    languages: tuple[Language, Language] = ("nl", "en")
    offers = any(turns[-1].text == offer_of(turns[-2].text, language) for language in languages)
    return turns[-2].text if offers else ""


def offer_of(words: str, language: Language) -> str:
    """The question whether to search for a message that is not plainly about tax."""
    line = " ".join(words.split())
    return text(language, "offer_search", words=line if len(line) <= 120 else f"{line[:119]}…")


def _goes_on(words: str) -> bool:
    """Whether a question is about what was asked before: "en voor een werknemer?", "geldt dat ook in box 3?"."""
    short = len(words_of(words)) <= _SHORT
    return short and not find_citations(words) and _SAYS["goes_on"].search(words) is not None


def is_question(words: str) -> bool:
    """Whether a message is searched for, and neither obeyed nor answered with a sentence."""
    if is_about_sources(words) or asks_for_the_list(words) or wants_answer(words) or simple_reply(words, "nl"):
        return False
    return bool(words_of(words) or find_citations(words)) and not only_a_year(words)


def says_yes(words: str) -> bool:
    """Whether a message is a yes and nothing else."""
    return yes_or_no(words) is True


def wants_only(words: str) -> str:
    """ "legislation" or "case_law" where the words ask for one of them alone; "" for both."""
    cited = find_citations(words[:4000])
    looked_up = bool(cited) and len(beside_citations(words)) <= 1
    if _SAYS["only_cases"].search(words) or (looked_up and all(citation.ecli for citation in cited)):
        return "case_law"
    if _SAYS["only_laws"].search(words) or (looked_up and all(citation.article for citation in cited)):
        return "legislation"
    return ""
