"""Where a sentence is cut: at a break after which something else is asked, by a verb or by its name. Pure."""

# A pattern that is broken over lines reads worse than a long one.
# ruff: noqa: E501

from __future__ import annotations

import re
from collections.abc import Iterator

from pursuit.questions.beginnings import (
    BEGINS,
    CONDITION,
    HOLDS,
    LEAD,
    LOOK,
    NO_SUBJECT,
    ORDERS,
    RUN_ON,
    SUBJECTS,
    WH,
    about,
    begins_question,
    without_lead,
)
from pursuit.questions.headings import is_row, topic_of
from pursuit.questions.names import cuts_name
from pursuit.words import AUX, asks_by_noun, tells

_RELATIVE = re.compile(
    r"(?:which|who|whom|whose|where|when)\b(?!\s+(?:is|are|was|were|do|does|did|can|could|will|would|should|has|have)\s+"
    r"(?:i|we|you|he|she|it|they|there|the|this|that|my|our|your|a|an)\b)",
    re.I,
)
_SOMEBODY = re.compile(
    r"(?:(?:patient|pt|member|client|mother|mom|mum|father|dad|parent|wife|husband|partner|spouse|son|daughter|child|kid|baby|brother|sister|"
    r"man|woman|boy|girl|person|people|someone|somebody|friend|colleague|boss|doctor|provider|surgeon|physician|nurse|therapist|specialist|"
    r"teacher|manager|supervisor|worker|owner|driver|landlord|tenant|neighbou?r|lawyer|customer|user|guest|employee|student|agent|author)s?|"
    r"(?-i:[A-Z])[a-z]+)$",
    re.I,
)
_BREAK = re.compile(
    r"(?P<strong>\s*[;:]\s+|\s+[–—-]{1,2}\s+|\s*—\s*|\s*\.{3,}\s*|\s+/\s+)|(?P<joined>\s*,?\s+(?:and|or|plus|but|&|\+|as well as|along with|also)(?:\s+|,\s*)(?:also\s+|then\s+)?,?\s*)|(?P<comma>\s*,\s+)"
    rf"|(?P<run>\s+)(?={RUN_ON})",
    re.I,
)
SHARED_END = re.compile(
    r"(?:(?:all|both)(?:\s+of\s+(?:this|these|it))?|this\s+is|it's\s+all|these\s+are)\s+(?P<end>(?:for|under|with|in|at|through|about)\s+.+)",
    re.I,
)
SAME = re.compile(r"(?:the\s+)?(?:same|ditto)\s+(?:\w+\s+)?(?:for|with|on)\b", re.I)
ONLY_SAME = re.compile(r"(?:the\s+)?(?:same|ditto|likewise)\W*$", re.I)
# "camping in Yosemite - reservations?"
_TURNED = re.compile(rf"(?:is|are|do|does|did|can|could|will|would|should|must|may)\s+(?!{NO_SUBJECT})\S", re.I)
# "I also need": the word belongs to the verb.
_BESIDE_VERB = re.compile(rf"\b(?:i|we|you|they|it|he|she|{AUX})$", re.I)
_ONE_WORD = re.compile(r"[a-z]+(?:\s[a-z]+)?\?")


def pieces(sentence: str) -> Iterator[str]:
    """The sentence cut where a new question begins, by a verb or by the name of what is asked."""
    start, series = 0, False
    row = (
        sentence.count(",") > 1
        and ":" not in sentence
        and asks_by_noun(sentence.split(",")[0])
        and not begins_question(sentence)
        and is_row(sentence)
    )
    # "I want to know whether …, and if a friend can": the last word asks too.
    holds = bool(HOLDS.search(sentence[:LOOK]) or ORDERS.match(sentence[:LOOK]))
    breaks = list(_BREAK.finditer(sentence))
    closed = _brackets(sentence)
    for place, found in enumerate(breaks):
        if found.start() in closed or found.start() < start:
            continue
        head = sentence[start : min(found.start(), start + LOOK)].strip()
        rest = sentence[found.end() : found.end() + LOOK]
        until = next((one.start() for one in breaks[place + 1 : place + 4] if not one["run"]), len(sentence))
        if found[0].strip().lower() == "also" and _BESIDE_VERB.search(head):
            continue
        if head and not re.sub(rf"^{LEAD}", "", head, flags=re.I).strip(" ,;:"):
            # "Second, what is …": the word only counts.
            start = found.end()
            continue
        if head and (
            (
                row
                and ("," in found[0] or (series and found["joined"]))
                and not re.search(r"\bor\b", found[0], re.I)
                and not ONLY_SAME.match(rest)
            )
            or _cuts(found, head, rest, holds)
            or cuts_name(found, head, sentence[found.end() : min(until, found.end() + LOOK)], series)
        ):
            yield head + _sign_of(found)
            row = row or (
                _sign_of(found) in (":", "–")
                and bool(topic_of(head))
                and not begins_question(head)
                and is_row(sentence[found.end() :])
            )
            start, series = found.end(), bool(found["comma"]) or found[0].strip() == "+"
    if sentence[start:].strip():
        yield sentence[start:].strip()


