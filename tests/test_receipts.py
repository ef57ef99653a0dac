"""A value of each assistant has a receipt: whose words, which call, which entry; for whoever may read, and nobody else."""

from __future__ import annotations

import json
from io import BytesIO
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from pypdf import PdfReader

from audit.models import AuditEntry
from audit.receipts import check_receipt
from audit.roots import make_root
from audit.trail import Actor
from chat import assistants, models_in_use
from chat.live import runs
from chat.models import Thread
from chat.turns.turn import TurnRun
from llm.testing import ScriptedModel, call
from pa_dealing.review.actions import approve_request, reviewing
from pa_dealing.tests.review_shared import submitted
from pa_dealing.tests.shared import load_instruments
from tax_dossier.tests.shared import store_samples

pytestmark = pytest.mark.django_db


def say(thread: Thread, text: str) -> None:
    turn = runs.begin(thread.pk, thread.owner_id, text, None)
    assert isinstance(turn, TurnRun)
    runs.run_here(turn)


def thread_of(slug: str, owner: User) -> Thread:
    sample = assistants.get(slug).sample_thread(owner)
    return sample or Thread.objects.create(owner=owner, assistant=slug)


def browser_of(user: User) -> Client:
    browser = Client()
    browser.force_login(user)
    return browser


def json_of(browser: Client, thread: Thread, name: str) -> Any:
    answer = browser.get(f"/threads/{thread.pk}/receipts/{name}/receipt.json")
    assert answer.status_code == 200
    return json.loads(answer.content)


@pytest.mark.parametrize(
    ("slug", "text", "quote", "tool"),
    [
        ("pa_dealing", "I want to buy 2,000 Siemens shares", "2,000", "set_quantity"),
        ("retirement", "I'm 58 and I have $420,000 in a 401(k)", "420,000", "information"),
        ("investor_review", "Accept the first", "ccept the first", "decide_nitpicks"),
        ("pursuit", "Does a glucose monitor need prior authorization in Florida?", "Florida", ""),
    ],
)
def test_a_value_leads_to_words_call_and_entry(employee: User, slug: str, text: str, quote: str, tool: str) -> None:
    thread, browser = thread_of(slug, employee), browser_of(employee)
    say(thread, text)
    make_root()
    receipts = [json_of(browser, thread, name) for name in assistants.get(slug).traced(thread)]
    read = [value for value in receipts if any(quote in words["quote"] for words in value["words"])]
    assert read, [value["words"] for value in receipts]
    value = read[0]
    assert value["words"][0]["said_by"] == employee.username
    assert value["words"][0]["text"] == text
    assert not tool or tool in [call["name"] for call in value["calls"]]
    assert value["entries"]
    assert all(entry["root"] for entry in value["entries"])
    for value in receipts:
        assert [each.sentence for each in check_receipt(value) if each.verdict == "wrong"] == []


@pytest.mark.parametrize("field", ["existing_position", "is_derivative"])
def test_what_was_looked_up_of_a_security_leads_to_the_words_that_chose_it(field: str, employee: User) -> None:
    load_instruments()
    thread = Thread.objects.create(owner=employee, assistant="pa_dealing")
    for words in ("I want to buy 2,000 Siemens shares", "1"):
        say(thread, words)
    name = next(name for name in assistants.get("pa_dealing").traced(thread) if name.endswith(f".{field}"))
    value = json_of(browser_of(employee), thread, name)
    assert [words["quote"] for words in value["words"]] == ["1"]
    assert [call["name"] for call in value["calls"]] == ["confirm_selection"]
    assert "pa_dealing.security_chosen" in str(value["entries"])
    assert f"/receipts/{name}/" in browser_of(employee).get(f"/threads/{thread.pk}/panel/").content.decode()


def test_a_decision_leads_to_the_officers_entry_and_to_nobodys_words(employee: User, officer: User) -> None:
    draft = submitted(employee)
    with reviewing(draft.pk) as held:
        approve_request(held, reason="It is small.", by=Actor(officer.pk, draft.thread_id))
    value = json_of(browser_of(employee), draft.thread, f"{draft.pk}.decision")
    assert (value["words"], value["value"]["value"]) == ([], "Approved")
    assert len(value["entries"]) == 1
    assert "pa_dealing.approved" in str(value["entries"])
    assert value["checks"]


def test_a_finding_that_nobody_decided_about_leads_to_the_start_of_its_review(employee: User) -> None:
    thread = thread_of("investor_review", employee)
    say(thread, "Accept the first")
    names = list(assistants.get("investor_review").traced(thread))
    nitpicks = assistants.get("investor_review").load(thread.pk).nitpicks
    assert len(names) == len(nitpicks) > 1
    value = json_of(browser_of(employee), thread, f"nitpick.{nitpicks[-1].pk}")
    assert len(value["entries"]) == 1
    assert "review.started" in str(value["entries"])
    panel = browser_of(employee).get(f"/threads/{thread.pk}/panel/").content.decode()
    assert all(f"/receipts/nitpick.{nitpick.pk}/" in panel for nitpick in nitpicks)


