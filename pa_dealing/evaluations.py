"""Labelled first messages: how much of what a careful human would note is in the draft after one turn.

Each message is a fresh thread's first turn, inside a transaction that is rolled back: a measurement leaves nothing.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from typing import Any

from rapidfuzz import fuzz

from chat.evaluations import share
from chat.live import state_after

# A passage counts as the labelled reason when the two are this alike, of 100.
_SAME_PASSAGE = 88
_EMPTY: tuple[object, ...] = (None, "", [])


@dataclass(frozen=True, slots=True)
class Judgement:
    """One expected field of one case: what was expected, what the draft holds, and how that counts."""

    message: str
    field: str
    expected: Any
    stored: Any
    # "right"; "missing" (nothing stored, so the assistant asks); "wrong" (another value than a human would note).
    verdict: str


def evaluate(cases: Iterable[Mapping[str, Any]], model: str | None = None) -> dict[str, Any]:
    """The share of expected fields that are right: `accuracy`, and one figure for each field.

    `wrong` and `missing` are the shares of expected fields that hold another value, or none; `failed` counts turns
    that did not end as done. `model` is `provider:id`; without one the configured model answers.

    Raises:
        ValueError: a case has no message or no expected fields, or expects a field that the draft has not.
    """
    judged: dict[str, list[str]] = defaultdict(list)
    n = failed = 0
    for position, case in enumerate(cases, start=1):
        message, expected = _case(position, case)
        done, judgements = judge_message(message, expected, model)
        n, failed = n + 1, failed + (not done)
        for judgement in judgements:
            judged[judgement.field].append(judgement.verdict)
    verdicts = [verdict for field in judged.values() for verdict in field]
    return {
        "accuracy": share(verdicts.count("right"), len(verdicts)),
        "wrong": share(verdicts.count("wrong"), len(verdicts)),
        "missing": share(verdicts.count("missing"), len(verdicts)),
        "n": n,
        "failed": failed,
        **{
            field: share(verdicts_of_field.count("right"), len(verdicts_of_field))
            for field, verdicts_of_field in sorted(judged.items())
        },
    }


def judge_message(message: str, expected: Mapping[str, Any], model: str | None = None) -> tuple[bool, list[Judgement]]:
    """Say `message` in a fresh thread; whether the turn was done, and a judgement for each expected field."""
    done, draft = _draft_after(message, model)
    unknown = [field for field in expected if field not in draft]
    if unknown:
        raise ValueError(f"The draft has no field {unknown[0]!r}. It has: {', '.join(draft)}.")
    return done, [_judge(message, field, value, draft) for field, value in expected.items()]


def _case(position: int, case: Mapping[str, Any]) -> tuple[str, Mapping[str, Any]]:
    message, expected = case.get("message"), case.get("expect")
    if not isinstance(message, str) or not isinstance(expected, dict) or not expected:
        raise ValueError(f'Case {position} is not {{"message": "…", "expect": {{"field": value}}}}.')
    return message, expected


def _draft_after(message: str, model: str | None) -> tuple[bool, dict[str, Any]]:
    """Whether the turn was done, and the state's draft after it."""
    done, state = state_after("pa_dealing", message, model)
    return done, state["draft"]


def _judge(message: str, field: str, expected: Any, draft: Mapping[str, Any]) -> Judgement:
    stored = draft[field]
    if field == "security":
        stored = _symbols(draft)
        right = expected in stored if expected else not stored
    else:
        right = _same(field, expected, stored)
    verdict = "right" if right else "missing" if stored in _EMPTY else "wrong"
    return Judgement(message, field, expected, stored, verdict)


def _symbols(draft: Mapping[str, Any]) -> list[str]:
    """The symbol that was confirmed, or that stands on top to be confirmed."""
    securities = [draft["security"]] if draft["security"] else draft["candidates"][:1]
    return [security["symbol"] for security in securities]


def _same(field: str, expected: Any, stored: Any) -> bool:
    if expected in _EMPTY or stored in _EMPTY:
        return expected in _EMPTY and stored in _EMPTY
    if field == "estimated_value":
        return _decimal(expected) == _decimal(stored)
    if field == "justification":
        return fuzz.ratio(_plain(expected), _plain(stored)) >= _SAME_PASSAGE
    if isinstance(expected, str):
        return _plain(expected) == _plain(stored)
    return bool(expected == stored)


def _decimal(value: Any) -> Decimal | None:
    try:
        return Decimal(str(value))
    except InvalidOperation:
        return None


def _plain(value: Any) -> str:
    return " ".join(str(value).casefold().split()).strip(" .,;!")
