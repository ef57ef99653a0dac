"""Whether after a break something else is asked for by its name alone: "the copay, and the visit limits". Pure."""

# A pattern that is broken over lines reads worse than a long one.

from __future__ import annotations

import re

from pursuit.questions.beginnings import ASKS_FOR, CONDITION, HOLDS, LEAD, ORDERS, begins_question
from pursuit.words import STATE, askables, asks_by_noun, is_state, names_askable, tells

_BETWEEN = re.compile(r"\b(?:between|both|versus|vs\.?)\b", re.I)
# Names that belong together: what stands after "and" is no question of its own.
_PAIRS = re.compile(
    r"\b(?:terms|rules|policies|name|names|date|eligibility|pros|forms|dos)\s+(?:and|&|or)\s+(?:conditions|regulations|procedures|address|addresses|time|benefits|cons|documents|don'?ts)\b",
    re.I,
)


def cuts_name(found: re.Match[str], head: str, segment: str, series: bool) -> bool:
    """Whether after this break something else is asked for by its name alone."""
    if (
        found["run"] is not None
        or not (asks_by_noun(segment) or found[0].strip() == "+")
        or (_BETWEEN.search(head) and found["joined"])
        or CONDITION.match(segment)
    ):
        return False
    if re.match(r"(?:or|but)\b", found[0].strip(" ,"), re.I):
        return False
    if _PAIRS.search(head.split()[-1] + " and " + segment):
        return False
    plus = found[0].strip() == "+" and (asks_by_noun(head) or begins_question(head) or asks_by_noun(segment))
    if plus and not tells(segment) and (series or len(head.split()) > 2):
        return True
    order, question = bool(ORDERS.match(head) or ASKS_FOR.search(head)), begins_question(head)
    names = asks_by_noun(head) and not question
    if (
        re.match(rf"{LEAD}(?:is|are|was|were)\b", head, re.I)
        and not re.search(rf"\b{STATE}", head, re.I)
        and re.search(rf"\b{STATE}\W*$", segment, re.I)
        and not found["strong"]
    ):
        # "Are cane tips, crutch pads and walker wheels billable": one question still.
        return False
    if not (order or names or question):
        # "patient is 67 - hcpcs code for a cane"; "pt needs a cane, copay and deductible".
        return bool(found["strong"]) or (bool(found["comma"]) and tells(head))
    if "," in found[0] or found["strong"] or re.search(r"also|plus|along with|as well as", found[0], re.I):
        return _is_complete(head, order or names) and not (question and not order and is_object(head, segment))
    if not (order or names) or not (names_askable(head) or HOLDS.search(head)):
        return False
    return _own_name(head, segment, series)


def _is_complete(head: str, by_name: bool) -> bool:
    return (
        by_name
        or len(head.split()) > 2
        or bool(re.fullmatch(r"how (?:long|often|many|much|soon|far)|when|where|who|why", head.strip(), re.I))
    )


def is_object(head: str, segment: str) -> bool:
    """Whether the segment goes on with a row of objects: "does it have a copay, a deductible or …"."""
    return bool(
        re.search(
            r"\b(?:have|has|need|needs|require|requires|cover|covers|include|includes|check|get|file|show|submit|send|with|without|for|of|on)\s+(?:an?\s+|the\s+|my\s+)?[\w-]*\s?[\w-]+$",
            head,
            re.I,
        )
        and names_askable(" ".join(head.split()[-2:]))
        and not is_state(segment)
    )


def _own_name(head: str, segment: str, series: bool) -> bool:
    """Whether what stands after "and" is asked for beside what stands before it, not together with it.

    `series` says that a comma has parted names before: "fare, duration and luggage allowance".
    """
    places = askables(segment)
    if not places:
        return bool(is_state(segment))
    first = segment[: places[0].end()].split()
    bare_head = len(head.split()) <= 2 and not re.search(r"\b(?:for|of|on)\b", head)
    if len(places) > 1 and len(first) == 1 and bare_head:
        # "coverage and limits policy number": the first two say which number.
        return False
    tail = re.search(r"\b(?:for|of|on|about)\s+([^,;]+)$", head, re.I)
    if not tail and re.search(r"\b(?:for|of|on)\s", segment, re.I) and _ends_in_name(head):
        # "the phone number and opening times for the consulate": both of the consulate.
        return False
    if re.match(r"(?:the|an?|any|its|their|our|my|what|if|whether|how)\b", segment, re.I):
        return True
    if tail:
        return not names_askable(tail[1].split()[-1]) or len(segment.split()) > 2
    return series or (not bare_head and _ends_in_name(head))


def _ends_in_name(head: str) -> bool:
    """Whether the last words name a thing that one can ask for."""
    places = askables(head)
    return bool(places) and places[-1].end() >= len(head.rstrip()) - 1
