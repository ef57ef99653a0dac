"""The product as a person meets it, in a real browser against a real server."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import PHONE, Site, sign_in, start
from tests.browser.slow_model import SECOND, SlowModel

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(180)]

Open = Callable[..., Page]


def say(page: Page, text: str) -> None:
    box = page.get_by_label(re.compile("Message to"))
    box.fill(text)
    box.press("Enter")


def answered(page: Page, turns: int) -> None:
    expect(page.locator("article.turn")).to_have_count(turns)
    expect(page.locator("article.turn").last).to_have_attribute("data-status", "done")


def row(page: Page, field: str) -> Locator:
    return page.locator(f'#panel [data-field="{field}"]')


@pytest.fixture
def gate(slow_model: SlowModel) -> Iterator[SlowModel]:
    slow_model.gate.clear()
    slow_model.failed = False
    yield slow_model
    slow_model.gate.set()


def test_a_question_has_its_answers_as_buttons_that_say_them(site: Site, open_tab: Open) -> None:
    page = start(sign_in(open_tab(site)))
    expect(page.locator("#suggested button")).to_have_count(0)
    say(page, "200 Siemens shares")
    answered(page, 1)
    yes = page.locator("#suggested").get_by_role("button", name="yes")
    page.reload()
    yes.click()
    answered(page, 2)
    expect(page.locator("article.turn").last).to_contain_text("yes")
    expect(page.locator("#suggested").get_by_role("button", name="sell")).to_be_visible()
    expect(row(page, "security")).to_contain_text("Siemens")
    # Among several, each button names what it stands for.
    say(start(page), "200 Siemens shares")
    answered(page, 1)
    page.locator("#suggested").get_by_role("button", name="no", exact=True).click()
    answered(page, 2)
    second = page.locator("#suggested").get_by_role("button", name=re.compile("^2 · Siemens"))
    name = second.inner_text().removeprefix("2 · ")
    second.click()
    answered(page, 3)
    expect(row(page, "security")).to_contain_text(name)


# --- The story ------------------------------------------------------------------------------------------------------


def test_a_trade_request_from_the_first_words_to_compliance(site: Site, open_tab: Open) -> None:
    page = start(sign_in(open_tab(site)))
    say(page, "I want to buy 2,000 Siemens shares, about EUR 262,900")
    answered(page, 1)
    expect(page.locator("h1")).to_have_text("I want to buy 2,000 Siemens shares, about EUR 262,900")
    expect(row(page, "quantity")).to_contain_text("2,000")
    expect(row(page, "quantity").locator(".quote")).to_contain_text("2,000")
    expect(row(page, "estimated_value")).to_contain_text("EUR 262,900")
    expect(row(page, "direction")).to_contain_text("Buy")
    _answer_until_complete(page)
    expect(page.locator("#panel .preview")).to_contain_text("Siemens")
    # A change makes what was previewed a draft again: nothing is sent that was not shown.
    row(page, "justification").locator("summary").press("Enter")
    page.get_by_label("Justification", exact=True).fill(BETTER)
    row(page, "justification").get_by_role("button", name="Save").press("Enter")
    expect(row(page, "justification")).to_contain_text("entered in the form")
    expect(page.locator("#panel .preview")).to_have_count(0)
    # What was done in the panel is a line in the chat and is said aloud; by keyboard one goes on where one was, or
    # with what follows.
    _is_told(page, "You wrote the justification.")
    expect(row(page, "justification").locator("summary")).to_be_focused()
    page.locator("#panel").get_by_role("button", name="Preview").press("Enter")
    expect(page.locator("#panel .preview")).to_contain_text(BETTER)
    _is_told(page, "You asked for the preview.")
    expect(page.locator("#panel .preview h3")).to_be_focused()
    page.locator("#panel").get_by_role("button", name="Submit request").press("Enter")
    expect(page.locator("#panel .verdict").first).to_contain_text("With compliance")
    expect(page.locator("#panel h2").first).to_be_focused()
    page.reload()
    expect(page.locator("#panel .verdict").first).to_contain_text("With compliance")

    officer = sign_in(open_tab(site), "admin")
    officer.goto("/admin/pa_dealing/draftrequest/")
    expect(officer.locator("#result_list")).to_contain_text("Buy 2,000 Siemens AG")


def _is_told(page: Page, line: str) -> None:
    expect(page.locator(".notice").last).to_contain_text(line)
    expect(page.locator("#announcer")).to_contain_text(line)


@pytest.mark.long
def test_on_a_phone_the_request_is_submitted_in_the_chat_as_it_was_shown(site: Site, open_tab: Open) -> None:
    page = start(sign_in(open_tab(site, viewport=PHONE)))
    say(page, "I want to sell 300 Siemens shares, about EUR 39,000")
    answered(page, 1)
    _answer_until_complete(page)
    # What cannot be read may be of the request, so it is looked at again; that is one press, where the person is.
    say(page, "asdfgh")
    page.locator("#suggested").get_by_role("button", name="Preview").click()
    # What is handed in stands beside the button, as the preview has it in the other tab.
    expect(page.locator("#suggested form .bound")).to_have_text(re.compile(r"^Sell 300 Siemens .+ · EUR 39,000$"))
    expect(page.locator("#suggested form .bound")).to_be_visible()
    page.locator("#suggested").get_by_role("button", name="Submit request").click()
    expect(page.locator(".notice").last).to_be_visible()
    expect(page.locator("#suggested").get_by_role("button", name="Submit request")).to_have_count(0)
    page.get_by_role("button", name="Trade request").click()
    expect(page.locator("#panel .verdict").first).to_contain_text("With compliance")


ANSWERS = {
    "security": "yes",
    "estimated_value": "yes, that is right",
    "justification": "I want to invest my savings for the long term, because the electrification business grows steadily.",
    "has_inside_info": "No, I have no inside information and I am not a related party",
    "is_related_party": "No, I am not a related party",
}


BETTER = "I invest my savings for my pension, and the company pays a dividend that has grown for ten years."


def _answer_until_complete(page: Page) -> None:
    """Answer what the panel says is asked now, as a person would, until nothing is."""
    for turn in range(2, 14):
        asked = page.locator("#panel .row.asked")
        if not asked.count():
            return
        say(page, ANSWERS[asked.first.get_attribute("data-field") or ""])
        answered(page, turn)
    raise AssertionError(f"Still asking: {page.locator('article.turn').last.inner_text()}")


def test_a_value_is_edited_in_the_form_and_a_wrong_one_is_refused_in_place(site: Site, open_tab: Open) -> None:
    page = start(sign_in(open_tab(site)))
    quantity = row(page, "quantity")
    quantity.locator("summary").click()
    page.get_by_label("Quantity", exact=True).fill("two and a half")
    quantity.get_by_role("button", name="Save").click()
    expect(quantity.locator(".row-error")).to_be_visible()
    # A newer panel, such as the one after another page's message, takes the refusal not away.
    page.evaluate("document.activeElement.blur()")
    other = open_tab(site, beside=page)
    other.goto(page.url)
    say(other, "I want to sell Siemens shares")
    expect(row(page, "direction").locator(".value").first).to_contain_text("Sell")
    expect(quantity.locator(".row-error")).to_be_visible()
    page.get_by_label("Quantity", exact=True).fill("1,500")
    quantity.get_by_role("button", name="Save").click()
    expect(quantity.locator(".value")).to_contain_text("1,500")


# --- Streaming ------------------------------------------------------------------------------------------------------


def test_a_second_tab_and_one_that_comes_late_see_the_same_answer(
    slow_site: Site, open_tab: Open, gate: SlowModel
) -> None:
    first = start(sign_in(open_tab(slow_site)))
    other = open_tab(slow_site, beside=first)
    other.goto(first.url)
    say(first, "Tell both of us")
    expect(other.locator(".said")).to_contain_text("Tell both of us")
    expect(other.locator(".reply")).to_contain_text("first half")
    late = open_tab(slow_site, beside=first)
    late.goto(first.url)
    expect(late.locator(".reply")).to_contain_text("first half")
    expect(late.locator(".reply strong")).to_have_text("first")
    gate.gate.set()
    for page in (first, other, late):
        answered(page, 1)
        expect(page.locator(".reply")).to_contain_text(SECOND)
    assert late.locator(".reply").inner_text().count("first half") == 1


@pytest.mark.long
def test_a_slow_model_is_waited_for_with_the_seconds_and_the_place(
    slow_site: Site, open_tab: Open, gate: SlowModel
) -> None:
    page = start(sign_in(open_tab(slow_site)))
    say(page, "Tell me slowly")
    activity = page.locator("article.turn .activity")
    expect(activity).to_contain_text("The model is reading")
    expect(activity).to_have_text(re.compile(r"The model is reading\s*· [5-9] s"), timeout=15_000)
    other = start(open_tab(slow_site, beside=page))
    say(other, "And tell me")
    expect(other.locator("article.turn .activity")).to_contain_text("first in line")
    gate.gate.set()
    for waiting in (page, other):
        answered(waiting, 1)
        expect(waiting.locator(".reply")).to_contain_text(SECOND)


def test_a_broken_answer_says_so_and_can_be_retried(slow_site: Site, open_tab: Open, gate: SlowModel) -> None:
    page = start(sign_in(open_tab(slow_site)))
    say(page, "Please fail once")
    expect(page.locator(".failure")).to_contain_text("retry")
    page.get_by_role("button", name="Retry").click()
    answered(page, 1)
    expect(page.locator(".reply")).to_contain_text(SECOND)
    expect(page.locator(".failure")).to_have_count(0)


def test_a_screen_reader_hears_sentences_and_not_the_moving_text(
    slow_site: Site, open_tab: Open, gate: SlowModel
) -> None:
    page = start(sign_in(open_tab(slow_site)))
    say(page, "Tell me something")
    expect(page.locator("#announcer p")).to_have_text(["The first half of the answer stands here."])
    gate.gate.set()
    answered(page, 1)
    expect(page.locator("#announcer p").last).to_have_text(SECOND)
    expect(page.get_by_role("log")).to_have_attribute("aria-live", "off")


# --- The connection -------------------------------------------------------------------------------------------------


def test_a_draft_survives_a_reload(site: Site, open_tab: Open) -> None:
    page = start(sign_in(open_tab(site)))
    page.get_by_label(re.compile("Message to")).fill("Half a thou")
    page.reload()
    expect(page.get_by_label(re.compile("Message to"))).to_have_value("Half a thou")
    page.keyboard.press("Shift+Enter")
    expect(page.locator("article.turn")).to_have_count(0)


def test_what_is_sent_while_the_network_is_away_arrives_once(slow_site: Site, open_tab: Open, gate: SlowModel) -> None:
    page = start(sign_in(open_tab(slow_site)))
    gate.gate.set()
    page.context.set_offline(True)
    expect(page.locator("#connection")).to_have_text("Reconnecting…")
    say(page, "Sent from a tunnel")
    expect(page.get_by_label(re.compile("Message to"))).to_have_value("Sent from a tunnel")
    expect(page.locator("article.turn")).to_have_count(0)
    page.context.set_offline(False)
    answered(page, 1)
    expect(page.locator("#connection")).to_be_hidden()
    expect(page.get_by_label(re.compile("Message to"))).to_have_value("")
    page.reload()
    answered(page, 1)
    assert sum(words.startswith("Sent from a tunnel") for words in gate.asked) == 1


@pytest.mark.long
def test_without_any_socket_the_chat_works_over_http(site: Site, open_tab: Open) -> None:
    page = sign_in(open_tab(site))
    page.route_web_socket(re.compile("/ws/"), lambda socket: socket.close())
    page.goto("/")
    page.get_by_role("button", name="Start a conversation with PA dealing").click()
    page.wait_for_url("**/threads/*/")
    say(page, "I want to buy 2,000 Siemens shares")
    answered(page, 1)
    expect(row(page, "quantity")).to_contain_text("2,000")
    expect(page.get_by_label(re.compile("Message to"))).to_have_value("")


# --- The list -------------------------------------------------------------------------------------------------------


def test_a_conversation_is_found_renamed_and_deleted(site: Site, open_tab: Open) -> None:
    page = start(sign_in(open_tab(site), "colleague"))
    say(page, "I want to sell 10 Apple shares")
    answered(page, 1)
    page.goto("/")
    search = page.get_by_label("Search conversations")
    search.fill("zebra")
    expect(page.get_by_text("Nothing found")).to_be_visible()
    search.fill("apple")
    expect(page.locator(".thread")).to_have_count(1)
    page.get_by_role("button", name=re.compile("^Rename")).click()
    page.get_by_label("Title").fill("My Apple sale")
    page.get_by_role("dialog").get_by_role("button", name="Rename").click()
    expect(page.locator(".thread-title")).to_have_text("My Apple sale")
    page.get_by_role("button", name=re.compile("^Delete")).click()
    expect(page.get_by_role("dialog")).to_contain_text("My Apple sale")
    page.keyboard.press("Escape")
    expect(page.locator(".thread")).to_have_count(1)
    page.get_by_role("button", name=re.compile("^Delete")).click()
    page.get_by_role("dialog").get_by_role("button", name="Delete").click()
    expect(page.get_by_text("No conversations yet.")).to_be_visible()


# --- Every page -----------------------------------------------------------------------------------------------------


@pytest.mark.long
def test_a_phone_never_scrolls_sideways(site: Site, open_tab: Open) -> None:
    page = open_tab(site, viewport=PHONE, has_touch=True, is_mobile=True)
    page.goto("/accounts/login/")
    _fits(page)
    start(sign_in(page))
    say(page, "I want to buy 2,000 Siemens shares, about EUR 262,900 " + "long" * 60)
    answered(page, 1)
    conversation = page.url
    tabs = page.locator(".switch button")
    for size in SMALL:
        page.set_viewport_size(size)
        for address in (conversation, "/", "/pa-dealing/requests/", "/nowhere/"):
            page.goto(address)
            _fits(page)
        page.goto(conversation)
        page.get_by_role("button", name="Trade request").click()
        expect(page.locator("#panel")).to_be_visible()
        _fits(page)
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        other, chosen = tabs.evaluate_all("nodes => nodes.map((node) => getComputedStyle(node).backgroundColor)")
        assert other != chosen, scheme


# A small phone, a usual one, and a screen of 1280 by 800 at twice the size.
SMALL = ({"width": 320, "height": 568}, PHONE, {"width": 640, "height": 400})


def _fits(page: Page) -> None:
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"), page.url
    assert page.evaluate("window.innerWidth") <= page.viewport_size["width"], page.url  # type: ignore[index]


@pytest.mark.long
def test_a_tablet_shows_the_list_of_conversations_beside_the_open_one(site: Site, open_tab: Open) -> None:
    page = start(sign_in(open_tab(site, viewport={"width": 768, "height": 1024}, has_touch=True)))
    say(page, "I want to buy 3 SAP shares")
    answered(page, 1)
    page.reload()
    expect(page.locator(".rail [aria-current]")).to_have_text("I want to buy 3 SAP shares")
    expect(page.locator(".rail [aria-current]")).to_be_visible()
    _fits(page)


@pytest.mark.long
def test_no_page_violates_its_policy(site: Site, open_tab: Open) -> None:
    """The fixture fails on a violation; this goes to the pages, those of the admin and the API's docs included."""
    page = open_tab(site)
    page.goto("/nowhere/")
    page.goto("/accounts/login/")
    page.goto("/admin/login/")
    start(sign_in(page, "admin"))
    say(page, "I want to buy 2,000 Siemens shares")
    answered(page, 1)
    page.locator("details.steps summary").first.click()
    page.goto("/v1/docs/")
    expect(page.locator(".opblock").first).to_be_visible()
    page.locator(".opblock-summary-control").first.click()
    page.goto("/admin/")
    links = page.locator('a[href^="/admin/"]').evaluate_all("links => links.map(link => link.getAttribute('href'))")
    for address in sorted(set(links)):
        if "logout" not in address:
            page.goto(address)
            page.wait_for_load_state("load")
            first = page.locator("#result_list tbody a[href*='/change/']").first
            if first.count():
                first.click()
                page.wait_for_load_state("load")


