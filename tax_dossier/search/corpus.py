"""Searches law and rulings for a question and makes a patch of what fits: whole documents, copied with their parts."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import replace
from datetime import date
from itertools import zip_longest
from typing import Any
from uuid import UUID

from django.contrib.postgres.expressions import ArraySubquery
from django.db.models import OuterRef, Q
from django.db.models.functions import JSONObject

from retrieval.models import Chunk, Collection, Document
from retrieval.search import Passage, SearchedIn, search
from tax_dossier.patches import CASE_LAW, LEGISLATION, Kind, NewSource, SourcePart
from tax_dossier.search.laws import is_younger_than_every_act, of_these, rests_only_on
from tax_dossier.search.spelling import mended
from tax_dossier.texts import LANGUAGES
from tax_dossier.titles import shortened
from tax_dossier.words import (
    Citation,
    LawPlace,
    find_citations,
    in_law_words,
    is_elsewhere,
    is_of_no_tax,
    law_key,
    names,
    of_one_topic,
    places_asked,
    registered_laws,
    speaks_of,
    stands_in,
    taxes_asked,
    telling_words,
    things_asked,
)
from wording.languages import language_of

MOST_SOURCES = {LEGISLATION: 5, CASE_LAW: 4}
QUERY_CHARS = 1000
_PASSAGES = 40
# Of what the question asks for, by weight, a passage must hold this much, and this much of what the best one holds.
LEAST, LEAST_OF_BEST = 0.04, 0.5
# Likeness of meaning that no hashing of words gives by chance.
SURE_SIMILARITY = 0.6
# The least likeness of meaning that counts where no word is shared; rules for hashed words give less for anything else.
LEAST_SIMILARITY = 0.45
_FEW = 3
_LABEL = re.compile(r"^\s*(\d{1,2}[a-z]{0,2})\.?\s+(?=\S)", re.MULTILINE)


def find(query: str, kind: Kind, day: date | None, place: SearchedIn) -> list[NewSource]:
    """The sources that speak of the question, the best first; law as it was on `day`. [] when none does."""
    if is_younger_than_every_act(query) or is_of_no_tax(query):
        return []
    parts = [*things_asked(query), *filter(None, [of_one_topic(query)])]
    taxes = taxes_asked(query)
    of_each = [best_passages(asked, kind, day, place, taxes_asked(asked) or taxes) for asked in parts]
    if not any(of_each) and (spelt := mended(query, place.only(kind))) != query:
        of_each = [best_passages(spelt, kind, day, place, taxes)]
    # The best of each thing that is asked come first, behind what a law's own register has for it.
    in_turn = [passage for ranked in zip_longest(*of_each) for passage in ranked if passage]
    passages = {passage.document_id: passage for passage in reversed(in_turn)}
    places = [place for part in parts for place in places_asked(part)] if kind == LEGISLATION else []
    ids = [passage.document_id for passage in in_turn]
    on_file = _with_chunks(ids, {place.article for place in places})
    registered = _registered(on_file.values(), places, day)
    # What a register knows nothing of, and no tax is named for, its law does not hold.
    named_nowhere = kind == LEGISLATION and not taxes and not places
    ruled_out = registered_laws() if named_nowhere or is_elsewhere(query) else frozenset()
    may = [pk for pk in ids if pk in on_file and not rests_only_on(on_file[pk], ruled_out)]
    first = list(dict.fromkeys([*registered, *may]))[: MOST_SOURCES[kind]]
    return [_at_its_place(_copy(on_file[pk], kind, passages.get(pk)), registered) for pk in first]


def _registered(documents: Iterable[Document], places: Sequence[LawPlace], day: date | None) -> dict[UUID, LawPlace]:
    """The articles and tables that the registers name and that are law on the day, each with the place naming it."""
    valid = [document for document in documents if day is None or valid_on(document, day)]
    named: dict[UUID, LawPlace] = {}
    for place in places:
        for document in (document for document in valid if stands_in(place, document.metadata)):
            named.setdefault(document.pk, place)
    return named


def _at_its_place(source: NewSource, registered: Mapping[UUID, LawPlace]) -> NewSource:
    """The source with what a register names marked in it, where nothing else was."""
    place = registered.get(source.document_id) if source.document_id else None
    start = source.text.find(place.words) if place and not source.match_end else -1
    return replace(source, match_start=start, match_end=start + len(place.words)) if place and start >= 0 else source


def best_passages(
    query: str, kind: Kind, day: date | None, place: SearchedIn, taxes: Set[str] = frozenset()
) -> list[Passage]:
    """The best passage of each document that speaks of the question, the best document first; of these taxes only."""
    on = day if kind == LEGISLATION else None
    passages = search(_searched(query[:QUERY_CHARS]), place.only(kind), limit=_PASSAGES, on=on)
    passages = of_these(passages, kind, taxes)
    least = max(LEAST, LEAST_OF_BEST * max((passage.lexical for passage in passages), default=0.0))
    near = [each for each in passages if each.lexical >= least or each.similarity >= LEAST_SIMILARITY]
    of_each = {passage.document_id: passage for passage in reversed(near)}
    first = [of_each[pk] for pk in dict.fromkeys(passage.document_id for passage in near)]
    spoken = [passage for passage in first if _speaks(query, passage)] or [
        p for p in first[:1] if names(query, p.heading)
    ]
    return spoken[: MOST_SOURCES[kind]]


def _speaks(query: str, passage: Passage) -> bool:
    words = f"{passage.title} {passage.heading} {passage.text}"
    return passage.similarity >= SURE_SIMILARITY or speaks_of(query[:QUERY_CHARS], words)


def _searched(asked: str) -> str:
    """What is searched for: the question with the law's words for it."""
    law_words, telling = in_law_words(asked), telling_words(asked)
    if 0 < len(telling) < _FEW:
        # Beside one rare word the everyday ones of a question weigh too much: "Over welke jaren ging het Kerstarrest?"
        asked = " ".join(telling)
    # The words that were asked count twice. The law is Dutch, so English words find hardly more than chance.
    return law_words if law_words and language_of(asked, LANGUAGES) == "en" else f"{asked} {asked} {law_words}".strip()


