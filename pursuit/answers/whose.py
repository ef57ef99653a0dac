"""Of whose policy a passage is, and what of payer, plan and state must be named before it may answer. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pursuit.words import agree, claims_of, value_of
from retrieval.search import Passage


def suits(passage: Passage, slots: Mapping[str, str]) -> bool:
    """Whether the passage speaks for these slots: it is of no other payer, plan or state."""
    return agree(claims_of(passage.metadata), claims_of(slots))


def place_of(passage: Passage, name: str) -> str:
    return value_of(passage.metadata, name)


def depends_on(
    passages: Sequence[Passage], slots: Mapping[str, str], states: frozenset[str] = frozenset()
) -> tuple[str, ...]:
    """The slots that nobody named although the answer differs with them.

    With no slot named at all, every slot that the best passage is about; with some, those in which passages differ, and
    the state where the best passage is not of all the `states` of the payer: another state may have no such policy.
    Of a payer that is named it is the plan first.
    """
    if not passages:
        return ()
    if not slots:
        return tuple(name for name in ("payer", "state") if place_of(passages[0], name))
    here = claims_of(passages[0].metadata)["state"]
    if "payer" in slots and not {"plan", "plan_type"} & slots.keys() and _of_two_plans(passages):
        return ("plan",)
    return tuple(
        name
        for name in ("payer", "state")
        if name not in slots
        and (
            len({values for passage in passages if (values := claims_of(passage.metadata)[name])}) > 1
            or (name == "state" and here and states - here)
        )
    )


def _of_two_plans(passages: Sequence[Passage]) -> bool:
    """Whether passages of one payer are of plans that shut each other out."""
    claims = [claims_of(passage.metadata) for passage in passages]
    return any(
        first[name] and other[name] and not first[name] & other[name]
        for name in ("plan", "plan_type")
        for first in claims[:1]
        for other in claims[1:]
    )
