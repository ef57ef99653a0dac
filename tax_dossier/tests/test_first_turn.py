"""The first turn of a question that the sources settle answers it, after the list, whatever way the model takes."""

from __future__ import annotations

import pytest

from chat.models import Thread, ToolCall, Turn
from chat.tests.shared import talk
from llm.interface import ModelError
from llm.testing import ScriptedModel, call
from tax_dossier.tests.shared import QUESTION

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("corpus")]
LISTED = "1. Wet inkomstenbelasting 2001, artikel 3.16 Werkruimte"
SEARCHED = [
    call("legislation", query="werkruimte woning kosten aftrek"),
    call("case_law", query="werkruimte woning ingang"),
]
CITED = "De kosten zijn niet aftrekbaar (artikel 3.16, lid 1, Wet IB 2001)."
HEADING = "\n\n**Antwoord**\n\n"


@pytest.mark.parametrize("words", ["OK", "", "Hier zijn de bronnen.", "De kosten zijn aftrekbaar."])
def test_a_model_that_stops_after_the_list_is_asked_for_the_answer(
    words: str, thread: Thread, model: ScriptedModel
) -> None:
    model.then(SEARCHED, words, call("DraftedAnswer", text=CITED))
    turn, _ = talk(thread, QUESTION)
    listed, heading, answered = turn.reply.partition(HEADING)
    assert heading
    assert listed.index(LISTED[3:]) >= 0
    assert words in listed
    assert "De kosten zijn niet aftrekbaar ([artikel 3.16, lid 1" in answered
    assert "geef antwoord" not in turn.reply
    assert Turn.objects.get().asked == ""
    assert ToolCall.objects.get(name="answer").result["status"] == "success"
    assert turn.reply in "\n\n".join(Turn.objects.get().spoken_texts())


def test_a_model_without_structured_answers_is_held_to_the_sources_there_too(
    thread: Thread, model: ScriptedModel
) -> None:
    draft = f"{CITED} Zie ook artikel 9.99 Wet IB 2001."
    model.then(SEARCHED, "OK", "Ik kan geen functies aanroepen.", draft)
    turn, _ = talk(thread, QUESTION)
    assert "De kosten zijn niet aftrekbaar ([artikel 3.16" in turn.reply.partition(HEADING)[2]
    assert "9.99" not in turn.reply


def test_an_answer_with_citations_in_the_models_own_words_is_shown_held_to_the_sources(
    thread: Thread, model: ScriptedModel
) -> None:
    false = "Dat staat ook in artikel 9.99 Wet IB 2001. Er geldt een termijn van 12 weken (artikel 3.16 Wet IB 2001)."
    model.then(SEARCHED, f"{CITED} {false}")
    turn, events = talk(thread, QUESTION)
    listed, heading, answered = turn.reply.partition(HEADING)
    assert heading
    assert LISTED[3:] in listed
    assert "De kosten zijn niet aftrekbaar ([artikel 3.16, lid 1, Wet IB 2001](/tax-dossier/" in answered
    assert "9.99" not in turn.reply
    assert "12 weken" not in turn.reply
    assert "Weggelaten: 1 verwijzing(en)" in answered
    assert "geen advies" in answered
    assert "geef antwoord" not in turn.reply
    assert Turn.objects.get().asked == ""
    shown = "".join(event["delta"] for event in events if event["type"] == "TEXT_MESSAGE_CONTENT")
    assert shown == turn.reply


@pytest.mark.parametrize("words", ["Bedoelt u een eigen ingang?", "Geen van deze titels gaat over uw vraag."])
def test_a_model_that_asks_back_or_finds_that_nothing_fits_is_asked_for_nothing(
    words: str, thread: Thread, model: ScriptedModel
) -> None:
    model.then(SEARCHED, words)
    turn, _ = talk(thread, QUESTION)
    assert turn.reply.endswith(words)
    assert "geef antwoord" in turn.reply
    assert Turn.objects.get().asked == "ANSWER_OFFERED"


def test_who_only_wants_sources_is_given_no_answer(thread: Thread, model: ScriptedModel) -> None:
    model.then(SEARCHED, "Hier zijn ze.")
    turn, _ = talk(thread, "Zoek rechtspraak over de werkruimte in de woning")
    assert "**Antwoord**" not in turn.reply
    assert turn.reply.endswith("Hier zijn ze.")


def test_where_the_answer_fails_the_sources_and_the_words_are_told_all_the_same(
    thread: Thread, model: ScriptedModel
) -> None:
    model.then(SEARCHED, "Hier zijn ze.", ModelError("refused", "no"))
    turn, _ = talk(thread, QUESTION)
    assert turn.status == "done"
    assert LISTED[3:] in turn.reply
    assert turn.reply.endswith("Hier zijn ze.")
    assert Turn.objects.get().asked == "ANSWER_OFFERED"
