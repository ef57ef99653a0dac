"""What the investor decided lately and nothing notes: a model is reminded of it, and may quote it."""

from __future__ import annotations

from collections.abc import Iterator

from django.db.models import Q

from chat.assistants import Said, ToolContext
from chat.models import Message
from chat.turns import Event, TurnRun, done_for, events, without_a_call
from investor_review.models import NitpickChange, NitpickIssue, ReviewSession
from investor_review.record import Review
from investor_review.words import DECISIONS, is_sure, questions, read
from llm.registry import OFFLINE
from llm.tools import Done
from wording.quotes import Quote, find_quote

_ARE_YOU_DONE = "Are you done with the review?"
# Messages before the newest that are looked at.
_MESSAGES = 4
_ONWARD, _LEFT = frozenset({"accept", "confirm"}), frozenset({"reject", "leave"})
_LOOKS_UP = frozenset({"search_document", "read_evidence", "draft_wording"})
# What says by itself what it decides; a yes or some praise needs the question that it answered.
_BY_THEMSELVES = DECISIONS - {"praise"} | {"done"}


def unnoted(turn: TurnRun) -> list[Said]:
    """The last messages before the newest of which a decision is in no record, up to the last that took one back."""
    review: Review = turn.record
    if review.session is None or review.session.status != ReviewSession.Status.ACTIVE:
        return []
    unspent = without_a_call(turn, _LOOKS_UP)
    noted = NitpickChange.objects.filter(nitpick__session=review.session).values_list("quoted_words", flat=True)
    quoted = [words for words in noted if words]
    recalled: list[Said] = []
    for message in turn.said[-1 - _MESSAGES : -1][::-1]:
        if "undo" in done_for(turn, message.text):
            break
        if message in unspent or _is_left(message.text.strip(), quoted):
            recalled.append(message)
    return recalled[::-1]


def _is_left(text: str, quoted: list[str]) -> bool:
    """Whether something plainly decides in what is left of a message without the words that were noted."""
    for words in quoted:
        text = text.replace(words, " ; ")
    return any(clause.label in DECISIONS - {"praise"} and is_sure(clause) for clause in read(text))


def quoted_in(context: ToolContext, quote: str) -> tuple[Said, Quote | None]:
    """The words that a call quotes, and their message: the newest, or one that the model was reminded of.

    An earlier one counts where its words say by themselves what they decide.
    """
    newest = context.said[-1]
    if words := find_quote(quote, newest.text, newest.message_id):
        return newest, words
    for message in reversed(context.recalled):
        words = find_quote(quote, message.text, message.message_id)
        if words is not None and any(
            clause.label in _BY_THEMSELVES and clause.start < words.end and words.start < clause.end
            for clause in read(message.text)
        ):
            return message, words
    return newest, None


def is_overtaken(context: ToolContext, nitpick: NitpickIssue, words: Quote) -> bool:
    """Whether something was decided about a nitpick after these words were said."""
    if words.source == context.said[-1].message_id:
        return False
    spoken = Message.objects.get(pk=int(words.source or 0))
    later = Message.objects.filter(thread_id=spoken.thread_id, pk__gt=spoken.pk, role=Message.Role.USER)
    return nitpick.changes.filter(
        Q(turn_id__in=later.values("turn_id")) | Q(turn_id=None, at__gt=spoken.created_at)
    ).exists()


def ask_if_done(turn: TurnRun) -> Iterator[Event]:
    """Whether the review is done, asked where a model let it pass that the investor said so."""
    review: Review = turn.record
    is_passed = review.session is not None and review.session.status == ReviewSession.Status.ACTIVE
    if turn.pending is None or turn.model == OFFLINE or not is_passed or turn.reply.endswith("?"):
        return
    if questions.says_done(turn.text):
        text = f"\n\n{_ARE_YOU_DONE}"
        turn.pending.text += text
        turn.texts[-1] += text
        message_id = f"{turn.id}-done"
        yield from (events.text_started(message_id), events.text_delta(message_id, text), events.text_ended(message_id))


def decides_otherwise(done: Done, before: Done) -> bool:
    """Whether a finding is decided otherwise than it was; to confirm what was accepted is the next step."""
    touched = [{change["issue_id"] for change in call.result.get("changed", ())} for call in (done, before)]
    now, was = (call.arguments.get("decision") for call in (done, before))
    return bool(touched[0] & touched[1]) and (now not in _ONWARD or was in _LEFT) and not {now, was} <= _LEFT
