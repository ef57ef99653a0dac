"""What the embedders of all providers do alike: the key, batches, clocks, and a check of what came."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, ClassVar

from llm.embedding import CLOCKS, PATIENCE, checked, in_batches
from llm.interface import EmbeddingTask, StopSignal
from llm.types import Clocks
from llm.wire.http import Wire

# OpenAI takes 300,000 tokens, and a token is a byte at least; a batch that fails shall cost little.
_BATCH_BYTES = 250_000

Ask = Callable[[dict[str, Any]], dict[str, Any]]


class WireEmbedder(ABC):
    """An Embedder on one provider's key. Thread-safe; one serves the process."""

    # How many texts a request holds at most.
    batch: ClassVar[int]

    def __init__(self, wire: Wire, target: str, space: str, dimension: int) -> None:
        self.space = space
        self.dimension = dimension
        self._model = space.partition(":")[2]
        self._wire, self._target = wire, target

    def embed(
        self, texts: Sequence[str], task: EmbeddingTask, *, stop: StopSignal | None = None, clocks: Clocks | None = None
    ) -> list[list[float]]:
        """See `llm.interface.Embedder`. A text longer than 8,000 bytes is embedded by its beginning."""
        self.require_key()
        given, patience = clocks or CLOCKS[task], PATIENCE[task]

        def ask(body: dict[str, Any]) -> dict[str, Any]:
            encoded = json.dumps(body).encode()
            return self._wire.ask(self._target, encoded, self._model, clocks=given, stop=stop, patience=patience)

        return in_batches(texts, partial(self._checked, task, ask), count=self.batch, size=_BATCH_BYTES)

    def close(self) -> None:
        """Close the idle connections. The embedder can still be used."""
        self._wire.close()

    @abstractmethod
    def require_key(self) -> None:
        """Raises ModelError("not_configured") without a key, so that no request is sent in vain."""

    @abstractmethod
    def vectors(self, batch: Sequence[str], task: EmbeddingTask, ask: Ask) -> list[Any]:
        """What came for each text, unchecked; `ask(body)` sends one request and gives its reply."""

    def _checked(self, task: EmbeddingTask, ask: Ask, batch: Sequence[str]) -> list[list[float]]:
        vectors = self.vectors(batch, task, ask)
        return checked(vectors, expected=len(batch), dimension=self.dimension, model=self._model)
