"""How the review goes with no model: decisions are read from the words, questions are answered from the document."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from investor_review.offline.changes import Inference, StatusChange
from investor_review.offline.inference import infer
from investor_review.words import Issue, find_targets, questions, read_act, split, whole_answer
from llm.types import Message, ModelRequest, StreamItem, TextDelta, ToolCall
from wording.answers import leading_answer
from wording.phrases import patterns

_NO_SESSION = "There is no review in this conversation. A review begins when the analysis of a document is sent."
_DECISIONS = {
    "accept": "accept",
    "instruct": "own_wording",
    "confirm": "confirm",
    "reject": "reject",
    "leave": "leave",
    "reopen": "reopen",
}
_PATTERNS = patterns(Path(__file__).with_suffix(".txt"), re.IGNORECASE)
_STANDING = _PATTERNS["standing"]
_GREETS = _PATTERNS["greets"]
# Passages of a search that an answer quotes, and characters of each.
QUOTED, QUOTE_CHARS = 2, 320


def answer(request: ModelRequest) -> Iterator[StreamItem]:
    """The calls that the newest message asks for, or, once they have run, what to tell the investor."""
    newest = request.messages[-1]
    state = dict(request.state)
    if not state.get("session_id"):
        yield TextDelta(_NO_SESSION)
    elif newest.role == "tool":
        yield TextDelta(_after(newest, request, state))
    else:
        calls = list(_calls(newest.text, request, state))
        if calls:
            yield from calls
        else:
            yield TextDelta(_reply(newest.text, request, state))


def _calls(text: str, request: ModelRequest, state: Mapping[str, Any]) -> Iterator[ToolCall]:
    asked = _asked(request, state)
    issues = issues_of(state)
    wants, done = questions.wants_cleanup(text, asked), questions.says_done(text)
    rest = questions.behind_answer(text) if asked else text
    # A plain answer to the question decides nothing else: "yes, that would be great".
    answers = wants is not None and bool(asked and leading_answer(text))
    inference = Inference() if answers or done else _read(rest, issues, request)
    calls = list(_decisions(inference, issues))
    yield from calls
    if calls:
        # "Yes, but first …": the change is noted, and the question asked again with it.
        if wants or (asked and (leading := leading_answer(text)) and leading.value):
            yield _call(len(calls), "finish_review", quote=text)
    elif wants is not None and not inference.doubted:
        yield _call(0, "answer_generate", answer=text[:200])
    elif done:
        yield _call(0, "finish_review", quote=text)
    elif not inference.unknown:
        if asked and questions.says_not_now(text):
            yield _call(0, "answer_generate", answer=text[:200])
        yield from _look_up(rest, issues, inference)


def _decisions(inference: Inference, issues: Sequence[Issue]) -> Iterator[ToolCall]:
    """One call for each decision in the words, in their order; what is settled at once is accepted and confirmed."""
    before = {issue.issue_id: issue.status for issue in issues}
    groups: dict[tuple[str, str, int], list[StatusChange]] = {}
    for change in inference.changes:
        groups.setdefault((change.act, change.words, change.start), []).append(change)
    number = 0
    for (act, words, _), changes in groups.items():
        ids = [change.issue_id for change in changes]
        yield _call(number, "decide_nitpicks", issue_ids=ids, decision=_DECISIONS[act], quote=words)
        number += 1
        settled = [
            c.issue_id
            for c in changes
            if c.status == "resolved" and act in ("accept", "instruct") and before[c.issue_id] == "open"
        ]
        closing = inference.closing or words
        if settled:
            yield _call(number, "decide_nitpicks", issue_ids=settled, decision="confirm", quote=closing)
            number += 1


def _asked(request: ModelRequest, state: Mapping[str, Any]) -> str:
    """The question that the last reply left on the screen, by its name."""
    asked = str(state.get("asked") or "")
    last = next((message.text for message in reversed(request.messages) if message.role == "assistant"), "")
    return asked if asked and questions.sentence_of(asked) in last else ""


def _read(text: str, issues: Sequence[Issue], request: ModelRequest) -> Inference:
    return infer(text, issues, history_of(request.messages))


def _look_up(text: str, issues: Sequence[Issue], inference: Inference) -> Iterator[ToolCall]:
    """Of one nitpick that is named its evidence is read; a question of something else is looked up in the document."""
    named = find_targets(text, issues)
    if _GREETS.match(text) or (_STANDING.search(text) and (named.collective or not named.named)):
        return
    clauses = split(text)
    asks = "?" in text or any(read_act(clause.text, question=clause.question).act == "ask" for clause in clauses)
    if named.named and len(named.ids) == 1 and (asks or not (inference.doubted or inference.unclear)):
        yield _call(1, "read_evidence", issue_id=named.ids[0])
    elif asks:
        yield _call(1, "search_document", query=text[:1000])


def _after(newest: Message, request: ModelRequest, state: Mapping[str, Any]) -> str:
    results = [json.loads(result.content) for result in newest.results]
    passages = next((result["passages"] for result in results if "passages" in result), None)
    newest_words = next((message.text for message in reversed(request.messages) if message.role == "user"), "")
    issues = issues_of(state)
    if passages is not None:
        return _from_passages(newest_words, passages, issues, state)
    changed = [change for result in results for change in result.get("changed", [])]
    lines = list(_changed_lines(changed, state))
    unconfirmed = [issue_id for result in results for issue_id in result.get("not_confirmed", [])]
    errors = [result["error"] for result in results if result.get("status") == "error"]
    if not lines and not unconfirmed:
        if any(result.get("generates") is False for result in results):
            return "I make no papers yet. What shall be changed?"
        unchanged = "Nothing has changed: that is how it stands already."
        error = errors[0] if errors else ""
        if any(result.get("code") == "no_decision" for result in results):
            return f"Nothing has changed. {_not_sure(newest_words)}"
        return unchanged if not errors or any(result.get("code") == "unchanged" for result in results) else error
    going = [
        issue
        for issue in issues
        if issue.status == "in_progress" and issue.issue_id in {change["issue_id"] for change in changed}
    ]
    if going or unconfirmed:
        titles = _titles(going or [issue for issue in issues if issue.issue_id in unconfirmed])
        lines.append(f"Can you confirm that {titles} {'is' if len(going or unconfirmed) == 1 else 'are'} settled?")
    elif not any(issue.status != "resolved" for issue in issues):
        lines.append("Nothing is open any more. Are you done?")
    elif left := _next_open(
        [issue for issue in issues if issue.issue_id not in {change["issue_id"] for change in changed}]
    ):
        lines.append(f"Next: {left.number}. {left.title} ({left.severity}).")
    if doubted := infer(questions.behind_answer(newest_words), issues).doubted:
        lines.append(_not_sure(doubted[0]))
    return "\n\n".join(lines)


def _changed_lines(changed: Sequence[Mapping[str, Any]], state: Mapping[str, Any]) -> Iterator[str]:
    by_id = {nitpick["issue_id"]: (number, nitpick) for number, nitpick in enumerate(state["nitpicks"], start=1)}
    last = {change["issue_id"]: change for change in changed}
    lines = []
    for issue_id, change in last.items():
        number, nitpick = by_id[issue_id]
        status = {"in_progress": "in progress", "resolved": "resolved", "open": "open"}[change["status"]]
        if change["status"] == "open":
            status += ", left as it is" if change["from"] == "open" else " again, and nothing is to be changed"
        instruction = nitpick["accepted_change_instructions"]
        lines.append(f"- {number}. {nitpick['title']}: {status}" + (f". To do: {instruction}" if instruction else ""))
    if lines:
        yield "Noted:\n\n" + "\n".join(lines)


def _from_passages(
    message: str, passages: Sequence[Mapping[str, Any]], issues: Sequence[Issue], state: Mapping[str, Any]
) -> str:
    """Quotes of the document, each with its chunk; of a nitpick first what it says."""
    parts = []
    named = find_targets(message, issues)
    if named.named and len(named.ids) == 1:
        issue = next(issue for issue in issues if issue.issue_id == named.ids[0])
        parts.append(f"**{issue.number}. {issue.title}** ({issue.severity}). {issue.summary}".strip())
        parts.append(f"It is {issue.status.replace('_', ' ')}. Suggested: {' '.join(issue.suggested) or 'nothing'}")
    else:
        parts.append("The document says:")
    for passage in passages[:QUOTED]:
        quote = _quotable(str(passage.get("matched") or passage["text"]))
        if quote:
            parts.append(f"“{quote}” [{passage['chunk_id']}]")
    if named.named and len(named.ids) == 1 and issue.status != "resolved":
        parts.append("Shall it be changed as suggested, otherwise, or stay as it is?")
    return "\n\n".join(parts)


def _quotable(text: str) -> str:
    """The beginning of a passage that can be quoted on one line, cut at a sentence or a word."""
    line = " ".join(text.split())
    if len(line) > QUOTE_CHARS:
        cut = max(line.rfind(". ", 80, QUOTE_CHARS) + 1, 0) or line.rfind(" ", 0, QUOTE_CHARS)
        line = line[: cut or QUOTE_CHARS].rstrip()
    return line.replace("“", "'").replace("”", "'").replace("[", "(").replace("]", ")")


def _reply(text: str, request: ModelRequest, state: Mapping[str, Any]) -> str:
    issues = issues_of(state)
    asked = _asked(request, state)
    inference = _read(questions.behind_answer(text) if asked else text, issues, request)
    if inference.unknown:
        return f"There is no nitpick {', '.join(inference.unknown)}; they are numbered 1 to {len(issues)}."
    if whole_answer(text) is False and any(issue.status == "in_progress" for issue in issues):
        return "It stays in progress. Say what you want instead, or that it shall stay open."
    if inference.unclear:
        return f"Which nitpick do you mean by “{inference.unclear[0][:200]}”? Name its number or title."
    if inference.doubted:
        return f"Nothing has changed. {_not_sure(inference.doubted[0])}"
    if asked == questions.GENERATE and not _STANDING.search(text):
        return "Nothing has changed. Please say yes or no. " + questions.sentence_of(questions.GENERATE)
    if _STANDING.search(text):
        return "\n\n".join(overview(state))
    return f"Nothing has changed. {_standing(state)} Say what you think of a finding, by its number or title."


def _not_sure(clause: str) -> str:
    return (
        f"I am not sure that “{' '.join(clause.split())[:200]}” is a decision of yours. Say that you accept the change "
        "of a finding, by its number or title, that it stays as it is, or what shall be written instead."
    )


def _standing(state: Mapping[str, Any]) -> str:
    counted = state["counters"]
    return f"{counted['open']} open, {counted['in_progress']} in progress, {counted['resolved']} resolved."


def overview(state: Mapping[str, Any]) -> Iterator[str]:
    """A summary of the session, with each nitpick under its severity."""
    counted = state["counters"]
    yield (
        f"**{state['doc_title']}** of {state['company_name']}, green score {state['green_score']}. "
        f"{counted['nitpicks']} nitpicks: {counted['open']} open, {counted['in_progress']} in progress, "
        f"{counted['resolved']} resolved."
    )
    numbered = list(enumerate(state["nitpicks"], start=1))
    for severity in ("high", "medium", "low"):
        lines = [
            f"- {number}. {nitpick['title']} ({nitpick['status'].replace('_', ' ')}){_cites(nitpick)}"
            for number, nitpick in numbered
            if nitpick["severity"] == severity
        ]
        if lines:
            yield f"{severity.capitalize()} severity:\n\n" + "\n".join(lines)
    if counted["nitpicks"]:
        yield "Say what you think of one, by its number or title; say when you are done."


def issues_of(state: Mapping[str, Any]) -> list[Issue]:
    """The nitpicks of the state as the reading of words sees them."""
    return [
        Issue(
            nitpick["issue_id"],
            number,
            nitpick["title"],
            nitpick["severity"],
            nitpick["status"],
            nitpick["summary"],
            tuple(nitpick["suggested_changes"]),
        )
        for number, nitpick in enumerate(state["nitpicks"], start=1)
    ]


def history_of(messages: Sequence[Message]) -> list[dict[str, str]]:
    """What was said before the newest message, without tool calls and results."""
    return [
        {"role": message.role, "content": message.text}
        for message in messages[:-1]
        if message.role in ("user", "assistant") and message.text
    ]


def _cites(nitpick: Mapping[str, Any]) -> str:
    return "".join(f" [{chunk}]" for chunk in nitpick["citations"][:3])


def _titles(issues: Sequence[Issue]) -> str:
    names = [f"{issue.number} ({issue.title})" for issue in issues[:4]]
    return ", ".join(names) + (f" and {len(issues) - 4} more" if len(issues) > 4 else "")


def _next_open(issues: Sequence[Issue]) -> Issue | None:
    rank = {"high": 0, "medium": 1, "low": 2}
    return min(
        (issue for issue in issues if issue.status == "open"),
        key=lambda issue: (rank[issue.severity], issue.number),
        default=None,
    )


def _call(number: int, name: str, **arguments: Any) -> ToolCall:
    return ToolCall(f"rule-{number}-{name}", name, json.dumps(arguments, ensure_ascii=False))
