"""What the person reads: what was answered with its sources, what was not and what was tried, one ask, one closure."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from django.urls import reverse

from pursuit.asks import joined, named, quoted
from pursuit.record import PICK_UP, RESOLVED, UNDERSTOOD as UNDERSTOOD, Part, Record
from wording.markdown import escaped

# What else may help where nothing here does.
ALTERNATIVES = "The payer's member or provider line can confirm it, and the payer's portal has the current policy."
Results = Sequence[tuple[str, Mapping[str, Any]]]
_BOLD = re.compile(r"(\*\*|__)(?=\S)(.+?)(?<=\S)\1")
# The line of a table under its header.
_RULE = re.compile(r"^\s*\|?(?:\s*:?-{3,}:?\s*\|)+(?:\s*:?-{3,}:?\s*)?$")
_SLOTS = {"payer": "payer", "plan": "line of business", "state": "state"}


def compose(record: Record, results: Results, *, tried: bool) -> str:
    """The reply of a turn that pursued: notes, what was found now, what is missing, the ask or the closure."""
    checked = next((result for name, result in reversed(results) if name == "check_answers"), {})
    fresh = {str(result["part"]) for name, result in results if result.get("better") and result.get("part")}
    blocks = notes(results)
    shown = [part for part in record.parts if part.key in fresh and (part.citations or part.conflicts)]
    several = len(record.parts) > 1
    blocks += [part_text(record, part, numbered=several) for part in shown]
    if record.open_parts and not checked.get("whether"):
        blocks.append(missing_text(record, asked=bool(checked.get("ask"))))
    if not tried and record.open_parts and not checked.get("whether"):
        blocks.append("I have no new way to look for this: every search that I know was made already.")
    if checked.get("ask"):
        blocks.append(str(checked["ask"]))
    status = record.row.status if record.row is not None else ""
    if status == "solved":
        blocks.append(RESOLVED)
    elif status == "incomplete":
        blocks += [ALTERNATIVES, PICK_UP]
    return "\n\n".join(block for block in blocks if block)


def notes(results: Results) -> list[str]:
    """What the message changed: slots from the person's own words, parts kept and added, material read."""
    lines = []
    for name, result in results:
        if name == "plan_question":
            if "kept" in result:
                lines.append(merge_text(int(result["kept"]), len(result.get("added", []))))
            if result.get("set_aside"):
                lines.append("Your earlier question is set aside; it stays in your recent queries.")
            if result.get("note"):
                lines.append(str(result["note"]))
        if named := result.get("slots"):
            lines.append("Noted: " + joined([f"{_SLOTS[k]} {escaped(str(v))}" for k, v in named.items()]) + ".")
        if before := result.get("as_before"):
            lines.append(
                f"As before, for {joined([escaped(str(v)) for v in before.values()])}; name another if it is not."
            )
        if again := result.get("again"):
            lines.append(f"{len(again)} part{'' if len(again) == 1 else 's'} asked again with it.")
        if name == "read_material" and result.get("told"):
            lines.append(escaped(str(result["told"])))
        if name == "try_again" and result.get("changed"):
            lines.append(str(result["changed"]))
    return lines


def merge_text(kept: int, added: int) -> str:
    """ "Kept 2 open parts, added 1." """
    parts = f"Kept {kept} open part{'' if kept == 1 else 's'}" if kept else ""
    more = f"added {added}" if added else "added none: that part is in your question already"
    return (f"{parts}, {more}" if parts else more[0].upper() + more[1:]) + "."


def part_text(record: Record, part: Part, *, numbered: bool) -> str:
    """One part with what was found: the answer, the quote with its citation, or the sources that disagree."""
    head = f"**{part.position}. {escaped(part.text)}**" if numbered else ""
    if part.conflicts:
        body = conflict_text(record, part)
    else:
        says = "" if not part.is_open else "I found something near this, and it does not answer it for certain:"
        own = part.answer if part.answer and part.answer not in _quotes(part) else ""
        body = "\n\n".join(
            block for block in [says, escaped(own), *(cited(record, citation) for citation in part.citations)] if block
        )
    return "\n\n".join(block for block in [head, body] if block)


