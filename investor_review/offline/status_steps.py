"""The two steps of a status: what likely settles an issue puts it in progress, what is confirmed is resolved."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from investor_review.offline.changes import Status, StatusChange
from investor_review.words import Act, Clause, Issue


class StatusSteps:
    """The changes that one message makes, at most one an issue, from the statuses before it."""

    def __init__(self, issues: Sequence[Issue]) -> None:
        self.before = {issue.issue_id: issue.status for issue in issues}
        self.changes: dict[str, StatusChange] = {}
        # The words that made an earlier clause final.
        self.closing = ""
        self.message = ""

    def finish(self, ids: Sequence[str], clause: Clause) -> None:
        """Make final what the message changed; what it did not change is confirmed."""
        for issue_id in ids:
            change = self.changes.get(issue_id)
            if change is None:
                self.change(issue_id, "confirm", True, clause)
            elif change.act in ("accept", "instruct"):
                self.changes[issue_id] = replace(change, status="resolved")
                self.closing = clause.text

    def change(self, issue_id: str, act: Act, final: bool, clause: Clause, *, collective: bool = False) -> None:
        before, status = self.before[issue_id], self._status_after(issue_id, act, final)
        if collective and act == "leave" and before == "resolved":
            return
        if collective and act in ("accept", "confirm") and before == "resolved":
            return
        # "Confirm all" confirms what there is to confirm.
        if collective and act == "confirm" and before == "open" and self._only_confirms(clause.text):
            return
        if collective and issue_id in self.changes and act != "reopen":
            return
        earlier = self.changes.get(issue_id)
        if earlier is not None and earlier.act == "instruct" and act in ("accept", "confirm"):
            # "It has to be six months. With that I agree": the wording stays.
            self.changes[issue_id] = replace(earlier, status="resolved") if act == "confirm" else earlier
            return
        words, start = clause.text, clause.start
        if earlier is not None and earlier.act == act == "instruct":
            # "Test it once a quarter and put the results online" is one wording.
            words, start = self.message[earlier.start : clause.end], earlier.start
        instruction = words if act == "instruct" else ""
        self.changes[issue_id] = StatusChange(issue_id, status, act, words, start, clause.end, instruction)

    def _only_confirms(self, text: str) -> bool:
        words = text.lower()
        return "confirm" in words and "resolved" not in words and "in_progress" in self.before.values()

    def _status_after(self, issue_id: str, act: Act, final: bool) -> Status:
        before = self.before[issue_id]
        if act in ("reject", "leave", "reopen"):
            return "open"
        if act == "confirm" or final:
            return "resolved"
        if act == "accept" and before in ("in_progress", "resolved"):
            # A second yes, to what is in progress already, is the confirmation.
            return "resolved"
        return "in_progress"
