"""What rows of a thread are called in its twin: ids differ there, and nothing else may."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

_UUID = r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|\b[0-9a-f]{32}\b"
# Such as dos-5f2719bae5d4.
_PREFIXED = r"\b[a-z]{2,8}-[0-9a-f]{12}\b"
_IN_ADDRESS = r"(?<=/)\d+(?=/)|(?<=[?&]chunk=)\d+"
_ID = re.compile(f"{_UUID}|{_PREFIXED}|{_IN_ADDRESS}")
_TIME = re.compile(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?")


class Names:
    """Pairs of what is called one thing in the original and another in the twin; `given` are known from the start."""

    def __init__(self, given: Mapping[str, str]) -> None:
        self._twins: dict[str, str] = {}
        self._originals: dict[str, str] = {}
        self.messages: dict[int, int] = {}
        self._given = dict(given)
        for original, twin in given.items():
            self.pair(original, twin)

    def pair(self, original: str, twin: str) -> None:
        """The same row in both."""
        if original != twin and original not in self._twins and twin not in self._originals:
            self._twins[original], self._originals[twin] = twin, original
            if original.count("-") == 4 and _ID.fullmatch(original):
                self.pair(original.replace("-", ""), twin.replace("-", ""))

    def learn(self, before: str, now: str) -> None:
        """Pair the ids of two texts that say the same, in their order; texts with other ids teach nothing."""
        originals, twins = _ID.findall(before), _ID.findall(now)
        if len(originals) == len(twins):
            for original, twin in zip(originals, twins, strict=True):
                self.pair(original, twin)

    def of_twin(self, text: str) -> str:
        """A text of the original, as the twin would say it."""
        return _renamed(text, self._twins, self._given)

    def of_original(self, text: str) -> str:
        """A text of the twin, as the original would say it."""
        return _renamed(text, self._originals, {twin: original for original, twin in self._given.items()})

    def original(self, value: Any, key: str = "") -> Any:
        """A value of the twin's JSON as the original would have it."""
        if isinstance(value, dict):
            return {self.of_original(name): self.original(item, name) for name, item in value.items()}
        if isinstance(value, list | tuple):
            return [self.original(item, key) for item in value]
        if isinstance(value, str):
            return self.of_original(value)
        if key.endswith("message_id") and isinstance(value, int):
            return self.messages.get(value, value)
        return value


def _renamed(text: str, pairs: Mapping[str, str], given: Mapping[str, str]) -> str:
    for name, other in given.items():
        # A name may be as short as "12"; it counts where it stands alone or as a part of an address.
        text = re.sub(rf"(?<=/){re.escape(name)}(?=[/?#]|$)|^{re.escape(name)}$", other, text)
    return _ID.sub(lambda match: pairs.get(match[0], match[0]), text)


def without_times(value: Any) -> Any:
    """JSON in which every moment is called one: when something was stored is nobody's words."""
    if isinstance(value, dict):
        return {name: without_times(item) for name, item in value.items()}
    if isinstance(value, list | tuple):
        return [without_times(item) for item in value]
    return _TIME.sub("<time>", value) if isinstance(value, str) else value
