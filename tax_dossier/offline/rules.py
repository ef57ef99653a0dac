"""How TESS behaves with no model: it searches on a question, obeys words about sources, and answers when asked to."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from dialogue import Act, Help, deeds_in
from llm.types import ModelRequest, StreamItem, TextDelta, ToolCall, newest_words
from tax_dossier.answers import DraftedAnswer, extract, state_for_rules, unanswered
from tax_dossier.offline.conversation import language_of, screen_of
from tax_dossier.offline.purposes import Purpose, SaidClause, clauses_of
from tax_dossier.replies import ANSWER_OFFERED, WHICH_SOURCE
from tax_dossier.texts import text
from tax_dossier.tools import SourceChoice
from tax_dossier.words import (
    SEARCHES,
    Choice,
    beside_citations,
    cites_a_source,
    current_question,
    find_citations,
    in_law_words,
    names_a_source,
    read_tax_year,
    resolve,
    telling_words,
    wants_answer,
    wants_only,
    with_the_one_before,
)
from wording.answers import yes_or_no

_QUERY_CHARS = 1_000
# Asks for what was taken out, and for no other step back.
_PUTS_BACK = re.compile(r"\b(?:zet|put|bring)\b.*\b(?:terug|back)\b", re.IGNORECASE)
_STEPS = {Purpose.UNDO: "undo", Purpose.RESTART: "start_over"}
_ASKED_WITH = (Purpose.QUESTION, Purpose.NONE)


def answer(request: ModelRequest) -> Iterator[StreamItem]:
    """The calls that the newest message asks for, or a sentence; for a structured question, its answer."""
    if request.tool_choice == SourceChoice.__name__:
        yield _call(0, SourceChoice.__name__, _chosen(request.state["choice"]))
    elif request.tool_choice == DraftedAnswer.__name__:
        yield _call(0, DraftedAnswer.__name__, {"text": _drafted(request.state)})
    elif request.messages[-1].role == "tool":
        yield from _calls_after_tools(request)
    else:
        yield from _calls_for_words(request)


def _chosen(choice: Choice) -> dict[str, Any]:
    return {
        "remove": [source.title for source in choice.remove],
        "restore": [source.title for source in choice.restore],
        "unclear": [source.title for source in choice.candidates],
        "missing": choice.unknown,
    }


def _drafted(state: Mapping[str, Any]) -> str:
    question, sources, texts, language = state_for_rules(state)
    # A question about one article is answered from that article.
    named = {source.id for citation in find_citations(question) if (source := resolve(citation, sources, state["day"]))}
    lines = extract(question, [source for source in sources if source.id in named] or sources, texts, language)
    missing = unanswered(question, lines, texts.values(), language)
    return "\n".join([text(language, "extract"), "", *lines, *missing]) if lines else ""


def _call(number: int, name: str, arguments: Mapping[str, Any]) -> ToolCall:
    return ToolCall(f"rule-{number}-{name}", name, json.dumps(arguments, ensure_ascii=False))


def _calls_for_words(request: ModelRequest) -> Iterator[StreamItem]:
    """What the clauses ask for, as calls: a step back, other sources, then the search for a question, or the answer."""
    words, screen = request.messages[-1].text, screen_of(request)
    clauses = clauses_of(words, screen)
    purposes = {clause.purpose for clause in clauses}
    if purposes == {Purpose.UNDO} and _PUTS_BACK.search(words) and _all_count(request.state):
        yield TextDelta(text(language_of(request.messages), "nothing_to_undo"))
        return
    calls: list[tuple[str, dict[str, str]]] = [(name, {}) for purpose, name in _STEPS.items() if purpose in purposes]
    if Purpose.SOURCES in purposes:
        calls.append(("remove_sources", {"instruction": _instruction(words, clauses)}))
    if query := _query(words, clauses, "" if Purpose.RESTART in purposes else screen.before):
        calls += [(name, {"query": query[:_QUERY_CHARS]}) for name in _searches(words)]
    if not calls and (Purpose.ANSWER in purposes or _agrees(clauses, request.state)):
        asked = current_question(request.messages, words) if Purpose.ANSWER in purposes else screen.before
        if not asked and not request.state.get("selected_ids"):
            yield TextDelta(text(language_of(request.messages), "no_question"))
            return
        calls.append(("answer", {"question": asked or words[:_QUERY_CHARS]}))
    if not calls:
        yield from _sentence(request, clauses, screen.help)
    for number, (name, arguments) in enumerate(calls):
        yield _call(number, name, arguments)


def _all_count(state: Mapping[str, Any]) -> bool:
    """Whether no source was taken out, so that "put it back" has nothing to put back."""
    titles = {source["title"] for kind in SEARCHES for source in state.get(kind) or ()}
    return titles <= set(state.get("selected_ids") or ())


def _instruction(words: str, clauses: Sequence[SaidClause]) -> str:
    """The clauses about sources; where they name none, with those that do: "3.92 is niet nodig, haal die weg"."""
    meant = [clause for clause in clauses if clause.purpose is Purpose.SOURCES]
    if not any(names_a_source(clause.text) for clause in meant):
        meant += [clause for clause in clauses if cites_a_source(clause.text)]
    start, end = min(clause.start for clause in meant), max(clause.end for clause in meant)
    return words[start:end][:_QUERY_CHARS]


def _query(words: str, clauses: Sequence[SaidClause], before: str) -> str:
    """What is searched for: the questions of a message, or the one before for another year or kind of sources."""
    purposes = {clause.purpose for clause in clauses}
    questions = [clause for clause in clauses if clause.purpose is Purpose.QUESTION]
    if Purpose.SOURCES in purposes:
        # What is told beside a change of sources is its reason.
        questions = [clause for clause in questions if clause.act in (Act.QUESTION, Act.HELP) or "?" in clause.text]
    asked = [clause.text for clause in questions]
    if asked:
        # What is told beside a question is its case.
        case = [clause.text for clause in clauses if clause.purpose in _ASKED_WITH]
        return with_the_one_before(" ".join(case if Purpose.SOURCES not in purposes else asked), before)
    once_more = Purpose.AGAIN in purposes or (Purpose.ANSWER in purposes and read_tax_year(words))
    return before if once_more else ""


def _agrees(clauses: Sequence[SaidClause], state: Mapping[str, Any]) -> bool:
    """Whether a message is a yes to the offer of an answer."""
    acts = {clause.act for clause in clauses}
    sure = all(yes_or_no(clause.text) or len(telling_words(clause.text)) < 2 for clause in clauses)
    asks = any(clause.text.endswith("?") for clause in clauses)
    # "zo, daar ben ik weer" is no yes.
    returns = {Act.GREET, Act.WAIT} & {*state.get("acts", ())}
    offered = state.get("asked") == ANSWER_OFFERED and not returns
    return offered and acts & {Act.YES, Act.NO} == {Act.YES} and sure and not asks


def _sentence(request: ModelRequest, clauses: Sequence[SaidClause], helps: Help) -> Iterator[StreamItem]:
    """What is said where nothing is to be done; nothing at all to what was not understood."""
    language, acts = language_of(request.messages), {clause.act for clause in clauses}
    asked = next((clause.text for clause in clauses if clause.purpose is Purpose.HELP), "")
    if asked and (answered := helps.find(asked)):
        yield TextDelta(answered.text)
    elif any(clause.act is Act.CONTENT and in_law_words(clause.text) for clause in clauses):
        yield TextDelta(text(language, "what_about"))
    elif acts & {Act.YES, Act.NO} and request.state.get("asked") != WHICH_SOURCE:
        agreed_to_nothing = Act.YES in acts and not request.state.get("selected_ids")
        yield TextDelta(text(language, "no_question" if agreed_to_nothing else "declined"))
    elif Act.THANKS in request.state.get("acts", ()):
        yield TextDelta(text(language, "thanks"))


def _searches(words: str) -> list[str]:
    """Both searches, or the one that the words ask for."""
    return [wants_only(words)] if wants_only(words) else list(SEARCHES)


def _calls_after_tools(request: ModelRequest) -> Iterator[StreamItem]:
    """What follows a round of tools: an answer, when the words ask for it or when the search brought nothing new."""
    results = [(result.name, json.loads(result.content)) for result in request.messages[-1].results]
    words, question = newest_words(request.messages), current_question(request.messages)
    failed = any(result.get("status") == "error" for _, result in results)
    searches = [result for name, result in results if name in SEARCHES]
    if failed and results[-1][0] == "answer":
        yield _call(1, "answer", {"question": question})
    elif failed or results[-1][0] == "answer" or not request.state.get("selected_ids"):
        return
    elif (beside_citations(words) and _brought_nothing_new(searches)) or _wants_answer(words):
        yield _call(0, "answer", {"question": question or words[:_QUERY_CHARS]})


def _brought_nothing_new(searches: Sequence[Mapping[str, Any]]) -> bool:
    """Whether a search found sources, all of which were there, and nothing that has to be settled first."""
    if any(result.get("added") or "attention" in result or "law_as_of" in result for result in searches):
        return False
    return any(result.get("already") for result in searches)


def _wants_answer(words: str) -> bool:
    return wants_answer(words) or any(wants_answer(words[deed.start : deed.end]) for deed in deeds_in(words))
