"""Values in a contract are found and written in each other's style; instructions are read as operations; redlines."""

from __future__ import annotations

import pytest

from investor_review.edits.by_rules import propose_by_rule
from investor_review.edits.plan import Change, Edit, plan_edits
from investor_review.edits.redline import compared, redlines
from investor_review.edits.value_style import in_words
from investor_review.edits.values import find_values, in_style_of, said_twice, unsupported
from investor_review.edits.voice import misspoken
from investor_review.edits.words import Operation, read_instruction
from tests.growth import assert_linear


@pytest.mark.parametrize(
    ("old", "new", "written"),
    [
        ("annual", "quarterly", "quarterly"),
        ("annually", "every quarter", "quarterly"),
        ("each year", "monthly", "each month"),
        ("once a year", "twice a year", "twice a year"),
        ("once a year", "semi-annual", "semi-annually"),
        ("ANNUAL", "quarterly", "QUARTERLY"),
        ("thirty (30) days", "60 days", "sixty (60) days"),
        ("Thirty business days", "45 days", "Forty-five business days"),
        ("30-day", "60 days", "60-day"),
        ("one year", "2 years", "two years"),
        ("twelve months", "a single quarter", None),
        ("five percent (5%)", "3%", "three percent (3%)"),
        ("2.5%", "3%", "3%"),
        ("EUR 5,000,000.00", "EUR 3m", "EUR 3,000,000.00"),
        ("$5 million", "$3.5 million", "$3.5 million"),
        ("€ 1.500.000,00", "€2m", "€ 2.000.000,00"),
        ("EUR 5,000,000", "USD 3m", "USD 3m"),
        ("Twenty-Five Thousand Dollars ($25,000)", "$40,000", "Forty Thousand Dollars ($40,000)"),
        ("five billion dollars", "$250,000", "$250,000"),
        ("December 31, 2026", "31 March 2027", "31 March 2027"),
        ("shall", "may", "may"),
        ("Shall", "must", "Must"),
    ],
)
def test_a_value_is_written_as_the_one_that_it_replaces(old: str, new: str, written: str | None) -> None:
    [before] = find_values(old)
    assert (before.start, before.end) == (0, len(old))
    after = [value for value in find_values(new) if value.kind == before.kind]
    assert (in_style_of(before, after[0]) if after else None) == written


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("at a rate of 5% per annum", ["percent"]),
        ("the third Business Day", []),
        ("in May 2026 the Buyer may pay", ["duty"]),
        ("Section 4.2(b)", ["number"]),
        ("USD 250,000 within 30 days", ["money", "period"]),
    ],
)
def test_what_is_no_value_of_a_kind_is_not_taken_for_one(text: str, kinds: list[str]) -> None:
    assert [value.kind for value in find_values(text)] == kinds


@pytest.mark.parametrize(
    ("number", "words"),
    [(0, "zero"), (13, "thirteen"), (65, "sixty-five"), (364, "three hundred sixty-four"), (25_000, "twenty-five thousand"), (3_000_000, "three million")],
)  # fmt: skip
def test_numbers_in_words(number: int, words: str) -> None:
    assert in_words(number) == words


@pytest.mark.parametrize(
    ("words", "operations"),
    [
        ("for the audit clause say quarterly instead", [Operation("say", "quarterly", "the audit clause")]),
        ("replace 'annual' with 'quarterly'", [Operation("replace", "quarterly", old="annual", is_quoted=True)]),
        ("'may' rather than 'shall', please", [Operation("replace", "may", old="shall", is_quoted=True)]),
        ("shall -> may", [Operation("replace", "may", old="shall")]),
        ("delete the non-compete clause", [Operation("delete", hint="non-compete", unit="clause")]),
        ('remove "without limitation" everywhere', [Operation("delete", old="without limitation", is_quoted=True, is_everywhere=True)]),
        ("add: The fee is fixed; it never grows.", [Operation("insert", "The fee is fixed; it never grows.")]),
        ("make it 60 days and delete the last sentence", [Operation("say", "60 days"), Operation("delete", hint="last", unit="sentence")]),
        ("Ok. I accept the suggestion.", [Operation("take")]),
        ("yes, but make it quarterly", [Operation("say", "quarterly")]),
        ("leave it as it is", [Operation("keep")]),
        ("", []),
        ("5: 200 dollars instead of 250", [Operation("replace", "200 dollars", old="250")]),
        ("for the fourth: say quarterly", [Operation("say", "quarterly")]),
        ("2. make it quarterly", [Operation("say", "quarterly")]),
        ("on the fee: say EUR 3m", [Operation("say", "EUR 3m", "the fee")]),
    ],
)  # fmt: skip
def test_an_instruction_is_read_as_what_it_asks_for(words: str, operations: list[Operation]) -> None:
    assert read_instruction(words) == operations


