"""No first message waits for what is learnt from examples, and no turn shares its process with the learning."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from pytest_django import Settings

import dialogue
from config.learning import BESIDE, learn, learn_beside
from llm import registry
from llm.offline import RuleModel
from tests.environment import BASE_DIR
from tests.learning import learn_once


def test_every_room_that_has_examples_is_learnt(monkeypatch: pytest.MonkeyPatch) -> None:
    packages: list[str] = []
    monkeypatch.setattr(dialogue, "prepare", packages.append)
    learn()
    rooms = {
        str(folder.parent.relative_to(BASE_DIR)).replace("/", ".") for folder in BASE_DIR.glob("[a-z]*/*/examples")
    }
    assert rooms
    assert sorted(packages) == sorted({"dialogue", *rooms})


def test_where_all_is_kept_no_other_process_is_started(monkeypatch: pytest.MonkeyPatch) -> None:
    learn_once()

    def start(*_: object, **__: object) -> None:
        pytest.fail("a process was started")

    monkeypatch.setattr(subprocess, "Popen", start)
    learn_beside()


def test_the_models_that_are_set_are_there_before_the_first_message(
    monkeypatch: pytest.MonkeyPatch, settings: Settings
) -> None:
    learn_once()
    settings.CHAT_MODEL, settings.ASSISTANT_MODELS = "openai:gpt-5-mini", {"pursuit": "no such model"}
    made: list[str] = []

    def make(provider: str, keys: registry.ProviderKeys) -> RuleModel:
        made.append(provider)
        return RuleModel(lambda request: iter(()))

    monkeypatch.setattr(registry, "_new_model", make)
    monkeypatch.setattr(registry, "_models", {})
    learn_beside()
    assert made == ["openai"]


def test_what_is_missing_is_learnt_by_a_process_that_ends_with_whoever_asked_for_it(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "config.learning", BESIDE]
    environment = {**os.environ, "DATA_DIR": str(tmp_path)}
    with subprocess.Popen(command, cwd=BASE_DIR, env=environment, stdin=subprocess.PIPE) as learner:
        assert learner.stdin
        learner.stdin.close()
        assert learner.wait(30) == 0
    assert not list(tmp_path.glob("dialogue/*.npz"))
