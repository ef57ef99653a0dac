"""Takes the security out of what a person says about it. Pure functions; nothing is looked up here.

Words are taken off the ends only, outermost first, and every step is kept: "Best Buy" and "On Holding" are names, and
the search prefers the longest step that is one.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from llm.text import clean_text
from pa_dealing.instruments.names import LEGAL_FORMS, fold
from wording.phrases import patterns

_PHRASES = patterns(Path(__file__).with_name("terms.txt"), re.IGNORECASE)

MAX_TERM = 200
Derivative = Literal["option", "future"]


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
        if (match := _PHRASES["count"].match(rest)) and _is_name(rest[match.end() :]):
            rest = rest[match.end() :].strip()
            steps.append(rest)
    return SearchTerm(rest, tuple(dict.fromkeys(steps)), wants)


def _stripped_start(text: str, steps: list[str]) -> str:
    phrase = _PHRASES["lead_phrase"]
    while (match := phrase.match(text)) and _is_name(text[match.end() :]):
        name = _PHRASES["names"].match(text.lstrip())
        if name and match.end() < len(name.group()) and not text[: match.end()].strip()[-1:].isdigit():
            break
        text = text[match.end() :].strip()
        steps.append(text)
        phrase = _PHRASES["later_lead_phrase"]
    return text


def _stripped_end(text: str, steps: list[str]) -> tuple[str, str]:
    """(the text without what stands behind the security, what was taken off)."""
    behind, kept = "", ""
    while (match := _PHRASES["trail_phrase"].search(text)) and _is_name(text[: match.start()]):
        name = _PHRASES["names"].search(text)
        if name and name.end() > match.start():
            break
        if not kept and not behind and _PHRASES["kept_type"].fullmatch(match.group()):
            kept = f" {match.group().strip()}"
        behind = f"{match.group()} {behind}"
        text = text[: match.start()].rstrip(" ,(-")
        steps.append(text)
    return text + kept, behind


def _without_strike(text: str, steps: list[str]) -> str:
    while (match := _PHRASES["strike_phrase"].search(text)) and _is_name(text[: match.start()]):
        text = text[: match.start()].rstrip(" ,(-")
        steps.append(text)
    return text


def _is_name(text: str) -> bool:
    """Whether something is left that can name a company: "Put Corp" without its first word is only a legal form."""
    words = re.findall(r"[^\W_]+", fold(text))
    return any(word not in LEGAL_FORMS for word in words)


def _derivative(taken: str) -> Derivative | None:
    if _PHRASES["option_word"].search(taken):
        return "option"
    if _PHRASES["future_word"].search(taken) or _PHRASES["lots_word"].search(taken):
        return "future"
    return None
