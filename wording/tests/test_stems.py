"""Stems: the forms of a word share one, in each language; what only looks alike does not."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from wording.stems import Language, stem


@pytest.mark.parametrize(
    ("language", "forms"),
    [
        ("en", ("prescribe", "prescribed", "Prescribing", "prescriber’s")),
        ("en", ("studies", "study", "studied")),
        ("en", ("child", "children", "child's")),
        ("nl", ("belasting", "belastingen")),
        ("nl", ("woning", "woningen")),
        ("es", ("hipoteca", "hipotecas")),
    ],
)
def test_the_forms_of_a_word_have_one_stem(language: Language, forms: tuple[str, ...]) -> None:
    assert len({stem(form, language) for form in forms}) == 1


def test_what_has_digits_or_no_end_is_left_as_it_is() -> None:
    assert stem("A1c") == "a1c"
    assert stem("E11.9") == "e11.9"
    assert stem("") == ""
    assert stem("x" * 5_000) == "x" * 5_000


def test_a_drug_is_not_what_a_physician_does() -> None:
    assert stem("medication") != stem("medical")


def test_threads_do_not_mix_their_words() -> None:
    words = [f"{chr(97 + n % 26)}{chr(97 + n // 26)}verting" for n in range(600)]
    with ThreadPoolExecutor(4) as pool:
        stems = list(pool.map(stem, words))
    assert stems == [word.removesuffix("ing") for word in words]
