"""What the words of a clause do, told from closed lists: ask for a thing by its name, or tell something. Pure.

People leave the verb out: "copay for PT", "hcpcs code?", "PA needed". A noun that one can ask for then asks.
"""

# A pattern that is broken over lines reads worse than a long one.
# ruff: noqa: E501

from __future__ import annotations

import re

_HEADS = (
    # health plans
    "codes?|cpt|hcpcs|cdt|icd(?:-?\\s?10)?(?:-cm)?|ndc|drg|modifiers?|co-?pay(?:s|ments?)?|co-?insurance|deductibles?|cost[- ]shar(?:e|ing)",
    "out[- ]of[- ]pocket(?: max(?:imum)?| costs?)?|premiums?|tiers?|formulary|coverage|benefits?|eligibility|exclusions?|criteria",
    "criterion|prior auth\\w*|pre-?auth\\w*|pre-?cert\\w*|auths?|authori[sz]ations?|(?-i:PAs?)|referrals?|step therapy|medical necessity",
    "place of service|network status|turn[- ]?around(?: times?)?|peer[- ]to[- ]peer",
    # what is paid
    "price|prices|cost|costs|fees?|fares?|rates?|charges?|surcharges?|tolls?|penalt(?:y|ies)|deposits?|interest|tariffs?|refunds?",
    "discounts?|allowances?|reimbursement|balance|salary|budget",
    # how much, how long, when
    "limits?|qty|amt|thickness|thresholds?|caps?|ranges?|max|min|maximum|minimum|cut-?offs?|frequency|quantity|intervals?|duration|length|periods?|windows?|wait|time|times",
    "times?lines?|time-?frames?|deadlines?|due dates?|(?:start|end|expiry|expiration|effective|closing|opening|renewal) dates?|dates?|opening times|expectancy|registration|enrol+ments?|reservations?|bookings?|hours",
    "schedules?|(?<!\\d\\s)days|capacity|size|sizes|dimensions|weight|height|depth|width|distance|speed|temperature|pressure|dosage|dose|age|ages",
    "global (?:period|days)|rvus?|units|shares?|brands?|population|altitude|amount|amounts|percentage|validity|lifespan|expiry|notice",
    # rules and papers
    "requirements?|rules?|regulations?|polic(?:y|ies)|guidelines?|restrictions?|exceptions?|conditions|terms|rights|options|alternatives",
    "forms?|paperwork|documentation|documents?|docs|checklists?|templates?|steps|process(?:es)?|instructions|directions|procedures?",
    "permits?|licen[cs]es?|visas?|certificates?|prescriptions?|prerequisites|specs?|specifications|syntax|settings?|shortcuts?|commands?|warranty|ingredients|recipe",
    # whom and where
    "address|phone|numbers?|fax|e-?mail|portal|link|website|url|contact|contacts|names?|hotline|location",
    # what it is
    "definition|meaning|differences?|status|reasons?|causes?|symptoms|side effects|pros and cons|list|overview|summary|version|versions",
)  # fmt: skip
ASKABLE = "(?:" + "|".join(_HEADS) + ")"
_ASKABLE = re.compile(rf"(?<![\w'-]){ASKABLE}(?![\w'-]|\s*\d{{3}})", re.I)
# "PA needed", "telehealth ok", "covered by Molina": what is said of a thing, without the verb.
STATE = (
    "(?:covered|billable|payable|reimbursable|reimbursed|allowed|included|needed|required|available|eligible|in[- ]network|"
    "out[- ]of[- ]network|necessary|mandatory|optional|permitted|possible|accepted|refundable|taxable|free|legal|ok|okay|"
    "safe|valid|excluded|responsible|preferred|contracted|worth it|paid(?: for)?|separate(?:ly payable)?)"
)
_STATE_FIRST = re.compile(
    rf"(?:not\s+)?{STATE}(?=\s*(?:$|[?.!,;])|\s+(?:by|under|with|in|for|at|or|when|if|through|on|without|after|before|as|to|from|at)\b|\s+w/)",
    re.I,
)
_STATE_LAST = re.compile(rf"[^,;:?\"“]{{1,60}}\s(?:not\s+)?{STATE}(?:\s+(?:or\s+not|by|under|with|in|for|at|on|from)\b[^,;]*)?\W*", re.I)  # fmt: skip
_NEEDS = re.compile(rf"(?:needs?|requires?|any|how)\s+(?:an?\s+|any\s+)?(?:[\w-]+\s+){{0,2}}?{ASKABLE}\b", re.I)
_MUCH = re.compile(
    r"(?:(?:the\s+)?(?:best|cheapest|fastest|nearest|closest|average|typical|recommended|earliest|latest|highest|lowest)|max(?:imum)?|min(?:imum)?|number\s+of|no\.?\s+of|#\s+of|per|each|every)\s+[\w-]+",
    re.I,
)
_WH_LAST = re.compile(r"\w\s+(?:how|when|where|by\s+whom|how\s+(?:often|many|much|long|soon))$", re.I)
_THAT_THEY = re.compile(
    rf"(?:the|any|an?|which|what)\s+(?:[\w-]+\s+){{0,3}}?{ASKABLE}\s+(?:it|they|you|we|i|he|she)\b", re.I
)
_ITS = re.compile(r"(?:its|their)(?:\s+[\w-]+){1,4}", re.I)
_ANY = re.compile(r"any\s+(?!(?:idea|ideas|thoughts|way|one|help)\b)\w+", re.I)
_PER = re.compile(
    r"\w\s+(?:per|a|each|every)\s+(?:\d+\s+)?(?:days?|months?|years?|yrs?|day|night|week|month|year|yr|visit|session|person|unit|hour|order|claim|member|patient|fill|trip|stay)$",
    re.I,
)
AUX = (
    "is|are|was|were|am|isn't|aren't|wasn't|weren't|do|does|did|don't|doesn't|didn't|can|could|will|would|should|shall|"
    "may|might|must|has|have|had|can't|cannot|couldn't|won't|wouldn't|shouldn't|hasn't|haven't|hadn't|isnt|dont|doesnt|"
    "didnt|cant|wont|ain't"
)
_FINITE = re.compile(
    rf"(?:{AUX}|\w+(?:'m|'re|'ve|'ll|'d)|(?:he|she|it|that|there)'s|want(?:s|ed)?|needs?|needed|lives?|works?|worked|take[sn]?|took|gets?|"
    r"got|gave|says?|said|told|asks?|asked|called|moved|switched|sent|received|bought|ordered|submitted|lost|broke|went|goes|go|"
    r"came|comes|come|thinks?|thought|knows?|knew|keeps?|kept|tried|sees?|saw|found|uses?|hopes?|remember|understand|starts?|"
    r"started|fell|hit|hurt|quit|died|forgot|met|spent|ran|won|built|spoke|heard|felt|began|became|drove|flew|chose|caught|stole|turn(?:s|ed)|signed|wrote|read|checked|looked|filed|faxed|mailed|paid|appreciate|love[sd]?|like[sd]?|hates?|"
    r"believe|seems?|wonder|run|runs|ran|plan to|manage|denied|approved|changed|stopped|requires?|required)",
    re.I,
)
_SUBJECT = re.compile(
    r"(?:i|we|you|he|she|it|they|this|that|there|who|someone|nobody|one|everyone|pts?|patients?|members?|clients?|clinic|moms?|dads?|"
    r"mothers?|fathers?|husband|wife|sons?|daughters?|kids?|child|children|doctors?|dr|provider|office|boss|landlord|neighbou?r|insurance|plan|payer|"
    r"claim|request|company|airline|bank|agent|rep|friend|tenant|system|team|\w+'s)",
    re.I,
)
_HANGS = re.compile(r"(?<=\w)\s+(?:if|when|who|which|whose|where|because|while|although|unless)\s", re.I)
_REPORTS = re.compile(
    r"\s*(?:calling|writing|checking\s+(?:on|in)|following\s+up|reaching\s+out|emailing|working\s+on|helping)\b", re.I
)
_OWN = re.compile(r"\w+'s|my|our|his|her|their|the|a|an|your", re.I)
_ALWAYS = re.compile(r"says?|said|told|wants|lives|goes|gets|got|comes|keeps|seems|went|sent|gave|moved|thinks?", re.I)
_OFTEN = re.compile(r"every|again|too|so|very|always|never|daily|constantly|like|me|us|him|her|them", re.I)
_THIRD = re.compile(r"(?!services|benefits|rights|rules|plans|id|materials)\w{2,}[^s\W]s", re.I)
_WORD = re.compile(r"[\w#][\w'’/&.#-]*")
_GREETING = re.compile(
    r"\s*(?:to\s+whom\s+it\s+may\s+concern\s*[,:]|(?:hi|hello|hey|dear|greetings|good\s+(?:morning|afternoon|evening|day)|gm)(?:\s+(?!(?:i|we|my|is|are|can|do|does|what|how|please)\b)[\w.]+){0,3}\s*(?:[,!:–—]|-\s)|"
    r"(?:hi|hello|hey)\s+(?:there|all|team|everyone|folks|guys|again)\b(?!\s+(?:is|are)\b)|"
    r"(?:quick|one more|another|just a quick|a quick|last|one|two|three|couple\s+of|few)\s+(?:quick\s+)?(?:questions?|things?|qs?)\s*(?:[,:–—]|-\s)|"
    r"(?:sorry(?:\s+to\s+(?:bother|bug)\s+you(?:\s+again)?)?|thanks(?:\s+in\s+advance)?|thank\s+you|fyi|btw|by\s+the\s+way|oh|um+|ok(?:ay)?|so|well|pls|plz|question)\s*(?:[,!:–—]|-\s))\s*",
    re.I,
)
_ONLY_GREETS = re.compile(
    r"\s*(?:hi|hello|hey|dear|greetings|good\s+(?:morning|afternoon|evening|day)|to\s+whom\s+it\s+may\s+concern)(?:\s+\w+){0,3}\W*",
    re.I,
)
_CLOSING = re.compile(
    r"\s*(?:(?:(?:many\s+|kind\s+|best\s+|warm\s+)?(?:regards|wishes)|thanks|thank\s+you|thx|ty|cheers|best(?=\s*(?:,|!|\.|$))|sincerely|yours|love(?=\s*,)|tia|much\s+appreciated|"
    r"(?:i\s+|we\s+|would\s+|i'd\s+)*appreciate\s+(?:it|your|any)|sent\s+from\s+my|have\s+a\s+(?:good|nice|great))\b)(?:[\s,!.:;-]+[\w'.]+){0,7}\W*",
    re.I,
)


