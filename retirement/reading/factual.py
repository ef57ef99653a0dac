"""What a part of a message must be before a fact is read from it: told, by the person, of the person's own life.

A question, a supposition, a quotation and another's life give no fact; nor does talk about the talk itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from retirement.checklist import Topic
from retirement.reading.assertions import ASKED, CONDITION, QUOTED, SUPPOSED, SentenceToken, read_sentence
from retirement.reading.kinds import Kind
from retirement.reading.parts import OF_OTHERS
from retirement.reading.people import OWNING_WORDS, RELATION, SELF_WORDS, STRANGERS, ages_somebody
from retirement.reading.talk import is_about_chat, is_denial
from retirement.reading.text import SentencePart
from wording.amounts import words
from wording.phrases import groups

_PATTERNS = groups(Path(__file__).parent / "patterns/factual.txt")

# Subjects of sentences about the world: without the person in them they state nothing of the person.
_WORLD = words("everybody everyone nobody somebody someone anybody people folks they their what life time god")
# What is said to the assistant, or of what it does, is said of it, whoever else is named.
_OF_THIS = words("this that these those you your you're you've you'll")
_MOST = re.compile(r"^(?:most|many|some|all|other) (?:people|folks|retirees|americans|men|women|couples)\b")
_JOINS = words("and but or so well oh ok okay yes no ugh hey hi also because since then anyway honestly")
_REPORTS = re.compile(_PATTERNS["reports"])
_OWN_WORDS_AFTER = re.compile(r"\b(?:i|i'm|i've|my|we|our)\b")
_PLACES = re.compile(r"^(?:this|that) (?:house|home|place|job|town|city|state|condo|apartment|year)\b")
_PLEA = re.compile(_PATTERNS["plea"])
# What the assistant is told to do, or to leave.
_TELLS = re.compile(_PATTERNS["tells"])
_WAVES = re.compile(r"^(?:please |just |let's |can we |oh )*(?:never ?mind|skip|forget|pass on)\b|\bnone of your\b")
# Kinds that are told of relatives, besides those whose label says so.
_OF_FAMILY = words("family_longevity family_care_history caring_for_someone caregivers")
# What relatives do with their own money and work is no fact of their health or of who inherits.
_OWN_AFFAIRS = re.compile(_PATTERNS["own_affairs"])
_DETERMINERS = words("a an the every each some another")
_NAMED = re.compile(r"[A-Z][a-z]+ [A-Z][a-z]+\b")
# The words of a subject that may come before what is told of it, and those of a name.
_SHORT_SUBJECT, _NAME, _SHORT_ANSWER = 2, 2, 4
# What only a person does, as it begins where a person is told of: whoever stands before it is somebody.
_ENDS_WORK = re.compile(
    r"(?:retir(?:ed|es|ing)|quits?|stops|stopped|works|worked|working|left|leaves|leaving|turned|turns)\b"
)
_DEEDS = {
    **dict.fromkeys(("target_retirement_age", "age", "part_time_work", "employment_income"), _ENDS_WORK),
    "relocation": re.compile(r"(?:mov(?:ed|es|ing)|relocat(?:ed|es|ing)|liv(?:es|ed|ing))\b"),
}
_SOMEBODY = re.compile(_PATTERNS["somebody"])
# "As old as my tongue" likens, and tells of no tongue; "sometimes I want to quit" tells how somebody feels.
_LIKENS = re.compile(_PATTERNS["likens"])
# "Retiring at 55 must be nice" judges a thing and tells of nobody.
_JUDGES = re.compile(_PATTERNS["judges"])
_MOODS = re.compile(_PATTERNS["moods"])
# What may itself be so many years: "my retirement age is 66".
_OWN_AGES = words("age target_retirement_age planning_horizon")
_ELDERS = words("parent grandparent aunt uncle")
_CLOSE = ("partner", "child", "grandchild")


def factual_parts(text: str, sentence: Sequence[SentencePart], stated: Sequence[SentencePart]) -> list[SentencePart]:
    """Those of the `stated` parts of a sentence that may state facts."""
    if not stated or _PLEA.search(" ".join(part.text for part in sentence)):
        return []
    tokens, low = _tokens(text, sentence)
    return [part for part in stated if _is_factual(part, list(_of(part, tokens, low)))]


def recorded_type(text: str, parts: Sequence[SentencePart], part: SentencePart, kind: Kind, place: int) -> str | None:
    """The fact type under which a kind that a part shows is kept; None for a fact of another's life.

    What a condition says ("if I take 4%") is a plan for long-term care only, which is never more than that.
    """
    tokens, low = _tokens(text, parts, whole=False)
    mine = list(_of(part, tokens, low))
    if not _may_be_own(text, part, mine, place):
        return None
    if (deed := _DEEDS.get(kind.fact_type)) and deed.match(part.text, place) and _by_somebody(part.text[:place]):
        return None
    if (subject := ages_somebody(part.text)) and (place >= subject or kind.fact_type not in _OWN_AGES):
        return None
    if kind.topic != Topic.LONG_TERM_CARE and _mostly(mine, (CONDITION,)):
        return None
    owners = _owners(mine)
    others = {owner.split("/")[0] for owner in owners if owner} - {"third", "they", *_CLOSE}
    if not others or "" in owners:
        return kind.fact_type
    if kind.fact_type == "social_life" and "friends" in part.text:
        return kind.fact_type
    if others & STRANGERS:
        return None
    if kind.of_others or kind.fact_type in OF_OTHERS | _OF_FAMILY:
        return None if _OWN_AFFAIRS.search(part.text) else kind.fact_type
    if kind.topic == Topic.LONG_TERM_CARE and others <= _ELDERS and not kind.fact_type.startswith("ltc_"):
        return "family_care_history"
    return None


def may_answer(text: str, parts: Sequence[SentencePart]) -> bool:
    """Whether a sentence is neither a condition nor all of somebody else's life: a brother, a neighbour, a friend."""
    tokens, low = _tokens(text, parts)
    spoken = [token for part in parts for token in _of(part, tokens, low)]
    if _mostly(spoken, (CONDITION,)):
        return False
    many = len(parts[0].text.split()) > _SHORT_ANSWER
    if many and not _may_be_own(text, parts[0], spoken, len(parts[0].text)):
        return False
    owners = {owner.split("/")[0] for owner in _owners(spoken)}
    return not owners or bool(owners & {"", "third", *_CLOSE}) or not owners - {"they"}


