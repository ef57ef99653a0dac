"""The conversation beside the question: what the guide is told of an objective, and which clauses it may not answer."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from django.conf import settings

from chat.assistants import help_of
from dialogue import NOBODY_NAMED, Act, Deed, Heard, Talk, deeds_in, hear, is_asked
from pursuit.asks import named, quoted, slots_named
from pursuit.closing import missing_slots
from pursuit.questions import SURE, clause_of
from pursuit.record import Part, Record
from pursuit.talk import replies
from pursuit.words import known_payers, mentions, names_of_payer, of_the_trade
from wording.markdown import escaped
from wording.phrases import patterns

# The questions that are answered by a yes or a no, as the turn keeps them: what a goodbye with open parts gets, whether
# words that were shown answer, and whether the newer of two sources counts.
YES_OR_NO = (LEAVE_OPEN, WHETHER, NEWER) = ("LEAVE_OPEN", "WHETHER", "NEWER")
# Those that stay on the screen whatever is said beside them.
STAYS = (WHETHER, NEWER)
_ABOUT = "I look up what health plans' policies say."
_BUTTON = "I only look things up; a request, an appeal or a claim goes in by the payer's portal or line."
_MEMBER_LINE = "what a plan decides, the member line on the member's card can tell"
_EXAMPLE = "Ask it such as “Is an MRI covered by Florida Medicaid?”, with the plan and the state."
# What the objective itself has to answer, beside what is of policies.
_OWN = frozenset({Act.UNDO, Act.RESTART, Act.CANCEL})
_OWN_WHILE_OPEN = frozenset({Act.END, Act.NEXT})
_P = patterns(Path(__file__).with_name("patterns.txt"), re.IGNORECASE)
# "What is a formulary?", "what does bariatric mean": the word is asked for, and no policy.
_DEFINES = _P["defines"]
_MEANS = re.compile(
    r"\b(?:meaning of|is meaning|stands? (?:for|4)|definition of|what does [\w\"“”' -]{2,30} mean)\b", re.IGNORECASE
)
# "How many times will you try?": what the assistant does is asked, and no policy.
_OF_THE_ASSISTANT = _P["of_the_assistant"]
_WHAT_IS = re.compile(r"\W*what(?:['’]s| is| are)\s+(?:an?\s+)?(?P<word>(?!the\b)[\w-]+(?: [\w-]+)?)\W*", re.IGNORECASE)
_CLAUSE = re.compile(r"[,;.?!]+\s*")
_FOR_A_PERSON = frozenset({Act.ACT_FOR_ME, Act.HUMAN})
# "After which visit do you need approval" asks of anybody.
_OF_ANYBODY = re.compile(
    r"\b(?:which|what|how (?:many|much|long|often)|when)\b.*\b(?:you|u) (?:need|have to|get|pay)\b", re.I
)
_TO_THE_ASSISTANT = re.compile(r"\b(?:you|your|yours|u|ur|this|here|for me|for us)\b", re.IGNORECASE)
_SHOWN_CHARS = 200


@dataclass(frozen=True, slots=True)
class _OpenState:
    """The open question, the same put differently, why it is asked, and its kind."""

    question: str
    again: str
    why: str
    screen: str = ""


def talk_of(record: Record, asked: str, before: Sequence[str]) -> Talk:
    """What the guide is told; `asked` names the question on the screen, `before` are the last replies."""
    now = _open_question(record, asked)
    own = _OWN | (_OWN_WHILE_OPEN if record.is_open else frozenset())
    return Talk(
        help=help_of("pursuit"),
        about=_ABOUT,
        question=now.question,
        again=now.again,
        why=now.why,
        screen=now.screen,
        summary=summary(record),
        left=left(record),
        button=_BUTTON,
        contact=f"{settings.CHAT_CONTACT.rstrip('. ') or NOBODY_NAMED['en']}; {_MEMBER_LINE}",
        before=before,
        own=own,
    )


def _yes_or_no(record: Record, asked: str) -> _OpenState | None:
    """The open question where it is answered by a yes or a no."""
    if asked == LEAVE_OPEN:
        return _OpenState(
            "Do you want me to keep it open?",
            "Say “yes” and it stays, or “never mind” and I close it.",
            "A part of your question has no answer yet. Kept open, a document that you find later can still answer it.",
            "yes_no",
        )
    if record.near and asked == WHETHER:
        what = _named(record.near)
        return _OpenState(
            f"Does that answer {what}?",
            f"Say “yes” if the words that I quoted answer {what}, or “no” and I look elsewhere.",
            f"The words that I quoted are near {what}, and I cannot tell for certain that they answer it. You can.",
            "yes_no",
        )
    if asked == NEWER and (since := replies.newer_since(record)):
        return _OpenState(
            replies.whether_newer(since),
            f"Say “yes” and what is effective {since} counts, or “no” and it stays open.",
            "Two sources say different things, and mostly the later one replaced the other. You can tell.",
            "yes_no",
        )
    return None


def _open_question(record: Record, asked: str) -> _OpenState:
    if record.is_open and (judged := _yes_or_no(record, asked)):
        return judged
    waits = [part for part in record.open_parts if part.stuck_reason == "jurisdiction"]
    if record.is_open and waits:
        missing = slots_named(missing_slots(record, waits))
        return _OpenState(
            f"Which {missing}?",
            f"I need to know which {missing}, such as “Harbor Health, Florida”; both stand on the member's card. "
            "“Never mind” ends it.",
            f"Each plan has a policy of its own, and states differ: what applies to {_named(waits)} depends on it.",
        )
    if disputed := [part for part in record.open_parts if part.conflicts and record.is_open]:
        return _OpenState(
            f"Which source counts for {_named(disputed)}?",
            "Say “use the newer one” if the later date counts, or share the notice that replaced the other.",
            "Two sources say different things, so I cannot tell which is in force.",
        )
    if record.is_open:
        what = _named(record.open_parts)
        return _OpenState(
            f"Do you have a document, a link or another name for {what}?",
            "You can paste a text or a link or drop a file here, say “try again”, “skip the last part”, or “never "
            "mind” to end it.",
            f"No source here answers {what}, so I need one from you: every answer has to stand in a source.",
        )
    if record.row is None:
        return _OpenState("What would you like to know about a policy?", _EXAMPLE, _ABOUT)
    return _OpenState("Is there anything else you want to know?", _EXAMPLE, _ABOUT)


def _named(parts: Sequence[Part]) -> str:
    return escaped(named([part.text for part in parts]))


def summary(record: Record) -> str:
    """How the question stands, a line for each part; "" while there is none."""
    if record.row is None:
        return ""
    of = ", ".join(record.slots().values())
    head = f"So far, for {escaped(of)}:" if of else "So far:"
    return "\n".join([head, "", *(_line(part) for part in record.parts)])


def _line(part: Part) -> str:
    if not part.is_open:
        answer = " ".join((part.answer or "\n".join(str(citation["quote"]) for citation in part.citations)).split())
        shown = answer if len(answer) <= _SHOWN_CHARS else f"{answer[: _SHOWN_CHARS - 1].rstrip()}…"
        return f"- {escaped(quoted(part.text))}: {escaped(shown)}"
    return f"- {escaped(quoted(part.text))}: {_WAITS.get(part.stuck_reason, 'no source answers it yet.')}"


_WAITS = {
    "jurisdiction": "it waits for the payer or the state.",
    "conflicting_info": "two sources disagree; say “use the newer one” if the later date counts.",
    "missing_code": "no code list has it.",
    "tool_failed": "a look-up did not work.",
}


def left(record: Record) -> str:
    """What is open, and what would help."""
    if record.row is None:
        return "You have asked nothing yet."
    if not record.open_parts:
        return "Nothing is open: every part of your question is answered."
    done = f"{len(record.answered)} of {len(record.parts)} parts are answered. " if len(record.parts) > 1 else ""
    return f"{done}Still open:\n\n" + "\n".join(_line(part) for part in record.open_parts)


def hear_of(message: str, talk: Talk) -> Heard:
    """The message as the guide hears it: what asks of a policy is for the objective, whatever it sounds like."""
    deeds = deeds_in(message, talk.screen)
    if len(deeds) <= 2 and (answer := _defined(message, talk)):
        return Heard([replace(deeds[0], act=Act.HELP)], reply=f"{answer} {talk.question}".strip())
    of_us = _asks_of_us(message) or _P["of_an_answer"].search(message)
    if (_MEANS.search(message) or of_us or _of_a_reply(message, talk)) and not mentions(message, known_payers()):
        # No policy is asked for the meaning of a word, or for what the assistant does.
        return hear(message, talk, [replace(deeds[0], act=Act.HELP, end=len(message), margin=1.0)])
    strays = [deed for deed in deeds if deed.is_stray]
    alone = len(strays) == len(deeds)
    ours = {deed.act for deed in strays if _of_policies(message[deed.start : deed.end], deed, talk, alone=alone)}
    if any(deed.act in (Act.QUESTION, Act.HELP) for deed in deeds):
        # Of whom a question is asked belongs to it.
        ours.add(Act.ASIDE)
    return hear(message, replace(talk, own=talk.own | ours), deeds)


def _asks_of_us(message: str) -> bool:
    """Whether a message asks what the assistant does; what it is said to do is no word of policies."""
    asks = ("?" in message or is_asked(message)) and _OF_THE_ASSISTANT.search(message)
    return bool(asks) and not of_the_trade(re.sub(r"\b(?:you|u)\s+\w+", " ", message, flags=re.IGNORECASE))


def _defined(message: str, talk: Talk) -> str:
    """What help says of a word whose meaning is asked, and of no plan's policy on it; "" for other messages."""
    clauses = [clause for clause in _CLAUSE.split(message) if re.search(r"\w\w", clause)]
    defining = [clause for clause in clauses if _DEFINES.search(clause)]
    if not (defining or _DEFINES.search(message)) or mentions(message, known_payers()):
        return ""
    whole = talk.help.find(message)
    answers = [whole] if whole and defining != clauses else [talk.help.find(clause) for clause in defining]
    return " ".join(dict.fromkeys(answer.text for answer in answers if answer))


def _of_a_reply(message: str, talk: Talk) -> bool:
    """Whether a message asks what a word is that one of the last replies has: "what is conservative treatment?"."""
    word = _WHAT_IS.fullmatch(message)
    return word is not None and any(word["word"].lower() in reply.lower() for reply in talk.before)


def _of_policies(clause: str, deed: Deed, talk: Talk, *, alone: bool) -> bool:
    """Whether a clause that sounds like talk asks of a policy, or names a plan. `alone`: all of the message is talk."""
    if deed.margin == 1.0:
        return False
    if mentions(clause, known_payers()) or (talk.question.startswith("Which ") and names_of_payer(clause)):
        return True
    asked = clause_of(clause)
    if not asked.asks or asked.margin < SURE:
        return False
    to_the_assistant = bool(_TO_THE_ASSISTANT.search(_OF_ANYBODY.sub("", clause)))
    if deed.act is Act.HELP:
        return not to_the_assistant and (not alone or (of_the_trade(clause) and not _DEFINES.search(clause)))
    return (
        of_the_trade(clause) and asked.margin > deed.margin and (deed.act not in _FOR_A_PERSON or not to_the_assistant)
    )
