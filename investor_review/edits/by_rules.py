"""Puts an investor's words in place with no model: the one phrase, value or clause that they mean, or a refusal."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from investor_review.edits.clauses import (
    appended,
    as_clause,
    as_sentence,
    deleted_passage,
    fitting,
    phrase_pattern,
    without_phrase,
)
from investor_review.edits.passages import CannotPlace, CitedPassage, SourceText, short
from investor_review.edits.places import Places, Span, stems_of
from investor_review.edits.plan import Change, Proposal
from investor_review.edits.values import Value, find_values, in_style_of, said_twice
from investor_review.edits.words import Operation, read_instruction

NO_WORDS = "No words were given for a change, so the document stays as it is here."
KEPT = "The investor keeps this as it is."
BOTH = "Two values stand there one behind the other, as the old and the new words of a change that was tracked do."
NO_VALUE = "The words name no value, and quote none of the document's words, that a change could be read from."
_WORD = re.compile(r"\w{3,}")
# From how many words on a quoted wording is a whole sentence, which takes the place of the cited one.
SENTENCE_WORDS = 5


def propose_by_rule(
    source: SourceText, passages: Sequence[CitedPassage], change: Change
) -> tuple[list[Proposal], list[str]]:
    """The change as proposals, and why parts of it could not be placed. Raises CannotPlace for all of it."""
    return _Rules(source, passages, change, appending=True).propose()


def propose_certain(source: SourceText, passages: Sequence[CitedPassage], change: Change) -> list[Proposal] | None:
    """Only what is certain: every part names its words or its one value. None when any part is not."""
    try:
        proposals, failed = _Rules(source, passages, change, appending=False).propose()
    except CannotPlace:
        return None
    return None if failed else proposals


@dataclass(slots=True)
class _Rules:
    source: SourceText
    passages: Sequence[CitedPassage]
    change: Change
    # Whether words without a place of their own are put behind the cited passage.
    appending: bool
    places: Places = field(init=False)
    left: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.places = Places(self.source, self.passages, self.change.title)

    def propose(self) -> tuple[list[Proposal], list[str]]:
        operations = self._with_suggestion(read_instruction(self.change.instruction))
        if not operations:
            raise CannotPlace(NO_WORDS)
        proposals: list[Proposal] = []
        failed: list[str] = []
        places = {"replace": self._replace, "delete": self._delete, "insert": self._insert, "say": self._say}
        for operation in operations:
            try:
                if operation.kind not in places:
                    raise CannotPlace(KEPT)
                proposals += places[operation.kind](operation)
            except CannotPlace as problem:
                failed.append(str(problem))
        return proposals, [*failed, *self.left]

    def _with_suggestion(self, operations: list[Operation]) -> list[Operation]:
        """The suggestion's own operations where it was taken; a replacement after it may change its words."""
        if not any(operation.kind == "take" for operation in operations):
            return operations
        suggested, rest = self.change.suggested, []
        for operation in operations:
            old = phrase_pattern(operation.old)
            if operation.kind == "replace" and re.search(old, suggested, re.IGNORECASE):
                suggested = re.sub(old, operation.wording.replace("\\", r"\\"), suggested, flags=re.IGNORECASE)
            elif operation.kind != "take":
                rest.append(operation)
        taken = [operation for operation in read_instruction(suggested) if operation.kind != "take"]
        if not taken and not rest:
            raise CannotPlace("The suggestion was taken, but it holds no wording.")
        return [*taken, *rest]

    def _replace(self, operation: Operation) -> list[Proposal]:
        if not operation.is_quoted and (proposals := self._by_value(operation)):
            return proposals
        if operation.wish:
            return self._say(Operation("say", operation.wish, operation.hint))
        spans = self.places.phrases(operation.old, everywhere=operation.is_quoted)
        if not spans and not operation.is_quoted:
            return self._replace_value(operation)
        spans = self._meant_spans(spans, operation, "replaced")
        return [
            self._both_halves(start, end, operation.wording)
            or fitting(self.source.text, start, end, operation.wording, styled=True)
            for start, end in spans
        ]

    def _both_halves(self, start: int, end: int, wording: str) -> Proposal | None:
        """Of "thirty (30) days" neither half changes alone: a contract that says two numbers says none."""
        new, whole = find_values(wording), said_twice(self.source.text, start, end)
        if whole is None or len(new) != 1 or new[0].kind not in (whole.kind, "number"):
            return None
        if len(new[0].text) < len(wording.strip(" .")):
            return None
        value = new[0] if new[0].kind == whole.kind else replace(new[0], kind=whole.kind, form=whole.form)
        return fitting(self.source.text, whole.start, whole.end, in_style_of(whole, value), styled=False)

    def _meant_spans(self, spans: list[Span], operation: Operation, done: str) -> list[Span]:
        if not spans:
            raise CannotPlace(
                f"The words {short(operation.old)!r} do not stand in the cited passage, so nothing was {done}."
            )
        return spans if operation.is_everywhere else [self.places.single(spans, operation.hint, operation.old)]

    def _by_value(self, operation: Operation) -> list[Proposal]:
        """The value that is meant, where the new words are a value: the old words may only describe its place.

        "30 days" to "60 days" and "30" to "60 days" mean the value, however it is written: "thirty (30) days".
        """
        old, new = find_values(operation.old), find_values(operation.wording)
        if len(new) != 1 or new[0].kind == "duty":
            return []
        there = self.places.values(new[0].kind)
        if len(old) == 1 and len(old[0].text) >= len(operation.old.strip()):
            same = [value for value in there if _is_same(value, old[0])]
            if same and operation.is_everywhere:
                return [self._value(new[0], [value], "") for value in same]
            if same:
                return [self._value(new[0], same, f"{operation.wording} {operation.hint}")]
        if old or len(new[0].text) < len(operation.wording.strip(" .")):
            return []
        try:
            return self._replace_value(operation)
        except CannotPlace:
            if operation.wish and there:
                raise
            return []

    def _replace_value(self, operation: Operation) -> list[Proposal]:
        """The old words do not stand there, but a value of the same kind may: "the notice period" to "60 days"."""
        new = [value for value in find_values(operation.wording) if value.kind != "duty"]
        if len(new) != 1:
            raise CannotPlace(
                f"The words {short(operation.old)!r} do not stand in the cited passage. Quote the words that "
                f"{short(operation.wording)!r} shall take the place of."
            )
        old = [value for value in find_values(operation.old) if value.kind == new[0].kind]
        there = self.places.values(new[0].kind)
        candidates = [value for value in there if not old or value.meaning == old[0].meaning]
        return [self._value(new[0], candidates, f"{operation.old} {operation.hint}")]

    def _delete(self, operation: Operation) -> list[Proposal]:
        if operation.unit == "sentence":
            spans = [self.places.single(self.places.sentences(), operation.hint, "sentence")]
        elif operation.unit:
            return [deleted_passage(self.source.text, self.places.passage(operation.hint))]
        else:
            there = self.places.phrases(operation.old, everywhere=operation.is_quoted)
            spans = self._meant_spans(there, operation, "deleted")
        return [without_phrase(self.source.text, start, end) for start, end in spans]

    def _insert(self, operation: Operation) -> list[Proposal]:
        wording = operation.wording
        if operation.beside:
            there = self.places.phrases(operation.beside, everywhere=True)
            start, end = self.places.single(there, operation.hint, operation.beside)
            glue = "" if wording[:1] in ",.;:)" else " "
            return [
                Proposal(start, start, f"{wording}{glue}")
                if operation.is_before
                else Proposal(end, end, f"{glue}{wording}")
            ]
        if not operation.is_quoted and not self.appending:
            raise CannotPlace("The wording of the clause is left open.")
        passage = self.places.passage(operation.hint or wording)
        if not operation.is_quoted:
            clause = as_sentence(wording) if operation.is_dictated else as_clause(wording)
            wording = self.source.in_voice(clause)
        return [appended(self.source.text, passage, wording, is_clause=operation.unit == "clause")]

    def _say(self, operation: Operation) -> list[Proposal]:
        operation = replace(operation, wording=operation.wording.strip())
        wording = operation.wording
        if operation.is_quoted and len(wording.split()) >= SENTENCE_WORDS:
            return [Proposal(*self._whole(operation), wording)]
        values = find_values(wording)
        # "will" and "should" are also how a person talks; they are meant as wording only where they stand alone.
        meant = [value for value in values if value.kind != "duty" or value.text.lower() == wording.lower().strip(" .")]
        specific = [value for value in meant if value.kind != "number"] or meant
        candidates = [self._meant(value, operation) for value in specific]
        hint = f"{operation.hint} {wording}"
        try:
            if not specific:
                raise CannotPlace(NO_VALUE)
            made = [self._value(value, there, hint) for value, there in zip(specific, candidates, strict=True)]
        except CannotPlace:
            if any(candidates) or not self.appending or len(wording.split()) < SENTENCE_WORDS - 2:
                raise
            clause = self.source.in_voice(as_clause(wording))
            return [appended(self.source.text, self.places.passage(hint), clause)]
        self._note_what_is_left(operation, specific, [value for there in candidates for value in there])
        return made

    def _note_what_is_left(self, operation: Operation, values: list[Value], there: list[Value]) -> None:
        """Words beside the values that the passage does not know are not put in place; that is told."""
        if operation.is_explicit:
            return
        known = {stem for value in there for stem in self._spoken_of(value)}
        rest = operation.wording
        for value in values:
            rest = rest.replace(value.text, " ")
        words = [word for word in _WORD.findall(rest) if stems_of(word) - known]
        if words and not self.appending:
            raise CannotPlace("Not every word has its place.")
        if words:
            sentence = f"Of {short(operation.wording)!r} only the value was put in place, and not: {', '.join(words)}."
            self.left.append(sentence)

    def _meant(self, new: Value, operation: Operation) -> list[Value]:
        """The values of its kind. Words such as "require annual audits" mean only one that speaks of audits."""
        there = self.places.values(new.kind)
        about = set() if operation.is_explicit else stems_of(operation.wording.replace(new.text, " "))
        return [value for value in there if not about or 2 * len(about & self._spoken_of(value)) > len(about)]

    def _spoken_of(self, value: Value) -> set[str]:
        """What the sentence of a value speaks of."""
        spans = [(start, end) for start, end in self.places.sentences() if start <= value.start < end]
        return {stem for start, end in spans for stem in stems_of(self.source.text[start:end])}

    def _value(self, new: Value, candidates: list[Value], hint: str) -> Proposal:
        """The one value of the passage that `new` takes the place of, written in its style."""
        if not candidates:
            raise CannotPlace(f"The cited passage has nothing that {new.text!r} could take the place of.")
        different = {value.start: value for value in candidates if value.meaning != new.meaning}
        if not different:
            raise CannotPlace(f"The cited passage already says {candidates[0].text!r}.")
        spans = [(value.start, value.end) for value in different.values()]
        start, end = self.places.single(spans, hint.replace(new.text, " "), new.text)
        if any(other.start - end in (0, 1) or start - other.end in (0, 1) for other in self.places.values(new.kind)):
            raise CannotPlace(BOTH)
        return fitting(self.source.text, start, end, in_style_of(different[start], new), styled=False)

    def _whole(self, operation: Operation) -> Span:
        """What a sentence in quotation marks takes the place of: the cited sentence, the one nearest to it in words."""
        spans = self.places.sentences()
        if not spans:
            self.places.passage("")
        if len(spans) == 1:
            return spans[0]
        words = {word.lower() for word in _WORD.findall(operation.wording)}
        shared = {
            span: len(words & {w.lower() for w in _WORD.findall(self.source.text[slice(*span)])}) for span in spans
        }
        best, second = sorted(spans, key=lambda span: (shared[span], span), reverse=True)[:2]
        if shared[best] >= max(2, 2 * shared[second]):
            return best
        raise CannotPlace(
            f"The cited passage has {len(spans)} sentences. Quote the one that {short(operation.wording)!r} "
            "shall take the place of."
        )


def _is_same(value: Value, old: Value) -> bool:
    return value.meaning == old.meaning or (old.kind == "number" and value.number == old.number)
