"""The newest answer with its sources, as a DOCX and as a PDF that are opened again."""

from __future__ import annotations

from io import BytesIO
from zipfile import ZipFile

import pytest
from django.contrib.auth.models import User
from django.test import Client
from docx import Document
from pypdf import PdfReader

from chat.models import Thread, Turn
from chat.tests.shared import talk
from llm.testing import ScriptedModel, call
from tax_dossier.models import Source
from tax_dossier.pages.paper import with_whole_quotes
from tax_dossier.tests.shared import QUESTION

pytestmark = pytest.mark.django_db
DRAFT = (
    "**Regel**: de kosten zijn niet aftrekbaar (artikel 3.16, lid 1, Wet IB 2001).\n"
    "- **Voorwaarde**: “De werkruimte heeft een eigen ingang.” (artikel 3.16, lid 2, Wet IB 2001)"
)


def words_of(thread: Thread, user: User) -> tuple[str, str]:
    """What stands in the DOCX, and in the PDF."""
    browser = Client()
    browser.force_login(user)
    docx, pdf = (browser.get(f"/tax-dossier/threads/{thread.pk}/answer.{kind}") for kind in ("docx", "pdf"))
    assert (docx.status_code, pdf.status_code) == (200, 200)
    assert ".docx" in docx["Content-Disposition"]
    document = Document(BytesIO(docx.content))
    pages = PdfReader(BytesIO(pdf.content)).pages
    return "\n".join(p.text for p in document.paragraphs), " ".join(" ".join(p.extract_text() for p in pages).split())


@pytest.fixture
def answered(corpus: None, thread: Thread, model: ScriptedModel) -> Thread:
    searches = [call("legislation", query="werkruimte woning kosten"), call("case_law", query="werkruimte woning")]
    model.then(searches, call("answer", question=QUESTION), call("DraftedAnswer", text=DRAFT))
    talk(thread, QUESTION)
    return thread


def test_both_papers_hold_the_question_the_answer_and_each_passage_that_it_rests_on(answered: Thread) -> None:
    for paper in words_of(answered, answered.owner):
        flat = " ".join(paper.split())
        assert QUESTION in flat
        assert "Voorwaarde: “De werkruimte heeft een eigen ingang.” (artikel 3.16, lid 2, Wet IB 2001)" in flat
        assert "1. Wet inkomstenbelasting 2001, artikel 3.16 Werkruimte" in flat
        assert "“Kosten van een werkruimte in de woning zijn niet aftrekbaar" in flat
        # The list of sources belongs to the chat, and addresses to its page.
        assert "Aan het dossier toegevoegd" not in flat
        assert "/sources/" not in flat
        assert "**" not in flat


def test_without_an_answer_there_is_no_paper_and_nobody_else_gets_it(answered: Thread, colleague: User) -> None:
    empty = Thread.objects.create(owner=answered.owner, assistant="tax_dossier")
    browser = Client()
    browser.force_login(answered.owner)
    assert browser.get(f"/tax-dossier/threads/{empty.pk}/answer.pdf").status_code == 404
    assert "answer.pdf" in browser.get(f"/threads/{answered.pk}/").content.decode()
    assert "answer.pdf" not in browser.get(f"/threads/{empty.pk}/").content.decode()
    browser.force_login(colleague)
    assert browser.get(f"/tax-dossier/threads/{answered.pk}/answer.docx").status_code == 404


def test_a_paper_says_nothing_of_the_machine_and_quotes_whole_sentences(
    corpus: None, thread: Thread, offline: None
) -> None:
    talk(thread, QUESTION)
    talk(thread, "geef antwoord")
    for paper in words_of(thread, thread.owner):
        assert "taalmodel" not in paper
        assert "Deze passages uit de bronnen" in " ".join(paper.split())
    source = Source.objects.filter(dossier__thread=thread).first()
    assert source is not None
    sentence = " ".join(source.text[:60].split())
    answer = f"“{sentence[:30]} …” ([art.](/tax-dossier/threads/{thread.pk}/sources/{source.pk}/?at=0-60#at))"
    assert f"“{sentence}”" in with_whole_quotes(thread, answer)
    # What the source has not at that place stays as it was.
    other = answer.replace(sentence[:30], "Something else")
    assert with_whole_quotes(thread, other) == other


@pytest.mark.parametrize(
    "unsupported",
    [
        "De aftrek bedraagt 80 procent (artikel 9.99, lid 1, Wet IB 2001).",
        "“De huur van een garage is altijd aftrekbaar.” (artikel 3.16, lid 1, Wet IB 2001)",
    ],
    ids=["a reference", "a sentence"],
)
def test_what_was_left_out_of_an_answer_is_said_in_the_chat_and_not_in_the_paper(
    corpus: None, thread: Thread, model: ScriptedModel, unsupported: str
) -> None:
    search = call("legislation", query="werkruimte woning kosten")
    model.then(search, call("answer", question=QUESTION), call("DraftedAnswer", text=f"{DRAFT}\n\n{unsupported}"))
    talk(thread, QUESTION)
    assert "Weggelaten: 1 " in Turn.objects.get(thread=thread).spoken_texts()[-1]
    for paper in words_of(thread, thread.owner):
        assert "Weggelaten" not in paper
        assert "niet aftrekbaar" in paper


def test_the_properties_of_the_docx_name_the_paper_and_no_library(answered: Thread) -> None:
    browser = Client()
    browser.force_login(answered.owner)
    held = BytesIO(browser.get(f"/tax-dossier/threads/{answered.pk}/answer.docx").content)
    known = Document(held).core_properties
    assert (known.title, known.author, known.last_modified_by) == ("Antwoord op een belastingvraag", "TESS", "TESS")
    assert (known.comments, known.language) == ("", "nl")
    parts = ZipFile(held)
    assert not [name for name in parts.namelist() if b"python" in parts.read(name)]
