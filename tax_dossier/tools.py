"""What the model may call. Each tool makes a patch or an answer before the lock; only here is a patch applied."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from pydantic import BaseModel, Field

from chat.assistants import ToolContext, render_prompt
from llm.text import fenced
from llm.tools import Done, refusal, tool
from tax_dossier import actions
from tax_dossier.answers import draft_answer, list_of_sources
from tax_dossier.patches import NOT_PLAIN, DossierPatch, Reference, ToolOutcome
from tax_dossier.record import DossierRecord, SourceView
from tax_dossier.search import find_case_law, find_legislation
from tax_dossier.texts import Language, language_spoken, text
from tax_dossier.words import find_citations, laws_in, laws_of, named, resolve, speaks_against

_INSTRUCTION_CHARS = 2_000


@tool(prepare=find_legislation)
def legislation(context: ToolContext, query: str) -> dict[str, Any]:
    """Find articles of Dutch tax law for a question and put them into the dossier.

    Call it together with case_law, in one reply, for every new question. Search in Dutch, in the words of the law; name
    an article where the person does. The tax year is read from the person's own words, never from the query.

    - "Mag ik de kosten van mijn thuiswerkplek aftrekken?" -> query="aftrek kosten werkruimte in de woning"
    - "Wat zegt artikel 3.16?" -> query="artikel 3.16 Wet IB 2001"
    """
    return _deliver(context, "legislation")


@tool(prepare=find_case_law)
def case_law(context: ToolContext, query: str) -> dict[str, Any]:
    """Find Dutch tax rulings for a question and put them into the dossier.

    Call it together with legislation, in one reply, for every new question. Give the ECLI where the person names one.

    - "Mag ik de kosten van mijn thuiswerkplek aftrekken?" -> query="werkruimte woning zelfstandig gedeelte aftrek"
    - "Zoek ECLI:NL:HR:1994:AA2974" -> query="ECLI:NL:HR:1994:AA2974"
    """
    return _deliver(context, "case_law")


class SourceChoice(BaseModel):
    """Which sources of the list the person wants out of the dossier, and which back in. Titles exactly as listed."""

    remove: list[str] = Field(default_factory=list, description="Titles to take out.")
    restore: list[str] = Field(default_factory=list, description="Titles to put back.")
    unclear: list[str] = Field(
        default_factory=list, description="Titles that may be meant, when it is not plain which."
    )
    missing: list[str] = Field(default_factory=list, description="What the person names that is not in the list.")
    plain: bool = Field(default=True, description="False where the words do not say which sources they mean.")


def choose_sources(context: ToolContext, instruction: str) -> ToolOutcome:
    """The patch that the person's words ask for; a problem, and no patch, where they are not plain."""
    record: DossierRecord = context.record
    texts = [message.text for message in (*context.recalled, context.said[-1])]
    # Of a message that says more than which sources count, the words that say it.
    is_said = bool(instruction.strip()) and any(instruction in words for words in texts)
    words = (instruction if is_said else texts[-1])[:_INSTRUCTION_CHARS]
    language = _language(context)
    if not record.sources:
        return ToolOutcome(problem=text(language, "no_sources"))
    if unknown := named(words, record.sources, dict).unknown_numbers:
        return ToolOutcome(problem=no_number(unknown, record, language))
    assert context.ask is not None, "a choice is made before the lock"
    values = {
        "sources": list_of_sources("list", record.sources),
        "words": fenced("words", words),
        "instruction": fenced("summary", instruction[:_INSTRUCTION_CHARS]),
    }
    chosen = context.ask(
        SourceChoice,
        instructions=render_prompt("tax_dossier/prompts/choose.md", {}),
        material=render_prompt("tax_dossier/prompts/choose_material.md", values),
        state={"words": words, "sources": record.sources, "texts": lambda: record.texts(selected=False)},
    )
    heard = chosen.model_copy(update={"missing": [name for name in chosen.missing if _is_named(name, words)]})
    return _choice_result(heard, record, language, words)


