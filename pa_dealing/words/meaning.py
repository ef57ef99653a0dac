"""What the clauses of a message mean: a wish to buy, a reason, a declaration … told by a model of example sentences.

The one rule: what is not told surely is not told at all, and the person is asked.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from dialogue import Act, deeds_in, learnt
from pa_dealing import hints
from wording.amounts import find_currencies, find_money, find_numbers
from wording.answers import yes_or_no
from wording.directions import DirectionMention, denied_directions, direction, latter_direction
from wording.phrases import patterns

# The examples are those of the offline reader.
_EXAMPLES = "pa_dealing.offline"
# Below this margin a clause means nothing surely. A cut costs as much as so many words that are surely told.
SURE, _CUT, _ENOUGH = 0.3, 0.5, 1.5
# One word that is written as a name is told by so much, or is a name.
_OF_A_NAME = 0.7
# So many characters into a clause is its head.
_AT_ITS_HEAD = 6
# A reason is one where it is told by so much; small talk is a reason only where it is told by more.
_A_REASON, _OUT_OF_TURN, _OUTWEIGHS = 0.5, 0.7, 1.0
REASON_QUESTIONS = (hints.MISSING_JUSTIFICATION, hints.COACHING_REQUIRED)
FLAG_QUESTIONS = (hints.MISSING_HAS_INSIDE_INFO, hints.ONLY_INSIDE_INFO, hints.MISSING_IS_RELATED_PARTY)
# Clauses that say something of the trade itself.
OF_THE_TRADE = frozenset({"buy", "sell", "facts", "change_of_security"})
OF_COMPLIANCE = frozenset({"no_inside", "not_related", "neither", "inside", "related", "may_be", "not_mine"})
# So many messages back a trade may be claimed as one's own.
AS_OWN = 3
_MOST_CHARS, _MOST_JOINTS, _MOST_CLAUSES, _FEW = 2_000, 8, 40, 3
_SENTENCE = re.compile(r"(?:[^.!?;\n]|[.](?=\S))+[.!?;\n]*")
_PHRASES = patterns(Path(__file__).parent / "phrases/joints.txt", re.IGNORECASE)
# Behind these words stands what the person wants: "I'd like to".
_I_WANT = re.compile(
    r"\b(?:i|we)(?:['’]?d (?:like|rather)| (?:want|wish|would like|mean|meant|need)|['’]?m|['’]re| am| are)(?: to)? $",
    re.I,
)
_JOINT, _FOR_WHAT = _PHRASES["joint"], _PHRASES["for_what"]
# "I might sell 500 at some point" orders nothing yet.
_UNDECIDED = re.compile(r"\b(?:i|we) (?:might|may) (?!as well)(?:\w+ )?(?:buy|sell|purchase|trade|get|add)\b", re.I)
# "Buy 10 for me? No wait, …" takes the order back.
_TAKEN_BACK = re.compile(r"\?\s*(?:oh |actually )?(?:no|nope|nee|wait)\b", re.IGNORECASE)
# Behind the verb of a trade: "sell a bit of Microsoft", and not "buying a flat in Paris".
_OF_A_SECURITY = re.compile(
    r"\W+(?:(?:a|an|some|all|most|my|our|the|these|of|bit|few|little|part|half|more|shares?|stocks?|\d+)\W+)*(?-i:[A-Z])\w",
    re.IGNORECASE,
)
# "And no": the small word in front of an answer says nothing.
_OPENING = re.compile(r"\A(?:and|but|so|oh|well|en|maar)\b[ ,]*", re.IGNORECASE)
_CAPITALS, _A_NAME = re.compile(r"(?<=[ (])[A-Z][\w&.'’-]*\w|(?<=[ (])[A-Z]\b"), "Siemens"
_NAMES = re.compile(r"Siemens(?:(?: (?:&|and|of|de))? Siemens)+")


@dataclass(frozen=True, slots=True)
class MeantClause:
    """`text[start:end]`, what it means and how surely; "yes" and "no" are told by rule."""

    text: str
    start: int
    end: int
    meaning: str
    margin: float

    def means(self, *meanings: str) -> bool:
        return self.meaning in meanings and self.margin >= SURE


def screen_of(asked: str) -> str:
    """The kind of the open question, as the examples name it."""
    if asked in REASON_QUESTIONS:
        return "reason"
    if asked in FLAG_QUESTIONS:
        return "flags"
    return "pick" if asked in (hints.SECURITY_SELECTION_REQUIRED, hints.SELECTION_LIST) else "facts"


def clauses(text: str, asked: str = "") -> tuple[MeantClause, ...]:
    """The clauses of a message, in their order; what stands beyond its first pages is not read."""
    return _clauses(text, screen_of(asked))


@lru_cache(maxsize=256)
def _clauses(text: str, screen: str) -> tuple[MeantClause, ...]:
    # Read once for all questions of a kind: many are asked of one message.
    kept: list[MeantClause] = []
    text = text[:_MOST_CHARS]
    for sentence in _SENTENCE.finditer(text):
        if len(kept) >= _MOST_CLAUSES:
            break
        kept += _parts(text, *sentence.span(), screen)
    return tuple(kept)


def _parts(text: str, start: int, end: int, screen: str) -> list[MeantClause]:
    """The clauses of a sentence: of all ways to part it at its joints the one that is told most surely."""
    while start < end and not text[start].isalnum() and text[start] not in "€$£¥":
        start += 1
    joints = [joint.span() for joint in _JOINT.finditer(text, start, end)][:_MOST_JOINTS]
    ends, begins = [joint[0] for joint in joints] + [end], [start] + [joint[1] for joint in joints]
    best: list[tuple[float, tuple[MeantClause, ...]]] = [(0.0, ())]
    for last, stop in enumerate(ends):
        ways = []
        for first in range(last + 1):
            clause = _told(text, begins[first], stop, screen)
            words = len(clause.text.split())
            # "For my mother" belongs to what stands before it; "for a new kitchen" says why.
            opens = first and begins[first] == ends[first - 1] + 1 and _FOR_WHAT.match(text, begins[first])
            unmarked = first and not text[ends[first - 1] : begins[first]].strip()
            worth = min(clause.margin, _ENOUGH) * words - _CUT * (1 + bool(unmarked))
            # An amount, or the wish itself, is no part of the reason that stands behind it.
            amounts = find_money(clause.text) if clause.meaning == "reason" else []
            ordered = direction(clause.text) if clause.meaning == "reason" else None
            heads = [amount.start for amount in amounts[:1]] + ([ordered.start] if ordered else [])
            wished = any(start < _AT_ITS_HEAD for start in heads)
            wished = wished or bool(ordered and _OF_A_SECURITY.match(clause.text, ordered.end))
            worth -= 16 * _CUT if wished else 0
            worth -= 4 * _CUT if opens and clause.meaning not in ("reason", "facts") else 0
            ways.append((best[first][0] + worth, (*best[first][1], clause)))
        best.append(max(ways, key=lambda way: way[0]))
    return [clause for clause in best[-1][1] if clause.text]


def _told(text: str, start: int, end: int, screen: str) -> MeantClause:
    while start < end and text[start] in " ,:-":
        start += 1
    words = text[start:end].strip(" ,:-")
    if (answer := yes_or_no(_OPENING.sub("", words))) is not None:
        return MeantClause(words, start, end, "yes" if answer else "no", 1.0)
    for form, said_by_it in (("requests", "facts"), ("excuses", "talk")):
        if _PHRASES[form].match(words):
            return MeantClause(words, start, end, said_by_it, 1.0)
    model, spoken = learnt(_EXAMPLES), _with_plain_values(text, start, start + len(words))
    known = [model.without_slip(word) for word in re.findall(r"[^\W\d_]+|\d+", spoken.lower())]
    if len(known) < _FEW and not any(model.knows(word) or word.isdigit() for word in known):
        # A name alone, of which letters say nothing.
        return MeantClause(words, start, end, "unknown", 0.0)
    meaning, margin = model.tell(spoken, screen)
    if len(known) == 1 and words.istitle() and margin < _OF_A_NAME:
        return MeantClause(words, start, end, "unknown", 0.0)
    if meaning == "reason" and margin < _OUTWEIGHS and is_small_talk(words):
        return MeantClause(words, start, end, "talk", margin)
    return MeantClause(words, start, end, meaning, margin)


def _with_plain_values(text: str, start: int, end: int) -> str:
    """The words with every amount, number, currency and unknown name written alike, so that all of them are known."""
    words = text[start:end]
    for first, last, plain in _values(text):
        if start <= first and last <= end:
            words = f"{words[: first - start]}{plain}{words[last - start :]}"
    known = learnt(_EXAMPLES).places
    named = _CAPITALS.sub(lambda word: word[0] if f"1 {word[0].lower()}" in known else _A_NAME, words)
    return _NAMES.sub(_A_NAME, named)


@lru_cache(maxsize=64)
def _values(text: str) -> tuple[tuple[int, int, str], ...]:
    """The amounts, numbers and currencies of a text, the last first, each with what is written in its place."""
    spans = [(money.start, money.end, "9,000 euros") for money in find_money(text)]
    spans += [(number.start, number.end, "100") for number in find_numbers(text) if number.kind != "ordinal"]
    spans += [(mention.start, mention.end, "euros") for mention in find_currencies(text)]
    kept = [span for n, span in enumerate(spans) if not any(a <= span[0] < b for a, b, _ in spans[:n])]
    return tuple(sorted(kept, reverse=True))


@lru_cache(maxsize=256)
def is_small_talk(words: str, least: float = SURE) -> bool:
    """Whether words are surely of no assistant's domain; a reason may sound like them."""
    return any(deed.is_stray and deed.margin >= least for deed in deeds_in(words))


