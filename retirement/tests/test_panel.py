"""The panel beside the chat, the admin's pages and the hand-over pack, as people see them."""

from __future__ import annotations

import re
from io import BytesIO

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone
from pypdf import PdfReader

from chat import assistants
from retirement.checklist.topics import Topic
from retirement.pages.panel import quote_at, score_in_words
from retirement.tests.shared import Desk


@pytest.fixture
def talked(desk: Desk) -> Desk:
    desk.tool(
        "information",
        "Let me think. Our mortgage is paid off since 2019 & we like it. Next.",
        topic="housing_geography",
        value="Mortgage was paid off in 2019",
        fact_type="mortgage",
    )
    desk.score(housing_geography=45)
    return desk


def panel_of(desk: Desk, client: Client) -> str:
    client.force_login(desk.owner)
    answer = client.get(f"/threads/{desk.thread.pk}/panel/")
    assert answer.status_code == 200
    return answer.content.decode()


def test_an_empty_panel_shows_the_eight_topics_with_nothing_known(desk: Desk, client: Client) -> None:
    html = panel_of(desk, client)
    assert all(topic.short_label.replace("&", "&amp;") in html for topic in Topic)
    assert html.count("Nothing is known yet.") == 16
    assert html.count("not weighed yet") == 16


def test_a_fact_shows_the_sentence_it_came_from_with_its_words_marked(talked: Desk, client: Client) -> None:
    html = panel_of(talked, client)
    quote = re.search(r"<blockquote.*?</blockquote>", html, re.DOTALL)
    assert quote is not None
    assert "mortgage is paid off since 2019</mark> &amp; we like it." in quote[0]
    assert "Let me think" not in quote[0]
    assert "Next" not in quote[0]


def test_thats_wrong_puts_a_sentence_into_the_composer(talked: Desk, client: Client) -> None:
    assert 'data-example="That\'s wrong: “Mortgage was paid off in 2019”. It is "' in panel_of(talked, client)


def test_both_thermometers_stand_in_words_and_as_a_chart_and_never_as_a_number(talked: Desk, client: Client) -> None:
    html = panel_of(talked, client)
    assert "partly understood" in html
    assert "A little is known" in html
    assert html.count("<rect") == 4 * len(Topic)
    shown = re.sub(r"<[^>]*>", "", html)
    assert not re.search(r"\b45\b|%", shown)


def test_the_panel_has_no_inline_style_or_script(talked: Desk, client: Client) -> None:
    assert not re.search(r"\sstyle=|<style|<script|\son\w+=", panel_of(talked, client))


def test_what_a_person_said_is_text_and_not_markup(desk: Desk, client: Client) -> None:
    bad = "<img src=x onerror=alert(1)>\"'><b>"
    desk.tool("information", f"My dream: {bad}", topic="lifestyle_purpose", value=bad, fact_type=bad)
    html = panel_of(desk, client)
    assert "<img" not in html
    assert "<b>" not in html


def test_a_corrected_fact_leaves_the_panel(desk: Desk, client: Client) -> None:
    desk.fact(value="Owns a house", fact_type="home")
    desk.fact(value="Rents a flat", fact_type="home")
    html = panel_of(desk, client)
    assert "Rents a flat" in html
    assert "Owns a house" not in html
    assert "This corrects what you said before." in html


@pytest.mark.parametrize(
    ("text", "words", "shown"),
    [
        ("One. I am 58 years old! Two.", "58", "I am [58] years old!"),
        ("I am 58", "58", "I am [58]"),
        ("x" * 3_000 + " 58 " + "y" * 3_000, "58", None),
    ],
    ids=["sentence", "all", "long"],
)
def test_a_quote_is_the_sentence_around_the_words(text: str, words: str, shown: str | None) -> None:
    start = text.index(words)
    quote = quote_at(text, start, start + len(words))
    whole = f"{quote['before']}[{quote['words']}]{quote['after']}"
    assert whole == shown or (shown is None and len(whole) < 1_000)


