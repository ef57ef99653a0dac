"""What every model can do, how it fails, and how it is stopped."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Literal, Protocol

from llm.stop import StopSignal as StopSignal
from llm.types import Clocks, ModelRequest, StreamItem

ErrorCode = Literal[
    "rate_limited", "busy", "unavailable", "timeout", "not_configured", "refused", "malformed", "context_full"
]
# Keys, by their beginnings: providers repeat them in errors, and what cannot be read may be what was sent.
_SECRETS = re.compile(r"\b(?:[sp]k[-_]|AIza|Bearer )[\w*.-]{4,}")
EmbeddingTask = Literal["document", "query"]


class ModelError(Exception):
    """A model call that gave no answer. `code` says which kind, `detail` why, in words for a log, without secrets.

    `retry_after` is in seconds, where the provider named it.
    """

    def __init__(self, code: ErrorCode, detail: str, *, retry_after: float | None = None) -> None:
        self.code: ErrorCode = code
        self.detail = _SECRETS.sub("***", detail)
        super().__init__(f"{code}: {self.detail}")
        self.retry_after = retry_after

    def withhold(self, secrets: Iterable[str]) -> None:
        """Take these texts out of the detail, wherever it quotes them."""
        for secret in secrets:
            self.detail = self.detail.replace(secret, "***")
        self.args = (f"{self.code}: {self.detail}",)


class Stopped(Exception):
    """The call was ended by its StopSignal. What had come before it has been yielded."""


class ChatModel(Protocol):
    """A model that answers. `stream` blocks between items; it raises ModelError or Stopped, nothing else."""

    def stream(self, request: ModelRequest) -> Iterator[StreamItem]: ...


class Embedder(Protocol):
    """Turns texts into vectors of one space (a model and a dimension).

    `embed` gives one vector of length 1 a text, in their order; it raises ModelError or Stopped, nothing else. A
    provider is asked in batches; `clocks` bound each of these requests by their total.
    """

    space: str
    dimension: int

    def embed(
        self, texts: Sequence[str], task: EmbeddingTask, *, stop: StopSignal | None = None, clocks: Clocks | None = None
    ) -> list[list[float]]: ...
