"""The desk in the language of its page, and what stays in English whatever the page says."""

from __future__ import annotations

import re
from decimal import Decimal
from html.parser import HTMLParser

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from django.utils import translation

from pa_dealing.models import DraftRequest, ReasonTemplate, RuleCheck
from pa_dealing.review import actions
from pa_dealing.rules.spoken import spoken_sentence, spoken_trace
from pa_dealing.rules.trace import trace_of
from pa_dealing.tests.review_shared import REASON, WORDS, act, approved, escalated, submitted

pytestmark = pytest.mark.django_db

LIST = "admin:pa_dealing_draftrequest_changelist"
ENGLISH = re.compile(
    r"\b(?:the|waiting|waits|request|requests|employee|officer|decide|approve|decline|reason|review|value|values"
    r"|inside|related|answered|claim|release|with|was|history|by|select|remove|search|run|all)\b",
    re.I,
)


@pytest.fixture
def dutch(officer: User, employee: User) -> Client:
    for user, name in ((officer, "jansen"), (employee, "bakker")):
        user.username = name
        user.save()
    # Reasons on file are in the words of the desk.
    ReasonTemplate.objects.all().delete()
    client = Client(HTTP_ACCEPT_LANGUAGE="nl")
    client.force_login(officer)
    return client


class Reader(HTMLParser):
    """Collects what a reader sees: text and the attributes that are read out, without icons and people's words."""

    SKIPPED = frozenset(("script", "style", "svg", "q", "template", "blockquote"))
    SHOWN = frozenset(("aria-label", "title", "placeholder", "data-label"))

    def __init__(self) -> None:
        super().__init__()
        self.seen: list[str] = []
        self.hidden: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        classes = given.get("class") or ""
        if not self.hidden:
            self.seen += [str(value) for name, value in attrs if name in self.SHOWN]
        if self.hidden and tag == self.hidden[0]:
            self.hidden.append(tag)
        elif not self.hidden and (tag in self.SKIPPED or "material-symbols" in classes or classes == "rq-talk"):
            self.hidden = [tag]

    def handle_endtag(self, tag: str) -> None:
        if self.hidden and tag == self.hidden[0]:
            self.hidden.pop()

    def handle_data(self, data: str) -> None:
        if not self.hidden:
            self.seen.append(data)


def visible(page: bytes) -> str:
    """What stands on the page, without what people wrote themselves."""
    reader = Reader()
    reader.feed(page.decode())
    text = " ".join(" ".join(reader.seen).split())
    for kept in (WORDS, REASON, "Within policy."):
        text = text.replace(kept, " ")
    return text


def english_in(page: bytes) -> list[str]:
    text = visible(page)
    return [text[max(0, match.start() - 20) : match.end() + 20] for match in ENGLISH.finditer(text)]


@pytest.mark.parametrize("query", ["", "?status=all", "?flag=high_value&value=over_100000", "?status=declined"])
def test_the_queue_is_dutch_on_a_dutch_page(dutch: Client, employee: User, officer: User, query: str) -> None:
    submitted(employee, estimated_currency="USD")
    escalated(employee)
    approved(employee, officer)
    page = dutch.get(reverse(LIST) + query)
    assert english_in(page.content) == []
    assert "Wachtrij" in visible(page.content)


def test_a_request_and_its_acts_are_dutch_on_a_dutch_page(dutch: Client, employee: User, officer: User) -> None:
    waiting = act(actions.ask_for_information, submitted(employee), officer, question="Wie heeft de rekening?")
    for draft in (waiting, approved(employee, officer), escalated(employee)):
        page = dutch.get(reverse("admin:pa_dealing_draftrequest_change", args=[draft.pk]))
        assert english_in(page.content) == []
        assert "Siemens AG" in visible(page.content)
    page = dutch.get(reverse("admin:pa_dealing_draftrequest_change", args=[waiting.pk]))
    assert "Kopen 2.000 Siemens AG (SIE.DE)" in visible(page.content)


def test_the_dashboard_and_a_bulk_decision_are_dutch(dutch: Client, employee: User) -> None:
    draft = submitted(employee)
    assert english_in(dutch.get(reverse("admin:pa_dealing_dashboard")).content) == []
    chosen = {"action": "decide_selected", "_selected_action": [str(draft.pk)]}
    assert english_in(dutch.post(reverse(LIST), chosen).content) == []
    stamp = f"{draft.pk}|{draft.updated_at.isoformat()}"
    order = {"request": [stamp], "decision": "approve", "text": "Binnen het beleid.", "approve_code": "within_policy"}
    assert english_in(dutch.post(reverse("admin:pa_dealing_decide"), order).content) == []
    done = dutch.post(reverse("admin:pa_dealing_decide"), {**order, "looked": "1"}, follow=True)
    assert "1 aanvraag goedgekeurd." in visible(done.content)


def test_a_refused_act_is_told_in_dutch(dutch: Client, employee: User) -> None:
    draft = submitted(employee)
    page = dutch.post(
        reverse("admin:pa_dealing_act", args=[draft.pk, "approve"]), {"seen": draft.updated_at.isoformat()}
    )
    assert "Geef een reden: de medewerker leest die" in visible(page.content)


@pytest.mark.parametrize(
    "values",
    [
        {},
        {"estimated_currency": "XAU"},
        {"estimated_value": Decimal(900), "unit_price": None},
        {"unit_price": Decimal(7), "is_derivative": True, "direction": "SELL"},
        {"justification_reason": "It explains the reasoning in detail."},
        {"justification_quality": "WEAK", "user_confirmed_weak_justification": True, "is_related_party": True},
    ],
)
def test_every_check_that_is_stored_in_english_reads_in_dutch(employee: User, values: dict[str, object]) -> None:
    draft = submitted(employee, **values)
    stored = trace_of(draft)
    with translation.override("nl"):
        shown = spoken_trace(trace_of(draft))
    assert [check["sentence"] for check in shown if check["sentence"] in {row["sentence"] for row in stored}] == []
    assert {check["label"] for check in shown} & {"Value threshold", "Inside information", "Related party"} == set()


def test_a_flagged_draft_that_was_not_handed_in_has_its_checks_in_dutch_too(employee: User) -> None:
    draft = escalated(employee)
    english = {row["sentence"] for row in trace_of(draft)}
    with translation.override("nl"):
        assert not english & {check["sentence"] for check in spoken_trace(trace_of(draft))}


def test_a_number_and_a_day_of_a_check_are_written_as_the_page_writes_them() -> None:
    with translation.override("nl"):
        sentence = spoken_sentence("EUR 253,056.12 at the rate of 02 January 2030 is above EUR 100,000.")
        assert sentence == "EUR 253.056,12 tegen de koers van 2 januari 2030 is meer dan EUR 100.000."
        assert spoken_sentence("Words that no check writes.") == "Words that no check writes."


def test_what_is_stored_does_not_follow_the_page(dutch: Client, employee: User, officer: User) -> None:
    with translation.override("nl"):
        draft = submitted(employee)
    assert "Answered with no." in RuleCheck.objects.filter(request=draft).values_list("sentence", flat=True)
    assert "High value" in b"".join(dutch.get(reverse("admin:pa_dealing_csv") + "?status=all")).decode()  # type: ignore[arg-type]
    assert DraftRequest.Code.DISCUSSED.label == "Approved after questions"


def test_an_officer_can_change_the_language_in_the_desk(dutch: Client) -> None:
    page = dutch.get(reverse(LIST)).content.decode()
    assert 'name="language" type="hidden" value="en-gb"' in page
