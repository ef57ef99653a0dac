"""What the person is asked and told, one question at a time, from the draft alone."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from typing import Any

from django.conf import settings

from pa_dealing import hints
from pa_dealing.amounts import amount
from pa_dealing.instruments import absent_in
from pa_dealing.models import DraftRequest
from pa_dealing.rules import checks

ESCALATED = "Thank you. Compliance will be in touch about this request; please do not trade in the meantime."
_WHICH = "Which one is it? Answer with its number or symbol, or name the security differently."
_WHICH_SHORT = "Which one, by number, symbol or another name?"
# So many characters of a name tell it from the others in a prompt.
_SHORT = 30
# So much of what was told before is shown again.
_TOLD = 200
TAKEN_BACK = "That may concern compliance, so I have taken your earlier answer back and ask again."


def name_of(security: dict[str, Any]) -> str:
    """A security as it is shown: name, symbol, ISIN, type, currency."""
    parts = [security["symbol"], security.get("isin"), security.get("inst_type"), security.get("trade_currency")]
    return f"{security['name']} ({', '.join(part for part in parts if part)})"


def question_for(draft: DraftRequest, *, short: bool = False) -> str:
    """The one question that the draft needs answered now, or what to do when it is complete.

    `short` for a prompt: a list of matches has their symbols and the beginnings of their names.
    """
    if short and open_question(draft) == hints.SELECTION_LIST:
        return " ".join([_WHICH_SHORT, *(f"{n}. {c['symbol']} {c['name'][:_SHORT]};" for n, c in _numbered(draft))])
    return _QUESTIONS[open_question(draft)](draft)


def open_question(draft: DraftRequest) -> str:
    """The name of that question."""
    return draft.question if draft.question in _QUESTIONS else hints.question_of(draft)


def _selection(draft: DraftRequest) -> str:
    others = len(draft.candidates) - 1
    rest = f", or say no to see {others} other match{'es' if others > 1 else ''}" if others else ""
    absent = absent_in(draft.evidence.get("candidates", {}).get("quote", ""), draft.candidates)
    nearest = f'"{absent}" is not on file by that name; the nearest match is another security. ' if absent else ""
    top = name_of(draft.candidates[0])
    return f"{nearest}I found **{top}**. Do you mean this one? If not, name it differently{rest}."


def other_matches(draft: DraftRequest) -> str:
    """The results after the top one, numbered as they are chosen."""
    return "\n".join([_WHICH, "", *(f"{n}. {name_of(each)}" for n, each in _numbered(draft))])


def _numbered(draft: DraftRequest) -> Iterator[tuple[int, dict[str, Any]]]:
    return enumerate(draft.candidates, 1)


def _currency(draft: DraftRequest) -> str:
    value = amount(draft.estimated_value) if draft.estimated_value is not None else "value"
    asked = f"Which currency is the {value} in?"
    if own := hints.foreign_currency(draft):
        # A yes must not make dollars of what trades in another currency.
        return f"{asked} {(draft.security or {})['name']} trades in {own}: name that, or the one that you mean."
    return f"{asked} Is it US dollars (USD)? If it is another currency, name it."


def _value(draft: DraftRequest) -> str:
    value = f"{draft.estimated_currency} {amount(draft.estimated_value or 0)}"
    if draft.value_question == DraftRequest.ValueQuestion.MISMATCH:
        product = amount((draft.quantity or 0) * (draft.unit_price or 0))
        return (
            f"{amount(draft.quantity or 0)} × {amount(draft.unit_price or 0)} is {product}, but the value you gave is "
            f"{value}. Is {value} right? If not, tell me which number is wrong."
        )
    if draft.value_question == DraftRequest.ValueQuestion.NO_RATE:
        return f"I have no exchange rate for {draft.estimated_currency} on file. Is the value of {value} right?"
    base = checks.in_base_currency(draft.estimated_value or Decimal(0), draft.estimated_currency or "")
    limit = f"{settings.PA_DEALING_BASE_CURRENCY} {amount(settings.PA_DEALING_HIGH_VALUE)}"
    converted = ""
    if base is not None and base.currency != draft.estimated_currency:
        converted = f" (about {base.currency} {amount(base.amount)} at the rate of {base.rate_date})"
    return f"{value}{converted} is a large trade, above {limit}. Is that value right?"


def _flags(draft: DraftRequest) -> str:
    name = draft.security["name"] if draft.security else "the company"
    return (
        f"Do you have any inside information about {name}, or are you a related party of it "
        "(for instance a director, or close to one)?"
    )


def _inside(draft: DraftRequest) -> str:
    name = draft.security["name"] if draft.security else "the company"
    return f"And do you have any inside information about {name}? Please say yes or no."


def _related(draft: DraftRequest) -> str:
    name = draft.security["name"] if draft.security else "the company"
    if words := hints.relation_told(draft):
        return (
            f'Earlier you wrote "{words[:_TOLD]}". Are you a related party of {name} (for instance close to a '
            "director, or to somebody who works there)? Please say yes or no."
        )
    return f"And are you a related party of {name} (for instance a director, or close to one)? Please say yes or no."


def _coaching(draft: DraftRequest) -> str:
    return (
        f"Your reason may be too thin for compliance. {draft.justification_reason} "
        "Tell me more, or do you want to proceed with it as it is?"
    )


def _complete(draft: DraftRequest) -> str:
    if draft.status == DraftRequest.Status.DRAFT:
        return "The request is complete. Press **Preview** under “Trade request”, and submit it when it is right."
    return "The request is complete. Check it under “Trade request” and press **Submit request** when it is right."


_QUESTIONS = {
    hints.SECURITY_SELECTION_REQUIRED: _selection,
    hints.CURRENCY_CONFIRMATION_REQUIRED: _currency,
    hints.VALUE_CONFIRMATION_REQUIRED: _value,
    hints.COACHING_REQUIRED: _coaching,
    hints.DRAFT_COMPLETE: _complete,
    hints.MISSING_SECURITY: lambda draft: "Which security is it? A name, a symbol or an ISIN will do.",
    hints.MISSING_DIRECTION: lambda draft: "Do you want to buy or to sell?",
    hints.MISSING_QUANTITY: lambda draft: "How many units (shares, lots or contracts)?",
    hints.MISSING_ESTIMATED_VALUE: lambda draft: "What is the trade worth in total, and in which currency?",
    hints.MISSING_JUSTIFICATION: lambda draft: "Why do you want to make this trade?",
    hints.MISSING_HAS_INSIDE_INFO: _flags,
    hints.ONLY_INSIDE_INFO: _inside,
    hints.MISSING_IS_RELATED_PARTY: _related,
    hints.SELECTION_LIST: other_matches,
}


def preview_lines(draft: DraftRequest) -> list[tuple[str, str]]:
    """What would be submitted, as (label, value)."""
    yes_no = {True: "Yes", False: "No", None: "Not answered"}
    price = [("Price per unit", amount(draft.unit_price))] if draft.unit_price is not None else []
    return [
        ("Security", name_of(draft.security) if draft.security else ""),
        ("Direction", "Buy" if draft.direction == DraftRequest.Direction.BUY else "Sell"),
        ("Quantity", amount(draft.quantity or 0)),
        *price,
        ("Estimated value", f"{draft.estimated_currency} {amount(draft.estimated_value or 0)}"),
        ("Justification", draft.justification),
        ("Inside information", yes_no[draft.has_inside_info]),
        ("Related party", yes_no[draft.is_related_party]),
        ("Existing position", yes_no[draft.existing_position]),
        ("Derivative", yes_no[draft.is_derivative]),
    ]
