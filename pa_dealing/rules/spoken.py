"""The stored checks in the page's language.

What is stored is English, whoever handed the request in. A sentence is known again by the frame that it was made from,
so that an old request reads in Dutch as a new one does; a sentence that fits no frame stays as it was stored.
"""

from __future__ import annotations

import re
from datetime import datetime
from decimal import Decimal
from functools import cache
from typing import Any

from django.utils.formats import date_format
from django.utils.translation import get_language, gettext, gettext_noop as _

from pa_dealing.amounts import page_amount

_WHOLE = (
    _("Answered with yes first, and otherwise later."),
    _("Answered with yes."),
    _("Answered with no."),
    _("Not answered."),
    _("No value was given, so it was not compared."),
    _("No security was chosen, so its type is not known."),
    _("No security was chosen, so no holding was looked up."),
    _("A position in this security is on file."),
    _("No position in this security is on file."),
    _("No position in this security is on file; the request is to sell."),
    _("No justification was given."),
    _("No price per unit was given, so there is nothing to compare."),
    _("It explains the reasoning in detail."),
)
_FRAMES = (
    _("There is no exchange rate for %(currency)s, so it could not be compared with %(limit)s."),
    _("%(value)s at the rate of %(day)s is not above %(limit)s."),
    _("%(value)s at the rate of %(day)s is above %(limit)s."),
    _("%(value)s is not above %(limit)s."),
    _("%(value)s is above %(limit)s."),
    _("The instrument's type is %(kind)s, which is not a derivative."),
    _("The instrument's type is %(kind)s, which is a derivative."),
    _("Rated weak. %(why)s"),
    _("Rated good. %(why)s"),
    _("It states an aim: %(aims)s."),
    _("%(product)s, which differs from the value of %(value)s."),
    _("%(product)s, which fits the value of %(value)s."),
)
# What stands in a frame and is a word itself, and what a check was computed from.
_WORDS = (
    _("diversification"), _("hedging"), _("income"), _("liquidity"), _("loss or gain taking"), _("rebalancing"),
    _("sector view"), _("valuation"), _("equity"), _("bond"), _("fund"), _("option"), _("future"), _("commodity"),
    _("crypto"), _("warrant"), _("answer"), _("words"), _("threshold"), _("base currency"), _("currency"),
    _("base value"), _("rate date"), _("per euro"), _("inst type"), _("derivative types"), _("symbol"),
    _("existing position"), _("quality"), _("characters"), _("quantity"), _("unit price"), _("tolerance"),
    _("first words"), _("value"), _("swap"), _("etf"), _("fx"),
)  # fmt: skip
_LABELS = (_("Value threshold"), _("Quantity × price"))
_NUMBER = re.compile(r"\d[\d,]*(?:\.\d+)?")
_DAY = "%d %B %Y"


def spoken_trace(checks: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The checks of `trace_of` with their labels, sentences and the names of their inputs as the page says them."""
    if str(get_language()).startswith("en"):
        return checks
    return [
        {
            **check,
            "label": gettext(check["label"]),
            "sentence": spoken_sentence(check["sentence"]),
            "inputs": {gettext(name.replace("_", " ")): value for name, value in check["inputs"].items()},
        }
        for check in checks
    ]


def spoken_sentence(sentence: str) -> str:
    """A sentence of a check, or of the rating of a reason, in the page's language."""
    if sentence in _WHOLE or gettext(sentence) != sentence:
        return gettext(sentence)
    for frame, pattern in _patterns():
        if match := pattern.fullmatch(sentence):
            return gettext(frame) % {name: _part(name, text) for name, text in match.groupdict().items()}
    return sentence


@cache
def _patterns() -> list[tuple[str, re.Pattern[str]]]:
    parts = ((frame, re.escape(frame)) for frame in _FRAMES)
    return [(frame, re.compile(re.sub(r"%\\\((\w+)\\\)s", r"(?P<\1>.+?)", part))) for frame, part in parts]


def _part(name: str, text: str) -> str:
    if name == "why":
        return spoken_sentence(text)
    if name == "aims":
        return ", ".join(gettext(aim) for aim in text.split(", "))
    if name == "kind":
        return gettext(text)
    if name == "day":
        return date_format(datetime.strptime(text, _DAY), "j F Y")
    return _NUMBER.sub(lambda number: page_amount(Decimal(number[0].replace(",", ""))), text)
