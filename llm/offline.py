"""RuleModel: answers by rules, with no key and no network, through the same interface as a real model."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from llm.interface import Stopped
from llm.types import ModelRequest, StreamItem, Usage

Rules = Callable[[ModelRequest], Iterator[StreamItem]]


class RuleModel:
    """A ChatModel whose answer is what `rules(request)` yields: text and tool calls, the same for the same request."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules

    def stream(self, request: ModelRequest) -> Iterator[StreamItem]:
        ended = Usage(finish_reason="stop")
        for item in self._rules(request):
            if request.stop is not None and request.stop.is_set():
                raise Stopped
            if isinstance(item, Usage):
                # Rules tell so why they end otherwise.
                ended = item
            else:
                yield item
        yield replace(ended, model="offline")
