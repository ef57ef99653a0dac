"""Cuts a message into clauses: at lists, sentences, and where a sign or conjunction stands before a question. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from pursuit.words import asks_by_noun, is_talk, tells, terms_of, without_greeting
from wording.phrases import groups
from wording.sentences import sentence_spans

_LISTS = groups(Path(__file__).with_name("openings.txt"))
_JOIN, _LEAD, _WH, _PREP = (_LISTS[name] for name in ("join", "lead", "wh", "prep"))
_LEADS = rf"(?:{_LEAD}(?!\w)[\s,:]*)*"
_ASKS = rf"(?:(?:{_PREP}\s+)?{_WH}\b)"
_OWN = rf"{_LISTS['subject']}\b"
_TURNS = (
    rf"(?:{_LISTS['be']}\s+(?!(?:\w+(?:ed|ing)|{_LISTS['goes_on']})\b)\w|{_LISTS['do']}\s+(?!not\b|so\b)\w"
    rf"|{_LISTS['modal']}\s+(?:{_OWN}|(?-i:[A-Z0-9]))|{_LISTS['have']}\s+{_OWN})"
)
_ORDER = rf"(?:(?:can|could|would|will)\s+(?:you|someone)\s+(?:please\s+)?)?{_LISTS['order']}(?!\w)"
_QUESTION = re.compile(rf"{_LEADS}(?:{_ASKS}|{_TURNS})", re.IGNORECASE)
_BEGINS = re.compile(rf"{_LEADS}(?:{_ASKS}|{_TURNS}|{_ORDER})", re.IGNORECASE)
_BREAK = re.compile(
    rf"(?P<sign>\s*[,;]\s+|\s+[-–—]\s+|:\s+|\s*[()]\s*)?(?P<join>(?:(?<!\S){_JOIN}(?!\S)\s*)*)(?<=\s)(?=\S)",
    re.IGNORECASE,
)
# "The copay, and the visit limits": another thing is asked for by its name.
_ARTICLE = re.compile(r"(?:the|an?|any|its|their|our|my|what|whether|if)\b", re.IGNORECASE)
_AGAIN = re.compile(r"(?P<prep>for|in|under|with|by|of|on|to|from|at)\s", re.IGNORECASE)
# "The plan, which is new": a relative clause goes on with what was said.
_RELATIVE = re.compile(
    rf"(?:when|where)\s+(?!\w+\s+{_OWN})|(?:which|who|whose)\s+(?:{_LISTS['be']}|{_LISTS['have']})\s+(?!{_OWN})",
    re.IGNORECASE,
)
_TOGETHER = re.compile(r"\b(?:between|both)\b", re.IGNORECASE)
_CONDITION = re.compile(rf"{_LISTS['condition']}\s", re.IGNORECASE)
_HOLDS = re.compile(
    rf"\b{_LISTS['holds']}\s+(?:me\s+|us\s+)?(?:about\s+)?(?P<held>(?:if|whether|{_ASKS})\b.+)"
    rf"|\btell\s+(?:me|us)\s+(?P<turned>{_TURNS}.+)",
    re.IGNORECASE,
)
_BULLET = re.compile(r"\s*(?:[-*•·–—]|(?:q\s?)?\d{1,2}[.):]|\(?(?:[a-j]|\d{1,2})[.)])\s+", re.IGNORECASE)
_MARK = re.compile(r"(?:(?<=[\s:;,.?])|^)\(?(?P<mark>\d{1,2}|[a-jA-J])(?:\)|\.(?=\s))\s*(?=\w)")
_COUNTS = tuple((str(place), "abcdefghij"[place - 1]) for place in range(1, 11))
_IF = re.compile(r"^if\b", re.IGNORECASE)
_WHETHER = re.compile(r"(?:if|whether)\b", re.IGNORECASE)
_TURNED = re.compile(rf"{_LEADS}(?:{_TURNS})", re.IGNORECASE)
_ORDERS = re.compile(rf"{_LEADS}{_ORDER}", re.IGNORECASE)
# In dictation nothing stands before "is that covered".
_UNMARKED = re.compile(
    rf"(?<=\w)(?<!\bwhat)(?<!\bhow)(?<!\bwhy)(?<!\bwhen)(?<!\bif)(?<!\band)(?<!\bor)(?<!\bbut)\s+(?={_LISTS['pointing']})",
    re.IGNORECASE,
)
_MARKS = re.compile(r"[.,;:?!]")
_ONLY_ORDERS = re.compile(rf"{_LEADS}{_ORDER}\W*", re.IGNORECASE)
_NEXT = re.compile(rf"[,;]|\s{_LISTS['join']}\s", re.IGNORECASE)
# Nobody asks one thing in more characters; whether a question begins is seen in fewer.
_LONGEST, _LOOK = 600, 120
# What stands behind a heading, and how many words one has at most.
_HEADS, _HEADING = frozenset(":-–—"), 6
# A condition of so many words stands before each question that it holds for.
_SHORT = 8
# "The form code SC-MRI, what does it stand for?" asks one thing.
_ITS_MEANING = re.compile(r"what (?:does|do) (?:it|that|this|they) (?:mean|stand for)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class AskedClause:
    """What one clause says, whether it asks, and the heading that names what it asks about."""

    text: str
    asks: bool
    heading: str = ""


def clauses(text: str) -> list[AskedClause]:
    """The clauses of a message in order: those that ask, and those that only tell something."""
    made: list[AskedClause] = []
    closed = False
    for line in _lines(text if _MARKS.search(text) else _UNMARKED.sub("; ", text)):
        bullet = _BULLET.match(line)
        for start, end in sentence_spans(line, bullet.end() if bullet else 0, talk=True, clauses=True):
            sentence = without_greeting(line[start:end]).strip()
            if not sentence and any(clause.asks for clause in made):
                # Behind "Kind regards," stands a name.
                closed = True
            is_name = closed and len(sentence.split()) < 5 and sentence[-1:] != "?" and not asks_by_noun(sentence)
            made += [] if is_name else _of_sentence(sentence, bool(bullet))
    return made


def begins_question(text: str) -> bool:
    """Whether these words begin a question."""
    return bool(_QUESTION.match(text.strip()))


def _lines(text: str) -> Iterator[str]:
    """The lines of a message; a list inside a line, "(a) … (b) …" or "1. … 2. …", has a line for each item."""
    for line in text.splitlines():
        marks: list[int] = []
        for mark in _MARK.finditer(line):
            if mark["mark"].lower() in _COUNTS[len(marks) % len(_COUNTS)]:
                marks.append(mark.start())
        places = [0, *(marks if len(marks) > 1 else []), len(line)]
        yield from (piece for start, end in pairwise(places) if (piece := line[start:end].strip(" ,;")))


def _of_sentence(sentence: str, is_item: bool) -> Iterator[AskedClause]:
    asked = holding = False
    condition = heading = ""
    for piece, sign in _pieces(sentence):
        held = _HOLDS.search(piece)
        again = _AGAIN.match(piece) and asked
        whether = _WHETHER.match(piece) and (holding or is_item)
        # What ends in a question mark is asked, also where it is cut off behind another question.
        marked = piece.endswith("?") and not _is_talk(piece)
        text = _IF.sub("whether", held["held"] or held["turned"]) if held else piece
        begins = _BEGINS.match(piece) and not _ONLY_ORDERS.fullmatch(piece)
        asks = bool(held or again or whether or begins or asks_by_noun(piece) or marked)
        # "For a member with diabetes four times a day: is …" says of whom all that follows is asked.
        asks = asks and not (sign == ":" and _CONDITION.match(piece) and not begins)
        heads = not asks and sign in _HEADS and _is_heading(piece)
        asks = (asks or (is_item and not heads and not tells(piece))) and not piece.endswith(":")
        if heads:
            heading = piece
        if not asks and not asked and _CONDITION.match(piece):
            condition += f"{piece}, "
        elif re.search(r"\w", text):
            yield AskedClause(condition + text if asks else text, asks, heading if asks else "")
            if asks and len(condition.split()) > _SHORT:
                # Of whom it is asked is said once.
                condition = ""
        asked, holding = asked or asks, bool(held or whether or _ORDERS.match(piece))


def _is_talk(text: str) -> bool:
    return all(is_talk(word) for word in terms_of(text))


def _is_heading(text: str) -> bool:
    """Whether words before a colon or a dash name what the questions behind it are about: "BiPAP compliance: …"."""
    return len(text.split()) <= _HEADING and not tells(text) and not _is_talk(text)


def _pieces(sentence: str) -> Iterator[tuple[str, str]]:
    """A sentence, cut before each word that begins a question; each piece with the sign that stands behind it."""
    start = 0
    for mark in _BREAK.finditer(sentence):
        if not mark[0].strip():
            continue
        head, rest = sentence[start : mark.start()][:_LONGEST].strip(" ,;"), sentence[mark.end() :][:_LOOK]
        if head and _cuts(head, mark, rest):
            yield head, (mark["sign"] or "").strip()
            start = mark.end()
    yield sentence[start:].strip(" ,;")[:_LONGEST], ""


def _cuts(head: str, mark: re.Match[str], rest: str) -> bool:
    """Whether behind this sign or conjunction something else is asked."""
    joined = mark["join"].strip().lower()
    if head.endswith("?"):
        return True
    if _ITS_MEANING.match(rest) and not begins_question(head):
        return False
    if _BEGINS.match(rest) and not joined.startswith("or"):
        return bool(joined or not _RELATIVE.match(rest))
    if joined and (again := _AGAIN.match(rest)):
        return bool(re.search(rf"\b{again['prep']}\s", head, re.IGNORECASE))
    if mark[0].strip() == ":":
        return not begins_question(head)
    within = _WHETHER.match(rest) or (joined.startswith("or") and _BEGINS.match(rest))
    named = not within and not joined.startswith("or") and asks_by_noun(_NEXT.split(rest, maxsplit=1)[0])
    if not (within or named) or _TOGETHER.search(head):
        return False
    holds = bool(_HOLDS.search(head) or _ORDERS.match(head))
    if within:
        return holds or bool(joined not in ("", "or") and asks_by_noun(head))
    if joined and _TURNED.match(head):
        return False
    apart = mark["sign"] or joined in ("+", "&") or _ARTICLE.match(rest)
    return bool(apart and (holds or asks_by_noun(head) or begins_question(head)))
