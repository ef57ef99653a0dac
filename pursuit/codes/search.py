"""Finds codes: by the code itself, by its beginning, by its description. An answer names no code that is not here."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db import connection

from pursuit.codes.words import words_asked
from pursuit.models import Code

# A code as people type it: with or without the dot, in any case.
_ICD = re.compile(r"(?<![\w.])[A-Z]\d[0-9A-Z](?:\.[0-9A-Z]{1,4}|[0-9A-Z]{0,4})(?![\w]|\.\d)", re.I)
_HCPCS = re.compile(r"(?<![\w.])[A-V]\d{4}(?![\w]|\.\d)", re.I)
_MODIFIER = re.compile(r"\bmodifiers?\s+[\"'“]?([A-Z0-9]{2})\b", re.I)
# CPT belongs to the American Medical Association and stands in no list here.
_CPT = re.compile(r"\bCPT\b", re.I)
# Rows that a search scores at most, and how much each further word of a row counts against it.
_SCORED, _LENGTH = 6_000, 0.03
_MOST_WORDS = 40


@dataclass(frozen=True, slots=True)
class CodeMatch:
    """A code that fits a description. `share` is how much of the description's weight its words hold, 0 to 1."""

    code: Code
    share: float


def codes_in(text: str) -> list[str]:
    """What looks like a code in `text`, without dots and in capitals, each once, in order."""
    written = [match[0] for match in re.finditer(f"{_HCPCS.pattern}|{_ICD.pattern}", text, re.I)]
    written += [match[1] for match in _MODIFIER.finditer(text)]
    return list(dict.fromkeys(code.replace(".", "").upper() for code in written))


def look_up(text: str) -> list[Code]:
    """The codes that `text` names and that a list holds, each in its newest edition, in the order of the text."""
    named = codes_in(text)
    rows = Code.objects.filter(plain__in=named).order_by("plain", "system", "-edition").distinct("plain", "system")
    return sorted(rows, key=lambda row: named.index(row.plain)) if named else []


def unknown_codes(text: str) -> list[str]:
    """What `text` writes as a code and no list holds: an answer with one of these is not shown."""
    known = {row.plain for row in look_up(text)}
    # Without a dot, three or four signs are as often a dose or a vitamin as a code.
    return [
        code
        for code in codes_in(text)
        if code not in known and (len(code) > 4 or f"{code[:3]}.{code[3:]}" in text.upper())
    ]


def search_codes(description: str, system: str = "", limit: int = 10) -> list[CodeMatch]:
    """The codes whose description fits best, the best first; of each code its newest edition.

    Rare words weigh more. Words that no description holds are passed over, and lower every share.
    """
    words = words_asked(description)[:_MOST_WORDS]
    if not words:
        return []
    frequency, total = _frequencies(words)
    weights = {word: math.log(1 + total / frequency.get(word, 1)) for word in words}
    held = sorted((word for word in words if word in frequency), key=lambda word: frequency[word])
    if not held or not total:
        return []
    rows = _scored(held, [weights[word] for word in held], _tellers(held, frequency), system, description, limit)
    codes = {row.pk: row for row in Code.objects.filter(pk__in=[pk for pk, _ in rows])}
    whole = sum(weights.values())
    return [CodeMatch(codes[pk], round(min(1.0, weight / whole), 4)) for pk, weight in rows if pk in codes]


def system_asked(text: str) -> str:
    """Which list a question is about: icd10cm, hcpcs, "cpt" (which is none of ours), or "" where it does not say."""
    if re.search(r"\bICD\b|\bICD-?\s?10|\bdiagnosis codes?\b|\bdx codes?\b", text, re.I):
        return "icd10cm"
    if re.search(r"\bHCPCS\b|\bj-?codes?\b|\bmodifiers?\b", text, re.I):
        return "hcpcs"
    return "cpt" if _CPT.search(text) else ""


