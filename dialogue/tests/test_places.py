"""Features are found by the hash of their names, as a dict of the names would find them, at a tenth of its memory."""

from __future__ import annotations

import random
import tracemalloc

import pytest

from dialogue.places import FeaturePlaces

NAMES = [f"{size} {word}" for size in range(20) for word in ("buy", "sell", "één", "wat nu", "")]


def test_names_are_found_where_they_stood_and_others_are_not() -> None:
    chance = random.Random(1)
    mixed = chance.sample(NAMES, len(NAMES))
    places, expected = FeaturePlaces(mixed), {name: place for place, name in enumerate(mixed)}
    assert len(places) == len(NAMES)
    assert all(name in places and places[name] == place for name, place in expected.items())
    assert "20 buy" not in places
    for _ in range(50):
        asked = {*chance.sample(NAMES, 7), f"{chance.random()}"}
        assert places.of(asked).tolist() == sorted(expected[name] for name in asked if name in expected)


def test_nothing_is_found_among_none() -> None:
    assert FeaturePlaces([]).of({"buy"}).tolist() == []
    assert FeaturePlaces(["buy"]).of(set()).tolist() == []
    assert "buy" not in FeaturePlaces([])
    with pytest.raises(KeyError):
        FeaturePlaces(["buy"])["sell"]


def test_a_name_takes_a_dozen_bytes() -> None:
    count = 20_000
    tracemalloc.start()
    places = FeaturePlaces([f"a feature with a name of its own, {number}" for number in range(count)])
    held, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert len(places) == count
    assert held < 16 * count
