"""Finds what a person asked for that no search result is: another symbol, class of share, or kind. Pure functions.

The one rule: a nearest match is never offered as if it were what was named.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from pa_dealing.instruments.names import bare_symbol, fold, name_tokens, symbol_key, telling_tokens

# "VOW.DE" and "volv-b.st" can only be symbols; "Amazon.com" is a name, which the result itself has.
_SYMBOL = re.compile(
    r"(?<![\w.-])(?:[A-Z0-9]{1,6}-[A-Z](?:\.[A-Z]{1,2})?|[A-Za-z0-9-]{1,10}\.(?!I\b)[A-Za-z]{1,2})(?![\w.-])"
)
_CLASS = re.compile(r"\b(?:class|series|klasse) (?P<letter>[a-z])\b", re.IGNORECASE)
_COMMON = re.compile(r"\b(?:ordinary|common|ordinaries|stamm\w*|gewone)\b", re.IGNORECASE)
_PREFERRED = re.compile(r"\b(?:preferred|preference|prefs?|vorz\w+|preferente)\b", re.IGNORECASE)
_KINDS = {
    "bond": re.compile(r"\b(?:(?:corporate |government )?bonds?|debentures?|notes due|obligaties?)\b", re.IGNORECASE),
    "etf": re.compile(r"\b(?:etfs?|trackers?)\b", re.IGNORECASE),
}


def absent_in(text: str, results: Sequence[Mapping[str, Any]]) -> str:
    """The words of the message that none of the results fits, as they were written; "" where one fits them."""
    for match in _SYMBOL.finditer(text):
        if not any(_has_symbol(each, match.group()) for each in results):
            return match.group()
    for match in _CLASS.finditer(text):
        if not any(match["letter"].lower() in _telling(each) for each in results):
            return match.group()
    for pattern, preferred in ((_COMMON, False), (_PREFERRED, True)):
        phrase = pattern.search(text)
        if phrase and not any(("pref" in _telling(each)) is preferred for each in results):
            return phrase.group()
    for kind, pattern in _KINDS.items():
        phrase = pattern.search(text)
        if phrase and not any(each["inst_type"] == kind or _names(each, phrase.group()) for each in results):
            return phrase.group()
    return ""


def _has_symbol(security: Mapping[str, Any], typed: str) -> bool:
    key = symbol_key(typed)
    own = {symbol_key(security["symbol"]), symbol_key(bare_symbol(security["symbol"]))}
    return key in own or fold(typed) in fold(security["name"])


def _telling(security: Mapping[str, Any]) -> set[str]:
    return telling_tokens(f"{security['name']} {security['symbol'].split('.')[0]}")


def _names(security: Mapping[str, Any], words: str) -> bool:
    return fold(words) in name_tokens(security["name"])
