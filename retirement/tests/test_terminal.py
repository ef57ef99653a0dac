"""The assistant in the terminal, offline, as a new person meets it."""

from __future__ import annotations

import sys
from io import StringIO

import pytest
from django.core.management import call_command

from chat.models import Thread
from retirement.models import InformationRecord, Plan
from retirement.tests.shared import Desk


def chat(*arguments: str) -> str:
    out = StringIO()
    call_command("chat", "retirement", *arguments, stdout=out, stderr=out)
    return out.getvalue()


def test_one_message_is_noted_and_answered_with_a_question(desk: Desk) -> None:
    output = chat("--message", "I'm 58 and want to retire at 64")
    assert output.startswith("Noted: ")
    assert output.endswith("?\n")
    assert {row.fact_type for row in InformationRecord.objects.all()} == {"age", "target_retirement_age"}


def test_lines_of_standard_input_are_turns_until_it_ends(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = "I'm 58 years old\n\nwe own our home\n/state\n/readiness\n/nothing\nwe have a will"
    monkeypatch.setattr(sys, "stdin", StringIO(lines))
    output = chat()
    thread = Thread.objects.exclude(pk=desk.thread.pk).get()
    assert output.startswith(f"Retirement · thread {thread.pk}")
    assert output.count("Noted: ") == 3
    assert "  - We own our home" in output
    assert "how ready you are to retire" in output
    assert "/nothing is not known here." in output
    assert (thread.turn_count, Plan.objects.get(thread=thread).prompt) == (3, "readiness")


def test_a_talk_goes_on_in_its_thread(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    desk.say("I'm 58 years old")
    monkeypatch.setattr(sys, "stdin", StringIO("at 64"))
    assert "Noted: when you want to retire." in chat("--thread", str(desk.thread.pk))
    assert len(desk.record.facts) == 2