def is_undecided(clause: MeantClause) -> bool:
    """Whether a clause only tells what the person may do one day."""
    return bool(_UNDECIDED.search(clause.text))


def clause_at(text: str, position: int, asked: str = "") -> MeantClause | None:
    """The clause that a place of the text belongs to."""
    parts = clauses(text, asked) if len(text) <= _MOST_CHARS else ()
    before = [clause for clause in parts if clause.start <= position] or parts[:1]
    return before[-1] if before else None


def reason_in(text: str, asked: str = "") -> str:
    """The passage that says why, as it is written; "" when there is none."""
    parts, in_turn = clauses(text, asked), asked in REASON_QUESTIONS
    if parts and any(deed.act is Act.WAIT and deed.margin >= 1 for deed in deeds_in(parts[0].text)):
        # "Hang on, I am at the station" only says why one waits.
        return ""
    if heads_reason(text) and not asks(text):
        return _under_its_head(text, parts)
    # "Because" and "reason:" are of it, and make it surer.
    leads = {n: _PHRASES["lead"].search(text[: part.start]) for n, part in enumerate(parts) if part.meaning == "reason"}
    places = [n for n, lead in leads.items() if parts[n].margin >= (_A_REASON if in_turn or lead else _OUT_OF_TURN)]
    if not places:
        return ""
    last = places[0]
    for n in range(places[0], len(parts)):
        if n in places or (n + 1 in places and parts[n].margin < SURE):
            last = n
        elif parts[n].margin >= SURE:
            break
    start, lead = parts[places[0]].start, leads[places[0]]
    return text[lead.start() if lead else start : parts[last].end].strip(" ,;:.-\n")


