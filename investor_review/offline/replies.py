"""What is told when the tools have run: what was noted, what the document says, what comes next."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from investor_review.offline.history import ARE_YOU_DONE, first_undecided, next_is, undecided
from investor_review.offline.inference import infer
from investor_review.words import Issue, issues_of, named_in, questions
from llm.types import Message, ModelRequest, newest_words

# What would end a quotation or begin a citation.
_WITHIN_QUOTES = str.maketrans('“”"[]', "'''()")
_MOST_QUOTED = 1500
# A question of the document, which says so where it has nothing on it.
_OF_THE_DOCUMENT = re.compile(r"\b(?:document|contract|agreement|clause|section|annex|article|parties)", re.IGNORECASE)
_STATUS = {"in_progress": "in progress", "resolved": "resolved", "open": "open again, and nothing is to be changed"}


def after(newest: Message, request: ModelRequest) -> str:
    """What to tell the investor of the results in `newest`."""
    results = [json.loads(result.content) for result in newest.results]
    words = newest_words(request.messages)
    issues = issues_of(request.state["nitpicks"])
    looked_up = next((result for result in results if "passages" in result), None)
    if looked_up is not None:
        return _from_passages(looked_up, issues, request.state)
    lines = list(_noted([change for result in results for change in result.get("changed", [])], issues, request.state))
    going = [issue for issue in issues if issue.status == "in_progress"]
    if not lines and not any(result.get("not_confirmed") for result in results):
        return _nothing_changed(results, words, issues)
    if going:
        titles = ", ".join(f"{issue.number} ({issue.title})" for issue in going[:4])
        lines.append(f"Can you confirm that {titles} {'is' if len(going) == 1 else 'are'} settled?")
    elif issue := first_undecided(issues):
        lines.append(next_is(issue))
    else:
        lines.append(ARE_YOU_DONE)
    changed = {str(change["issue_id"]) for result in results for change in result.get("changed", [])}
    decided = " ".join(call.arguments for message in request.messages[-3:] for call in message.calls)
    inference = infer(questions.behind_answer(words), issues)
    for clause in inference.doubted:
        if clause not in decided and not changed & set(named_in(clause, issues)):
            lines.append(not_sure(clause, issues))
            break
    lines += [which(clause) for clause in inference.unclear[:1] if clause not in decided]
    return "\n\n".join(lines)


def which(clause: str) -> str:
    """Asks which finding a clause is of."""
    return f"Which finding do you mean by “{clause[:200]}”? Name its number or title."


def _nothing_changed(results: Sequence[Mapping[str, Any]], words: str, issues: Sequence[Issue]) -> str:
    if any(result.get("generates") is False for result in results):
        return "I make no papers yet. What shall be changed?"
    codes = {str(result.get("code")) for result in results}
    if "nothing_found" in codes and not _OF_THE_DOCUMENT.search(words):
        return beside(issues, is_asked=True)
    if "no_decision" in codes:
        return f"Nothing has changed. {not_sure(words, issues)}"
    errors = [str(result["error"]) for result in results if result.get("status") == "error"]
    return errors[0] if errors and "unchanged" not in codes else "Nothing has changed: that is how it stands already."


def _noted(changed: Sequence[Mapping[str, Any]], issues: Sequence[Issue], state: Mapping[str, Any]) -> Iterator[str]:
    """What was decided, a line for each finding; own wording in the person's words."""
    last = {str(change["issue_id"]): change for change in changed}
    lines = []
    for issue, nitpick in zip(issues, state["nitpicks"], strict=True):
        if (change := last.get(issue.issue_id)) is None:
            continue
        stands = "open, left as it is" if change["left_as_is"] else _STATUS[str(change["status"])]
        wording = str(nitpick["accepted_change_instructions"])
        if wording and wording != " ".join(issue.suggested):
            stands += f". To do: {wording}"
        elif wording:
            stands += ", as suggested"
        lines.append(f"- {issue.number}. {issue.title}: {stands}")
    if lines:
        yield "Noted:\n\n" + "\n".join(lines)


def _from_passages(result: Mapping[str, Any], issues: Sequence[Issue], state: Mapping[str, Any]) -> str:
    """The clauses that were looked up, whole, each with its chunk; of a finding first what it says."""
    issue = next((issue for issue in issues if issue.issue_id == result.get("issue_id")), None)
    parts = list(_finding(issue, state)) if issue else []
    for passage in result["passages"][:1]:
        parts.append(f"“{_quotable(str(passage['clause']))}” [{passage['chunk_id']}]")
    if issue is None:
        chunk = result["passages"][0]["chunk_id"]
        parts += [
            f"Noted for {nitpick.number}. {nitpick.title}: {kept['accepted_change_instructions']}"
            for nitpick, kept in zip(issues, state["nitpicks"], strict=True)
            if chunk in kept["citations"] and kept["accepted_change_instructions"]
        ]
    elif issue in undecided(issues):
        parts.append("Shall it be changed as suggested, otherwise, or stay as it is?")
    return "\n\n".join(parts)


def _finding(issue: Issue, state: Mapping[str, Any]) -> Iterator[str]:
    """What a finding says, what is suggested, and what was decided."""
    yield f"**{issue.number}. {issue.title}** ({issue.severity}). {issue.summary}".strip()
    yield f"Suggested: {' '.join(issue.suggested) or 'nothing'}"
    if issue.is_left or issue.status != "open":
        yield standing_of(issue, state)


def standing_of(issue: Issue, state: Mapping[str, Any]) -> str:
    """What was decided about a finding."""
    if issue.is_left:
        return "It is left as it is."
    if issue.status == "open":
        return f"Nothing is noted for {issue.number}. {issue.title}."
    wording = state["nitpicks"][issue.number - 1]["accepted_change_instructions"]
    return f"{issue.number}. {issue.title} is {issue.status.replace('_', ' ')}. To do: {wording}"


def _quotable(text: str) -> str:
    """A clause that can be quoted on one line."""
    return " ".join(text[:_MOST_QUOTED].split()).translate(_WITHIN_QUOTES)


def beside(issues: Sequence[Issue], *, is_asked: bool) -> str:
    """What is said to what is of neither the findings nor the document, and what is open."""
    reply = (
        "I can't tell you that: here I have only the contract and its findings."
        if is_asked
        else "Understood, though I can only help with the findings here; of that nothing was noted."
    )
    issue = first_undecided(issues)
    return f"{reply} Back to where we were. {next_is(issue)}" if issue else reply


def not_sure(clause: str, issues: Sequence[Issue]) -> str:
    """What is asked of words that may decide, with the finding that they may be about."""
    words, named = " ".join(clause.split())[:200], named_in(clause, issues)
    if about := next((issue for issue in issues if named == (issue.issue_id,)), None):
        return (
            f"I am not sure what “{words}” decides about {about.number}. {about.title}. Say “accept {about.number}”, "
            f"“leave {about.number}”, or what shall be written instead."
        )
    return (
        f"I am not sure that “{words}” is a decision of yours. Say that you accept the change "
        "of a finding, by its number or title, that it stays as it is, or what shall be written instead."
    )
