"""Where one message holds several questions: cuts it into clauses that each ask one thing. Pure."""

# A pattern that is broken over lines reads worse than a long one.
# ruff: noqa: E501

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from pursuit.questions.beginnings import (
    ASKS_FOR,
    BARE_ORDER,
    BEGINS,
    CONDITION,
    HOLDS,
    KNOWN,
    LEAD,
    LONGEST,
    LOOK,
    ORDERS,
    PRONOUN,
    WH,
    WISH,
    WITH_PREPOSITION,
    about,
    begins_question,
    without_lead,
)
from pursuit.questions.cuts import ONLY_SAME, SAME, SHARED_END, pieces
from pursuit.questions.headings import INFO_ON, topic_of
from pursuit.questions.lists import Sentence, sentences
from pursuit.words import ASKABLE, AUX, STATE, asks_by_noun, is_closing, names_askable, tells, without_greeting

_ASIDE = re.compile(r"\(([^()]{4,200})\)")
_ALONE = re.compile(
    r"(?!(?:thanks|thank|thx|ty|tia|please|cheers|best|pls|asap|urgent|regards)\b)(?-i:[a-z])[\w/&'-]*(?:\s[\w/&'-]+){1,5}",
    re.I,
)
_NO_QUESTION = re.compile(
    r"\W*(?:really|right|correct|ok(?:ay)?|yes|no|please|thanks?|sure|hello|hi|huh|eh|is that so|any ideas?|any thoughts)\W*",
    re.I,
)
# "Under Cigna can an LPC bill it": a condition, and a question with no sign between them.
_CONDITION_ASKS = re.compile(
    rf"(?:for|under|in|with|at|on|per|through)\s+[^,;:]{{2,60}}?\s(?:(?:can|do|does|did|is|are|will|would|must|should)\s+(?:an?|the|i|we|you|my|our|they|it|there|any|(?-i:[A-Z]))\b|(?:what|how|which|who|when|where)\s+(?:{AUX}|many|much|often|long)\b)"
    r"|(?:if|when|once)\s+[^,;:]{2,60}?\s(?:can|do|does|did|is|are|will|would|must|should|could)\s+(?:i|we|you|they|he|she|there)\b",
    re.I,
)
_IF_SO = re.compile(
    r"if\s+(?:so|not|yes|no|(?:it|that|this|he|she|they|we)\s+(?:does|do|is|are|isn't|aren't|can|will|doesn't|don't|did))\W*",
    re.I,
)
_REFUSES = re.compile(rf"{LEAD}(?:do\s+not|don't|dont)\s+(?!(?:{PRONOUN})\b)", re.I)
_QUESTION_WORD = re.compile(rf"(?:{WITH_PREPOSITION}|{WH}|(?:{AUX})\b)", re.I)


@dataclass(frozen=True, slots=True)
class Clause:
    """What one clause says. `before` is a condition that stands before the question ("For Florida Medicaid").

    `named` says that it asks by a noun alone ("visit limits for OT"), `topic` is the heading that it stands under,
    and `shared` what a later clause says of all ("all for the Silver plan"). `weak` is a wish that names nothing to tell
    ("I need a hotel"): it asks where nothing else does.
    """

    text: str
    asks: bool
    before: str = ""
    named: bool = False
    topic: str = ""
    shared: str = ""
    is_item: bool = False
    weak: bool = False


def clauses(text: str) -> list[Clause]:
    """The clauses of a message in order: those that ask, and sentences that only tell something."""
    found = _of_message(text)
    if not any(one.asks and not one.weak for one in found):
        return found
    made: list[Clause] = []
    last = max(place for place, one in enumerate(found) if one.asks and not one.weak)
    for place, one in enumerate(found):
        if place < last and about(one.text) and not any(before.asks for before in made):
            # "How about hospice days, how many …": the first words only say of what.
            made.append(Clause(about(one.text), False, topic=about(one.text)))
        else:
            made.append(replace(one, asks=one.asks and not one.weak))
    return made


def _of_message(text: str) -> list[Clause]:
    found: list[Clause] = []
    closed = asked = asked_by_sign = False
    for sentence in sentences(text):
        # After "Kind regards," stands a name.
        if closed and len(sentence.text.split()) < 7 and not sentence.text.endswith("?") and not sentence.is_item:
            continue
        made = list(_of_sentence(sentence))
        alone = asked_by_sign and bool(_ALONE.fullmatch(sentence.text)) and not tells(sentence.text)
        if alone and not any(one.asks for one in made):
            # "best month? helmet compulsory? luggage companies": the last of a row has no sign.
            made = [replace(one, asks=True, named=True) for one in made]
        asked_by_sign = sentence.text.endswith("?")
        closed = closed or (asked and is_closing(sentence.text))
        asked = asked or any(one.asks for one in made)
        found += made
    return found


def _of_sentence(sentence: Sentence) -> Iterator[Clause]:
    text = without_greeting(sentence.text.replace("’", "'"))
    if not text or not re.search(r"\w", text):
        return
    # "Is it covered (and does it need a referral)?": the brackets hold a question of their own.
    aside = [one[1].strip() for one in _ASIDE.finditer(text) if BEGINS.match(one[1]) and len(one[1].split()) > 2]
    if aside:
        rest = _ASIDE.sub(lambda one: "" if one[1].strip() in aside else one[0], text)
        text = " ".join(rest.split()).replace(" ?", "?")
    marked = text.rstrip("\"'”’) ").endswith("?") and not _NO_QUESTION.fullmatch(text)
    found = _with_headings(_with_ifs([_read(piece[:LONGEST]) for piece in pieces(text)], text), sentence)
    if any(one.asks for one in found):
        yield from _with_contexts(found, marked)
    else:
        # "And for metformin?", "Coverage for hearing aids?" ask by their sign alone.
        asks = marked or bool(re.match(r"(?:and|or)\s+(?:for|in|under|with)\b", text, re.I))
        yield Clause(text[:LONGEST], asks, is_item=sentence.is_item, named=marked and not tells(text))
    for one in aside:
        yield Clause(one, True)


