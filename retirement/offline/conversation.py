"""What the guide is told of a plan: the open question, what is known and not, the help, the buttons."""

from __future__ import annotations

import re
from collections.abc import Sequence, Set
from pathlib import Path

from django.conf import settings

from chat.assistants import help_of
from dialogue import Act, Deed, Talk, deeds_in
from llm.types import ModelRequest, replies_in
from retirement.calculators import find_sum
from retirement.checklist import CHECKLIST, Item, Topic
from retirement.coverage import coverage
from retirement.facts import FactView, current, views_in
from retirement.next_question import next_question
from retirement.offline.corrections import is_denial, read_corrections
from retirement.offline.outcomes import put_back
from retirement.offline.panel_sentence import is_panel_sentence
from retirement.reading import (
    STRANGERS,
    kinds_in,
    label_of,
    measures_in,
    passage,
    read_facts,
    relatives_in,
    tells_nothing,
)
from wording.phrases import patterns

HELP = help_of("retirement")
_ABOUT = "I am here for your plans after work: I keep what you tell me of them, and do the sums."
_BUTTON = (
    "I only note what you tell me; claims and sign-ups are made with Social Security (ssa.gov), Medicare or your "
    "employer. The button “Hand-over PDF” under “What we know” makes the pages for an adviser."
)
# Facts of a topic that a summary names, and topics and questions that are named as open.
_SUMMED, _OPEN_TOPICS, _OPEN_ITEMS = 3, 4, 2
# What sounds like talk may tell of a life: "church and the choir are my life". A fact that is read for sure is one.
_OWN = frozenset((Act.UNDO, Act.RESTART, Act.NEXT))
_MAY_TELL = frozenset((Act.CHAT, Act.COMPLAIN, Act.END, Act.WAIT, Act.GREET))
SURE, _FAR = 0.7, 2_000
# Everything is taken back on plain words alone.
PLAIN = 0.8
# What is told with this margin is no fact where it is not known.
_UNKNOWN = 0.3
_PATTERNS = patterns(Path(__file__).parent / "patterns/conversation.txt", re.IGNORECASE)
_HAS_NONE, _SHRUGS = _PATTERNS["has_none"], _PATTERNS["shrugs"]
_MY_DOING = re.compile(r"\b(?:i|we)\b", re.IGNORECASE)
_YES_NO = re.compile(r"(?:do|does|is|are|will|would|has|have|could)\b", re.IGNORECASE)


def talk(request: ModelRequest) -> Talk | None:
    """What the guide needs to converse about this plan; None for what is no talk, as the panel's "That's wrong"."""
    facts, words = views_in(request.state), request.messages[-1].text
    if is_panel_sentence(words) or put_back(request.messages):
        return None
    item = open_item(request, facts)
    question = item.question if item else ""
    screen = "yes_no" if _YES_NO.match(question) else ""
    return Talk(
        help=HELP,
        about=_ABOUT,
        question=question,
        again=item.again if item else "",
        why=item.why if item else "",
        screen=screen,
        summary=_summary(words, facts),
        left=_left(facts),
        button=_BUTTON,
        contact=settings.CHAT_CONTACT,
        before=replies_in(request.messages),
        own=_own(words, facts, {deed.act for deed in deeds_in(words, screen)}),
        passing=tells_nothing(words),
    )


def _own(words: str, facts: Sequence[FactView], acts: Set[Act]) -> frozenset[Act]:
    """The acts that are left to the reader of this message; only what sounds like talk is read for that."""
    is_sure = bool(acts & {*_MAY_TELL, Act.ASIDE}) and (
        any(fact.confidence >= SURE for fact in read_facts(words[:_FAR]))
        or any(correction.is_plain for correction in read_corrections(words[:_FAR], facts))
    )
    tells = _MAY_TELL if is_sure else frozenset()
    # "How long will $200,000 last?" asks for a sum and not how long the talk takes.
    is_share = any(measure.kind == "percent" for measure in measures_in(words))
    counts = {Act.HELP} if is_share or find_sum(words, facts) else set()
    # "I never said that" is asked how it is.
    denies = {Act.COMPLAIN} if is_denial(words) else set()
    # A partner belongs to the plan, what surely tells of the family may count for it, what befell others never does.
    kin = relatives_in(words) - STRANGERS
    return _OWN | tells | counts | denies | ({Act.ASIDE} if "partner" in kin or (kin and is_sure) else set())


def open_item(request: ModelRequest, facts: Sequence[FactView]) -> Item | None:
    """What was asked last, else what would be asked next."""
    asked = request.state["asked"]
    standing = next((item for item in CHECKLIST if item.fact_type == asked), None)
    return standing or next_question(facts, request.state["asked_before"])


def spoken_of(words: str, facts: Sequence[FactView]) -> list[FactView]:
    """The current facts that words speak of, the oldest first: by what they ask for, else by a word that they share."""
    known = sorted(current(facts), key=lambda fact: fact.created_at)
    kinds = kinds_in(words)
    if same := [fact for fact in known if fact.fact_type in kinds]:
        return same
    named = set(passage(words).content)
    return [fact for fact in known if named & set(passage(fact.value).content)]


def _summary(words: str, facts: Sequence[FactView]) -> str:
    """What is noted of the thing that is asked for, else of every topic."""
    if asked_for := spoken_of(words, facts):
        return f"You said: {_quoted(asked_for[-_SUMMED:])}."
    known = current(facts)
    lines = []
    for topic in Topic:
        held = [fact for fact in known if fact.topic == topic]
        if held:
            more = f" and {len(held) - _SUMMED} more" if len(held) > _SUMMED else ""
            lines.append(f"- {topic.short_label}: {_quoted(held[-_SUMMED:])}{more}")
    return "So far:\n" + "\n".join(lines) if lines else ""


def _quoted(facts: Sequence[FactView]) -> str:
    return "; ".join(dict.fromkeys(f"“{fact.value}”" for fact in facts))


def _left(facts: Sequence[FactView]) -> str:
    """The topics of which least is known, with what is open of each."""
    covered = sorted(coverage(facts).items(), key=lambda pair: pair[1].share)
    opened = [
        f"{topic.short_label} ({', '.join(label_of(item.fact_type) for item in known.missing[:_OPEN_ITEMS])})"
        for topic, known in covered
        if known.missing
    ]
    more = ", and more in the chart under “What we know”" if len(opened) > _OPEN_TOPICS else ""
    return f"Still open: {'; '.join(opened[:_OPEN_TOPICS])}{more}." if opened else ""


def states_nothing(deed: Deed, text: str, asked: str) -> bool:
    """Whether it states nothing: it tells the assistant what to do ("undo that", "then file the claim for me"; a plan
    of one's own does not), or what the person does not know.
    """
    words = text[deed.start : deed.end].replace("’", "'")
    if deed.act is Act.UNSURE and deed.margin >= _UNKNOWN and not any(map(str.isdigit, words)):
        # What was asked and is not known is no fact; what somebody does not have, or says of it unasked, is one.
        facts = [f for f in read_facts(words) if " " in f.value and not _SHRUGS.fullmatch(f.value)]
        return all(fact.fact_type == asked for fact in facts) and not (facts and _HAS_NONE.fullmatch(words))
    if deed.act is Act.RESTART and deed.margin < PLAIN and any(fact.confidence >= SURE for fact in read_facts(words)):
        # "I'm recently widowed and have to redo everything" orders nothing.
        return False
    return deed.act in (Act.RESTART, Act.UNDO) or (deed.act is Act.ACT_FOR_ME and not _MY_DOING.search(words))
