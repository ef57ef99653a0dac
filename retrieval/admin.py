"""Collections, documents and chunks in the admin: to read. Documents come and go through imports and assistants."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import BooleanField, Count, Q, QuerySet
from django.db.models.expressions import RawSQL
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from audit.admin import ReadOnlyAdmin
from llm.text import clean_text
from retrieval.models import Chunk, Collection, Document, EmbeddingSpace


@admin.register(Collection)
class CollectionAdmin(ReadOnlyAdmin):
    show_full_result_count = False
    list_display = ("name", "language", "documents", "chunk_count", "token_count", "created_at")
    list_filter = ("language",)
    search_fields = ("name",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        rows: QuerySet[Any] = super().get_queryset(request)
        counted: QuerySet[Any] = rows.annotate(document_count=Count("documents"))
        return counted

    @admin.display(ordering="document_count")
    def documents(self, collection: Any) -> int:
        return int(collection.document_count)


@admin.register(Document)
class DocumentAdmin(ReadOnlyAdmin):
    show_full_result_count = False
    list_display = ("title_or_key", "key", "collection", "language", "valid_from", "valid_to", "updated_at")
    list_filter = ("language",)
    list_select_related = ("collection",)
    search_fields = ("key", "title", "collection__name")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        rows: QuerySet[Any] = super().get_queryset(request)
        # A list of documents needs none of their texts.
        return rows if request.resolver_match and "object_id" in request.resolver_match.kwargs else rows.defer("text")

    @admin.display(description="title", ordering="title")
    def title_or_key(self, document: Document) -> str:
        return str(document)


@admin.register(Chunk)
class ChunkAdmin(ReadOnlyAdmin):
    show_full_result_count = False
    list_display = ("heading", "beginning", "document", "collection", "key", "language", "valid_from", "valid_to")
    list_filter = ("language",)
    list_select_related = ("document", "collection")
    search_fields = ("key",)
    exclude = ("tsv",)
    search_help_text = _("Words of the chunk, in any of the collections' languages; or its key.")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        rows: QuerySet[Any] = super().get_queryset(request)
        return rows.defer("tsv", "document__text")

    def get_search_results(self, request: HttpRequest, queryset: Any, search_term: str) -> tuple[Any, bool]:
        words = clean_text(search_term).strip()[:200]
        if not words:
            return queryset, False
        languages = sorted({code for used in Collection.objects.values_list("languages", flat=True) for code in used})
        # The question is read in each language, as the chunks were, so that the index of the column serves.
        alternatives = " || ".join(["websearch_to_tsquery(retrieval_config(%s), %s)"] * len(languages)) or "''::tsquery"
        values = [value for code in languages for value in (code, words)]
        matching = RawSQL(f"document_chunks.tsv @@ ({alternatives})", values, BooleanField())  # noqa: S611
        return queryset.filter(Q(matching) | Q(key=words)), False

    @admin.display(description="text")
    def beginning(self, chunk: Chunk) -> str:
        return chunk.text[:120] + ("…" if len(chunk.text) > 120 else "")


@admin.register(EmbeddingSpace)
class EmbeddingSpaceAdmin(ReadOnlyAdmin):
    show_full_result_count = False
    list_display = ("model", "dimension", "active", "weight", "vectors", "created_at")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        rows: QuerySet[Any] = super().get_queryset(request)
        counted: QuerySet[Any] = rows.annotate(vector_count=Count("embeddings"))
        return counted

    @admin.display(ordering="vector_count")
    def vectors(self, space: Any) -> int:
        return int(space.vector_count)
