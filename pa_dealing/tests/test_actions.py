"""The acts on a request: what they change, what they refuse, and that each leaves an audit entry."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

from audit.models import AuditEntry
from chat.acts import act_on
from chat.errors import Refused
from pa_dealing import actions
from pa_dealing.models import DraftRequest
from pa_dealing.tests.shared import COMPLETE, SIEMENS, TYPED, Desk
from wording.quotes import Quote

FULL = COMPLETE


def act(desk: Desk, name: str, *args: Any, **kwargs: Any) -> DraftRequest:
    with act_on(actions.open_request(desk.thread.pk, desk.by)) as draft:
        getattr(actions, name)(draft, *args, by=desk.by, **kwargs)
    return desk.draft


def audited(desk: Desk) -> list[str]:
    entries = AuditEntry.objects.filter(thread_id=desk.thread.pk).order_by("pk")
    return [entry.action.removeprefix("pa_dealing.") for entry in entries]


@pytest.mark.parametrize(
    ("name", "args", "kwargs", "field", "value", "entry"),
    [
        ("set_direction", ("SELL",), {}, "direction", "SELL", "direction_set"),
        ("set_quantity", (7,), {}, "quantity", 7, "quantity_set"),
        ("set_trade_value", (Decimal(5), "EUR"), {}, "estimated_value", Decimal(5), "value_set"),
        ("set_value_pending_currency", (Decimal(5),), {}, "estimated_currency", None, "value_set_without_currency"),
        ("set_justification", ("because",), {}, "justification", "because", "justification_set"),
        ("set_unit_price", (Decimal(5),), {}, "unit_price", Decimal(5), "unit_price_noted"),
    ],
)
def test_each_act_writes_one_value_with_its_words_and_one_entry(
    desk: Desk, name: str, args: tuple[Any, ...], kwargs: dict[str, Any], field: str, value: Any, entry: str
) -> None:
    words = Quote("these words", 12, 3, 14)
    draft = act(desk, name, *args, words=words, **kwargs)
    assert getattr(draft, field) == value
    assert audited(desk) == [entry]
    last = AuditEntry.objects.get(thread_id=desk.thread.pk)
    assert last.actor_id == desk.owner.pk
    assert "these words" in str(last.data["words"])


def test_nothing_is_written_when_the_act_fails(desk: Desk) -> None:
    def half() -> None:
        with act_on(actions.open_request(desk.thread.pk, desk.by)) as draft:
            actions.set_quantity(draft, 7, by=desk.by, words=TYPED)
            raise RuntimeError("half way")

    with pytest.raises(RuntimeError):
        half()
    assert not DraftRequest.objects.filter(thread=desk.thread).exists()
    assert audited(desk) == []


def test_a_look_at_an_empty_draft_makes_no_row(desk: Desk) -> None:
    with act_on(actions.open_request(desk.thread.pk, desk.by)):
        pass
    assert not DraftRequest.objects.filter(thread=desk.thread).exists()


def test_a_submission_binds_to_exactly_what_was_previewed(desk: Desk) -> None:
    desk.fill(**FULL)
    previewed = act(desk, "preview_request")
    submitted = act(desk, "submit_request", preview_hash=previewed.preview_hash)
    assert submitted.status == "submitted"
    assert submitted.submitted_at is not None
    assert submitted.payload() == previewed.payload()
    entry = AuditEntry.objects.get(action="pa_dealing.submitted")
    assert entry.data["sha256"] == previewed.preview_hash == submitted.payload_hash()


def test_without_a_preview_nothing_is_submitted(desk: Desk) -> None:
    desk.fill(**FULL)
    with pytest.raises(Refused) as refusal:
        act(desk, "submit_request")
    assert refusal.value.code == "not_previewed"
    assert desk.draft.status == "draft"


@pytest.mark.parametrize(
    ("name", "args"),
    [
        ("set_quantity", (101,)),
        ("set_direction", ("SELL",)),
        ("set_trade_value", (Decimal(5), "EUR")),
        ("set_justification", ("another reason for it",)),
        ("set_candidates", ("sap", [SIEMENS])),
    ],
)
def test_a_changed_draft_must_be_previewed_again(desk: Desk, name: str, args: tuple[Any, ...]) -> None:
    desk.fill(**FULL)
    act(desk, "preview_request")
    draft = act(desk, name, *args, words=TYPED)
    assert (draft.status, draft.preview_hash) == ("draft", "")
    with pytest.raises(Refused):
        act(desk, "submit_request")


def test_a_row_that_changed_behind_the_preview_is_refused(desk: Desk) -> None:
    desk.fill(**FULL)
    previewed = act(desk, "preview_request")
    DraftRequest.objects.filter(pk=previewed.pk).update(quantity=999)
    with pytest.raises(Refused) as refusal:
        act(desk, "submit_request", preview_hash=previewed.preview_hash)
    assert refusal.value.code == "preview_outdated"


def test_another_hash_than_the_previewed_one_is_refused(desk: Desk) -> None:
    desk.fill(**FULL)
    act(desk, "preview_request")
    for other in ("", "0" * 64):
        with pytest.raises(Refused) as refusal:
            act(desk, "submit_request", preview_hash=other)
        assert refusal.value.code == "preview_outdated"


@pytest.mark.parametrize("missing", ["security", "direction", "quantity", "has_inside_info"])
def test_an_incomplete_request_is_not_previewed(desk: Desk, missing: str) -> None:
    desk.fill(**{**FULL, missing: None})
    with pytest.raises(Refused) as refusal:
        act(desk, "preview_request")
    assert refusal.value.code == "incomplete"
    assert missing in refusal.value.detail


def test_a_second_submission_is_refused(desk: Desk) -> None:
    desk.fill(**FULL)
    act(desk, "preview_request")
    act(desk, "submit_request")
    with pytest.raises(Refused) as refusal:
        act(desk, "submit_request")
    assert refusal.value.code == "not_open"


@pytest.mark.parametrize("status", ["submitted", "draft"])
def test_the_owner_can_withdraw(desk: Desk, status: str) -> None:
    desk.fill(**FULL)
    if status == "submitted":
        act(desk, "preview_request")
        act(desk, "submit_request")
    assert act(desk, "withdraw_request").status == "withdrawn"
    assert audited(desk)[-1] == "withdrawn"
    with pytest.raises(Refused):
        act(desk, "withdraw_request")


def test_what_compliance_must_see_cannot_be_withdrawn(desk: Desk) -> None:
    act(desk, "set_compliance_flags", inside=True, related=None, words={"has_inside_info": TYPED})
    with pytest.raises(Refused):
        act(desk, "withdraw_request")
    assert desk.draft.status == "draft"


def test_after_a_submission_a_new_security_begins_a_new_request(desk: Desk) -> None:
    desk.fill(**FULL)
    act(desk, "preview_request")
    act(desk, "submit_request")
    first = desk.draft
    second = act(desk, "set_candidates", "sap", [SIEMENS], words=TYPED)
    assert second.pk != first.pk
    assert (second.status, second.quantity, second.has_inside_info) == ("draft", None, None)
    first.refresh_from_db()
    assert (first.status, first.quantity) == ("submitted", 100)


def test_after_a_flagged_submission_the_thread_begins_no_new_request(desk: Desk) -> None:
    desk.fill(**FULL)
    act(desk, "set_compliance_flags", inside=True, related=None, words={"has_inside_info": TYPED})
    act(desk, "preview_request")
    act(desk, "submit_request")
    with pytest.raises(Refused):
        act(desk, "set_candidates", "sap", [SIEMENS], words=TYPED)
    assert DraftRequest.objects.filter(thread=desk.thread).count() == 1


def test_a_value_that_is_taken_back_is_asked_again(desk: Desk) -> None:
    desk.fill(**{**FULL, "estimated_value": Decimal(500_000), "pending_value_confirmation": True})
    draft = act(desk, "confirm_value", False, words=TYPED)
    assert (draft.estimated_value, draft.estimated_currency, draft.currency_confirmed) == (None, None, False)
    assert desk.state["instructional_hint"] == "MISSING_ESTIMATED_VALUE"


def test_words_about_an_earlier_request_are_no_words_for_the_next(desk: Desk) -> None:
    desk.say("Buy 2,000 Siemens shares at 131.45, total EUR 262,900")
    desk.say("1")
    desk.say("yes")
    desk.say("I want to diversify my pension savings away from technology")
    desk.say("No inside info, not related.")
    act(desk, "submit_request")
    desk.say("sell 50 BASF shares")
    assert desk.draft.quantity == 50
    assert desk.draft.unit_price is None


def test_the_words_of_an_old_currency_do_not_stay_beside_a_new_value(desk: Desk) -> None:
    act(desk, "set_value_pending_currency", Decimal(5), words=TYPED)
    act(desk, "confirm_currency", "EUR", words=TYPED)
    draft = act(desk, "set_trade_value", Decimal(9), "USD", words=TYPED)
    assert "estimated_currency" not in draft.evidence
