"""What a question, a name that asks or a statement is about. Pure."""

# A pattern that is broken over lines reads worse than a long one.
# ruff: noqa: E501

from __future__ import annotations

import re

from pursuit.words.asking import ASKABLE, AUX, askables, is_state, names_askable, tells

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
        r"^(?:has|have)\s+(?P<np>(?:the|my|our|an?)\s+[\w-]+(?:\s[\w-]+)?)\s+(?=\w+(?:ed|en)\b|been\b|come\b|gone\b)",
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
_PERSONS = re.compile(
    r"\b(?:patient|pt|member|client|mother|mom|mum|father|dad|wife|husband|partner|son|daughter|child|kid|doctor|physician|surgeon|pediatrician|pharmacy|clinic|hospital|office|insurance|plan|mum|employer|landlord|boss|neighbou?r|friend|tenant)s?$",
    re.I,
)
_IN_NEED = re.compile(
    r"^(?:(?:and|also|so)\s+)?(?:do|does|did|will|would|can|must)\s+(?P<np>(?:an?\s+|the\s+)?(?!(?:i|we|you|they|he|she|it)\b)[\w' -]{3,70}?)\s+(?:need|require)s?\s+(?:an?\s+|any\s+)?(?:prior|pre-?auth|pre-?cert|referral|authori|approval|permission|(?-i:PA)\b)",
    re.I,
)
# Whom "they" means where somebody decides: a payer, not the thing that is asked about.
_DECIDES = r"(?:cover|pay|require|approve|want|allow|accept|reimburse|deny|offer|give|credential|need)s?"
_INSURER = re.compile(
    rf"\b(?:(?:do|does|will|would|can|did)\s+(?=[^,;?]{{2,60}}?\s{_DECIDES}\b)|(?:under|with|by|through|thru|has|have|w/|via|on\s+(?![A-Z]{{2,4}}\b))\s*)(?P<name>(?!(?:Jan|Feb|Mar|Apr|May|June?|July?|Aug|Sept?|Oct|Nov|Dec|Mon|Tues?|Wed|Thu|Fri|Sat|Sun)[a-z]*\b|Dr\b|I\b|The\b)(?-i:[A-Z])[\w'-]+(?:\s+(?:of\s+)?(?-i:[A-Z])[\w'-]+){{0,4}})"
)
_WHICH_PAPER = re.compile(r"\W*(?:and\s+)?(?:which|what)\s+\w+", re.I)
_MEASURE = re.compile(
    rf"\b(?:is|are)\s+there\s+(?:an?|any)\s+(?P<what>(?:[\w-]+\s+)?{ASKABLE}\s+(?:for|on|of)\s+[^,;?]+)", re.I
)
_OF_MEASURE = re.compile(rf"(?:the|an?|any)?\s*(?:[\w-]+\s+){{0,2}}?{ASKABLE}\s+(?:on|for|of)\s+(?P<np>.+)", re.I)
_FOR = re.compile(rf"\s+(?:for|of|on)\s+{_NP}", re.I)
# "copay ER visit": what stands right behind a thing asked for, and what stands before it, is the subject.
_SMALL = re.compile(
    r"(?:ends?|starts?|expires?|applies|begins?|changes?|send|share|give|provide|get|find|list|tell|show|confirm|check|max|min|maximum|minimum|annual|total|the|a|an|any|what|which|is|are|how|need|needs|needed|for|of|on|to|in|and|or|per|yr|"
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
        r"\bto\s+(?:bill|order|get|schedule|appeal|report|open|buy|rent|book|prescribe|renew|replace|return|sell|install|cancel)",
        r"^(?:re|subject|regarding|about|ref|concerning)\s*:?",
        r"\b(?:about|with\s+regard\s+to|re:|(?:page|article|letter|note|handbook|section|message|email|post|info|information|something)s?\s+(?:on|for|regarding))",
        r"\b(?:got|has|have|had)(?:\s+(?:had|got|also|just|now))?",
    )
)
_NEAR = re.compile(r"\b(?:for|on|with|of)" + _TOLD_NP, re.I)
_OPENS = re.compile(
    rf"(?:^|\b(?:says?|said|told\s+(?:me|us)|heard|that)\s+(?:that\s+)?)(?P<np>(?:(?:the|my|our|her|his|an?)\s+)?(?!(?:i|we|it|she|he|they|you|the|my|our|that|there|this|who|which|what)\b)[\w-]+(?:\s+(?!(?:says?|said|told|that|asked|and)\b)[\w-]+){{0,2}}?)\s+(?=(?:{AUX}|never|no\s+longer|just|still|stopped|broke|came|keeps?)\b)",
    re.I,
)


def subject_of(question: str) -> str:
    """The thing that a question is about, in its own words; "" where it cannot be told."""
    for pattern in _SUBJECTS:
        for match in pattern.finditer(question):
            np = match["np"].strip(" .'\"")
            np = re.sub(r"\s+(?:and|or|to install|to)$", "", np)
            # "a permit for a fence" is about the fence.
            further = _FOR.match(question, match.end("np"))
            if further and names_askable(np.split()[-1] if np else ""):
                np = further["np"].strip()
            if of := _OF_MEASURE.fullmatch(np):
                np = of["np"]
            np = re.split(r"\s\w+ed\s+(?:against|by|to|from|with|as|at|on|in|for)\b", np)[0]
            np = re.split(
                r"(?<!\ba)(?<!\bthe)\s+(?:if|when|while|because|who|that|which|until|" + AUX + r")\b", np, flags=re.I
            )[0]
            if np and (_is_subject(np) or (_WHICH_PAPER.match(question) and pattern is _SUBJECTS[8])):
                return np
    return ""


