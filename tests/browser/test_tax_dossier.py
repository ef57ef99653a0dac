"""TESS in a real browser: a question, a removal, an answer, and the cited source that opens at its place."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import PHONE, Site, sign_in, start
from tests.browser.test_pages import Open, answered, say

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(180)]
QUESTION = "Mag ik de kosten van mijn thuiswerkplek aftrekken?"


def test_an_adviser_curates_the_dossier_and_opens_what_the_answer_cites(site: Site, open_tab: Open) -> None:
    page = start(sign_in(open_tab(site)), "TESS")
    say(page, QUESTION)
    answered(page, 1)
    cards = page.locator("#panel .source")
    expect(cards.first).to_contain_text("artikel 3.16")
    say(page, "haal de tweede weg")
    answered(page, 2)
    expect(page.locator("#panel .source.unselected .source-number")).to_have_text("2")
    say(page, "geef antwoord")
    answered(page, 3)
    cited = page.locator(".turn").last.locator("a[href^='/tax-dossier/']")
    expect(cited.first).to_have_text("artikel 3.16 Wet IB 2001")
    cited.first.click()
    expect(page.locator("h1")).to_contain_text("artikel 3.16")
    expect(page.locator(".law-text")).to_contain_text("werkruimte")
    page.get_by_role("link", name="Back to the conversation").click()
    expect(page.locator(".turn").last).to_contain_text("geen advies")


@pytest.mark.long
def test_a_click_in_one_tab_is_seen_in_the_other_and_undone(site: Site, open_tab: Open) -> None:
    page = start(sign_in(open_tab(site)), "TESS")
    say(page, QUESTION)
    answered(page, 1)
    other = open_tab(site, beside=page)
    other.goto(page.url)
    page.locator("#panel .source").first.get_by_role("button").click()
    for tab in (page, other):
        expect(tab.locator("#panel .source").first).to_have_class(re.compile("unselected"))
        expect(tab.locator(".notice").last).to_contain_text("Weggehaald: 1.")
    other.get_by_role("button", name="Undo the last change").click()
    for tab in (page, other):
        expect(tab.locator("#panel .source").first).not_to_have_class(re.compile("unselected"))


@pytest.mark.long
def test_the_day_is_changed_in_the_panel_and_the_panel_fits_a_phone(site: Site, open_tab: Open) -> None:
    page = start(sign_in(open_tab(site, viewport=PHONE)), "TESS")
    say(page, "Hoe werkt de zelfstandigenaftrek?")
    answered(page, 1)
    page.locator("[data-show=panel]").click()
    page.locator("#panel .reference summary").click()
    page.locator("#reference-date").fill("2014-07-01")
    page.get_by_role("button", name="Change", exact=True).click()
    expect(page.locator("#panel .reference summary")).to_contain_text("1-7-2014")
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    page.get_by_role("button", name="Give an answer").click()
    # What the button says is said in the chat, which is shown.
    answered(page, 2)
    expect(page.locator("#message")).to_be_visible()
    expect(page.locator(".turn").last.locator(".said")).to_contain_text("Geef antwoord")
