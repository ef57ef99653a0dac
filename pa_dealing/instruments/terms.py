"""Takes the security out of what a person says about it. Pure functions; nothing is looked up here.

Words are taken off the ends only, outermost first, and every step is kept: "Best Buy" and "On Holding" are names, and
the search prefers the longest step that is one.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from llm.text import clean_text
from pa_dealing.instruments.names import LEGAL_FORMS, fold

MAX_TERM = 200
Derivative = Literal["option", "future"]

_NUMBER = r"(?:[$€£¥]\s?)?\d[\d.,']*\s?(?:k|m|mn|mio|bn|thousand|million|%)?(?:\s?[$€£¥])?"
_CURRENCY = r"(?:eur|usd|gbp|chf|jpy|sek|nok|dkk|cad|aud|hkd|euros?|dollars?|pounds?|francs?|yen|bucks|quid)"
_AMOUNT = rf"(?:{_CURRENCY}\s?)?{_NUMBER}(?:\s?{_CURRENCY}\b)?"
_UNITS = r"(?:lots?|shares?|units?|contracts?|stocks?|pieces?|pcs)"
_DERIVATIVES = r"(?:calls?|puts?|call options?|put options?|options?|futures?|futs?)"
_OF = r"(?:of|in|on|into|for|from)"
_BUYING = (
    r"buy|buying|bought|sell|selling|sold|purchase|purchasing|trade|trading|acquire|acquiring|order|exit|exiting"
    r"|go(?:ing)? (?:long|short)|get(?:ting)? (?:out of|rid of|into)|dispos(?:e|ing) of|invest(?:ing)?|pick(?:ing)? up"
)
# What stands before a security, each at the start of the rest of the text.
_LEAD = [
    r"(?:hi|hello|hey|ok|okay|yes|so|please|pls|and|then|also|maybe|actually)\b[,!.:]?",
    r"(?:i|we)(?:'d| would)? (?:like|want|wish|plan|intend|need|have)(?: to)?\b",
    r"(?:i'm|i am|we're|we are|i'll|i will|we'll|we will|let me|let's|i|we)\b"
    r"(?: (?:looking|thinking|planning|going|about|interested)(?: to| of| for| in)?)?(?=\s)",
    r"(?:can|could|may|should|shall|would|will) (?:i|you|we)\b(?: (?:please|like to))?",
    r"(?:what|which|what's|whats)(?: (?:is|are|do|does|have|can|about))?(?: (?:you|we|i))?"
    r"(?: (?:have|got|find|know|tell me))? (?:on|about|for|under)\b",
    r"(?:what's|what is|whats|how's|how is|how are|is there|are there|do you have|have you got|do you know)\b",
    r"(?:looking|searching|interested|thinking) (?:for|at|in|of|about)\b",
    r"(?:tell me about|show me|give me|find me|find|look up|lookup|look for|search for|search|check)\b",
    r"(?:any |more )?(?:info|information|details|news|data) (?:on|about|for|of)\b",
    rf"(?:{_BUYING})\b",
    r"(?:short|shorting|long|adding|closing)(?=\s+(?:\d|some|my|the|a few))",
    rf"put(?:ting)?\s+{_AMOUNT}\s+(?:in|into|on)\b",
    rf"(?:{_AMOUNT}\s+)?(?:worth\s+)?(?:of\s+)?{_UNITS}\s+{_OF}\b",
    rf"{_NUMBER}\s?(?:x\s+)?{_UNITS}\b",
    rf"(?:{_UNITS}|{_DERIVATIVES}|position|holding|stake|exposure|investment)\s+(?:of|in|on|to)\b",
    rf"{_AMOUNT}\s+(?:worth\s+)?(?:of|in|into)\b",
    r"(?:some|a few|a couple of|all of|all|half of|part of|more|another|any|my|our|the|a|an)\b(?=\s)",
    r"(?:isin|ticker|symbol|security|stock|instrument|code|wkn)"
    r"(?: (?:code|is|number|symbol|called|named))?\b\s?[:=]?(?=\s)",
    r"(?:called|named)\b",
]
# An amount or a preposition at the start is noise only after another phrase: "buy 500 siemens", not "3 Banken".
_AFTER_LEAD = [rf"{_NUMBER}(?=\s+(?:[^\W\d]|\d\w*\.[A-Za-z]))", r"(?:of|in|into|for|from|about)\b(?=\s)"]
# What stands behind a security.
_TRAIL = [
    r"[?!.,;:]+",
    r"\b(?:please|pls|thanks|thank you|thx|today|tomorrow|now|asap|again|for me|to me|if possible)",
    r"(?:@|\b(?:at|for|around|near|limit|below|above|under)\b(?: (?:a|the) price of| around| about)?)"
    rf"\s*{_AMOUNT}"
    rf"(?:\s?(?:each|per {_UNITS}|a piece|apiece|a share|or better|limit|market))?",
    r"\b(?:(?:listed |traded )?(?:on|in|at) (?:the )?)?(?:xetra|nyse|lse|euronext(?: \w+)?)",
    r"\b(?:listed |traded )?(?:on|in|at) (?:the )?(?:nasdaq|frankfurt|amsterdam|london|paris|milan|new york|tokyo)",
    r"(?:@|\bat) (?:the )?(?:market|mkt|limit|close|open)(?: price)?",
    rf"\b(?:worth|totall?ing|valued at)\s+{_AMOUNT}",
    rf"[,(]?\s*\b{_AMOUNT}\s?{_UNITS}\)?",
    r"\b(?:share|stock|current|latest) (?:price|quote)",
    rf"\b{_UNITS}",
    rf"\b{_DERIVATIVES}",
    r"\b(?:doing|trading|price|quote|equity)",
    r"\b(?:etfs?|funds?|bonds?|index|warrants?|crypto|cfds?)",
    r"'s",
]
# Strike and expiry, only where a derivative word was said: "AAPL Jan 2026 200 calls".
_MONTH = r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*"
_STRIKE = [
    rf"\b(?:strike )?{_NUMBER}\s?[cp]?",
    rf"\b(?:exp(?:iry|iring)? )?(?:\d{{1,2}} )?{_MONTH}(?:[ -]?'?\d{{2,4}})?",
    r"\b\d{4}-\d{2}-\d{2}",
    r"\bstrike|\bexp(?:iry|iring)?",
]


def _starts(patterns: list[str]) -> re.Pattern[str]:
    return re.compile(rf"\s*(?:{'|'.join(patterns)})\s*", re.IGNORECASE)


def _ends(patterns: list[str]) -> re.Pattern[str]:
    return re.compile(rf"(?:{'|'.join(patterns)})\s*$", re.IGNORECASE)


_LEAD_PHRASE = _starts(_LEAD)
_LATER_LEAD_PHRASE = _starts([*_LEAD, *_AFTER_LEAD])
_TRAIL_PHRASE = _ends(_TRAIL)
_STRIKE_PHRASE = _ends([*_STRIKE, *_TRAIL])
_COUNT = re.compile(_AFTER_LEAD[0])
# A type of security narrows the search and may be part of the name, so it stays in the text.
_KEPT_TYPE = re.compile(r"(?:etfs?|funds?|bonds?|index|warrants?|crypto|cfds?)\s*$", re.IGNORECASE)
_OPTION_WORD = re.compile(rf"\b(?:calls?|puts?|options?)\b(?!\s+{_AMOUNT}\s+(?:in|into)\b)", re.IGNORECASE)
_FUTURE_WORD = re.compile(r"\b(?:futures?|futs?)\b", re.IGNORECASE)
_LOTS_WORD = re.compile(r"\b(?:lots?|contracts?)\b", re.IGNORECASE)
# Names whose own first or last word is one that is taken off.
_NAMES = re.compile(
    r"\b(?:best buy|trade desk|short[ -](?:duration|term|dated|maturity|treasur\w+|bond)"
    r"|long[ -](?:term|dated|duration))\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class SearchTerm:
    """What to search for.

    `text` is the security as it was written ("" only if nothing was), `steps` the text after each word that was taken
    off, first as it was said; `wants_derivative` is set where calls, futures or lots were named.
    """

    text: str
    steps: tuple[str, ...]
    wants_derivative: Derivative | None


def clean_term(text: str) -> SearchTerm:
    """The security in a person's words: "buying 5 lots of bund calls @ 100" is "bund", and an option is wanted.

    Takes lots, prices, verbs and fillers off, never the last word of a name. Any text is accepted; what is longer than
    `MAX_TERM` characters is cut.
    """
    safe = clean_text(text[: MAX_TERM * 4]).replace("\ufffd", " ").replace("’", "'")
    term = " ".join(safe.split())[:MAX_TERM].strip()
    steps = [term] if term else []
    rest = _stripped_start(term, steps)
    taken = term[: len(term) - len(rest)]
    rest, behind = _stripped_end(rest, steps)
    wants = _derivative(f"{taken} | {behind}")
    if wants:
        rest = _without_strike(rest, steps)
        if (match := _COUNT.match(rest)) and _is_name(rest[match.end() :]):
            rest = rest[match.end() :].strip()
            steps.append(rest)
    return SearchTerm(rest, tuple(dict.fromkeys(steps)), wants)


def _stripped_start(text: str, steps: list[str]) -> str:
    phrase = _LEAD_PHRASE
    while (match := phrase.match(text)) and _is_name(text[match.end() :]):
        name = _NAMES.match(text.lstrip())
        if name and match.end() < len(name.group()) and not text[: match.end()].strip()[-1:].isdigit():
            break
        text = text[match.end() :].strip()
        steps.append(text)
        phrase = _LATER_LEAD_PHRASE
    return text


def _stripped_end(text: str, steps: list[str]) -> tuple[str, str]:
    """(the text without what stands behind the security, what was taken off)."""
    behind, kept = "", ""
    while (match := _TRAIL_PHRASE.search(text)) and _is_name(text[: match.start()]):
        name = _NAMES.search(text)
        if name and name.end() > match.start():
            break
        if not kept and not behind and _KEPT_TYPE.fullmatch(match.group()):
            kept = f" {match.group().strip()}"
        behind = f"{match.group()} {behind}"
        text = text[: match.start()].rstrip(" ,(-")
        steps.append(text)
    return text + kept, behind


def _without_strike(text: str, steps: list[str]) -> str:
    while (match := _STRIKE_PHRASE.search(text)) and _is_name(text[: match.start()]):
        text = text[: match.start()].rstrip(" ,(-")
        steps.append(text)
    return text


def _is_name(text: str) -> bool:
    """Whether something is left that can name a company: "Put Corp" without its first word is only a legal form."""
    words = re.findall(r"[^\W_]+", fold(text))
    return any(word not in LEGAL_FORMS for word in words)


def _derivative(taken: str) -> Derivative | None:
    if _OPTION_WORD.search(taken):
        return "option"
    if _FUTURE_WORD.search(taken) or _LOTS_WORD.search(taken):
        return "future"
    return None
