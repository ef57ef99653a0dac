"""A conversation as HTML: its turns as views, and the panel beside it."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from uuid import UUID

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.template.loader import render_to_string
from django.utils.translation import get_language, gettext, gettext_noop

from chat import assistants, models_in_use
from chat.acts import by_hand
from chat.errors import FAILURES, sentence
from chat.guidance import step_labels
from chat.models import Feedback, Message, Thread, ToolCall, Turn
from chat.pages.markdown import render_blocks
from chat.threads import Versions, versions_of
from chat.turns import shown_arguments
from llm.registry import OFFLINE
from llm.types import status_of

Reader = AbstractBaseUser | AnonymousUser

PAGE = 50
# A value in the trace is for reading along; the whole of it is in the admin.
_SHOWN = 300
# What a result says to the model only, and what is shown in another way.
_UNSHOWN = ("status", "instructional_hint", "ask")


@dataclass(frozen=True, slots=True)
class StepView:
    """A tool call as a quiet line: what was done, with which arguments, and how it ended."""

    name: str
    label: str
    arguments: list[tuple[str, str]]
    result: list[tuple[str, str]]
    status: str
    by_code: bool


@dataclass(slots=True)
class TurnView:
    """A turn as the transcript shows it, or a notice, which has no number and only `notice`."""

    id: str
    number: int | None
    created_at: datetime
    finished_at: datetime | None = None
    status: str = ""
    client_id: str = ""
    # Who said it, where that is not the owner of the thread.
    author: str = ""
    user_text: str = ""
    blocks: list[str] = field(default_factory=list)
    steps: list[StepView] = field(default_factory=list)
    notice: str = ""
    # A notice that the person has not had on their screen yet.
    unseen: bool = False
    error_code: str = ""
    error_sentence: str = ""
    can_retry: bool = False
    # Whether it can be said otherwise, and how often it was.
    may_branch: bool = False
    versions: Versions | None = None

    @property
    def running(self) -> bool:
        return self.status == Turn.Status.RUNNING

    @property
    def has_refusal(self) -> bool:
        """Whether a tool refused what it was asked; the page must not show that as done."""
        return any(step.status == "error" for step in self.steps)

    @property
    def summary(self) -> str:
        """What was done, each kind of step once: "Noted a fact (3 times), calculated and 1 more"."""
        counts = Counter((step.label, step.status == "error") for step in self.steps)
        parts = []
        for (label, refused), times in counts.items():
            often = f" ({gettext('%(times)s times') % {'times': times}})" if times > 1 else ""
            parts.append(f"{label}{often}" + (f" ({gettext('refused')})" if refused else ""))
        shown = ", ".join([*parts[:1], *(part[:1].lower() + part[1:] for part in parts[1:3])])
        more = gettext("%(steps)s and %(number)s more") % {"steps": shown, "number": len(parts) - 3}
        return more if len(parts) > 3 else shown


def turn_views(
    thread: Thread,
    *,
    before: int | None = None,
    limit: int = PAGE,
    so_far: Mapping[UUID, str] | None = None,
    reader: Reader | None = None,
) -> list[TurnView]:
    """The newest `limit` turns (older than number `before`) and the notices between them, oldest first.

    3 queries, however long the thread is. `so_far` holds the text of running turns that no row has yet.
    What only some may do or go to is left out for a `reader` who may not.
    """
    turns = _described(thread.turns.all(), thread.pk).order_by("-number")
    if before is not None:
        turns = turns.filter(number__lt=before)
    shown = list(turns[:limit])[::-1]
    notices = Q(turn=None, role=Message.Role.NOTICE)
    if len(shown) == limit:
        notices &= Q(created_at__gte=shown[0].created_at)
    if before is not None:
        notices &= Q(created_at__lt=Turn.objects.filter(thread=thread, number=before).values("created_at"))
    messages = thread.messages.filter(Q(turn__in=[turn.pk for turn in shown]) | notices, discarded=False)
    by_turn: dict[UUID | None, list[Message]] = defaultdict(list)
    for message in messages.order_by("id"):
        by_turn[message.turn_id].append(message)
    views = _views(thread, shown, by_turn, so_far or {}, reader)
    views += [
        TurnView(
            id=f"notice-{message.pk}",
            number=None,
            created_at=message.created_at,
            notice=message.content,
            unseen=message.seen_at is None,
        )
        for message in by_turn[None]
    ]
    return sorted(views, key=lambda view: view.created_at)


def _views(
    thread: Thread,
    turns: Sequence[Turn],
    by_turn: Mapping[UUID | None, list[Message]],
    so_far: Mapping[UUID, str],
    reader: Reader | None,
) -> list[TurnView]:
    assistant, versions = assistants.get(thread.assistant), versions_of(thread, reader)
    labels, may_talk = step_labels(assistant), reader is None or thread.may_talk(reader)
    may_branch = may_talk and assistant.branches
    steps: dict[UUID, list[StepView]] = defaultdict(list)
    calls = ToolCall.objects.filter(turn__in=[turn.pk for turn in turns], message__discarded=False)
    for call in calls.order_by("id") if turns else ():
        steps[call.turn_id].append(_step(call, labels))
    views = [
        _turn_view(turn, by_turn.get(turn.pk, []), steps[turn.pk], so_far.get(turn.pk, ""), thread) for turn in turns
    ]
    for view, turn in zip(views, turns, strict=True):
        view.author = _author(turn, thread, reader)
        view.versions = versions.get(turn.number)
        view.may_branch = may_branch and not turn.by_hand and turn.status != Turn.Status.RUNNING  # type: ignore[attr-defined]
        view.can_retry = may_talk and view.can_retry
        if turn.error_detail and getattr(reader, "is_superuser", False):
            view.error_sentence += f" {turn.error_detail}"
    return views


def _turn_view(turn: Turn, messages: Sequence[Message], steps: list[StepView], so_far: str, thread: Thread) -> TurnView:
    replies = [message.content for message in messages if message.role == Message.Role.ASSISTANT]
    code = turn.error_code or ("interrupted" if turn.status == Turn.Status.INTERRUPTED else "")
    may = FAILURES[code].retry if code in FAILURES else True
    return TurnView(
        id=str(turn.pk),
        number=turn.number,
        created_at=turn.created_at,
        finished_at=turn.finished_at,
        status=turn.status,
        client_id=turn.client_id,
        user_text="\n".join(message.content for message in messages if message.role == Message.Role.USER),
        blocks=[block for text in (*replies, so_far) for block in render_blocks(text)],
        steps=steps,
        error_code=code,
        error_sentence=sentence(code) if code else "",
        can_retry=turn.can_retry and may and turn.number >= thread.turn_count,
    )


def _author(turn: Turn, thread: Thread, reader: Reader | None) -> str:
    """Who said it, for somebody else; of what every reader gets alike, who said it unless it is the owner."""
    if turn.author is None or turn.author_id == (reader.pk if reader is not None else thread.owner_id):
        return ""
    return turn.author.get_full_name() or turn.author.get_username()


def _step(call: ToolCall, labels: Mapping[str, str]) -> StepView:
    result = call.result if isinstance(call.result, dict) else {"result": call.result}
    arguments = shown_arguments(call.arguments)
    given = _pairs(arguments if isinstance(arguments, dict) else {"arguments": arguments})
    gave = _pairs({key: value for key, value in result.items() if key not in _UNSHOWN})
    return StepView(
        name=call.name,
        label=gettext(_label(call.name, result, labels)),
        arguments=given,
        result=[pair for pair in gave if pair not in given],
        status=status_of(result),
        by_code=call.by_code,
    )


def _label(name: str, result: Mapping[str, Any], labels: Mapping[str, str]) -> str:
    """What the page says of a call; an assistant may name another label for a result that holds a certain key."""
    of_results = (labels[special] for key in result if (special := f"{name}:{key}") in labels)
    return next(of_results, labels.get(name) or name.replace("_", " ").capitalize())


def _pairs(values: Mapping[str, Any]) -> list[tuple[str, str]]:
    shown = []
    for key, value in values.items():
        if isinstance(value, dict):
            value = " · ".join(str(item) for item in value.values() if item not in (None, ""))
        text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
        shown.append((str(key).replace("_", " "), text if len(text) <= _SHOWN else text[:_SHOWN] + "…"))
    return shown


def _described(turns: QuerySet[Turn], thread_id: Any) -> QuerySet[Turn]:
    """With who said it, and whether something was done by a button: then nothing of the thread is said otherwise."""
    return turns.select_related("author").annotate(by_hand=Exists(by_hand(thread_id)))


def turn_html(turn_id: UUID | str, *, so_far: str = "", reader: Reader | None = None) -> str:
    """The article of one turn, from its rows."""
    turn = _described(Turn.objects.select_related("thread"), OuterRef("thread_id")).get(pk=turn_id)
    by_turn: dict[UUID | None, list[Message]] = {turn.pk: list(turn.messages.filter(discarded=False).order_by("id"))}
    [view] = _views(turn.thread, [turn], by_turn, {turn.pk: so_far}, reader)
    return render_to_string("chat/_turn.html", {"turn": view, "thread": turn.thread})


def transcript_html(
    thread: Thread,
    *,
    before: int | None = None,
    so_far: Mapping[UUID, str] | None = None,
    reader: Reader | None = None,
) -> str:
    """The newest turns of `thread`, and a way to the older ones."""
    context = transcript_context(thread, before=before, so_far=so_far, reader=reader)
    return render_to_string("chat/_transcript.html", context)


def english_only(assistant: assistants.Assistant) -> bool:
    """Whether a reader of a page in another language is to know that the assistant answers in English.

    Built-in rules write one language, but for an assistant of Dutch matters, which writes that of the question.
    """
    offline = models_in_use.model_name(assistant.slug) == OFFLINE
    return offline and assistant.language == "en" and not str(get_language()).startswith("en")


def transcript_context(
    thread: Thread,
    *,
    before: int | None = None,
    so_far: Mapping[UUID, str] | None = None,
    reader: Reader | None = None,
) -> dict[str, Any]:
    views = turn_views(thread, before=before, so_far=so_far, reader=reader)
    oldest = next((view.number for view in views if view.number), None)
    assistant = assistants.get(thread.assistant)
    return {
        "thread": thread,
        "assistant": assistant,
        "english_only": english_only(assistant),
        "turns": views,
        "earlier": oldest if oldest and oldest > 1 else None,
        "running": next((view.id for view in views if view.running), ""),
    }


def ratings_of(thread: Thread, user: Reader) -> dict[str, bool]:
    """The person's own thumbs on answers of the thread, by turn: True for up."""
    own = Feedback.objects.filter(turn__thread=thread, user_id=int(user.pk or 0)).values_list("turn_id", "good")
    return {str(turn): good for turn, good in own}


def panel_html(thread: Thread) -> str:
    """The assistant's state beside the chat. Its forms send the CSRF token by a header of the page."""
    assistant = assistants.get(thread.assistant)
    panel = render_to_string(assistant.panel_template, {"thread": thread, **assistant.panel_context(thread)})
    return panel + suggestions_html(thread)


# What a button says in the page's language, where the assistant reads another.
_SHORT_ANSWERS = (gettext_noop("yes"), gettext_noop("no"), gettext_noop("not yet"))


def suggestions_html(thread: Thread) -> str:
    """The buttons that answer the open question; the page moves them from the panel to the message box."""
    assistant = assistants.get(thread.assistant)
    record = assistant.load(thread.pk)
    answers = assistant.suggestions(record, assistant.state(record))
    suggested = [(each, each) if isinstance(each, str) else each for each in answers]
    context = {"suggested": suggested, "language": assistant.language}
    return render_to_string("chat/_suggested.html", context) if suggested else ""
