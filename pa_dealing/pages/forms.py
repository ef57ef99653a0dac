"""A value typed into the panel: it counts as the person's own words, and is checked like them.

Each edit gives the line that the chat shows of it.
"""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal

from django.utils.text import Truncator
from django.utils.translation import gettext, gettext_noop

from audit.trail import Actor
from chat.errors import Refused
from llm.text import clean_text
from pa_dealing import actions, hints
from pa_dealing.amounts import page_amount
from pa_dealing.conversation import questions
from pa_dealing.instruments import search_instruments
from pa_dealing.models import DraftRequest
from pa_dealing.state import state_of
from pa_dealing.tools import MAX_QUANTITY, MAX_VALUE, SECURITY_FIELDS
from wording.amounts import classify_numbers, find_currencies
from wording.answers import yes_or_no
from wording.quotes import Quote

MAX_TEXT = 5000


def edit_field(draft: DraftRequest, field: str, value: str, *, by: Actor) -> str:
    """Set one field of an open draft from the panel. What was changed, in a sentence of the page's language; "" where
    all is as it was. Raises Refused.
    """
    edit = _EDITS.get(field)
    if edit is None:
        raise Refused(
            "bad_value",
            gettext("%(field)s cannot be edited. These can: %(fields)s.")
            % {"field": repr(field[:40]), "fields": ", ".join(_EDITS)},
        )
    text = clean_text(value).strip()
    if not text:
        raise Refused("bad_value", gettext("Write a value first."))
    if len(text) > MAX_TEXT:
        raise Refused(
            "bad_value",
            gettext("The value has %(length)s characters; %(most)s are allowed.")
            % {"length": f"{len(text):,}", "most": f"{MAX_TEXT:,}"},
        )
    actions.require_open(draft)
    before = state_of(draft)
    line = edit(draft, text, by)
    return line if state_of(draft) != before else ""


def _typed(text: str) -> Quote:
    return Quote(text, None, 0, len(text))


def _security(draft: DraftRequest, text: str, by: Actor) -> str:
    securities = [{name: getattr(match, name) for name in SECURITY_FIELDS} for match in search_instruments(text)]
    if not securities:
        raise Refused(
            "bad_value",
            gettext('No security matches "%(text)s". Try its full name, the symbol or the ISIN.') % {"text": text[:80]},
        )
    actions.set_candidates(draft, text[:200], securities, by=by, words=_typed(text), after=_typed(text))
    return gettext("You searched for “%(text)s”.") % {"text": Truncator(" ".join(text.split())).chars(80)}


def _selection(draft: DraftRequest, text: str, by: Actor) -> str:
    symbols = [candidate["symbol"] for candidate in draft.candidates]
    if text not in symbols:
        raise Refused(
            "bad_value", gettext('"%(text)s" is not one of the results any more. Search again.') % {"text": text[:40]}
        )
    actions.choose_security(draft, symbols.index(text), by=by, words=_typed(text))
    return gettext("You chose %(security)s.") % {"security": questions.name_of(draft.security or {})}


def _direction(draft: DraftRequest, text: str, by: Actor) -> str:
    if text.upper() not in DraftRequest.Direction.values:
        raise Refused("bad_value", gettext('"%(text)s" is neither BUY nor SELL.') % {"text": text[:40]})
    actions.set_direction(draft, text.upper(), by=by, words=_typed(text))
    return gettext("You chose to buy.") if text.upper() == DraftRequest.Direction.BUY else gettext("You chose to sell.")


def _number(text: str) -> Decimal | None:
    numbers = classify_numbers(text)
    if len(numbers) != 1 or numbers[0].number.approximate or numbers[0].role in ("percent", "date"):
        return None
    return None if numbers[0].number.ambiguous else numbers[0].number.value


def _quantity(draft: DraftRequest, text: str, by: Actor) -> str:
    number = _number(text)
    if number is None or number != number.to_integral_value() or not 0 < number <= MAX_QUANTITY:
        raise Refused(
            "bad_value",
            gettext('"%(text)s" is not a quantity. Write a whole number of units, such as 2,000.')
            % {"text": text[:40]},
        )
    actions.set_quantity(draft, int(number), by=by, words=_typed(text))
    return gettext("You set the quantity to %(quantity)s.") % {"quantity": page_amount(number)}


