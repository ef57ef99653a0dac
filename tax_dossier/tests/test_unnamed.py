"""What a question names and no source holds is said in the first line of the answer."""

from __future__ import annotations

import pytest

from chat.models import Thread
from tax_dossier.answers import unanswered
from tax_dossier.tests.test_offline import say

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("offline", "samples")]


@pytest.mark.parametrize(
    ("words", "named"),
    [
        ("btw voor een nagelstudio?", "nagelstudio"),
        ("Ik begin een nagelstudio. Hoe zit het met de btw?", "nagelstudio"),
        ("btw op een sauna?", "sauna"),
    ],
)
def test_a_trade_that_no_source_names_is_said_first(thread: Thread, words: str, named: str) -> None:
    _, _, answer = say(thread, words).partition("**Antwoord**\n\n")
    assert answer.startswith(f"Geen van deze bronnen noemt ‘{named}’."), answer


@pytest.mark.parametrize(
    "question", ["Hoeveel btw reken ik over een gewone dienst?", "Moet ik btw rekenen?", "Wie is dezelfde ondernemer?"]
)
def test_what_only_tells_of_a_noun_is_nothing_that_is_missed(question: str) -> None:
    assert not any("noemt" in line for line in unanswered(question, [], ["De dienst van een ondernemer."], "nl"))
