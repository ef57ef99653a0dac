"""The wording of an answer against its quotes: numbers as values, statement by statement, and nothing turned round."""

from __future__ import annotations

import pytest

from pursuit.answers import rests_on

COPAYS = (
    "The copay is 10 dollars for a generic drug, 45 dollars for a preferred brand and 90 dollars for a non-preferred "
    "brand, each for 30 days."
)
NOT_COVERED = "Acupuncture is not covered."


@pytest.mark.parametrize(
    ("answer", "quotes", "question"),
    [
        ("At most 1200 dollars a year.", ["The plan pays up to $1,200 for each calendar year."], ""),
        ("Within seven days.", ["A standard request is decided within 7 calendar days."], ""),
        ("30 visits of therapy, and 20 of speech therapy.", ["Therapy: 30 visits.", "Speech therapy: 20 visits."], ""),
        ("For a preferred brand, you pay $45 for 30 days.", [COPAYS], ""),
        ("From January 1, 2025, 20 visits.", ["From 1 January 2025 a member may have 20 visits."], ""),
        ("It ends on 3 March 2025.", ["La cobertura termina el 3 de marzo de 2025."], ""),
        ("It ends on March 3, 2025.", ["Coverage ends 03/03/2025."], ""),
        ("It ends on 3 March 2025.", ["Der Schutz endet am 3. März 2025."], ""),
        ("It ends in March 2025.", ["La couverture prend fin le 3 mars 2025."], ""),
        ("A referral is not needed.", ["A member may have 12 visits without a referral."], ""),
        ("You do not pay anything.", ["Rides are covered at no cost to the member."], ""),
        ("Acupuncture is covered, massage is not.", ["Acupuncture is covered. Massage is not covered."], ""),
        ("Yes, for back pain.", ["Acupuncture is not covered unless it is for back pain."], "Is acupuncture covered?"),
        ("No, only video visits.", ["Phone visits are not covered."], "Are phone visits covered?"),
        ("Yes, before the first device.", ["Prior authorization is required."], "Does it need prior authorization?"),
    ],
)
def test_an_honest_wording_rests_on_its_quotes(answer: str, quotes: list[str], question: str) -> None:
    assert rests_on(answer, quotes, question)


@pytest.mark.parametrize(
    ("answer", "quotes", "question"),
    [
        ("It ends on 3 April 2025.", ["Coverage ends on 3 March 2025."], ""),
        ("It ends on 3 April 2025.", ["La cobertura termina el 3 de marzo de 2025."], ""),
        ("It ends on 5 March 2025.", ["Coverage ends 03/03/2025, after 5 months."], ""),
        ("It ends on 3 March 2026.", ["Der Schutz endet am 3. März 2025. Ab 2026 gilt er neu."], ""),
        ("It ends in May 2025.", ["La couverture prend fin le 3 mars 2025."], ""),
        ("At most 1300 dollars a year.", ["The plan pays up to $1,200 for each calendar year."], ""),
        ("Three cleanings are covered.", ["Two cleanings a year are covered."], ""),
        ("The copay is 45 dollars.", ["The copay is 10 dollars.", "Ask again after 45 days."], ""),
        ("30 visits of speech therapy.", ["Physical therapy: 30 visits.", "Speech therapy: 20 visits."], ""),
        ("A preferred brand costs 90 dollars.", [COPAYS], ""),
        ("They may have 12 months.", ["A member may have 12 telehealth visits."], ""),
        ("The code is E11.42.", ["The code is E11.40."], ""),
        ("It is covered.", [NOT_COVERED], ""),
        ("Yes.", [NOT_COVERED], "Is acupuncture covered?"),
        ("Yes.", ["The plan does not cover acupuncture."], "Does the plan cover acupuncture?"),
        ("Acupuncture is covered.", ["Acupuncture is excluded."], ""),
        ("No.", ["Acupuncture is covered."], "Is acupuncture covered?"),
        ("It is not covered at all.", ["Prior authorization is required before the first device."], ""),
        ("Prior authorization is required.", ["No prior authorization is required for an MRI."], ""),
        ("Prior authorization is needed.", ["Visits are covered without prior authorization."], ""),
    ],
)
def test_a_number_of_another_thing_and_the_opposite_rest_on_nothing(
    answer: str, quotes: list[str], question: str
) -> None:
    assert not rests_on(answer, quotes, question)


@pytest.mark.parametrize(
    ("answer", "quote"),
    [
        (
            "Prior authorization is not required for the first visit.",
            "Prior authorization is required for the first visit.",
        ),
        ("Telehealth visits may be billed by a nurse.", "Telehealth visits may not be billed by a nurse."),
        ("GLP-2 drugs are covered for diabetes.", "GLP-1 drugs are covered for diabetes."),
        ("A report (1669CA) is accepted as proof.", "A report (277CA) is accepted as proof."),
        ("The dentist sends form D-187.", "The dentist sends form D-30."),
    ],
)
def test_a_not_more_or_less_or_another_numbered_name_does_not_rest_on_the_quote(answer: str, quote: str) -> None:
    assert rests_on(quote, [quote])
    assert not rests_on(answer, [quote])
