"""Which kind of answer a question wants, told by examples; and whether a statement holds one, told by its form. Pure.

A statement that shares all its words with a question and holds no answer of that kind does not answer it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from pathlib import Path

from dialogue import learnt
from pursuit.answers.statements import Statement
from pursuit.words import WORD, concepts, holds, meanings
from wording.phrases import patterns

PATTERNS = patterns(Path(__file__).with_name("patterns.txt"), re.I)
NUMBER = PATTERNS["number"].pattern
DURATION = PATTERNS["duration"]
# Below this margin no kind is asked for.
_SURE = 0.1
_MAY = re.compile(r"(?:and |also |but |so )*(?:can|may|could|should)\b", re.I)
# "When does the plan pay for braces?" asks for a condition, which may be a time.
_WHEN_COVERED = re.compile(
    r"\bwhen (?:do|does|will|would|is|are)\b.*\b(?:pay|cover(?:ed)?|paid|approved?) (?:for\b)?", re.I
)
# "When does a call count as a visit?" asks for no time.
_WHEN_COUNTED = re.compile(r"\bwhen (?:do|does|will|would|is|are)\b.*\b(?:count|treat|consider)\w*\b.*\bas\b", re.I)
_COUNTED = re.compile(r"\b(?:how many|number of) (?P<noun>(?!an?\b|per\b)(?:more |of )?[\w-]+(?: [\w-]+){0,2})", re.I)
_ADDRESS = PATTERNS["asks_address"]
_PAPERS = PATTERNS["asks_papers"]
_NUMBER_OF = re.compile(r"\W*(?:what(?:'s| is| are) )?(?:the |max(?:imum)? )?number of\b", re.I)
_TIME = re.compile(rf"(?:.*\s)?{PATTERNS['time'].pattern}", re.I)
_CURRENCY = re.compile(rf"[$€£]\s?\d|\b{NUMBER}\s?(?:dollars?|cents?)\b|\b(?:nothing|free|no charge|no cost)\b", re.I)
# A sum from which on something holds is no price; "never costs more than $35" is one.
_ABOVE = PATTERNS["from_a_sum"]
_PLAN_PAYS = re.compile(
    r"\breimburs\w+|\bwe pay\b|\ballowance\b|\bincentive\b|\bper mile\b|\brate\b|\bmaximum of\b", re.I
)
_EXCLUSIONS = re.compile(r"\bnot (?:covered|included|paid|a benefit|part of)|\bexclu\w+|\bnon-?covered", re.I)
_LISTED = re.compile(rf"{_EXCLUSIONS.pattern}|\bcover(?:s|ed|age)?\b|\bbenefits?\b|\bincluded\b|\bpays? for\b", re.I)
_BRINGS = PATTERNS["brings"]
_FAX = re.compile(r"(?i)\bfax\w*\W+(?:\w+\W+){0,3}?(?=[\d(+])[\d().\s+-]{7,}")
_CONDITION = re.compile(r"^(?:after|if|when|once|unless|for)\b[^,]{0,120},\s*|^after\b.{0,60}?\b(?=the\b)", re.I)
_IF = PATTERNS["on_condition"]
_EARLY = re.compile(r"(?:and |so )?how (?:early|far (?:ahead|in advance)|much (?:advance )?notice|long before)\b", re.I)
_AHEAD = re.compile(r"\b(?:advance|ahead|notice|before\w*|prior|earl(?:y|ier)|at least)\b", re.I)
# "How far away must they live": a distance, and no time.
_FAR = re.compile(r"\bhow far\b(?!.{0,30}\b(?:ahead|advance|back|before|early|along)\b)", re.I)
_RATE = re.compile(r"\b(?:hourly|rate|per hour|per mile|an hour)\b", re.I)
_ANY = re.compile(r"\b(?:any|whichever|whatever)\s\w", re.I)
_CHOICE = re.compile(r"\b(?:any|only|must|network|participating|contracted|choose|choice)\b", re.I)
# "Within how many days": how long is asked, and nothing counted.
_NTH = r"\d+(?:st|nd|rd|th)|first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|twelfth"
_FROM_THE_NTH = re.compile(rf"\b(?:after|from|beyond|past)\s+(?:the\s+)?(?:{_NTH})$", re.I)
_UNIT = re.compile(r"(?:business |calendar |working |full )?(?:minute|hour|day|week|month|year)s?\b", re.I)
# "How long is the approval good": after how long something is approved is no answer.
VALIDITY = "validity"
# "How much notice": how long before.
NOTICE = "notice"
# "What percent do they pay": what the member pays is no answer.
_PLANS_SHARE = "share"
_FIRST_ONLY = re.compile(rf"\b(?:first|initial|next)\s+{NUMBER}\b", re.I)
_NO_NOUN, _RATED = PATTERNS["no_noun"], PATTERNS["rated"]
_STOPS = PATTERNS["stops"]
_BY_NAME = re.compile(r"\b(?:by|through|to) (?:the )?[A-Z][a-z]+")
_OF = {"approval": "#prior authorization", "referral": "#referral"}
_PLAIN = {
    "cost": frozenset({"#copay"}),
    "limit": frozenset({"limit", "maximum", "ceil", "unlimit"}),
    "approval": frozenset({"need", "requir"}),
    "coverage": (_COVER := frozenset({"cover", "exclud", "benefit"})),
    "condition": _COVER,
    "time": frozenset({"deadlin", "withi"}),
    "often": frozenset({"everi", "each"}),
}


def kind_of(question: str) -> str:
    """The kind of answer that a question wants, "other" where it is none that has a form."""
    kind, margin = learnt("pursuit.answers").tell(" ".join(question.split()))
    kind = kind if margin >= _SURE else "other"
    if _ADDRESS.search(question):
        return "place"
    if _PAPERS.match(question):
        return "papers"
    if _FAR.search(question) or (kind == "other" and _NUMBER_OF.match(question)):
        return "number"
    if kind == "time" and _WHEN_COUNTED.search(question):
        return "other"
    if kind in ("time", "other") and _WHEN_COVERED.search(question):
        return "condition"
    return "permission" if kind == "other" and _MAY.match(question) else kind


def counted(question: str) -> str:
    """What a question counts: "visits" of "how many visits are covered"; "" where it counts nothing."""
    match = _COUNTED.search(question)
    for noun in (VALIDITY, _PLANS_SHARE):
        if PATTERNS[f"asks_{noun}"].search(question):
            return noun
    if _FAR.search(question):
        return "miles"
    if match is None and _RATE.search(question):
        return "rate"
    if match is None and _EARLY.match(question):
        return NOTICE
    if match is None and _ANY.search(question):
        return "any"
    return _NO_NOUN.split(f" {match['noun']}")[0].strip() if match else ""


def is_time(noun: str) -> bool:
    """Whether what is counted is time: "how many days" asks how long."""
    return _UNIT.match(noun) is not None


def says(kind: str, statement: Statement, noun: str = "", *, at_first: bool = False) -> bool:
    """Whether a statement holds an answer of this kind; `noun` is what is counted, `at_first` of the first of them."""
    if noun == VALIDITY:
        return bool(DURATION.search(statement.self_text) and PATTERNS["lasts"].search(statement.self_text))
    if noun == _PLANS_SHARE:
        own = PATTERNS["share_of_member"].search(f"{statement.self_text} {statement.label}")
        return bool(PATTERNS["is_share"].search(statement.self_text)) and not own
    if kind == "number" and noun:
        return _counts(noun, statement, at_first=at_first)
    if kind == "permission" and noun:
        return bool(_CHOICE.search(statement.self_text))
    if kind == "time" and noun and not is_time(noun):
        return bool(DURATION.search(statement.self_text) and _AHEAD.search(f"{statement.self_text} {statement.label}"))
    if kind == "money" and noun:
        # "What is the hourly rate" is told as a sum.
        return bool(_CURRENCY.search(statement.self_text))
    test = _SAYS.get(kind)
    return test is None or test(statement)


def says_plainly(kind: str, statement: Statement) -> bool:
    """Whether a statement has the word or the form in which such an answer is mostly given."""
    if kind == "place":
        return _has("phone", "address", "online")(statement)
    if kind == "person":
        return re.search(r"\bby\b", statement.self_text) is not None
    plain = _PLAIN.get(kind)
    return plain is not None and bool(plain & concepts(statement.self_text))


def _has(*names: str) -> Callable[[Statement], bool]:
    return lambda statement: any(PATTERNS[name].search(statement.self_text) for name in names)


def _priced(text: str) -> str:
    return _ABOVE.sub(lambda match: match[0] if match["not"] else " ", text)


def _cost(statement: Statement) -> bool:
    """What the member pays: an amount, or a share that is said to be the member's; not what the plan pays."""
    text = _priced(statement.self_text)
    if not PATTERNS["money"].search(text):
        return False
    own = PATTERNS["own_cost"].search(f"{statement.self_text} {statement.label}")
    return bool(own) or (bool(_CURRENCY.search(text)) and not _PLAN_PAYS.search(text))


