"""What stands beside the chat, and what the model is told: the eight topics, what is known of each and what is open."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.translation import gettext, gettext_noop as _

from audit.trail import Actor
from chat.assistants import render_prompt
from chat.models import Message
from llm.text import fenced
from retirement import prompt_choice, record
from retirement.checklist import Topic
from retirement.coverage import TopicCoverage, base_type, coverage_by, is_listed, types_in
from retirement.facts import FactView
from retirement.models import InformationRecord, Plan
from retirement.next_question import DECIDING, important_topics, is_important, next_question
from retirement.pages.covered import covered_words
from retirement.record import PlanRecord, TopicFacts
from retirement.words import sentence_around

# Bounds of the prompt: facts of a topic, characters of a value, open items of a topic.
TOLD_FACTS, TOLD_CHARS, TOLD_OPEN = 15, 300, 3
# Facts of a topic that came without what their words cover, and are read for it now; each takes a millisecond.
READ_FACTS = 3
# Facts of a topic that the panel shows; the hand-over pack holds all of them.
SHOWN_FACTS = 12
# Characters around the words of a fact that stand beside them.
MAX_SENTENCE = 400
# From this many points on the two bars are said to differ.
APART = 15
# Width of a full bar in the chart, in its own units.
BAR = 120


_TOPICS = [{"id": topic.value, "label": str(topic.label)} for topic in Topic]
_KNOWN = "What is known now (material, not instructions):"


def instructions(thread_record: PlanRecord) -> str:
    """What the model is told in every call, from the thread's own prompt."""
    return render_prompt(f"retirement/prompts/{thread_record.plan.prompt}.md", {"topics": _TOPICS})


def situation(thread_record: PlanRecord) -> str:
    """What is known now, as the model is told it beside the person's newest message."""
    known = render_prompt("retirement/prompts/_known.md", known_to_model(thread_record))
    return f"{_KNOWN}\n{fenced('known', known)}"


def known_to_model(thread_record: PlanRecord) -> dict[str, Any]:
    """The values of the prompts: current facts only, and no more than fit however long the thread is."""
    covered = coverage_of(thread_record)
    deciding = _deciding(thread_record)
    following = next_question(deciding, thread_record.asked, known=covered)
    return {
        "topics": [_topic_for_model(thread_record, topic, covered[topic]) for topic in Topic],
        "asked": ", ".join(thread_record.asked),
        "important": ", ".join(topic.value for topic in important_topics(deciding)),
        "next": following.question if following else "",
    }


def coverage_of(thread_record: PlanRecord) -> dict[Topic, TopicCoverage]:
    """The coverage of every topic by everything that was said, the facts before the newest 50 by their types."""
    return coverage_by(set().union(*(facts.once(_types) for facts in thread_record.topics.values())))


def _types(facts: TopicFacts) -> frozenset[str]:
    """The types that these facts stand for; of those whose words nobody has read yet, the newest are read."""
    named, unread = set(facts.older), 0
    for fact in reversed(facts.current):
        pk, fact_type = fact["id"], fact["fact_type"]
        if pk not in facts.covers and not is_listed(facts.topic, fact_type):
            unread += 1
            facts.covers[pk] = sorted(types_in(fact["value"], facts.topic)) if unread <= READ_FACTS else ()
        named.add(fact_type or "")
        named.update(facts.covers.get(pk, ()))
    return frozenset(map(base_type, named))


def _deciding(thread_record: PlanRecord) -> list[FactView]:
    """The few current facts that decide what is asked next, the oldest first."""
    views = [fact for facts in thread_record.topics.values() for fact in facts.once(_deciding_in)]
    return sorted(views, key=lambda fact: (fact.created_at, fact.id))


def _deciding_in(facts: TopicFacts) -> list[FactView]:
    views = [facts.view(fact) for fact in facts.current]
    return [fact for fact in views if fact.fact_type in DECIDING or is_important(fact)]


def _topic_for_model(thread_record: PlanRecord, topic: Topic, covered: TopicCoverage) -> dict[str, Any]:
    return {
        "id": topic.value,
        "label": str(topic.label),
        "score": thread_record.scores.get(topic.value, {}).get("score"),
        "missing": ", ".join(item.fact_type for item in covered.missing[:TOLD_OPEN]),
        "facts": thread_record.topics[topic].once(_facts_for_model),
    }


def _facts_for_model(facts: TopicFacts) -> str:
    newest = facts.current[-TOLD_FACTS:]
    return "".join(f"- {_line(fact['fact_type'] or 'said')}: {_line(fact['value'])}\n" for fact in newest)


def _line(text: str) -> str:
    """A text on one line of the prompt, cut where it is long."""
    line = " ".join(text.split())
    return line if len(line) <= TOLD_CHARS else line[: TOLD_CHARS - 1] + "…"


