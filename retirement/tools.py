"""What the model may call: the three tools of the specification, `calculate`, and what takes facts back."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from decimal import Decimal
from typing import Annotated, Any, NotRequired
from uuid import UUID

from pydantic import BeforeValidator, ConfigDict, WithJsonSchema
from typing_extensions import TypedDict

from chat.assistants import Said, ToolContext
from chat.models import Message
from llm.tools import Done, Tool, refusal, tool
from retirement import actions, record
from retirement.calculators import calculate
from retirement.checklist import Topic, names_of, unknown_topic
from retirement.coverage import base_type
from retirement.fact_types import topics_of
from retirement.facts import FactView, superseded_by
from retirement.hints import score_due
from retirement.reading import measures_in, passage
from retirement.words import SHORT_ANSWER, ProposedFact, amended_place, place_of
from wording.quotes import NotInWords, Quote

MAX_VALUE_CHARS, MAX_LABEL_CHARS = 2_000, 120
_ADVICE = (
    "Stay with the person's own words and numbers and quote them in `words`, leave the rest out, or ask. "
    "Sums are calculate's."
)


def _score(value: object) -> int:
    """A whole number; a truth value, a text and a half are none."""
    if isinstance(value, bool) or not isinstance(value, int | Decimal | float):
        raise ValueError(f"{value!r} is not a whole number from 0 to 100")
    if not -1000 < value < 1000 or value != int(value):
        raise ValueError(f"{value!s} is not a whole number from 0 to 100")
    return int(value)


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise ValueError(f"{value!r} is not a text")
    return value


# The schema shows the eight names; the tool itself refuses another one, because it can name the nearest.
TopicName = Annotated[str, WithJsonSchema({"type": "string", "enum": Topic.values})]


class TopicScore(TypedDict):
    """One topic's score."""

    __pydantic_config__ = ConfigDict(extra="forbid")  # type: ignore[misc]

    topic: Annotated[TopicName, BeforeValidator(_text)]
    score: Annotated[int, BeforeValidator(_score), WithJsonSchema({"type": "integer", "minimum": 0, "maximum": 100})]
    reason: NotRequired[str]


def _not_filed(advice: str) -> dict[str, Any]:
    """The refusal of labels and scores, which are the model's own and which the person never sees."""
    return refusal("not_filed", "That could not be filed as it should be, so nothing was noted.", advice)


def _said(context: ToolContext) -> Iterator[Said]:
    """The person's messages from the newest back, those before the window too: read only when they are needed."""
    yield from reversed(context.said)
    first = context.said[0].message_id if context.said else None
    older = Message.objects.filter(thread_id=context.thread_id, role=Message.Role.USER)
    if first is not None:
        older = older.filter(id__lt=first)
    for pk, content in older.order_by("-id").values_list("id", "content")[:500]:
        yield Said(pk, content)


def _question(context: ToolContext) -> str:
    """What the assistant wrote last before the newest message, where that is short enough to be read with it."""
    newest = context.said[-1] if context.said else None
    if newest is None or len(newest.text.split()) > SHORT_ANSWER:
        return ""
    shown = Message.objects.filter(thread_id=context.thread_id, role=Message.Role.ASSISTANT, id__lt=newest.message_id)
    return shown.exclude(content="").order_by("-id").values_list("content", flat=True).first() or ""


def _amended(context: ToolContext, topic: str, fact_type: str | None, value: str) -> Quote | None:
    """The newest words, where they put something else into the fact of this kind that stands: "a month, not a year"."""
    standing = _of_type(context, topic, fact_type)
    if not (standing and context.said):
        return None
    return amended_place(value, standing[-1]["value"], context.said[-1])


def _of_type(context: ToolContext, topic: str, fact_type: str | None) -> list[dict[str, Any]]:
    """The facts of this type that stand, as the state shows them; none for a fact without a type."""
    current = context.record.topics[Topic(topic)].current
    return [fact for fact in current if fact_type and fact["fact_type"] == fact_type]


def _standing(context: ToolContext, named: str) -> FactView | None:
    """The fact that stands and that a model names by its id or its value; None where there is none, or two."""
    facts = [fact for fact in context.record.current if named.strip() in (fact.id, fact.value)]
    return facts[0] if len(facts) == 1 else None


