"""Frames that nobody means, from a seed: a grammar of types, fields, values and broken JSON for the sockets."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator, Sequence
from typing import Any

_TEXTS = (
    "",
    "   \n\t",
    "Hello",
    "\x00\x07",
    "\ud800 alone",
    "‮txet desrever‬",
    "👩‍👩‍👧‍👦" * 40,
    "é" * 300,
    "'; DROP TABLE chat_turn; --",
    "<script>alert(1)</script>",
    "{{ 7 * 7 }}",
    "ﷺ" * 50,
)
_NUMBERS = (0, -1, 1, 2**31, 2**63, 10**400, 1.5, -0.0, 1e999, float("nan"), float("-inf"))
_TEXT_FRAMES = (
    "",
    " ",
    "null",
    "NaN",
    "7",
    '"say"',
    "[]",
    "[" * 3000,
    '{"a":' * 3000,
    "{'type': 'say'}",
    "\ufeff{}",
    "say Hello",
    '{"type": "say", "type": "stop", "type": 3}',
    '{"type": "say", "text": "half',
    "9" * 5000,
)


class Frames:
    """Makes frames by chance, the same for a seed. `fields` are those that the socket reads, with `kinds` of a type."""

    def __init__(self, seed: int, fields: Sequence[str], kinds: Sequence[str] = ()) -> None:
        self._chance = random.Random(seed)
        self._fields, self._kinds = fields, kinds

    def take(self, number: int) -> Iterator[str | bytes]:
        """So many frames: text, and now and then bytes."""
        ways: list[tuple[int, Callable[[], str | bytes]]] = [
            (7, lambda: json.dumps(self._object())),
            (2, self._broken),
            (1, lambda: self._chance.choice(_TEXT_FRAMES)),
            (1, lambda: self._chance.randbytes(self._chance.choice((0, 1, 40, 4000)))),
        ]
        weights, makers = zip(*ways, strict=True)
        for _ in range(number):
            yield self._chance.choices(makers, weights)[0]()

    def _object(self) -> dict[str, Any]:
        """Fields that are there or missing, right or of another type, with others beside them, in any order."""
        made = {name: self._value() for name in self._fields if self._chance.random() < 0.7}
        if self._kinds and self._chance.random() < 0.85:
            kind = self._chance.choice(self._kinds)
            made["type"] = (
                kind if self._chance.random() < 0.8 else self._chance.choice((kind.upper(), f" {kind}", [kind]))
            )
        if self._chance.random() < 0.3:
            made[self._chance.choice(("__proto__", "Type", "id", "\x00", "é" * 200))] = self._value()
        items = list(made.items())
        self._chance.shuffle(items)
        return dict(items)

    def _value(self, depth: int = 0) -> Any:
        chance = self._chance.random()
        if chance < 0.5:
            # Too long for a message, now and then.
            return "long " * 5000 if not depth and chance < 0.01 else self._chance.choice(_TEXTS)
        if chance < 0.7:
            return self._chance.choice(_NUMBERS)
        if chance < 0.8 or depth > 3:
            return self._chance.choice((None, True, False))
        held = [self._value(depth + 1) for _ in range(self._chance.randint(0, 3))]
        return held if chance < 0.9 else {self._chance.choice(_TEXTS): value for value in held}

    def _broken(self) -> str:
        """JSON that a byte is missing from, that breaks off, or that goes on."""
        text = json.dumps(self._object(), ensure_ascii=self._chance.random() < 0.5).encode("utf-8", "replace").decode()
        place = self._chance.randrange(len(text))
        ways = (text[:place], text[:place] + text[place + 1 :], text + text, text[:place] + "\x00" + text[place:])
        return self._chance.choice(ways)
