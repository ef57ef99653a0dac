"""Where one message holds several questions: cuts it into clauses that each ask one thing. Pure."""

# A pattern that is broken over lines reads worse than a long one.
# ruff: noqa: E501

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

_LEAD = (
    r"(?:(?:and|also|plus|but|or|so|then|too|next|finally|lastly|second(?:ly)?|third(?:ly)?|first(?:ly)?|hi|hello|hey|"
    r"if so|if not|if yes|if no|please|thanks|ok(?:ay)?|well|additionally|in addition|furthermore|moreover|"
    r"one more thing|another question)\b[ ,:]{0,4}){0,5}"
)
_PRONOUN = r"(?:i|we|you|he|she|it|they|there|this|that|these|those|the|a|an|my|our|your|his|her|its|their|any|anyone|each|every|all|some|both|either|no|another|someone|prior|what|one)"
# An auxiliary with what may be its subject: "is covered" goes on with the clause before, "is it covered" begins one.
_NO_SUBJECT = (
    r"(?:\w+ed|\w+ing|not|also|only|usually|often|always|still|then|now|known|made|given|paid|done|written|seen|"
    r"under|in|on|at|by|for|with|of|to|from|more|less|very|too|so|as|be|been|able|and|or)\b"
)
_AUX = (
    rf"(?:(?:is|are|was|were|am|isn't|aren't|wasn't)\s+(?!{_NO_SUBJECT})\S"
    r"|(?:do|does|did|don't|doesn't|didn't)\s+(?!so\b|it\b\s*$)\S"
    rf"|(?:can|could|will|would|should|shall|may|might|must|has|have|had|can't|won't|shouldn't)\s+(?:{_PRONOUN}\b|(?-i:[A-Z0-9])|\w+[^s\W]s\b))"
)
_WHETHER = r"(?:whether|if\s+(?=\w+\s+(?:is|are|was|can|needs?|does|has|will|covers?)\b))"
_WH = r"(?:what(?:'s|s|'re)?|which|who(?:'s|m|se)?|when|where(?:'s)?|why|how)\b"
_WITH_PREPOSITION = r"(?:(?:in|at|under|for|by|to|from|on|with|until|since)\s+(?:what|which|whom|whose|how))\b"
_ORDER = (
    r"(?:tell\s+(?:me|us)|give\s+(?:me|us)|show\s+(?:me|us)?|list|explain|describe|find|look\s+up|provide|summari[sz]e|"
    r"let\s+(?:me|us)\s+know|(?:i|we)(?:'d|\s+would)?\s+(?:also\s+)?(?:need|want|like|am\s+looking|are\s+looking)\b(?!\s+(?:it|them|this|that)\b)|"
    r"(?:i|we)(?:'m|'re)\s+(?:looking|asking|wondering)|outline|identify|clarify|confirm|compare|define|check|verify|"
    r"name|quote|looking\s+for|send\s+(?:me|us)|help\s+(?:me|us)|calculate|search)\b"
)
_BEGINS = re.compile(rf"{_LEAD}(?:{_WITH_PREPOSITION}|{_WH}|{_WHETHER}|{_AUX}|{_ORDER})", re.I)
_BEGINS_AS_WORDS = re.compile(
    rf"{_LEAD}(?:{_WITH_PREPOSITION}|{_WH}|{_WHETHER}|(?:is|are|was|were|am|do|does|did|can|could|will|would|should|shall|may|might|must|has|have)\b|{_ORDER})",
    re.I,
)
_ABOUT = re.compile(r"(?:and\s+|or\s+|but\s+)?(?:what|how)\s+about\s+(?P<what>.+)", re.I)
_ORDERS = re.compile(rf"{_LEAD}(?:(?:can|could|would|will)\s+you\s+(?:please\s+)?)?{_ORDER}", re.I)
# "I need to know 1) …" asks nothing itself.
_BARE_ORDER = re.compile(
    rf"{_LEAD}{_ORDER}(?:\s+(?:to\s+know|about|the\s+following|these|me|us|out|answers?|help|with|things?|questions?))*\W*",
    re.I,
)
_CONDITION = re.compile(
    r"(?:if|when|for|under|in|with|at|on|as|given|since|because|after|before|while|assuming|suppose|regarding|concerning|about)\b",
    re.I,
)
_RELATIVE = re.compile(
    r"(?:which|who|whom|whose|where|when)\b(?!\s+(?:is|are|was|were|do|does|did|can|could|will|would|should|has|have)\s+"
    r"(?:i|we|you|he|she|it|they|there|the|this|that|my|our|your|a|an)\b)",
    re.I,
)
# What decides whether a question begins stands within so many characters; and a clause of more is cut off, because
# nobody asks one thing in so many words.
_LOOK, _LONGEST = 240, 600
_BREAK = re.compile(
    r"(?P<strong>\s*[;:]\s+|\s+[–—-]\s+)|(?P<joined>\s*,?\s+(?:and|or|plus|but|&|as well as)(?:\s+|,\s*)(?:also\s+|then\s+)?,?\s*)|(?P<comma>\s*,\s+)",
    re.I,
)
_NO_QUESTION = re.compile(
    r"\W*(?:really|right|correct|ok(?:ay)?|yes|no|please|thanks?|sure|hello|hi|huh|eh|is that so)\W*", re.I
)
_ITEM = re.compile(r"^\s*(?:[-*•‣·–]|\(?\d{1,3}[.)]|\(?[a-z][.)])\s+", re.I)
_INLINE_ITEMS = re.compile(r"(?:(?<=\s)|^)(?:\(?(\d{1,2})[.)])\s+(?=\S)")
_SENTENCE = re.compile(
    r"(?<=[?!])[\"'”’)]*\s+|(?<=[^\W\d_][a-z)])\.[\"'”’)]*\s+(?=[\"'“(]?[A-Z0-9])|(?<=\d)\.\s+(?=[A-Z][a-z])|(?<=[A-Z]{2})\.\s+(?=[A-Z][a-z])"
)


