"""For whom a policy's text says that it is: the state, the line of business and the type of plan. Pure.

Only what says so: a state in an address, in the name of a court or of other plans says nothing of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from pursuit.words.names import STATES
from pursuit.words.slots import mentions
from pursuit.words.states import states_in
from wording.phrases import patterns

_PATTERNS = patterns(Path(__file__).parent / "phrases/reach_patterns.txt", re.I)
# How much of a document is read for whom it is.
BODY = 40_000
# How much is read around the word for members, and before a state of what its sentence begins with.
_BEFORE, _AFTER, _BEGUN = 110, 110, 200
_STATE_WORDS = frozenset({*STATES, *(name.split()[-1] for name in STATES.values())})
_SENTENCE_END = re.compile(r"[.!?:;]\s|\n\s*\n")


def reach_of(text: str) -> Mapping[str, str]:
    """{plan, plan_type, state: names} for whom a document says that it applies; of several "Kansas; Missouri"."""
    body = text[:BODY]
    named: dict[str, list[str]] = {}
    for whom in _applies_to(body):
        for mention in mentions(whom):
            named.setdefault(mention.slot, []).append(mention.value)
    if "state" not in named and not _PATTERNS["elsewhere"].search(body):
        named["state"] = list(_states_of_members(body))
    return {name: "; ".join(dict.fromkeys(values)) for name, values in named.items() if values}


def _applies_to(body: str) -> Iterator[str]:
    """To whom the sentences say that apply it: "members in Kansas", without whom they leave out."""
    for match in _PATTERNS["applies"].finditer(body):
        whom = _SENTENCE_END.split(match["whom"])[0]
        if not _PATTERNS["address"].search(whom):
            yield _PATTERNS["left_out"].split(whom)[0]


def _states_of_members(body: str) -> Iterator[str]:
    """The states of whose members the text speaks as of its own: "Kansas Medicaid members", "members in Kansas"."""
    for members in _PATTERNS["of_members"].finditer(body):
        start = max(0, members.start() - _BEFORE)
        near = body[start : members.end() + _AFTER]
        # To look for the states of a whole document takes long.
        if _STATE_WORDS.isdisjoint(re.findall(r"\w+", near)):
            continue
        for place in states_in(near):
            before, after = near[: place.start], near[place.end :]
            begun = _SENTENCE_END.split(body[max(0, start + place.start - _BEGUN) : start + place.start])[-1]
            speaks = _PATTERNS["before"].search(before) or _PATTERNS["after"].match(after)
            if speaks and not _PATTERNS["local"].search(begun):
                yield place.state
