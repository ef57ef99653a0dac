"""Replies to messages that look nothing up: a greeting, how it stands, another language, what this is for."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from pursuit import replies
from pursuit.asks import joined, quoted
from pursuit.intent import Intent
from pursuit.record import Record


def _disputed(record: Record) -> str:
    return (
        "Each answer here rests on the words that are quoted under it. If a quote does not answer what you asked, "
        "ask it again in other words, with the payer and the state, or share a document that has it.\n\n"
        + replies.standing(record)
    )


def _help(record: Record) -> str:
    return (
        "I look for answers in health plans' policies, in code lists and in what you share, and I answer only with "
        "words that stand there. Ask a question, also one of several parts: I keep each part open until a source "
        "answers it, and I tell you exactly what is missing. You can paste a link or a text, or drop a PDF."
    )


def _greeting(record: Record) -> str:
    if record.is_open:
        still = joined([quoted(part.text) for part in record.open_parts[:3]])
        return f"Hello. {still} is still open; say “try again”, or share a document."
    return "Hello. What do you want to know about a health plan's policy? A question may have several parts."


def _spanish(record: Record) -> str:
    kept = " Your open question stays as it is." if record.is_open else ""
    return (
        "I can only read questions in English so far, because the policies here are in English. Please ask it in "
        f"English.{kept}\n\nPor ahora solo entiendo preguntas en inglés. Por favor, escríbala en inglés."
    )


def _unclear(record: Record) -> str:
    kept = " Your open question stays as it is." if record.is_open else ""
    return (
        "I see no question in that. Ask what you want to know about a health plan's policy, such as “Is an MRI covered "
        f"by Florida Medicaid?”{kept}"
    )


PLAIN: Mapping[Intent, Callable[[Record], str]] = {
    Intent.GREETING: _greeting,
    Intent.HELP: _help,
    Intent.STATUS: replies.standing,
    Intent.DISPUTE: _disputed,
    Intent.SPANISH: _spanish,
    Intent.UNCLEAR: _unclear,
}
