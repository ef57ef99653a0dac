"""What a message decides about findings: clause by clause, what one leaves out is taken from the one before. Pure."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from investor_review.offline.changes import MEASURED, Changes, StatusChange, accepted_as, is_contract, joined
from investor_review.offline.history import Before, before
from investor_review.offline.parts import REFUSED, with_parts
from investor_review.words import (
    DECISIONS,
    RELATIVE,
    Clause,
    Issue,
    Naming,
    content_words,
    counted,
    is_known,
    is_supposed,
    is_sure,
    masked,
    read,
)

# Words of "it" that may be several findings.
_SEVERAL = re.compile(r"\b(?:they|them|those|these|both|all|each|ones|everything)\b", re.IGNORECASE)
# "Every suggestion in them", "all of it": of what was named just before.
_OF_THESE = re.compile(r"\b(?:suggest|propos|chang|edit|recommend)\w*|\b(?:it|them|these|those)\b", re.IGNORECASE)
_NEXT = re.compile(r"\bNext: (\d+)\. ")
_SAME = re.compile(r"\b(?:too|also|same|likewise|ditto|as well|ook|so (?:is|are|does))\b", re.IGNORECASE)
# A wording has a quantity or words in quotation marks, corrects, or speaks of what the finding speaks of.
_WORDED = re.compile(r"[\d\"“%€$£]|\b(?:\w+ly|annual|once|twice|instead|rather|(?:make|change) (?:it|that))\b", re.I)
_INSTRUCTS = re.compile(
    r"\b(?:make|change|set|put|say|should|shall|must|replace|add|instead|rather|not|within|meant?|be)\b", re.I
)
# Shorter words are of no finding by themselves: "let it be", "after all".
_TELLING = 6
_ASKS_TO_GENERATE = re.compile(r"clean(?:ed)?[- ]?up|generate", re.IGNORECASE)
_ASKS = re.compile(r"\?\s*$|\bI(?:'d| would)? (?:suggest|propos|recommend)")


@dataclass(frozen=True, slots=True)
class Inference:
    """The changes of a message, at most one an issue; `unclear` are clauses that act on nothing that could be named.

    `unknown` are numbers that no issue has, `closing` the words that made an earlier clause final, `doubted` clauses
    that may be no decision of the investor's.
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
        self.issues, self.earlier = issues, earlier
        self.clauses = with_parts(message, joined(message, read(message, issues)), issues)
        self.changes = Changes(message, issues)
        # What "it" is, what this message decided last, what it left out ("all but the third"), what it spoke of.
        self.focus: tuple[str, ...] = earlier.focus
        self.here: tuple[str, ...] = ()
        self.excepted: tuple[str, ...] = ()
        self.spoken: list[str] = []
        # Names that wait for their act ("the audit, and the fee: agreed"), and the act that later names share.
        self.pending: tuple[str, ...] = ()
        self.act = ""
        self.assents = self.names = False
        # A wording was read of which it is not certain what it is for; nothing behind it is decided.
        self.is_lost = False
        self.unclear: list[str] = []
        self.doubted: list[str] = []
        self.unknown: list[str] = []

    def read(self) -> Inference:
        if self.clauses and self.clauses[0].label == "yes" and all(map(_is_beside, self.clauses)):
            # "Confirmed. And also accept 2."
            self._answer()
        for clause in self.clauses:
            self._read(clause)
        if self.changes or self.doubted or self.changes.only_refused():
            # Of what was named, and nothing said of it, it is asked.
            waiting = {*self.pending, *self.changes.only_refused()}
            self.doubted += [
                c.text for c in self.clauses if waiting & {c.whose, *(i for m in c.mentions for i in m.ids)}
            ][:1]
        changes, unknown = tuple(self.changes.values()), tuple(dict.fromkeys(self.unknown))
        return Inference(changes, tuple(self.unclear), unknown, self.changes.closing, tuple(self.doubted))

    def _read(self, clause: Clause) -> None:
        label = clause.label if is_sure(clause) else ""
        ids = self._ids(clause)
        self.names = self.names or bool(ids)
        if clause.parts and self._takes_parts(clause, label, ids):
            return
        if label in ("yes", "no") and self.pending:
            self._apply(clause, "accept" if label == "yes" else "leave", self.pending)
        elif label == "yes":
            self.assents = True
            self.changes.agree(self.here, clause)
        elif label == "names" or (not label and ids and len(clause.text.split()) < 4):
            self._name(clause, ids)
        elif not label and clause.label == "wording" and len(ids) == 1 and self.changes.takes(clause, ids[0]):
            self._apply(clause, "accept", ids)
        elif label in DECISIONS and not is_supposed(clause, self.clauses):
            self._decide(clause, label, ids)
        else:
            if label in DECISIONS or label == "unsure":
                self.doubted.append(clause.text)
            self.spoken += ids
            self.focus = ids or self.focus
            self.act = self.act if label in ("", "talk") else ""

    def _takes_parts(self, clause: Clause, label: str, ids: tuple[str, ...]) -> bool:
        """Whether a clause took or refused some of the suggestions for one finding."""
        several = {issue.issue_id for issue in self.issues if len(issue.suggested) > 1}
        whose = (clause.whose,) if clause.whose else ids or self.pending or self.here or self.focus
        is_refused = bool(REFUSED.match(clause.text)) or label in ("leave", "reopen", "no")
        if len(whose) != 1 or whose[0] not in several or label in ("unsure", "asks", "show", "talk"):
            return False
        if label == "wording" and MEASURED.search(clause.text):
            return False
        if self.changes.take(clause, whose[0], clause.parts, is_refused=is_refused):
            self.act = "accept"
            self._speak_of(whose)
        else:
            self.doubted.append(clause.text)
        return True

    def _ids(self, clause: Clause) -> tuple[str, ...]:
        """The findings that a clause names: by their names, else "all", "the rest", "both"."""
        sentence = [m for other in self.clauses if other.sentence == clause.sentence for m in other.mentions]
        out = {issue_id for mention in sentence if mention.is_excepted for issue_id in mention.ids}
        if clause.mentions:
            self.excepted = tuple(i for mention in clause.mentions if mention.is_excepted for i in mention.ids)
        strays = clause.label == "names" and any(other.label == "talk" for other in self.clauses)
        if is_sure(clause) and not strays and clause.label in DECISIONS | {"asks", "show", "names"}:
            self.unknown += [mention.unknown for mention in clause.mentions if mention.unknown]
        named = [mention for mention in clause.mentions if mention.kind == "named" and not mention.is_excepted]
        # "2, not 3" is of 2 alone; "not 3" is of 3.
        named = [mention for mention in named if not mention.is_negated] or named
        if clause.label == "wording":
            named = named[:1]  # Behind it stands wording: "for the fee say as in the audit clause".
        # A wording is of one finding: in it "the rest on delivery" is a part of a price.
        several = [mention for mention in clause.mentions if mention.kind != "named" and clause.label != "wording"]
        if named:
            ids = tuple(issue_id for mention in named for issue_id in mention.ids)
        elif several and several[0].kind in RELATIVE:
            ids = self._beside(several[0])
        elif several:
            ids = self._several(clause, max(several, key=lambda mention: mention.kind != "all"))
        else:
            # "Oh, except number 6": of what an earlier message decided.
            return self.excepted if len(sentence) == 1 else ()
        return tuple(dict.fromkeys(issue_id for issue_id in ids if issue_id not in out))

    def _several(self, clause: Clause, mention: Naming) -> tuple[str, ...]:
        near = self.here or self.focus
        words = clause.text[mention.start - clause.start : mention.end - clause.start]
        if mention.kind == "rest":
            others = [issue for issue in self.issues if issue.issue_id not in {*self.spoken, *self.pending}]
            fresh = [issue for issue in others if issue.status == "open" and not issue.is_left]
            ids = counted(words, fresh or others)
            self.unknown += [] if ids else [words]
            return ids
        if mention.kind == "all" and (group := self.pending or (self.here if _OF_THESE.search(words) else ())):
            # "The two high ones, all of it", "take 3, every suggestion there".
            return group
        is_near = mention.kind == "both" and ((near and len(near) < len(mention.ids)) or len(mention.ids) > 4)
        return near if is_near else mention.ids

    def _beside(self, mention: Naming) -> tuple[str, ...]:
        """The finding before or after the one that is spoken of; nothing where the screen calls another one the next."""
        at = next((ids for ids in (self.pending, self.here, self.earlier.decided, self.focus) if len(ids) == 1), ())
        shown = _NEXT.search(self.earlier.asked)
        number = int(shown[1]) if shown and mention.kind == "next" else 0
        if at:
            counts = next(issue.number for issue in self.issues if issue.issue_id in at)
            beside = counts + (-1 if mention.kind == "before" else 1)
            number = beside if number in (0, beside) else 0
        return tuple(issue.issue_id for issue in self.issues if issue.number == number)

    def _name(self, clause: Clause, ids: tuple[str, ...]) -> None:
        """A clause that only names goes on with the act before it, or waits for the one behind it."""
        is_turned = bool(ids) and all(mention.is_negated for mention in clause.mentions)
        begins = clause.sentence not in {other.sentence for other in self.clauses[: self.clauses.index(clause)]}
        same = _SAME.search(clause.text)
        act = self.act if self.act and (same or not begins) else self.earlier.act if same else self.earlier.wanted
        if same and self.assents and not act:
            act, ids = "accept", (*self.focus, *ids)
        if is_turned and act:
            act = "reopen" if act == "meant" else "leave"
        elif act in ("leave", "reopen") and clause.is_turn:
            act = "accept"
        if ids and act and act != "wording":
            self._apply(clause, act, ids)
            return
        self.pending += ids
        self.focus = ids or self.focus

    def _decide(self, clause: Clause, label: str, ids: tuple[str, ...]) -> None:
        if label == "accept" and not any(self.changes.is_worded(issue_id) for issue_id in ids or self.here):
            label = accepted_as(clause, self.clauses, self.issues)
        if label == "wording" and (spoken_of := self._strays_from(clause, ids)):
            # "The Company replaces …, for removal only" is of the replacement that is spoken of.
            is_of_it = self._shared(clause, spoken_of) > self._shared(clause, ids) + 1
            ids, self.is_lost = (spoken_of, self.is_lost) if is_of_it else (ids, True)
        if label == "wording" and self._is_reason(clause, ids):
            return
        # "The rest" behind a doubt would be what was doubted too.
        if not label or self.is_lost or (self.doubted and any(mention.kind == "rest" for mention in clause.mentions)):
            self.doubted.append(clause.text)
            return
        if ids:
            ids = (*self.pending, *ids) if label != "wording" else ids
        elif label == "leave" and any(self.changes[i].suggestion for i in self.here if i in self.changes):
            # "Only the first suggestion, not the auditor's access."
            return
        elif label == "settle" and self.here:
            self.changes.settle(self.here, clause)
            return
        elif label == "wording" and self.act == "wording":
            ids = self.here
        else:
            is_lost = any(not mention.ids for mention in clause.mentions)
            ids = () if is_lost else self.pending or self._pointed_at(clause, label)
            if not ids and not self.unknown:
                is_plain = self.issues and (clause.mentions or (label != "wording" and is_known(masked(clause))))
                (self.unclear if is_plain else self.doubted).append(clause.text)
        if label == "wording" and len(ids) > 1:
            # A wording is of one finding.
            self.doubted.append(clause.text)
        elif ids:
            self._apply(clause, self._meant(clause, ids) if label == "meant" else label, ids)

    def _is_reason(self, clause: Clause, ids: tuple[str, ...]) -> bool:
        """Whether words behind a refusal only say why: "the others I refuse, I want no quarrel with them"."""
        breath = [
            other.label for other in self.clauses if other.sentence == clause.sentence and other.start < clause.start
        ]
        refused = "leave" in breath and self.act == "leave"
        return refused and not ids and not clause.is_turn and not is_contract(clause.text)

    def _strays_from(self, clause: Clause, ids: tuple[str, ...]) -> tuple[str, ...]:
        """The finding that is spoken of, where a wording only mentions another one: "replace it by the fee"."""
        earlier = self.earlier.decided or self.earlier.focus
        if len(earlier) != 1 or not ids or set(ids) & {*earlier, *self.here, *self.pending}:
            return ()
        inside = len(clause.text[: clause.mentions[0].start - clause.start].split()) > 3
        return earlier if inside and self._shared(clause, earlier) >= self._shared(clause, ids) else ()

    def _shared(self, clause: Clause, ids: Sequence[str], least: int = 1) -> int:
        """How many words of a clause, of that many letters, the suggestions for these findings have."""
        texts = (text for issue in self.issues if issue.issue_id in ids for text in (issue.title, *issue.suggested))
        about = {word for text in texts for word in content_words(text)} & set(content_words(clause.text))
        return sum(len(word) >= least for word in about)

    def _pointed_at(self, clause: Clause, label: str) -> tuple[str, ...]:
        """What "it" is: what this message or the last ones spoke of, or the only finding that it could be."""
        if not (self._is_wording(clause) if label == "wording" else self._is_of_findings(clause, label)):
            return ()
        if label == "praise" and self.here and {self.changes[i].act for i in self.here} <= {"leave", "reopen"}:
            # "Leave it, that's fine for us" only speaks of what was left.
            return ()
        several, part, decided = _SEVERAL.search(clause.text), clause.parts, self.earlier.decided
        if self.excepted and not several:
            # "All except the third, leave that one."
            return self.excepted
        if self.focus and (self.names or self.here):
            return self.focus
        going = tuple(i for i in self.changes.with_status("in_progress") if not self.focus or i in self.focus)
        if label == "settle":
            return going or tuple(i for i in decided if self.changes.status(i) == "resolved")
        if len(self.focus) != 1 and decided and (label == "wording" or part):
            # It corrects what was decided last.
            return decided
        if len(self.focus) > 1 and not several:
            # One of several: it may be about what was settled just now, about what comes next, or about all.
            return self.focus if len(going) == len(self.focus) else ()
        if not self.focus and part:
            return tuple(issue.issue_id for issue in self.issues if issue.number == part[0])
        left = self.changes.with_status("in_progress", "resolved" if label == "reopen" else "open")
        return self.focus or (left if len(left) == 1 else ())

    def _is_of_findings(self, clause: Clause, label: str) -> bool:
        """Whether nothing else is spoken of beside a decision that names no finding: "this is ridiculous, fix it"."""
        breath = (other for other in self.clauses if other.sentence == clause.sentence)
        strays = any(other.label == "talk" and len(other.text.split()) > 2 for other in breath)
        near = {*self.here, *self.pending, *self.focus}
        about = {i.issue_id for i in self.issues if self._shared(clause, (i.issue_id,), _TELLING)}
        if about and not about & near:
            return False
        return is_known(masked(clause)) and (label in ("leave", "reopen", "meant") or not strays)

    def _is_wording(self, clause: Clause) -> bool:
        texts = (
            text
            for issue in self.issues
            if issue.issue_id in (self.here or self.focus)
            for text in (issue.title, issue.summary, *issue.suggested)
        )
        about = {word for text in texts for word in content_words(text)} & set(content_words(clause.text))
        words = (_WORDED.search(clause.text) or MEASURED.search(clause.text)) and _INSTRUCTS.search(clause.text)
        alone = all(other is clause or len(other.text.split()) < 3 for other in self.clauses)
        again = alone and self.earlier.act == "wording" and MEASURED.search(clause.text)
        return bool(self.names or self.assents or words or about or again)

    def _meant(self, clause: Clause, ids: tuple[str, ...]) -> str:
        """The act of "I meant 3": the one before it; what it was said of is open again."""
        act = self.act if self.act not in ("", "leave", "reopen") else self.earlier.act
        if act and act != "wording":
            for issue_id in {*self.earlier.decided, *self.here} - set(ids):
                self.changes.change(clause, "reopen", issue_id)
        self.act = "meant"
        return "" if act == "wording" else act or "accept"

    def _apply(self, clause: Clause, act: str, ids: tuple[str, ...]) -> None:
        if not act:
            return
        together = any(mention.kind in ("all", "rest") for mention in clause.mentions)
        for issue_id in dict.fromkeys(ids):
            # "Put 5 back to open, keep 2": the second stays as it was.
            is_kept = act == "leave" and self.act == "reopen" and self.changes.status(issue_id) != "open"
            if not is_kept and not (together and self.changes.passes_over(issue_id, act)):
                self.changes.change(clause, act, issue_id)
        self.act = self.act if self.act == "meant" else act
        self._speak_of(ids)

    def _speak_of(self, ids: tuple[str, ...]) -> None:
        self.spoken += ids
        self.focus = self.here = ids
        self.pending = ()

    def _answer(self) -> None:
        """A yes that is the whole message confirms what is in progress, or accepts what was just asked about."""
        asked = self.earlier.asked
        if asked and (_ASKS_TO_GENERATE.search(asked) or not _ASKS.search(asked)):
            return
        message = self.changes.message
        going = [issue_id for issue_id in self.focus if self.changes.status(issue_id) == "in_progress"]
        alone = all(clause.label in ("yes", "talk", "praise") for clause in self.clauses)
        whole = Clause(message.strip(), message.find(message.strip()), "yes", 1.0) if alone else self.clauses[0]
        is_offer = bool(not going and asked and alone)
        if is_offer:
            going = [issue_id for issue_id in self.focus if self.changes.status(issue_id) == "open"]
        for issue_id in going or (self.changes.with_status("in_progress") if alone and not is_offer else ()):
            self.changes.change(whole, "accept" if is_offer else "settle", issue_id)


def _is_beside(clause: Clause) -> bool:
    """Whether it may stand beside a yes that answers: a decision, another name, a word of thanks."""
    polite = clause.label in ("talk", "show") and len(clause.text.split()) <= 2
    return polite or clause.label in DECISIONS | {"yes", "names"}
