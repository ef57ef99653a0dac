"""What the person reads: what was answered with its sources, what was not and what was tried, one ask, one closure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pursuit import closing
from pursuit.asks import is_or_are, joined, named, quoted
from pursuit.record import PICK_UP, RESOLVED, UNDERSTOOD as UNDERSTOOD, Part, Record
from pursuit.talk import bounds
from pursuit.talk.sources import cited, conflict_text, day
from wording.markdown import escaped

# What else may help where nothing here does.
ALTERNATIVES = "The payer's member or provider line can confirm it, and the payer's portal has the current policy."
Results = Sequence[tuple[str, Mapping[str, Any]]]
# Words of a reply without its quotes and their sources; of a part's question where it is named in brief and in full; of
# a model's wording.
MOST_WORDS, _BRIEF, _LONG, _OWN = 120, 7, 40, 60
_SLOTS = {"payer": "payer", "plan": "line of business", "plan_type": "plan type", "state": "state"}


def compose(record: Record, results: Results, *, tried: bool, beside: str = "") -> str:
    """The reply of a turn that pursued: notes, what was found now, what is missing, the ask or the closure.

    It has no more than MOST_WORDS without its quotes, together with what is said `beside` it.
    """
    checked = next((result for name, result in reversed(results) if name == "check_answers"), {})
    fresh = {str(result["part"]) for name, result in results if result.get("better") and result.get("part")}
    shown = [part for part in record.parts if part.key in fresh and (part.citations or part.conflicts)]
    blocks = []
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
    # What is asked about has to be shown.
    near = {part.key for part in record.near} if checked.get("whether") else set[str]()
    shown = sorted(shown, key=lambda part: (part.key not in near, part.is_open, -part.position))
    noted = notes(results)
    first = [*noted, *_within(record, shown, _room([beside, *noted, *blocks]))]
    return "\n\n".join(block for block in [*first, *blocks] if block)


def _room(others: Sequence[str]) -> int:
    """How many words are left for the parts beside these."""
    return MOST_WORDS - sum(map(bounds.words_in, others))


def _within(record: Record, shown: Sequence[Part], room: int) -> list[str]:
    """The parts that fit into so many words, of those that come first, in the order of the question.

    The panel has the rest, as is said; the first is told whatever it takes.
    """
    several, kept, left = len(record.parts) > 1, dict[str, str](), room - bounds.words_in(_MORE)
    for part in shown:
        for brief in (False, True) if len(shown) <= _MOST_FULL else (True,):
            text = part_text(record, part, numbered=several, brief=brief)
            if bounds.words_in(text) <= left or (brief and not kept):
                kept[part.key], left = text, left - bounds.words_in(text)
                break
    more = len(shown) - len(kept)
    return [*(kept[part.key] for part in record.parts if part.key in kept), _MORE.format(more=more) if more else ""]


# Said where not all that was found fits into a reply.
_MORE = "The panel has what I found for {more} more, each with its source."
# From more parts than this on each is named in few words.
_MOST_FULL = 3


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


def part_text(record: Record, part: Part, *, numbered: bool, brief: bool = False) -> str:
    """One part with what was found: the answer, the quote with its citation, or the sources that disagree.

    `brief`: the question is named by its first words, and a model's wording is left to the quotes.
    """
    asked = bounds.shortened(part.text, _BRIEF if brief else _LONG)
    head = f"**{part.position}. {escaped(asked)}**" if numbered else ""
    if part.conflicts:
        body = conflict_text(record, part)
    else:
        near = "Near, not certain:" if brief else "I found something near this, and it does not answer it for certain:"
        says = near if part.is_open else ""
        own = bounds.sentences_within(part.answer, 0 if brief else _OWN) if part.answer not in _quotes(part) else ""
        body = "\n\n".join(
            block for block in [says, escaped(own), *(cited(record, citation) for citation in part.citations)] if block
        )
    return "\n\n".join(block for block in [head, body] if block)


def _quotes(part: Part) -> str:
    return "\n\n".join(str(citation["quote"]) for citation in part.citations)


def why_open(record: Record) -> str:
    """What was searched for the parts that are open, and why nothing that came up answers them."""
    lines = []
    for part in record.open_parts[:_MOST_TOLD]:
        looks = [look for look in record.tried if look["sub_objective_id"] == part.id]
        queries = list(dict.fromkeys(str(look["query"]) for look in looks))
        sent = joined([quoted(query, 60) for query in queries[:_MOST_TOLD]])
        where = joined(closing.places(record, [part])) or "nothing yet"
        more = f" and {len(queries) - _MOST_TOLD} more" if len(queries) > _MOST_TOLD else ""
        searched = f"I searched {where}" + (f" for {escaped(sent)}{more}." if sent else ".")
        lines.append(f"{escaped(quoted(part.text, 60))}: {searched} {_why(part, looks)}")
    rest = len(record.open_parts) - len(lines)
    left_out = [f"The panel has what was tried for {rest} more."] if rest else []
    return "\n\n".join([*lines, *left_out, "That I did not find it does not mean that it is not covered."])


_MOST_TOLD = 2


def _why(part: Part, looks: Sequence[Mapping[str, Any]]) -> str:
    if part.stuck_reason == "jurisdiction":
        return "What came up differs with the payer or the state, which I do not know yet."
    if part.conflicts:
        return "The sources that came up do not agree."
    if part.citations:
        return "The nearest words are those that I quoted; they do not say for certain what is asked."
    if looks and all(look["result"] == "Nothing was found." for look in looks):
        return "Nothing there has these words."
    return "What came up is on another thing, or of another payer, plan or state, so I quote none of it."


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
        f"You're welcome. Before you go: {_open(record)} {is_or_are(record.open_parts)} still open. Do you want me to "
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
