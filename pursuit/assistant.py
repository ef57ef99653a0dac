"""Pursuit: the declaration."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db.models import Exists
from django.urls import reverse
from django.utils.translation import gettext_noop as _

from audit.traced import Traced
from audit.trail import Actor
from chat.assistants import Assistant, UploadSlot
from chat.errors import Refused
from chat.models import ToolCall, Turn
from chat.turns import Event, TurnRun, watch
from llm.types import ModelRequest, StreamItem
from pursuit import actions, pipeline, record, tools
from pursuit.api import exports
from pursuit.material import thread_collection, uploads
from pursuit.models import Material
from pursuit.offline import rules
from pursuit.pages import panel, traced
from pursuit.record import Record
from pursuit.talk import conversation
from retrieval.index import delete_collection

NOT_AGAIN = "Files or links were read in it, which are not read a second time."
WEB_NOT_AGAIN = "It searched the web, which may say something else by now."


class Pursuit(Assistant):
    slug = "pursuit"
    title = _("Policy pursuit")
    description = _("Health policy questions with several parts, pursued until each is answered with a citation.")
    greeting = _("What do you want to know about a health plan's policy?")
    examples = (
        "What is the ICD-10 code for type 2 diabetes, and does Florida Medicaid cover a glucose monitor?",
        "Does Florida Medicaid cover telehealth visits, and how many a month?",
        "What is the deadline for an appeal?",
    )
    righted_by_hand = {"pursuit.undone": lambda by_hand, of_turn: of_turn.action == "pursuit.abandoned"}
    tools = tools.TOOLS
    prompt = "pursuit/prompts/system.md"
    panel_title = _("Objective")
    icon = "icons/target.svg"
    panel_template = "pursuit/panel.html"
    panel_style = "css/panels/pursuit.css"
    list_page = ("pursuit-recents", _("Recent queries"))
    step_labels = {
        "plan_question": _("Planned the parts"),
        "note_slots": _("Noted payer and state"),
        "read_material": _("Read what you shared"),
        "search_policies": _("Searched the policies"),
        "look_up_code": _("Looked in the code lists"),
        "search_web": _("Searched the web"),
        "note_verdict": _("Noted what you say of the answer"),
        "check_answers": _("Checked the answers"),
        "end_pursuit": _("Ended the question"),
        "leave_part": _("Left a part out"),
        "leave_blocked": _("Left what is open"),
        "try_again": _("Took the question up again"),
        "prefer_newest": _("The newer source counts"),
        "undo": _("Took the last change back"),
        "ask_before_leaving": _("Asked before leaving"),
    }

    def load(self, thread_id: UUID) -> Record:
        return record.load(thread_id)

    def open(self, thread_id: UUID, by: Actor) -> AbstractContextManager[Record]:
        return actions.open_objective(thread_id, by)

    def state(self, record: Record) -> dict[str, Any]:
        return record.state()

    def respond(self, turn: TurnRun) -> Iterator[Event]:
        # What it says is put together by code, of parts that a model may have worded.
        return watch(turn, pipeline.respond(turn), also_tools=True)

    def asked(self, record: Record, state: dict[str, Any]) -> str:
        return record.asked

    def rules(self, request: ModelRequest) -> Iterator[StreamItem]:
        return rules.answer(request)

    def panel_context(self, thread: Any) -> dict[str, Any]:
        return panel.context_of(thread)

    def standings(self, thread_ids: Sequence[UUID]) -> Mapping[UUID, str]:
        return panel.standings(thread_ids)

    def waiting(self) -> Exists:
        return panel.waiting()

    def suggestions(self, record: Record, state: dict[str, Any]) -> Sequence[str]:
        if not record.is_open:
            return ()
        turns = Turn.objects.filter(thread_id=record.thread_id).order_by("-number")
        return ("yes", "no") if turns.values_list("asked", flat=True).first() in conversation.YES_OR_NO else ()

    def traced(self, thread: Any) -> Mapping[str, Traced]:
        return traced.traced_values(thread)

    def export(self, thread: Any) -> dict[str, Iterable[Mapping[str, Any]]]:
        return exports.export(thread.pk)

    def erase(self, thread: Any) -> None:
        # Documents, chunks, vectors and postings of what was brought. The rows go with the thread.
        delete_collection(thread_collection(thread.pk))

    def twin(self, thread: Any) -> tuple[Any, Mapping[str, str]]:
        brought = Material.objects.filter(thread_id=thread.pk, kind__in=[Material.Kind.LINK, Material.Kind.FILE])
        if brought.exists():
            raise Refused("not_to_be_had_again", NOT_AGAIN)
        searched = ToolCall.objects.filter(turn__thread_id=thread.pk, name="search_web")
        if settings.WEB_SEARCH_URL and searched.exists():
            raise Refused("not_to_be_had_again", WEB_NOT_AGAIN)
        return super().twin(thread)

    def upload_slot(self, thread: Any) -> UploadSlot:
        return uploads.slot(reverse("pursuit-upload", args=[thread.pk]))

    def command(self, name: str, thread: Any, user: Any) -> str | None:
        return panel.command(name, thread, user)
