"""What the person is asked when a part is stuck: specific, with a next step, and from another angle each time. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

# Each reason's angles, in the order in which they are asked. {x} is what is missing, {are} its verb, {done} what was
# answered, {tried} where it was looked for.
ASKS: Mapping[str, tuple[str, ...]] = {
    "no_evidence": (
        "I couldn't find information about {x} in {where}. Do you have a document, link, or "
        "PDF that might contain this? If you can share it, I can read it and answer from it.",
        "Our materials don't cover {x}; I looked in {tried}. Do you know where this might be documented, such as a "
        "payer portal, an internal wiki or a provider manual? If you paste the page or its address, I can read it.",
        "I still have no source for {x}. Is there another name for it, or somebody who holds the policy? If you can "
        "give me the name as the payer writes it, I can search again with it.",
    ),
    "missing_code": (
        "I couldn't find that specific code for {x} in our materials. Do you have a code list, CMS link, or payer "
        "handbook where it might be listed? If you can share it, I can look it up there.",
        "No code list that I hold has {x}. Can you tell me the diagnosis or the item in the words of the chart or the "
        "order? With its clinical name I can search the lists again.",
        "I still have no code for {x}. If you have a claim, a superbill or a payer's fee schedule with it, paste the "
        "line and I can check the code against the lists.",
    ),
    "conflicting_info": (
        "I found conflicting information about {x}. Do you have a more recent source or effective date we should "
        "prioritize? If you can share it, or tell me which of the two applies, I can settle it.",
        "The sources on {x} still disagree. Is there a bulletin or a notice of change from the payer? If you can paste "
        "it, I can say which version it replaces.",
        "I cannot tell which source on {x} is in force. What is the date of service? With it I can say which "
        "effective date covers it.",
    ),
    "partial_answer": (
        "I was able to answer {done}, but I couldn't find {x}. Do you have any materials or links that might help with "
        "it? If you can share one, I can read it and finish this part.",
        "What is left is {x}; I looked in {tried}. Is it in a provider manual or on the payer's portal? If you can "
        "drop the PDF here or paste the page, I can answer it from there.",
        "{x} {are} still open. Do you know another name for it, or a person at the payer who would know? With a name "
        "or a reference number I can search again.",
    ),
    "tool_failed": (
        "The {tool} didn't return useful results for {x}. Do you have a direct link or alternative source I could try? "
        "If you can share it, I can read it at once.",
        "The {tool} failed again for {x}. Can you save the page as a PDF, or copy its text? If you drop it here, I can "
        "read it without the {tool}.",
        "I could not use the {tool} for {x}. Is there a copy of it somewhere that opens without signing in? If you can "
        "send that address, I can try it.",
    ),
    "near": (
        "Does that answer {x}? Say yes, or no and I look elsewhere.",
        "And does this answer {x}?",
        "Is this the answer to {x}, or is it no answer either?",
    ),
    "jurisdiction": (
        "To give you an accurate answer, could you specify which {missing}? {why}",
        "The answer on {x} changes with the {missing}. If you can tell me which it is, I can answer this part.",
    ),
}


# Of how many parts a sentence gives the words, and how much of each.
_NAMED, _QUOTED_CHARS, _BESIDE_OTHERS = 2, 120, 45


@dataclass(frozen=True, slots=True)
class MissingInformation:
    """What an ask is about: the open parts, what was answered, where was looked, and the tool that failed."""

    texts: Sequence[str]
    done: Sequence[str] = ()
    places: Sequence[str] = ()
    tool: str = "search"
    slots: Sequence[str] = ()


def may_ask(asks: Sequence[Mapping[str, Any]], kind: str, information: int) -> bool:
    """Whether the person may be asked: once, and again only when they have brought something new since."""
    return not any(ask["kind"] == kind and ask["information"] >= information for ask in asks)


def next_angle(asks: Sequence[Mapping[str, Any]], reason: str) -> int | None:
    """The angle of the next ask for this reason, none twice; None when all were asked."""
    used = {int(ask["angle"]) for ask in asks if ask["stuck_reason"] == reason}
    return next((angle for angle in range(len(ASKS[reason])) if angle not in used), None)


def ask_text(reason: str, angle: int, missing: MissingInformation) -> str:
    """The message to the person."""
    x = named(missing.texts)
    return ASKS[reason][angle].format(
        x=x,
        are=is_or_are(missing.texts),
        done=named(missing.done) or "part of it",
        where="our policy materials or the web" if "the web" in missing.places else "our policy materials",
        tried=joined(list(missing.places)) or "our policy materials",
        tool=missing.tool,
        missing=slots_named(missing.slots),
        why=f"What applies to {x} depends on it.",
    )


def is_or_are(parts: Sequence[object]) -> str:
    """The verb of so many parts."""
    return "is" if len(parts) == 1 else "are"


_SLOT_NAMES = {"payer": "health plan or payer", "plan": "line of business (Medicaid, Medicare, commercial)"}


def slots_named(slots: Sequence[str]) -> str:
    """ "health plan or payer and which state", for the slots that are missing."""
    names = [_SLOT_NAMES.get(slot, slot) for slot in slots] or ["health plan or payer", "state"]
    return " and which ".join(names)


def named(texts: Sequence[str]) -> str:
    """The first two parts in quotes, and how many more there are: "“a”, “b” and 2 more"."""
    more = len(texts) - _NAMED
    # Of six parts, four are named in a sentence.
    chars = _QUOTED_CHARS if len(texts) < 2 else _BESIDE_OTHERS
    return joined([*(quoted(text, chars) for text in texts[:_NAMED]), *([f"{more} more"] if more > 0 else [])])


def quoted(text: str, chars: int = _QUOTED_CHARS) -> str:
    """A part of the question as a sentence names it: in quotes, on one line, not endless."""
    plain = " ".join(text.split()).rstrip(" ?.!")
    return f"“{plain if len(plain) <= chars else plain[: chars - 1].rstrip() + '…'}”"


def joined(names: Sequence[str]) -> str:
    """ "a, b and c"."""
    return " and ".join(part for part in [", ".join(names[:-1]), *names[-1:]] if part)
