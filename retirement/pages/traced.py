"""Where each fact of a plan comes from: the words at their place, and the entry that was written with it."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext

from audit.traced import Traced
from chat.models import Message
from retirement.checklist import Topic
from retirement.models import InformationRecord

# The newest facts of a thread; the hand-over pack holds all of them.
MAX_FACTS = 500


def traced_values(thread: Any) -> dict[str, Traced]:
    """The facts that stand, by "fact.<id>", the newest first."""
    facts = InformationRecord.objects.filter(session=thread, withdrawal=None).order_by("-created_at", "-id")[:MAX_FACTS]
    texts = Message.objects.in_bulk({fact.message_id for fact in facts if fact.message_id})
    values = {}
    for fact in facts:
        message = texts.get(fact.message_id or 0)
        place = {"message_id": fact.message_id, "start": fact.start, "end": fact.end}
        values[f"fact.{fact.pk}"] = Traced(
            label=gettext(str(Topic(fact.topic).label)),
            value=fact.value,
            record=fact,
            acts=("retirement.fact_recorded", "retirement.fact_withdrawn"),
            tools=("information",),
            words=[{**place, "quote": message.content[fact.start : fact.end]}] if message else [],
        )
    return values
