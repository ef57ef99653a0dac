"""How TESS behaves with no model: it searches on a question, obeys words about sources, and answers when asked to."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from dialogue import Act
from llm.types import ModelRequest, StreamItem, TextDelta, ToolCall, newest_words
from tax_dossier.answers import (
    DraftedAnswer,
    extract,
    is_absent,
    named_sentences,
    say_hardly_anything,
    unanswered,
)
from tax_dossier.offline.choosing import choose
from tax_dossier.offline.conversation import language_of
from tax_dossier.offline.reading import (
    ASKS,
    CURATES,
    SURE_APART,
    Label,
    ReadClause,
    asks_meaning,
    asks_of_a_source,
    asks_once_more,
    meaning_asked,
    points_back,
    read,
    wants_sources,
)
from tax_dossier.offline.searching import QUERY_CHARS, SAYS_ENOUGH, searches_for
from tax_dossier.replies import ANSWER_OFFERED, WHICH_SOURCE
from tax_dossier.texts import text
from tax_dossier.tools import SourceChoice
from tax_dossier.words import (
    SEARCHES,
    asked_and_before,
    current_question,
    find_citations,
    goes_on_from,
    going_on,
    is_another,
    likeness,
    names_a_place,
    names_no_source,
    resolve,
    telling_words,
    words_of,
)

# Words of one stem.
_ALIKE = 0.9


def answer(request: ModelRequest) -> Iterator[StreamItem]:
    """The calls that the newest message asks for, or a sentence; for a structured question, its answer."""
    state = request.state
    if request.tool_choice == SourceChoice.__name__:
        yield _call(0, request.tool_choice, choose(state["words"], state["sources"], state["texts"]))
    elif request.tool_choice == DraftedAnswer.__name__:
        yield _call(0, request.tool_choice, {"text": _drafted(state)})
    elif request.messages[-1].role == "tool":
        yield from _calls_after_tools(request)
    else:
        yield from _calls_for_words(request, request.messages[-1].text)


def _call(number: int, name: str, arguments: Mapping[str, Any]) -> ToolCall:
    return ToolCall(f"rule-{number}-{name}", name, json.dumps(arguments, ensure_ascii=False))


def _drafted(state: Mapping[str, Any]) -> str:
    question, sources, texts, language = (state[name] for name in ("question", "sources", "texts", "language"))
    own, _ = asked_and_before(question)
    is_named = bool(named_sentences(own, sources, texts))
    if language == "nl" and not is_named and is_absent(own, texts.values()):
        return ""
    # A question about one article is answered from that article.
    named = {source.id for citation in find_citations(question) if (source := resolve(citation, sources, state["day"]))}
    lines = extract(question, [source for source in sources if source.id in named] or sources, texts, language)
    if not lines or is_named:
        return "\n".join([text(language, "extract"), "", *lines]) if lines else ""
    if own == question and say_hardly_anything(question, sources, texts):
        return "\n".join([text(language, "no_support"), "", text(language, "nearest"), "", *lines])
    return "\n".join([*unanswered(own, lines, texts.values(), language), text(language, "extract"), "", *lines])


def _calls_for_words(request: ModelRequest, words: str) -> Iterator[StreamItem]:
    """What the clauses ask for, as calls: a step back, other sources, then the search for a question, or the answer."""
    clauses = read(words, str(request.state.get("asked", "")))
    if any(clause.label is Label.UNDO for clause in clauses):
        # "Die vraag hoort hier niet, maak dat ongedaan": what only sounds like a choice of sources is none beside it.
        clauses = tuple(clause for clause in clauses if clause.label not in CURATES or clause.margin >= SURE_APART)
    labels = {clause.label for clause in clauses}
    calls: list[tuple[str, dict[str, str]]] = []
    if labels & {Label.UNDO, Label.PUT_BACK} and not labels & CURATES:
        if Label.UNDO not in labels and _all_count(request.state):
            yield TextDelta(text(language_of(request.messages), "nothing_to_undo"))
            return
        calls.append(("undo", {}))
    if Label.RESTART in labels:
        calls.append(("start_over", {}))
    if labels & CURATES:
        calls.append(("remove_sources", {"instruction": _instruction(words, clauses)}))
    before = "" if Label.RESTART in labels else current_question(request.messages)
    again = before and asks_once_more(words) and not is_another(words, before)
    of_a_source = again or asks_of_a_source(words)
    from_there = of_a_source or (before and goes_on_from(words, before))
    if meaning := _meaning_asked(clauses, request.state.get("selected_ids") or ()):
        calls.append(("answer", {"question": meaning}))
    elif not (request.state.get("selected_ids") and (of_a_source or (Label.ANSWER in labels and from_there))):
        calls += searches_for(words, clauses, before, goes_on=bool(before and request.state.get("selected_ids")))
    if not calls and (Label.ANSWER in labels or (of_a_source and labels & ASKS)):
        asked = " ".join(clause.text for clause in clauses if clause.label in ASKS)
        # "Waar moet ik volgens dat arrest op letten?" is of the question before.
        asked = going_on(asked, before) if asked and before and (again or points_back(asked)) else asked
        question = asked or current_question(request.messages, words)
        if not question and not request.state.get("selected_ids"):
            yield TextDelta(text(language_of(request.messages), "no_question"))
            return
        calls.append(("answer", {"question": question or words[:QUERY_CHARS]}))
    if not calls:
        yield from _sentence(request, labels)
    for number, (name, arguments) in enumerate(calls):
        yield _call(number, name, arguments)


def _meaning_asked(clauses: Sequence[ReadClause], titles: Sequence[str]) -> str:
    """The clauses that ask what a word means of which a source that counts tells; "" where there is none.

    "What is a taxable addition?" beside the article on company cars is answered from it, and brings no other source.
    A word that sounds like talk is no matter to look for either: the sources that count say it, or nothing does.
    """
    asking = [clause for clause in clauses if clause.label in ASKS or asks_meaning(clause.text)]
    question = " ".join(meaning_asked(clause.text) or clause.text for clause in asking)
    words = telling_words(question)
    if not any(meaning_asked(clause.text) for clause in asking) or len(words) > SAYS_ENOUGH:
        return ""
    is_talk = bool(words and titles) and not any(clause.label in ASKS for clause in asking)
    named = any(likeness(word, other) >= _ALIKE for word in words for title in titles for other in words_of(title))
    return question if is_talk or named or any(goes_on_from(question, title) for title in titles) else ""


def _all_count(state: Mapping[str, Any]) -> bool:
    """Whether no source was taken out, so that "put it back" has nothing to put back."""
    titles = {source["title"] for kind in SEARCHES for source in state.get(kind) or ()}
    return titles <= set(state.get("selected_ids") or ())


def _instruction(words: str, clauses: Sequence[ReadClause]) -> str:
    """The words about sources; the whole message where they name none: "3.92 is niet nodig, haal die weg"."""
    meant = [clause.text for clause in clauses if clause.label in CURATES]
    if all(names_no_source(clause) for clause in meant) and names_a_place(words):
        return words[:QUERY_CHARS]
    return words[words.index(meant[0]) : words.index(meant[-1]) + len(meant[-1])][:QUERY_CHARS]


def _sentence(request: ModelRequest, labels: set[Label]) -> Iterator[StreamItem]:
    """What is said where nothing is to be done; nothing at all to what was not understood."""
    language, asked, acts = language_of(request.messages), request.state.get("asked"), request.state.get("acts", ())
    if Label.CASE in labels and asked != WHICH_SOURCE:
        yield TextDelta(text(language, "what_about"))
    elif {Act.YES, Act.NO} & {*acts} and asked != WHICH_SOURCE:
        agreed_to_nothing = Act.YES in acts and asked != ANSWER_OFFERED and not request.state.get("selected_ids")
        yield TextDelta(text(language, "no_question" if agreed_to_nothing else "declined"))


def _calls_after_tools(request: ModelRequest) -> Iterator[StreamItem]:
    """What follows a round of tools: the answer, unless only sources are wanted or something has to be settled."""
    results = [(result.name, json.loads(result.content)) for result in request.messages[-1].results]
    words, question = newest_words(request.messages), current_question(request.messages)
    failed = any(result.get("status") == "error" for _, result in results)
    answered = results[-1][0] == "answer"
    if (failed or answered or not request.state.get("selected_ids")) and not (failed and answered):
        return
    searches = [result for name, result in results if name in SEARCHES]
    clauses = read(words, str(request.state.get("asked", "")))
    wants_answer = any(clause.label is Label.ANSWER for clause in clauses)
    if answered or wants_answer or (_were_found(searches) and not wants_sources(clauses)):
        yield _call(int(answered), "answer", {"question": question or words[:QUERY_CHARS]})


def wants_an_answer(words: str, asked: str) -> bool:
    """Whether a message asks for more than that something is looked up."""
    return not wants_sources(read(words, asked))


def _were_found(searches: Sequence[Mapping[str, Any]]) -> bool:
    """Whether a search found sources, and nothing that has to be settled first."""
    if any("attention" in result for result in searches):
        return False
    return any(result.get("added") or result.get("already") for result in searches)
