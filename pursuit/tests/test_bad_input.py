"""Turns that are cut off, come twice or break: the objective stays whole. And what a model may not do."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import IntegrityError, transaction

from chat.errors import TurnRefused
from chat.live import runs
from chat.models import ToolCall
from chat.turns.run import claim_turn
from chat.turns.turn import TurnRun
from pursuit.answers.judge import Found
from pursuit.lookups.documents import checked
from pursuit.models import Attempt, SubObjective
from pursuit.record import OUTCOMES, outcome_of
from pursuit.schemas import PartAnswer, PassageQuote
from pursuit.tests.shared import Talk, store_policies
from pursuit.tests.test_lifecycle import THREE
from retrieval.search.search import search

pytestmark = pytest.mark.django_db


@pytest.fixture
def talk(employee: User) -> Talk:
    store_policies()
    return Talk(employee)


def test_every_status_has_its_outcome() -> None:
    outcomes = {
        str(status): (outcome.objective_status, outcome.closure_message) for status, outcome in OUTCOMES.items()
    }
    assert outcomes == {
        "solved": ("resolved", "We've resolved your question."),
        "active": ("need_info", None),
        "blocked": ("unable", None),
        "abandoned": ("user_ended", None),
        "incomplete": ("incomplete", "You can pick this up from your recent queries to try again."),
    }
    with pytest.raises(KeyError):
        outcome_of("done")


def test_a_second_question_while_a_turn_runs_is_refused_and_the_objective_stays(talk: Talk) -> None:
    talk.say(THREE)
    before = talk.state
    running = claim_turn(talk.thread.pk, talk.owner.pk, "And rides?", "tab-1")
    assert isinstance(running, TurnRun)
    for words in ("stop", "Are rides covered?"):
        with pytest.raises(TurnRefused, match="turn_in_progress"):
            runs.begin(talk.thread.pk, talk.owner.pk, words, None)
    assert talk.state == before


def test_a_turn_that_is_stopped_loses_nothing_and_its_retry_sends_nothing_twice(talk: Talk) -> None:
    turn = runs.begin(talk.thread.pk, talk.owner.pk, THREE, None)
    assert isinstance(turn, TurnRun)
    seen = []

    def stop_after_the_plan(_: Any, event: dict[str, Any]) -> None:
        seen.append(event["type"])
        if event["type"] == "TOOL_CALL_RESULT":
            turn.stop.set()

    original = turn.assistant.respond

    def watched(run: TurnRun) -> Any:
        for event in original(run):
            stop_after_the_plan(run, event)
            yield event

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(turn.assistant, "respond", watched)
        runs.run_here(turn)
    assert turn.status == "stopped"
    assert len(talk.statuses) == 3
    again = runs.retry_here(turn.id, talk.owner.pk)
    assert again.status == "done"
    assert talk.statuses == ["answered", "answered", "failed"]
    assert talk.state["master_objective"]["attempts"] == 1
    assert "12 telehealth visits" in again.reply


def test_every_look_up_is_a_call_of_the_trace(talk: Talk) -> None:
    talk.say(THREE)
    searched = ToolCall.objects.filter(turn__thread=talk.thread, name="search_policies")
    sent = sorted(json.loads(call.arguments)["query"] for call in searched)
    assert sent == sorted(Attempt.objects.values_list("query", flat=True))


def test_the_database_refuses_an_answer_without_a_citation_and_a_query_sent_twice(talk: Talk) -> None:
    talk.say(THREE)
    part = SubObjective.objects.get(key="sq3")
    with pytest.raises(IntegrityError, match="pursuit_answered_is_cited"), transaction.atomic():
        SubObjective.objects.filter(pk=part.pk).update(status="answered")
    attempt = Attempt.objects.first()
    assert attempt is not None
    attempt.pk = None
    with pytest.raises(IntegrityError, match="pursuit_attempt_never_twice"), transaction.atomic():
        attempt.save(force_insert=True)


def answer(verdict: str, text: str, quote: str) -> PartAnswer:
    quotes = [PassageQuote(passage=1, quote=quote)]
    return PartAnswer.model_validate({"verdict": verdict, "answer": text, "quotes": quotes})


REAL = "A member may have 12 telehealth visits in a calendar year without a referral."


@pytest.mark.parametrize(
    ("drafted", "status", "shown"),
    [
        (answer("answered", "Twelve visits; 12 a year.", REAL), "answered", "Twelve visits; 12 a year."),
        (answer("partial", "Twelve visits; 12 a year.", REAL), "partial", "Twelve visits; 12 a year."),
        (answer("answered", "You may have 20 visits.", REAL), "partial", ""),
        (answer("answered", "Phone calls are not covered.", REAL), "partial", ""),
        (answer("answered", "It is covered.", "Everything is covered for everyone."), "partial", ""),
        (answer("not_found", "", REAL), "partial", ""),
    ],
)
def test_what_a_model_says_is_answered_is_so_where_its_quotes_bear_it_out(
    talk: Talk, drafted: PartAnswer, status: str, shown: str
) -> None:
    passages = search("telehealth visits calendar year", ["policies"], limit=1)
    finding = Found("partial", "no_evidence", ({"quote": "x", "document": "d"},))
    judged, text = checked(finding, drafted, passages)
    assert (judged.status, text) == (status, shown)


def test_a_model_can_take_an_answer_back(talk: Talk) -> None:
    passages = search("telehealth visits calendar year", ["policies"], limit=1)
    finding = Found("answered", "", ({"quote": "x", "document": "d"},))
    assert checked(finding, answer("not_found", "", REAL), passages)[0].status == "partial"
    assert checked(finding, answer("answered", "There are 12.", REAL), passages)[0].status == "answered"


def test_two_quotes_of_one_passage_are_both_kept_and_bear_the_answer_out_together(talk: Talk) -> None:
    passages = search("telehealth visits calendar year", ["policies"], limit=1)
    covered = "Telehealth visits are covered for members of Harbor Health in Florida."
    quotes = [PassageQuote(passage=1, quote=quote) for quote in (covered, REAL)]
    drafted = PartAnswer(verdict="answered", answer="They are covered, 12 in a calendar year.", quotes=quotes)
    judged, text = checked(Found("partial", "no_evidence", ({"quote": "x", "document": "d"},)), drafted, passages)
    assert [citation["quote"] for citation in judged.citations] == [covered, REAL]
    assert (judged.status, text) == ("answered", drafted.answer)
