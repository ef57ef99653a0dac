"""HTTP to a model: connections that Stop can shut, clocks, errors by their code, and what servers differ in."""

from __future__ import annotations

from llm.wire.alternation import FOREIGN_SIGNATURE, alternated, as_sent
from llm.wire.bounds import with_more_room
from llm.wire.concessions import Conceding, Concession, is_forced
from llm.wire.connections import NETWORK_ERRORS, Connection, Origin, tls_context
from llm.wire.embedder import Ask, WireEmbedder
from llm.wire.encoded import EncodedTools
from llm.wire.errors import CutShortError, SlipError, error_in_stream
from llm.wire.http import Wire
from llm.wire.replies import WireReply, WireRequest
from llm.wire.shapes import count_of, is_shallow, list_of, object_of, text_of
from llm.wire.tagged import TaggedText
from llm.wire.watchdog import Watch
from llm.wire.written import Written

__all__ = [
    "FOREIGN_SIGNATURE",
    "NETWORK_ERRORS",
    "Ask",
    "Conceding",
    "Concession",
    "Connection",
    "CutShortError",
    "EncodedTools",
    "Origin",
    "SlipError",
    "TaggedText",
    "Watch",
    "Wire",
    "WireEmbedder",
    "WireReply",
    "WireRequest",
    "Written",
    "alternated",
    "as_sent",
    "count_of",
    "error_in_stream",
    "is_forced",
    "is_shallow",
    "list_of",
    "object_of",
    "text_of",
    "tls_context",
    "with_more_room",
]
