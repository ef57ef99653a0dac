"""Which of its two languages TESS answers in: that of the person's newest words that show one, Dutch otherwise.

Its pages are in the language that the person chose for all pages, as every page is.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Literal

from django.utils import translation

from wording.amounts import words

Language = Literal["nl", "en"]

_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")
# Words that are common in one of the two and rare or absent in the other.
_DUTCH = words(
    """
    de het een en ik mijn je jij u uw wij ons onze hij zij zijn haar hun dat deze dit die van voor over met bij naar
    uit tot om als dan ook nog wel niet geen wat welke wie waar wanneer hoe hoeveel waarom mag mogen kan kunnen moet
    moeten wil zal heb heeft hebben ben bent wordt worden werd haal zet verwijder geef antwoord vraag bron bronnen
    artikel uitspraak uitspraken wet rechtspraak weg terug eerste tweede derde vierde vijfde laatste alles alle behalve
    en/of ja nee graag dank bedankt kosten aftrekken aftrekbaar belasting jaar belastingjaar peildatum toon zoek
    alleen doe maar graag hallo goedemorgen goedemiddag thuis woning auto ongedaan maak erbij eruit
    """
)
_ENGLISH = words(
    """
    the a an and i my me you your we our he she they their that this these those of for about with at to from by
    if than also not no what which who where when how why may can could must should shall will would have has had
    am are was were be been do does did remove drop delete put give answer question source sources article ruling
    rulings law case back first second third fourth fifth last all everything except yes please thanks thank hello
    hi deduct deductible costs expenses tax year show list search find only home office keep undo restore and/or
    """
)


def language_of_text(text: str) -> Language | None:
    """The language of a text; None when its words show neither, as in "2" or "ECLI:NL:HR:1994:AA2974"."""
    words = [word.lower() for word in _WORD.findall(text[:4000])]
    dutch = sum(word in _DUTCH for word in words)
    english = sum(word in _ENGLISH for word in words)
    if dutch == english:
        return None
    return "nl" if dutch > english else "en"


def language_of(said: Iterable[str]) -> Language:
    """The language of a conversation from what the person said, the newest last."""
    for text in reversed(list(said)):
        if (found := language_of_text(text)) is not None:
            return found
    return "nl"


def page_language() -> Language:
    """The language of the page that is rendered now."""
    return "nl" if (translation.get_language() or "").startswith("nl") else "en"
