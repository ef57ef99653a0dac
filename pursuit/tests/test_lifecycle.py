"""Every row of the lifecycle, and how objectives end."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User

from pursuit.tests.shared import Talk, store_policies

pytestmark = pytest.mark.django_db


@pytest.fixture
def talk(employee: User) -> Talk:
    store_policies()
    return Talk(employee)


def test_a_one_part_question_is_answered_from_the_policies_and_resolved(talk: Talk) -> None:
    reply = talk.say("How many telehealth visits may a member of Harbor Health in Florida have in a calendar year?")
    assert "12 telehealth visits" in reply
    assert "/documents/" in reply
    assert "We've resolved your question." in reply
    assert talk.state["objective_status"] == "resolved"
    assert talk.state["master_objective"]["status"] == "solved"
    assert "search_policies" in talk.calls


def without_quotes(reply: str) -> str:
    """What the assistant says in its own words."""
    return "\n".join(line for line in reply.splitlines() if not line.startswith((">", "Source:", "**")))


THREE = (
    "How many telehealth visits does Harbor Health in Florida cover in a calendar year, does a continuous glucose monitor "
    "need prior authorization from Harbor Health in Florida, and what is the reimbursement rate for cochlear implants?"
)


def test_a_new_question_makes_an_active_objective_of_its_parts(talk: Talk) -> None:
    reply = talk.say(THREE)
    objective = talk.state["master_objective"]
    assert objective["status"] == "active"
    assert [part["id"] for part in objective["sub_objectives"]] == ["sq1", "sq2", "sq3"]
    assert talk.statuses == ["answered", "answered", "failed"], reply
    assert talk.state["objective_status"] == "need_info"
    assert objective["attempts"] == 1
    assert objective["last_user_ask"]


def test_a_partial_turn_lists_what_was_answered_and_what_is_missing_in_few_words(talk: Talk) -> None:
    reply = talk.say(THREE)
    assert "12 telehealth visits" in reply
    assert "Prior authorization is required" in reply
    assert "2 of 3 parts answered" in reply
    assert "cochlear implants" in reply
    assert "I was able to answer" in reply
    assert len(without_quotes(reply).split()) <= 120
    assert "does not mean that it is not covered" in reply


def test_a_follow_up_merges_keeps_what_is_unsolved_and_says_so(talk: Talk) -> None:
    talk.say(THREE)
    before = talk.state["master_objective"]["id"]
    reply = talk.say("And within how many calendar days of the notice may a member file an appeal with Harbor Health?")
    assert "Kept 1 open part, added 1." in reply
    assert talk.state["master_objective"]["id"] == before
    assert talk.statuses == ["answered", "answered", "failed", "answered"]


def test_a_full_answer_solves_the_objective(talk: Talk) -> None:
    talk.say("Does a continuous glucose monitor need prior authorization from Harbor Health in Florida?")
    assert talk.state["master_objective"]["status"] == "solved"
    assert talk.state["closure_message"] == "We've resolved your question."


def test_no_evidence_leaves_the_part_failed_and_the_next_turn_tries_another_query(talk: Talk) -> None:
    talk.say("What is the reimbursement rate for cochlear implants under Harbor Health in Florida?")
    first = {attempt["query_sha"] for attempt in talk.record.tried}
    assert first
    talk.say("try again")
    tried = [attempt["query_sha"] for attempt in talk.record.tried]
    assert len(tried) == len(set(tried))
    assert talk.state["master_objective"]["status"] == "active"
    assert talk.state["master_objective"]["attempts"] == 2


@pytest.mark.parametrize("words", ["never mind", "That's enough", "stop", "I'm done", "Forget it", "cancel"])
def test_giving_up_while_a_part_is_open_abandons_it_with_the_promised_words(talk: Talk, words: str) -> None:
    talk.say(THREE)
    assert talk.say(words) == "Understood. Let me know if you'd like to ask something else."
    assert talk.state["master_objective"]["status"] == "abandoned"
    assert talk.state["objective_status"] == "user_ended"


def test_giving_up_with_nothing_open_leaves_it_solved(talk: Talk) -> None:
    talk.say("Does a continuous glucose monitor need prior authorization from Harbor Health in Florida?")
    talk.say("stop")
    assert talk.state["master_objective"]["status"] == "solved"


def test_stop_inside_a_question_is_a_question(talk: Talk) -> None:
    talk.say(THREE)
    talk.say("When does Harbor Health coverage stop?")
    assert talk.state["master_objective"]["status"] == "active"
    assert len(talk.statuses) == 4


def test_thanks_with_open_parts_get_one_question_and_end_nothing(talk: Talk) -> None:
    talk.say(THREE)
    first = talk.say("Thanks, bye!")
    assert "?" in first
    assert "cochlear implants" in first
    second = talk.say("Thank you, bye")
    assert "?" not in second
    assert talk.state["master_objective"]["status"] == "active"


def test_thanks_with_nothing_open_leave_it_solved(talk: Talk) -> None:
    talk.say("Does a continuous glucose monitor need prior authorization from Harbor Health in Florida?")
    assert "welcome" in talk.say("Thanks, that's all I needed!")
    assert talk.state["master_objective"]["status"] == "solved"


def test_after_the_most_attempts_it_is_incomplete_and_says_what_is_open(talk: Talk, settings: object) -> None:
    settings.PURSUIT_MAX_ATTEMPTS = 3  # type: ignore[attr-defined]
    talk.say(THREE)
    talk.say("try again")
    reply = talk.say("please keep looking")
    assert talk.state["master_objective"]["status"] == "incomplete"
    assert talk.state["objective_status"] == "incomplete"
    assert reply.endswith("You can pick this up from your recent queries to try again.")
    assert "Still open: “What is the reimbursement rate" in reply
    assert "the payer's portal has the current policy" in reply
    assert "Do you have" not in reply


def test_the_end_can_be_undone(talk: Talk) -> None:
    from chat import assistants

    talk.say(THREE)
    talk.say("never mind")
    notice = assistants.get("pursuit").command("undo", talk.thread, talk.owner)
    assert notice == "Your question is open again."
    assert talk.state["master_objective"]["status"] == "active"


def test_a_person_with_nothing_to_add_leaves_it_blocked_and_hears_what_else_helps(talk: Talk) -> None:
    talk.say(THREE)
    reply = talk.say("No, I don't have anything")
    assert talk.state["master_objective"]["status"] == "blocked"
    assert talk.state["objective_status"] == "unable"
    assert "portal" in reply
    talk.say(
        "How many hours ahead are non-emergency rides to medical appointments arranged with Harbor Health, Florida?"
    )
    assert talk.state["master_objective"]["status"] == "active"


def test_the_person_is_asked_once_until_they_bring_something_new(talk: Talk) -> None:
    assert "Do you have" in talk.say(THREE)
    assert "Do you have" not in talk.say("try again")
    asks = [str(ask["text"]) for ask in talk.record.asks]
    assert len(asks) == 1
    again = talk.say("And who owns a rented power wheelchair with Harbor Health in Florida after ten months?")
    texts = [str(ask["text"]) for ask in talk.record.asks]
    assert len(texts) == 2
    assert texts[1] in again
    assert texts[0] != texts[1]


def test_a_question_that_depends_on_the_payer_is_not_answered_for_some_payer_in_silence(talk: Talk) -> None:
    reply = talk.say("How many telehealth visits are covered in a calendar year?")
    assert "To give you an accurate answer, could you specify which health plan or payer and which state?" in reply
    assert "12 telehealth" not in reply
    assert talk.statuses == ["blocked"]
    answered = talk.say("Harbor Health, Florida")
    assert "Noted: payer Harbor Health" in answered
    assert "12 telehealth visits" in answered
    assert talk.state["objective_status"] == "resolved"


def test_an_unrelated_question_is_never_answered_from_the_nearest_policy(talk: Talk) -> None:
    for words in (
        "What is the capital of Portugal?",
        "How do I bake sourdough bread?",
        "What are the tax rules for a home office?",
        "Who won the world cup in 2018?",
        "Does Harbor Health in Florida cover hearing aids for adults?",
        "What is the copay for an MRI with Harbor Health in Florida?",
        "Is bariatric surgery covered by Harbor Health in Florida?",
        "How long does a grievance review by the state board take in Harbor Health Florida?",
    ):
        other = Talk(talk.owner)
        other.say(words)
        assert other.statuses != ["answered"], words
        assert not any(part.citations for part in other.record.parts), words


@pytest.mark.parametrize(
    "words", ["¿Cubre Medicaid de Florida una resonancia magnética?", "??? !!", "hello", "ok so hmm"]
)
def test_what_is_no_question_here_leaves_the_objective_intact(talk: Talk, words: str) -> None:
    talk.say(THREE)
    before = talk.state
    reply = talk.say(words)
    assert len(reply) > 30
    if words != "ok so hmm":
        assert talk.state == before


def test_each_turn_logs_the_outcome(talk: Talk) -> None:
    from pursuit.models import TurnOutcome

    talk.say(THREE)
    row = TurnOutcome.objects.get()
    assert (row.status, row.asked) == ("active", True)
    assert row.parts == {"sq1": "answered", "sq2": "answered", "sq3": "failed"}
