"""What is asked is answered by the entry that has its subject, not by the one that is put most alike."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from dialogue.guide import Talk, hear
from dialogue.help import read_help

ROOT = Path(__file__).resolve().parents[2]
HELP = """\
## What is a source?
also: what do you mean by source
also: what do you mean by a text
A source is a text of the law.

## What is a dossier?
also: what do you mean by dossier
also: what do you mean by the dossier
The dossier is what counts.

## Which day counts?
also: what is the reference date
also: the reference date, how is it chosen
The law of the reference date counts.
"""


@pytest.fixture
def talk(tmp_path: Path) -> Talk:
    path = tmp_path / "help.md"
    path.write_text(HELP)
    return Talk(help=read_help(path), about="I hear.", question="How old are you?", why="Much counts from your age.")


def test_the_subject_of_a_question_weighs_more_than_how_it_is_put(talk: Talk) -> None:
    answer = talk.help.find("what do you mean by reference date")
    assert answer
    assert answer.text == "The law of the reference date counts."


@pytest.mark.parametrize("why", ["why?", "but why do you want to know that", "how come", "why do you need it?"])
def test_a_bare_why_is_of_the_open_question(talk: Talk, why: str) -> None:
    assert hear(why, talk).reply.startswith("Much counts from your age.")


def test_beside_something_else_only_help_that_surely_answers_is_given(talk: Talk) -> None:
    assert hear("forgive me that I go on about sources so much, I am 61", talk).aside == ""
    assert hear("I am 61. What do you mean by dossier?", talk).aside == "The dossier is what counts."


def test_what_only_points_at_the_rest_of_a_message_gets_no_help_for_the_rest(talk: Talk) -> None:
    assert "reference date" not in hear("I bought it on the reference date, until what age is that?", talk).aside


def test_a_word_that_no_help_explains_gets_neither_another_answer_nor_the_open_question_explained(talk: Talk) -> None:
    reply = hear("what is a fiduciary?", talk).reply
    assert "I have no answer to that" in reply
    assert "Much counts" not in reply


def test_words_in_their_order_tell_two_answers_apart_that_have_the_same_words(tmp_path: Path) -> None:
    path = tmp_path / "help.md"
    path.write_text("## Do they see what I write?\nYes.\n\n## Do I see what they write?\nNo.\n")
    answer = read_help(path).find("may they see what I write")
    assert answer
    assert answer.text == "Yes."
    other = read_help(path).find("may I see what they write")
    assert other
    assert other.text == "No."


def test_of_two_that_are_alike_every_process_finds_the_same() -> None:
    asked = "Cobalt Valley HMO Oregon - does PT need a referral from the PCP?"
    script = (
        "from pathlib import Path; from dialogue.help import read_help; "
        f"print(read_help(Path('pursuit/help.md')).find({asked!r}, 0.0).question)"
    )
    answers = {
        subprocess.run(
            [sys.executable, "-c", script],
            check=True,
            capture_output=True,
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": seed},
        ).stdout
        for seed in ("1", "3")
    }
    assert len(answers) == 1
