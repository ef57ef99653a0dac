"""What a message decides about findings: clause by clause, what one leaves out is taken from the one before. Pure."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from investor_review.offline.history import Before, before
from investor_review.words import DECISIONS, Clause, Issue, is_known, is_supposed, is_sure, masked, read
from investor_review.words.targets import Mention, content_words
from wording.amounts import ORDINALS

Status = Literal["open", "in_progress", "resolved"]
# Words of "it" that may be several findings.
_SEVERAL = re.compile(r"\b(?:they|them|those|these|both|all|each|ones|everything)\b", re.IGNORECASE)
_OF_STATUS = re.compile(
    r"\b(?:(in progress)|(open) (?:ones?|issues?|points?|items?)|(resolved|settled) (?:ones|issues))\b"
)
# A wording has a quantity or words in quotation marks, or speaks of what the finding speaks of.
_WORDED = re.compile(
    r"[\d\"“%€$£]|\b(?:daily|weekly|monthly|quarterly|annual|yearly|once|twice|instead|rather|actually"
    r"|(?:make|change) (?:it|that))\b",
    re.IGNORECASE,
)
_ASKS_TO_GENERATE = re.compile(r"clean(?:ed)?[- ]?up|generate", re.IGNORECASE)
# "Only the first suggestion", "the second one there": of those for one finding.
_PART = re.compile(
    r"\b(first|second|third|last|other)\s+(?:(?:suggest|propos|recommend|part|half|option)\w*|(?:one )?there)\b"
    r"|\bonly (?:the )?(first|second|third|last|other)\b",
    re.IGNORECASE,
)
_PROPOSED = re.compile(r"\bI(?:'d| would)? (?:suggest|propos|recommend)", re.IGNORECASE)


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


@dataclass(frozen=True, slots=True)
class Inference:
    """The changes of a message, at most one an issue; `unclear` are clauses that act on nothing that could be named.

    `unknown` are numbers that no issue has, `closing` the words that made an earlier clause final, `doubted` clauses
    that may be no decision of the investor's. `labels` is what the message says in all.
    """

    changes: tuple[StatusChange, ...] = ()
    unclear: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()
    closing: str = ""
    doubted: tuple[str, ...] = ()


def infer(message: str, issues: Sequence[Issue], history: Sequence[Mapping[str, str]] = ()) -> Inference:
    """What `message` does to the status of `issues`. `history` is {"role", "content"} a message, the oldest first."""
    return _Decisions(message, issues, before(history, issues)).read()


class _Decisions:
    """Reads the clauses of one message in order."""

    def __init__(self, message: str, issues: Sequence[Issue], earlier: Before) -> None:
        self.message, self.issues, self.earlier = message, issues, earlier
        self.by_id = {issue.issue_id: issue for issue in issues}
        self.status = {issue.issue_id: issue.status for issue in issues}
        self.clauses = read(message, issues)
        self.changes: dict[str, StatusChange] = {}
        # What "it" is, what this message decided last, and what it spoke of so far.
        self.focus: tuple[str, ...] = earlier.focus
        self.here: tuple[str, ...] = ()
        self.excepted: tuple[str, ...] = ()
        self.spoken: list[str] = []
        # Names that wait for their act ("the audit, and the fee: agreed"), and the act that later names share.
        self.pending: tuple[str, ...] = ()
        self.act, self.closing = "", ""
        self.assents = self.names = False
        self.unclear: list[str] = []
        self.doubted: list[str] = []
        self.unknown: list[str] = []

    def read(self) -> Inference:
        if self.clauses and self.clauses[0].label == "yes" and all(map(self._is_beside, self.clauses)):
            # "Confirmed. And also accept 2."
            self._answer()
        for clause in self.clauses:
            self._read(clause)
        changes, unknown = tuple(self.changes.values()), tuple(dict.fromkeys(self.unknown))
        return Inference(changes, tuple(self.unclear), unknown, self.closing, tuple(self.doubted))

    def _is_beside(self, clause: Clause) -> bool:
        """Whether it may stand beside a yes that answers: a decision, another name, a word of thanks."""
        polite = clause.label in ("talk", "show") and len(clause.text.split()) <= 2
        return polite or clause.label in DECISIONS | {"yes", "names"}

    def _read(self, clause: Clause) -> None:
        label = clause.label if is_sure(clause) else ""
        ids = self._ids(clause)
        self.names = self.names or bool(ids)
        if label in ("yes", "no") and self.pending:
            self._apply(clause, "accept" if label == "yes" else "leave", self.pending)
        elif label == "yes":
            self.assents = True
            self._settle(clause)
        elif self._words_on(clause, label, ids):
            self._apply(clause, "wording", self.here)
        elif label == "names" or (not label and ids and len(clause.text.split()) < 4):
            self._name(clause, ids)
        elif label in DECISIONS:
            if is_supposed(clause, self.clauses):
                self.doubted.append(clause.text)
                self.act = ""
            else:
                self._decide(clause, label, ids)
        else:
            if label == "unsure":
                self.doubted.append(clause.text)
            self.focus = ids or self.focus
            self.act = self.act if label in ("", "talk") else ""

    def _words_on(self, clause: Clause, label: str, ids: tuple[str, ...]) -> bool:
        """Whether a clause goes on with a wording: it follows at once, and speaks of the same finding or of none."""
        last = max((change.end for change in self.changes.values()), default=0)
        if self.act != "wording" or self.message[last : clause.start].strip(" ,") not in ("", "and", "&"):
            return False
        return (not label and not ids) or (bool(ids) and set(ids) <= set(self.here) and label != "reopen")

    def _ids(self, clause: Clause) -> tuple[str, ...]:
        """The findings that a clause names: by their names, else "all", "the rest", "both"."""
        sentence = [m for other in self.clauses if other.sentence == clause.sentence for m in other.mentions]
        out = {issue_id for mention in sentence if mention.is_excepted for issue_id in mention.ids}
        if clause.mentions:
            self.excepted = tuple(i for mention in clause.mentions if mention.is_excepted for i in mention.ids)
        named = [mention for mention in clause.mentions if mention.kind == "named" and not mention.is_excepted]
        if clause.label in DECISIONS or clause.label in ("asks", "show", "names"):
            self.unknown += [mention.unknown for mention in clause.mentions if mention.unknown]
        if any(mention.is_negated for mention in named) and not all(mention.is_negated for mention in named):
            named = [mention for mention in named if not mention.is_negated]
        if clause.label == "wording":
            # What stands behind the first name is wording: "for the fee say as in the audit clause".
            named = named[:1]
        if named and (part := _PART.search(clause.text)):
            # "For 4 only the first one": the first of its suggestions.
            named = [mention for mention in named if mention.start < clause.start + part.start()] or named
        if named:
            return tuple(dict.fromkeys(i for mention in named for i in mention.ids if i not in out))
        several = max((m for m in clause.mentions if m.kind != "named"), key=lambda m: m.kind != "all", default=None)
        if several is None:
            only = [m for m in clause.mentions if m.is_excepted] if len(sentence) == 1 else []
            return only[0].ids if only else ()
        return tuple(issue_id for issue_id in self._several(clause, several) if issue_id not in out)

    def _several(self, clause: Clause, mention: Mention) -> tuple[str, ...]:
        if mention.kind == "rest":
            others = [issue for issue in self.issues if issue.issue_id not in {*self.spoken, *self.pending}]
            fresh = [issue for issue in others if issue.status == "open" and not issue.is_left]
            return tuple(issue.issue_id for issue in fresh or others)
        near = self.here or self.focus
        if mention.kind == "both":
            return near if (near and len(near) < len(mention.ids)) or len(mention.ids) > 4 else mention.ids
        if of := _OF_STATUS.search(clause.text.lower()):
            wanted = "in_progress" if of[1] else "open" if of[2] else "resolved"
            return tuple(issue_id for issue_id in mention.ids if self.status[issue_id] == wanted)
        return mention.ids

    def _name(self, clause: Clause, ids: tuple[str, ...]) -> None:
        """A clause that only names goes on with the act before it, or waits for the one behind it."""
        if not ids:
            return
        is_turned = all(mention.is_negated for mention in clause.mentions)
        begins = clause.sentence not in {other.sentence for other in self.clauses[: self.clauses.index(clause)]}
        same = re.search(r"\b(?:too|also|same|likewise|ditto|as well|ook|so (?:is|are|does))\b", clause.text.lower())
        act = self.act if self.act and (same or not begins) else self.earlier.act if same else self.earlier.wanted
        if same and self.assents and not act:
            act, ids = "accept", (*self.focus, *ids)
        if act == "meant":
            act = "reopen" if is_turned else act
        elif is_turned and act:
            act = "leave"
        elif act in ("leave", "reopen") and clause.is_turn:
            act = "accept"
        if act and act != "wording":
            self._apply(clause, act, ids)
            return
        self.pending += ids
        self.focus = ids

    def _decide(self, clause: Clause, label: str, ids: tuple[str, ...]) -> None:
        if not ids:
            if label == "leave" and any(
                self.changes[issue_id].suggestion for issue_id in self.here if issue_id in self.changes
            ):
                # "Only the first suggestion, not the auditor's access."
                return
            if label == "settle" and self.here:
                self._settle(clause)
                return
            if label == "wording" and self.act == "wording":
                self._apply(clause, label, self.here)
                return
            ids = self.pending or self._pointed_at(clause, label)
            if not ids and not self.unknown:
                self._ask(clause, label)
        elif self.pending and clause.mentions:
            ids = (*self.pending, *ids) if label != "wording" else ids
        if ids:
            self._apply(clause, self._meant(clause, ids) if label == "meant" else label, ids)

    def _ask(self, clause: Clause, label: str) -> None:
        is_plain = label != "wording" and is_known(masked(clause)) and self.issues
        (self.unclear if is_plain or (clause.mentions and self.issues) else self.doubted).append(clause.text)

    def _pointed_at(self, clause: Clause, label: str) -> tuple[str, ...]:
        """What "it" is: what this message or the last ones spoke of, or the only finding that it could be."""
        if label != "wording" and not (is_known(masked(clause)) and self._is_of_findings(clause, label)):
            return ()
        if label == "wording" and not (self.names or self.assents or self._is_wording(clause)):
            return ()
        if self.here and label == "praise" and {self.changes[i].act for i in self.here} <= {"leave", "reopen"}:
            # "Leave it, that's fine for us" only speaks of what was left.
            return ()
        if self.excepted and not _SEVERAL.search(clause.text):
            # "All except the third, leave that one."
            return self.excepted
        if self.focus and (self.names or self.here):
            return self.focus
        going = tuple(i for i in self.focus or self.status if self.status[i] == "in_progress")
        decided = self.earlier.decided
        if label == "settle":
            return going or tuple(issue_id for issue_id in decided if self.status[issue_id] == "resolved")
        if len(self.focus) > 1 and decided and (label == "wording" or _PART.search(clause.text)):
            # It corrects what was decided last.
            return decided
        if len(self.focus) > 1 and not _SEVERAL.search(clause.text):
            # One of several: it may be about what was settled just now, about what comes next, or about all.
            return self.focus if len(going) == len(self.focus) else ()
        wanted = ("resolved", "in_progress") if label == "reopen" else ("open", "in_progress")
        if not self.focus and (part := _PART.search(clause.text)):
            rank = ORDINALS.get((part[1] or part[2]).lower())
            return tuple(issue.issue_id for issue in self.issues if issue.number == rank)
        left = tuple(issue_id for issue_id, status in self.status.items() if status in wanted)
        return self.focus or (left if len(left) == 1 else ())

    def _is_of_findings(self, clause: Clause, label: str) -> bool:
        """Whether nothing else is spoken of beside a yes that names no finding: "this is ridiculous, fix it"."""
        breath = (other for other in self.clauses if other.sentence == clause.sentence)
        strays = [other for other in breath if other.label == "talk" and len(other.text.split()) > 2]
        return label in ("leave", "reopen", "meant") or not strays

    def _is_wording(self, clause: Clause) -> bool:
        about = {
            word
            for issue in self.issues
            if issue.issue_id in (self.here or self.focus)
            for word in content_words(" ".join((issue.title, issue.summary, *issue.suggested)))
        }
        return bool(_WORDED.search(clause.text) or about & set(content_words(clause.text)))

    def _meant(self, clause: Clause, ids: tuple[str, ...]) -> str:
        """The act of "I meant 3": the one before it; what it was said of is open again."""
        act = self.act if self.act not in ("", "leave", "reopen") else self.earlier.act
        if act and act != "wording":
            for issue_id in {*self.earlier.decided, *self.here} - set(ids):
                self._change(clause, "reopen", issue_id)
        self.act = "meant"
        return "" if act == "wording" else act or "accept"

    def _apply(self, clause: Clause, act: str, ids: tuple[str, ...]) -> None:
        if not act:
            return
        together = any(mention.kind in ("all", "rest") for mention in clause.mentions)
        for issue_id in ids:
            kept = act == "leave" and self.act == "reopen" and self.status[issue_id] != "open"
            # "Put 5 back to open, keep 2": the second stays as it was.
            if not kept and not (together and self._is_settled(issue_id, act)):
                self._change(clause, act, issue_id)
        self.spoken += ids
        self.focus = self.here = tuple(ids)
        self.act = self.act if self.act == "meant" else act
        self.pending = ()

    def _is_settled(self, issue_id: str, act: str) -> bool:
        """Whether "all" passes over a finding: what is resolved, what this message decided, what waits for no yes."""
        status = self.status[issue_id]
        if status == "resolved" and act != "reopen":
            return True
        going = "in_progress" in self.status.values()
        return (act == "settle" and going and status == "open") or (issue_id in self.changes and act != "reopen")

    def _settle(self, clause: Clause) -> None:
        """Words that make what this message said final."""
        for issue_id in self.here:
            change = self.changes.get(issue_id)
            if change and change.act in ("accept", "praise", "wording"):
                self.changes[issue_id] = replace(change, status="resolved")
                self.closing = clause.text

    def _change(self, clause: Clause, act: str, issue_id: str) -> None:
        earlier, words, start = self.changes.get(issue_id), clause.text, clause.start
        if earlier and earlier.act == "wording" and act in ("accept", "praise", "settle"):
            # "It has to be six months. With that I agree": the wording stays.
            return
        if earlier and earlier.act == act == "wording":
            # "Test it once a quarter and put the results online" is one wording.
            start = earlier.start
            words = self.message[start : clause.end]
        suggestion = _suggestion(clause, self.by_id[issue_id]) if act == "accept" else 0
        suggestion = suggestion or (earlier.suggestion if earlier and earlier.act == act else 0)
        status = self._status_after(issue_id, act)
        self.changes[issue_id] = StatusChange(issue_id, status, act, words, start, clause.end, suggestion)

    def _status_after(self, issue_id: str, act: str) -> Status:
        if act in ("leave", "reopen"):
            return "open"
        again = act in ("accept", "praise") and self.status[issue_id] in ("in_progress", "resolved")
        return "resolved" if act == "settle" or again else "in_progress"

    def _answer(self) -> None:
        """A yes that is the whole message confirms what is in progress, or accepts what was just asked about."""
        asked = self.earlier.asked
        if _ASKS_TO_GENERATE.search(asked) or (asked and not (asked.rstrip().endswith("?") or _PROPOSED.search(asked))):
            return
        going = [issue_id for issue_id in self.focus if self.status[issue_id] == "in_progress"]
        alone = all(clause.label in ("yes", "talk", "praise") for clause in self.clauses)
        message = Clause(self.message.strip(), len(self.message) - len(self.message.lstrip()), "yes", 1.0)
        whole = message if alone else self.clauses[0]
        if not going and asked and alone:
            for issue_id in (i for i in self.focus if self.status[i] == "open"):
                self._change(whole, "accept", issue_id)
            return
        for issue_id in going or [i for i in self.status if alone and self.status[i] == "in_progress"]:
            self._change(whole, "settle", issue_id)


def _suggestion(clause: Clause, issue: Issue) -> int:
    """Which of the suggestions for a finding is taken, counted from 1; 0 is all of them."""
    count = len(issue.suggested)
    part = _PART.search(clause.text) if count > 1 else None
    if part is None or any(clause.start + part.start() < m.start and issue.issue_id in m.ids for m in clause.mentions):
        return 0
    word = (part[1] or part[2]).lower()
    rank = ORDINALS.get(word, count)
    return rank if rank <= count else 0