def _quotes(part: Part) -> str:
    return "\n\n".join(str(citation["quote"]) for citation in part.citations)


def cited(record: Record, citation: Mapping[str, Any]) -> str:
    """A quote as a block, with its source under it."""
    return f"{block_quote(str(citation['quote']))}\n\n{source_line(record, citation)}"


def block_quote(text: str) -> str:
    """The text as a quotation, each of its lines; marks of bold print and of tables are left to the source."""
    lines = [_without_marks(line) for line in text.strip().splitlines() if not _RULE.match(line)]
    return "\n".join(f"> {escaped(line)}".rstrip() for line in lines)


def _without_marks(line: str) -> str:
    if line.lstrip().startswith("|"):
        line = " · ".join(cell.strip() for cell in line.strip().strip("|").split("|"))
    return _BOLD.sub(r"\2", line)


def source_line(record: Record, citation: Mapping[str, Any]) -> str:
    """The source of a citation, linked to the passage, with what it applies to and since when."""
    about = [str(citation.get(name)) for name in ("payer", "plan", "state") if citation.get(name)]
    pieces = [f"[{escaped(name_of(citation))}]({address(record, citation)})", *map(escaped, about), in_force(citation)]
    return "Source: " + ", ".join(part for part in pieces if part)


def name_of(citation: Mapping[str, Any]) -> str:
    """The title of a source with the heading of the passage."""
    title, heading = str(citation.get("title") or ""), str(citation.get("heading") or "")
    return heading if heading.startswith(title) and heading else title or heading or "the source"


def address(record: Record, citation: Mapping[str, Any]) -> str:
    """The page of the document, at the passage; a code's or a web page's own address."""
    if citation.get("url"):
        return str(citation["url"])
    page = reverse("pursuit-document", args=[record.thread_id, citation["document"]])
    return f"{page}?chunk={citation['chunk']}&start={citation['start']}&end={citation['end']}#passage"


def in_force(citation: Mapping[str, Any]) -> str:
    """ "effective 1 January 2025", and until when."""
    since, until = str(citation.get("valid_from") or ""), str(citation.get("valid_to") or "")
    dates = [f"effective {day(since)}" if since else "", f"ended {day(until)}" if until else ""]
    return ", ".join(part for part in dates if part)


def day(iso: str) -> str:
    when = date.fromisoformat(iso)
    return f"{when.day} {when:%B %Y}"


def conflict_text(record: Record, part: Part) -> str:
    """Sources that disagree side by side, or the one that is out of date."""
    if len(part.conflicts) == 1:
        return "The only source that I found is out of date:\n\n" + cited(record, part.conflicts[0])
    rows = ["| " + " | ".join(_cell(source_line(record, conflict)) for conflict in part.conflicts) + " |"]
    rows.append("|" + " --- |" * len(part.conflicts))
    rows.append("| " + " | ".join(_cell(f"“{escaped(str(conflict['quote']))}”") for conflict in part.conflicts) + " |")
    return "These sources do not agree:\n\n" + "\n".join(rows)


def _cell(text: str) -> str:
    return " ".join(text.split())


def _open(record: Record) -> str:
    return escaped(named([part.text for part in record.open_parts]))


def missing_text(record: Record, *, asked: bool = False) -> str:
    """How many parts are open, named where no ask names them. Not found is never "not covered"."""
    several = len(record.parts) > 1
    done = f"{len(record.answered)} of {len(record.parts)} parts answered." if several else ""
    still = "" if asked else f"Still open: {_open(record)}."
    nowhere = any(part.stuck_reason not in ("jurisdiction", "conflicting_info") for part in record.open_parts)
    after = "That I did not find it does not mean that it is not covered." if nowhere else ""
    return " ".join(sentence for sentence in (done, still, after) if sentence)


def status_text(record: Record) -> str:
    """How the objective stands, told whole: for a turn that had done its work and could not say it."""
    asked = next((str(ask["text"]) for ask in reversed(record.asks) if ask.get("text")), "")
    results: Results = [("check_answers", {"ask": asked})] if record.open_parts else []
    whole = [("standing", {"better": True, "part": part.key}) for part in record.parts]
    return compose(record, [*whole, *results], tried=True)


