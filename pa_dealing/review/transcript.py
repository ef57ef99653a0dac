"""What was said in a request's thread, with the words that its values were read from marked in place."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from datetime import datetime
from itertools import pairwise

from django.utils.translation import gettext

from chat.models import Message
from pa_dealing.models import DraftRequest

MAX_MESSAGES, MAX_CHARS = 200, 6000
_LABELS = {
    "security_search_term": "Security",
    "has_inside_info": "Inside information",
    "is_related_party": "Related party",
    "relation_told": "Related party",
    "estimated_value": "Value",
    "estimated_currency": "Currency",
    "unit_price": "Price per unit",
}


@dataclass(slots=True)
class TranscriptPart:
    """A piece of a message; `labels` names the values that were read from it, empty for the rest."""

    text: str
    labels: str = ""


@dataclass(slots=True)
class Line:
    """One message."""

    id: int
    who: str
    role: str
    at: datetime
    parts: list[TranscriptPart] = field(default_factory=list)


def conversation(draft: DraftRequest) -> list[Line]:
    """The newest messages of the thread, oldest first, the marked words included."""
    spans: dict[int, list[tuple[int, int, str]]] = defaultdict(list)
    for name, words in draft.evidence.items():
        if name == "candidates":  # the whole message in which a search began is no value
            continue
        if words.get("source") != "form" and words.get("message_id") and words["end"] > words["start"]:
            label = gettext(_LABELS.get(name, name.replace("_", " ").capitalize()))
            spans[words["message_id"]].append((words["start"], words["end"], label))
    messages = Message.objects.filter(thread_id=draft.thread_id, discarded=False).exclude(content="")
    newest = messages.order_by("-id").only("id", "role", "content", "created_at")[:MAX_MESSAGES]
    who = {"user": "Employee", "assistant": "Assistant", "notice": "Notice"}
    return [
        Line(m.pk, gettext(who[m.role]), m.role, m.created_at, mark_values(_plain(m), spans.get(m.pk, [])))
        for m in reversed(newest)
    ]


def _plain(message: Message) -> str:
    """The words; of the assistant's Markdown the stars are left out."""
    text = message.content[:MAX_CHARS]
    return text.replace("**", "") if message.role == Message.Role.ASSISTANT else text


def mark_values(text: str, spans: list[tuple[int, int, str]]) -> list[TranscriptPart]:
    """The text in parts: words that several values were read from are one part with all their labels."""
    edges = sorted({0, len(text), *(min(edge, len(text)) for start, end, _ in spans for edge in (start, end))})
    parts: list[TranscriptPart] = []
    for start, end in pairwise(edges):
        labels = ", ".join(dict.fromkeys(label for low, high, label in sorted(spans) if low <= start and end <= high))
        parts.append(TranscriptPart(text[start:end], labels))
    return parts
