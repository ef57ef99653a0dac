"""The chunks of a session: what may be cited. Every look-up stays inside the session's own collection."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from rapidfuzz import fuzz, process

from investor_review.intake.payload import SentChunk
from investor_review.models import ReviewSession
from investor_review.words import clause_number
from retrieval.index import Piece
from retrieval.models import MAX_CHUNK_CHARS, Chunk
from retrieval.search import Passage, search as search_collections
from wording.sentences import sentence_spans

# A chunk of upstream's may be longer than one that is searched; its parts are told apart by what no id may hold.
_PART = "\x1f"
_ITEM = re.compile(r"\(?(?:[a-z]|[ivx]{1,5}|\d{1,2})\)\s")
_WORD = re.compile(r"[^\W_]{4,}")
# From so much likeness on a word is another one with a slip of a finger.
_ALIKE = 83
_PART_CHARS = MAX_CHUNK_CHARS - 2000


@dataclass(frozen=True, slots=True)
class Evidence:
    """A chunk as upstream sent it: its id, whole text, and where it stands ("p12", "sec_4.2")."""

    chunk_id: str
    text: str
    source_name: str
    citations: tuple[str, ...]


def pieces_of(chunks: Iterable[SentChunk]) -> Iterator[Piece]:
    """The chunks as retrieval stores them; a long one in parts, of which the first has its id as the key."""
    for chunk in chunks:
        for number, text in enumerate(_parts(chunk.text)):
            yield Piece(
                text=text,
                key=chunk.chunk_id if number == 0 else f"{chunk.chunk_id}{_PART}{number}",
                source_name=chunk.source_name,
                citations=chunk.citations,
            )


def chunk_id_of(key: str) -> str:
    """The id that upstream gave to the chunk that is stored under `key`."""
    return key.partition(_PART)[0]


def sent_chunks(session: ReviewSession) -> tuple[SentChunk, ...]:
    """The chunks as upstream sent them, the parts of a long one together again, in their order."""
    sent: dict[str, SentChunk] = {}
    for row in Chunk.objects.filter(collection__name=session.collection).order_by("position"):
        chunk_id = chunk_id_of(row.key)
        before = sent[chunk_id].text if chunk_id in sent else ""
        sent[chunk_id] = SentChunk(chunk_id, before + row.text, row.source_name, tuple(row.citations))
    return tuple(sent.values())


def find(session: ReviewSession, query: str, *, limit: int = 10) -> list[Passage]:
    """The passages of the session's document that fit `query` best; `chunk_key` is upstream's chunk_id."""
    passages = search_collections(query, [session.collection], limit=limit)
    return [replace(passage, chunk_key=chunk_id_of(passage.chunk_key)) for passage in passages]


def fitting(session: ReviewSession, query: str, *, limit: int, least: float) -> list[Passage]:
    """The passages that hold at least this share of what the query asks; where none does, of it without its slips."""
    matches = [passage for passage in find(session, query, limit=limit) if passage.lexical >= least]
    if not matches and (spelt := _without_slips(session, query)) != query:
        matches = [passage for passage in find(session, spelt, limit=limit) if passage.lexical >= least]
    return matches


def _without_slips(session: ReviewSession, query: str) -> str:
    """The query with each word that the document does not have as its nearest word there: "isued" as "issued"."""
    texts = Chunk.objects.filter(collection__name=session.collection).values_list("text", flat=True)
    words = {word.lower() for text in texts for word in _WORD.findall(text)}

    def nearest(match: re.Match[str]) -> str:
        word = match[0].lower()
        best = None if word in words else process.extractOne(word, words, scorer=fuzz.ratio, score_cutoff=_ALIKE)
        return best[0] if best else match[0]

    return _WORD.sub(nearest, query)


def read(session: ReviewSession, chunk_ids: Iterable[str]) -> dict[str, Evidence]:
    """The chunks of these ids, as {id: evidence}, in the order asked for. Ids that there are not are left out."""
    wanted = list(dict.fromkeys(chunk_ids))
    rows = Chunk.objects.filter(collection__name=session.collection).only(
        "key", "text", "source_name", "citations", "position"
    )
    by_id: dict[str, Evidence] = {}
    for row in rows.filter(key__in=wanted).order_by("position"):
        by_id[row.key] = Evidence(row.key, row.text, row.source_name, tuple(row.citations))
    for chunk_id, first in by_id.items():
        if len(first.text) >= _PART_CHARS:
            parts = (
                rows.filter(key__startswith=f"{chunk_id}{_PART}").order_by("position").values_list("text", flat=True)
            )
            by_id[chunk_id] = replace(first, text=first.text + "".join(parts))
    return {chunk_id: by_id[chunk_id] for chunk_id in wanted if chunk_id in by_id}


def numbered(session: ReviewSession, query: str) -> tuple[str, str] | None:
    """The id of a chunk and the clause in it that `query` names by its number ("clause 5.2"), where there is one."""
    if not (named := clause_number(query)):
        return None
    number = re.escape(named)
    rows = Chunk.objects.filter(collection__name=session.collection, text__regex=rf"(^|\n)\s*{number}[.)]?\s")
    for row in rows.order_by("position"):
        for clause in _clauses(row.text):
            if re.match(rf"{number}[.)]?\s", clause):
                # "Clause 5" is all of 5.1, 5.2 and what follows, where they stand together.
                whole = row.text if row.text.strip().startswith(clause) else clause
                return chunk_id_of(row.key), whole
    return None


def clause_of(text: str, words: str, limit: int) -> str:
    """The clause of a chunk that shares most of these words, with all its items (a), (b); where it is longer than the
    limit, the paragraph of it that does, as far as the limit takes it.
    """
    clauses = list(_clauses(text)) or [text]
    clause = _nearest(clauses, words)
    return clause if len(clause) <= limit else shown(_nearest(clause.split("\n\n"), words).strip(), limit)


def _nearest(pieces: Sequence[str], words: str) -> str:
    wanted = set(_WORD.findall(words.lower()))
    return max(pieces, key=lambda piece: (len(wanted & set(_WORD.findall(piece.lower()))), len(piece)))


def shown(text: str, limit: int) -> str:
    """The text, or its first sentences, as many as the limit takes, at least one: it ends where a sentence ends."""
    if len(text) <= limit:
        return text
    ends = [end for _, end in sentence_spans(text, 0, len(text), clauses=False)]
    end = max((end for end in ends if end <= limit), default=next(iter(ends), len(text)))
    return text if end >= len(text) else f"{text[:end].rstrip()} …"


def _clauses(text: str) -> Iterator[str]:
    """The clauses of a text: a paragraph that is an item, "(a) …", goes with the one that it belongs to."""
    clause = ""
    for part in filter(None, map(str.strip, text.split("\n\n"))):
        if clause and _ITEM.match(part):
            clause = f"{clause}\n\n{part}"
            continue
        if clause:
            yield clause
        clause = part
    if clause:
        yield clause


def _parts(text: str) -> Iterator[str]:
    """`text` in parts that retrieval takes; together they are the text, but for blanks around one that is cut."""
    if len(text) <= MAX_CHUNK_CHARS:
        yield text
        return
    text = text.strip()
    for start in range(0, len(text), _PART_CHARS):
        yield text[start : start + _PART_CHARS]
