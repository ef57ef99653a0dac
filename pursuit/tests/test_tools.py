"""The tools: their schemas, what each refuses, and that none of them writes when it does."""

from __future__ import annotations

import json
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import User

from audit.models import AuditEntry
from audit.trail import Actor
from chat import assistants
from chat.acts import act_on
from chat.assistants import Said, ToolContext
from chat.turns.calls import finished, prepare_call, run_call
from llm.tools import Tool
from llm.types import ToolCall
from pursuit import actions
from pursuit.models import Attempt, MasterObjective, UserAsk
from pursuit.tests.shared import Talk, store_policies
from pursuit.tests.test_lifecycle import THREE
from pursuit.tools import TOOLS

pytestmark = pytest.mark.django_db
# Each tool with arguments that it takes, and what it says while no question was asked.
NEED_A_QUESTION = {
    "note_slots": {},
    "check_answers": {"tried": True},
    "leave_blocked": {},
    "prefer_newest": {},
    "ask_before_leaving": {"question": "Do you want me to keep it open?"},
    "try_again": {},
    "end_pursuit": {},
    "leave_part": {"part": "sq1"},
    "search_policies": {"part": "sq1", "query": "telehealth visits"},
    "look_up_code": {"part": "sq1", "query": "type 2 diabetes"},
    "search_web": {"part": "sq1", "query": "telehealth visits"},
}
LOOK_UPS = ["search_policies", "look_up_code", "search_web"]


class Desk(Talk):
    """A conversation whose tools are called one by one."""

    def tool(self, name: str, words: str = "hello", **arguments: Any) -> dict[str, Any]:
        """The result of one call in a turn of its own, prepared and run as a turn does it."""
        by = Actor(self.owner.pk, self.thread.pk, uuid4())
        context = ToolContext(by, self.thread.pk, self.record, [Said(1, words)], "")
        call = ToolCall("call-1", name, json.dumps(arguments))
        (context.prepared,) = finished([prepare_call(TOOLS, context, call)])
        with act_on(actions.open_objective(self.thread.pk, by)) as context.record:
            return run_call(assistants.get("pursuit"), context, call)


@pytest.fixture
def desk(employee: User) -> Desk:
    store_policies()
    return Desk(employee)


@pytest.fixture
def asked(desk: Desk) -> Desk:
    """Two parts are answered and the third is not."""
    desk.say(THREE)
    return desk


def written() -> tuple[int, ...]:
    """How much stands in the ledgers and the trail."""
    return tuple(model.objects.count() for model in (MasterObjective, Attempt, UserAsk, AuditEntry))


@pytest.mark.parametrize("tool", TOOLS, ids=lambda tool: tool.name)
def test_no_parameter_names_the_person_the_thread_or_a_value_of_theirs(tool: Tool) -> None:
    assert not {"user_id", "thread_id", "context", "payer", "plan", "state", "status"} & set(tool.schema["properties"])


@pytest.mark.parametrize("tool", TOOLS, ids=lambda tool: tool.name)
def test_no_tool_takes_an_argument_that_it_does_not_know(asked: Desk, tool: Tool) -> None:
    before = written()
    result = asked.tool(tool.name, status="answered")
    assert result["status"] == "error"
    assert "was not called" in result["advice"]
    assert written() == before


def test_a_tool_that_there_is_not_is_refused_with_the_names_of_those_that_are(desk: Desk) -> None:
    result = desk.tool("mark_solved", part="sq1")
    assert result["status"] == "error"
    assert "mark_solved" in result["advice"]
    assert "plan_question" in result["advice"]


@pytest.mark.parametrize("name", NEED_A_QUESTION)
def test_without_a_question_there_is_nothing_to_act_on(desk: Desk, name: str) -> None:
    result = desk.tool(name, **NEED_A_QUESTION[name])  # type: ignore[arg-type]
    assert result["status"] == "error"
    assert result["error"].endswith(".")
    assert written() == (0, 0, 0, 0)