def _taken_back(context: ToolContext, topic: str, fact_type: str | None) -> FactView | None:
    """The fact of this type of which the newest words take back the number, or that they quote; None where none is."""
    newest = context.said[-1].text if context.said else ""
    gone = {value for number in passage(newest).numbers if number.sign < 0 for value in number.measure.values}
    same: set[str] = {fact["id"] for fact in _of_type(context, topic, fact_type)}
    known: list[FactView] = [fact for fact in context.record.current if fact.id in same]
    quoted = (fact for fact in known if any(f"{mark}{fact.value}" in newest for mark in '“"'))
    numbered = (fact for fact in known if any(gone & measure.values for measure in measures_in(fact.value)))
    return next(itertools.chain(quoted, numbered), None)


def _no_such_record(context: ToolContext, topic: str, named: str) -> dict[str, Any]:
    known = [f"{fact['id']}: {fact['value'][:80]}" for fact in context.record.topics[Topic(topic)].current][-8:]
    listed = "; ".join(known) or "none"
    return _not_filed(f"No record that stands is {named[:80]!r}. Of {topic} there are: {listed}.")


def _unfit_labels(confidence: float, **labels: str | None) -> dict[str, Any] | None:
    """The refusal of labels that cannot stand; None where they can."""
    for name, label in labels.items():
        if label is not None and len(label) > MAX_LABEL_CHARS:
            return _not_filed(f"The {name} has {len(label)} characters; {MAX_LABEL_CHARS} are allowed. Shorten it.")
    if not 0.0 <= confidence <= 1.0:
        return _not_filed(f"The confidence {confidence!r} is not between 0.0 and 1.0. Send 0.9 when you are sure.")
    return None


def _unfit_type(topic: str, fact_type: str) -> dict[str, Any] | None:
    """The refusal of a listed type under a topic that it is no part of; any other may stand anywhere."""
    topics = topics_of(base_type(fact_type))
    if not topics or topic in topics:
        return None
    listed = ", ".join(sorted(names_of(Topic(topic))))
    return _not_filed(
        f"{fact_type} belongs to {' or '.join(sorted(topics))}, not to {topic}. Correct the topic or the type; "
        f"{topic} has {listed}, and any other short label."
    )


def _unfit_value(topic: str, value: str) -> dict[str, Any] | None:
    """The refusal of a value that is empty, a question, a book or of no topic; None where it may be a fact."""
    if topic not in Topic.values:
        return _not_filed(f"{unknown_topic(topic)} Call again with one of them.")
    if not value.strip():
        return refusal("empty", "There is nothing to note in that.", "Say in one short sentence what was learned.")
    if value.rstrip(" .!\"'”’)\n").endswith("?") and any(letter.isalnum() for letter in value):
        error = f"{value[:80]!r} is a question, so nothing was noted."
        return refusal("question", error, "Answer it, and keep what the person tells.")
    if len(value) > MAX_VALUE_CHARS:
        error = f"That is too long to note: {len(value):,} characters, and {MAX_VALUE_CHARS:,} are allowed."
        return refusal("too_long", error, "Split the value into several facts.")
    return None


def _supersedes(done: Done, before: Done) -> bool:
    return (
        done.name == before.name
        and done.result.get("supersedes") is not None
        and done.result["supersedes"] == before.result.get("id")
    )


@tool(puts_right=_supersedes)
def information(  # noqa: PLR0913 - the specification's five, the words and what it corrects
    context: ToolContext,
    topic: TopicName,
    value: str,
    subtopic: str | None = None,
    fact_type: str | None = None,
    confidence: float = 0.9,
    words: str | None = None,
    supersedes: str | None = None,
) -> dict[str, Any]:
    """Persist one new piece of retirement-planning information, or a correction of an earlier one.

    `value` is a concise summary close to the person's own words; every number in it
    must stand there with the same unit. `words` quotes, letter for letter, the words of theirs that say it.
    `fact_type` is a short label, and `subtopic` "priority" for what they call important to them.
    `supersedes` is the id or the value of the earlier record that this one corrects, which stays in the timeline:
    a second account, pension or debt is none. Where one has only one of a kind, as an age, the same fact_type corrects
    it anyhow. `confidence` is 0.0 to 1.0.

    - "I'm 58" -> topic="longevity_inflation", fact_type="current_age", value="Is 58 years old", words="I'm 58"
    - "our mortgage is paid off" -> topic="housing_geography", fact_type="mortgage_status", value="Mortgage is paid off"
    - "actually I'll stop at 66, not 64" -> topic="income_cash_flow", fact_type="target_retirement_age",
      value="Wants to retire at 66", supersedes="Wants to retire at 64"
    """
    if unfit := _unfit_value(topic, value) or _unfit_labels(confidence, subtopic=subtopic, fact_type=fact_type):
        return unfit
    corrected = _standing(context, supersedes) if supersedes else _taken_back(context, topic, fact_type)
    if supersedes and corrected is None:
        return _no_such_record(context, topic, supersedes)
    if not _of_type(context, topic, fact_type) and (unfit := _unfit_type(topic, fact_type or "")):
        return unfit
    claim = ProposedFact(value, words or "", (fact_type or "", subtopic or ""))
    try:
        place = _amended(context, topic, fact_type, value) or place_of(
            claim, _said(context), lambda: _question(context)
        )
    except NotInWords as refused:
        return refusal("not_in_words", str(refused), _ADVICE)
    new = actions.NewFact(Topic(topic), value, subtopic or None, fact_type or None, confidence, corrected)
    return _noted(context, *actions.record_fact(context.record, new, place=place, by=context.by))


