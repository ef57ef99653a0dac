"""What stands beside the chat, and what the model is told: the eight topics, what is known of each and what is open."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from audit.trail import Actor
from chat.assistants import render_prompt
from chat.models import Message
from retirement import actions, record
from retirement.checklist import items_of
from retirement.coverage import TopicCoverage, base_type, coverage
from retirement.facts import FactView, current
from retirement.models import InformationRecord, Plan
from retirement.next_question import next_question
from retirement.record import At, Record
from retirement.topics import Topic
from retirement.words import sentence_around

# Bounds of the prompt: facts of a topic, characters of a value, open items of a topic.
TOLD_FACTS, TOLD_CHARS, TOLD_OPEN = 15, 300, 8
# Facts of a topic whose words are read for the checklist because their type is not on it.
READ_FACTS = 6
# Facts of a topic that the panel shows; the hand-over pack holds all of them.
SHOWN_FACTS = 12
# Characters around the words of a fact that stand beside them.
MAX_SENTENCE = 400
# Width of a full bar in the chart, in its own units.
BAR = 120


def instructions(found: Record) -> str:
    """What the model is told, from the thread's own prompt."""
    return _instructions(found.at)


@lru_cache(maxsize=64)
def _instructions(at: At) -> str:
    return render_prompt(f"retirement/prompts/{at.prompt}.md", known_to_model(at.record))


def known_to_model(found: Record) -> dict[str, Any]:
    """The values of the prompts: current facts only, and no more than fit however long the thread is."""
    facts = current(found.facts)
    weighed = to_weigh(facts)
    covered = coverage(weighed)
    following = next_question(weighed, found.asked)
    return {
        "topics": [_told(found, topic, facts, covered[topic]) for topic in Topic],
        "asked": ", ".join(found.asked),
        "next": following.question if following else "",
    }


def to_weigh(facts: list[FactView]) -> list[FactView]:
    """The facts that the coverage looks at: those of the checklist's types, and of others the newest of each topic.

    The words of the others have to be read, which takes longer than everything else for a thousand of them.
    """
    read: Counter[Topic] = Counter()
    kept = []
    for fact in reversed(facts):
        if not _on_list(fact.topic, fact.fact_type or ""):
            read[fact.topic] += 1
            if read[fact.topic] > READ_FACTS:
                continue
        kept.append(fact)
    return kept[::-1]


@lru_cache(maxsize=8192)
def _on_list(topic: Topic, fact_type: str) -> bool:
    return any(base_type(fact_type) in item.names for item in items_of(topic))


def _told(found: Record, topic: Topic, facts: list[FactView], covered: TopicCoverage) -> dict[str, Any]:
    newest = [fact for fact in facts if fact.topic == topic][-TOLD_FACTS:]
    return {
        "id": topic.value,
        "label": str(topic.label),
        "words": covered.words,
        "score": found.scores.get(topic.value, {}).get("score"),
        "missing": ", ".join(item.fact_type for item in covered.missing[:TOLD_OPEN]),
        "facts": "".join(f"- {_line(f.fact_type or 'said')}: {_line(f.value)}\n" for f in newest),
    }


def _line(text: str) -> str:
    """One line of the prompt's block, which the text cannot close."""
    line = " ".join(text.split()).replace("<", "‹").replace(">", "›")
    return line if len(line) <= TOLD_CHARS else line[: TOLD_CHARS - 1] + "…"


def score_in_words(score: int | None) -> str:
    """A score as the person reads it."""
    if score is None:
        return "not weighed yet"
    steps = [(85, "enough to plan with"), (60, "well understood"), (35, "partly understood"), (10, "a beginning")]
    return next((words for least, words in steps if score >= least), "hardly anything yet")


def context_of(thread: Any) -> dict[str, Any]:
    """The context of retirement/panel.html. Two queries."""
    found = record.load(thread.id)
    facts = current(found.facts)
    covered = coverage(to_weigh(facts))
    by_topic = {topic: [fact for fact in facts if fact.topic == topic] for topic in Topic}
    quotes = quotes_of([fact for some in by_topic.values() for fact in some[-SHOWN_FACTS:]])
    return {
        "thread": thread,
        "topics": [_row(found, n, topic, by_topic[topic], covered[topic], quotes) for n, topic in enumerate(Topic)],
        "known": len(facts),
        "bar": BAR,
        "height": len(Topic) * 30,
    }


def _row(
    found: Record,
    number: int,
    topic: Topic,
    facts: list[FactView],
    covered: TopicCoverage,
    quotes: Mapping[str, dict[str, str]],
) -> dict[str, Any]:
    score = found.scores.get(topic.value, {}).get("score")
    shown = [{"fact": fact, "quote": quotes.get(fact.id)} for fact in reversed(facts[-SHOWN_FACTS:])]
    return {
        "id": topic.value,
        "label": str(topic.label),
        "short_label": topic.short_label,
        "judged": score_in_words(score),
        "covered": covered.words,
        "facts": shown,
        "more": max(0, len(facts) - SHOWN_FACTS),
        "y": number * 30,
        "judged_width": round(BAR * (score or 0) / 100),
        "covered_width": round(BAR * min(max(covered.share, 0.0), 1.0)),
    }


def quotes_of(facts: list[FactView]) -> dict[str, dict[str, str]]:
    """For each fact the sentence that it came from, cut around its words: {"before", "words", "after"}."""
    ids = [fact.id for fact in facts]
    rows = InformationRecord.objects.filter(pk__in=ids).exclude(message_id=None)
    places = list(rows.values_list("id", "message_id", "start", "end"))
    said = dict(Message.objects.filter(pk__in={place[1] for place in places}).values_list("id", "content"))
    return {
        str(pk): quote_at(said[message], start or 0, end or 0) for pk, message, start, end in places if message in said
    }


def quote_at(text: str, start: int, end: int) -> dict[str, str]:
    """The sentence around `text[start:end]`, in three parts."""
    window = max(0, start - 2 * MAX_SENTENCE)
    low, high = sentence_around(text[window : end + 2 * MAX_SENTENCE], start - window, end - window)
    low, high = max(low + window, start - MAX_SENTENCE), min(high + window, end + MAX_SENTENCE)
    return {"before": text[low:start].lstrip(), "words": text[start:end], "after": text[end:high].rstrip()}


def command(name: str, thread: Any, user: Any) -> str | None:
    """The person's acts in the terminal: /state, and /readiness or /completeness to choose what the thread is for."""
    if name in Plan.Prompt.values:
        by = Actor(user.pk, thread.id)
        with actions.act_on(thread.id, by) as found:
            actions.choose_prompt(found, Plan.Prompt(name), by=by)
        return f"This conversation now runs on the {name} prompt."
    if name != "state":
        return None
    found = record.load(thread.id)
    facts = current(found.facts)
    lines = []
    for topic, covered in coverage(to_weigh(facts)).items():
        lines.append(f"{topic.label}: {covered.words}")
        lines += [f"  - {fact.value}" for fact in facts if fact.topic == topic]
    return "\n".join(lines)
