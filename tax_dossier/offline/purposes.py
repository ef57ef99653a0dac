"""What each clause of a message is for: a choice of sources, a step back, the answer, a year, a question, or talk."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from dialogue import OF_THE_DOMAIN, Act, Deed, Help, deeds_in
from tax_dossier.replies import ANSWER_OFFERED, WHICH_SOURCE
from tax_dossier.words import (
    asks_for_more,
    cites_a_source,
    find_citations,
    has_tax_term,
    is_about_sources,
    likeness,
    only_a_year,
    speaks_of_tax,
    takes_back,
    telling_words,
    wants_answer,
    words_of,
)

# Whatever mark they end with, these ask nothing of the law.
_TALK = frozenset(
    {Act.THANKS, Act.GREET, Act.END, Act.HUMAN, Act.ACT_FOR_ME, Act.COMPLAIN, Act.CHAT, Act.OTHER_LANGUAGE}
)
_BARE = (Act.YES, Act.NO)
# A sigh with less than this margin may hold a question: "ik ben het er niet mee eens, hoe maak ik bezwaar".
_CERTAIN = 0.4
# A question without a term of tax is searched for when it surely is one, and says this much.
_SURELY_ASKS, _LEAST_TELLING = 0.1, 2
# A place in the list, or a bare number.
_PLACE = re.compile(r"\d|\b\w+(?:de|ste|st|nd|rd|th)\b|\blast\b", re.IGNORECASE)
_PLACE_WORDS = 6
# A message this short may be one command whose halves say less: "laat de uitspraken maar vallen".
_SHORT_WORDS = 10


class Purpose(StrEnum):
    """What TESS does with a clause; NONE is for the guide, or not understood."""

    SOURCES = "sources"
    UNDO = "undo"
    RESTART = "restart"
    ANSWER = "answer"
    # The question before once more, for another year or in one kind of sources.
    AGAIN = "again"
    QUESTION = "question"
    HELP = "help"
    NONE = ""


@dataclass(frozen=True, slots=True)
class SaidClause:
    """A clause of a message, at `message[start:end]`."""

    act: Act
    purpose: Purpose
    text: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Screen:
    """What the clauses are read against: the open question, the tax question before, and the help."""

    asked: str
    before: str
    help: Help

    @property
    def kind(self) -> str:
        return "yes_no" if self.asked == ANSWER_OFFERED else ""


def clauses_of(message: str, screen: Screen) -> list[SaidClause]:
    """The clauses of a message with what each is for."""
    deeds = deeds_in(message, screen.kind)
    # What opens a clause belongs to it: "en voor een werknemer?" goes on from a question.
    starts = [0, *(deed.end for deed in deeds)]
    clauses = [_clause(message, deed, start, screen) for deed, start in zip(deeds, starts, strict=False)]
    purposes = {clause.purpose for clause in clauses if clause.purpose}
    # "geef maar antwoord": what two halves do not say, the whole may; "3.92 moet blijven, zet die terug" names one.
    halves = not purposes or purposes == {Purpose.ANSWER} or (purposes == {Purpose.UNDO} and cites_a_source(message))
    short = len(message.split()) <= _SHORT_WORDS and "?" not in message and Purpose.SOURCES not in purposes
    if (halves or short) and len(clauses) > 1:
        command = _command(message, Deed(Act.CONTENT, 0, len(message)))
        if command and (halves or command is Purpose.SOURCES):
            return [replace(clause, purpose=command) for clause in clauses]
    return clauses


def _clause(message: str, deed: Deed, start: int, screen: Screen) -> SaidClause:
    words = message[deed.start : deed.end]
    if deed.act is Act.OTHER_LANGUAGE:
        return SaidClause(deed.act, Purpose.NONE, words, deed.start, deed.end)
    purpose = _command(words, deed) or _place(words, deed, screen) or _asks(words, deed, screen)
    act = deed.act if deed.is_sure else Act.UNKNOWN
    return SaidClause(act, purpose, message[start : deed.end].strip(" ,;"), deed.start, deed.end)


def _command(words: str, deed: Deed) -> Purpose:
    if takes_back(words):
        return Purpose.UNDO
    if is_about_sources(words):
        return Purpose.SOURCES
    if wants_answer(words):
        return Purpose.ANSWER
    if deed.is_sure and deed.act in (Act.UNDO, Act.RESTART):
        return Purpose.UNDO if deed.act is Act.UNDO else Purpose.RESTART
    return Purpose.AGAIN if only_a_year(words) or asks_for_more(words) else Purpose.NONE


def _place(words: str, deed: Deed, screen: Screen) -> Purpose:
    """Words that answer which source was meant: a place, or a name that is no question and no talk."""
    if screen.asked != WHICH_SOURCE or words.rstrip().endswith("?") or len(words.split()) > _PLACE_WORDS:
        return Purpose.NONE
    names = deed.act in (Act.CONTENT, Act.CHANGE) and telling_words(words)
    return Purpose.SOURCES if names or _PLACE.search(words) else Purpose.NONE


def _asks(words: str, deed: Deed, screen: Screen) -> Purpose:
    """Whether a clause is a question that is searched for, or one that the help answers."""
    if find_citations(words):
        return Purpose.QUESTION
    sigh = deed.act in (Act.COMPLAIN, Act.CHAT) and deed.margin < _CERTAIN and has_tax_term(words)
    if (deed.is_sure and deed.act in _TALK and not sigh) or (deed.act in _BARE and not words.endswith("?")):
        return Purpose.NONE
    entry = screen.help.find(words)
    if entry and _is_of(words, (entry.question, *entry.also)):
        return Purpose.HELP if deed.act in OF_THE_DOMAIN or not deed.is_sure else Purpose.NONE
    asks = deed.is_sure and (deed.act in (Act.QUESTION, Act.HELP) or words.endswith("?"))
    plain = has_tax_term(words) or (not deed.is_sure and speaks_of_tax(words))
    if plain or (asks and speaks_of_tax(words, screen.before)):
        return Purpose.QUESTION
    surely = deed.act is Act.QUESTION and deed.margin >= _SURELY_ASKS
    return Purpose.QUESTION if surely and len(telling_words(words)) >= _LEAST_TELLING else Purpose.NONE


def _is_of(words: str, ways: Sequence[str]) -> bool:
    """Whether an entry of the help, asked in these ways, speaks of what the words ask, and of each term of tax in them.

    With such a term it begins as they do: "hoe lang heb ik om bezwaar te maken" does not ask what TESS can do.
    """
    known, telling = words_of(" ".join(ways)), telling_words(words)
    if has_tax_term(words) and words.split()[0].lower() not in {way.split()[0].lower() for way in ways}:
        return False
    held = [word for word in telling if any(likeness(word, other) for other in known)]
    return 2 * len(held) >= len(telling) and not any(speaks_of_tax(word) for word in telling if word not in held)