def test_a_quote_of_a_sentence_without_an_end_is_cut_between_words() -> None:
    text = "and then we moved again " * 40 + "when I was 58 " + "and so it went on and on " * 40
    quote = quote_at(text, text.index("58"), text.index("58") + 2)
    assert re.match(r"… (and|then|we|moved|again) ", quote["before"])
    assert re.search(r" (and|so|it|went|on) …$", quote["after"])


def test_every_score_has_its_words_and_none_a_number() -> None:
    words = [score_in_words(score) for score in [None, *range(101)]]
    assert len(set(words)) == 6
    assert not any(re.search(r"\d", word) for word in words)


def pages_of(desk: Desk, client: Client, language: str = "en-GB") -> list[str]:
    """The texts of the pages of the hand-over pack."""
    client.force_login(desk.owner)
    answer = client.get(f"/v1/retirement/threads/{desk.thread.pk}/handover.pdf", HTTP_ACCEPT_LANGUAGE=language)
    assert answer["Content-Type"] == "application/pdf"
    day = f"{timezone.now():%Y-%m-%d}"
    assert f'filename="retirement-handover-{day}-{str(desk.thread.pk)[:8]}.pdf"' in answer["Content-Disposition"]
    return [" ".join(page.extract_text().split()) for page in PdfReader(BytesIO(answer.content)).pages]


def test_the_hand_over_pack_has_a_cover_and_holds_sentences_and_what_is_open(talked: Desk, client: Client) -> None:
    cover, *pages = pages_of(talked, client)
    assert "Nothing here was verified" in cover
    assert f"page 1 of {len(pages) + 1}" in cover
    text = " ".join(pages)
    for expected in ("Mortgage was paid off in 2019", "since 2019 & we like it", "Open, and why it matters"):
        assert expected in text
    assert all(str(topic.short_label) in text for topic in Topic)


def test_the_hand_over_tells_each_sentence_once_with_all_that_was_noted_of_it(desk: Desk, client: Client) -> None:
    desk.say("I'm 58 and my wife is 61")
    text = " ".join(pages_of(desk, client))
    assert text.count("“I'm 58 and my wife is 61.”") == 1
    assert "Your partner's age" in text


def test_the_hand_over_says_no_words_of_a_sentence_again_below_it(desk: Desk, client: Client) -> None:
    desk.say("Actually I want to stop working at 65.")
    text = " ".join(pages_of(desk, client))
    assert text.count("stop working at 65") == 1
    assert "When you want to retire" in text


def test_the_hand_over_tells_what_was_said_in_two_ways_and_each_sum_with_its_inputs(desk: Desk, client: Client) -> None:
    desk.say("I want to stop working at 64. I have $400,000 in my 401(k).")
    desk.say("What is 4% of 400,000 a month?")
    desk.say("Actually I want to stop working at 66")
    text = " ".join(pages_of(desk, client))
    assert "“I want to stop working at 64.” Later that day" in text
    assert "Why it matters: It tells how long you still earn" in text
    assert "Formula: $400,000 x 4% / 12. With: " in text
    assert "amount $400,000" in text


def test_an_amount_of_a_sum_has_the_currency_in_which_it_was_said_and_no_other(desk: Desk, client: Client) -> None:
    desk.say("I have EUR 400,000 in the bank.")
    desk.say("What is 4% of 400,000 a month?")
    desk.say("What is 5% of 300,000?")
    text = " ".join(pages_of(desk, client))
    assert "amount EUR 400,000" in text
    assert "amount 300000" in text


def test_the_hand_over_tells_of_two_facts_that_stand_and_disagree(desk: Desk, client: Client) -> None:
    for topic, fact_type, values in (
        (Topic.LONGEVITY_INFLATION, "age", ("58 years old", "60 years old")),
        (Topic.HOUSING_GEOGRAPHY, "mortgage", ("Has a mortgage", "Has no mortgage")),
        (Topic.INCOME_CASH_FLOW, "savings", ("$20,000 in savings", "$30,000 in savings")),
    ):
        for number, value in enumerate(values, start=1):
            desk.fact(topic, value, fact_type=fact_type if number == 1 else f"{fact_type}_{number}")
    text = " ".join(pages_of(desk, client))
    two_ways = text.partition("What was said in two ways")[2].partition("Income Stability")[0]
    assert two_ways.count("Both stand here; nobody has said which one holds.") == 2
    for words in ("58 years old", "60 years old", "Has a mortgage", "Has no mortgage", "Why it matters: "):
        assert words in two_ways
    assert "in savings" not in two_ways


