"""How a part that leaves out what was said before is made to stand alone: pronouns, and questions that say too little. Pure."""

# A pattern that is broken over lines reads worse than a long one.
# ruff: noqa: E501

from __future__ import annotations

import re

from pursuit.words import AUX, askables, is_state, names_askable, terms_of

# A pronoun that stands for a thing: right after an auxiliary, or where no noun follows it.
_IT = re.compile(
    r"(?P<aux>\b(?:is|are|was|were|does|do|did|can|could|will|would|should|has|have|may|must)\s+)(?:it|they|this|that|these|those)\b"
    r"(?!\s+(?:code|policy|plan|drug|service|procedure|claim|form|member|patient|state|rule)s?\b)"
    r"|(?P<aux2>\b)(?<!worth )(?:it|them)\b(?!')|(?<=\bfor )(?:that|this)(?=\s*(?:[?.!,]|$))",
    re.I,
)
_AGENT = re.compile(
    r"\b(?P<aux>do|does|will|would|can|could|did|must)\s+(?P<they>they|it(?=\s+(?:pay|cover|reimburse|approve)\s+(?:for\s+)?\w))\s+(?=(?:not\s+|also\s+|still\s+|even\s+)?(?:cover|pay|require|need|approve|want|allow|accept|reimburse|ask|deny|limit|charge|offer|give|credential)\b)",
    re.I,
)
_RELATIONAL = re.compile(
    r"\bthe\s+(?!(?:baby|child|kid|mother|plan|member|patient|insurance|insurer|payer|policy|state|week|month|year|day|time|same|other|next|first|last|\w+'s)\b)\w+",
    re.I,
)
_POINTS_BACK = re.compile(
    r"\b(?:he|she|him|her|them|they|it|one|ones|either|each|both|those|these|that)\s*[?.]?(?:\s|$)", re.I
)
# A payer has one way to appeal, whatever it is about.
_BY_ITSELF = re.compile(r"\b(?:appeal|grievance|complaint)s?\b", re.I)
_AT_A_LOSS = re.compile(
    r"(?:so\s+)?what\s+(?:should|can|could|do|must|shall)\s+(?:i|we|they|he|she)\s+do(?:\s+(?:now|next|first|then))?",
    re.I,
)
_OF_MANY = {"is": "are", "was": "were", "does": "do", "has": "have"}
_IMPERSONAL = re.compile(
    r"(?:is|was|will|would)\s+(?:it\s+(?:be\s+)?(?:safe|possible|ok|okay|necessary|better|enough|worth|rain)|(?:it|that|this)\s+(?:still\s+)?(?:true|right|correct|normal|so))\b",
    re.I,
)
_ITS = re.compile(r"\b(?:its|their)\b(?=\s+\w)", re.I)
_PERSON_WORD = re.compile(r"\b(?P<who>he|she|him|his|her)\b", re.I)
_PERSON = re.compile(
    r"(?:the\s+(?:CEO|author|president|owner|director|surgeon|doctor|physician|landlord|member|patient)\b[\w\s]*?|(?-i:[A-Z])[a-z]+(?:\s(?-i:[A-Z])[a-z]+)+)$",
    re.I,
)
# Words that need a subject: a part that holds only these and names of payers is elliptic.
_ASKING = re.compile(
    r"(?:what|which|who|when|where|why|how|whether|if|so|is|are|was|were|do|does|did|can|could|will|would|should|has|have|a|an|the|any|"
    r"there|i|we|you|me|us|our|my|to|be|in|of|tell|also|then|please|and|or|need|needs|needed|require|requires|required|necessary|"
    r"cover|covers|covered|coverage|prior|auth|authorization|authorisation|preauthorization|pa|pre|referral|referrals|copay|copays|"
    r"deductible|limit|limits|age|code|codes|icd|cpt|hcpcs|10|cm|bmi|criteria|documentation|documents|document|form|forms|medical|"
    r"necessity|apply|applies|allowed|quantity|units|visits|visit|many|much|often|long|far|advance|modifier|modifiers|rate|rates|sessions?|hours|days|refills?|doses?|times|free|"
    r"under|by|with|plan|plans|step|therapy|billable|payable|reimbursed|exceptions?|restrictions?|requirements?|rules?|policy|cost|"
    r"deadline|appeal|process|renewal|annual|per|year|month|it|medicaid|medicare|health|maximum|minimum|turnaround|time|decision|take|not|if|"
    r"call|contact|complain|notify|report|reach|escalate|apply|send|sent|file|submit|postpone|extend|cancel|renew|order|go|sign|start|request|pay|get|got|use|qualify|decides?|approves?|appeal|expire|"
    r"expires|valid|first|early|late|soon|too|back|ok|okay|yr|day|week|extra|another|give|someone|anything|something|who's|what's|when's|where's|how's|up|by|from|before|after|"
    r"refill|max|min|online|mail|they|person|he|she|write|ask|talk|speak|else|all|out|pocket|hear|that|this|those|these|done|still|each|every|must|may|might|have|with|without|at|for|on|about|or|list|pre|op|ship|buy|rent|wait)",
    re.I,
)
_HAS_PHRASE = re.compile(r"\b(?:for|of|about|on|with)\s+(?!what|which|whom|the phone|weekends|top)\w+", re.I)


