"""Notices a message in a language that the rules do not read, and reads the plainest facts of a Spanish one."""

from __future__ import annotations

import re
from collections.abc import Iterator

from retirement.checklist import Topic
from wording.amounts import words

# Small words that hardly any other of these languages has.
_WORDS = {
    "English": words(
        "the i i'm my is are and we our have want to of at in for with it you what not don't a "
        "i'll on be was he she they but no so that this do from by will die had has would like"
    ),
    "Spanish": words(
        "el la los las un una y mi mis tengo quiero años de con para por que es soy estoy no pero cuando nuestra "
        "nuestro tenemos casa jubilarme jubilación hijos esposa esposo vivo trabajo me gusta nos"
    ),
    "Dutch": words(
        "ik ben en wil met het een mijn wij we hebben heb van voor niet maar ook op jaar pensioen huis hypotheek "
        "stoppen werken vrouw kinderen wonen gaan zijn naar"
    ),
    "German": words(
        "ich bin und möchte mit in die der das ein eine mein meine wir haben habe von für nicht aber auch jahre rente "
        "haus gehen frau mann kinder wohnen will zu"
    ),
    "French": words(
        "je suis et veux avec le la les un une mon ma mes nous avons j'ai ans de pour pas mais aussi retraite maison "
        "femme mari enfants à"
    ),
}
_WORD = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)?")
_NOTES = {
    "Spanish": "Sin conexión solo leo inglés.",
    "Dutch": "Zonder verbinding lees ik alleen Engels.",
    "German": "Ohne Verbindung lese ich nur Englisch.",
    "French": "Hors ligne, je ne lis que l'anglais.",
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


def language_of(text: str) -> str:
    """The language whose small words a text has most of: English, unless another has two more."""
    counts = _counts(text)
    best = max(counts, key=lambda language: counts[language])
    return best if counts[best] >= counts["English"] + 2 else "English"


def may_be_foreign(text: str) -> bool:
    """Whether a few words hold more small words of another language than of English."""
    counts = _counts(text)
    return max(counts.values()) > counts["English"]


def _counts(text: str) -> dict[str, int]:
    said = [word.lower() for word in _WORD.findall(text.replace("’", "'")[:2_000])]
    return {language: sum(word in small for word in said) for language, small in _WORDS.items()}


def told_in(language: str) -> str:
    """What is answered to a message in a language that is not read offline."""
    return (
        f"{_NOTES[language]} Offline I read English only, so I cannot take all the facts from {language}. "
        "Your message is kept; write it in English, or ask whoever runs this to connect a model."
    )


def spanish_facts(text: str) -> Iterator[tuple[Topic, str, int, int]]:
    """Topic, fact type and place of what a Spanish message plainly states."""
    for topic, fact_type, pattern in _SPANISH:
        if found := pattern.search(text):
            yield topic, fact_type, found.start(), found.end()
