"""The scope of a policy: payer, line of business, type of plan, state, compared with those a person named. Pure."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from pursuit.words.names import STATES, key, lines_in, payer_name, types_in
from pursuit.words.slots import mentions
from pursuit.words.states import states_in

SCOPE = ("payer", "plan", "plan_type", "state")
# Between the names of one value that has several: "Kansas; Missouri".
_BETWEEN = re.compile(r"\s*[;|/\n]\s*")

# "Topeka, Kansas 66601": where a letter goes, and for nobody's state.
_OF_ADDRESS = re.compile(r"[,.]?\s+\d{5}\b")

_PARTS = frozenset({"medicare part a", "medicare part b"})

Claims = Mapping[str, frozenset[str]]


def value_of(metadata: Mapping[str, Any], name: str) -> str:
    """What metadata say of a payer, a plan, its type or a state, on one line; several values one after the other."""
    value = metadata.get(name)
    if isinstance(value, (list, tuple)):
        return "; ".join(str(item).strip() for item in value if str(item).strip())
    return value.strip() if isinstance(value, str) else ""


def claims_of(about: Mapping[str, Any]) -> Claims:
    """What metadata, or a person's slots, say of payer, plan, type and state: {name: keys}, equal where names are."""
    return _claims(*(value_of(about, name) for name in SCOPE))


@lru_cache(4_096)
def _claims(payer: str, plan: str, plan_type: str, state: str) -> Claims:
    names = [payer_name(part) for part in _BETWEEN.split(payer) if part]
    plans = _plans(plan) or frozenset(key("plan", name.plan) for name in names if name.plan)
    states = _states(state) or frozenset(key("state", name.state) for name in names if name.state)
    if not states and plan:
        # "Florida Medicaid" as a line of business says the state as well.
        states = frozenset(key("state", state.state) for state in states_in(plan))
    # "Commercial PPO" says both; the payer "Harbor Health PPO" does where nothing nearer says another.
    types = frozenset(kind for kind, _ in types_in(plan_type or plan))
    types = types or frozenset(name.plan_type for name in names if name.plan_type)
    return {"payer": frozenset(name.payer for name in names), "plan": plans, "plan_type": types, "state": states}


def _plans(text: str) -> frozenset[str]:
    read = [name for part in _BETWEEN.split(text) for name, _ in lines_in(part)]
    if not read and types_in(text):
        return frozenset()
    keys = frozenset(key("plan", name) for name in read or [text] if name)
    # Original Medicare is its Part A and Part B.
    return keys | _PARTS if keys == {"medicare"} else keys


def _states(text: str) -> frozenset[str]:
    read = [state.state for part in _BETWEEN.split(text) for state in states_in(part)]
    read += [STATES[part] for part in re.split(r"[\s,;|/]+", text) if part in STATES]
    return frozenset(key("state", name) for name in read or [text] if name)


def agree(here: Claims, wanted: Claims) -> bool:
    """Whether nothing that both say differs: a document of another payer, plan, type or state speaks for itself."""
    return all(not here[name] or not wanted[name] or here[name] & wanted[name] for name in SCOPE)


def of_others(wanted: Claims, text: str) -> bool:
    """Whether words name lines of business, types of plan or states, and not the one asked about."""
    if not any(wanted[name] for name in SCOPE if name != "payer"):
        return False
    return not agree({"payer": frozenset(), **_named_in(text)}, wanted)


@lru_cache(8_192)
def _named_in(text: str) -> Claims:
    """The lines of business, types of plan and states that a statement names, with what it stands under."""
    named = [mention for mention in mentions(text) if not _OF_ADDRESS.match(text, mention.end)]
    return {
        slot: frozenset().union(*(claims_of({slot: mention.value})[slot] for mention in named if mention.slot == slot))
        for slot in SCOPE
        if slot != "payer"
    }
