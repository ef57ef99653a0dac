"""Reads the answers to the two compliance questions. Only the person's own declaration of now counts.

What a model proposes must stand in the words, and they must not plainly say the opposite, be somebody else's, of
another time, a quotation or a supposition.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from chat.assistants import Said
from dialogue import Act, deeds_in
from pa_dealing import hints
from pa_dealing.models import DraftRequest
from pa_dealing.words.meaning import FLAG_QUESTIONS, SURE, MeantClause, asks, clauses
from wording.amounts import lower, plain
from wording.answers import leading_answer, yes_or_no
from wording.attribution import is_of_another, not_in_earnest
from wording.compliance import FlagAnswers, affirmed_inside, flag_answers
from wording.compliance_topics import may_be_inside, may_be_related, names_inside, names_related
from wording.phrases import patterns
from wording.quotes import Quote
from wording.sentences import sentence_spans

_PHRASES = patterns(Path(__file__).parent / "phrases/flags.txt", re.IGNORECASE)
_DENIAL = _PHRASES["denial"]
INSIDE, RELATED = "has_inside_info", "is_related_party"
# What each meaning says of the two.
SAYS: dict[str, tuple[bool | None, bool | None]] = {
    "no_inside": (False, None),
    "not_related": (None, False),
    "neither": (False, False),
    "inside": (True, None),
    "related": (None, True),
}
# What a no answers, by the question on the screen.
_ASKS: dict[str, tuple[bool | None, bool | None]] = {
    hints.MISSING_HAS_INSIDE_INFO: (False, False),
    hints.ONLY_INSIDE_INFO: (False, None),
    hints.MISSING_IS_RELATED_PARTY: (None, False),
}
OF_ONESELF = re.compile(r"\b(?:i|i'm|i've|me|my|we|our|us|ik|mijn|wij|onze)\b", re.IGNORECASE)
# Where another question stands on the screen, a declaration must be told as surely as this.
_OUT_OF_TURN = 0.5
# A denial that begins with its no is the person's own where it is told by so much: "no relation to anyone".
_BEYOND_DOUBT = 0.9
# Who knows nobody knows it well, and "that I could think of" is none either.
_NO_DOUBT = _PHRASES["no_doubt"]
# A denial that begins so needs no margin; "that answer should be yes" affirms whatever else is told.
_NO_FIRST = _PHRASES["no_first"]
_SHOULD_BE_YES = re.compile(
    r"\b(?:answer\b.{0,60}\b(?:be|is|becomes)|(?:that|it|this) (?:has to|must|should) be) (?:a )?yes\b", re.IGNORECASE
)
_BY_NAME = re.compile(r"\brelat(?:ed|ion)|\bconnect|\banswer\b.*\byes\b", re.IGNORECASE)
# "Nobody in the family works there": a denial of one's own, whoever it names.
NOBODY = _PHRASES["nobody"]
_NOT_PUBLIC = _PHRASES["not_public"]
_NAMES_NOTHING = _PHRASES["names_nothing"]
_UNSETTLING = ("not_mine", "may_be", "asks")


@dataclass(frozen=True, slots=True)
class FlagsSaid:
    """True, False or None for each of the two, with the words that say it."""

    inside: bool | None = None
    related: bool | None = None
    inside_words: Quote | None = None
    related_words: Quote | None = None

    def evidence(self) -> dict[str, Quote]:
        words = {INSIDE: self.inside_words, RELATED: self.related_words}
        return {name: quoted for name, quoted in words.items() if quoted is not None}


def flags_declared(newest: Said, asked: str, draft: DraftRequest | None = None) -> FlagsSaid:
    """What the newest message declares as a whole; of a bare yes or no, what it answers of the question `asked`.

    A bare "no" to "do you have inside information, or are you a related party?" denies both. A bare "yes" to it
    leaves open which, and answers neither.
    """
    bare, everything = yes_or_no(newest.text), newest.whole()
    if asked == hints.MISSING_IS_RELATED_PARTY and bare is not None:
        return FlagsSaid(related=bare, related_words=everything)
    if asked == hints.ONLY_INSIDE_INFO and bare is not None:
        return FlagsSaid(inside=bare, inside_words=everything)
    if asked == hints.MISSING_HAS_INSIDE_INFO and bare is False:
        half = draft is not None and draft.is_related_party is not None
        return FlagsSaid(False, None if half else False, everything, None if half else everything)
    answers = flag_answers(newest.text)
    span = affirmed_inside(newest.text) if answers == FlagAnswers() else None
    if span and not not_in_earnest(_up_to_its_end(newest.text, span), span):
        return FlagsSaid(inside=True, inside_words=newest.quote(*span))
    if answers.inside_span == answers.related_span and asked not in FLAG_QUESTIONS:
        # "None of them" names neither: it answers the question on the screen, and that was another one.
        return FlagsSaid()
    related = newest.quote(*answers.related_span) if answers.related_span else None
    if related is not None and answers.related and asked not in FLAG_QUESTIONS and not _BY_NAME.search(related.text):
        # "My sister is on their board", said while something else is asked: the question is put, and answers it.
        related = None
    return FlagsSaid(
        answers.inside,
        answers.related if related is not None else None,
        newest.quote(*answers.inside_span) if answers.inside_span else None,
        related,
    )


def _up_to_its_end(text: str, span: tuple[int, int]) -> str:
    """A text without what follows the sentence of these words, or they themselves where the next tell who said it."""
    if _PHRASES["source"].match(text, span[1]):
        return text[: span[1]]
    return text[: next(end for _, end in sentence_spans(text, lines=True, clauses=True, talk=True) if end >= span[1])]


def relation_told(newest: Said, asked: str) -> Quote | None:
    """The words that tell who is close to a company while something else is asked: the question comes, and asks it."""
    if asked in FLAG_QUESTIONS or not_in_earnest(plainer(newest.text)):
        return None
    for clause in clauses(newest.text, asked):
        affirms = (
            clause.means("related") and may_be_related(clause.text, widely=True) and hints.names_company(clause.text)
        )
        if affirms and "?" not in clause.text and not denies(clause.text):
            return newest.quote(clause.start, clause.start + len(clause.text.rstrip(" .,;!")))
    return None


def flags_told(newest: Said, asked: str, draft: DraftRequest | None = None) -> FlagsSaid:
    """The same, and what clauses of it surely mean in words of their own, whatever else the message says."""
    declared = flags_declared(newest, asked, draft)
    if declared != FlagsSaid():
        return _with_relation_behind(declared, newest, asked)
    if not_in_earnest(plainer(newest.text)):
        return _with_relation_behind(_affirmed(newest, asked), newest, asked)
    parts = clauses(newest.text, asked)
    # "My sister sits on their board, otherwise nobody" denies no relation.
    affirmed = {clause.meaning for clause in parts if clause.means("inside", "related")}
    unsettled = _unsettled(parts)
    for clause in parts:
        inside, related = _of_the_screen(clause, asked) or SAYS.get(clause.meaning, (None, None))
        words = _quoted(newest, clause)
        if not _is_declared(clause, newest.text, asked):
            continue
        if inside is not None and (inside or not {"inside"} & (affirmed | unsettled)):
            declared = replace(declared, inside=inside, inside_words=words)
        if related is not None and (related or not {"related"} & (affirmed | unsettled)):
            declared = replace(declared, related=related, related_words=words)
    return declared


def _with_relation_behind(declared: FlagsSaid, newest: Said, asked: str) -> FlagsSaid:
    """What was declared, with a relation of which a sentence of its own behind it tells: "… I am not related."."""
    if not declared.inside or declared.related is not None or declared.inside_words is None:
        return declared
    is_behind, begins = False, [start for start, _ in sentence_spans(newest.text, lines=True, talk=True)]
    for clause in clauses(newest.text, asked):
        is_behind = is_behind or clause.means("inside") or clause.start >= declared.inside_words.end
        related = SAYS.get(clause.meaning, (None, None)) in ((None, True), (None, False))
        # Who told of it ("I was told their results") told nothing of what stands behind in a sentence of its own.
        sentence = newest.text[max((start for start in begins if start <= clause.start), default=0) :].rjust(
            len(newest.text)
        )
        if related and is_behind and _is_declared(clause, sentence, asked):
            return replace(declared, related=SAYS[clause.meaning][1], related_words=_quoted(newest, clause))
    return declared


def _quoted(newest: Said, clause: MeantClause) -> Quote:
    return newest.quote(clause.start, clause.start + len(newest.text[clause.start : clause.end].rstrip()))


def _unsettled(parts: Sequence[MeantClause]) -> set[str]:
    """Which of the two a message leaves open: of the one that a doubt names, else of those that were named last."""
    named, unsettled = {"inside", "related"}, set[str]()
    for clause in parts:
        tells = {"inside": may_be_inside(clause.text), "related": may_be_related(clause.text, widely=True)}
        named = {topic for topic, may_be in tells.items() if may_be} or named
        unsettled |= named if clause.means(*_UNSETTLING) or "?" in clause.text else set()
    return unsettled


def _of_the_screen(clause: MeantClause, asked: str) -> tuple[bool | None, bool | None] | None:
    """What a denial that names nothing answers, as "none whatever": what the question on the screen asks."""
    is_denial = True not in SAYS.get(clause.meaning, (True, True))
    return _ASKS.get(asked) if is_denial and _NAMES_NOTHING.fullmatch(clause.text) else None


def _affirmed(newest: Said, asked: str) -> FlagsSaid:
    """What a yes, or "that answer should be yes", affirms beside what somebody told: "yes, a client told me of it".

    Who says yes to the question and tells of it affirms; nothing is ever denied by such words.
    """
    answer = leading_answer(newest.text)
    if not (asked in FLAG_QUESTIONS and answer is not None and answer.value) and not _SHOULD_BE_YES.search(newest.text):
        return FlagsSaid()
    sure = (clause for clause in clauses(newest.text, asked) if clause.means("inside", "related"))
    affirmed = {clause.meaning for clause in sure if "?" not in clause.text and not _is_denied(clause)}
    inside, related = "inside" in affirmed, "related" in affirmed
    if not affirmed and answer is not None and answer.value and "?" not in newest.text:
        # Which of the two is affirmed is told by what it speaks of, where that is one of them alone.
        inside, related = may_be_inside(newest.text), may_be_related(newest.text)
        inside, related = inside and not related, related and not inside
    whole = newest.whole()
    return FlagsSaid(inside or None, related or None, whole if inside else None, whole if related else None)


def _deny_throughout(parts: Sequence[MeantClause]) -> bool:
    return all(clause.meaning in ("no_inside", "not_related", "neither", "no") for clause in parts)


def _is_declared(clause: MeantClause, text: str, asked: str) -> bool:
    """Whether a clause surely declares what it means, and no word of it says the opposite."""
    if clause.meaning not in SAYS or "?" in clause.text or clause.margin < _least_of(clause, asked):
        return False
    affirms = clause.meaning in ("inside", "related")
    if clause.meaning == "related" and asked not in FLAG_QUESTIONS and not _BY_NAME.search(clause.text):
        return False
    if not_in_earnest(plainer(text), (clause.start, clause.end)):
        return False
    # "No inside information, he is only selling phones": what denies stands before the comma.
    denial = clause.text.split(",", 1)[0]
    surely = clause.margin >= _BEYOND_DOUBT and _NO_FIRST.match(clause.text)
    if not affirms and is_of_another(denial) and not (surely or NOBODY.match(clause.text)):
        return False
    if not affirms and asked not in FLAG_QUESTIONS and not _is_of_compliance(clause.text):
        # "No to both" answers the question on the screen, and that was another one; who knows nothing about computers
        # declares nothing either.
        return False
    return affirms is not _is_denied(clause)


def _is_of_compliance(words: str) -> bool:
    """Whether words name either of the two, or speak of what is public or of who is there."""
    return names_either(words) or bool(_PHRASES["of_compliance"].search(words))


def _is_denied(clause: MeantClause) -> bool:
    """Whether a clause denies; that something is not public denies no knowledge of it."""
    return denies(_NOT_PUBLIC.sub(" ", clause.text) if clause.meaning == "inside" else clause.text)


def _least_of(clause: MeantClause, asked: str) -> float:
    """The margin that a declaration needs: less where it answers the question on the screen, least with a no first."""
    if asked not in FLAG_QUESTIONS:
        by_name = (clause.meaning == "no_inside" and names_inside(clause.text)) or (
            clause.meaning == "not_related" and names_related(clause.text)
        )
        if by_name and flag_answers(clause.text) != FlagAnswers():
            # "Related party: no" is certain.
            return 0.0
        return SURE if by_name and _NO_FIRST.match(clause.text) else _OUT_OF_TURN
    return 0.0 if _NO_FIRST.match(clause.text) and True not in SAYS[clause.meaning] else SURE


def plainer(text: str) -> str:
    """The text without the turns that sound like doubt and are none; offsets stay."""
    return _NO_DOUBT.sub(lambda match: " " * len(match[0]), text)


def denies(text: str) -> bool:
    """Whether a clause denies, in any of the words of denial, or says that it is public what is known."""
    return bool(_DENIAL.search(lower(plain(text))))


def names_either(text: str) -> bool:
    return names_inside(text) or names_related(text)


def doubted_denials(newest: Said, draft: DraftRequest, asked: str) -> list[str]:
    """The denials that the newest message may contradict ("my brother told me about the merger"): they are asked again.

    What declares an answer as a whole is no doubt. Of a complete request any mention counts: it costs a question.
    """
    if flags_declared(newest, asked) != FlagsSaid() or yes_or_no(newest.text) is not None:
        return []
    deeds = deeds_in(newest.text)
    explains = bool(deeds) and all(deed.act is Act.HELP and deed.is_sure for deed in deeds)
    if (explains or asks(newest.text)) and not OF_ONESELF.search(newest.text):
        # "What counts as inside information?" tells nothing of the person.
        return []
    parts, again = clauses(newest.text, asked), flags_told(newest, asked, draft)
    if True not in (again.inside, again.related) and again != FlagsSaid() and _deny_throughout(parts):
        # A denial that is said a second time, and nothing besides, is no doubt of it.
        return []
    widely = asked == hints.DRAFT_COMPLETE
    fields = []
    if draft.has_inside_info is False and may_be_inside(newest.text, widely=widely):
        fields.append(INSIDE)
    if draft.is_related_party is False and may_be_related(newest.text, widely=widely):
        fields.append(RELATED)
    return fields