def copies(ids: Sequence[UUID], kind: Kind, passages: dict[UUID, Passage] | None = None) -> list[NewSource]:
    """The documents as sources, in that order, each with the passage that was found in it. One query."""
    documents = _with_chunks(ids, set())
    return [_copy(documents[pk], kind, (passages or {}).get(pk)) for pk in dict.fromkeys(ids) if pk in documents]


def _with_chunks(ids: Sequence[UUID], parts: Set[str]) -> dict[UUID, Any]:
    """These documents, and every version of these articles and tables, with their chunks. At most one query."""
    fields = {name: name for name in ("id", "start", "end", "citations", "metadata")}
    chunks = Chunk.objects.filter(document_id=OuterRef("pk")).order_by("position").values(data=JSONObject(**fields))
    wanted = Q(pk__in=list(ids)) | (_is_part(parts) & Q(collection__name=LEGISLATION))
    rows = Document.objects.filter(wanted).annotate(held=ArraySubquery(chunks)) if ids or parts else ()
    return {document.pk: document for document in rows}


def _copy(document: Any, kind: Kind, passage: Passage | None) -> NewSource:
    chunks: list[dict[str, Any]] = document.held
    start, end = _matched(document, chunks, passage)
    citations = [str(name) for chunk in chunks for name in chunk["citations"]]
    return NewSource(
        kind=kind,
        key=document.key,
        title=shortened(_title(document)),
        text=document.text,
        citations=tuple(dict.fromkeys(citations))[:200],
        parts=tuple(_parts(document, chunks, kind)),
        match_start=start,
        match_end=end,
        valid_from=document.valid_from,
        valid_to=document.valid_to,
        metadata=document.metadata,
        document_id=document.pk,
        origin=document.source,
    )


def _title(document: Document) -> str:
    """The document's title, with the article's own heading behind its number."""
    title, number = " ".join(document.title.split()) or document.key, str(document.metadata.get("article") or "")
    path = document.metadata.get("path")
    heading = re.sub(r"^artikel\s+\S+\s*", "", str(path[-1]), flags=re.IGNORECASE) if number and path else ""
    if not heading or heading.lower() in title.lower():
        return title
    return re.sub(rf"(\bartikel {re.escape(number)})(?![\w.:])", lambda match: f"{match[1]} {heading}", title, count=1)


def _matched(document: Document, chunks: Sequence[dict[str, Any]], passage: Passage | None) -> tuple[int, int]:
    """Where the passage stands in the document, as offsets into its text; (0, 0) when that is not known."""
    chunk = next((chunk for chunk in chunks if passage is not None and chunk["id"] == passage.chunk_id), None)
    if passage is None or chunk is None:
        return 0, 0
    at = chunk["start"] if chunk["start"] is not None else max(document.text.find(passage.text), 0)
    return at + passage.start, min(at + passage.end, len(document.text))


