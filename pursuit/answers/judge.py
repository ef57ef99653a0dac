"""Did a look-up answer a part? By what the passages hold: rules judge with no model, and verify what a model quotes.

A part is answered only by a quote that stands in a passage of the payer, plan, state and day that are asked about.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Any

from pursuit.answers.citing import JUDGED, are_rivals, citation, cite, newest_first
from pursuit.answers.fit import Fit, fit, of_the_urgency
from pursuit.answers.groups import of_another_age, of_another_kind, of_another_party
from pursuit.answers.kinds import holds_sign
from pursuit.answers.meaning import QuestionMeaning, in_their_words, read_question
from pursuit.answers.periods import of_the_period
from pursuit.answers.statements import Statement, is_assertion, statements
from pursuit.answers.whose import depends_on, place_of, suits
from pursuit.words import claims_of, concepts, mentions, of_others, same_payer
from retrieval.search import Passage
from wording.quotes import find_quote

# From which share of the question a statement answers, is worth showing as near, is so where it is of the payer that
# was named, and speaks of the same thing; what is left of the share without the kind of answer asked for.
_ANSWERS, _TOUCHES, _OFFERED, _SPEAKS, _NO_ANSWER = 0.61, 0.6, 0.4, 0.5, 0.75
# What says less than so much of the question itself answers from a higher share on; so does every answer to a question
# that asks for no kind of answer, by which it would be told.
_OWN, _SURELY, _LITTLE = 0.3, 0.68, 0.2
# How far below the best a statement is shown with it, and is hardly told from it; how much it counts that a statement
# says the subject itself, and in the clause of its number; how many passages are held against each other; how many come
# first for a model, and are shown as near at most.
_AS_GOOD, _ALIKE, _SAYS_ITSELF, _TELLS, _RIVALS, _NEAREST = 0.12, 0.05, 0.15, 0.02, 6, 3


@dataclass(frozen=True, slots=True)
class Found:
    """What passages say on a part. `status` is answered, partial or failed; blocked when `depends` names slots."""

    status: str = "failed"
    reason: str = "no_evidence"
    citations: tuple[Mapping[str, Any], ...] = ()
    conflicts: tuple[Mapping[str, Any], ...] = ()
    depends: tuple[str, ...] = ()
    coverage: float = 0.0
    passages: tuple[Passage, ...] = field(default=(), repr=False)


@dataclass(frozen=True, slots=True)
class AskedPart:
    """A part as passages are held against it.

    `subject` is its text without payer, plan and state, which `slots` has. `own` are the person's documents of this
    thread, `newest` lets the later effective date settle a contradiction. `states` are those that the named payer has
    policies of, `refused` the places of words that the person said are no answer. `differs`: each payer answers it
    for itself.
    """

    text: str
    subject: str
    slots: Mapping[str, str]
    today: date
    own: frozenset[str] = frozenset()
    newest: bool = False
    context: str = ""
    states: frozenset[str] = frozenset()
    refused: Sequence[Mapping[str, Any]] = ()
    differs: bool = False

    def is_refused(self, passage: Passage, statement: Statement) -> bool:
        """Whether the person was shown these words, and said that they are no answer."""
        return any(
            (place["document"], place["chunk"]) == (str(passage.document_id), passage.chunk_id)
            and place["start"] < statement.end
            and statement.start < place["end"]
            for place in self.refused
        )


@dataclass(frozen=True, slots=True)
class PassageReading:
    """A passage's best statement for a question, how it fits, and the share of the question that it answers."""

    passage: Passage
    statement: Statement
    fit: Fit
    share: float
    rank: float

    @property
    def answers(self) -> bool:
        least = _ANSWERS if self.fit.own >= _OWN and self.fit.has_form else _SURELY
        return self.fit.answers and self.share >= least and (self.fit.has_form or self.fit.own >= _LITTLE)


