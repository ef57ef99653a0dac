"""What a turn calls, each call a step of the trace. The slow part runs before the lock; only here is it written."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from chat.assistants import Said, ToolContext
from chat.errors import Refused
from llm.tools import Done, refusal, tool
from pursuit import actions, closing, undoing, verdicts
from pursuit.lookups import LookedUp, look_in_materials, look_on_web, look_up_codes
from pursuit.material import brought
from pursuit.questions import MessagePlan, plan_in_words
from pursuit.record import Part, Record
from pursuit.talk import pointing
from pursuit.words import known_payers, near_names, sha, slots, spelled
from wording.quotes import Quote

_ASK, _TELL = "Ask what the person wants to know.", "Tell the person; the question stays as it is."


@dataclass(slots=True)
class PursuitContext(ToolContext):
    """The context of a turn that pursues: what came into the materials after `looked_from` it has not searched."""

    looked_from: datetime | None = None


def _no_question() -> dict[str, Any]:
    return refusal("no_question", "There is no question yet.", _ASK)


@tool(prepare=plan_in_words)
def plan_question(context: ToolContext, question: str, follow_up: bool) -> dict[str, Any]:
    """Cut the person's question into parts, each a question of its own; `follow_up` adds them to what is open.

    - "Is an MRI covered and does it need prior auth?" -> question=the whole message, follow_up=False
    """
    record: Record = context.record
    made: MessagePlan = context.prepared
    parts = [Part(None, "", part.text, part.kind, list(part.needs), list(part.queries)) for part in made.parts]
    if not any(re.search(r"\w\w", part.text) for part in parts):
        return refusal("no_question", "There is no question in this message.", _ASK)
    result: dict[str, Any] = {"status": "success"}
    with undoing.undoable(record, "the last question"):
        if follow_up and record.row is not None:
            kept, added = actions.merge(record, parts, by=context.by)
            result |= {"kept": kept, "added": [part.text for part in added]}
        else:
            set_aside = record.row.summary if record.is_open and record.row is not None else ""
            before = record.row
            actions.begin(record, question, made.summary, parts, by=context.by)
            result |= {"parts": [part.text for part in record.parts], "set_aside": set_aside}
            named = slots.values(context.said[-1].text, known_payers())
            result["as_before"] = closing.carry_over(record, before, named, by=context.by)
        result["slots"] = _note_slots(context, correct=follow_up and pointing.names_anew(context.said[-1].text))
        if not follow_up and len(context.said) > 1 and spelled(context.said[-2].text).rstrip(" .") in question:
            # What was told before it was asked.
            result["slots"] = _note_slots(context, correct=False, message=context.said[-2]) | result["slots"]
    return result | ({"note": made.note} if made.note else {})


def _names_another(done: Done, before: Done) -> bool:
    """Whether a payer, plan or state is named in place of another that was taken for it."""
    slots_before = before.result.get("slots", {})
    return any(slots_before.get(name, value) != value for name, value in done.result["slots"].items())


@tool(puts_right=_names_another)
def note_slots(context: ToolContext) -> dict[str, Any]:
    """Keep the payer, plan and state that the person's newest message names. Nothing else fills them."""
    if context.record.row is None:
        return _no_question()
    before = {part.key: part.status for part in context.record.parts}
    with undoing.undoable(context.record, "the payer, plan or state"):
        named = _note_slots(context, correct=True)
    again = [part.key for part in context.record.parts if part.status == "pending" != before[part.key] != "blocked"]
    return {"status": "success", "slots": named, "again": again}


def _note_slots(context: ToolContext, *, correct: bool, message: Said | None = None) -> dict[str, str]:
    """The slots of a message, the newest: only a name that stands there once for its kind."""
    message, payers = message or context.said[-1], known_payers()
    near = near_names(message.text, payers)
    values = slots.values(message.text, payers, near)
    values_of: dict[slots.SlotName, tuple[str, Quote]] = {}
    named = slots.meant(message.text, payers, near)
    if correct and not any(mention.slot == "payer" for mention in named) and _waits_for_payer(context.record):
        # The answer to which payer it is, also of one that no policy is of.
        named = [*named, *(name for name in slots.names_of_payer(message.text, payers))]
        values |= {mention.slot: mention.value for mention in named if mention.slot == "payer"}
    for mention in named:
        if values.get(mention.slot) == mention.value and mention.slot not in values_of:
            values_of[mention.slot] = (mention.value, message.quote(mention.start, mention.end))
    return actions.set_slots(context.record, values_of, by=context.by, correct=correct)


def _waits_for_payer(record: Record) -> bool:
    """Whether parts wait for a payer that the person was asked for."""
    return not record.slots().get("payer") and any(part.stuck_reason == "jurisdiction" for part in record.open_parts)


@tool(prepare=brought.bring_in_message)
def read_material(context: ToolContext) -> dict[str, Any]:
    """Read the links or the pasted text of the person's newest message, to be searched in this conversation alone."""
    rows = brought.save_material(context.record, context.prepared or [], by=context.by)
    brought.vectors_on_commit(context.thread_id, context.prepared or [])
    if any(row.status == "read" for row in rows):
        actions.bring_information(context.record, brought.sentences_on(rows), by=context.by)
    return {"status": "success", **brought.summary(rows)}


@tool(prepare=look_in_materials)
def search_policies(context: ToolContext, part: str, query: str, documents: list[str] = []) -> dict[str, Any]:  # noqa: B006
    """Search the policies and what the person brought for one part; `documents` keeps to some of them.

    - part="sq2", query="bariatric surgery covered Florida Medicaid"
    """
    return _deliver(context, part, "policy search")


