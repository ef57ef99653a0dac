"""What a question wants its answer to hold: its kind, by how it is asked. Pure.

A statement that shares all its words with a question and holds no answer of that kind does not answer it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from pursuit.answers import kinds
from pursuit.answers.periods import periods_in
from pursuit.answers.statements import Statement
from wording.phrases import patterns

_PATTERNS = patterns(Path(__file__).parent / "phrases/aspects_patterns.txt", re.I)


@dataclass(frozen=True, slots=True)
class Aspect:
    """One thing that is asked: its name, the words of the question that ask it, and what says it."""

    name: str
    words: str
    says: Callable[[Statement], bool]
    plain: re.Pattern[str] | None = None


_KINDS: tuple[tuple[str, Callable[[Statement], bool]], ...] = (
    ("age", kinds.has(kinds.AGE)),
    ("papers", kinds.papers),
    ("validity", kinds.valid),
    ("plan money", kinds.money(False)),
    ("own money", kinds.money(True)),
    ("money", kinds.money(False)),
    ("often", kinds.often),
    ("lead", kinds.ahead),
    ("duration", kinds.has(kinds.DURATION)),
    ("contact", kinds.place("contact")),
    ("person", kinds.has(kinds.ROLE)),
    ("fax", kinds.place("fax")),
    ("phone", kinds.place("phone")),
    ("address", kinds.place("address")),
    ("send", kinds.place("send")),
    ("place", kinds.place("")),
    ("measure", kinds.number),
    ("limited", kinds.has(kinds.LIMIT)),
    ("criteria", kinds.has(kinds.CONDITION)),
    ("reason", kinds.has(kinds.REASON)),
    ("process", kinds.has(kinds.DOES)),
)
_COMPILED = tuple((name, _PATTERNS[f"asks_{name.replace(' ', '_')}"], says) for name, says in _KINDS)
_COUNT = _PATTERNS["count"]
_AUTH_ASK = _PATTERNS["auth_ask"]
_REFERRAL_ASK = re.compile(r"\breferrals?\b|\brefer(?:red|s)?\b", re.I)
_COVER_ASK = _PATTERNS["cover_words"]
_YES_NO = _PATTERNS["yes_no"]


def aspects_of(question: str, carried: str = "") -> tuple[Aspect, ...]:
    """Everything that a question wants its answer to hold, the kind of answer first.

    A number that the question itself gives, or what was carried over to it, is no answer to it: "a
    three-day stay" says not how many days.
    """
    given = {number.lower() for number in _GIVEN.findall(f"{question} {carried}")}
    asked = _aspects_of(question)
    if not given:
        return asked
    own = re.compile(
        rf"\b(?:{'|'.join(sorted(map(re.escape, given)))})\b(?=[ -](?:\w+ )?(?:day|hour|week|month|year)s?\b)", re.I
    )
    return tuple(_without(aspect, own) if aspect.name in ("count", "duration", "lead") else aspect for aspect in asked)


def _without(aspect: Aspect, own: re.Pattern[str]) -> Aspect:
    """The aspect for statements without these numbers."""
    return replace(
        aspect, says=lambda statement: aspect.says(replace(statement, self_text=own.sub(" ", statement.self_text)))
    )


_GIVEN = re.compile(rf"\b({kinds.NUMBER})[ -](?:day|hour|week|month|year)s?\b", re.I)


def _aspects_of(question: str) -> tuple[Aspect, ...]:
    asked: list[Aspect] = []
    if count := _COUNT.search(question):
        # "How many hours ahead" counts hours.
        noun = re.sub(
            r"\s+(?:ahead|in advance|beforehand|before|early|earlier|of notice|notice)\b.*", "", count["noun"]
        )
        unit = re.escape(noun.split()[-1].rstrip("s"))
        plain = re.compile(rf"\b{kinds.NUMBER}[ -](?:[\w-]+ ){{0,3}}?{unit}", re.I)
        of_a_thing = re.search(r"\bof$", count["noun"]) or question[count.end() :].lstrip().startswith("of ")
        says = kinds.count(noun)
        if of_a_thing or periods_in(question):
            # "How many hours of care a week" is told in hours, a deadline in any unit.
            says = kinds.counted_in(noun, says)
        asked.append(Aspect("count", count[0], says, plain))
    for name, asks, says in _COMPILED:
        if any(aspect.name in _EXCLUDES.get(name, ()) for aspect in asked):
            continue
        if (hit := asks.search(question)) and not (name == "plan money" and kinds.MEMBER_PAYS.search(hit[0])):
            if name == "money":
                says = kinds.money(False, share=not kinds.BY_TIME.search(question))
            words = _COPAY if name == "own money" and _COPAY.search(question) else None
            asked.append(Aspect(name, hit[0], says, words))
            if name not in ("criteria", "limited"):
                break
    names = [aspect.name for aspect in asked]
    if (hit := _AUTH_ASK.search(question)) and not any(
        name in ("duration", "validity", "papers", "send", "fax", "phone") for name in names
    ):
        asked.append(Aspect("authorization", hit[0], kinds.authorised))
    if hit := _REFERRAL_ASK.search(question):
        asked.append(Aspect("referral", hit[0], kinds.referred))
    if not asked and (hit := _COVER_ASK.search(question)):
        asked.append(Aspect("coverage", hit[0], kinds.covered))
    for name, asks, answers in _WHETHER:
        if not asked and is_yes_or_no(question) and (hit := asks.search(question)):
            asked.append(Aspect(name, hit[0], kinds.has(answers)))
    return tuple(asked)


_COPAY = re.compile(r"\bco-?pay\w*|\bco-?insurance", re.I)
# Whether something must be, or may be.
_WHETHER = (
    (
        "any",
        _PATTERNS["whether_a"],
        re.compile(
            r"\bany\b|\bonly\b|\bmust\b|\bnetwork\b|\bparticipating\b|\bcontracted\b|\bchoose\b|\bchoice\b", re.I
        ),
    ),
    (
        "required",
        re.compile(r"\brequire\w*|\bneed\w*|\bmust\b|\bha(?:ve|s) to\b|\bnecessary\b|\bmandatory\b", re.I),
        _PATTERNS["whether_b"],
    ),
    ("permission", _PATTERNS["permission"], _PATTERNS["whether_c"]),
)
# A kind that is read into a question only where these are not.
_EXCLUDES = {
    "limited": (
        "count",
        "money",
        "own money",
        "plan money",
        "validity",
        "often",
        "duration",
        "measure",
        "age",
        "person",
    ),
    "measure": ("count",),
    "duration": ("count", "validity"),
    "often": ("count",),
    "money": ("count", "own money", "plan money"),
    "own money": ("count", "plan money"),
    "validity": ("count",),
    "plan money": ("count",),
    "criteria": ("count", "limited", "age", "person"),
    "process": ("count", "limited", "criteria"),
    "place": ("count",),
}


_PLAIN = {
    "lead": re.compile(r"\badvance\b|\bahead\b|\bnotice\b|\bbeforehand\b", re.I),
    "coverage": re.compile(r"\bcover(?:s|ed|age)\b|\bmedically necessary\b|\bbenefit\b|\bexclu\w+", re.I),
    "authorization": re.compile(r"\brequir\w+|\bneed\w*|\bnecessary\b|\byes\b|\bno\b|\bmust\b", re.I),
    "criteria": re.compile(r":$|\bcriteria\b|\bfollowing\b|\bwhen\b|\bmust\b", re.I),
    "limited": re.compile(r"\blimit\w*|\bmaximum\b|\bup to\b|\bno more than\b|\bceiling\b|\bcaps?\b", re.I),
    "often": kinds.EVERY,
    "own money": kinds.OWN_COST,
    "validity": re.compile(r"\blasts?\b|\bvalid\w*|\bexpir\w+|\bat a time\b", re.I),
}


def says_plainly(aspects: Sequence[Aspect], statement: Statement) -> bool:
    """Whether a statement uses the words in which such an answer is mostly given: which of two is the better quote."""
    patterns = (aspect.plain or _PLAIN.get(aspect.name) for aspect in aspects)
    return any(pattern.search(statement.self_text) for pattern in patterns if pattern)


def is_yes_or_no(question: str) -> bool:
    """Whether a question can be answered by yes or no."""
    return bool(_YES_NO.search(question))