def _sign_of(found: re.Match[str]) -> str:
    sign = (found["strong"] or "").strip()
    if found[0].strip() == "+":
        return " +"
    return ":" if sign == ":" else "–" if sign in ("-", "–", "—", "--") else ""


def _brackets(sentence: str) -> frozenset[int]:
    """The places inside brackets that are closed again."""
    return frozenset(
        place for found in re.finditer(r"\([^()]{0,200}\)", sentence) for place in range(found.start() + 1, found.end())
    )


def _cuts(found: re.Match[str], head: str, rest: str, holds: bool) -> bool:
    """Whether something else is asked after this break. `holds` says that the sentence wants to know or to be told."""
    if about(rest.split(",")[0]) or (SHARED_END.match(rest) and found["strong"]) or SAME.match(rest):
        return True
    if ONLY_SAME.match(rest):
        return False
    if _after_heading((found["strong"] or "").strip(), head, rest):
        return True
    if found["run"] is not None:
        return _runs_on(head, rest)
    if re.match(rf"{LEAD}if\b[^,?]{{3,80}}?(?:,\s*|\s)(?={WH}|{RUN_ON})", rest, re.I):
        return True
    if holds and found["joined"] and re.match(rf"{LEAD}(?:if|whether)\b", rest, re.I):
        return True
    if "," in found[0] and _TURNED.match(rest) and (begins_question(head) or asks_by_noun(head)):
        return not _is_other_side(found, head, rest)
    if BEGINS.match(rest) is None or _tells_on(found, head, rest) or _is_other_side(found, head, rest):
        return False
    return _cuts_question(found, head, rest, holds)


def _cuts_question(found: re.Match[str], head: str, rest: str, holds: bool) -> bool:
    """Whether words that may begin a question do so here."""
    bare, asks = without_lead(rest), begins_question(head)
    if found["comma"] and CONDITION.match(head) and not asks:
        return True
    if re.match(rf"{LEAD}(?:i|we)(?:'d|\s+would)?\s+(?:also\s+)?(?:need|want|like)\b", rest, re.I):
        return True
    if ORDERS.match(rest) and not re.match(rf"{LEAD}(?:can|could|would|will)\s+(?:you|someone|anyone)\b", rest, re.I):
        # "How do I log in and check eligibility" orders nothing.
        polite = ORDERS.match(head) or re.match(r"(?:please|pls)\b", bare, re.I)
        return bool(polite or found["strong"] or not asks)
    if re.match(r"if\b", bare, re.I) and not re.search(r"\bif\b", head, re.I) and not holds:
        return False
    if found["comma"] and _RELATIVE.match(rest):
        return not _is_relative(head, rest)
    if re.match(r"(?:who|that|which)\b", bare, re.I) and re.search(r"\b(?:who|that)\b", head, re.I) and not asks:
        return False
    return asks or bool(found["strong"] or found["comma"]) or len(head.split()) > 2 or asks_by_noun(head)


def _after_heading(sign: str, head: str, rest: str) -> bool:
    """Whether the sign parts a heading from what is asked of it; a semicolon parts always."""
    if sign == ";":
        return True
    if sign not in (":", "-", "–", "—") or not topic_of(head):
        return False
    if is_row(rest):
        return True
    if sign == ":":
        return len(head.split()) < 5 and bool(re.match(r"[^.!]*\?", rest))
    return bool(_ONE_WORD.match(rest)) and not begins_question(head)


