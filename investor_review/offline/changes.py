"""The changes that one message makes of findings, at most one each, and the two steps of a status."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from investor_review.offline.parts import by_its_words
from investor_review.words import (
    AGREES,
    CERTAIN,
    QUOTED,
    YOURS,
    Clause,
    Issue,
    content_words,
    is_sure,
    same_word,
    without_slips,
)
from wording.phrases import patterns

Status = Literal["open", "in_progress", "resolved"]
_PATTERNS = patterns(Path(__file__).with_suffix(".txt"), re.IGNORECASE)
_OTHERWISE, _OWN_TEXT, _CONTRACT = _PATTERNS["otherwise"], _PATTERNS["own_text"], _PATTERNS["contract"]
_OWN_ANNOUNCED, _SAVE, _REFUSES = (_PATTERNS[name] for name in ("own_announced", "save", "refuses"))
_TO_THE_LETTER = _PATTERNS["to_the_letter"]
_ANNOUNCED, _DENIED = _PATTERNS["announced"], _PATTERNS["denied"]
_OPEN = {"reopen": _PATTERNS["opens_again"], "leave": _PATTERNS["stays_open"]}
# What of a suggestion a wording leaves as it is, by the act that says so.
_REMAINDERS = {"leave": _OTHERWISE, "accept": _PATTERNS["remainder"], "praise": _PATTERNS["remainder"]}
_OWN = frozenset({"wording", "leave", "unknown"})
# "Nine months, not six": six is no finding.
_NOT_SO = re.compile(r"\W*(?:not|niet|rather than|instead of)\s+[\w.,%]+(?:\s+[a-z]+)?\W*", re.IGNORECASE)
MEASURED = re.compile(r"\b[\w-]+\s+(?:days?|weeks?|months?|years?|percent|dagen|weken|maanden|jaar)\b|\d\s*%", re.I)
_AND = re.compile(r"\s*,?\s*(?:and|with|en)\s+", re.IGNORECASE)
_WISHES = re.compile(r"\b(?:want|need|wish|like|wil|willen)\b(?! (?:it |that )?(?:as|like)\b)", re.IGNORECASE)
# "Accept: hold it in escrow" says with which words.
_WITH_TEXT = re.compile(r":\s+(?:\S+\s+){3}")


def is_contract(words: str) -> bool:
    """Whether words may stand in a contract: quoted, with a quantity, an order, or what somebody must and may."""
    return bool(QUOTED.search(words) or MEASURED.search(words) or _CONTRACT.search(words))


def joined(message: str, clauses: Sequence[Clause]) -> list[Clause]:
    """The clauses, those of one sentence that word one thing as one: "test each, results in a week, not a month".

    So is what is accepted under a condition, with what follows it in its sentence.
    """
    out: list[Clause] = []
    for clause in map(_in_plain_words, clauses):
        last = out[-1] if out and out[-1].sentence == clause.sentence else None
        if _OWN_ANNOUNCED.match(clause.text):
            out.append(replace(clause, label="wording", margin=CERTAIN))
            continue
        if last and last.label == "wording" and _OWN_ANNOUNCED.match(last.text):
            # "My own text: it is a fifth and stands on an escrow account": up to the end of the sentence.
            out[-1] = replace(last, text=message[last.start : clause.end])
            continue
        if last and last.label in AGREES and _TO_THE_LETTER.fullmatch(clause.text):
            out[-1] = replace(last, text=message[last.start : clause.end])
            continue
        if last and last.label in AGREES and _SAVE.match(clause.text):
            out[-1] = replace(last, label="wording", margin=CERTAIN, text=message[last.start : clause.end])
            continue
        if last and last.label == "wording" and _SAVE.search(last.text) and not clause.mentions:
            out[-1] = replace(last, text=message[last.start : clause.end])
            continue
        if clause.label in AGREES and _SAVE.search(clause.text):
            clause = replace(clause, label="wording", margin=CERTAIN)
        is_not = last and MEASURED.search(last.text) and _NOT_SO.fullmatch(clause.text)
        if last and (is_not or _is_one_wording(last, clause)):
            text, margin = message[last.start : clause.end], max(last.margin, clause.margin)
            mentions = last.mentions if is_not else (*last.mentions, *clause.mentions)
            out[-1] = replace(last, text=text, mentions=mentions, margin=last.margin if is_not else margin)
        else:
            out.append(clause)
    return out


def _in_plain_words(clause: Clause) -> Clause:
    """A clause that plainly turns down, or opens again, whatever else it is like: "for 2 I reject your wording"."""
    if clause.label in AGREES and _REFUSES.search(clause.text):
        return replace(clause, label="leave", margin=CERTAIN)
    if len(clause.mentions) == 1 and clause.label != "asks" and not clause.text.endswith("?"):
        label = next((name for name in ("reopen", "leave") if _OPEN[name].search(clause.text)), "")
        return replace(clause, label=label, margin=CERTAIN) if label else clause
    return clause


def _is_one_wording(clause: Clause, following: Clause) -> bool:
    is_wording = clause.label == following.label == "wording"
    return is_wording and not (clause.mentions and following.mentions)


def accepted_as(clause: Clause, clauses: Sequence[Clause], issues: Sequence[Issue]) -> str:
    """What words that accept do: "accept"; "wording" where they take words of the investor's own; "" where they may."""
    known = " ".join(text for i in issues for text in (i.title, i.summary, *i.suggested)).lower()
    quoted = (text[0].strip("\"“”„'‘’ .") for text in QUOTED.finditer(clause.text))
    if any(len(text.split()) > 2 and text.lower() not in known for text in quoted):
        return "wording"
    before = (other for other in clauses if other.start < clause.start)
    is_own = any(len(o.text.split()) > 3 and (o.label in _OWN or not is_sure(o)) for o in before)
    return "" if is_own and _OWN_TEXT.search(clause.text) else "accept"


