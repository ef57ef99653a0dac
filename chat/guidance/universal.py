"""The tools that every assistant with a `help.md` has: its help, and a person to speak to."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from django.conf import settings
from django.utils.translation import gettext_noop as _

from audit.trail import record
from chat.assistants import Assistant, ToolContext, get, help_of
from chat.models import Thread
from dialogue import NOBODY_NAMED
from llm.tools import Tool, refusal, tool
from wording.quotes import find_quote

PERSON = "ask_for_a_person"
# What a page says of a call of theirs.
STEP_LABELS = {"help": _("Looked in the help"), PERSON: _("Noted that you want to speak to a person")}
NOT_SAID = _("I could not note that as your own words.")


def tools_of(assistant: Assistant) -> tuple[Tool, ...]:
    """What a model may call: the assistant's own tools, and those that all have."""
    return (*assistant.tools, *_universal(assistant.slug)) if help_of(assistant.slug).answers else assistant.tools


def step_labels(assistant: Assistant) -> Mapping[str, str]:
    """What a page says of each tool's call."""
    return {**STEP_LABELS, **assistant.step_labels}


@cache
def _universal(slug: str) -> tuple[Tool, ...]:
    @tool
    def help(context: ToolContext, question: str) -> dict[str, Any]:
        """Look up how this assistant and what follows it work: what a word means, why something is asked, how long it
        takes, who sees it, what happens next. Answer from what it returns; where it has nothing, name the contact.

        - "who gets to see this?" -> question="who gets to see this?"
        """
        if answer := get(slug).help_for(context.said).find(question):
            return {"status": "success", "question": answer.question, "answer": answer.text}
        return {"status": "success", "answer": "", "contact": settings.CHAT_CONTACT or NOBODY_NAMED["en"]}

    @tool
    def ask_for_a_person(context: ToolContext, words: str) -> dict[str, Any]:
        """Note that the person wants to speak to somebody, and get whom to name. `words` are theirs, verbatim.

        - "can I talk to someone?" -> words="can I talk to someone?"
        """
        newest = context.said[-1]
        if (quote := find_quote(words, newest.text, newest.message_id)) is None:
            advice = f"{words!r} does not stand in the newest message. Quote it verbatim."
            return refusal("not_in_words", NOT_SAID, advice)
        thread = Thread(pk=context.thread_id)
        record("asked_for_a_person", thread, by=context.by, data={"words": quote.text})
        return {"status": "success", "contact": settings.CHAT_CONTACT or NOBODY_NAMED["en"]}

    return help, ask_for_a_person
