"""Every assistant with models of each kind, over the conversations that ship: how many come out right, and none lies."""

from __future__ import annotations

import pytest
from django.core.management import call_command

from chat.management.commands import load_demo
from chat.scenarios.evaluation import evaluate

pytestmark = [pytest.mark.django_db, pytest.mark.long, pytest.mark.timeout(600)]
ASSISTANTS = {"investor_review", "pa_dealing", "pursuit", "retirement", "tax_dossier"}


# A liar has every conversation and a competent model all of tests/test_replays.py; the others have one in so many.
EVERY = 2


@pytest.mark.parametrize(
    ("kind", "least"),
    [
        ("one_call", 0.97),
        ("paraphraser", 0.97),
        ("chatty", 0.97),
        ("forgetful", 0.85),
        ("liar", 0),
    ],
)
def test_conversations_come_out_right_and_no_model_has_anything_wrong_kept_or_told(kind: str, least: float) -> None:
    for command in load_demo.SAMPLE_COMMANDS:
        call_command(command, verbosity=0)
    figures = evaluate(None, model=f"persona:{kind}", every=1 if kind == "liar" else EVERY)["by_assistant"]
    assert set(figures) == ASSISTANTS
    assert {slug: of["right"] for slug, of in figures.items() if of["right"] < least} == {}
    assert {slug: of["wrong"] for slug, of in figures.items() if of["wrong"]} == {}
