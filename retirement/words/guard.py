"""Each sentence of a reply is judged before it is let out: completeness never reaches the person as a number, and no
amount of money that nobody told, noted or worked out. Other percentages are rates and rules, and go through.
"""

from __future__ import annotations

import re
from pathlib import Path

from chat.turns import SentenceJudge
from retirement.checklist import nearest
from retirement.words.allowed_amounts import AllowedAmounts, amounts_in
from wording.phrases import groups

_PATTERNS = groups(Path(__file__).parent / "patterns/guard.txt")


def _any_case(name: str) -> re.Pattern[str]:
    return re.compile(_PATTERNS[name], re.IGNORECASE)


_OTHER, _OURS = _any_case("other"), _any_case("ours")
_ALWAYS, _UNLESS = _any_case("always"), _any_case("unless")
_BARE, _LISTED, _BROKEN_OFF, _TOPIC = map(_any_case, ("bare", "listed", "broken_off", "topic"))
_MAY_COUNT = _any_case("may_count")
# Words with which a told percentage may still be a score.
_SCORING = re.compile(r"\b(?:complet\w+|finished|filled|scor\w+|progress|ready|readiness|done)\b", re.IGNORECASE)
_CONTEXT = re.compile(r"\b(?:complete(?:ness)?|completion|progress|how far|coverage|scores?)\b", re.IGNORECASE)
_CLAUSE = re.compile(r"[;—]|,? (?:but|while|whereas|although) ", re.IGNORECASE)
_MARKS = re.compile(r"[*_`~]")


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


def rephrased(sentence: str) -> str:
    """What is said instead: the same in words, about the topic that the sentence names."""
    start = sentence[: len(sentence) - len(sentence.lstrip(" \n\t-*•"))]
    end = sentence[len(sentence.rstrip()) :]
    named = _TOPIC.search(sentence)
    about = f"On {nearest(named[0]).short_label} we" if named else "We"
    return f"{start}{about} {_in_words(sentence)}{end}"


def _in_words(sentence: str) -> str:
    match = re.search(r"\d{1,3}", sentence)
    amount = int(match[0]) if match else 50
    if amount >= 80:
        return "have most of what we need."
    if amount >= 40:
        return "have a good part of what we need, and some things are still open."
    return "are at the beginning, and much is still open."


# What is said where nothing else of a reply is left.
LEFT_OUT = "I was about to name an amount that you have not told me. Which amount shall I reckon with?"


class ReplyGuard(SentenceJudge):
    """Judges a text as it streams. A sentence that is broken off and could have named a number is dropped.

    `told` are the amounts that the reply may name; without it every amount goes through.
    """

    def __init__(self, amounts: AllowedAmounts | None = None) -> None:
        super().__init__()
        self._told, self._after, self._left_out = amounts, False, False

    def rest(self, held: str) -> str:
        out = self.judged(held)
        return "" if out == held and _BROKEN_OFF.search(out) else out

    def instead(self) -> str:
        return LEFT_OUT if self._left_out else ""

    def judged(self, sentence: str) -> str:
        if self._told is not None and not all(self._told.holds(amount) for amount in amounts_in(sentence)):
            self._left_out = True
            return ""
        caught = reveals(sentence, after_completeness=self._after, amounts=self._told)
        if sentence.strip():
            listed = self._after and (caught or sentence.lstrip()[:1] in "-*•|")
            self._after = listed or _CONTEXT.search(sentence) is not None
        return rephrased(sentence) if caught else sentence


def guarded(text: str) -> str:
    """A whole text, judged."""
    guard = ReplyGuard()
    return guard.feed(text) + guard.close()
