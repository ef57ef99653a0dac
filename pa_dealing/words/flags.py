"""Reads the answers to the two compliance questions. Only the person's own declaration of now counts.

Without a model that is a whole message which declares nothing else. What a model proposes must stand in the words, and
they must not plainly say the opposite, be somebody else's, of another time, a quotation or a supposition.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import zip_longest
from pathlib import Path

from chat.assistants import Said
from pa_dealing import hints
from pa_dealing.models import DraftRequest
from pa_dealing.words.reasons import asks
from wording.amounts import lower, plain
from wording.answers import leading_answer, yes_or_no
from wording.attribution import is_of_another, not_in_earnest, statements
from wording.compliance import FlagAnswers, affirmed_inside, flag_answers
from wording.compliance_topics import may_be_inside, may_be_related, names_inside, names_related
from wording.phrases import patterns
from wording.quotes import NotInWords, Quote

_PHRASES = patterns(Path(__file__).parent / "phrases/flags.txt")

QUESTIONS = (hints.MISSING_HAS_INSIDE_INFO, hints.ONLY_INSIDE_INFO, hints.MISSING_IS_RELATED_PARTY)
INSIDE, RELATED = "has_inside_info", "is_related_party"
_CLAUSE = re.compile(r"[^,;:.!\n]+")
_JOINED = re.compile(r"\b(?:but|and|although|though|however)\b")
# The last sentence of a longer message, which says what it comes to: "… so I do have inside information".
_CONCLUSION = re.compile(
    r"[.;!,]\s+(?:so|then|which means|meaning|therefore)\b,?\s+(i\b[^.;!?,]*)[.!]?\s*$", re.IGNORECASE
)
_RELATION = re.compile(r"related|connect|affiliat|relation|nothing to do", re.IGNORECASE)


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
    """What the newest message declares, the whole of it; of a bare yes or no, what it answers of the question `asked`.

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
    if answers == FlagAnswers() and (span := affirmed_inside(newest.text)) and not not_in_earnest(newest.text, span):
        return FlagsSaid(inside=True, inside_words=newest.quote(*span))
    if answers == FlagAnswers() and (concluded := _CONCLUSION.search(newest.text)):
        start, end = concluded.span(1)
        if flag_answers(newest.text[start:end]).inside and not is_of_another(newest.text):
            return FlagsSaid(inside=True, inside_words=newest.quote(start, end))
    if answers.inside_span == answers.related_span and asked not in QUESTIONS:
        # "None of them" names neither: it answers the question on the screen, and that was another one.
        return FlagsSaid()
    related = newest.quote(*answers.related_span) if answers.related_span else None
    if related is not None and answers.related and asked not in QUESTIONS and not _RELATION.search(related.text):
        # "My sister is on their board", said while something else is asked: the question is put, and answers it.
        related = None
    return FlagsSaid(
        answers.inside,
        answers.related if related is not None else None,
        newest.quote(*answers.inside_span) if answers.inside_span else None,
        related,
    )


def flags_proposed(newest: Said, asked: str, draft: DraftRequest, *, inside: bool, related: bool) -> FlagsSaid:
    """What of a model's proposal the newest message bears out; None for what it does not speak of.

    Raises NotInWords where the words plainly say something else, or are not the person's own declaration of now.
    """
    declared = flags_declared(newest, asked, draft)
    if declared != FlagsSaid():
        return _require_agreement(declared, inside, related)
    text = statements(newest.text)
    if not text.strip():
        raise NotInWords(
            "That asks something and answers neither question.", "Answer it, then ask as it stands in `ask`."
        )
    clauses = list(_clauses(newest, text))
    named_inside = [clause for clause in clauses if names_inside(clause.text) or _is_about_it(clause, asked, INSIDE)]
    named_related = [clause for clause in clauses if names_related(clause.text) or _is_about_it(clause, asked, RELATED)]
    if asked not in QUESTIONS:
        named_related = [clause for clause in named_related if _RELATION.search(clause.text)]
    named = [*named_inside, *named_related] or clauses
    # "I don't know anybody there" knows well.
    sure = _PHRASES["knows_none"].sub(lambda match: " " * len(match.group()), lower(plain(text)))
    if why := not_in_earnest(sure, *((clause.start, clause.end) for clause in named)):
        raise NotInWords(
            f'"{newest.text.strip()[:80]}" is {why}, and no declaration about yourself today.',
            "Ask for a short answer to the question as it stands in `ask`.",
        )
    if not named_inside and not named_related:
        return _elliptic(newest, clauses, asked, inside=inside, related=related)
    proposed = FlagsSaid()
    if named_inside:
        _require_own(text, clauses, named_inside)
        _require_same(named_inside, inside, "has_inside_info")
        _require_nothing_else(text, named_inside, inside)
        proposed = replace(proposed, inside=inside, inside_words=named_inside[0])
    if named_related:
        if not related:
            _require_own(text, clauses, named_related)
        _require_same(named_related, related, "is_related_party")
        proposed = replace(proposed, related=related, related_words=named_related[0])
    return proposed


