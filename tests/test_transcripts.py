"""Plays the transcripts in tests/conversations offline: `<assistant>_<what>.md`, one conversation a file.

    > what the person says                      \\n writes a line break
    / submit                                    an act of the person, as in the terminal
    ~ set_quantity(quantity=2000)               a tool call, in order; `~ set_security(...)` whatever the arguments;
    ~ none                                      no call at all. Turns without such lines are not checked for calls
    < text that the reply holds                 or /a regular expression/
    ! text that the reply does not hold       the addresses of its links are no text
    = quantity 2000                             a field of the state: JSON, or a bare text; `= missing a,b`

Other lines are prose for the reader.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.core.management import call_command
from pytest_django import Settings

from chat import assistants
from chat.live import runs
from chat.models import Thread
from chat.scenarios.play import as_read
from chat.turns.turn import TurnRun
from pa_dealing.instruments.models import Instrument, InstrumentWord
from pursuit.tests.shared import store_policies
from tax_dossier.tests.shared import store_samples
from tests.copied import copied

FOLDER = Path(__file__).parent / "conversations"
TRANSCRIPTS = sorted(FOLDER.glob("*.md"))
# What an assistant needs on file before it can be talked to.
PREPARE: dict[str, Callable[[], object]] = {
    "pa_dealing": copied((Instrument, InstrumentWord))(lambda: call_command("load_instruments_sample", verbosity=0)),
    "tax_dossier": store_samples,
    "pursuit": store_policies,
}


class Player:
    """One conversation as it goes on: says lines, keeps the last reply, and checks what the transcript expects."""

    def __init__(self, slug: str, owner: User) -> None:
        self.assistant = assistants.get(slug)
        self.owner = owner
        self.thread = Thread.objects.create(owner=owner, assistant=slug)
        self.reply = ""
        self.calls: list[dict[str, Any]] | None = None

    def play(self, mark: str, text: str) -> None:
        steps = {
            ">": self.say,
            "/": self.act,
            "~": self.called,
            "<": self.replied,
            "!": self.not_replied,
            "=": self.holds,
        }
        steps[mark](text)

    def say(self, text: str) -> None:
        self.finish_calls()
        turn = runs.begin(self.thread.pk, self.owner.pk, text.replace("\\n", "\n"), None)
        assert isinstance(turn, TurnRun)
        runs.run_here(turn)
        assert turn.status == "done", f"the turn ended {turn.status}: {turn.error_code}"
        self.reply, self.calls, self.checked = turn.reply, list(turn.calls), False

    def act(self, text: str) -> None:
        self.finish_calls()
        answer = self.assistant.command(text, self.thread, self.owner)
        assert answer is not None, f"{text!r} is no act of this assistant"
        self.reply, self.calls, self.checked = answer, [], False

    def called(self, text: str) -> None:
        self.checked = True
        if text == "none":
            assert not self.calls, f"called {self.calls}"
            return
        assert self.calls, f"{text} was not called"
        made = self.calls.pop(0)
        name, _, arguments = text.partition("(")
        assert made["name"] == name, f"called {made['name']}({made['arguments']})"
        if arguments != "...)":
            tree = ast.parse(text, mode="eval").body
            assert isinstance(tree, ast.Call)
            wanted = {str(keyword.arg): ast.literal_eval(keyword.value) for keyword in tree.keywords}
            # An id of this run is written as "*".
            ids = {name: "*" for name, value in wanted.items() if value == "*" and made["arguments"].get(name)}
            assert {**made["arguments"], **ids} == wanted

    def finish_calls(self) -> None:
        """All calls of a turn are named, once one is."""
        if self.calls and self.checked:
            raise AssertionError(f"also called {[made['name'] for made in self.calls]}")

    def replied(self, text: str) -> None:
        matched = re.search(text[1:-1], self.reply) if _is_pattern(text) else text in self.reply
        assert matched, f"the reply was: {self.reply}"

    def not_replied(self, text: str) -> None:
        read = as_read(self.reply)
        matched = re.search(text[1:-1], read) if _is_pattern(text) else text in read
        assert not matched, f"the reply was: {self.reply}"

    def holds(self, text: str) -> None:
        path, _, wanted = text.partition(" ")
        state = self.assistant.state(self.assistant.load(self.thread.pk))
        assert _shown(_at(state, path)) == wanted.strip(), f"{path} is {_at(state, path)!r}"


def _is_pattern(text: str) -> bool:
    return len(text) > 2 and text.startswith("/") and text.endswith("/")


def _at(state: dict[str, Any], path: str) -> Any:
    """The value at `path` ("security.symbol"), also where it stands inside the state's only object."""
    value: Any = state
    names = path.split(".")
    if names[0] not in state:
        value = next((part for part in state.values() if isinstance(part, dict) and names[0] in part), {})
    for name in names:
        value = value[int(name)] if isinstance(value, list) else (value or {}).get(name)
    return value


def _shown(value: Any) -> str:
    if isinstance(value, list) and all(isinstance(item, str) for item in value):
        return ",".join(value)
    return value if isinstance(value, str) else json.dumps(value)


@pytest.mark.django_db
@pytest.mark.every_case
@pytest.mark.parametrize("path", TRANSCRIPTS, ids=lambda path: path.stem)
def test_the_conversation_goes_as_it_is_written(path: Path, employee: User, settings: Settings) -> None:
    slug = max((name for name in settings.ASSISTANTS if path.stem.startswith(name)), key=len)
    settings.CHAT_MODEL = "offline"
    settings.ASSISTANT_MODELS = {**settings.ASSISTANT_MODELS, slug: "offline"}
    if slug in PREPARE:
        PREPARE[slug]()
    player = Player(slug, employee)
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if line[:2] not in ("> ", "/ ", "~ ", "< ", "! ", "= "):
            continue
        try:
            player.play(line[0], line[2:].strip())
        except AssertionError as error:
            pytest.fail(f"{path.name}, line {number}: {line}\n{error}")
    player.finish_calls()


def test_every_transcript_belongs_to_an_assistant() -> None:
    strays = [path.name for path in TRANSCRIPTS if not path.stem.startswith(tuple(settings.ASSISTANTS))]
    assert not strays
