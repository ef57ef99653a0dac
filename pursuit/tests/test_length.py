"""A reply has at most 120 words beside its quotes: the rest of what was found is in the panel."""

from __future__ import annotations

import re
from collections.abc import Iterator
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from pytest_django import Settings

from llm.testing import ScriptedModel, call, registered
from pursuit.models import MasterObjective
from pursuit.record import Part, Record
from pursuit.talk import replies
from pursuit.talk.bounds import sentences_within, shortened, words_in
from pursuit.tests.shared import Talk, policy, store, store_policies

pytestmark = pytest.mark.django_db
OF = "Harbor Health in Florida"
SIX = [
    f"How many telehealth visits may a member of {OF} have in a calendar year without a referral?",
    f"Is prior authorization required by {OF} for a continuous glucose monitor before the first device?",
    f"Within how many calendar days of the notice may a member of {OF} file an appeal of a denied claim?",
    f"How many hours ahead are non-emergency rides to medical appointments arranged with {OF}?",
    f"For how many months is a power wheelchair rented before it is owned by the member of {OF}?",
    f"How much does {OF} pay for each hearing aid of an adult member who did not have one before?",
]


@pytest.fixture
def talk(employee: User) -> Talk:
    store_policies()
    store(policy("Hearing aid policy", "The plan pays $500 for each hearing aid of an adult member."))
    return Talk(employee)


def beside_quotes(reply: str) -> int:
    lines = [line for line in reply.splitlines() if not line.startswith((">", "Source: ", "|"))]
    return len(re.findall(r"\S*\w\S*", " ".join(lines)))


def test_six_answers_are_told_in_120_words_beside_their_quotes(talk: Talk) -> None:
    reply = talk.say(" ".join(SIX))
    assert talk.statuses == ["answered"] * 6, reply
    assert beside_quotes(reply) <= 120, reply
    assert len(re.findall(r"^Source: ", reply, re.M)) == 6
    assert "We've resolved your question." in reply


def test_six_parts_of_which_some_are_open_are_told_in_120_words_too(talk: Talk) -> None:
    reply = talk.say(" ".join([*SIX[:3], *(question.replace("Florida", "Georgia") for question in SIX[3:])]))
    assert len(talk.record.open_parts) == 3, reply
    assert beside_quotes(reply) <= 120, reply


def of_many(count: int, status: str) -> tuple[Record, list[tuple[str, dict[str, object]]]]:
    """A question of so many parts that were answered now, or for which near words were found."""
    cited = {"document": str(uuid4()), "chunk": 1, "start": 0, "end": 9, "quote": "It is covered.", "title": "Manual"}
    reason = "" if status == "answered" else "no_evidence"
    parts = [
        Part(n, f"sq{n}", f"Is the item {n} of the list of supplies covered?", position=n, status=status,
             stuck_reason=reason, answer="It is covered.", citations=[cited])
        for n in range(1, count + 1)
    ]  # fmt: skip
    row = MasterObjective(status="solved" if status == "answered" else "active")
    return Record(uuid4(), row, parts), [("look", {"better": True, "part": part.key}) for part in parts]


def test_of_many_answers_the_newest_are_told_and_the_panel_is_said_to_have_the_rest() -> None:
    record, results = of_many(20, "answered")
    reply = replies.compose(record, results, tried=True)
    assert beside_quotes(reply) <= 120, reply
    more = re.search(r"The panel has what I found for (\d+) more, each with its source\.", reply)
    assert more is not None, reply
    assert int(more[1]) + len(re.findall(r"^Source: ", reply, re.M)) == 20
    assert "**20. " in reply
    assert "**1. " not in reply


def test_what_is_asked_about_is_shown_before_what_is_answered() -> None:
    record, results = of_many(20, "answered")
    record.parts[0].status, record.parts[0].stuck_reason = "partial", "no_evidence"
    checked = ("check_answers", {"whether": True, "ask": "Does that answer the first?"})
    reply = replies.compose(record, [*results, checked], tried=True)
    assert "**1. " in reply
    assert beside_quotes(reply) <= 120, reply


def test_what_is_said_beside_it_leaves_less_room() -> None:
    record, results = of_many(6, "answered")
    aside = "I keep to policies. " * 20
    assert beside_quotes(aside + replies.compose(record, results, tried=True, beside=aside)) <= 120


@pytest.fixture
def model(settings: Settings) -> Iterator[ScriptedModel]:
    settings.CHAT_MODEL = "openai:scripted"
    with registered("openai:scripted", ScriptedModel()) as scripted:
        yield scripted


def test_a_models_wording_is_bounded_as_well_and_ends_with_a_sentence(talk: Talk, model: ScriptedModel) -> None:
    question = SIX[0]
    quote = "A member may have 12 telehealth visits in a calendar year without a referral."
    plan = call("QuestionPlan", parts=[{"text": question, "words": question[:-1], "queries": []}])
    long = f"{quote} " * 30
    model.then(plan, call("PartAnswer", verdict="answered", answer=long, quotes=[{"passage": 1, "quote": quote}]))
    reply = talk.say(question)
    assert talk.statuses == ["answered"], reply
    assert beside_quotes(reply) <= 120, reply
    assert f"> {quote}" in reply
    assert "a referral.\n" in reply


def test_words_are_cut_at_a_sentence_or_with_dots() -> None:
    assert words_in("Two words.\n\n> a quote of five words\n\nSource: [x](y), z") == 2
    assert shortened("How many visits does it cover", 3) == "How many visits …"
    assert sentences_within("It is covered. It is not covered for weight loss.", 4) == "It is covered."
    assert sentences_within("It is covered only after an exam.", 3) == ""
