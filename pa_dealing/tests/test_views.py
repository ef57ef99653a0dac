"""The panel's forms: an edit counts as the person's words, is checked and audited; submit is a click."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from audit.models import AuditEntry
from pa_dealing.hints import answers_to_question
from pa_dealing.models import DraftRequest
from pa_dealing.tests.shared import COMPLETE, SIEMENS, Desk

ACTS = ["edit", "preview", "submit", "withdraw"]


@pytest.fixture
def page(client: Client, desk: Desk) -> Client:
    client.force_login(desk.owner)
    return client


def url(desk: Desk, act: str) -> str:
    return f"/pa-dealing/threads/{desk.thread.pk}/{act}/"


def edit(page: Client, desk: Desk, field: str, value: str) -> Any:
    return page.post(url(desk, "edit"), {"field": field, "value": value})


@pytest.mark.parametrize("act", ACTS)
@pytest.mark.every_case
def test_somebody_elses_thread_is_not_found(client: Client, desk: Desk, colleague: User, admin: User, act: str) -> None:
    desk.fill(**COMPLETE)
    for other in (colleague, admin):
        client.force_login(other)
        assert client.post(url(desk, act), {"field": "quantity", "value": "5"}).status_code == 404
    assert desk.draft.quantity == 100


@pytest.mark.parametrize("act", ACTS)
@pytest.mark.every_case
def test_a_form_needs_a_sign_in_a_post_and_its_token(client: Client, desk: Desk, act: str) -> None:
    assert client.post(url(desk, act)).status_code == 302
    client.force_login(desk.owner)
    assert client.get(url(desk, act)).status_code == 405
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(desk.owner)
    assert strict.post(url(desk, act)).status_code == 403


@pytest.mark.parametrize(
    ("field", "value", "stored"),
    [
        ("direction", "SELL", "SELL"),
        ("quantity", "2,000", 2000),
        ("quantity", "15k", 15000),
        ("quantity", "1'200", 1200),
        ("estimated_value", "EUR 262,900", Decimal(262900)),
        ("estimated_value", "CHF 1.234,50", Decimal("1234.50")),
        ("justification", "I want dividends for my retirement income", "I want dividends for my retirement income"),
        ("has_inside_info", "no", False),
        ("is_related_party", "yes", True),
    ],
)
def test_an_edit_is_kept_with_its_words_and_audited(
    page: Client, desk: Desk, field: str, value: str, stored: object
) -> None:
    assert edit(page, desk, field, value).status_code == 200
    draft = desk.draft
    assert getattr(draft, field) == stored
    assert draft.evidence[field]["source"] == "form"
    assert draft.evidence[field]["quote"] == value
    entry = AuditEntry.objects.filter(thread_id=desk.thread.pk).latest("pk")
    assert entry.actor_id == desk.owner.pk
    assert value in str(entry.data["words"])


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("quantity", "0"),
        ("quantity", "-5"),
        ("quantity", "1e99"),
        ("quantity", "2.5"),
        ("quantity", "2.500"),
        ("quantity", "100 or 200"),
        ("quantity", "many"),
        ("estimated_value", "262,900"),
        ("estimated_value", "0 EUR"),
        ("estimated_value", "EUR -5"),
        ("estimated_value", "5,000 XYZ"),
        ("estimated_value", "EUR 5 or USD 6"),
        ("estimated_value", "EUR 1.2345"),
        ("direction", "HOLD"),
        ("has_inside_info", "maybe"),
        ("security", "qqzzxxyy"),
        ("selection", "SIE.DE"),
        ("confirm", "yes"),
        ("status", "approved"),
        ("owner", "2"),
        ("is_connected_person", "yes"),
        ("quantity", ""),
        ("quantity", "\0"),
        ("justification", "x" * 100_000),
    ],
)
def test_a_wrong_value_is_409_with_the_value_and_changes_nothing(
    page: Client, desk: Desk, field: str, value: str
) -> None:
    desk.fill(**COMPLETE)
    before = desk.draft.payload()
    response = edit(page, desk, field, value)
    assert response.status_code == 409
    assert desk.draft.payload() == before
    assert desk.draft.status == "draft"


def test_the_page_gets_the_sentence_in_a_200(page: Client, desk: Desk) -> None:
    response = page.post(url(desk, "edit"), {"field": "quantity", "value": "2.5"}, HTTP_HX_REQUEST="true")
    assert response.status_code == 200
    assert "is not a quantity" in response.content.decode()


def test_a_search_and_a_choice_in_the_panel(page: Client, desk: Desk) -> None:
    edit(page, desk, "security", "siemens")
    assert desk.draft.candidates[0]["symbol"] == "SIE.DE"
    assert edit(page, desk, "selection", desk.draft.candidates[1]["symbol"]).status_code == 200
    draft = desk.draft
    assert draft.security is not None
    assert draft.security["symbol"] != "SIE.DE"
    assert draft.existing_position is False


def test_an_edit_voids_the_preview(page: Client, desk: Desk) -> None:
    desk.fill(**COMPLETE)
    assert page.post(url(desk, "preview")).status_code == 200
    seen = desk.draft.preview_hash
    edit(page, desk, "quantity", "300")
    assert desk.draft.status == "draft"
    assert page.post(url(desk, "submit"), {"preview_hash": seen}).status_code == 409
    page.post(url(desk, "preview"))
    assert page.post(url(desk, "submit"), {"preview_hash": seen}).status_code == 409
    assert page.post(url(desk, "submit"), {"preview_hash": desk.draft.preview_hash}).status_code == 200
    assert desk.draft.status == "submitted"


def test_a_click_without_the_hash_of_what_was_seen_submits_nothing(page: Client, desk: Desk) -> None:
    desk.fill(**COMPLETE)
    page.post(url(desk, "preview"))
    assert page.post(url(desk, "submit")).status_code == 409
    assert desk.draft.status == "previewed"


def test_inside_information_in_the_panel_flags_the_request_and_submits_nothing(page: Client, desk: Desk) -> None:
    desk.fill(**{**COMPLETE, "has_inside_info": None})
    response = edit(page, desk, "has_inside_info", "yes")
    assert response.status_code == 200
    assert "Do not trade in the meantime." in response.content.decode()
    draft = desk.draft
    assert (draft.escalated, draft.has_inside_info, draft.status) == (True, True, "draft")
    assert edit(page, desk, "has_inside_info", "no").status_code == 200
    draft = desk.draft
    assert (draft.escalated, draft.has_inside_info, draft.status) == (True, False, "draft")


def test_a_submitted_request_takes_no_edit_and_can_be_withdrawn(page: Client, desk: Desk) -> None:
    desk.fill(**COMPLETE)
    page.post(url(desk, "preview"))
    page.post(url(desk, "submit"), {"preview_hash": desk.draft.preview_hash})
    assert edit(page, desk, "quantity", "300").status_code == 409
    assert page.post(url(desk, "withdraw")).status_code == 200
    assert desk.draft.status == "withdrawn"


def test_a_high_value_typed_into_the_panel_is_asked_and_confirmed_there(page: Client, desk: Desk) -> None:
    desk.fill(**COMPLETE)
    edit(page, desk, "estimated_value", "EUR 262,900")
    assert desk.draft.pending_value_confirmation
    assert edit(page, desk, "confirm", "yes").status_code == 200
    assert desk.state["instructional_hint"] == "DRAFT_COMPLETE"


def test_what_was_typed_is_shown_as_text_and_not_as_html(page: Client, desk: Desk) -> None:
    desk.fill(**COMPLETE)
    response = edit(page, desk, "justification", "<script>alert(1)</script> for my pension income plans")
    assert b"<script>alert(1)" not in response.content
    assert DraftRequest.objects.get(thread=desk.thread).security == SIEMENS


def test_a_dutch_page_shows_what_is_sent_in_dutch(page: Client, desk: Desk) -> None:
    desk.fill(**COMPLETE)
    page.post(url(desk, "preview"))
    panel = page.get(f"/threads/{desk.thread.pk}/panel/", headers={"Accept-Language": "nl"}).content.decode()
    preview = panel[panel.index('class="preview"') : panel.index("rows-title")]
    assert "<dt>Koop of verkoop</dt><dd>Kopen</dd>" in preview
    assert "EUR 13.145" in preview
    assert "Direction" not in preview


def lines(desk: Desk) -> list[str]:
    """What the chat says outside the turns, the oldest first."""
    return list(desk.thread.messages.filter(role="notice").order_by("pk").values_list("content", flat=True))


@pytest.mark.parametrize(
    ("field", "value", "line"),
    [
        ("security", "siemens", "You searched for “siemens”."),
        ("direction", "SELL", "You chose to sell."),
        ("quantity", "2,000", "You set the quantity to 2,000."),
        ("estimated_value", "EUR 13,000", "You set the estimated value to EUR 13,000."),
        ("justification", "I want dividends for my retirement income", "You wrote the justification."),
        ("has_inside_info", "yes", "You answered that you have inside information."),
        ("is_related_party", "yes", "You answered that you are a related party."),
    ],
)
def test_a_change_in_the_panel_is_a_line_in_the_chat(
    page: Client, desk: Desk, field: str, value: str, line: str
) -> None:
    desk.fill(**COMPLETE)
    edit(page, desk, field, value)
    assert lines(desk) == [line]
    edit(page, desk, field, value)
    assert lines(desk) == [line], "what changes nothing is not told again"


def test_a_choice_a_preview_and_a_confirmation_are_lines_in_the_chat(page: Client, desk: Desk) -> None:
    edit(page, desk, "security", "siemens")
    edit(page, desk, "selection", "SIE.DE")
    assert lines(desk)[-1].startswith("You chose Siemens")
    desk.fill(**COMPLETE)
    edit(page, desk, "estimated_value", "EUR 262,900")
    edit(page, desk, "confirm", "yes")
    assert lines(desk)[-1] == "You confirmed the value."
    page.post(url(desk, "preview"))
    page.post(url(desk, "preview"))
    assert lines(desk)[-2:] == ["You confirmed the value.", "You asked for the preview."]


def test_the_line_of_a_change_is_in_the_language_of_the_page(page: Client, desk: Desk) -> None:
    dutch = {"Accept-Language": "nl"}
    page.post(url(desk, "edit"), {"field": "quantity", "value": "2,000"}, headers=dutch)
    assert lines(desk) == ["U hebt het aantal op 2.000 gezet."]


def test_a_value_that_is_refused_is_no_line_in_the_chat(page: Client, desk: Desk) -> None:
    edit(page, desk, "quantity", "2.5")
    assert lines(desk) == []


def test_the_choice_among_securities_has_buttons_with_names_that_say_numbers(page: Client, desk: Desk) -> None:
    edit(page, desk, "security", "siemens")
    desk.fill(question="SELECTION_LIST")
    first, second = (candidate["name"] for candidate in desk.draft.candidates[:2])
    shown = " ".join(page.get(f"/threads/{desk.thread.pk}/panel/").content.decode().split())
    assert f'data-say="1" lang="en">1 · {first}</button>' in shown
    assert f'data-say="2" lang="en">2 · {second}</button>' in shown
    desk.say("2")
    assert (desk.draft.security or {})["name"] == second


def test_two_securities_of_one_name_are_told_apart_by_their_symbols(desk: Desk) -> None:
    alike = [{**SIEMENS, "symbol": symbol, "name": "Siemens AG"} for symbol in ("SIE.DE", "SIE.MI")]
    draft = desk.fill(candidates=[*alike, {**SIEMENS, "name": "Siemens Energy"}], question="SELECTION_LIST")
    shown = [each[1] for each in answers_to_question(draft) if not isinstance(each, str)]
    assert shown == ["1 · Siemens AG (SIE.DE)", "2 · Siemens AG (SIE.MI)", "3 · Siemens Energy"]


def test_what_is_bound_stands_in_the_form_that_hands_it_in(page: Client, desk: Desk) -> None:
    desk.fill(**COMPLETE)
    page.post(url(desk, "preview"))
    panel = page.get(f"/threads/{desk.thread.pk}/panel/").content.decode()
    form = panel[panel.index("data-in-chat") : panel.index("Submit request")]
    assert "Buy 100 Siemens Aktiengesellschaft · EUR 13,145" in form
