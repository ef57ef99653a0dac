"""What the guide is told, so that it converses with no model: what is open, what the dossier holds, and the help."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

from django.conf import settings

from chat.assistants import help_of
from dialogue import Act, Help, Talk, deeds_in
from llm.types import Message, ModelRequest, newest_words, replies_in
from tax_dossier.offline.reading import ASKS, Label, is_told_in, meaning_asked, read
from tax_dossier.replies import ANSWER_OFFERED, WHICH_SOURCE
from tax_dossier.texts import LANGUAGES, Language, language_spoken, text
from tax_dossier.words import current_question, in_law_words, telling_words

# What may tell of the matter that a message asks about.
_TELL = frozenset({Act.ASIDE, Act.CHAT, Act.END, Act.HELP})
_FOR_THE_GUIDE = frozenset({Label.TALK, Label.UNKNOWN, Label.CASE, Label.LIST})


def talk(request: ModelRequest) -> Talk:
    """The state of the conversation, in the language that the person speaks."""
    language, asked = language_of(request.messages), str(request.state.get("asked", ""))
    has_sources = bool(request.state.get("selected_ids"))
    topic = "ask_which" if asked == WHICH_SOURCE else "ask_to_answer" if has_sources else "ask_question"
    return Talk(
        help=help_in(language),
        about=text(language, "about"),
        question=text(language, topic if asked or not has_sources else "ask_more"),
        again=text(language, f"{topic}_again"),
        why=text(language, f"{topic}_why"),
        screen="yes_no" if asked == ANSWER_OFFERED else "",
        summary=_summary(request.state, current_question(request.messages), language),
        left=text(language, "left") if has_sources else "",
        button=text(language, "no_letters"),
        contact=settings.CHAT_CONTACT,
        reads=text(language, "reads"),
        language=language,
        before=replies_in(request.messages),
        own=own_acts(newest_words(request.messages), asked)
        | (_asks_a_meaning(newest_words(request.messages), language) if has_sources else frozenset()),
    )


def own_acts(words: str, asked: str) -> frozenset[Act]:
    """What of a message the guide leaves alone: the acts of the clauses that TESS does something with.

    What looks like a question is talk where the guide is surer of that.
    """
    every = read(words, asked)
    asks = any(clause.label in ASKS for clause in every)
    clauses = [
        clause
        for clause in every
        if clause.label not in _FOR_THE_GUIDE
        # "Ik begin een nagelstudio. Hoe zit het met de btw?" tells of what is asked.
        or (asks and clause.label is Label.CASE and telling_words(clause.text))
    ]
    deeds = deeds_in(words, "yes_no" if asked == ANSWER_OFFERED else "") if clauses else []
    # "My customer is bankrupt. Do I get the tax back?" tells what it asks, though it sounds like talk.
    telling = _TELL if asks and is_told_in(words) else frozenset()
    return telling | frozenset(
        deed.act
        for deed in deeds
        for clause in clauses
        if deed.start < (place := words.find(clause.text)) + len(clause.text) and place < deed.end
        if not (deed.is_stray and clause.label in ASKS and deed.margin > clause.margin)
        # "I hear of a customary salary. What does that mean?" asks of what it tells.
        or (deed.act is Act.HELP and any(in_law_words(other.text) for other in every if other is not clause))
    )


def _asks_a_meaning(words: str, language: Language) -> frozenset[Act]:
    """HELP where a word is asked for that no help explains: the sources that count may."""
    asking = [asked for clause in read(words) if telling_words(asked := meaning_asked(clause.text))]
    return frozenset({Act.HELP} if asking and not help_in(language).find(asking[0]) else ())


def asks_for_the_list(words: str) -> bool:
    """Whether a message asks what is in the dossier, and nothing else: no "welke bronnen van inkomen"."""
    return {clause.label for clause in read(words)} == {Label.LIST}


def language_of(messages: Sequence[Message]) -> Language:
    """The language that the person speaks."""
    return language_spoken(message.text for message in messages if message.role == "user")


@cache
def help_in(language: Language) -> Help:
    """The help with its answers in that language: each has them in the order of LANGUAGES, a blank line between."""
    both = help_of("tax_dossier")
    place = LANGUAGES.index(language)
    return replace(
        both, answers=tuple(replace(answer, text=answer.text.split("\n\n")[place]) for answer in both.answers)
    )


def _summary(state: Mapping[str, Any], question: str, language: Language) -> str:
    listed = [*state.get("legislation", ()), *state.get("case_law", ())]
    if not listed:
        return ""
    count = text(language, "so_far", chosen=len(state["selected_ids"]), listed=len(listed))
    return f"{text(language, 'so_far_question', question=question)} {count}" if question else count
