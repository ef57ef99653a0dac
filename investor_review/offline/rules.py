"""How the review goes with no model: decisions are read from the words, questions are answered from the document."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from dialogue import Act
from investor_review.offline import history
from investor_review.offline.changes import StatusChange
from investor_review.offline.conversation import LISTED, OF_THE_SCORE, asks_term, helped, summary
from investor_review.offline.inference import Inference, infer
from investor_review.offline.replies import after, beside, not_sure, standing_of, which
from investor_review.words import Issue, clause_number, is_sure, issues_of, named_in, questions, read
from llm.types import ModelRequest, StreamItem, TextDelta, ToolCall, replies_in
from wording.answers import leading_answer, starts_over, yes_or_no
from wording.phrases import patterns

_NO_SESSION = "There is no review in this conversation. A review begins when the analysis of a document is sent."
_ONE_BY_ONE = "I take back one decision at a time: say “undo”, and again for the one before it."
# "The last two", of what was decided.
_LAST_FEW = re.compile(r"\blast (?:two|three|four|few|couple|\d)\b", re.IGNORECASE)
_LAST = re.compile(
    r"\b(?:(?:the|my) )?(?:last|latest)\b(?! (?:issue|finding|nitpick|point|item|clause))", re.IGNORECASE
)
_READ_BACK = patterns(Path(__file__).with_suffix(".txt"), re.IGNORECASE)["read_back"]
_TERM = "term: the agreement begins on and ends on"
# What an act is called as a decision, where it is called otherwise.
_DECISIONS = {"wording": "own_wording", "praise": "accept", "settle": "confirm"}


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
        self.state, self.score = request.state, request.state["green_score"]
        self.issues = issues_of(request.state["nitpicks"])
        self.asked = history.asked_in(request)
        self.wants = questions.wants_cleanup(self.text, self.asked)
        self.leading = leading_answer(self.text) if self.asked else None
        self.rest = questions.behind_answer(self.text) if self.asked else self.text
        # A plain answer to the question decides nothing else: "yes, that would be great".
        is_answer = self.wants is False or (self.wants is not None and self.leading is not None)
        self.named = named_in(self.rest, self.issues)
        # "Why is the score only 61.5? Make it 80" words no finding.
        scored = OF_THE_SCORE.search(self.rest) is not None or f"{self.score}" in self.rest.split()
        is_answer = is_answer or (scored and not self.named)
        self.inference = Inference() if is_answer else infer(self.rest, self.issues, history.history_of(self.messages))
        self.clauses = read(self.rest, self.issues)
        listed = ("list", "weighs")
        self.labels = {c.label for c in self.clauses if is_sure(c) and (c.label not in listed or c.margin >= LISTED)}
        last = (replies_in(self.messages) or [""])[-1]
        self.done = questions.says_done(self.text) or bool(history.ARE_YOU_DONE in last and yes_or_no(self.text))

    def answer(self) -> Iterator[StreamItem]:
        if self._undoes():
            yield TextDelta(_ONE_BY_ONE) if _LAST_FEW.search(self.rest) else _call(0, "undo")
            return
        if starts_over(self.text) and not self.named:
            yield from self._start_over()
            return
        calls = list(_decisions(self.inference))
        yield from calls
        agrees = self.leading is not None and self.leading.value
        declines = self.wants is False
        if (self.done and not declines) or (calls and (self.wants or agrees)):
            # "Yes, but first …": the change is noted, and the question asked again with it.
            yield _call(len(calls), "finish_review", quote=self.text)
        elif not calls:
            yield from self._answer_or_show()

    def _undoes(self) -> bool:
        """Whether the last decision is taken back; one that is named is reopened for itself."""
        reopens = [clause for clause in self.clauses if clause.label == "reopen" and is_sure(clause)]
        bare = any(not clause.mentions or _LAST.search(clause.text) for clause in reopens)
        if not bare and any(mention.kind == "named" for clause in reopens for mention in clause.mentions):
            return False
        decided = history.before(history.history_of(self.messages), self.issues).decided if bare else ()
        # "Undo the last one, 4 shall stay open", where 4 was the last.
        if {change.issue_id for change in self.inference.changes if change.act != "reopen"} - set(decided):
            return False
        if set(named_in(_LAST.sub(" it", self.rest), self.issues)) - set(decided):
            return False
        turns_away = any(re.match(r"\W*not\b", words, re.IGNORECASE) for words in self.inference.unclear)
        return turns_away or "reopen" in self.labels

    def _start_over(self) -> Iterator[StreamItem]:
        decided = [issue.issue_id for issue in self.issues if issue.status != "open" or issue.is_left]
        if decided:
            yield _call(0, "decide_nitpicks", issue_ids=decided, decision="reopen", quote=self.text)
        else:
            yield TextDelta("Nothing is decided yet.")

    def _answer_or_show(self) -> Iterator[StreamItem]:
        if self.wants is not None:
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
        asks = "?" in self.text or "asks" in self.labels or bool({Act.QUESTION, Act.HELP} & self.acts)
        # What would change the score is told what the score is.
        asks = asks or OF_THE_SCORE.search(self.text) is not None
        if finding and _READ_BACK.search(self.text):
            yield TextDelta(standing_of(finding, self.state))
        elif finding and (asks or not self.inference.doubted):
            yield _call(1, "read_evidence", issue_id=finding.issue_id)
        elif Act.NEXT in self.acts or Act.BACK in self.acts:
            yield TextDelta("There is no other undecided finding. Say when you are done.")
        elif (asks and self._names_several()) or {"list", "weighs"} & self.labels:
            yield TextDelta("\n".join(self._list()))
        elif asks and (answer := self._help()):
            yield TextDelta(answer)
        elif self.clauses and all(clause.label == "talk" and is_sure(clause) for clause in self.clauses):
            yield TextDelta(beside(self.issues, is_asked="?" in self.text))
        elif asks:
            yield _call(1, "search_document", query=_TERM if asks_term(self.rest) else self.rest[:1000])

    def _help(self) -> str:
        """What the help says to the question; nothing where a clause of the document is asked for."""
        is_of_the_score = OF_THE_SCORE.search(self.text)
        # What asks something and no help may be in the document.
        only_asks = Act.QUESTION in self.acts and Act.HELP not in self.acts
        answer = helped("what is the score") if is_of_the_score else helped(self.text, is_of_contract=only_asks)
        if not answer or clause_number(self.rest):
            return ""
        return f"The green score is {self.score}. {answer}" if is_of_the_score else answer

    def _names_several(self) -> bool:
        return sum(len(m.ids) for clause in self.clauses for m in clause.mentions if m.kind == "named") > 1

    def _finding(self) -> Issue | None:
        """The one finding that the message names, or goes on or back to."""
        tells = all(clause.label == "talk" and is_sure(clause) for clause in self.clauses if clause.mentions)
        if len(self.named) == 1 and not tells:
            return next(issue for issue in self.issues if issue.issue_id == self.named[0])
        if Act.NEXT in self.acts:
            return history.following(self.messages, self.issues)
        return history.preceding(self.messages, self.issues) if Act.BACK in self.acts else None

    def _list(self) -> Iterator[str]:
        """The findings that are named, else those that weigh most where that is asked, else all."""
        listed = [issue for issue in self.issues if issue.issue_id in self.named] or self.issues
        if not listed:
            yield "The analysis found nothing to complain about."
        elif "weighs" in self.labels:
            worst = min((issue.severity for issue in listed), key=("high", "medium", "low").index)
            yield "The analysis gives most weight to these:\n"
            listed = [issue for issue in listed if issue.severity == worst]
        yield from summary(listed)

    def _unclear(self) -> str:
        """What is asked back where something was decided and it is not certain what; empty where nothing was."""
        if self.inference.unknown:
            unknown = ", ".join(self.inference.unknown)
            return f"There is no nitpick {unknown}; they are numbered 1 to {len(self.issues)}."
        whole = yes_or_no(self.text)
        if whole is False and any(issue.status == "in_progress" for issue in self.issues):
            return "It stays in progress. Say what you want instead, or that it shall stay open."
        if self.inference.unclear:
            return which(self.inference.unclear[0])
        if self.inference.doubted:
            return f"Nothing has changed. {not_sure(self.inference.doubted[0], self.issues)}"
        issue = history.first_undecided(self.issues)
        return f"Nothing waits for a yes or no. {history.next_is(issue)}" if whole is not None and issue else ""


def _decisions(inference: Inference) -> Iterator[ToolCall]:
    """One call for each decision, in the order of the words."""
    groups: dict[tuple[str, str, int, int], list[StatusChange]] = {}
    for change in inference.changes:
        groups.setdefault((change.act, change.words, change.start, change.suggestion), []).append(change)
    for number, ((act, words, _, suggestion), changes) in enumerate(groups.items()):
        ids = [change.issue_id for change in changes]
        only = {"suggestion": suggestion} if suggestion else {}
        yield _call(number, "decide_nitpicks", issue_ids=ids, decision=_DECISIONS.get(act, act), quote=words, **only)


def _call(number: int, name: str, **arguments: Any) -> ToolCall:
    return ToolCall(f"rule-{number}-{name}", name, json.dumps(arguments, ensure_ascii=False))
