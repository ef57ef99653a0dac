"""Rendered HTML for our own pages, made from the events of a turn: the browser parses no Markdown."""

from __future__ import annotations

from django.conf import settings
from django.utils import translation
from django.utils.translation import gettext

from chat import assistants
from chat.guidance import step_labels
from chat.models import Thread, Turn
from chat.pages import rendering
from chat.pages.markdown import BlockStream
from chat.turns import events


def waited_for(place: int, reading_s: int) -> str:
    """What a page says of a turn that waits: for its place in line, or for a model that reads."""
    if place:
        ordinals = {1: gettext("first in line"), 2: gettext("second in line"), 3: gettext("third in line")}
        there = ordinals.get(place) or gettext("number %(place)s in line") % {"place": place}
        return gettext("Waiting for the model: %(place)s") % {"place": there}
    if reading_s:
        return gettext("The model is reading")
    return gettext("Thinking")


class BlockView:
    """Turns the events of one thread into CUSTOM events with HTML, for one socket."""

    def __init__(
        self, thread: Thread, language: str = settings.LANGUAGE_CODE, reader: rendering.Reader | None = None
    ) -> None:
        self.thread, self.language, self.reader = thread, language, reader
        self.labels = step_labels(assistants.get(thread.assistant))
        self._turn = ""
        self._has_notice = False
        self._stream = BlockStream()

    def needs_rows(self, event: events.Event) -> bool:
        """Whether render() reads the database for this event, and so must not run on the event loop."""
        if event["type"] == "CUSTOM":
            return bool(event["name"] == "notice")
        return event["type"] in (events.RUN_STARTED, events.STATE_SNAPSHOT, *events.LAST)

    def render(self, event: events.Event) -> list[events.Event]:
        """The CUSTOM events that follow `event`, in the page's language."""
        with translation.override(self.language):
            return self._rendered(event)

    def _rendered(self, event: events.Event) -> list[events.Event]:
        kind = event["type"]
        if kind == events.RUN_STARTED:
            self._begin(event["turnId"], event.get("saidBefore", []))
            return [self._whole_turn()]
        if kind == events.TEXT_CONTENT:
            return self._changed(self._stream.feed(event["delta"]))
        if kind == events.TEXT_END:
            return self._changed(self._stream.finish())
        if kind == events.TOOL_CALL_START:
            name = event["toolCallName"]
            text = translation.gettext(self.labels.get(name, name))
            return [events.custom("activity", {"turn": self._turn, "text": text})]
        if kind == events.STATE_SNAPSHOT:
            return [events.custom("panel", {"html": rendering.panel_html(self.thread)})]
        if kind in events.LAST and self._turn:
            ended, self._turn = self._whole_turn(), ""
            return self.everything(None) if self._has_notice else [ended]
        if kind == "CUSTOM" and event["name"] == "waiting":
            return [events.custom("activity", {"turn": self._turn, "text": waited_for(**event["value"])})]
        if kind == "CUSTOM" and event["name"] == "asking" and event["value"] in self.labels:
            text = translation.gettext(self.labels[event["value"]])
            return [events.custom("activity", {"turn": self._turn, "text": text})]
        if kind == "CUSTOM" and event["name"] == "notice":
            # While an answer comes, its blocks must keep their places; the notice shows when it has ended.
            self._has_notice = bool(self._turn)
            return [] if self._turn else self.everything(None)
        return []

    def everything(self, running: Turn | None, so_far: str = "") -> list[events.Event]:
        """The whole page as it stands in the rows, with what a turn in another process has said since (`so_far`)."""
        self._has_notice = False
        texts: list[str] = []
        if running is not None:
            texts = [*running.spoken_texts(), *([so_far] if so_far else [])]
        self._begin(str(running.id) if running is not None else "", texts[:-1] if so_far else texts)
        self._stream.feed(so_far)
        spoken = {running.id: so_far} if running is not None and so_far else None
        with translation.override(self.language):
            transcript = {
                "html": rendering.transcript_html(self.thread, so_far=spoken, reader=self.reader),
                "running": self._turn or None,
            }
            return [
                events.custom("transcript", transcript),
                events.custom("panel", {"html": rendering.panel_html(self.thread)}),
            ]

    def _begin(self, turn: str, texts: list[str]) -> None:
        """The next block comes after those of what the turn has said already."""
        self._turn, self._stream = turn, BlockStream()
        for text in texts:
            self._stream.feed(text)
            self._stream.finish()

    def _whole_turn(self) -> events.Event:
        status = Turn.objects.values_list("status", flat=True).get(pk=self._turn)
        html = rendering.turn_html(self._turn, reader=self.reader)
        return events.custom("turn", {"turn": self._turn, "status": status, "html": html})

    def _changed(self, blocks: list[tuple[int, str, bool]]) -> list[events.Event]:
        return [
            events.custom("block", {"turn": self._turn, "index": index, "html": html, "sealed": sealed})
            for index, html, sealed in blocks
        ]
