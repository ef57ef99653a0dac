"""What code does before a model is asked is what a button would do; whatever says more reaches the model."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.conf import settings as project
from django.contrib.auth.models import User
from pytest_django import Settings

from chat import assistants
from chat.live import runs
from chat.models import Thread
from chat.turns.turn import TurnRun
from llm.testing import registered
from llm.types import ModelRequest, StreamItem, TextDelta, Usage
from tests.test_transcripts import PREPARE

HEARD = "openai:heard"
# Questions, other languages, long messages, a yes or a no that says more, several things at once.
MESSAGES = """Does Florida Medicaid cover telehealth visits for a child of six?
Why would anybody need to know that, and who decides it in the end?
Which of the two is better for somebody who works part-time?
If I sell half of it next year, does that change anything?
Can my wife's shares in her employer's plan be counted as mine?
What did the tax office say about deductible travel costs in 2022?
How long does prior authorization take for a wheelchair in Texas?
Is the notice period of thirty days usual for a fund like this one?
Welke bronnen van inkomen vallen in box 1?
Mag ik de kosten van mijn werkruimte thuis aftrekken als ik drie dagen op kantoor zit?
Ja, maar verander eerst de tweede, die klopt niet
Nee, ga terug naar nummer 3 en leg uit waarom dat daar staat
Ik wil liever eerst weten wat het kost voordat ik ja zeg
Mijn man heeft een pensioen bij het ABP en ik werk nog twee jaar door
Waarom staat er in de derde zin iets anders dan in de eerste?
Kan ik het ook voor mijn dochter van twaalf doen, of mag dat niet?
¿Cubre Medicaid de Florida las consultas por video para niños?
Sí, pero primero cambia la segunda, que no es correcta
Quiero comprar mil acciones de Siemens porque creo que van a subir
No estoy seguro de que eso sea lo que quería decir antes
Ja, aber ändere zuerst die zweite Stelle, die stimmt so nicht
Können Sie mir erklären, warum das für Selbständige anders geregelt ist?
Oui, mais changez d'abord la deuxième, elle n'est pas correcte
Est-ce que cela vaut aussi pour une société civile immobilière en France?
Sim, mas primeiro mude a segunda, por favor, porque está errada
Tak, ale najpierw zmień drugą, bo jest tam inna kwota
Yes, but first change the second one to ninety days
Yes, as long as it is the one that trades in London and not the other
No, go back to number 3 and tell me what it said before
No, that is the price of one, not of all of them
Yes to the first part, and for the second part I would rather have something else
I said two thousand before, but it should have been twelve hundred, and in euros
The first one looks right to me although the name was different when I bought it in 2014
My colleague told me that this is never allowed, so I wonder whether the rule is new
I am 58, my wife is 61, we own our house and we would like to stop working in about six years
Please make the clause on the management fee softer, and leave everything else exactly as it stands
CGM Harbor Health for a member who moved from Kansas to Arkansas last month
We have three children, the youngest has a disability, and we worry about what happens to him when we are gone
Look at article 3.16 again, because the ruling that you quoted speaks of a rented home and mine is owned
There is one more thing that I forgot: the account is in my mother's name and I only manage it for her""".splitlines()

# Before anything was asked of it, pursuit's guide tells who asks nothing what may be asked.
ASKS_NOTHING = {"pursuit": {words for words in MESSAGES if words.startswith(
    ("Yes, as long", "No, that is", "We have three", "Look at", "There is one"))}}  # fmt: skip


class Heard:
    """A model that says something and remembers that it was asked."""

    def __init__(self) -> None:
        self.asked = 0

    def stream(self, request: ModelRequest) -> Iterator[StreamItem]:
        """A few words."""
        self.asked += 1
        yield TextDelta("Let me see.")
        yield Usage(1, 1, finish_reason="stop")


def test_the_messages_are_forty_and_differ() -> None:
    assert len(set(MESSAGES)) >= 40


@pytest.mark.long
@pytest.mark.django_db
@pytest.mark.parametrize("slug", project.ASSISTANTS)
def test_what_says_more_than_a_button_reaches_the_model(slug: str, employee: User, settings: Settings) -> None:
    PREPARE.get(slug, lambda: None)()
    settings.CHAT_MODEL = HEARD
    assistant, unheard = assistants.get(slug), []
    with registered(HEARD, Heard()) as model:
        for words in (words for words in MESSAGES if words not in ASKS_NOTHING.get(slug, ())):
            thread = assistant.sample_thread(employee) or Thread.objects.create(owner=employee, assistant=slug)
            before = model.asked
            turn = runs.begin(thread.pk, employee.pk, words, None)
            assert isinstance(turn, TurnRun)
            runs.run_here(turn)
            if model.asked == before or any(str(made.get("id", "")).startswith("words-") for made in turn.calls):
                unheard.append((words, turn.reply[:80]))
    assert not unheard, "\n".join(map(str, unheard))
