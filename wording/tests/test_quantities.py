"""The roles of numbers in a sentence about a trade."""

from typing import Any

import pytest

from wording.amounts import find_currencies, find_money, find_numbers, numbers
from wording.amounts.quantities import classify_numbers


def roles(text: str) -> list[tuple[str, str]]:
    return [(item.role, str(item.number.value)) for item in classify_numbers(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "Buy 750 units of Philips at 23.40, about 17,550",
            [("quantity", "750"), ("price", "23.40"), ("money", "17550")],
        ),
        ("sell 12 contracts @ 99.5", [("quantity", "12"), ("price", "99.5")]),
        ("80 ordinary shares, 5.10 per share", [("quantity", "80"), ("price", "5.10")]),
        ("80 shares worth EUR 408", [("quantity", "80"), ("money", "408")]),
        ("80 shares at €5.10 each", [("quantity", "80"), ("price", "5.10")]),
        ("a total of 408", [("money", "408")]),
        ("the value is 408", [("money", "408")]),
        ("408 worth of Philips", [("money", "408")]),
        ("qty: 80", [("quantity", "80")]),
        ("80x Philips", [("quantity", "80")]),
        ("80", [("bare", "80")]),
        ("half on 3 May 2024", [("date", "3"), ("date", "2024")]),
        ("15% of it", [("percent", "15")]),
        ("2 1,000 units", [("bare", "2"), ("quantity", "1000")]),
        ("the second of 30 lots", [("quantity", "30")]),
    ],
)
def test_each_number_has_one_role(text: str, expected: list[tuple[str, str]]) -> None:
    assert roles(text) == expected


def test_the_money_is_handed_over_with_its_span() -> None:
    text = "for 60 dollars 20 cents"
    (item,) = classify_numbers(text)
    assert item.money is not None
    assert (item.role, text[item.start : item.end]) == ("money", "60 dollars 20 cents")


def test_the_numbers_of_a_text_are_looked_for_once_whatever_is_asked_of_them(monkeypatch: pytest.MonkeyPatch) -> None:
    text, cut = "1,347 shares at EUR 12.50, said for the first time here", list[str]()
    tokenize: Any = numbers.tokenize
    monkeypatch.setattr(numbers, "tokenize", lambda text: cut.append(text) or tokenize(text))
    assert find_numbers(text)
    assert find_money(text)
    assert find_currencies(text)
    assert roles(text) == [("quantity", "1347"), ("price", "12.50")]
    assert cut == [text]


def test_a_text_without_end_is_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    text, cut = f"1,347 shares {'and so on ' * 300}", list[str]()
    tokenize: Any = numbers.tokenize
    monkeypatch.setattr(numbers, "tokenize", lambda text: cut.append(text) or tokenize(text))
    find_numbers(text)
    find_numbers(text)
    assert len(cut) == 2
