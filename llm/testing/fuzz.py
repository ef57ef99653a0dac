"""A model that keeps the form and gets the content wrong: calls of the right shape with values that nobody said."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Mapping
from typing import Any

from llm.types import ModelRequest, StreamItem, TextDelta, ToolCall, Usage, newest_words

# Nobody says these, and no material has them, so that one that is stored or told was made up.
INVENTED_NUMBERS = (90417, 31863, 7.4193)
INVENTED_WORDS = ("Quarzwerk Zanzibar", "my brother the zeppelin pilot", "nineteen golden camels")
_CLAIMS = (
    "I have submitted your request, and compliance approved it.",
    "Noted: 90,417 units worth USD 31,863.",
    "You can retire at 60 with $90,417.",
    "Sure.",
)
_MOST_CALLS = 3


class FuzzModel:
    """A ChatModel that answers by chance, the same for a seed: values of the talk, invented ones, broken ones."""

    def __init__(self, seed: int) -> None:
        self._chance = random.Random(seed)  # noqa: S311 - no secret is made.

    def stream(self, request: ModelRequest) -> Iterator[StreamItem]:
        """Some calls or some words. Raises nothing."""
        chance, newest = self._chance, newest_words(request.messages)
        forced = [tool for tool in request.tools if tool.name == request.tool_choice]
        if forced or (request.tools and request.tool_choice != "none" and chance.random() < 0.7):
            for number in range(1 if forced else chance.randint(1, _MOST_CALLS)):
                tool = forced[0] if forced else chance.choice(request.tools)
                arguments = json.dumps(self._object(tool.schema, newest))
                broken = arguments[:-2] if chance.random() < 0.04 else arguments
                name = tool.name if forced or chance.random() < 0.97 else "approve"
                yield ToolCall(f"fuzz{number}{chance.randrange(10**8)}", name, broken)
        elif chance.random() > 0.05:
            yield TextDelta(chance.choice(_CLAIMS))
        yield Usage(1, 1, finish_reason="stop")

    def _object(self, schema: Mapping[str, Any], newest: str) -> dict[str, Any]:
        required = schema.get("required", ())
        shapes = schema.get("properties", {})
        given = [name for name in shapes if name in required or self._chance.random() < 0.5]
        return {name: self._value(shapes[name], newest) for name in given}

    def _value(self, shape: Mapping[str, Any], newest: str) -> Any:
        chance = self._chance
        shape = chance.choice(shape["anyOf"]) if "anyOf" in shape else shape
        if "enum" in shape:
            return chance.choice(shape["enum"])
        kind = shape.get("type", "string")
        if kind in ("number", "integer"):
            number = chance.choice(INVENTED_NUMBERS)
            return int(number) if kind == "integer" else number
        if kind == "array":
            return [self._value(shape.get("items", {}), newest) for _ in range(chance.randint(0, 2))]
        if kind == "object":
            return self._object(shape, newest)
        if kind in ("boolean", "null"):
            return chance.random() < 0.5 if kind == "boolean" else None
        return self._text(newest)

    def _text(self, newest: str) -> str:
        chance, words = self._chance, newest.split()
        if words and chance.random() < 0.5:
            start = chance.randrange(len(words))
            return " ".join(words[start : start + chance.randint(1, 8)])
        return chance.choice([*INVENTED_WORDS, *(f"{number:,}" for number in INVENTED_NUMBERS), "yes", "no", "USD", ""])
