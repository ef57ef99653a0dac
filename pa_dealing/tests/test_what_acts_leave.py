"""What each act on a request leaves in it: the field that was told, and what else hangs on it."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

from audit.models import AuditEntry
from chat.acts import act_on
from chat.errors import Refused
from pa_dealing import actions
from pa_dealing.models import DraftRequest
from pa_dealing.rules.trace import Risk
from pa_dealing.tests.shared import COMPLETE, SIEMENS, TYPED, Desk
from wording.quotes import Quote

OTHER = {**SIEMENS, "symbol": "ENR.DE", "isin": "DE000ENER6Y0"}
LARGE = {"estimated_value": Decimal(500_000), "pending_value_confirmation": True, "value_question": "high_value"}
HELD = {"value_confirmed": True, "estimated_value": Decimal(5), "estimated_currency": "EUR"}
WEAK = {"justification": "I like it", "justification_quality": "WEAK", "justification_reason": "short"}


def act(desk: Desk, name: str, *args: Any, **kwargs: Any) -> DraftRequest:
    with act_on(actions.open_request(desk.thread.pk, desk.by)) as draft:
        getattr(actions, name)(draft, *args, by=desk.by, **kwargs)
    return desk.draft


def entries(desk: Desk) -> list[AuditEntry]:
    return list(AuditEntry.objects.filter(thread_id=desk.thread.pk).order_by("pk"))


@pytest.mark.parametrize(
    ("before", "name", "args", "expected"),
    [
        (HELD, "set_unit_price", (Decimal(7),), {"unit_price": 7, "value_confirmed": False}),
        (HELD, "set_quantity", (7,), {"quantity": 7, "value_confirmed": False}),
        (
            {**HELD, "pending_currency_confirmation": True},
            "set_trade_value",
            (Decimal(9), "USD"),
            {
                "estimated_value": 9,
                "estimated_currency": "USD",
                "currency_confirmed": True,
                "pending_currency_confirmation": False,
                "value_confirmed": False,
            },
        ),
        (
            {**HELD, "currency_confirmed": True},
            "set_value_pending_currency",
            (Decimal(9),),
            {
                "estimated_value": 9,
                "estimated_currency": None,
                "currency_confirmed": False,
                "pending_currency_confirmation": True,
                "value_confirmed": False,
            },
        ),
        (
            {**HELD, "pending_currency_confirmation": True},
            "confirm_currency",
            ("EUR",),
            {"currency_confirmed": True, "pending_currency_confirmation": False, "value_confirmed": True},
        ),
        (HELD, "confirm_currency", ("USD",), {"estimated_currency": "USD", "value_confirmed": False}),
        (
            {**HELD, "pending_currency_confirmation": True},
            "confirm_currency",
            (None,),
            {"currency_confirmed": False, "pending_currency_confirmation": True, "value_confirmed": True},
        ),
        (
            {**LARGE, "estimated_currency": "EUR"},
            "confirm_value",
            (True,),
            {"estimated_value": 500_000, "value_confirmed": True, "pending_value_confirmation": False}
            | {"value_question": ""},
        ),
        (
            {**LARGE, "estimated_currency": "EUR", "currency_confirmed": True},
            "confirm_value",
            (False,),
            {"estimated_value": None, "estimated_currency": None, "value_confirmed": False}
            | {"currency_confirmed": False, "pending_value_confirmation": False, "value_question": ""},
        ),
        (WEAK, "confirm_weak_justification", (True,), {**WEAK, "user_confirmed_weak_justification": True}),
        (
            WEAK,
            "confirm_weak_justification",
            (False,),
            {"justification": "", "justification_quality": None, "justification_reason": ""}
            | {"user_confirmed_weak_justification": False},
        ),
        (
            {"user_confirmed_weak_justification": True},
            "set_justification",
            (COMPLETE["justification"],),
            {"justification_quality": "GOOD", "user_confirmed_weak_justification": False},
        ),
        (
            {"candidates": [SIEMENS, OTHER]},
            "choose_security",
            (1,),
            {"security": OTHER, "candidates": [], "existing_position": False, "is_derivative": False},
        ),
        (
            COMPLETE,
            "set_candidates",
            ("x" * 300, [OTHER]),
            {"security_search_term": "x" * 200, "candidates": [OTHER], "security": None}
            | {"existing_position": None, "is_derivative": None},
        ),
        ({"has_inside_info": False}, "take_back_flags", (["has_inside_info"],), {"has_inside_info": None}),
    ],
)
def test_an_act_leaves_its_value_and_what_hangs_on_it(
    desk: Desk, before: dict[str, Any], name: str, args: tuple[Any, ...], expected: dict[str, Any]
) -> None:
    desk.fill(**before)
    draft = act(desk, name, *args, words=TYPED)
    assert {field: getattr(draft, field) for field in expected} == expected
    assert len(entries(desk)) == 1


@pytest.mark.parametrize("field", ["quantity", "estimated_value"])
def test_what_is_forgotten_is_gone_with_its_words_and_the_rest_stays(desk: Desk, field: str) -> None:
    act(desk, "set_quantity", 7, words=TYPED)
    act(desk, "set_trade_value", Decimal(5), "EUR", words=TYPED)
    draft = act(desk, "forget", field)
    other = {"quantity": "estimated_value", "estimated_value": "quantity"}[field]
    assert (getattr(draft, field), field in draft.evidence) == (None, False)
    assert (getattr(draft, other) is not None, other in draft.evidence) == (True, True)
    kept_currency = ("EUR", True, False) if field == "quantity" else (None, False, False)
    assert (draft.estimated_currency, draft.currency_confirmed, draft.pending_currency_confirmation) == kept_currency


def test_the_same_price_again_is_no_change(desk: Desk) -> None:
    act(desk, "set_unit_price", Decimal(5), words=TYPED)
    act(desk, "set_unit_price", Decimal(5), words=TYPED)
    assert [entry.action for entry in entries(desk)] == ["pa_dealing.unit_price_noted"]


@pytest.mark.parametrize(("message", "is_kept"), [(12, True), (11, False), (13, False)])
def test_what_was_said_of_another_security_is_asked_again_and_what_the_same_message_says_stays(
    desk: Desk, message: int, is_kept: bool
) -> None:
    act(desk, "set_unit_price", Decimal(5), words=Quote("at 5", message, 0, 4))
    draft = act(desk, "set_candidates", "sap", [SIEMENS], words=Quote("sap", 12, 5, 8))
    assert (draft.unit_price is not None, "unit_price" in draft.evidence) == (is_kept, is_kept)


def test_all_results_that_were_refused_are_remembered(desk: Desk) -> None:
    desk.fill(candidates=[SIEMENS], security_search_term="siemens")
    act(desk, "reject_candidates", words=TYPED)
    desk.fill(candidates=[OTHER])
    draft = act(desk, "reject_candidates", words=TYPED)
    assert draft.candidates == []
    assert draft.evidence["refused"]["quote"] == "SIE.DE\nENR.DE"


@pytest.mark.parametrize("inside", [True, False])
def test_only_inside_information_that_is_affirmed_is_for_compliance(desk: Desk, inside: bool) -> None:
    words = {"has_inside_info": Quote("these", 12, 0, 5)}
    draft = act(desk, "set_compliance_flags", inside=inside, related=None, words=words)
    assert (draft.has_inside_info, draft.is_related_party, draft.escalated) == (inside, None, inside)
    assert bool(draft.risk & Risk.INSIDE_INFORMATION) is inside
    assert entries(desk)[-1].action == f"pa_dealing.{'escalated' if inside else 'flags_set'}"
    assert ("escalated" in draft.evidence) is inside


def test_a_preview_that_stands_is_not_made_twice_and_what_voids_it_is_told(desk: Desk) -> None:
    desk.fill(**COMPLETE)
    act(desk, "preview_request")
    draft = act(desk, "preview_request")
    assert (draft.status, draft.question) == ("previewed", "DRAFT_COMPLETE")
    act(desk, "void_preview", words=TYPED)
    assert (desk.draft.status, desk.draft.previewed_at) == ("draft", None)
    assert [entry.action for entry in entries(desk)] == ["pa_dealing.previewed", "pa_dealing.preview_voided"]


def test_a_draft_that_compliance_was_told_of_is_not_begun_again(desk: Desk) -> None:
    act(desk, "set_compliance_flags", inside=True, related=None, words={"has_inside_info": TYPED})
    with pytest.raises(Refused) as refused:
        act(desk, "start_over", words=TYPED)
    assert refused.value.code == "escalated"
    assert desk.draft.has_inside_info is True


def test_a_draft_that_is_begun_again_is_empty_and_the_entry_says_what_it_was(desk: Desk) -> None:
    desk.fill(**COMPLETE)
    draft = act(desk, "start_over", words=TYPED)
    assert (draft.security, draft.quantity, list(draft.evidence)) == (None, None, ["begun"])
    assert entries(desk)[-1].data["was"]["quantity"] == 100


def test_the_entry_of_an_act_holds_the_beginning_of_its_words_and_where_they_are_from(desk: Desk) -> None:
    act(desk, "set_quantity", 7, words=Quote("s" * 600, 12, 0, 600))
    act(desk, "set_direction", "BUY", words=TYPED)
    act(desk, "confirm_value", True, words=Quote("w" * 600, 12, 0, 600))
    assert entries(desk)[0].data["words"] == {"quantity": "s" * 500}
    assert entries(desk)[2].data["words"] == "w" * 500
    assert [desk.draft.evidence[name]["source"] for name in ("quantity", "direction")] == ["chat", "form"]


@pytest.mark.parametrize(
    ("name", "args", "field"),
    [
        ("confirm_value", (True,), "words"),
        ("confirm_weak_justification", (True,), "words"),
        ("take_back_flags", (["has_inside_info"],), "words"),
        ("void_preview", (), "words"),
        ("reject_candidates", (), "said"),
    ],
)
def test_of_long_words_the_entry_has_the_first_five_hundred_characters(
    desk: Desk, name: str, args: tuple[Any, ...], field: str
) -> None:
    act(desk, name, *args, words=Quote("w" * 600, 12, 0, 600))
    assert entries(desk)[-1].data[field] == "w" * 500


def test_the_entry_of_a_search_has_its_term_and_what_was_found(desk: Desk) -> None:
    act(desk, "set_candidates", "x" * 300, [SIEMENS, OTHER], words=TYPED)
    data = entries(desk)[-1].data
    assert (data["term"], data["found"]) == ("x" * 200, ["SIE.DE", "ENR.DE"])


def test_whatever_changed_behind_the_preview_is_refused(desk: Desk) -> None:
    desk.fill(**COMPLETE)
    act(desk, "preview_request")
    for quantity in range(200, 210):
        DraftRequest.objects.filter(thread=desk.thread).update(quantity=quantity)
        with pytest.raises(Refused) as refused:
            act(desk, "submit_request")
        assert refused.value.code == "preview_outdated"
