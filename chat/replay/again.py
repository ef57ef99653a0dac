"""A twin of a thread, in which its stored turns are said again, one after the other."""

from __future__ import annotations

from collections import defaultdict
from uuid import UUID, uuid4

from django.conf import settings
from django.utils import timezone, translation

from chat import assistants, models_in_use
from chat.models import Message, Thread, ThreadAccess, Turn
from chat.replay.names import Names
from chat.replay.recorded import RecordedModel
from chat.turns import TurnRun, claim_turn, run_turn
from llm.registry import OFFLINE


class NotRecorded(Exception):
    """A turn asked its model what no recording answers. The text says what."""


class Twin:
    """A new thread with the material of `thread`, and that thread's turns up to the first that runs.

    Raises Refused where the assistant cannot begin another one.
    """

    def __init__(self, thread: Thread) -> None:
        self.thread, given = assistants.get(thread.assistant).twin(thread)
        self.names = Names(given)
        self.names.pair(str(thread.pk), str(self.thread.pk))
        self._owner_id = thread.owner_id
        self._messages: defaultdict[UUID, list[Message]] = defaultdict(list)
        self._notices: defaultdict[UUID, list[Message]] = defaultdict(list)
        self.turns = self._read(thread)
        self._let_in()
        self._usual = next((turn.model for turn in reversed(self.turns) if turn.model), OFFLINE)

    def say_again(self, turn: Turn, model: str | None) -> Turn:
        """The turn of the twin in which the same words are answered, by the recordings or by `model`.

        Raises NotRecorded and TurnRefused.
        """
        self.tell_before(turn)
        messages = self._messages[turn.pk]
        recorded = RecordedModel(turn, messages, self.names, usual=self._usual)
        text = next(message.content for message in messages if message.role == Message.Role.USER)
        stand_in = (model, None) if model else (recorded.name, None if recorded.is_offline else recorded)
        # As in any turn, nothing is in the language of whoever asks for the replay.
        with models_in_use.answered_by(*stand_in), translation.override(settings.LANGUAGE_CODE):
            author = turn.author_id or self._owner_id
            run = claim_turn(self.thread.pk, author, text, uuid4().hex, counted=False)
            assert isinstance(run, TurnRun)
            for _ in run_turn(run):
                pass
        if recorded.missing:
            raise NotRecorded(recorded.missing)
        now = Turn.objects.get(pk=run.id)
        self.names.pair(str(turn.pk), str(now.pk))
        made = now.messages.filter(discarded=False).order_by("id").values_list("pk", flat=True)
        self.names.messages |= dict(zip(made, (message.pk for message in messages), strict=False))
        return now

    def tell_before(self, turn: Turn) -> None:
        """The notices that the original got between this turn and the one before it."""
        self._tell(self._notices[turn.pk])

    def _read(self, thread: Thread) -> list[Turn]:
        """The turns that have ended; their messages, and the notices before each, are kept beside them."""
        turns, ended = [], True
        for turn in thread.turns.order_by("number"):
            ended = ended and turn.status != Turn.Status.RUNNING
            turns += [turn] if ended else []
        waiting: list[Message] = []
        messages = Message.objects.filter(thread=thread, discarded=False).prefetch_related("tool_calls")
        for message in messages.order_by("id"):
            if message.turn_id is None:
                waiting.append(message)
                continue
            if message.turn_id not in self._messages:
                self._notices[message.turn_id], waiting = waiting, []
            self._messages[message.turn_id].append(message)
        return turns

    def _let_in(self) -> None:
        """Who has talked in the original talks in the twin."""
        others = {turn.author_id for turn in self.turns} - {None, self._owner_id}
        ThreadAccess.objects.bulk_create(
            [ThreadAccess(thread=self.thread, user_id=author, may_talk=True) for author in others]
        )

    def _tell(self, notices: list[Message]) -> None:
        now = timezone.now()
        for notice in notices:
            copied = Message.objects.create(
                thread=self.thread, role=Message.Role.NOTICE, content=self.names.of_twin(notice.content), seen_at=now
            )
            self.names.messages[copied.pk] = notice.pk
