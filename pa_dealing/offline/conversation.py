"""What the guide is told of a trade request, so that it holds the conversation where no value is at stake."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from decimal import Decimal
from functools import cache
from pathlib import Path
from typing import Any

from django.conf import settings

from chat.assistants import Said, help_of
from dialogue import Act, Talk
from llm.types import ModelRequest, replies_in
from pa_dealing import hints
from pa_dealing.words import (
    FLAG_QUESTIONS,
    OF_COMPLIANCE,
    OF_THE_TRADE,
    REASON_QUESTIONS,
    clauses,
    is_small_talk,
    names_either,
    only_describes,
    relation_told,
)

_ROOM = Path(__file__).parent
_ABOUT = "I take down a trade of your own for compliance."
_BUTTON = "When nothing is missing I show a preview; the button **Submit request** stands under it."
_YES_NO = (
    hints.SECURITY_SELECTION_REQUIRED,
    hints.CURRENCY_CONFIRMATION_REQUIRED,
    hints.VALUE_CONFIRMATION_REQUIRED,
    hints.COACHING_REQUIRED,
    *FLAG_QUESTIONS,
)
_NAMES = {
    "security": "the security",
    "candidates": "the security",
    "direction": "buy or sell",
    "quantity": "the quantity",
    "estimated_value": "the value",
    "estimated_currency": "the currency",
    "justification": "your reason",
    "has_inside_info": "whether you have inside information",
    "is_related_party": "whether you are a related party",
}
# "My broker says it is worth 9,900."
_QUOTES_A_PRICE = re.compile(
    r"\b(?:it|this|that|they|the lot)\b(?:'s| is| are| comes?| costs?| would| will).*\d", re.IGNORECASE
)
# Small talk that is told by so much is no wish to trade.
_CERTAIN = 0.7
# The acts that rules do to the record, beside those of the domain.
OWN = frozenset({Act.UNDO, Act.RESTART, Act.CANCEL})
# What a wish to trade or a reason may sound like: "sell my Apple for me", "just because". It is read before.
_LIKE_TALK = frozenset({Act.ACT_FOR_ME, Act.HUMAN, Act.CHAT, Act.WAIT, Act.NEXT, Act.LEFT})
_DOMAIN = (*OF_THE_TRADE, *OF_COMPLIANCE - {"not_mine"}, "reason", "goes_on", "others", "mine")


def talk(request: ModelRequest) -> Talk:
    """The open question and the record of `request`, in the words that the guide says."""
    state, name = request.state, str(request.state["open"])
    texts = _texts().get(name, {})
    return Talk(
        help=help_of("pa_dealing"),
        about=_ABOUT,
        question=str(state["ask"]),
        again=texts.get("again", ""),
        why=texts.get("why", ""),
        screen="yes_no" if name in _YES_NO else "",
        summary=summary(state["draft"]),
        left=left(state["missing"]),
        button=_BUTTON,
        contact=settings.CHAT_CONTACT,
        reads="English, and short answers in Dutch",
        before=replies_in(request.messages),
        own=_own(request.messages[-1].text, name, state["draft"]),
    )


def _own(text: str, question: str, draft: Mapping[str, Any]) -> frozenset[Act]:
    """The acts that the reader of trades is to hear of: more where the words are of the trade."""
    parts = clauses(text, question)
    shown = draft.get("candidates") or []
    if question == hints.SECURITY_SELECTION_REQUIRED and shown and only_describes(text, shown[0]):
        # A name is no talk, whatever it sounds like: "Merck" beside "merci".
        return OWN | _LIKE_TALK | {Act.THANKS, Act.GREET}
    of_the_domain = any(clause.means(*_DOMAIN) and not is_small_talk(clause.text, _CERTAIN) for clause in parts)
    # Why somebody trades, and who is close to a company, is told of others too; of a complete request all counts.
    told_of_others = (*REASON_QUESTIONS, *FLAG_QUESTIONS, hints.DRAFT_COMPLETE)
    quoted = question == hints.MISSING_ESTIMATED_VALUE and _QUOTES_A_PRICE.search(text)
    related = relation_told(Said(0, text), question)
    others = {Act.ASIDE} if question in told_of_others or names_either(text) or quoted or related else set()
    voided = question == hints.DRAFT_COMPLETE and draft["status"] == "draft"
    symbol = text.isupper() and question == hints.MISSING_SECURITY
    if not (of_the_domain or voided or symbol):
        return OWN | others
    # Of nothing there is no summary; "Security: BASF, quantity: 20" explains nothing.
    others |= set() if summary(draft) else {Act.SUMMARY}
    return OWN | _LIKE_TALK | others | (frozenset() if any(clause.means("asks") for clause in parts) else {Act.HELP})


@cache
def _texts() -> dict[str, dict[str, str]]:
    return tomllib.loads((_ROOM / "questions.toml").read_text(encoding="utf-8"))


def summary(draft: Mapping[str, Any]) -> str:
    """What is noted, in a sentence of the person's terms; "" for nothing."""
    trade = [{"BUY": "you buy", "SELL": "you sell"}.get(str(draft["direction"]), "")]
    trade.append(f"{draft['quantity']:,}" if draft["quantity"] else "")
    security = draft["security"]
    trade.append(f"{security['name']} ({security['symbol']})" if security else str(draft["security_search_term"] or ""))
    parts = [" ".join(part for part in trade if part)]
    if draft["estimated_value"] is not None:
        worth = f"{Decimal(draft['estimated_value']).normalize():,f}"
        parts.append(f"worth {draft['estimated_currency'] or ''} {worth}".replace("  ", " "))
    if draft["justification"]:
        parts.append(f'because "{draft["justification"]}"')
    for field, words in (("has_inside_info", "inside information"), ("is_related_party", "related party")):
        if draft[field] is not None:
            parts.append(f"{words}: {'yes' if draft[field] else 'no'}")
    noted = "; ".join(part for part in parts if part)
    return f"So far: {noted}." if noted else ""


def left(missing: Sequence[str]) -> str:
    return f"Still needed: {named(missing)}." if missing else ""


def named(fields: Sequence[str]) -> str:
    """The fields as a person calls them, each once."""
    return ", ".join(dict.fromkeys(_NAMES[field] for field in fields if field in _NAMES))