def heads_reason(text: str) -> bool:
    """Whether a message begins by saying that what follows is the reason: "reason: I like them"."""
    return _PHRASES["headed"].match(text) is not None


def _under_its_head(text: str, parts: Sequence[MeantClause]) -> str:
    """What stands under "reason:", up to what surely is of something else."""
    sure = [part for part in parts if part.start > 0 and part.margin >= SURE and part.meaning != "unknown"]
    end = next((part.start for part in sure if not part.means("reason", "may_be", "owns")), len(text))
    return text[:end].strip(" ,;:.-\n")


def asks(text: str) -> bool:
    """Whether a message only asks."""
    rest = [clause for clause in clauses(text) if not clause.means("talk", "yes", "no")]
    return bool(rest) and all(clause.means("asks") or clause.text.endswith("?") for clause in rest)


def may_answer_which_way(text: str) -> bool:
    """Whether nothing of an answer to "buy or sell?" is plainly of something else: "they have to go"."""
    parts = clauses(text)
    apart = any(
        not clause.means("reason") and clause.meaning != "unknown" and clause.margin >= SURE for clause in parts
    )
    return bool(parts) and not apart and yes_or_no(text) is None and not asks(text) and "?" not in text


def side_named(text: str) -> DirectionMention | None:
    """The side that the facts of a text name; of one that puts it right by naming both, the latter."""
    facts = facts_of(text)
    changes = any(deed.act is Act.CHANGE for deed in deeds_in(text))
    return (latter_direction(facts) if changes else None) or direction(facts) or turned_to(text)


def turned_to(text: str) -> DirectionMention | None:
    """The side that a message comes to which denies the other: "I do not want to buy, I want to sell them"."""
    mention = direction(text)
    if mention is None or persons_words(text) or not _I_WANT.search(text[: mention.start]):
        return None
    return mention if denied_directions(text) - {mention.direction} else None


def persons_words(text: str) -> str:
    """The words that make a wish to trade somebody else's: "My wife wants to buy"; "" when it is the person's own."""
    if (mention := direction(text)) and (wish := _PHRASES["theirs"].search(text[: mention.start])):
        return f"{wish[0]}{mention.text}".strip(" .,;:!?\n")[:80]
    parts = clauses(text)
    own = any(clause.means("buy", "sell") for clause in parts)
    theirs = [clause.text for clause in parts if clause.means("others")]
    return theirs[0][:80] if theirs and not own else ""


def claims_own(text: str) -> bool:
    """Whether a message claims a trade as the person's own: "it's for my own account", "no, it is mine"."""
    return any(clause.means("mine") for clause in clauses(text)) and direction(text) is None


def as_own(text: str) -> str:
    """A message that spoke of somebody else's trade, without its subject; offsets stay."""
    mention = direction(text)
    if mention is None or not persons_words(text):
        return text
    clause = clause_at(text, mention.start)
    start = clause.start if clause else 0
    return text[:start] + " " * (mention.start - start) + text[mention.start :]


def facts_of(text: str, asked: str = "") -> str:
    """The text with what surely says nothing of this trade blanked out: reasons, questions, what others do."""
    behind = 0
    for back in _TAKEN_BACK.finditer(text):
        begin = max(behind, *(text.rfind(mark, behind, back.start()) + 1 for mark in ".!?\n"))
        if begin < back.start():
            text = text[:begin] + " " * (back.start() + 1 - begin) + text[back.start() + 1 :]
            behind = back.end()
    for clause in clauses(text, asked):
        else_said = clause.meaning not in OF_THE_TRADE | {"yes", "no", "mine", "unknown"}
        if is_undecided(clause) or (clause.margin >= SURE and else_said):
            text = text[: clause.start] + " " * (clause.end - clause.start) + text[clause.end :]
    return text
