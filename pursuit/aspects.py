"""What kind of answer a question wants, and whether a statement holds one: a number with its unit, a role, a place. Pure.

A statement that shares all its words with a question and holds no answer of the kind asked for does not answer it.
"""

# A pattern that is broken over lines reads worse than a long one.
# ruff: noqa: E501

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from pursuit.statements import Statement
from pursuit.vocabulary import WORD, concepts, meanings

_SMALL = (
    r"(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|eighteen|twenty|thirty|"
    r"forty|forty-five|fifty|sixty|ninety|hundred|single)"
)
_NUMBER = rf"(?:\d[\d,]*(?:\.\d+)?|{_SMALL}(?:[- ]{_SMALL})?)"
_TIME = r"(?:(?:business|calendar|working|consecutive|full)[ -])?(?:minute|hour|day|week|month|year|quarter)s?"
DURATION = re.compile(
    rf"\b{_NUMBER}(?:\s*\(\d+\))?[ -](?:more |full )?{_TIME}\b|\b(?:{_TIME} {_NUMBER})\b|\bat any time\b|\bsame day\b|\bby noon\b|\bimmediately\b|\bat once\b|\blifetime\b|\bindefinitely\b|"
    r"\b(?:a|the (?:next|following|same)|each|half a|half an)\s(?:business |calendar )?(?:day|week|month|year|hour)\b|"
    r"\bno (?:deadline|time limit|waiting period)\b|\b(?:january|february|march|april|may|june|july|august|september|october|november|december) \d{1,2}\b|\bend of the (?:\w+ )?(?:month|year|day)\b",
    re.I,
)
MONEY = re.compile(
    rf"[$€£]\s?\d|\b{_NUMBER}\s?(?:dollars?|cents?|percent|per cent)\b|\d\s?%|\b(?:no|without|zero|any) (?:\w+ )?(?:cost|charge|co-?pay\w*|coinsurance|cost[- ]shar\w+|fee|deductible)\b|\bfree(?: of charge)?\b|"
    r"\bat (?:the )?(?:plan|member|patient)'?s?'? expense\b|\b(?:in full|at full cost|nothing)\b",
    re.I,
)
_CURRENCY = re.compile(rf"[$€£]\s?\d|\b{_NUMBER}\s?(?:dollars?|cents?)\b", re.I)
# A sum from which on something holds is no price.
_ABOVE = re.compile(r"\b(?:above|over|below|under|more than|less than|exceed\w*|at least|costing) [$€£]\s?[\d,.]+", re.I)
_MEMBER_PAYS = re.compile(
    r"\b(?:i|we|you|he|she|my|our|the|a|an) ?(?:\w+ )?(?:member|patient|enrollee|dad|mom|mother|father|client|subscriber|family|husband|wife|son|daughter)?\b ?(?:have to |has to |must |will )?pays?\b(?<!plan pays)(?<!plan pay)(?<!insurance pay)(?<!fund pay)(?<!they pay)",
    re.I,
)
_PLAN_PAYS = re.compile(r"\breimburs\w+|\bpaid\b|\bpays\b|\bwe pay\b|\ballowance\b|\bincentive\b|\bper mile\b|\brate\b|\bmaximum of\b", re.I)
_BY_TIME = re.compile(r"\b(?:hourly|daily|monthly|weekly|annual|yearly|per|an?) ?(?:hour|day|month|week|year|visit|mile|unit)?\b.{0,20}\brate\b|\b(?:per|an?) (?:hour|day|month|week|visit|mile|unit)\b", re.I)
_OWN_COST = re.compile(
    r"co-?pay\w*|co-?insurance|cost[- ]?shar\w*|member (?:pays?|cost|owes?|share|liability)|\bowes?\b|patient (?:pays?|responsib\w+)|you pay|\bpays?\b|deductible|\b(?:no|any) (?:cost|charge)|free|responsib\w+|out[- ]of[- ]pocket|expense|charged?|\bcosts?\b",
    re.I,
)
_AGE = re.compile(
    rf"\bage[sd]?\b[^.;]{{0,25}}?{_NUMBER}|{_NUMBER}(?:st|nd|rd|th)? (?:years? of age|years? old|birthday)|{_NUMBER}[- ]year[- ]olds?|\b(?:under|over|younger than|older than|below|above|turns?|through|until|up to) (?:the )?(?:age (?:of )?)?{_NUMBER}\b(?! (?:visit|day|hour|unit|session|dollar|percent|mile|week|month)s?)|{_NUMBER} (?:and|or) (?:older|over|younger|under|above)|\b(?:all|any) ages?\b|\bno age (?:limit|restriction)",
    re.I,
)
_EVERY = re.compile(
    rf"\b(?:every|each|per|once|twice|annual(?:ly)?|yearly|monthly|weekly|daily|{_NUMBER} times?)\b|\b(?:a|in a|in one|in any|a calendar|a benefit|within any|in {_NUMBER}) (?:{_TIME})\b",
    re.I,
)
_LIMIT = re.compile(
    rf"\blimit\w*|\bmaxim\w+|\bup to\b|\bno more than\b|\bnot (?:to )?exceed\w*|\bat most\b|\brestrict\w*|\bcap(?:ped|s)?\b|\bunlimited\b|\bceiling\b|\b{_NUMBER} [\w -]{{2,40}}?(?:per|each|every|in an?|a) (?:\w+ )?(?:{_TIME}|lifetime|pregnancy|birth|period|episode|eye|ear)\b|\b(?:one|once|twice|{_NUMBER} times?) (?:per|each|every|in a|a) \w+",
    re.I,
)
_ROLE = re.compile(
    r"\b(?:physicians?|doctors?|surgeons?|\w*ologists?|\w*iatrists?|dentists?|nurses?|practitioners?|specialists?|providers?|prescribers?|clinicians?|therapists?|midwi(?:fe|ves)|pharmac(?:ist|y|ies)|dietitians?|audiologists?|suppliers?|facilit(?:y|ies)|hospitals?|agenc(?:y|ies)|members?|patients?|parents?|guardians?|relatives?|famil(?:y|ies)|representatives?|managers?|coordinators?|workers?|plans?|medical directors?|programs?|assistants?|counselors?|team|committee|department|vendors?|clinics?|practices?|schools?|employers?|adults?|children|anyone|psychiatrists?|licensed \w+|certified \w+|enrollees?|residents?|persons?|individuals?|women|companion|escort|attendant|reviewers?)\b",
    re.I,
)
_PHONE = re.compile(r"(?:\+?1[-. ])?\(?\d{3}\)?[-. ]\d{3}[-. ]\d{4}\b|\b1-8\d\d-[\dA-Z-]{7,}|\b\d{3}-\d{4}\b|\b711\b")
_ADDRESS = re.compile(
    r"\bP\.?\s?O\.? ?Box\b|\b\d+ [A-Z][\w. ]+ (?:Street|St|Avenue|Ave|Road|Rd|Drive|Dr|Blvd|Boulevard|Suite|Parkway|Lane)\b|\b[A-Z]{2} \d{5}\b", re.I
)
_ONLINE = re.compile(r"\bhttps?://|\bwww\.|\b[\w.-]+@[\w.-]+\.\w+|\b[\w-]+\.(?:com|org|gov|net)\b|\bportal\b|\bonline\b|\be-?mail\b|\belectronic\w*\b", re.I)
_SITE = re.compile(r"\bhttps?://|\bwww\.|\b[\w.-]+@[\w.-]+\.\w+|\bportal\b|\bonline\b|\be-?mail\b", re.I)
_CHANNEL = re.compile(r"\b(?:phone|telephone|fax\w*|call(?:s|ed|ing)?|mail(?:ed)?|line|desk|website|app|address|department|unit|office|center|centre)\b", re.I)
_PLACE = re.compile(r"\b(?:at|in|from|through|to|by) (?:an? |the |any |its |their )?\w+", re.I)
_PAPER = re.compile(
    r"\b(?:forms?|letters?|notes?|records?|reports?|results?|cop(?:y|ies)|audiograms?|histor(?:y|ies)|logs?|charts?|document\w*|certificates?|statements?|prescriptions?|orders?|plans? of care|treatment plans?|care plans?|receipts?|invoices?|photographs?|photos?|x-?rays?|radiographs?|tests?|summar(?:y|ies)|evaluations?|assessments?|consents?|proof|evidence|questionnaires?|remittance|explanation of benefits|diagnos[ei]s|measurements?|images?|scores?|studies|screening)\b",
    re.I,
)
_BRINGS = re.compile(
    r"\b(?:with|includ\w+|attach\w*|accompan\w+|submit\w*|sen[dt]s?|contain\w*|carr(?:y|ies)|requir\w+|needs?|needed|must|provid\w+|supported|support|by|document\w*|on form|shows?|stat(?:es|ing)|lists?|enclos\w+|together|along|complet\w+|consists?|has|have|are|is)\b",
    re.I,
)
_DOES = re.compile(
    r"\b(?:call\w*|submit\w*|sen[dt]s?|fax\w*|request\w*|ask\w*|contact\w*|portal|forms?|complet\w*|file[sd]?|through|by (?:phone|mail|fax)|prescri\w+|order\w*|enroll\w*|register\w*|obtain\w*|schedul\w*|book\w*|arrang\w*|mail\w*|appl(?:y|ies|ication)|online|must|notif\w*|writ(?:e|es|ten|ing)|supplied)\b",
    re.I,
)
_CONDITION = re.compile(
    r"\b(?:when|if|must|requir\w*|criteria|following|only|at least|or more|eligible|who|unless|after|for (?:members|adults|children|patients|a member|women|people|persons)|qualif\w+|considered|through the age|under|older|limited to|due to|provided that|has|have|with)\b",
    re.I,
)
_COVERS = re.compile(
    r"\bfund(?:s|ed)\b|\bfurnish\w+|\bpurchased\b|\btheirs to pay\b|\bbelongs? to\b|\bdeliver(?:ed|s)\b|\bcover(?:s|ed|age)?\b|\bbenefits?\b|\bpays? for\b|\b(?:is|are|be) paid\b|\breimburs\w+|\bpayable\b|\binclud(?:ed|es)\b|\bexclu\w+|\bmedically necessary\b|\bsupplied\b|\bprovided\b|\bavailable\b|\beligible\b|\bresponsib\w+|\bnot part of\b|\bnon-?covered\b|\bexperimental\b|\binvestigational\b|\bnot medically\b|\bcosmetic\b|\ballow(?:ed|s|ance)?\b|\bapproved\b|\bapproves\b|\bat (?:the )?(?:plan|member)'?s? expense\b|\bat no (?:cost|charge)\b|\bfree of charge\b|\bmay (?:have|receive|get|use)\b|\breceives?\b|\b(?:Covered|Coverage)\s*:\s*(?:yes|no)",
    re.I,
)
_AUTH_SAYS = re.compile(
    r"\brequir\w*|\bneed\w*|\bnecessary\b|\bmust\b|\bobtain\w*|\brequest\w*|\bwithout\b|\bno\b|\bnot\b|\bbefore\w*|\byes\b|\bwaive\w*|\bexempt\w*|\bsubject to\b|\bfirst\b|\bapplies\b|\bfrom the\b|\bafter\b|\bin advance\b|\bonly\b|\bmandatory\b",
    re.I,
)
_CONDITIONAL = re.compile(r"^(?:after|if|when|once|unless|for)\b[^,]{0,120},\s*|^after\b.{0,60}?\b(?=the\b)", re.I)
_BEFORE = re.compile(r"\badvance\b|\bahead\b|\bnotice\b|\bbefore\w*\b|\bprior\b|\bearl(?:y|ier)\b|\bat least\b", re.I)
_AUTH, _REFERRAL = "#prior authorization", "#referral"


