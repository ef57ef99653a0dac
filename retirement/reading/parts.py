"""Decides which kinds of facts a part of a sentence states: by the patterns of kinds, and by the cues of the lexicon.

A pattern knows a way of saying one thing; the cues know what a subject is. A part that no pattern fits still lands
under the topic that its words speak for.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from retirement.checklist import Topic
from retirement.reading.cues import STRONG, WEAK, Cue, cues_in
from retirement.reading.kinds import DECISIVE, HINT, KINDS, USUAL, Kind
from wording.phrases import groups

_PATTERNS = groups(Path(__file__).parent / "patterns/parts.txt")

# Kinds that are told of a parent or a child, and are facts of the person's plan.
OF_OTHERS = frozenset(kind.fact_type for kind in KINDS if kind.of_others)
LABELS = {
    "other_income": "other income",
    "housing_plan": "whether you stay or move",
    **{kind.fact_type: kind.label for kind in KINDS},
}

_STRANGER = re.compile(_PATTERNS["stranger"])
_OWN = re.compile(r"\b(?:i|me|us|we|our|mine)\b")
_FAMILY_TOPICS = (Topic.LONG_TERM_CARE, Topic.LONGEVITY_INFLATION, Topic.ESTATE_PLANNING)
_BETWEEN = re.compile(r"\b(?:and|with|plus|or|then|after|until|while|when|in|&)\b|[,/]")
# An age that is a date of something else: "when I'm 66", or a child's.
_NOT_AN_AGE_NOW = re.compile(_PATTERNS["not_an_age_now"])
_WISH = re.compile(_PATTERNS["wish"])
# What is told in passing: a part goes on to tell something else.
_BACKGROUND = {"age", "partner_age", "marital_status", "state_of_residence"}
# Topics whose strong words are seldom used for anything else.
_OWN_WORDS = (
    Topic.TAX_EFFICIENCY_RMDS, Topic.HEALTHCARE_MEDICARE, Topic.LONG_TERM_CARE, Topic.ESTATE_PLANNING,
    Topic.INCOME_CASH_FLOW, Topic.LONGEVITY_INFLATION,
)  # fmt: skip
# A cue of so many words stands for itself beside a pattern.
PHRASE, LONG_PHRASE = 2, 3
# A part of fewer words needs more than a weak cue.
FEW_WORDS = 4
# A cue adds this much to the length of a pattern of its topic when several patterns fit.
_SUPPORT = 5


@dataclass(frozen=True, slots=True)
class Hit:
    """A kind that a part states, with where in the part its words begin and end."""

    kind: Kind
    start: int
    end: int


def hits_in(text: str) -> list[Hit]:
    """The kinds that a part of a sentence states, in order."""
    match = _STRANGER.match(text)
    stranger = match is not None and not _OWN.search(text, match.end())
    read = [_cue_for_life(text, cue) for cue in cues_in(text)]
    passing = [cue for cue in read if cue.topic is None]
    cues = [cue for cue in read if _speaks(text, cue, stranger)]
    hits = [
        hit
        for hit in _patterns(text, stranger)
        if not _other_age(text, hit.kind.fact_type, hit.start)
        and not _beyond_life(text, hit.kind.fact_type)
        and not any(cue.start <= hit.start and hit.end <= cue.end for cue in passing)
    ]
    if not any(hit.kind.weight > HINT for hit in hits):
        return _by_words(text, cues)
    kept = _chosen(text, hits, cues)
    stated = [*kept, *_besides(text, kept, cues)]
    # What a partner wants is first a fact about the thing that is wanted.
    if len(stated) > 1:
        stated = [hit for hit in stated if hit.kind.fact_type != "partner_agreement"]
    return sorted(stated, key=lambda hit: hit.start)


def _speaks(text: str, cue: Cue, stranger: bool) -> bool:
    """Whether a cue speaks for the person's own plan."""
    if cue.topic is None or (stranger and cue.topic not in _FAMILY_TOPICS and cue.fact_type != "social_life"):
        return False
    return not _other_age(text, cue.fact_type, cue.start) and not _beyond_life(text, cue.fact_type)


def _patterns(text: str, stranger: bool) -> list[Hit]:
    hits: list[Hit] = []
    for kind in KINDS:
        if stranger and not kind.of_others and kind.topic not in _FAMILY_TOPICS:
            continue
        if match := kind.pattern.search(text):
            hits.append(Hit(_for_life(kind, text[match.start() : match.end() + 16]), match.start(), match.end()))
    return hits


def _for_life(kind: Kind, words: str) -> Kind:
    """Until 95 nobody works: an age beyond working life says how long the plan must last."""
    return HORIZON if kind.fact_type == HORIZON_OR_STOP and _beyond_work(words) else kind


def _cue_for_life(text: str, cue: Cue) -> Cue:
    if cue.fact_type == HORIZON_OR_STOP and _beyond_work(text[cue.start : cue.end + 16]):
        return replace(cue, topic=HORIZON.topic, fact_type=HORIZON.fact_type)
    return cue


def _beyond_work(words: str) -> bool:
    ages = [int(age) for age in re.findall(r"\b(\d{2,3})\b", words)]
    return bool(ages) and LAST_WORKING_AGE < min(ages) <= LAST_AGE


def _chosen(text: str, hits: Sequence[Hit], cues: Sequence[Cue]) -> list[Hit]:
    """The pattern that fits best, and those that fit another thing which the part joins to it."""
    support = _scores(cues)
    ranked = sorted(
        hits,
        key=lambda hit: (hit.kind.weight, hit.end - hit.start + _SUPPORT * support.get(hit.kind.topic, 0)),
        reverse=True,
    )
    kept = ranked[:1]
    for hit in ranked[1:]:
        new = all(other.kind.fact_type != hit.kind.fact_type and _joined(text, hit, other) for other in kept)
        if hit.kind.weight == DECISIVE and new:
            kept.append(hit)
    return kept


