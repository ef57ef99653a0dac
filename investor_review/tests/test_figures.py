"""Figures of a reply that are no money stand in the document, in the record, or in what was said; else it says so."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.test import Client

from investor_review import record
from investor_review.conversation import CitationJudge
from investor_review.intake import sample
from investor_review.models import ReviewSession
from investor_review.tests.test_conversation import say
from llm.testing import ScriptedModel

pytestmark = pytest.mark.django_db
CASES = Path(__file__).parent / "cases"


@pytest.fixture
def review(upstream: User) -> ReviewSession:
    """The sample agreement with its six findings."""
    return sample.start_for(upstream)


def replies(name: str) -> list[tuple[str, str]]:
    lines = (CASES / f"figures_{name}.txt").read_text("utf-8").splitlines()
    pairs = (line.partition("|") for line in lines if line and not line.startswith("#"))
    return [(message.strip(), reply.strip().replace("\\n", "\n")) for message, _, reply in pairs]


def shown(review: ReviewSession, message: str, reply: str) -> str:
    """What is shown of a model's reply that comes in pieces."""
    judge = CitationJudge(record.load(review.thread_id), message, marks=True)
    return "".join([*(judge.feed(reply[at : at + 9]) for at in range(0, len(reply), 9)), judge.close()])


def bare(text: str) -> str:
    """A text without its citations, as links or as ids."""
    return re.sub(r"\s*\[[^\]]*\](?:\([^)]*\))?", "", text).strip()


def test_no_honest_figure_is_marked(review: ReviewSession) -> None:
    honest = replies("honest")
    assert len(honest) >= 30
    damaged = [out for message, reply in honest if bare(out := shown(review, message, reply)) != bare(reply)]
    assert damaged == []


def test_no_figure_that_nobody_gave_is_told_as_it_stands(review: ReviewSession) -> None:
    false = replies("false")
    assert len(false) >= 30
    passed = [reply for message, reply in false if bare(shown(review, message, reply)) == bare(reply)]
    assert passed == []


def test_a_turn_marks_such_a_figure_and_counts_it(
    review: ReviewSession, scripted: ScriptedModel, client: Client
) -> None:
    def counted() -> float:
        head = 'assistant_left_out_total{assistant="investor_review",kind="figure"} '
        lines = client.get("/metrics").content.decode().splitlines()
        return next((float(line[len(head) :]) for line in lines if line.startswith(head)), 0.0)

    before = counted()
    scripted.then("You message 54 days. I keep your 45 days. What is next?")
    turn = say(review, review.started_by, "Make it 45 days for the summary")
    assert turn.reply == "You message 54 days. (⚠ not found: 54 days) I keep your 45 days. What is next?"
    assert counted() - before == 1


def test_a_figure_that_a_tool_found_is_borne_out(review: ReviewSession) -> None:
    result = '{"passages": [{"text": "The insurer answers within 21 days."}]}'
    judge = CitationJudge(record.load(review.thread_id), "", marks=True, given=[result])
    reply = "You can expect an answer in 21 days, not in 22 days."
    assert judge.feed(reply) + judge.close() == f"{reply} (⚠ not found: 22 days)"
