"""A question of three parts in a real browser: two answered, the third from a document that is dropped on the page."""

from __future__ import annotations

import base64
import re
from typing import Any

import pytest
from playwright.sync_api import JSHandle, Page, expect

from retrieval.tests.documents import pdf
from tests.browser.conftest import PHONE, Site, sign_in, start
from tests.browser.test_pages import Open, answered, say

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(180)]
THREE = (
    "How long is a power wheelchair rented with Great Lakes Care in Ohio, is prior authorization required for a power "
    "wheelchair, and what is the reimbursement rate for a wheelchair battery?"
)
FEE = "The reimbursement rate for a wheelchair battery is 310 dollars."
SCHEDULE = f"Great Lakes Care fee schedule, effective 2025-03-01. {FEE} "
PROGRAM = {"name": "tool.exe", "mimeType": "application/octet-stream", "buffer": b"MZ\x90\x00" * 50}


def dragged(page: Page, name: str, data: bytes) -> JSHandle:
    """What a browser hands over with a file that is dragged onto the page."""
    make = """([name, data]) => {
        const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
        const dragged = new DataTransfer();
        dragged.items.add(new File([bytes], name));
        return dragged;
    }"""
    return page.evaluate_handle(make, [name, base64.b64encode(data).decode()])


def reconnect(page: Page) -> None:
    """The network is lost for a moment, and the socket of after it has told the panel, which stands on the page."""
    with page.expect_websocket() as opened:
        page.evaluate("window.dispatchEvent(new Event('offline'))")
    opened.value.wait_for_event("framereceived", lambda frame: '"panel"' in str(frame))
    page.evaluate("new Promise((resolve) => setTimeout(resolve))")


def parts(page: Page, *values: str) -> None:
    """The panel shows these statuses, part by part."""
    expect(page.locator("#panel .part .tag")).to_have_text(list(values))


def test_a_question_of_three_parts_is_pursued_until_a_dropped_document_answers_the_last(
    site: Site, open_tab: Open
) -> None:
    page = start(sign_in(open_tab(site)), "Policy pursuit")
    say(page, THREE)
    answered(page, 1)
    reply = page.locator(".turn").last.locator(".reply")
    expect(reply).to_contain_text("A power wheelchair is rented for ten months")
    expect(reply).to_contain_text("Prior authorization is required for a power wheelchair")
    expect(reply.locator("a", has_text="Wheelchairs and power mobility")).to_have_count(2)
    expect(reply).to_contain_text("2 of 3 parts answered")
    expect(reply).to_contain_text(re.compile("couldn't find “.*wheelchair battery"))
    parts(page, "answered", "answered", "not found yet")

    fees = dragged(page, "fees.pdf", pdf([SCHEDULE]))
    over = page.locator("#drop-over")
    page.dispatch_event("#transcript", "dragenter", {"dataTransfer": fees})
    expect(over).to_contain_text("Drop to add to this conversation")
    page.dispatch_event("#transcript", "drop", {"dataTransfer": fees})
    expect(over).to_be_hidden()
    answered(page, 2)
    last = page.locator(".turn").last
    expect(last.locator(".said")).to_contain_text("I added “fees.pdf”.")
    expect(last).to_contain_text("310 dollars")
    expect(last).to_contain_text("We've resolved your question.")
    parts(page, "answered", "answered", "answered")
    expect(page.locator("#panel .shared")).to_contain_text("fees.pdf")

    last.locator(".reply").get_by_role("link", name="fees.pdf").click()
    expect(page.locator("h1")).to_have_text("fees.pdf")
    expect(page.locator("#passage mark")).to_have_text(FEE)
    page.get_by_role("link", name="Back to the conversation").click()
    parts(page, "answered", "answered", "answered")

    address = page.url
    start(page, "Policy pursuit")
    # What a press begins on is still there when it ends: a connection that tells the same panel draws nothing anew.
    shown = page.locator("#panel .objective").element_handle()
    reconnect(page)
    assert shown.evaluate("node => node.isConnected")
    page.get_by_text("Recent queries", exact=True).click()
    page.locator("#panel .recents a", has_text="power wheelchair").first.click()
    expect(page).to_have_url(address)
    parts(page, "answered", "answered", "answered")


@pytest.mark.long
def test_files_are_chosen_with_the_keyboard_on_a_small_page_and_a_refusal_is_told(site: Site, open_tab: Open) -> None:
    page = start(sign_in(open_tab(site, viewport=PHONE)), "Policy pursuit")
    sent: list[Any] = []
    page.on("request", lambda request: sent.append(request.url) if request.url.endswith("/material/") else None)
    large = {"name": "atlas.pdf", "mimeType": "application/pdf", "buffer": b"%PDF-1.4 " + b"x" * 10_500_000}
    choose(page, [large])
    expect(page.locator("#refusal")).to_have_text("atlas.pdf has 10.5 MB; at most 10 MB are read.")
    assert sent == []
    choose(page, [PROGRAM, {"name": "fees.pdf", "mimeType": "application/pdf", "buffer": pdf([SCHEDULE])}])
    expect(page.locator("#attached .refusal")).to_contain_text("tool.exe")
    answered(page, 1)
    expect(page.locator(".turn").last).to_contain_text("I read “fees.pdf”. What do you want to know from it?")
    expect(page.locator("#attach-progress")).to_be_hidden()
    say(page, "What is the reimbursement rate for a wheelchair battery with Great Lakes Care in Ohio?")
    answered(page, 2)
    expect(page.locator(".turn").last).to_contain_text("310 dollars")
    expect(page.locator("#attached")).to_be_empty()
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    say(page, "Does Great Lakes Care in Ohio cover space travel?")
    answered(page, 3)
    page.locator("[data-show=panel]").click()
    page.locator("#panel .panel-foot").get_by_role("button", name="Try again").click()
    answered(page, 4)
    expect(page.locator("#message")).to_be_visible()
    expect(page.locator(".turn").last.locator(".said > p")).to_have_text("Try again")


def choose(page: Page, files: list[dict[str, Any]]) -> None:
    """As somebody does it who has no mouse."""
    with page.expect_file_chooser() as chosen:
        page.get_by_role("button", name="Add documents").press("Enter")
    chosen.value.set_files(files)  # type: ignore[arg-type]
