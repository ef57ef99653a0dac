"""Puts an investor's words in place with no model: the one phrase, value or clause that they mean, or a refusal."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from investor_review.edits.clauses import appended, as_clause, deleted_passage, fitting, phrase_pattern, without_phrase
from investor_review.edits.passages import CannotPlace, CitedPassage, SourceText, short
from investor_review.edits.places import Places, Span, stems_of
from investor_review.edits.plan import Change, Proposal
from investor_review.edits.values import Value, find_values, in_style_of
from investor_review.edits.words import Delete, Insert, Keep, Operation, Replace, Say, TakeSuggestion, read_instruction

NO_WORDS = "No words were given for a change, so the document stays as it is here."
KEPT = "The investor keeps this as it is."
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
        for operation in operations:
            try:
                proposals += self._placed(operation)
            except CannotPlace as problem:
                failed.append(str(problem))
        return proposals, [*failed, *self.left]

    def _with_suggestion(self, operations: list[Operation]) -> list[Operation]:
        """The suggestion's own operations where it was taken; a replacement after it may change its words."""
        if not any(isinstance(operation, TakeSuggestion) for operation in operations):
            return operations
        suggested, rest = self.change.suggested, []
        for operation in operations:
            if isinstance(operation, TakeSuggestion):
                continue
            if isinstance(operation, Replace) and re.search(phrase_pattern(operation.old), suggested, re.IGNORECASE):
                new = operation.new
                suggested = re.sub(
                    phrase_pattern(operation.old), new.replace("\\", r"\\"), suggested, flags=re.IGNORECASE
                )
            else:
                rest.append(operation)
        taken = [op for op in read_instruction(suggested) if not isinstance(op, TakeSuggestion)]
        if not taken and not rest:
            raise CannotPlace("The suggestion was taken, but it holds no wording.")
        return [*taken, *rest]

    def _placed(self, operation: Operation) -> list[Proposal]:
        match operation:
            case Keep():
                raise CannotPlace(KEPT)
            case Replace():
                return self._replace(operation)
            case Delete():
                return self._delete(operation)
            case Insert():
                return [self._insert(operation)]
            case Say():
                return self._say(operation)
            case _:
                raise CannotPlace(NO_WORDS)

    def _replace(self, operation: Replace) -> list[Proposal]:
        if not operation.quoted and (proposals := self._by_value(operation)):
            return proposals
        if operation.wish:
            return self._say(Say(operation.wish, operation.hint))
        spans = self.places.phrases(operation.old, everywhere=operation.quoted)
        if not spans and not operation.quoted:
            return self._replace_value(operation)
        if not spans:
            raise CannotPlace(
                f"The words {short(operation.old)!r} do not stand in the cited passage, so nothing was replaced."
            )
        if not operation.every:
            spans = [self.places.single(spans, operation.hint, operation.old)]
        return [fitting(self.source.text, start, end, operation.new, styled=True) for start, end in spans]

    def _by_value(self, operation: Replace) -> list[Proposal]:
        """The value that is meant, where the new words are a value: the old words may only describe its place."""
        if proposals := self._replace_same_value(operation):
            return proposals
        new = find_values(operation.new)
        bare = len(new) == 1 and len(new[0].text) >= len(operation.new.strip(" ."))
        if not bare or new[0].kind == "duty" or find_values(operation.old):
            return []
        try:
            return self._replace_value(operation)
        except CannotPlace:
            if operation.wish and self.places.values(new[0].kind):
                raise
            return []

    def _replace_same_value(self, operation: Replace) -> list[Proposal]:
        """ "30 days" to "60 days" and "30" to "60 days" mean the value, however it is written: "thirty (30) days"."""
        old, new = find_values(operation.old), find_values(operation.new)
        if len(old) != 1 or len(new) != 1 or len(old[0].text) < len(operation.old.strip()) or new[0].kind == "duty":
            return []
        candidates = [
            value
            for value in self.places.values(new[0].kind)
            if value.meaning == old[0].meaning or (old[0].kind == "number" and value.number == old[0].number)
        ]
        if not candidates:
            return []
        if operation.every:
            return [self._value(new[0], [value], "") for value in candidates]
        return [self._value(new[0], candidates, f"{operation.new} {operation.hint}")]

    def _replace_value(self, operation: Replace) -> list[Proposal]:
        """The old words do not stand there, but a value of the same kind may: "the notice period" to "60 days"."""
        new = [value for value in find_values(operation.new) if value.kind != "duty"]
        if len(new) != 1:
            raise CannotPlace(
                f"The words {short(operation.old)!r} do not stand in the cited passage. Quote the words that "
                f"{short(operation.new)!r} shall take the place of."
            )
        old = [value for value in find_values(operation.old) if value.kind == new[0].kind]
        candidates = self.places.values(new[0].kind)
        if old:
            candidates = [value for value in candidates if value.meaning == old[0].meaning]
        return [self._value(new[0], candidates, f"{operation.old} {operation.hint}")]

    def _delete(self, operation: Delete) -> list[Proposal]:
        if operation.unit == "sentence":
            start, end = self.places.single(self.places.sentences(), operation.hint, "sentence")
            return [without_phrase(self.source.text, start, end)]
        if operation.unit:
            return [deleted_passage(self.source.text, self.places.passage(operation.hint))]
        spans = self.places.phrases(operation.old, everywhere=operation.quoted)
        if not spans:
            raise CannotPlace(
                f"The words {short(operation.old)!r} do not stand in the cited passage, so nothing was deleted."
            )
        if not operation.every:
            spans = [self.places.single(spans, operation.hint, operation.old)]
        return [without_phrase(self.source.text, start, end) for start, end in spans]

    def _insert(self, operation: Insert) -> Proposal:
        if operation.beside:
            start, end = self.places.single(
                self.places.phrases(operation.beside, everywhere=True), operation.hint, operation.beside
            )
            glue = "" if operation.wording[:1] in ",.;:)" else " "
            if operation.before:
                return Proposal(start, start, f"{operation.wording}{glue}")
            return Proposal(end, end, f"{glue}{operation.wording}")
        if not operation.verbatim and not self.appending:
            raise CannotPlace("The wording of the clause is left open.")
        wording = operation.wording if operation.verbatim else as_clause(operation.wording)
        return appended(self.source.text, self.places.passage(operation.hint or operation.wording), wording)

    def _say(self, operation: Say) -> list[Proposal]:
        wording = operation.wording.strip()
        if operation.verbatim and len(wording.split()) >= SENTENCE_WORDS:
            start, end = self._whole(operation)
            return [Proposal(start, end, wording)]
        values = find_values(wording)
        # "will" and "should" are also how a person talks; they are meant as wording only where they stand alone.
        meant = [value for value in values if value.kind != "duty" or value.text.lower() == wording.lower().strip(" .")]
        specific = [value for value in meant if value.kind != "number"] or meant
        try:
            if not specific:
                raise CannotPlace(NO_VALUE)
            hint = f"{operation.hint} {wording}"
            made = [self._value(value, self._meant(value, operation), hint) for value in specific]
        except CannotPlace:
            several = any(self._meant(value, operation) for value in specific)
            if several or not self.appending or len(wording.split()) < SENTENCE_WORDS - 2:
                raise
            passage = self.places.passage(f"{operation.hint} {wording}")
            return [appended(self.source.text, passage, as_clause(wording))]
        self._note_what_is_left(operation, specific)
        return made

    def _note_what_is_left(self, operation: Say, values: list[Value]) -> None:
        """Words beside the values that the passage does not know are not put in place; that is told."""
        if operation.explicit:
            return
        known = {stem for value in values for there in self._meant(value, operation) for stem in self._spoken_of(there)}
        rest = operation.wording
        for value in values:
            rest = rest.replace(value.text, " ")
        words = [word for word in re.findall(r"\w{3,}", rest) if stems_of(word) - known]
        if words and not self.appending:
            raise CannotPlace("Not every word has its place.")
        if words:
            sentence = f"Of {short(operation.wording)!r} only the value was put in place, and not: {', '.join(words)}."
            self.left.append(sentence)

    def _meant(self, new: Value, operation: Say) -> list[Value]:
        """The values of its kind. Words such as "require annual audits" mean only one that speaks of audits."""
        candidates = self.places.values(new.kind)
        about = set() if operation.explicit else stems_of(operation.wording.replace(new.text, " "))
        if not about:
            return candidates
        return [value for value in candidates if 2 * len(about & self._spoken_of(value)) > len(about)]

    def _spoken_of(self, value: Value) -> set[str]:
        """What the sentence of a value speaks of."""
        text = self.source.text
        return {
            stem
            for start, end in self.places.sentences()
            if start <= value.start < end
            for stem in stems_of(text[start:end])
        }

    def _value(self, new: Value, candidates: list[Value], hint: str) -> Proposal:
        """The one value of the passage that `new` takes the place of, written in its style."""
        if not candidates:
            raise CannotPlace(f"The cited passage has nothing that {new.text!r} could take the place of.")
        different = [value for value in candidates if value.meaning != new.meaning]
        if not different:
            raise CannotPlace(f"The cited passage already says {candidates[0].text!r}.")
        start, end = self.places.single([(v.start, v.end) for v in different], hint.replace(new.text, " "), new.text)
        old = next(value for value in different if value.start == start)
        return fitting(self.source.text, start, end, in_style_of(old, new), styled=False)

    def _whole(self, operation: Say) -> Span:
        """What a sentence in quotation marks takes the place of: the cited sentence, the one nearest to it in words."""
        spans = self.places.sentences()
        if not spans:
            self.places.passage("")
        if len(spans) == 1:
            return spans[0]
        words = {word.lower() for word in _WORD.findall(operation.wording)}
        scored = sorted(
            ((len(words & {w.lower() for w in _WORD.findall(self.source.text[s:e])}), (s, e)) for s, e in spans),
            reverse=True,
        )
        if scored[0][0] >= max(2, 2 * scored[1][0]):
            return scored[0][1]
        raise CannotPlace(
            f"The cited passage has {len(spans)} sentences. Quote the one that {short(operation.wording)!r} "
            "shall take the place of."
        )
