"""What a run makes of a review: the cleaned-up text, its log, the PDF and the e-mail, as files. No database."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.utils.formats import date_format
from django.utils.translation import gettext

from investor_review.edits import (
    ChangeLog,
    DecidedIssue,
    EditPlan,
    apply_edits,
    build_log,
    by_model,
    plan_edits,
    propose_by_rule,
    short,
)
from investor_review.papers.artifacts import File, file_name
from investor_review.papers.email import Letter, email_message, email_text, summary_by_rule
from investor_review.papers.email_by_model import summary_by_model
from investor_review.papers.pdf import Pdf, PdfDocument, render_pdf
from llm.interface import ChatModel
from llm.registry import OFFLINE

# A share of the work from 0 to 100, and a sentence for the person.
Progress = Callable[[int, str], None]


@dataclass(frozen=True, slots=True)
class ReviewSnapshot:
    """A review as it stood when the run began."""

    session_id: str
    run_id: str
    company: str
    investor: str
    doc_id: str
    doc_title: str
    text: str
    issues: Sequence[DecidedIssue]
    made_at: datetime
    model: ChatModel | None = None
    model_name: str = OFFLINE


@dataclass(frozen=True, slots=True)
class Product:
    """The files of a run, what its manifest says beside them, and the change log as JSON."""

    files: list[File]
    facts: dict[str, Any]
    change_log: list[dict[str, Any]]


def composed(material: ReviewSnapshot, progress: Progress) -> EditPlan:
    """The decisions of a review as edits of its text. Raises ModelError when the model fails."""
    changes = [change for issue in material.issues if (change := issue.change()) is not None]
    progress(2, "The changes are put in place")
    share = 33 / max(1, len(changes))
    propose = by_model(material.model, material.model_name) if material.model else propose_by_rule
    return plan_edits(
        material.text,
        changes,
        propose,
        step=lambda n: progress(2 + int(n * share), f"{n} of {len(changes)} changes are done"),
    )


def produce(material: ReviewSnapshot, plan: EditPlan, progress: Progress) -> Product:
    """Everything that a run makes of a review and its edits. Raises ModelError when the model fails, and PdfFailed."""
    # What writes a DOCX is loaded where one is made.
    from investor_review.papers.docx import render_docx

    text = apply_edits(material.text, plan.edits)
    log = build_log(material.text, material.issues, plan)
    outgoing = log.for_the_company()
    document = _pdf_document(material, text, outgoing)
    pdf = render_pdf(document, lambda done, sentence: progress(35 + int(done * 50), sentence))
    progress(87, "The e-mail is written")
    letter = Letter(material.company, material.investor, material.doc_title, outgoing, summary_by_rule(outgoing))
    if material.model:
        letter = replace(letter, summary=summary_by_model(material.model, material.model_name, letter))
    facts = _facts(material, text, plan, log, pdf)
    tracked = render_docx(material.doc_title, material.investor, material.text, plan.edits, material.made_at)
    files = _files(material, letter, text, pdf, facts, log)
    files.insert(1, File("docx", file_name(material.doc_title, "-reviewed.docx"), tracked))
    return Product(files, facts, log.as_json())


def _pdf_document(material: ReviewSnapshot, text: str, log: ChangeLog) -> PdfDocument:
    facts = [
        (gettext("Company"), material.company),
        (gettext("Investor"), material.investor),
        (gettext("Document"), material.doc_title),
        (gettext("Made on"), f"{date_format(material.made_at, 'd F Y, H:i')} UTC"),
    ]
    return PdfDocument(
        material.doc_title, facts, log, text, f"{short(material.company, 50)} · {short(material.doc_title, 55)}"
    )


def _facts(material: ReviewSnapshot, text: str, plan: EditPlan, log: ChangeLog, pdf: Pdf) -> dict[str, Any]:
    return {
        "session_id": material.session_id,
        "run": material.run_id,
        "company_name": material.company,
        "doc_id": material.doc_id,
        "doc_title": material.doc_title,
        "made_at": material.made_at.isoformat(),
        "model": material.model_name,
        "source": {"characters": len(material.text), "sha256": _sha256(material.text)},
        "result": {"characters": len(text), "sha256": _sha256(text)},
        # In characters of the source; outside of these spans source and result are the same.
        "edits": [
            {"issue_id": e.issue_id, "start": e.start, "end": e.end, "replacement": e.replacement} for e in plan.edits
        ],
        "issues": log.counts(),
        "pages": pdf.pages,
        "problems": list(pdf.notes),
    }


def _files(
    material: ReviewSnapshot, letter: Letter, text: str, pdf: Pdf, facts: dict[str, Any], log: ChangeLog
) -> list[File]:
    words = email_text(letter)
    name = file_name(material.doc_title, "-reviewed.pdf")
    head = {
        key: facts[key] for key in ("session_id", "run", "doc_id", "made_at", "source", "result", "issues", "problems")
    }
    logged = json.dumps({**head, "entries": log.as_json()}, ensure_ascii=False, indent=2)
    return [
        File("pdf", name, pdf.data),
        File("email_txt", "email.txt", words.encode()),
        File("eml", "email.eml", email_message(letter, words, made_at=material.made_at, pdf=pdf.data, pdf_name=name)),
        File("change_log", "change-log.json", logged.encode() + b"\n"),
        File("", "change-log.txt", log.as_text().encode()),
        File("", "document.txt", text.encode()),
    ]


def _sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
