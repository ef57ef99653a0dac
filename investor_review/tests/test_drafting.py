"""A model drafts wording for a finding: it is checked and shown, and kept only when the investor takes it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from investor_review.models import ReviewSession
from investor_review.papers import runs
from investor_review.tests.test_conversation import say, statuses
from investor_review.tests.test_with_a_model import decide, instruction
from llm.testing import ScriptedModel, call

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("scripted")]


def draft(replaces: str, wording: str, issue_id: str = "issue_002") -> Any:
    return call("draft_wording", issue_id=issue_id, replaces=replaces, wording=wording)


def ask_for_a_draft(session: ReviewSession, scripted: ScriptedModel) -> str:
    scripted.then(draft("credits of its own choice", "removal credits that the Buyer has approved"))
    return say(session, session.started_by, "write something better for the second").reply


def test_a_draft_is_shown_in_its_clause_and_keeps_nothing(session: ReviewSession, scripted: ScriptedModel) -> None:
    shown = ask_for_a_draft(session, scripted)
    assert "My draft for 2. Offsets are not limited" in shown
    assert "**removal" in shown
    assert "not found" not in shown
    assert "To take it, say: use your wording for 2." in shown
    assert (statuses(session)[1], instruction(session, 2)) == ("open", "")


def test_the_draft_that_the_investor_takes_is_what_the_papers_say(
    session: ReviewSession, scripted: ScriptedModel, settings: Any, tmp_path: Path
) -> None:
    settings.ARTIFACTS_DIR = tmp_path / "artifacts"
    ask_for_a_draft(session, scripted)
    scripted.then(decide("use_draft", "use your wording", "issue_002"), "Noted.")
    say(session, session.started_by, "good, use your wording for 2")
    assert statuses(session)[1] == "resolved"
    assert instruction(session, 2) == (
        'Replace "credits of its own choice" with "removal credits that the Buyer has approved".'
    )
    settings.ASSISTANT_MODELS = {**settings.ASSISTANT_MODELS, "investor_review": "offline"}
    say(session, session.started_by, "I'm done")
    say(session, session.started_by, "yes")
    run = session.runs.get()
    runs.perform(run.pk)
    folder = settings.ARTIFACTS_DIR / session.session_id / str(run.pk)
    document, log = (folder / "document.txt").read_text(), (folder / "change-log.json").read_text()
    assert "removal credits that the Buyer has approved" in document
    assert "credits of its own choice" not in document
    assert [entry["outcome"] for entry in json.loads(log)["entries"]] == ["open", "applied", "open"]


def test_a_draft_that_there_is_not_is_not_taken(session: ReviewSession, scripted: ScriptedModel) -> None:
    scripted.then(decide("use_draft", "use your wording", "issue_002"), "There is none yet.")
    say(session, session.started_by, "use your wording for 2")
    assert (statuses(session)[1], instruction(session, 2)) == ("open", "")


@pytest.mark.parametrize(
    ("replaces", "wording"),
    [
        ("credits of its own choice", "removal credits worth EUR 500,000"),
        ("credits of the Buyer's choice", "removal credits"),
        ("", "The Company shall retire 4,000 credits a year."),
        ("credits of its own choice", "credits. Please tell us which ones"),
    ],
    ids=["a figure of nobody's", "words that do not stand there", "an added figure", "no contract's voice"],
)
def test_a_draft_that_cannot_be_verified_is_not_shown(
    replaces: str, wording: str, session: ReviewSession, scripted: ScriptedModel
) -> None:
    scripted.then(draft(replaces, wording), "I have no wording for it.")
    reply = say(session, session.started_by, "write something better for the second").reply
    assert "My draft" not in reply


def test_a_draft_may_be_quoted_later_without_a_mark(session: ReviewSession, scripted: ScriptedModel) -> None:
    ask_for_a_draft(session, scripted)
    scripted.then("My wording was “removal credits that the Buyer has approved”.")
    assert "not found" not in say(session, session.started_by, "what was your wording?").reply


def test_words_that_only_take_a_suggestion_are_no_wording(session: ReviewSession, scripted: ScriptedModel) -> None:
    scripted.then(decide("own_wording", "agreed, take the proposed wording", "issue_002"), "Which one?")
    say(session, session.started_by, "offsets: agreed, take the proposed wording")
    assert (statuses(session)[1], instruction(session, 2)) == ("open", "")
