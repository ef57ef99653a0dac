"""After each way in which a turn can end, what is sent next is taken by the strictest chat templates."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from chat.live import notices
from chat.models import Thread
from chat.tests.shared import begin, retry, talk
from chat.turns import run
from llm.interface import ModelError
from llm.openai.messages import wire_messages
from llm.testing import ScriptedModel, Stall, call, say
from llm.types import ModelRequest

DOWN = ModelError("unavailable", "the server is away")
# What the model answers in the turn that does not end well.
FAILURES: dict[str, list[Any]] = {
    "before a word": [DOWN],
    "in the middle of its words": [[*say("The answer is"), DOWN]],
    "behind a result": [call("note", text="milk"), DOWN],
    "behind words, a call and its result": [[*say("I note it."), call("note", text="milk")], DOWN],
    "behind words, behind a result": [call("note", text="milk"), [*say("It is"), DOWN]],
    "behind two rounds": [call("note", text="milk"), call("note", text="bread"), DOWN],
    "behind two calls at once": [[call("note", text="milk"), call("note", text="bread")], DOWN],
    "behind a call of no tool": [call("nothing"), DOWN],
    "behind a call with wrong arguments": [call("note", words="milk"), DOWN],
    "in a tool": [call("explode", kind="bug")],
    "behind the same call four times": [call("note", text="milk")] * 4,
    "with an answer of a tool's own": [[*say("I end it."), call("finish")]],
}


def refused_by_mistral(wire: list[dict[str, Any]]) -> str:
    """What the template of Mistral raises: words alternate but for calls, and only the assistant speaks after a result."""
    spoken = [m["role"] for m in wire if m["role"] in ("user", "assistant") and not m.get("tool_calls")]
    if any(role != ("user", "assistant")[n % 2] for n, role in enumerate(spoken)):
        return f"roles must alternate user and assistant: {spoken}"
    roles = [m["role"] for m in wire]
    for before, role in pairwise(roles):
        if before == "tool" and role not in ("tool", "assistant"):
            return f"unexpected role {role!r} after role 'tool'"
    asked = [part["id"] for m in wire for part in m.get("tool_calls", ())]
    answered = [m["tool_call_id"] for m in wire if m["role"] == "tool"]
    return "" if asked == answered else f"not the same number of calls and results: {asked}, {answered}"


def refused_by_gemma(wire: list[dict[str, Any]]) -> str:
    """What the template of Gemma raises of the words: user and assistant in turn, each in one message."""
    roles = ["assistant" if m["role"] == "tool" else m["role"] for m in wire]
    turns = [role for n, role in enumerate(roles) if n == 0 or role != roles[n - 1] or role == "user"]
    is_strict = all(role == ("user", "assistant")[n % 2] for n, role in enumerate(turns))
    return "" if is_strict else f"Conversation roles must alternate user/assistant/user/assistant/...: {turns}"


def refusals(requests: list[ModelRequest]) -> list[str]:
    """What a strict template has against any of these requests."""
    wires = [[m for m in wire_messages(request) if m["role"] != "system"] for request in requests]
    return [refused for wire in wires for check in (refused_by_mistral, refused_by_gemma) if (refused := check(wire))]


@pytest.mark.parametrize("words", ["Keep it", "note: milk"], ids=["the model calls", "code calls, too"])
@pytest.mark.parametrize("name", sorted(FAILURES))
def test_after_a_failed_turn_what_is_sent_alternates(
    thread: Thread, model: ScriptedModel, name: str, words: str
) -> None:
    model.then("Hello.", *FAILURES[name], *FAILURES[name], call("note", text="bread"), "Noted.", "Well.")
    talk(thread, "Hi")
    for _ in range(2):
        talk(thread, words)
    turn, _ = talk(thread, "And now?")
    assert turn.reply == "Noted."
    talk(thread, "And then?")
    assert refusals(model.requests) == []


@pytest.mark.parametrize("name", ["before a word", "behind a result", "in the middle of its words"])
def test_what_a_retry_sends_alternates(thread: Thread, model: ScriptedModel, name: str) -> None:
    model.then(*FAILURES[name], DOWN, "Noted.", "Well.")
    turn, _ = talk(thread, "note: milk")
    retry(retry(turn)[0])
    talk(thread, "And then?")
    assert refusals(model.requests) == []


@pytest.mark.parametrize(("when", "further"), [("TEXT_MESSAGE_CONTENT", []), ("TOOL_CALL_RESULT", [[Stall(9)]])])
def test_after_a_stop_what_is_sent_alternates(
    thread: Thread, model: ScriptedModel, when: str, further: list[Any]
) -> None:
    model.then([*say("I note it."), call("note", text="milk")], *further)
    turn = begin(thread, "Keep it")
    for event in run.run_turn(turn):
        if event["type"] == when:
            turn.stop.set()
    assert turn.status == "stopped"
    notices.post_notice(thread.id, "Somebody looked at it.")
    model.then("Well.")
    talk(thread, "And then?")
    assert refusals(model.requests) == []


def test_a_notice_before_the_first_words_is_no_message_of_the_assistant(thread: Thread, model: ScriptedModel) -> None:
    notices.post_notice(thread.id, "Welcome.")
    model.then("Hello.")
    talk(thread, "Hi")
    assert refusals(model.requests) == []
