"""The checks that run by themselves: existing position, high value, derivative, quantity times price."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal

from django.conf import settings
from django.db.models import Q, Sum

from pa_dealing.models import DERIVATIVE_TYPES, DraftRequest, ExchangeRate, Position

# Quantity times price may differ from the value by this share: people round.
TOLERANCE = Decimal("0.01")


@dataclass(frozen=True, slots=True)
class BaseValue:
    """An amount in the base currency, with the rate and its day."""

    amount: Decimal
    currency: str
    rate_date: date | None
    # Units for one euro, of the currencies that were converted.
    rates: dict[str, Decimal] = field(default_factory=dict)


def check_existing_position(draft: DraftRequest) -> None:
    """Look up whether the person holds the confirmed security already, by statement or by an approved purchase."""
    security = draft.security
    if security is None:
        draft.existing_position = None
        return
    same = Q(symbol=security["symbol"]) | (Q(isin=security["isin"]) if security["isin"] else Q(pk=None))
    held = Position.objects.filter(same, owner_id=draft.owner_id, quantity__gt=0).exists()
    draft.existing_position = held or _bought(draft, security["symbol"]) > 0


def _bought(draft: DraftRequest, symbol: str) -> int:
    approved = DraftRequest.objects.filter(
        owner_id=draft.owner_id, status=DraftRequest.Status.APPROVED, security__symbol=symbol
    )
    total: dict[str, int | None] = approved.aggregate(
        bought=Sum("quantity", filter=Q(direction="BUY")), sold=Sum("quantity", filter=Q(direction="SELL"))
    )
    return (total["bought"] or 0) - (total["sold"] or 0)


def check_derivative(draft: DraftRequest) -> None:
    """A derivative is known by the type of the instrument and never asked."""
    draft.is_derivative = None if draft.security is None else draft.security["inst_type"] in DERIVATIVE_TYPES


def check_value(draft: DraftRequest) -> None:
    """Ask about a value that is above the threshold, has no rate, or does not fit quantity and price."""
    question = "" if draft.value_confirmed else _value_question(draft)
    draft.value_question = question
    draft.pending_value_confirmation = bool(question)


def _value_question(draft: DraftRequest) -> str:
    if draft.estimated_value is None or not draft.estimated_currency:
        return ""
    if product_differs(draft):
        return DraftRequest.ValueQuestion.MISMATCH
    base = in_base_currency(draft.estimated_value, draft.estimated_currency)
    if base is None:
        return DraftRequest.ValueQuestion.NO_RATE
    return DraftRequest.ValueQuestion.HIGH_VALUE if base.amount > settings.PA_DEALING_HIGH_VALUE else ""


def product_differs(draft: DraftRequest) -> bool:
    """Whether quantity, price and value are all known and quantity times price misses the value by more than 1 %."""
    if draft.quantity is None or draft.unit_price is None or draft.estimated_value is None:
        return False
    product = draft.quantity * draft.unit_price
    return abs(product - draft.estimated_value) > TOLERANCE * draft.estimated_value


def in_base_currency(amount: Decimal, currency: str) -> BaseValue | None:
    """`amount` at the newest rates on file; None when one of the two currencies has no rate."""
    base = settings.PA_DEALING_BASE_CURRENCY
    if currency == base:
        return BaseValue(amount, base, None)
    wanted = [code for code in (currency, base) if code != "EUR"]
    newest = ExchangeRate.objects.filter(currency__in=wanted).order_by("currency", "-date").distinct("currency")
    rates = {rate.currency: rate for rate in newest}
    if any(code not in rates for code in wanted):
        return None
    euros = amount / rates[currency].per_euro if currency in rates else amount
    converted = euros * rates[base].per_euro if base in rates else euros
    per_euro = {code: rate.per_euro for code, rate in rates.items()}
    return BaseValue(round(converted, 2), base, min(rate.date for rate in rates.values()), per_euro)
