"""Whose a document is: its payer, line of business and state, compared with those that a person named. Pure."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from pursuit.words.names import STATES, key, lines_in, payer_name
from pursuit.words.states import states_in

PLACES = ("payer", "plan", "state")
# Between the names of one value that has several: "Kansas; Missouri".
_BETWEEN = re.compile(r"\s*[;|/\n]\s*")

Claims = Mapping[str, frozenset[str]]


def value_of(metadata: Mapping[str, Any], name: str) -> str:
    """What metadata say of a payer, a plan or a state, as one line; several values stand one after the other."""
    value = metadata.get(name)
    if isinstance(value, (list, tuple)):
        return "; ".join(str(one).strip() for one in value if str(one).strip())
    return value.strip() if isinstance(value, str) else ""


def claims_of(about: Mapping[str, Any]) -> Claims:
    """What metadata, or a person's slots, say of payer, plan and state: {name: keys}, equal where the names are."""
    return _claims(*(value_of(about, name) for name in PLACES))


@lru_cache(4_096)
def _claims(payer: str, plan: str, state: str) -> Claims:
    names = [payer_name(one) for one in _BETWEEN.split(payer) if one]
    plans = _plans(plan) or frozenset(key("plan", one.plan) for one in names if one.plan)
    states = _states(state) or frozenset(key("state", one.state) for one in names if one.state)
    if not states and plan:
        # "Florida Medicaid" as a line of business says the state as well.
        states = frozenset(key("state", one.state) for one in states_in(plan))
    return {"payer": frozenset(one.payer for one in names), "plan": plans, "state": states}


def _plans(said: str) -> frozenset[str]:
    read = [name for one in _BETWEEN.split(said) for name, _ in lines_in(one)]
    return frozenset(key("plan", one) for one in read or [said] if one)


def _states(said: str) -> frozenset[str]:
    read = [one.state for part in _BETWEEN.split(said) for one in states_in(part)]
    read += [STATES[part] for part in re.split(r"[\s,;|/]+", said) if part in STATES]
    return frozenset(key("state", one) for one in read or [said] if one)


def agree(here: Claims, wanted: Claims) -> bool:
    """Whether nothing that both say differs: a document of another payer, plan or state speaks for nobody else."""
    return all(not here[name] or not wanted[name] or here[name] & wanted[name] for name in PLACES)
