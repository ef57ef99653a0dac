"""What the employee lives through in their thread: the question, their answer, the decision, the badge."""

from __future__ import annotations

import re
from datetime import timedelta
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.test import Client
from rest_framework.test import APIClient

from chat.models import Message, Thread, Turn
from chat.turns import run
from chat.turns.turn import TurnRun
from pa_dealing.models import ComplianceQuestion, DraftRequest
from pa_dealing.review import actions
from pa_dealing.review.reply import PASSED_ON
from pa_dealing.tests.review_shared import act, approved, previewed, submitted, thread_of

pytestmark = pytest.mark.django_db


def say(thread: Thread, text: str) -> TurnRun:
    turn = run.claim_turn(thread.pk, thread.owner_id, text, uuid4().hex)
    assert isinstance(turn, TurnRun)
    list(run.run_turn(turn))
    return turn


@pytest.mark.parametrize("answer", ["My own account.", "yes", "Buy 500 Siemens shares", "I have inside information"])
def test_the_next_message_answers_compliances_question_and_no_model_is_asked(
    employee: User, officer: User, answer: str
) -> None:
    draft = act(actions.ask_for_information, submitted(employee), officer, question="Which account?")
    turn = say(draft.thread, answer)
    question = ComplianceQuestion.objects.get(request=draft)
    assert (turn.status, turn.reply, question.answer) == (Turn.Status.DONE, PASSED_ON, answer)
    assert question.answer_message_id == turn.message_id
    assert Message.objects.get(turn=turn.id, role="assistant").model == "words"
    assert DraftRequest.objects.filter(thread=draft.thread).count() == 1
    assert turn.calls == []


def test_the_message_after_the_answer_goes_to_the_assistant_again(employee: User, officer: User) -> None:
    draft = act(actions.ask_for_information, submitted(employee), officer, question="Which account?")
    say(draft.thread, "My own account.")
    assert say(draft.thread, "Thanks.").reply != PASSED_ON


def test_a_question_about_an_older_request_is_answered_beside_a_newer_draft(employee: User, officer: User) -> None:
    thread = thread_of(employee)
    older = act(actions.ask_for_information, submitted(employee, thread), officer, question="Which account?")
    draft = previewed(employee, thread)
    say(thread, "My own account.")
    assert older.questions.get().answer == "My own account."
    draft.refresh_from_db()
    assert draft.status == "previewed"


def test_a_retried_answer_is_kept_once(employee: User, officer: User) -> None:
    draft = act(actions.ask_for_information, submitted(employee), officer, question="Which account?")
    turn = say(draft.thread, "My own account.")
    Turn.objects.filter(pk=turn.id).update(status="interrupted")
    again = run.reclaim_turn(turn.id, employee.pk)
    list(run.run_turn(again))
    assert again.reply == PASSED_ON
    assert ComplianceQuestion.objects.filter(request=draft).count() == 1


def test_the_home_page_counts_what_is_new_until_the_person_has_seen_it(employee: User, officer: User) -> None:
    web = Client()
    web.force_login(employee)
    draft = approved(employee, officer)
    assert "1 new message" in web.get("/").content.decode()
    page = web.get(f"/threads/{draft.thread_id}/").content.decode()
    (address,) = set(re.findall(r'hx-post="(/threads/[^"]+/seen/)"', page))
    assert web.post(address).status_code == 204
    assert "new message" not in web.get("/").content.decode()
    assert "/seen/" not in web.get(f"/threads/{draft.thread_id}/").content.decode()


def test_nobody_marks_the_notices_of_another_person_as_seen(employee: User, officer: User, colleague: User) -> None:
    draft = approved(employee, officer)
    web = Client()
    web.force_login(colleague)
    assert web.post(f"/threads/{draft.thread_id}/seen/").status_code == 404
    assert Message.objects.filter(role="notice", seen_at=None).count() == 1


def panel(user: User, draft: DraftRequest) -> str:
    web = Client()
    web.force_login(user)
    return " ".join(web.get(f"/threads/{draft.thread_id}/panel/").content.decode().split())


def test_the_panel_shows_the_decision_its_reason_the_end_and_the_checks(employee: User, officer: User) -> None:
    shown = panel(employee, approved(employee, officer))
    for part in (
        "Approved.",
        "Within policy.",
        "Trade before",
        "Ask for more time",
        "What was checked",
        "fits the value",
    ):
        assert part in shown
    assert "officer" not in shown


def test_the_panel_shows_compliances_question(employee: User, officer: User) -> None:
    draft = act(actions.ask_for_information, submitted(employee), officer, question="Which account?")
    assert "Compliance asks:</strong> Which account?" in panel(employee, draft)


def test_an_approval_whose_days_are_over_is_expired_in_the_panel_before_the_job_runs(
    employee: User, officer: User
) -> None:
    shown = panel(employee, approved(employee, officer, ends_in=timedelta(seconds=-1)))
    assert "The approval is no longer valid" in shown
    assert "You may trade" not in shown
    assert "Ask for more time" not in shown


def test_the_owner_asks_for_more_time_from_the_panel(employee: User, officer: User) -> None:
    draft = approved(employee, officer)
    web = Client()
    web.force_login(employee)
    answer = web.post(f"/pa-dealing/threads/{draft.thread_id}/extension/", {"reason": "Bank holiday."})
    assert "You have asked for more time." in answer.content.decode()
    draft.refresh_from_db()
    assert (draft.extension_reason, draft.extension_requested_at is not None) == ("Bank holiday.", True)


def test_an_older_request_of_a_thread_can_be_withdrawn_beside_a_newer_draft(employee: User) -> None:
    thread = thread_of(employee)
    older, newer = submitted(employee, thread), previewed(employee, thread)
    api = APIClient()
    api.force_authenticate(employee)
    assert api.post(f"/v1/pa-dealing/requests/{older.pk}/withdraw/").json()["status"] == "withdrawn"
    newer.refresh_from_db()
    assert newer.status == "previewed"
