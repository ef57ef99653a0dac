"""Whether the newest message bears out what a model reads in it of the two compliance questions.

What is proposed must stand in the words, and they must not plainly say the opposite, be somebody else's, of another
time, a quotation or a supposition. Nothing is refused only because no list knows its words.
"""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

from chat.assistants import Said
from pa_dealing import hints
from pa_dealing.models import DraftRequest
from pa_dealing.words.flags import INSIDE, NOBODY, OF_ONESELF, RELATED, SAYS, FlagsSaid, denies, flags_told, plainer
from pa_dealing.words.meaning import SURE, MeantClause, asks, clauses
from wording.attribution import QUOTED, is_of_another, not_in_earnest, statements
from wording.compliance_topics import may_be_inside, may_be_related, names_inside, names_related
from wording.phrases import patterns
from wording.quotes import NotInWords, Quote

_PHRASES = patterns(Path(__file__).parent / "phrases/flags.txt", re.IGNORECASE)
_TAG, _UNTOLD, _OF_BOTH = _PHRASES["tag"], _PHRASES["untold"], _PHRASES["of_both"]
# It declines an offer, and answers neither question.
_DECLINES = re.compile(r"\W*(?:no|nee|nein)\W+(?:thanks|thank you|bedankt|dank\w*)\W*", re.IGNORECASE)
_OF_OTHERS = ("not_mine", "others")
_AFFIRMING, _DENYING = ("inside", "related", "may_be"), ("no_inside", "not_related", "neither", "no")
# A clause that leans to a meaning by so much is of no other.
_LEANS = 0.1


def flags_proposed(
    newest: Said, asked: str, draft: DraftRequest, *, inside: bool | None, related: bool | None
) -> FlagsSaid:
    """What of a model's proposal the newest message bears out; None for what it does not speak of.

    An answer needs a clause that speaks of it, is the person's own of now and in earnest, and does not plainly say
    the opposite. Inside information that is surely affirmed is kept though a model denies it.

    Raises:
        NotInWords: the words plainly say something else, or bear nothing of the proposal out.
    """
    newest = replace(newest, text=_TAG.sub(lambda match: ".".ljust(len(match[0])), newest.text))
    named = names_inside(newest.text) or names_related(newest.text)
    untold = _DECLINES.fullmatch(newest.text) or _UNTOLD.search(newest.text)
    if False in (inside, related) and untold and not named:
        raise _not_answered(newest, asked)
    declared = flags_told(newest, asked, draft)
    if declared.inside:
        return declared
    of_inside = _answer(newest, asked, draft, (INSIDE, inside, declared.inside, declared.inside_words), related)
    of_related = _answer(newest, asked, draft, (RELATED, related, declared.related, declared.related_words), inside)
    if of_inside is None and of_related is None:
        raise _not_answered(newest, asked)
    inside, inside_words = of_inside or (None, None)
    related, related_words = of_related or (None, None)
    return FlagsSaid(inside, related, inside_words, related_words)


def _answer(
    newest: Said,
    asked: str,
    draft: DraftRequest,
    proposed: tuple[str, bool | None, bool | None, Quote | None],
    other: bool | None,
) -> tuple[bool, Quote] | None:
    """One answer with its words: (field, proposed, surely said, its words) beside what is proposed for the `other`.

    None where the words do not speak of it. Raises NotInWords.
    """
    field, value, sure, words = proposed
    if value is None and not sure:
        return None
    # What is surely affirmed is kept, though the model left it out.
    value = True if value is None else value
    if sure is (not value) or (not value and _affirms(newest.text, asked, field, other)):
        declared = flags_told(newest, asked, draft)
        if sure is None and other is False and False in (declared.inside, declared.related):
            # "Related party: no. Of inside information I can't tell": what is left open leaves the other answer.
            return None
        raise NotInWords(
            "That says something else of the two questions.",
            f"The words do not say {field}={value}. Ask as it stands in `ask`.",
        )
    asked_of = _asked_of(asked, draft)
    bearing = [
        part
        for part in _in_earnest(newest.text, asked)
        if field in _topics(part, asked_of) and _bears(part, field, value)
    ]
    if words is None and bearing:
        words = newest.quote(bearing[0].start, bearing[-1].end)
    if words is None and value and not getattr(draft, field):
        # What would be told of the person to compliance stands nowhere in the words.
        raise _not_answered(newest, asked)
    return (value, words) if words is not None else None


def _asked_of(asked: str, draft: DraftRequest) -> set[str]:
    """The answers that the question on the screen asks for."""
    if asked == hints.MISSING_HAS_INSIDE_INFO:
        return {field for field in (INSIDE, RELATED) if getattr(draft, field) is None} or {INSIDE}
    return {hints.ONLY_INSIDE_INFO: {INSIDE}, hints.MISSING_IS_RELATED_PARTY: {RELATED}}.get(asked, set())


