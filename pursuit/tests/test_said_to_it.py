"""What people say to how a question stands: that this was it, why nothing is found, and what else of the same thing."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User

from pursuit.talk import pointing
from pursuit.tests.shared import Talk, store_policies

VISITS = "How many telehealth visits may a member have in a calendar year with Harbor Health in Florida?"
AIDS = "Does Harbor Health in Florida cover hearing aids for adults?"
MONITOR = "Is prior authorization required for a continuous glucose monitor with Harbor Health in Florida?"
WAS_IT = (
    *("brilliant, that was it", "perfect, exactly what I needed", "that's the one, cheers", "spot on"),
    *("great, that settles it", "Excellent. That answers my question, thank you so much!", "yep that's it", "sorted"),
)
WHY = (
    *("how come you don't find it?", "why is there nothing?", "what did you search?", "where did you look?"),
    *("why can't you find anything about that?", "did you really look everywhere?", "so why no answer?"),
)
NOT_WHY = (
    *("why is nothing paid for hearing aids?", "where can I find the formulary?", "what did you find so far?"),
    *(
        "did you find the copay?",
        "why does Harbor Health not cover hearing aids?",
        "can you look up the appeal deadline?",
    ),
)


@pytest.fixture
def talk(employee: User) -> Talk:
    store_policies()
    return Talk(employee)


@pytest.mark.django_db
def test_that_this_was_it_closes_an_answered_question(talk: Talk) -> None:
    talk.say(VISITS)
    for words in WAS_IT:
        before = talk.state
        assert "welcome" in talk.say(words), words
        assert talk.state == before
        assert talk.state["objective_status"] == "resolved"


def test_who_is_pleased_is_told_from_who_goes_on() -> None:
    assert all(pointing.accepts(words) for words in WAS_IT)
    for words in (
        "that was it?",
        "that is not it",
        "that was it until March",
        "it settles in a day",
        "perfect, and dentures?",
    ):
        assert not pointing.accepts(words), words


@pytest.mark.django_db
def test_who_asks_why_nothing_is_found_hears_what_was_searched_and_why_nothing_fits(talk: Talk) -> None:
    talk.say(AIDS)
    for words in WHY:
        reply = talk.say(words)
        assert "I searched the policy materials for “" in reply, (words, reply)
        assert "so I quote none of it" in reply or "Nothing there has these words" in reply, (words, reply)
        assert "does not mean that it is not covered" in reply
        assert "Do you have a document" in reply
        assert talk.statuses == ["failed"]


@pytest.mark.django_db
def test_of_near_words_it_is_said_that_they_are_near_and_asked_again(talk: Talk) -> None:
    talk.say("Does Harbor Health in Florida cover the power wheelchair?")
    reply = talk.say("how come you can't find it?")
    assert "The nearest words are those that I quoted" in reply
    assert "Does that answer" in reply
    talk.say("yes, it does")
    assert talk.statuses == ["answered"]


@pytest.mark.django_db
def test_a_question_on_policies_is_not_taken_for_why_nothing_is_found() -> None:
    assert all(pointing.asks_why_open(words) for words in WHY)
    assert not [words for words in NOT_WHY if pointing.asks_why_open(words)]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("words", "part"),
    [
        ("also icd-10?", "Icd-10 for a continuous glucose monitor?"),
        ("and the cpt?", "Cpt for a continuous glucose monitor?"),
        ("hcpcs too please", "Hcpcs for a continuous glucose monitor?"),
        ("oh and the copay as well?", "Copay for a continuous glucose monitor?"),
    ],
)
def test_what_else_is_asked_of_the_same_thing_is_a_part(talk: Talk, words: str, part: str) -> None:
    talk.say(MONITOR)
    talk.say(words)
    assert [each.text for each in talk.record.parts] == [MONITOR, part]
    assert talk.statuses[0] == "answered"
