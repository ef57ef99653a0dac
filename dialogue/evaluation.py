"""Scores the reader of acts on labelled messages: `manage.py evaluate acts --cases FILE.jsonl`."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any

from dialogue.acts import OF_THE_DOMAIN, Act, Deed, deeds_in

# Names that a case may use for acts that differ in how they are answered and hardly in what they are.
GROUPS: Mapping[str, frozenset[Act]] = {
    "record": frozenset({Act.SUMMARY, Act.LEFT}),
    "steer": frozenset({Act.NEXT, Act.BACK}),
    "restart": frozenset({Act.RESTART, Act.CANCEL}),
    "cancel": frozenset({Act.RESTART, Act.CANCEL}),
}


def evaluate_acts(cases: Iterable[dict[str, Any]]) -> dict[str, Any]:
    """Figures over cases `{"text", "acts": [act, …], "asked"?}`; `asked` is "yes_no" where such a question is open.

    `accuracy`: every act that the case names was told and no other. `kept`: of messages that are not of the domain,
    those of which no clause would go to the domain's reader; `heard`: of messages of the domain, those that reach it.
    `by_act` has n and accuracy of each.

    Raises:
        ValueError: a case names an act that there is not.
    """
    rights: dict[str, list[bool]] = defaultdict(list)
    kept: list[bool] = []
    heard: list[bool] = []
    for case in cases:
        wanted = [_acts_of(name) for name in case["acts"]]
        deeds = deeds_in(case["text"], "yes_no" if case.get("asked") == "yes_no" else "")
        acts = {deed.act for deed in deeds}
        rights["+".join(sorted(case["acts"]))].append(
            acts <= frozenset().union(*wanted) and all(acts & act for act in wanted)
        )
        of_the_domain = [bool(act & OF_THE_DOMAIN) for act in wanted]
        if not any(of_the_domain):
            kept.append(not any(reaches_domain(deed) for deed in deeds))
        elif all(of_the_domain):
            heard.append(any(reaches_domain(deed) for deed in deeds))
    every = [right for group in rights.values() for right in group]
    return {
        "accuracy": _share(every),
        "kept": _share(kept),
        "heard": _share(heard),
        "n": len(every),
        "by_act": {name: {"n": len(group), "accuracy": _share(group)} for name, group in sorted(rights.items())},
    }


def reaches_domain(deed: Deed) -> bool:
    """Whether the reader of the domain gets the clause: it is of the domain, or nobody is sure what it is."""
    return not deed.is_stray


def _acts_of(name: str) -> frozenset[Act]:
    if name in GROUPS:
        return GROUPS[name]
    if name not in list(Act):
        raise ValueError(f"{name!r} is no act. There are: {', '.join([*Act, *(set(GROUPS) - set(Act))])}.")
    return frozenset({Act(name)})


def _share(group: list[bool]) -> float:
    return round(sum(group) / len(group), 4) if group else 0.0