def test_a_redline_shows_words_and_escapes_them() -> None:
    text = "Before. The fee <b>is</b> annual & due. After."
    start = text.index("annual")
    [redline] = redlines(text, [Edit("i", start, start + 6, "quarterly <script>", "")])
    assert redline.before == "The fee <b>is</b> annual & due."
    assert redline.after == "The fee <b>is</b> quarterly <script> & due."
    assert redline.html() == (
        "The fee &lt;b&gt;is&lt;/b&gt; <del>annual</del><ins>quarterly &lt;script&gt;</ins> &amp; due."
    )


def test_a_comparison_of_words_keeps_what_stays() -> None:
    parts = compared(
        "The fee is due within thirty days of the order.", "The fee is due within sixty days of the order."
    )
    assert parts == [
        ("same", "The fee is due within "),
        ("del", "thirty"),
        ("ins", "sixty"),
        ("same", " days of the order."),
    ]
    assert compared("November 24, 1976", "31 March 2027") == [("del", "November 24, 1976"), ("ins", "31 March 2027")]


def test_redlines_of_a_long_text_take_linear_time() -> None:
    text = "The Supplier shall deliver the goods. " * 17_000
    edits = [Edit(f"i{n}", n * 3800 + 4, n * 3800 + 12, "Buyer", "") for n in range(150)]
    assert_linear(lambda size: redlines(text[: size * 3800 + 100], edits[:size]), 150)
    drawn = redlines(text, edits)
    assert all(redline.parts[1] == ("del", "Supplier") for redline in drawn)


def test_a_number_in_words_and_figures_is_one_value_whichever_half_is_named() -> None:
    text = "The fee is due within thirty (30) days of the notice."
    for half in ("thirty", "30"):
        start = text.index(half)
        whole = said_twice(text, start, start + len(half))
        assert whole is not None
        assert text[whole.start : whole.end].startswith("thirty (30)")
    assert said_twice("due within 30 days", 11, 13) is None


@pytest.mark.parametrize(
    ("words", "added"),
    [
        ("1: have an independent auditor check the figures", ""),
        ("4 - the records are kept for seven years", "The records are kept for seven years."),
        ("for the fourth: the Company shall keep records", "The Company shall keep records."),
        ("Require Primus KK to report its energy use", "Primus KK shall report its energy use."),
    ],
)
def test_the_finding_that_words_are_said_to_is_no_part_of_the_contract(words: str, added: str) -> None:
    text = "The licence fee is due at once."
    plan = plan_edits(text, [Change("i1", "Fee", words, (text,))], propose_by_rule)
    assert "".join(edit.replacement for edit in plan.edits).strip() == added


def test_a_wording_that_begins_with_its_finding_is_not_put_into_a_contract() -> None:
    assert misspoken("The fee is due.", 15, 15, " For the second: the fee is paid.")
    assert misspoken("The fee is due.", 15, 15, " 1: have it checked.")
    assert not misspoken("The fee is due.", 15, 15, " On the second day the fee is paid: all of it.")


STATED = """by 3 March 2025|laat het eindigen op 3 maart 2025|by 3 April 2025|by 4 March 2025|by 3 March 2026
until March 3, 2025|bis zum 3. März 2025|until March 5, 2025|until May 3, 2025|until March 3, 2024
on 1 October 2026|à partir du 1er octobre 2026|on 1 November 2026|on 2 October 2026|on 1 October 2025
in June 2027|en junio de 2027|in July 2027|in June 2028|on 7 July 2027
from 31 December 2025|od 31 grudnia 2025 r.|from 31 October 2025|from 30 December 2025|from 31 December 2024
on 4 March 2025|effective 03/04/2025|on 5 March 2025|on 4 May 2025|on 4 March 2024""".splitlines()


@pytest.mark.parametrize("case", STATED)
def test_a_date_of_a_wording_is_stated_by_the_investors_words_in_any_language_and_no_other_is(case: str) -> None:
    wording, instruction, *others = case.split("|")
    assert unsupported(f"The notice ends {wording}.", instruction) == []
    assert [other for other in others if not unsupported(f"The notice ends {other}.", instruction)] == []


def test_a_day_and_a_month_of_two_dates_make_no_third() -> None:
    source = "From 3 March 2025, and again from 4 April 2026."
    assert unsupported("From 3 March 2025.", source) == []
    assert unsupported("From 3 April 2025.", source) == ["date 3 April 2025"]
