"""The changes of a review before papers are made, in a real browser: by keyboard, on a phone, and then asked for."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, Site, sign_in
from tests.browser.test_accessibility import ALL_LOOKS, violations

pytestmark = pytest.mark.browser
OpenTab = Callable[..., Page]


def test_changes_are_gone_through_by_keyboard_and_papers_are_one_click(site: Site, open_tab: OpenTab) -> None:
    page = sign_in(open_tab(site), "investor")
    page.locator("a[href*='/threads/']").first.click()
    page.locator("#message").fill("accept 1 and 3")
    page.locator("#message").press("Enter")
    page.get_by_role("link", name="See the changes in the text").click()
    changes = page.locator("li.change:has(.redline)")
    expect(changes).to_have_count(4)
    expect(changes.first.locator("del")).to_contain_text("The Company's staff verify the measurements")
    page.keyboard.press("n")
    page.keyboard.press("a")
    expect(changes.nth(0)).to_contain_text("accepted")
    expect(changes.nth(1)).to_be_focused()
    page.keyboard.press("r")
    expect(changes.nth(1)).to_contain_text("rejected: stays out of the papers")
    page.keyboard.press("e")
    expect(changes.nth(2).locator("textarea")).to_be_focused()
    page.keyboard.type("The Company replaces them")
    changes.nth(2).get_by_role("button", name="Put it so").click()
    expect(changes.nth(2).locator("ins")).to_contain_text("The Company replaces them")

    phone = sign_in(open_tab(site, viewport=PHONE, has_touch=True), "investor")
    phone.goto(page.url)
    expect(phone.get_by_role("button", name="Make the papers with these 3 changes")).to_be_visible()
    assert phone.evaluate("document.documentElement.scrollWidth <= window.innerWidth")

    # The document shows them too, with what asked for them below.
    narrow = sign_in(open_tab(site, viewport={"width": 320, "height": 700}), "investor")
    narrow.goto(page.url)
    narrow.get_by_role("link", name="Back to the review").click()
    narrow.goto(narrow.locator("a[href*='/document/']").first.get_attribute("href") or "")
    expect(narrow.locator("ins", has_text="The Company replaces them")).to_be_visible()
    expect(narrow.locator("h2", has_text="5. Permanence and replacement")).to_be_visible()
    assert narrow.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    narrow.get_by_role("link", name="3. Replacement with avoidance credits is allowed").first.click()
    expect(narrow.locator("li.change:target")).to_contain_text("3. Replacement with avoidance credits")

    wrong = [*violations(page, ALL_LOOKS)]
    assert not wrong, "\n".join(wrong)
    page.get_by_role("button", name=re.compile("Make the papers")).click()
    # A worker makes them; this site has none.
    expect(page.locator("#panel")).to_contain_text("Waiting to start")
    page.go_back()
    page.reload()
    expect(page.get_by_text("The papers are being made.")).to_be_visible()