def test_the_keyboard_is_enough(site: Site, open_tab: Open) -> None:
    page = sign_in(open_tab(site))
    page.keyboard.press("Tab")
    expect(page.get_by_text("Skip to the content")).to_be_focused()
    start(page)
    page.reload()
    page.locator("body").evaluate("body => { document.activeElement.blur(); window.getSelection().removeAllRanges(); }")
    page.keyboard.press("Tab")
    page.get_by_text("Skip to the message box").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_label(re.compile("Message to"))).to_be_focused()
    page.keyboard.type("I want to buy 2,000 Siemens shares")
    page.keyboard.press("Enter")
    answered(page, 1)
    expect(page.get_by_label(re.compile("Message to"))).to_be_focused()
    seen = []
    for _ in range(40):
        page.keyboard.press("Tab")
        seen.append(
            page.evaluate("document.activeElement.closest('#panel, #transcript, #composer, header, nav')?.tagName")
        )
        if page.evaluate("document.activeElement.matches('#panel summary, #panel button')"):
            break
    assert page.evaluate("document.activeElement.closest('#panel') !== null"), seen
    outline = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
    assert outline == "solid"


def test_the_reader_is_left_where_they_read(slow_site: Site, open_tab: Open, gate: SlowModel) -> None:
    page = start(sign_in(open_tab(slow_site, viewport={"width": 1280, "height": 420})))
    gate.gate.set()
    for turn in range(1, 5):
        say(page, f"Question {turn}")
        answered(page, turn)
    gate.gate.clear()
    jump = page.get_by_role("button", name="Jump to latest")
    expect(jump).to_be_hidden()
    page.locator("#scroller").evaluate("node => { node.scrollTop = 0; }")
    expect(jump).to_be_visible()
    page.locator("#scroller").evaluate("node => { node.scrollTop = node.scrollHeight; }")
    expect(jump).to_be_hidden()
    say(page, "One more")
    expect(page.locator("article.turn").last.locator(".reply")).to_contain_text("first half")
    page.locator("#scroller").evaluate("node => { node.scrollTop = 0; }")
    page.wait_for_timeout(100)
    gate.gate.set()
    answered(page, 5)
    assert page.locator("#scroller").evaluate("node => node.scrollTop") == 0
    page.get_by_role("button", name="Jump to latest").click()
    end = "node => node.scrollHeight - node.scrollTop - node.clientHeight"
    assert page.locator("#scroller").evaluate(end) < 5


