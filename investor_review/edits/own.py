"""The investor's own wording behind a cited passage, and what an instruction would be as a sentence of a contract."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from investor_review.edits.by_model import checked
from investor_review.edits.clauses import appended, as_sentence
from investor_review.edits.passages import CannotPlace, CitedPassage, SourceText
from investor_review.edits.places import Places
from investor_review.edits.plan import Change, Proposal, Propose
from investor_review.edits.values import find_values, in_style_of, unsupported
from investor_review.edits.voice import in_third_person, is_order, with_terms
from investor_review.edits.words import unaddressed
from wording.phrases import patterns
from wording.sentences import sentence_spans

# A correction of a value is no longer: "sorry, make that six months and not nine".
_MOST_WORDS = 12
_P = patterns(Path(__file__).with_suffix(".txt"), re.IGNORECASE)
_SUBJECT = re.compile(r"\b[Tt]he ([A-Z]\w+)(?= \w+s\b| may\b| shall\b| will\b)")


def insertion(text: str, cited: Sequence[str], title: str, wording: str) -> Proposal:
    """The wording as a sentence behind the cited passage that it is nearest to. Raises CannotPlace."""
    source = SourceText(text)
    passages: list[CitedPassage] = []
    for words in cited:
        try:
            passages.append(source.passage(words))
        except CannotPlace:
            continue
    return appended(text, Places(source, passages, title).passage(wording), as_sentence(wording))


def amended(kept: str, words: str, suggested: str) -> str:
    """What was kept with another value, where that is all these words say: "six months, not nine"; else the words.

    What was kept as suggested is amended only by words that name the value which they correct.
    """
    spoken, there = find_values(words), find_values(kept)
    new = next((value for value in spoken if value.kind != "number"), None)
    corrected = {value.number for value in spoken if value is not new}
    if new is None or len(words.split()) > _MOST_WORDS or (kept == suggested and not corrected):
        return words
    there = [value for value in there if not kept[: value.start].rstrip().endswith((" not", " than", " of"))]
    old = [value for value in there if value.kind == new.kind and (not corrected or value.number in {*corrected, None})]
    if len(old) != 1:
        return words
    return f"{kept[: old[0].start]}{in_style_of(old[0], new)}{kept[old[0].end :]}"


def taken_with(before: str, words: str, suggested: str) -> str:
    """The suggestion with another value, where `before`, what stands before the words, takes it: "accept, but"; or
    where its value is named as what is not wanted: "thirty days is too short, make that sixty", "60 instead of 30".

    "" where neither is so, or where the suggestion has not one value of that kind.
    """
    spoken = find_values(words)
    new = [value for value in spoken if value.kind not in ("number", "duty")]
    there = [value for value in find_values(suggested) if new and value.kind == new[0].kind]
    if len(new) != 1 or len(there) != 1 or len(words.split()) > _MOST_WORDS:
        return ""
    last = max((low for low, _ in sentence_spans(before)), default=0)
    unwanted = {value.number for value in (*find_values(before[last:]), *spoken) if value is not new[0]}
    if there[0].number not in unwanted - {None, new[0].number} and not _P["taken_but"].search(before):
        return ""
    written = in_style_of(there[0], new[0])
    return f"{suggested[: there[0].start]}{written}{suggested[there[0].end :]}"


def as_worded(message: str, words: str, kept: str, suggested: str) -> str:
    """What is kept when words of a message say otherwise: what was suggested or kept with their value, or the words,
    without the finding that they are said to.
    """
    own = unaddressed(words)
    return taken_with(message.partition(words)[0], own, suggested) or amended(kept, own, suggested)


def propose_draft(replaces: str, wording: str) -> Propose:
    """A `Propose` of one drafted edit; a figure that nobody has named is refused, as is a place that is not certain."""

    def propose(
        source: SourceText, passages: Sequence[CitedPassage], change: Change
    ) -> tuple[list[Proposal], list[str]]:
        if replaces.strip():
            return [checked(source, passages, change, replaces, wording)], []
        passage = Places(source, passages, change.title).passage(wording)
        if invented := unsupported(wording, change.instruction, change.suggested, passage.text):
            raise CannotPlace(f"The wording states {', '.join(invented)}, which nobody has named.")
        return [appended(source.text, passage, source.in_voice(as_sentence(wording)))], []

    return propose


def proposed_wording(instruction: str, cited: Sequence[str], terms: frozenset[str]) -> str:
    """An instruction as sentences of the contract, for the person to judge: "Hold it apart" is "The Company shall hold
    it apart". The party is the one that the cited passages say most about. "" where none is.
    """
    spans = sentence_spans(instruction, 0, len(instruction), clauses=False)
    orders = [instruction[low:high].strip() for low, high in spans if instruction[low:high].strip()]
    subjects = Counter(match[1] for words in cited for match in _SUBJECT.finditer(words) if match[1] in terms)
    first, second = [*subjects.most_common(2), ("", 0), ("", 0)][:2]
    is_let = any(order.lower().startswith("let ") for order in orders)
    if not orders or is_let or first[1] == second[1] or not all(map(is_order, orders)):
        return ""
    duties = (as_sentence(f"The {first[0]} shall {order[:1].lower()}{order[1:]}") for order in orders)
    return with_terms(" ".join(duties), terms)


def as_proposal(words: str, cited: Sequence[str], terms: frozenset[str]) -> str:
    """A wish as others may read it: a wording where one follows from it, else the wish in the third person."""
    spans = sentence_spans(words, 0, len(words), clauses=False)
    wishes = (in_third_person(words[low:high].strip()) for low, high in spans if words[low:high].strip())
    return proposed_wording(words, cited, terms) or " ".join(wish for wish in wishes if wish)
