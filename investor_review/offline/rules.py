"""How the review goes with no model: decisions are read from the words, questions are answered from the document."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from typing import Any

from dialogue import Act
from investor_review.offline import screen
from investor_review.offline.changes import Inference, StatusChange
from investor_review.offline.conversation import HELP, LISTING, WEIGHS, is_done, summary
from investor_review.offline.history import history_of
from investor_review.offline.inference import infer
from investor_review.offline.replies import after, not_sure
from investor_review.offline.turn_words import LAST_ACT, RESTRICTING, SEVERAL
from investor_review.words import Issue, find_targets, questions, read_act, split, whole_answer
from llm.types import ModelRequest, StreamItem, TextDelta, ToolCall, replies_in
from wording.answers import leading_answer, starts_over

_NO_SESSION = "There is no review in this conversation. A review begins when the analysis of a document is sent."
# "And 5?", "7", "what about 3": the finding of that number is shown.
_BARE_NUMBER = re.compile(r"\W*(?:(?:and|then|ok|what about|how about|show(?: me)?)\W+)*(\d{1,3})\W*", re.IGNORECASE)
_ONE_BY_ONE = "I take back one decision at a time: say “undo”, and again for the one before it."
# What an act is called as a decision, where it is called otherwise.
_DECISIONS = {"instruct": "own_wording"}


def answer(request: ModelRequest) -> Iterator[StreamItem]:
    """The calls that the newest message asks for, or, once they have run, what to tell the investor.

    Nothing at all where the message is not understood.
    """
    newest = request.messages[-1]
    if not request.state.get("session_id"):
        yield TextDelta(_NO_SESSION)
    elif newest.role == "tool":
        yield TextDelta(after(newest, request))
    else:
        yield from _Message(request).answer()


class _Message:
    """The newest message of the investor, read once."""

    def __init__(self, request: ModelRequest) -> None:
        self.text = request.messages[-1].text
        self.acts = frozenset(request.state.get("acts", ()))
        self.messages = request.messages
        self.issues = screen.issues_of(request.state)
        self.asked = screen.asked_in(request)
        self.wants = questions.wants_cleanup(self.text, self.asked)
        self.leading = leading_answer(self.text) if self.asked else None
        self.done = is_done(self.text, self.issues) or self._ends()
        self.rest = questions.behind_answer(self.text) if self.asked else self.text
        # A plain answer to the question decides nothing else: "yes, that would be great".
        decides = not (self.wants is not None and self.leading) and not questions.says_done(self.text)
        self.inference = infer(self.rest, self.issues, history_of(self.messages)) if decides else Inference()
        self.named = find_targets(self.rest, self.issues)

    def _ends(self) -> bool:
        """A yes to the question whether they are done."""
        replies = replies_in(self.messages)
        return bool(replies and screen.ARE_YOU_DONE in replies[-1] and whole_answer(self.text))

    def answer(self) -> Iterator[StreamItem]:
        if self._undoes():
            several = LAST_ACT.search(self.rest) and SEVERAL.search(LAST_ACT.sub(lambda last: last[0][-4:], self.rest))
            yield TextDelta(_ONE_BY_ONE) if several else _call(0, "undo")
            return
        if starts_over(self.text):
            yield from self._start_over()
            return
        calls = list(_decisions(self.inference, self.issues))
        yield from calls
        agrees = self.leading is not None and self.leading.value
        if self.done or (calls and (self.wants or agrees)):
            # "Yes, but first …": the change is noted, and the question asked again with it.
            yield _call(len(calls), "finish_review", quote=self.text)
        elif not calls:
            yield from self._answer_or_show()

    def _undoes(self) -> bool:
        """Whether the last decision is taken back; one that is named is reopened for itself."""
        if any(change.act != "reopen" for change in self.inference.changes):
            return False
        if find_targets(LAST_ACT.sub(" it", self.rest), self.issues).named:
            return False
        turns_away = any(RESTRICTING.match(words) for words in self.inference.unclear)
        return turns_away or any(read_act(clause.text).act == "reopen" for clause in split(self.rest))

    def _start_over(self) -> Iterator[StreamItem]:
        decided = [issue.issue_id for issue in self.issues if issue.status != "open" or issue.is_left]
        if decided:
            yield _call(0, "decide_nitpicks", issue_ids=decided, decision="reopen", quote=self.text)
        else:
            yield TextDelta("Nothing is decided yet.")

    def _answer_or_show(self) -> Iterator[StreamItem]:
        doubted = [words for words in self.inference.doubted if not questions.wants_cleanup(words, "")]
        if self.wants is not None and not doubted:
            yield _call(0, "answer_generate", answer=self.text[:200])
            return
        put_off = self.asked and not self.inference.unknown and questions.says_not_now(self.text)
        if put_off:
            yield _call(0, "answer_generate", answer=self.text[:200])
        items = list(self._shown())
        if items or put_off:
            yield from (item for item in items if not put_off or isinstance(item, ToolCall))
        elif text := self._unclear():
            yield TextDelta(text)

    def _shown(self) -> Iterator[StreamItem]:
        """The finding, the findings or the clause that is asked for."""
        if self.inference.unknown or self.inference.unclear:
            return
        finding = self._finding()
        clauses = split(self.text)
        asks = "?" in self.text or Act.QUESTION in self.acts or Act.HELP in self.acts
        asks = asks or any(read_act(clause.text, question=clause.question).act == "ask" for clause in clauses)
        if finding and (asks or not self.inference.doubted):
            yield _call(1, "read_evidence", issue_id=finding.issue_id)
        elif Act.NEXT in self.acts or Act.BACK in self.acts:
            yield TextDelta("There is no other undecided finding. Say when you are done.")
        elif (asks and len(self.named.ids) > 1) or LISTING.search(self.text) or WEIGHS.search(self.text):
            yield TextDelta("\n".join(self._list()))
        elif answer := HELP.find(self.text) if asks else None:
            yield TextDelta(answer.text)
        elif asks:
            yield _call(1, "search_document", query=self.rest[:1000])

    def _finding(self) -> Issue | None:
        """The one finding that the message names, or goes on or back to."""
        if self.named.named and len(self.named.ids) == 1:
            return next(issue for issue in self.issues if issue.issue_id == self.named.ids[0])
        if (bare := _BARE_NUMBER.fullmatch(self.text)) and 0 < int(bare[1]) <= len(self.issues):
            return self.issues[int(bare[1]) - 1]
        if Act.NEXT in self.acts:
            return screen.following(self.messages, self.issues)
        return screen.preceding(self.messages, self.issues) if Act.BACK in self.acts else None

    def _list(self) -> Iterator[str]:
        """The findings that are named, else those that weigh most where that is asked, else all."""
        listed = [issue for issue in self.issues if issue.issue_id in self.named.ids] or self.issues
        if not listed:
            yield "The analysis found nothing to complain about."
        elif WEIGHS.search(self.text):
            worst = min((issue.severity for issue in listed), key=("high", "medium", "low").index)
            yield "The analysis gives most weight to these:\n"
            listed = [issue for issue in listed if issue.severity == worst]
        yield from summary(listed)

    def _unclear(self) -> str:
        """What is asked back where something was decided and it is not certain what; empty where nothing was."""
        if self.inference.unknown:
            unknown = ", ".join(self.inference.unknown)
            return f"There is no nitpick {unknown}; they are numbered 1 to {len(self.issues)}."
        if whole_answer(self.text) is False and any(issue.status == "in_progress" for issue in self.issues):
            return "It stays in progress. Say what you want instead, or that it shall stay open."
        if self.inference.unclear:
            return f"Which finding do you mean by “{self.inference.unclear[0][:200]}”? Name its number or title."
        if self.inference.doubted:
            return f"Nothing has changed. {not_sure(self.inference.doubted[0])}"
        issue = screen.first_undecided(self.issues)
        waits = whole_answer(self.text) is not None and issue is not None
        return f"Nothing waits for a yes or no. Next: {issue.number}. {issue.title}." if waits and issue else ""


def _decisions(inference: Inference, issues: Sequence[Issue]) -> Iterator[ToolCall]:
    """One call for each decision in the words, in their order; what is settled at once is accepted and confirmed."""
    groups: dict[tuple[str, str, int], list[StatusChange]] = {}
    for change in inference.changes:
        groups.setdefault((change.act, change.words, change.start), []).append(change)
    for number, ((act, words, _), changes) in enumerate(groups.items()):
        ids = [change.issue_id for change in changes]
        yield _call(number, "decide_nitpicks", issue_ids=ids, decision=_DECISIONS.get(act, act), quote=words)
    settled = [c.issue_id for c in inference.changes if c.status == "resolved" and c.act in ("accept", "instruct")]
    if settled and inference.closing:
        yield _call(len(groups), "decide_nitpicks", issue_ids=settled, decision="confirm", quote=inference.closing)


def _call(number: int, name: str, **arguments: Any) -> ToolCall:
    return ToolCall(f"rule-{number}-{name}", name, json.dumps(arguments, ensure_ascii=False))
