"""The terminal: a chat, the recovery of turns, and whether the configured models answer."""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.db import ProgrammingError
from pytest_django import Settings

from chat.models import Thread, Turn
from chat.tests.shared import begin, row, said
from llm.cards import card_of, read_cards
from llm.interface import ModelError
from llm.registry import ProviderKeys
from llm.testing import ScriptedModel, Stall, call, say
from llm.tests.wire_server import Behaviour, Received, WireServer, failure, gemini_vectors, openai_text, whole
from llm.types import ModelRequest


def run(*arguments: str, **options: Any) -> tuple[str, str]:
    """Standard output and standard error of a command."""
    out, err = StringIO(), StringIO()
    call_command(*arguments, stdout=out, stderr=err, **options)
    return out.getvalue(), err.getvalue()


def failed(*arguments: str) -> tuple[int, str, str]:
    out, err = StringIO(), StringIO()
    with pytest.raises(SystemExit) as ended:
        call_command(*arguments, stdout=out, stderr=err)
    return int(str(ended.value.code)), out.getvalue(), err.getvalue()


def test_one_message_is_answered_and_the_chat_ends(employee: User, model: ScriptedModel) -> None:
    model.then([*say("I note it. "), call("note", text="milk")], "Noted.")
    out, err = run("chat", "notes", "--message", "milk", "--user", "employee")
    assert (out, err) == ("I note it. \nNoted.\n", "")
    thread = Thread.objects.get()
    assert (thread.owner, said(thread)[0]) == (employee, ("user", "milk"))


def test_a_chat_goes_on_in_a_thread(thread: Thread, model: ScriptedModel) -> None:
    model.then("One.", "Two.")
    run("chat", "notes", "--message", "First", "--thread", str(thread.id))
    run("chat", "notes", "--message", "Second", "--thread", str(thread.id))
    assert [text for _, text in said(thread)] == ["First", "One.", "Second", "Two."]


def test_a_turn_that_fails_ends_the_command_with_1_and_its_sentence(thread: Thread, model: ScriptedModel) -> None:
    model.then(ModelError("unavailable", "no route"))
    status, _, err = failed("chat", "notes", "--message", "Hello", "--thread", str(thread.id))
    assert status == 1
    assert "cannot be reached" in err
    assert said(thread) == [("user", "Hello")]


@pytest.mark.parametrize("text", ["", "  ", "x" * 100_000])
def test_a_message_that_cannot_be_taken_ends_the_command_with_1(thread: Thread, text: str) -> None:
    status, _, err = failed("chat", "notes", "--message", text, "--thread", str(thread.id))
    assert status == 1
    assert err.startswith("The message")


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["nothing"], "There is no assistant 'nothing'. There are: pa_dealing, retirement, "),
        (["notes", "--user", "nobody"], "There is no user 'nobody'."),
        (["notes", "--dossier", "dos-1"], "What notes keeps has no names; go on with --thread."),
        (["notes", "--url", "ws://localhost:1/ws"], "notes has no socket of its own; leave out --url."),
        (["tax_dossier", "--dossier", "no name"], "It must be 1 to 64 letters, digits or"),
        (["tax_dossier", "--url", "http://localhost:1"], "It begins with ws:// or wss://"),
        (["tax_dossier", "--url", "ws://127.0.0.1:1/ws"], "Is the server running, and is it its /ws?"),
        (["notes", "--thread", "not-an-id"], "'not-an-id' is not the id of a thread."),
        (["notes", "--thread", "{somebody}"], "employee has no notes thread"),
        (["notes", "--thread", str(uuid4())], "employee has no notes thread"),
    ],
)
def test_what_does_not_exist_is_named(
    employee: User, outsider: User, model: ScriptedModel, arguments: list[str], problem: str
) -> None:
    theirs = Thread.objects.create(owner=outsider, assistant="notes")
    given = [argument.replace("{somebody}", str(theirs.id)) for argument in arguments]
    with pytest.raises(CommandError) as error:
        run("chat", *given, "--message", "Hello")
    assert problem in str(error.value)
    assert not Turn.objects.exists()


