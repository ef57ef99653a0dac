"""The tools for the security and the direction: what was named is searched, and one of what exists is chosen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from chat.assistants import Said, ToolContext
from llm.tools import another_value, tool
from pa_dealing import actions, hints
from pa_dealing.instruments import Match, clean_term, search_instruments, telling_tokens, typed_symbol
from pa_dealing.models import DraftRequest
from pa_dealing.tools.amounts import ask_which_dollar
from pa_dealing.tools.results import newest_to_quoted, quoted_part, refusals_as_results
from pa_dealing.words import (
    SOMETHING_ELSE,
    STOPS,
    Wanted,
    asked_or_denied,
    certain_choice,
    chosen,
    clause_at,
    clauses,
    derivative_said,
    derivative_wanted,
    facts_of,
    fits,
    is_untaught,
    may_answer_which_way,
    may_say_a_side,
    names_other,
    of_this_request,
    only_describes,
    others_named,
    persons_words,
    points_elsewhere,
    quantities_in,
    refuses,
    side_named,
    speaks_against,
    takes_the_shown,
    takes_up,
    term_in_words,
    theirs_elsewhere,
)
from wording.answers import leading_answer, yes_or_no
from wording.attribution import is_of_another
from wording.directions import denied_directions, leaning
from wording.quotes import NotInWords, Quote, find_quote

Security = dict[str, Any]
_MOST_WORDS_OF_A_NAME = 14
# What a request keeps of a search result.
SECURITY_FIELDS = ("symbol", "name", "isin", "inst_type", "trade_currency")


@tool
@refusals_as_results
def set_security(context: ToolContext, search_term: str) -> dict[str, Any]:
    """Search the securities master. Pass only the name, symbol or ISIN, in the person's own words.

    Leave out everything else they said: verbs, lots, shares, calls, puts, options, futures, prices, "@".
    Never pass a security that they did not name.

    - "buying 5 lots of bund calls @ 100" -> search_term="bund"
    - "sell 10 shares of AAPL" -> search_term="aapl"
    - "trade FGBL futures" -> search_term="fgbl"
    """
    draft: DraftRequest = context.record
    messages = of_this_request(context.said, draft.evidence) if draft.is_open else context.said[-1:]
    if yes_or_no(search_term) is not None or len(search_term.split()) > _MOST_WORDS_OF_A_NAME:
        raise NotInWords(f'"{search_term[:80]}" is no name of a security.', "Ask which security is meant.")
    term = typed_symbol(context.said[-1].text, search_term) or search_term.strip()
    words = term_in_words(context.said, term)
    wanted = derivative_wanted([message.text for message in messages])
    every = [{name: getattr(match, name) for name in SECURITY_FIELDS} for match in _search(term, wanted)]
    securities = [security for security in every if wanted is None or fits(security, wanted)]
    securities, refused = _without_refused(draft, securities, term, context.said[-1].text)
    if wanted is not None:
        securities = _as_described(securities, [message.text for message in messages])
    newest, named = context.said[-1].whole(), clean_term(term).text or term
    if not every and {word.casefold() for word in term.split()} <= STOPS:
        raise NotInWords(f'"{term[:80]}" is no name of a security on file.', "Ask which security is meant.")
    if not securities:
        # What waits for a yes waits on where another name finds nothing, but for one that was refused.
        refusal = leading_answer(newest.text)
        waits = bool(draft.candidates) and not (refusal is not None and not refusal.value)
        if draft.is_open and draft.security is None and not waits:
            actions.set_candidates(draft, named, [], by=context.by, words=words, after=newest)
        raise _nothing_found(term, wanted, every, refused)
    if _is_shown(context, securities[0]) and only_describes(newest.text, securities[0]):
        # Who sees a result and names that same one again takes it: "the Amsterdam one, VWRL.AS".
        return _taken(context, 0, newest)
    actions.set_candidates(draft, named, securities, by=context.by, words=words, after=newest)
    return {"status": "pending", "top_match": securities[0], "other_matches": len(securities) - 1}


def _is_shown(context: ToolContext, security: Security) -> bool:
    """Whether this is the result that stands on the screen, and the person is asked whether it is meant."""
    shown = context.record.candidates[:1]
    return context.asked == hints.SECURITY_SELECTION_REQUIRED and bool(shown) and shown[0] == security


def _as_described(securities: list[Security], texts: Sequence[str]) -> list[Security]:
    """The contracts whose strike, month and year the person named come first: "apple calls, december 2026, 250"."""
    described = telling_tokens(" ".join(texts).casefold())

    def named(security: Security) -> int:
        return len(described & telling_tokens(f"{security['name']} {security['symbol']}"))

    return sorted(securities, key=named, reverse=True)


def _nothing_found(term: str, wanted: Wanted | None, every: list[Security], refused: list[Security]) -> NotInWords:
    """Why there is nothing to choose, and what to name instead."""
    if refused:
        return NotInWords(
            f'"{term[:80]}" brings up only what was refused ({refused[0]["symbol"]}); its symbol would choose it.',
            "Ask for the symbol, the ISIN, or the exchange.",
        )
    if wanted is not None and every:
        return NotInWords(
            f'"{wanted.words}" was said, and no {wanted.noun} on "{term[:80]}" is on file, only {every[0]["name"]} '
            f"({every[0]['inst_type']}). For the share itself say: the share; else name the contract by its symbol.",
            "Ask which is meant.",
        )
    return NotInWords(f'No security matches "{term[:80]}".', "Ask for another name, the symbol or the ISIN.")


def _without_refused(
    draft: DraftRequest, securities: list[Security], term: str, text: str
) -> tuple[list[Security], list[Security]]:
    """(what may be offered, what the person refused before); a symbol that they type now is offered all the same."""
    symbols = draft.evidence.get("refused", {}).get("quote", "").split("\n")
    refused = [each for each in securities if each["symbol"] in symbols and certain_choice(text, [each]) is None]
    if (
        len(refused) == len(securities)
        and yes_or_no(text.split(",")[0]) is None
        and takes_up(text, {"name": term, "symbol": ""})
    ):
        # Who names it once more is asked once more.
        return securities, []
    return [each for each in securities if each not in refused], refused


def _search(term: str, wanted: Wanted | None) -> list[Match]:
    """Search for the term; a derivative in the person's words brings its kind to the top."""
    kind = wanted.kind if wanted is not None and wanted.kind in ("option", "future") else None
    if kind is None or clean_term(term).wants_derivative or typed_symbol(term, ""):
        return search_instruments(term)
    side = f" {wanted.side}s" if wanted is not None and wanted.side else ""
    return search_instruments(f"{term}{side} {kind}", limit=20)[:5]


