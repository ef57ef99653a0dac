"""Threads, turns and what the assistants did, in the admin: to read, never to write."""

from __future__ import annotations

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from unfold.admin import TabularInline

from audit.admin import ReadOnlyAdmin
from chat.models import Message, Thread, ToolCall, Turn


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
    fields = ("created_at", "role", "content", "model", "input_tokens", "output_tokens", "model_ms")
    readonly_fields = fields


class ToolCallInline(ReadOnlyInline):
    model = ToolCall
    fields = ("created_at", "name", "arguments", "result", "by_code")
    readonly_fields = fields


@admin.register(Thread)
class ThreadAdmin(ReadOnlyAdmin):
    list_display = ("title", "assistant", "owner", "turn_count", "updated_at", "deleted_at")
    list_filter = ("assistant", "updated_at")
    list_select_related = ("owner",)
    search_fields = ("title", "id", "owner__username")
    inlines = (MessageInline,)
    show_full_result_count = False


@admin.register(Turn)
class TurnAdmin(ReadOnlyAdmin):
    list_display = ("created_at", "thread", "number", "status", "error_code", "model", "input_tokens", "output_tokens")
    list_filter = ("status", "model", "error_code")
    search_fields = ("id", "thread__id", "thread__title")
    inlines = (MessageInline, ToolCallInline)
    show_full_result_count = False

    def get_queryset(self, request: HttpRequest) -> QuerySet[Turn]:
        return super().get_queryset(request).select_related("thread")
