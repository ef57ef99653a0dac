"""Finds references to articles and rulings in Dutch and English text, and the source of a dossier that each names."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from pathlib import Path
from typing import Any

from tax_dossier.record import SourceView
from wording.phrases import patterns

_FORMS = patterns(Path(__file__).parent / "phrases/citations.txt", re.IGNORECASE)
_LAWS = {name.removeprefix("law_"): form for name, form in _FORMS.items() if name.startswith("law_")}
_NUMBER = _FORMS["article_number"]
# "eerste" and "first", "tweede" and "second", and so on.
ORDINALS = [
    *(_FORMS[name] for name in ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth")),
    *(_FORMS[name] for name in ("tenth", "eleventh", "twelfth", "thirteenth", "fourteenth", "fifteenth")),
]


@dataclass(frozen=True, slots=True)
class Citation:
    """One reference in a text. `article` or `ecli` or `other` is set; `law` is "" where the words name none.

    A table that belongs to a law is an article by its name: "tabel i".
    """

    start: int
    end: int
    text: str
    article: str = ""
    lids: tuple[str, ...] = ()
    law: str = ""
    ecli: str = ""
    other: str = ""


def find_citations(text: str) -> list[Citation]:
    """Every reference in `text`, in order, none overlapping another. "artikelen 3.16 en 3.17" gives two."""
    eclis = [(match, "".join(match[0].split()).upper()) for match in _FORMS["ecli"].finditer(text)]
    citations = [Citation(*match.span(), match[0], ecli=code) for match, code in eclis]
    others = (match for name in ("journal", "passage_id") for match in _FORMS[name].finditer(text))
    citations += [Citation(*match.span(), match[0], other=" ".join(match[0].split())) for match in others]
    citations += [_table(match) for match in _FORMS["table"].finditer(text)]
    for match in (match for name in ("article", "bare", "bare_whole") for match in _FORMS[name].finditer(text)):
        if not any(citation.start < match.end() and match.start() < citation.end for citation in citations):
            citations += _articles(text, match)
    return sorted(citations, key=lambda citation: (citation.start, citation.end))


def without_citations(text: str, instead: str = " ") -> str:
    """The text with `instead` in the place of each reference."""
    for citation in reversed(find_citations(text)):
        text = f"{text[: citation.start]}{instead}{text[citation.end :]}"
    return text


def _table(match: re.Match[str]) -> Citation:
    law = law_key(match["law"]) if match["law"] else ""
    return Citation(*match.span(), match[0], article=_table_key(match["table"]), law=law)


def _table_key(name: str) -> str:
    """A table by its name in small letters: "tabel i"."""
    return f"tabel {name.lower().split()[1]}"


def _articles(text: str, match: re.Match[str]) -> list[Citation]:
    """The references of one match: one for each number, which share the law; the paragraph is the last one's."""
    parts, at = match.groupdict(), match.start("numbers")
    numbers = [
        (number[0].lower(), at + number.start(), at + number.end()) for number in _NUMBER.finditer(parts["numbers"])
    ]
    law = law_key(parts["law"]) if parts["law"] else ""
    starts = [match.start(), *(start for _, start, _ in numbers[1:])]
    ends = [*(end for _, _, end in numbers[:-1]), match.start() + len(match[0].rstrip(" ,"))]
    lids = [()] * (len(numbers) - 1) + [_labels(parts.get("lids") or parts.get("before") or "")]
    return [
        Citation(start, end, text[start:end], article=number, lids=labels, law=law)
        for (number, _, _), start, end, labels in zip(numbers, starts, ends, lids, strict=True)
    ]


def _labels(words: str) -> tuple[str, ...]:
    numbers = [label.lower() for label in re.findall(r"\d{1,2}[a-z]?", words)]
    ordinals = [ordinal[0] for ordinal in _FORMS["ordinal"].finditer(words)]
    places = (place for ordinal in ordinals for place, form in enumerate(ORDINALS, start=1) if form.fullmatch(ordinal))
    return tuple(numbers or map(str, places))


@lru_cache(maxsize=1024)
def law_key(name: str) -> str:
    """A law's name in one form: "ib" for "Wet IB 2001" and "Income Tax Act 2001"; else its words in small letters."""
    words = " ".join(name.split())
    return next((key for key, form in _LAWS.items() if form.fullmatch(words)), words.lower())


def laws_in(words: str) -> set[str]:
    """The keys of the laws that stand in the words by a short name, with or without an article."""
    return {key for key, form in _LAWS.items() if re.search(rf"\b(?:{form.pattern})\b", words, re.IGNORECASE)}


def article_of(source: SourceView) -> str:
    """The number of the article that a source holds, or the name of its table, in small letters; "" for a ruling."""
    if not source.is_law:
        return ""
    cited = (citation.article for citation in _cited_by(source) if citation.article)
    return part_of_law(source.metadata) or next(cited, "").lower()


def part_of_law(metadata: Mapping[str, Any]) -> str:
    """Which part of a law metadata are of: an article by its number, a table by its name; "" where they do not say."""
    path = metadata.get("path")
    heading = str(path[1]) if isinstance(path, list) and len(path) > 1 else ""
    table = _FORMS["table"].match(heading)
    return str(metadata.get("article") or "").lower() or (_table_key(table["table"]) if table else "")


def _cited_by(source: SourceView) -> Iterator[Citation]:
    for name in (*source.citations, source.title):
        yield from find_citations(name)


def laws_of(source: SourceView) -> set[str]:
    """The keys of the law's names that the source carries."""
    keys = {law_key(str(source.metadata.get(name) or "")) for name in ("abbr", "law")} - {""}
    return keys or {citation.law for citation in _cited_by(source) if citation.law}


def ecli_of(source: SourceView) -> str:
    """The ECLI of a ruling; "" for an article."""
    return "" if source.is_law else str(source.metadata.get("ecli") or source.key).upper()


def resolve(cited: Citation, sources: Sequence[SourceView], day: date | None = None) -> SourceView | None:
    """The source that a reference names: its article, law and paragraphs, or its ECLI. None where there is none.

    Of several versions the one that was law on `day` is meant. An article number that two laws have, with no law
    named, resolves to neither.
    """
    if cited.ecli:
        return next((source for source in sources if ecli_of(source) == cited.ecli), None)
    if not cited.article:
        return next((source for source in sources if not source.is_law and _names(source, cited.other)), None)
    fitting = [
        source
        for source in sources
        if source.is_law and article_of(source) == cited.article and (not cited.law or cited.law in laws_of(source))
    ]
    if len({frozenset(laws_of(source)) for source in fitting}) > 1:
        return None
    fitting = [source for source in fitting if {*cited.lids} <= (source.labels or {"1"})]
    current = [source for source in fitting if day is not None and source.valid_on(day)]
    return next(iter([*current, *fitting]), None)


def _names(source: SourceView, other: str) -> bool:
    """Whether a ruling's own title or citations hold that name of it, as in "BNB 1995/23"."""
    wanted = re.sub(r"\W+", " ", other).lower().strip()
    return any(wanted in re.sub(r"\W+", " ", name).lower() for name in (source.title, *source.citations))
