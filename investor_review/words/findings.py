"""A finding as the reading of words sees it, and a place that names some."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Issue:
    """A nitpick as the reading of words sees it. `number` counts from 1, in the order in which all doors show them."""

    issue_id: str
    number: int
    title: str
    severity: str
    status: str
    summary: str = ""
    suggested: tuple[str, ...] = ()
    # Decided to be left as it is; such a one is open.
    is_left: bool = False


def issues_of(nitpicks: Sequence[Mapping[str, Any]]) -> list[Issue]:
    """The nitpicks of a state as the reading of words sees them."""
    return [
        Issue(
            nitpick["issue_id"],
            number,
            nitpick["title"],
            nitpick["severity"],
            nitpick["status"],
            nitpick["summary"],
            tuple(nitpick["suggested_changes"]),
            is_left=bool(nitpick["left_as_is"]),
        )
        for number, nitpick in enumerate(nitpicks, start=1)
    ]


@dataclass(frozen=True, slots=True)
class Naming:
    """Words that name findings. `kind` is "named", or "all", "rest", "both", or one of RELATIVE.

    `unknown` is a number that no finding has, or a group of another number than there are.
    """

    start: int
    end: int
    ids: tuple[str, ...]
    kind: str = "named"
    unknown: str = ""
    # "All but the first", "not the first but the second".
    is_excepted: bool = False
    is_negated: bool = False
