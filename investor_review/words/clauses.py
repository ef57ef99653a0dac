"""A message cut into clauses, each with what it says (a label of the examples) and the findings that it names. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

from dialogue import is_asked, learnt
from investor_review.words.findings import Issue, Naming
from investor_review.words.targets import RELATIVE, VERDICTS, find_namings
from wording.amounts import lower
from wording.answers import puts_off, that_is_all, yes_or_no
from wording.phrases import groups

QUOTED = re.compile(r"[\"“„][^\"”“]{1,2000}[\"”“]|(?<!\w)['‘][^'’]{2,2000}['’](?!\w)")
_W = groups(Path(__file__).with_suffix(".txt"))
# Where a sentence ends; where a clause may end within one.
_END = re.compile(r"(?<=[.!?;\n])\s+|(?<=[^\d\s])\s*;\s*|\s+[-–—]\s+|\n+|…\s*")
_JOINTS = (
    r",\s*(?:(?:and|but|then|or)\s+)?(?=\S)",
    rf"\s+{_W['turning']}\s+",
    rf"\s+(?={_W['closing']}\b)",
    r"\s+(?:and|plus|&|\+)\s+",
    rf"(?<!\d)(?<!\ue000)\s+(?=\ue000+[: ]*{VERDICTS['verdict']}(?!\w))",
)
# One decision after another, each a verb with its finding.
_ANEW = re.compile(rf"{_W['anew']}\s+(?:the\s+)?\ue000")
_BEGINS_ANEW = re.compile(rf"\W*(?:\w+\W+){{0,2}}?{_ANEW.pattern}")
_JOIN = re.compile("|".join((*_JOINTS, rf"\s+(?={_ANEW.pattern})")))
# A no, by itself or in other words.
NAY = re.compile(_W["nay"], re.IGNORECASE)
YOURS = re.compile(_W["yours"], re.IGNORECASE)
PAPERS = re.compile(rf"\b{_W['papers']}\b", re.IGNORECASE)
# A verdict of a list: "2: no", "3 yes (both)".
_TERSE = re.compile(VERDICTS["terse"], re.IGNORECASE)
_AGREEING_NO, _TURNED_DOWN, _DENIED, _FILLER = (
    re.compile(_W[name], re.IGNORECASE) for name in ("agreeing_no", "turned_down", "denied", "filler")
)
# What asks to have something done and not what there is: "can you make it six months".
_REQUESTS = re.compile(r"(?:can|could|would|will|may) (?:you|we|i)\b", re.IGNORECASE)
# The margin of what is no guess.
CERTAIN = 1.0
# Labels that decide about findings, and the margin from which a label is sure.
DECISIONS = frozenset({"accept", "praise", "settle", "leave", "wording", "reopen", "meant"})
AGREES = frozenset({"accept", "praise", "settle"})
SURE = 0.1
# A question that asks to have something done: "can you accept 3?"
REQUESTED = 0.3
# What words plainly say has this margin; anything less is the proposer's to understand.
PLAIN = 0.25
# Words that are kept as an instruction are surer than a yes or a no.
WORDED = 0.15
# From this margin on a doubt takes back what is said in the same breath.
DOUBT = 0.15
_FINDING = "\ue000"
_WORD = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)?")
# What stands for the name of a finding in the examples.
_ITEM = "item"
_CLAUSE_NUMBER = re.compile(
    r"\b(?:clause|section|article|paragraph|sec\.?|art\.?|§|artikel|bepaling)\s*(\d+(?:\.\d+)*)", re.IGNORECASE
)
# A number with one point is a clause's by itself, where it is no amount.
_BARE_NUMBER = re.compile(
    r"(?<![\d.,€$£])\b(\d{1,2}\.\d{1,2})\b(?![\d.,]*(?: ?%|\d| (?:percent|million|mln|billion|euro?s?|days)))", re.I
)


@dataclass(frozen=True, slots=True)
class Clause:
    """`text` stands at `start` of the message. `margin` is how far its label is preferred; 1.0 where it is certain.

    `sentence` counts the sentences, `is_turn` says that "but" stands before it. `parts` are the suggestions that it
    speaks of, counted from 1, `whose` the finding that they are for.
    """

    text: str
    start: int
    label: str
    margin: float
    mentions: tuple[Naming, ...] = ()
    sentence: int = 0
    is_turn: bool = False
    parts: tuple[int, ...] = ()
    whose: str = ""

    @property
    def end(self) -> int:
        return self.start + len(self.text)


def read(message: str, issues: Sequence[Issue] = ()) -> list[Clause]:
    """The clauses of a message in their order. What stands in quotation marks is never cut."""
    mentions = find_namings(without_quotes(message), issues)
    clauses = []
    for start, end, sentence, is_turn in _spans(message, mentions):
        own = tuple(mention for mention in mentions if start <= mention.start < end)
        label, margin = tell(_masked(message, start, end, own))
        clauses.append(Clause(message[start:end], start, label, margin, own, sentence, is_turn))
    return [replace(clause, label="asks") if _only_asks(clause) else clause for clause in clauses]


@lru_cache(maxsize=2000)
def tell(words: str) -> tuple[str, float]:
    """The label of a clause in which `item` stands for a finding; some whole utterances are certain."""
    label, margin = learnt("investor_review.words").tell(words)
    if terse := _TERSE.fullmatch(words):
        return "accept" if terse[1] else "leave" if terse[2] else "unsure", CERTAIN
    if that_is_all(words) and label != "talk":
        return "done", CERTAIN
    if _FILLER.fullmatch(words.strip(" ,.!?")):
        return "talk", CERTAIN
    if puts_off(words):
        return "not_yet", CERTAIN
    if (answer := yes_or_no(words)) is not None:
        return "yes" if answer else "no", CERTAIN
    return _turned(words, label, margin) if label in AGREES else (label, margin)


def _turned(words: str, label: str, margin: float) -> tuple[str, float]:
    """What is like an agreement, and has a no in it: "don't use your proposal" leaves it, "it's wrong" doubts."""
    rest = _AGREEING_NO.sub(" ", words)
    if _TURNED_DOWN.search(rest):
        return "leave", margin
    return ("unsure", CERTAIN) if _DENIED.search(rest) else (label, margin)


def _only_asks(clause: Clause) -> bool:
    """Whether a clause that would decide is put as a question, with its mark or without: "must I end it today"."""
    is_put = is_asked(clause.text.rstrip("?")) and not _REQUESTS.match(clause.text)
    return clause.label in DECISIONS | {"done"} and is_put


def is_sure(clause: Clause) -> bool:
    """Whether a clause plainly says what its label is."""
    if clause.label in DECISIONS and clause.text.endswith("?"):
        return clause.margin >= REQUESTED
    return clause.margin >= (WORDED if clause.label == "wording" else SURE)


def is_supposed(clause: Clause, clauses: Sequence[Clause], margin: float = DOUBT) -> bool:
    """Whether something in the same breath takes a decision back: "if they pay, …", "…, he said"."""
    breath = [other for other in clauses if other.sentence == clause.sentence]
    place = breath.index(clause)
    first = max((n for n, other in enumerate(breath[: place + 1]) if other.is_turn), default=0)
    last = next((n for n, other in enumerate(breath) if n > place and other.is_turn), len(breath))
    # What is certainly in doubt is that alone: "2 perhaps" of a list.
    doubts = [
        n
        for n in range(first, len(breath))
        if breath[n].label == "unsure" and breath[n].margin >= margin and breath[n].margin != CERTAIN
    ]
    # What follows takes back a yes where it speaks of no other finding; behind a "but", where nothing there does.
    behind = clause.label not in ("leave", "reopen")
    named = next((n for n in range(last, len(breath)) if breath[n].mentions), len(breath))
    return any(n <= place or (behind and n < named and not breath[n].mentions) for n in doubts)


def is_final(words: str) -> bool:
    """Whether a part of these words says that it is settled: "and that's final", "confirmed"."""
    return any(clause.label == "settle" and is_sure(clause) for clause in read(words))


def is_tentative(message: str, start: int, issue_id: str, issues: Sequence[Issue]) -> bool:
    """Whether what is decided of a finding at this place of a message is said not to be final: "it is not final yet".

    That is told in its own sentence or in the next, and of no other finding by its name.
    """
    clauses = read(message, issues)
    at = next((clause.sentence for clause in reversed(clauses) if clause.start <= start), 0)
    near = [clause for clause in clauses if clause.label == "tentative" and 0 <= clause.sentence - at <= 1]
    named = [{issue for mention in clause.mentions for issue in mention.ids} for clause in near]
    return any(is_sure(clause) and (not ids or issue_id in ids) for clause, ids in zip(near, named, strict=True))


def only_praises(words: str) -> bool:
    """Whether words that accept say no more than that a change pleases ("makes sense", "sounds good to me"), or yes."""
    plain = {clause.label for clause in read(words) if clause.margin >= PLAIN}
    return bool(plain & {"praise", "yes"}) and plain <= {"praise", "yes", "talk"}


def is_known(words: str) -> bool:
    """Whether every word of a clause stands in the examples, but for a slip of a finger."""
    return all(map(learnt("investor_review.words").knows, _WORD.findall(without_slips(words))))


def without_slips(words: str) -> str:
    """The words in small letters, each with a slip of a finger as the examples have it."""
    return _WORD.sub(lambda word: learnt("investor_review.words").without_slip(word[0]), lower(words))


def masked(clause: Clause) -> str:
    """The clause as the examples are written: `item` in the place of each name of a finding."""
    return _masked(clause.text, 0, len(clause.text), clause.mentions, clause.start)


def _masked(message: str, start: int, end: int, mentions: Sequence[Naming], shift: int = 0) -> str:
    text = message[start:end]
    for mention in reversed(mentions):
        if mention.kind == "named" or mention.kind in RELATIVE:
            first, last = mention.start - start - shift, mention.end - start - shift
            text = f"{text[:first]}{_ITEM}{text[last:]}"
    return " ".join(QUOTED.sub('""', text).replace("’", "'").strip(" ,;.!").split())


def without_quotes(message: str) -> str:
    """The message with what stands in quotation marks blotted out, at the same places."""
    return QUOTED.sub(lambda quoted: " " * len(quoted[0]), message)


def _spans(message: str, mentions: Sequence[Naming]) -> Iterator[tuple[int, int, int, bool]]:
    """(start, end, sentence, is_turn) of each clause."""
    shielded = QUOTED.sub(lambda quoted: "\x01" * len(quoted[0]), lower(message))
    for mention in mentions:
        width = mention.end - mention.start
        shielded = f"{shielded[: mention.start]}{_FINDING * width}{shielded[mention.end :]}"
    at = 0
    for number, stop in enumerate([*_END.finditer(shielded), None]):
        end = stop.start() if stop else len(shielded)
        inner, is_turn = at, False
        for join in [*_JOIN.finditer(shielded, at, end), None]:
            cut = join.start() if join else end
            if join and join[0].isspace() and not _may_end(shielded, inner, cut, join.end()):
                continue
            if re.search(r"\w|\ue000|\x01|[👍👎✅❌]", shielded[inner:cut]):
                lead = len(shielded[inner:cut]) - len(shielded[inner:cut].lstrip(" ,"))
                yield inner + lead, inner + len(shielded[inner:cut].rstrip(" ,")), number, is_turn
                is_turn = False
            is_turn = is_turn or (join is not None and "but" in join[0].split())
            inner = join.end() if join else cut
        at = stop.end() if stop else end


def _may_end(shielded: str, start: int, end: int, following: int) -> bool:
    """Whether a clause may end with no mark: "leave 2 as it is" is no list of numbers with verdicts."""
    if _ANEW.match(shielded, following):
        return bool(_BEGINS_ANEW.match(shielded, start, end))
    return _FINDING in shielded[start:end]


def clause_number(text: str) -> str:
    """The number of a clause of the contract that the text names: "clause 8.2", "what 5.2 says"; "" where none is."""
    match = _CLAUSE_NUMBER.search(text) or _BARE_NUMBER.search(text)
    return match[1] if match else ""