def _owners(tokens: Sequence[SentenceToken]) -> set[str]:
    """Whose the words are; "my best" before a friend is the friend's."""
    first = next((place for place, token in enumerate(tokens[:5]) if token.word.split("'")[0] in RELATION), -1)
    spoken = [token for token in tokens[first + 1 :] if token.word not in OWNING_WORDS | _JOINS]
    return {token.owner for token in spoken if not RELATION.get(token.word)}


def _may_be_own(text: str, part: SentencePart, tokens: Sequence[SentenceToken], place: int) -> bool:
    """Whether a fact at `place` of a part may be the person's: "a guy at work lost half" is not."""
    persons = SELF_WORDS | {"he", "she"}
    if any(token.word.split("'")[0] in persons or RELATION.get(token.word) for token in tokens):
        return True
    before = part.text[:place].split()
    if before and before[0] in _DETERMINERS and len(before) > _SHORT_SUBJECT:
        return False
    return not (len(before) >= _NAME and _NAMED.match(text, part.start))


def _by_somebody(before: str) -> bool:
    """Whether words end with somebody who is neither the person nor close: "our mailman" before "retired"."""
    match = _SOMEBODY.search(before)
    if match is None or _OWN_WORDS_AFTER.search(before[: match.start()]):
        return False
    who = match["who"].split()
    return not any(word in RELATION or word.split("'")[0] in SELF_WORDS for word in who)


def _tokens(text: str, parts: Sequence[SentencePart], *, whole: bool = True) -> tuple[tuple[SentenceToken, ...], int]:
    """The words of the sentence, with the marks around it that its parts leave out; `whole`: with its last part."""
    low, high = parts[0].start, parts[-1].end
    low -= text[max(0, low - 1) : low] in ('"', "“")
    high += text[high : high + 1] in ('"', "”")
    return read_sentence(text[low:high] + ("?" if whole and parts[0].asks else "")), low


def _of(part: SentencePart, tokens: Sequence[SentenceToken], low: int) -> Iterator[SentenceToken]:
    return (token for token in tokens if part.start <= token.start + low < part.end and token.word[0].isalnum())


def _mostly(tokens: Sequence[SentenceToken], modes: tuple[str, ...]) -> bool:
    return 2 * sum(token.mode in modes for token in tokens) > len(tokens)


def _is_factual(part: SentencePart, tokens: Sequence[SentenceToken]) -> bool:
    if _mostly(tokens, (ASKED, SUPPOSED, QUOTED)) or is_about_chat([part]) or is_denial(part.text):
        return False
    if (
        _JUDGES.search(part.text)
        or _LIKENS.search(part.text)
        or _MOODS.search(part.text)
        or _WAVES.search(part.text)
        or _TELLS.match(part.text)
    ):
        return False
    reported = _REPORTS.search(part.text)
    if reported and not _OWN_WORDS_AFTER.search(reported["rest"] or ""):
        return False
    first = next((word for word in part.text.split() if word.strip(",") not in _JOINS), "")
    first = first.strip(",").split("'")[0]
    if first in _OF_THIS or _MOST.match(part.text):
        return _PLACES.match(part.text) is not None
    return first not in _WORLD or any(token.word.split("'")[0] in SELF_WORDS for token in tokens)