@tool
@refusals_as_results
def confirm_selection(context: ToolContext, response: str, words: str = "") -> dict[str, Any]:
    """Choose among the results of the search. Pass what the person typed, letter by letter.

    words: the words of the newest message that choose; empty for all of it.
    A number stays a number: never turn "1" into the name or symbol of the first result. The server reads it.

    - "1" -> response="1"
    - "yes", "exactly, that is the one" -> response="yes" (takes the top match)
    - "BUND" -> response="BUND"
    - "the first one" -> response="1"
    """
    draft: DraftRequest = context.record
    if not draft.candidates:
        raise NotInWords("No search result waits to be chosen.", "Call set_security first.")
    newest = quoted_part(context, words)
    if draft.evidence.get("candidates", {}).get("message_id", newest.message_id - 1) == newest.message_id:
        raise NotInWords("You have not seen these results yet.", "Name the top match and ask whether it is meant.")
    top = context.asked == hints.SECURITY_SELECTION_REQUIRED
    if takes_the_shown(newest.text) and not top:
        raise NotInWords(f'"{newest.text[:80]}" answers another question.', "Ask which result is meant.")
    index = chosen(newest.text, draft.candidates)
    if index is None and refuses(newest.text, draft.candidates):
        return _rejected(context, newest)
    if index is None:
        index = _proposed(response, newest.text, draft.candidates, top=top)
    if index == 0 and points_elsewhere(newest.text):
        raise NotInWords(f'"{newest.text[:80]}" points at another than the first.', "Ask which one is meant.")
    wanted = derivative_wanted([message.text for message in of_this_request(context.said, draft.evidence)])
    if index is not None and wanted is not None and not fits(draft.candidates[index], wanted):
        shown = f"{draft.candidates[index]['name']} ({draft.candidates[index]['inst_type']})"
        raise NotInWords(f'"{wanted.words}" was said, and {shown} is none.', "Ask which is meant.")
    if index is None:
        raise NotInWords(f'"{newest.text[:80]}" names none of the results.', "Ask which one is meant.")
    return _taken(context, index, newest.whole())


def _taken(context: ToolContext, index: int, newest: Quote) -> dict[str, Any]:
    """The chosen result is the request's security; what was said of another kind of instrument goes."""
    draft: DraftRequest = context.record
    said_of = {message.message_id: message.text for message in context.said}
    actions.choose_security(draft, index, by=context.by, words=newest)
    for field in ("quantity", "estimated_value") if draft.security else ():
        of_another = derivative_said(said_of.get(draft.evidence.get(field, {}).get("message_id"), ""))
        if of_another and draft.security and not fits(draft.security, of_another):
            # "3 call options" counts no shares.
            actions.forget(draft, field, by=context.by)
    ask_which_dollar(context)
    return {"status": "success", "security": draft.security, "existing_position": draft.existing_position}


