"""What goes to the company holds no id of the analysis and no reason of the machine, whoever wrote it."""

from __future__ import annotations

import io
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import docx
import pytest
from django.contrib.auth.models import User
from pypdf import PdfReader

from audit.trail import Actor
from chat.models import PageLanguage
from investor_review import manual_changes
from investor_review.edits.internal import FORBIDDEN, without_ids
from investor_review.edits.passages import CitedPassage, SourceText
from investor_review.edits.plan import Change, Proposal, plan_edits
from investor_review.intake import start
from investor_review.intake.payload import read_payload
from investor_review.models import CleanupRun, NitpickIssue, ReviewSession
from investor_review.papers import generation
from investor_review.tests.shared import nitpick, payload
from llm.testing import ScriptedModel, call

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def artifacts_folder(settings: Any, tmp_path: Path) -> Path:
    settings.ARTIFACTS_DIR = tmp_path
    return tmp_path


@pytest.fixture
def naming_ids(upstream: User) -> ReviewSession:
    """A review whose analysis names its own ids in titles, summaries and suggestions."""
    findings = [
        nitpick(
            "issue_001",
            title="Reports are rare (doc_001:c001)",
            summary="See chunk 1 and issue_002.",
            suggested_changes=["The supplier shall have its reports audited (see doc_001:c001)."],
            citations=["doc_001:c001"],
        ),
        nitpick(
            "issue_002",
            title="issue_002: Offsets are not limited",
            summary="doc_001:c002 sets no limit.",
            suggested_changes=["Have the credits of doc_001:c002 verified by a registry."],
            citations=["doc_001:c002"],
        ),
    ]
    sent = payload("sess_ids", nitpicks=findings)
    return start.start_session(read_payload(sent, "sess_ids"), user_id=upstream.pk)


def made(session: ReviewSession, user: User) -> CleanupRun:
    run = generation.generate(session, Actor(user.pk, session.thread_id))
    assert run.status == "done", run.error
    return run


def papers(run: CleanupRun, root: Path) -> dict[str, str]:
    """The texts of what goes out, each on one line."""
    files = {artifact.kind: (root / artifact.path).read_bytes() for artifact in run.artifacts.all()}
    pdf = " ".join(page.extract_text() for page in PdfReader(io.BytesIO(files["pdf"])).pages)
    word = "".join(docx.Document(io.BytesIO(files["docx"])).element.itertext())
    texts = {"pdf": pdf, "docx": word, "email": files["email_txt"].decode()}
    return {kind: " ".join(text.split()) for kind, text in texts.items()}


def test_ids_that_the_analysis_writes_into_its_own_words_are_in_no_paper(
    naming_ids: ReviewSession, upstream: User, artifacts_folder: Path
) -> None:
    for issue_id in ("issue_001", "issue_002"):
        issue = NitpickIssue.objects.get(session=naming_ids, issue_id=issue_id)
        manual_changes.change_nitpick(
            naming_ids, issue_id, user=upstream, status=NitpickIssue.Status.RESOLVED,
            instructions=issue.suggested_changes[0],
        )  # fmt: skip
    texts = papers(made(naming_ids, upstream), artifacts_folder)
    for text in texts.values():
        assert not FORBIDDEN.search(text), FORBIDDEN.search(text)
    for text in (texts["pdf"], texts["email"]):
        assert "Reports are rare (clause 1, page 1)" in text or "1. Reports are rare Changed" in text
        assert "Offsets are not limited" in text
    assert "shall have its reports audited." in texts["docx"]
    assert "Proposed: The investor asks to have the credits of the passage verified by a registry." in texts["email"]


def test_the_papers_of_who_reads_dutch_have_dutch_headings_and_the_contract_stays(
    session: ReviewSession, upstream: User, artifacts_folder: Path
) -> None:
    PageLanguage.objects.create(user=upstream, language="nl")
    manual_changes.change_nitpick(
        session, "issue_003", user=upstream, status=NitpickIssue.Status.RESOLVED, instructions="make it sixty days"
    )
    texts = papers(made(session, upstream), artifacts_folder)
    for words in (
        "Onderwerp: Gevraagde wijzigingen in Climate Contract v3 vóór de investering – Acme Climate Tech",
        "Beste mensen van Acme Climate Tech,", "Wij vragen u in te stemmen met 1 wijziging:", "Voor: ", "Na: ",
        "Open punten", "Hoe nu verder", "Met vriendelijke groet,", "sixty days' notice",
    ):  # fmt: skip
        assert words in texts["email"]
    for words in ("Wijzigingslijst", "Gewijzigd · ernst laag", "Open · ernst hoog", "Open punten", "pagina 1 van 2"):
        assert words in texts["pdf"]
    for english in ("Change log", "Open issues", "Subject:", "Dear ", "Kind regards", "Before:", "severity", "None."):
        assert english not in texts["email"] + texts["pdf"]


@pytest.mark.parametrize(
    ("words", "clean"),
    [
        ("No audit (doc_001:c003)", "No audit"),
        ("issue_001: No audit", "No audit"),
        ("It is (clause 3, issue_002).", "It is (clause 3)."),
        ("It lacks one (see doc_001:c003, doc_001:c004) here.", "It lacks one here."),
        ("doc_001:c003 says annual, and so does chunk 7.", "The passage says annual, and so does the passage."),
        ("It contradicts issue_002.", "It contradicts another point."),
        ("It is annual. Chunks 7 and 8 say so.", "It is annual. The passages say so."),
        ("The term is 3 years (clause 4.3, page 3).", "The term is 3 years (clause 4.3, page 3)."),
    ],
)
def test_an_id_goes_and_the_sentence_stays_one(words: str, clean: str) -> None:
    assert without_ids(words) == clean


def test_a_wording_that_names_an_id_is_not_put_into_the_contract() -> None:
    def propose(
        source: SourceText, passages: Sequence[CitedPassage], change: Change
    ) -> tuple[list[Proposal], list[str]]:
        return [Proposal(15, 21, "quarterly, as doc_001:c001 says")], []

    plan = plan_edits("The reports are annual.", [Change("issue_001", "Reports", "make it quarterly")], propose)
    assert (plan.edits, [left.issue_id for left in plan.refused]) == ([], ["issue_001"])


def test_a_summary_with_a_reason_of_the_machine_is_not_taken_and_none_is_shown_to_the_model(
    session: ReviewSession, upstream: User, scripted: ScriptedModel, artifacts_folder: Path
) -> None:
    manual_changes.change_nitpick(
        session, "issue_002", user=upstream, status=NitpickIssue.Status.RESOLVED, instructions="cap them sensibly"
    )
    reason = "The cited passage does not say where a cap would stand."
    scripted.then(
        call("ProposedEdits", edits=[], problem=reason),
        call("ChangeSummary", summary="We ask for a cap as issue_002 says. The cited passage does not say where."),
    )
    text = papers(made(session, upstream), artifacts_folder)["email"]
    assert reason not in scripted.requests[-1].instructions
    assert "issue_002" not in text
    assert "cited passage" not in text
    assert "We ask for no change of the wording at this point." in text