@dataclass(frozen=True, slots=True)
class Aspect:
    """One thing that is asked: its name, the words of the question that ask it, and what says it."""

    name: str
    words: str
    says: Callable[[Statement], bool]
    plain: re.Pattern[str] | None = None


def _in(pattern: re.Pattern[str]) -> Callable[[Statement], bool]:
    return lambda one: bool(pattern.search(one.self_text))


def _number(one: Statement) -> bool:
    return bool(re.search(rf"\b{_NUMBER}\b", one.self_text, re.I))


def _authorised(one: Statement) -> bool:
    """A statement on authorisation: in its own words, or under a heading on it."""
    said = concepts(one.self_text)
    if _AUTH in said:
        return bool(_AUTH_SAYS.search(one.self_text))
    return _AUTH in concepts(one.label) and bool(_AUTH_SAYS.search(one.self_text))


def _referred(one: Statement) -> bool:
    return _REFERRAL in concepts(one.self_text) or (
        _REFERRAL in concepts(one.label) and bool(_AUTH_SAYS.search(one.self_text))
    )


def _covered(one: Statement) -> bool:
    """A statement on coverage: not one that only says what needs authorisation first."""
    if not _COVERS.search(one.self_text):
        # An item of a list of what is covered, or of what is not.
        return bool((_EXCLUSIONS if one.kind == "sentence" else _LISTED).search(one.label))
    if _AUTH not in concepts(one.self_text):
        return True
    return bool(
        re.search(r"\b(?:is|are|not|be) (?:\w+ )?(?:covered|payable|paid|reimbursed|available|excluded)\b|\bcovers\b|\bbenefit\b", one.self_text, re.I)
    )


