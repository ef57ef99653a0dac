"""A complete request reads on, a flagged one stays a draft that compliance sees, and starting over keeps nothing."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User
from rest_framework.test import APIClient

from audit.models import AuditEntry
from chat.acts import act_on
from chat.pages.rendering import turn_views
from llm.testing import call
from pa_dealing import actions
from pa_dealing.models import DraftRequest
from pa_dealing.tests.shared import COMPLETE, Desk

REQUESTS = "/v1/pa-dealing/requests/"
KNOWS = [
    "actually my brother just told me about the merger",
    "I know something about their results",
    "a friend at the company tipped me",
    "someone leaked me the numbers",
]
IS_CLOSE = [
    "my sister is on their board",
    "my wife just started working there",
    "oh wait, I sit on the board of a subsidiary",
    "my uncle runs their Munich plant",
]


def client(user: User) -> APIClient:
    made = APIClient()
    made.force_authenticate(user)
    return made


def previewed(desk: Desk, *replies: str, **fields: Any) -> DraftRequest:
    desk.fill(**{**COMPLETE, **fields})
    desk.say("what now?", *replies)
    with act_on(actions.open_request(desk.thread.pk, desk.by)) as draft:
        actions.preview_request(draft, by=desk.by)
    return desk.draft


def submit(draft: DraftRequest) -> Any:
    body = {"preview_hash": draft.preview_hash}
    return client(draft.owner).post(f"{REQUESTS}{draft.pk}/submit/", body, format="json")


@pytest.mark.parametrize("words", KNOWS)
def test_what_may_be_inside_knowledge_takes_the_answer_back(desk: Desk, words: str) -> None:
    shown = previewed(desk)
    turn = desk.say(words)
    assert desk.draft.has_inside_info is None
    assert "inside information about Siemens" in turn.reply
    answer = submit(shown)
    assert (answer.status_code, answer.json()["code"]) == (409, "incomplete")
    assert "has_inside_info" in answer.json()["detail"]


@pytest.mark.parametrize("words", IS_CLOSE)
def test_who_may_be_close_to_the_company_is_asked_again(desk: Desk, words: str) -> None:
    shown = previewed(desk)
    turn = desk.say(words)
    assert desk.draft.is_related_party is None
    assert "are you a related party" in turn.reply
    assert submit(shown).status_code == 409


@pytest.mark.parametrize("words", [*KNOWS, *IS_CLOSE])
def test_with_a_model_it_is_asked_again_whatever_the_model_says(scripted: Desk, words: str) -> None:
    shown = previewed(scripted, "Check it.")
    scripted.say(words, [call("set_compliance_flags", has_inside_info=False, is_related_party=False)], "All good.")
    draft = scripted.draft
    assert None in (draft.has_inside_info, draft.is_related_party)
    assert submit(shown).status_code == 409


def test_no_value_is_stored_for_what_only_may_be_so(scripted: Desk) -> None:
    previewed(scripted, "Check it.")
    scripted.say(
        "my sister is on their board",
        [call("set_compliance_flags", has_inside_info=True, is_related_party=True)],
        "And are you a related party?",
    )
    draft = scripted.draft
    assert (draft.has_inside_info, draft.is_related_party, draft.escalated) == (False, None, False)
    scripted.say("yes", "Thank you.")
    assert scripted.draft.is_related_party is True


@pytest.mark.parametrize(
    "words",
    [
        "I meant sell",
        "actually 200 shares",
        "sorry, make it 300",
        "sell it all",
        "I know the CEO personally",
        "mijn zus zit in de raad van commissarissen",
    ],
)
def test_with_a_model_that_does_nothing_the_contradicted_preview_is_void(scripted: Desk, words: str) -> None:
    shown = previewed(scripted, "Check it.")
    scripted.say(words, "Fine, press Submit.")
    answer = submit(shown)
    assert (answer.status_code, answer.json()["code"]) == (409, "not_previewed")
    assert "Preview the request first" in answer.json()["detail"]


@pytest.mark.parametrize(
    "words",
    [
        "Does it matter that their quarterly figures passed my desk?",
        "would it be an issue if my cousin sits in their treasury?",
        "this has to be a disposal, no purchase",
        "dat moet een verkoop zijn",
        "wait, that is the wrong company, Siemens Healthineers please",
        "ok but it is Siemens Energy",
        "great, except for the currency",
        "thanks but that is Siemens Energy",
        "can I change it to the ordinary share?",
        "is it not supposed to be the preference share?",
        "what happens with the half that I wanted to keep?",
    ],
)
def test_whatever_does_not_plainly_leave_the_preview_voids_it(desk: Desk, words: str) -> None:
    shown = previewed(desk)
    desk.say(words)
    assert submit(shown).status_code == 409


@pytest.mark.parametrize("words", ["sell it all", "all of it please", "yes, sell everything"])
def test_all_of_it_is_not_the_number_that_was_shown(desk: Desk, words: str) -> None:
    shown = previewed(desk, direction="SELL")
    desk.say(words)
    assert submit(shown).status_code == 409


@pytest.mark.parametrize(
    ("words", "field", "value"), [("I meant sell", "direction", "SELL"), ("actually 200 shares", "quantity", 200)]
)
def test_with_the_rules_a_correction_is_previewed_anew(desk: Desk, words: str, field: str, value: object) -> None:
    shown = previewed(desk)
    desk.say(words)
    assert (getattr(desk.draft, field), desk.draft.status) == (value, "previewed")
    assert submit(shown).status_code == 409
    assert submit(desk.draft).status_code == 200


@pytest.mark.parametrize(
    "words",
    [
        "oh and i got that wrong at the start: i said buy but i'm selling, it's a sale",
        "wait, I wrote buy, but it is a sale",
        "I typed buy at the beginning, that should have been sell",
        "sorry, it should be sell instead of buy",
    ],
)
def test_a_side_that_is_put_right_by_naming_both_is_the_one_that_is_meant(desk: Desk, words: str) -> None:
    desk.fill(**{**COMPLETE, "has_inside_info": None, "is_related_party": None})
    desk.say("what now?")
    turn = desk.say(words)
    assert desk.draft.direction == "SELL", turn.reply


@pytest.mark.parametrize(
    "words",
    [
        "thanks",
        "ok",
        "what happens next?",
        "submit it",
        "ok I will submit it",
        "yes, that is what I want",
        "many thanks, will they send me a mail?",
        "hoe lang duurt het?",
        "Perfect. Who decides about it and when do I hear?",
        "good morning",
        "thanks a lot for the quick service, enjoy your weekend",
        "bye mate",
        "may I still withdraw it afterwards?",
        "can compliance see this already?",
        "You're a tough crowd. Ta!",
        "And if I had simply traded without all this, what then?",
    ],
)
def test_what_contradicts_nothing_leaves_the_preview(desk: Desk, words: str) -> None:
    shown = previewed(desk)
    desk.say(words)
    assert submit(shown).status_code == 200


def test_inside_information_said_late_is_flagged_and_the_old_preview_is_void(desk: Desk) -> None:
    shown = previewed(desk)
    desk.say("I have inside information")
    assert (desk.draft.has_inside_info, desk.draft.escalated) == (True, True)
    assert submit(shown).status_code == 409
    assert desk.draft.status == "previewed"


@pytest.fixture
def flagged(desk: Desk) -> DraftRequest:
    """A draft in which inside information was said beside the wish itself."""
    desk.say("I have inside information about Siemens and want to buy 100 shares")
    return desk.draft


def test_officers_see_a_flagged_draft_from_the_moment_on(flagged: DraftRequest, officer: User, colleague: User) -> None:
    assert (flagged.status, flagged.submitted_at, flagged.has_inside_info) == ("draft", None, True)
    asked = client(officer)
    assert asked.get(f"{REQUESTS}{flagged.pk}/").json()["draft"]["has_inside_info"] is True
    queue = asked.get("/v1/pa-dealing/queue/").json()["results"]
    assert [(row["id"], row["flags"]) for row in queue] == [(str(flagged.pk), ["Inside information"])]
    assert asked.get("/v1/pa-dealing/dashboard/").json()["counts"]["inside_information"] == 1
    assert client(colleague).get(f"{REQUESTS}{flagged.pk}/").status_code == 404


def test_a_flagged_draft_is_not_withdrawn_emptied_or_erased(desk: Desk, flagged: DraftRequest) -> None:
    assert client(desk.owner).post(f"{REQUESTS}{flagged.pk}/withdraw/").status_code == 409
    assert "stays" in desk.say("start over").reply
    from chat import assistants

    assistants.get("pa_dealing").erase(desk.thread)
    assert desk.draft.has_inside_info is True


def test_an_officer_can_close_a_flagged_draft_and_never_approve_it(flagged: DraftRequest, officer: User) -> None:
    address = f"{REQUESTS}{flagged.pk}"
    refused = client(officer).post(f"{address}/approve/", {"reason": "Fine."}, format="json")
    assert refused.json()["code"] == "not_approvable"
    closed = client(officer).post(f"{address}/decline/", {"reason": "Do not trade."}, format="json")
    assert (closed.status_code, closed.json()["status"]) == (200, "declined")


def test_an_affirmation_that_is_changed_later_stays_flagged(desk: Desk, flagged: DraftRequest, officer: User) -> None:
    desk.fill(**{**COMPLETE, "has_inside_info": True, "is_related_party": None})
    desk.say("what now?")
    desk.say("I have no inside information, and I am not related")
    draft = desk.draft
    assert (draft.has_inside_info, draft.escalated, draft.status) == (False, True, "previewed")
    assert submit(draft).status_code == 200
    address = f"{REQUESTS}{draft.pk}"
    assert client(officer).get(f"{address}/trace/").json()[0]["outcome"] == "attention"
    assert client(officer).post(f"{address}/approve/", {"reason": "Fine."}, format="json").status_code == 409


def test_a_model_cannot_affirm_what_was_not_said(scripted: Desk) -> None:
    scripted.fill(**{**COMPLETE, "has_inside_info": None, "is_related_party": None})
    scripted.say("what now?", "Do you?")
    scripted.say(
        "I was at their office", [call("set_compliance_flags", has_inside_info=True, is_related_party=True)], "Do you?"
    )
    assert (scripted.draft.has_inside_info, scripted.draft.escalated) == (None, False)


@pytest.mark.parametrize(
    "words",
    [
        "start over",
        "Let's start again please",
        "forget all that",
        "new request",
        "can we start from scratch",
        "scratch that, start over",
    ],
)
@pytest.mark.parametrize("with_a_model", [False, True])
def test_starting_over_keeps_nothing(request: pytest.FixtureRequest, words: str, with_a_model: bool) -> None:
    desk: Desk = request.getfixturevalue("scripted" if with_a_model else "desk")
    previewed(desk, "Check it.")
    desk.say(words)
    draft = desk.draft
    assert draft.payload() == DraftRequest().payload()
    assert (draft.status, draft.question, draft.preview_hash) == ("draft", "MISSING_SECURITY", "")
    assert AuditEntry.objects.filter(action="pa_dealing.started_over", object_id=str(draft.pk)).exists()


@pytest.mark.parametrize("words", ["don't start over", "what happens if I start over?", "forget it", "reset the value"])
def test_what_only_speaks_of_it_empties_nothing(desk: Desk, words: str) -> None:
    previewed(desk)
    desk.say(words)
    assert desk.draft.quantity == 100


@pytest.mark.parametrize("words", ["how long do they usually need", "how much time do the officers take on average"])
def test_how_long_others_need_is_answered_and_leaves_a_complete_request_as_it_is(desk: Desk, words: str) -> None:
    previewed(desk)
    assert "Compliance works through its queue" in desk.say(words).reply
    assert desk.draft.status == DraftRequest.Status.PREVIEWED


UNREAD = [
    "mijn zus werkt daar bij de boekhouding",
    "oops I mixed it up, it's a sale",
    "should have been dollars",
    "not sure anymore whether I want this",
]


@pytest.mark.parametrize("words", UNREAD)
def test_what_could_not_be_read_of_a_complete_request_is_said_and_not_passed_over(desk: Desk, words: str) -> None:
    previewed(desk)
    turn = desk.say(words)
    assert desk.draft.status == DraftRequest.Status.DRAFT
    assert "I could not read that, and nothing of your request has changed." in turn.reply


def test_the_page_says_that_the_compliance_answers_were_taken_back_and_not_noted(desk: Desk) -> None:
    previewed(desk)
    desk.say("my sister is on their board")
    view = turn_views(desk.thread)[-1]
    assert view.summary == "Took the compliance answers back"
