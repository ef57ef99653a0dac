"""What every embedder shares: how texts are batched for the wire, and how vectors are checked and made of length 1."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence

from llm.interface import EmbeddingTask, ModelError
from llm.types import Clocks

# A text's tokens are never more than its UTF-8 bytes, so that no text is too long for a model of 8,192 tokens.
MAX_TEXT_BYTES = 8000
# The clocks of one request, and how long a pause of the provider's is waited for, in seconds: a person waits for a
# query; nobody waits for a document.
CLOCKS: dict[EmbeddingTask, Clocks] = {"query": Clocks(total=20.0), "document": Clocks(total=120.0)}
PATIENCE: dict[EmbeddingTask, float] = {"query": 2.0, "document": 60.0}
# What stands for a text without a character: providers refuse an empty one, and a batch keeps its order.
_BLANK = "."


def wire_texts(texts: Sequence[str]) -> list[str]:
    """The texts as they are sent: a long one by its beginning, a blank one as a dot."""
    return [_shortened(text) if text.strip() else _BLANK for text in texts]


def batches(texts: Sequence[str], *, count: int, size: int) -> Iterator[Sequence[str]]:
    """The texts in order, in runs of at most `count` texts and about `size` UTF-8 bytes, each of one text or more."""
    start, total = 0, 0
    for position, text in enumerate(texts):
        length = len(text.encode("utf-8", "replace"))
        if position > start and (position - start >= count or total + length > size):
            yield texts[start:position]
            start, total = position, 0
        total += length
    if start < len(texts):
        yield texts[start:]


def in_batches(
    texts: Sequence[str], ask: Callable[[Sequence[str]], list[list[float]]], *, count: int, size: int
) -> list[list[float]]:
    """The vectors of all texts, in order; `ask` is called for one batch after the other."""
    vectors: list[list[float]] = []
    for batch in batches(wire_texts(texts), count=count, size=size):
        vectors += ask(batch)
    return vectors


def checked(given: object, *, expected: int, dimension: int, model: str) -> list[list[float]]:
    """The vectors of a reply, each divided by its length. Raises ModelError("malformed") for any other answer."""
    if not isinstance(given, list) or len(given) != expected:
        answered = f"{len(given)} vectors" if isinstance(given, list) else "no list of vectors"
        raise ModelError("malformed", f"{model!r} answered {expected} texts with {answered}")
    return [_unit(vector, dimension, model) for vector in given]


def unit(vector: list[float]) -> list[float]:
    """The vector divided by its length. Raises ValueError where it has none, or an endless one."""
    length = math.sqrt(math.fsum(value * value for value in vector))
    if not length or not math.isfinite(length):
        raise ValueError("the vector has no length")
    return [value / length for value in vector]


def _unit(vector: object, dimension: int, model: str) -> list[float]:
    if not isinstance(vector, list) or not vector:
        raise ModelError("malformed", f"{model!r} answered a text with no vector")
    if len(vector) != dimension:
        raise ModelError(
            "malformed",
            f"{model!r} gives vectors of {len(vector)} numbers and EMBEDDING_DIM is {dimension}. "
            f"Set EMBEDDING_DIM={len(vector)} and run `manage.py reembed`, or choose another EMBEDDING_MODEL",
        )
    try:
        return unit([float(value) for value in vector])
    except (TypeError, ValueError, OverflowError):
        raise ModelError("malformed", f"{model!r} answered a text with a vector that is not made of numbers") from None


def _shortened(text: str) -> str:
    data = text.encode("utf-8", "replace")
    return text if len(data) <= MAX_TEXT_BYTES else data[:MAX_TEXT_BYTES].decode("utf-8", "ignore")
