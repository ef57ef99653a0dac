"""What a question wants its answer to hold: its kind, by how it is asked. Pure.

A statement that shares all its words with a question and holds no answer of that kind does not answer it.
"""

# A pattern that is broken over lines reads worse than a long one.
# ruff: noqa: E501

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from pursuit.answers import kinds as kinds
from pursuit.answers.periods import periods_in
from pursuit.answers.statements import Statement


@dataclass(frozen=True, slots=True)
class Aspect:
    """One thing that is asked: its name, the words of the question that ask it, and what says it."""

    name: str
    words: str
    says: Callable[[Statement], bool]
    plain: re.Pattern[str] | None = None


_COVER_WORDS = r"\b(?:will|does|do|would|can) .{0,40}\b(?:buy|supply|furnish|fund)\b|\bcover(?:s|ed|age|ing)?\b|\bbenefits?\b|\bpays? for\b|\bpaid for\b|\bpay\b|\breimburs\w+|\bmedically necessary\b|\binclud(?:e|ed|es)\b|\bbillable\b"
_DURATION_ASKS = (
    r"\btimely filing\b|\bfiling (?:limit|deadline|period)\b|\bhow (?:long|soon|early|quick(?:ly)?|fast|recent(?:ly)?|late|far (?:in advance|ahead|back|out)|much (?:time|notice|advance notice|lead time)|many (?:business |calendar |working )?(?:days|hours|weeks|months|years)|old (?:can|may|must|should) (?:the |an? |my )?(?:\w+ )?(?:test|order|note|record|result|report|x-?ray|audiogram|exam|evaluation|study|referral)\w*)\b|"
    r"\b(?:deadline|time ?limit|time ?frame|turnaround(?: time)?|waiting period|time window|window|due date|by when|by what (?:date|day)|grace period)\b|\bwithin (?:how|what)\b|"
    r"\bwhen (?:must|should|do|does|did|can|will|is|are|has) (?!.*\b(?:covered|medically|necessary|eligible|required|needed|allowed|approved)\b)|\bsince when\b|\bhow much longer\b"
)
_KINDS: tuple[tuple[str, str, Callable[[Statement], bool]], ...] = (
    ("age", r"\b(?:(?:what|which) ages?|how (?:old|young)|age (?:limit|range|requirement|cut-?off)|(?:until|at|up to|from|to|by) (?:what|which) age|minimum age|maximum age)\b", kinds.has(kinds.AGE)),
    ("papers", r"\b(?:what|which)\b.{0,30}\b(?:paperwork|document(?:s|ation)?|forms?|records?|notes?|proof|evidence|attachments?)\b|\bwhat (?:do|should|must|does|has to|have to|needs? to)\b.{0,40}\b(?:sen[dt]|include[d]?|attach(?:ed)?|submit(?:ted)?|enclose|accompany|provide|go(?:es)? with|come with)\b|\bwhat (?:goes|comes) with\b|\bwhat (?:has to|have to|must|should|needs? to) be (?:in|on|part of|included|attached|sent|submitted|shown|documented)\b|\bwhat (?:must|should|does|do) (?:\w+ ){1,4}(?:contain|include|show|prove|have to show)\b|\bwhat .{0,30}(?:paperwork|documentation)\b", lambda statement: bool(kinds.PAPER.search(statement.self_text) and kinds.BRINGS.search(statement.self_text))),
    ("validity", r"\b(?:auth\w*|approv\w+|pre\w+|certification|order|prescription|referral|permission)\b.{0,60}\b(?:good for|valid|last|expire\w*|run out|remain in effect)\b|\bhow long (?:is|are|does|do|will)\b.{0,20}\b(?:auth\w*|approvals?|referral|permission)\b", kinds.valid),
    ("plan money", r"\b(?:how much|what|most|maximum)\b.{0,40}?\b(?:does|do|will|would|can)?(?:\s+(?:in|of|under)\b|[\s,])*\s(?:they|it|the (?:health )?(?:plan|fund|insurance|payer|insurer)|insurance|medicaid|medicare)?\s*(?:pays?|repays?|reimburses?|allows?) (?!.*\b(?:i|we|me) )", kinds.money(False)),
    ("own money", r"\b(?:is|are) there (?:an?|any|some)\b.{0,24}\b(?:fees?|charges?|costs?|surcharges?)\b|\b(?:is|are|do|does)\b.{0,50}\b(?:free|for free|free of charge|at no cost)\b|\b(?:co-?pay\w*|co-?insurance|deductible|cost[- ]shar\w+|out[- ]of[- ]pocket|(?:how much|what)\b.{0,40}?\b(?:pay|owe|cost|charged?|spend)|what share|(?:member|patient|enrollee)(?:'s)? (?:cost|share|part|portion)|my share|cost (?:me|us|the member|the patient))\b", kinds.money(True)),
    ("money", r"\bhow much (?:money )?(?:is|are|does|do|will|can|would|should|of|per|an?)\b(?!.*\b(?:notice|time|oxygen|weight|earlier)\b)|\bwhat (?:is|are|was) the (?:\w+ ){0,4}?(?:rate|price|fee|cost|amount|charge|incentive|bonus|penalty|allowance|interest)s?\b|\b(?:what|which) (?:\w+ )?(?:percentage|percent|rate|interest|amount|price)\b|\bdollar (?:limit|amount|maximum)\b", kinds.money(False)),
    ("often", r"\bhow (?:often|frequently)\b|\bhow many times\b|\bwhat frequency\b", lambda statement: bool(kinds.EVERY.search(statement.self_text) or kinds.DURATION.search(statement.self_text))),
    ("lead", r"\bhow (?:early|far (?:in advance|ahead)|much (?:advance |prior )?(?:notice|warning|lead time)|(?:long|soon|many \w+(?: \w+)?) (?:before|beforehand|ahead|in advance))\b|\b(?:how|when)\b.{0,40}\b(?:in advance|ahead|beforehand)\b|\badvance notice\b", kinds.ahead),
    ("duration", _DURATION_ASKS, kinds.has(kinds.DURATION)),
    ("contact", r"\b(?:who|whom)\b.{0,25}\b(?:call|contact|reach|talk to|speak to|speak with|phone)\b|\bhow (?:do|can) (?:i|we) (?:reach|contact|call)\b", kinds.place("contact")),
    ("person", r"^(?:and |so |also )?(?:who|whose|whom)\b(?! (?:qualif|(?:is|are) (?:eligible|covered)|(?:can|may) (?:get|use|receive|have)|gets?\b))|\b(?:which|what) (?:kind of |type of |types of )?(?:doctor|provider|specialist|professional|clinician|practitioner|person)s?\b|\b(?:by|from|to) whom\b", kinds.has(kinds.ROLE)),
    ("fax", r"\bfax(?: number)?\b", kinds.place("fax")),
    ("phone", r"\b(?:phone|telephone) number\b|\b(?:what|which) number\b|\bwhere (?:do|can|should) \w+ call\b|\bnumber (?:to|do i) call\b", kinds.place("phone")),
    ("address", r"\bmailing address\b|\bwhat address\b|\bwhere\b.{0,30}\bmail(?:ed)?\b|\bwebsite\b|\be-?mail address\b", kinds.place("address")),
    ("send", r"\b(?:where|to which)\b.{0,40}\b(?:sen[dt]|submit(?:ted)?|file|filed|go|report|request|apply)\b", kinds.place("send")),
    ("place", r"\bwhere\b", kinds.place("")),
    ("measure", r"\b(?:what|which) (?:\w+ )?(?:level|bmi|score|dose|dosage|strength|weight|value|(?-i:[A-Z][A-Za-z0-9]{1,5})(?= (?:do|does|must|should|is|are|level|score|value))|saturation|threshold|reading|range|size|body mass index|quantity|distance|limit|maximum|minimum|a1c)\b|\bhow (?:high|low|heavy|big|far|large|severe|strong)\b|\bwhat (?:is|are) the (?:\w+ ){0,3}?(?:limit|maximum|minimum|cap|threshold|quantity)s?\b", kinds.number),
    ("limited", r"\b(?:is|are|was|were)\b.{0,60}\b(?:limited|capped|restricted|unlimited)\b|\b(?:limits?|caps?|maximum|restrictions?|limitations?)\b", kinds.has(kinds.LIMIT)),
    ("criteria", r"\bcriteria\b|\bwhat (?:are )?(?:the )?(?:requirements?|conditions?)\b|\brequirements?\b|\bqualif(?:y|ies|ied)\b|\bwhen (?:is|are|will|does)\b.{0,60}\b(?:cover(?:ed|s)?|medically|necessary|eligible|allowed|approved|pay|required|needed)\b|\bunder what\b|\bwho (?:is|are|can|may)\b.{0,10}\b(?:eligible|get|qualify|receive|use)\b", kinds.has(kinds.CONDITION)),
    ("reason", r"^(?:and |so |but |also )*why\b|\bwhat(?:'s| is| was| are) the reasons?\b|\bfor what reason\b", kinds.has(kinds.REASON)),
    ("process", r"\bhow (?:do|can|should|does|would|is|are|must|may)\b(?! (?:\w+ ){0,2}(?:long|often|many|much))|\bhow to\b|\bwhat (?:is|are) the (?:process|steps?|procedure)\b", kinds.has(kinds.DOES)),
)  # fmt: skip
_COMPILED = tuple((name, re.compile(asks, re.I), says) for name, asks, says in _KINDS)
_COUNT = re.compile(
    r"\bhow many (?P<noun>(?:more |of )?[\w-]+(?: [\w-]+){0,3}?)(?=\s+(?:is|are|was|were|does|do|did|can|could|will|would|may|should|must|has|have|per|a|each|every|of|for|in|with|under|before|after|without|within|to|am|at|get|gets|by|we|i|you)\b|\s*[?,.;]|\s*$)",
    re.I,
)
_AUTH_ASK = re.compile(
    r"\b(?:prior|pre-?)[- ]?(?:auth\w*|approv\w*|cert\w*)\b|\b(?:auth|authori[sz]\w+|pre-?authori[sz]\w+|approval|permission|clearance|precert\w*)\b|\bget (?:it|this|that|them) approved\b|\bapproved? (?:first|in advance|beforehand|ahead)\b|\bask (?:the plan )?first\b|\bPA (?:for|required|needed)\b|\bsign-?off\b|\bgreen light\b",
    re.I,
)
_REFERRAL_ASK = re.compile(r"\breferrals?\b|\brefer(?:red|s)?\b", re.I)
_COVER_ASK = re.compile(_COVER_WORDS, re.I)
_YES_NO = re.compile(
    r"^(?:and |also |but |so |then |please )*(?:is|are|was|were|do|does|did|can|could|will|would|should|may|must|has|have)\b|\b(?:whether|if)\b",
    re.I,
)


