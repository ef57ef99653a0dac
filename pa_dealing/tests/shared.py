"""What the tests of trade requests share: instruments, a desk that talks, and one tool call with the words before it."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Callable, Sequence
from decimal import Decimal
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from chat import assistants
from chat.acts import act_on
from chat.assistants import Said, ToolContext
from chat.tests import shared
from chat.turns.calls import run_call
from chat.turns.turn import TurnRun
from llm.testing import call
from pa_dealing import actions
from pa_dealing.instruments.models import Instrument, InstrumentWord, derived_columns, fold_aliases, word_edits
from pa_dealing.models import DraftRequest
from pa_dealing.state import state_of
from tests.copied import copied
from wording.quotes import Quote

SCRIPTED = "openai:scripted-pa"
SAMPLE = Path(__file__).resolve().parents[1] / "data" / "instruments_sample.csv"
CASES = Path(__file__).parent / "cases"
# A part of the sample is enough, and loads in a moment for each test.
_KEPT = re.compile(
    r"Siemens|SAP|BASF|Bayer|Apple|NVIDIA|Vodafone|Nokia|Novartis|Bund|Allianz|BMW|Bayerische|S&P 500", re.I
)
SIEMENS = {
    "symbol": "SIE.DE",
    "name": "Siemens Aktiengesellschaft",
    "isin": "DE0007236101",
    "inst_type": "equity",
    "trade_currency": "EUR",
}
TYPED = Quote("typed", None, 0, 5)


@cache
def _sample() -> tuple[list[dict[str, Any]], dict[str, int]]:
    rows, words = [], {}
    with SAMPLE.open(encoding="utf-8") as lines:
        for row in csv.DictReader(lines):
            if not _KEPT.search(row["name"]):
                continue
            keys, vocabulary, rank = derived_columns(
                row["symbol"], row["name"], row["inst_type"], row["exchange"], row["country"], row["isin"]
            )
            aliases = fold_aliases(row["aliases"].split("|"))
            rows.append(
                {
                    **{name: row[name] for name in ("symbol", "name", "isin", "inst_type", "exchange", "country")},
                    "trade_currency": row["currency"],
                    "aliases": aliases,
                    "multiplier": row["multiplier"] or None,
                    "keys": keys,
                    "words": vocabulary,
                    "listing_rank": rank,
                }
            )
            for word in vocabulary:
                words[word] = words.get(word, 0) + 1
    return rows, words


@copied((Instrument, InstrumentWord))
def load_instruments() -> None:
    """A part of the sample of well-known instruments."""
    rows, words = _sample()
    Instrument.objects.bulk_create([Instrument(**row) for row in rows])
    InstrumentWord.objects.bulk_create(
        [InstrumentWord(word=word, frequency=count, edits=word_edits(word)) for word, count in words.items()]
    )


class Desk(shared.Desk):
    """One employee's thread: says messages, calls single tools, shows the draft."""

    assistant = "pa_dealing"

    def tool(self, name: str, *words: str, asked: str = "", **arguments: Any) -> dict[str, Any]:
        """The result of one tool call after the person said `words`."""
        messages = [Said(number, text) for number, text in enumerate(words, 1)]
        with act_on(actions.open_request(self.thread.pk, self.by)) as draft:
            context = ToolContext(self.by, self.thread.pk, draft, messages, asked)
            result = run_call(assistants.get("pa_dealing"), context, call(name, **arguments))
        self.reply = context.reply
        return result

    def fill(self, **fields: Any) -> DraftRequest:
        """Write these fields into the draft, as earlier turns would have."""
        with act_on(actions.open_request(self.thread.pk, self.by)) as draft:
            for name, value in fields.items():
                setattr(draft, name, value)
        return self.draft

    @property
    def draft(self) -> DraftRequest:
        return actions.load_request(self.thread.pk)

    @property
    def state(self) -> dict[str, Any]:
        return state_of(self.draft)


def cases(name: str) -> list[Any]:
    """The labelled calls of a file of `cases/`, as parameters of a test; all but each tenth are among the long ones."""
    with (CASES / f"{name}.jsonl").open(encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    return sampled(rows, lambda row: f"{''.join(row['words'][-1:])[:50]}-{row['tool']}")


def sampled(rows: Sequence[dict[str, Any]], name: Callable[[dict[str, Any]], str]) -> list[Any]:
    """Each tenth of many cases as a parameter of every run, the others as those of the long one."""
    return [
        pytest.param(row, id=name(row), marks=[pytest.mark.long] if place % 10 else [])
        for place, row in enumerate(rows)
    ]


def names(turn: TurnRun) -> list[str]:
    """The tools that a turn called, in order."""
    return [made["name"] for made in turn.calls]


def results(turn: TurnRun) -> Sequence[dict[str, Any]]:
    return [made["result"] for made in turn.calls]


COMPLETE: dict[str, Any] = {
    "security": SIEMENS,
    "security_search_term": "siemens",
    "direction": "BUY",
    "quantity": 100,
    "estimated_value": Decimal("13145.00"),
    "estimated_currency": "EUR",
    "currency_confirmed": True,
    "justification": "I want to diversify my pension savings away from technology",
    "justification_quality": "GOOD",
    "has_inside_info": False,
    "is_related_party": False,
    "existing_position": False,
    "is_derivative": False,
}


def asked_for(desk: Desk, *fields: str) -> None:
    """A request of which all is told but these fields, and their question is on the screen."""
    desk.fill(**{name: value for name, value in COMPLETE.items() if name not in fields})
    desk.say("hello")
