"""Writes conversations that were held as scenarios in TOML, in which a text of JSON is a text too."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from chat import assistants
from chat.models import Message, Thread
from chat.scenarios.paths import NONE
from chat.scenarios.play import RESTLESS
from chat.turns import dumps

# What is another one each time: ids, hashes, days and times.
_OF_ITS_OWN = re.compile(r"[0-9a-f]{8}-[0-9a-f-]{27}|[0-9a-f]{40,}|\d{4}-\d\d-\d\d", re.IGNORECASE)


def scenario_of(
    thread: Thread, key: str, goal: str, *, upto: int | None = None, expect: Mapping[str, Any] | None = None
) -> str:
    """What the person said, to turn number `upto` where it is given, as one `[[scenario]]`.

    Without an `expect` (see `end_of`) the reader has to say what should come of it before it can be held.
    """
    words = Message.objects.filter(turn__thread=thread, role=Message.Role.USER, discarded=False)
    if upto is not None:
        words = words.filter(turn__number__lte=upto)
    lines = list(words.order_by("id").values_list("content", flat=True))
    return "\n".join(
        [
            "[[scenario]]",
            f"id = {_text(key)}",
            f"goal = {_text(goal)}",
            f"minimum_turns = {len(lines)}",
            f"max_turns = {len(lines)}",
            "lines = [",
            *(f"  {_text(line)}," for line in lines),
            "]",
            "rules = []",
            "[scenario.expect]",
            *(f"{_text(path)} = {_text(value)}" for path, value in (expect or {}).items()),
            "",
        ]
    )


def end_of(thread: Thread) -> dict[str, Any]:
    """What stands in the record of a thread, as `expect` has it: its plain values by path, but for ids and times."""
    assistant = assistants.get(thread.assistant)
    return dict(_leaves(json.loads(dumps(assistant.state(assistant.load(thread.pk)))), ()))


def write_files(folder: Path, scenarios: Mapping[str, Sequence[str]]) -> list[tuple[Path, int]]:
    """Write the scenarios of each assistant into its file of the folder; which, and how many. Raises OSError."""
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for assistant, texts in scenarios.items():
        path = folder / f"{assistant}.toml"
        path.write_text("\n".join(texts), encoding="utf-8")
        written.append((path, len(texts)))
    return written


def _leaves(value: Any, steps: tuple[str, ...]) -> Iterator[tuple[str, Any]]:
    if isinstance(value, dict | list):
        for step, item in value.items() if isinstance(value, dict) else enumerate(value):
            if step not in RESTLESS and "." not in str(step):
                yield from _leaves(item, (*steps, str(step)))
    elif value is None or value == "":
        yield ".".join(steps), NONE
    elif not (isinstance(value, str) and (_OF_ITS_OWN.search(value) or value.startswith("~"))):
        yield ".".join(steps), value


def _text(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