def lacks_object(fragment: str) -> bool:
    """Whether a name that asks has nothing behind it that says of what: "tire pressure", "any rental period"."""
    bare = fragment.strip(" ?.!,")
    places = askables(bare)
    outside = bare
    for place in reversed(places):
        outside = outside[: place.start()] + "_" + outside[place.end() :]
    if re.search(r"\b(?:for|of|on|about|to|from|between)\b", outside, re.I) or is_state(bare):
        return False
    if not places:
        return len(bare.split()) <= 2 or bool(
            re.search(r"\b(?:ok(?:ay)?|needed|required|available|allowed|possible)$", bare, re.I)
            and len(bare.split()) <= 3
        )
    after = bare[places[-1].end() :].split()
    return not after or bool(re.match(r"(?:before|after|needed|required|too|please|or)\b", after[0], re.I))


def stands_alone(
    part: str, subjects: list[str], payers: tuple[str, ...] = (), insurer: str = "", firm: bool | None = False
) -> str:
    """`part` with what it leaves out: pronouns become the last subject; an elliptic part gets it at its end.

    `insurer` is who decides, for "do they cover it". A `firm` subject was told as such, so that more is taken to be
    about it; with None a part is completed only where it says nothing at all.
    """
    subject = subjects[-1] if subjects else ""
    if insurer:
        part = _AGENT.sub(lambda found: f"{_of_one(found['aux'])} {insurer} ", part, count=1)
    if not subject:
        return part
    if is_state(part):
        return f"is {subject} {part}" if not _is_plural(subject) else f"are {subject} {part}"
    person = next((one for one in reversed(subjects) if _PERSON.fullmatch(one)), "")
    text, plain = part, re.sub(r"^the\s+(?=\w+(?:'s|s'))", "", subject)
    if _PERSON_WORD.search(text) and person:
        text = _PERSON_WORD.sub(
            lambda m: f"{person}'s" if m["who"].lower() in ("his", "her") else person, text, count=1
        )
    text = text if _IMPERSONAL.match(text) else _with_thing(text, subjects)
    text = _ITS.sub(f"{plain}'s", text, count=1)
    if text != part:
        return text
    if subject.lower() in part.lower():
        return part
    if _BY_ITSELF.search(part):
        return part
    if is_elliptic(part, payers) or (firm is not None and needs_subject(part, payers, firm)):
        return f"{_open_end(part)} for {subject}" + _sign(part)
    return part