def still_stands(record: Record) -> str:
    """The words that were quoted, for who asks whether they hold for something put right since."""
    quotes = [cited(record, citation) for part in record.answered[-1:] for citation in part.citations]
    return "\n\n".join(["The policy says the same; hold it against what you have now:", *quotes])


def left_part(record: Record, text: str) -> str:
    """A part is left out; how the others stand."""
    sentence = f"Left out: {escaped(quoted(text))}."
    if record.row is not None and record.row.status == "solved":
        return f"{sentence} {RESOLVED}"
    return "\n\n".join(block for block in [sentence, missing_text(record) if record.open_parts else ""] if block)


def taken_back(record: Record, what: str, question: str) -> str:
    """What was undone, and what is open then."""
    stands = missing_text(record, asked=bool(question)) if record.is_open else ""
    return " ".join(sentence for sentence in (f"Taken back: {escaped(what)}.", stands, question) if sentence)


def blocked(record: Record) -> str:
    """Everything was tried and the person has nothing: said plainly, with what else could help."""
    return (
        f"Then I could not resolve {_open(record)}. {ALTERNATIVES} If you come across a document or a link, share it "
        "here and I go on from where we are. That I did not find it does not mean that it is not covered."
    )


def nothing_open(record: Record) -> str:
    return f"Nothing is open: every part of your question is answered. {RESOLVED}"


def only_read(record: Record, results: Results) -> str:
    """What was brought while no question is open."""
    return " ".join([*notes(results), "What do you want to know from it?"])


def no_conflict(record: Record) -> str:
    return "No two sources contradict each other here, so there is nothing to choose between."


def known_already(record: Record, question: str) -> str:
    """The reply to a payer or state that the question has: that it counts already, and what is asked."""
    return f"That is what I go by: {escaped(', '.join(record.slots().values()))}. {question}"


def nothing_to_end(record: Record) -> str:
    """The reply to an end while nothing is open; the objective stays as it is."""
    if record.row is not None and record.row.status == "abandoned":
        return UNDERSTOOD
    return "Nothing is open, so there is nothing to stop. Let me know if you'd like to ask something else."


def welcome(record: Record) -> str:
    return "You're welcome. Let me know if you'd like to ask something else."


def leaving_question(record: Record) -> str:
    """The one question that a goodbye with open parts gets."""
    return (
        f"You're welcome. Before you go: {_open(record)} is still open. Do you want me to "
        "keep it open? Say “never mind” and I close it."
    )


def left_open(record: Record) -> str:
    return f"You're welcome. What is open stays as it is. {PICK_UP}"


ANEW = "All right, from the beginning. What would you like to know about a policy?"
OF_WHAT = (
    "I do not know yet what this question about a policy is about. Name the service, the item or the code, with "
    "the health plan and the state, such as “Is a power wheelchair covered by Florida Medicaid?”"
)


def of_what_is_told(thing: str) -> str:
    """What is asked of who only tells of something."""
    return f"What would you like to know about {escaped(thing)}? With your question I look it up in the policies."


def newer_since(record: Record) -> str:
    """Since when the newer of the sources in dispute applies, as a date is written; "" where none is newer."""
    for part in record.open_parts:
        dates = sorted(str(conflict.get("valid_from") or "") for conflict in part.conflicts)
        if len(dates) > 1 and dates[-1] > dates[0]:
            return day(dates[-1])
    return ""


def whether_newer(since: str) -> str:
    """What is asked where two sources disagree and the person has no third."""
    return f"Shall I take the newer of the two, effective {since}? Say yes, or no and it stays open."


NO_PAPER = "You need no document for the words that I quoted."
WHICH_IS_WRONG = "Which of the answers is no answer? Say its number, and I look elsewhere."

# Said by turns to whoever speaks another language.
FOREIGN = (
    "I can only read questions in English so far, because the policies here are in English. Please ask it in English; "
    "nothing was noted.",
    "Only English here, sorry. Please ask it in English; what was noted stays as it is.",
)
