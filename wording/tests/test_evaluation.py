"""The scores of the readers, on cases of our own and, where they are, on the shared ones."""

import json
import os
from pathlib import Path

import pytest

from wording.evaluation import evaluate_extraction, score_case

SHARED_DATA = Path(os.environ.get("SHARED_DATA_DIR") or Path(__file__).parents[3] / "shared" / "data")


def case(text: str, amount: float, currency: str | None = None, kind: str = "money") -> dict[str, object]:
    return {"text": text, "amount": amount, "currency": currency, "kind": kind}


def test_a_convention_counts_as_the_currency() -> None:
    assert score_case(case("send $45", 45, "USD"))["correct"]
    assert score_case(case("send $45", 45, "CAD"))["wrong"]


def test_a_sum_without_a_currency_is_found_where_none_is_asked_for() -> None:
    assert score_case(case("make a 650 transfer on 3 May", 650))["correct"]


def test_nothing_returned_is_not_wrong() -> None:
    score = score_case(case("send some money", 45))
    assert (score["correct"], score["wrong"]) == (False, False)


def test_the_figures_are_given_per_kind_and_tier() -> None:
    cases = [
        case("two", 2, kind="number"),
        {**case("a third", 0.5, kind="number"), "tier": "exotic"},
        case("€5", 5, "EUR"),
    ]
    result = evaluate_extraction(cases)
    assert result["n"] == 3
    assert result["accuracy"] == pytest.approx(2 / 3)
    assert result["by_kind"]["money"] == {"accuracy": 1.0, "wrong": 0.0, "n": 1}
    assert result["by_tier"]["exotic"] == {"accuracy": 0.0, "wrong": 1.0, "n": 1}
    assert result["by_tier"]["plain"]["n"] == 2


def test_no_cases_give_zero() -> None:
    assert evaluate_extraction([]) == {"accuracy": 0.0, "wrong": 0.0, "n": 0, "by_kind": {}, "by_tier": {}}


@pytest.mark.long
@pytest.mark.parametrize("name", ["core_dev", "nlupp_chat_money_dev", "sgd_chat_money_dev"])
def test_the_shared_cases_are_read_well(name: str) -> None:
    path = SHARED_DATA / "numbers_money" / f"{name}.jsonl"
    if not path.exists():
        pytest.skip(f"the shared cases are not at {path}")
    result = evaluate_extraction(json.loads(line) for line in path.read_text().splitlines())
    assert result["by_tier"]["plain"]["accuracy"] >= 0.95
    assert result["by_tier"]["plain"]["wrong"] <= 0.02