def _needs(kind: str) -> Callable[[Statement], bool]:
    """On an approval or a referral, in its own words or under a heading on it."""

    def test(statement: Statement) -> bool:
        about = concepts(f"{statement.self_text}\n{statement.label}")
        # An item says what its list says: "Services that require authorization:".
        says_it = statement.label if statement.kind == "item" else statement.self_text
        return _OF[kind] in about and bool(PATTERNS["auth_says"].search(f"{statement.self_text}\n{says_it}"))

    return test


def _covered(statement: Statement) -> bool:
    """On coverage: not one that only says what needs authorisation first."""
    text = statement.self_text
    if not PATTERNS["covers"].search(text):
        # An item of a list of what is covered, or of what is not.
        return bool((_EXCLUSIONS if statement.kind == "sentence" else _LISTED).search(statement.label))
    return _OF["approval"] not in concepts(text) or bool(PATTERNS["is_covered"].search(text))


def _sent(statement: Statement) -> bool:
    """Where something goes: an address of any kind, or a desk that it goes to."""
    text = statement.self_text
    where = re.search(r"\b(?:to|through|at|from|in|on|by) (?:the|an?)\b", text)
    return _has("phone", "address", "online")(statement) or bool(where and PATTERNS["channel"].search(text))


def _does(statement: Statement) -> bool:
    """Somebody who does something: not what something is done to, "programs are authorized in blocks"."""
    by_name = _BY_NAME.search(statement.self_text)
    return bool(by_name or PATTERNS["role"].search(PATTERNS["is_done_to"].sub(" ", statement.self_text)))


