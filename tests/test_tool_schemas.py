"""What a model sees of each tool of each assistant is on file, so that a change of it is a change that somebody meant."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from django.conf import settings

from chat import assistants
from chat.guidance import tools_of
from llm.tools import Tool

BASE_DIR = Path(__file__).resolve().parent.parent
REMEDY = "If the change is meant, write it with: WRITE_SCHEMAS=1 make test PYTEST=tests/test_tool_schemas.py"


def shown_to_a_model(tool: Tool) -> str:
    shown = {"name": tool.name, "description": tool.description, "parameters": tool.schema}
    return json.dumps(shown, indent=2, ensure_ascii=False) + "\n"


def write(folder: Path, shown: dict[str, str]) -> None:
    folder.mkdir(exist_ok=True)
    for path in folder.glob("*.json"):
        path.unlink()
    for name, text in shown.items():
        (folder / f"{name}.json").write_text(text, encoding="utf-8")


@pytest.mark.parametrize("slug", settings.ASSISTANTS)
def test_the_schemas_that_a_model_sees_are_the_ones_on_file(slug: str) -> None:
    folder = BASE_DIR / slug / "tests" / "snapshots"
    shown = {tool.name: shown_to_a_model(tool) for tool in tools_of(assistants.get(slug))}
    if os.environ.get("WRITE_SCHEMAS"):
        write(folder, shown)
    assert {path.stem: path.read_text(encoding="utf-8") for path in folder.glob("*.json")} == shown, REMEDY
