"""What is learnt of answers: its weights are of features that are counted, and what else is said makes one less likely."""

from __future__ import annotations

from datetime import date
from uuid import UUID, uuid4

import pytest

from pursuit.answers import AskedPart, Judging, judge, noting
from pursuit.answers.features import Candidate, features
from pursuit.answers.fit import Fit
from pursuit.answers.learnt import chances, weights
from pursuit.answers.meaning import read_question
from pursuit.answers.statements import Statement, statements
from pursuit.measured.learning import Lesson, learn
from retrieval.search import Passage

QUESTION = "How many therapy visits are covered in a year?"


def passage(text: str, document: UUID | None = None) -> Passage:
    return Passage(
        *(1, "1", document or uuid4(), "key", "Therapy", "Therapy", text, ()),
        *("", "en", date(2025, 1, 1), None, {}, 1.0, 0, len(text), 1, 0),
    )


def asked(question: str = QUESTION) -> AskedPart:
    return AskedPart(question, question, {}, date(2026, 1, 2))


def candidate(of: Passage, statement: Statement) -> Candidate:
    return Candidate(of, statement, "Therapy", Fit(1.0, True, 1.0), 0)


def chances_of(*passages: Passage) -> list[float]:
    candidates = [candidate(of, statement) for of in passages for statement in statements(of.text)]
    described, nothing = features(read_question(QUESTION), QUESTION, QUESTION, candidates)
    return [chance for chance, _ in chances(QUESTION, candidates, described, nothing)]


def test_every_weight_is_of_something_that_is_counted() -> None:
    texts = ("Call 555-0100.", "A form is sent within 30 days; it costs $5.", "No visit is covered.")
    candidates = [candidate(passage(text), statements(text)[0]) for text in texts]
    described, _ = features(read_question(QUESTION), QUESTION, QUESTION, candidates)
    named = {name for each in described for name in each if "~" not in name}
    learnt = {name for name in weights().answer if "~" not in name and not name.startswith("another ")}
    assert learnt - {"unclaimed"} <= named


def test_what_a_document_says_beside_it_makes_an_answer_less_likely_and_another_document_does_not() -> None:
    document = uuid4()
    alone = chances_of(passage("30 therapy visits are covered in a year.", document))[0]
    beside = chances_of(passage("30 therapy visits are covered in a year. 12 therapy visits are covered in a month."))[
        0
    ]
    elsewhere = chances_of(
        passage("30 therapy visits are covered in a year."), passage("12 therapy visits are covered in a month.")
    )[0]
    assert beside < alone
    assert elsewhere > beside


def test_the_same_words_in_two_passages_are_one_thing() -> None:
    document = uuid4()
    words = "30 therapy visits are covered in a year."
    assert chances_of(passage(words, document), passage(words, document))[0] > 0.5


def test_while_it_is_noted_nothing_is_an_answer() -> None:
    therapy = passage("30 therapy visits are covered in a year.")
    assert judge.judge(asked(), [therapy]).status != "failed"
    with noting() as noted:
        assert judge.judge(asked(), [therapy]).status != "answered"
    assert [judging.text for judging in noted] == [QUESTION]
    assert [candidate.statement.self_text for candidate in noted[0].candidates] == [therapy.text]


@pytest.mark.parametrize("telling", ["rare own", "words own"])
def test_what_the_answers_have_and_nothing_else_has_is_learnt(telling: str) -> None:
    has, lacks = {telling: 1.0, "length": 0.5}, {"length": 0.5}
    answered = Lesson(Judging("", (), [lacks, has, lacks], {"always": 1.0}), (False, True, False))
    open_one = Lesson(Judging("", (), [lacks, lacks], {"always": 1.0}), (False, False))
    learnt = learn([answered, open_one] * 20)
    assert learnt["answer"][telling] > 0.5
    assert abs(learnt["answer"]["length"]) < learnt["answer"][telling]
    assert learnt["nothing"]["always"] > 0
