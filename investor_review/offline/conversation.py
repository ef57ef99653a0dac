"""What the guide is told of a review: the question on the screen, how the review stands, its help."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from django.conf import settings

from chat.assistants import help_of
from dialogue import Act, Talk, deeds_in
from investor_review.offline.history import history_of
from investor_review.offline.inference import infer
from investor_review.offline.screen import asked_in, first_undecided, issues_of, shown, undecided
from investor_review.offline.turn_words import LED_IN
from investor_review.words import Issue, find_targets, questions, split
from llm.types import ModelRequest, replies_in
from wording.phrases import patterns

HELP = help_of("investor_review")
_ABOUT = "I go through the findings of this contract with you, and note what you decide."
_BUTTON = (
    "Say “generate” and the papers are made and stand beside the chat; what goes to the company, you send yourself."
)
_WHY_PAPERS = "The cleaned-up document, the e-mail and the change log are made only when you say yes; nothing is sent."
_OR_NOT = "Say yes to have the papers made, no to end without them, or name a finding to go on with it."
# What only talks, whatever else is read in it, unless it names a finding.
_ONLY_TALK = frozenset((Act.THANKS, Act.GREET, Act.COMPLAIN, Act.CHAT, Act.WAIT, Act.HUMAN, Act.OTHER_LANGUAGE))
_PATTERNS = patterns(Path(__file__).with_suffix(".txt"), re.IGNORECASE)
LISTING, WEIGHS, _ABOUT_IT = _PATTERNS["listing"], _PATTERNS["weighs"], _PATTERNS["about_it"]
_GOES_ON = frozenset((Act.CONTENT, Act.CHANGE, Act.QUESTION, Act.HELP, Act.UNDO, Act.NEXT, Act.BACK))
_ALWAYS_OWN = frozenset((Act.UNDO, Act.RESTART, Act.NEXT, Act.BACK))


def talk(request: ModelRequest) -> Talk | None:
    """What the guide needs to converse about this review; None where there is none."""
    if not request.state.get("session_id"):
        return None
    issues = issues_of(request.state)
    question, again, why = _question(request, issues)
    return Talk(
        help=HELP,
        about=_ABOUT,
        question=question,
        again=again,
        why=why,
        screen="yes_no" if question.endswith("?") else "",
        summary="\n".join(summary(issues)),
        left=_left(issues),
        button=_BUTTON,
        contact=settings.CHAT_CONTACT,
        before=replies_in(request.messages),
        own=_own(request, issues),
    )


def _question(request: ModelRequest, issues: Sequence[Issue]) -> tuple[str, str, str]:
    """The open question, the same put differently, and what it is about."""
    if asked := asked_in(request):
        return questions.sentence_of(asked), _OR_NOT, _WHY_PAPERS
    current, _ = shown(request.messages, issues)
    going = [issue for issue in issues if issue.status == "in_progress"]
    issue = going[0] if going else current if current in undecided(issues) else first_undecided(issues)
    why = f"{issue.number}. {issue.title}: {issue.summary}" if issue else ""
    if issue is None:
        return ("", "", f"{current.number}. {current.title}: {current.summary}" if current else "")
    again = f"You can say “accept {issue.number}”, “leave {issue.number}”, or what it shall say instead."
    if going:
        return f"Is {issue.number}. {issue.title} settled?", again, why
    return f"Next: {issue.number}. {issue.title} ({issue.severity}).", again, why


def _own(request: ModelRequest, issues: Sequence[Issue]) -> frozenset[Act]:
    """The acts of this message that are about findings or the document, so that the guide leaves them to the rules.

    Where the words decide about a finding, nothing of them is talk; what help has no answer to may be in the document.
    """
    text = request.messages[-1].text
    deeds = deeds_in(text)
    named = find_targets(text, issues).named
    if named or not all(deed.is_sure and deed.act in _ONLY_TALK for deed in deeds):
        rest = questions.behind_answer(text) if asked_in(request) else text
        if infer(rest, issues, history_of(request.messages)).changes:
            return frozenset(Act) - {Act.HUMAN}
    own = set(_ALWAYS_OWN)
    if is_done(text, issues) or questions.wants_cleanup(text, asked_in(request)) is not None:
        own |= {deed.act for deed in deeds}
    parts = ((deed.act, text[deed.start : deed.end]) for deed in deeds)
    return frozenset(own | {act for act, words in parts if _is_of_the_review(words, act, issues)})


def _is_of_the_review(words: str, act: Act, issues: Sequence[Issue]) -> bool:
    """Whether words that ask or talk name a finding, or ask what the help has no answer to and the document may."""
    if act is not Act.HELP:
        return find_targets(words, issues).named
    numbered = find_targets(words, [replace(issue, title="", summary="") for issue in issues])
    by_number = numbered.named and not numbered.collective
    lists = bool(LISTING.search(words) or WEIGHS.search(words))
    return by_number or lists or (HELP.find(words) is None and not _ABOUT_IT.match(words))


def is_done(text: str, issues: Sequence[Issue]) -> bool:
    """Whether a message, or a clause of it, says that the investor is done with the review; a goodbye does not."""
    if questions.says_goodbye(text):
        return False
    parts = [clause.text for clause in split(text) if not clause.question and not clause.supposed]
    deeds = deeds_in(text)
    # "I see. Both should go in." goes on, whatever its first words sound like.
    goes_on = any(deed.act in _GOES_ON for deed in deeds)
    ends = [LED_IN.sub("", text[deed.start : deed.end]) for deed in deeds if deed.act is Act.END and deed.is_sure]
    return (
        questions.says_done(text)
        or any(questions.says_done(part) for part in parts)
        or any(part and not goes_on and not find_targets(part, issues).named and "?" not in part for part in ends)
    )


def summary(issues: Sequence[Issue]) -> Iterator[str]:
    """A line for every finding: what was decided about it."""
    for issue in issues:
        stands = "left as it is" if issue.is_left else issue.status.replace("_", " ")
        yield f"- {issue.number}. {issue.title} ({issue.severity}): {stands}"


def _left(issues: Sequence[Issue]) -> str:
    left = undecided(issues)
    if not left:
        return ""
    names = "; ".join(f"{issue.number}. {issue.title}" for issue in left[:6])
    return f"Undecided: {names}" + (f", and {len(left) - 6} more." if len(left) > 6 else ".")
