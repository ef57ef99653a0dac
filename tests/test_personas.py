"""Every assistant with models of each kind, over the conversations that ship: how many come out right, and none lies."""

from __future__ import annotations

import pytest
from django.core.management import call_command

from chat.management.commands import load_demo
from chat.scenarios.evaluation import evaluate

pytestmark = [pytest.mark.django_db, pytest.mark.long, pytest.mark.timeout(600)]
ASSISTANTS = {"investor_review", "pa_dealing", "pursuit", "retirement", "tax_dossier"}


# A competent model has every conversation in tests/test_replays.py. Of those that do as well as it one in so many is held.
EVERY = 2


@pytest.mark.parametrize(
    ("kind", "least", "every"),
    [
        ("one_call", 0.97, EVERY),
        ("paraphraser", 0.97, EVERY),
        ("chatty", 0.97, EVERY),
        ("forgetful", 0.85, 1),
        ("liar", 0, 1),
    ],
)
def test_conversations_come_out_right_and_no_model_has_anything_wrong_kept_or_told(
    kind: str, least: float, every: int
) -> None:
    for command in load_demo.SAMPLE_COMMANDS:
        call_command(command, verbosity=0)
    figures = evaluate(None, model=f"persona:{kind}", every=every)["by_assistant"]
    assert set(figures) == ASSISTANTS
    assert {slug: of["right"] for slug, of in figures.items() if of["right"] < least} == {}
    assert {slug: of["wrong"] for slug, of in figures.items() if of["wrong"]} == {}