def _parts(document: Document, chunks: Sequence[dict[str, Any]], kind: Kind) -> Iterable[SourcePart]:
    """The paragraphs that have an address: of an article its "leden", of a ruling its blocks of text."""
    if kind == CASE_LAW:
        return _blocks(document.text)
    by_label: dict[str, SourcePart] = {}
    for chunk in chunks:
        label = _label_of(chunk)
        if label and chunk["start"] is not None and chunk["end"] is not None:
            first = by_label.get(label)
            # A long paragraph is several chunks, one after another.
            by_label[label] = SourcePart(f"lid-{label}", label, first.start if first else chunk["start"], chunk["end"])
    return list(by_label.values()) or numbered(document.text)


def _label_of(chunk: dict[str, Any]) -> str:
    label = str((chunk["metadata"] or {}).get("lid") or "")
    if label:
        return label.lower()
    cited = [citation for name in chunk["citations"] for citation in find_citations(str(name)) if citation.lids]
    return cited[0].lids[0] if cited else ""


def numbered(text: str) -> list[SourcePart]:
    """The paragraphs of an article by the numbers at the beginnings of lines, as far as they count up from 1."""
    starts: list[tuple[int, str]] = []
    for match in _LABEL.finditer(text):
        number = int(re.match(r"\d+", match[1])[0])  # type: ignore[index]
        last = int(re.match(r"\d+", starts[-1][1])[0]) if starts else 0  # type: ignore[index]
        if number in (last, last + 1) and match[1] not in [label for _, label in starts] and (starts or number == 1):
            starts.append((match.start(1), match[1]))
    ends = [*(start for start, _ in starts[1:]), len(text)][: len(starts)]
    return [SourcePart(f"lid-{label}", label, start, end) for (start, label), end in zip(starts, ends, strict=True)]


def _blocks(text: str) -> list[SourcePart]:
    parts: list[SourcePart] = []
    for match in re.finditer(r"\S(?:.|\n(?!\s*\n))*", text):
        number = len(parts) + 1
        parts.append(SourcePart(f"p-{number}", "", match.start(), match.end()))
    return parts


def _is_part(names: Set[str]) -> Q:
    """Of documents, the articles of such a number and the tables of such a name; none where no name is given."""
    wanted = Q(pk__in=[])
    for name in names:
        wanted |= Q(metadata__article__iexact=name) | Q(metadata__path__1__istartswith=f"{name} ")
    return wanted


def articles_named(cited: Citation) -> list[Document]:
    """Every version on file of the article that a reference names, the oldest first, without texts."""
    fitting = [
        document
        for document in Document.objects.filter(_is_part({cited.article}), collection__name=LEGISLATION).defer("text")
        if not cited.law or cited.law in {law_key(str(document.metadata.get(n) or "")) for n in ("abbr", "law")}
    ]
    # A sample stands in only while the law itself was not imported.
    real = [document for document in fitting if not document.metadata.get("sample")]
    return sorted(real or fitting, key=lambda document: (document.valid_from or date.min, document.key))


def versions_of(metadata: dict[str, object]) -> list[Document]:
    """Every version on file of the article with this BWB id and number, the oldest first, without texts."""
    rows = Document.objects.filter(
        collection__name=LEGISLATION,
        metadata__bwb_id=metadata.get("bwb_id"),
        metadata__article=metadata.get("article"),
        metadata__sample=bool(metadata.get("sample")),
    )
    return sorted(rows.defer("text"), key=lambda document: (document.valid_from or date.min, document.key))


def rulings_named(eclis: Sequence[str]) -> dict[str, Document]:
    """The rulings on file with these ECLIs, by ECLI, without texts."""
    wanted = Q(key__in=list(eclis)) | Q(metadata__ecli__in=list(eclis))
    rows = Document.objects.filter(wanted, collection__name=CASE_LAW).defer("text")
    # A sample stands in only while the ruling itself was not imported.
    samples_first = sorted(rows, key=lambda document: not document.metadata.get("sample"))
    return {str(document.metadata.get("ecli") or document.key).upper(): document for document in samples_first}


def valid_on(document: Document, day: date) -> bool:
    """Whether this version was law on that day."""
    return not (document.valid_from and day < document.valid_from) and not (
        document.valid_to and day >= document.valid_to
    )


def is_empty(kind: Kind) -> bool:
    """Whether nothing has been imported."""
    return not Collection.objects.filter(name=kind, chunk_count__gt=0).exists()