def _value(draft: DraftRequest, text: str, by: Actor) -> str:
    numbers = [n for n in classify_numbers(text) if n.role in ("money", "bare")]
    named = {m.currency or m.conventional for m in find_currencies(text)} - {None}
    if len(numbers) == 1 and numbers[0].money is not None:
        named |= {numbers[0].money.currency or numbers[0].money.conventional} - {None}
    if len(numbers) != 1 or numbers[0].number.ambiguous or len(named) > 1:
        raise Refused(
            "bad_value",
            gettext('"%(text)s" is not one amount. Write it with its currency, such as EUR 262,900.')
            % {"text": text[:40]},
        )
    amount = numbers[0].money.amount if numbers[0].money else numbers[0].number.value
    if not 0 < amount <= MAX_VALUE or amount != round(amount, 2):
        raise Refused(
            "bad_value",
            gettext('"%(text)s" must be above 0, at most %(most)s, with at most two decimals.')
            % {"text": text[:40], "most": f"{MAX_VALUE:,}"},
        )
    if not named:
        raise Refused(
            "bad_value",
            gettext('"%(text)s" names no currency. Write it with its code, such as EUR %(amount)s.')
            % {"text": text[:40], "amount": text[:20]},
        )
    currency = str(named.pop())
    actions.set_trade_value(draft, amount, currency, by=by, words=_typed(text))
    return gettext("You set the estimated value to %(value)s.") % {"value": f"{currency} {page_amount(amount)}"}


def _justification(draft: DraftRequest, text: str, by: Actor) -> str:
    actions.set_justification(draft, text, by=by, words=_typed(text))
    return gettext("You wrote the justification.")


def _flag(field: str, answered: tuple[str, str]) -> Callable[[DraftRequest, str, Actor], str]:
    def edit(draft: DraftRequest, text: str, by: Actor) -> str:
        answer = yes_or_no(text)
        if answer is None:
            raise Refused("bad_value", gettext('"%(text)s" is neither yes nor no.') % {"text": text[:40]})
        given = {"has_inside_info": None, "is_related_party": None, field: answer}
        actions.set_compliance_flags(
            draft,
            inside=given["has_inside_info"],
            related=given["is_related_party"],
            by=by,
            words={field: _typed(text)},
        )
        return gettext(answered[answer])

    return edit


def _confirm(draft: DraftRequest, text: str, by: Actor) -> str:
    """Yes or no to the question that waits."""
    answer, hint = yes_or_no(text), hints.determine_instructional_hint(draft)
    if answer is None:
        raise Refused("bad_value", gettext('"%(text)s" is neither yes nor no.') % {"text": text[:40]})
    if hint == hints.VALUE_CONFIRMATION_REQUIRED:
        actions.confirm_value(draft, answer, by=by, words=_typed(text))
        return gettext("You confirmed the value.") if answer else gettext("You took the value back.")
    if hint == hints.COACHING_REQUIRED:
        actions.confirm_weak_justification(draft, answer, by=by, words=_typed(text))
        return gettext("You keep the justification.") if answer else gettext("You took the justification back.")
    raise Refused("bad_value", gettext("No question waits for a yes or no."))


# What is said of a no, and of a yes.
_INSIDE = (
    gettext_noop("You answered that you have no inside information."),
    gettext_noop("You answered that you have inside information."),
)
_RELATED = (
    gettext_noop("You answered that you are no related party."),
    gettext_noop("You answered that you are a related party."),
)
_EDITS: dict[str, Callable[[DraftRequest, str, Actor], str]] = {
    "security": _security,
    "selection": _selection,
    "direction": _direction,
    "quantity": _quantity,
    "estimated_value": _value,
    "justification": _justification,
    "has_inside_info": _flag("has_inside_info", _INSIDE),
    "is_related_party": _flag("is_related_party", _RELATED),
    "confirm": _confirm,
}