def _besides(text: str, kept: Sequence[Hit], cues: Sequence[Cue]) -> list[Hit]:
    """What strong cues tell of a further topic, beside the patterns that were chosen."""
    topics = {hit.kind.topic for hit in kept}
    scores = _scores(cues)
    doubted = max(scores.get(topic, 0) for topic in topics) + STRONG
    more: list[Hit] = []
    for cue in sorted(cues, key=lambda clue: -clue.weight):
        hit = _hit(cue)
        if max(cue.weight, _together(cues, kept, cue)) < STRONG or hit.kind.topic in topics:
            continue
        if scores[hit.kind.topic] >= doubted or all(_further(text, cue, chosen) for chosen in kept):
            more.append(hit)
            topics.add(hit.kind.topic)
    return more


def _together(cues: Sequence[Cue], kept: Sequence[Hit], cue: Cue) -> int:
    """The weight of the usual cues of a topic that stand clear of the patterns: two are as good as a strong one."""
    clear = [
        other
        for other in cues
        if other.topic == cue.topic
        and other.weight > WEAK
        and all(other.start >= h.end or other.end <= h.start for h in kept)
    ]
    return sum(other.weight for other in clear) if cue in clear else 0


def _by_words(text: str, cues: Sequence[Cue]) -> list[Hit]:
    """What a part tells that no pattern fits; a wish without a cue is about how the person wants to live."""
    many = len(text.split()) >= FEW_WORDS
    # A single word that is often used of other things is no fact by itself, unless it is nearly all that is said.
    short = len(text.split()) <= FEW_WORDS // 2
    plain = [cue for cue in cues if cue.size >= PHRASE or cue.weight == STRONG or (short and cue.weight > WEAK)]
    if plain and (many or any(cue.weight > WEAK for cue in plain)):
        return _by_cues(plain)
    wish = _WISH.search(text) if many else None
    return [Hit(_WISHED, wish.start(), wish.end())] if wish else []


def _by_cues(cues: Sequence[Cue]) -> list[Hit]:
    """The topic that most cues speak for, and any other that has a strong cue of its own."""
    scores = _scores(cues)
    hits: list[Hit] = []
    for topic in sorted(scores, key=lambda scored: -scores[scored]):
        best = max((cue for cue in cues if cue.topic == topic), key=lambda cue: (cue.weight, cue.size))
        if not hits or best.weight == STRONG:
            hits.append(_hit(best))
    return hits


def _scores(cues: Sequence[Cue]) -> dict[Topic, int]:
    scores: dict[Topic, int] = {}
    for cue in cues:
        if cue.topic is not None:
            scores[cue.topic] = scores.get(cue.topic, 0) + cue.weight
    return scores


def _hit(cue: Cue) -> Hit:
    assert cue.topic is not None
    label = LABELS.get(cue.fact_type, cue.fact_type.replace("_", " "))
    weight = HINT if cue.weight == WEAK else USUAL
    return Hit(Kind(cue.topic, cue.fact_type, label, weight, _NOTHING), cue.start, cue.end)


_NOTHING = re.compile(r"(?!)")
LAST_WORKING_AGE, LAST_AGE = 82, 110
HORIZON_OR_STOP = "target_retirement_age"
HORIZON = next(kind for kind in KINDS if kind.fact_type == "planning_horizon")
_WISHED = Kind(Topic.LIFESTYLE_PURPOSE, "lifestyle_note", "how you want to live", HINT, _NOTHING)


def _other_age(text: str, fact_type: str, place: int) -> bool:
    return fact_type == "age" and _NOT_AN_AGE_NOW.search(text, 0, place) is not None


def _beyond_life(text: str, fact_type: str) -> bool:
    """Whether somebody would stop at an age that nobody reaches, which is a joke: "I'll retire when I'm 200"."""
    ages = _STATED_AGE.findall(text) if fact_type in (HORIZON_OR_STOP, HORIZON.fact_type) else []
    return any(int(age) > LAST_AGE for age in ages)


_STATED_AGE = re.compile(
    r"\b(?:at|till?|until|age|turn|reach|hit|i'm|i am)(?: (?:age|about|like))? (\d{3})(?![\d,.]*\d|[%k])"
)


def _further(text: str, cue: Cue, other: Hit) -> bool:
    """Whether a cue tells something besides `other`: a phrase does when it stands clear, a word when it is joined."""
    hit = _hit(cue)
    clear = hit.start >= other.end or hit.end <= other.start
    # "Nothing was withheld from my pension": money that is only mentioned has no figure.
    mentioned = cue.topic == Topic.INCOME_CASH_FLOW and not re.search(r"\d", text)
    if mentioned and cue.size < LONG_PHRASE:
        return clear and _joined(text, hit, other)
    return clear and (cue.size >= PHRASE or cue.topic in _OWN_WORDS or _joined(text, hit, other))


def _joined(text: str, hit: Hit, other: Hit) -> bool:
    """Whether a hit tells something besides `other`: an age or a status is never all that a part is about."""
    if _BACKGROUND & {hit.kind.fact_type, other.kind.fact_type}:
        return hit.start >= other.end or hit.end <= other.start
    return _apart(text, hit, other)


def _apart(text: str, hit: Hit, other: Hit) -> bool:
    """Whether two places do not touch and something joins them as two things."""
    if hit.start < other.end and other.start < hit.end:
        return False
    return bool(_BETWEEN.search(text, min(hit.end, other.end), max(hit.start, other.start)))
