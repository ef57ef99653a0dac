"""Scores the readers against labelled cases. The first expression of the wanted kind is judged."""

from collections import defaultdict
from collections.abc import Iterable
from decimal import Decimal
from typing import Any

from wording.amounts import classify_numbers, find_money, find_numbers

_TOLERANCE = Decimal("1e-6")


def score_case(case: dict[str, Any]) -> dict[str, Any]:
    """Judges one case `{"text","amount","currency","kind","tier"?}`.

    Returns `correct`, `wrong` (a value was returned and it is another one), `amount` and `currency` as read.
    """
    kind = case["kind"]
    amount, currency = _first_money(case["text"]) if kind == "money" else (_first_number(case["text"]), None)
    expected = Decimal(str(case["amount"]))
    correct = amount is not None and abs(amount - expected) <= _TOLERANCE * max(abs(expected), abs(amount))
    if kind == "money" and case.get("currency"):
        correct = correct and currency == case["currency"]
    return {
        "kind": kind,
        "tier": case.get("tier") or "plain",
        "correct": correct,
        "wrong": amount is not None and not correct,
        "amount": amount,
        "currency": currency,
    }


def evaluate_extraction(cases: Iterable[dict[str, Any]]) -> dict[str, Any]:
    """`accuracy`, `wrong` and `n` over all cases, and the same `by_kind` and `by_tier`."""
    scores = [score_case(case) for case in cases]
    groups: dict[str, dict[str, list[dict[str, Any]]]] = {
        "kind": defaultdict(list),
        "tier": defaultdict(list),
    }
    for score in scores:
        for name, group in groups.items():
            group[score[name]].append(score)
    by_kind = {name: _figures(part) for name, part in sorted(groups["kind"].items())}
    by_tier = {name: _figures(part) for name, part in sorted(groups["tier"].items())}
    return {**_figures(scores), "by_kind": by_kind, "by_tier": by_tier}


def _figures(scores: list[dict[str, Any]]) -> dict[str, Any]:
    n = len(scores)
    return {
        "accuracy": sum(score["correct"] for score in scores) / n if n else 0.0,
        "wrong": sum(score["wrong"] for score in scores) / n if n else 0.0,
        "n": n,
    }


def _first_number(text: str) -> Decimal | None:
    return next((number.value for number in find_numbers(text) if number.is_amount), None)


def _first_money(text: str) -> tuple[Decimal | None, str | None]:
    """The first amount with a currency; without any, the first number that stands for a sum ("a 800 transfer")."""
    for money in find_money(text):
        return money.amount, money.currency or money.conventional
    for role in ("money", "bare", "price"):
        for number in classify_numbers(text):
            if number.role == role:
                return number.number.value, None
    return None, None
