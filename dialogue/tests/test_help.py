"""What is asked is answered by the entry that has its subject, not by the one that is put most alike."""

from __future__ import annotations

from pathlib import Path

import pytest

from dialogue.guide import Talk, hear
from dialogue.help import read_help

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
