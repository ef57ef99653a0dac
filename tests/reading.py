"""A document read as the sandbox reads it, without the start of a process: it takes longer than most documents do."""

from __future__ import annotations

import json
from dataclasses import replace

from llm.interface import StopSignal
from retrieval.reading import sandbox
from retrieval.reading.chunking import cuts
from retrieval.reading.document import Limits, ReadDocument, Unreadable, packed, unpacked


def read_document_here(
    kind: str, data: bytes, name: str, limits: Limits, *, charset: str = "", stop: StopSignal | None = None
) -> ReadDocument:
    """In the place of `sandbox.read_apart`. What breaks a reader is told as there; no limit ends it."""
    try:
        document = sandbox._read(kind, data, name, limits, charset)
    except Unreadable:
        raise
    except Exception:
        return sandbox._answer(1, b"", name, limits)
    return unpacked(json.loads(json.dumps(packed(replace(document, cut=tuple(cuts(document)))))))
