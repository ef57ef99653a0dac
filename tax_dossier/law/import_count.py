"""What an import of law or rulings did."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from retrieval.index import Stored, embed_missing
from retrieval.models import Collection


@dataclass
class LawImportCount:
    """Documents by what became of them, files done of all, and the bad files with the reason."""

    files: int = 0
    all_files: int = 0
    added: int = 0
    replaced: int = 0
    unchanged: int = 0
    # Versions whose end is now known, or whose title now names its date.
    revised: int = 0
    # Versions that no state of their act holds any more: the publisher took them back.
    withdrawn: int = 0
    bad: list[tuple[Path, str]] = field(default_factory=list)
    # Pieces of text that got a vector, of all that had none.
    vectors: int = 0
    all_vectors: int = 0

    @property
    def documents(self) -> int:
        return self.added + self.replaced + self.unchanged

    def note(self, stored: list[Stored]) -> None:
        """Count what store_documents said."""
        for document in stored:
            setattr(self, document.outcome, getattr(self, document.outcome) + 1)


Report = Callable[[LawImportCount], None]


def embed(collection: Collection, count: LawImportCount, report: Report) -> None:
    """Give the new pieces their vectors, which takes longest where a network embedder or a large index is used."""

    def progressed(done: int, of: int) -> None:
        count.vectors, count.all_vectors = done, of
        report(count)

    count.vectors = embed_missing(collection, progress=progressed)


def silent(count: LawImportCount) -> None:
    """Reports to nobody."""


def file_sha256(path: Path, reader: str) -> str:
    """A hash of the file's content and of the version of its reader."""
    digest = hashlib.sha256(reader.encode())
    with path.open("rb") as file:
        while block := file.read(1 << 20):
            digest.update(block)
    return digest.hexdigest()
