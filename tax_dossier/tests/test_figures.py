"""Figures of an answer that are no money stand in what its sentence cites, or in what was said; else they are not told."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest
from django.test import Client

from chat.models import Thread, ToolCall
from chat.tests.shared import talk
from llm.testing import ScriptedModel, call
from tax_dossier.answers import Allowed, check_answer
from tax_dossier.tests.shared import QUESTION, view

CASES = Path(__file__).parent / "cases"
OB, AWR = ("Wet op de omzetbelasting 1968", "Wet OB 1968"), ("Algemene wet inzake rijksbelastingen", "AWR")
TEXTS = {
    1: "1. Kosten van een werkruimte zijn aftrekbaar als de ondernemer daar ten minste zeventig procent van zijn "
    "inkomen verdient.\n2. De werkruimte heeft een eigen ingang en eigen sanitair.",
    2: "1. Aftrekbaar zijn de renten van de eigenwoningschuld.\n2. De aftrek duurt ten hoogste dertig jaar.",
    3: "De termijn voor het indienen van een bezwaarschrift bedraagt zes weken.",
    4: "1. De ondernemer besteedt ten minste 1225 uren aan zijn onderneming.\n2. De eerste drie jaren geldt een verhoging.",
    5: "De belanghebbende werkte 800 uren in een ruimte van 15 vierkante meter. Het pand telde twee huurders.",
    6: "De vrijstelling geldt een jaar. Na een half jaar vervalt het recht. Een jaar telt 52 weken van 40 uren.",
    7: "1. Het eigenwoningforfait bedraagt 0,45% van de waarde.",
}
SOURCES = [
    view(1),
    view(2, number="3.120"),
    view(3, number="22j", law=AWR[0], abbr=AWR[1], labels=()),
    view(4, number="3.6"),
    view(5, ecli="ECLI:NL:HR:2099:101", title="Hoge Raad 3 maart 2099, ECLI:NL:HR:2099:101"),
    view(6, number="11", law=OB[0], abbr=OB[1], labels=()),
    view(7, number="3.112", valid_from=date(2017, 1, 1)),
]
ALLOWED = Allowed(SOURCES[:6] + SOURCES[6:], TEXTS, date(2026, 1, 1), lambda source, lids, words: f"/s/{source.id}")


def texts(name: str) -> list[tuple[str, str]]:
    lines = (CASES / f"figures_{name}.txt").read_text("utf-8").splitlines()
    pairs = (line.partition("|") for line in lines if line and not line.startswith("#"))
    return [(message.strip(), text.strip().replace("\\n", "\n")) for message, _, text in pairs]


def shown(message: str, text: str) -> str:
    """What is shown of a text, without the links of its references."""
    checked = check_answer(text, replace(ALLOWED, spoken=(message,)))
    return re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", checked.text)


def test_no_honest_figure_is_left_out() -> None:
    honest = texts("honest")
    assert len(honest) >= 30
    assert [out for message, text in honest if (out := shown(message, text)) != text] == []


def test_no_figure_that_nobody_gave_is_told() -> None:
    false = texts("false")
    assert len(false) >= 30
    assert [text for message, text in false if shown(message, text) == text] == []


@pytest.mark.django_db
def test_a_turn_leaves_such_a_figure_out_of_the_answer_and_counts_it(
    corpus: None, thread: Thread, model: ScriptedModel, client: Client
) -> None:
    def counted() -> float:
        head = 'assistant_left_out_total{assistant="tax_dossier",kind="figure"} '
        lines = client.get("/metrics").content.decode().splitlines()
        return next((float(line[len(head) :]) for line in lines if line.startswith(head)), 0.0)

    before = counted()
    cited = "(artikel 3.16, lid 1, Wet IB 2001)"
    draft = f"De ondernemer verdient daar 70% van zijn inkomen {cited}. Of het is 55% van zijn inkomen {cited}."
    model.then(
        [call("legislation", query="werkruimte woning kosten"), call("case_law", query="werkruimte woning ingang")],
        call("answer", question=QUESTION),
        call("DraftedAnswer", text=draft),
    )
    turn, _ = talk(thread, QUESTION)
    assert "70% van zijn inkomen" in turn.reply
    assert "55%" not in turn.reply
    assert ToolCall.objects.get(name="answer").result["left_out"] == ["55%"]
    model.then("Ik vond 37 bronnen. Bedoelt u uw woning?")
    assert talk(thread, "Hm.")[0].reply == "Bedoelt u uw woning?"
    assert counted() - before == 2
