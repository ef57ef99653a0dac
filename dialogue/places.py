"""Where the weights of a feature stand, by the hash of its name: the names themselves are ten times as large."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Sequence

import numpy as np
from numpy.typing import NDArray


class FeaturePlaces:
    """The places of names, which are their numbers. No two of some hundred thousand have the same hash of 64 bits."""

    def __init__(self, names: Sequence[str]) -> None:
        hashes = _hashes(names)
        order = np.argsort(hashes)
        self._hashes, self._places = hashes[order], order.astype(np.int32)
        # The same numbers as `bisect` reads them fastest.
        self._one_by_one = self._hashes.data

    def of(self, names: Collection[str]) -> NDArray[np.int64]:
        """The places of those of the names that have one, in order."""
        wanted = np.sort(_hashes(names))
        at = np.searchsorted(self._hashes, wanted)
        at[at == len(self._hashes)] = 0
        held = at[self._hashes[at] == wanted] if len(self._hashes) else at[:0]
        return np.sort(self._places[held]).astype(np.int64)

    def __contains__(self, name: str) -> bool:
        return self._at(name) is not None

    def __getitem__(self, name: str) -> int:
        at = self._at(name)
        if at is None:
            raise KeyError(name)
        return int(self._places[at])

    def __len__(self) -> int:
        return len(self._places)

    def _at(self, name: str) -> int | None:
        wanted = hash(name)
        at = bisect_left(self._one_by_one, wanted)
        return at if at < len(self._one_by_one) and self._one_by_one[at] == wanted else None


def _hashes(names: Collection[str]) -> NDArray[np.int64]:
    return np.fromiter(map(hash, names), np.int64, len(names))
