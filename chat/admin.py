"""Threads, turns and what the assistants did, in the admin: to read, never to write."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.db.models import OuterRef, QuerySet, Subquery
from django.http import HttpRequest
from django.template.response import TemplateResponse
from django.utils.text import Truncator
from django.utils.translation import gettext
from unfold.admin import ModelAdmin, TabularInline

from audit.admin import ReadOnlyAdmin
from chat.models import Feedback, Message, ModelPrice, Thread, ToolCall, Turn, Usage
from chat.turns import usage
from llm.text import clean_text
from llm.types import NOT_UNDERSTOOD

# Days that the usage page can look back.
PERIODS = (7, 30, 90, 365)
# So much of a message stands in the list of turns.
SAID_CHARS = 80


class ReadOnlyInline(TabularInline):
    """Rows under their parent, to read."""

    extra = 0
    max_num = 0
    can_delete = False

    def has_add_permission(self, request: HttpRequest, obj: object | None = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: object | None = None) -> bool:
        return False


class MessageInline(ReadOnlyInline):
    model = Message
    fields = ("created_at", "role", "content", "model", "input_tokens", "cached_tokens", "output_tokens", "model_ms")
    readonly_fields = fields


class ToolCallInline(ReadOnlyInline):
    model = ToolCall
    fields = ("created_at", "name", "arguments", "result", "by_code")
    readonly_fields = fields


@admin.register(Thread)
class ThreadAdmin(ReadOnlyAdmin):
    list_display = ("title", "assistant", "owner", "turn_count", "updated_at", "archived_at", "deleted_at")
    list_filter = ("assistant", "updated_at")
    list_select_related = ("owner",)
    search_fields = ("title", "id", "owner__username")
    inlines = (MessageInline,)
    show_full_result_count = False


@admin.register(Feedback)
class FeedbackAdmin(ReadOnlyAdmin):
    list_display = ("created_at", "good", "reason", "user", "turn")
    list_filter = ("good", "created_at")
    list_select_related = ("user", "turn")
    search_fields = ("reason",)


class UnderstoodFilter(admin.SimpleListFilter):
    """The turns whose message was not understood, or that put right what was, for teaching what they say."""

    title = "understanding"
    parameter_name = "understood"

    def lookups(self, request: HttpRequest, model_admin: object) -> list[tuple[str, str]]:
        return [("no", "Not understood"), ("corrected", "Put right within two turns")]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Turn]) -> QuerySet[Turn]:
        if self.value() == "corrected":
            return queryset.exclude(corrected="")
        if self.value() != "no":
            return queryset
        return queryset.filter(messages__finish_reason=NOT_UNDERSTOOD).order_by("-created_at").distinct()


@admin.register(Turn)
class TurnAdmin(ReadOnlyAdmin):
    list_display = (
        "created_at",
        "thread",
        "number",
        "said",
        "status",
        "error_code",
        "model",
        "input_tokens",
        "output_tokens",
    )
    list_filter = (UnderstoodFilter, "status", "model", "error_code")
    search_fields = ("id", "thread__id", "thread__title")
    inlines = (MessageInline, ToolCallInline)
    show_full_result_count = False

    def get_queryset(self, request: HttpRequest) -> QuerySet[Turn]:
        spoken = Message.objects.filter(turn=OuterRef("pk"), role=Message.Role.USER).order_by("id")
        with_words: QuerySet[Turn] = super().get_queryset(request).select_related("thread")
        return with_words.annotate(words=Subquery(spoken.values("content")[:1]))

    @admin.display(description="said")
    def said(self, turn: Turn) -> str:
        return Truncator(getattr(turn, "words", "") or "").chars(SAID_CHARS)


@admin.register(ModelPrice)
class ModelPriceAdmin(ModelAdmin):
    list_display = ("model", "input_per_million", "output_per_million", "since")
    list_filter = ("model",)


@admin.register(Usage)
class UsageAdmin(ReadOnlyAdmin):
    """Tokens and cost by day, person, assistant and model; to read."""

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> TemplateResponse:
        if not self.has_view_permission(request):
            raise PermissionDenied
        days = next((n for n in PERIODS if str(n) == request.GET.get("days")), PERIODS[1])
        assistant = request.GET.get("assistant", "") if request.GET.get("assistant") in settings.ASSISTANTS else ""
        user = clean_text(request.GET.get("user", "")).strip()[:150]
        usage_rows = usage.usage(days, user=user, assistant=assistant)
        context = {
            **self.admin_site.each_context(request),
            "title": gettext("Usage and cost"),
            "rows": usage_rows,
            "total": usage.total(usage_rows),
            "troubles": usage.troubles(days, assistant=assistant),
            "acts": usage.acts(days, assistant=assistant),
            "days": days,
            "choices": PERIODS,
            "assistants": list(settings.ASSISTANTS),
            "assistant": assistant,
            "user_filter": user,
        }
        return TemplateResponse(request, "admin/chat/usage.html", context)
