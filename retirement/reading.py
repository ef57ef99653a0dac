"""Reads the facts of a retirement out of a person's sentences, by rules: what is said, under which topic, how surely.

A question, a greeting or another person's affairs give no fact. The value is always the person's own words.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from retirement.checklist import CHECKLIST
from retirement.reading_care import CARE
from retirement.reading_estate import ESTATE
from retirement.reading_health import HEALTH
from retirement.reading_hints import leaning
from retirement.reading_home import HOUSING
from retirement.reading_kinds import DECISIVE, HINT, Kind
from retirement.reading_life import LIFESTYLE
from retirement.reading_longevity import LONGEVITY
from retirement.reading_money import INCOME
from retirement.reading_tax import TAX
from retirement.reading_words import Part, sentences
from retirement.topics import Topic
from wording.number_words import words

# Where two kinds fit the same words equally well, the earlier table has it.
KINDS: tuple[Kind, ...] = (*CARE, *TAX, *ESTATE, *HEALTH, *INCOME, *HOUSING, *LONGEVITY, *LIFESTYLE)
LABELS = {
    "other_income": "other income",
    "housing_plan": "whether you stay or move",
    **{kind.fact_type: kind.label for kind in KINDS},
}
# Where the fact type of the question that was asked belongs.
TOPIC_OF = {kind.fact_type: kind.topic for kind in KINDS} | {item.fact_type: item.topic for item in CHECKLIST}

MAX_VALUE = 240
# Beyond this a message is read no further; it is a book and not an answer. The words themselves are always kept.
MAX_READ = 30_000

_PRIORITY = re.compile(
    r"\bmost important\b|\bmatters? (?:the )?most\b|\bworr(?:y|ies|ied)\b(?: \w+){0,3}? most\b|\b(?:biggest|main|top|"
    r"greatest|number one|"
    r"no\.? ?1|primary|first) (?:concern|worry|fear|priority|goal|issue|question mark|thing|headache)\b|"
    r"\bkeeps? (?:me|us) (?:up|awake)|"
    r"\b(?:more|above|over|before) (?:than )?(?:anything|everything|all)\b|\bpriority\b|\bterrif\w*|"
    r"\bscare[sd]? (?:me|us)\b|"
    r"\breally worried\b|\bmost worried\b|\bcare (?:the )?most about\b|\bvery important\b|\blos(?:e|ing) sleep\b|"
    r"\bmost (?:concerned|anxious|nervous)\b|\bfocus on\b|\btalk about\b"
)
_UNSURE = re.compile(
    r"\b(?:maybe|perhaps|probably|might|possibly|not sure|unsure|i guess|i think|thinking (?:about|of)|considering|"
    r"somewhere between|"
    r"either|leaning|hopefully|roughly|could be|don't know|undecided|depends?)\b|\b\d+ (?:or|to) \d+\b|\d-\d"
)
_APPROXIMATE = re.compile(r"\b(?:about|around|roughly|approximately|ish|or so|nearly|almost|close to)\b|~")
_CORRECTS = re.compile(
    r"\b(?:actually|correction|i meant|i mean|sorry|not \d+|instead of|rather than|changed my mind)\b"
)
_SUBJECT = re.compile(
    r"\b(?:i|i'm|im|i've|ive|i'd|i'll|we|we're|we've|we'd|my|our|me|us|wife|husband|she|he|spouse|partner)\b"
)
_STRANGER = re.compile(
    r"^(?:and |but |because |well )?(?:my|our|a|the|his|her|some) (?:\w+ )?(?:brother|sister|friend|neighbou?rs?|"
    r"cousins?|co-?workers?|boss|buddy|colleagues?|"
    r"mother|father|mom|dad|parents|uncle|aunt|adviser|advisor|sister-in-law|brother-in-law|people)(?:'s)? (?!(?:and|"
    r"&) (?:i|me)\b)"
)
_OWN = re.compile(r"\b(?:i|me|us|we|our|mine)\b")
_FAMILY_TOPICS = (Topic.LONG_TERM_CARE, Topic.LONGEVITY_INFLATION, Topic.ESTATE_PLANNING)
_ASKS = re.compile(
    r"^(?:and |but |so |ok |okay |well |also |hey |hi |please )*(?:what(?:'s| is| are| about| do| does| should|"
    r" would| will| can| happens)|how (?:many|much|"
    r"do|does|can|should|long|would|is|about|old|will|far)|when (?:should|do|can|does|will|is|would|must)|"
    r"where (?:do|can|should)|why|who (?:do|should|can)|"
    r"which \w+ (?:is|are|should|do)|should (?:i|we)|can (?:i|we|you)|could (?:i|we|you)|do (?:i|we|you)|does|did|"
    r"is (?:it|there|that|my|this|a|\$|\d)|are "
    r"(?:there|you|we|my)|am i|will (?:i|we|my|it|you|the)|would (?:it|you|i|we)|tell me|explain|help me|show me|"
    r"calculate|compare|has|have you)\b"
)
_SMALL_TALK = re.compile(
    r"(?:(?:hi|hello|hey|thanks?|thank you|thx|ok|okay|k|sure|great|good|cool|perfect|got it|i see|yes|no|yep|nope|"
    r"yeah|right|"
    r"bye|goodbye|good (?:morning|afternoon|evening|night|question|point)|sounds good|makes sense|hmm+|well|please|"
    r"very much|there|"
    r"that'?s (?:great|helpful|fine|it|all|right|good)|so much|for (?:your|the) help|let me think(?: about (?:it|"
    r"that))?|nice|awesome|"
    r"no worries|go on|go ahead|how are you|lol|haha|wow|interesting|and|again|a lot|you)[ ,.!?]*)+"
)
_NO_ANSWER = re.compile(
    r"\b(?:(?:i )?(?:don'?t|do not|dont) (?:really )?(?:know|understand|want to (?:say|answer|talk))|no idea|"
    r"not sure(?: yet)?|idk|skip|pass|"
    r"next question|no clue|rather not|haven'?t (?:decided|thought)|what do you mean|i'?m not sure what)\b"
)
_LEADING = re.compile(
    r"^(?:(?:and|but|so|or|also|well|yes|yeah|ok|okay|oh|um|actually|plus|then|because|that|like|honestly|"
    r"though)\b[,\s]+)+",
    re.I,
)
_PARTNER = re.compile(r"\b(?:wife|husband|spouse|partner|hubby|she|he|hers?|his)(?:'s)?\b")
_PARTNERED = words(
    "age pension social_security_claiming social_security_benefit employment_income target_retirement_age "
    "retirement_savings health_conditions health_status birth_year medicare_status medicare_plan life_expectancy "
    "life_insurance will part_time_work prescriptions"
)


@dataclass(frozen=True, slots=True)
class Fact:
    """One fact of a message. `text[start:end]` holds its words; `value` restates them."""

    topic: Topic
    fact_type: str
    subtopic: str | None
    value: str
    start: int
    end: int
    confidence: float
    important: bool = False

    @property
    def label(self) -> str:
        """What a person calls it, such as "the mortgage"."""
        return label_of(self.fact_type)


def label_of(fact_type: str) -> str:
    """What a person calls a fact of this type."""
    mine = LABELS.get(fact_type.removeprefix("partner_"), fact_type.replace("_", " "))
    return f"for your partner, {mine}" if fact_type.startswith("partner_") else mine


def read_facts(text: str, asked: str = "") -> list[Fact]:
    """The facts that `text` states, in order. `asked` is the fact type that was asked for: a short answer is one."""
    read = text[:MAX_READ]
    if (is_small_talk(read) and not asked) or _is_no_answer(read):
        return []
    found: list[Fact] = []
    for parts in sentences(read):
        found += _sentence_facts(read, _statements(parts))
    found = _merged(read, found)
    if asked and (answer := _answer(read, asked, found)):
        return [answer, *(fact for fact in found if fact.fact_type != asked)]
    return found


def is_small_talk(text: str) -> bool:
    """Whether a message only greets, thanks or agrees."""
    return bool(_SMALL_TALK.fullmatch(text.strip().lower().replace("’", "'")))


def _is_no_answer(text: str) -> bool:
    """Whether a message only declines: "skip", "not sure yet"."""
    return len(text.split()) <= 4 and not re.search(r"\d", text) and bool(_NO_ANSWER.match(text.strip().lower()))


def is_question(text: str) -> bool:
    """Whether the last sentence of a message asks something."""
    last = list(sentences(text[-2000:]))[-1:]
    return bool(last) and len(_statements(last[0])) < len(last[0])


def _statements(parts: list[Part]) -> list[Part]:
    """The parts of a sentence before it begins to ask."""
    for position, part in enumerate(parts):
        if _ASKS.match(part.text) and (part.asks or position == 0):
            return parts[:position]
    if parts and parts[-1].asks and len(parts[-1].text.split()) <= 5:
        return parts[:-1]
    return parts


def _sentence_facts(text: str, parts: Sequence[Part]) -> list[Fact]:
    found: list[tuple[Part, Kind, int]] = []
    for part in parts:
        found += [(part, kind, start) for kind, start in _kinds_in(part.text)]
    sure = [item for item in found if item[1].weight > HINT]
    if sure:
        found = [item for item in found if item[1].weight > HINT or _stands_alone(item[0])]
    important = any(_PRIORITY.search(part.text) for part in parts)
    facts = [_fact(text, part, kind, start) for part, kind, start in found]
    if important and facts:
        marked = _marked(facts, parts)
        facts = [replace(fact, important=True, subtopic="priority") if fact is marked else fact for fact in facts]
    return facts


def _marked(facts: list[Fact], parts: Sequence[Part]) -> Fact:
    """The fact that a priority of the sentence speaks of: the one in its part, else the nearest before or after it."""
    place = next(part for part in parts if _PRIORITY.search(part.text))
    return min(facts, key=lambda fact: (fact.start != place.start, abs(fact.start - place.start)))


def _stands_alone(part: Part) -> bool:
    return len(part.text.split()) > 7 and bool(_SUBJECT.search(part.text))


def _kinds_in(text: str) -> list[tuple[Kind, int]]:
    """The kinds that a part of a sentence states, with where their words begin; the strongest decides."""
    match = _STRANGER.match(text)
    stranger = match is not None and not _OWN.search(text, match.end())
    hits = []
    for order, kind in enumerate(KINDS):
        if stranger and not kind.of_others and kind.topic not in _FAMILY_TOPICS:
            continue
        if found := kind.pattern.search(text):
            hits.append((kind.weight, found.end() - found.start(), -order, found.start(), found.end(), kind))
    if not any(hit[0] > HINT for hit in hits):
        return [hint] if not stranger and (hint := leaning(text)) else []
    hits.sort(key=lambda hit: hit[:3], reverse=True)
    kept = [hits[0]]
    for hit in hits[1:]:
        if hit[0] == DECISIVE and all(_apart(text, hit[3], hit[4], other[3], other[4]) for other in kept):
            if any(other[5].fact_type == hit[5].fact_type for other in kept):
                continue
            kept.append(hit)
    return [(hit[5], hit[3]) for hit in sorted(kept, key=lambda hit: hit[3])]


_BETWEEN = re.compile(r"\b(?:and|with|plus|or|then|after|until|while|when|in|&)\b|[,/]")


def _apart(text: str, start: int, end: int, other_start: int, other_end: int) -> bool:
    """Whether two places do not touch and something joins them as two things."""
    if start < other_end and other_start < end:
        return False
    left, right = min(end, other_end), max(start, other_start)
    return bool(_BETWEEN.search(text, left, right))


def _fact(text: str, part: Part, kind: Kind, place: int) -> Fact:
    fact_type = kind.fact_type
    before = part.text[: place + 14]
    partner = _PARTNER.search(before)
    if partner and fact_type in _PARTNERED and not re.search(r"\b(?:we|i|i'm|our)\b", before[: partner.start()]):
        fact_type = f"partner_{fact_type}"
    confidence = 0.9 if kind.weight == DECISIVE else 0.75 if kind.weight > HINT else 0.5
    if _CORRECTS.search(part.text):
        confidence += 0.05
    elif _UNSURE.search(part.text):
        confidence -= 0.3 if kind.weight > HINT else 0.1
    elif _APPROXIMATE.search(part.text):
        confidence -= 0.1
    return Fact(
        kind.topic, fact_type, None, value_of(text[part.start : part.end]), part.start, part.end, round(confidence, 2)
    )


def value_of(said: str) -> str:
    """The person's words without what only joins them to others."""
    said = " ".join(_LEADING.sub("", " ".join(said.split())).split())
    if len(said) > MAX_VALUE:
        said = said[: MAX_VALUE - 1].rsplit(" ", 1)[0] + "…"
    return said[:1].upper() + said[1:]


