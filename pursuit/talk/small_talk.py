"""Replies to messages that look nothing up: a greeting, how it stands, another language, what this is for."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from pursuit.asks import joined, quoted, slots_named
from pursuit.closing import missing_slots
from pursuit.record import Part, Record
from pursuit.talk import replies
from pursuit.talk.intent import Intent
from wording.markdown import escaped


def _disputed(record: Record) -> str:
    return (
        "Each answer here rests on the words that are quoted under it. If a quote does not answer what you asked, "
        "ask it again in other words, with the payer and the state, or share a document that has it.\n\n"
        + replies.status_text(record)
    )


def _help(record: Record) -> str:
    reply = (
        "I look for answers in health plans' policies, in code lists and in what you share, and I answer only with "
        "words that stand there. Ask a question about a policy, also one of several parts: I keep each part open until "
        "a source answers it, and I tell you exactly what is missing. You can paste a link or a text, or drop a PDF."
    )
    return "\n\n".join(block for block in (reply, _open_still(record)) if block)


def _open_still(record: Record) -> str:
    """What is open, in other words than it was asked in, and what helps; "" where nothing is."""
    if not record.is_open:
        return ""
    waits = [part for part in record.open_parts if part.stuck_reason == "jurisdiction"]
    others = [part for part in record.open_parts if part not in waits]
    lines = []
    if waits:
        missing = slots_named(missing_slots(record, waits))
        lines.append(f"To go on with {_named(waits)} I still need to know which {missing}.")
    if any(part.conflicts for part in others):
        lines.append("Two sources disagree: say “use the newer one” if the later date counts.")
    if others:
        lines.append(
            f"I have no source yet that settles {_named(others)}. A document, a link or another name for it helps; say "
            "“try again” and I look again, or “never mind” to stop."
        )
    return " ".join(["Your open question stays as it is.", *lines])


def _named(parts: Sequence[Part]) -> str:
    return escaped(joined([quoted(part.text) for part in parts[:3]]))


def _greeting(record: Record) -> str:
    if record.is_open:
        still = joined([quoted(part.text) for part in record.open_parts[:3]])
        return f"Hello. {still} is still open; say “try again”, or share a document."
    return "Hello. What do you want to know about a health plan's policy? A question may have several parts."


def _spanish(record: Record) -> str:
    return f"{_foreign(record)}\n\nPor ahora solo entiendo preguntas en inglés. Por favor, escríbala en inglés."


def _foreign(record: Record) -> str:
    kept = " Your open question stays as it is." if record.is_open else ""
    return (
        "I can only read questions in English so far, because the policies here are in English. Please ask it in "
        f"English.{kept}"
    )


# A question about a policy was not understood in the words: nothing is kept, nothing counted, nothing looked up.
_NONE = "I see no question in that: I did not understand it as a question about a policy, so nothing has changed."


def _unclear(record: Record) -> str:
    example = "Ask what you want to know about a health plan's policy, such as “Is an MRI covered by Florida Medicaid?”"
    return f"{_NONE}\n\n{_open_still(record) or example}"


def _person(record: Record) -> str:
    reply = (
        "I cannot pass you on to a person: I only look things up in policies. The payer's member or provider line, on "
        "the back of the member's card, has people who answer. I did not understand this as a question about a policy, "
        "so nothing has changed."
    )
    return "\n\n".join(block for block in (reply, _open_still(record)) if block)


def _of_what(record: Record) -> str:
    return (
        "I do not know yet what this question about a policy is about. Name the service, the item or the code, with "
        "the health plan and the state, such as “Is a power wheelchair covered by Florida Medicaid?”"
    )


PLAIN: Mapping[Intent, Callable[[Record], str]] = {
    Intent.GREETING: _greeting,
    Intent.HELP: _help,
    Intent.STATUS: replies.status_text,
    Intent.DISPUTE: _disputed,
    Intent.SPANISH: _spanish,
    Intent.FOREIGN: _foreign,
    Intent.PERSON: _person,
    Intent.OF_WHAT: _of_what,
    Intent.UNCLEAR: _unclear,
}
