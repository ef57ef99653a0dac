"""The e-mail: its structure is fixed, its headers are safe, and no figure in it comes from nowhere."""

from __future__ import annotations

import email
from datetime import UTC, datetime
from email.policy import default
from typing import Any

import pytest

from investor_review.edits.by_rules import propose_by_rule
from investor_review.edits.change_log import REJECTED, ChangeLog, DecidedIssue, build_log
from investor_review.edits.plan import EditPlan, RefusedEdit, plan_edits
from investor_review.edits.values import unsupported
from investor_review.papers.email import (
    Letter,
    email_message,
    email_text,
    problems_of_summary,
    subject_of,
    summary_by_rule,
)
from investor_review.papers.email_by_model import summary_by_model
from llm.testing import ScriptedModel, call

TEXT = "1. Fee. The fee is EUR 5,000,000.\n\n2. Reports. Reports are annual.\n\n3. Term. The term is 3 years.\n"
ISSUES = [
    DecidedIssue("i1", "Fee too high", "medium", "resolved", "Too much.", "EUR 3m", (), ("The fee is EUR 5,000,000.",)),
    DecidedIssue("i2", "Reports are rare", "high", "open", "Once a year is rare.", "", (), ("Reports are annual.",)),
    DecidedIssue(
        "i3", "Term", "high", "resolved", "Short.", "replace 'decade' with 'year'", (), ("The term is 3 years.",)
    ),
    DecidedIssue("i4", "Seat", "low", "resolved", "No matter.", ""),
    DecidedIssue("i5", "Notice", "low", "in_progress", "Short notice.", "60 days"),
]


def log_of(issues: list[DecidedIssue] = ISSUES) -> ChangeLog:
    return build_log(TEXT, issues, plan_edits(TEXT, [c for i in issues if (c := i.change())], propose_by_rule))


def letter(**changes: Any) -> Letter:
    log = changes.pop("log", log_of())
    return Letter(
        **{
            "company": "Acme",
            "investor": "Ines Berg",
            "document": "Contract v3",
            "log": log,
            "summary": summary_by_rule(log),
            **changes,
        }
    )


def test_the_log_says_what_became_of_every_issue() -> None:
    assert [entry.outcome for entry in log_of().entries] == ["applied", "open", "refused", "unchanged", "open"]
    assert [entry.issue.issue_id for entry in log_of().unresolved] == ["i2", "i3", "i5"]
    text = log_of().as_text()
    assert "The fee is EUR [-5,000,000-]{+3,000,000+}." in text
    assert "Reason: The investor has not confirmed the change yet, so it was not made." in text


def test_the_email_has_its_sections_in_order() -> None:
    text = email_text(letter())
    parts = [
        "Subject: Requested changes to Contract v3 before investment – Acme\n",
        "Dear Acme team,",
        "Summary of requested changes",
        "- Fee too high",
        "Changes made in the attached version",
        "1. Fee too high",
        "Before: The fee is EUR 5,000,000.",
        "After: The fee is EUR 3,000,000.",
        "Open issues",
        "1. Reports are rare (clause 2): open",
        "2. Term (clause 3): wording to be agreed",
        "3. Notice: not settled yet",
        "Next steps",
        "Kind regards,\nInes Berg\n",
    ]
    places = [text.find(part) for part in parts]
    assert -1 not in places, parts[places.index(-1)]
    assert places == sorted(places)
    assert max(len(line) for line in text.splitlines()) <= 78


def test_nothing_internal_goes_out() -> None:
    issues = [
        DecidedIssue(
            "issue_009", "Cap", "high", "resolved", "", "for the second: make it 80", (), ("The fee",), ("d:c7",)
        ),
        DecidedIssue(
            "issue_010", "Fee", "high", "resolved", "", "EUR 3m", (), (TEXT[:50],), ("d:c1",), ("clause 4.3, page 3",)
        ),
    ]
    text = email_text(letter(log=log_of(issues)))
    for internal in ("issue_0", "d:c", "Quote the words", "everywhere", "for the second", "cited passage"):
        assert internal not in text
    assert "its wording is still to be agreed" in " ".join(text.split())


def test_what_is_left_as_it_is_is_listed_so_and_nothing_is_asked_for_it() -> None:
    left = DecidedIssue("i2", "Reports are rare", "high", "open", is_left=True)
    log = log_of([left])
    assert "Reason: The investor leaves the text as it is." in log.as_text()
    text = email_text(letter(log=log))
    assert "None." in text.partition("Open issues")[2].partition("Noted, without a change")[0]
    assert "We leave the text as it is here" in text.partition("Noted, without a change")[2]
    assert "Please send us your proposal" not in text
    assert "still open" not in text


@pytest.mark.parametrize(
    ("words", "proposed"),
    [
        (
            "for the term: report the use of energy from measured data",
            "The investor asks to report the use of energy from measured data.",
        ),
        ("3: within six months", "Within six months."),
        ("please, you should make it six months", ""),
        ("Extend it to twelve months.", "The investor asks to extend it to twelve months."),
        ("Don't let it renew by itself.", "The investor asks not to let it renew by itself."),
        ("No renewal is silent.", "No renewal is silent."),
        ("Lassen Sie die Frist von einem Dritten prüfen.", ""),
        ("Zorg dat een accountant de termijn controleert.", ""),
    ],
)
def test_a_proposal_is_what_the_investor_asks_for_and_never_another_figure(words: str, proposed: str) -> None:
    issue = DecidedIssue("i3", "Term", "high", "resolved", "Short.", words, ("Extend it to twelve months.",))
    [entry] = log_of([issue]).entries
    assert entry.proposal == proposed