def relation_told(newest: Said, draft: DraftRequest) -> Quote | None:
    """The clause that tells of a relative's office, with a yes that takes back the denial that stands."""
    if draft.is_related_party is not False or asks(newest.text) or may_be_inside(newest.text):
        return None
    if not _PHRASES["answers_yes"].search(lower(plain(newest.text))):
        # What only may be one is asked again.
        return None
    for clause in _clauses(newest, statements(newest.text)):
        if names_related(clause.text) and not _RELATION.search(clause.text) and not denies(clause.text):
            return None if not_in_earnest(newest.text, (clause.start, clause.end)) else clause
    return None


def _is_about_it(clause: Quote, asked: str, field: str) -> bool:
    """Whether a clause of an answer to the question is in ordinary words about what is known, or about who is there."""
    words = lower(plain(clause.text))
    if asked not in QUESTIONS or names_inside(words) or names_related(words) or _RELATION.search(words):
        return False
    people = bool(_PHRASES["of_people"].search(words))
    if field == RELATED:
        return people and asked != hints.ONLY_INSIDE_INFO
    knows = bool(_PHRASES["of_knowledge"].search(words)) and not (people and asked != hints.ONLY_INSIDE_INFO)
    return knows and asked != hints.MISSING_IS_RELATED_PARTY


def speaks_of_either(text: str) -> bool:
    """Whether a text speaks, in whatever words, of what is known of the company or of who is there."""
    words = lower(plain(text))
    topics = names_inside(words) or names_related(words)
    return topics or any(_PHRASES[name].search(words) for name in ("of_knowledge", "of_people"))


def denies(text: str) -> bool:
    """Whether a clause denies, in any of the words of denial, or says that it is public what is known."""
    words = lower(plain(text))
    return bool(_PHRASES["denial"].search(words) or _PHRASES["only_public"].search(words))


def doubted_denials(newest: Said, draft: DraftRequest, asked: str) -> list[str]:
    """The denials that the newest message may contradict ("my brother told me about the merger"): they are asked again.

    What declares an answer as a whole is no doubt. Of a complete request any mention counts: it costs a question.
    """
    if flags_declared(newest, asked) != FlagsSaid() or yes_or_no(newest.text) is not None:
        return []
    if asks(newest.text) and not _PHRASES["of_oneself"].search(lower(plain(newest.text))):
        # "What counts as inside information?" tells nothing of the person.
        return []
    widely = asked == hints.DRAFT_COMPLETE
    fields = []
    if draft.has_inside_info is False and may_be_inside(newest.text, widely=widely):
        fields.append(INSIDE)
    if draft.is_related_party is False and may_be_related(newest.text, widely=widely):
        fields.append(RELATED)
    return fields


def _require_agreement(declared: FlagsSaid, inside: bool, related: bool) -> FlagsSaid:
    """What the person declared is kept though a model denies it; otherwise the two must agree. Raises NotInWords."""
    if declared.inside is True:
        return declared
    if (declared.inside, declared.related) not in ((inside, related), (None, related), (inside, None)):
        raise NotInWords(
            "That says something else of the two questions.",
            f"The person said has_inside_info={declared.inside}, is_related_party={declared.related}.",
        )
    return declared


