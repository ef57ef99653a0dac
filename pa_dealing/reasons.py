"""Finds the reason that a person gives inside a longer message, and what is left without it. Pure functions."""

from __future__ import annotations

import re

from wording.compliance import flag_answers
from wording.directions import direction
from wording.quantities import classify_numbers

_BECAUSE = re.compile(
    r"\b(?:because|since (?:i|i'm|i've|my|the|it|they|we|our)\b|so that i\b|"
    r"as (?:i|i'm|my|we)\b(?! (?:said|mentioned))|"
    r"in order to|(?:my |the )?(?:reason|rationale|justification)(?: is|:| being|'s)|the idea is|"
    r"to (?:diversify|rebalance|hedge|reduce|fund|pay|save|spread|free up|finance|lock in|protect|lower|balance)\b|"
    r"for (?:(?:the )?(?:diversification|income|liquidity|hedging)\b|(?:my|our|the) (?:\w+'s )?"
    r"(?:pension|retirement|education|savings)\b|long[- ]term|retirement\b))",
    re.IGNORECASE,
)
_SENTENCE = re.compile(r"[^.;!?\n]+(?:[.](?=\S)[^.;!?\n]+)*[.;!?\n]*")
# Where a reason that comes first gives way to the wish itself.
_LEADING_END = re.compile(
    r",\s*(?=(?:i|i'd|i'm|we|please|can|could|so|buy|sell)\b)|"
    r"\s(?=(?:i'd like|i would like|i want|i wish|i plan|i intend|please|can i|could i)\b)",
    re.IGNORECASE,
)
_CORRECTION = re.compile(
    r"\s*(?:sorry|wait|actually|correction|i meant|i mean|change|make (?:it|that)|no[,:]? (?:wait|sorry|the|it)|"
    r"(?:the )?(?:quantity|value|amount|number|price|security|direction|currency)\b)",
    re.IGNORECASE,
)
_ANOTHER_NAME = re.compile(
    r"\s*(?:sorry|no|wait)?[,. ]*(?:i meant|i mean|change (?:it|that|the (?:security|stock|share|company)) to)\b",
    re.IGNORECASE,
)
MIN_WORDS = 3


def reason_in(text: str) -> str:
    """The passage that says why, as it is written; "" when there is none of at least three words."""
    span = _span(text)
    reason = text[slice(*span)].strip(" ,;.:-\n") if span else ""
    return reason if len(reason.split()) >= MIN_WORDS else ""


def without_reason(text: str) -> str:
    """The text with the reason blanked out, so that its numbers and names are not read as facts; offsets stay."""
    span = _span(text)
    if span is None:
        return text
    start, end = span
    return text[:start] + "." + " " * (end - start - 1) + text[end:] if end > start else text


def is_correction(text: str) -> bool:
    """Whether a message mends a fact ("sorry, it is 300 shares") though a reason was asked for."""
    if len(text) > 120:
        return False
    if _ANOTHER_NAME.match(text) and len(text.split()) <= 8:
        return True
    found = _CORRECTION.match(text)
    return bool(found) and (bool(classify_numbers(text)) or direction(text) is not None)


def _span(text: str) -> tuple[int, int] | None:
    """Where the reason stands: from its first word to the end of the sentences that go on with it."""
    found = _BECAUSE.search(text)
    if found is None:
        return None
    start, end = found.start(), len(text)
    if not any(character.isalnum() for character in text[:start]) and (cut := _LEADING_END.search(text, found.end())):
        return start, cut.start()
    for sentence in _SENTENCE.finditer(text, start):
        if sentence.start() > start and _is_another_matter(sentence.group()):
            end = sentence.start()
            break
    inside, outside = text[start:end], text[:start] + text[end:]
    if direction(inside) is not None and direction(outside) is None:
        return None
    return start, min(end, _tail_of_facts(text, start, end))


def _is_another_matter(sentence: str) -> bool:
    """Whether a sentence goes on with facts: the compliance answers, an amount, a quantity."""
    flags = flag_answers(sentence)
    if flags.inside is not None or flags.related is not None:
        return True
    return any(item.role in ("quantity", "money", "price") for item in classify_numbers(sentence))


def _tail_of_facts(text: str, start: int, end: int) -> int:
    """A last part behind a comma that is only an amount or a compliance answer is no part of the reason."""
    for comma in reversed([found.start() for found in re.finditer(r",(?!\d)", text[:end]) if found.start() > start]):
        tail = text[comma + 1 : end]
        if len(tail.split()) > 8 or not _is_another_matter(tail):
            break
        end = comma
    return end
