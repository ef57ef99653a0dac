"""Where the parts of a dossier come from: its sources and its day by its log, its answers by their calls."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext

from audit.traced import Traced
from chat.models import ToolCall
from tax_dossier.models import Dossier, Patch, Source

# The newest answers; those before them stand in the conversation.
MAX_ANSWERS = 20
_ACTS = [f"tax_dossier.{origin}" for origin in Patch.Origin.values]


def traced_values(thread: Any) -> dict[str, Traced]:
    """The day of the law by "day", each source by "source.<id>", and each answer by "answer.<turn>"."""
    dossier = Dossier.objects.filter(thread=thread).first()
    if dossier is None:
        return {}
    return {**_day(dossier), **_sources(dossier), **_answers(dossier)}


def _day(dossier: Dossier) -> dict[str, Traced]:
    if dossier.reference_date is None:
        return {}
    patch = dossier.patches.filter(effect__reference__1=dossier.reference_date.isoformat()).last()
    words = {"quote": dossier.reference_words, "message_id": dossier.reference_message_id}
    traced = Traced(
        label=gettext("Law as of"),
        value=dossier.reference_date.isoformat(),
        record=dossier,
        acts=_ACTS,
        tools=("legislation", "case_law", "remove_sources"),
        words=[words] if dossier.reference_words else [],
        turn_id=patch.turn_id if patch else None,
        about={"number": patch.number} if patch else {},
    )
    return {"day": traced}


def _sources(dossier: Dossier) -> dict[str, Traced]:
    """Each source by the change that added it."""
    by_source = {key: patch for patch in dossier.patches.all() for key in patch.effect.get("added", ())}
    values = {}
    for source in dossier.present():
        patch = by_source.get(source.pk)
        values[f"source.{source.pk}"] = Traced(
            label=source.title,
            value=source.key,
            record=dossier,
            acts=_ACTS,
            tools=(patch.origin,) if patch else (),
            turn_id=patch.turn_id if patch else None,
            about={"number": patch.number} if patch else {"number": -1},
        )
    return values


def _answers(dossier: Dossier) -> dict[str, Traced]:
    calls = ToolCall.objects.filter(turn__thread=dossier.thread_id, name="answer", message__discarded=False)
    answered = calls.filter(result__cited__0__gte=0).select_related("turn").order_by("-id")[:MAX_ANSWERS]
    titles = {source.number: source for source in dossier.sources.filter(in_dossier=True)}
    values: dict[str, Traced] = {}
    for call in answered:
        cited = [titles[number] for number in call.result["cited"] if number in titles]
        values[f"answer.{call.turn_id}"] = Traced(
            label=gettext("Answer"),
            value="\n\n".join(call.turn.spoken_texts()),
            record=dossier,
            acts=(),
            tools=("answer",),
            turn_id=call.turn_id,
            sources=[_cited(source) for source in cited],
        )
    return values


def _cited(source: Source) -> dict[str, str]:
    return {"title": source.title, "quote": source.text[source.match_start : source.match_end]}
