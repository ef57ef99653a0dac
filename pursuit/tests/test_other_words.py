"""Questions on the sample policies as people put them: each by the passage that answers it, or by none."""

from __future__ import annotations

import re
from datetime import date
from pathlib import Path
from uuid import uuid4

import pytest

from pursuit.answers import AskedPart, Found, judge
from pursuit.questions import plan
from pursuit.words import without_slots
from retrieval.search import Passage

_SAMPLES = Path(__file__).parents[1] / "sample_data"


def passages() -> list[Passage]:
    """The sections of the sample policies."""
    made = []
    for path in sorted(_SAMPLES.glob("*.md")):
        _, head, body = path.read_text("utf-8").split("---", 2)
        about, document = dict(re.findall(r"^(\w+): (.*)$", head, re.MULTILINE)), uuid4()
        for section in re.split(r"(?m)^(?=## )", body)[1:]:
            heading = f"{about['title']} › {section.splitlines()[0][3:]}"
            place = {name: about[name] for name in ("payer", "state", "plan")}
            made.append(
                Passage(
                    *(len(made), str(len(made)), document, path.stem, about["title"], heading, section.strip(), ()),
                    *("", "en", date.fromisoformat(about["effective_date"]), None, place, 1.0, 0, len(section), 1, 1),
                )
            )
    return made


SECTIONS = passages()
PAYERS = tuple({str(section.metadata["payer"]) for section in SECTIONS})


def found(payer: str, question: str, *earlier: str) -> list[Found]:
    """What the payer's policies say on each part of a message."""
    own = [section for section in SECTIONS if section.metadata["payer"].startswith(payer)]
    slots = {name: str(own[0].metadata[name]) for name in ("payer", "state")}
    return [
        judge.judge(
            AskedPart(
                part.text,
                without_slots(part.text, PAYERS),
                slots,
                date(2026, 1, 2),
                newest=True,
                context=without_slots(question, PAYERS),
            ),
            own,
        )
        for part in plan(question, PAYERS, earlier).parts
    ]


def quotes_of(findings: list[Found]) -> list[str]:
    return [str(cited["quote"]) for finding in findings if finding.status == "answered" for cited in finding.citations]


@pytest.mark.parametrize(
    ("payer", "question", "words"),
    [
        ("Sunny", "what would have to be tried before they agree to an MRI of the spine?", "six weeks"),
        ("Sunny", "what's the turnaround for a routine imaging request", "seven calendar days"),
        ("Sunny", "How long until we hear back on a standard request?", "seven calendar days"),
        ("Sunny", "where do I book a ride?", "member line"),
        ("Sunny", "if we order an MRI in the ED, is prior auth needed?", "not required in an emergency"),
        ("Harbor", "If a patient is unhappy with the service, until when can she file a grievance?", "at any time"),
        ("Harbor", "we made a mistake on a claim, how long to fix it and resend?", "365 calendar days"),
        ("Harbor", "how long does the CGM approval last?", "12 months"),
        ("Harbor", "what do I need to renew the CGM authorization?", "note of an office visit"),
        ("Great", "When will they pay for one of those power wheelchairs?", "cannot walk"),
        ("Great", "Does a manual wheelchair need prior authorization?", "and not for a manual one"),
        ("Great", "does she get to keep the power chair?", "owned by the member"),
        ("Lone", "is there prior authorization necessary for physical therapy?", "after the sixth visit"),
        ("Lone", "What records go with the bariatric request?", "records of the diet program"),
        ("Blue", "One more for my cousin: what does she pay for a generic drug?", "10 dollars"),
        ("Blue", "what does my dad have to try before ozempic or another GLP-1?", "90 days of metformin"),
    ],
)
def test_a_question_in_other_words_is_answered_by_its_passage(payer: str, question: str, words: str) -> None:
    assert any(words in quote for quote in quotes_of(found(payer, question))), found(payer, question)


@pytest.mark.parametrize(
    ("payer", "earlier", "question", "words"),
    [
        ("Sunny", "When is an MRI necessary?", "How quickly is a normal request decided?", "seven calendar days"),
        ("Harbor", "Within what time is an expedited appeal decided?", "One more point: when may a grievance be filed?", "any time"),
        ("Harbor", "Timely filing for claims", "actually I meant a CORRECTED claim. how long for that?", "365"),
        ("Great", "When will they pay for power wheelchairs?", "And must the doctor see him first?", "six months"),
        ("Lone", "Would they cover bariatric surgery?", "And is approval needed beforehand?", "is required"),
    ],
)  # fmt: skip
def test_a_follow_up_with_a_thing_of_its_own_is_of_that(payer: str, earlier: str, question: str, words: str) -> None:
    assert any(words in quote for quote in quotes_of(found(payer, question, earlier)))


@pytest.mark.parametrize(
    ("payer", "question"),
    [
        ("Lone", "how long is the authorization for therapy valid"),
        ("Harbor", "how long does a telehealth visit last?"),
        ("Sunny", "what CPT code is used for a lumbar MRI"),
    ],
)
def test_how_often_is_no_time_that_it_lasts_and_what_is_covered_is_no_code(payer: str, question: str) -> None:
    assert not quotes_of(found(payer, question))


@pytest.mark.parametrize(
    "question",
    [
        "pt with back pain 8 wks, Sunny Coast Plan Florida medicaid - does an outpatient lumbar MRI need prior auth?",
        "Two things for Sunny Coast Plan Florida please: within how many days is a standard request decided?",
    ],
)
def test_what_leads_into_a_question_is_no_part_of_its_own(question: str) -> None:
    assert len(plan(question, PAYERS).parts) == 1


def test_a_list_with_its_payer_before_it_keeps_each_of_its_questions() -> None:
    asked = "Peachtree Community Plan (Georgia): how many sets of bitewings per year and what's the yearly cap for fillings?"
    assert len(plan(asked, PAYERS).parts) == 2


def test_a_further_question_on_another_payer_says_whose_it_is() -> None:
    asked = "One more for my cousin: with Blue Mesa Health in Arizona, what does she pay for a generic drug?"
    [part] = plan(asked, PAYERS, ["Does a manual wheelchair need prior authorization?"]).parts
    assert "Blue Mesa Health in Arizona" in part.text
