"""What stands around a conversation: messages in line, copies, thumbs, the palette, sharing, files, and the bin."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, Site, sign_in, start
from tests.browser.slow_model import SlowModel
from tests.browser.test_pages import answered, gate as gate, say

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(180)]

Open = Callable[..., Page]


SIZE = "node => [parseFloat(getComputedStyle(node).fontSize), Number(getComputedStyle(node).fontWeight)]"


def test_a_message_said_during_an_answer_waits_in_line_and_goes_out_after_it(
    slow_site: Site, open_tab: Open, gate: SlowModel
) -> None:
    page = start(sign_in(open_tab(slow_site, permissions=["clipboard-read", "clipboard-write"])))
    say(page, "first code")
    line = page.get_by_role("list", name="Goes out after this answer")
    for text in ("second", "third", "fourth"):
        say(page, text)
    expect(line.get_by_role("listitem")).to_have_count(3)
    expect(page.locator("#announcer")).to_contain_text("Goes out after this answer: fourth")
    line.get_by_role("listitem").filter(has_text="third").get_by_role("button", name="Drop").click()
    line.get_by_role("listitem").filter(has_text="fourth").get_by_role("button", name="Change").click()
    expect(page.get_by_label(re.compile("Message to"))).to_have_value("fourth")
    gate.gate.set()
    answered(page, 2)
    expect(page.locator(".said p")).to_have_text(["first code", "second"])
    expect(line).to_be_hidden()
    expect(page.get_by_label(re.compile("Message to"))).to_have_value("fourth")
    painted = page.evaluate(
        """async () => {
            for (let n = 0; n < 100 && !CSS.highlights.has("code-comment"); n++) await new Promise((r) => setTimeout(r, 50));
            return [...CSS.highlights.keys()].sort();
        }"""
    )
    assert painted == ["code-comment", "code-number", "code-word"]
    first = page.locator("article.turn").first
    heading, text = (first.locator(f".block {name}").first.evaluate(SIZE) for name in ("h3", "p"))
    assert heading[0] > text[0]
    assert heading[1] > text[1]
    first.get_by_role("button", name="Copy this answer").click()
    expect(page.locator("#toast")).to_have_text("Copied")
    copied = page.evaluate("navigator.clipboard.readText()")
    assert "The **first** half" in copied
    assert "# What it returns\n\n```python\nreturn 1  # done\n```" in copied
    first.locator("pre").get_by_role("button", name="Copy").click()
    page.wait_for_function("async () => (await navigator.clipboard.readText()).trim() === 'return 1  # done'")


def test_escape_stops_an_answer_keeps_what_came_and_the_person_decides_what_waits(
    slow_site: Site, open_tab: Open, gate: SlowModel
) -> None:
    page = start(sign_in(open_tab(slow_site)))
    say(page, "first")
    expect(page.get_by_role("button", name="Stop the answer")).to_be_visible()
    expect(page.locator(".reply")).to_contain_text("first half")
    say(page, "second")
    page.keyboard.press("Escape")
    expect(page.locator("article.turn")).to_have_attribute("data-status", "stopped")
    expect(page.locator(".reply")).to_contain_text("first half")
    expect(page.locator(".stopped")).to_be_visible()
    expect(page.get_by_role("button", name="Send", exact=True)).to_be_visible()
    gate.gate.set()
    page.reload()
    page.get_by_role("button", name="Send now").click()
    answered(page, 2)
    # What is said before the page has heard of the end waits in line for it.
    expect(page.get_by_role("button", name="Send", exact=True)).to_be_visible()
    gate.gate.clear()
    say(page, "third")
    page.get_by_role("button", name="Stop the answer").click()
    expect(page.locator("article.turn").last).to_have_attribute("data-status", "stopped")


@pytest.mark.long
def test_an_answer_is_copied_as_it_was_written_and_rated_with_a_reason(site: Site, open_tab: Open) -> None:
    page = start(sign_in(open_tab(site, permissions=["clipboard-read", "clipboard-write"])))
    say(page, "I want to buy 200 Siemens shares")
    answered(page, 1)
    turn = page.locator("article.turn")
    turn.get_by_role("button", name="Copy this answer").click()
    expect(page.locator("#toast")).to_have_text("Copied")
    copied = page.evaluate("navigator.clipboard.readText()")
    turn.get_by_role("button", name="Not good").click()
    page.get_by_label("In your words, if you like").fill("I asked for Siemens Energy")
    page.get_by_role("dialog").get_by_role("button", name="Send").click()
    expect(turn.get_by_role("button", name="Not good")).to_have_attribute("aria-pressed", "true")
    page.reload()
    expect(turn.get_by_role("button", name="Not good")).to_have_attribute("aria-pressed", "true")
    assert copied.split()[:2] == turn.locator(".reply").inner_text().split()[:2]
    expect(turn.locator(".turn-tools time")).to_have_text(re.compile(r"^\d\d:\d\d$"))
    expect(turn.locator(".turn-tools time")).to_have_css("opacity", "1")
    expect(page.locator(".day")).to_have_count(0)
    # A day later the conversation is yesterday's, and a line says so.
    yesterday = page.evaluate(
        "new Date().toLocaleDateString('en-GB', { weekday: 'long', day: 'numeric', month: 'long' })"
    )
    page.clock.set_fixed_time(datetime.now() + timedelta(days=1))
    page.reload()
    expect(page.locator(".day")).to_have_text([yesterday])


HIDDEN = """(hidden) => {
    Object.defineProperty(document, "visibilityState", { configurable: true, get: () => hidden ? "hidden" : "visible" });
    document.dispatchEvent(new Event("visibilitychange"));
}"""


# A browser that nobody has told yet whether it may notify, whichever one is driven.
NOTIFYING = """
    window.shown = [];
    window.Notification = class {
        static permission = "default";
        static async requestPermission() { return (this.permission = "granted"); }
        constructor(title, { body }) { window.shown.push([title, body]); }
        addEventListener() {}
    };"""


def test_a_message_is_changed_both_branches_stay_and_a_notification_is_offered_once(site: Site, open_tab: Open) -> None:
    page = open_tab(site)
    page.add_init_script(NOTIFYING)
    start(sign_in(page), "Retirement")
    say(page, "We spend $5,000 a month")
    answered(page, 1)
    first = page.url
    page.locator("article.turn .said").hover()
    page.get_by_role("button", name="Change this message").click()
    page.get_by_label("Your message, changed").fill("We spend $6,400 a month")
    page.locator("form.changing").get_by_role("button", name="Send").click()
    facts = page.locator("#panel details.fact summary")
    expect(facts).to_have_text(["We spend $6,400 a month"])
    page.locator(".versions a").first.click()
    page.wait_for_url(f"{first}*")
    expect(facts).to_have_text(["We spend $5,000 a month"])
    expect(page.locator(".versions")).to_contain_text("1 / 2")
    page.locator("article.turn").hover()
    page.get_by_role("button", name="Another answer").click()
    expect(page.locator(".versions")).to_contain_text("3 / 3")
    page.get_by_label("Earlier version").click()
    expect(page.locator(".versions")).to_contain_text("2 / 3")
    page.get_by_label("Earlier version").click()
    expect(page.locator(".versions")).to_contain_text("1 / 3")
    # The list has a conversation once, whichever branch of it stands here.
    expect(page.locator(".rail [aria-current]")).to_have_count(1)
    offer = page.get_by_text("Shall the browser tell you when an answer has come?")
    for turn, offered in ((2, 1), (3, 0)):
        page.evaluate(HIDDEN, True)
        say(page, f"I am {60 + turn}")
        answered(page, turn)
        expect(page).to_have_title(re.compile(r"^\(1\) "))
        page.evaluate(HIDDEN, False)
        expect(page).to_have_title(re.compile("^We spend"))
        expect(offer).to_have_count(offered)
        if offered:
            page.locator(".ask-to-notify").get_by_role("button", name="No").click()


@pytest.mark.long
def test_an_answer_that_came_while_the_line_was_down_is_news_too(site: Site, open_tab: Open) -> None:
    page = start(sign_in(open_tab(site)), "Retirement")
    say(page, "I am 61")
    answered(page, 1)
    page.context.set_offline(True)
    expect(page.locator("#connection")).to_have_text("Reconnecting…")
    page.evaluate(HIDDEN, True)
    elsewhere = sign_in(open_tab(site))
    elsewhere.goto(page.url)
    say(elsewhere, "I am 62")
    answered(elsewhere, 2)
    page.evaluate(HIDDEN, False)  # a hidden page does not look for its line again before it is shown
    page.evaluate(HIDDEN, True)
    page.context.set_offline(False)
    answered(page, 2)
    expect(page).to_have_title(re.compile(r"^\(1\) "))


@pytest.mark.long
def test_who_says_yes_is_shown_the_answer_that_came_while_the_page_was_hidden(site: Site, open_tab: Open) -> None:
    page = open_tab(site)
    page.add_init_script(NOTIFYING)
    start(sign_in(page), "Retirement")
    for turn in (1, 2):
        page.evaluate(HIDDEN, True)
        say(page, f"I am {60 + turn}")
        answered(page, turn)
        expect(page).to_have_title(re.compile(r"^\(1\) "))
        page.evaluate(HIDDEN, False)
        if turn == 1:
            page.locator(".ask-to-notify").get_by_role("button", name="Yes").click()
            expect(page.locator(".ask-to-notify")).to_have_count(0)
    [[title, body]] = page.evaluate("window.shown")
    assert title == re.sub(r"^\(\d+\) ", "", page.title())
    reply = " ".join(page.locator("article.turn").last.locator(".reply").inner_text().split())
    assert reply[:30] in " ".join(body.split())


def test_the_palette_finds_conversations_places_and_commands(site: Site, open_tab: Open) -> None:
    page = start(sign_in(open_tab(site)))
    say(page, "I want to sell 31 Unilever shares")
    answered(page, 1)
    first = page.url
    page.keyboard.press("Control+k")
    box = page.get_by_role("combobox")
    box.fill("31 unilever")
    option = page.get_by_role("option").filter(has_text="In this conversation")
    expect(option.first).to_contain_text("31 Unilever")
    box.press("Enter")
    expect(page.locator("article.turn.was-found")).to_have_count(1)
    page.keyboard.press("Control+k")
    box.fill("Retirement")
    page.get_by_role("option").filter(has_text="New conversation").filter(has_text="Retirement").first.click()
    page.wait_for_url("**/threads/*/")
    expect(page.locator(".conversation-title")).to_contain_text("Retirement")
    page.keyboard.press("Meta+k")
    box.fill("31 unilever")
    page.get_by_role("option").filter(has_not_text="In this conversation").first.click()
    page.wait_for_url(first)
    expect(page.locator("article.turn")).to_contain_text("31 Unilever")
    page.keyboard.press("Control+k")
    box.fill("Rename")
    expect(page.get_by_role("option").first).to_contain_text("Rename this conversation")
    box.press("Enter")
    expect(page.get_by_role("dialog", name="Rename conversation")).to_be_visible()
    page.keyboard.press("Escape")
    page.locator("h1").click()
    page.keyboard.press("?")
    keys = page.get_by_role("dialog", name="Keys")
    expect(keys).to_contain_text("Command palette")
    expect(keys).to_contain_text("↑Change what you said last")
    page.keyboard.press("Escape")
    expect(keys).to_be_hidden()
    page.keyboard.press("/")
    expect(page.get_by_label(re.compile("Message to"))).to_be_focused()
    page.keyboard.press("ArrowUp")
    expect(page.get_by_label("Your message, changed")).to_have_value("I want to sell 31 Unilever shares")
    page.keyboard.press("Escape")
    expect(page.locator("form.changing")).to_have_count(0)


def test_a_conversation_is_shared_by_name_and_shut_again(site: Site, open_tab: Open) -> None:
    page = start(sign_in(open_tab(site, permissions=["clipboard-read", "clipboard-write"])), "Policy pursuit")
    say(page, "Does Harbor Health cover hearing aids in Florida?")
    answered(page, 1)
    address = page.url
    page.get_by_label("More", exact=True).click()
    page.get_by_role("button", name="Share").click()
    dialog = page.get_by_role("dialog", name="Share this conversation")
    who = dialog.get_by_label("User name, e-mail address or one of your groups")
    who.fill("nobody-of-ours")
    dialog.get_by_role("button", name="Let in").click()
    expect(dialog.get_by_role("alert")).to_contain_text("Nobody here is called “nobody-of-ours”")
    who.fill("officer")
    dialog.get_by_role("button", name="Let in").click()
    expect(dialog.get_by_role("listitem")).to_contain_text("reads along")
    dialog.get_by_role("button", name="Copy the link").click()
    expect(page.locator("#toast")).to_have_text("Copied")
    assert page.evaluate("navigator.clipboard.readText()") == address
    reader = sign_in(open_tab(site), "officer")
    reader.goto(address)
    expect(reader.locator("article.turn")).to_have_count(1)
    expect(reader.locator("#composer")).to_be_hidden()
    dialog.get_by_role("button", name="Remove").click()
    expect(dialog).to_contain_text("Nobody else sees this conversation.")
    assert reader.goto(address).status == 404  # type: ignore[union-attr]


def test_a_deleted_conversation_is_put_back_at_once_or_from_the_bin(site: Site, open_tab: Open) -> None:
    page = start(sign_in(open_tab(site)), "Retirement")
    say(page, "I am 61 and the bin is a theme of mine")
    answered(page, 1)
    for way in ("Undo", "Put back"):
        page.get_by_role("button", name="Delete this conversation").click()
        page.get_by_role("dialog").get_by_role("button", name="Delete").click()
        page.wait_for_url("**/")
        if way == "Put back":
            page.goto("/?bin=1")
        page.get_by_role("button", name=way).first.click()
        expect(page.locator("article.turn")).to_contain_text("I am 61")


@pytest.mark.long
def test_a_conversation_is_saved_as_markdown_json_and_pdf(site: Site, open_tab: Open) -> None:
    page = start(sign_in(open_tab(site)), "Retirement")
    say(page, "I am 58 and live in Ohio")
    answered(page, 1)
    files = {}
    for kind in ("Markdown", "JSON", "PDF"):
        page.get_by_label("More", exact=True).click()
        with page.expect_download() as saved:
            page.get_by_role("link", name=f"Save as {kind}").click()
        files[kind] = saved.value.path().read_bytes()
    assert "**You**" in files["Markdown"].decode()
    assert "I am 58 and live in Ohio" in files["Markdown"].decode()
    assert json.loads(files["JSON"])["messages"][0]["content"] == "I am 58 and live in Ohio"
    assert files["PDF"].startswith(b"%PDF-")
    assert page.request.get(f"{page.url}conversation.exe").status == 404


@pytest.mark.long
def test_the_start_page_begins_with_conversations_and_shows_none_that_nothing_was_said_in(
    site: Site, open_tab: Open
) -> None:
    page = start(sign_in(open_tab(site, viewport=PHONE)))
    page.goto("/")
    before = page.locator(".thread").count()
    start(page)
    page.goto("/")
    expect(page.locator(".thread")).to_have_count(before)
    start(page)
    say(page, "buy 12 ASML")
    answered(page, 1)
    page.goto("/")
    asking = page.locator(".thread").filter(has_text="Asks:").filter(has_text="buy 12 ASML").first
    expect(asking).to_be_visible()
    assert asking.bounding_box()["y"] < page.locator(".cards").bounding_box()["y"]  # type: ignore[index]
