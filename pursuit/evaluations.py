"""Measures what decides a conversation: whether a person ends it, and into which parts a message is taken apart."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from chat.evaluations import share
from chat.live import trial_thread
from chat.models import Turn
from chat.models_in_use import model_name
from llm.registry import OFFLINE
from pursuit.questions import plan
from pursuit.record import load
from pursuit.talk import ends
from wording.stems import stem

# Two parts are the same question when their words overlap so much: Dice's coefficient over content words.
SAME_PART = 0.5
_STOP = frozenset(
    """a an the of for in on to at by and or is are was were be do does did can could will would should may has have i
    we you me us my our your it its they them this that there what which who when where why how whether if please tell
    give also under with from as so""".split()  # noqa: SIM905
)


# What is open when an end is said, and which steps of a turn take it for one.
_OPEN = "Does Harbor Health in Florida cover acupuncture?"
_ENDING = {"end_pursuit", "ask_before_leaving", "leave_blocked"}


def evaluate_end_phrases(cases: Iterable[Mapping[str, Any]], model: str | None = None) -> dict[str, float]:
    """{precision, recall, n} of "the person ends it", over cases {"text", "label": 0 or 1}.

    With a model (`model` is provider:id, else the configured one) it is the turn of a person whose question is open.
    Shares from 0 to 1; precision is 1 when nothing was taken for an end. Raises ValueError for a case without a label.
    """
    right = taken = there = n = 0
    for position, case in enumerate(cases, start=1):
        text, label = case["text"], case["label"]
        if not isinstance(text, str) or label not in (0, 1):
            raise ValueError(f'Case {position} is not {{"text": "…", "label": 0 or 1}}.')
        ended = ends(text) if _is_offline(model) else _ended(text, model)
        n, taken, there = n + 1, taken + ended, there + label
        right += ended and label == 1
    return {
        "precision": share(right, taken, of_nothing=1.0),
        "recall": share(right, there, of_nothing=1.0),
        "n": n,
    }


def _is_offline(model: str | None) -> bool:
    return (model or model_name("pursuit")) == OFFLINE


def _ended(text: str, model: str | None) -> bool:
    """Whether the turn of this message takes it for the end of the question that is open."""
    with trial_thread("pursuit", model) as trial:
        trial.say(_OPEN)
        turn = trial.say(text)
        return turn is not None and any(call["name"] in _ENDING for call in turn.calls)


def _parts(question: str, model: str | None) -> list[str]:
    """The parts into which the turn of this question takes it apart; none where it did not end as done."""
    if _is_offline(model):
        return [part.text for part in plan(question).parts]
    with trial_thread("pursuit", model) as trial:
        turn = trial.say(question)
        is_done = turn is not None and turn.status == Turn.Status.DONE
        return [part.text for part in load(trial.thread.pk).parts] if is_done else []


def evaluate_plan(cases: Iterable[Mapping[str, Any]], model: str | None = None) -> dict[str, float]:
    """{f1, precision, recall, exact, n} of the parts found, over cases {"question", "parts": [text, …]}.

    Parts are matched one to one, the most alike first. Two match when twice the content words that they share (in
    any order, without endings) is at least half of all that both have. f1 is over the parts of all cases together;
    `exact` is the share of questions whose parts all match with none over. With a model (`model` is provider:id, else
    the configured one) they are those of a turn. Raises ValueError for another form.
    """
    matched = planned = labelled = exact = n = 0
    for position, case in enumerate(cases, start=1):
        question, parts = case["question"], case["parts"]
        if not isinstance(question, str) or not isinstance(parts, list) or not all(isinstance(p, str) for p in parts):
            raise ValueError(f'Case {position} is not {{"question": "…", "parts": ["…", …]}}.')
        got = _parts(question, model)
        pairs = matched_parts(got, parts)
        n, matched, planned, labelled = n + 1, matched + len(pairs), planned + len(got), labelled + len(parts)
        exact += len(pairs) == len(got) == len(parts)
    return {
        "f1": share(2 * matched, planned + labelled),
        "precision": share(matched, planned),
        "recall": share(matched, labelled),
        "exact": share(exact, n),
        "n": n,
    }


def matched_parts(got: Sequence[str], wanted: Sequence[str]) -> list[tuple[int, int]]:
    """Pairs (place in `got`, place in `wanted`) of parts that are the same question, each used once."""
    mine, theirs = [_words(text) for text in got], [_words(text) for text in wanted]
    alike = sorted(
        ((_dice(a, b), -abs(i - j), i, j) for i, a in enumerate(mine) for j, b in enumerate(theirs)), reverse=True
    )
    pairs: list[tuple[int, int]] = []
    used: tuple[set[int], set[int]] = (set(), set())
    for score, _, i, j in alike:
        if score >= SAME_PART and i not in used[0] and j not in used[1]:
            pairs.append((i, j))
            used[0].add(i)
            used[1].add(j)
    return sorted(pairs)


def _dice(a: frozenset[str], b: frozenset[str]) -> float:
    return 2 * len(a & b) / (len(a) + len(b)) if a or b else 1.0


def _words(text: str) -> frozenset[str]:
    words = re.findall(r"[a-z0-9]+(?:[.'-][a-z0-9]+)*", text.lower().replace("’", "'"))
    content = [word for word in words if word not in _STOP]
    # A text of nothing but small words keeps them.
    return frozenset(stem(word) for word in content or words)