def read(asked: AskedPart, question: QuestionMeaning, passage: Passage, rest: str) -> PassageReading | None:
    """The statement of a passage that answers best; one of another payer's, or of nobody's, never answers.

    `rest` is what was found of its document.
    """
    above, _, leaf = passage.heading.rpartition(" › ")
    title = f"{passage.title}\n{above}\n{place_of(passage, 'payer')}".replace("_", " ")
    wanted, unclaimed = claims_of(asked.slots), _unclaimed(asked, passage)
    best: PassageReading | None = None
    for statement in filter(is_assertion, statements(passage.text)):
        if leaf and leaf != passage.title:
            statement = replace(statement, label=f"{leaf}\n{statement.label}")
        whose = f"{passage.heading}\n{statement.above}\n{statement.label}\n{statement.self_text}"
        if asked.is_refused(passage, statement) or of_others(wanted, whose):
            continue
        how = fit(question, statement, title=title, rest=rest)
        share = how.subject if how.answers else how.subject * _NO_ANSWER
        others = (
            of_another_age(asked.text, asked.context, f"{title}\n{statement.label}\n{statement.self_text}")
            or of_another_kind(asked.text, statement, title, question.kind)
            or (question.kind == "time" and of_another_party(asked.text, statement))
        )
        share = min(share, _ANSWERS - 0.01) if unclaimed or others else share
        reading = PassageReading(
            passage, statement, how, share, share + _SAYS_ITSELF * (how.own + how.plain) + _TELLS * how.names_it
        )
        if best is None or (reading.answers, reading.rank) > (best.answers, best.rank):
            best = reading
    return best


def _unclaimed(asked: AskedPart, passage: Passage) -> bool:
    """Whether a payer was named, and nothing says that this passage is that payer's."""
    named = asked.slots.get("payer", "")
    if not named or str(passage.document_id) in asked.own or place_of(passage, "payer"):
        return False
    words = f"{passage.title}\n{passage.heading}\n{passage.text}\n{passage.source}"
    return not any(
        mention.slot == "payer" and same_payer(mention.value, named) for mention in mentions(words, (named,))
    )


def _holds_sign(asked: AskedPart, passage: Passage) -> bool:
    return holds_sign(asked.text, f"{passage.title}\n{passage.heading}\n{passage.text}")


def judge(asked: AskedPart, passages: Sequence[Passage]) -> Found:
    """What the passages say on a part."""
    suiting = [other for other in passages if suits(other, asked.slots) and _holds_sign(asked, other)]
    words = frozenset().union(*(concepts(f"{other.heading}\n{other.text}") for other in suiting))
    question = in_their_words(read_question(asked.subject, asked.context), words)
    near = _nearest_first(asked, question, suiting)
    in_force = [
        reading for reading in near if not (reading.passage.valid_to and reading.passage.valid_to <= asked.today)
    ]
    if in_force and in_force[0].answers:
        # What has ended contradicts nothing that is in force.
        near = in_force
    # What the rules do not pass may say it in words that they do not know.
    readable = _readable(asked, near)
    # Of a payer's own policies the person can tell whether they answer what the rules cannot place.
    touches = _OFFERED if near and asked.slots.get("payer") and not _unclaimed(asked, near[0].passage) else _TOUCHES
    if not near or near[0].share < touches:
        return _nothing(asked, near, readable)
    best = near[0]
    top = [
        reading
        for reading in near
        if reading.answers == best.answers and reading.share >= max(_TOUCHES, best.share - _AS_GOOD)
    ]
    shown = tuple(reading.passage for reading in top)
    cited = cite(best.passage, best.statement, leans=best.fit.leans)
    alike = _alike(near, 0.0 if best.answers else _ALIKE)
    depends = depends_on(shown, asked.slots, asked.states)
    if depends and (best.answers or "payer" not in asked.slots):
        return Found("blocked", "jurisdiction", depends=depends, coverage=best.share, passages=shown)
    if not best.answers:
        return Found("partial", "no_evidence", alike, coverage=best.share, passages=readable or shown)
    # A model may find a better answer than the rules' own in what they passed over.
    readable = (*shown, *(passage for passage in readable if passage not in shown))
    settled = _settled(asked, question, cited, near, readable)
    if settled.status == "answered" and len(alike) > 1 and not asked.newest:
        # Nothing tells which of them it is.
        return replace(settled, status="partial", reason="no_evidence", citations=alike)
    return settled


def _nothing(asked: AskedPart, near: Sequence[PassageReading], readable: tuple[Passage, ...]) -> Found:
    """What is told where nothing is near: of nobody in particular, whose policy it is may be all that is missing."""
    if near and asked.differs and not asked.slots and not asked.own:
        return Found("blocked", "jurisdiction", depends=("payer", "state"), passages=readable)
    return Found(coverage=near[0].share if near else 0.0, passages=readable)


def _nearest_first(asked: AskedPart, question: QuestionMeaning, suiting: Sequence[Passage]) -> list[PassageReading]:
    rests = {other.document_id: "" for other in suiting}
    for place in suiting:
        rests[place.document_id] += f"{place.text}\n\n"
    readings = [other for passage in suiting if (other := read(asked, question, passage, rests[passage.document_id]))]
    return sorted(readings, key=lambda reading: (-reading.answers, -reading.rank, -reading.passage.score))


