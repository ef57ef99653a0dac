"""No first message waits for what is learnt from examples."""

from __future__ import annotations

from pathlib import Path

import pytest

import dialogue
from config.web import learn

ROOT = Path(__file__).resolve().parent.parent


def test_the_web_process_learns_every_room_that_has_examples(monkeypatch: pytest.MonkeyPatch) -> None:
    packages: list[str] = []
    for way in ("learnt", "prepare"):
        monkeypatch.setattr(dialogue, way, lambda package="dialogue": packages.append(package))
    learn()
    rooms = {str(folder.parent.relative_to(ROOT)).replace("/", ".") for folder in ROOT.glob("[a-z]*/*/examples")}
    assert rooms
    assert sorted(packages) == sorted({"dialogue", *rooms})
