"""What a question is about, and how a later one is made to stand alone by carrying that over. Pure."""

# A pattern that is broken over lines reads worse than a long one.
# ruff: noqa: E501

from __future__ import annotations

import re
from itertools import pairwise

_END = (
    r"(?=\s+(?:under|by|through|per|at|when|if|before|after|within|during|without|covered|billable|required|allowed|payable|"
    r"paid|reimbursed|available|included|needed|necessary|on\s+the|considered|eligible|billed|coded|in\s+(?-i:[A-Z])|"
    r"in\s+a\b|and\s+(?:is|does|do|what|how)|for\s+(?:weight|an?\s|adults?|children|members?)|should|cost|take|last|work|mean)\b"
    r"|\s*[,;:?!]|\s*\.?\s*$)"
)
_NP = r"(?P<np>(?:an?\s+|the\s+)?[^,;:?!]{2,90}?)" + _END
_BE = r"(?:is|are|was|were|'s)"
# In the order of how well each tells the subject.
_SUBJECTS = tuple(
    re.compile(pattern, re.I)
    for pattern in (
        rf"\b(?:codes?|icd-?\s?10(?:-cm)?|cpt|hcpcs)\b(?:\s+(?:do|should|can)\s+(?:i|we)\s+use)?\s+(?:for|of)\s+{_NP}",
        rf"\b(?:criteria|policy|polic(?:y|ies)|rules?|requirements?|copay|limits?|coverage|prior auth\w*|guidelines?|authorization|visits?|referral|authorization\s+request)\s+(?:for|on|about|of)\s+{_NP}",
        rf"\b(?:covers?|pays?\s+for|reimburses?|covering|order|orders?|bill\s+for|schedule|scheduling|denied|approves?|approved|prescribed?|needs?|uses?|using|wants?|takes?|taking|received|got|require\s+prior\s+auth\w*\s+for)\s+{_NP}",
        r"\bhow\s+(?:many|much)\s+(?P<np>(?!(?:is|are|does|do|did|can|will)\b)[\w -]{3,60}?)(?=\s+(?:are|is|does|do|can|will|may)\b)",
        r"\bis\s+there\s+(?P<np>an?\s+[^,;:?!]{2,80}?)(?=\s*[,;:?!]|\s*$)",
        rf"\bhow\s+(?:\w+)\s+{_BE}\s+{_NP}",
        rf"\b(?:who|what|which)\s+(?:wrote|painted|made|built|invented|discovered|founded|created|directed|composed)\s+{_NP}",
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
    r"prior auth\w*(?: required)?|a referral|an? authorization|me|us|you|i|we|anyone|someone|what|which|prior|use|any|me if.*)",
    re.I,
)
# A pronoun that stands for a thing: right after an auxiliary, or where no noun follows it.
_IT = re.compile(
    r"(?P<aux>\b(?:is|are|was|were|does|do|did|can|could|will|would|should|has|have|may|must)\s+)(?:it|they|this|that|these|those)\b"
    r"(?!\s+(?:code|policy|plan|drug|service|procedure|claim|form|member|patient|state|rule)s?\b)"
    r"|(?P<aux2>\b)(?:it|them)\b",
    re.I,
)
_IMPERSONAL = re.compile(
    r"(?:is|was|will|would)\s+it\s+(?:be\s+)?(?:safe|possible|ok|okay|true|necessary|better|enough|worth|rain)\b", re.I
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
    r"deadline|appeal|process|renewal|annual|per|year|month|it|medicaid|medicare|health|maximum|minimum|turnaround|time|decision|take|not|if)",
    re.I,
)
_HAS_PHRASE = re.compile(r"\b(?:for|of|about|on|with|to)\s+(?!what|which|whom)\w+", re.I)


def subject_of(question: str) -> str:
    """The thing that a question is about, in its own words; "" where it cannot be told."""
    for pattern in _SUBJECTS:
        for found in pattern.finditer(question):
            np = found["np"].strip(" .'\"")
            np = re.sub(r"\s+(?:and|or|to install|to)$", "", np)
            if np and not _NOT_SUBJECTS.fullmatch(np) and len(np.split()) <= 12:
                return np
    return ""


def stands_alone(part: str, subjects: list[str], payers: tuple[str, ...] = ()) -> str:
    """`part` with what it leaves out: pronouns become the last subject; an elliptic part gets it at its end."""
    subject = subjects[-1] if subjects else ""
    if not subject:
        return part
    person = next((one for one in reversed(subjects) if _PERSON.fullmatch(one)), "")
    text, plain = part, re.sub(r"^the\s+(?=\w+(?:'s|s'))", "", subject)
    if _PERSON_WORD.search(text) and person:
        text = _PERSON_WORD.sub(
            lambda m: f"{person}'s" if m["who"].lower() in ("his", "her") else person, text, count=1
        )
    replaced = text if _IMPERSONAL.match(text) else _IT.sub(lambda found: _named(found, subject), text, count=1)
    replaced = _ITS.sub(f"{plain}'s", replaced, count=1)
    if replaced != text or text != part:
        return replaced
    return f"{_open_end(part)} for {subject}" + _sign(part) if _is_elliptic(part, payers) else part


def _named(pronoun: re.Match[str], subject: str) -> str:
    """The subject in the place of the pronoun; "they" of what is one thing are others, who stay."""
    word = pronoun[0].split()[-1].lower()
    head = re.split(r"\s+(?:for|of|in|on|with|under|to)\s", subject)[0]
    if word in ("they", "them", "these", "those") and not re.search(r"s$|\band\b", head, re.I):
        return pronoun[0]
    return (pronoun["aux"] or "") + subject


def _is_elliptic(part: str, payers: tuple[str, ...]) -> bool:
    bare = part
    for payer in payers:
        bare = bare.replace(payer, " ")
    words = re.findall(r"[\w']+", bare)
    unknown = [
        word
        for before, word in pairwise(words)
        if not _ASKING.fullmatch(word)
        and not (word[:1].isupper() and re.fullmatch(r"does|do|did|can|will|has", before, re.I))
    ]
    if _HAS_PHRASE.search(bare) and not re.search(r"\bneed\w* to\b|\bhave to\b|\bhow far in\b", bare, re.I):
        return False
    return not unknown


def _open_end(part: str) -> str:
    return part.rstrip(" ?.!")


def _sign(part: str) -> str:
    return part[len(part.rstrip(" ?.!")) :].strip()
