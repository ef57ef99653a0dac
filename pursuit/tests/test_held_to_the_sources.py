"""What a model says of a part is held to the sources and to what was done; its own searches go where the rules' go."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.contrib.auth.models import User
from pytest_django import Settings

from llm.testing import registered
from pursuit.material import brought
from pursuit.tests.shared import RIDES, Talk, policy, store, store_policies
from pursuit.tests.test_web import FEES, Search, http, pages, searxng
from pursuit.tests.test_with_a_model import NOT_FOUND, SCRIPTED, TWELVE, VISITS, Clerk, drafted, planned
from retrieval.links import Fetched

pytestmark = pytest.mark.django_db(transaction=True)
LIES = [
    "I have submitted the prior authorization request for you.",
    "I've sent it to the payer.",
    "Your request has been approved.",
    "Ik heb uw aanvraag ingediend.",
]
FILED = (
    "A request that was submitted by the provider is approved or denied within 14 days; nothing is sent to the member."
)
SURGEON = "What does Harbor Health in Florida give a surgeon for a cochlear implant?"


@pytest.fixture
def model(settings: Settings) -> Iterator[Clerk]:
    settings.CHAT_MODEL = SCRIPTED
    with registered(SCRIPTED, Clerk()) as clerk:
        yield clerk


@pytest.fixture
def talk(employee: User) -> Talk:
    store_policies()
    return Talk(employee)


@pytest.mark.parametrize("lie", LIES)
def test_an_act_that_nobody_did_is_left_out_of_the_reply(talk: Talk, model: Clerk, lie: str) -> None:
    model.plans = [planned((VISITS, VISITS))]
    model.answers = {"telehealth": drafted(f"They may have 12 visits in a year. {lie}", TWELVE)}
    reply = talk.say(VISITS)
    assert lie.rstrip(".") not in reply
    assert TWELVE in reply
    assert talk.statuses == ["answered"]


def test_an_honest_sentence_about_requests_is_told_word_for_word(employee: User, model: Clerk) -> None:
    store(policy("Requests", FILED))
    asks = "Within how many days is a submitted request approved or denied by Harbor Health in Florida?"
    wording = "A request that the provider submitted is approved or denied within 14 days."
    model.plans = [planned((asks, asks))]
    model.answers = {"submitted request": drafted(wording, FILED)}
    reply = Talk(employee).say(asks)
    assert wording in reply
    assert FILED in reply


def test_where_a_model_judges_what_the_rules_would_pass_is_shown_and_answers_nothing(
    talk: Talk, model: Clerk, settings: Settings
) -> None:
    model.plans, model.answers = [planned((VISITS, VISITS))], {"telehealth": NOT_FOUND}
    assert "Does that answer" in talk.say(VISITS)
    assert talk.statuses == ["partial"]
    settings.CHAT_MODEL = "offline"
    other = Talk(talk.owner)
    other.say(VISITS)
    assert other.statuses == ["answered"]


def test_a_models_own_search_goes_to_the_web_when_it_is_tried_again(
    talk: Talk, model: Clerk, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = Search()
    settings.WEB_SEARCH_URL = server.url
    server.answer = http(b'{"results": [{"url": "https://rates.example/fees", "title": "Fees"}]}')
    monkeypatch.setattr(searxng, "fetch_all", pages)
    model.plans = [planned((SURGEON, SURGEON, ["cochlear implant reimbursement schedule"]))]
    model.answers = {"surgeon": NOT_FOUND}
    talk.say(SURGEON)
    talk.say("try again")
    server.close()
    assert any("cochlear+implant+reimbursement+schedule" in line.replace("%20", "+") for line in server.asked)
    searched = [str(attempt["query"]) for attempt in talk.record.tried if attempt["place"] == "web"]
    assert "cochlear implant reimbursement schedule" in searched


def test_a_models_own_search_finds_what_stands_in_the_persons_material(
    talk: Talk, model: Clerk, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fetch_all(urls: list[str], stop: object = None) -> list[Fetched]:
        return [Fetched(url, url, "text/html", f"<p>{FEES} {RIDES}</p>".encode()) for url in urls]

    monkeypatch.setattr(brought, "fetch_all", fetch_all)
    model.plans = [planned((SURGEON, SURGEON, ["reimbursement rate cochlear implants"])), planned(), planned()]
    model.answers = {"surgeon": NOT_FOUND}
    talk.say(SURGEON)
    model.answers = {"surgeon": drafted("It pays 31,000 dollars.", FEES)}
    reply = talk.say("Here it is: https://portal.example.org/fees")
    assert "It pays 31,000 dollars." in reply
    assert talk.record.parts[0].answered_by == "material"
    searched = [str(attempt["query"]) for attempt in talk.record.tried if attempt["place"].startswith("material:")]
    assert "reimbursement rate cochlear implants" in searched