def _is_other_side(found: re.Match[str], head: str, rest: str) -> bool:
    """Whether "… or is it excluded" asks the same from its other side."""
    if not re.match(r"or\b", (found["joined"] or "").strip(" ,"), re.I):
        return False
    turned = re.match(rf"(?:{AUX})\s+(?!(?:i|we)\b)", rest, re.I)
    return bool(turned and re.match(rf"{LEAD}(?:{AUX})\b", head, re.I))


def _tells_on(found: re.Match[str], head: str, rest: str) -> bool:
    """Whether the statement goes on: "mom is 80, has Medicare, and …"."""
    return (
        found["strong"] is None
        and tells(head)
        and not begins_question(head)
        and bool(re.match(rf"(?:has|had|have|is|was|are|were)\s+(?!{SUBJECTS}\b)", rest, re.I))
        and not re.match(r"[^,;.]*\?", rest)
    )


def _runs_on(head: str, rest: str) -> bool:
    """Whether a question begins in the middle of words that have no sign before it."""
    last = head.split()[-1].lower().strip(",")
    if re.fullmatch(r"i|we|you|he|she|it|they|that|this|there|who|which", last) and re.match(
        rf"(?:{AUX})\b", rest, re.I
    ):
        return False
    if re.fullmatch(
        rf"(?:and|or|but|so|then|also|plus|not|that|than|as|if|whether|because|when|what|how|which|whom?|whose|where|why|often|many|much|long|soon|of|for|in|on|at|to|by|with|from|up|after|before|per|within|than|over|about|under|until|since|{AUX})",
        last,
    ) and not re.match(r"if\b", head, re.I):
        return False
    turned = re.match(r"(?:what|how|where|when|why|whom?|whose|which)\b", rest, re.I)
    if turned:
        if not re.match(rf"\S+(?:\s+\w+){{0,3}}?\s+(?:{AUX})\s+{SUBJECTS}\b", rest, re.I) and not (
            re.match(rf"{LEAD}(?:{AUX})\b", head, re.I) or asks_by_noun(head)
        ):
            return False
        return len(head.split()) >= 2 and not re.search(
            r"\b(?:depends?(?: on)?|says?|tells?|explains?|shows?|specify|states?|determines?|decides?|defines?|see|understand|learn|limits?|ask|know|figure out|find out|tell (?:me|us)|wonder(?:ing)?)$",
            head,
            re.I,
        )
    if begins_question(head) or re.search(r"\b(?:what|which|who|when|where|why|how|whether)\b", head, re.I):
        return False
    return len(head.split()) >= 2 and (tells(head) or asks_by_noun(head) or bool(CONDITION.match(head)))


def _is_relative(head: str, rest: str) -> bool:
    """Whether ", which …" tells about the word before it. In a row of questions it asks."""
    later = _BREAK.search(rest)
    place = re.search(r"\b(?:in|at|from|of|to|for|on|under|with)\s+(?:[A-Z]\w*\s?)+$", head)
    if re.match(r"who[ms]?\b", rest, re.I) and (place or not _SOMEBODY.search(head)):
        return False
    if re.match(
        r"(?:which|what)\s+(?!is\b|are\b|was\b|were\b|has\b|have\b|had\b|can\b|will\b|would\b|i\b|we\b|he\b|she\b|it\b|they\b|my\b|the\b)\w+(?:\s|$)",
        rest,
        re.I,
    ) and (begins_question(head) or asks_by_noun(head)):
        return False
    if later and "and" in later[0] and BEGINS.match(rest[later.end() :]) and not re.match(r"who\b|whose\b", rest, re.I):
        return False
    if re.match(r"(?:who|when|where)\b", rest, re.I) and (begins_question(head) or asks_by_noun(head)):
        # "… visits, who approves more" asks; "my mother, who lives there, …" tells of her.
        closes = later is not None and later["comma"] is not None and not BEGINS.match(rest[later.end() :])
        return closes or bool(re.match(r"who\b", rest, re.I) and _SOMEBODY.search(head))
    return True
