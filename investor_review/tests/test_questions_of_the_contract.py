"""Questions of what the contract says are looked up in it, whatever words they share with the help."""

from __future__ import annotations

import io

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command

from investor_review.intake import evidence
from investor_review.models import ReviewSession
from investor_review.tests.test_conversation import say
from retrieval.models import Chunk

pytestmark = pytest.mark.django_db


@pytest.fixture
def sample(admin: User, investor: User) -> ReviewSession:
    call_command("load_review_sample", stdout=io.StringIO())
    return ReviewSession.objects.get()


@pytest.mark.parametrize(
    ("words", "clause"),
    [
        ("Fine. And how much are they insured for, then?", "8.2"),
        ("Do the parties have insurance, and how much is it?", "8.2"),
        ("Nice. Where do they keep their certificates?", "certificate"),
        ("Before anything else: what is the price per certificate, and by how much does it rise?", "EUR 310"),
        ("by how much does the price rise?", "two per cent"),
    ],
)
def test_what_the_parties_do_is_looked_up_and_no_question_of_the_help(
    words: str, clause: str, sample: ReviewSession
) -> None:
    reply = say(sample, sample.started_by, words).reply
    assert clause in reply
    assert "✓ verified" in reply


@pytest.mark.parametrize("words", ["Can they read what I write here?", "does the company know what I say?"])
def test_who_reads_along_is_still_answered_by_the_help(words: str, sample: ReviewSession) -> None:
    assert "The company sees only what you send it" in say(sample, sample.started_by, words).reply


@pytest.mark.parametrize(
    "words", ["suppose we signed it now, when will the contract end?", "until when is this agreement in force?"]
)
def test_how_long_the_contract_runs_is_looked_up_in_its_term(words: str, sample: ReviewSession) -> None:
    reply = say(sample, sample.started_by, words).reply
    assert "28 February 2031" in reply
    assert "✓ verified" in reply


def test_a_question_with_slips_of_a_finger_finds_its_clause(sample: ReviewSession) -> None:
    slips = "whihc curt decieds dispuets?"
    assert evidence.fitting(sample, slips, limit=1, least=0.2)[0].chunk_key.endswith(":c012")
    assert not evidence.fitting(sample, "xylophone quartet", limit=1, least=0.2)


LISTED = (
    "3. Fee. The fee is due at once.\n\n4. Ending. Either party may terminate where:\n\n(a) the other party is insolvent;"
    "\n\n(b) a payment is late.\n\n5. Law. The law is Irish."
)


def test_a_clause_with_items_in_paragraphs_of_their_own_is_quoted_whole() -> None:
    clause = evidence.clause_of(LISTED, "terminate when insolvent", 1000)
    assert clause == LISTED[LISTED.index("4. Ending") : LISTED.index("\n\n5.")]


def test_of_a_clause_beyond_the_bounds_the_item_that_is_asked_for_is_quoted() -> None:
    assert evidence.clause_of(LISTED, "what of a late payment", 60) == "(b) a payment is late."


def test_a_clause_that_is_named_by_its_number_comes_with_its_items(sample: ReviewSession) -> None:
    Chunk.objects.filter(collection__name=sample.collection, position=0).update(text=LISTED)
    named = evidence.numbered(sample, "clause 4")
    assert named is not None
    assert named[1].endswith("(b) a payment is late.")