def test_every_open_point_has_its_why_however_many_a_topic_has(desk: Desk) -> None:
    from retirement.pages import handover

    topics = handover.context_of(desk.thread)["topics"]
    also = [point for topic in topics for point in topic["also_open"]]
    assert also
    assert all(point["why"] for topic in topics for point in topic["open"] + topic["also_open"])


MORE_JUDGED, MORE_ANSWERED = "more is known than the list", "More of the list is answered"


@pytest.mark.parametrize(("score", "expected"), [(90, [MORE_JUDGED]), (17, []), (0, [MORE_ANSWERED])])
def test_where_the_two_bars_part_the_panel_says_how(
    desk: Desk, client: Client, score: int, expected: list[str]
) -> None:
    desk.fact(Topic.LONG_TERM_CARE, "Has long-term care insurance", fact_type="ltc_insurance")
    desk.score(long_term_care=score)
    html = panel_of(desk, client)
    assert [text for text in (MORE_JUDGED, MORE_ANSWERED) if text in html] == expected


def test_the_hand_over_pack_has_dutch_labels_on_a_dutch_page_and_the_persons_words(
    talked: Desk, client: Client
) -> None:
    cover, *pages = pages_of(talked, client, "nl")
    assert "Niets hiervan is nagegaan" in cover
    assert f"pagina 1 van {len(pages) + 1}" in cover
    text = " ".join(pages)
    for words in ("In één oogopslag", "Wonen en", "Nog open:", "Open, en waarom het ertoe doet", "paid off in 2019"):
        assert words in text
    for words in ("At a glance", "Still open", "Nothing is known"):
        assert words not in text


def test_a_hand_over_pack_of_strange_facts_is_made(desk: Desk) -> None:
    from retirement.pages import handover

    for text in ("<table><tr>", "{{ x }}", "🏖️ ﷺ", "w" * 2_000, "&nbsp;</td>"):
        desk.fact(Topic.LIFESTYLE_PURPOSE, text)
    assert handover.pdf_of(desk.thread).startswith(b"%PDF")


def test_the_terminal_shows_the_state_and_chooses_the_prompt(talked: Desk) -> None:
    assistant = assistants.get("retirement")
    assert "Mortgage was paid off in 2019" in str(assistant.command("state", talked.thread, talked.owner))
    assert assistant.command("readiness", talked.thread, talked.owner)
    assert talked.record.plan.prompt == "readiness"
    assert assistant.command("submit", talked.thread, talked.owner) is None


def test_the_admin_lists_threads_and_shows_the_timeline_to_read(talked: Desk, admin: User, client: Client) -> None:
    talked.tool(
        "information",
        "No, it was paid off in 2020",
        topic="housing_geography",
        value="Paid off in 2020",
        fact_type="mortgage",
    )
    client.force_login(admin)
    listed = "/admin/retirement/retirementthread/"
    for query in ("", "?topic=housing_geography", "?prompt=completeness", "?q=employee"):
        assert str(talked.thread.pk) in client.get(listed + query).content.decode()
    for query in ("?topic=long_term_care", "?prompt=readiness"):
        assert str(talked.thread.pk) not in client.get(listed + query).content.decode()
    page = client.get(f"{listed}{talked.thread.pk}/change/").content.decode()
    assert "corrected later" in page
    assert "Housing &amp; Geography 45" in page
    assert "The whole picture" in page
    assert 'type="submit"' not in page.partition("timeline")[2].partition("</form>")[0]
    assert client.post(f"{listed}{talked.thread.pk}/change/", {"title": "x"}).status_code == 403


def test_the_admins_pages_are_not_for_officers(talked: Desk, officer: User, client: Client) -> None:
    client.force_login(officer)
    assert client.get("/admin/retirement/retirementthread/").status_code == 403