@tool(prepare=look_up_codes)
def look_up_code(context: ToolContext, part: str, query: str) -> dict[str, Any]:
    """Look a code up in the lists, by itself or by its description, for one part.

    - part="sq1", query="type 2 diabetes with neuropathy"
    """
    return _deliver(context, part, "code look-up")


@tool(prepare=look_on_web)
def search_web(context: ToolContext, part: str, query: str) -> dict[str, Any]:
    """Search the web and read the first pages for one part that the policies do not answer.

    - part="sq3", query="Harbor Health cochlear implant reimbursement rate"
    """
    return _deliver(context, part, "web search")


def _deliver(context: ToolContext, key: str, tool_name: str) -> dict[str, Any]:
    """Write what was looked up: the ledger, then the part where it is better than what stands."""
    record: Record = context.record
    looked: LookedUp = context.prepared
    part = record.part(key)
    if part is None or looked.skipped:
        advice = "Look up parts that are open, each query once; plan the question first."
        return refusal("not_looked_up", looked.skipped or f"There is no part {key!r}.", advice)
    if record.was_sent(looked.place, sha(looked.query)):
        return refusal("sent_before", "This query was sent before in this objective.", "Send another query.")
    hit = looked.finding.status != "failed"
    failed = looked.finding.reason == "tool_failed"
    look = actions.Look(tool_name, looked.place, looked.query, looked.result, hit, failed)
    actions.note_attempt(record, part, look, by=context.by)
    better = actions.conclude(record, part, looked.finding, looked.answered_by, looked.answer, by=context.by)
    return {
        "status": "success",
        "part": key,
        "found": hit,
        "part_status": str(part.status),
        "result": looked.result,
        "better": better,
    }


def _is_no_answer(done: Done, before: Done) -> bool:
    """Whether the person says that what was looked up for a part is no answer."""
    looked = before.arguments.get("part") if before.result.get("found") else None
    return not done.result["answers"] and looked in done.arguments.get("parts", ())


@tool(puts_right=_is_no_answer)
def note_verdict(context: ToolContext, answers: bool, parts: list[str]) -> dict[str, Any]:
    """The person says whether the words shown for these parts answer them; those that do not are passed over later.

    - "that's not what I asked" -> answers=False, parts=["sq1"]
    """
    record: Record = context.record
    message = context.said[-1]
    words = message.quote(0, len(message.text))
    try:
        with undoing.undoable(record, "that it answers" if answers else "that it does not answer"):
            judged = (verdicts.take if answers else verdicts.refuse)(record, parts, words=words, by=context.by)
    except Refused as refused:
        return refusal(refused.code, refused.detail, _TELL)
    return {"status": "success", "answers": answers, "judged": [part.text for part in judged]}


@tool
def check_answers(context: ToolContext, tried: bool) -> dict[str, Any]:
    """Count the attempt, see which parts are answered, and ask the person where something is missing."""
    if context.record.row is None:
        return _no_question()
    looked_from = context.looked_from if isinstance(context, PursuitContext) else None
    return closing.close_turn(context.record, by=context.by, tried=tried, looked_from=looked_from)


@tool
def end_pursuit(context: ToolContext) -> dict[str, Any]:
    """The person gives the question up: leave its open parts."""
    try:
        with undoing.undoable(context.record, "the end of the question"):
            closing.abandon(context.record, by=context.by)
    except Refused as refused:
        return refusal(refused.code, refused.detail, _TELL)
    return {"status": "success"}


@tool
def leave_part(context: ToolContext, part: str) -> dict[str, Any]:
    """The person no longer wants one part: it leaves the question, and the others go on.

    - "skip the second one" -> part="sq2"
    """
    record: Record = context.record
    wanted = record.part(part)
    if wanted is None:
        return refusal("no_part", f"There is no part {part!r}.", "Name an open part by its key.")
    try:
        with undoing.undoable(record, "that a part was left out"):
            actions.leave_part(record, wanted, by=context.by)
    except Refused as refused:
        return refusal(refused.code, refused.detail, _TELL)
    return {"status": "success", "left": wanted.text}


@tool
def leave_blocked(context: ToolContext) -> dict[str, Any]:
    """The person has nothing to add, and everything was tried."""
    if context.record.row is None:
        return _no_question()
    closing.block(context.record, by=context.by)
    return {"status": "success"}


@tool
def try_again(context: ToolContext) -> dict[str, Any]:
    """Take the question up again: the attempts begin at nought."""
    try:
        closing.take_up(context.record, by=context.by)
    except Refused as refused:
        return refusal(refused.code, refused.detail, _TELL)
    return {"status": "success"}


@tool
def prefer_newest(context: ToolContext) -> dict[str, Any]:
    """The person says that the newer of two sources counts."""
    if context.record.row is None:
        return _no_question()
    with undoing.undoable(context.record, "that the newer source counts"):
        actions.prefer_newest(context.record, by=context.by)
    return {"status": "success"}


@tool
def undo(context: ToolContext) -> dict[str, Any]:
    """Take back what the person changed last: a part or question, a payer or state, a part left out, an end."""
    try:
        undone = undoing.undo(context.record, by=context.by)
    except Refused as refused:
        return refusal(refused.code, refused.detail, _TELL)
    return {"status": "success", "undone": undone}


@tool
def ask_before_leaving(context: ToolContext, question: str) -> dict[str, Any]:
    """The person says goodbye while parts are open: ask once."""
    if context.record.row is None:
        return _no_question()
    return {"status": "success", "asked": closing.ask_about_end(context.record, question, by=context.by)}


TOOLS = (
    plan_question,
    note_slots,
    read_material,
    search_policies,
    look_up_code,
    search_web,
    note_verdict,
    check_answers,
    end_pursuit,
    leave_part,
    leave_blocked,
    try_again,
    prefer_newest,
    undo,
    ask_before_leaving,
)
