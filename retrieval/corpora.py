"""Reads a labelled collection in BEIR's form: corpus.jsonl or .gz, queries.jsonl, qrels.tsv. A bad line is named."""

from __future__ import annotations

import gzip
import json
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from retrieval.index import NewDocument
from retrieval.reading import LANGUAGES, LEAD
from wording.languages import language_of

# Documents that tell the language of all, and characters of each.
_SAMPLE, _READ = 200, 100


class BadCorpus(ValueError):
    """A collection that cannot be measured. The text names the file and the line, and says what is wrong."""


@dataclass(slots=True)
class LabelledQuery:
    """A query, its kind where it has one, and the grade of each document that answers it."""

    id: str
    text: str
    kind: str
    grades: dict[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Corpus:
    documents: list[NewDocument]
    queries: list[LabelledQuery]
    language: str


def read_corpus(folder: Path) -> Corpus:
    """The documents, the queries that qrels.tsv grades, and the language that the documents are in.

    Raises BadCorpus for a missing file, a broken line, an id that is there twice or that qrels.tsv does not find.
    """
    documents = _documents(_file(folder, "corpus.jsonl", "corpus.jsonl.gz"))
    queries = _queries(_file(folder, "queries.jsonl", "queries.jsonl.gz"))
    _grade(_file(folder, "qrels.tsv", "qrels/test.tsv"), queries, {document.key for document in documents})
    graded = [query for query in queries.values() if any(grade > 0 for grade in query.grades.values())]
    if not graded:
        raise BadCorpus(f"{folder} grades no document above 0 for any query: there is nothing to measure.")
    return Corpus(documents, graded, _language(documents))


def _language(documents: list[NewDocument]) -> str:
    """The language of a sample of the documents; "" when its words show none."""
    sample = documents[:: max(1, len(documents) // _SAMPLE)][: 2 * _SAMPLE]
    text = " ".join(f"{document.title} {document.text}"[:_READ] for document in sample)
    return language_of(text, LANGUAGES, lead=LEAD) or ""


def _file(folder: Path, *names: str) -> Path:
    for name in names:
        if (folder / name).is_file():
            return folder / name
    raise BadCorpus(f"{folder} has no {names[0]}. --corpus names a folder with corpus.jsonl, queries.jsonl, qrels.tsv.")


def _lines(path: Path) -> Iterator[tuple[int, str]]:
    try:
        data = path.read_bytes()
        text = (gzip.decompress(data) if path.suffix == ".gz" else data).decode("utf-8-sig")
    except (OSError, EOFError, zlib.error, UnicodeDecodeError) as error:
        raise BadCorpus(f"{path} cannot be read: {error}") from None
    # Not splitlines(): a line of JSON may hold other separators.
    yield from ((number, line) for number, line in enumerate(text.split("\n"), start=1) if line.strip())


def _objects(path: Path) -> Iterator[tuple[int, str, dict[str, Any]]]:
    """(line, id, object) of each line, every id once."""
    seen = set[str]()
    for number, line in _lines(path):
        try:
            value = json.loads(line)
        except ValueError as error:
            raise BadCorpus(f"{path}, line {number}: not JSON ({error}).") from None
        if not isinstance(value, dict) or not isinstance(value.get("_id"), str | int) or value["_id"] == "":
            raise BadCorpus(f'{path}, line {number}: not an object with an "_id".')
        for name in ("title", "text"):
            if not isinstance(value.setdefault(name, ""), str):
                raise BadCorpus(f"{path}, line {number}: {name!r} is {value[name]!r}, not a text.")
        name = str(value["_id"])
        if name in seen:
            raise BadCorpus(f"{path}, line {number}: the _id {name!r} is there twice.")
        seen.add(name)
        yield number, name, value


def _documents(path: Path) -> list[NewDocument]:
    documents = [NewDocument(key=name, title=row["title"], text=row["text"]) for _, name, row in _objects(path)]
    if not documents:
        raise BadCorpus(f"{path} has no documents.")
    return documents


def _queries(path: Path) -> dict[str, LabelledQuery]:
    queries = {}
    for _, name, row in _objects(path):
        metadata = row.get("metadata")
        kind = metadata.get("type") if isinstance(metadata, dict) else None
        queries[name] = LabelledQuery(name, row["text"], kind if isinstance(kind, str) else "")
    return queries


def _grade(path: Path, queries: dict[str, LabelledQuery], documents: set[str]) -> None:
    """Put the grades into `queries`. The first line may be a heading."""
    for number, line in _lines(path):
        cells = line.rstrip("\r").split("\t")
        if len(cells) != 3:
            raise BadCorpus(f"{path}, line {number}: {len(cells)} columns, not query-id, corpus-id and score by tabs.")
        query, document, score = cells
        try:
            grade = float(score)
        except ValueError:
            if number == 1:
                continue
            raise BadCorpus(f"{path}, line {number}: the score {score!r} is not a number.") from None
        if query not in queries:
            raise BadCorpus(f"{path}, line {number}: there is no query {query!r} in queries.jsonl.")
        if document not in documents:
            raise BadCorpus(f"{path}, line {number}: there is no document {document!r} in the corpus.")
        queries[query].grades[document] = grade
