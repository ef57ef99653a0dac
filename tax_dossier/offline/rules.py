"""How TESS behaves with no model: it searches on a question, obeys words about sources, and answers when asked to."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from llm.types import Message, ModelRequest, StreamItem, TextDelta, ToolCall
from tax_dossier.answers import DraftedAnswer, extract, state_for_rules
from tax_dossier.replies import ANSWER_OFFERED, WHICH_SOURCE
from tax_dossier.texts import Language, language_spoken, text
from tax_dossier.tools import SourceChoice
from tax_dossier.words import (
    Choice,
    beside_citations,
    current_question,
    find_citations,
    is_about_sources,
    may_name_a_source,
    offer_of,
    offered_search,
    only_a_year,
    read_tax_year,
    resolve,
    says_yes,
    simple_reply,
    speaks_of_tax,
    wants_answer,
    wants_only,
    words_of,
)

_QUERY_CHARS = 1_000


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
        "undo": choice.undo,
    }


def _drafted(state: Mapping[str, Any]) -> str:
    question, sources, texts, language = state_for_rules(state)
    # A question about one article is answered from that article.
    named = {source.id for citation in find_citations(question) if (source := resolve(citation, sources, state["day"]))}
    lines = extract(question, [source for source in sources if source.id in named] or sources, texts, language)
    return "\n".join([text(language, "extract"), "", *lines]) if lines else ""


def _call(number: int, name: str, arguments: Mapping[str, Any]) -> ToolCall:
    return ToolCall(f"rule-{number}-{name}", name, json.dumps(arguments, ensure_ascii=False))


def _calls_for_words(request: ModelRequest) -> Iterator[StreamItem]:
    words = request.messages[-1].text
    asked, language = str(request.state.get("asked", "")), _language(request.messages)
    has_sources = bool(request.state.get("legislation") or request.state.get("case_law"))
    if is_about_sources(words) or (asked == WHICH_SOURCE and may_name_a_source(words, language)):
        yield _call(0, "remove_sources", {"instruction": words[:_QUERY_CHARS]})
    elif wants_answer(words) or (asked == ANSWER_OFFERED and says_yes(words)):
        yield from _answer_or_search(request, words, language, has_sources)
    elif says_yes(words) and (offered := offered_search(request.messages[:-1])):
        yield from _searches(offered, offered)
    elif asked == WHICH_SOURCE and says_yes(words):
        yield TextDelta(text(language, "not_understood"))
    elif simple := simple_reply(words, language):
        yield TextDelta(simple)
    elif only_a_year(words) and (question := current_question(request.messages)):
        yield from _searches(question, question)
    elif not words_of(words) and not find_citations(words):
        yield TextDelta(text(language, "help"))
    elif not speaks_of_tax(words, current_question(request.messages[:-1])):
        yield TextDelta(offer_of(words, language))
    else:
        yield from _searches(words, current_question(request.messages) or words)


def _answer_or_search(request: ModelRequest, words: str, language: Language, has_sources: bool) -> Iterator[StreamItem]:
    question = current_question(request.messages)
    if read_tax_year(words) and question:
        yield from _searches(question, question)
    elif has_sources or question:
        yield _call(0, "answer", {"question": (question or words)[:_QUERY_CHARS]})
    else:
        yield TextDelta(text(language, "no_question"))


def _searches(words: str, query: str) -> Iterator[StreamItem]:
    """Both searches, or the one that the words ask for."""
    query = query[:_QUERY_CHARS]
    names = [wants_only(words)] if wants_only(words) else ["legislation", "case_law"]
    for number, name in enumerate(names):
        yield _call(number, name, {"query": query})


def _calls_after_tools(request: ModelRequest) -> Iterator[StreamItem]:
    """What follows a round of tools: an answer, when the words ask for it or when the search brought nothing new."""
    results = [(result.name, json.loads(result.content)) for result in request.messages[-1].results]
    words = _newest_words(request.messages)
    failed = any(result.get("status") == "error" for _, result in results)
    searches = [result for name, result in results if name in ("legislation", "case_law")]
    if failed and results[-1][0] == "answer":
        yield _call(1, "answer", {"question": current_question(request.messages)})
    elif failed or not request.state.get("selected_ids"):
        return
    elif searches:
        added = any(result.get("added") for result in searches)
        known = any(result.get("already") for result in searches)
        covered = known and not added and not any("attention" in result or "law_as_of" in result for result in searches)
        if (covered and beside_citations(words)) or wants_answer(words):
            yield _call(0, "answer", {"question": current_question(request.messages)})
    elif wants_answer(words):
        yield _call(0, "answer", {"question": current_question(request.messages)})


def _newest_words(messages: Sequence[Message]) -> str:
    return next((message.text for message in reversed(messages) if message.role == "user"), "")


def _language(messages: Sequence[Message]) -> Language:
    return language_spoken(message.text for message in messages if message.role == "user")
