"""Stored turns come out the same again: the whole demo after `load_demo`, and conversations of the evaluation."""

from __future__ import annotations

import json
from contextlib import suppress
from io import StringIO

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.core.management import call_command
from django.utils import timezone
from pytest_django import Settings

from chat import assistants
from chat.live import runs
from chat.management.commands import load_demo
from chat.models import Thread, Turn
from chat.scenarios.evaluation import evaluate
from chat.turns.turn import TurnRun
from tests.test_transcripts import TRANSCRIPTS

pytestmark = [pytest.mark.django_db, pytest.mark.long, pytest.mark.timeout(900)]
# Of each assistant's scenarios one in so many is held by its rules, and each that tells a model's calls by a persona;
# docs/accuracy.md has the figure of more of them.
EVERY = 24


def hold(slug: str, owner: User, lines: list[str]) -> None:
    """A conversation as a person of the demo has it: words, and what is done by `/ act` as in the terminal."""
    assistant = assistants.get(slug)
    thread = assistant.sample_thread(owner) or Thread.objects.create(owner=owner, assistant=slug)
    for line in lines:
        if line.startswith("/ "):
            assistant.command(line[2:], thread, owner)
            continue
        turn = runs.begin(thread.pk, owner.pk, line.removeprefix("> ").replace("\\n", "\n"), None)
        assert isinstance(turn, TurnRun)
        runs.run_here(turn)
        assert turn.status == "done", line


def test_the_whole_demo_is_replayed_and_differs_nowhere(settings: Settings) -> None:
    settings.DEBUG = True
    settings.CHAT_TURNS_PER_MINUTE = 0
    call_command("load_demo", stdout=StringIO())
    people = [User.objects.get(username=name) for name in ("employee", "colleague", "investor")]
    for slug in settings.ASSISTANTS:
        # What the page offers to begin with, and the conversations that are told of the assistant.
        starts = [[example] for example in assistants.get(slug).examples]
        written = [path for path in TRANSCRIPTS if path.stem.startswith(slug)]
        starts += [[line for line in path.read_text().splitlines() if line[:2] in ("> ", "/ ")] for path in written]
        for number, lines in enumerate(starts):
            hold(slug, people[number % len(people)], lines)
    out = StringIO()
    with suppress(SystemExit):
        call_command("replay", "--since", f"{timezone.now():%Y-%m-%d}", "--json", stdout=out)
    replays = [json.loads(line) for line in out.getvalue().splitlines()]
    assert sum(replay["turns"] for replay in replays) == Turn.objects.count() > 250
    assert {replay["assistant"] for replay in replays} == set(settings.ASSISTANTS)
    assert [replay["ended"] for replay in replays if replay["ended"]] == []
    # What people did by hand is not in their words: what differs behind it says so, and nothing else differs.
    differences = [difference for replay in replays for difference in replay["differences"]]
    unexplained = [difference for difference in differences if not difference.get("why")]
    assert unexplained == [], json.dumps(unexplained, ensure_ascii=False, indent=1)
    by_hand = [replay for replay in replays if replay["by_hand"]]
    assert len(by_hand) < len(replays) / 4


@pytest.mark.parametrize("model", [None, "persona:competent"])
@pytest.mark.parametrize("slug", settings.ASSISTANTS)
def test_conversations_of_the_evaluation_are_replayed_and_differ_nowhere(slug: str, model: str | None) -> None:
    for command in load_demo.SAMPLE_COMMANDS:
        call_command(command, verbosity=0)
    figures = evaluate(None, model=model, assistant=slug, replay=True, every=1 if model else EVERY)
    assert figures["replayed"] == figures["turns"] > 0
    assert figures["differences"] == {}
    if model:
        # What tests/test_personas.py asks of models that are less than competent.
        assert figures["right"] >= 0.97
        assert figures["wrong"] == 0
