"""The hand-over pack as PDF, for the adviser who goes on: facts and their words, gaps, open questions."""

from __future__ import annotations

from functools import partial
from typing import Any

from django.utils import timezone

from chat.models import Thread
from pdf import cut as cut_to, page_pdf
from retirement import record
from retirement.checklist import Topic
from retirement.facts import FactView, current
from retirement.pages.panel import coverage_of, quotes_of, score_in_words
from retirement.reading import label_of

# Characters of a value and of a quote; facts and open questions of a topic. The JSONL files hold everything.
MAX_VALUE, MAX_QUOTE, MAX_FACTS, MAX_QUESTIONS = 400, 400, 60, 4
cut = partial(cut_to, longest_word=40)


def pdf_of(thread: Thread) -> bytes:
    """The pages as PDF. Raises RuntimeError when they cannot be made."""
    return page_pdf(
        "retirement/handover.html", partial(context_of, thread), what=f"the hand-over pack of thread {thread.pk}"
    )


def context_of(thread: Thread) -> dict[str, Any]:
    """What stands in the pack."""
    thread_record = record.load(thread.pk)
    every = record.all_facts(thread.pk)
    facts = current(every)
    covered = coverage_of(thread_record)
    shown = {topic: [f for f in facts if f.topic == topic][-MAX_FACTS:] for topic in Topic}
    quotes = quotes_of(fact.id for some in shown.values() for fact in some)
    return {
        "thread": thread,
        "owner": cut(thread.owner.get_full_name() or thread.owner.get_username(), 80),
        "made_at": timezone.now(),
        "current": len(facts),
        "corrected": len(every) - len(facts),
        "topics": [
            {
                "label": str(topic.label),
                "covered": covered[topic].words,
                "judged": score_in_words(thread_record.scores.get(topic.value, {}).get("score")),
                "reason": _reason(thread_record, topic, covered[topic].words),
                "facts": [_row(fact, quotes) for fact in shown[topic]],
                "left_out": len([f for f in facts if f.topic == topic]) - len(shown[topic]),
                "missing": [label_of(item.fact_type) for item in covered[topic].missing],
                "questions": [item.question for item in covered[topic].missing[:MAX_QUESTIONS]],
            }
            for topic in Topic
        ],
    }


def _reason(thread_record: record.PlanRecord, topic: Topic, covered: str) -> str:
    """Why the model judges so, unless it only says again what the checklist says."""
    reason = str(thread_record.scores.get(topic.value, {}).get("reason") or "")
    return "" if reason == covered else cut(reason, MAX_QUOTE)


def _row(fact: FactView, quotes: dict[str, dict[str, str]]) -> dict[str, str]:
    quote = quotes.get(fact.id)
    words = f"{quote['before']}{quote['words']}{quote['after']}" if quote else ""
    return {
        "label": cut((fact.fact_type or "").replace("_", " "), 40),
        "value": cut(fact.value, MAX_VALUE),
        "quote": cut(words, MAX_QUOTE),
        "at": fact.created_at[:10],
    }