def _not_answered(newest: Said, asked: str) -> NotInWords:
    """Why a message bears out no answer."""
    shown, text = newest.text.strip()[:80], statements(newest.text)
    if not text.strip() or asks(text):
        return NotInWords(
            "That asks something and answers neither question.", "Answer it, then ask as it stands in `ask`."
        )
    if why := not_in_earnest(plainer(text), (0, len(text))):
        return NotInWords(
            f'"{shown}" is {why}, and no declaration about yourself today.',
            "Ask for a short answer to the question as it stands in `ask`.",
        )
    if is_of_another(text) or any(clause.means(*_OF_OTHERS) for clause in clauses(newest.text, asked)):
        return NotInWords(f'"{shown}" speaks of somebody else.', "Ask the person of themselves, as it stands in `ask`.")
    return NotInWords("That does not answer both questions clearly.", "Ask them as they stand in `ask`.")


def _in_earnest(text: str, asked: str) -> list[MeantClause]:
    """The clauses that a person says of themselves, now and in earnest; a question that tells of somebody is one."""
    without_doubt, stated = plainer(text), statements(text)
    parts = [
        clause
        for clause in clauses(text, asked)
        if not clause.means(*_OF_OTHERS)
        and (
            not (why := not_in_earnest(without_doubt, (clause.start, clause.end)))
            # "My sister sits on their board, I should declare that."
            or (why == QUOTED and clause.means("inside", "related"))
        )
        and (stated[clause.start : clause.end].strip() or _may_tell(clause))
    ]
    if parts and parts[0].meaning == "no" and any(_topics(clause, set()) for clause in parts):
        # "No, I'm not related": the "no" is of what follows it in its sentence.
        return parts[not text[parts[0].start : parts[0].end].rstrip().endswith((".", "!", ";")) :]
    return parts


def _may_tell(clause: MeantClause) -> bool:
    """Whether a question tells of one of the two besides: "does it matter that my brother works there?"."""
    tells = OF_ONESELF.search(clause.text) and (may_be_inside(clause.text) or may_be_related(clause.text))
    return not denies(clause.text) and (bool(tells) or clause.means(*_AFFIRMING))


def _bears(clause: MeantClause, field: str, value: bool) -> bool:
    """Whether a clause that speaks of this question may answer it so."""
    affirms, denied = clause.meaning in _AFFIRMING and clause.margin >= _LEANS, denies(clause.text)
    others = is_of_another(clause.text) and not clause.means("not_related") and not NOBODY.match(clause.text)
    if value:
        plainly_else = clause.meaning not in (*_AFFIRMING, "yes", "unknown") and clause.margin >= _LEANS
        tells = may_be_inside(clause.text) if field == INSIDE else may_be_related(clause.text)
        return (affirms or not denied) and (tells or not plainly_else) and not (others and field == INSIDE)
    if others or affirms or "?" in clause.text or _UNTOLD.search(clause.text):
        return False
    return clause.meaning in _DENYING or (denied and clause.margin < SURE)


def _topics(clause: MeantClause, asked_of: set[str]) -> set[str]:
    """Which of the two a clause speaks of: by name, by what it means, else by the question."""
    topics = {INSIDE} if names_inside(clause.text) else set()
    topics |= {RELATED} if names_related(clause.text) else set()
    topics |= asked_of if _OF_BOTH.search(clause.text) else set()
    if clause.margin >= _LEANS:
        says = SAYS.get(clause.meaning, (None, None)) if clause.meaning != "may_be" else (True, True)
        meant = {field for field, answer in zip((INSIDE, RELATED), says, strict=True) if answer is not None}
        # What is hardly told is of the question on the screen, and so is "no to both".
        is_sure = clause.margin >= SURE and (clause.meaning != "neither" or bool(topics))
        topics |= meant if is_sure or not (asked_of or clause.meaning == "neither") else meant & asked_of
    # A bare "yes" to both leaves open which.
    return topics or (set() if clause.meaning == "yes" and len(asked_of) > 1 else asked_of)


def _affirms(text: str, asked: str, field: str, other: bool | None) -> bool:
    """Whether a clause plainly affirms what is denied, or may; what may be either is of the one that is affirmed."""
    may_be = may_be_inside if field == INSIDE else may_be_related
    own = "inside" if field == INSIDE else "related"
    return any(
        clause.means(own) or (clause.means("may_be") and not other) or (may_be(clause.text) and not denies(clause.text))
        for clause in clauses(text, asked)
        if not clause.means(*_DENYING)
    )