def names_askable(text: str) -> bool:
    """Whether the words name a thing that one can ask for: a copay, a deadline, a form."""
    return bool(_ASKABLE.search(text))


def askables(text: str) -> list[re.Match[str]]:
    """The places of the names of things that one can ask for."""
    return list(_ASKABLE.finditer(text))


def tells(text: str) -> bool:
    """Whether the words tell something: a verb stands after its subject, with nothing that asks before it."""
    if _REPORTS.match(text):
        return True
    # "the deadline if you live abroad" tells nothing: what decides stands before the clause that hangs on it.
    main = _HANGS.split(text[:300], maxsplit=1)[0]
    words = [match[0].replace("’", "'") for match in _WORD.finditer(main)]
    for place, word in enumerate(words):
        if (
            place
            and re.fullmatch(r"never|always|just|already|also|recently|finally", words[place - 1], re.I)
            and re.fullmatch(r"\w+(?:ed|t|es|s)", word)
        ):
            return True
        if (
            place
            and place + 1 < len(words)
            and _THIRD.fullmatch(word)
            and _OFTEN.fullmatch(words[place + 1])
            and not _ASKABLE.fullmatch(word)
        ):
            return True
        if (
            place
            and _SUBJECT.fullmatch(words[place - 1])
            and re.fullmatch(r"[a-z]{2,}ed", word)
            and word not in ("covered", "needed", "required", "allowed", "included", "approved", "paid")
        ):
            return True
        if place > 1 and place + 1 < len(words) and _goes_on(words, place):
            return True
        if (
            place > 1
            and _SUBJECT.fullmatch(words[place - 1])
            and _OWN.fullmatch(words[place - 2])
            and _THIRD.fullmatch(word)
        ):
            return True
        if not _FINITE.fullmatch(word):
            continue
        if place and words[place - 1].lower() == "to":
            continue
        if "'" in word and not re.fullmatch(AUX, word, re.I):
            return True
        if place == 0:
            continue
        if _ALWAYS.fullmatch(word):
            return True
        # "corrected claims needed" tells nothing, "the member needed" does.
        if (
            re.fullmatch(AUX, word, re.I)
            or not word.lower().endswith(("ed", "s"))
            or _SUBJECT.fullmatch(words[place - 1])
        ):
            return True
        if word.lower().endswith("s") and not _ASKABLE.search(" ".join(words[max(0, place - 2) : place])):
            return True
    return False


