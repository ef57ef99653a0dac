"""Finds references to articles and rulings in Dutch and English text, and the source of a dossier that each names."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from functools import lru_cache

from tax_dossier.record import SourceView

_SUFFIX = r"(?:bis|ter|quater|quinquies|[a-z]{1,2}(?![a-z]))?"
_NUMBER = rf"\d{{1,4}}{_SUFFIX}(?:[.:]\d{{1,4}}{_SUFFIX})?"
# A number that can be an article without the word: it has a point or a colon in it.
_DOTTED = rf"\d{{1,3}}{_SUFFIX}[.:]\d{{1,4}}{_SUFFIX}"

# Laws by the short name that sources carry: every way to write them, in both languages.
_LAWS: tuple[tuple[str, str], ...] = (
    ("ib", r"(?:wet\s+(?:op\s+de\s+)?)?(?:ib|inkomstenbelasting)(?:\s+2001)?"
        r"|(?:dutch\s+)?income\s+tax\s+act(?:\s+2001)?"),
    ("lb", r"(?:wet\s+(?:op\s+de\s+)?)?(?:lb|loonbelasting)(?:\s+1964)?|(?:wages?|payroll)\s+tax\s+act(?:\s+1964)?"),
    ("ob", r"(?:wet\s+(?:op\s+de\s+)?)?(?:ob|omzetbelasting)(?:\s+1968)?|btw-wet|(?:vat"
        r"|turnover\s+tax)\s+act(?:\s+1968)?"),
    ("vpb", r"(?:wet\s+(?:op\s+de\s+)?)?(?:vpb|vennootschapsbelasting)(?:\s+1969)?"
        r"|corporate\s+income\s+tax\s+act(?:\s+1969)?"),
    ("awr", r"awr|algemene\s+wet\s+inzake\s+rijksbelastingen|(?:general|state)\s+tax(?:es)?\s+act"),
    ("awb", r"awb|algemene\s+wet\s+bestuursrecht|general\s+administrative\s+law\s+act"),
    ("sw", r"(?:sw|successiewet)(?:\s+1956)?|(?:inheritance|succession)\s+(?:and\s+gift\s+)?tax\s+act(?:\s+1956)?"),
    ("iw", r"(?:iw|invorderingswet)(?:\s+1990)?|(?:tax\s+)?collection\s+act(?:\s+1990)?"),
    ("db", r"(?:wet\s+(?:op\s+de\s+)?)(?:db|dividendbelasting)(?:\s+1965)?|dividend\s+tax\s+act(?:\s+1965)?"),
    ("wbr", r"wbr|wet\s+brv|wet\s+op\s+belastingen\s+van\s+rechtsverkeer|legal\s+transactions\s+tax\s+act"),
    ("woz", r"(?:wet\s+)?woz|wet\s+waardering\s+onroerende\s+zaken"),
    ("bw", r"bw|burgerlijk\s+wetboek|(?:dutch\s+)?civil\s+code"),
    ("gemw", r"gemeentewet|gemw|municipalities\s+act"),
)  # fmt: skip
_KNOWN_LAW = "|".join(f"(?:{pattern})" for _, pattern in _LAWS)
# Any other law by its own name.
_NAMED_LAW = (
    r"(?-i:[Ww]et(?:\s+(?:op|inzake|van|voor|de|het|tot|en|a?\w+belasting\w*|\w+)){1,6}?\s+(?:19|20)\d\d"
    r"|[A-Z]\w*(?:wet|besluit|regeling|wetboek|verdrag|richtlijn)(?:\s+\w+belasting)?(?:\s+(?:19|20)\d\d)?"
    r"|[Ww]et\s+[A-Z]\w+)"
)
_ORDINALS = {
    "eerste": 1, "tweede": 2, "derde": 3, "vierde": 4, "vijfde": 5, "zesde": 6, "zevende": 7, "achtste": 8,
    "negende": 9, "tiende": 10, "elfde": 11, "twaalfde": 12, "dertiende": 13, "veertiende": 14, "vijftiende": 15,
    "first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7, "eighth": 8, "ninth": 9,
    "tenth": 10,
}  # fmt: skip
_ORDINAL = "|".join(_ORDINALS)
_PARAGRAPH = r"(?:lid|leden|paragraphs?|subsections?|para)"
_LIDS = (
    rf"(?:{_PARAGRAPH}\s*\(?\d{{1,2}}[a-z]?\)?(?:\s*(?:,|en|and|of|or|t/m"
    rf"|tot\s+en\s+met)\s*\(?\d{{1,2}}[a-z]?\b\)?(?!\s*%))*"
    rf"|(?:(?:{_ORDINAL})(?:\s*(?:,|en|and)\s*(?:{_ORDINAL}))*)\s+(?:lid|leden|paragraphs?)"
    r"|\(\d{1,2}[a-z]?\)(?:\([a-z]\))?)"
)
_DETAIL = (
    r"(?:,?\s*(?:aanhef\s+en\s+)?(?:onderdeel|onderdelen|onder|letter|sub|ten|volzin|slotzin)\s+[a-z0-9°]{1,3}\b"
    r"(?:\s*(?:,|en)\s*[a-z]\b)*|,?\s*(?:eerste|tweede|laatste)\s+volzin|,?\s*aanhef)*"
)
_OF_THE = r"(?:,?\s*(?:van\s+(?:de|het)\s+|uit\s+(?:de|het)\s+|in\s+de\s+|of\s+the\s+|)?)"
_HEAD = r"(?:(?:de\s+)?artikel(?:en)?|artt?\.?|articles?|sections?)"
_BEFORE_LID = rf"(?:(?P<before>{_LIDS})\s*,?\s*(?:van|of)\s+(?:het\s+)?)?"
_SEPARATOR = r"\s*(?:,|en|and|of|or|jo\.?|juncto|t/m|tot\s+en\s+met|-|–)\s*"
_ARTICLE = re.compile(
    rf"\b{_BEFORE_LID}{_HEAD}\s*(?P<numbers>{_NUMBER}(?:{_SEPARATOR}{_NUMBER}(?![\w%]))*)(?![\d%])"
    rf"(?:\s*,?\s*(?P<lids>{_LIDS}))?{_DETAIL}"
    rf"(?:{_OF_THE}(?P<law>(?i:{_KNOWN_LAW})\b|{_NAMED_LAW}))?",
    re.I,
)
_BARE = re.compile(
    rf"(?<![\w.:,€/-])(?P<numbers>{_DOTTED})(?:\s*,?\s*(?P<lids>{_LIDS}))?{_DETAIL}\s+(?P<law>(?:{_KNOWN_LAW})\b)"
    rf"|(?<![\w.:,€/-])(?P<n2>\d{{1,3}}[a-z]?)\s+(?P<l2>AWR|Awb|BW|(?:Wet\s+)(?:{_KNOWN_LAW}))\b",
    re.I,
)
_ECLI = re.compile(r"\bECLI\s?:\s?[A-Z]{2}\s?:\s?[A-Z]{1,7}\s?:\s?\d{4}\s?:\s?[A-Z0-9]+(?:\.[A-Z0-9]+)*", re.I)
# A ruling by the journal that printed it, or by its court and day.
_JOURNAL = re.compile(
    r"\b(?:BNB|V-N|FED|WFR|NTFR|NJ|RSV|FutD|VN)\s+(?:19|20)\d\d(?:\s*/\s*|\s*,\s*(?:nr?\.?\s*)?|-)\d+(?:[.,]\d+)*"
    r"|\b(?:HR|Hof(?:\s+[A-Z]\w+)?|Rb\.?(?:\s+[A-Z]\w+)?|Rechtbank\s+[A-Z]\w+|HvJ(?:\s*EU)?"
    r"|CJEU)[,\s]+\d{1,2}\s+[a-z]+\s+"
    r"(?:19|20)\d\d(?:,?\s*(?:nr\.?|zaaknr\.?|no\.?)\s*[\d./ -]*\d)?"
)


@dataclass(frozen=True, slots=True)
class Citation:
    """One reference in a text. `article` or `ecli` or `other` is set; `law` is "" where the words name none."""

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
    citations: list[Citation] = []
    for match in _ECLI.finditer(text):
        code = re.sub(r"\s", "", match[0]).upper()
        citations.append(Citation(*match.span(), match[0], ecli=code))
    for match in _JOURNAL.finditer(text):
        citations.append(Citation(*match.span(), match[0], other=" ".join(match[0].split())))
    for match in (*_ARTICLE.finditer(text), *_BARE.finditer(text)):
        if not any(citation.start < match.end() and match.start() < citation.end for citation in citations):
            citations += _articles(text, match)
    return sorted(citations, key=lambda citation: (citation.start, citation.end))


def _articles(text: str, match: re.Match[str]) -> list[Citation]:
    """The references of one match: one for each number, which share the law; the paragraph is the last one's."""
    parts = match.groupdict()
    numbers, law_words = parts.get("numbers") or parts["n2"], parts.get("law") or parts.get("l2") or ""
    at = match.start("numbers") if parts.get("numbers") else match.start("n2")
    places = [
        (at + number_match.start(), at + number_match.end(), number_match[0])
        for number_match in re.finditer(_NUMBER, numbers, re.I)
    ]
    law = law_key(law_words) if law_words else ""
    lids = _labels(parts.get("lids") or parts.get("before") or "")
    end = match.start() + len(match[0].rstrip(" ,"))
    cited = []
    for n, (_, stop, number) in enumerate(places):
        last = n == len(places) - 1
        start, until = (match.start() if n == 0 else places[n][0]), (end if last else stop)
        cited.append(
            Citation(start, until, text[start:until], article=number.lower(), lids=lids if last else (), law=law)
        )
    return cited


