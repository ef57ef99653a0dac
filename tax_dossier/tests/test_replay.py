"""A turn of TESS comes out the same again, with a model and without, whatever was told of it by code."""

from __future__ import annotations

import re
from typing import Any

import pytest

from chat.models import Message, Thread, Turn
from chat.replay import replay_thread
from chat.tests.shared import talk
from llm.testing import ScriptedModel, call
from tax_dossier import record
from tax_dossier.tests.shared import QUESTION
from tax_dossier.tests.test_first_turn import CITED, SEARCHED

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("corpus")]


def check_the_same_again(thread: Thread) -> None:
    rows = [model.objects.count() for model in (Turn, Message)]
    replay = replay_thread(thread)
    assert (replay.differences, replay.ended) == ([], "")
    assert replay.turns == list(range(1, len(replay.turns) + 1))
    assert [model.objects.count() for model in (Turn, Message)] == rows


@pytest.mark.parametrize(
    "replies",
    [
        # The list is put before what the model says, which may be nothing, an answer with citations, or a question.
        [SEARCHED, "", call("DraftedAnswer", text=CITED)],
        [SEARCHED, f"{CITED} Dat staat ook in artikel 9.99 Wet IB 2001."],
        [SEARCHED, "Bedoelt u een eigen ingang?"],
        # It is asked for the answer, by structure or in its own words.
        [SEARCHED, "OK", call("DraftedAnswer", text=CITED)],
        [SEARCHED, "OK", "Ik kan geen functies aanroepen.", CITED],
        # It finds nothing and says so itself.
        [[call("legislation", query="zeilboot")], "Ik vond niets."],
        # A claim that nothing bears out is left out.
        ["Ik heb uw aangifte ingediend. Welke vraag hebt u?"],
    ],
)
def test_what_a_model_said_comes_out_the_same_again(replies: list[Any], thread: Thread, model: ScriptedModel) -> None:
    model.then(*replies)
    talk(thread, QUESTION)
    check_the_same_again(thread)


@pytest.mark.usefixtures("offline")
def test_the_rules_come_out_the_same_again(thread: Thread) -> None:
    for words in (QUESTION, "haal de eerste weg", "zet die terug", "geef antwoord", "maak dat ongedaan"):
        talk(thread, words)
    check_the_same_again(thread)


@pytest.mark.usefixtures("offline")
def test_an_undo_names_what_it_takes_out_and_nothing_that_had_its_number_before(thread: Thread) -> None:
    for words in (QUESTION, "maak dat ongedaan", "Hoe lang zijn de renten van de eigenwoningschuld aftrekbaar?"):
        talk(thread, words)
    titles = [source.title for source in record.load(thread.pk).sources]
    turn, _ = talk(thread, "maak dat ongedaan")
    listed = [line for line in turn.reply.replace("; ", "\n").split("\n") if re.search(r"\b1\. ", line)]
    assert [titles[0] in line for line in listed] == [True]
    check_the_same_again(thread)
