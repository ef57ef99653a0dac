"""A retirement conversation in a real browser: facts with their sentences, a correction, the choice of the prompt."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import PHONE, Site, sign_in, start
from tests.browser.test_pages import Open, answered, say

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(180)]


def test_a_fact_shows_its_sentence_and_is_put_right_from_the_panel(site: Site, open_tab: Open) -> None:
    page = start(sign_in(open_tab(site)), "Retirement")
    say(page, "My pension will pay $1,850 a month and we spend roughly $6,200 a month.")
    answered(page, 1)
    fact = page.locator("#panel details.fact", has=page.locator("summary", has_text="We spend roughly $6,200"))
    fact.locator("summary").click()
    expect(fact.locator("mark")).to_have_text("we spend roughly $6,200 a month")
    fact.get_by_role("button", name="That's wrong").click()
    box = page.locator("#message")
    expect(box).to_have_value("That's wrong: “We spend roughly $6,200 a month”. It is ")
    expect(box).to_be_focused()
    page.keyboard.type("$6,400 a month.")
    page.keyboard.press("Enter")
    answered(page, 2)
    values = page.locator("#panel details.fact summary")
    expect(values).to_have_text(["We spend roughly $6,400 a month", "My pension will pay $1,850 a month"])


@pytest.mark.long
def test_the_person_chooses_what_the_conversation_is_for(site: Site, open_tab: Open) -> None:
    page = start(sign_in(open_tab(site)), "Retirement")
    other = open_tab(site, beside=page)
    other.goto(page.url)
    ready = page.get_by_role("button", name="Am I ready?")
    expect(ready).to_have_attribute("aria-pressed", "false")
    ready.click()
    expect(ready).to_have_attribute("aria-pressed", "true")
    for tab in (page, other):
        expect(tab.locator(".notice").last).to_contain_text("looks at how ready you are to retire")
    expect(other.get_by_role("button", name="Am I ready?")).to_have_attribute("aria-pressed", "true")


@pytest.mark.long
def test_the_panel_fits_a_phone_and_a_button_that_writes_a_message_shows_the_chat(site: Site, open_tab: Open) -> None:
    page = start(sign_in(open_tab(site, viewport=PHONE)), "Retirement")
    say(page, "I'm 58 and want to retire at 64")
    answered(page, 1)
    page.locator("button:visible, a:visible, label:visible").filter(has_text="What we know").first.click()
    expect(page.locator("#message")).to_be_hidden()
    expect(page.get_by_role("button", name="The whole picture")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    page.locator("#panel summary").filter(has_text="58").first.click()
    page.locator("#panel").get_by_role("button", name="That's wrong").first.click()
    expect(page.locator("#message")).to_be_focused()
    expect(page.locator("#message")).to_have_value(re.compile("^That's wrong: "))
