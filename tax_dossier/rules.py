"""How TESS behaves with no model: it searches on a question, obeys words about sources, and answers when asked to."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from llm.types import Message, ModelRequest, StreamItem, TextDelta, ToolCall
from tax_dossier.answering import DraftedAnswer, state_for_rules
from tax_dossier.choosing import UNDO, Choice
from tax_dossier.citations import find_citations
from tax_dossier.extract import extract, words_of
from tax_dossier.language import Language, language_of
from tax_dossier.replies import ANSWER_OFFERED, WHICH_SOURCE
from tax_dossier.tax_year import read_tax_year
from tax_dossier.tools import SourceChoice
from tax_dossier.texts import text

_QUERY_CHARS = 1_000
_ANSWER = re.compile(
    r"\b(?:geef|schrijf|formuleer|wil|toon|maak)\b[^.?!]{0,30}\b(?:antwoord|conclusie|advies|samenvatting)\b|\bbeantwoord\b"
    r"|^\W*(?:het |een )?(?:antwoord|conclusie)\b|\bwat is (?:het|je|uw|jouw) (?:antwoord|conclusie)\b|\bvat\b.*\bsamen\b"
    r"|\bantwoord(?:en)? (?:maar|nu|graag)\b|\ben nu (?:het )?antwoord\b|\bgeef (?:nu )?antwoord\b|\bdus,? mag (?:het|dat)\b"
    r"|^\W*(?:please )?answer\b|\b(?:give|write|show)\b[^.?!]{0,30}\banswer\b|\banswer (?:it|me|now|please|the question)\b"
    r"|\bwhat(?:'s| is) (?:the|your) (?:answer|conclusion)\b|\bsumm(?:arise|arize)\b|\bconclude\b",
    re.I,
)
_YES = re.compile(
    r"^\W*(?:ja|jazeker|yes|yep|ok|oke|oké|okay|prima|akkoord|graag|goed|klopt|zeker|doe maar|ga je gang|ga door|please do|go ahead"
    r"|sure|fine|correct|do it|please|top|perfect)(?:[\s,!.]+(?:ja|graag|maar|hoor|zo|dank\w*|please|goed|prima|is goed|dan|doe maar|thanks?"
    r"|geef (?:maar )?antwoord|yes))*\W*$",
    re.I,
)
_NO = re.compile(
    r"^\W*(?:nee|neen|no|nope|nog niet|not yet|niet nodig)(?:[\s,!.]+(?:dank\w*|hoor|thanks?|thank you|bedankt|je|u|nog niet))*\W*$",
    re.I,
)
_THANKS = re.compile(r"^\W*(?:dank|bedankt|thanks|thank you|merci|top,? dank)\b.{0,40}$", re.I)
_HELLO = re.compile(
    r"^\W*(?:hallo|hoi|goede?\s?(?:morgen|middag|avond|dag)|dag|hello|hi|hey|good (?:morning|afternoon))\b.{0,20}$",
    re.I,
)
_LIST = re.compile(
    r"\b(?:welke|toon|laat|geef|lijst|overzicht|wat)\b[^.?!]{0,40}\b(?:bronnen|dossier|lijst|titels)\b(?!.*\b(?:weg|verwijder\w*|terug)\b)"
    r"|\b(?:which|show|list|what)\b[^.?!]{0,40}\b(?:sources|dossier|titles)\b",
    re.I,
)
_REMOVE = re.compile(
    r"\b(?:haal|gooi|neem|laat|doe|streep|mag|mogen|kan|kunnen|moet|moeten|hoeft|hoeven)\b[^?]{0,160}\b(?:weg|eruit|uit|vallen|af|door|niet mee\w*|niet erbij)\b"
    r"|\b(?:verwijder|schrap|wis|negeer|deselecteer|ontdoe)\w*\b|\b(?:remove|delete|drop|discard|deselect|exclude|ignore|leave out|take out|get rid of)\b"
    r"|\btake\b.{0,80}\bout\b|\bleave\b.{0,80}\bout\b|^\W*(?:zonder|without)\b|\b(?:niet relevant|irrelevant|not relevant)\b"
    r"|\b(?:behoud|bewaar|houd?|keep|gebruik|use)\b[^?]{0,60}\b(?:alleen|enkel|slechts|only|just)\b|\b(?:alleen|enkel|slechts|only|just)\b[^?]{0,80}\b(?:behoud\w*|houden|bewaren|keep|gebruiken)\b"
    r"|^\W*keep\b|^\W*(?:alles|alle (?:uitspraken|artikelen|bronnen|wet\w*))\b[^?]*\b(?:weg|eruit)\b",
    re.I,
)
_RESTORE = re.compile(
    r"\b(?:zet|haal|neem|voeg|breng|doe|wil)\b[^?]{0,120}\b(?:terug|weer (?:toe|op|mee|erbij|aan|in)|weer)\b|\btoch wel\b|\bherstel\b"
    r"|\b(?:restore|re-?add|reselect)\b|\b(?:put|bring|add|take)\b.{0,80}\b(?:back|again)\b",
    re.I,
)
_ONLY_CASES = re.compile(
    r"\b(?:zoek|vind|is er|zijn er|heb je|geef|toon|alleen|nog meer|welke)\b[^.?!]{0,40}\b(?:rechtspraak|jurisprudentie|uitspraken|arresten)\b"
    r"|\b(?:find|search|any|is there|are there|show|more)\b[^.?!]{0,40}\b(?:case law|rulings|judg(?:e)?ments|court decisions)\b",
    re.I,
)
_ONLY_LAWS = re.compile(
    r"\b(?:zoek|vind|geef|toon|alleen|nog meer|welke)\b[^.?!]{0,30}\b(?:wetgeving|wetsartikelen|artikelen|wetten)\b"
    r"|\b(?:find|search|any|show|more|which)\b[^.?!]{0,30}\b(?:legislation|statutes|articles|provisions)\b",
    re.I,
)
# What may stand beside a tax year in a message that asks nothing else.
_OF_A_YEAR = frozenset(
    """
    peildatum belastingjaar jaar geef neem doe graag year tax date wordt zet wijzig change set hetzelfde same gold wat
    gaat gaan maak dan for and hoe zit zat dat vandaag today
    """.split()
)


def answer(request: ModelRequest) -> Iterator[StreamItem]:
    """The calls that the newest message asks for, or a sentence; for a structured question, its answer."""
    if request.tool_choice == SourceChoice.__name__:
        yield _call(0, SourceChoice.__name__, _chosen(request.state["choice"]))
    elif request.tool_choice == DraftedAnswer.__name__:
        yield _call(0, DraftedAnswer.__name__, {"text": _drafted(request.state)})
    elif request.messages[-1].role == "tool":
        yield from _after(request)
    else:
        yield from _on_words(request)


def _chosen(choice: Choice) -> dict[str, Any]:
    return {
        "remove": [one.title for one in choice.remove],
        "restore": [one.title for one in choice.restore],
        "unclear": [one.title for one in choice.candidates],
        "missing": choice.unknown,
        "undo": choice.undo,
    }


def _drafted(state: Mapping[str, Any]) -> str:
    question, sources, texts, language = state_for_rules(state)
    lines = extract(question, sources, texts, language)
    return "\n".join(lines)


def _call(number: int, name: str, arguments: Mapping[str, Any]) -> ToolCall:
    return ToolCall(f"rule-{number}-{name}", name, json.dumps(arguments, ensure_ascii=False))


def _on_words(request: ModelRequest) -> Iterator[StreamItem]:
    words = request.messages[-1].text
    asked, language = str(request.state.get("asked", "")), _language(request.messages)
    has_sources = bool(request.state.get("legislation") or request.state.get("case_law"))
    if is_about_sources(words) or (asked == WHICH_SOURCE and _names_a_source(words)):
        yield _call(0, "remove_sources", {"instruction": words[:_QUERY_CHARS]})
    elif _wants_answer(words) or (asked == ANSWER_OFFERED and _YES.match(words)):
        yield from _answer_or_search(request, words, language, has_sources)
    elif simple := _simple(words, language):
        yield TextDelta(simple)
    elif _only_a_year(words) and (question := last_question(request.messages)):
        yield from _searches(question, question)
    elif not words_of(words) and not find_citations(words):
        yield TextDelta(text(language, "help"))
    else:
        yield from _searches(words, words)


def _answer_or_search(request: ModelRequest, words: str, language: Language, has_sources: bool) -> Iterator[StreamItem]:
    question = last_question(request.messages)
    if read_tax_year(words) and question:
        yield from _searches(question, question)
    elif has_sources or question:
        yield _call(0, "answer", {"question": question})
    else:
        yield TextDelta(text(language, "no_question"))


def _searches(words: str, query: str) -> Iterator[StreamItem]:
    """Both searches, or the one that the words ask for."""
    query = query[:_QUERY_CHARS]
    eclis = [one for one in find_citations(words[:4000]) if one.ecli]
    rest = [
        one
        for one in words_of(re.sub(r"ECLI\S+", " ", words))
        if one not in ("zoek", "vind", "find", "ecli", "uitspraak")
    ]
    cases_only = bool(_ONLY_CASES.search(words)) or (bool(eclis) and len(rest) <= 2)
    laws_only = bool(_ONLY_LAWS.search(words)) and not cases_only
    names = [name for name, only in (("legislation", cases_only), ("case_law", laws_only)) if not only]
    for number, name in enumerate(names):
        yield _call(number, name, {"query": query})


def _after(request: ModelRequest) -> Iterator[StreamItem]:
    """What follows a round of tools: an answer, when the words ask for it or when the search brought nothing new."""
    results = [(one.name, json.loads(one.content)) for one in request.messages[-1].results]
    words = _newest_words(request.messages)
    failed = any(result.get("status") == "error" for _, result in results)
    searches = [result for name, result in results if name in ("legislation", "case_law")]
    if failed and results[-1][0] == "answer":
        yield _call(1, "answer", {"question": last_question(request.messages)})
    elif failed or not request.state.get("selected_ids"):
        return
    elif searches:
        found = any(result.get("added") for result in searches)
        known = any(result.get("already") for result in searches)
        if (known and not found and not any(r.get("notes") for r in searches)) or _wants_answer(words):
            yield _call(0, "answer", {"question": last_question(request.messages)})
    elif _wants_answer(words):
        yield _call(0, "answer", {"question": last_question(request.messages)})


def asks_for_the_list(words: str) -> bool:
    """Whether the words ask what is in the dossier, and nothing else."""
    return len(words) <= 120 and _LIST.search(words) is not None and not is_about_sources(words)


def is_about_sources(words: str) -> bool:
    """Whether the words say which sources count, and are no question about tax."""
    if len(words) > 600:
        return False
    if UNDO.search(words) and len(words.split()) <= 8:
        return True
    asks = words.rstrip().endswith("?") and not re.search(
        r"\b(?:bron|dossier|source|lijst)\w*\b|^\W*(?:kun|kan|wil|can|could)\b", words, re.I
    )
    return not asks and (_REMOVE.search(words) is not None or _RESTORE.search(words) is not None)


def _names_a_source(words: str) -> bool:
    return len(words.split()) <= 8 and not words.rstrip().endswith("?")


def _wants_answer(words: str) -> bool:
    return len(words) <= 600 and _ANSWER.search(words) is not None


def _simple(words: str, language: Language) -> str:
    """A greeting, thanks or a no; "" for anything else."""
    for pattern, name in ((_THANKS, "thanks"), (_NO, "declined"), (_HELLO, "greeting"), (_YES, "no_question")):
        if pattern.match(words):
            return text(language, name)
    return ""


def _only_a_year(words: str) -> bool:
    """Whether the words name a tax year and ask nothing else: "en voor 2015?", "peildatum 1 juli 2014"."""
    reading = read_tax_year(words)
    if not (reading or reading.several or reading.impossible):
        return False
    for said in (reading.words, reading.impossible, *reading.several):
        words = words.replace(said, " ")
    return all(word in _OF_A_YEAR for word in words_of(words))


def last_question(messages: Sequence[Message]) -> str:
    """The newest message of the person that was searched for; "" when there was none."""
    for message in reversed(messages):
        if message.role == "user" and is_question(message.text):
            return message.text[:2_000]
    return ""


def is_question(words: str) -> bool:
    """Whether a message is searched for, and neither obeyed nor answered with a sentence."""
    if is_about_sources(words) or asks_for_the_list(words) or _wants_answer(words) or _simple(words, "nl"):
        return False
    return bool(words_of(words) or find_citations(words)) and not _only_a_year(words)


def _newest_words(messages: Sequence[Message]) -> str:
    return next((message.text for message in reversed(messages) if message.role == "user"), "")


def _language(messages: Sequence[Message]) -> Language:
    return language_of(message.text for message in messages if message.role == "user")