def description_asked(text: str) -> str:
    """What a question wants the code of: "lumbar stenosis" of "What is the ICD-10 code for lumbar stenosis?"."""
    match = re.search(
        r"\b(?:codes?|icd-?\s?10(?:-?cm)?|hcpcs|modifiers?)\b.*?\b(?:for|of|is)\s+(.+)", text, re.I | re.S
    )
    description = (
        match[1]
        if match
        else re.sub(r"\b(?:icd-?\s?10(?:-?cm)?|hcpcs|cpt|codes?|diagnosis code)\b", " ", text, flags=re.I)
    )
    description = re.sub(r"^(?:an?|the|my|patients? with)\s+", "", description.strip(), flags=re.I)
    return description.strip(" ?.!,;:\"'")


def citation(code: Code) -> dict[str, Any]:
    """A row of a code list as the source of an answer; `quote` stands in that row."""
    return {
        "code": code.code,
        "code_id": code.pk,
        "system": code.system,
        "edition": code.edition,
        "quote": code.description,
        "title": f"{code.get_system_display()} {code.edition}",
        "heading": code.code,
        "valid_from": code.valid_from.isoformat() if code.valid_from else "",
        "valid_to": code.valid_to.isoformat() if code.valid_to else "",
    }


def description_of(code: Code) -> str:
    """A code in a sentence, with its edition and the days for which it holds."""
    days = ""
    if code.valid_from and code.valid_to:
        days = f", valid from {code.valid_from:%d %B %Y} until {code.valid_to:%d %B %Y}".replace(" 0", " ")
    heading = " It is a heading; bill a code below it." if code.billable is False else ""
    return f"{code.code}: {code.description} ({code.get_system_display()} {code.edition}{days}).{heading}"


def _frequencies(words: Sequence[str]) -> tuple[dict[str, int], int]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT word, frequency FROM pursuit_codeword WHERE word = ANY(%s)", [list(words)])
        frequency = dict(cursor.fetchall())
        cursor.execute("SELECT greatest(reltuples, 1)::bigint FROM pg_class WHERE oid = 'pursuit_code'::regclass")
        return frequency, int(cursor.fetchone()[0])


def _tellers(held: Sequence[str], frequency: dict[str, int]) -> list[str]:
    """The rarest words: whatever fits well has one of them. Together they are in a bounded number of rows."""
    chosen, rows = [held[0]], frequency[held[0]]
    for word in held[1:]:
        rows += frequency[word]
        if rows > _SCORED:
            break
        chosen.append(word)
    return chosen


_SCORE = """
SELECT id, weight FROM (
    SELECT DISTINCT ON (system, plain) id, plain, weight, cardinality(words) AS long, exact FROM (
        SELECT c.id, c.system, c.plain, c.edition, c.words,
            (SELECT sum(q.weight) FROM unnest(%(words)s::text[], %(weights)s::float8[]) AS q(word, weight)
             WHERE q.word = ANY(c.words)) AS weight,
            (lower(c.short_description) = %(said)s OR lower(c.description) = %(said)s) AS exact
        FROM pursuit_code c
        WHERE c.words && %(tellers)s::varchar[] AND (%(system)s = '' OR c.system = %(system)s)
    ) AS scored ORDER BY system, plain, edition DESC
) AS newest ORDER BY exact DESC, weight - %(length)s * long DESC, plain LIMIT %(limit)s
"""


def _scored(
    held: Sequence[str], weights: Sequence[float], tellers: Sequence[str], system: str, description: str, limit: int
) -> list[tuple[int, float]]:
    with connection.cursor() as cursor:
        cursor.execute(
            _SCORE,
            {
                **{"words": list(held), "weights": list(weights), "tellers": list(tellers), "length": _LENGTH},
                **{"system": system, "said": description.strip().lower(), "limit": limit},
            },
        )
        return [(int(pk), float(weight)) for pk, weight in cursor.fetchall()]
