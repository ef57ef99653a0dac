"""What a model reads in words about sources: honest readings are carried out, other places and the opposite never are."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from chat.assistants import Said
from tax_dossier.answers.check import check_answer
from tax_dossier.tests.test_checking import ALLOWED
from tax_dossier.tests.test_choice import OUT, REMOVED, RESTORED, SOURCES
from tax_dossier.tools import SourceChoice, choose_sources

CASES = Path(__file__).parent / "cases"


@dataclass(frozen=True)
class Choice:
    """Words, the numbers of the sources that a model removes and puts back, and what is selected."""

    words: str
    removed: tuple[int, ...] = ()
    restored: tuple[int, ...] = ()
    sources: Any = ()


def cases(name: str) -> list[Choice]:
    lines = (CASES / f"{name}.txt").read_text("utf-8").splitlines()
    return [_read(line) for line in lines if not line.startswith("#")]


def _read(line: str) -> Choice:
    removed, restored, words = line.split("|", 2)
    numbers = [tuple(int(number) for number in part.split(",") if number.strip()) for part in (removed, restored)]
    return Choice(words.strip(), numbers[0], numbers[1], OUT)


def honest() -> list[Choice]:
    known = [Choice(words, tuple(numbers), (), SOURCES) for words, numbers in REMOVED]
    known += [Choice(words, (), tuple(numbers), OUT) for words, numbers in RESTORED]
    return known + cases("choices")


def opposite() -> list[Choice]:
    """What is to go is put back, and what is to come back goes."""
    one_way = [case for case in honest() if bool(case.removed) is not bool(case.restored)]
    swapped = [Choice(case.words, case.restored, case.removed, case.sources) for case in one_way if _is_plain(case)]
    return swapped + cases("choices_opposite")


def _is_plain(case: Choice) -> bool:
    """Whether the words have a verb for what they want: "overbodig" and "hoef ik niet" are the model's to read."""
    return not any(
        words in case.words for words in ("alleen", "only", "hoef ik", "overbodig", "niet relevant", "meenemen")
    )


def lies() -> list[Choice]:
    """Sources that the words name by one number or citation, and a model that takes the next one."""
    named = [case for case in honest() if len(case.removed + case.restored) == 1 and _has_place(case.words)]
    return [
        Choice(case.words, tuple(_next(n) for n in case.removed), tuple(_next(n) for n in case.restored), case.sources)
        for case in named
    ]


def _has_place(words: str) -> bool:
    kinds = (
        "behalve",
        "except",
        "op de",
        "alleen",
        "only",
        "rest",
        " niet",
        "all but",
        "vierde alsj",
        "uitspraak",
        "artikel mag",
    )
    places = (
        "bron ",
        "source",
        "nummer",
        "number",
        "nr.",
        "de eerste",
        "de tweede",
        "de derde",
        "the second",
        "3.1",
        "ECLI",
    )
    return any(place in words for place in places) and not any(kind in words for kind in kinds)


def _next(number: int) -> int:
    return number % len(SOURCES) + 1


def is_carried_out(case: Choice) -> bool:
    titles = {source.number: source.title for source in case.sources}
    record = SimpleNamespace(
        sources=case.sources, texts=lambda selected: {}, selected=[s for s in case.sources if s.selected]
    )
    chosen = SourceChoice(remove=[titles[n] for n in case.removed], restore=[titles[n] for n in case.restored])
    context: Any = SimpleNamespace(
        record=record, said=[Said(1, case.words)], recalled=(), ask=lambda *arguments, **named: chosen
    )
    outcome = choose_sources(context, case.words)
    return not outcome.problem


def test_at_most_one_honest_choice_of_a_hundred_is_refused() -> None:
    choices = honest()
    refused = [case for case in choices if not is_carried_out(case)]
    assert len(choices) >= 140
    assert len(refused) <= 0.01 * len(choices), "\n".join(f"{c.words} {c.removed} {c.restored}" for c in refused)


@pytest.mark.parametrize(("made", "least"), [(opposite, 125), (lies, 40)])
def test_neither_the_opposite_nor_another_place_is_carried_out(made: Any, least: int) -> None:
    choices = made()
    taken = [case for case in choices if is_carried_out(case)]
    assert taken == [], "\n".join(f"{c.words} {c.removed} {c.restored}" for c in taken)
    assert len(choices) >= least


def answers(kind: str) -> list[str]:
    lines = (CASES / "answers.txt").read_text("utf-8").splitlines()
    return [line.partition("|")[2].strip() for line in lines if line.startswith(f"{kind} |")]


def is_shown(sentence: str) -> bool:
    checked = check_answer(sentence, ALLOWED)
    return bool(checked.text) and ALLOWED.unsourced not in checked.text and not checked.dropped


def test_an_honest_sentence_of_an_answer_is_shown() -> None:
    assert [sentence for sentence in answers("honest") if not is_shown(sentence)] == []


@pytest.mark.parametrize("kind", ["lie", "opposite"])
def test_a_sentence_that_cites_what_is_not_there_or_turns_it_round_is_not_shown(kind: str) -> None:
    sentences = answers(kind)
    assert sentences
    assert [sentence for sentence in sentences if is_shown(sentence)] == []
