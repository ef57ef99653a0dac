"""The hand-over pack as PDF, for the adviser who goes on: facts and their words, gaps, open questions."""

from __future__ import annotations

from functools import cache
from io import BytesIO
from typing import Any

from django.conf import settings
from django.template.loader import render_to_string
from django.utils import timezone, translation

from chat.models import Thread
from llm.text import clean_text
from retirement import record
from retirement.checklist import Topic
from retirement.facts import FactView, current
from retirement.pages.panel import coverage_of, quotes_of, score_in_words
from retirement.reading import label_of

# Characters of a value and of a quote; facts and open questions of a topic. The JSONL files hold everything.
MAX_VALUE, MAX_QUOTE, MAX_FACTS, MAX_QUESTIONS = 400, 400, 60, 4


def pdf_of(thread: Thread) -> bytes:
    """The pages as PDF. Raises RuntimeError when they cannot be made."""
    # The import costs a second, which only those pay who want a PDF.
    from xhtml2pdf import pisa

    _use_own_fonts()
    pages = BytesIO()
    # A record is in no reader's language.
    with translation.override(settings.LANGUAGE_CODE):
        html = render_to_string("retirement/handover.html", context_of(thread))
    made = pisa.CreatePDF(html, dest=pages, encoding="utf-8", link_callback=_nothing_remote)
    if made.err:
        raise RuntimeError(f"xhtml2pdf found {made.err} faults in the hand-over pack of thread {thread.pk}.")
    return pages.getvalue()


def context_of(thread: Thread) -> dict[str, Any]:
    """What stands in the pack."""
    found = record.load(thread.pk)
    every = record.all_facts(thread.pk)
    facts = current(every)
    covered = coverage_of(found)
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
                "judged": score_in_words(found.scores.get(topic.value, {}).get("score")),
                "reason": _reason(found, topic, covered[topic].words),
                "facts": [_row(fact, quotes) for fact in shown[topic]],
                "left_out": len([f for f in facts if f.topic == topic]) - len(shown[topic]),
                "missing": [label_of(item.fact_type) for item in covered[topic].missing],
                "questions": [item.question for item in covered[topic].missing[:MAX_QUESTIONS]],
            }
            for topic in Topic
        ],
    }


def _reason(found: record.Record, topic: Topic, covered: str) -> str:
    """Why the model judges so, unless it only says again what the checklist says."""
    reason = str(found.scores.get(topic.value, {}).get("reason") or "")
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


def cut(text: str, limit: int) -> str:
    """The text on one line, cut at `limit` characters, with breaks where a long word could not be wrapped."""
    line = " ".join(clean_text(text).split())
    line = line if len(line) <= limit else f"{line[: limit - 1]}…"
    return " ".join(" ".join(word[n : n + 40] for n in range(0, len(word), 40)) for word in line.split())


def _nothing_remote(uri: str, _base: str) -> str:
    """The pages name no file and no address; whatever would is refused."""
    raise ValueError(f"The hand-over pack must not load {uri[:200]!r}.")


@cache
def _use_own_fonts() -> None:
    from reportlab.lib.fonts import addMapping
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.ttfonts import TTFont
    from xhtml2pdf import default

    for name, file in (("handover", "DejaVuSans.ttf"), ("handover-bold", "DejaVuSans-Bold.ttf")):
        pdfmetrics.registerFont(TTFont(name, settings.FONTS_DIR / file))
    for bold in (0, 1):
        for italic in (0, 1):
            addMapping("handover", bold, italic, "handover-bold" if bold else "handover")
    default.DEFAULT_FONT["handover"] = "handover"
