"""The scoreboard: a line for each model and assistant in a page, with what it cost."""

from __future__ import annotations

import json
from dataclasses import replace
from decimal import Decimal
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from chat.assistants import ToolContext
from chat.scenarios.scoreboard import BEGIN, END, Price, with_lines
from chat.tests.shared import SCRIPTED, Notes
from llm.interface import ModelError
from llm.testing import ScriptedModel, call
from llm.tools import tool

FIGURES = {
    "n": 4,
    "right": 0.75,
    "wrong": 0.0,
    "turns": 20,
    "failed": 1,
    "input_tokens": 2_000_000,
    "output_tokens": 100_000,
}
PAGE = f"# Accuracy\n\n{BEGIN}\n{END}\n\nThe end.\n"
SCENARIO = """
[[scenario]]
id = "hello"
goal = "Somebody says hello."
minimum_turns = 1
lines = ["hello", "bye"]
[scenario.told]
must = ["Good day"]
"""


def rows(page: str) -> list[str]:
    table = page.partition(BEGIN)[2].partition(END)[0]
    return [line for line in table.splitlines() if line.startswith("| `")]


def test_a_model_has_a_line_for_each_assistant_with_tokens_and_cost() -> None:
    page = with_lines(PAGE, "openai:x", {"pursuit": FIGURES}, Price.read("0.40, 1.60"))
    assert rows(page) == ["| `openai:x` | pursuit | 4 | 0.75 | 0.00 | 1 of 20 | 2,000,000 | 100,000 | 0.96 |"]
    assert page.startswith("# Accuracy\n\n")
    assert page.endswith("\n\nThe end.\n")


def test_a_new_measurement_takes_the_place_of_the_model_s_old_one_and_of_no_other() -> None:
    page = with_lines(PAGE, "openai:x", {"pursuit": FIGURES, "retirement": FIGURES}, None)
    page = with_lines(page, "openai:a", {"pursuit": FIGURES}, None)
    page = with_lines(page, "openai:x", {"pursuit": FIGURES | {"right": 1.0}}, None)
    assert [row.split(" | ")[:4] for row in rows(page)] == [
        ["| `openai:a`", "pursuit", "4", "0.75"],
        ["| `openai:x`", "pursuit", "4", "1.00"],
        ["| `openai:x`", "retirement", "4", "0.75"],
    ]


@pytest.mark.parametrize("text", ["0.4", "a,b", "-1,2", "1,2,3", "NaN,1"])
def test_a_price_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="must be"):
        Price.read(text)
    assert Price.read("1,2") == Price(Decimal(1), Decimal(2))


@pytest.fixture
def written(tmp_path: Path) -> tuple[Path, Path]:
    page, cases = tmp_path / "page.md", tmp_path / "cases.toml"
    page.write_text(PAGE)
    cases.write_text(SCENARIO)
    return page, cases


def scoreboard(written: tuple[Path, Path], model: str = SCRIPTED) -> str:
    page, cases = written
    out = StringIO()
    call_command("scoreboard", model=model, assistant="notes", cases=str(cases), page=str(page), stdout=out)
    return out.getvalue()


@pytest.mark.django_db
def test_the_command_holds_the_conversations_and_writes_the_page(
    written: tuple[Path, Path], model: ScriptedModel
) -> None:
    model.then("Good day.", ModelError("unavailable", "away"))
    assert "notes: 1.00 right, 0.00 wrong of 1" in scoreboard(written)
    (row,) = rows(written[0].read_text())
    assert row.startswith(f"| `{SCRIPTED}` | notes | 1 | 1.00 | 0.00 | 1 of 2 |")


@pytest.mark.django_db
def test_a_model_that_answers_nothing_gets_no_line(written: tuple[Path, Path], model: ScriptedModel) -> None:
    model.then(ModelError("not_configured", "no key"), ModelError("not_configured", "no key"))
    with pytest.raises(CommandError, match="check_models says why"):
        scoreboard(written)
    assert written[0].read_text() == PAGE


def test_a_page_without_a_table_is_named_before_any_model_is_asked(written: tuple[Path, Path]) -> None:
    written[0].write_text("# Accuracy\n")
    with pytest.raises(CommandError, match="has no table between"):
        scoreboard(written)


def replayed(written: tuple[Path, Path]) -> dict[str, Any]:
    out = StringIO()
    call_command(
        "evaluate",
        "conversations",
        assistant="notes",
        cases=str(written[1]),
        model=SCRIPTED,
        replay=True,
        json=True,
        stdout=out,
    )
    figures: dict[str, Any] = json.loads(out.getvalue())
    return figures


@pytest.mark.django_db
def test_a_conversation_that_was_evaluated_comes_out_the_same_again(
    written: tuple[Path, Path], model: ScriptedModel
) -> None:
    model.then([call("note", text="hello")], "Noted.", "Good day.")
    figures = replayed(written)
    assert figures["replayed"] == figures["turns"] > 0
    assert figures["differing"] == 0, figures["differences"]


@pytest.mark.django_db
def test_an_evaluation_tells_which_turn_came_out_otherwise_when_it_was_run_again(
    written: tuple[Path, Path], model: ScriptedModel, monkeypatch: pytest.MonkeyPatch
) -> None:
    count = iter(range(9))

    def counting(context: ToolContext, text: str) -> dict[str, Any]:
        """Count how often it was called."""
        return {"status": "success", "number": next(count)}

    monkeypatch.setattr(Notes, "tools", (replace(tool(counting), name="note"),))
    model.then([call("note", text="hello")], "Noted.", "Good day.")
    figures = replayed(written)
    assert figures["differing"] == 1
    assert "now '1'" in str(figures["differences"])