def _merged(text: str, facts: list[Fact]) -> list[Fact]:
    """One fact for each kind: the same kind said in several parts is one fact with all of those words."""
    kept: dict[str, Fact] = {}
    for fact in facts:
        before = kept.get(fact.fact_type)
        if before is None:
            kept[fact.fact_type] = fact
        elif fact.value not in before.value:
            joined = f"{before.value}; {fact.value[:1].lower() + fact.value[1:]}"
            value = joined if len(joined) <= MAX_VALUE else before.value
            kept[fact.fact_type] = replace(
                before, value=value, end=fact.end, confidence=min(before.confidence, fact.confidence),
                important=before.important or fact.important, subtopic=before.subtopic or fact.subtopic,
            )  # fmt: skip
    return list(kept.values())


def _answer(text: str, asked: str, found: list[Fact]) -> Fact | None:
    """The short answer to a question about `asked`, when the message gave no such fact by itself."""
    if any(fact.fact_type == asked for fact in found) or asked not in TOPIC_OF or len(text.split()) > 25:
        return None
    # A number beside "don't know" is still an answer: "not sure, maybe 67".
    unknown = bool(_NO_ANSWER.search(text.lower())) and not re.search(r"\d", text)
    bare = bool(_SMALL_TALK.fullmatch(text.strip().lower())) and not re.search(
        r"\b(?:yes|no|yep|nope|yeah)\b", text.lower()
    )
    if unknown or bare or is_question(text) or any(fact.start == 0 for fact in found) or not text.strip():
        return None
    parts = [part for sentence in sentences(text) for part in sentence]
    own = [part for part in parts if not any(fact.start <= part.start < fact.end for fact in found)]
    if not own:
        return None
    # "Yes, it's paid off, and I'm 61": the answer is what stands before the next fact.
    following = min((fact.start for fact in found), default=len(text))
    start, end = own[0].start, max((part.end for part in own if part.end <= following), default=own[0].end)
    said = " ".join(text[start:end].split())[:MAX_VALUE]
    unsure = bool(_UNSURE.search(text.lower()))
    value = f"{label_of(asked)[:1].upper()}{label_of(asked)[1:]}: {said[:1].lower() + said[1:]}"
    return Fact(TOPIC_OF[asked], asked, None, value, start, end, 0.6 if unsure else 0.85)