def test_a_proposal_is_a_wording_where_the_party_is_known_by_the_passage() -> None:
    text = 'Northwind (the "Supplier") delivers. The Supplier keeps records. The Supplier reports.\n'
    issue = DecidedIssue("i1", "Records", "high", "resolved", "", "Audit the records once a year.", (), (text.strip(),))
    log = build_log(text, [issue], plan_edits(text, [c for c in [issue.change()] if c], propose_by_rule))
    assert [entry.outcome for entry in log.entries] == ["refused"]
    assert "Proposed: The Supplier shall audit the records once a year." in email_text(letter(log=log))


def test_a_page_of_the_source_is_marked_in_nothing_that_is_read() -> None:
    text = "1. Fee. The fee is EUR 5,000,000 and it\n<PAGE>\nis paid at once.\n"
    issue = DecidedIssue("i1", "Fee", "high", "resolved", "", "EUR 3m", (), (text,))
    log = build_log(text, [issue], plan_edits(text, [c for c in [issue.change()] if c], propose_by_rule))
    assert log.applied
    assert "<PAGE>" not in email_text(letter(log=log)) + log.as_text()


def test_where_all_is_rejected_nothing_is_asked_for_and_no_finding_is_named() -> None:
    plan = EditPlan(refused=[RefusedEdit("i1", REJECTED)])
    log = build_log(TEXT, ISSUES[:1], plan)
    assert [entry.outcome for entry in log.entries] == ["rejected"]
    outgoing = log.for_the_company()
    text = email_text(letter(log=outgoing, summary=summary_by_rule(outgoing)))
    assert "We ask for no change." in text
    assert "Fee too high" not in text
    assert "raised no issues" not in text


def test_without_issues_there_is_still_an_email() -> None:
    text = email_text(letter(log=log_of([]), summary=summary_by_rule(log_of([]))))
    assert "The review raised no issues." in text
    assert text.count("None.") == 2


def test_names_cannot_add_headers_or_lines() -> None:
    evil = letter(
        company="Acme\r\nBcc: thief@example.org", document="x\nContent-Type: text/html\u2028y", investor="I\x00n\rB"
    )
    text = email_text(evil)
    message = email.message_from_bytes(email_message(evil, text, made_at=datetime.now(UTC)), policy=default)
    assert set(message.keys()) == {
        "Subject",
        "Date",
        "X-Unsent",
        "MIME-Version",
        "Content-Type",
        "Content-Transfer-Encoding",
    }
    assert message.get_content_type() == "text/plain"
    assert "\n" not in subject_of(evil)
    assert not any(line.startswith("Bcc:") for line in text.splitlines())


def test_names_of_any_script_arrive_whole_and_the_pdf_is_attached() -> None:
    some = letter(company="Société Générale 中文 שלום", investor="Zoë Ångström")
    raw = email_message(
        some, email_text(some), made_at=datetime(2026, 1, 5, tzinfo=UTC), pdf=b"%PDF-1.4", pdf_name='a/b "c".pdf'
    )
    assert raw.isascii()
    message = email.message_from_bytes(raw, policy=default)
    assert message["Subject"] == subject_of(some)
    body = message.get_body()
    assert body is not None
    assert "Dear Société Générale 中文 שלום team," in body.get_content()
    [attached] = message.iter_attachments()
    assert attached.get_content() == b"%PDF-1.4"
    assert attached.get_filename() == "a_b _c_.pdf"


@pytest.mark.parametrize(
    ("summary", "problem"),
    [
        ("", "it is empty"),
        ("We ask for EUR 4m.", "number 4000000"),
        ("Please answer by 1 March.", "month mar"),
        ("Please report monthly.", "frequency monthly"),
        ("Visit https://example.org now.", "holds the address"),
        ("word " * 600, "more than 2,500"),
        ("We ask for a fee as issue_001 says.", "'issue_001', which is ours alone"),
        ("The cited passage has no fee.", "'cited passage', which is ours alone"),
    ],
)
def test_a_summary_that_states_what_the_log_does_not_is_not_taken(summary: str, problem: str) -> None:
    assert any(problem in sentence for sentence in problems_of_summary(summary, letter()))


def test_a_summary_that_the_log_supports_is_taken() -> None:
    summary = "We ask you to lower the fee from EUR 5 million to EUR 3,000,000. Three of 5 issues are open."
    assert problems_of_summary(summary, letter()) == []
    model = ScriptedModel([call("ChangeSummary", summary=summary)])
    assert summary_by_model(model, "m", letter()) == summary


def test_an_invented_summary_is_replaced_by_the_rule_s() -> None:
    model = ScriptedModel([call("ChangeSummary", summary="Pay EUR 9m.")])
    assert summary_by_model(model, "m", letter()) == summary_by_rule(log_of())


@pytest.mark.parametrize(
    ("text", "source", "missing"),
    [
        ("sixty days", "60 days", []),
        ("EUR 3m", "EUR 3,000,000", []),
        ("by 31 December 2026", "December 31, 2026", []),
        ("yearly", "once a year", []),
        ("5 days", "EUR 5m", ["number 5"]),
        ("They may 2 times", "2", []),
    ],
)
def test_figures_are_compared_by_what_they_mean(text: str, source: str, missing: list[str]) -> None:
    assert unsupported(text, source) == missing
