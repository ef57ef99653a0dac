"""What a message decides about findings: clause by clause, what one leaves out is taken from the one before. Pure."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from investor_review.offline.changes import StatusChange, accepted_as, is_contract
from investor_review.offline.history import before
from investor_review.offline.parts import REFUSED
from investor_review.offline.pointing import Pointing
from investor_review.words import AGREES, DECISIONS, PLAIN, Clause, Issue, is_known, is_supposed, is_sure, masked

_SAME = re.compile(r"\b(?:too|also|same|likewise|ditto|as well|ook|so (?:is|are|does))\b", re.IGNORECASE)
# The words by which somebody names what they said by mistake, and a question that only seeks assent.
_MISSPOKEN = re.compile(r"\b(?:when|where|what|as) i (?:said|wrote|typed|called|named)\b", re.IGNORECASE)
_TAG = re.compile(
    r"\W*(?:is|are|was|does|do|has|right|correct)(?:n't|nt)?(?: (?:it|that|they|not))*\W*\?", re.IGNORECASE
)
_ASKS_TO_GENERATE = re.compile(r"clean(?:ed)?[- ]?up|generate", re.IGNORECASE)
_FEW = 2
# What names findings has so many words at most, each name as one.
_NAMES_WORDS = 4
_ASKS = re.compile(r"\?\s*$|\bI(?:'d| would)? (?:suggest|propos|recommend)")


@dataclass(frozen=True, slots=True)
class Inference:
    """The changes of a message, at most one an issue; `unclear` are clauses that act on nothing that could be named.

    `unknown` are numbers that no issue has, `doubted` clauses that may be no decision of the investor's.
    """

    changes: tuple[StatusChange, ...] = ()
    unclear: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()
    doubted: tuple[str, ...] = ()


def infer(message: str, issues: Sequence[Issue], history: Sequence[Mapping[str, str]] = ()) -> Inference:
    """What `message` does to the status of `issues`. `history` is {"role", "content"} a message, the oldest first."""
    return _Decisions(message, issues, before(history, issues)).read()


class _Decisions(Pointing):
    """Reads the clauses of one message in order."""

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
        # "Fair enough. For 2 …" and "isn't it?" beside a decision decide nothing more.
        self.doubted = [words for words in self.doubted if not _TAG.fullmatch(words)]
        # "Good. And where is it?" only asks.
        is_beside = self.changes or self.doubted or any(c.label == "asks" and is_sure(c) for c in self.clauses)
        praised = {c.text for c in self.clauses if c.label == "praise"} if is_beside else set()
        self.unclear = [words for words in self.unclear if words not in praised or len(words.split()) > _FEW]
        changes, unknown = tuple(self.changes.values()), tuple(dict.fromkeys(self.unknown))
        return Inference(changes, tuple(self.unclear), unknown, tuple(self.doubted))

    def _read(self, clause: Clause) -> None:
        label = clause.label if is_sure(clause) else ""
        ids = self._ids(clause)
        self.names = self.names or bool(ids)
        if self._takes_out(clause, label) or (clause.parts and self._takes_parts(clause, label, ids)):
            return
        if label in ("yes", "no") and self.pending:
            self._apply(clause, "accept" if label == "yes" else "leave", self.pending)
        elif label == "yes":
            self.assents = True
            self.changes.agree(self.here, clause)
        elif label == "names" or (not label and ids and len(masked(clause).split()) <= _NAMES_WORDS):
            self._name(clause, ids)
        elif label in DECISIONS and ((label == "leave" and self.pending) or not is_supposed(clause, self.clauses)):
            self._decide(clause, label, ids)
        elif clause.label == "unsure" and ids and self._is_left_behind(clause):
            # "I don't know about the rest, leave it open": the doubt says why.
            together = any(mention.kind in ("all", "rest") for mention in clause.mentions)
            self.pending += tuple(i for i in ids if not (together and self.changes.passes_over(i, "leave")))
        else:
            if (label in DECISIONS or label == "unsure") and not self._is_reason(clause, ids):
                self.doubted.append(clause.text)
            self.spoken += ids
            if not label and {mention.kind for mention in clause.mentions} in ({"all"}, {"rest"}):
                # "The others are still with our lawyer, which is fine": of all that, nothing is agreed to.
                self.unread = clause.sentence
            self.focus = ids or self.focus
            self.act = self.act if label in ("", "talk") else ""

    def _takes_out(self, clause: Clause, label: str) -> bool:
        """Whether a sentence only takes findings out of what was agreed before it: "make that except 6"."""
        sentence = [
            mention for other in self.clauses if other.sentence == clause.sentence for mention in other.mentions
        ]
        if label not in {*AGREES, "names"} or not clause.mentions or not all(m.is_excepted for m in sentence):
            return False
        for issue_id in (issue_id for mention in clause.mentions for issue_id in mention.ids):
            self.changes.pop(issue_id, None)
            if self.changes.status(issue_id) != "open":
                self._apply(clause, "reopen", (issue_id,))
        return True

    def _is_left_behind(self, clause: Clause) -> bool:
        """Whether what is said next, small talk aside, leaves, and names nothing else."""
        behind = next((other for other in self.clauses if other.start > clause.start and other.label != "talk"), None)
        return bool(behind and behind.label == "leave" and is_sure(behind) and not behind.mentions and not behind.parts)

    def _takes_parts(self, clause: Clause, label: str, ids: tuple[str, ...]) -> bool:
        """Whether a clause took or refused some of the suggestions for one finding."""
        several = {issue.issue_id for issue in self.issues if len(issue.suggested) > 1}
        whose = (clause.whose,) if clause.whose else ids or self.pending or self.here or self.focus
        is_refused = bool(REFUSED.match(clause.text)) or label in ("leave", "reopen", "no")
        is_refused = is_refused or (label == "names" and self._is_left_behind(clause))
        if len(whose) != 1 or whose[0] not in several or label in ("unsure", "asks", "show", "talk"):
            return False
        if self.changes.take(clause, whose[0], clause.parts, is_refused=is_refused):
            self.act = "accept"
            self._speak_of(whose)
        else:
            self.doubted.append(clause.text)
        return True

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

    def _takes_back(self, clause: Clause) -> bool:
        """Whether an acceptance that names nothing follows a refusal in its sentence: "3 I reject, theirs is fine"."""
        return (
            self.act == "leave"
            and not clause.is_turn
            and any(
                other.sentence == clause.sentence and other.label == "leave" and is_sure(other) and other.mentions
                for other in self.clauses[: self.clauses.index(clause)]
            )
        )

    def _decide(self, clause: Clause, label: str, ids: tuple[str, ...]) -> None:
        if label in AGREES and not ids and (self._takes_back(clause) or self.unread == clause.sentence):
            self.doubted.append(clause.text)
            return
        if label == "accept" and not any(self.changes.is_worded(issue_id) for issue_id in ids or self.here):
            label = accepted_as(clause, self.clauses, self.issues)
        if label == "wording" and (spoken_of := self._strays_from(clause, ids)):
            # "The Company replaces …, for removal only" is of the replacement that is spoken of.
            is_of_it = self._shared(clause, spoken_of) > self._shared(clause, ids) + 1
            ids, self.is_lost = (spoken_of, self.is_lost) if is_of_it else (ids, True)
        if label in ("wording", "praise", self.act) and self._is_reason(clause, ids):
            return
        named = any(mention.kind == "named" for mention in clause.mentions)
        # "The rest" behind a doubt would be what was doubted too.
        if not label or self.is_lost or (self.doubted and any(mention.kind == "rest" for mention in clause.mentions)):
            self.doubted.append(clause.text)
            return
        if ids and label == "settle" and not (named or self.pending) and set(ids) <= self.changes.keys():
            # "1 and 4 are fine, all settled."
            self.changes.settle(ids, clause)
            return
        if ids:
            ids = (*self.pending, *ids) if label != "wording" else ids
        elif label == "leave" and any(self.changes[i].suggestion for i in self.here if i in self.changes):
            # "Only the first suggestion, not the auditor's access."
            return
        elif label == "settle" and self.here:
            self.changes.settle(self.here, clause)
            return
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
        """Whether words behind a decision only say why: "the others I refuse, I want no quarrel with them".

        Behind an agreement words that are no plain wording do: "as suggested, we got burned on that before".
        """
        before = [o.label for o in self.clauses if o.sentence == clause.sentence and o.start < clause.start]
        refused = self.act in ("leave", "reopen") and self.act in before
        agreed = clause.label == "wording" and clause.margin < PLAIN and not {"accept", "settle"}.isdisjoint(before)
        return (refused or agreed) and not ids and not clause.is_turn and not is_contract(clause.text)

    def _meant(self, clause: Clause, ids: tuple[str, ...]) -> str:
        """The act of "I meant 3": the one before it; what it was said of is open again."""
        if _MISSPOKEN.search(clause.text):
            # "When I said 4, I meant 5": that is what is open again.
            self.misspoken = ids
            return ""
        act = self.act if self.act not in ("", "leave", "reopen") else self.earlier.act
        if act and act != "wording":
            for issue_id in set(self.misspoken or (*self.earlier.decided, *self.here)) - set(ids):
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
        if act in ("accept", "praise") and together and not set(ids) & self.changes.keys():
            # "Accept them all" where each is decided: what was left may be meant, too.
            self.doubted += [clause.text] if any(self.changes.issues[i].is_left for i in ids) else []
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
        # "Ok, thanks" behind an explanation thanks for it.
        is_offer = bool(not going and asked and alone and all(clause.label != "talk" for clause in self.clauses))
        if is_offer:
            going = [issue_id for issue_id in self.focus if self.changes.status(issue_id) == "open"]
        for issue_id in going or (self.changes.with_status("in_progress") if alone and not is_offer else ()):
            self.changes.change(whole, "accept" if is_offer else "settle", issue_id)


def _is_beside(clause: Clause) -> bool:
    """Whether it may stand beside a yes that answers: a decision, another name, a word of thanks."""
    polite = clause.label in ("talk", "show") and len(clause.text.split()) <= 2
    return polite or clause.label in DECISIONS | {"yes", "names"}