def _goes_on(words: list[str], place: int) -> bool:
    """Whether a word in a row is a verb: "my neighbour's dog barks all day", "the auditor cited the notes"."""
    word, after = words[place], words[place + 1]
    if _OWN.fullmatch(words[place - 2]) and _THIRD.fullmatch(word) and not _ASKABLE.fullmatch(word):
        return bool(re.fullmatch(r"all|at|in|on|when|whenever", after, re.I))
    past = re.fullmatch(r"[a-z]{2,}ed", word) and not re.fullmatch(STATE, word, re.I)
    return bool(
        past
        and place == 2
        and _OWN.fullmatch(words[0])
        and re.match(r"(?:an?|the|my|our|his|her|us|me|him|them|that|[A-Z\"“'])\b", after)
    )


def asks_by_noun(text: str) -> bool:
    """Whether a clause without a question asks by what it names: "visit limits for OT", "PA needed", "any forms"."""
    bare = text.strip(" ?.!,;:")
    if not bare or len(bare.split()) > 30 or bare[0] in "\"“'‘":
        return False
    if _STATE_FIRST.match(bare) or (_NEEDS.match(bare) and not tells(bare)):
        return True
    if _WH_LAST.search(bare) or (_ITS.fullmatch(bare) and not tells(bare)) or (_ANY.match(bare) and not tells(bare)):
        return True
    if tells(bare):
        # "the training hours it asks for"
        return bool(_THAT_THEY.match(bare))
    return (
        names_askable(bare)
        or bool(_STATE_LAST.fullmatch(bare) and len(bare.split()) <= 8)
        or bool(_MUCH.match(bare) or _PER.search(bare))
        or bare.endswith("%")
        or bool(_WH_LAST.search(bare))
    )


def is_state(text: str) -> bool:
    """Whether the words say what a thing left out is: "covered by Molina", "billable"."""
    return bool(_STATE_FIRST.match(text.strip()))


def is_closing(text: str) -> bool:
    """Whether a sentence only thanks or takes leave."""
    return bool(_CLOSING.fullmatch(text)) and not text.rstrip().endswith("?") and not names_askable(text)


def without_greeting(text: str) -> str:
    """The sentence without a salutation before it; "" for one that only greets or thanks."""
    rest = text
    if _ONLY_GREETS.fullmatch(rest):
        return ""
    for _ in range(3):
        match = _GREETING.match(rest)
        if match is None or not match.end():
            break
        rest = rest[match.end() :]
    return "" if is_closing(rest) else rest
