"""What the tests of this app share: a person's thread that talks, and one tool call with the words before it."""

from __future__ import annotations

from typing import Any

from chat import assistants
from chat.acts import act_on
from chat.assistants import Said, ToolContext
from chat.models import Message
from chat.tests import shared
from chat.turns.calls import run_call
from llm.testing import call
from retirement import actions, record, state
from retirement.checklist.topics import Topic
from retirement.facts import FactView
from retirement.models import InformationRecord
from retirement.record import PlanRecord

SCRIPTED = "openai:scripted-retirement"


class Desk(shared.Desk):
    """One person's thread: says messages, calls single tools, shows the record."""

    assistant = "retirement"

    def hear(self, text: str) -> Said:
        """A message of the person as a row, without a turn."""
        row = Message.objects.create(thread=self.thread, role="user", content=text)
        return Said(row.pk, text)

    def tool(self, name: str, *words: str, **arguments: Any) -> dict[str, Any]:
        """The result of one tool call after the person said `words`."""
        messages = [self.hear(text) for text in words]
        with act_on(actions.open_record(self.thread.pk, self.by)) as thread_record:
            context = ToolContext(self.by, self.thread.pk, thread_record, messages, "")
            return run_call(assistants.get("retirement"), context, call(name, **arguments))

    def fact(self, topic: Topic = Topic.HOUSING_GEOGRAPHY, value: str = "Owns a house", **more: Any) -> FactView:
        """Record one fact by its action."""
        with act_on(actions.open_record(self.thread.pk, self.by)) as thread_record:
            return actions.record_fact(thread_record, actions.NewFact(topic, value, **more), place=None, by=self.by)[0]

    def score(self, **scores: int) -> None:
        with act_on(actions.open_record(self.thread.pk, self.by)) as thread_record:
            actions.record_snapshot(thread_record, [{"topic": t, "score": s} for t, s in scores.items()], by=self.by)

    def fill(self, count: int) -> None:
        """So many facts, spread over the topics, as a long conversation leaves them."""
        message = self.hear("We have talked about this at length. My house is my castle.")
        topics = list(Topic)
        InformationRecord.objects.bulk_create(
            InformationRecord(
                session=self.thread,
                topic=topics[n % len(topics)],
                fact_type=f"fact_{n}",
                value=f"What was said as number {n} of a long conversation about everything",
                message_id=message.message_id,
                start=0,
                end=30,
            )
            for n in range(count)
        )

    @property
    def record(self) -> PlanRecord:
        return record.load(self.thread.pk)

    @property
    def state(self) -> dict[str, Any]:
        return state.state_of(self.record)

    def topic(self, topic: Topic) -> dict[str, Any]:
        return next(item for item in self.state["topics"] if item["topic"] == topic)
