"""What a server of Chat Completions will not take: read from its refusal, left out of the next request, remembered."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator, Set
from typing import Literal

from llm.cards import Card
from llm.interface import ModelError
from llm.types import ModelRequest, StreamItem, TextDelta, ToolCall
from llm.wire.errors import BrokenOffError

Concession = Literal[
    "no_stream_options",  # Older Mistral knows no such field.
    "no_stream",  # llama_cpp.server cannot stream a reply that may call tools.
    "no_limit",  # The limit of tokens is more than the model's own, or than what its context leaves.
    "required_choice",  # LM Studio refuses a named tool and llama.cpp overlooks it; both take "required".
    "auto_choice",  # DeepSeek's thinking models take neither.
    "reasoning",  # DeepSeek's thinking models want their thoughts back beside their calls; others refuse them.
    "nine_letters",  # Mistral takes an id of a call only with nine letters and digits.
    "one_call",  # Llama's template takes one call a message.
    "thinks_aloud",  # The template begins a thought of which only the end comes: all before it is held back.
]
# A server that was set right in the meantime is asked in full again, in seconds.
_REMEMBERED_S = 3600.0

_NO_STREAM = re.compile(r"stream\w*(?: \w+){0,3} (?:is|are) not supported|not support (?:\w+ )?stream", re.IGNORECASE)
_NO_LIMIT = re.compile(r"\bmax_(?:completion_|output_)?tokens\b|in the completion|completion tokens", re.IGNORECASE)
_CHOICE = re.compile(r"tool[_ ]choice", re.IGNORECASE)
_IDS = re.compile(r"tool[_ ]call[_ ]id\b.*(?:length|must)", re.IGNORECASE)
_ONE_CALL = re.compile(r"single tool[- ]calls? at once", re.IGNORECASE)


def asked_for(error: ModelError, request: ModelRequest, conceded: Set[Concession]) -> Concession | None:
    """What the server would rather have, where its refusal of `request` says so and it was not conceded before."""
    wanted = _wanted(error, request, conceded)
    return wanted if wanted is not None and wanted not in conceded else None


def _wanted(error: ModelError, request: ModelRequest, conceded: Set[Concession]) -> Concession | None:
    detail = error.detail
    if "stream_options" in detail:
        return "no_stream_options"
    if isinstance(error, BrokenOffError) or _NO_STREAM.search(detail):
        return "no_stream"
    if _ONE_CALL.search(detail):
        return "one_call"
    if error.code not in ("malformed", "context_full"):
        return None
    if request.max_output_tokens is not None and _NO_LIMIT.search(detail):
        return "no_limit"
    if "reasoning_content" in detail:
        return "reasoning"
    if _IDS.search(detail):
        return "nine_letters"
    if request.tool_choice not in ("auto", "none") and _CHOICE.search(detail):
        return "auto_choice" if "required_choice" in conceded else "required_choice"
    return None


def known_of(card: Card) -> frozenset[Concession]:
    """What the card of a model says that its server does not take."""
    known: set[Concession] = set()
    if not card.streaming_with_tools:
        known.add("no_stream")
    if not card.parallel_calls:
        known.add("one_call")
    if card.call_ids == "nine_letters":
        known.add("nine_letters")
    if "reasoning_content" in card.must_come_back:
        known.add("reasoning")
    if card.thinks_aloud:
        known.add("thinks_aloud")
    if card.forced_choice != "named":
        known.add("required_choice")
    if card.forced_choice == "auto":
        known.add("auto_choice")
    return frozenset(known)


class Conceding:
    """Remembers for each model what its server does not take. Thread-safe: its values are replaced, never changed."""

    def __init__(self) -> None:
        self._known: dict[str, tuple[float, frozenset[Concession]]] = {}

    def of(self, model: str) -> frozenset[Concession]:
        """What was conceded for `model` within the last hour."""
        since, conceded = self._known.get(model, (0.0, frozenset()))
        return conceded if time.monotonic() - since < _REMEMBERED_S else frozenset()

    def stream(
        self,
        request: ModelRequest,
        once: Callable[[ModelRequest, frozenset[Concession]], Iterator[StreamItem]],
        card: Card,
    ) -> Iterator[StreamItem]:
        """The items of `once`, which is asked again, nothing having come yet, as long as the server names a wish.

        It begins with what the card says. What did not help is not remembered.
        """
        conceded, started = self.of(request.model) | known_of(card), False
        while True:
            try:
                called = False
                for item in once(request, conceded):
                    started, called = True, called or isinstance(item, ToolCall)
                    if isinstance(item, TextDelta) and item.takes_back:
                        conceded |= {"thinks_aloud"}
                    yield item
                if request.tool_choice not in ("auto", "none") and not called:
                    # Some servers take a named choice for none (llama.cpp), and know "required".
                    conceded |= {"required_choice"}
                if conceded != self.of(request.model):
                    self._known[request.model] = (time.monotonic(), conceded)
                return
            except ModelError as error:
                wish = asked_for(error, request, conceded)
                if started or wish is None:
                    raise
            conceded |= {wish}