def _counts(noun: str, statement: Statement, *, at_first: bool) -> bool:
    """A number of what is counted; time counts as time in its own unit or any, and what is no time never does."""
    # What holds of the first eight is no number of all.
    text = _CONDITION.sub("", statement.self_text)
    text = text if at_first else _FIRST_ONLY.sub(" ", text)
    wanted = frozenset().union(*(meanings(word) for word in WORD.findall(noun)))
    if _TIME.fullmatch(noun):
        return bool(DURATION.search(text))
    numbers = rf"{NUMBER}|once|twice|unlimited|{_NTH}"
    for match in re.finditer(rf"(?<![\w.-])(?:{numbers})\b(?!\s?(?:%|percent))", text, re.I):
        if not at_first and _FROM_THE_NTH.search(text[: match.end()]):
            # "After the 10th visit" tells from which on, and not how many.
            continue
        near = WORD.findall(_STOPS.split(text[match.end() : match.end() + 60])[0])[:4]
        if any(meanings(word) & wanted for word in near) and not _TIME.fullmatch(near[0]):
            return True
    # "Batteries are supplied at 24 for each aid": the thing counted, a number, and for what.
    about = concepts(f"{text} {statement.label}") & wanted
    return bool(about and PATTERNS["limit"].search(text) and re.search(rf"\b{NUMBER}\b", text, re.I))


_SAYS: Mapping[str, Callable[[Statement], bool]] = {
    "age": _has("age"),
    "approval": _needs("approval"),
    "condition": lambda statement: (
        (_covered(statement) or bool(DURATION.search(statement.self_text)))
        and (statement.kind != "sentence" or bool(_IF.search(statement.self_text)))
    ),
    "contact": _has("phone", "online", "channel"),
    "cost": _cost,
    "coverage": _covered,
    "fax": lambda statement: (
        "fax" in statement.self_text.lower() and bool(PATTERNS["phone"].search(statement.self_text))
    ),
    "limit": _has("limit"),
    "money": lambda statement: bool(PATTERNS["money"].search(_priced(statement.self_text))),
    "number": _has("number"),
    "often": _has("every", "duration"),
    "papers": lambda statement: bool(
        _BRINGS.search(statement.self_text) and PATTERNS["paper"].search(statement.self_text)
    ),
    "person": _does,
    "phone": lambda statement: bool(PATTERNS["phone"].search(_FAX.sub(" ", statement.self_text))),
    "permission": _has("allows"),
    "place": _sent,
    "reason": _has("reason"),
    "referral": _needs("referral"),
    "requirement": _has("demands"),
    "time": lambda statement: bool(DURATION.search(_RATED.sub(" ", statement.self_text))),
}


# "What does SC-MRI stand for?"
_STANDS_FOR = re.compile(
    r"\b[Ww]hat\b(?:\s+\w+)?\s+(?:an?\s+|the\s+)?(?P<sign>[A-Z](?:[-.]?[A-Z0-9])+)\s+(?:stands? for|means?)\b"
)


def holds_sign(question: str, text: str) -> bool:
    """Whether a text has the code or the letters whose meaning is asked; true where no such is asked."""
    asked = _STANDS_FOR.search(question)
    return asked is None or holds(text, asked["sign"])