@dataclass(frozen=True, slots=True)
class StatusChange:
    """What the words do to one issue. `words` are the investor's own, at `start`–`end` of the message.

    `suggestion` counts from 1 which of several suggestions was taken; 0 is all of them.
    """

    issue_id: str
    status: Status
    act: str
    words: str
    start: int
    end: int
    suggestion: int = 0


class Changes(dict[str, StatusChange]):
    """By the ids of the findings, from their statuses before the message."""

    def __init__(self, message: str, issues: Sequence[Issue]) -> None:
        super().__init__()
        self.message = message
        self.issues = {issue.issue_id: issue for issue in issues}
        # Which suggestions were taken, and which refused.
        self._parts: dict[str, tuple[set[int], set[int]]] = {}

    def status(self, issue_id: str) -> str:
        return self.issues[issue_id].status

    def with_status(self, *wanted: str) -> tuple[str, ...]:
        return tuple(issue_id for issue_id in self.issues if self.status(issue_id) in wanted)

    def change(self, clause: Clause, act: str, issue_id: str) -> None:
        earlier, start = self.get(issue_id), clause.start
        act = "accept" if act == "wording" and self.takes(clause, issue_id) else act
        if earlier and earlier.act == "wording" and self._goes_on(earlier, clause, act):
            self[issue_id] = replace(earlier, words=self.message[earlier.start : clause.end], end=clause.end)
            return
        if earlier and earlier.act == "wording" and act in AGREES and not YOURS.search(clause.text):
            # "It has to be six months. With that I agree": the wording stays, where it says more than the suggestion.
            if self._says_more(earlier.words, issue_id):
                return
            start = earlier.start
        if earlier and earlier.act == act == "wording":
            # "Test it once a quarter and put the results online" is one wording.
            start = earlier.start
        has_text = earlier and earlier.act == "accept" and (_WITH_TEXT.search(earlier.words) or self._wishes(earlier))
        if earlier and has_text and act == "wording":
            # "Accept: hold it in escrow, and return it within 14 days" is one wording; so is "I want it in escrow, …".
            start = earlier.start
        if act == "wording" and (announced := _ANNOUNCED.match(self.message, start, clause.end)):
            # "I want own wording: the notice is sixty days."
            start = announced.end()
        suggestion = self._suggestion(clause, issue_id) if act == "accept" else 0
        words = self.message[start : clause.end]
        self[issue_id] = StatusChange(issue_id, self._after(issue_id, act), act, words, start, clause.end, suggestion)

    def _wishes(self, earlier: StatusChange) -> bool:
        """Whether what was taken was said in words of one's own, which say a part of the suggestion."""
        suggested = set(content_words(" ".join(self.issues[earlier.issue_id].suggested)))
        return bool(_WISHES.search(earlier.words) and suggested & set(content_words(earlier.words)))

    def _goes_on(self, earlier: StatusChange, clause: Clause, act: str) -> bool:
        """Whether a clause is of the wording before it: "and otherwise leave it", or "…, and the audit as suggested",
        which takes a part of the suggestion beside it, by a word of that.
        """
        if act in _REMAINDERS and _REMAINDERS[act].search(clause.text):
            return True
        if act not in AGREES:
            return False
        suggested = content_words(" ".join(self.issues[earlier.issue_id].suggested))
        is_joined = _AND.fullmatch(self.message, earlier.end, clause.start)
        return bool(is_joined and YOURS.search(clause.text) and set(content_words(clause.text)) & set(suggested))

    def take(self, clause: Clause, issue_id: str, ranks: Sequence[int], *, is_refused: bool) -> bool:
        """Take some suggestions for a finding, or all but these; False where it is not certain which are left."""
        taken, refused = self._parts.setdefault(issue_id, (set(), set()))
        (refused if is_refused else taken).update(ranks)
        if is_refused and not taken and issue_id not in self and self.status(issue_id) == "open":
            return True
        if len(self._left(issue_id)) > 1 and refused:
            return False
        is_there = is_refused and issue_id in self
        if is_there:
            self[issue_id] = replace(self[issue_id], suggestion=self._suggestion(clause, issue_id))
        else:
            self.change(clause, "accept" if self._left(issue_id) else "leave", issue_id)
        return True

    def only_refused(self) -> tuple[str, ...]:
        """The findings of which a part is refused, and nothing said of the others."""
        return tuple(issue_id for issue_id, (taken, _) in self._parts.items() if not taken and issue_id not in self)

    def _left(self, issue_id: str) -> set[int]:
        taken, refused = self._parts.get(issue_id, (set(), set()))
        return (taken or set(range(1, len(self.issues[issue_id].suggested) + 1))) - refused

    def _suggestion(self, clause: Clause, issue_id: str) -> int:
        """Which of the suggestions for a finding is taken, counted from 1; 0 is all of them."""
        if issue_id in self._parts:
            left = self._left(issue_id)
            return min(left) if len(left) == 1 else 0
        earlier = self.get(issue_id)
        return by_its_words(clause, self.issues[issue_id]) or (
            earlier.suggestion if earlier and earlier.act == "accept" else 0
        )

    def takes(self, clause: Clause, issue_id: str) -> bool:
        """Whether words of the investor's own take the suggestion, or say no more than it: "I want the escrow"."""
        issue = self.issues[issue_id]
        own = set(content_words(clause.text)) - set(content_words(f"{issue.title} {issue.summary}"))
        suggested = " ".join(issue.suggested).lower()
        about = own & set(content_words(suggested))
        if any(match[0].lower() not in suggested for match in MEASURED.finditer(clause.text)):
            return False
        return bool(about) and not _DENIED.search(clause.text) and not self._says_more(clause.text, issue_id)

    def _says_more(self, words: str, issue_id: str) -> bool:
        """Whether words have any that is not of the finding and of what is suggested for it."""
        issue = self.issues[issue_id]
        suggested = " ".join(issue.suggested).lower()
        whole = f"{issue.title} {issue.summary} {suggested}".lower()
        # A period of the summary is the one that is complained of.
        stated = suggested if MEASURED.search(suggested) else whole
        values = (match[0].lower() not in stated for match in MEASURED.finditer(words))
        there = content_words(whole)
        return any(values) or not all(
            any(same_word(word, other) for other in there) for word in content_words(without_slips(words))
        )

    def is_worded(self, issue_id: str) -> bool:
        return issue_id in self and self[issue_id].act == "wording"

    def agree(self, ids: Sequence[str], clause: Clause) -> None:
        """A yes behind what the message said of these: "every delivery, yes"."""
        for issue_id in filter(self.is_worded, ids):
            self.change(clause, "accept", issue_id)
        self.settle(ids, clause)

    def settle(self, ids: Sequence[str], clause: Clause) -> None:
        """Make final what the message said of these."""
        for issue_id in ids:
            if issue_id in self and self[issue_id].act in ("accept", "praise", "wording"):
                self[issue_id] = replace(self[issue_id], status="resolved")

    def passes_over(self, issue_id: str, act: str) -> bool:
        """Whether "all" passes over a finding: what is decided, or left as it is, and what waits for no yes."""
        if act == "reopen":
            return False
        waits_not = act == "settle" and self.status(issue_id) == "open" and bool(self.with_status("in_progress"))
        is_decided = self.status(issue_id) == "resolved" or self.issues[issue_id].is_left
        return is_decided or waits_not or issue_id in self

    def _after(self, issue_id: str, act: str) -> Status:
        """What likely settles a finding puts it in progress; what is confirmed, or accepted again, is resolved."""
        if act in ("leave", "reopen"):
            return "open"
        again = act in ("accept", "praise") and self.status(issue_id) != "open"
        return "resolved" if act == "settle" or again else "in_progress"