def aspects_of(question: str, carried: str = "") -> tuple[Aspect, ...]:
    """Everything that a question wants its answer to hold, the kind of answer first.

    A number that the question itself gives, or what was carried over to it, is no answer to it: "a three-day stay" says not how many days.
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
    ("any", re.compile(r"\b(?:any|whichever|whatever) (?:\w+ )?(?:doctor|dentist|hospital|pharmacy|provider|specialist|clinic|shop|facility|store|one)\b", re.I),
     re.compile(r"\bany\b|\bonly\b|\bmust\b|\bnetwork\b|\bparticipating\b|\bcontracted\b|\bchoose\b|\bchoice\b", re.I)),
    ("required", re.compile(r"\brequire\w*|\bneed\w*|\bmust\b|\bha(?:ve|s) to\b|\bnecessary\b|\bmandatory\b", re.I),
     re.compile(r"\brequir\w+|\bneed\w*|\bmust\b|\bnecessary\b|\bwaive\w*|\bno\b|\bnot\b|\bwithout\b|\bmandatory\b|\boptional\b|\bvoluntary\b|\bexempt\w*|\bbefore\b|\bonly\b|\bobtain\w*", re.I)),
    ("permission", re.compile(r"^(?:and |also |but |so )*(?:can|may|could|must|should)\b|\bis it (?:ok|okay|allowed|possible)\b", re.I),
     re.compile(r"\bmay\b|\bcan(?:not)?\b|\bmust\b|\ballow\w*|\bpermit\w*|\bany\b|\bnot?\b|\bnever\b|\bonly\b|\bable\b|\bcover\w*|\bprovided\b|\bfurnish\w+|\bavailable\b|\bunless\b|\brequir\w+|\belig\w+|\beither\b|\btake place\b|\bone\b|\bexclu\w+|\bprohibit\w*|\bup to\b|\bconsider\w*", re.I)),
)  # fmt: skip
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