def told_subject(statement: str) -> str:
    """What a sentence that asks nothing speaks of, last: "a CPAP" of "she needs a CPAP"; "" where it cannot be told."""
    for pattern in _TOLD:
        for match in reversed(list(pattern.finditer(statement[:600]))):
            np = match["np"].strip(" '\"")
            if names_askable(np) and len(np.split()) < 3:
                # "We submitted a request on Monday for home oxygen."
                behind = (near["np"].strip(" '\"") for near in _NEAR.finditer(statement, match.end()))
                np = next((phrase for phrase in behind if _is_subject(phrase)), np)
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
    for match in reversed(list(_NEAR.finditer(statement[:600]))):
        if _is_subject(np := match["np"].strip(" '\"")) and np != insurer_of(statement):
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
        and np.count('"') % 2 == 0
        and not re.search(
            r"=|\b(?:how|when|where|what|why)\b|\b(?:qs|questions?|things?|points?|it|them|also|ones?|ourselves|myself|y/?o|person|no one|nobody|anyone|somebody|following)\b|^(?:too|how|more|less|enough|that|this|it|there)\b|^(?:(?-i:[Pp]ts?)|patients?|members?|clients?|kid|mom|dad|\d{1,3})\b|^(?:an?|the)$|^(?:the\s+)?(?:two|one|first|second|other|no)\b",
            np,
            re.I,
        )
        and not tells(np)
        and not re.match(
            r"(?:care|going|planning|thinking|trying|gone|been|covered|needed|required|normal|bankrupt|liable|responsible|able|correct|right|true|legal|different|fine|open|closed|\w+ed\s+(?:for|by|in|on|to|at|from|under|with))\b",
            np,
            re.I,
        )
        and not re.fullmatch(
            r"(?:\w+(?:ed|ing)|true|wrong|right|late|sure|one|both|either|each|week|month|year|today|monday|tuesday|wednesday|thursday|friday|saturday|sunday|work|(?:the|a)\s+(?:year|month|week|day|family|time))",
            np,
            re.I,
        )
        and not (
            len(np.split()) < 4
            and names_askable(np.split()[-1])
            and not re.fullmatch(
                r"(?:the\s+)?(?:visa|forms?|documents?|permit|certificate|prescription|licen[cs]e)", np, re.I
            )
        )
    )


def named_subject(fragment: str, first: bool = True) -> str:
    """What is asked about where only a name asks: "ER visit" of "copay ER visit", "PT" of "the copay for PT".

    What stands before the name alone ("tire pressure") counts only where it is the `first` thing that is asked.
    """
    bare = fragment.strip(" ?.!,")
    if re.match(r"(?:do|does|did|is|are)\b", bare, re.I):
        return ""
    if doing := re.search(
        r"\b(?:when|while|for|if|of)\s+(?:billing|ordering|filing|using|prescribing|buying|renting|getting|doing)\s+(?P<np>[^,;]+)$",
        bare,
        re.I,
    ):
        return _cut(doing["np"])
    bare = re.split(r"\s[-–—]\s|:\s", bare)[0]
    for prep in ("for", "on|about", "of"):
        if match := re.search(rf"\b(?:{prep})\s+(?P<np>(?!the\s+following)[^,;]+)$", bare, re.I):
            return _cut(match["np"])
    if is_state(bare):
        return ""
    places = askables(bare)
    if not places:
        return _cut(
            re.sub(
                r"\s+(?:needed|required|covered|ok(?:ay)?|allowed|available|billable|included)\b.*$",
                "",
                bare,
                flags=re.I,
            )
        )
    before, after = bare[: places[0].start()].split(), bare[places[-1].end() :].replace(",", " ").split()
    first = first or bool(_WEIGHTY.search(bare))
    for words in (after, before) if first else (after,):
        if words and re.match(r"\d", words[0]) and len(words) > 1:
            continue
        if words and words is after and re.match(r"(?:in|with|by|under|at|to|from|per)\b", words[0], re.I):
            continue
        while words and (_SMALL.fullmatch(words[0]) or names_askable(words[0])):
            words = words[1:]
        if words and not re.match(
            r"(?:to|if|that|who|in|at|by|before|after|from|please|or|when|while|because)\b", words[0], re.I
        ):
            return _cut(" ".join(words))
    return ""


def _cut(np: str) -> str:
    np = re.split(
        r"\s+(?:under|by|through|thru|when|if|before|after|within|per|at|please|in\s+(?=(?-i:[A-Z])))(?:\b|(?=[A-Z]))",
        np,
        flags=re.I,
    )[0].strip(" '\"-")
    return np if _is_subject(np) else ""


def carried_subject(question: str) -> str:
    """What a later question is about that leaves it out: what needs an approval, and not the approval; else the subject."""
    match = _IN_NEED.search(question)
    return match["np"] if match and not _PERSONS.search(match["np"]) else subject_of(question)


def insurer_of(text: str) -> str:
    """The name of whoever decides, where the words give one after "under", "with" or "by"; "" otherwise."""
    matches = list(_INSURER.finditer(text))
    return matches[-1]["name"] if matches else ""


def measure_of(question: str) -> str:
    """What is asked of a thing, as a thing that "it" can mean: "the limit on aide hours"; "" where there is none."""
    match = _MEASURE.search(question)
    return f"the {match['what']}" if match else ""
