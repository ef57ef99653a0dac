"""The pages in Dutch, in a real browser: the switch, what comes over the socket, and what stays as it was written."""

from __future__ import annotations

import re
from collections.abc import Callable
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, Site, sign_in, start

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(180)]


@pytest.mark.long
def test_a_person_switches_to_dutch_in_a_conversation_and_what_comes_next_is_dutch(
    site: Site, open_tab: Callable[..., Page]
) -> None:
    page = start(sign_in(open_tab(site)))
    address = page.url
    page.get_by_role("button", name="Nederlands").click()
    expect(page.locator("html")).to_have_attribute("lang", "nl")
    expect(page).to_have_url(address)
    box = page.get_by_label(re.compile("Bericht aan"))
    box.fill("I want to buy 2,000 Siemens shares, about EUR 262,900")
    box.press("Enter")
    expect(page.locator("article.turn").last).to_have_attribute("data-status", "done")
    # Nothing was loaded again: this came over the socket.
    expect(page.locator("details.steps summary")).to_contain_text("genoteerd")
    expect(page.locator("#panel")).to_contain_text("Geschatte waarde")
    expect(page.locator("#panel")).to_contain_text("EUR 262,900")
    page.goto("/")
    # By its own address: conversations that have news of others, or ask something, stand above it.
    since = page.locator(f"#threads .thread:has(a[href='{urlsplit(address).path}']) time")
    expect(since).to_have_text(re.compile("^(zojuist|[0-9]+ min. geleden)$"))
    page.get_by_role("button", name="English").click()
    expect(page.locator("html")).to_have_attribute("lang", "en-gb")
    expect(since).to_have_text(re.compile("^(just now|[0-9]+ min ago)$"))


def test_a_dutch_browser_gets_dutch_pages_that_fit_a_phone(site: Site, open_tab: Callable[..., Page]) -> None:
    page = open_tab(site, locale="nl-NL", viewport=PHONE)
    page.goto("/accounts/login/")
    # Somebody to whom no other test has a notice sent, which would be in Dutch from now on.
    page.get_by_label("Gebruikersnaam").fill("colleague")
    page.get_by_label("Wachtwoord").fill("colleague-demo")
    page.get_by_role("button", name="Aanmelden").click()
    expect(page.get_by_role("heading", name="Wat wilt u doen?")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    colours = page.locator("[data-theme-switch]")
    expect(colours).to_have_attribute("title", "Kleuren: zoals het systeem")
    colours.click()
    expect(colours).to_have_attribute("title", "Kleuren: licht")