@pytest.mark.long
def test_earlier_turns_come_by_themselves_and_what_is_read_stays_in_its_place(site: Site, open_tab: Open) -> None:
    page = start(sign_in(open_tab(site)), "Retirement")
    turns, scroller = page.locator("article.turn"), page.locator("#scroller")
    token, address = page.evaluate("window.pages.csrf()"), page.url.replace("/threads/", "/v1/threads/") + "turns/"
    for number in range(56):
        answer = page.request.post(address, data={"message": f"thanks {number}"}, headers={"X-CSRFToken": token})
        assert answer.ok, answer.text()
    page.reload()
    expect(turns).to_have_count(50)
    # What is far above the end is laid out when it is scrolled to, what stands at the end at once.
    visibility = "nodes => nodes.map((node) => getComputedStyle(node).contentVisibility)"
    laid_out = turns.evaluate_all(visibility)
    assert (laid_out[0], laid_out[-1]) == ("auto", "visible")
    read = turns.first.get_attribute("id")
    scroller.evaluate("node => { node.scrollTop = 0; }")
    expect(turns).to_have_count(56)
    page.wait_for_timeout(200)
    top = page.locator(f"#{read}").bounding_box()
    assert top is not None
    assert abs(top["y"] - scroller.bounding_box()["y"]) < 120  # type: ignore[index]
    expect(page.locator("#earlier")).to_have_count(0)
