"""The story of one request in real browsers: asked for, questioned, answered, decided, seen; two officers at once."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, Site, sign_in, start

pytestmark = pytest.mark.browser
QUEUE = "/admin/pa_dealing/draftrequest/"
OpenTab = Callable[..., Page]


def say(page: Page, text: str, answer: str) -> None:
    turns = page.locator("article")
    before = turns.count()
    box = page.locator("#message")
    box.fill(text)
    box.press("Enter")
    try:
        expect(turns).to_have_count(before + 1)
    except AssertionError as error:
        shown = page.locator("#connection, #refusal, #in-line").all_inner_texts()
        pytest.fail(f"{text!r} was not taken. The page says {shown}, its box holds {box.input_value()!r}: {error}")
    expect(turns.last).to_contain_text(answer)
    # The answer is whole, so that the next message is taken.
    expect(turns.last.locator(".turn-tools")).to_be_visible()


def submit_a_request(page: Page) -> None:
    """As an employee does it: a few sentences, then the button."""
    start(page)
    say(page, "I want to buy 2,000 Siemens shares at 131.45, about EUR 262,900", "Do you mean")
    say(page, "yes", "large trade")
    say(page, "yes", "Why")
    say(page, "to diversify my savings into European industry over the long term", "inside information")
    say(page, "no", "complete")
    page.get_by_role("button", name="Submit request").click()
    expect(page.locator("#panel")).to_contain_text("Do not trade until it is approved")


def open_newest(page: Page) -> str:
    """The newest request that waits, opened from the queue."""
    page.goto(f"{QUEUE}?status=submitted&o=-5")
    page.locator("#result_list tbody a").first.click()
    expect(page.get_by_role("heading", name="Buy 2,000 Siemens AG (SIE.DE)")).to_be_visible()
    return page.url


def test_a_request_goes_from_the_employee_through_two_officers_and_back(site: Site, open_tab: OpenTab) -> None:
    # Each reads the times of their own zone, wherever they stand.
    employee, officer = open_tab(site, timezone_id="Pacific/Auckland"), open_tab(site, timezone_id="America/New_York")
    second = open_tab(site, timezone_id="America/New_York")
    submit_a_request(sign_in(employee))
    address = open_newest(sign_in(officer, "officer"))
    expect(officer.locator("mark").filter(has_text="EUR 262,900")).to_contain_text("Value")

    officer.get_by_text("Request more information").click()
    officer.get_by_label("Your question").fill("Is this your own account?")
    officer.get_by_role("button", name="Ask the employee").click()
    expect(employee.locator("#transcript")).to_contain_text("Is this your own account?")
    say(employee, "Yes, it is only mine", "passed your answer on to compliance")
    employee.goto("/")

    sign_in(second, "admin")
    second.goto(address)
    officer.goto(address)
    expect(officer.locator(".rq-question")).to_contain_text("Yes, it is only mine")
    officer.keyboard.press("r")
    officer.keyboard.type("Within policy.")
    officer.get_by_role("button", name=re.compile("^Approve")).click()
    expect(officer.get_by_text("Approved. The employee has been told.")).to_be_visible()

    second.get_by_label("Reason").fill("I would rather not.")
    second.get_by_label("Decline because").select_option("restricted")
    second.get_by_role("button", name="Decline", exact=True).click()
    expect(second.get_by_role("alert")).to_contain_text("officer approved this request on")
    expect(second.get_by_role("alert")).to_contain_text("I would rather not.")
    decided = datetime.now(ZoneInfo("America/New_York"))
    expect(second.get_by_role("alert")).to_contain_text(f"{decided.day} {decided:%b %Y}, ")
    expect(second.get_by_role("alert")).not_to_contain_text("UTC")

    employee.reload()
    expect(employee.locator("#recent")).to_contain_text("1 new message")
    with employee.expect_response(re.compile("/seen/$")):
        employee.locator(".thread-link").first.click()
    expect(employee.locator("#panel")).to_contain_text("Within policy.")
    deadline = employee.locator("#panel .decision time")
    ends = datetime.fromisoformat(deadline.get_attribute("datetime") or "").astimezone(ZoneInfo("Pacific/Auckland"))
    until = f"{ends.day} {ends:%B %Y} at {ends:%H:%M}"
    expect(deadline).to_have_text(until)
    expect(employee.locator("#transcript")).to_contain_text("Compliance approved your request")
    expect(employee.locator("#transcript")).to_contain_text(f"The approval ends on {until}.")
    expect(employee.locator(".trace")).to_contain_text("Quantity × price")
    employee.get_by_role("link", name="All my requests").click()
    expect(employee.locator(".recent-query").first).to_contain_text(f"trade before {until}")
    employee.goto("/")
    expect(employee.locator("#recent")).not_to_contain_text("new message")


@pytest.mark.long
def test_the_queue_works_with_the_keyboard_and_several_are_decided_after_a_preview(
    site: Site, open_tab: OpenTab
) -> None:
    employee, officer = open_tab(site), open_tab(site)
    submit_a_request(sign_in(employee))
    sign_in(officer, "officer")
    officer.goto(QUEUE)
    rows = officer.locator("#result_list tbody")
    before = rows.count()
    submit_a_request(employee)
    # What has come in meanwhile moves nothing before the officer wants to see it.
    officer.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(officer.locator(".rq-tabs a").first).to_contain_text(str(before + 1))
    expect(rows).to_have_count(before)
    officer.get_by_role("button", name="The list has changed").click()
    expect(rows).to_have_count(before + 1)
    officer.keyboard.press("j")
    expect(officer.locator("#result_list tbody a").first).to_be_focused()
    officer.keyboard.press("x")
    expect(rows.first.locator("input.action-select")).to_be_checked()
    officer.keyboard.press("x")
    officer.keyboard.press("j")
    officer.keyboard.press("k")
    expect(officer.locator("#result_list tbody a").first).to_be_focused()
    # Another officer has the list open; what is done meanwhile is shown where it stands.
    beside = sign_in(open_tab(site), "admin")
    beside.goto(f"{QUEUE}?status=submitted")
    theirs = beside.locator("#result_list tbody")
    expect(theirs.last.locator(".field-officer")).to_have_text("–")
    shown = theirs.count()
    rows.last.locator("input.action-select").check()
    officer.get_by_role("button", name="Claim", exact=True).click()
    expect(officer.get_by_text("You are on 1 request.")).to_be_visible()
    beside.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(theirs.last.locator(".field-officer")).to_have_text("officer")
    expect(theirs).to_have_count(shown)
    # The oldest stand first, and other tests have left some; these two came last.
    for number in (-1, -2):
        officer.locator("#result_list tbody input.action-select").nth(number).check()
    officer.get_by_role("button", name="Decide…").click()
    expect(officer.get_by_role("heading", name="Decide 2 requests")).to_be_visible()
    officer.get_by_label("Reason").fill("Outside the dealing window.")
    officer.get_by_label("Decline because").select_option("other")
    officer.get_by_role("button", name="Decline 2").click()
    expect(officer.get_by_text("2 requests declined.")).to_be_visible()
    expect(employee.locator("#panel")).to_contain_text("Outside the dealing window.")
    beside.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(theirs.last).to_have_class(re.compile("rq-gone"))
    expect(theirs.nth(shown - 2)).to_have_class(re.compile("rq-gone"))
    expect(theirs).to_have_count(shown)
    beside.get_by_role("button", name="The list has changed").click()
    expect(theirs).to_have_count(shown - 2)


@pytest.mark.long
def test_a_risky_one_of_several_is_looked_at_again_and_the_approval_is_taken_back(
    site: Site, open_tab: OpenTab
) -> None:
    employee, officer = open_tab(site), open_tab(site)
    submit_a_request(sign_in(employee))
    sign_in(officer, "officer").goto(QUEUE)
    officer.locator("#result_list tbody input.action-select").last.check()
    officer.get_by_role("button", name="Decide…").click()
    officer.get_by_label("Template").select_option(index=1)
    expect(officer.get_by_label("Reason")).not_to_have_value("")
    officer.get_by_role("button", name="Approve 1").click()
    expect(officer.get_by_role("heading", name="Look again at 1 request")).to_be_visible()
    officer.get_by_role("checkbox").check()
    officer.get_by_role("button", name="Approve what is ticked").click()
    expect(officer.get_by_text("1 request approved.")).to_be_visible()
    expect(employee.locator("#transcript")).to_contain_text("Compliance approved your request")

    officer.goto(f"{QUEUE}?status=approved&decided=today&o=-5")
    officer.locator("#result_list tbody a").first.click()
    officer.get_by_text("Take it back").click()
    officer.get_by_label("Why").fill("I looked at the wrong one.")
    officer.get_by_role("button", name="Take the decision back").click()
    expect(officer.get_by_text("Taken back: it waits again.")).to_be_visible()
    expect(employee.locator("#transcript")).to_contain_text("Compliance took back its approval")


@pytest.mark.long
def test_filters_are_chosen_by_keyboard_without_a_reload_and_the_focus_stays(site: Site, open_tab: OpenTab) -> None:
    submit_a_request(sign_in(open_tab(site)))
    officer = sign_in(open_tab(site), "officer")
    officer.goto(QUEUE)
    _goes_by_keys_alone(officer)
    officer.evaluate("window.loadedOnce = true")
    officer.keyboard.press("f")
    expect(officer.locator("#changelist-filter a").first).to_be_focused()
    officer.locator("#changelist-filter a", has_text="Over 100,000").focus()
    officer.keyboard.press("Enter")
    expect(officer.locator(".rq-chips")).to_contain_text("Value: Over 100,000")
    expect(officer.locator("#changelist-filter a", has_text="Over 100,000")).to_be_focused()
    officer.keyboard.press("Escape")
    expect(officer.get_by_role("button", name="Filters", exact=True)).to_be_focused()
    officer.get_by_role("link", name="Remove Value").click()
    expect(officer.locator(".rq-chips")).to_have_count(0)
    officer.go_back()
    expect(officer.locator(".rq-chips")).to_be_visible()
    assert officer.evaluate("window.loadedOnce") is True
    officer.get_by_label("Name of this view").fill("Large ones")
    officer.get_by_role("button", name="Save view").click()
    expect(officer.get_by_role("link", name="Large ones")).to_have_attribute("aria-current", "page")
    officer.get_by_role("button", name="Remove the view Large ones").click()
    expect(officer.get_by_role("link", name="Large ones")).to_have_count(0)
    # The page keeps what was selected countable after a list was fetched.
    officer.locator("#result_list tbody input.action-select").first.check()
    expect(officer.locator(".action-counter")).to_contain_text("1 of")


def _goes_by_keys_alone(officer: Page) -> None:
    """From the queue to a request, its claim, its reason, the next one, and back to the queue."""
    officer.keyboard.press("/")
    expect(officer.locator("#searchbar")).to_be_focused()
    officer.keyboard.press("Escape")
    officer.keyboard.press("j")
    officer.keyboard.press("Enter")
    expect(officer.get_by_role("button", name="Claim")).to_be_visible()
    address = officer.url
    officer.keyboard.press("t")
    expect(officer.get_by_label("Template")).to_be_focused()
    officer.keyboard.press("Escape")
    officer.keyboard.press("c")
    expect(officer.get_by_text("You are on it now.")).to_be_visible()
    officer.keyboard.press("c")
    expect(officer.get_by_text("Released: any officer can take it.")).to_be_visible()
    officer.keyboard.press("n")
    officer.wait_for_url(lambda url: url != address)
    officer.goto(address)
    officer.keyboard.press("q")
    officer.wait_for_url(lambda url: url.endswith(QUEUE))


def test_the_dashboard_draws_its_chart_and_leads_to_lists(site: Site, open_tab: OpenTab) -> None:
    officer = sign_in(open_tab(site), "officer")
    officer.goto(f"{QUEUE}dashboard/")
    # chart.js gives the canvas the size of what it drew.
    expect(officer.locator("canvas.chart")).to_have_attribute("height", re.compile(r"^[1-9]\d\d"))
    assert officer.evaluate("typeof Chart") == "function"
    officer.get_by_role("link", name=re.compile("Nobody is on it")).click()
    officer.wait_for_url(re.compile("officer=nobody"))
    # The library of charts comes where a chart is.
    assert officer.evaluate("typeof Chart") == "undefined"


@pytest.mark.long
def test_an_officer_decides_on_a_phone(site: Site, open_tab: OpenTab) -> None:
    employee, officer = open_tab(site), open_tab(site, viewport=PHONE, has_touch=True)
    submit_a_request(sign_in(employee))
    open_newest(sign_in(officer, "officer"))
    assert officer.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    officer.get_by_role("link", name="Decide").click()
    officer.get_by_label("Reason").fill("Within policy.")
    officer.get_by_role("button", name=re.compile("^Approve")).click()
    expect(officer.get_by_text("Approved. The employee has been told.")).to_be_visible()
