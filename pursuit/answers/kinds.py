"""Whether a statement holds an answer of the kind that was asked for: a sum, a date, a role, a place. Pure.

Each function gives or is a test of one statement; the questions that want them stand in `aspects`.
"""

# A pattern that is broken over lines reads worse than a long one.
# ruff: noqa: E501

from __future__ import annotations

import re
from collections.abc import Callable

from pursuit.answers.statements import Statement
from pursuit.words import WORD, concepts, meanings

_SMALL = (
    r"(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|eighteen|twenty|thirty|"
    r"forty|forty-five|fifty|sixty|ninety|hundred|single)"
)
NUMBER = rf"(?:\d[\d,]*(?:\.\d+)?|{_SMALL}(?:[- ]{_SMALL})?)"
_TIME = r"(?:(?:business|calendar|working|consecutive|full)[ -])?(?:minute|hour|day|week|month|year|quarter)s?"
DURATION = re.compile(
    rf"\b{NUMBER}(?:\s*\(\d+\))?[ -](?:more |full )?{_TIME}\b|\b(?:{_TIME} {NUMBER})\b|\bat any time\b|\bsame day\b|\bby noon\b|\bimmediately\b|\bat once\b|\blifetime\b|\bindefinitely\b|"
    r"\b(?:a|the (?:next|following|same)|each|half a|half an)\s(?:business |calendar )?(?:day|week|month|year|hour)\b|"
    r"\bno (?:deadline|time limit|waiting period)\b|\b(?:january|february|march|april|may|june|july|august|september|october|november|december) \d{1,2}\b|\bend of the (?:\w+ )?(?:month|year|day)\b",
    re.I,
)
MONEY = re.compile(
    rf"[$€£]\s?\d|\b{NUMBER}\s?(?:dollars?|cents?|percent|per cent)\b|\d\s?%|\b(?:no|without|zero|any) (?:\w+ )?(?:cost|charge|co-?pay\w*|coinsurance|cost[- ]shar\w+|fee|deductible)\b|\bfree(?: of charge)?\b|"
    r"\bat (?:the )?(?:plan|member|patient)'?s?'? expense\b|\b(?:in full|at full cost|nothing)\b",
    re.I,
)
_CURRENCY = re.compile(rf"[$€£]\s?\d|\b{NUMBER}\s?(?:dollars?|cents?)\b", re.I)
# A sum from which on something holds is no price.
_ABOVE = re.compile(
    r"\b(?:above|over|below|under|more than|less than|exceed\w*|at least|costing) [$€£]\s?[\d,.]+", re.I
)
MEMBER_PAYS = re.compile(
    r"\b(?:i|we|you|he|she|my|our|the|a|an) ?(?:\w+ )?(?:member|patient|enrollee|dad|mom|mother|father|client|subscriber|family|husband|wife|son|daughter)?\b ?(?:have to |has to |must |will )?pays?\b(?<!plan pays)(?<!plan pay)(?<!insurance pay)(?<!fund pay)(?<!they pay)",
    re.I,
)
_PLAN_PAYS = re.compile(
    r"\breimburs\w+|\bpaid\b|\bpays\b|\bwe pay\b|\ballowance\b|\bincentive\b|\bper mile\b|\brate\b|\bmaximum of\b", re.I
)
BY_TIME = re.compile(
    r"\b(?:hourly|daily|monthly|weekly|annual|yearly|per|an?) ?(?:hour|day|month|week|year|visit|mile|unit)?\b.{0,20}\brate\b|\b(?:per|an?) (?:hour|day|month|week|visit|mile|unit)\b",
    re.I,
)
_NOTHING = re.compile(r"\b(?:nothing|free|no charge|no cost)\b|\$0\b", re.I)
OWN_COST = re.compile(
    r"co-?pay\w*|co-?insurance|cost[- ]?shar\w*|member (?:pays?|cost|owes?|share|liability)|\bowes?\b|patient (?:pays?|responsib\w+)|you pay|\bpays?\b|deductible|\b(?:no|any) (?:cost|charge)|free|responsib\w+|out[- ]of[- ]pocket|expense|charged?|\bcosts?\b",
    re.I,
)
AGE = re.compile(
    rf"\bage[sd]?\b[^.;]{{0,25}}?{NUMBER}|{NUMBER}(?:st|nd|rd|th)? (?:years? of age|years? old|birthday)|{NUMBER}[- ]year[- ]olds?|\b(?:under|over|younger than|older than|below|above|turns?|through|until|up to) (?:the )?(?:age (?:of )?)?{NUMBER}\b(?! (?:visit|day|hour|unit|session|dollar|percent|mile|week|month)s?)|{NUMBER}(?: years?)?(?: of age| old)? (?:and|or) (?:older|over|younger|under|above)|\b(?:all|any) ages?\b|\bno age (?:limit|restriction)",
    re.I,
)
EVERY = re.compile(
    rf"\b(?:every|each|per|once|twice|annual(?:ly)?|yearly|monthly|weekly|daily|{NUMBER} times?)\b|\b(?:a|in a|in one|in any|a calendar|a benefit|within any|in {NUMBER}) (?:{_TIME})\b",
    re.I,
)
LIMIT = re.compile(
    rf"\blimit\w*|\bmaxim\w+|\bup to\b|\bno more than\b|\bnot (?:to )?exceed\w*|\bat most\b|\brestrict\w*|\bcap(?:ped|s)?\b|\bunlimited\b|\bceiling\b|\b{NUMBER} [\w -]{{2,40}}?(?:per|each|every|in an?|a) (?:\w+ )?(?:{_TIME}|lifetime|pregnancy|birth|period|episode|eye|ear)\b|\b(?:one|once|twice|{NUMBER} times?) (?:per|each|every|in a|a) \w+",
    re.I,
)
ROLE = re.compile(
    r"\b(?:physicians?|doctors?|surgeons?|\w*ologists?|\w*iatrists?|dentists?|nurses?|practitioners?|specialists?|providers?|prescribers?|clinicians?|therapists?|midwi(?:fe|ves)|pharmac(?:ist|y|ies)|dietitians?|audiologists?|suppliers?|facilit(?:y|ies)|hospitals?|agenc(?:y|ies)|members?|patients?|parents?|guardians?|relatives?|famil(?:y|ies)|representatives?|managers?|coordinators?|workers?|plans?|medical directors?|programs?|assistants?|counselors?|team|committee|department|vendors?|clinics?|practices?|schools?|employers?|adults?|children|anyone|psychiatrists?|licensed \w+|certified \w+|enrollees?|residents?|persons?|individuals?|women|companion|escort|attendant|reviewers?)\b",
    re.I,
)
_PHONE = re.compile(r"(?:\+?1[-. ])?\(?\d{3}\)?[-. ]\d{3}[-. ]\d{4}\b|\b1-8\d\d-[\dA-Z-]{7,}|\b\d{3}-\d{4}\b|\b711\b")
_ADDRESS = re.compile(
    r"\bP\.?\s?O\.? ?Box\b|\b\d+ [A-Z][\w. ]+ (?:Street|St|Avenue|Ave|Road|Rd|Drive|Dr|Blvd|Boulevard|Suite|Parkway|Lane)\b|\b[A-Z]{2} \d{5}\b",
    re.I,
)
_ONLINE = re.compile(
    r"\bhttps?://|\bwww\.|\b[\w.-]+@[\w.-]+\.\w+|\b[\w-]+\.(?:com|org|gov|net)\b|\bportal\b|\bonline\b|\be-?mail\b|\belectronic\w*\b",
    re.I,
)
_SITE = re.compile(r"\bhttps?://|\bwww\.|\b[\w.-]+@[\w.-]+\.\w+|\bportal\b|\bonline\b|\be-?mail\b", re.I)
_CHANNEL = re.compile(
    r"\b(?:phone|telephone|fax\w*|call(?:s|ed|ing)?|mail(?:ed)?|line|desk|website|app|address|department|unit|office|center|centre)\b",
    re.I,
)
_PLACE = re.compile(r"\b(?:at|in|from|through|to|by) (?:an? |the |any |its |their )?\w+", re.I)
PAPER = re.compile(
    r"\b(?:forms?|letters?|notes?|records?|reports?|results?|cop(?:y|ies)|audiograms?|histor(?:y|ies)|logs?|charts?|document\w*|certificates?|statements?|prescriptions?|orders?|plans? of care|treatment plans?|care plans?|receipts?|invoices?|photographs?|photos?|x-?rays?|radiographs?|tests?|summar(?:y|ies)|evaluations?|assessments?|consents?|proof|evidence|questionnaires?|remittance|explanation of benefits|diagnos[ei]s|measurements?|images?|scores?|studies|screening)\b",
    re.I,
)
BRINGS = re.compile(
    r"\b(?:with|includ\w+|attach\w*|accompan\w+|submit\w*|sen[dt]s?|contain\w*|carr(?:y|ies)|requir\w+|needs?|needed|must|provid\w+|supported|support|by|document\w*|on form|shows?|stat(?:es|ing)|lists?|enclos\w+|together|along|complet\w+|consists?|has|have|are|is)\b",
    re.I,
)
DOES = re.compile(
    r"\b(?:call\w*|submit\w*|sen[dt]s?|fax\w*|request\w*|ask\w*|contact\w*|portal|forms?|complet\w*|file[sd]?|through|by (?:phone|mail|fax)|prescri\w+|order\w*|enroll\w*|register\w*|obtain\w*|schedul\w*|book\w*|arrang\w*|mail\w*|appl(?:y|ies|ication)|online|must|notif\w*|writ(?:e|es|ten|ing)|supplied)\b",
    re.I,
)
CONDITION = re.compile(
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


REASON = re.compile(
    r"\b(?:because|since|due to|so that|in order to|reasons?|therefore|as a result|owing to|to (?:ensure|prevent|protect|avoid))\b",
    re.I,
)


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
    return bool(
        re.search(
            r"\b(?:is|are|not|be) (?:\w+ )?(?:covered|payable|paid|reimbursed|available|excluded)\b|\bcovers\b|\bbenefit\b",
            statement.self_text,
            re.I,
        )
    )


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


def valid(statement: Statement) -> bool:
    """For how long an authorisation holds."""
    about = concepts(f"{statement.self_text} {statement.label} {statement.before}")
    return bool(
        _DAYS.search(statement.self_text)
        and _HOLDS.search(statement.self_text)
        and about & {_AUTH, _REFERRAL, "#prescribe", "#renew"}
    )


_DAYS = re.compile(
    rf"\b{NUMBER}(?:\s*\(\d+\))?[ -](?:\w+ )?(?:day|week|month|year)s?\b|\bwhole\b|\blifetime\b|\bend of\b|\bindefinite\w*",
    re.I,
)
_HOLDS = re.compile(
    r"\blasts?\b|\bvalid\w*\b|\bexpir\w+|\bgood for\b|\bfor\b|\bat a time\b|\bspan\b|\bperiod\b|\bup to\b|\bgranted\b|\beffect\w*",
    re.I,
)


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