def needs_subject(part: str, payers: tuple[str, ...] = (), firm: bool = False) -> bool:
    """Whether a part says too little to be read alone, or points at what it does not name."""
    bare = part
    for payer in payers:
        bare = bare.replace(payer, " ")
    if _AT_A_LOSS.fullmatch(bare.strip(" ?.!")) or re.search(r"\sor\s|,", bare):
        return False
    pointing = _POINTS_BACK.search(bare)
    own = [word for word in terms_of(bare) if not _ASKING.fullmatch(word) and not names_askable(word)]
    if not pointing and re.search(r"\b(?:for|of|about|on)\s+(?:an?|the|my|our|this|your)\s+\w", bare, re.I):
        return False
    if any(re.search(r"[A-Z0-9]", word[1:] if bare.startswith(word) else word) for word in own):
        return False
    if (
        not firm
        and own
        and re.match(
            rf"(?:(?:what|who|where|when)(?:'s|\s+(?:is|are|was|were))|{AUX})\s+(?:an?\s+|my\s+|our\s+)?{re.escape(own[0])}\b",
            bare.strip(),
            re.I,
        )
    ):
        # "Is dental covered?" names its own subject.
        return False
    if not pointing and any(
        re.search(rf"\b(?:for|of|about|on|with|from|in)\s+(?:(?:an?|the|my|our)\s+)?{re.escape(word)}\b", bare)
        for word in own
    ):
        return False
    return len(own) <= (2 if firm else 1) or (len(own) <= 3 and bool(pointing))


def _with_thing(text: str, subjects: list[str]) -> str:
    """The first pronoun that can stand for a subject, made that subject: the last one of its number."""
    for found in _IT.finditer(text):
        several = found[0].split()[-1].lower() in ("they", "them", "these", "those")
        doing = re.search(r"\bdo\s+$", text[: found.start()] + (found["aux"] or ""), re.I)
        if _AGENT.match(text, found.start()) or (doing and not several):
            continue
        agreeing = [one for one in subjects if _is_plural(one) is several]
        subject = agreeing[-1] if agreeing else "" if several else subjects[-1]
        aux = found["aux"] or ""
        if subject and not agreeing:
            aux = _OF_MANY.get(aux.strip().lower(), aux.strip()) + " " * bool(aux)
        if subject:
            return text[: found.start()] + aux + _definite(subject) + text[found.end() :]
    return text


def _definite(subject: str) -> str:
    """A bare word that was asked for, as what is spoken of: "which form …, where does the form go"."""
    return f"the {subject}" if subject in ("form", "document", "plan", "policy", "drug", "service", "visa") else subject


def _is_plural(subject: str) -> bool:
    return bool(
        re.search(r"[^s\W]s$|\b(?:children|people|feet|teeth)$|\band\b", _head(subject), re.I)
    ) and not re.search(r"(?:diabetes|is|us)$", _head(subject), re.I)


def _of_one(aux: str) -> str:
    """The auxiliary of one who decides."""
    return {"do": "does"}.get(aux.lower(), aux.lower())


def _head(subject: str) -> str:
    return re.split(r"\s+(?:for|of|in|on|with|under|to|w/)\s", subject)[0]


def is_elliptic(part: str, payers: tuple[str, ...]) -> bool:
    """Whether nothing in the part says what it is about."""
    bare = part
    for payer in payers:
        bare = bare.replace(payer, " ")
    bare = bare.strip(" ?.!")
    if _AT_A_LOSS.fullmatch(bare):
        return False
    if _HAS_PHRASE.search(bare) and not re.search(r"\bneed\w* to\b|\bhave to\b|\bhow far in\b", bare, re.I):
        return False
    if re.fullmatch(r"(?:which|what|how)\s+[\w'-]+(?:\s+(?!(?:is|are|do|does|can)\b)[\w'-]+)?", bare, re.I):
        return True
    words = re.findall(r"[\w']+", bare)
    # "Where are the logs?", "Is the inverter included?": of what, was said before.
    relational = (
        _RELATIONAL.search(bare)
        and not re.search(r"\sor\s", bare)
        and not re.search(r"\b(?:of|for|in|on|under|with|from)\s+\w", bare, re.I)
    )
    unknown = [
        word
        for place, word in enumerate(words)
        if not _ASKING.fullmatch(word)
        and not names_askable(word)
        and not (place and word[:1].isupper() and re.fullmatch(r"does|do|did|can|will|has", words[place - 1], re.I))
    ]
    return not unknown or bool(
        relational and len(unknown) <= 2 and not any(word[:1].isupper() for word in words[1:] if word != "I")
    )


def _open_end(part: str) -> str:
    return part.rstrip(" ?.!")


def _sign(part: str) -> str:
    return part[len(part.rstrip(" ?.!")) :].strip()