def _ahead(one: Statement) -> bool:
    """So much time before something."""
    return bool(DURATION.search(one.self_text) and _BEFORE.search(f"{one.self_text} {one.label}"))


_EXCLUSIONS = re.compile(r"\bnot (?:covered|included|paid|a benefit|part of)|\bexclu\w+|\bnon-?covered", re.I)
_LISTED = re.compile(rf"{_EXCLUSIONS.pattern}|\bcover(?:s|ed|age)?\b|\bbenefits?\b|\bincluded\b|\bpays? for\b", re.I)


def _money(own: bool, share: bool = True) -> Callable[[Statement], bool]:
    """An amount of money, or a share of one; with `own` it is what the member pays."""
    kind = MONEY if share else _CURRENCY

    def says(one: Statement) -> bool:
        text = _ABOVE.sub(" ", one.self_text)
        if not kind.search(text):
            return False
        if not own or _OWN_COST.search(f"{one.self_text} {one.label}"):
            return True
        # A sum stands for what it costs, unless the plan pays it; a share alone may be of anything.
        return bool(_CURRENCY.search(text)) and not _PLAN_PAYS.search(one.self_text)

    return says


def _valid(one: Statement) -> bool:
    """For how long an authorisation holds."""
    about = concepts(f"{one.self_text} {one.label} {one.before}")
    return bool(
        _DAYS.search(one.self_text) and _HOLDS.search(one.self_text) and about & {_AUTH, _REFERRAL, "#prescribe", "#renew"}
    )


