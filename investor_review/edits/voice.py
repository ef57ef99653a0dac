"""Whether wording speaks as a contract does: no order to anybody, nobody spoken to, its defined terms kept."""

from __future__ import annotations

import re
from collections import Counter
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
_DUTY = re.compile(r"\b(?:shall|will|must)\b")
_DUTY_OF = re.compile(r"\b(?:shall|will|must)(?=\s+[a-z])")
_CLAUSE_EDGE = re.compile(r"[,;:.!?]\s")
# Behind these a word is a verb, as in "shall notice".
_NO_VERB = "".join(rf"(?<!\b{word} )" for word in ("to", "shall", "will", "must", "may", "can", "not"))
# From how often on a word is the contract's own; so many times as often as the others; a capital, as the small letter.
_DUTIES, _PREVAILS, _OTHERWISE = 3, 3, 4
_TERM_MEANS = re.compile(r"[\"“]([A-Z][\w-]*(?: [A-Z][\w-]*){0,4})[\"”]\s+(?:means|shall\s+mean|has\s+the\s+meaning)")
ORDER = "it tells somebody what to do, as no clause does"
ADDRESSED = "it begins with the finding that it is said to"
SPOKEN = "it speaks to a person ({word})"


def defined_terms(text: str) -> frozenset[str]:
    """The terms that a contract defines: in brackets behind a name, or by "means"."""
    return frozenset(match[1] for pattern in (_TERM, _TERM_MEANS) for match in pattern.finditer(text))


def with_terms(wording: str, terms: frozenset[str], text: str = "") -> str:
    """The wording with the contract's terms as it writes them: "the supplier" is "the Supplier" where that is one.

    Without an article, and in the plural, a word is a term where the contract `text` itself hardly ever has it small.
    """
    for term in sorted(terms, key=len, reverse=True):
        small = rf"\b([Tt]he|[Ee]ach|[Aa]ny|[Ee]ither|[Tt]hat|[Tt]his)(\s+){re.escape(term.lower())}\b"
        wording = re.sub(small, rf"\g<1>\g<2>{term}", wording)
        for form in (term, _plural(term)) if text else ():
            bare = re.compile(rf"(?<![\w-]){_NO_VERB}{re.escape(form.lower())}(?![\w-])")
            if bare.search(wording) and _is_written(form, text):
                wording = bare.sub(form, wording)
    return wording


def _plural(term: str) -> str:
    if term.endswith("y") and term[-2:-1] not in "aeiou":
        return f"{term[:-1]}ies"
    return f"{term}es" if term.endswith(("s", "x", "ch", "sh")) else f"{term}s"


def _is_written(term: str, text: str) -> bool:
    """Whether the contract writes the term with its capitals, and hardly ever without them."""
    small = len(re.findall(rf"\b{re.escape(term.lower())}\b", text))
    return small == 0 or len(re.findall(rf"\b{re.escape(term)}\b", text)) > _OTHERWISE * small


def says_duty(words: str) -> bool:
    """Whether the words hold "shall", "will" or "must"."""
    return bool(_DUTY.search(words))


def duty_word(text: str) -> str:
    """The word with which a contract says a duty, "shall", "will" or "must"; "" where it has not one that prevails."""
    counts = Counter(match[0].lower() for match in _DUTY.finditer(text))
    word, most = counts.most_common(1)[0] if counts else ("", 0)
    return word if most >= _DUTIES and most >= _PREVAILS * (counts.total() - most) else ""


def with_duty(wording: str, word: str) -> str:
    """The wording with that word for its duties: "the Supplier must report" is "the Supplier shall report".

    What stands in a subordinate clause, as in "if the price will rise", is a future and no duty.
    """

    def worded(match: re.Match[str]) -> str:
        clause = _CLAUSE_EDGE.split(wording[: match.start()])[-1]
        return match[0] if _P["no_duty"].search(clause) else word

    return _DUTY_OF.sub(worded, wording) if word else wording


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


def in_third_person(sentence: str) -> str:
    """An order as what the investor asks for: "Cap the fee." is "The investor asks to cap the fee.".

    A sentence that is none stays; "" for an order in another language.
    """
    bare = _NUMBER.sub("", sentence, count=1).strip()
    if not is_order(bare):
        return sentence
    first = _WORD.match(bare)
    if first is None or first[0].lower().replace("’", "'") not in _ORDERS:
        return ""
    behind = _P["do_not"].sub("", bare)
    asked = f"not to {behind}" if behind != bare else f"to {bare[:1].lower()}{bare[1:]}"
    return f"The investor asks {asked}"


def is_order(sentence: str) -> bool:
    """Whether a sentence begins with a command, and its head is no statement about a thing of that name."""
    bare = _NUMBER.sub("", sentence, count=1) if _NUMBER.match(sentence) else sentence
    if _P["foreign_order"].match(bare) or (_P["to_be_done"].search(bare) and not _P["foreign_duty"].search(bare)):
        return True
    first = _WORD.match(bare)
    if first is None or first[0].lower().replace("’", "'") not in _ORDERS:
        return False
    behind = bare[first.end() :]
    if _P["thing_of"].match(behind):
        return False
    if _P["object"].search(behind):
        return True
    cut = _P["head"].search(behind)
    head = behind[: cut.start()] if cut else behind
    return not any(word.lower() in _FINITE for word in _WORD.findall(head))
