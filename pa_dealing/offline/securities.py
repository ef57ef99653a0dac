"""Reads which security a message names, or which of the matches it takes."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from pa_dealing import hints
from pa_dealing.instruments import names_a_place, names_in, search_instruments, without_place
from pa_dealing.offline.result import MessageReading
from pa_dealing.words import (
    FLAG_QUESTIONS,
    LEFT_ASIDE,
    OF_COMPLIANCE,
    OF_THE_TRADE,
    certain_choice,
    chosen,
    clause_at,
    clauses,
    facts_of,
    is_common,
    is_named,
    names_other,
    others_named,
    security_named,
    share_said,
    takes_the_shown,
    trade_numbers,
)
from wording.amounts import find_currencies
from wording.answers import leading_answer, yes_or_no
from wording.attribution import pretended_from
from wording.directions import direction

_SELECTING = (hints.SECURITY_SELECTION_REQUIRED, hints.SELECTION_LIST)
_CLASS = re.compile(r"\b(?:class|series) [a-z]\b", re.IGNORECASE)
_NOT_BUT = re.compile(r"\bnot (?P<left>[^.;!?]{2,80}?),? but (?P<wanted>[^.;!?]{2,60})", re.IGNORECASE)
_SPEAKER = re.compile(r"\b(?:i|we)\b", re.IGNORECASE)
_NAMED_BY = 4
# The words by which a change turns to what is wanted.
_TURNS = re.compile(r".*\b(?:make (?:it|that)|to|be|mean|meant|want(?:ed)?|need|have|take|buy|bedoel\w*)\b", re.I)
_SHORT = 8
# What is said of a security beside its name.
_LISTED = re.compile(r"\b(?:itself|listing|listed|line|shares?|stock|the|company)\b", re.IGNORECASE)
# Clauses in which a security may be named that one does not want, or that is another's.
_NOT_WANTED = (OF_COMPLIANCE - {"may_be"}) | {"others", "asks", "denies", "owns"}
# Of more words than these a security in small letters is not the answer that was asked for.
_SHORT_ANSWER = 4


def read_security(reading: MessageReading, text: str, draft: Mapping[str, Any], asked: str, whole: str) -> None:
    """Search what the facts of a `whole` message name, or take one of the matches."""
    begun = draft.get("security") or draft.get("candidates") or draft.get("security_search_term")
    changed = (_changed_to(text, asked) or _put_right(whole, draft)) if begun else ""
    if asked in FLAG_QUESTIONS and draft.get("security") and not names_in(changed, is_common):
        # Whom one works for, or knows, is named there as well.
        changed = ""
    if draft.get("security"):
        other = turns_to(text, draft) if changed and _is_noted(changed, draft) else changed
        # "The London one instead" turns to another listing of the same.
        term = other or (changed if names_a_place(text) else "")
    elif again := _searched_again(text, draft, asked):
        if agreed := _affirms_the_shown(text, again, draft, asked):
            reading.add("confirm_selection", response=agreed)
            return
        term = again
    elif draft.get("candidates"):
        _selection(reading, text, draft["candidates"], asked, changed)
        return
    else:
        term = _named(LEFT_ASIDE.sub(" ", text), asked, expected=asked in (hints.MISSING_SECURITY, "")) or changed
        of_nobody = pretended_from(whole) < len(whole) and not _SPEAKER.search(whole)
        term = "" if of_nobody else _on_file(term, whole, asked)
    if term:
        reading.add("set_security", search_term=term)


def _is_noted(name: str, draft: Mapping[str, Any]) -> bool:
    """Whether a word of a name is of the security that the request has."""
    return is_named(name, [draft["security"]], str(draft.get("security_search_term")))


def _on_file(term: str, text: str, asked: str) -> str:
    """The term, or the security on file that the message names where the term is none or finds nothing.

    What the words around it say counts for nothing; it is not named where somebody else's, or a question, is spoken of.
    """
    if term and search_instruments(term, limit=1):
        return term
    on_file = dict.fromkeys(name for part in _wanted_parts(text, asked) for name in names_in(part, is_common))
    if len(on_file) == 1:
        return next(iter(on_file))
    if find_currencies(text) and all(map(is_common, term.casefold().split())) and not term.istitle():
        # Words of everyday speech beside an amount that no security has for its name are none: "900 euros together".
        return ""
    clause = clause_at(text, text.find(term), asked) if term.islower() and len(text.split()) > _SHORT else None
    return "" if clause and direction(clause.text) is None else term


def _wanted_parts(text: str, asked: str) -> list[str]:
    parts = [clause for clause in clauses(LEFT_ASIDE.sub(" ", text), asked) if not clause.means(*_NOT_WANTED)]
    # "Could you put in a request for Nestlé?" asks for the trade.
    parts = [clause for clause in parts if clause.means(*OF_THE_TRADE) or "?" not in clause.text]
    trades = any(clause.means(*OF_THE_TRADE) or direction(clause.text) is not None for clause in parts)
    # "Do I have to ask before I buy something? It's the World ETF."
    trades = trades or (not asked and direction(text) is not None)
    return [clause.text for clause in parts] if trades or asked == hints.MISSING_SECURITY else []


def keep_to_this_trade(reading: MessageReading, text: str, draft: Mapping[str, Any]) -> None:
    """ "Sell 5 BASF", said of a request for Siemens, is another trade: it changes nothing of this one."""
    security = draft.get("security")
    if not security or reading.has("set_security") or not reading.has("set_direction", "set_quantity"):
        return
    named = security_named(text, expected=False)
    if not named or named.islower() or is_common(named.casefold()) or _is_noted(named, draft):
        return
    reading.calls.clear()
    reading.complaint = (
        f'"{named}" is another security, and this request is for {draft["security"]["name"]}, so I changed nothing. '
        f'To turn to it, say "change it to {named}".'
    )


def is_of_this_trade(reading: MessageReading, draft: Mapping[str, Any]) -> bool:
    """Whether the security that a message names is the one that the draft has or waits for, or there is none yet."""
    known = [security for security in (draft.get("security"), *draft.get("candidates", [])[:1]) if security]
    term = str(draft.get("security_search_term"))
    return not known or any(is_named(searched, known, term) for searched in reading.searched())


def names_one_on_file(reading: MessageReading) -> bool:
    """Whether what is searched for is found: "I would rather sell a few shares than take out a loan" names nothing."""
    return any(search_instruments(term, limit=1) for term in reading.searched()[:1])


def turns_to(text: str, draft: Mapping[str, Any]) -> str:
    """The one other security on file that words name, where the draft has one; "" else."""
    security = draft.get("security")
    others = others_named(text, [security], str(draft.get("security_search_term"))) if security else []
    return others[0] if len(others) == 1 else ""


def _changed_to(text: str, asked: str) -> str:
    """The other security that a message turns to: "make it ABN AMRO instead of ING"; "" when it turns to none."""
    for clause in clauses(text, asked):
        rest = _TURNS.sub("", LEFT_ASIDE.sub(" ", clause.text))
        named = security_named(f"buy {rest}") if clause.meaning == "change_of_security" else ""
        # What is told less surely, as "not that, Shell instead", names one on file.
        is_sure = clause.means("change_of_security") or (rest != clause.text and search_instruments(named, limit=1))
        if named and is_sure:
            return named
    return ""


def _put_right(text: str, draft: Mapping[str, Any]) -> str:
    """The security that stands in the place of the noted one: "it is not Novartis that I want to buy but Nestlé"."""
    match = _NOT_BUT.search(text) if draft.get("security") else None
    left = [word for word in match["left"].split() if len(word) >= _NAMED_BY] if match else []
    return security_named(f"buy {match['wanted']}") if match and any(_is_noted(word, draft) for word in left) else ""


def _searched_again(text: str, draft: Mapping[str, Any], asked: str) -> str:
    """What was searched before, in the place, class or kind that a short message asks for: "the Amsterdam one"."""
    known = str(draft.get("security_search_term") or "")
    if asked not in (hints.MISSING_SECURITY, *_SELECTING):
        return ""
    base = _CLASS.sub("", without_place(known)[0]).strip()
    if known and share_said(text) and not draft.get("candidates") and not security_named(text, expected=False):
        return base
    for part in reversed(re.split(r"[,.;]| please\b|\bfrom\b", LEFT_ASIDE.sub(" ", text))):
        if len(part.split()) <= _SHORT and names_a_place(part.strip(" !?")):
            rest, place = without_place(f" {part.strip(' !?')}")
            other = security_named(rest) or security_named(text.replace(part, " "), expected=not known)
            return f"{other or base} {place.name}" if place and (other or base) else ""
    named = _CLASS.search(text) if known else None
    return f"{base} {named.group()}" if named and not security_named(text.replace(named.group(), " ")) else ""


def _affirms_the_shown(text: str, term: str, draft: Mapping[str, Any], asked: str) -> str:
    """The yes of "yes, Unilever, the London listing", where that finds the very match that was shown; else ""."""
    answer, shown = leading_answer(text), draft.get("candidates") or []
    if answer is None or not answer.value or not shown or asked != hints.SECURITY_SELECTION_REQUIRED:
        return ""
    wanted = " ".join(_LISTED.sub(" ", term).split())
    first, place = next(iter(search_instruments(wanted, limit=1)), None), without_place(wanted)[1]
    is_it = first is not None and first.symbol == shown[0]["symbol"]
    is_there = place is None or (first is not None and place.holds(first.exchange, first.country))
    return text[answer.start : answer.end] if is_it and is_there else ""


def _selection(reading: MessageReading, text: str, candidates: list[dict[str, Any]], asked: str, changed: str) -> None:
    """A result of the search is named, refused, or another security is."""
    if others := _of_other_matches(text, candidates):
        # Of several it is not certain which is meant, and a yes beside them takes nothing.
        reading.calls += [("set_security", {"search_term": others[0]})] if len(others) == 1 else []
        return
    answer = leading_answer(text)
    refused = answer is not None and not answer.value
    takes = (answer is not None and answer.value) or takes_the_shown(text)
    if takes and asked != hints.SECURITY_SELECTION_REQUIRED:
        # A yes takes the one match that was shown; in a list it points at nothing.
        return
    agreed = _agrees_at_the_end(text) if answer is None and asked == hints.SECURITY_SELECTION_REQUIRED else ""
    # A yes behind a name stands by itself: "SAP SE yes".
    *_, last = text.split() or [""]
    named = text[: -len(last)] if last and yes_or_no(last) else text
    parts = [text.strip(), *(part.strip(" .!") for part in re.split(r"[,;:](?!\d)", named) if part.strip(" .!"))]
    picked = [part for part in parts if chosen(part, candidates) is not None and not takes_the_shown(part)]
    if agreed and not names_other(text, candidates, 0):
        reading.add("confirm_selection", response=agreed)
    elif not refused and (certain_choice(text, candidates) is not None or picked):
        reading.add("confirm_selection", response=picked[0] if picked else text.strip())
    elif answer is not None and answer.value:
        if not names_other(text[answer.end :], candidates, 0):
            reading.add("confirm_selection", response=text[answer.start : answer.end])
    else:
        rest = LEFT_ASIDE.sub(" ", text[answer.end :]).strip(" ,.!;:-") if answer is not None else text
        facts = facts_of(rest, asked)
        other = _named(f"buy {facts}" if refused else facts, asked, expected=asked != hints.MISSING_QUANTITY)
        # While one waits, a longer message turns to another only by a clause of the trade.
        of_trade = any(clause.means(*OF_THE_TRADE) for clause in clauses(text, asked))
        is_short = len(text.split()) <= _SHORT_ANSWER
        # A capital at the start of a sentence makes no name of an everyday word: "Back to 250 please".
        is_name = is_short or not all(map(is_common, other.casefold().split()))
        other = other if is_name and (refused or of_trade or is_short) else ""
        if term := changed or other:
            reading.add("set_security", search_term=term)
        elif refused and not trade_numbers(text):
            # "No, hang on, 45" is of the number.
            reading.add("confirm_selection", response=text.strip())


def _of_other_matches(text: str, candidates: list[dict[str, Any]]) -> list[str]:
    """The securities on file that a message names and that are no match: "yes, AMD", of NVIDIA."""
    is_short = len(text.split()) <= _SHORT_ANSWER and "?" not in text
    parts = [text] if is_short else _wanted_parts(text, hints.MISSING_SECURITY)
    return others_named("\n".join(parts), candidates)


def _agrees_at_the_end(text: str) -> str:
    """The yes with which a short answer ends: "That's the bank I mean, yes."; "" where it ends otherwise."""
    *lead, last = re.split(r"[,;:.]\s+", text.strip(" .!"))
    settled = lead and len(text.split()) <= _SHORT and yes_or_no(last) and not ("?" in text or trade_numbers(text))
    return last if settled and all(yes_or_no(part) is not False for part in lead) else ""


def _named(text: str, asked: str, *, expected: bool) -> str:
    """The security that a message names; one in small letters that is merely `expected` only in a short answer."""
    if named := security_named(text, expected=False):
        clause = clause_at(text, text.find(named), asked) if named.islower() else None
        if clause is None or clause.meaning in OF_THE_TRADE | {"unknown", "no", "mine"}:
            return named
    named = security_named(text, expected=expected)
    return "" if named.islower() and len(text.split()) > _SHORT_ANSWER else named
