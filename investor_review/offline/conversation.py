"""What the guide is told of a review: the question on the screen, how the review stands, its help."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from django.conf import settings

from chat.assistants import help_of
from dialogue import Act, Talk, deeds_in, everyday_words
from investor_review.offline.history import asked_in, first_undecided, history_of, next_is, shown, undecided
from investor_review.offline.inference import infer
from investor_review.words import Issue, find_namings, is_sure, issues_of, questions, read
from llm.types import ModelRequest, replies_in
from wording.amounts import lower
from wording.phrases import patterns

HELP = help_of("investor_review")
_ABOUT = "I go through the findings of this contract with you, and note what you decide."
_BUTTON = (
    "Say “generate” and the papers are made and stand under “Findings”; what goes to the company, you send yourself."
)
_WHY_PAPERS = "The cleaned-up document, the e-mail and the change log are made only when you say yes; nothing is sent."
_OR_NOT = "Say yes to have the papers made, no to end without them, or name a finding to go on with it."
# What only talks, whatever else is read in it, unless it names a finding.
_ONLY_TALK = frozenset((Act.THANKS, Act.GREET, Act.COMPLAIN, Act.CHAT, Act.WAIT, Act.HUMAN, Act.OTHER_LANGUAGE))
_ALWAYS_OWN = frozenset((Act.UNDO, Act.RESTART, Act.NEXT, Act.BACK))
# What asks for findings; the help is asked before the document where a message only asks.
_SHOWS = frozenset({"show", "list", "weighs"})
OF_THE_SCORE = re.compile(r"\b(?:scores?|rating)\b", re.IGNORECASE)
# "Their first site", "how long do they keep the results?"; "do you send it to them?" is none.
_PARTIES = re.compile(
    r"\b(?:they|their|theirs|them|the (?:company|buyer|seller|supplier|provider|parties|contract|agreement))\b", re.I
)
_YOU = re.compile(r"\b(?:you|your|i|me|my|us|see|sees|read|reads|know|knows)\b", re.IGNORECASE)
# How like a question of the help such a question must be, to be one.
_PLAINLY = 0.65
_MARKS = re.compile(r"[.,:;?!]")
_NUMBERED = re.compile(r"\d$|^(?:number|finding|issue|item|point|no)\b", re.IGNORECASE)
# What asks for the list by this margin is asking for no help, whatever words of it the help has.
LISTED = 0.25
# Contracts have other words for how long they run than people who ask for it.
_ASKS_TERM = patterns(Path(__file__).with_name("rules.txt"), re.IGNORECASE)["asks_term"]
# A question of so many words may be about what stands on the screen: "why is that?".
_ABOUT_IT_WORDS = 6


def talk(request: ModelRequest) -> Talk | None:
    """What the guide needs to converse about this review; None where there is none."""
    if not request.state.get("session_id"):
        return None
    issues = issues_of(request.state["nitpicks"])
    question, again, why = _question(request, issues)
    screen = "yes_no" if question.endswith("?") else ""
    return Talk(
        help=HELP,
        about=_ABOUT,
        question=question,
        again=again,
        why=why,
        screen=screen,
        summary="\n".join(summary(issues)),
        left=_left(issues),
        button=_BUTTON,
        contact=settings.CHAT_CONTACT,
        before=replies_in(request.messages),
        own=_own(request, issues, screen),
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
    return next_is(issue), again, why


def _own(request: ModelRequest, issues: Sequence[Issue], screen: str) -> frozenset[Act]:
    """The acts of this message that are about findings or the document, so that the guide leaves them to the rules.

    Where the words decide about a finding, nothing of them is talk; what help has no answer to may be in the document.
    """
    text = request.messages[-1].text
    deeds = deeds_in(text, screen)
    if find_namings(text, issues) or not all(deed.is_sure and deed.act in _ONLY_TALK for deed in deeds):
        rest = questions.behind_answer(text) if asked_in(request) else text
        inference = infer(rest, issues, history_of(request.messages))
        # An order behind a question is read with the question: alone it would be about what stands on the screen.
        if inference.changes or any("?" in rest[: rest.find(words)] for words in inference.doubted):
            return frozenset(Act) - {Act.HUMAN, Act.ASIDE}
    own = set(_ALWAYS_OWN)
    if questions.says_done(text) or questions.wants_cleanup(text, asked_in(request)) is not None:
        own |= {deed.act for deed in deeds}
    if "?" in text and _asks_of_contract(text) and not helped(text):
        # "Do they have insurance, and how much is it?"
        own.add(Act.HELP)
    parts = ((deed.act, text[deed.start : deed.end]) for deed in deeds)
    return frozenset(own | {act for act, words in parts if _is_of_the_review(words, act, issues)})


def _is_of_the_review(words: str, act: Act, issues: Sequence[Issue]) -> bool:
    """Whether words that ask or talk name a finding, or ask what the help has no answer to and the document may."""
    clauses = read(words, issues)
    named = [mention for clause in clauses for mention in clause.mentions if mention.kind == "named"]
    if act is not Act.HELP or OF_THE_SCORE.search(words):
        return bool(named or OF_THE_SCORE.search(words))
    by_number = any(_NUMBERED.search(words[mention.start : mention.end]) for mention in named)
    if any(clause.label == "list" and clause.margin >= LISTED for clause in clauses):
        return True
    shows = any(clause.label in _SHOWS and is_sure(clause) for clause in clauses)
    # A word that is not of everyday speech is not of what stands on the screen, however short the question is.
    is_plain = everyday_words().issuperset(re.findall(r"[^\W\d_]+", lower(words)))
    is_long = len(words.split()) > _ABOUT_IT_WORDS or _asks_of_contract(words) or not is_plain
    return by_number or (not helped(words) and (shows or is_long))


def helped(words: str, *, is_of_contract: bool = False) -> str:
    """What the help says to a question; to one of the contract only where the whole of it is plainly the help's own."""
    if asks_term(words):
        return ""
    is_of_contract = is_of_contract or _asks_of_contract(words)
    answer = HELP.find(_MARKS.sub(" ", words), _PLAINLY) if is_of_contract else HELP.find(words)
    return answer.text if answer else ""


def asks_term(words: str) -> bool:
    """Whether a question is of how long the contract runs."""
    return _ASKS_TERM.search(words) is not None


def _asks_of_contract(words: str) -> bool:
    """Whether a question is of what the parties do or have, or of how long the contract runs."""
    return asks_term(words) or (_PARTIES.search(words) is not None and _YOU.search(words) is None)


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
