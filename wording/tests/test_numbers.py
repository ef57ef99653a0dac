"""Numbers in digits and in words. The sentences are the project's own."""

import json
import os
from decimal import Decimal
from pathlib import Path

import pytest

from tests.growth import assert_linear
from wording.amounts.money import find_currencies, find_money
from wording.amounts.numbers import find_numbers
from wording.amounts.quantities import classify_numbers

SHARED_DATA = Path(os.environ.get("SHARED_DATA_DIR") or Path(__file__).parents[3] / "shared" / "data")
LONG = 100_000


def amounts(text: str) -> list[Decimal]:
    return [number.value for number in find_numbers(text) if number.is_amount]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("we own 4,250 of them", "4250"),
        ("88,12,345.50 in the ledger", "8812345.50"),
        ("71.300,25 on the invoice", "71300.25"),
        ("6'400.75 on the statement", "6400.75"),
        ("8 765 432", "8765432"),
        ("8\u00a0765\u202f432", "8765432"),
        ("12.50", "12.5"),
        (".35 of it", "0.35"),
        ("0045", "45"),
        ("７８９", "789"),
        ("٩٨", "98"),
        ("2e6", "2000000"),
        ("1.5^2", "2.25"),
    ],
)
def test_digits_are_read_in_every_grouping(text: str, value: str) -> None:
    assert amounts(text) == [Decimal(value)]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("37k", "37000"),
        ("37 k", "37000"),
        ("2.4m", "2400000"),
        ("2.4 mln", "2400000"),
        ("7bn", "7000000000"),
        ("3T", "3000000000000"),
        ("4 lakh", "400000"),
        ("1.5 crore", "15000000"),
        ("2,345.5 million", "2345500000"),
        ("18 hundred", "1800"),
        ("3 million 400 thousand", "3400000"),
        ("2½ million", "2500000"),
    ],
)
def test_a_scale_multiplies_the_digits_before_it(text: str, value: str) -> None:
    assert amounts(text) == [Decimal(value)]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("seventy-three", "73"),
        ("seventy three", "73"),
        ("four hundred and nineteen", "419"),
        ("four hundred nineteen", "419"),
        ("three hundred and six thousand", "306000"),
        ("sixty-two million one hundred forty thousand nine", "62140009"),
        ("eight hundred thousand", "800000"),
        ("a thousand and two", "1002"),
        ("seventeen hundred", "1700"),
        ("thirty five hundred", "3500"),
        ("two forty five", "245"),
        ("six point oh four", "6.04"),
        ("point nine", "0.9"),
        ("three point two billion", "3200000000"),
        ("half a billion", "500000000"),
        ("a quarter of a million", "250000"),
        ("three and a half thousand", "3500"),
        ("one and a quarter million", "1250000"),
        ("four dozen", "48"),
        ("half a dozen", "6"),
        ("five thousand millions", "5000000000"),
        ("seven grand", "7000"),
    ],
)
def test_number_words_are_read(text: str, value: str) -> None:
    assert amounts(text) == [Decimal(value)]


@pytest.mark.parametrize(
    ("text", "value"),
    [("-48", "-48"), ("\u221248", "-48"), ("minus 4,800", "-4800"), ("negative nine", "-9"), ("- 3 k", "-3000")],
)
def test_a_sign_makes_a_number_negative(text: str, value: str) -> None:
    assert amounts(text) == [Decimal(value)]


@pytest.mark.parametrize("text", ["- 400 units of Philips", "pages 3-400", "units - 400 of them"])
def test_a_dash_is_not_a_sign(text: str) -> None:
    assert amounts(text)[-1] == 400


@pytest.mark.parametrize(
    ("text", "value"),
    [("5/8", 0.625), ("3 1/2", 3.5), ("⅔", 2 / 3), ("three sevenths", 3 / 7), ("a tenth", 0.1), ("7 over 8", 0.875)],
)
def test_fractions_are_read_and_marked(text: str, value: float) -> None:
    (number,) = find_numbers(text)
    assert number.kind == "fraction"
    assert float(number.value) == pytest.approx(value)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("12%", "percent"),
        ("twelve per cent", "percent"),
        ("the 3rd", "ordinal"),
        ("the twenty-second", "ordinal"),
        ("2023-11-30", "date"),
        ("30/11/2023", "date"),
        ("on 30 November", "date"),
        ("in 2021", "date"),
        ("16:45", "time"),
        ("at 9 30", "time"),
        ("9 a.m.", "time"),
        ("+44 20 7946 0018", "phone"),
    ],
)
def test_what_is_no_amount_is_marked(text: str, kind: str) -> None:
    (number,) = find_numbers(text)
    assert number.kind == kind
    assert not number.is_amount


