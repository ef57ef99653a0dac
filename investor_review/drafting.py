"""Wording that the model drafts for a finding: checked, shown to the investor, and kept once they take it."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from chat.assistants import ToolContext
from chat.models import ToolCall
from investor_review.edits import Change, Edit, in_marks, plan_edits, propose_draft, redlines
from investor_review.intake import evidence
from investor_review.models import NitpickIssue, ReviewSession
from llm.tools import refusal, tool

ASK = "To take it, say: use your wording for {number}. Nothing is kept until then."
_NO_DRAFT = "I have no wording that fits there and rests on the document and on your words."
_NO_PLACE = "Quote words that stand once in a passage that the nitpick cites, or draft with fewer new facts."


@tool
def draft_wording(context: ToolContext, issue_id: str, replaces: str, wording: str) -> dict[str, Any]:
    """Draft contract language for a nitpick, where the investor asks for wording or says what they want and not how.

    `replaces` are words of a passage that the nitpick cites, letter by letter, that stand there once; empty, the
    wording is added behind that passage. `wording` is what shall stand there, in the contract's voice and with its
    defined terms, and with no figure that neither the passage, nor the suggestion, nor the investor names. The draft
    is shown to the investor; nothing is kept. When they take it, call `decide_nitpicks` with `use_draft`.
    """
    review = context.record
    nitpick = review.nitpick(issue_id) if review.session is not None else None
    if nitpick is None:
        return refusal("no_nitpick", f"There is no nitpick {issue_id!r}.", "Name a nitpick by its id.")
    instruction = instruction_of(replaces, wording)
    text = ReviewSession.objects.text_of(review.session.pk)
    cited = [chunk.text for chunk in evidence.read(review.session, nitpick.citations).values()]
    asked = "\n".join(message.text for message in context.said)
    suggested = "\n".join([*nitpick.suggested_changes, nitpick.accepted_change_instructions])
    # A figure may come from the investor, the suggestion or the passage; what is drafted is no source of its own.
    change = Change(issue_id, nitpick.title, asked, cited, suggested)
    plan = plan_edits(text, [change], propose_draft(replaces, wording))
    if not plan.edits:
        reasons = " ".join(refused.reason for refused in plan.refused)
        return refusal("no_draft", _NO_DRAFT, f"{reasons} {_NO_PLACE}")
    context.reply = _shown(text, plan.edits, review.nitpicks.index(nitpick) + 1, nitpick)
    return {"status": "success", "draft": {"issue_id": issue_id, "instruction": instruction}}


def instruction_of(replaces: str, wording: str) -> str:
    """The draft as an instruction that is carried out letter by letter."""
    old, new = (" ".join(words.replace('"', "”").split()) for words in (replaces, wording))
    return f'Replace "{old}" with "{new}".' if old else f'Add "{new}"'


def drafted(thread_id: UUID, issue_id: str, turn_id: UUID | None) -> str:
    """The instruction of the newest draft for a nitpick that an earlier turn has shown; "" where there is none."""
    rows = ToolCall.objects.filter(
        message__thread_id=thread_id, name="draft_wording", result__draft__issue_id=issue_id
    ).exclude(turn_id=turn_id or UUID(int=0))
    newest = rows.order_by("-id").values_list("result", flat=True).first()
    return str(newest["draft"]["instruction"]) if newest else ""


def _shown(text: str, edits: list[Edit], number: int, nitpick: NitpickIssue) -> str:
    lines = [f"> {' '.join(in_marks(redline, '~~{}~~', '**{}**').split())}" for redline in redlines(text, edits)]
    return f"My draft for {number}. {nitpick.title}:\n\n" + "\n\n".join(lines) + f"\n\n{ASK.format(number=number)}"
