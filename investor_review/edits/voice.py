"""Whether wording speaks as a contract does: no order to anybody, nobody spoken to, its defined terms kept."""

from __future__ import annotations

import re
from pathlib import Path

from wording.lists import word_lists
from wording.phrases import patterns
from wording.sentences import sentence_spans

_FILE = Path(__file__).with_suffix(".txt")
_LISTS = word_lists(_FILE)
_P = patterns(_FILE, re.IGNORECASE)
_ORDERS, _PEOPLE, _FINITE = (frozenset(_LISTS[name]) for name in ("orders", "people", "finite"))
_WORD = re.compile(r"[A-Za-z][\w’'-]*")
# A clause's own number or letter before its first word.
_NUMBER = re.compile(r"[\s\"“”'‘’]*(?:\(?[\dA-Za-z]{1,4}(?:\.\d+)*[.):]\s+)*[\s\"“'‘]*")
_STARTS = re.compile(r"(?:^|[.!?;:]['\"”’)]*\s|\n|\(\w{1,4}\)\s)\s*$")
_TERM = re.compile(r"(?:\((?:[^()“\"]{0,40})|^|\n|\.\s+)[\"“]([A-Z][\w-]*(?: [A-Z][\w-]*){0,4})[\"”]")
_TERM_MEANS = re.compile(r"[\"“]([A-Z][\w-]*(?: [A-Z][\w-]*){0,4})[\"”]\s+(?:means|shall\s+mean|has\s+the\s+meaning)")
ORDER = "it tells somebody what to do, as no clause does"
ADDRESSED = "it begins with the finding that it is said to"
SPOKEN = "it speaks to a person ({word})"


def defined_terms(text: str) -> frozenset[str]:
    """The terms that a contract defines: in brackets behind a name, or by "means"."""
    return frozenset(match[1] for pattern in (_TERM, _TERM_MEANS) for match in pattern.finditer(text))


def with_terms(wording: str, terms: frozenset[str]) -> str:
    """The wording with the contract's terms as it writes them: "the supplier" is "the Supplier" where that is one."""
    for term in sorted(terms, key=len, reverse=True):
        small = rf"\b([Tt]he|[Ee]ach|[Aa]ny|[Ee]ither|[Tt]hat|[Tt]his)(\s+){re.escape(term.lower())}\b"
        wording = re.sub(small, rf"\g<1>\g<2>{term}", wording)
    return wording


def misspoken(text: str, start: int, end: int, replacement: str) -> str:
    """Why the replacement of text[start:end] is no language of this contract; "" when it is.

    Words for people are refused only where the contract has none of them itself.
    """
    if _P["to_the_machine"].search(replacement):
        return ORDER
    if _P["addressed"].match(replacement):
        return ADDRESSED
    for word in _WORD.findall(replacement):
        spoken = word.lower().replace("’", "'")
        is_state = word in ("US", "MY")
        if spoken in _PEOPLE and not is_state and not re.search(rf"\b{re.escape(spoken)}\b", text, re.IGNORECASE):
            return SPOKEN.format(word=repr(word))
    begins = not text[:start].strip() or bool(_STARTS.search(text, max(0, start - 12), start))
    before = text[max(0, start - 12) : start]
    for low, high in sentence_spans(replacement, 0, len(replacement), clauses=True):
        first = not replacement[:low].strip()
        if (not first or begins or _STARTS.search(before + replacement[:low])) and is_order(replacement[low:high]):
            return ORDER
    return ""


def speaks_to_somebody(words: str) -> bool:
    """Whether words are said to the machine or to a person, or by one: "make it", "please", "I think"."""
    spoken = {word.lower().replace("’", "'") for word in _WORD.findall(words) if word not in ("US", "MY")}
    return bool(_P["to_the_machine"].search(words) or spoken & _PEOPLE or "i" in spoken)


def is_order(sentence: str) -> bool:
    """Whether a sentence begins with a command, and its head is no statement about a thing of that name."""
    bare = _NUMBER.sub("", sentence, count=1) if _NUMBER.match(sentence) else sentence
    first = _WORD.match(bare)
    if first is None or first[0].lower() not in _ORDERS:
        return False
    behind = bare[first.end() :]
    if _P["object"].search(behind):
        return True
    cut = _P["head"].search(behind)
    head = behind[: cut.start()] if cut else behind
    return not any(word.lower() in _FINITE for word in _WORD.findall(head))
