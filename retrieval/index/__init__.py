"""Chunks as they are found: the only writer, postings for BM25, spaces for vectors."""

from __future__ import annotations

from retrieval.index import graphs, spaces
from retrieval.index.folder import ImportCount, import_folder
from retrieval.index.ingest import (
    Prepared,
    Stored,
    delete_collection,
    delete_document,
    embed_missing,
    prepare_documents,
    store_documents,
    store_streamed,
    write_late_vectors,
    write_prepared,
)
from retrieval.index.rows import NewDocument, NotStorable
from retrieval.index.spaces import refuse_another_space, vector_text
from retrieval.reading import Piece

__all__ = [
    "ImportCount",
    "NewDocument",
    "NotStorable",
    "Piece",
    "Prepared",
    "Stored",
    "delete_collection",
    "delete_document",
    "embed_missing",
    "graphs",
    "import_folder",
    "prepare_documents",
    "refuse_another_space",
    "spaces",
    "store_documents",
    "store_streamed",
    "vector_text",
    "write_late_vectors",
    "write_prepared",
]