def _is_named(name: str, words: str) -> bool:
    """Whether the person's words have a word of what a model says that they name."""
    return not set(re.findall(r"\w{2,}", name.lower())).isdisjoint(re.findall(r"\w{2,}", words.lower()))


def _choice_result(chosen: SourceChoice, record: DossierRecord, language: Language, words: str) -> ToolOutcome:
    by_title = {source.title: source for source in record.sources}

    def known(titles: Sequence[str]) -> list[SourceView]:
        # A model may leave a heading out; an article or an ECLI that one source alone has names it all the same.
        cited = (by_title.get(title) or _cited_alone(title, record.sources) for title in titles)
        return list({source.id: source for source in cited if source}.values())

    remove, restore, unclear = known(chosen.remove), known(chosen.restore), known(chosen.unclear)
    if not remove and not restore:
        if unclear:
            return ToolOutcome(problem=which_of(unclear, language))
        if chosen.missing:
            return ToolOutcome(problem=text(language, "not_in_dossier", name=chosen.missing[0][:120]))
        if not chosen.plain or chosen.remove or chosen.restore:
            return ToolOutcome(problem=text(language, "not_understood"))
        return ToolOutcome(notes=[text(language, "nothing_to_change")], unchanged=True)
    if speaks_against(words, remove, restore, record.sources):
        return ToolOutcome(problem=text(language, "not_understood"))
    notes = []
    if gone := [source for source in remove if not source.selected]:
        notes.append(text(language, "already_removed", titles=titles_of(gone)))
    if there := [source for source in restore if source.selected]:
        notes.append(text(language, "already_selected", titles=titles_of(there)))
    if unclear:
        notes.append(which_of(unclear, language))
    notes += [text(language, "not_in_dossier", name=name[:120]) for name in chosen.missing[:3]]
    patch = DossierPatch(
        select_titles=tuple(source.title for source in restore if not source.selected),
        unselect_titles=tuple(source.title for source in remove if source.selected),
    )
    return ToolOutcome(patch, notes=notes)


def _cited_alone(title: str, sources: Sequence[SourceView]) -> SourceView | None:
    """The one source whose article or ECLI stands in a title, of the law that the title names."""
    laws = laws_in(title)
    cited = (resolve(citation, sources) for citation in find_citations(title))
    return next((source for source in cited if source and (not laws or laws & laws_of(source))), None)


def no_number(numbers: Sequence[int], record: DossierRecord, language: Language) -> str:
    """There is no source 99, and which there are."""
    last = record.sources[-1].number
    reach = text(language, "range_one") if last == 1 else text(language, "range", last=last)
    return text(language, "no_number", number=", ".join(map(str, numbers[:5])), range=reach)


def which_of(sources: Sequence[SourceView], language: Language) -> str:
    """The question that is asked where the words fit several sources."""
    named = [text(language, "source_n", number=source.number, title=source.title) for source in sources[:6]]
    last = " of " if language == "nl" else " or "
    return text(language, "which", candidates=last.join([", ".join(named[:-1]), named[-1]]) if named[1:] else named[0])


def titles_of(sources: Sequence[SourceView]) -> str:
    """ "2. artikel 3.16 Wet IB 2001", several joined by semicolons."""
    return "; ".join(f"{source.number}. {source.title}" for source in sources)


def _takes_back(done: Done, before: Done) -> bool:
    """Whether sources are taken out that a search put in, or put back that were taken out."""
    added = {source["number"] for source in before.result.get("added", ())}
    out, back = (set(done.result.get(name, ())) for name in ("unselected", "selected"))
    return bool(
        out & (added | set(before.result.get("selected", ()))) or back & set(before.result.get("unselected", ()))
    )