def test_sources_and_answer_of_tess_lead_to_what_was_asked(employee: User) -> None:
    store_samples()
    thread, browser = thread_of("tax_dossier", employee), browser_of(employee)
    say(thread, "Mag ik de kosten van mijn werkruimte thuis aftrekken?")
    names = [name for name in assistants.get("tax_dossier").traced(thread) if name.startswith("source.")]
    assert names
    for name in names:
        value = json_of(browser, thread, name)
        assert value["words"][0]["quote"] == "Mag ik de kosten van mijn werkruimte thuis aftrekken?"
        assert value["entries"]
    say(thread, "Geef antwoord")
    answers = [name for name in assistants.get("tax_dossier").traced(thread) if name.startswith("answer.")]
    value = json_of(browser, thread, answers[0])
    assert value["words"][0]["quote"] == "Geef antwoord"
    assert value["calls"][0]["name"] == "answer"
    assert value["sources"]


def test_what_a_model_was_asked_beside_the_talk_stands_in_the_receipt_of_what_came_of_it(employee: User) -> None:
    thread = Thread.objects.create(owner=employee, assistant="pursuit")
    asked = "Does Harbor Health in Florida cover a stander?"
    plan = call("QuestionPlan", parts=[{"text": asked, "words": asked}])
    with models_in_use.answered_by("openai:planner", ScriptedModel([[plan]])):
        say(thread, asked)
    names = assistants.get("pursuit").traced(thread)
    value = json_of(browser_of(employee), thread, next(iter(names)))
    assert [(put["schema"], put["requested"]) for put in value["questions"]] == [("QuestionPlan", "openai:planner")]
    assert all(len(value["questions"][0][name]) == 64 for name in ("instructions_sha256", "material_sha256"))
    page = browser_of(employee).get(f"/threads/{thread.pk}/receipts/{next(iter(names))}/").content.decode()
    assert value["questions"][0]["instructions_sha256"] in page


@pytest.fixture
def quantity(employee: User) -> tuple[Thread, str]:
    """A thread in which a quantity was said, and the name of its receipt."""
    thread = Thread.objects.create(owner=employee, assistant="pa_dealing")
    say(thread, "I want to buy 2,000 Siemens shares")
    names = assistants.get("pa_dealing").traced(thread)
    return thread, next(name for name in names if name.endswith(".quantity"))


def test_the_panel_links_to_the_page_and_the_page_to_its_files(employee: User, quantity: tuple[Thread, str]) -> None:
    thread, name = quantity
    browser, url = browser_of(employee), f"/threads/{thread.pk}/receipts/{name}/"
    assert url in browser.get(f"/threads/{thread.pk}/panel/").content.decode()
    assert url in browser.get(f"/threads/{thread.pk}/receipts/").content.decode()
    page = browser.get(url).content.decode()
    assert "<q>2,000</q>" in page
    assert f"{url}receipt.json" in page
    pdf = PdfReader(BytesIO(browser.get(f"{url}receipt.pdf").content))
    assert "2,000" in pdf.pages[0].extract_text()


def test_who_takes_a_file_is_recorded_with_its_hash(employee: User, quantity: tuple[Thread, str]) -> None:
    thread, name = quantity
    value = json_of(browser_of(employee), thread, name)
    entry = AuditEntry.objects.get(action="receipt.taken")
    assert entry.data == {"value": name, "as": "json", "sha256": value["sha256"]}


def test_nobody_else_gets_a_receipt(colleague: User, quantity: tuple[Thread, str]) -> None:
    thread, name = quantity
    for path in ("", f"{name}/", f"{name}/receipt.json"):
        assert browser_of(colleague).get(f"/threads/{thread.pk}/receipts/{path}").status_code == 404


@pytest.mark.parametrize("path", ["nothing/", "nothing/receipt.json", "{name}/receipt.exe"])
def test_what_there_is_no_receipt_of_is_not_found(employee: User, quantity: tuple[Thread, str], path: str) -> None:
    thread, name = quantity
    answer = browser_of(employee).get(f"/threads/{thread.pk}/receipts/{path.format(name=name)}")
    assert answer.status_code == 404


def test_an_officer_gets_the_words_of_what_was_handed_in_and_not_the_message(employee: User, officer: User) -> None:
    draft = submitted(employee)
    url = f"/admin/pa_dealing/draftrequest/{draft.pk}/receipts/quantity/"
    browser = browser_of(officer)
    assert url in browser.get(f"/admin/pa_dealing/draftrequest/{draft.pk}/change/").content.decode()
    assert browser.get(url).status_code == 200
    value = json.loads(browser.get(f"{url}receipt.json").content)
    assert value["words"][0]["quote"] == "2,000"
    assert value["words"][0]["text"] is None
    assert browser_of(employee).get(url).status_code in (302, 403)
