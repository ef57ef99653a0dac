"""Which fact types are listed: under which topics each may stand, and of which one may have several."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from retirement.checklist import CHECKLIST, Topic
from retirement.reading import KINDS, SPANS
from wording.lists import word_lists

_SEVERAL = word_lists(Path(__file__).parent / "checklist/types.txt")["several"]


def may_repeat(fact_type: str) -> bool:
    """Whether one may have several of this type, as accounts, pensions and debts."""
    return fact_type in _SEVERAL or fact_type.removeprefix("partner_") in _SEVERAL


def topics_of(fact_type: str) -> frozenset[Topic]:
    """The topics that a fact of this type may stand under; none for a type that nobody has listed."""
    return frozenset().union(*(_TOPICS.get(name, ()) for name in (fact_type, fact_type.removeprefix("partner_"))))


def _topics() -> Iterator[tuple[str, Topic]]:
    yield from ((kind.fact_type, kind.topic) for kind in KINDS.values())
    yield from ((name, item.topic) for item in CHECKLIST for name in item.names)
    for span in SPANS:
        yield from ((name, span.topic) for name in (*span.fact_types, span.fact_type))


_TOPICS: dict[str, frozenset[Topic]] = {}
for _name, _topic in _topics():
    _TOPICS[_name] = _TOPICS.get(_name, frozenset()) | {_topic}