_DAYS = re.compile(rf"\b{_NUMBER}(?:\s*\(\d+\))?[ -](?:\w+ )?(?:day|week|month|year)s?\b|\bwhole\b|\blifetime\b|\bend of\b|\bindefinite\w*", re.I)
_HOLDS = re.compile(r"\blasts?\b|\bvalid\w*\b|\bexpir\w+|\bgood for\b|\bfor\b|\bat a time\b|\bspan\b|\bperiod\b|\bup to\b|\bgranted\b|\beffect\w*", re.I)


def _count(noun: str) -> Callable[[Statement], bool]:
    """A number of what is counted; time counts as time in any unit, and what is no time never does."""
    wanted = frozenset().union(*(meanings(word) for word in WORD.findall(noun))) if noun else frozenset()
    is_time = bool(re.fullmatch(rf"(?:.*\s)?{_TIME}", noun, re.I))
    anything = not wanted or bool(re.fullmatch(r"(?:times?|units?|tries|attempts?|more|of (?:them|those|these))", noun, re.I))

    def says(one: Statement) -> bool:
        text = _CONDITIONAL.sub("", one.self_text)
        if is_time:
            return bool(DURATION.search(text))
        for found in re.finditer(rf"(?<![\w.-])(?:{_NUMBER}|once|twice|unlimited)\b(?!\s?(?:%|percent))", text, re.I):
            near = WORD.findall(_STOPS.split(text[found.end() : found.end() + 60])[0])[:4]
            if near and re.fullmatch(_TIME, near[0], re.I):
                continue
            if any(meanings(word) & wanted for word in near):
                return True
            if anything and _LIMIT.search(text):
                return True
        # "Batteries are supplied at 24 for each aid": the thing counted, a number, and for what.
        held = concepts(f"{text} {one.label}") & wanted
        return bool(held and re.search(rf"\b{_NUMBER}\b", text, re.I) and _LIMIT.search(text))

    return says


_STOPS = re.compile(r"[,;:.()]|\b(?:may|is|are|was|were|must|can|will|with|who|that|for|to|in|on|at|before|after|if|when|and|or|of)\b", re.I)


