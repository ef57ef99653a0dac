"""What a draft needs next: one function decides, every tool and every page asks it."""

from __future__ import annotations

import re
from typing import Any

from django.utils.text import Truncator

from pa_dealing.models import DraftRequest

SECURITY_SELECTION_REQUIRED = "SECURITY_SELECTION_REQUIRED"
CURRENCY_CONFIRMATION_REQUIRED = "CURRENCY_CONFIRMATION_REQUIRED"
VALUE_CONFIRMATION_REQUIRED = "VALUE_CONFIRMATION_REQUIRED"
COACHING_REQUIRED = "COACHING_REQUIRED"
DRAFT_COMPLETE = "DRAFT_COMPLETE"
MISSING_SECURITY = "MISSING_SECURITY"
MISSING_DIRECTION = "MISSING_DIRECTION"
MISSING_QUANTITY = "MISSING_QUANTITY"
MISSING_ESTIMATED_VALUE = "MISSING_ESTIMATED_VALUE"
MISSING_JUSTIFICATION = "MISSING_JUSTIFICATION"
MISSING_HAS_INSIDE_INFO = "MISSING_HAS_INSIDE_INFO"
# The second of the two compliance questions, when only the first was answered.
MISSING_IS_RELATED_PARTY = "MISSING_IS_RELATED_PARTY"
# No hint, but the question on the screen when only the first of the two is left.
ONLY_INSIDE_INFO = "ONLY_INSIDE_INFO"
# No hint, but the question when the first match was not meant.
SELECTION_LIST = "SELECTION_LIST"

# The evidence that is no answer yet: who was told to be close to a company before that was asked.
RELATION_TOLD = "relation_told"
_NAMED, _THERE = re.compile(r"(?<=\s)[A-Z]\w+"), re.compile(r"\b(?:there|their|them|they)\b")

# What answers these questions whole.
_ANSWERS = {
    SECURITY_SELECTION_REQUIRED: ("yes", "no"),
    MISSING_DIRECTION: ("buy", "sell"),
    CURRENCY_CONFIRMATION_REQUIRED: ("yes", "no"),
    VALUE_CONFIRMATION_REQUIRED: ("yes", "no"),
    COACHING_REQUIRED: ("go on as it is",),
}

_MOST_BUTTONS = 5

# The draft's fields in the order in which they are asked for.
REQUIRED = (
    "security",
    "direction",
    "quantity",
    "estimated_value",
    "justification",
    "has_inside_info",
    "is_related_party",
)


def missing_fields(draft: DraftRequest) -> list[str]:
    """The required fields that hold nothing, in the order of asking; the currency counts once a value stands."""
    missing = [name for name in REQUIRED if getattr(draft, name) in (None, "")]
    if draft.estimated_value is not None and not draft.estimated_currency:
        missing.insert(0, "estimated_currency")
    return missing


def question_of(draft: DraftRequest) -> str:
    """The question of the hint. Where one compliance answer stands, it asks for the other alone."""
    hint = determine_instructional_hint(draft)
    if hint != MISSING_HAS_INSIDE_INFO:
        return hint
    if draft.is_related_party is not None:
        return ONLY_INSIDE_INFO
    return MISSING_IS_RELATED_PARTY if relation_told(draft) else hint


def names_company(words: str) -> bool:
    """Whether words name somebody or something with a capital, or speak of a company as "there"."""
    return bool(_NAMED.search(words) or _THERE.search(words))


def relation_told(draft: DraftRequest) -> str:
    """The words in which the person told, unasked, who is close to a company: the issuer, or none that is named."""
    words = str(draft.evidence.get(RELATION_TOLD, {}).get("quote", ""))
    issuer, names = str((draft.security or {}).get("name", "")).lower(), _NAMED.findall(words)
    of_it = not names or _THERE.search(words) or any(name.lower() in issuer for name in names)
    return words if of_it else ""


def determine_instructional_hint(draft: DraftRequest) -> str:
    """The next step: security selection, currency, value, missing fields, coaching, complete, in this order."""
    if draft.security is None and draft.candidates:
        return SECURITY_SELECTION_REQUIRED
    if draft.pending_currency_confirmation or (draft.estimated_value is not None and not draft.estimated_currency):
        return CURRENCY_CONFIRMATION_REQUIRED
    if draft.pending_value_confirmation:
        return VALUE_CONFIRMATION_REQUIRED
    if missing := missing_fields(draft):
        return f"MISSING_{missing[0].upper()}"
    if draft.justification_quality == DraftRequest.Quality.WEAK and not draft.user_confirmed_weak_justification:
        return COACHING_REQUIRED
    return DRAFT_COMPLETE


def answers_to_question(draft: DraftRequest) -> tuple[str | tuple[str, str], ...]:
    """Whole answers to the open question, for buttons; with what a button shows where that is more.

    The reason and the compliance answers are the person's to word.
    """
    if draft.question == SELECTION_LIST:
        return (*_numbered(draft.candidates[:_MOST_BUTTONS]), "none of these")
    hint = determine_instructional_hint(draft)
    if hint == CURRENCY_CONFIRMATION_REQUIRED and (own := foreign_currency(draft)):
        return (own, "USD")
    return _ANSWERS.get(hint, ())


def _numbered(candidates: list[dict[str, Any]]) -> list[tuple[str, str]]:
    """Each result by its number and its name, with the symbol where two have the same name."""
    names = [str(candidate["name"]) for candidate in candidates]
    symbols = [f" ({candidate['symbol']})" if names.count(candidate["name"]) > 1 else "" for candidate in candidates]
    shown = zip(names, symbols, strict=True)
    return [(f"{n}", f"{n} · {Truncator(name).chars(40)}{symbol}") for n, (name, symbol) in enumerate(shown, 1)]


def foreign_currency(draft: DraftRequest) -> str:
    """The currency that the chosen security trades in, other than US dollars; "" for these and where none is known."""
    own = str((draft.security or {}).get("trade_currency") or "")
    return own if own != "USD" else ""
