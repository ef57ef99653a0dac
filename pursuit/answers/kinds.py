"""Whether a statement holds an answer of the kind that was asked for: a sum, a date, a role, a place. Pure.

Each function gives or is a test of one statement; the questions that want them stand in `aspects`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from pursuit.answers.statements import Statement
from pursuit.words import WORD, concepts, meanings
from wording.phrases import patterns

_PATTERNS = patterns(Path(__file__).parent / "phrases/kinds_patterns.txt", re.I)

_SMALL = _PATTERNS["small"].pattern
NUMBER = _PATTERNS["number"].pattern
_TIME = _PATTERNS["time"].pattern
DURATION = _PATTERNS["duration"]
MONEY = _PATTERNS["money"]
_CURRENCY = re.compile(rf"[$€£]\s?\d|\b{NUMBER}\s?(?:dollars?|cents?)\b", re.I)
# A sum from which on something holds is no price.
_ABOVE = re.compile(
    r"\b(?:above|over|below|under|more than|less than|exceed\w*|at least|costing) [$€£]\s?[\d,.]+", re.I
)
MEMBER_PAYS = _PATTERNS["member_pays"]
_PLAN_PAYS = re.compile(
    r"\breimburs\w+|\bpaid\b|\bpays\b|\bwe pay\b|\ballowance\b|\bincentive\b|\bper mile\b|\brate\b|\bmaximum of\b", re.I
)
BY_TIME = _PATTERNS["by_time"]
_NOTHING = re.compile(r"\b(?:nothing|free|no charge|no cost)\b|\$0\b", re.I)
OWN_COST = _PATTERNS["own_cost"]
AGE = _PATTERNS["age"]
EVERY = _PATTERNS["every"]
LIMIT = _PATTERNS["limit"]
ROLE = _PATTERNS["role"]
_PHONE = re.compile(r"(?:\+?1[-. ])?\(?\d{3}\)?[-. ]\d{3}[-. ]\d{4}\b|\b1-8\d\d-[\dA-Z-]{7,}|\b\d{3}-\d{4}\b|\b711\b")
_ADDRESS = _PATTERNS["address"]
_ONLINE = _PATTERNS["online"]
_SITE = re.compile(r"\bhttps?://|\bwww\.|\b[\w.-]+@[\w.-]+\.\w+|\bportal\b|\bonline\b|\be-?mail\b", re.I)
_CHANNEL = _PATTERNS["channel"]
_PLACE = re.compile(r"\b(?:at|in|from|through|to|by) (?:an? |the |any |its |their )?\w+", re.I)
PAPER = _PATTERNS["paper"]
BRINGS = _PATTERNS["brings"]
DOES = _PATTERNS["does"]
CONDITION = _PATTERNS["condition"]
_COVERS = _PATTERNS["covers"]
_AUTH_SAYS = _PATTERNS["auth_says"]
_CONDITIONAL = re.compile(r"^(?:after|if|when|once|unless|for)\b[^,]{0,120},\s*|^after\b.{0,60}?\b(?=the\b)", re.I)
_BEFORE = re.compile(r"\badvance\b|\bahead\b|\bnotice\b|\bbefore\w*\b|\bprior\b|\bearl(?:y|ier)\b|\bat least\b", re.I)
_AUTH, _REFERRAL = "#prior authorization", "#referral"


REASON = _PATTERNS["reason"]


def has(pattern: re.Pattern[str]) -> Callable[[Statement], bool]:
    return lambda statement: bool(pattern.search(statement.self_text))


def number(statement: Statement) -> bool:
    return bool(re.search(rf"\b{NUMBER}\b", statement.self_text, re.I))


def authorised(statement: Statement) -> bool:
    """A statement on authorisation: in its own words, or under a heading on it."""
    meant = concepts(statement.self_text)
    if _AUTH in meant:
        return bool(_AUTH_SAYS.search(statement.self_text))
    return _AUTH in concepts(statement.label) and bool(_AUTH_SAYS.search(statement.self_text))


def referred(statement: Statement) -> bool:
    return _REFERRAL in concepts(statement.self_text) or (
        _REFERRAL in concepts(statement.label) and bool(_AUTH_SAYS.search(statement.self_text))
    )


def covered(statement: Statement) -> bool:
    """A statement on coverage: not one that only says what needs authorisation first."""
    if not _COVERS.search(statement.self_text):
        # An item of a list of what is covered, or of what is not.
        return bool((_EXCLUSIONS if statement.kind == "sentence" else _LISTED).search(statement.label))
    if _AUTH not in concepts(statement.self_text):
        return True
    return bool(_PATTERNS["is_covered"].search(statement.self_text))


def ahead(statement: Statement) -> bool:
    """So much time before something."""
    return bool(DURATION.search(statement.self_text) and _BEFORE.search(f"{statement.self_text} {statement.label}"))


_EXCLUSIONS = re.compile(r"\bnot (?:covered|included|paid|a benefit|part of)|\bexclu\w+|\bnon-?covered", re.I)
_LISTED = re.compile(rf"{_EXCLUSIONS.pattern}|\bcover(?:s|ed|age)?\b|\bbenefits?\b|\bincluded\b|\bpays? for\b", re.I)


def money(own: bool, share: bool = True) -> Callable[[Statement], bool]:
    """An amount of money, or a share of one; with `own` it is what the member pays."""
    kind = MONEY if share else _CURRENCY

    def says(statement: Statement) -> bool:
        text = _ABOVE.sub(_unless_at_most, statement.self_text)
        if not kind.search(text):
            return False
        if not own or OWN_COST.search(f"{statement.self_text} {statement.label}") or _NOTHING.search(text):
            return True
        # A sum stands for what it costs, unless the plan pays it; a share alone may be of anything.
        return bool(_CURRENCY.search(text)) and not _PLAN_PAYS.search(statement.self_text)

    return says


def _unless_at_most(match: re.Match[str]) -> str:
    """A sum from which on something holds is taken out; "never more than $35" is a price."""
    before = match.string[max(0, match.start() - 20) : match.start()]
    return match[0] if re.search(r"\b(?:no|not|never)\b", before, re.I) else " "


def papers(statement: Statement) -> bool:
    """What is sent along."""
    return bool(PAPER.search(statement.self_text) and BRINGS.search(statement.self_text))


def often(statement: Statement) -> bool:
    """Every so often, or every so long."""
    return bool(EVERY.search(statement.self_text) or DURATION.search(statement.self_text))


def valid(statement: Statement) -> bool:
    """For how long an authorisation holds."""
    about = concepts(f"{statement.self_text} {statement.label} {statement.before}")
    return bool(
        _DAYS.search(statement.self_text)
        and _HOLDS.search(statement.self_text)
        and about & {_AUTH, _REFERRAL, "#prescribe", "#renew"}
    )


_DAYS = _PATTERNS["days"]
_HOLDS = _PATTERNS["holds"]


def count(noun: str) -> Callable[[Statement], bool]:
    """A number of what is counted; time counts as time in any unit, and what is no time never does."""
    wanted = frozenset().union(*(meanings(word) for word in WORD.findall(noun))) if noun else frozenset()
    is_time = bool(re.fullmatch(rf"(?:.*\s)?{_TIME}", noun, re.I))
    anything = not wanted or bool(
        re.fullmatch(r"(?:times?|units?|tries|attempts?|more|of (?:them|those|these))", noun, re.I)
    )

    def says(statement: Statement) -> bool:
        text = _CONDITIONAL.sub("", statement.self_text)
        if is_time:
            return bool(DURATION.search(text))
        for match in re.finditer(rf"(?<![\w.-])(?:{NUMBER}|once|twice|unlimited)\b(?!\s?(?:%|percent))", text, re.I):
            near = WORD.findall(_STOPS.split(text[match.end() : match.end() + 60])[0])[:4]
            if near and re.fullmatch(_TIME, near[0], re.I):
                continue
            if any(meanings(word) & wanted for word in near):
                return True
            if anything and LIMIT.search(text):
                return True
        # "Batteries are supplied at 24 for each aid": the thing counted, a number, and for what.
        held = concepts(f"{text} {statement.label}") & wanted
        return bool(held and re.search(rf"\b{NUMBER}\b", text, re.I) and LIMIT.search(text))

    return says


def counted_in(noun: str, says: Callable[[Statement], bool]) -> Callable[[Statement], bool]:
    """The test for a count of time that is told in its own unit; what is no time is tested as before."""
    unit = re.fullmatch(r"(?:.*\s)?(?P<unit>minute|hour|day|week|month|year)s?(?:\s+of)?", noun, re.I)
    if unit is None:
        return says
    measured = re.compile(rf"\b{NUMBER}(?:\s*\(\d+\))?[ -](?:[\w-]+ )?{unit['unit']}", re.I)
    return lambda statement: bool(measured.search(statement.self_text)) and says(statement)


_STOPS = re.compile(
    r"[,;:.()]|\b(?:may|is|are|was|were|must|can|will|with|who|that|for|to|in|on|at|before|after|if|when|and|or|of)\b",
    re.I,
)


def place(kind: str) -> Callable[[Statement], bool]:
    def says(statement: Statement) -> bool:
        text = statement.self_text
        if kind == "fax":
            return bool(re.search(r"\bfax", text, re.I)) and bool(_PHONE.search(text))
        if kind == "phone":
            return bool(_PHONE.search(re.sub(r"(?i)\bfax\w*\W+(?:\w+\W+){0,3}?(?=[\d(+])[\d().\s+-]{7,}", " ", text)))
        if kind == "address":
            return bool(_ADDRESS.search(text)) or bool(_ONLINE.search(text))
        if kind == "contact":
            return any(pattern.search(text) for pattern in (_PHONE, _ONLINE, _CHANNEL))
        if kind == "send":
            return any(statement.search(text) for statement in (_PHONE, _ADDRESS, _SITE)) or bool(
                re.search(r"\bto the\b|\bthrough the\b", text) and _CHANNEL.search(text)
            )
        return any(statement.search(text) for statement in (_PHONE, _ADDRESS, _ONLINE, _CHANNEL, _PLACE))

    return says
