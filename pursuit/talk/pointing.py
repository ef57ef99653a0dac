"""What is said to the question on the screen, and what points at nothing in the message itself. Pure."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence, Set
from pathlib import Path
from typing import Any

from dialogue import Act, deeds_in
from pursuit.questions import Asks, asks, begins_question, clauses, has_form
from pursuit.record import Part
from pursuit.words import (
    ASKABLE,
    POINTS,
    holds,
    known_payers,
    mentions,
    of_the_trade,
    points_at_nothing,
    says_little,
    terms_of,
    things,
)
from wording.amounts import ORDINALS
from wording.answers import leading_answer, starts_over, yes_or_no
from wording.phrases import patterns

_PATTERNS = patterns(Path(__file__).with_name("patterns.txt"), re.IGNORECASE)
_SAME, _WITH_ANOTHER, _MISTAKEN, _SAYS_WHO, _WAS_IT, _WHY_OPEN = (
    _PATTERNS[name] for name in ("same", "with_another", "mistaken", "says_who", "was_it", "why_open")
)
_ANYWHERE = re.compile(r"\b(?:every|any|some)(?:where|thing|one)\b", re.IGNORECASE)
# "Also icd-10?", "the copay too please": one thing more is asked of what was asked of before.
_LEAD, _ABOUT, _TAIL, _END = (_PATTERNS[f"also_{name}"].pattern for name in ("lead", "about", "tail", "end"))
_ALSO = re.compile(
    rf"\W*(?P<lead>{_LEAD}|){_ABOUT}(?P<what>{ASKABLE}(?:\s+codes?)?)(?P<tail>{_TAIL}){_END}", re.IGNORECASE
)
# "That's wrong" is a no that refuses nothing.
_REFUSES = re.compile(r"\W*(?:no(?!,? (?:really|seriously|kidding|joke|wait)\b)|nope|nah|none|👎)", re.IGNORECASE)
# How plainly a clause has to judge what was shown.
_PLAIN = 0.3
# What a refusal may do beside refusing.
_BESIDE_A_NO = frozenset({Act.NO, Act.CONTENT, Act.ASIDE, Act.CHAT})


def asked_of(question: str, text: str) -> str:
    """What was asked of nothing before, "is it covered?", of what these words name; "" where neither is so."""
    if not points_at_nothing(question) or begins_question(text):
        return ""
    thing = f"{text[:1].lower()}{text[1:].rstrip(' .!')}"
    return POINTS.sub(lambda _: thing, question, count=1)


def behind_restart(text: str) -> str:
    """What a message that begins again asks behind that: "start over with a new one: how many visits …"; else ""."""
    rest = _WITH_ANOTHER.sub("", text[starts_over(text) :], count=1) if starts_over(text) else ""
    return rest.strip() if asks(rest) is Asks.POLICY else ""


def told_of(text: str) -> str:
    """The last thing that a message tells of and that health plans speak of; "" where it asks or tells of none."""
    made = clauses(text) if text else ()
    if any(clause.asks for clause in made):
        return ""
    return next((thing for thing in reversed(things(text, known_payers())) if of_the_trade(thing)), "")


def tells_whose(text: str) -> bool:
    """Whether a message only tells something, and of which payer."""
    payers = known_payers()
    return any(named.slot == "payer" for named in mentions(text, payers)) and not is_asked(text)


def is_asked(text: str) -> bool:
    """Whether something in a message is put as a question."""
    return any(clause.asks and has_form(clause.text) for clause in clauses(text))


def asks_whether_the_same(text: str) -> bool:
    """Whether all that a message asks is if the answer before it still holds: "she is 61, not 16. Same answer?"."""
    asking = [clause for clause in clauses(text) if clause.asks]
    return bool(asking) and all(_SAME.fullmatch(clause.text.strip()) for clause in asking)


def asks_to_wait(text: str) -> bool:
    """Whether a message begins by asking for a moment: "two minutes, I'll look through her folder" ends nothing."""
    first = next(iter(deeds_in(text)), None)
    return first is not None and first.act is Act.WAIT and first.margin >= 1


def refuses(text: str) -> bool:
    """Whether a message says no."""
    return bool(_REFUSES.match(text)) and yes_or_no(text) is False


def refuses_in_jest(acts: Set[Act], text: str, parts: Sequence[str]) -> bool:
    """Whether a no goes on with what has nothing to do with the parts: "nope, my files are in the bin"."""
    is_no = bool(_REFUSES.match(text)) and Act.NO in acts and len(acts) > 1 and acts <= _BESIDE_A_NO
    return is_no and not any(holds(part, term) for part in parts for term in terms_of(text))


def names_anew(text: str) -> bool:
    """Whether a message that asks puts a name right outside its question: "wrong plan, it's Harbor Health. How …?"."""
    told_beside = [clause.text for clause in clauses(text) if not clause.asks]
    beside = " ".join(told_beside)
    says_who = any(_SAYS_WHO.match(clause) and mentions(clause, known_payers()) for clause in told_beside)
    is_wrong = _MISTAKEN.search(beside) or any(deed.act is Act.CHANGE and deed.is_sure for deed in deeds_in(beside))
    return says_who or bool(is_wrong and mentions(beside, known_payers()))


def verdict(text: str, *, asked: bool) -> bool | None:
    """Whether the words that were shown answer, as a person says of them; None where they do not say.

    `asked`: that was the question. Unasked, only what plainly says that it is no answer counts.
    """
    if is_asked(text):
        return None
    sure = {clause.label for clause in clauses(text) if clause.margin >= _PLAIN}
    if "wrong" in sure:
        return False
    if not asked:
        return None
    if accepts(text):
        return True
    leading = leading_answer(text)
    judged = yes_or_no(text) if leading is None else leading.value
    return judged if judged is not None else ("fits" in sure or None)


def accepts(text: str) -> bool:
    """Whether a message says that what was shown is what was looked for: "brilliant, that was it"."""
    return "?" not in text and bool(_WAS_IT.fullmatch(text.strip()))


def asks_why_open(text: str) -> bool:
    """Whether a message asks why nothing was found, or what was searched, and of no policy."""
    of_us = _WHY_OPEN.fullmatch(text.strip())
    return bool(of_us) and says_little(_ANYWHERE.sub(" ", text), known_payers())


def asks_also(text: str) -> str:
    """What a message asks beside what was asked: "and icd-10?" of "also icd-10?"; "" for other messages."""
    match = _ALSO.fullmatch(text.strip())
    if match is None or not (match["lead"] or match["tail"]):
        return ""
    brief = f"And {match['what']}?"
    return brief if asks(brief) is Asks.POLICY else f"And what is the {match['what']}?"


def has_nothing(text: str) -> bool:
    """Whether a message says that the person has no document, which says nothing of words that were shown."""
    labels = {clause.label for clause in clauses(text) if clause.margin >= _PLAIN}
    return "none" in labels and not labels & {"wrong", "fits", "again"}


def named_of(text: str, parts: Sequence[Part]) -> list[Part]:
    """The one of these parts that a message names; [] where it names none or may mean several."""
    key = key_named(text, [(part.key, part.text) for part in parts])
    return [part for part in parts if part.key == key]


def key_named(text: str, parts: Sequence[tuple[str, str]]) -> str:
    """The key of the part that a text names by its number, as the last, or by its words; "" where none or several.

    `parts` are (key, text), in their order; a number is the number in the key.
    """
    words = re.findall(r"\w+", text.lower())
    numbers = [int(word) if word.isdigit() else ORDINALS.get(re.sub(r"(?<=\d)\w+", "", word), 0) for word in words]
    if number := next((number for number in numbers if number), 0):
        return next((key for key, _ in parts if key == f"sq{number}"), "")
    if "last" in words:
        return parts[-1][0] if parts else ""
    terms = [term for term in terms_of(text) if any(holds(of, term) for _, of in parts)]
    named = [key for key, of in parts if terms and all(holds(of, term) for term in terms)]
    return named[0] if len(named) == 1 else ""


def names_the_older(text: str, disputed: Sequence[Mapping[str, Any]]) -> bool:
    """Whether the year or number of a source is named that is not the newest of those in dispute."""
    held = {str(source.get("valid_from") or ""): set(re.findall(r"\d+", str(source))) for source in disputed}
    named = set(re.findall(r"\d+", text))
    return bool(named and held) and not named & held[max(held)] and any(named & numbers for numbers in held.values())
