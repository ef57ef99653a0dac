"""The hand-over pack as PDF, for the adviser who goes on: what the person said, what changed, what is open and why."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from decimal import Decimal
from functools import partial
from itertools import combinations
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext, gettext_noop

from chat.models import Message, Thread, ToolCall
from pdf import cut as cut_to, page_pdf
from retirement import record
from retirement.checklist import Item, Topic, item_named
from retirement.coverage import base_type
from retirement.facts import FactView, current, superseded_by
from retirement.next_question import is_important
from retirement.pages.covered import covered_words
from retirement.pages.panel import coverage_of, difference, quotes_of
from retirement.reading import disagree, label_of, measures_in

# Characters of a value and of a sentence; facts, open questions and sums. The JSONL files hold everything.
MAX_VALUE, MAX_SENTENCE, MAX_FACTS, MAX_OPEN, MAX_SUMS = 400, 500, 60, 5, 40
# Messages in which the currency of a sum is looked for.
MAX_READ = 200
# Fewer words are an answer and no sentence of their own: what was noted stands before them.
LEAST_SENTENCE = 4
WHICH_HOLDS = gettext_noop("Whoever plans with it has to know which of the two holds.")
# A fact that is noted with less is not sure.
UNSURE = 0.5
cut = partial(cut_to, longest_word=40)
Quotes = Mapping[str, Mapping[str, str]]


def file_name(thread: Thread, at: datetime) -> str:
    """The pack's name: the day it was made, and the conversation's."""
    return f"retirement-handover-{at:%Y-%m-%d}-{str(thread.pk)[:8]}.pdf"


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
    shown = {topic: [fact for fact in facts if fact.topic == topic][-MAX_FACTS:] for topic in Topic}
    covered = coverage_of(thread_record)
    quotes = quotes_of(fact.id for fact in every)
    return {
        "thread": thread,
        "owner": cut(thread.owner.get_full_name() or thread.owner.get_username(), 80),
        "made_at": timezone.now(),
        "current": len(facts),
        "important": list(_said(filter(is_important, facts), quotes)),
        "changed": [*_changed(every, quotes), *_disagreeing(facts, quotes)],
        "unsure": list(_said((fact for fact in facts if fact.confidence < UNSURE), quotes)),
        "sums": list(_sums(thread)),
        "topics": [
            {
                "label": str(topic.label),
                "covered": covered_words(covered[topic]),
                "differs": difference(thread_record, topic, covered[topic]),
                "reason": _reason(thread_record, topic, covered[topic].words),
                "said": list(_said(shown[topic], quotes)),
                "left_out": sum(fact.topic == topic for fact in facts) - len(shown[topic]),
                "open": [_open(item) for item in covered[topic].missing[:MAX_OPEN]],
                "also_open": [
                    {"question": gettext(label_of(item.fact_type)), "why": item.why}
                    for item in covered[topic].missing[MAX_OPEN:]
                ],
            }
            for topic in Topic
        ],
    }


def _reason(thread_record: record.PlanRecord, topic: Topic, covered: str) -> str:
    """Why the model judges so, unless it only says again what the checklist says."""
    reason = str(thread_record.scores.get(topic.value, {}).get("reason") or "")
    return "" if reason == covered else cut(reason, MAX_VALUE)


def _open(item: Item) -> dict[str, str]:
    return {"question": item.question, "why": item.why}


def _said(facts: Iterable[FactView], quotes: Quotes) -> Iterator[dict[str, Any]]:
    """The person's sentences in their order, each once, with all that was noted from it."""
    groups: dict[str, list[FactView]] = {}
    for fact in facts:
        groups.setdefault(_sentence(fact, quotes) or fact.id, []).append(fact)
    for sentence, noted in groups.items():
        whole = sentence if sentence != noted[0].id else ""
        notes = [_note(fact, whole, alone=len(noted) == 1) for fact in noted]
        yield {"sentence": whole, "at": noted[0].created_at[:10], "notes": notes}


def _sentence(fact: FactView, quotes: Quotes) -> str:
    """The whole sentence that a fact came from, as the person wrote it, with a beginning and an end."""
    quote = quotes.get(fact.id)
    if quote is None:
        return ""
    words = cut(f"{quote['before']}{quote['words']}{quote['after']}", 3 * MAX_SENTENCE)
    return f"{words[:1].upper()}{words[1:]}" + ("" if words[-1:] in ".!?…" else ".")


