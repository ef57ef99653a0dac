"""Each sentence of a reply is judged before it is let out: completeness never reaches the person as a number, and no
amount of money that nobody told, noted or worked out. Other percentages are rates and rules, and go through.
"""

from __future__ import annotations

import re
from pathlib import Path

from chat.turns import SentenceJudge
from retirement.words.allowed_amounts import AllowedAmounts, amounts_in
from wording.phrases import groups, lazy_pattern

_PATTERNS = groups(Path(__file__).parent / "patterns/guard.txt")


def _any_case(name: str) -> re.Pattern[str]:
    return lazy_pattern(_PATTERNS[name], re.IGNORECASE)


_OTHER, _OURS = _any_case("other"), _any_case("ours")
_ALWAYS, _UNLESS = _any_case("always"), _any_case("unless")
_BARE, _LISTED, _BROKEN_OFF = map(_any_case, ("bare", "listed", "broken_off"))
_MAY_COUNT = _any_case("may_count")
# Words with which a told percentage may still be a score.
_SCORING = lazy_pattern(r"\b(?:complet\w+|finished|filled|scor\w+|progress|ready|readiness|done)\b", re.IGNORECASE)
_CONTEXT = lazy_pattern(r"\b(?:complete(?:ness)?|completion|progress|how far|coverage|scores?)\b", re.IGNORECASE)
_CLAUSE = lazy_pattern(r"[;—]|,? (?:but|while|whereas|although) ", re.IGNORECASE)
# An id of the machine's own, as "[chunk_12]".
_MARKER = lazy_pattern(r"\s*(?:\[\W*[a-z]+[_:#-]\w+\W*\]|【[^】]*】)", re.IGNORECASE)
_QUOTES = lazy_pattern(r"[\"“”«»]")
# Fewer words than these say nothing by themselves.
LEAST_PART = 3
_MARKS = lazy_pattern(r"[*_`~]")


def reveals(sentence: str, *, after_completeness: bool = False, amounts: AllowedAmounts | None = None) -> bool:
    """Whether the sentence tells completeness as a number; `after_completeness`: the one before led up to it.

    A percentage that the person told or had worked out is about what they told, unless it is said of completeness.
    """
    if not _MAY_COUNT.search(sentence):
        return False
    plain = " ".join(_MARKS.sub("", sentence).split(" "))
    if after_completeness and (_BARE.search(plain) or _LISTED.search(plain)):
        return True
    own = amounts is not None and amounts.holds_share(plain)
    return any(_clause_reveals(clause, own) for clause in _CLAUSE.split(plain))


def _clause_reveals(clause: str, own: bool) -> bool:
    if _ALWAYS.search(clause):
        return True
    own = own and _SCORING.search(clause) is None
    other = (own or _OTHER.search(clause) is not None) and _OURS.search(clause) is None
    return not other and _UNLESS.search(clause) is not None


def without_score(sentence: str, *, own: bool = False) -> str:
    """What is left of a sentence when its score is taken out: its other clauses as they stand, or nothing."""
    ending = sentence[len(sentence.rstrip()) :]
    parts = [part for clause in _CLAUSE.split(sentence.strip()) for part in _unscored(clause, own)]
    if not parts:
        return ""
    text = ", ".join(parts)
    text = text if text[-1] in ".!?:" else f"{text}."
    return f"{text[0].upper()}{text[1:]}{ending}"


def _unscored(clause: str, own: bool) -> list[str]:
    """A clause that tells no score; of one that does, the parts of some words that name no number."""
    if not _clause_reveals(_MARKS.sub("", clause), own):
        return [clause.strip()]
    parts = [part.strip() for part in clause.split(", ")]
    kept = [part for part in parts if len(part.split()) >= LEAST_PART and not _MAY_COUNT.search(part)]
    return kept if len(kept) < len(parts) else []


# What is said where nothing else of a reply is left.
LEFT_OUT = "I was about to name an amount that you have not told me. Which amount shall I reckon with?"
NO_SCORE = "What is known and what is open stands beside our conversation. What shall we go on with?"


class ReplyGuard(SentenceJudge):
    """Judges a text as it streams. A sentence that is broken off and could have named a number is dropped.

    `told` are the amounts that the reply may name; without it every amount goes through.
    """

    def __init__(self, amounts: AllowedAmounts | None = None) -> None:
        super().__init__()
        self._told, self._after, self._instead = amounts, False, ""

    def rest(self, held: str) -> str:
        out = self.judged(held)
        return "" if out == held and _BROKEN_OFF.search(out) else out

    def instead(self) -> str:
        return self._instead

    def judged(self, sentence: str) -> str:
        if self._told is not None and not all(self._told.holds(amount) for amount in amounts_in(sentence)):
            self._instead = LEFT_OUT
            return ""
        if _MARKER.search(sentence):
            # There is no document here; what quotes one makes it up.
            sentence = "" if _QUOTES.search(sentence) else _MARKER.sub("", sentence)
        caught = reveals(sentence, after_completeness=self._after, amounts=self._told)
        if sentence.strip():
            listed = self._after and (caught or sentence.lstrip()[:1] in "-*•|")
            self._after = listed or _CONTEXT.search(sentence) is not None
        if not caught:
            return sentence
        self._instead = self._instead or NO_SCORE
        if not reveals(sentence, amounts=self._told):
            # A bare number of a list that tells completeness.
            return ""
        return without_score(sentence, own=self._told is not None and self._told.holds_share(sentence))


def guarded(text: str) -> str:
    """A whole text, judged."""
    guard = ReplyGuard()
    return guard.feed(text) + guard.close()
