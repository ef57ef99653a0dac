"""The audit trail in the admin: to read, never to write."""

from __future__ import annotations

from django.contrib import admin
from django.http import HttpRequest
from unfold.admin import ModelAdmin

from audit.models import AuditEntry


class ReadOnlyAdmin(ModelAdmin):
    """An admin page that shows rows and lets nobody add, change or delete one."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: object | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: object | None = None) -> bool:
        return False


@admin.register(AuditEntry)
class AuditEntryAdmin(ReadOnlyAdmin):
    list_display = ("at", "actor", "action", "object_type", "object_id")
    list_filter = ("action", "object_type")
    list_select_related = ("actor",)
    search_fields = ("object_id", "thread_id", "action")
    date_hierarchy = "at"
    show_full_result_count = False
