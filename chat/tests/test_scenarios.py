"""Scenarios: how they are read, what the scripted person says, and how a conversation is graded."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from chat.scenarios import BadScenario, read
from chat.scenarios.paths import holds
from chat.scenarios.play import Result, as_read, play

STATE = {"draft": {"quantity": 250, "value": "2760.00", "flag": False, "reason": None, "ids": ["a1", "b2"]},
         "topics": [{"topic": "TAX", "facts": [{"value": "pays 40 %"}, {"value": "no debts"}]}]}  # fmt: skip


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("draft.quantity", 250),
        ("draft.value", 2760),
        ("draft.value", "~^2760"),
        ("draft.flag", False),
        ("draft.reason", "<none>"),
        ("draft.absent", "<none>"),
        ("draft.ids", "~b2"),
        ("draft.quantity", [1, 250]),
        ("topics.topic=TAX.facts.*.value", "~40"),
        ("topics.0.facts.1.value", "no debts"),
        ("count:topics.topic=TAX.facts.*", 2),
    ],
)
def test_a_path_holds_what_stands_there(path: str, expected: Any) -> None:
    assert holds(STATE, path, expected)


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("draft.quantity", 25),
        ("draft.flag", 0),
        ("draft.flag", "<none>"),
        ("topics.topic=HEALTH.facts.*.value", "~40"),
        ("count:topics.topic=TAX.facts.*", 1),
    ],
)
def test_a_path_does_not_hold_anything_else(path: str, expected: Any) -> None:
    assert not holds(STATE, path, expected)


SCENARIO = """
[[scenario]]
id = "apples"
lines = ["hello", "?", {stray = "nice weather", fits = "outside"}, "?"]
rules = [{when = "how many", say = "three"}]
minimum_turns = 3
[scenario.expect]
"count" = 3
[scenario.forbid]
"count" = 12
told = ["submitted"]
[scenario.told]
must = ["three apples"]
"""


def played(tmp_path: Path, replies: dict[str, tuple[str, dict[str, Any]]]) -> Result:
    file = tmp_path / "apples.toml"
    file.write_text(SCENARIO, encoding="utf-8")
    return play(read(file)[0], {"count": None}, lambda text: replies[text])


def test_a_conversation_is_right_when_all_that_is_expected_was_stored_and_told(tmp_path: Path) -> None:
    replies = {
        "hello": ("How many?", {"count": None}),
        "three": ("Noted: three apples.", {"count": 3}),
        "nice weather": ("That is outside what I do.", {"count": 3}),
    }
    result = played(tmp_path, replies)
    assert result.is_right
    assert [replied.line.text for replied in result.exchanges] == ["hello", "three", "nice weather"]
    assert (result.strays_kept, result.strays_fitting, result.turns_over_minimum) == (1, 1, 0)


def test_what_is_wrong_on_the_way_counts_though_the_end_is_right(tmp_path: Path) -> None:
    replies = {
        "hello": ("I submitted it. How many?", {"count": 12}),
        "three": ("Noted: three apples.", {"count": 3}),
        "nice weather": ("Noted.", {"count": 4}),
    }
    result = played(tmp_path, replies)
    assert len(result.wrong) == 3
    assert result.missing == ["count is not 3"]


def test_the_address_of_a_link_tells_nothing(tmp_path: Path) -> None:
    replies = {
        "hello": ("How many? [The list](/submitted/019e2010/) has them.", {"count": None}),
        "three": ("Noted: [three apples](/threads/1/).", {"count": 3}),
        "nice weather": ("That is [nothing of mine](/outside/).", {"count": 3}),
    }
    result = played(tmp_path, replies)
    assert result.is_right
    assert result.strays_fitting == 0
    assert as_read("See [Wet IB 2001](/s/2010/) (of 2012).") == "See [Wet IB 2001] (of 2012)."


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "has no"),
        ('[[scenario]]\nid = "a"\nlines = ["x"]\nexpects = 1', "'expects' is no field"),
        ('[[scenario]]\nid = "a"\nlines = [1]', "neither a text"),
        ('[[scenario]]\nid = "a"\nlines = ["x"]\nrules = [{when = "(", say = "y"}]', "no regular expression"),
        ('[[scenario]]\nlines = ["x"]', "needs an id"),
        ('[[scenario]]\nid = "a"\nlines = ["x"]\n[scenario.expect]', "says nothing of its end"),
    ],
)
def test_a_scenario_that_cannot_be_read_says_where_and_why(tmp_path: Path, text: str, problem: str) -> None:
    file = tmp_path / "bad.toml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(BadScenario, match=problem):
        read(file)
