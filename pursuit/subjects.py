"""What a question is about, and how a later one is made to stand alone by carrying that over. Pure."""

# A pattern that is broken over lines reads worse than a long one.
# ruff: noqa: E501

from __future__ import annotations

import re

from pursuit.queries import terms_of
from pursuit.asking import ASKABLE, AUX, askables, is_state, names_askable, tells

_END = (
    r"(?=\s+(?:under|by|through|per|at|when|if|before|after|within|during|without|covered|billable|required|allowed|payable|"
    r"paid|reimbursed|available|included|needed|necessary|on\s+the|considered|eligible|billed|coded|something|anything|good|opened|closed|built|held|located|measured|counted|given|done|performed|an?\s+(?:benefit|option|problem|requirement|must)|in\s+(?-i:[A-Z])|"
    r"in\s+a\b|and\s+(?:is|does|do|what|how)|for\s+(?:weight|an?\s|adults?|children|members?)|should|cost|take|last|work|mean)\b"
    r"|\s*[,;:?!]|\s*\.?\s*$)"
)
_NP = r"(?P<np>(?:an?\s+|the\s+)?[^,;:?!]{2,90}?)" + _END
_BE = r"(?:is|are|was|were|'s)"
# In the order of how well each tells the subject.
_SUBJECTS = tuple(
    re.compile(pattern, re.I)
    for pattern in (
        rf"\b(?:difference|choice|gap)\s+between\s+{_NP}",
        rf"\b(?:codes?|icd-?\s?10(?:-cm)?|cpt|hcpcs)\b(?:\s+(?:do|should|can)\s+(?:i|we)\s+use)?\s+(?:for|of)\s+{_NP}",
        r"\bis\s+there\s+(?P<np>an?\s+[^,;:?!]{2,80}?)(?=\s+(?:that|who|which|when|if|in|at|under)\b|\s*[,;:?!]|\s*$)",
        rf"\b(?:criteria|policy|polic(?:y|ies)|rules?|requirements?|copay|limits?|coverage|prior auth\w*|guidelines?|authorization|visits?|referral|authorization\s+request)\s+(?:for|on|about|of)\s+{_NP}",
        rf"\b(?:covers?|pays?\s+for|reimburses?|covering|order|orders?|bill\s+for|schedule|scheduling|(?<!a )(?<!an )(?<!the )denied|approves?|(?<!an )(?<!the )approved|prescribe[ds]?|enroll?\s+in|sign\s+up\s+for|apply\s+for|register\s+for|qualify\s+for|cancel|(?<=\bi )(?:see|visit|book|hire|rent)|(?<=\bto )(?:see|visit|book|hire|rent)|(?<=\bwe )(?:see|visit|book|hire|rent)|needs?|uses?|using|wants?|takes?|taking|received|got|require\s+prior\s+auth\w*\s+for)\s+{_NP}",
        r"\bhow\s+(?:many|much)\s+(?P<np>(?!(?:is|are|does|do|did|can|will)\b)[\w -]{3,60}?)(?=\s+(?:are|is|does|do|can|will|may)\b)",
        rf"\bhow\s+(?:\w+)\s+{_BE}\s+{_NP}",
        rf"\b(?:who|what|which)\s+(?:won|owns|runs|wrote|painted|made|built|invented|discovered|founded|created|directed|composed)\s+{_NP}",
        r"\b(?:which|what)\s+(?P<np>(?:forms?|visa|documents?|vaccines?|drugs?|medications?|services?|plan|policy)\b)",
        rf"^(?:what|who|where|when|why)\s*{_BE}\s+{_NP}",
        r"^(?:why|when|how|where)\s+(?:did|does|do|will|can)\s+(?P<np>(?:the|an?)\s+[\w -]{2,60}?)(?=\s+(?:go|come|take|get|open|close|leave|start|end|happen|change|apply|cost|work|rise|fall|arrive)\b)",
        rf"^(?:is|are|was|were)\s+{_NP}",
        r"^(?:is|are|was|were)\s+(?P<np>(?:the|an?)\s+\w+(?:\s+\w+)?)\s+(?:open|closed|safe|free|good|bad|late|full|busy)\b",
        r"^(?:did|does|do|has|have|can|could|will|would|should)\s+(?P<np>(?:the\s+|an?\s+)?(?-i:[A-Z])\w+(?:\s+(?-i:[A-Z])\w+)*)",
        rf"\b(?:for|of|about|with)\s+{_NP}",
        r"\b(?:renew|return|install|contest|keep|kept|find|buy|check)\s+(?:if\s+)?(?P<np>(?:my|the|an?)\s+[\w-]+(?:\s+[\w-]+)?)",
    )
)
_NOT_SUBJECTS = re.compile(
    r"(?:for|to|with|under|in|on|about|of|if|whether|eligible|responsible|allowed|able)\b.*|(?:effect|place|long|over)\b.*|(?:it|its|they|them|this|that|these|those|there|he|she|him|her|the (?:code|policy|cost|copay|limit|rule|rules|difference|fee|form|member|patient)|"
    r"prior auth\w*(?: required)?|a referral|an? authorization|me|us|you|i|we|network|(?:one|another) more (?:thing|question)|one|anyone|someone|what|which|prior|use|any|me if.*)",
    re.I,
)
# A pronoun that stands for a thing: right after an auxiliary, or where no noun follows it.
_IT = re.compile(
    r"(?P<aux>\b(?:is|are|was|were|does|do|did|can|could|will|would|should|has|have|may|must)\s+)(?:it|they|this|that|these|those)\b"
    r"(?!\s+(?:code|policy|plan|drug|service|procedure|claim|form|member|patient|state|rule)s?\b)"
    r"|(?P<aux2>\b)(?<!worth )(?:it|them)\b(?!')|(?<=\bfor )(?:that|this)(?=\s*(?:[?.!,]|$))",
    re.I,
)
_PERSONS = re.compile(r"\b(?:patient|pt|member|client|mother|mom|mum|father|dad|wife|husband|partner|son|daughter|child|kid|doctor|physician|surgeon|pediatrician|pharmacy|clinic|hospital|office|insurance|plan|mum|employer|landlord|boss|neighbou?r|friend|tenant)s?$", re.I)
# Whom "they" means where somebody decides: a payer, not the thing that is asked about.
_DECIDES = r"(?:cover|pay|require|approve|want|allow|accept|reimburse|deny|offer|give|credential|need)s?"
_AGENT = re.compile(
    r"\b(?P<aux>do|does|will|would|can|could|did|must)\s+(?P<they>they)\s+(?=(?:not\s+|also\s+|still\s+|even\s+)?(?:cover|pay|require|need|approve|want|allow|accept|reimburse|ask|deny|limit|charge|offer|give|credential)\b)",
    re.I,
)
_INSURER = re.compile(
    rf"\b(?:(?:do|does|will|would|can|did)\s+(?=[^,;?]{{2,60}}?\s{_DECIDES}\b)|(?:under|with|by|through|thru|has|have|w/|via|on\s+(?![A-Z]{{2,4}}\b))\s*)(?P<name>(?!(?:Jan|Feb|Mar|Apr|May|June?|July?|Aug|Sept?|Oct|Nov|Dec|Mon|Tues?|Wed|Thu|Fri|Sat|Sun)[a-z]*\b|Dr\b|I\b|The\b)(?-i:[A-Z])[\w'-]+(?:\s+(?:of\s+)?(?-i:[A-Z])[\w'-]+){{0,4}})"
)
_WHICH_PAPER = re.compile(r"\W*(?:and\s+)?(?:which|what)\s+\w+", re.I)
_RELATIONAL = re.compile(
    r"\bthe\s+(?!(?:baby|child|kid|mother|plan|member|patient|insurance|insurer|payer|policy|state|week|month|year|day|time|same|other|next|first|last|\w+'s)\b)\w+", re.I
)
_POINTS_BACK = re.compile(r"\b(?:he|she|him|her|them|they|it|one|ones|either|each|both|those|these|that)\s*[?.]?(?:\s|$)", re.I)
_AT_A_LOSS = re.compile(r"(?:so\s+)?what\s+(?:should|can|could|do|must|shall)\s+(?:i|we|they|he|she)\s+do(?:\s+(?:now|next|first|then))?", re.I)
_OF_MANY = {"is": "are", "was": "were", "does": "do", "has": "have"}
_MEASURE = re.compile(rf"\b(?:is|are)\s+there\s+(?:an?|any)\s+(?P<what>(?:[\w-]+\s+)?{ASKABLE}\s+(?:for|on|of)\s+[^,;?]+)", re.I)
_OF_MEASURE = re.compile(rf"(?:the|an?|any)?\s*(?:[\w-]+\s+){{0,2}}?{ASKABLE}\s+(?:on|for|of)\s+(?P<np>.+)", re.I)
_FOR = re.compile(rf"\s+(?:for|of|on)\s+{_NP}", re.I)
# "copay ER visit": what stands right behind a thing asked for, and what stands before it, is the subject.
_SMALL = re.compile(
    r"(?:max|min|maximum|minimum|annual|total|the|a|an|any|what|which|is|are|how|need|needs|needed|for|of|on|to|in|and|or|per|yr|"
    r"current|new|exact|full|correct|right|also|same|about|it|its|their|our|my|your|required|by|under|with|if)",
    re.I,
)
# A thing that has a code, a policy or an authorisation is what a person speaks of next.
_WEIGHTY = re.compile(r"\b(?:codes?|hcpcs|cpt|icd\S*|coverage|criteria|prior auth\w*|PA|auth)\s*\W*$", re.I)
_TOLD_NP = (
    r"\s+(?P<np>(?:an?\s+|the\s+|(?:my|our|her|his|their)\s+|some\s+)?(?!(?:i|we|it|she|he|they|you|me|us|him|her|them|to|no|not|been|moved|never|is|are|was|if|whether|how|what)\b)[^,;:?!.()]{2,60}?)"
    r"(?=\s+(?:under|by|through|thru|at|when|if|before|after|within|during|without|since|because|yesterday|last|this|today|in|on|from|but|and|who|which|that|so|again|now|for|with|w/|is|are|was|were|has|will|saying)\b|\s*[,;:?!.()]|\s*$)"
)
_TOLD = tuple(
    re.compile(pattern + _TOLD_NP, re.I)
    for pattern in (
        r"\b(?:needs?|wants?|would\s+like|['’]d\s+like|bought|ordered|prescribed?|lost|broke|misplaced|damaged|received|offered|sent|gave|asked?(?:\s+(?:me|us))?\s+about|asking\s+about|anything\s+(?:on|about)|"
        r"looking\s+(?:at|into|for)|applied\s+for|applying\s+for|scheduled\s+for|uses?|using|takes?|taking|submitted|(?:was|got|were)\s+denied|cancel|reimburse|cover)",
        r"^(?:re|subject|regarding|about|ref|concerning)\s*:?",
        r"\b(?:about|with\s+regard\s+to|re:|(?:page|article|letter|note|handbook|section|message|email|post|info|information|something)s?\s+(?:on|for|regarding))",
        r"\b(?:got|has|have|had)(?:\s+(?:had|got))?",
    )
)
_NEAR = re.compile(r"\b(?:for|on|with|of)" + _TOLD_NP, re.I)
_OPENS = re.compile(rf"(?:^|\b(?:says?|said|told\s+(?:me|us)|heard|that)\s+(?:that\s+)?)(?P<np>(?:(?:the|my|our|her|his|an?)\s+)?(?!(?:i|we|it|she|he|they|you|the|my|our|that|there|this|who|which|what)\b)[\w-]+(?:\s+(?!(?:says?|said|told|that|asked|and)\b)[\w-]+){{0,2}}?)\s+(?=(?:{AUX}|never|no\s+longer|just|still|stopped|broke|came|keeps?)\b)", re.I)
_IMPERSONAL = re.compile(
    r"(?:is|was|will|would)\s+(?:it\s+(?:be\s+)?(?:safe|possible|ok|okay|necessary|better|enough|worth|rain)|(?:it|that|this)\s+(?:still\s+)?(?:true|right|correct|normal|so))\b", re.I
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


def subject_of(question: str) -> str:
    """The thing that a question is about, in its own words; "" where it cannot be told."""
    for pattern in _SUBJECTS:
        for found in pattern.finditer(question):
            np = found["np"].strip(" .'\"")
            np = re.sub(r"\s+(?:and|or|to install|to)$", "", np)
            # "a permit for a fence" is about the fence.
            further = _FOR.match(question, found.end("np"))
            if further and names_askable(np.split()[-1] if np else ""):
                np = further["np"].strip()
            if of := _OF_MEASURE.fullmatch(np):
                np = of["np"]
            np = re.split(r"\s\w+ed\s+(?:against|by|to|from|with|as|at|on|in|for)\b", np)[0]
            np = re.split(r"(?<!\ba)(?<!\bthe)\s+(?:if|when|while|because|who|that|which|until|" + AUX + r")\b", np, flags=re.I)[0]
            if np and (_is_subject(np) or (_WHICH_PAPER.match(question) and pattern is _SUBJECTS[8])):
                return np
    return ""


def told_subject(statement: str) -> str:
    """What a sentence that asks nothing speaks of, last: "a CPAP" of "she needs a CPAP"; "" where it cannot be told."""
    for pattern in _TOLD:
        for found in reversed(list(pattern.finditer(statement[:600]))):
            np = found["np"].strip(" '\"")
            if names_askable(np) and len(np.split()) < 3:
                # "We submitted a request on Monday for home oxygen."
                behind = (one["np"].strip(" '\"") for one in _NEAR.finditer(statement, found.end()))
                np = next((one for one in behind if _is_subject(one)), np)
            if _is_subject(np) and np != insurer_of(statement):
                return np
    if heading := re.match(r"(?P<np>[\w.+-]+(?:\s[\w.+-]+){0,3}):\s", statement):
        return heading["np"] if _is_subject(heading["np"]) else ""
    for opens in reversed(list(_OPENS.finditer(statement[:300]))):
        if not _PERSONS.search(opens["np"]) and _is_subject(opens["np"]) and not names_askable(opens["np"]):
            return opens["np"]
    first = re.split(r"\s*[,;.(]\s*", statement.strip(), maxsplit=1)[0]
    if not tells(statement) and len(first.split()) <= 6 and _is_subject(first):
        return first
    if len(statement.split()) < 15:
        return ""
    for found in reversed(list(_NEAR.finditer(statement[:600]))):
        if _is_subject(np := found["np"].strip(" '\"")) and np != insurer_of(statement):
            return np
    asked = subject_of(statement)
    return asked if asked != insurer_of(statement) else ""


def _is_subject(np: str) -> bool:
    """Whether a noun phrase can be what later questions are about."""
    return bool(
        np
        and not _NOT_SUBJECTS.fullmatch(np)
        and len(np.split()) <= 12
        and not re.match(r"(?:what|who|how|which|when|if|whether)\b", np, re.I)
        and not re.search(r"=|\b(?:qs|questions?|things?|points?|ones?|ourselves|myself|y/?o|person|no one|nobody|anyone|somebody|following)\b|^(?:too|how|more|less|enough)\b|^(?:pts?|patients?|members?|clients?|kid|mom|dad|\d{1,3})\b|^(?:an?|the)$|^(?:the\s+)?(?:two|one|first|second|other|no)\b", np, re.I)
        and not tells(np)
        and not re.match(r"(?:care|gone|been|covered|needed|required|normal|bankrupt|liable|responsible|able|correct|right|true|legal|different|fine|open|closed|\w+ed\s+(?:for|by|in|on|to|at|from|under|with))\b", np, re.I)
        and not re.fullmatch(r"(?:\w+(?:ed|ing)|true|wrong|right|late|sure|one|both|either|each|week|month|year|today|monday|tuesday|wednesday|thursday|friday|saturday|sunday|work|(?:the|a)\s+(?:year|month|week|day|family|time))", np, re.I)
        and not (len(np.split()) < 4 and names_askable(np.split()[-1]) and not re.fullmatch(r"(?:the\s+)?(?:visa|forms?|documents?|permit|certificate|prescription|licen[cs]e)", np, re.I))
    )


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
        return len(bare.split()) <= 2 or bool(re.search(r"\b(?:ok(?:ay)?|needed|required|available|allowed|possible)$", bare, re.I) and len(bare.split()) <= 3)
    after = bare[places[-1].end() :].split()
    return not after or bool(re.match(r"(?:before|after|needed|required|too|please|or)\b", after[0], re.I))


def named_subject(fragment: str, first: bool = True) -> str:
    """What is asked about where only a name asks: "ER visit" of "copay ER visit", "PT" of "the copay for PT".

    What stands before the name alone ("tire pressure") counts only where it is the `first` thing that is asked.
    """
    bare = fragment.strip(" ?.!,")
    if re.match(r"(?:do|does|did|is|are)\b", bare, re.I):
        return ""
    if doing := re.search(r"\b(?:when|while|for|if|of)\s+(?:billing|ordering|filing|using|prescribing|buying|renting|getting|doing)\s+(?P<np>[^,;]+)$", bare, re.I):
        return _cut(doing["np"])
    for prep in ("for", "on|about", "of"):
        if found := re.search(rf"\b(?:{prep})\s+(?P<np>(?!the\s+following)[^,;]+)$", bare, re.I):
            return _cut(found["np"])
    if is_state(bare):
        return ""
    places = askables(bare)
    if not places:
        return _cut(re.sub(r"\s+(?:needed|required|covered|ok(?:ay)?|allowed|available|billable|included)\b.*$", "", bare, flags=re.I))
    before, after = bare[: places[0].start()].split(), bare[places[-1].end() :].split()
    first = first or bool(_WEIGHTY.search(bare))
    for words in (after, before) if first else (after,):
        if words and re.match(r"\d", words[0]) and len(words) > 1:
            continue
        if words and words is after and re.match(r"(?:in|with|by|under|at|to|from|per)\b", words[0], re.I):
            continue
        while words and (_SMALL.fullmatch(words[0]) or names_askable(words[0])):
            words = words[1:]
        if words and not re.match(r"(?:to|if|that|who|in|at|by|before|after|from|please|or|when|while|because)\b", words[0], re.I):
            return _cut(" ".join(words))
    return ""


def _cut(np: str) -> str:
    np = re.split(r"\s+(?:under|by|through|thru|when|if|before|after|within|per|at|please|in\s+(?=(?-i:[A-Z])))(?:\b|(?=[A-Z]))", np, flags=re.I)[0].strip(" '\"-")
    return np if _is_subject(np) else ""


def insurer_of(text: str) -> str:
    """The name of whoever decides, where the words give one after "under", "with" or "by"; "" otherwise."""
    found = list(_INSURER.finditer(text))
    return found[-1]["name"] if found else ""


def stands_alone(part: str, subjects: list[str], payers: tuple[str, ...] = (), insurer: str = "", firm: bool | None = False) -> str:
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
    if any(re.search(r"[A-Z0-9]", word[1:] if bare.startswith(word) else word) for word in own):
        return False
    if not pointing and any(re.search(rf"\b(?:for|of|about|on|with|from|in)\s+(?:(?:an?|the|my|our)\s+)?{re.escape(word)}\b", bare) for word in own):
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
            return text[: found.start()] + aux + subject + text[found.end() :]
    return text


def _is_plural(subject: str) -> bool:
    return bool(re.search(r"[^s\W]s$|\b(?:children|people|feet|teeth)$|\band\b", _head(subject), re.I)) and not re.search(r"(?:diabetes|is|us)$", _head(subject), re.I)


def measure_of(question: str) -> str:
    """What is asked of a thing, as a thing that "it" can mean: "the limit on aide hours"; "" where there is none."""
    found = _MEASURE.search(question)
    return f"the {found['what']}" if found else ""


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
    relational = _RELATIONAL.search(bare) and not re.search(r"\sor\s", bare) and not re.search(r"\b(?:of|for|in|on|under|with|from)\s+\w", bare, re.I)
    unknown = [
        word
        for place, word in enumerate(words)
        if not _ASKING.fullmatch(word)
        and not names_askable(word)
        and not (place and word[:1].isupper() and re.fullmatch(r"does|do|did|can|will|has", words[place - 1], re.I))
    ]
    return not unknown or bool(relational and len(unknown) <= 2 and not any(word[:1].isupper() for word in words[1:] if word != "I"))


def _open_end(part: str) -> str:
    return part.rstrip(" ?.!")


def _sign(part: str) -> str:
    return part[len(part.rstrip(" ?.!")) :].strip()