def _clauses(message: Said, text: str) -> Iterator[Quote]:
    """The clauses of the statements, as spans of the message."""
    for part in _CLAUSE.finditer(text):
        start = part.start()
        for joint in [*_JOINED.finditer(lower(plain(text)), part.start(), part.end()), None]:
            end = joint.start() if joint is not None else part.end()
            raw = message.text[start:end]
            left = len(raw) - len(raw.lstrip())
            if text[start:end].strip():
                yield message.quote(start + left, start + len(raw.rstrip()))
            start = joint.end() if joint is not None else end


def _require_own(text: str, clauses: list[Quote], named: list[Quote]) -> None:
    """The clauses up to the named ones speak of nobody else; a relative's office does, and is the person's relation."""
    last = max(clause.end for clause in named)
    for clause, following in zip_longest(clauses, clauses[1:]):
        nobody = _PHRASES["nobody"].match(lower(plain(clause.text)))
        of_another = not nobody and is_of_another(clause.text) and (clause in named or not names_related(clause.text))
        # "Jane from legal: …" says who speaks.
        label = (
            following in named and clause not in named and not _PHRASES["own_label"].search(lower(plain(clause.text)))
        )
        if clause.end <= last and (of_another or (label and ":" in text[clause.end : following.start])):
            raise NotInWords(
                f'"{clause.text[:80]}" speaks of somebody else.', "Ask the person of themselves, as it stands in `ask`."
            )


def _require_same(named: list[Quote], value: bool, field: str) -> None:
    for clause in named:
        words = lower(plain(clause.text))
        # "No I don't have any" denies once: its first word is the answer, and the rest says it again.
        denials = [
            word for word in _PHRASES["denial"].findall(re.sub(r"^(?:no|nope) (?=i\b)", "", words)) if word != "nor"
        ]
        if _PHRASES["nothing_unpublished"].search(words) or _PHRASES["only_public"].search(words):
            denials = denials[:1] or ["only"]
        reads = None if len(denials) > 1 else not denials if _PHRASES["assertion"].search(words) or denials else None
        if reads is not value:
            raise NotInWords(
                f'"{clause.text[:80]}" does not answer that clearly.',
                f"It does not say that {field} is {value}. Ask the question in `ask`.",
            )


def _require_nothing_else(text: str, named: list[Quote], inside: bool) -> None:
    """A denial does not stand beside what may be inside information. Raises NotInWords."""
    for clause in named:
        text = text[: clause.start] + " " * (clause.end - clause.start) + text[clause.end :]
    if not inside and may_be_inside(text):
        raise NotInWords("You deny it, and tell of what may be inside information.", "Ask the question in `ask`.")


def _elliptic(newest: Said, clauses: list[Quote], asked: str, *, inside: bool, related: bool) -> FlagsSaid:
    """An answer that names neither topic ("nothing to declare", "I'm afraid I am"), to the question on the screen."""
    words, answer = lower(plain(statements(newest.text))), leading_answer(newest.text)
    value = related if asked == hints.MISSING_IS_RELATED_PARTY else inside
    unclear = asked not in QUESTIONS or (asked == hints.MISSING_HAS_INSIDE_INFO and (inside or related))
    denied = bool(_PHRASES["denial"].search(words)) and (answer is None or not answer.value)
    affirmed = answer is not None and answer.value
    if unclear or not (affirmed if value else denied):
        raise NotInWords("That does not answer both questions clearly.", "Ask them as they stand in `ask`.")
    _require_own(newest.text, clauses, clauses)
    if not value and may_be_inside(newest.text):
        raise NotInWords("That tells of what may be inside information.", "Ask the question in `ask`.")
    everything = newest.whole()
    if asked == hints.MISSING_HAS_INSIDE_INFO:
        return FlagsSaid(False, False, everything, everything)
    if asked == hints.ONLY_INSIDE_INFO:
        return FlagsSaid(inside=value, inside_words=everything)
    return FlagsSaid(related=value, related_words=everything)