def _proposed(response: str, text: str, candidates: Sequence[Security], *, top: bool) -> int | None:
    """The result that a model reads in the words; None where it names none, or they plainly speak against it."""
    agreed = leading_answer(text)
    if top and agreed is not None and agreed.value and only_describes(text, candidates[0]):
        return 0
    index = chosen(response, candidates)
    if index is None and top and yes_or_no(response.split(",")[0]):
        index = 0
    if index is None or quantities_in(text, asked=False):
        # "I need 1 share" points at no result.
        return None
    answer = leading_answer(text)
    refused = top and index > 0 and answer is not None and not answer.value
    # "No, the energy one" refuses what was shown and names another.
    rest = text[answer.end :].strip(" ,.;:!-") if refused and answer else text
    named = takes_up(rest, candidates[index])
    against = speaks_against(rest, True)
    if (refused and not named) or (against and not (named and against == SOMETHING_ELSE)):
        return None
    return None if names_other(rest, candidates, index) or others_named(rest, candidates) else index


def _rejected(context: ToolContext, message: Said) -> dict[str, Any]:
    """No to the top match shows the others; no to the list drops it."""
    draft: DraftRequest = context.record
    if len(draft.candidates) > 1 and context.asked == hints.SECURITY_SELECTION_REQUIRED:
        actions.ask(draft, "SELECTION_LIST")
        return {"status": "pending", "candidates": draft.candidates}
    actions.reject_candidates(draft, by=context.by, words=message.whole())
    return {"status": "success", "rejected": True}


@tool(puts_right=another_value)
@refusals_as_results
def set_direction(context: ToolContext, direction: Literal["BUY", "SELL"], words: str = "") -> dict[str, Any]:
    """Set whether the person buys or sells. words: the words of the newest message that say it; empty for all of it.

    - "I want to buy", "purchase", "get into" -> direction="BUY"
    - "selling my position", "dispose of", "get out of" -> direction="SELL"
    """
    messages = newest_to_quoted(context, words, of_this_request(context.said, context.record.evidence))
    for message in messages:
        if theirs := persons_words(message.text) or theirs_elsewhere(message.text):
            raise NotInWords(f'"{theirs}" reads as a trade of somebody else.', "Ask whose trade it is.")
        evidence = _direction_words(message, direction, context.asked if message is messages[0] else "")
        if evidence is not None:
            return _sided(context, direction, evidence)
    if evidence := _direction_in_unknown_words(context, messages, words):
        return _sided(context, direction, evidence)
    raise NotInWords("You said neither buy nor sell.", "Quote in `words` what says which; where nothing does, ask.")


def _sided(context: ToolContext, direction: str, words: Quote) -> dict[str, Any]:
    actions.set_direction(context.record, direction, by=context.by, words=words)
    return {"status": "success", "direction": direction}


def _direction_in_unknown_words(context: ToolContext, messages: Sequence[Said], words: str) -> Quote | None:
    """The words that a model quotes, or a message in a language without examples; None where they say no side."""
    draft: DraftRequest = context.record
    offered = [draft.security] if draft.security else draft.candidates
    names = telling_tokens(" ".join([draft.security_search_term, *(each["name"] for each in offered)]).casefold())
    quoted = [message for message in messages if words.strip() and find_quote(words, message.text, 0)][-1:]
    for message in quoted or [message for message in messages if is_untaught(message.text)]:
        if may_say_a_side(message.text.strip(), names):
            start = len(message.text) - len(message.text.lstrip())
            return message.quote(start, len(message.text.rstrip()))
    return None


def _direction_words(message: Said, direction: str, asked: str) -> Quote | None:
    """Where a message says that direction; None where it names none. Raises NotInWords where it says the other."""
    # A direction inside the reason ("because I am buying a flat") is not the trade's.
    mention = side_named(message.text) or leaning(facts_of(message.text))
    if mention is not None and is_untaught(message.text) and asked_or_denied(message.text):
        raise NotInWords(f'"{message.text[:80]}" only asks.', "Ask whether they buy or sell.")
    if mention is None and direction in denied_directions(message.text):
        raise NotInWords(f'"{message.text[:80]}" takes it back.', "Ask whether they buy or sell.")
    if mention is not None:
        if mention.direction != direction:
            raise NotInWords(f'You said "{mention.text}": that is to {mention.direction.lower()}.')
        clause = clause_at(message.text, mention.start)
        if clause is not None and clause.meaning == "others" and is_of_another(clause.text):
            raise NotInWords(f'"{clause.text}" reads as a trade of somebody else.', "Ask whose trade it is.")
        return message.quote(mention.start, mention.end)
    meant = {clause.meaning: clause for clause in clauses(message.text) if clause.means("buy", "sell")}
    if len(meant) == 1 and direction.lower() not in meant:
        raise NotInWords(f'"{message.text[:80]}" reads as the other direction.', "Ask whether they buy or sell.")
    if len(meant) == 1:
        clause = meant[direction.lower()]
        return message.quote(clause.start, clause.start + len(message.text[clause.start : clause.end].rstrip()))
    # The answer to "buy or sell?" may say it in words of its own.
    answers = asked == hints.MISSING_DIRECTION and not meant and may_answer_which_way(message.text)
    return message.whole() if answers else None
