"""What a server of Chat Completions will not take: read from its refusal, left out of the next request, remembered."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable, Iterator, Sequence, Set
from typing import Literal

from llm.cards import Card
from llm.interface import ModelError
from llm.text import object_in
from llm.types import ModelRequest, StreamItem, TextDelta, ToolCall, Usage, text_in
from llm.wire.errors import BrokenOffError, SlipError

Concession = Literal[
    "no_stream_options",  # Older Mistral knows no such field.
    "no_stream",  # llama_cpp.server cannot stream a reply that may call tools.
    "no_limit",  # The limit of tokens is more than the model's own, or than what its context leaves.
    "required_choice",  # LM Studio refuses a named tool and llama.cpp overlooks it; both take "required".
    "auto_choice",  # DeepSeek's thinking models take neither.
    "json_schema",  # A forced call is asked for as words that the server holds to the schema (`response_format`).
    "json_text",  # The same, where it does not hold them: only the words of the request say the schema.
    "reasoning",  # DeepSeek's thinking models want their thoughts back beside their calls; others refuse them.
    "signature",  # Gemini's wants a signature on a call of this turn, also where our own code or another model made it.
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
# The remedies for a server without tools (llm.wire.errors).
_NO_TOOLS = re.compile(r"can call tools|with --jinja|--enable-auto-tool-choice")
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
    if is_forced(request) and _takes_no_form(error, conceded):
        return _next_form(conceded, by_words=not isinstance(error, SlipError))
    if error.code not in ("malformed", "context_full"):
        return None
    if request.max_output_tokens is not None and _NO_LIMIT.search(detail):
        return "no_limit"
    if "reasoning_content" in detail:
        return "reasoning"
    if "thought_signature" in detail:
        return "signature"
    if _IDS.search(detail):
        return "nine_letters"
    if is_forced(request) and _CHOICE.search(detail):
        return "auto_choice" if "required_choice" in conceded else "required_choice"
    return None


def is_forced(request: ModelRequest) -> bool:
    """Whether one tool must be called."""
    return request.tool_choice not in ("auto", "none")


def _takes_no_form(error: ModelError, conceded: Set[Concession]) -> bool:
    """Whether a forced call has to be asked for in another form: the server or the model can do nothing with this."""
    if isinstance(error, SlipError):
        return True
    if "json_schema" in conceded:
        return "json_text" not in conceded and error.code in ("malformed", "unavailable")
    refused_twice = "auto_choice" in conceded and error.code == "malformed" and _CHOICE.search(error.detail)
    return bool(refused_twice or _NO_TOOLS.search(error.detail))


def _next_form(conceded: Set[Concession], *, by_words: bool = False) -> Concession | None:
    """How a forced call is asked for next; None behind the last form. Without tools only words are left."""
    if "json_text" in conceded:
        return None
    if "json_schema" in conceded:
        return "json_text"
    return "json_schema" if by_words or conceded & {"required_choice", "auto_choice"} else "required_choice"


def _is_answered(items: Sequence[StreamItem]) -> bool:
    """Whether a reply calls a tool, or its words hold the object that was to be the arguments."""
    if any(isinstance(item, ToolCall) for item in items):
        return True
    try:
        return isinstance(json.loads(object_in(text_in(items))), dict)
    except (ValueError, RecursionError):
        return False


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
    if "thought_signature" in card.must_come_back:
        known.add("signature")
    if card.thinks_aloud:
        known.add("thinks_aloud")
    if card.forced_choice != "named":
        known.add("required_choice")
    if card.forced_choice == "auto":
        known.add("auto_choice")
    if card.forced_choice in ("json_schema", "json_text") or not card.tools:
        known.add("json_schema")
    if card.forced_choice == "json_text":
        known.add("json_text")
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

        It begins with what the card says. What did not help is not remembered. Where a tool must be called and the
        model calls none, it is asked in the next form, down to words alone; only the last answer is given out.
        """
        conceded, started = self.of(request.model) | known_of(card), False
        forced: list[StreamItem] = []
        while True:
            forced.clear()
            try:
                for item in once(request, conceded):
                    started = True
                    if isinstance(item, TextDelta) and item.takes_back:
                        conceded |= {"thinks_aloud"}
                    if is_forced(request):
                        forced.append(item)
                    else:
                        yield item
                form = None if not is_forced(request) or _is_answered(forced) else _next_form(conceded)
                if form is None:
                    if conceded != self.of(request.model):
                        self._known[request.model] = (time.monotonic(), conceded)
                    yield from forced
                    return
                # Only what it cost is left of an answer in another form than was asked for.
                yield from (item for item in forced if isinstance(item, Usage))
                conceded, started = conceded | {form}, False
            except ModelError as error:
                wish = asked_for(error, request, conceded)
                if started or wish is None:
                    raise
                conceded |= {wish}