def _note(fact: FactView, sentence: str, *, alone: bool) -> dict[str, str]:
    """What a fact is called and says; its value is left out where the sentence above it says just that.

    What was not said there, such as what an answer answers, stays. Of several facts of a sentence each keeps its part.
    """
    words, label = cut(fact.value, MAX_VALUE), _label(fact)
    bare = words.rpartition(": ")[2]
    is_there = _plain(bare) in _plain(sentence)
    value = bare if is_there else words
    same = is_there and (alone or _plain(bare) == _plain(sentence))
    short = len(sentence.split()) < LEAST_SENTENCE
    value = words if short else value
    return {"label": cut(label, 60), "value": "" if same and not short else value}


def _label(fact: FactView) -> str:
    """What a person calls a fact of this type, in the language of the pack."""
    return gettext(label_of(base_type(fact.fact_type))) if fact.fact_type else ""


def _plain(words: str) -> str:
    return " ".join(words.rstrip(".").lower().split())


def _changed(every: Sequence[FactView], quotes: Quotes) -> Iterator[dict[str, str]]:
    """What was said first and what was said later in its place, and why it matters to know which holds."""
    by_id, newer = {fact.id: fact for fact in every}, superseded_by(every)
    for fact in every:
        if fact.id in newer:
            yield _two_ways(fact, by_id[newer[fact.id]], quotes)


def _disagreeing(facts: Sequence[FactView], quotes: Quotes) -> Iterator[dict[str, str]]:
    """What stands in two ways: of one thing there is one, and two were said."""
    by_type: dict[tuple[Topic, str], list[FactView]] = {}
    for fact in facts:
        if fact.fact_type:
            by_type.setdefault((fact.topic, base_type(fact.fact_type)), []).append(fact)
    for (_, fact_type), alike in by_type.items():
        pairs = ((first, later) for first, later in combinations(alike, 2))
        if pair := next((p for p in pairs if disagree(fact_type, [fact.value for fact in p])), None):
            yield {**_two_ways(*pair, quotes), "both": "yes"}


def _two_ways(first: FactView, later: FactView, quotes: Quotes) -> dict[str, str]:
    item = item_named(later.topic, base_type(later.fact_type or ""))
    return {
        "label": cut(_label(later) or gettext(str(later.topic.label)).split(" (", 1)[0], 60),
        "before": _sentence(first, quotes) or cut(first.value, MAX_VALUE),
        "first": first.created_at[:10],
        "after": _sentence(later, quotes) or cut(later.value, MAX_VALUE),
        "then": later.created_at[:10],
        "why": item.why if item else gettext(WHICH_HOLDS),
    }


def _sums(thread: Thread) -> Iterator[dict[str, str]]:
    """Each sum that was done, with its formula, its inputs and the words that asked for it."""
    calls = ToolCall.objects.filter(turn__thread=thread, name="calculate", result__status="success")
    newest = list(calls.select_related("turn").order_by("-id")[:MAX_SUMS])[::-1]
    asked = dict(
        Message.objects.filter(turn__in={call.turn_id for call in newest}, role=Message.Role.USER).values_list(
            "turn_id", "content"
        )
    )
    before = list(Message.objects.filter(thread=thread, role=Message.Role.USER).values_list("content", flat=True))
    for call in newest:
        inputs = call.result.get("inputs", {})
        spoken = (asked.get(call.turn_id, ""), " \n".join(before[:MAX_READ]))
        yield {
            "asked": cut(asked.get(call.turn_id, ""), MAX_SENTENCE),
            "result": cut(str(call.result.get("result", "")), MAX_VALUE),
            "formula": cut(str(call.result.get("formula", "")), MAX_VALUE),
            "inputs": cut(
                ", ".join(
                    f"{name.replace('_', ' ')} {_with_currency(value, spoken)}" for name, value in inputs.items()
                ),
                MAX_VALUE,
            ),
            "at": f"{call.created_at:%Y-%m-%d}",
        }


def _with_currency(value: object, spoken: Iterable[str]) -> str:
    """A number of a sum, with the currency where the person said it: in the question, else anywhere, in one alone."""
    for words in spoken:
        money = (measure for measure in measures_in(words) if measure.currency)
        named = {measure.currency for measure in money if str(value) in map(_figure, measure.values)}
        if len(named) == 1:
            [currency] = named
            return f"${Decimal(str(value)):,f}" if currency == "USD" else f"{currency} {Decimal(str(value)):,f}"
    return str(value)


def _figure(number: Decimal) -> str:
    return f"{number.normalize():f}"
