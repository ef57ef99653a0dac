"""The answer from the dossier, drafted by the model from the selected texts, which it is given only here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from uuid import UUID

from django.urls import reverse
from django.utils import timezone
from pydantic import BaseModel, Field

from chat.assistants import ToolContext, render_prompt
from chat.turns import LEFT_OUT
from llm.text import fenced
from tax_dossier.answers.check import Allowed, Checked, CheckedStream, check_answer, quotations_in
from tax_dossier.answers.extract import best_sentences, citation, sentences_in
from tax_dossier.answers.kinds import unanswered
from tax_dossier.answers.quotes import limited
from tax_dossier.patches import ToolOutcome
from tax_dossier.record import DossierRecord, SourceView
from tax_dossier.texts import Language, language_spoken, reference, text
from tax_dossier.words import asked_and_before, without_citations
from wording.quotes import find_quote

# What the model is given: characters of one source, and of all.
SOURCE_CHARS, ALL_CHARS = 12_000, 60_000
QUESTION_CHARS = 2_000
# The anchor of what is marked on a source's page.
MARKED = "at"


class DraftedAnswer(BaseModel):
    """The answer to the question from the given sources alone. Every sentence that states law names its source as it
    is given there: the article with its paragraph and law, or the ECLI."""

    text: str = Field(description="The answer, in Markdown, in the language of the question.")


def draft_answer(context: ToolContext, question: str) -> ToolOutcome:
    """The finished answer in `data`, drafted and checked before the lock; or why there is none."""
    record: DossierRecord = context.record
    language = language_spoken(message.text for message in context.said)
    day, version = record.day, record.row.patch_count
    if not record.selected:
        name = "no_answer_unselected" if record.sources else "no_answer_empty"
        return ToolOutcome(data=text(language, name), version=version)
    usable = [source for source in record.selected if source.valid_on(day)]
    if not usable:
        return ToolOutcome(data=text(language, "no_answer_date", day=day), version=version)
    texts = record.texts()
    asked = question.strip()[:QUESTION_CHARS]
    assert context.ask is not None, "an answer is drafted before the lock"
    drafted = context.ask(
        DraftedAnswer,
        instructions=render_prompt("tax_dossier/prompts/answer.md", {"language": language, "day": day}),
        material=material_of(asked, usable, texts, language),
        state={"question": asked, "sources": usable, "texts": texts, "language": language, "day": day},
        # What a model without tools writes is held to the same sources.
        plain=lambda words: DraftedAnswer(text=words),
    )
    aside = [source for source in record.selected if not source.valid_on(day)]
    spoken = [message.text for message in context.said]
    checked = check_answer(drafted.text, replace(allowed_for(record, usable, texts, language), spoken=spoken))
    LEFT_OUT.labels("tax_dossier", "figure").inc(len(checked.figures))
    answer = checked.text if checked.cited else _nothing_said(asked, texts, language)
    shown = _composed(checked, answer, record, aside, language)
    return ToolOutcome(
        data=shown,
        version=version,
        cited=[source.number for source in checked.cited],
        dropped=[*checked.dropped, *checked.figures][:20],
    )


def finished(stream: CheckedStream, record: DossierRecord, language: Language) -> str:
    """A checked text that is the answer in a model's own words, with what every answer ends with."""
    checked = stream.checked
    checked.text = limited(checked.text, stream.allowed.texts.values())
    aside = [source for source in record.selected if not source.valid_on(record.day)]
    return _composed(checked, checked.text, record, aside, language)


def allowed_for(
    record: DossierRecord,
    sources: Sequence[SourceView],
    texts: Mapping[int, str],
    language: Language,
) -> Allowed:
    """What may be cited: these sources, each at its own address."""
    thread_id = record.row.thread_id
    return Allowed(
        sources=sources,
        texts=texts,
        day=record.day,
        link=lambda source, lids, words: address_of(
            thread_id, source, place_of(source, lids, words, texts.get(source.id, ""))
        ),
        unsourced=f"*({text(language, 'unsourced')})*",
    )