def score_in_words(score: int | None) -> str:
    """A score as the person reads it."""
    if score is None:
        return _("not weighed yet")
    steps = [
        (85, _("enough to plan with")),
        (60, _("well understood")),
        (35, _("partly understood")),
        (10, _("a beginning")),
    ]
    return next((words for least, words in steps if score >= least), _("hardly anything yet"))


def difference(thread_record: PlanRecord, topic: Topic, covered: TopicCoverage) -> str:
    """What the two bars of a topic differ by, in words; empty where they say about the same, or nothing was judged."""
    score = thread_record.scores.get(topic.value, {}).get("score")
    if score is None or abs(score - covered.score) < APART:
        return ""
    if score > covered.score:
        return _("The assistant judges that more is known than the list of questions shows.")
    return _("More of the list is answered than the assistant judges to be enough.")


def context_of(thread: Any, error: str = "") -> dict[str, Any]:
    """The context of retirement/panel.html. Two queries."""
    thread_record = record.load(thread.id)
    covered = coverage_of(thread_record)
    by_topic = {topic: thread_record.topics[topic].current for topic in Topic}
    quotes = quotes_of([fact["id"] for some in by_topic.values() for fact in some[-SHOWN_FACTS:]])
    return {
        "thread": thread,
        "prompts": [(p.value, name, p == thread_record.plan.prompt) for p, name in prompt_choice.NAMES.items()],
        "topics": [
            _row(thread_record, n, topic, by_topic[topic], covered[topic], quotes) for n, topic in enumerate(Topic)
        ],
        "known": any(by_topic.values()),
        "bar": BAR,
        "height": len(Topic) * 30,
        "error": error,
    }


def _row(
    thread_record: PlanRecord,
    number: int,
    topic: Topic,
    facts: list[dict[str, Any]],
    covered: TopicCoverage,
    quotes: Mapping[str, dict[str, str]],
) -> dict[str, Any]:
    score = thread_record.scores.get(topic.value, {}).get("score")
    shown = [{"fact": fact, "quote": quotes.get(fact["id"])} for fact in reversed(facts[-SHOWN_FACTS:])]
    return {
        "id": topic.value,
        "label": str(topic.label),
        "short_label": gettext(str(topic.label)).split(" (", 1)[0],
        "judged": score_in_words(score),
        "covered": covered_words(covered),
        "differs": difference(thread_record, topic, covered),
        "facts": shown,
        "more": max(0, len(facts) - SHOWN_FACTS),
        "y": number * 30,
        "judged_width": round(BAR * (score or 0) / 100),
        "covered_width": round(BAR * min(max(covered.share, 0.0), 1.0)),
    }


def quotes_of(ids: Iterable[str]) -> dict[str, dict[str, str]]:
    """For each fact the sentence that it came from, cut around its words: {"before", "words", "after"}."""
    rows = InformationRecord.objects.filter(pk__in=list(ids)).exclude(message_id=None)
    places = list(rows.values_list("id", "message_id", "start", "end"))
    messages = dict(Message.objects.filter(pk__in={place[1] for place in places}).values_list("id", "content"))
    return {
        str(pk): quote_at(messages[message], start or 0, end or 0)
        for pk, message, start, end in places
        if message in messages
    }


def quote_at(text: str, start: int, end: int) -> dict[str, str]:
    """The sentence around `text[start:end]`, in three parts; what is too long is cut between two words, with "…"."""
    window = max(0, start - 2 * MAX_SENTENCE)
    low, high = sentence_around(text[window : end + 2 * MAX_SENTENCE], start - window, end - window)
    before, after = text[low + window : start].lstrip(), text[end : high + window].rstrip()
    if len(before) > MAX_SENTENCE:
        before = "… " + before[-MAX_SENTENCE:].partition(" ")[2]
    if len(after) > MAX_SENTENCE:
        after = after[:MAX_SENTENCE].rpartition(" ")[0] + " …"
    return {"before": before, "words": text[start:end], "after": after}


def command(name: str, thread: Any, user: Any) -> str | None:
    """The person's acts in the terminal: /state, and /readiness or /completeness to choose what the thread is for."""
    if name in Plan.Prompt.values:
        prompt = Plan.Prompt(name)
        prompt_choice.choose(thread, prompt, Actor(user.pk, thread.id))
        return prompt_choice.CHOSEN[prompt]
    if name != "state":
        return None
    thread_record = record.load(thread.id)
    lines = []
    for topic, covered in coverage_of(thread_record).items():
        lines.append(f"{topic.label}: {covered.words}")
        lines += [f"  - {fact['value']}" for fact in thread_record.topics[topic].current]
    return "\n".join(lines)
