"""What models do that a person must not notice, through a whole turn."""

from __future__ import annotations

from chat.models import Message, Thread
from chat.tests.shared import kinds, talk
from llm.testing import ScriptedModel
from llm.types import TextDelta, Usage

TEXT = ["TEXT_MESSAGE_START", "TEXT_MESSAGE_CONTENT", "TEXT_MESSAGE_END"]


def test_a_thought_that_is_taken_back_is_kept_nowhere(thread: Thread, model: ScriptedModel) -> None:
    model.then([TextDelta("They must not know."), TextDelta("", takes_back=True), TextDelta("Noted."), Usage()])
    turn, events = talk(thread, "Hi")
    assert kinds(events) == ["RUN_STARTED", *TEXT, *TEXT, "RUN_FINISHED"]
    assert events[1]["messageId"] != events[4]["messageId"]
    assert turn.reply == "Noted."
    assert list(Message.objects.values_list("content", flat=True).order_by("id")) == ["Hi", "Noted."]