def _labels(words: str) -> tuple[str, ...]:
    numbers = [label.lower() for label in re.findall(r"\d{1,2}[a-z]?", words)]
    return tuple(numbers or [str(_ORDINALS[label.lower()]) for label in re.findall(_ORDINAL, words, re.I)])


@lru_cache(maxsize=1024)
def law_key(name: str) -> str:
    """A law's name in one form: "ib" for "Wet IB 2001" and "Income Tax Act 2001"; else its words in small letters."""
    words = " ".join(name.split())
    for key, pattern in _LAWS:
        if re.fullmatch(pattern, words, re.I):
            return key
    return words.lower()


def article_of(source: SourceView) -> str:
    """The number of the article that a source holds, in small letters; "" for a ruling."""
    if not source.is_law:
        return ""
    number = str(source.metadata.get("article") or "")
    if not number:
        cited = [
            citation
            for name in (*source.citations, source.title)
            for citation in find_citations(name)
            if citation.article
        ]
        number = cited[0].article if cited else ""
    return number.lower()


def laws_of(source: SourceView) -> set[str]:
    """The keys of the law's names that the source carries."""
    names = [str(source.metadata.get(name) or "") for name in ("abbr", "law")]
    keys = {law_key(name) for name in names if name}
    if not keys:
        keys = {
            citation.law
            for name in (*source.citations, source.title)
            for citation in find_citations(name)
            if citation.law
        }
    return keys


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
    fitting = [source for source in fitting if _has(source, cited.lids)]
    current = [source for source in fitting if day is not None and source.valid_on(day)]
    return next(iter([*current, *fitting]), None)


def _has(source: SourceView, lids: Iterable[str]) -> bool:
    labels = source.labels or {"1"}
    return all(lid in labels for lid in lids)


def _names(source: SourceView, other: str) -> bool:
    """Whether a ruling's own title or citations hold that name of it, as in "BNB 1995/23"."""
    wanted = re.sub(r"\W+", " ", other).lower().strip()
    return any(wanted in re.sub(r"\W+", " ", name).lower() for name in (source.title, *source.citations))
