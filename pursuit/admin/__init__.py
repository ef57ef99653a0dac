"""Objectives in the admin, to read and never to write, and the dashboard of the success metric."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.db.models import Count, Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import URLPattern, path
from django.utils.translation import gettext
from unfold.decorators import display

from audit.admin import ReadOnlyAdmin
from chat.admin import ReadOnlyInline
from pursuit.admin import dashboard
from pursuit.models import Attempt, Code, MasterObjective, Material, SubObjective, UserAsk


class PartInline(ReadOnlyInline):
    model = SubObjective
    fields = ("key", "text", "kind", "status", "stuck_reason", "answered_by", "answer")
    readonly_fields = fields


class AttemptInline(ReadOnlyInline):
    model = Attempt
    fields = ("at", "sub_objective", "tool", "place", "query", "result", "found")
    readonly_fields = fields


class AskInline(ReadOnlyInline):
    model = UserAsk
    fields = ("at", "kind", "stuck_reason", "angle", "text", "answered_at")
    readonly_fields = fields


@admin.register(MasterObjective)
class MasterObjectiveAdmin(ReadOnlyAdmin):
    list_display = ("summary", "owner", "shown_status", "solved_parts", "attempts", "stuck_reason", "updated_at")
    list_filter = ("status", "stuck_reason", "state", "updated_at")
    list_select_related = ("thread__owner",)
    search_fields = ("summary", "question", "payer", "thread__owner__username")
    show_full_result_count = False
    fields = (
        *("question", "summary", "status", "stuck_reason", "payer", "plan", "plan_type", "state", "slot_words"),
        *("attempts", "information", "last_user_ask", "tried_at", "prefer_newest", "thread", "created_at"),
        "updated_at",
    )
    readonly_fields = fields
    inlines = (PartInline, AttemptInline, AskInline)

    def get_queryset(self, request: HttpRequest) -> QuerySet[MasterObjective]:
        objectives: QuerySet[MasterObjective] = super().get_queryset(request)
        return objectives.annotate(
            part_count=Count("parts"), answered_count=Count("parts", filter=Q(parts__status="answered"))
        )

    @display(description="owner", ordering="thread__owner__username")
    def owner(self, row: MasterObjective) -> str:
        return str(row.thread.owner)

    @display(
        description="status",
        ordering="status",
        label={"solved": "success", "active": "info", "blocked": "warning", "incomplete": "warning"},
    )
    def shown_status(self, row: MasterObjective) -> str:
        return str(row.status)

    @display(description="answered")
    def solved_parts(self, row: Any) -> str:
        return f"{row.answered_count} of {row.part_count}"

    def get_urls(self) -> list[URLPattern]:
        page = self.admin_site.admin_view(self.dashboard_page)
        return [path("dashboard/", page, name="pursuit_dashboard"), *super().get_urls()]

    def dashboard_page(self, request: HttpRequest) -> HttpResponse:
        """The success metric: solved rate, asks, what is lacked most, a chart of the days."""
        if not self.has_view_permission(request):
            raise PermissionDenied
        figures = dashboard.figures()
        context = {
            **self.admin_site.each_context(request),
            "opts": MasterObjective._meta,
            "title": gettext("Were the questions solved?"),
            **figures,
            "bars": dashboard.bars(figures["days"]),
            "width": dashboard.WIDTH,
            "height": dashboard.HEIGHT,
            "period": dashboard.DAYS,
        }
        return render(request, "admin/pursuit/dashboard.html", context)


@admin.register(Material)
class MaterialAdmin(ReadOnlyAdmin):
    list_display = ("name", "kind", "status", "size", "uploaded_by", "created_at")
    list_filter = ("kind", "status")
    list_select_related = ("uploaded_by",)
    search_fields = ("name", "problem")
    show_full_result_count = False


@admin.register(Code)
class CodeAdmin(ReadOnlyAdmin):
    list_display = ("code", "system", "edition", "description", "billable")
    list_filter = ("system", "edition")
    search_fields = ("plain", "description")
    show_full_result_count = False