def _place(kind: str) -> Callable[[Statement], bool]:
    def says(one: Statement) -> bool:
        text = one.self_text
        if kind == "fax":
            return bool(re.search(r"\bfax", text, re.I)) and bool(_PHONE.search(text))
        if kind == "phone":
            return bool(_PHONE.search(re.sub(r"(?i)\bfax\w*\W+(?:\w+\W+){0,3}?(?=[\d(+])[\d().\s+-]{7,}", " ", text)))
        if kind == "address":
            return bool(_ADDRESS.search(text)) or bool(_ONLINE.search(text))
        if kind == "contact":
            return any(found.search(text) for found in (_PHONE, _ONLINE, _CHANNEL))
        if kind == "send":
            return any(one.search(text) for one in (_PHONE, _ADDRESS, _SITE)) or bool(
                re.search(r"\bto the\b|\bthrough the\b", text) and _CHANNEL.search(text)
            )
        return any(one.search(text) for one in (_PHONE, _ADDRESS, _ONLINE, _CHANNEL, _PLACE))

    return says


_COVER_WORDS = r"\b(?:will|does|do|would|can) .{0,40}\b(?:buy|supply|furnish|fund)\b|\bcover(?:s|ed|age|ing)?\b|\bbenefits?\b|\bpays? for\b|\bpaid for\b|\bpay\b|\breimburs\w+|\bmedically necessary\b|\binclud(?:e|ed|es)\b|\bbillable\b"
_DURATION_ASKS = (
    r"\btimely filing\b|\bfiling (?:limit|deadline|period)\b|\bhow (?:long|soon|early|quick(?:ly)?|fast|recent(?:ly)?|late|far (?:in advance|ahead|back|out)|much (?:time|notice|advance notice|lead time)|many (?:business |calendar |working )?(?:days|hours|weeks|months|years)|old (?:can|may|must|should) (?:the |an? |my )?(?:\w+ )?(?:test|order|note|record|result|report|x-?ray|audiogram|exam|evaluation|study|referral)\w*)\b|"
    r"\b(?:deadline|time ?limit|time ?frame|turnaround(?: time)?|waiting period|time window|window|due date|by when|by what (?:date|day)|grace period)\b|\bwithin (?:how|what)\b|"
    r"\bwhen (?:must|should|do|does|did|can|will|is|are|has) (?!.*\b(?:covered|medically|necessary|eligible|required|needed|allowed|approved)\b)|\bsince when\b|\bhow much longer\b"
)
_KINDS: tuple[tuple[str, str, Callable[[Statement], bool]], ...] = (
    ("age", r"\b(?:(?:what|which) ages?|how (?:old|young)|age (?:limit|range|requirement|cut-?off)|(?:until|at|up to|from|to|by) (?:what|which) age|minimum age|maximum age)\b", _in(_AGE)),
    ("papers", r"\b(?:what|which)\b.{0,30}\b(?:paperwork|document(?:s|ation)?|forms?|records?|notes?|proof|evidence|attachments?)\b|\bwhat (?:do|should|must|does|has to|have to|needs? to)\b.{0,40}\b(?:sen[dt]|include[d]?|attach(?:ed)?|submit(?:ted)?|enclose|accompany|provide|go(?:es)? with|come with)\b|\bwhat (?:goes|comes) with\b|\bwhat (?:has to|have to|must|should|needs? to) be (?:in|on|part of|included|attached|sent|submitted|shown|documented)\b|\bwhat (?:must|should|does|do) (?:\w+ ){1,4}(?:contain|include|show|prove|have to show)\b|\bwhat .{0,30}(?:paperwork|documentation)\b", lambda one: bool(_PAPER.search(one.self_text) and _BRINGS.search(one.self_text))),
    ("validity", r"\b(?:auth\w*|approv\w+|pre\w+|certification|order|prescription|referral|permission)\b.{0,60}\b(?:good for|valid|last|expire\w*|run out|remain in effect)\b|\bhow long (?:is|are|does|do|will)\b.{0,20}\b(?:auth\w*|approvals?|referral|permission)\b", _valid),
    ("plan money", r"\b(?:how much|what|most|maximum)\b.{0,40}?\b(?:does|do|will|would|can)?(?:\s+(?:in|of|under)\b|[\s,])*\s(?:they|it|the (?:health )?(?:plan|fund|insurance|payer|insurer)|insurance|medicaid|medicare)?\s*(?:pays?|repays?|reimburses?|allows?) (?!.*\b(?:i|we|me) )", _money(False)),
    ("own money", r"\b(?:is|are|do|does)\b.{0,50}\b(?:free|for free|free of charge|at no cost)\b|\b(?:co-?pay\w*|co-?insurance|deductible|cost[- ]shar\w+|out[- ]of[- ]pocket|(?:how much|what)\b.{0,40}?\b(?:pay|owe|cost|charged?|spend)|what share|(?:member|patient|enrollee)(?:'s)? (?:cost|share|part|portion)|my share|cost (?:me|us|the member|the patient))\b", _money(True)),
    ("money", r"\bhow much (?:money )?(?:is|are|does|do|will|can|would|should|of|per|an?)\b(?!.*\b(?:notice|time|oxygen|weight|earlier)\b)|\bwhat (?:is|are|was) the (?:\w+ ){0,4}?(?:rate|price|fee|cost|amount|charge|incentive|bonus|penalty|allowance|interest)s?\b|\b(?:what|which) (?:\w+ )?(?:percentage|percent|rate|interest|amount|price)\b|\bdollar (?:limit|amount|maximum)\b", _money(False)),
    ("often", r"\bhow (?:often|frequently)\b|\bhow many times\b|\bwhat frequency\b", lambda one: bool(_EVERY.search(one.self_text) or DURATION.search(one.self_text))),
    ("lead", r"\bhow (?:early|far (?:in advance|ahead)|much (?:advance |prior )?(?:notice|warning|lead time)|(?:long|soon|many \w+(?: \w+)?) (?:before|beforehand|ahead|in advance))\b|\b(?:how|when)\b.{0,40}\b(?:in advance|ahead|beforehand)\b|\badvance notice\b", _ahead),
    ("duration", _DURATION_ASKS, _in(DURATION)),
    ("contact", r"\b(?:who|whom)\b.{0,25}\b(?:call|contact|reach|talk to|speak to|speak with|phone)\b|\bhow (?:do|can) (?:i|we) (?:reach|contact|call)\b", _place("contact")),
    ("person", r"^(?:and |so |also )?(?:who|whose|whom)\b(?! (?:qualif|(?:is|are) (?:eligible|covered)|(?:can|may) (?:get|use|receive|have)|gets?\b))|\b(?:which|what) (?:kind of |type of |types of )?(?:doctor|provider|specialist|professional|clinician|practitioner|person)s?\b|\b(?:by|from|to) whom\b", _in(_ROLE)),
    ("fax", r"\bfax(?: number)?\b", _place("fax")),
    ("phone", r"\b(?:phone|telephone) number\b|\b(?:what|which) number\b|\bwhere (?:do|can|should) \w+ call\b|\bnumber (?:to|do i) call\b", _place("phone")),
    ("address", r"\bmailing address\b|\bwhat address\b|\bwhere\b.{0,30}\bmail(?:ed)?\b|\bwebsite\b|\be-?mail address\b", _place("address")),
    ("send", r"\b(?:where|to which)\b.{0,40}\b(?:sen[dt]|submit(?:ted)?|file|filed|go|report|request|apply)\b", _place("send")),
    ("place", r"\bwhere\b", _place("")),
    ("measure", r"\b(?:what|which) (?:\w+ )?(?:level|bmi|score|dose|dosage|strength|weight|value|(?-i:[A-Z][A-Za-z0-9]{1,5})(?= (?:do|does|must|should|is|are|level|score|value))|saturation|threshold|reading|range|size|body mass index|quantity|distance|limit|maximum|minimum|a1c)\b|\bhow (?:high|low|heavy|big|far|large|severe|strong)\b|\bwhat (?:is|are) the (?:\w+ ){0,3}?(?:limit|maximum|minimum|cap|threshold|quantity)s?\b", _number),
    ("limited", r"\b(?:is|are|was|were)\b.{0,60}\b(?:limited|capped|restricted|unlimited)\b|\b(?:limits?|caps?|maximum|restrictions?|limitations?)\b", _in(_LIMIT)),
    ("criteria", r"\bcriteria\b|\bwhat (?:are )?(?:the )?(?:requirements?|conditions?)\b|\brequirements?\b|\bqualif(?:y|ies|ied)\b|\bwhen (?:is|are|will|does)\b.{0,60}\b(?:cover(?:ed|s)?|medically|necessary|eligible|allowed|approved|pay|required|needed)\b|\bunder what\b|\bwho (?:is|are|can|may)\b.{0,10}\b(?:eligible|get|qualify|receive|use)\b", _in(_CONDITION)),
    ("process", r"\bhow (?:do|can|should|does|would|is|are|must|may)\b(?! (?:\w+ ){0,2}(?:long|often|many|much))|\bhow to\b|\bwhat (?:is|are) the (?:process|steps?|procedure)\b", _in(_DOES)),
)  # fmt: skip
_COMPILED = tuple((name, re.compile(asks, re.I), says) for name, asks, says in _KINDS)
_COUNT = re.compile(
    r"\bhow many (?P<noun>(?:more |of )?[\w-]+(?: [\w-]+){0,3}?)(?=\s+(?:is|are|was|were|does|do|did|can|could|will|would|may|should|must|has|have|per|a|each|every|of|for|in|with|under|before|after|without|within|to|am|at|get|gets|by|we|i|you)\b|\s*[?,.;]|\s*$)", re.I
)
_AUTH_ASK = re.compile(
    r"\b(?:prior|pre-?)[- ]?(?:auth\w*|approv\w*|cert\w*)\b|\b(?:auth|authori[sz]\w+|pre-?authori[sz]\w+|approval|permission|clearance|precert\w*)\b|\bget (?:it|this|that|them) approved\b|\bapproved? (?:first|in advance|beforehand|ahead)\b|\bask (?:the plan )?first\b|\bPA (?:for|required|needed)\b|\bsign-?off\b|\bgreen light\b", re.I
)
_REFERRAL_ASK = re.compile(r"\breferrals?\b|\brefer(?:red|s)?\b", re.I)
_COVER_ASK = re.compile(_COVER_WORDS, re.I)
_YES_NO = re.compile(
    r"^(?:and |also |but |so |then |please )*(?:is|are|was|were|do|does|did|can|could|will|would|should|may|must|has|have)\b|\b(?:whether|if)\b", re.I
)