def test_a_terminal_talks_until_it_is_told_to_quit(
    employee: User, model: ScriptedModel, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = iter(["Hello", "", "/nothing", "/quit"])
    monkeypatch.setattr("builtins.input", lambda prompt: next(lines))
    model.then("Good morning.")
    out, _ = run("chat", "notes")
    assert "Good morning." in out
    assert "/nothing is not known here." in out


class Closed(StringIO):
    """Standard output whose reader has gone."""

    def write(self, text: str) -> int:
        raise BrokenPipeError(32, "Broken pipe")


def test_a_reader_that_goes_away_ends_the_command_and_not_the_turn(
    thread: Thread, model: ScriptedModel, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    model.then([call("note", text="milk")], "Noted.")
    with (tmp_path / "out").open("w") as out:
        monkeypatch.setattr("sys.stdout", out)
        with pytest.raises(SystemExit):
            call_command("chat", "notes", "--message", "milk", "--thread", str(thread.id), stdout=Closed())
    assert Turn.objects.get().status == "done"
    assert said(thread)[-1] == ("assistant", "Noted.")


def test_a_first_chat_on_an_embedded_database_prepares_it_and_answers(
    db: None, model: ScriptedModel, settings: Settings
) -> None:
    settings.DEBUG = settings.EMBEDDED_POSTGRES = True
    model.then("Good morning.")
    out, err = run("chat", "notes", "--message", "Hello")
    assert out == "Good morning.\n"
    assert "Preparing the database, once" in err
    assert "Made the demo user employee." in err
    model.then("Again.")
    assert run("chat", "notes", "--message", "Hello") == ("Again.\n", "")


def test_a_database_without_tables_is_said_to_have_none(
    db: None, model: ScriptedModel, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    def without_tables(*arguments: object) -> None:
        raise ProgrammingError('relation "auth_user" does not exist')

    settings.EMBEDDED_POSTGRES = False
    monkeypatch.setattr("django.db.models.query.QuerySet.first", without_tables)
    with pytest.raises(CommandError, match=r"Run `python manage.py migrate` first\."):
        run("chat", "notes", "--message", "Hello")


def test_ctrl_c_stops_the_turn_and_leaves_the_thread_free(thread: Thread, model: ScriptedModel) -> None:
    def interrupted(request: ModelRequest) -> Iterator[Any]:
        yield from say("So far")
        os.kill(os.getpid(), signal.SIGINT)
        yield Stall(20)

    model.then(interrupted)
    run("chat", "notes", "--message", "Hello", "--thread", str(thread.id))
    assert Turn.objects.get().status == "stopped"
    assert said(thread)[-1] == ("assistant", "So far")
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_recover_turns_takes_those_whose_worker_is_gone(thread: Thread) -> None:
    turn = begin(thread)
    assert run("recover_turns")[0] == "0 turns marked as interrupted.\n"
    assert run("recover_turns", "--now")[0] == "1 turn marked as interrupted.\n"
    assert (row(turn).status, row(turn).error_code) == ("interrupted", "interrupted")
    assert said(thread) == [("user", "Hello")]


@pytest.fixture
def wire(settings: Settings) -> Iterator[WireServer]:
    with WireServer() as server:
        settings.PROVIDER_KEYS = ProviderKeys(
            openai_api_key="sk-secret",
            openai_base_url=f"{server.url}/v1",
            openai_model="gpt-test",
            gemini_api_key="g-secret",
            gemini_base_url=server.url,
            gemini_model="gemini-test",
        )
        yield server


def test_check_models_calls_each_model_once(wire: WireServer, settings: Settings) -> None:
    settings.CHAT_MODEL, settings.EMBEDDING_MODEL = "google", "offline"
    settings.ASSISTANT_MODELS = {}
    out, _ = run("check_models")
    assert out.splitlines() == [
        f"google:gemini-test ({', '.join(settings.ASSISTANTS)}): answers.",
        "offline (embeddings): built-in, nothing to call.",
    ]
    assert len(wire.received) == 1


def test_check_models_names_the_model_that_does_not_answer(wire: WireServer, settings: Settings) -> None:
    settings.CHAT_MODEL = "openai:gpt-tset"
    settings.ASSISTANT_MODELS = {}
    wire.script.append(
        failure(404, {"error": {"message": "The model `gpt-tset` does not exist", "code": "model_not_found"}})
    )
    status, _, err = failed("check_models")
    assert status == 1
    assert "openai:gpt-tset" in err
    assert "not_configured" in err
    assert "sk-secret" not in err


def test_check_models_calls_the_embedder_too(wire: WireServer, settings: Settings) -> None:
    settings.CHAT_MODEL, settings.ASSISTANT_MODELS = "offline", {}
    settings.EMBEDDING_MODEL, settings.EMBEDDING_DIM = "openai:embed-test", 32
    assert "openai:embed-test (embeddings): answers with 32 numbers a text." in run("check_models")[0]
    assert [received.path for received in wire.received] == ["/v1/embeddings"]


def test_check_models_names_the_setting_where_the_server_of_a_base_url_may_embed(
    wire: WireServer, settings: Settings
) -> None:
    settings.PROVIDER_KEYS, settings.EMBEDDING_MODEL = ProviderKeys(openai_base_url=f"{wire.url}/v1"), ""
    settings.CHAT_MODEL, settings.ASSISTANT_MODELS = "offline", {}
    assert "EMBEDDING_MODEL=openai:<id> names its model" in run("check_models")[0]
    settings.EMBEDDING_MODEL = "offline"
    assert "EMBEDDING_MODEL" not in run("check_models")[0]


def test_check_models_names_an_embedder_of_another_dimension(wire: WireServer, settings: Settings) -> None:
    settings.CHAT_MODEL, settings.ASSISTANT_MODELS = "offline", {}
    settings.EMBEDDING_MODEL, settings.EMBEDDING_DIM = "google:embed-test", 32
    wire.script.append(gemini_vectors([1.0] * 64))
    status, _, err = failed("check_models")
    assert status == 1
    assert "google:embed-test (embeddings): malformed" in err
    assert "Set EMBEDDING_DIM=64" in err


class Probed(WireServer):
    """A model that does as it is told, within `chars`; it refuses a named tool, and streams no reply with tools.

    With `cuts` it reads only the end of what is too long, and says nothing of it.
    """

    chars, calls_tools, cuts = 20_000, True, False

    def next_behaviour(self, received: Received) -> Behaviour:
        body = received.body
        self.received.append(received)
        sent = json.dumps(body["messages"])
        if len(sent) > self.chars and self.cuts:
            sent = sent[-self.chars :]
        elif len(sent) > self.chars:
            return failure(400, {"error": {"code": 400, "type": "exceed_context_size_error", "message": "too long"}})
        if not body.get("tools"):
            counted = ", ".join(map(str, range(1, 61)))
            known = "4711-BLUE" if "4711-BLUE" in sent else "No code stands there."
            return Behaviour(openai_text(known if "Which code" in sent else counted))
        if body["stream"]:
            return failure(400, {"error": {"message": "Automatic streaming tool choice is not supported"}})
        if isinstance(body["tool_choice"], dict):
            return failure(400, {"error": {"message": "Invalid tool_choice type: 'object'", "code": "invalid"}})
        if body["messages"][-1]["role"] == "tool" or not self.calls_tools:
            return self._whole({"role": "assistant", "content": "The receipt is 4711-BLUE."})
        function = {"name": body["tools"][0]["function"]["name"], "arguments": '{"colour": "green"}'}
        call = {"id": "abc", "type": "function", "function": function}
        return self._whole({"role": "assistant", "content": "", "tool_calls": [call]})

    def _whole(self, message: dict[str, Any]) -> Behaviour:
        return whole({"model": "served", "choices": [{"index": 0, "message": message, "finish_reason": "stop"}]})


@pytest.fixture
def probed(settings: Settings) -> Iterator[Probed]:
    with Probed() as server:
        settings.PROVIDER_KEYS = ProviderKeys(openai_base_url=f"{server.url}/v1")
        settings.CHAT_MODEL, settings.ASSISTANT_MODELS = "openai:some-model", {}
        yield server


def test_check_models_finds_a_card_out_and_prints_it(probed: Probed, tmp_path: Path) -> None:
    out, _ = run("check_models", "--deep", "--tokens", "12000")
    for line in (
        "tools: called",
        "second round: read the result",
        "forced tool: called",
        "structured text: kept to",
        "streaming with tools: refused",
        "recall: up to 3,000 tokens; then context_full, the request is longer than the model takes (400): too long",
    ):
        assert f"  {line}" in out
    assert "  pace: " in out
    path = tmp_path / "cards.toml"
    path.write_text(out.partition("# Into a file that MODEL_CARDS names:\n")[2].partition("offline (")[0])
    card = card_of("openai:some-model", own=read_cards(path))
    assert (card.context, card.tools, card.forced_choice, card.streaming_with_tools) == (3400, True, "required", False)
    assert card.parallel_calls


def test_check_models_finds_out_a_server_that_cuts_the_beginning_of_a_prompt_in_silence(probed: Probed) -> None:
    probed.cuts = True
    out, _ = run("check_models", "--deep", "--tokens", "12000")
    assert "recall: up to 3,000 tokens; then of 6,000 tokens it said 'No code stands there.'" in out
    assert "context = 3_400" in out


def test_check_models_says_that_a_model_without_tools_works_in_no_turn(probed: Probed) -> None:
    probed.calls_tools = False
    status, out, _ = failed("check_models", "--deep", "--tokens", "2000")
    assert status == 1
    assert "tools: it answered in words and called none" in out
    assert "tools = false" in out


def test_check_models_has_nothing_to_call_offline(settings: Settings) -> None:
    settings.CHAT_MODEL = "offline"
    assert "built-in rules, nothing to call" in run("check_models")[0]