def _with_ifs(found: list[Clause], text: str) -> list[Clause]:
    """The clauses, where each "if" asks or sets a condition: "tell me … and if it is", "and if it's late how many"."""
    wants = bool(HOLDS.search(text) or ORDERS.match(text))
    made = list(found)
    for place, one in enumerate(found):
        if not re.match(r"if\b", one.text, re.I) or re.match(r"if\s+(?:yes|no|so)\s+\w", one.text, re.I):
            continue
        if wants and place and not one.asks and not _IF_SO.fullmatch(one.text):
            made[place] = Clause(one.text, True)
        follows = place + 1 < len(found) and _QUESTION_WORD.match(found[place + 1].text)
        if follows and (_IF_SO.fullmatch(one.text) or not wants):
            made[place] = Clause(one.text, False)
    return made


def _with_headings(found: list[Clause], sentence: Sentence) -> list[Clause]:
    """The clauses, where headings ask nothing and each item of a list asks."""
    made: list[Clause] = []
    for place, one in enumerate(found):
        if _heads(one, found[place + 1 : place + 2]):
            made.append(replace(one, asks=False))
        elif sentence.is_item:
            made.append(replace(one, asks=True, weak=False, named=one.named or not one.asks, is_item=True))
        else:
            made.append(one)
    topic = topic_of(sentence.topic)
    return [replace(one, topic=topic) for one in made] if topic else made


def _heads(one: Clause, later: list[Clause]) -> bool:
    """Whether these words are the heading of what follows: "hospital bed:", "parking permits – price and …"."""
    if later and one.text.endswith(":") and INFO_ON.fullmatch(one.text.rstrip(" :")):
        return True
    if not later or begins_question(one.text) or one.text[-1:] not in ":–" or tells(one.text):
        return False
    if one.text.endswith(":"):
        return True
    first = re.sub(r"^(?:the|an?)\s+", "", later[0].text.strip(" ?.!,"), flags=re.I)
    return (
        not names_askable(one.text)
        or bool(re.match(rf"(?:{ASKABLE}|{STATE})\W*$", first, re.I))
        or begins_question(first)
    )


def _read(piece: str) -> Clause:
    """A piece as a clause of its own."""
    if piece.endswith(" +"):
        read = _read(piece[:-2])
        return read if read.asks or tells(read.text) else Clause(read.text, True, named=True)
    if _REFUSES.match(piece) and not piece.rstrip().endswith("?"):
        return Clause(piece, False)
    if _CONDITION_ASKS.match(piece[:LOOK]) or SAME.match(piece) or ONLY_SAME.search(piece):
        return Clause(piece, True)
    held = HOLDS.search(piece)
    if (
        held
        and ORDERS.match(piece)
        and not KNOWN.search(piece)
        and held.start("held") < 60
        and not names_askable(piece[: held.start("held")])
    ):
        # "I'd like to know if acupressure is covered": what stands before says only that it is asked.
        return Clause(held["held"], True)
    if begins_question(piece) or BEGINS.match(piece[:LOOK]) or about(piece):
        asks = not BARE_ORDER.fullmatch(piece.strip(" ?.!:")) or bool(about(piece))
        return Clause(
            piece, asks, weak=bool(WISH.match(piece)) and not names_askable(piece) and not HOLDS.search(piece)
        )
    if held and not KNOWN.search(piece):
        return Clause(held["held"], True)
    if wanted := ASKS_FOR.search(piece):
        return Clause(wanted["held"], True, named=True)
    if not CONDITION.match(piece) and not piece.endswith(":") and asks_by_noun(piece):
        return Clause(piece, True, named=True)
    return Clause(piece, False)


def _with_contexts(found: list[Clause], marked: bool) -> Iterator[Clause]:
    """The clauses of a sentence, with the conditions and headings before them and what is said of all after them."""
    shared = next((end["end"] for one in found if (end := SHARED_END.fullmatch(one.text.strip(" ?.!")))), "")
    before = topic = ""
    asked = False
    for place, clause in enumerate(found):
        if SHARED_END.fullmatch(clause.text.strip(" ?.!")):
            continue
        last = place == len(found) - 1
        if clause.asks:
            asked = True
            yield replace(
                clause, text=clause.text.rstrip(" :–"), before=before, topic=topic or clause.topic, shared=shared
            )
        elif _IF_SO.fullmatch(clause.text):
            continue
        elif CONDITION.match(clause.text) and (not before or asked) and not (last and asked):
            before = without_lead(clause.text)
        elif (
            (asked or (last and marked))
            and not tells(clause.text)
            and not _NO_QUESTION.fullmatch(clause.text)
            and without_greeting(clause.text)
        ):
            yield replace(clause, asks=True, named=True, before=before, topic=topic or clause.topic, shared=shared)
        elif not tells(clause.text):
            topic = topic_of(clause.text)
            if re.match(r"\w+ing\s+(?:in|to|at|from|with|a|an|the|my)\b", topic, re.I):
                topic, before = "", before or topic
            yield Clause(topic or clause.text.rstrip(" :–"), False)
        else:
            yield clause
