"""What each number of a text is: an amount, a share, a rate, a rank, a day, a year or an hour, and with which sign."""

from __future__ import annotations

from decimal import Decimal

import pytest

from wording.amounts.numbers import find_numbers


def read(text: str) -> list[tuple[str, Decimal | float]]:
    return [(number.kind, number.value) for number in find_numbers(text)]


def cardinals(*values: str) -> list[tuple[str, Decimal | float]]:
    return [("cardinal", Decimal(value)) for value in values]


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("it is 2^-3", ["0.125"]),
        ("2^+3", ["8"]),
        ("2^64", ["18446744073709551616"]),
        ("2^65", ["2", "65"]),
        ("0^2", ["0"]),
        ("0^-1", ["0", "1"]),
        ("x^2", ["2"]),
        ("-2^2", ["4"]),
        ("-2^3", ["-8"]),
        ("-2^12", ["4096"]),
        ("-2^21", ["-2097152"]),
        ("the change is -2^-2", ["0.25"]),
        ("(-2)^2", ["-2", "2"]),
        ("x ^ -4", ["-4"]),
        ("-2.5 million^2", ["6250000000000"]),
        ("minus two hundred and forty^2", ["57600"]),
        ("7 over 8 of them", ["7", "8"]),
        ("3 over 0", ["3", "0"]),
    ],
)
def test_a_power_is_read_with_the_sign_of_its_base_and_not_beyond_reason(text: str, values: list[str]) -> None:
    assert read(text) == cardinals(*values)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1/2^2", [("fraction", 0.5), ("cardinal", 2)]),
        ("2^1/2", [("cardinal", 2), ("fraction", 0.5)]),
        ("2 over 1/2", [("cardinal", 2), ("fraction", 0.5)]),
        ("we paid 5 over 2", [("fraction", 2.5)]),
        ("half", [("fraction", 0.5)]),
        ("sell half", []),
        ("sell half my shares", []),
        ("a quarter and more", [("fraction", 0.25)]),
        ("one quarter ago", [("cardinal", 1)]),
        ("we sold about two quarters ago", [("cardinal", 2)]),
        ("three quarters of it", [("fraction", 0.75)]),
        ("a third party", [("ordinal", 3)]),
        ("-½", [("fraction", -0.5)]),
    ],
)
def test_a_share_stands_alone_or_is_of_something(text: str, expected: list[tuple[str, float]]) -> None:
    assert read(text) == expected


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("about -5", ["-5"]),
        ("$-5", ["-5"]),
        ("(-5)", ["-5"]),
        ("it will be - 5 then", ["-5"]),
        ("sold -7 and -8", ["-7", "-8"]),
        ("we say minus five hundred", ["-500"]),
        ("- five", ["5"]),
        ("-five", ["5"]),
        ("3 -5", ["3", "5"]),
        ("5 6 -7", ["5", "6", "7"]),
        ("minus", []),
        ("5 -", ["5"]),
        ("a million -19", ["1000000", "19"]),
        ("COVID- 19", ["19"]),
        ("our COVID-19 plan", []),
        ("the lot-5 units", []),
        ("twenty-5", ["20", "5"]),
        ("twenty-one-5", ["21", "5"]),
        ("we pay EUR-5", ["5"]),
        ("pre-fifty", ["50"]),
    ],
)
def test_a_dash_is_a_sign_a_hyphen_or_a_dash(text: str, values: list[str]) -> None:
    assert read(text) == cardinals(*values)


def test_a_sign_is_of_every_reading_of_its_number() -> None:
    (number,) = find_numbers("- 2 500")
    assert [int(value) for value in (number.value, *number.alternatives)] == [-2500, -2, -500]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("minus second", [("ordinal", 2)]),
        ("twenty-first", [("ordinal", 21)]),
        ("20 - first", [("cardinal", 20), ("ordinal", 1)]),
        ("twenty, first of all", [("cardinal", 20), ("ordinal", 1)]),
        ("25 basis points", [("percent", 0.25)]),
        ("50 bp", [("percent", 0.5)]),
        ("25 basis", [("cardinal", 25)]),
        ("5 more points", [("cardinal", 5)]),
        ("5 a point", [("cardinal", 5)]),
        ("fifty per cent and 7 more", [("percent", 50), ("cardinal", 7)]),
        ("5 rotten cent", [("cardinal", 5)]),
        ("half past 9", [("time", 9)]),
        ("they met there at a quarter past nine", [("time", 9)]),
        ("at nine o'clock", [("time", 9)]),
        ("past 9", [("cardinal", 9)]),
        ("way past 9", [("cardinal", 9)]),
    ],
)
def test_a_rank_a_rate_and_an_hour_are_told_by_the_words_beside_them(
    text: str, expected: list[tuple[str, float]]
) -> None:
    assert read(text) == expected


@pytest.mark.parametrize("text", ["25 basis points", "50 bps", "fifty per cent", "7%"])
def test_a_rate_ends_with_its_unit(text: str) -> None:
    assert [number.text for number in find_numbers(f"{text} of it")] == [text]


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("a blue one", []),
        ("please sell them the blue one", []),
        ("in the very best one", []),
        ("that is the second one", [2]),
        ("blue one", [1]),
        ("we did buy from them one", [1]),
        ("the one share", [1]),
        ("the 5 one", [5, 1]),
    ],
)
def test_one_stands_for_a_thing_where_it_is_described(text: str, values: list[int]) -> None:
    assert [number.value for number in find_numbers(text)] == values


@pytest.mark.parametrize(
    "text",
    [
        "in 1900",
        "in 2099",
        "in 2010, we",
        "the 2010s",
        "the year 2020",
        "monday 2010",
        "they never met again in 2010",
        "June 2024",
        "2024, May",
        "it is due on June, 4",
        "the May 4",
        "May the 4th",
        "31 of June",
        "June 31",
        "June the fourth",
        "the fourth of June",
        "it is due on the 4 June",
    ],
)
def test_a_day_and_a_year_are_no_amounts(text: str) -> None:
    assert [number.kind for number in find_numbers(text)] == ["date"]


def test_a_day_and_its_year_are_both_of_the_date() -> None:
    assert read("we have sold it on June 4 2024") == [("date", 4), ("date", 2024)]


@pytest.mark.parametrize(
    "text",
    [
        "in 1899",
        "in 2100",
        "since 1,990",
        "since 2010 shares",
        "in 2010 €",
        "in 2010 thousand",
        "1980 s",
        "2010kg",
        "2010x of them",
        "June 1899",
        "June 32",
        "June shares 5",
        "over 2024 in May",
        "I may 5",
        "March with us: 4, may I",
    ],
)
def test_what_is_neither_a_day_nor_a_year_of_ours_is_an_amount(text: str) -> None:
    (number,) = find_numbers(text)
    assert number.kind == "cardinal"
