"""The prompt is small in every state that a request may be in, counted by a real tokenizer."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from datetime import date
from decimal import Decimal
from typing import Any

import pytest

from chat import assistants
from llm.tests.tekken import tekken_tokens
from pa_dealing import hints
from pa_dealing.conversation import questions
from pa_dealing.models import DraftRequest
from pa_dealing.rules import checks, rate_justification
from pa_dealing.state import state_of

# The longest name, symbol and codes of the instruments that ship, and longer than any of them.
LONG = {
    "symbol": "OGBL 202612 C 128.00",
    "name": "iShares $ Short Duration Corporate Bond UCITS ETF USD (Acc) Class A Hedged to Euro",
    "isin": "IE00BCRY5Y77",
    "inst_type": "fund",
    "trade_currency": "EUR",
}
NAMED = {"candidates": {"quote": "preference shares of Volkswagen"}}
TOLD = "My wife's brother works as an engineer at Siemens Energy in Erlangen, and he tells me now and then of it. " * 3
REASONS = ("my broker told me to", "because", "it is a great company", "I want to buy it after I read about it")

FIELDS: dict[str, list[dict[str, Any]]] = {
    "status": [{"status": status} for status in DraftRequest.Status.values],
    "security": [
        {},
        {"candidates": [LONG]},
        {"candidates": [LONG] * 5, "evidence": NAMED},
        {"security": LONG, "evidence": {hints.RELATION_TOLD: {"quote": TOLD}}},
    ],
    "direction": [{}, {"direction": "SELL"}],
    "quantity": [{}, {"quantity": 999_999_999_999}],
    "value": [
        {},
        {"estimated_value": Decimal("123456789012.34")},
        {"estimated_value": Decimal("123456789012.34"), "estimated_currency": "CHF"},
    ],
    "asked of the value": [
        {},
        {"pending_currency_confirmation": True},
        *({"pending_value_confirmation": True, "value_question": kind} for kind in DraftRequest.ValueQuestion.values),
    ],
    "justification": [
        {},
        {"justification": "To diversify my savings.", "justification_quality": "GOOD"},
        *(
            {"justification": words, "justification_quality": "WEAK", "justification_reason": rating.reason}
            for words in REASONS
            if (rating := rate_justification(words)).quality == "WEAK"
        ),
    ],
    "flags": [
        {"has_inside_info": inside, "is_related_party": related}
        for inside, related in itertools.product((None, False), repeat=2)
    ],
}


def drafts() -> Iterator[DraftRequest]:
    """A request in each state: what is set and asked in every combination, closed ones with nothing open."""
    for chosen in itertools.product(*FIELDS.values()):
        fields = {name: value for part in chosen for name, value in part.items()}
        is_open = fields["status"] in DraftRequest.OPEN
        if is_open or all(fields.get(name) for name in ("security", "direction", "quantity", "estimated_currency")):
            yield DraftRequest(**fields, unit_price=Decimal("1234.567891"))


def asked_in(draft: DraftRequest) -> Iterator[str]:
    """Each question that may stand on the screen: the one of the hint, and those that a turn may have left."""
    yield ""
    if draft.is_open and len(draft.candidates) > 1:
        yield hints.SELECTION_LIST
    if draft.is_open and draft.has_inside_info is None:
        yield hints.ONLY_INSIDE_INFO
    if draft.is_open and draft.is_related_party is None:
        yield hints.MISSING_IS_RELATED_PARTY


def situations(monkeypatch: pytest.MonkeyPatch, each: int) -> set[str]:
    """What the prompt says of a request, in every state or each so many of them, each once."""
    converted = checks.BaseValue(Decimal("123456789012.34"), "USD", date(2026, 11, 27))
    monkeypatch.setattr(questions.checks, "in_base_currency", lambda *_: converted)
    assistant, made = assistants.get("pa_dealing"), {}
    for draft in itertools.islice(drafts(), 0, None, each):
        for question in asked_in(draft):
            draft.question = question
            state = state_of(draft)
            ask = questions.question_for(draft, short=True) if draft.is_open else ""
            security = (draft.security or {}).get("name"), len(draft.candidates)
            values = draft.direction, draft.quantity, draft.estimated_value, draft.estimated_currency, draft.status
            key = (ask, state["instructional_hint"], tuple(state["missing"]), security, *values)
            if key not in made:
                made[key] = assistant.situation(draft, state)
    return set(made.values())


# No field has a multiple of eleven values, so that each eleventh state has all of them, in ever other company.
@pytest.mark.parametrize("each", [11, pytest.param(1, marks=pytest.mark.long)])
def test_the_prompt_has_at_most_five_hundred_tokens_in_every_state(monkeypatch: pytest.MonkeyPatch, each: int) -> None:
    instructions = assistants.get("pa_dealing").instructions(DraftRequest(), state_of(DraftRequest()))
    texts = situations(monkeypatch, each)
    assert len(texts) > 500 / each
    counts = {text: tekken_tokens(f"{instructions}\n{text}") for text in texts}
    longest = max(texts, key=lambda text: counts[text])
    assert counts[longest] <= 500, f"{counts[longest]}: {longest}"
