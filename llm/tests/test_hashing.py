"""The offline embedder: the same everywhere, near for texts that are near, and quick."""

from __future__ import annotations

import math
import os
import subprocess
import sys

import pytest

from llm.hashing import HashEmbedder, words_of
from llm.interface import Stopped, StopSignal
from tests.growth import assert_linear

EMBEDDER = HashEmbedder(768)


def embed(text: str) -> list[float]:
    return EMBEDDER.embed([text], "document")[0]


def likeness(left: str, other: str) -> float:
    """The cosine of two texts."""
    return sum(a * b for a, b in zip(embed(left), embed(other), strict=True))


@pytest.mark.parametrize("text", ["The wing in a slipstream", "", " ", "***", "\0", "\ud800", "税", "a" * 100_000])
def test_every_text_has_a_vector_of_length_one(text: str) -> None:
    assert len(embed(text)) == 768
    assert math.hypot(*embed(text)) == pytest.approx(1.0)


def test_texts_without_words_differ() -> None:
    assert embed("***") != embed("+++")


def test_a_text_is_nearest_to_itself_then_to_its_like() -> None:
    assert likeness("Home oxygen is covered", "Home oxygen is covered") == pytest.approx(1.0)
    assert likeness("coverage of home oxygen", "Home oxygen is covered") > 0.4
    assert abs(likeness("coverage of home oxygen", "De belasting van de vennootschap")) < 0.15


@pytest.mark.parametrize(
    ("left", "other", "far"),
    [
        ("belastingplicht", "belastingplichtige", "vermogensrendement"),
        ("authorization", "authorisation", "amputation"),
        ("acquisition", "acquisitoin", "slipstream"),
        ("Café", "CAFE", "cave"),
    ],
)
def test_forms_and_slips_of_a_word_stay_near(left: str, other: str, far: str) -> None:
    assert likeness(left, other) > max(likeness(left, far), 0.0) + 0.1


def test_function_words_count_little() -> None:
    assert likeness("what is the lift of a wing", "lift wing") > 0.8
    assert likeness("what is the lift of a wing", "what is the rate of a tax") < 0.35


def test_scripts_without_spaces_are_compared_by_pairs_of_signs() -> None:
    assert words_of("所得税法の税") == ["所得", "得税", "税法", "法の", "の税"]
    assert likeness("所得税法", "法人税と所得税") > likeness("所得税法", "航空機の翼") + 0.2


def test_a_vector_does_not_depend_on_what_was_embedded_with_it_or_before() -> None:
    fresh = HashEmbedder(768)
    alone = fresh.embed(["lift of a wing"], "document")[0]
    assert fresh.embed(["other words", "lift of a wing"], "document")[1] == alone
    assert fresh.embed(["lift of a wing"], "query")[0] == alone


def test_another_process_gives_the_same_vector() -> None:
    code = "from llm.hashing import HashEmbedder; print(HashEmbedder(768).embed(['lift of a wing'], 'query')[0])"
    for seed in ("1", "2"):
        done = subprocess.run(
            [sys.executable, "-c", code], env=os.environ | {"PYTHONHASHSEED": seed}, capture_output=True, text=True
        )
        assert done.stdout.strip() == repr(embed("lift of a wing"))


def test_the_places_of_a_word_are_fixed_for_good() -> None:
    """Stored vectors outlive releases: this must never change without a new name for the space."""
    (vector,) = HashEmbedder(16).embed(["tax"], "document")
    assert [round(value, 3) for value in vector] == [
        0.0,
        0.0,
        0.0,
        0.0,
        0.0,
        0.0,
        0.0,
        0.0,
        0.0,
        0.0,
        -0.405,
        -0.405,
        -0.819,
        0.0,
        0.0,
        0.0,
    ]


def test_stop_ends_a_long_batch() -> None:
    stop = StopSignal()
    stop.set()
    with pytest.raises(Stopped):
        EMBEDDER.embed(["text"], "document", stop=stop)


def test_a_thousand_chunks_take_four_times_as_long_as_two_hundred_and_fifty() -> None:
    """How many a second they are, `benchmarks.retrieval` says."""
    words = [f"word{number % 4000}" for number in range(150 * 1000)]
    chunks = [" ".join(words[start : start + 150]) for start in range(0, len(words), 150)]
    assert_linear(lambda size: EMBEDDER.embed(chunks[:size], "document"), len(chunks))
