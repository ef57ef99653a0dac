"""A branch: a twin that is kept, in which something else is said from a turn on. The thread it parts from stays."""

from __future__ import annotations

from uuid import uuid4

from django.db import transaction
from django.db.models import OuterRef, Subquery
from django.utils.translation import gettext, gettext_noop as _

from audit.trail import Actor, collecting, record
from chat import assistants
from chat.acts import by_hand
from chat.errors import Refused, TurnRefused
from chat.live import tell
from chat.models import Message, Thread, ThreadAccess, ToolCall, Turn
from chat.replay.again import NotRecorded, Twin
from chat.replay.clock import at, shifted_clock
from chat.replay.compare import differences, state_differences
from chat.replay.rehearsal import state_of
from chat.turns import TurnRun, claim_turn, events, instructions

NO_BRANCHES = _(
    "Others know this conversation's record by its name, so it has one course only. Say what you want changed."
)
BY_HAND = _(
    "Something was done here by a button or by others, which cannot be taken back. Say what you want changed instead."
)
NOT_EXACTLY = _(
    "What was said before cannot be had again exactly, so nothing was changed. Say what you want changed instead."
)


def branch_at(turn: Turn, *, user_id: int, text: str, client_id: str) -> TurnRun | Turn:
    """Claim a turn that says `text` in the place of `turn`, in a new thread that has all that went before it.

    What went before is replayed with what its model said then, and kept with its times; the record is compared. All of
    it commits with the new words, or nothing does. A client_id that is known gives its Turn. Raises Refused.
    """
    try:
        with shifted_clock(), transaction.atomic():
            # Two that part at once come one after the other, and no turn is claimed meanwhile.
            thread = Thread.objects.select_for_update(no_key=True).get(pk=turn.thread_id)
            if (known := _known(thread, text, client_id)) is not None:
                return known
            _must_be_free(thread)
            with collecting():
                twin = _twin_before(thread, turn.number)
                _keep(twin, thread, turn, user_id)
            run = claim_turn(twin.thread.pk, user_id, text, client_id)
            transaction.on_commit(lambda: tell(thread.pk, events.custom("branched", {"thread": str(twin.thread.pk)})))
            return run
    except BaseException:
        # What models are told was stored in that transaction, and is not there any more.
        instructions.forget()
        raise


def _known(thread: Thread, text: str, client_id: str) -> Turn | None:
    family = Thread.objects.relatives(thread)
    known = Turn.objects.filter(thread__in=family, client_id=client_id).select_related("thread").first()
    if known is not None and not known.messages.filter(role=Message.Role.USER, content=text).exists():
        raise TurnRefused("client_id_reused", 409)
    return known


def _must_be_free(thread: Thread) -> None:
    """Raises Refused while an answer runs, and where the record was changed by more than what was said."""
    if thread.turns.filter(status=Turn.Status.RUNNING).exists():
        raise TurnRefused("turn_in_progress", 409)
    if not assistants.get(thread.assistant).branches:
        raise Refused("no_branches", gettext(NO_BRANCHES))
    if by_hand(thread.pk).exists():
        raise Refused("changed_by_hand", gettext(BY_HAND))


def _twin_before(thread: Thread, number: int) -> Twin:
    """The twin with the turns before `number`. Raises Refused where they come out otherwise."""
    twin = Twin(thread)
    for turn in twin.turns:
        if turn.number < number:
            with at(turn.created_at):
                try:
                    now = twin.say_again(turn, None)
                except NotRecorded:
                    raise Refused("not_exactly", gettext(NOT_EXACTLY)) from None
            if differences(turn, now, twin.names, ""):
                raise Refused("not_exactly", gettext(NOT_EXACTLY))
        elif turn.number == number:
            twin.tell_before(turn)
    if twin.turns and number > twin.turns[-1].number:
        last = twin.turns[-1].pk
        if state_differences(state_of(thread), state_of(twin.thread), last, twin.names):
            raise Refused("not_exactly", gettext(NOT_EXACTLY))
    return twin


def _keep(twin: Twin, thread: Thread, turn: Turn, user_id: int) -> None:
    """Make the twin a thread of its own: its place in the family, its times, and who may see it."""
    if thread.family is None:
        thread.family = uuid4()
        thread.save(update_fields=["family"])
    branch = twin.thread
    Thread.objects.filter(pk=branch.pk).update(
        family=thread.family,
        branch_of=thread,
        branched_at=turn.number,
        title=thread.title,
        archived_at=thread.archived_at,
    )
    access = ThreadAccess.objects.filter(thread=thread)
    ThreadAccess.objects.filter(thread=branch).delete()
    ThreadAccess.objects.bulk_create(
        ThreadAccess(thread=branch, user_id=let.user_id, group_id=let.group_id, may_talk=let.may_talk) for let in access
    )
    _set_times(twin, branch)
    record("thread.branched", branch, by=Actor(user_id, branch.pk), data={"from": str(thread.pk), "at": turn.number})


def _set_times(twin: Twin, branch: Thread) -> None:
    """What was said before was said when it was said."""
    before = {turn.number: turn for turn in twin.turns}
    turns = list(branch.turns.all())
    for made in turns:
        former = before[made.number]
        made.created_at, made.finished_at = former.created_at, former.finished_at
    Turn.objects.bulk_update(turns, ["created_at", "finished_at"])
    times = dict(Message.objects.filter(pk__in=twin.names.messages.values()).values_list("pk", "created_at"))
    messages = list(branch.messages.filter(pk__in=twin.names.messages))
    for message in messages:
        message.created_at = times[twin.names.messages[message.pk]]
    Message.objects.bulk_update(messages, ["created_at"])
    of_message = Message.objects.filter(pk=OuterRef("message_id")).values("created_at")
    ToolCall.objects.filter(turn__thread=branch).update(created_at=Subquery(of_message))
