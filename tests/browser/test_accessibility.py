"""axe over the pages, in both themes, on a desktop and on a phone: no violation on ours, no serious one in the admin.

The pages that everybody meets are looked at in every run; all of them by `make check-long`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from benchmarks.pages import MOST_BYTES, SIZE
from tests.browser.conftest import DESKTOP, PHONE, Site, sign_in, start
from tests.browser.test_pages import answered, say
from tests.browser.test_review import QUEUE, open_newest, submit_a_request

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(240)]

Open = Callable[..., Page]
Looks = list[tuple[dict[str, int], str]]
LOOKS = [(DESKTOP, "light"), (PHONE, "dark")]
# A theme is a matter of colours: what stands on a screen was looked at above.
OTHER_LOOKS = [(DESKTOP, "dark"), (PHONE, "light")]
ALL_LOOKS: Looks = [*LOOKS, *OTHER_LOOKS]
OF_COLOURS = {"runOnly": {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}}
# What is still on its way, to another theme, to another place or from the server, is nobody's to judge: the page rests when
# nothing in it was changed and nothing moved for a moment.
AT_REST = """() => new Promise((resolve) => {
    const latest = Date.now() + 5000;
    const moves = () => document.getAnimations().some((animation) => animation.playState === "running");
    const rest = () => { observer.disconnect(); requestAnimationFrame(() => requestAnimationFrame(resolve)); };
    let timer;
    const wait = () => {
        clearTimeout(timer);
        timer = setTimeout(() => { if (moves() && Date.now() < latest) wait(); else rest(); }, 120);
    };
    const observer = new MutationObserver(() => { if (Date.now() < latest) wait(); });
    observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
    wait();
})"""
SPEAK = {
    "PA dealing": "I want to buy 200 Siemens shares",
    "Retirement": "I am 61, I earn $80,000 a year and I plan to retire at 65",
    "Policy pursuit": "Does Harbor Health cover hearing aids in Florida?",
    "TESS": "Welk btw-tarief geldt voor boeken?",
}


def violations(page: Page, looks: Looks, *, serious_alone: bool = False) -> Iterator[str]:
    """What axe finds on the page in each look: the rule and the first places."""
    for viewport, scheme in looks:
        page.set_viewport_size(viewport)  # type: ignore[arg-type]
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        page.evaluate(AT_REST)
        rules = OF_COLOURS if (viewport, scheme) in OTHER_LOOKS else {}
        for violation in Axe().run(page, options={"resultTypes": ["violations"], **rules}).response["violations"]:
            if not serious_alone or violation["impact"] in ("serious", "critical"):
                yield f"{page.url}: {violation['id']} at {_places(violation)} ({viewport['width']}, {scheme})"


def _places(violation: dict[str, Any]) -> list[str]:
    return [str(node["target"]) for node in violation["nodes"]][:3]


def test_the_sign_in_a_conversation_and_the_start_violate_no_rule(site: Site, open_tab: Open) -> None:
    page = open_tab(site, reduced_motion="reduce")
    page.goto("/accounts/login/")
    wrong = list(violations(page, LOOKS))
    start(sign_in(page))
    say(page, SPEAK["PA dealing"])
    answered(page, 1)
    wrong += violations(page, LOOKS)
    page.locator('[data-show="panel"]').click()
    wrong += violations(page, LOOKS[1:])
    page.goto("/")
    wrong += violations(page, LOOKS)
    assert not wrong, "\n".join(sorted(set(wrong)))


@pytest.mark.long
def test_no_page_of_ours_violates_a_rule(site: Site, open_tab: Open) -> None:
    looks = ALL_LOOKS
    page = open_tab(site, reduced_motion="reduce")
    page.goto("/accounts/login/")
    wrong = list(violations(page, looks))
    sign_in(page)
    for title, words in SPEAK.items():
        page.set_viewport_size(DESKTOP)
        start(page, title)
        say(page, words)
        answered(page, 1)
        for closed in page.locator("details.steps > summary").all():
            closed.click()
        wrong += violations(page, looks)
        page.locator('[data-show="panel"]').click()
        for closed in page.locator("#panel details.edit > summary").all()[:1]:
            closed.click()
        wrong += violations(page, looks)
    page.keyboard.press("Control+k")
    expect(page.get_by_role("option").first).to_be_visible()
    wrong += violations(page, looks)
    for address in (
        "/",
        "/?bin=1",
        "/?q=nothing-like-it",
        "/pa-dealing/requests/",
        "/pursuit/recents/",
        "/reviews/",
        "/nowhere/",
    ):
        page.goto(address)
        wrong += violations(page, looks)
    page.set_viewport_size(DESKTOP)
    page.goto("/")
    page.get_by_role("button", name=re.compile("^Delete")).first.click()
    wrong += violations(page, looks)
    assert not wrong, "\n".join(sorted(set(wrong)))


# Pages that a conversation leads to, by what their addresses hold.
BEHIND = ("/sources/", "/receipts/")


@pytest.mark.long
def test_no_page_behind_a_conversation_violates_a_rule(site: Site, open_tab: Open) -> None:
    looks = ALL_LOOKS
    page = sign_in(open_tab(site, reduced_motion="reduce"))
    addresses = []
    for title in ("Policy pursuit", "TESS"):
        start(page, title)
        say(page, SPEAK[title])
        answered(page, 1)
        links = page.locator("a[href]").evaluate_all("all => all.map(link => link.getAttribute('href'))")
        addresses += [next(link for link in links if part in link) for part in BEHIND if part in " ".join(links)]
    assert {part for part in BEHIND for address in addresses if part in address} == {*BEHIND}
    wrong: list[str] = []
    for address in (*addresses, "/accounts/once/MQ/no/"):
        page.goto(address)
        wrong += violations(page, looks)
    investor = sign_in(open_tab(site, reduced_motion="reduce"), "investor")
    investor.locator("a[href*='/threads/']").first.click()
    expect(investor.locator("#panel")).to_contain_text("Findings")
    wrong += violations(investor, looks)
    investor.locator('[data-show="panel"]').click()
    wrong += violations(investor, looks)
    investor.goto(investor.locator("a[href*='/document/']").first.get_attribute("href") or "")
    wrong += violations(investor, looks)
    officer = sign_in(open_tab(site, reduced_motion="reduce"), "officer")
    officer.goto("/admin/chat/thread/")
    wrong += violations(officer, looks)
    assert not wrong, "\n".join(sorted(set(wrong)))


@pytest.mark.long
def test_the_desk_violates_no_serious_rule(site: Site, open_tab: Open) -> None:
    looks = ALL_LOOKS
    submit_a_request(sign_in(open_tab(site)))
    officer = sign_in(open_tab(site, reduced_motion="reduce"), "officer")
    wrong: list[str] = []
    for address in ("/admin/", "/admin/pa_dealing/draftrequest/", "/admin/pa_dealing/draftrequest/dashboard/"):
        officer.goto(address)
        wrong += violations(officer, looks, serious_alone=True)
    officer.set_viewport_size(DESKTOP)
    open_newest(officer)
    wrong += violations(officer, looks, serious_alone=True)
    officer.get_by_role("link", name="Decide").click()
    wrong += violations(officer, looks, serious_alone=True)
    assert not wrong, "\n".join(sorted(set(wrong)))


SMALL_TARGETS = """() => [...document.querySelectorAll('a, button, summary, select')].filter(element => {
  const { width, height } = element.getBoundingClientRect();
  const inline = getComputedStyle(element).display === 'inline' || element.closest('.sr-only');
  return width > 2 && !inline && Math.min(width, height) < 24;
}).map(element => `${element.outerHTML.slice(0, 80)} ${element.getBoundingClientRect().height}`)"""


@pytest.mark.parametrize(
    "title", [title if title == "PA dealing" else pytest.param(title, marks=pytest.mark.long) for title in SPEAK]
)
def test_what_one_presses_in_a_conversation_is_24_pixels_in_both_directions_and_its_page_is_light(
    site: Site, open_tab: Open, title: str
) -> None:
    page = start(sign_in(open_tab(site)), title)
    say(page, SPEAK[title])
    answered(page, 1)
    for viewport in (DESKTOP, PHONE):
        page.set_viewport_size(viewport)  # type: ignore[arg-type]
        assert page.evaluate(SMALL_TARGETS) == []
    page.reload(wait_until="load")
    assert page.evaluate(SIZE) <= MOST_BYTES


@pytest.mark.long
def test_what_one_presses_at_the_start_and_the_desk_is_24_pixels_in_both_directions(site: Site, open_tab: Open) -> None:
    for who, address in (
        ("employee", "/"),
        ("employee", "/pa-dealing/requests/"),
        ("investor", "/"),
        ("officer", QUEUE),
    ):
        page = sign_in(open_tab(site), who)
        page.goto(address)
        for viewport in (DESKTOP, PHONE):
            page.set_viewport_size(viewport)  # type: ignore[arg-type]
            assert page.evaluate(SMALL_TARGETS) == [], (who, address, viewport)