@dataclass(frozen=True, slots=True)
class Clause:
    """What one clause says. `before` is a condition that stands before the question ("For Florida Medicaid")."""

    text: str
    asks: bool
    before: str = ""


def clauses(text: str) -> list[Clause]:
    """The clauses of a message in order: those that ask, and sentences that only tell something."""
    return [clause for sentence in _sentences(text) for clause in _of_sentence(*sentence)]


def about(clause: str) -> str:
    """What an elliptic question is about: "chiropractic care" of "What about chiropractic care?"; "" for others."""
    found = _ABOUT.fullmatch(clause.strip(" ?.!"))
    return found["what"].strip() if found else ""


def begins_question(text: str) -> bool:
    """Whether these words begin a question or an order."""
    return bool(_BEGINS_AS_WORDS.match(text.strip()[:_LOOK]))


def without_lead(text: str) -> str:
    """The words without "and also", "please" and the like before them, and without their closing signs."""
    bare = re.sub(rf"^{_LEAD}", "", text.strip(), flags=re.I).strip(" ,;:")
    return bare or text.strip()


def _sentences(text: str) -> Iterator[tuple[str, bool]]:
    """Each sentence, and whether it stands in a list as an item of its own."""
    for line in re.split(r"\n+", text):
        is_item = bool(_ITEM.match(line)) and "\n" in text.strip()
        rest = _ITEM.sub("", line) if is_item else line
        numbers = [int(found[1]) for found in _INLINE_ITEMS.finditer(rest)]
        if len(numbers) > 1 and numbers[:2] == [1, 2]:
            head, *items = [part.strip(" ,;") for part in re.split(_INLINE_ITEMS, rest)[::2]]
            if head and not head.endswith(":") and len(head.split()) > 3 and not _BARE_ORDER.fullmatch(head):
                yield head, False
            yield from ((item, True) for item in items if item)
            continue
        for sentence in _SENTENCE.split(rest):
            if sentence.strip():
                yield sentence.strip(), is_item


def _of_sentence(sentence: str, is_item: bool) -> Iterator[Clause]:
    pieces = [piece[:_LONGEST] for piece in _pieces(sentence)]
    asks = [is_item or _asks(piece) or bool(about(piece)) for piece in pieces]
    marked = sentence.rstrip("\"'”’) ").endswith("?") and not _NO_QUESTION.fullmatch(sentence)
    if not any(asks):
        # "And for metformin?", "Coverage for hearing aids?" ask by their sign alone.
        yield Clause(
            sentence[:_LONGEST], marked or bool(re.match(r"(?:and|or)\s+(?:for|in|under|with)\b", sentence, re.I))
        )
        return
    before = ""
    for piece, asking in zip(pieces, asks, strict=True):
        if asking:
            yield Clause(piece, True, before)
        elif _CONDITION.match(piece) and not before:
            before = piece
        elif not piece.endswith(":"):
            yield Clause(piece, False)


def _asks(piece: str) -> bool:
    # What was cut off because a question begins there must ask, or it would be lost.
    return begins_question(piece) or bool(_BEGINS.match(piece[:_LOOK]))


def _pieces(sentence: str) -> Iterator[str]:
    """The sentence cut where a new question begins."""
    start = 0
    for found in _BREAK.finditer(sentence):
        head = sentence[start : min(found.start(), start + _LOOK)].strip()
        rest = sentence[found.end() : found.end() + _LOOK]
        if head and _cuts(found, head, rest):
            yield head
            start = found.end()
    if sentence[start:].strip():
        yield sentence[start:].strip()


def _cuts(found: re.Match[str], head: str, rest: str) -> bool:
    if about(rest.split(",")[0]):
        return True
    match = _BEGINS.match(rest)
    if match is None:
        return False
    bare = without_lead(rest)
    if found["comma"] and _CONDITION.match(head) and not begins_question(head):
        return True
    if _ORDERS.match(rest) and not re.match(rf"{_LEAD}(?:can|could|would|will)\s+you\b", rest, re.I):
        # "How do I log in and check eligibility" orders nothing.
        polite = (
            _ORDERS.match(head) or re.match(r"please\b", bare, re.I) or found["strong"] or not begins_question(head)
        )
        return bool(polite)
    if re.match(r"if\b", bare, re.I) and not re.search(r"\bif\b", head, re.I):
        return False
    if found["comma"] and _RELATIVE.match(rest):
        # ", which is …" tells about the word before; in a row of questions it asks.
        later = _BREAK.search(rest)
        return bool(
            later
            and "and" in later[0]
            and _BEGINS.match(rest[later.end() :])
            and not re.match(r"who\b|whose\b", rest, re.I)
        )
    if (
        re.match(r"(?:who|that|which)\b", bare, re.I)
        and re.search(r"\b(?:who|that)\b", head, re.I)
        and not begins_question(head)
    ):
        return False
    return begins_question(head) or bool(found["strong"] or found["comma"]) or len(head.split()) > 2
