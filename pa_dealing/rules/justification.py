"""Rates a justification WEAK or GOOD by rules, with the reason, so that the person and compliance see the same."""

from __future__ import annotations

import re
from dataclasses import dataclass

from pa_dealing.models import DraftRequest

# A reason names an aim, a need or a view that compliance can weigh; each pattern is one kind of such a reason.
_REASONS = {
    "diversification": r"diversif|spread(?:ing)? (?:my |the )?risk|less concentrated|concentration|exposure|allocation",
    "rebalancing": r"rebalanc|re-balanc|target weight|reduce my (?:position|holding)|trim",
    "long-term saving": r"long[- ]?term|retire|pension|savings? plan|monthly plan|child|education|university",
    "income": r"dividend|income|yield|coupon|interest",
    "liquidity": r"liquidity|house|flat|mortgage|renovat|tax bill|pay(?:ing)? (?:my |the )?tax|cash|wedding|car\b"
    r"|deposit",
    "valuation": r"undervalu|overvalu|valuation|fundamentals|earnings|p/e|price[- ]to|book value|discount to|published",
    "sector view": r"sector|industry|electrif|energy transition|semiconductor|automation|demand|growth of|market share",
    "hedging": r"hedg|protect|downside|inflation|currency risk|interest rate",
    "loss or gain taking": r"tax loss|take (?:a )?profit|taking profits?|realis|stop loss|cut (?:my )?loss",
}
_EMPTY = re.compile(
    r"\b(?:good (?:investment|idea|stock|company|opportunity)|make (?:some )?money|i like it|just because|no reason|"
    r"why not|looks? (?:good|cheap)|feels? right|profit|invest(?:ment|ing)?|speculat\w*|fun)\b"
)
_TIP = re.compile(
    r"\b(?:tip(?:ped)?|rumou?rs?|heard (?:that|from|it)|friend|colleague|told me|inside|someone at|going to go up)\b"
)
MIN_WORDS = 6


@dataclass(frozen=True, slots=True)
class Rating:
    """WEAK or GOOD, and a sentence that says why."""

    quality: str
    reason: str


def states_an_aim(text: str) -> bool:
    """Whether a text names an aim, a need or a view that compliance can weigh."""
    return any(re.search(rf"\b(?:{pattern})", text.casefold()) for pattern in _REASONS.values())


def rate_justification(text: str) -> Rating:
    """The rating of `text`. GOOD needs a stated aim and enough words; a tip or a rumour is never one."""
    lowered = text.casefold()
    words = re.findall(r"[^\W\d_]{2,}", lowered)
    weak, good = DraftRequest.Quality.WEAK, DraftRequest.Quality.GOOD
    if _TIP.search(lowered):
        return Rating(weak, "It leans on what someone said; compliance needs your own reasoning.")
    if len(words) < MIN_WORDS:
        return Rating(
            weak, f"It has {len(words)} word{'' if len(words) == 1 else 's'}; say in a sentence what the trade is for."
        )
    kinds = [kind for kind, pattern in _REASONS.items() if re.search(rf"\b(?:{pattern})", lowered)]
    if kinds:
        return Rating(good, f"It states an aim: {', '.join(kinds[:3])}.")
    if _EMPTY.search(lowered):
        return Rating(weak, "It says that the trade is good, not what it is for.")
    if len(set(words)) >= 15:
        return Rating(good, "It explains the reasoning in detail.")
    return Rating(weak, "It names no aim, such as diversification, income, liquidity or a view on the company.")
