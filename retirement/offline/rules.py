"""How it behaves with no model: it reads facts by rules, notes them, keeps the cadence, asks what is next."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from llm.types import Message, ModelRequest, StreamItem, TextDelta, ToolCall
from retirement.calculators import ASK_AMOUNT, find_sum, lacks_amount
from retirement.checklist import Topic
from retirement.coverage import base_type, moved_scores
from retirement.facts import FactView, current
from retirement.next_question import next_question
from retirement.offline.corrections import read_correction
from retirement.reading import (
    Fact,
    is_denial,
    is_question,
    is_small_talk,
    label_of,
    language_read,
    offline_note,
    passage,
    read_facts,
    repairs_in,
)
from wording.lists import word_lists

_LISTS = word_lists(Path(__file__).parent / "lists.txt")

# The specification's rhythm (section 8): a look at everything each 3 to 5 facts.
FACTS_A_QUERY = 4
# A denial of at most so many words says what is wrong and not how it is.
DENIAL_WORDS = 6
# Labels that an acknowledgement names; more are counted as "and more".
NAMED = 4
# Facts of which a person has several: another one is added and corrects nothing.
_SEVERAL = _LISTS["several"]
_DENIED = "I am sorry."
_NOTED = " What I noted is “{value}”."
_ASK_HOW = " Tell me in one sentence how it is, and I will put it right; the earlier note stays in the timeline."
_ENOUGH = "I have what I need for a first plan. Tell me anything that changes, or that I should look at again."
_NO_ADVICE = "I cannot answer that offline; I note what you tell me, and I do the sums."


def answer(request: ModelRequest) -> Iterator[StreamItem]:
    """The calls that the newest message asks for, or, once they have run, what to tell the person."""
    newest = request.messages[-1]
    facts = _facts(request.state)
    if newest.role == "tool":
        yield from _after(newest, request, facts)
    elif newest.role == "user":
        calls = list(_numbered(_calls(newest.text, request, facts)))
        if calls:
            yield from calls
        else:
            yield TextDelta(_nothing_noted(newest.text, request, facts))
    else:
        yield TextDelta(_ask(request, facts) or _ENOUGH)


def _calls(text: str, request: ModelRequest, facts: list[FactView]) -> Iterator[tuple[str, dict[str, Any]]]:
    # "I never said that" answers no question.
    asked = "" if is_denial(text) else request.state["asked"]
    read = read_facts(text, asked)
    wanted = find_sum(text, [*facts, *_as_views(read)])
    # "I'm 58, no, 59" puts right what it says itself, and nothing earlier.
    correction = None if any(repairs_in(text)) else read_correction(text, facts)
    if correction is None and is_denial(text) and len(text.split()) <= DENIAL_WORDS:
        return
    if correction and not any(fact.fact_type == correction.fact.fact_type and fact.fact_type != asked for fact in read):
        old = correction.fact
        read = [fact for fact in read if fact.fact_type not in (old.fact_type, asked)]
        changed = {"topic": old.topic.value, "value": correction.value, "fact_type": old.fact_type, "confidence": 0.95}
        yield "information", changed | ({"subtopic": old.subtopic} if old.subtopic else {})
        yield from _query_due(request, 1)
    else:
        correction = None
    taken: set[tuple[str, str]] = set()
    for number, fact in enumerate(read, start=2 if correction else 1):
        yield "information", _arguments(fact, facts, taken)
        yield from _query_due(request, number)
    if wanted:
        yield "calculate", wanted


def _query_due(request: ModelRequest, noted: int) -> Iterator[tuple[str, dict[str, Any]]]:
    """The query that falls due with the `noted`th fact of this message."""
    since = _since_query(request.messages) + noted
    if since % FACTS_A_QUERY == 0:
        yield "information_query", {}


def _numbered(calls: Iterator[tuple[str, dict[str, Any]]]) -> Iterator[ToolCall]:
    for number, (name, arguments) in enumerate(calls):
        yield ToolCall(f"rule-{number}-{name}", name, json.dumps(arguments))


def _arguments(fact: Fact, facts: list[FactView], taken: set[tuple[str, str]]) -> dict[str, Any]:
    topic, fact_type = fact.topic.value, fact.fact_type
    known = {(noted.topic.value, noted.fact_type) for noted in facts} | taken
    # A further debt is another debt, unless the person corrects the one that is known; so is a second one of a message.
    another = fact_type in _SEVERAL and fact.confidence < 0.95 and not _same_again(fact, facts)
    if (topic, fact_type) in (known if another else taken):
        fact_type = next(f"{fact_type}_{n}" for n in range(2, 1000) if (topic, f"{fact_type}_{n}") not in known)
    taken.add((topic, fact_type))
    arguments = {"topic": topic, "value": fact.value, "fact_type": fact_type, "confidence": fact.confidence}
    return arguments | ({"subtopic": fact.subtopic} if fact.subtopic else {})


def _same_again(fact: Fact, facts: list[FactView]) -> bool:
    return any(noted.fact_type == fact.fact_type and noted.value == fact.value for noted in facts)


def _after(newest: Message, request: ModelRequest, facts: list[FactView]) -> Iterator[StreamItem]:
    results = [(result.name, json.loads(result.content)) for result in newest.results]
    names = {name for name, _ in results}
    if "completeness" not in names and "information" in names:
        latest = {topic["topic"]: topic.get("score") for topic in request.state.get("topics", ())}
        if scores := moved_scores(facts, latest):
            yield ToolCall("rule-completeness", "completeness", json.dumps({"scores": scores}))
            return
    turn = list(_results_of_turn(request.messages))
    words = _newest_words(request.messages)
    open_ = _contradicted(words)
    language = language_read(words)
    following = open_ or [_ask(request, facts) or _ENOUGH]
    parts = [_acknowledged(turn, facts), *_worked_out(turn), *_problems(turn)]
    parts += [offline_note(language)] if language != "en" else []
    parts += following
    yield TextDelta("\n\n".join(part for part in parts if part))


def _newest_words(messages: Sequence[Message]) -> str:
    return next((message.text for message in reversed(messages) if message.role == "user"), "")


def _contradicted(text: str) -> list[str]:
    """A question for each thing of which a message says what cannot all be so."""
    return [f"You said two things of {fact.label}: “{fact.value}”. Which is right?" for fact in read_facts(text)
            if fact.contradicts]  # fmt: skip


def _acknowledged(results: Sequence[tuple[str, dict[str, Any]]], facts: Sequence[FactView]) -> str:
    labels = [
        label_of(base_type(result.get("fact_type") or ""))
        for name, result in results
        if name == "information" and result.get("status") == "success"
    ]
    labels = list(dict.fromkeys(label for label in labels if label))
    if not labels:
        return ""
    shown = labels[:NAMED] if len(labels) <= NAMED + 1 else [*labels[:NAMED], "more"]
    shown = labels if len(labels) == NAMED + 1 else shown
    return f"Noted: {_listed(shown)}."


def _listed(labels: Sequence[str]) -> str:
    return labels[0] if len(labels) == 1 else f"{', '.join(labels[:-1])} and {labels[-1]}"


def _worked_out(results: Sequence[tuple[str, dict[str, Any]]]) -> list[str]:
    done = [result for name, result in results if name == "calculate" and result.get("status") == "success"]
    return [f"{result['result'][:1].upper()}{result['result'][1:]} ({result['formula']})." for result in done]


def _problems(results: Sequence[tuple[str, dict[str, Any]]]) -> list[str]:
    """What is wrong with a sum. A fact that was misread is refused to the rules and is nothing to the person."""
    failed = [result for name, result in results if name == "calculate" and result.get("status") == "error"]
    return list(dict.fromkeys(str(result.get("error", "")) for result in failed))


def _nothing_noted(text: str, request: ModelRequest, facts: list[FactView]) -> str:
    if is_denial(text):
        return _denied(text, facts)
    if (language := language_read(text)) != "en":
        return offline_note(language)
    question = _ask(request, facts) or _ENOUGH
    if lacks_amount(text):
        return ASK_AMOUNT
    if is_question(text):
        return f"{_NO_ADVICE} {question}"
    if is_small_talk(text):
        return question
    return f"I found nothing to note in that. {question}"


def _denied(text: str, facts: Sequence[FactView]) -> str:
    """Asks about the fact that a denial speaks of: the newest that shares a word with it, else the newest of all."""
    known = sorted(current(facts), key=lambda fact: fact.created_at)
    named = set(passage(text).content)
    meant = [fact for fact in known if named & set(passage(fact.value).content)] or known
    return _DENIED + (_NOTED.format(value=meant[-1].value) if meant else "") + _ASK_HOW


def _ask(request: ModelRequest, facts: Sequence[FactView]) -> str:
    item = next_question(facts, request.state["asked_before"])
    return item.question if item else ""


def _results_of_turn(messages: Sequence[Message]) -> Iterator[tuple[str, dict[str, Any]]]:
    """The results of every round since the person's newest message."""
    last = max((n for n, message in enumerate(messages) if message.role == "user"), default=-1)
    for message in messages[last + 1 :]:
        for result in message.results:
            yield result.name, json.loads(result.content)


def _since_query(messages: Sequence[Message]) -> int:
    """The facts noted since the last query, as the window of messages shows them."""
    count = 0
    for message in reversed(messages):
        for call in reversed(message.calls):
            if call.name == "information_query":
                return count
            count += call.name == "information"
    return count


def _facts(state: Mapping[str, Any]) -> list[FactView]:
    return [
        FactView(
            id=str(fact["id"]),
            topic=Topic(fact["topic"]),
            subtopic=fact.get("subtopic"),
            fact_type=fact.get("fact_type"),
            value=fact["value"],
            confidence=float(fact.get("confidence", 0.9)),
            created_at=str(fact.get("created_at", "")),
            supersedes=fact.get("supersedes"),
        )
        for topic in state.get("topics", ())
        for fact in topic["facts"]
    ]


def _as_views(read: Sequence[Fact]) -> list[FactView]:
    """Facts of this very message, so that "I'm 58, how many years until 64?" knows the age."""
    return [
        FactView(f"new-{n}", fact.topic, fact.subtopic, fact.fact_type, fact.value, fact.confidence, "9999")
        for n, fact in enumerate(read)
    ]
