"""Which words plainly say something else than what a model takes out of a list of sources, or puts back."""

from __future__ import annotations

import pytest

from tax_dossier.tests.test_choice import OUT
from tax_dossier.words import speaks_against


@pytest.mark.parametrize(
    ("words", "removed", "restored", "is_against"),
    [
        ("haal 2 weg en zet 1 terug", [2], [1], False),
        ("haal 2 weg en zet 1 terug", [1], [2], True),
        ("haal 2 weg en zet 3 terug", [1], [2], True),
        ("haal 2 weg en zet 3 terug", [3], [1], True),
        ("haal die weg en zet deze terug", [1], [2], False),
        ("laat alleen 2 staan", [1], [], False),
        ("laat 2 staan, de rest mag weg", [1], [], False),
        ("laat 1 staan", [1], [], True),
        ("kun je 1 weghalen?", [1], [], False),
        ("is 1 weg?", [1], [], True),
        ("haal 1 weg", [3], [], True),
        ("haal 1 weg", [], [1], True),
        ("zet 2 terug", [2], [], True),
        ("alles weg behalve 1", [3], [], False),
        ("dat artikel mag weg", [3], [], False),
    ],
)
def test_words_speak_against_the_opposite_and_against_other_places(
    words: str, removed: list[int], restored: list[int], is_against: bool
) -> None:
    views = {source.number: source for source in OUT}
    gone, back = [views[number] for number in removed], [views[number] for number in restored]
    assert speaks_against(words, gone, back, OUT) is is_against