@tool(prepare=choose_sources, puts_right=_takes_back)
def remove_sources(context: ToolContext, instruction: str) -> dict[str, Any]:
    """Take sources out of the dossier's selection, or put them back, as the person says.

    - "haal de tweede weg" -> instruction="haal de tweede weg"
    - "alles over de BTW eruit, behalve artikel 7" -> instruction="alles over de BTW eruit, behalve artikel 7"
    - "zet de tweede terug" -> instruction="zet de tweede terug"
    """
    return _deliver(context, "remove_sources")


@tool
def undo(context: ToolContext) -> dict[str, Any]:
    """Take the last change of the dossier back; called once for each change that the person wants back.

    - "maak dat ongedaan", "zet dat terug", "draai de laatste wijziging terug" -> no arguments
    """
    record: DossierRecord = context.record
    done = actions.undo_last(record, by=context.by)
    note = text(_language(context), "undone" if done else "nothing_to_undo")
    return {"status": "success", **observation(done), "notes": [note]}


@tool
def start_over(context: ToolContext) -> dict[str, Any]:
    """Begin anew: no source counts any more, and today's law applies again. The person can undo it.

    - "begin opnieuw", "gooi het hele dossier leeg" -> no arguments
    """
    record: DossierRecord = context.record
    today = Reference(None, context.said[-1].whole()) if record.row.reference_date else None
    patch = DossierPatch(unselect_titles=tuple(source.title for source in record.selected), reference=today)
    actions.apply_patch(record, patch, origin="remove_sources", by=context.by)
    return {"status": "success", "notes": [text(_language(context), "started_over")]}


@tool(prepare=draft_answer)
def answer(context: ToolContext, question: str) -> dict[str, Any]:
    """Answer from the selected sources of the dossier, and end the turn with that answer.

    Call it in the reply after the searches for a question, so that it is answered at once; when the person asks for
    the answer; and when they ask what the dossier's sources already cover. Never write an answer yourself. Not in the
    same reply as another tool.

    - after the searches, and for "geef antwoord" -> question="Mag ik de kosten van mijn thuiswerkplek aftrekken?"
    """
    result: ToolOutcome = context.prepared
    record: DossierRecord = context.record
    if result.version != record.row.patch_count:
        return refusal(
            "changed", text(_language(context), "dossier_changed"), "The draft is of no use now. Call answer again."
        )
    context.reply = result.data
    result_shown: dict[str, Any] = {"status": "success", "cited": list(result.cited)}
    return {**result_shown, **({"left_out": [name[:120] for name in result.dropped]} if result.dropped else {})}


def _deliver(context: ToolContext, origin: str) -> dict[str, Any]:
    """Apply the prepared patch to the locked dossier; what the model sees of it names titles and never a text."""
    result: ToolOutcome = context.prepared
    record: DossierRecord = context.record
    if result.problem:
        return refusal(NOT_PLAIN, result.problem, "The person is told this. Do not call again.")
    done = actions.apply_patch(record, result.patch, origin=origin, by=context.by)
    notes = list(result.notes)
    outcome = {"status": "success", **observation(done), **({"notes": notes} if notes else {})}
    marks = {"attention": result.attention, "unchanged": result.unchanged}
    return {**outcome, **{name: True for name, mark in marks.items() if mark}}


def _language(context: ToolContext) -> Language:
    return language_spoken(message.text for message in context.said)


def observation(done: actions.Applied) -> dict[str, Any]:
    """What a patch did, in a few numbers and titles."""
    effect: dict[str, Any] = {}
    # What was taken out gives its number to another, so that it is told by its title, too.
    for name in ("added", "removed"):
        if sources := getattr(done, name):
            effect[name] = [{"number": source.number, "title": source.title} for source in sources]
    for name in ("already", "selected", "unselected"):
        if sources := getattr(done, name):
            effect[name] = [source.number for source in sources]
    if done.reference:
        effect["law_as_of"] = done.reference[1].isoformat() if done.reference[1] else "today"
    return effect


TOOLS = (legislation, case_law, remove_sources, undo, start_over, answer)
