"""The amounts of money that a reply may name: those that the person wrote, the record holds or `calculate` gave."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from decimal import Decimal
from typing import Any

from chat.models import Message, ToolCall
from chat.turns import TurnRun, rows
from retirement.reading import Measure, keeps, measures_in
from retirement.record import PlanRecord

# Older messages and sums that are read for an amount that stands in none of the newest.
MOST_OLDER = 500
_SCALED = re.compile(r"\d\s?(?:k|m|mm|mil)$|grand|thousand|million|billion", re.IGNORECASE)
_OF_PEOPLE = re.compile(
    r"\s+(?:\w+ )?(?:people|americans|retirees|households|workers|men|women|adults|families|others)\b", re.I
)
# A figure may be given rounded: $1,067 of $1,066.67.
_STEPS = (Decimal("0.01"), Decimal(1), Decimal(10), Decimal(100), Decimal(1000))


def amounts_in(sentence: str) -> list[Measure]:
    """The amounts of money that a sentence of a reply names."""
    return [
        measure
        for measure in measures_in(sentence)
        if measure.kind == "money"
        or (measure.is_sum and _SCALED.search(measure.number.text) and not _OF_PEOPLE.match(sentence, measure.end))
    ]


class AllowedAmounts:
    """What a turn may name. Older rows are read only for an amount that is not among the newest."""

    def __init__(self, turn: TurnRun) -> None:
        self._turn = turn
        self._texts = list(_texts_of(turn))
        self._has_older = True

    def holds(self, amount: Measure) -> bool:
        """Whether an amount was told, noted or worked out."""
        if _stands(amount, self._texts):
            return True
        if self._has_older:
            self._has_older = False
            self._texts += _older(self._turn)
            return _stands(amount, self._texts)
        return False

    def holds_share(self, sentence: str) -> bool:
        """Whether every percentage of a sentence is one that was told, noted or worked out."""
        shares = [measure for measure in measures_in(sentence) if measure.kind == "percent"]
        known = [measure for text in self._texts for measure in measures_in(text)]
        return bool(shares) and all(any(keeps(replace(share, period=""), other) for other in known) for share in shares)


def _stands(amount: Measure, texts: Sequence[str]) -> bool:
    bare = replace(amount, period="")
    return any(keeps(bare, spoken) or _is_rounded(bare, spoken) for text in texts for spoken in measures_in(text))


def _is_rounded(claimed: Measure, spoken: Measure) -> bool:
    if spoken.kind != "money" or claimed.currency != spoken.currency:
        return False
    value = spoken.number.value
    return any(
        step < value / 50 and claimed.number.value == (value / step).quantize(Decimal(1)) * step for step in _STEPS
    )


def _texts_of(turn: TurnRun) -> Iterator[str]:
    yield turn.text
    for message in turn.messages:
        if message.role == "user":
            yield message.text
        for result in message.results:
            if result.name == "calculate":
                yield from _of_sum(json.loads(result.content))
    yield from (message.text for message in turn.said)
    if isinstance(turn.record, PlanRecord):
        yield from (fact.value for fact in turn.record.facts)


def _older(turn: TurnRun) -> list[str]:
    messages = Message.objects.filter(thread_id=turn.thread_id, role=Message.Role.USER).order_by("-id")
    sums = ToolCall.objects.filter(turn__thread_id=turn.thread_id, name="calculate").order_by("-id")
    texts = list(messages.values_list("content", flat=True)[:MOST_OLDER])
    for result in sums.values_list("result", flat=True)[:MOST_OLDER]:
        texts += _of_sum(result)
    # Nothing of the database is held while the model goes on.
    rows.release_connection()
    return texts


def _of_sum(result: Any) -> Iterator[str]:
    """What a sum tells: its result, and the numbers that went in as dollars."""
    if isinstance(result, dict) and result.get("status") == "success":
        yield str(result.get("result", ""))
        yield str(result.get("formula", ""))
        yield from (f"${value}" for name, value in result.get("inputs", {}).items() if name in ("amount", "withdrawal"))
