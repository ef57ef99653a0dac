"""A dossier as lines of JSON: the dossier, its sources with their texts, and the log of its changes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any
from uuid import UUID

from tax_dossier.models import Dossier, Patch, Source


def export(thread_id: UUID) -> dict[str, Iterable[Mapping[str, Any]]]:
    """The files of `export_thread`: dossier, sources and patches."""
    dossiers = Dossier.objects.filter(thread_id=thread_id)
    return {
        "dossier": [_dossier(dossier) for dossier in dossiers],
        "sources": [source(row) for row in Source.objects.filter(dossier__in=dossiers).order_by("number", "pk")],
        "patches": Patch.objects.filter(dossier__in=dossiers)
        .order_by("number")
        .values("number", "origin", "patch", "effect", "undoes__number", "by__username", "turn_id", "created_at"),
    }


def _dossier(dossier: Dossier) -> dict[str, Any]:
    return {
        "dossier_id": dossier.dossier_id,
        "legislation": list(dossier.present().filter(kind="legislation").values("title")),
        "case_law": list(dossier.present().filter(kind="case_law").values("title")),
        "selected_ids": dossier.selected_titles(),
        "conversation": dossier.conversation,
        "reference_date": dossier.reference_date,
        "reference_words": dossier.reference_words,
        "created_at": dossier.created_at,
        "updated_at": dossier.updated_at,
    }


def source(row: Source) -> dict[str, Any]:
    """A source with its text."""
    return {
        "id": row.pk,
        "number": row.number,
        "kind": row.kind,
        "key": row.key,
        "title": row.title,
        "content": row.text,
        "citations": row.citations,
        "valid_from": row.valid_from,
        "valid_to": row.valid_to,
        "metadata": row.metadata,
        "origin": row.origin,
        "document_id": row.document_id,
        "selected": row.selected,
        "in_dossier": row.in_dossier,
    }