def address_of(thread_id: UUID, source: SourceView, place: tuple[int, int] | None) -> str:
    """The page of a source, at the place of its text that is marked there."""
    page = reverse("tax-source", args=[thread_id, source.id])
    return f"{page}?at={place[0]}-{place[1]}#{MARKED}" if place else page


def place_of(source: SourceView, lids: Sequence[str], sentence: str, words: str) -> tuple[int, int] | None:
    """Where in a source stands what a sentence rests on: the sentence that it quotes, else the one most like it.

    Only the paragraph that is cited is looked at, where one is; the whole of it is the place where nothing is alike.
    """
    quoted = (find_quote(quote, words, inside_words=True, elided=True) for quote in quotations_in(sentence))
    if quote := next((quote for quote in quoted if quote), None):
        whole = (each for each in sentences_in(source, words) if each.start <= quote.start and quote.end <= each.end)
        return next(((each.start, each.end) for each in whole), (quote.start, quote.end))
    cited = next((part for part in source.parts if lids and part["label"] == lids[0]), None)
    start, end = (int(cited["start"]), int(cited["end"])) if cited else (0, len(words))
    alike = best_sentences(without_citations(sentence), [source], {source.id: words})
    inside = [(each.start, each.end) for each in alike if start <= each.start and each.end <= end]
    return inside[0] if inside else (start, end) if cited else None


def _nothing_said(asked: str, texts: Mapping[int, str], language: Language) -> str:
    """That the sources say nothing of a question, behind what none of them names: "hondenbelasting"."""
    unnamed = unanswered(asked_and_before(asked)[0], [], texts.values(), language)
    return " ".join([*unnamed[:1], text(language, "no_support")])


def _composed(
    checked: Checked, answer: str, record: DossierRecord, aside: Sequence[SourceView], language: Language
) -> str:
    count, titles = len(checked.dropped) or checked.sentences, ", ".join(source.title for source in aside)
    dropped = "dropped_citations" if checked.dropped else "dropped_sentences"
    standing = reference(record.row.reference_date, timezone.localdate(), language)
    parts = (
        answer,
        text(language, dropped, count=count) if count else "",
        text(language, "not_valid", day=record.day, titles=titles) if aside else "",
        text(language, "answer_end", reference=standing),
    )
    return "\n\n".join(filter(None, parts))


def material_of(question: str, sources: Sequence[SourceView], texts: Mapping[int, str], language: Language) -> str:
    """The question and the sources as the model reads them: each in a block that its text cannot close."""
    share = max(2_000, min(SOURCE_CHARS, ALL_CHARS // max(1, len(sources))))
    blocks = []
    for source in sources:
        passage = excerpt(question, source, texts.get(source.id, ""), share)
        blocks.append(fenced(f"source {source.number}", f"{citation(source, '', language)}\n\n{passage}"))
    values = {"question": fenced("question", question), "sources": blocks}
    return render_prompt("tax_dossier/prompts/material.md", values)


def list_of_sources(label: str, sources: Sequence[SourceView], *, in_short: bool = False) -> str:
    """The titles of a dossier with their numbers, as material for a model, and which of them were removed.

    What was removed stands behind the titles, so that these begin alike after a choice. `in_short`: an act by its
    abbreviation.
    """
    listed = [replace(source, title=_short_title(source)) for source in sources] if in_short else sources
    removed = ", ".join(str(source.number) for source in sources if not source.selected)
    titles = fenced(label, render_prompt("tax_dossier/prompts/_sources.md", {"sources": listed}))
    return f"{titles}\nRemoved by the person: {removed}." if removed else titles


def _short_title(source: SourceView) -> str:
    law, short = str(source.metadata.get("law", "")), str(source.metadata.get("abbr", ""))
    return source.title.replace(law, short) if law and short else source.title


def excerpt(question: str, source: SourceView, words: str, most: int) -> str:
    """The text of a source, or of a long one the parts that speak of the question, with what begins it."""
    if len(words) <= most:
        return words
    best = best_sentences(question, [source], {source.id: words})
    each = most // (len(best) + 1)
    starts = [0]
    for place in sorted(sentence.start - each // 8 for sentence in best):
        starts.append(max(place, starts[-1] + each))
    return "\n[…]\n".join(piece for start in starts if (piece := words[start : start + each].strip()))
