"""Dossiers in the admin: whose, what they hold, and the log of their changes. To read and never to write."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import Count, Q, QuerySet
from django.http import HttpRequest
from unfold.decorators import display

from audit.admin import ReadOnlyAdmin
from chat.admin import ReadOnlyInline
from tax_dossier.models import Dossier, Patch, Source


class SourceInline(ReadOnlyInline):
    model = Source
    show_change_link = True
    fields = ("number", "kind", "title", "valid_from", "valid_to", "selected", "in_dossier")
    readonly_fields = fields


class PatchInline(ReadOnlyInline):
    model = Patch
    show_change_link = True
    fields = ("number", "origin", "patch", "undoes", "by", "created_at")
    readonly_fields = fields


@admin.register(Dossier)
class DossierAdmin(ReadOnlyAdmin):
    list_display = ("dossier_id", "owner", "articles", "rulings", "chosen", "year", "patch_count", "updated_at")
    list_filter = ("updated_at", "reference_date")
    list_select_related = ("owner",)
    search_fields = ("dossier_id", "owner__username", "thread__id", "sources__title")
    show_full_result_count = False
    fields = ("dossier_id", "owner", "thread", "reference_date", "reference_words", "created_at", "updated_at")
    readonly_fields = fields
    inlines = (SourceInline, PatchInline)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Dossier]:
        present = Q(sources__in_dossier=True)
        dossiers: QuerySet[Dossier] = super().get_queryset(request)
        return dossiers.annotate(
            article_count=Count("sources", filter=present & Q(sources__kind="legislation"), distinct=True),
            ruling_count=Count("sources", filter=present & Q(sources__kind="case_law"), distinct=True),
            chosen_count=Count("sources", filter=present & Q(sources__selected=True), distinct=True),
        )

    @display(description="Articles", ordering="article_count")
    def articles(self, dossier: Any) -> int:
        return int(dossier.article_count)

    @display(description="Rulings", ordering="ruling_count")
    def rulings(self, dossier: Any) -> int:
        return int(dossier.ruling_count)

    @display(description="Selected", ordering="chosen_count")
    def chosen(self, dossier: Any) -> int:
        return int(dossier.chosen_count)

    @display(description="Law as of", ordering="reference_date")
    def year(self, dossier: Dossier) -> str:
        return dossier.reference_date.isoformat() if dossier.reference_date else "today"


@admin.register(Source)
class SourceAdmin(ReadOnlyAdmin):
    list_display = ("title", "kind", "dossier", "number", "selected", "in_dossier", "valid_from", "valid_to")
    list_filter = ("kind", "selected", "in_dossier")
    list_select_related = ("dossier",)
    search_fields = ("title", "key", "dossier__dossier_id")
    show_full_result_count = False


@admin.register(Patch)
class PatchAdmin(ReadOnlyAdmin):
    list_display = ("dossier", "number", "origin", "by", "created_at")
    list_filter = ("origin", "created_at")
    list_select_related = ("dossier", "by")
    search_fields = ("dossier__dossier_id", "by__username")
    show_full_result_count = False
