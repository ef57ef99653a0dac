"""Judges a reply sentence by sentence while it streams: what an assistant must not say never reaches the page."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from chat.turns import events
from chat.turns.turn import TurnRun
from wording.sentences import sentence_ends

_MARK = re.compile(r"[.!?…。！？｡\n]")
_NEAR = 40


class SentenceJudge:
    """Holds a sentence back until it ends, and lets out what `judged` makes of it. A subclass says what that is."""

    def __init__(self) -> None:
        self.shown = ""
        self._held = ""
        # How many sentences were marked or left out for a figure.
        self.strange_figures = 0

    def judged(self, sentence: str) -> str:
        """What may be shown of a whole sentence, blanks after it included."""
        raise NotImplementedError(f"{type(self).__name__} must say what it makes of a sentence")

    def rest(self, held: str) -> str:
        """What may be shown of a last sentence that has no end."""
        return self.judged(held)

    def is_whole(self, sentence: str, behind: str) -> bool:
        """Whether a sentence may be judged, with what came `behind` it; False holds it back until the next one ends."""
        return True

    def instead(self) -> str:
        """What is said where nothing of the reply is left; an empty text says nothing."""
        return ""

    def feed(self, text: str) -> str:
        """What may be shown now that `text` has come."""
        # Nothing ends where no mark is near.
        near = self._held[-_NEAR:] + text
        self._held += text
        out, cut = "", 0
        # As if a sentence began next: "So far. " is one already, and "approx. " never is.
        for end in sentence_ends(f"{self._held}A", lines=True)[:-1] if _MARK.search(near) else ():
            sentence = self._held[: end - cut]
            if self.is_whole(sentence, self._held[len(sentence) :]):
                out += self.judged(sentence)
                self._held, cut = self._held[len(sentence) :], end
        self.shown += out
        return out

    def close(self) -> str:
        """The rest, when nothing more comes."""
        out = self.rest(self._held) if self._held else ""
        self._held = ""
        if not (self.shown + out).strip():
            out = self.instead() or out
        self.shown += out
        return out


def watch(turn: TurnRun, stream: Iterator[events.Event], make: Callable[[], SentenceJudge]) -> Iterator[events.Event]:
    """The events of a reply with every sentence judged, and the text to be saved with them."""
    judge: SentenceJudge | None = None
    try:
        for event in stream:
            kind = event["type"]
            if kind == events.TEXT_START:
                judge = make()
            elif kind == events.TEXT_CONTENT and judge is not None:
                shown = judge.feed(event["delta"])
                if shown:
                    yield {**event, "delta": shown}
                continue
            elif kind == events.TEXT_END and judge is not None:
                rest = judge.close()
                _save(turn, judge)
                if rest:
                    yield events.text_delta(event["messageId"], rest)
                judge = None
            yield event
    finally:
        # A stop or a fault in the middle: what is saved is what may be shown.
        if judge is not None:
            judge.close()
            _save(turn, judge)


def _save(turn: TurnRun, judge: SentenceJudge) -> None:
    if turn.pending is not None:
        if turn.pending.sent and turn.pending.text != judge.shown:
            # What the model itself had said, so that the turn can be judged anew.
            turn.pending.sent.setdefault("unjudged", turn.pending.text)
        turn.pending.text = judge.shown
    if turn.texts:
        turn.texts[-1] = judge.shown
