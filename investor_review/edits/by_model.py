"""A model proposes the edits that rules cannot make with certainty; the same code checks every one of them."""

from __future__ import annotations

from collections.abc import Sequence

from pydantic import BaseModel, Field

from chat.assistants import render_prompt
from investor_review.edits.by_rules import propose_certain
from investor_review.edits.passages import CannotPlace, CitedPassage, SourceText, short
from investor_review.edits.plan import Change, Proposal, Propose
from investor_review.edits.values import unsupported
from investor_review.edits.voice import says_duty, with_duty
from llm.interface import ChatModel
from llm.structured import ask
from llm.text import fenced
from llm.types import Message, ModelRequest

PROMPT = "investor_review/prompts/cleanup.md"
MAX_EDITS = 12


class ProposedEdit(BaseModel):
    """One edit of a cited passage."""

    quote: str = Field(description="Words copied exactly from the passage, which stand there only once.")
    replacement: str = Field(description="What shall stand in their place.")


class ProposedEdits(BaseModel):
    """The edits that carry out the investor's decision."""

    edits: list[ProposedEdit] = Field(max_length=MAX_EDITS)
    problem: str = Field(default="", description="Why the decision cannot be carried out, when there are no edits.")


def by_model(model: ChatModel, name: str) -> Propose:
    """A `Propose` that asks `model` where the rules are not certain. It raises ModelError when the model fails."""

    def propose(
        source: SourceText, passages: Sequence[CitedPassage], change: Change
    ) -> tuple[list[Proposal], list[str]]:
        certain = propose_certain(source, passages, change)
        if certain is not None:
            return certain, []
        if not passages or not change.instruction.strip():
            # Nothing to show a model; the rules know the reason.
            from investor_review.edits.by_rules import propose_by_rule

            return propose_by_rule(source, passages, change)
        answer = ask(model, _request(name, passages, change), ProposedEdits)
        if not answer.edits:
            raise CannotPlace(
                f"The model found no place for the change: {short(answer.problem or 'no reason given', 300)}"
            )
        proposals, failed = [], []
        for edit in answer.edits:
            try:
                proposals.append(checked(source, passages, change, edit.quote, edit.replacement))
            except CannotPlace as problem:
                failed.append(str(problem))
        return proposals, failed

    return propose


def checked(
    source: SourceText, passages: Sequence[CitedPassage], change: Change, quote: str, replacement: str
) -> Proposal:
    """A model's edit as a proposal. Raises CannotPlace when its quote is not unique, or a figure comes from nowhere."""
    if not quote.strip():
        raise CannotPlace("The proposed edit quotes nothing.")
    places = [
        (start, end)
        for start, end in source.places(quote)
        if any(passage.start <= start and end <= passage.end for passage in passages)
    ]
    if not places:
        raise CannotPlace(f"The proposed edit quotes {short(quote)!r}, which does not stand in the cited passage.")
    if len(set(places)) > 1:
        raise CannotPlace(f"The proposed edit quotes {short(quote)!r}, which stands {len(set(places))} times there.")
    start, end = places[0]
    if not says_duty(quote) and not says_duty(change.instruction):
        replacement = with_duty(replacement, source.duty)
    around = " ".join(passage.text for passage in passages if passage.start <= start and end <= passage.end)
    invented = unsupported(replacement, change.instruction, change.suggested, around)
    if invented:
        raise CannotPlace(
            f"The proposed wording {short(replacement)!r} states {', '.join(invented)}, which neither the investor's "
            "words nor the passage state."
        )
    return _smallest(source.text, start, end, replacement)


def _smallest(text: str, start: int, end: int, replacement: str) -> Proposal:
    """The edit without the words at both ends that stay as they are."""
    old = text[start:end]
    if old == replacement:
        raise CannotPlace("The proposed edit changes nothing.")
    same = 0
    while same < min(len(old), len(replacement)) and old[same] == replacement[same]:
        same += 1
    while same and not (_edge(old, same) and _edge(replacement, same)):
        same -= 1
    tail = 0
    while tail < min(len(old), len(replacement)) - same and old[-1 - tail] == replacement[-1 - tail]:
        tail += 1
    while tail and not (_edge(old, len(old) - tail) and _edge(replacement, len(replacement) - tail)):
        tail -= 1
    return Proposal(start + same, end - tail, replacement[same : len(replacement) - tail])


def _edge(text: str, at: int) -> bool:
    """Whether no word is cut at this place."""
    return at in (0, len(text)) or not (text[at - 1].isalnum() and text[at].isalnum())


def _request(name: str, passages: Sequence[CitedPassage], change: Change) -> ModelRequest:
    values = {
        "title": short(change.title, 300),
        "decision": fenced("decision", change.instruction),
        "suggestion": fenced("suggestion", change.suggested) if change.suggested.strip() else "",
        "passages": [fenced("passage", passage.text) for passage in passages],
    }
    return ModelRequest(name, render_prompt(PROMPT, values), (Message("user", "Give the edits for this issue."),))