@pytest.mark.parametrize(
    "text",
    [
        "US5949181045",
        "Q4 and H1",
        "B2C",
        "COVID-19",
        "release 4.5.6.7",
        "the second one",
        "that one",
        "one of my brokers",
        "a cheaper one",
        "a few hundred",
        "several thousand",
        "dozens of trades",
        "someone phoned",
        "9" * 40,
    ],
)
def test_nothing_is_read_where_nothing_is_counted(text: str) -> None:
    assert amounts(text) == []


@pytest.mark.parametrize(
    ("text", "value", "other"),
    [
        ("4.321", "4.321", "4321"),
        ("2,5", "2.5", "25"),
        ("3 250", "3250", "3"),
        ("6mm", "6", "6000000"),
        ("a million and a half", "1500000", None),
    ],
)
def test_two_readings_are_both_kept(text: str, value: str, other: str | None) -> None:
    (number,) = find_numbers(text)
    assert number.value == Decimal(value)
    assert number.ambiguous
    assert other is None or Decimal(other) in number.alternatives


@pytest.mark.parametrize("text", ["4,321", "4.32", "0.125", "4 321 000", "1234.567"])
def test_a_conventional_grouping_is_not_ambiguous(text: str) -> None:
    assert not find_numbers(text)[0].ambiguous


def test_a_couple_is_two_but_approximate() -> None:
    (number,) = find_numbers("a couple of thousand")
    assert number.value == 2000
    assert number.approximate


def test_spans_are_offsets_in_the_original_text() -> None:
    text = "İstanbul’da １２３ lots, then forty-one thousand"
    assert [text[n.start : n.end] for n in find_numbers(text)] == ["１２３", "forty-one thousand"]
    assert all(text[n.start : n.end] == n.text for n in find_numbers(text))


GARBAGE = [
    "1",
    "1,",
    "111 ",
    "one ",
    "one and ",
    "million ",
    "half a ",
    "point five ",
    "$",
    "- ",
    "1/",
    "a1",
    "2^",
    "½",
]


@pytest.mark.long
@pytest.mark.parametrize("piece", GARBAGE)
def test_time_is_linear_in_garbage(piece: str) -> None:
    # Money is found by the numbers, which are found on the way.
    assert_linear(lambda size: find_money(piece * (size // len(piece))), LONG)


def test_naughty_strings_never_raise() -> None:
    path = SHARED_DATA / "robustness" / "blns.json"
    if not path.exists():
        pytest.skip(f"the list of naughty strings is not at {path}")
    for text in json.loads(path.read_text()):
        assert all(text[n.start : n.end] == n.text for n in find_numbers(text))
        assert all(text[m.start : m.end] == m.text for m in find_money(text))
        find_currencies(text)
        classify_numbers(text)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("zweitausend Aktien kaufen", 2000),
        ("einundzwanzig", 21),
        ("fünfhunderttausend Euro", 500_000),
        ("zwei Millionen Euro", 2_000_000),
        ("12,5 Tsd. EUR", 12_500),
        ("vijftienhonderd aandelen", 1500),
        ("tweeëntwintig", 22),
        ("ik ben achtenvijftig", 58),
        ("anderhalf miljoen euro", 1_500_000),
        ("deux mille actions", 2000),
        ("quatre-vingt-dix-sept titres", 97),
        ("soixante et onze ans", 71),
        ("1,2 million d'euros", 1_200_000),
        ("cinq cents euros", 500),
        ("dos mil acciones", 2000),
        ("tengo cincuenta y ocho años", 58),
        ("treinta y cinco mil", 35_000),
        ("quiero vender por 50 mil dólares", 50_000),
        ("un millón de dólares", 1_000_000),
        ("tremilacinquecento azioni", 3500),
        ("ventuno", 21),
        ("trinta e cinco", 35),
    ],
)
def test_number_words_of_other_languages_are_read(text: str, value: int) -> None:
    (number,) = find_numbers(text)
    assert (number.value, number.alternatives) == (value, ())


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("I once sold six shares due in mil", [6]),
        ("the elf has ten cents", [10]),
        ("a vent in the mall, due sept", []),
        ("six cents", [6]),
        ("acht shares", []),
        ("mille feuille", []),
        ("deux trois", [2, 3]),
    ],
)
def test_a_word_that_means_something_else_in_english_is_no_number_of_another_language(
    text: str, values: list[int]
) -> None:
    assert [number.value for number in find_numbers(text)] == values
