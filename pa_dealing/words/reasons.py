"""Finds the reason that a person gives inside a longer message, and what is left without it. Pure functions."""

from __future__ import annotations

import re
from pathlib import Path

from pa_dealing import hints
from pa_dealing.rules import states_an_aim
from wording.amounts import classify_numbers, find_currencies
from wording.answers import is_cancel, starts_over, yes_or_no
from wording.attribution import statements
from wording.compliance import FlagAnswers, flag_answers
from wording.compliance_topics import may_be_inside, may_be_related
from wording.directions import direction, negated
from wording.phrases import patterns

_PHRASES = patterns(Path(__file__).parent / "phrases/reasons.txt", re.IGNORECASE)

_SENTENCE = re.compile(r"[^.;!?\n]+(?:[.](?=\S)[^.;!?\n]+)*[.;!?\n]*")
MIN_WORDS = 3
# What a passage is shows at its beginning.
MAX_JUDGED = 600
DO = "something to be done"
UNCLEAR = "something else"
SHORT, A_MATTER = "too short to be a reason", "a matter for compliance"
MOST_WORDS_OF_GOING_ON, _MOST_OF_A_NAME = 12, 8
REASON_QUESTIONS = (hints.MISSING_JUSTIFICATION, hints.COACHING_REQUIRED)


def goes_on(text: str) -> bool | None:
    """Whether an answer to coaching goes on with the reason as it is: True, or False for "no"; None for anything else.

    "Yes, go on" and "leave it as it is" go on; "don't proceed" does not.
    """
    if asks(text) or len(text.split()) > MOST_WORDS_OF_GOING_ON:
        return None
    if (answer := yes_or_no(text)) is not None:
        return answer
    if proceeds := _PHRASES["proceeds"].search(text):
        return not negated(text, proceeds.span())
    return None


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
    if len(text) > 120 or reason_in(text):
        return False
    if _PHRASES["another_name"].search(text) and len(text.split()) <= _MOST_OF_A_NAME:
        return True
    match = _PHRASES["correction"].match(text)
    return bool(match) and (bool(classify_numbers(text)) or direction(text) is not None)


def is_greeting(text: str) -> bool:
    """Whether the text only greets, thanks or takes leave."""
    return len(text) < 60 and bool(_PHRASES["greeting"].match(text))


def changes_the_reason(text: str) -> bool:
    """Whether a message puts a reason in the place of another: "actually, …", "my real reason is …"."""
    return bool(_PHRASES["correction"].match(text) or _PHRASES["other_reason"].search(text))


def asks(text: str) -> bool:
    """Whether a message only asks, with or without its mark: "when will I hear back"."""
    rest = statements(text)
    return not any(character.isalnum() for character in rest) or bool(_PHRASES["asks"].match(rest))


def without_advice_asked(text: str) -> str:
    """The text with what asks for an opinion blanked out: "should I buy Nvidia or AMD?" orders nothing."""
    return _PHRASES["asks_advice"].sub(lambda match: " " * len(match.group()), text)


def without_questions(text: str) -> str:
    """The text without the questions that it begins or ends with."""
    rest = statements(text)
    kept = rest.strip()
    start = rest.find(kept)
    return text[start : start + len(kept)]


def no_reason(passage: str, *, must_say_why: bool = True) -> str:
    """What a passage plainly is, when it is no reason for a trade; "" when it may be one.

    What no model has called a reason `must_say_why`: a statement that nothing else explains is UNCLEAR, and it is asked
    whether it is the reason.
    """
    text = passage[:MAX_JUDGED]
    if (order := _PHRASES["command"].match(text)) and not reason_in(text):
        return DO if order["act"] else "a request for help"
    if asks(text):
        return "a question"
    if is_greeting(text) or yes_or_no(text) is not None or is_cancel(text) or starts_over(text):
        return "the answer to another question"
    if flag_answers(text) != FlagAnswers() or may_be_inside(text) or may_be_related(text):
        return A_MATTER
    if reason_in(text) or (states_an_aim(text) and not any(item.role == "quantity" for item in classify_numbers(text))):
        return ""
    if of_another := _of_another_question(text):
        return of_another
    if len(text.split()) < MIN_WORDS:
        return SHORT
    return UNCLEAR if must_say_why and _is_unclear(text) else ""


def _is_unclear(text: str) -> bool:
    """Whether a passage that is nothing else shows no view of the trade, or points at what is going on here."""
    return not _PHRASES["view"].search(text) or points_here(text) or direction(text) is not None


def points_here(text: str) -> bool:
    """Whether a passage speaks of this talk, its questions or how long they take."""
    return bool(_PHRASES["of_the_answer"].search(text) or _PHRASES["points_here"].search(text))


def _of_another_question(text: str) -> str:
    """Whether a passage without an aim holds what other questions ask for: a direction, an amount, a refusal."""
    if (
        is_correction(text)
        or (_PHRASES["another_name"].search(text) and len(text.split()) <= _MOST_OF_A_NAME)
        or _PHRASES["of_a_field"].match(text)
        or _PHRASES["would_rather"].match(text)
    ):
        return "a change of something else"
    numbers = classify_numbers(text)
    mention = direction(text)
    # "Part of my plan to invest in wind" says what for.
    # "Their product sells well, I expect" orders nothing; so long a statement without a number is asked about.
    orders = mention is not None and not mention.text.casefold().startswith("invest")
    if (orders and len(text.split()) <= _MOST_OF_A_NAME) or any(
        item.role in ("quantity", "money", "price") for item in numbers
    ):
        return "about the trade itself"
    if numbers and len(text.split()) < 2 * MIN_WORDS:
        return "the answer to another question"
    if _PHRASES["to_the_assistant"].search(text):
        return "said to me, and not of the trade"
    bare = not re.search(r"[^\W\d_]{3,}", "".join(part for part in _outside(text)))
    return "the answer to another question" if bare or _PHRASES["refuses"].match(text) else ""


def _outside(text: str) -> list[str]:
    """What is left of a text without its numbers and currencies."""
    spans = [(m.start, m.end) for m in find_currencies(text)] + [(n.start, n.end) for n in classify_numbers(text)]
    return [character for place, character in enumerate(text) if not any(a <= place < b for a, b in spans)]


def _span(text: str) -> tuple[int, int] | None:
    """Where the reason stands: from its first word to the end of the sentences that go on with it."""
    match = _PHRASES["because"].search(text)
    if match is None:
        return None
    start, end = match.start(), len(text)
    if not any(character.isalnum() for character in text[:start]) and (
        cut := _PHRASES["leading_end"].search(text, match.end())
    ):
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
    for comma in reversed([match.start() for match in re.finditer(r",(?!\d)", text[:end]) if match.start() > start]):
        tail = text[comma + 1 : end]
        if len(tail.split()) > 8 or not _is_another_matter(tail):
            break
        end = comma
    return end