def _noted(context: ToolContext, fact: FactView, is_new: bool) -> dict[str, Any]:
    result: dict[str, Any] = {"status": "success", "id": fact.id, "topic": str(fact.topic), "fact_type": fact.fact_type}
    beside = [known["value"] for known in _of_type(context, fact.topic, fact.fact_type) if known["id"] != fact.id]
    result |= {"value": fact.value, "supersedes": fact.supersedes, "recorded": is_new}
    return result | ({"stands_beside": beside} if beside else {})


@tool(is_passing=True)
def information_query(context: ToolContext) -> dict[str, Any]:
    """Fetch every information record of this conversation, the oldest first; it changes none of them.

    `superseded_by` names the record that corrected one. Look before you score, and every 3 to 5 new facts.
    """
    actions.write_facts(context.record)
    facts = record.all_facts(context.thread_id)
    gone = superseded_by(facts)
    session_id = str(context.thread_id)
    records = [
        {
            "id": fact.id,
            "session_id": session_id,
            "topic": str(fact.topic),
            "subtopic": fact.subtopic,
            "fact_type": fact.fact_type,
            "value": fact.value,
            "confidence": fact.confidence,
            "created_at": fact.created_at,
            "superseded_by": gone.get(fact.id),
        }
        for fact in facts
    ]
    return {"status": "success", "records": records} | score_due(context.record)


@tool
def completeness(context: ToolContext, scores: list[TopicScore]) -> dict[str, Any]:
    """Persist how complete the information is, for one topic or several: 0 knows nothing, 100 enough for a plan.

    Call it when a score has changed by about 10 points. The scores are internal: never tell the person a number.

    - scores=[{"topic": "housing_geography", "score": 45, "reason": "Mortgage known, place to live open"}]
    """
    if not scores:
        return _not_filed("No score was sent. Send at least one topic with its score.")
    for item in scores:
        if item["topic"] not in Topic.values:
            return _not_filed(f"{unknown_topic(item['topic'])} Call again with one of them.")
        if not 0 <= item["score"] <= 100:
            return _not_filed(f"The score of {item['topic']} is {item['score']}, not 0 to 100. Correct it.")
    snapshot = actions.record_snapshot(context.record, scores, by=context.by)
    topics = [item["topic"] for item in scores]
    return {"status": "success", "id": str(snapshot.pk), "topics": topics}


@tool
def undo(context: ToolContext, fact_ids: list[str] | None = None) -> dict[str, Any]:
    """Take back what the person takes back: the facts of their newest words, or those of `fact_ids`.

    Records of ids come from information_query. What they had corrected stands again; they stay in the timeline.

    - "undo" -> no arguments; said once more, it takes back what was noted before that
    - "forget what I said about the boat" -> fact_ids=[the record of the boat]
    """
    try:
        ids = [str(UUID(fact_id)) for fact_id in fact_ids] if fact_ids else None
    except ValueError:
        return _not_filed("A fact_id is no id. Take ids from information_query.")
    gone = actions.withdraw_facts(context.record, ids, by=context.by)
    if not gone:
        return refusal("nothing_to_undo", "There is nothing noted to take back.", "Ask what the person means.")
    return {"status": "success", "taken_back": [fact.value for fact in gone]}


@tool
def start_over(context: ToolContext) -> dict[str, Any]:
    """Take back everything that was noted, when the person says plainly that they want to start over."""
    return {"status": "success", "taken_back": actions.start_over(context.record, by=context.by)}


TOOLS: tuple[Tool, ...] = (information, information_query, completeness, calculate, undo, start_over)
