"""For whom a policy is: the type of its plan, and the state that its text says it applies to."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User

from pursuit.tests.shared import Talk, policy, store
from pursuit.words import claims_of
from pursuit.words.names import types_in
from pursuit.words.reach import reach_of

ASKED = "How many telehealth visits in a calendar year does {of} cover?"
TEXT = "A member may have {number} telehealth visits in a calendar year."
HARBOR = {"payer": "Harbor Health"}
TYPES = [("HMO", "PPO"), ("PPO", "HMO"), ("EPO", "HMO"), ("POS", "EPO"), ("HMO", "POS"), ("PPO", "EPO")]


def said_of(title: str, kind: str) -> list[tuple[str, str, dict[str, str]]]:
    """(title, text before the limit, metadata) of the ways in which a policy says that it is of a type of plan."""
    return [
        (title, "", HARBOR | {"plan": kind}),
        (title, "", HARBOR | {"plan": f"Commercial {kind}"}),
        (title, "", {"payer": f"Harbor Health {kind}"}),
        (f"Harbor Health {kind} benefit grid", "", HARBOR | {"plan": "Commercial"}),
        (title, f"Plan: Harbor Health {kind}\n\n", {}),
        (title, f"Visits are counted.\n\n{'Members have a card. ' * 40}\n\nThis policy applies to {kind} members.\n\n", HARBOR),
    ]  # fmt: skip


@pytest.mark.django_db
@pytest.mark.parametrize(("way", "named", "other"), [(way, *pair) for way, pair in enumerate(TYPES)])
def test_a_policy_of_another_type_of_plan_answers_nothing(employee: User, way: int, named: str, other: str) -> None:
    title, before, metadata = said_of("Telehealth", other)[way]
    store(policy(title, before + TEXT.format(number=20), metadata=metadata))
    talk = Talk(employee)
    reply = talk.say(ASKED.format(of=f"Harbor Health {named}"))
    assert talk.statuses != ["answered"], reply
    assert "20 telehealth visits" not in reply


@pytest.mark.django_db
@pytest.mark.parametrize("way", [1, 2, 3])
def test_of_two_grids_the_one_of_the_type_that_is_named_answers(employee: User, way: int) -> None:
    for title, kind, number in (("One", "HMO", 12), ("Other", "PPO", 20)):
        title, before, metadata = said_of(title, kind)[way]
        store(policy(title, before + TEXT.format(number=number), metadata=metadata))
    talk = Talk(employee)
    reply = talk.say(ASKED.format(of="the Harbor Health HMO"))
    assert talk.statuses == ["answered"], reply
    assert "> A member may have 12 telehealth visits" in reply
    assert "20 telehealth" not in reply
    reply = talk.say("sorry, I meant the PPO")
    assert talk.statuses == ["answered"], reply
    assert "> A member may have 20 telehealth visits" in reply


@pytest.mark.django_db
def test_a_statement_on_the_other_type_of_plan_does_not_answer(employee: User) -> None:
    store(policy("Telehealth", "A PPO member may have 20 telehealth visits in a calendar year.", metadata=HARBOR))
    talk = Talk(employee)
    assert "20 telehealth" not in talk.say(ASKED.format(of="Harbor Health's HMO"))
    assert talk.statuses != ["answered"]
    assert "20 telehealth" in talk.say(ASKED.format(of="Harbor Health's PPO"))


@pytest.mark.parametrize(
    ("text", "types"),
    [
        ("Harbor Health HMO", ["HMO"]),
        ("does the hmo need a referral", ["HMO"]),
        ("her point-of-service plan", ["POS"]),
        ("our HMO-POS product", ["POS"]),
        ("HMOs and PPOs", ["HMO", "PPO"]),
        ("the EPO plan", ["EPO"]),
        ("the EPO in Florida", ["EPO"]),
        ("Which POS code is used, and POS 02 or 11?", []),
        ("Are EPO injections covered?", []),
        ("Is EPO covered for dialysis?", []),
        ("What is an HMO?", []),
        ("What does PPO stand for?", []),
    ],
)
def test_types_of_plan_are_told_from_places_of_service_and_drugs(text: str, types: list[str]) -> None:
    assert [name for name, _ in types_in(text)] == types


def test_a_type_of_plan_is_said_beside_the_line_of_business() -> None:
    assert claims_of({"plan": "Medicare Advantage HMO"})["plan"] == {"medicare advantage"}
    assert claims_of({"plan": "Medicare Advantage HMO"})["plan_type"] == {"HMO"}
    assert claims_of({"payer": "Harbor Health PPO"})["payer"] == {"harbor health"}


FILLER = "Each visit is noted in the chart, with its date and who was there. " * 12
SCOPES = [
    "This policy applies to members in Kansas.",
    "These guidelines apply only to members enrolled in Kansas Medicaid.",
    "This coverage policy is for Kansas Medicaid members.",
    "Kansas Medicaid members get a new card each year.",
    "Members who live in Kansas choose their doctor.",
    "The benefits are limited to residents of the state of Kansas.",
]
MENTIONS = [
    "Send a complaint to P.O. Box 7, Topeka, Kansas 66601.",
    "The Supreme Court of Kansas ruled on visits by video in 2019.",
    "Harbor Health works in Kansas, Ohio, Utah and Florida.",
    "This policy does not apply to members in Kansas.",
    "This policy applies to all members except members in Kansas.",
    "Members who travel to Kansas call the nurse line.",
    "A doctor may have a license of Kansas or of another state.",
    "For Kansas Medicaid members a form is needed too.",
    "This policy applies to claims that are mailed to Wichita, Kansas.",
]


@pytest.mark.django_db
@pytest.mark.parametrize("scope", SCOPES)
def test_a_state_that_only_the_text_says_a_policy_is_for_answers_for_no_other(employee: User, scope: str) -> None:
    text = f"# Telehealth\n\n{FILLER}\n\n{scope}\n\n# Limits\n\n{TEXT.format(number=20)}\n"
    store(policy("Telehealth", text, metadata=HARBOR))
    talk = Talk(employee)
    reply = talk.say(ASKED.format(of="Harbor Health in Arkansas"))
    assert talk.statuses != ["answered"], reply
    assert "20 telehealth visits" not in reply
    talk = Talk(employee)
    reply = talk.say(ASKED.format(of="Harbor Health in Kansas"))
    assert talk.statuses == ["answered"], reply


@pytest.mark.django_db
@pytest.mark.parametrize("mention", MENTIONS)
def test_a_state_that_is_only_mentioned_does_not_scope_a_policy(employee: User, mention: str) -> None:
    text = f"# Telehealth\n\n{FILLER}\n\n{mention}\n\n# Limits\n\n{TEXT.format(number=20)}\n"
    store(policy("Telehealth", text, metadata=HARBOR))
    talk = Talk(employee)
    reply = talk.say(ASKED.format(of="Harbor Health in Florida"))
    assert talk.statuses == ["answered"], reply


@pytest.mark.django_db
def test_the_state_of_an_address_in_the_answer_itself_does_not_scope_it(employee: User) -> None:
    text = "A claim is sent within 180 days to Harbor Claims, P.O. Box 7, Kansas City, Missouri 64111."
    store(policy("Claims", text, metadata=HARBOR | {"state": "Florida"}))
    talk = Talk(employee)
    reply = talk.say("Within how many days is a claim sent to Harbor Health in Florida?")
    assert talk.statuses == ["answered"], reply


def test_a_policy_that_applies_in_two_states_is_of_both() -> None:
    assert reach_of("This policy applies to members in Kansas and Missouri.") == {"state": "Kansas; Missouri"}
    assert reach_of("This policy applies in every state. Kansas members call 1-800-555-0100.") == {}


@pytest.mark.django_db
def test_a_statement_below_the_heading_of_another_state_does_not_answer(employee: User) -> None:
    text = f"# Telehealth\n\n{FILLER}\n\n# Kansas\n\n{FILLER}\n\n## Limits\n\n{TEXT.format(number=20)}\n"
    store(policy("Telehealth", text, metadata=HARBOR))
    talk = Talk(employee)
    assert "20 telehealth" not in talk.say(ASKED.format(of="Harbor Health in Arkansas"))