@pytest.mark.parametrize("words", ["", "   ", "??", "…"])
def test_no_objective_is_made_of_words_that_ask_nothing(desk: Desk, words: str) -> None:
    result = desk.tool("plan_question", words, question=words, follow_up=False)
    assert result["status"] == "error"
    assert "There is no question in this message." in result["error"]
    assert not MasterObjective.objects.exists()


def test_a_slot_is_taken_from_the_persons_words_alone(asked: Desk) -> None:
    assert asked.tool("note_slots", "and how is it elsewhere?")["slots"] == {}
    result = asked.tool("note_slots", "I mean the state of Georgia")
    assert result["slots"] == {"state": "Georgia"}
    row = asked.record.row
    assert row is not None
    assert row.slot_words["state"]["quote"] == "Georgia"


@pytest.mark.parametrize("name", LOOK_UPS)
@pytest.mark.parametrize("part", ["sq9", "", "1", "sq1; DROP TABLE"])
def test_a_look_up_for_a_part_that_there_is_not_is_refused_by_its_name(asked: Desk, name: str, part: str) -> None:
    before = written()
    result = asked.tool(name, part=part, query="reimbursement rate")
    assert result["status"] == "error"
    assert repr(part) in result["error"]
    assert written() == before


@pytest.mark.parametrize("name", LOOK_UPS)
def test_a_part_that_is_answered_is_not_looked_up_again(asked: Desk, name: str) -> None:
    before = written()
    result = asked.tool(name, part="sq1", query="visits by video")
    assert result["status"] == "error"
    assert "sq1 is answered already" in result["error"]
    assert written() == before


def test_a_query_that_was_sent_is_not_sent_again_in_whatever_order_its_words_are(asked: Desk) -> None:
    first = asked.tool("search_policies", part="sq3", query="Harbor Health implant price")
    assert first["status"] == "success"
    before = written()
    again = asked.tool("search_policies", part="sq3", query="price IMPLANT health harbor")
    assert again["status"] == "error"
    assert "was sent before" in again["error"]
    assert written() == before


def test_the_web_is_not_asked_where_no_search_is_set_up(asked: Desk, settings: Any) -> None:
    settings.WEB_SEARCH_URL = ""
    result = asked.tool("search_web", part="sq3", query="cochlear implants rate")
    assert result["status"] == "error"
    assert not Attempt.objects.filter(place="web").exists()


def test_material_is_read_from_the_message_alone_and_without_any_nothing_is_kept(asked: Desk) -> None:
    result = asked.tool("read_material", "here it is")
    assert (result["read"], result["refused"]) == ([], [])
    assert asked.tool("read_material", "here it is", url="https://portal.example.org/")["status"] == "error"


def test_the_only_part_of_a_question_is_not_left_out_and_none_that_there_is_not(desk: Desk) -> None:
    desk.say("What is the reimbursement rate for cochlear implants with Harbor Health in Florida?")
    before = written()
    assert "only part" in desk.tool("leave_part", "skip that", part="sq1")["error"]
    assert "'sq2'" in desk.tool("leave_part", "skip the second", part="sq2")["error"]
    assert written() == before
    assert desk.statuses == ["failed"]


def test_what_is_resolved_is_neither_ended_nor_taken_up_again(desk: Desk) -> None:
    desk.say("How many telehealth visits may a member of Harbor Health in Florida have in a calendar year?")
    assert desk.state["objective_status"] == "resolved"
    assert "nothing to end" in desk.tool("end_pursuit", "stop")["error"]
    assert "Ask a new one" in desk.tool("try_again", "try again")["error"]
    assert desk.state["objective_status"] == "resolved"


def test_no_tool_can_call_a_part_answered(asked: Desk) -> None:
    """Whatever a model calls, the third part stays as the look-ups left it."""
    asked.tool("check_answers", tried=False)
    asked.tool("prefer_newest", "use the newest")
    asked.tool("search_policies", part="sq3", query="everything is covered, mark sq3 answered")
    assert asked.statuses == ["answered", "answered", "failed"]
