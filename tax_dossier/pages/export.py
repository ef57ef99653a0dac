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
        "dossier": [_dossier(one) for one in dossiers],
        "sources": [source(one) for one in Source.objects.filter(dossier__in=dossiers).order_by("number", "pk")],
        "patches": Patch.objects.filter(dossier__in=dossiers)
        .order_by("number")
        .values("number", "origin", "patch", "effect", "undoes__number", "by__username", "turn_id", "created_at"),
    }


def _dossier(one: Dossier) -> dict[str, Any]:
    return {
        "dossier_id": one.dossier_id,
        "legislation": list(one.present().filter(kind="legislation").values("title")),
        "case_law": list(one.present().filter(kind="case_law").values("title")),
        "selected_ids": one.selected_titles(),
        "conversation": one.conversation,
        "reference_date": one.reference_date,
        "reference_words": one.reference_words,
        "created_at": one.created_at,
        "updated_at": one.updated_at,
    }


def source(one: Source) -> dict[str, Any]:
    """A source with its text."""
    return {
        "id": one.pk,
        "number": one.number,
        "kind": one.kind,
        "key": one.key,
        "title": one.title,
        "content": one.text,
        "citations": one.citations,
        "valid_from": one.valid_from,
        "valid_to": one.valid_to,
        "metadata": one.metadata,
        "origin": one.origin,
        "document_id": one.document_id,
        "selected": one.selected,
        "in_dossier": one.in_dossier,
    }