def aspects_of(question: str) -> tuple[Aspect, ...]:
    """Everything that a question wants its answer to hold, the kind of answer first."""
    found: list[Aspect] = []
    if count := _COUNT.search(question):
        unit = count["noun"].split()[-1].rstrip("s")
        found.append(
            Aspect("count", count[0], _count(count["noun"]), re.compile(rf"\b{_NUMBER}[ -](?:[\w-]+ ){{0,3}}?{re.escape(unit)}", re.I))
        )
    for name, asks, says in _COMPILED:
        if any(one.name in _EXCLUDES.get(name, ()) for one in found):
            continue
        if (hit := asks.search(question)) and not (name == "plan money" and _MEMBER_PAYS.search(hit[0])):
            if name == "money":
                says = _money(False, share=not _BY_TIME.search(question))
            found.append(Aspect(name, hit[0], says))
            if name not in ("criteria", "limited"):
                break
    kinds = [one.name for one in found]
    if (hit := _AUTH_ASK.search(question)) and not any(kind in ("duration", "validity", "papers", "send", "fax", "phone") for kind in kinds):
        found.append(Aspect("authorization", hit[0], _authorised))
    if hit := _REFERRAL_ASK.search(question):
        found.append(Aspect("referral", hit[0], _referred))
    if not found and (hit := _COVER_ASK.search(question)):
        found.append(Aspect("coverage", hit[0], _covered))
    for name, asks, says in _WHETHER:
        if not found and is_yes_or_no(question) and (hit := asks.search(question)):
            found.append(Aspect(name, hit[0], _in(says)))
    return tuple(found)


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
    "limited": ("count", "money", "own money", "plan money", "validity", "often", "duration", "measure", "age", "person"),
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
    "often": _EVERY,
    "own money": _OWN_COST,
    "validity": re.compile(r"\blasts?\b|\bvalid\w*|\bexpir\w+|\bat a time\b", re.I),
}


def says_plainly(aspects: Sequence[Aspect], one: Statement) -> bool:
    """Whether a statement uses the words in which such an answer is mostly given: which of two is the better quote."""
    patterns = (aspect.plain or _PLAIN.get(aspect.name) for aspect in aspects)
    return any(found.search(one.self_text) for found in patterns if found)


def is_yes_or_no(question: str) -> bool:
    """Whether a question can be answered by yes or no."""
    return bool(_YES_NO.search(question))
