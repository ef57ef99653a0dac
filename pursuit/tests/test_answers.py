"""Which statement answers a question: not one of another thing, of another payer, or without the answer asked for."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest
from django.contrib.auth.models import User

from chat.models import Thread
from pursuit.measured import evaluate
from pursuit.tests.shared import Talk, policy, store, store_policies
from retrieval.index.ingest import NewDocument
from retrieval.models import Collection, Document

pytestmark = pytest.mark.django_db
CASES = Path(__file__).parent / "cases"
GEORGIA = {"payer": "Harbor Health", "plan": "Medicaid", "state": "Georgia"}


@pytest.fixture
def talk(employee: User) -> Talk:
    store_policies()
    return Talk(employee)


def quotes(talk: Talk) -> list[str]:
    return [str(citation["quote"]) for part in talk.record.parts for citation in part.citations]


def asked(talk: Talk, question: str) -> tuple[list[str], str]:
    """The statuses and the quotes of a question in a conversation of its own."""
    other = Talk(talk.owner)
    other.say(question)
    return other.statuses, " ".join(quotes(other))


@pytest.mark.long
@pytest.mark.parametrize("name", ["e", "f", "g"])
def test_questions_in_other_words_than_the_policies_are_answered_rightly_or_not_at_all(name: str) -> None:
    before = (Thread.objects.count(), Collection.objects.count(), Document.objects.count())
    figures = evaluate(CASES / name)
    assert figures["precision"] >= 0.97, figures
    assert figures["recall"] >= 0.75, figures
    assert figures["open_kept"] >= 0.97, figures
    assert figures["asked"] == 1, figures
    assert (Thread.objects.count(), Collection.objects.count(), Document.objects.count()) == before


def test_a_folder_without_policies_and_a_case_of_another_form_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="a folder with policies"):
        evaluate(tmp_path)
    (tmp_path / "policies").mkdir()
    with pytest.raises(ValueError, match="cannot be read"):
        evaluate(tmp_path)
    (tmp_path / "questions.jsonl").write_text('{"question": "Is it covered?", "expect": [{"status": "maybe"}]}\n')
    with pytest.raises(ValueError, match="Case 1 is not"):
        evaluate(tmp_path)


def test_what_about_georgia_asks_the_same_of_georgia_and_leaves_the_first_answer_alone(talk: Talk) -> None:
    text = "Telehealth visits are covered in Georgia. A member may have 6 telehealth visits in a calendar year."
    store(policy("Telehealth policy, Georgia", text, metadata=GEORGIA))
    talk.say("How many telehealth visits does Harbor Health in Florida cover in a calendar year?")
    reply = talk.say("What about Georgia?")
    first, second = talk.record.parts
    assert second.text == "How many telehealth visits does Harbor Health in Georgia cover in a calendar year?"
    assert "12 telehealth visits" in str(first.citations)
    assert "6 telehealth visits" in str(second.citations)
    assert "6 telehealth visits" in reply
    assert talk.record.slots()["state"] == "Florida"


def test_what_about_a_state_without_a_policy_stays_open_and_is_named(talk: Talk) -> None:
    talk.say("How many telehealth visits does Harbor Health in Florida cover in a calendar year?")
    reply = talk.say("and in Ohio?")
    assert talk.statuses == ["answered", "failed"]
    assert "in Ohio" in reply
    assert "Do you have" in reply


def test_what_about_georgia_answers_the_question_which_state(talk: Talk) -> None:
    store(policy("Rides, Georgia", "Rides are booked 72 hours ahead by calling the member line.", metadata=GEORGIA))
    talk.say("How early do I have to book a ride with Harbor Health?")
    assert talk.record.parts[0].stuck_reason == "jurisdiction"
    assert "72 hours" in talk.say("What about Georgia?")
    assert talk.statuses == ["answered"]


@pytest.mark.parametrize(
    "text",
    [
        "*A sample: nobody is insured by this plan.*\n\nA sleep study at home is covered once a year.",
        "# Sleep\n\n## Sleep studies\nA sleep study at home is covered once a year.",
        "Sleep studies\n=============\n\nA sleep study at home is covered once a year.",
        "- A sleep study at home is covered once a year.\n- Supplies are billed apart.",
        "1. Snoring alone is no reason.\n2. A sleep study at home is covered once a year.",
    ],
)
def test_a_quote_begins_with_the_words_that_answer(talk: Talk, text: str) -> None:
    store(policy("Sleep policy", text))
    statuses, quote = asked(talk, "Is a sleep study at home covered by Harbor Health in Florida?")
    assert statuses == ["answered"]
    assert quote.startswith("A sleep study at home is covered once a year")


def test_a_row_of_a_table_is_read_with_its_header(talk: Talk) -> None:
    table = "| Service | Prior authorization | Limit |\n|---|---|---|\n| Massage | No | 6 visits a year |\n| Cupping | Yes | None |\n"
    store(policy("Bodywork", table))
    statuses, quote = asked(
        talk,
        "Does cupping need preapproval from Harbor Health in Florida, and how many massage visits a year are allowed?",
    )
    assert statuses == ["answered", "answered"]
    assert "Cupping | Yes" in quote
    assert "6 visits a year" in quote
    assert not quote.lstrip("| ").startswith("-")


def test_a_list_is_quoted_with_the_line_that_leads_into_it(talk: Talk) -> None:
    text = "A lift chair is covered when all of these are true:\n\n- the member has severe arthritis of the hip;\n- the member can walk once standing.\n"
    store(policy("Lift chairs", text))
    statuses, quote = asked(talk, "What are the criteria for a lift chair with Harbor Health in Florida?")
    assert statuses == ["answered"]
    assert quote.startswith("A lift chair is covered when")
    assert "severe arthritis" in quote


def test_whether_something_is_limited_is_not_answered_by_what_covers_it(talk: Talk) -> None:
    store(policy("Massage policy", "Massage therapy is covered for members with chronic pain."))
    question = "Is massage therapy limited by Harbor Health in Florida?"
    assert asked(talk, question)[0] != ["answered"]
    store(policy("Massage bulletin", "Massage therapy is limited to 8 visits in a calendar year."))
    statuses, quote = asked(talk, question)
    assert statuses == ["answered"]
    assert "8 visits" in quote


def test_whether_something_is_covered_is_not_answered_by_what_must_be_authorised(talk: Talk) -> None:
    store(policy("Cranial devices", "Prior authorization is required for a cranial helmet before it is ordered."))
    assert asked(talk, "Is a cranial helmet covered by Harbor Health in Florida?")[0] != ["answered"]
    assert asked(talk, "Do I need permission first for a cranial helmet from Harbor Health in Florida?")[0] == [
        "answered"
    ]


@pytest.mark.parametrize(
    ("text", "question"),
    [
        ("Speech therapy lasts up to 30 days.", "How many speech therapy visits does Harbor Health in Florida allow?"),
        (
            "Peer support is limited to 20 hours a week.",
            "What does Harbor Health in Florida pay per hour for peer support?",
        ),
        (
            "A corrected claim is accepted for 180 days.",
            "How long do I have to file a claim with Harbor Health in Florida?",
        ),
        (
            "An urgent request is decided within 24 hours.",
            "How early must I send a request to Harbor Health in Florida?",
        ),
        ("Hearing aids are covered for children.", "Does Harbor Health in Florida cover cochlear implants?"),
        ("Dental implants are excluded.", "Does Harbor Health in Florida cover cochlear implants?"),
        ("Hearing aids are covered for children.", "Who may prescribe hearing aids with Harbor Health in Florida?"),
    ],
)
def test_a_sentence_that_holds_another_kind_of_answer_does_not_answer(talk: Talk, text: str, question: str) -> None:
    store(policy("A policy", text))
    assert asked(talk, question)[0] != ["answered"]


def test_of_two_times_the_one_that_is_asked_for_is_quoted(talk: Talk) -> None:
    assert "60 calendar days" in asked(talk, "How long do I have to challenge a denial by Harbor Health in Florida?")[1]
    assert "30 calendar days" in asked(talk, "How long does Harbor Health in Florida take to decide an appeal?")[1]


def untitled(key: str, title: str, text: str) -> NewDocument:
    return NewDocument(key=key, title=title, text=text, valid_from=date(2025, 1, 1))


def test_a_document_without_metadata_speaks_for_the_payer_in_its_title(talk: Talk) -> None:
    store(
        untitled("a", "Blue Lagoon Health Plan: Acupuncture (Nevada)", "Acupuncture is covered for 20 visits a year."),
        untitled("b", "Dry Creek Advantage - Acupuncture (Nevada)", "Acupuncture is covered for 8 visits a year."),
    )
    statuses, quote = asked(talk, "How many acupuncture visits does Dry Creek Advantage in Nevada cover?")
    assert statuses == ["answered"]
    assert "8 visits" in quote
    other = Talk(talk.owner)
    reply = other.say("How many acupuncture visits are covered?")
    assert other.record.parts[0].stuck_reason == "jurisdiction"
    assert "could you specify which health plan or payer" in reply


def test_a_document_of_the_person_answers_unless_it_names_another_payer(talk: Talk) -> None:
    text = "Pottery therapy is covered for 9 visits in a year, and the visits are booked by the member. "
    talk.say("How many pottery therapy visits does Harbor Health in Florida cover in a year?")
    assert talk.statuses == ["failed"]
    talk.say(f"Dry Creek Advantage - Pottery\n\n{text * 8}")
    assert talk.statuses != ["answered"]
    talk.say(f"Pottery leaflet\n\n{text * 8}")
    assert talk.statuses == ["answered"]


@pytest.mark.parametrize(
    "ask",
    [
        "When does Harbor Health Medicaid in Georgia pay for braces?",
        "When are braces covered by Harbor Health Medicaid in Georgia?",
    ],
)
def test_when_something_is_covered_is_answered_by_its_condition(talk: Talk, ask: str) -> None:
    store(
        NewDocument("braces", "Dental", "1.3 Braces only where the bite endangers eating or speech.", metadata=GEORGIA)
    )
    statuses, quoted = asked(talk, ask)
    assert statuses == ["answered"]
    assert "endangers eating" in quoted
