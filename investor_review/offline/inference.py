"""Two steps from words to a status: what likely resolves is in progress, what is confirmed is resolved. Pure."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from investor_review.offline.changes import Inference
from investor_review.offline.history import acts_before, decided_before, spoken_of
from investor_review.offline.plain_answer import answered
from investor_review.offline.status_steps import StatusSteps
from investor_review.offline.turn_words import (
    KEEPS,
    LED_IN,
    MEANT,
    MODAL,
    OF_ALL,
    OF_IT,
    OF_ITS_SUGGESTIONS,
    OF_STATUS,
    OF_TWO,
    ONLY,
    RESTRICTING,
    SAME,
    SEVERAL,
    SPOKEN_OF,
    WORDING,
)
from investor_review.words import (
    QUOTED,
    Act,
    Clause,
    Issue,
    ReadAct,
    Targets,
    find_targets,
    is_final,
    is_own,
    is_reported,
    is_understood,
    is_wording,
    read_act,
    split,
    whole_answer,
    without_quotes,
)

# A clause of at most so many words may do no more than name what the next one speaks of.
NAMING_WORDS = 6


def infer(message: str, issues: Sequence[Issue], history: Sequence[Mapping[str, str]] = ()) -> Inference:
    """What `message` does to the status of `issues`. `history` is {"role", "content"} a message, the oldest first."""
    asked = next((turn["content"] for turn in reversed(history) if turn.get("role") == "assistant"), "")
    whole = whole_answer(message)
    if whole is not None:
        return answered(message, whole, asked, issues, history)
    return _MessageReader(issues, history).read(message)


class _MessageReader:
    """Reads the clauses of one message in order; what a clause leaves out it takes from the one before."""

    def __init__(self, issues: Sequence[Issue], history: Sequence[Mapping[str, str]]) -> None:
        focus = spoken_of(history, issues)
        self.issues = issues
        self.steps = StatusSteps(issues)
        self.focus = self.pair = focus
        self.act: Act = "none"
        self.assented = False
        # "Not that one" turned from what was spoken of, to what is named next.
        self.turned_from = False
        self.act_before, self.asked_which = acts_before(history)
        self.decided_before = decided_before(history, issues)
        self.decided_here: tuple[str, ...] = ()
        self.pending: tuple[str, ...] = ()
        self.spoken: list[str] = []
        self.unclear: list[str] = []
        self.doubted: list[str] = []
        self.reported, self.all_plain, self.named, self.led_in = False, True, False, -1
        self.message = ""
        self.before = str(history[-1].get("content") or "") if history else ""
        self.unknown: list[str] = []
        self.excepts_earlier = False

    def read(self, message: str) -> Inference:
        message = LED_IN.sub(lambda led: " " * len(led[0]), message)
        self.message = self.steps.message = message
        clauses = split(message)
        self.reported = is_reported(without_quotes(message))
        # "Except number 6, leave that one" is said of what an earlier message decided.
        self.excepts_earlier = not OF_ALL.search(message)
        self.all_plain = all(self._is_plain(clause) for clause in clauses)
        self.assented = len(clauses) > 1 and bool(self.focus) and bool(whole_answer(clauses[0].text))
        for clause in clauses:
            self._read_clause(clause)
        unknown = tuple(dict.fromkeys(self.unknown))
        return Inference(
            tuple(self.steps.changes.values()), tuple(self.unclear), unknown, self.steps.closing, tuple(self.doubted)
        )

    def _is_plain(self, clause: Clause) -> bool:
        act = read_act(clause.text).act
        return (
            act == "ask" or is_understood(clause.text, self.issues) or is_wording(clause.text, self.issues, self.before)
        )

    def _read_clause(self, clause: Clause) -> None:
        worded = clause.text if read_act(clause.text).act == "instruct" else without_quotes(clause.text)
        read = ReadAct("none") if clause.supposed else read_act(worded, question=clause.question)
        targets = self._targets(clause.text, read.act)
        self.unknown += targets.unknown
        self.named = self.named or targets.named
        act: Act = read.act if read.undecided else self._carried_on(clause, read.act, targets)
        if read.undecided or not self._is_meant(clause, read, act, targets):
            self.doubted.append(clause.text)
            self.act, self.pending = "none", ()
            return None
        if act == "none" and is_final(clause.text) and not targets.named:
            return self._finish(clause)
        if act == "confirm" and not targets.named and self.decided_here:
            return self._finish(clause)
        if act == "none" and clause.after_but and self.assented and not targets.named:
            # "Fine, but with a refund only": the yes carries a wording.
            act = "instruct"
        ids = targets.ids if targets.named else self._pointed_at(clause.text, act)
        if act in ("none", "ask"):
            if targets.named and not targets.collective:
                self.focus = targets.ids
                # "The audit, the retention and the claims: agreed" names first and says last.
                names_only = act == "none" and not read.undecided and len(clause.text.split()) <= NAMING_WORDS
                self.pending += targets.ids if names_only else ()
            return None
        if not targets.named and self._is_comment(act, ids):
            return None
        ids, self.pending = tuple(dict.fromkeys(self.pending + ids)), ()
        if not ids:
            if not targets.unknown:
                self.unclear.append(clause.text)
            return None
        for issue_id in ids:
            self.steps.change(issue_id, act, read.final, clause, collective=targets.collective)
        self.spoken += ids
        self._take_back(clause, ids)
        self.turned_from = not targets.named and bool(RESTRICTING.match(clause.text))
        self.focus = self.decided_here = ids
        self.act = act

    def _take_back(self, clause: Clause, meant: tuple[str, ...]) -> None:
        """Open what the last message decided on, where these words say that another finding was meant."""
        if MEANT.search(clause.text) and self.act_before not in ("none", "instruct"):
            for issue_id in set(self.decided_before) - set(meant):
                self.steps.change(issue_id, "reopen", False, clause)

    def _is_meant(self, clause: Clause, read: ReadAct, act: Act, targets: Targets) -> bool:
        """Whether an act is the investor's own, and speaks of findings; what is left in doubt is asked about."""
        decides = act not in ("none", "ask") or (is_final(clause.text) and not clause.question)
        if not decides:
            # "In theory, accept 1": what leads a sentence in and is not understood may take all of it back.
            leads = not targets.named and len(clause.text.split()) <= 3 and not is_understood(clause.text, self.issues)
            self.led_in = clause.end if leads and act == "none" else -1
            return True
        if (
            act in ("accept", "confirm")
            and self.led_in >= 0
            and self.message[self.led_in : clause.start].strip() == ","
        ):
            return False
        if self.reported or (read.act == act and not is_own(clause.text, act, self.issues)):
            return False
        if targets.collective and act == "instruct":
            # "I'll go on with the others tomorrow" words nothing.
            return is_wording(clause.text, self.issues, "")
        if self.named:
            return True
        # Nothing in the message names a finding: then nothing in it may be about something else.
        if act == "instruct":
            return self.all_plain and is_wording(clause.text, self.issues, self.before)
        return self.all_plain and is_understood(clause.text, self.issues)

    def _carried_on(self, clause: Clause, act: Act, targets: Targets) -> Act:
        """The act of a clause that only names: that of the words before it, or of the question it answers."""
        if act != "none" or not targets.named or clause.question or clause.supposed:
            return act
        if SAME.match(clause.text) and OF_ITS_SUGGESTIONS.search(self.message):
            return "accept"
        if self.act == "reopen" and KEEPS.match(clause.text):
            return act
        if MEANT.search(clause.text):
            return self._instead()
        if MEANT.search(self.message) and RESTRICTING.match(clause.text):
            return "reopen"
        if SAME.match(clause.text) and self.act in ("none", "ask") and (self.assented or self.act_before != "none"):
            if self.assented:
                self.pending = self.focus
            return "accept" if self.assented else self.act_before
        if ONLY.match(clause.text) and len(clause.text.split()) <= NAMING_WORDS:
            return "accept"
        if self.act not in ("none", "ask") and (self._goes_on(clause.text) or SAME.match(clause.text)):
            if self.act == "reject" and (clause.after_but or self.turned_from):
                return "accept"
            return "reject" if RESTRICTING.match(clause.text) else self.act
        if self.asked_which != "none" and len(clause.text.split()) <= NAMING_WORDS:
            return self.asked_which
        return act

    def _instead(self) -> Act:
        """The act for what was meant: that of these words, else that of the last message, but for its own wording."""
        if self.act not in ("none", "ask", "reject", "leave", "reopen"):
            return self.act
        return "none" if self.act_before == "instruct" else "accept" if self.act_before == "none" else self.act_before

    def _targets(self, text: str, act: Act) -> Targets:
        """What a clause names; "both" and "those two" are the ones just spoken of, where there were several."""
        # "Both suggestions for 4": the suggestions are of the finding that is named, or was spoken of.
        if (of_it := OF_ITS_SUGGESTIONS.search(text)) and (len(self.focus) == 1 or "both" in of_it[0].lower()):
            named = find_targets(OF_ITS_SUGGESTIONS.sub(" it ", text), self.issues, self.spoken)
            return named if named.named and not named.collective else Targets(pointing=True)
        targets = self._named(text, act)
        if targets.collective and (of := OF_STATUS.search(text)):
            status = "in_progress" if of["going"] else "open" if of["open"] else "resolved"
            return Targets(tuple(i for i in targets.ids if self.steps.before[i] == status), True, collective=True)
        if len(self.pair) == 2 and (match := OF_TWO.search(text)):
            return Targets((self.pair[match[0].lower() == "latter"],), True)
        near = self.decided_here if len(self.decided_here) > 1 else self.focus
        if (
            targets.collective
            and len(near) > 1
            and SPOKEN_OF.search(text)
            and len(near) < len(targets.ids) == len(self.issues)
        ):
            return Targets(near, True)
        return targets

    def _named(self, text: str, act: Act) -> Targets:
        """What a clause names; of an instruction not by its wording ("for the audit clause say quarterly")."""
        if self.excepts_earlier:
            text = RESTRICTING.sub(" ", text)
        if act == "instruct" and (pronoun := OF_IT.match(text)):
            tail = re.search(r"\b(?:for|on|in)\b(.*)$", text[pronoun.end() :])
            for part in (tail[1] if tail else "", pronoun.group()):
                if (named := find_targets(part, self.issues, self.spoken)).named and not named.unknown:
                    return named
            return Targets(pointing=True)
        carrier = (
            WORDING.search(QUOTED.sub(lambda match: " " * len(match.group()), text)) if act == "instruct" else None
        )
        if carrier is None:
            return find_targets(text, self.issues, self.spoken)
        # "First change the second one": what comes first in time is no finding.
        before = re.sub(r"^\W*(?:please |but |and )*first,?\s*$", " ", text[: carrier.start()], flags=re.IGNORECASE)
        after = QUOTED.sub(" ", text[carrier.end() :])
        object_of_it = re.split(r"\b(?:to|into|with|by|so|instead|from|at)\b", after, maxsplit=1)[0]
        for part in (before, object_of_it, re.split(r"\b(?:in|for|of|on|about|to)\b", after)[-1]):
            if (named := find_targets(part, self.issues, self.spoken)).named and not named.unknown:
                return named
        return Targets(pointing=True)

    def _is_comment(self, act: Act, ids: tuple[str, ...]) -> bool:
        """Whether "that's fine for us" only speaks of what was left or turned down a moment ago."""
        before = {self.steps.changes[i].act for i in ids if i in self.steps.changes}
        return act == "accept" and bool(before) and before <= {"leave", "reject", "reopen"}

    def _goes_on(self, text: str) -> bool:
        """Whether a clause without an act goes on with the act before: "accept the first, the third too"."""
        bare = re.sub(r"\b(?:too|also|as well|likewise|same|for|and|the|please|not|except)\b|\W", " ", text.lower())
        return self.act not in ("none", "ask") and len(bare.split()) <= 5 and not MODAL.search(text)

    def _pointed_at(self, text: str, act: Act) -> tuple[str, ...]:
        """What "it" is: what this message or the last ones spoke of, or the only issue that could be meant."""
        if self.focus and (self.named or self.decided_here):
            return self.focus
        if self.focus and act == "confirm":
            # Only what was accepted can be confirmed where no finding is named.
            return tuple(issue_id for issue_id in self.focus if self.steps.before[issue_id] == "in_progress")
        if len(self.focus) > 1 and not SEVERAL.search(text):
            # One of several: "good to go" may be about what was settled just now, about what comes next, or about all.
            return self.focus if {self.steps.before[issue_id] for issue_id in self.focus} == {"in_progress"} else ()
        if self.focus:
            return self.focus
        wanted = {"reopen": ("resolved", "in_progress"), "confirm": ("in_progress",)}.get(act, ("open", "in_progress"))
        left = tuple(issue_id for issue_id, status in self.steps.before.items() if status in wanted)
        return left if len(left) == 1 or (act == "confirm" and left) else ()

    def _finish(self, clause: Clause) -> None:
        """Words that make what this message said final, or else what the last turns put in progress."""
        spoken = self.focus or tuple(self.steps.before)
        ids = self.decided_here or tuple(i for i in spoken if self.steps.before[i] == "in_progress")
        self.steps.finish(ids, clause)
        if not ids:
            self.unclear.append(clause.text)
