"""What the clauses of a message speak of: the findings that they name, and what "it" and "the next one" are."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from investor_review.offline.changes import MEASURED, Changes, joined
from investor_review.offline.history import NEXT, Before
from investor_review.offline.parts import in_its_own_words, under_heads, with_parts
from investor_review.words import (
    AGREES,
    DECISIONS,
    RELATIVE,
    Clause,
    Issue,
    Naming,
    content_words,
    counted,
    is_known,
    is_sure,
    masked,
    read,
)

# Words of "it" that may be several findings.
_SEVERAL = re.compile(r"\b(?:they|them|those|these|both|all|each|ones|everything)\b", re.IGNORECASE)
# "Every suggestion in them", "all of it": of what was named just before.
_OF_THESE = re.compile(r"\b(?:suggest|propos|chang|edit|recommend)\w*|\b(?:it|them|these|those)\b", re.IGNORECASE)
# "All issues" are more than those just named.
_OF_FINDINGS = re.compile(r"\b(?:issues|points|nitpicks|items|findings|ones|others?)\b", re.IGNORECASE)
# A wording has a quantity or words in quotation marks, corrects, or speaks of what the finding speaks of.
_WORDED = re.compile(r"[\d\"“%€$£]|\b(?:\w+ly|annual|once|twice|instead|rather|(?:make|change) (?:it|that))\b", re.I)
_INSTRUCTS = re.compile(
    r"\b(?:make|change|set|put|say|should|shall|must|replace|add|instead|rather|not|within|meant?|be)\b", re.I
)
# Shorter words are of no finding by themselves: "let it be", "after all".
_TELLING = 6


class Pointing:
    """The clauses of one message, and what was spoken of up to the one that is read."""

    def __init__(self, message: str, issues: Sequence[Issue], earlier: Before) -> None:
        self.issues, self.earlier = issues, earlier
        clauses = [_without_values(clause, earlier.worded) for clause in read(message, issues)]
        named = in_its_own_words(message, clauses, issues)
        self.clauses = with_parts(message, joined(message, under_heads(message, named)), issues)
        self.changes = Changes(message, issues)
        # What "it" is, what this message decided last, what it left out ("all but the third"), what it spoke of.
        self.focus: tuple[str, ...] = _named_at_its_end(self.clauses) or earlier.focus
        self.here: tuple[str, ...] = ()
        self.excepted: tuple[str, ...] = ()
        self.spoken: list[str] = []
        # What was named by mistake: "when I said 4, I meant 5".
        self.misspoken: tuple[str, ...] = ()
        # Names that wait for their act ("the audit, and the fee: agreed"), and the act that later names share.
        self.pending: tuple[str, ...] = ()
        self.act = ""
        self.assents = self.names = False
        # A wording was read of which it is not certain what it is for; nothing behind it is decided.
        self.is_lost = False
        # The sentence in which something was said of all findings, or of the rest, that was not read.
        self.unread = -1
        self.unclear: list[str] = []
        self.doubted: list[str] = []
        self.unknown: list[str] = []

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
        if mention.kind == "rest" and self._is_rest_of_wording(clause, words):
            return self.here
        if mention.kind == "rest":
            others = [issue for issue in self.issues if issue.issue_id not in {*self.spoken, *self.pending}]
            fresh = [issue for issue in others if issue.status == "open" and not issue.is_left]
            ids = counted(words, fresh or others)
            self.unknown += [] if ids else [words]
            return ids
        if mention.kind == "all" and (group := self.pending or self._all_of_these(clause, words)):
            # "The two high ones, all of it", "take 3, every suggestion there".
            return group
        is_near = mention.kind == "both" and ((near and len(near) < len(mention.ids)) or len(mention.ids) > 4)
        return near if is_near else mention.ids

    def _is_rest_of_wording(self, clause: Clause, words: str) -> bool:
        """Whether "the rest" is what a wording beside it leaves: "make it six months, the rest as proposed"."""
        is_worded = self.act == "wording" and len(self.here) == 1 and not _OF_FINDINGS.search(words)
        return is_worded and clause.label in AGREES and self._is_in_sentence(clause)

    def _all_of_these(self, clause: Clause, words: str) -> tuple[str, ...]:
        """What the message decided before, where "all" is of that: "1 and 4 accepted, all final"."""
        at = clause.text.find(words)
        if not self.here or _OF_FINDINGS.search(clause.text, at) or clause.is_turn:
            return ()
        if _OF_THESE.search(words):
            return self.here
        goes_on = clause.label == self.act or (clause.label in AGREES and self.act in AGREES)
        if clause.label == "settle" or (goes_on and self._is_in_sentence(clause)):
            is_yes = clause.label in AGREES
            return tuple(i for i, change in self.changes.items() if (change.act not in ("leave", "reopen")) == is_yes)
        return ()

    def _is_in_sentence(self, clause: Clause) -> bool:
        """Whether the sentence names, before this clause, what was decided last."""
        before = [o for o in self.clauses if o.sentence == clause.sentence and o.start < clause.start]
        return any(set(self.here) & {i for m in o.mentions for i in m.ids} or o.label == self.act for o in before)

    def _beside(self, mention: Naming) -> tuple[str, ...]:
        """The finding before or after the one spoken of; nothing where the screen calls another one the next."""
        at = next((ids for ids in (self.pending, self.here, self.earlier.decided, self.focus) if len(ids) == 1), ())
        shown = NEXT.search(self.earlier.asked)
        number = int(shown[1]) if shown and mention.kind == "next" else 0
        if at:
            counts = next(issue.number for issue in self.issues if issue.issue_id in at)
            beside = counts + (-1 if mention.kind == "before" else 1)
            number = beside if number in (0, beside) else 0
        return tuple(issue.issue_id for issue in self.issues if issue.number == number)

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
        if label == "praise" and not self.names and not self._is_asked_about(clause):
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
        left = self.changes.with_status("in_progress", "resolved" if label == "reopen" else "open")
        return self.focus or (left if len(left) == 1 else ())

    def _is_asked_about(self, clause: Clause) -> bool:
        """Whether words that praise may be of a finding: a mere "good" is where something is asked and goes on."""
        if any(other.label == "asks" and other.sentence == clause.sentence for other in self.clauses):
            # "Fair enough, but why?"
            return False
        is_done = any(other.label == "done" and is_sure(other) for other in self.clauses)
        return not is_done and (len(clause.text.split()) > 2 or "?" in self.earlier.asked)

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


def _named_at_its_end(clauses: Sequence[Clause]) -> tuple[str, ...]:
    """The finding that a message is of, where it names that one alone and last: "ninety days; mark 5 resolved"."""
    naming = [clause for clause in clauses if any(mention.ids for mention in clause.mentions)]
    is_last = len(naming) == 1 and naming[0] is clauses[-1] and naming[0].label == "settle"
    return naming[0].mentions[0].ids if is_last and len(naming[0].mentions[0].ids) == 1 else ()


def _without_values(clause: Clause, worded: str) -> Clause:
    """The clause, where a bare number is a quantity of the wording before it: "six is too strict, make it nine"."""
    values = {match[0].split()[0] for match in MEASURED.finditer(worded.lower())}
    kept = tuple(m for m in clause.mentions if clause.text[: m.end - clause.start].lower().split()[-1] not in values)
    return clause if len(kept) == len(clause.mentions) else replace(clause, mentions=kept)
