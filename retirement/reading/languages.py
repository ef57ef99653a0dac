"""Notices a message in a language that the rules do not read, and reads the plainest facts of a Spanish one."""

from __future__ import annotations

import re
from collections.abc import Iterator

from retirement.checklist import Topic
from wording.languages import Language, language_of

# The languages in which a message is told from an English one.
KNOWN: tuple[Language, ...] = ("en", "es", "nl", "de", "fr")
_NAMES = {"es": "Spanish", "nl": "Dutch", "de": "German", "fr": "French"}
_NOTES = {
    "es": "Sin conexión solo leo inglés.",
    "nl": "Zonder verbinding lees ik alleen Engels.",
    "de": "Ohne Verbindung lese ich nur Englisch.",
    "fr": "Hors ligne, je ne lis que l'anglais.",
}
_SPANISH: tuple[tuple[Topic, str, re.Pattern[str]], ...] = tuple(
    (topic, fact_type, re.compile(pattern, re.IGNORECASE))
    for topic, fact_type, pattern in (
        (Topic.LONGEVITY_INFLATION, "age", r"\btengo \d\d años\b"),
        (Topic.LONGEVITY_INFLATION, "partner_age", r"\bmi (?:esposa|esposo|marido|mujer|pareja) tiene \d\d(?: años)?"),
        (Topic.INCOME_CASH_FLOW, "target_retirement_age",
         r"\b(?:jubilar(?:me|nos)|retirar(?:me|nos)|dejar de trabajar)\b(?: \S+){0,3}? \d\d\b"),
        (Topic.INCOME_CASH_FLOW, "pension", r"\b(?:una|mi|la|nuestra|sin) pensión\b(?: de \S+)?"),
        (Topic.INCOME_CASH_FLOW, "social_security_benefit", r"\bseguro social\b(?: \S+){0,3}"),
        (Topic.INCOME_CASH_FLOW, "retirement_savings", r"\b(?:ahorros|ahorrado|ahorrados)\b(?: \S+){0,4}"),
        (Topic.HOUSING_GEOGRAPHY, "mortgage", r"\bhipoteca\b(?: \S+){0,4}"),
        (Topic.HOUSING_GEOGRAPHY, "home_ownership", r"\b(?:mi|nuestra|tenemos|tengo) (?:\w+ )?casa\b(?: \S+){0,3}"),
        (Topic.HEALTHCARE_MEDICARE, "health_status",
         r"\b(?:diabetes|seguro médico|seguro de salud|medicinas|presión alta|medicare)\b(?: \S+){0,3}"),
        (Topic.ESTATE_PLANNING, "will", r"\btestamento\b(?: \S+){0,3}"),
        (Topic.ESTATE_PLANNING, "children", r"\b(?:un|una|dos|tres|cuatro|\d) (?:hijos?|hijas?)\b"),
        (Topic.LIFESTYLE_PURPOSE, "travel", r"\bviajar\b(?: \S+){0,3}"),
    )
)  # fmt: skip


def language_read(text: str) -> Language:
    """The language of a message: English, unless it has two words more of another."""
    return language_of(text, KNOWN, unless="en", lead=2) or "en"


def told_in(language: Language) -> str:
    """What is answered to a message in a language that is not read offline."""
    return (
        f"{_NOTES[language]} Offline I read English only, so I cannot take all the facts from {_NAMES[language]}. "
        "Your message is kept; write it in English, or ask whoever runs this to connect a model."
    )


def spanish_facts(text: str) -> Iterator[tuple[Topic, str, int, int]]:
    """Topic, fact type and place of what a Spanish message plainly states."""
    for topic, fact_type, pattern in _SPANISH:
        if match := pattern.search(text):
            yield topic, fact_type, match.start(), match.end()
