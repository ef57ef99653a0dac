"""What the model may call. Every argument is required and is checked against the person's own words."""

from __future__ import annotations

import re
from typing import Any, Literal

from chat.assistants import Said, ToolContext
from llm.tools import tool
from pa_dealing import actions, hints
from pa_dealing.instruments import Match, search_instruments
from pa_dealing.models import DraftRequest
from pa_dealing.reasons import without_reason
from pa_dealing.search_terms import clean_term
from pa_dealing.selection import chosen
from pa_dealing.term_words import term_in_words
from pa_dealing.tool_results import answered
from pa_dealing.tools_amounts import set_quantity, set_trade_value, set_value_pending_currency
from pa_dealing.tools_answers import confirm_pending, set_compliance_flags, set_justification, show_preview
from pa_dealing.words import Evidence, NotInWords, whole
from wording.answers import leading_answer, yes_or_no
from wording.directions import direction as direction_said

# What a request keeps of a search result.
SECURITY_FIELDS = ("symbol", "name", "isin", "inst_type", "trade_currency")


@tool
@answered
def set_security(context: ToolContext, search_term: str) -> dict[str, Any]:
    """Search the securities master. Pass only the name, symbol or ISIN, in the person's own words.

    Leave out everything else they said: verbs, lots, shares, calls, puts, options, futures, prices, "@".
    Never pass a security that they did not name.

    - "buying 5 lots of bund calls @ 100" -> search_term="bund"
    - "sell 10 shares of AAPL" -> search_term="aapl"
    - "trade FGBL futures" -> search_term="fgbl"
    """
    words = term_in_words(context.said, search_term.strip())
    found = [{name: getattr(match, name) for name in SECURITY_FIELDS} for match in _search(context, search_term)]
    if not found:
        if context.record.is_open and context.record.security is None:
            actions.set_candidates(context.record, search_term.strip(), [], by=context.by, words=words)
        return {
            "status": "error",
            "error": f'No security matches "{search_term[:80]}". Ask for another name, the symbol or the ISIN.',
        }
    actions.set_candidates(context.record, search_term.strip(), found, by=context.by, words=words)
    return {"status": "pending", "top_match": found[0], "other_matches": len(found) - 1}


def _search(context: ToolContext, term: str) -> list[Match]:
    """Search for the term; calls, futures or lots in the person's words bring the derivatives to the top."""
    wanted = clean_term(context.said[-1].text).wants_derivative
    named = clean_term(term).wants_derivative
    return search_instruments(f"{term} {wanted}" if wanted and not named else term)


@tool
@answered
def confirm_selection(context: ToolContext, response: str) -> dict[str, Any]:
    """Choose among the results of the search. Pass what the person typed, letter by letter.

    A number stays a number: never turn "1" into the name or symbol of the first result. The server reads it.

    - "1" -> response="1"
    - "yes" -> response="yes" (takes the top match)
    - "BUND" -> response="BUND"
    - "the first one" -> response="1"
    """
    draft: DraftRequest = context.record
    if not draft.candidates:
        return {"status": "error", "error": "No search result waits to be chosen. Call set_security first."}
    said = context.said[-1]
    if yes_or_no(said.text) and context.asked != hints.SECURITY_SELECTION_REQUIRED:
        return {"status": "error", "error": f'"{said.text[:80]}" answers another question. Ask which result is meant.'}
    index = chosen(said.text, draft.candidates)
    if index is None and yes_or_no(said.text) is False:
        return _rejected(context, said)
    if index is None and _stands_in(response, said.text):
        index = chosen(response, draft.candidates)
    if index is None:
        return {"status": "error", "error": f'"{said.text[:80]}" names none of the results. Ask which one is meant.'}
    actions.choose_security(draft, index, by=context.by, words=whole(said))
    return {"status": "success", "security": draft.security, "existing_position": draft.existing_position}


def _stands_in(response: str, text: str) -> bool:
    """Whether `response` stands in the words as it is, and not inside another word, a number or a refusal."""
    answer = leading_answer(text)
    refused = answer is not None and not answer.value
    return not refused and bool(re.search(rf"(?<!\w){re.escape(response.strip())}(?!\w)", text, re.IGNORECASE))


def _rejected(context: ToolContext, said: Said) -> dict[str, Any]:
    """No to the top match shows the others; no to the list drops it."""
    draft: DraftRequest = context.record
    if len(draft.candidates) > 1 and context.asked == hints.SECURITY_SELECTION_REQUIRED:
        actions.ask(draft, "SELECTION_LIST")
        return {"status": "pending", "candidates": draft.candidates}
    actions.reject_candidates(draft, by=context.by, words=whole(said))
    return {"status": "success", "rejected": True}


@tool
@answered
def set_direction(context: ToolContext, direction: Literal["BUY", "SELL"]) -> dict[str, Any]:
    """Set whether the person buys or sells.

    - "I want to buy", "purchase", "get into" -> direction="BUY"
    - "selling my position", "dispose of", "get out of" -> direction="SELL"
    """
    for said in reversed(context.said):
        # A direction inside the reason ("because I am buying a flat") is not the trade's.
        mention = direction_said(without_reason(said.text)) or direction_said(said.text)
        if mention is None:
            continue
        if mention.direction != direction:
            raise NotInWords(f'The person said "{mention.text}", which is {mention.direction}.')
        words = Evidence(mention.text, said.message_id, mention.start, mention.end)
        actions.set_direction(context.record, direction, by=context.by, words=words)
        return {"status": "success", "direction": direction}
    raise NotInWords("The person said neither buy nor sell. Ask which.")


TOOLS = (
    set_security,
    confirm_selection,
    set_direction,
    set_quantity,
    set_trade_value,
    set_value_pending_currency,
    set_justification,
    set_compliance_flags,
    confirm_pending,
    show_preview,
)