def _alike(near: Sequence[PassageReading], apart: float) -> tuple[Mapping[str, Any], ...]:
    """The nearest words as citations; several where the rules can hardly tell which are nearer."""
    best = near[0]
    return tuple(
        cite(reading.passage, reading.statement, leans=reading.fit.leans)
        for reading in near[:_NEAREST]
        if reading.answers == best.answers and reading.rank >= best.rank - apart
    )


def _readable(asked: AskedPart, near: Sequence[PassageReading]) -> tuple[Passage, ...]:
    """The passages that a model may read for a part: the nearest by the rules, then by the search; none of nobody's."""
    own = [reading.passage for reading in near if not _unclaimed(asked, reading.passage)]
    return (*own[:_NEAREST], *sorted(own[_NEAREST:], key=lambda passage: -passage.score))


def _settled(
    asked: AskedPart,
    question: QuestionMeaning,
    cited: Mapping[str, Any],
    near: Sequence[PassageReading],
    shown: tuple[Passage, ...],
) -> Found:
    """An answer, of the nearest reading, held against what other documents answer to it, and against the day."""
    coverage = near[0].share
    # Whoever answers otherwise is a rival, also where it answers less of the question; what only sets a limit or a
    # condition answers nothing of whether a thing is covered.
    others = [
        cite(reading.passage, reading.statement, leans=reading.fit.leans)
        for reading in near[1:_RIVALS]
        if reading.share >= _SPEAKS
        and reading.fit.answers
        and (question.kind not in JUDGED or reading.fit.plain >= near[0].fit.plain)
    ]
    rivals = [other for other in others if are_rivals(cited, other, question.kind)]
    if asked.newest and rivals:
        cited = max([cited, *rivals], key=lambda rival: str(rival["valid_from"]))
        return Found("answered", "", (cited,), coverage=coverage, passages=shown)
    if rivals:
        pair = newest_first((cited, rivals[0]))
        return Found("partial", "conflicting_info", conflicts=pair, coverage=coverage, passages=shown)
    if cited["valid_to"] and cited["valid_to"] <= asked.today.isoformat():
        return Found("partial", "conflicting_info", (), (cited,), coverage=coverage, passages=shown)
    return Found("answered", "", (cited,), coverage=coverage, passages=shown)


def disputed(asked: AskedPart, citations: Sequence[Mapping[str, Any]]) -> tuple[Mapping[str, Any], ...]:
    """Of what a model cites, the two that disagree, the newer first, or what alone there is and has ended; else ()."""
    today, kind = asked.today.isoformat(), read_question(asked.subject, asked.context).kind
    in_force = [cited for cited in citations if not (cited["valid_to"] and cited["valid_to"] <= today)]
    if not in_force:
        return tuple(citations[:1])
    pairs = (
        (cited, other)
        for n, cited in enumerate(in_force)
        for other in in_force[n + 1 :]
        if are_rivals(cited, other, kind)
    )
    return () if asked.newest else next((newest_first(pair) for pair in pairs), ())


def verified(quote: str, passage: Passage, asked: AskedPart | None = None) -> dict[str, Any] | None:
    """The citation of a quote that a model gave, in the passage's own words; None where it does not stand there.

    Nor, for what was `asked`, where it is a title, of another plan or state, period, or kind (standard or expedited).
    """
    place = find_quote(quote, passage.text, inside_words=True) if len(quote.split()) >= 3 else None
    if place is None or asked is None:
        return citation(passage, place.start, place.end) if place else None
    wanted, periods = claims_of(asked.slots), read_question(asked.subject, asked.context).periods
    quoted = [
        statement
        for statement in statements(passage.text)
        if statement.start < place.end and place.start < statement.end and is_assertion(statement)
    ]
    words = [f"{statement.label}\n{statement.self_text}" for statement in quoted]
    below = (f"{passage.heading}\n{of.above}\n{text}" for of, text in zip(quoted, words, strict=True))
    if not words or any(of_others(wanted, text) for text in below):
        return None
    # Of "30 days, expedited 72 hours" only the one half may be quoted.
    stands = of_the_urgency(asked.text, quote) and any(
        of_the_period(periods, text, counts=False) and of_the_urgency(asked.text, text) for text in words
    )
    return citation(passage, place.start, place.end) if stands else None
