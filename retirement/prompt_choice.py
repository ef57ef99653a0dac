"""Which of the two prompts a thread runs: the person's choice, in the page, the API, the terminal or by their words."""

from __future__ import annotations

import re
from collections.abc import Iterator

from django.utils.translation import gettext, gettext_noop as _

from audit.trail import Actor
from chat.acts import act_on
from chat.errors import Refused
from chat.live import post_notice, state_changed
from chat.models import Thread
from chat.turns import TurnRun, events, say
from retirement import actions
from retirement.checklist import CHECKLIST
from retirement.models import Plan
from retirement.next_question import next_question
from retirement.state import state_of

Prompt = Plan.Prompt
# What a person reads of each: its name on the button, and the sentence when it was chosen.
NAMES = {Prompt.COMPLETENESS: _("The whole picture"), Prompt.READINESS: _("Am I ready?")}
CHOSEN = {
    Prompt.COMPLETENESS: _("From here on this conversation gathers the whole picture, topic by topic."),
    Prompt.READINESS: _("From here on this conversation looks at how ready you are to retire."),
}
_ASKS_READY = re.compile(
    r"\b(?:am i|are we|will i be|will we be|whether i am|whether we are|how) (?:\w+ )?ready (?:to|for|am|are)\b",
    re.IGNORECASE,
)
_NAMES_READINESS = re.compile(r"^/readiness\b|\bretirement readiness\b", re.IGNORECASE)


def prompt_named(name: object) -> Plan.Prompt:
    """The prompt of this name. Raises Refused."""
    if not isinstance(name, str) or name not in Prompt.values:
        known = ", ".join(Prompt.values)
        raise Refused("unknown_prompt", f"There is no prompt {str(name)[:80]!r}. There are: {known}.", status=400)
    return Prompt(name)


def choose(thread: Thread, prompt: Plan.Prompt, by: Actor) -> bool:
    """Run the thread on this prompt, with a notice in the chat; whether that is a change."""
    with act_on(actions.open_record(thread.pk, by)) as thread_record:
        changed = actions.choose_prompt(thread_record, prompt, by=by)
        if changed:
            post_notice(thread.pk, gettext(CHOSEN[prompt]))
            state_changed(thread.pk, state_of(thread_record))
    return changed


def asks_for_readiness(text: str) -> bool:
    """Whether the words ask how ready the person is, and not only tell of their life."""
    return (_NAMES_READINESS.search(text) or _ASKS_READY.search(text)) is not None


def choose_by_words(turn: TurnRun) -> Iterator[events.Event]:
    """The events of a message that is nothing but /readiness or /completeness; a first message may ask for readiness.

    No events come where the turn goes on to the model.
    """
    command = turn.text.strip().removeprefix("/").lower() if turn.text.startswith("/") else ""
    if command in Prompt.values:
        _choose_in(turn, Prompt(command))
        yield events.state_snapshot(turn.state)
        question = _standing(turn)
        yield from say(turn, f"{CHOSEN[Prompt(command)]}\n\n{question}" if question else CHOSEN[Prompt(command)])
    elif turn.number == 1 and asks_for_readiness(turn.text[:2_000]):
        _choose_in(turn, Prompt.READINESS)


def _standing(turn: TurnRun) -> str:
    """The question that stood on the screen, which is still to be answered; the next one where there was none."""
    asked = next((item for item in CHECKLIST if item.fact_type == turn.asked_before), None)
    item = asked or next_question(turn.record.current, turn.record.asked)
    return item.question if item else ""


def _choose_in(turn: TurnRun, prompt: Plan.Prompt) -> None:
    with act_on(actions.open_record(turn.thread_id, turn.by)) as thread_record:
        actions.choose_prompt(thread_record, prompt, by=turn.by)
    turn.record, turn.state = thread_record, state_of(thread_record)
