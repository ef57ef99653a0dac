"""What the guide is told, so that it converses with no model: what is open, what the dossier holds, and the help."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

from django.conf import settings

from chat.assistants import help_of
from dialogue import Act, Help, Talk
from llm.types import Message, ModelRequest, newest_words, replies_in
from tax_dossier.offline.purposes import Screen, clauses_of
from tax_dossier.replies import WHICH_SOURCE
from tax_dossier.texts import LANGUAGES, Language, language_spoken, text
from tax_dossier.words import current_question


def talk(request: ModelRequest) -> Talk:
    """The state of the conversation, in the language that the person speaks."""
    language, screen = language_of(request.messages), screen_of(request)
    has_sources = bool(request.state.get("selected_ids"))
    topic = "ask_which" if screen.asked == WHICH_SOURCE else "ask_to_answer" if has_sources else "ask_question"
    clauses = clauses_of(newest_words(request.messages), screen)
    return Talk(
        help=screen.help,
        about=text(language, "about"),
        question=text(language, topic if screen.asked or not has_sources else "ask_more"),
        again=text(language, f"{topic}_again"),
        why=text(language, f"{topic}_why"),
        screen=screen.kind,
        summary=_summary(request.state, screen.before, language),
        left=text(language, "left") if has_sources else "",
        button=text(language, "no_letters"),
        contact=settings.CHAT_CONTACT,
        reads=text(language, "reads"),
        language=language,
        before=replies_in(request.messages),
        own=frozenset({Act.UNDO, Act.RESTART, *(clause.act for clause in clauses if clause.purpose)}),
    )


def screen_of(request: ModelRequest) -> Screen:
    """What the newest message is read against."""
    before = current_question(request.messages)
    return Screen(str(request.state.get("asked", "")), before, help_in(language_of(request.messages)))


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
