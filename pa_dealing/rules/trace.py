"""The stored rule trace of a request: every check that ran, what it was computed from, and what it found.

The employee and the officer read the same sentences.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from enum import IntFlag
from typing import Any

from django.conf import settings
from django.utils import timezone

from pa_dealing.amounts import amount
from pa_dealing.models import DERIVATIVE_TYPES, DraftRequest, RuleCheck
from pa_dealing.rules import checks


class Risk(IntFlag):
    """What makes a request risky, each kind heavier than all kinds below it together."""

    MISMATCH = 1
    NO_RATE = 2
    WEAK_JUSTIFICATION = 4
    DERIVATIVE = 8
    HIGH_VALUE = 16
    RELATED_PARTY = 32
    INSIDE_INFORMATION = 64


NO_RISK = Risk(0)
RISK_LABELS = {
    Risk.INSIDE_INFORMATION: "Inside information",
    Risk.RELATED_PARTY: "Related party",
    Risk.HIGH_VALUE: "High value",
    Risk.DERIVATIVE: "Derivative",
    Risk.WEAK_JUSTIFICATION: "Weak justification",
    Risk.NO_RATE: "No exchange rate",
    Risk.MISMATCH: "Quantity × price differs",
}


def risk_labels(risk: int) -> list[str]:
    """The kinds of risk in words, the heaviest first."""
    return [label for kind, label in RISK_LABELS.items() if risk & kind]


@dataclass(slots=True)
class Finding:
    """What one check found, before it is a row."""

    code: str
    label: str
    sentence: str
    inputs: dict[str, Any] = field(default_factory=dict)
    risk: Risk = NO_RISK
    attention: bool = False


def run_rule_checks(draft: DraftRequest) -> None:
    """Run every check and store what it found; set the request's base value and risk.

    It runs once, when the request is handed in, inside that transaction.
    """
    # What the person holds may have changed since they chose the security.
    checks.check_existing_position(draft)
    now, findings = timezone.now(), [check(draft) for check in CHECKS]
    draft.risk = int(sum((finding.risk for finding in findings), Risk(0)))
    RuleCheck.objects.bulk_create(
        RuleCheck(
            request=draft,
            position=position,
            code=finding.code,
            label=finding.label,
            inputs=finding.inputs,
            outcome=_outcome(finding),
            sentence=finding.sentence[:400],
            at=now,
        )
        for position, finding in enumerate(findings, 1)
    )


def trace_of(draft: DraftRequest) -> list[dict[str, Any]]:
    """The stored checks as JSON, in the order in which they ran; of a flagged draft, what they would find now."""
    if draft.escalated and draft.submitted_at is None:
        now = timezone.now()
        return [_as_json(position, check(draft), now) for position, check in enumerate(CHECKS, 1)]
    return [
        dict(row)
        for row in RuleCheck.objects.filter(request=draft)
        .order_by("position")
        .values("position", "code", "label", "inputs", "outcome", "sentence", "at")
    ]


def _as_json(position: int, finding: Finding, at: datetime) -> dict[str, Any]:
    return {
        "position": position,
        "code": finding.code,
        "label": finding.label,
        "inputs": finding.inputs,
        "outcome": str(_outcome(finding)),
        "sentence": finding.sentence,
        "at": at,
    }


def _outcome(finding: Finding) -> RuleCheck.Outcome:
    return RuleCheck.Outcome.ATTENTION if finding.risk or finding.attention else RuleCheck.Outcome.OK


def _inside(draft: DraftRequest) -> Finding:
    finding = _flag(draft, "has_inside_info", "Inside information", Risk.INSIDE_INFORMATION)
    if draft.escalated and not draft.has_inside_info:
        # An answer that was changed does not take away what was said before it.
        finding.sentence, finding.risk = "Answered with yes first, and otherwise later.", Risk.INSIDE_INFORMATION
        finding.inputs["first_words"] = str(draft.evidence.get("escalated", {}).get("quote", ""))[:300]
    return finding


def _related(draft: DraftRequest) -> Finding:
    return _flag(draft, "is_related_party", "Related party", Risk.RELATED_PARTY)


def _flag(draft: DraftRequest, name: str, label: str, risk: Risk) -> Finding:
    answer = getattr(draft, name)
    inputs = {"answer": answer, "words": str(draft.evidence.get(name, {}).get("quote", ""))[:300]}
    detail = {True: "Answered with yes.", False: "Answered with no.", None: "Not answered."}[answer]
    return Finding(name, label, detail, inputs, risk if answer else Risk(0))


def _value(draft: DraftRequest) -> Finding:
    code, label, limit = "value_threshold", "Value threshold", settings.PA_DEALING_HIGH_VALUE
    shown_limit = f"{settings.PA_DEALING_BASE_CURRENCY} {amount(limit)}"
    inputs: dict[str, Any] = {"threshold": str(limit), "base_currency": settings.PA_DEALING_BASE_CURRENCY}
    value, currency = draft.estimated_value, draft.estimated_currency
    if value is None or not currency:
        return Finding(code, label, "No value was given, so it was not compared.", inputs, attention=True)
    inputs |= {"value": str(value), "currency": currency}
    base = checks.in_base_currency(value, currency)
    if base is None:
        sentence = f"There is no exchange rate for {currency}, so it could not be compared with {shown_limit}."
        return Finding(code, label, sentence, inputs, Risk.NO_RATE)
    draft.base_value = base.amount
    inputs |= {
        "base_value": str(base.amount),
        "rate_date": base.rate_date.isoformat() if base.rate_date else None,
        "per_euro": {name: format(rate.normalize(), "f") for name, rate in base.rates.items()},
    }
    high = base.amount > limit
    at = f" at the rate of {base.rate_date:%d %B %Y}" if base.rate_date else ""
    shown = f"{base.currency} {amount(base.amount)}{at}"
    sentence = f"{shown} is above {shown_limit}." if high else f"{shown} is not above {shown_limit}."
    return Finding(code, label, sentence, inputs, Risk.HIGH_VALUE if high else Risk(0))


def _derivative(draft: DraftRequest) -> Finding:
    kind = (draft.security or {}).get("inst_type")
    inputs = {"inst_type": kind, "derivative_types": sorted(DERIVATIVE_TYPES)}
    if draft.is_derivative is None:
        return Finding(
            "derivative", "Derivative", "No security was chosen, so its type is not known.", inputs, attention=True
        )
    detail = f"The instrument's type is {kind}, which is {'' if draft.is_derivative else 'not '}a derivative."
    return Finding("derivative", "Derivative", detail, inputs, Risk.DERIVATIVE if draft.is_derivative else Risk(0))


def _position(draft: DraftRequest) -> Finding:
    code, label = "existing_position", "Existing position"
    inputs = {"symbol": (draft.security or {}).get("symbol"), "existing_position": draft.existing_position}
    if draft.existing_position is None:
        return Finding(code, label, "No security was chosen, so no holding was looked up.", inputs, attention=True)
    holds = "A position in this security" if draft.existing_position else "No position in this security"
    # Selling what one is not known to hold is short, or undeclared.
    short = draft.direction == DraftRequest.Direction.SELL and not draft.existing_position
    sentence = f"{holds} is on file{'; the request is to sell' if short else ''}."
    return Finding(code, label, sentence, inputs, attention=short)


def _justification(draft: DraftRequest) -> Finding:
    code, label, quality = "justification", "Justification", draft.justification_quality
    inputs = {"quality": quality, "characters": len(draft.justification)}
    if not quality:
        return Finding(code, label, "No justification was given.", inputs, attention=True)
    weak = quality == DraftRequest.Quality.WEAK
    sentence = f"Rated {quality.lower()}. {draft.justification_reason}".strip()
    return Finding(code, label, sentence, inputs, Risk.WEAK_JUSTIFICATION if weak else Risk(0))


def _product(draft: DraftRequest) -> Finding:
    code, label = "quantity_times_price", "Quantity × price"
    quantity, price, value = draft.quantity, draft.unit_price, draft.estimated_value
    inputs = {
        "quantity": quantity,
        "unit_price": None if price is None else str(price),
        "value": None if value is None else str(value),
        "tolerance": str(checks.TOLERANCE),
    }
    if quantity is None or price is None or value is None:
        return Finding(code, label, "No price per unit was given, so there is nothing to compare.", inputs)
    product = f"{amount(quantity)} × {amount(price)} = {amount(quantity * price)}"
    differs = checks.product_differs(draft)
    sentence = f"{product}, which {'differs from' if differs else 'fits'} the value of {amount(value)}."
    return Finding(code, label, sentence, inputs, Risk.MISMATCH if differs else Risk(0))


CHECKS: tuple[Callable[[DraftRequest], Finding], ...] = (
    _inside,
    _related,
    _value,
    _derivative,
    _position,
    _justification,
    _product,
)
