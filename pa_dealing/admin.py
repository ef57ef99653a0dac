"""Trade requests for compliance, with the employee's own words beside each value; the master data they rest on."""

from __future__ import annotations

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from unfold.admin import ModelAdmin
from unfold.decorators import display

from audit.admin import ReadOnlyAdmin
from chat.models import Message
from pa_dealing import questions
from pa_dealing.models import DraftRequest, ExchangeRate, Instrument, Position

_COLOURS = {
    "submitted": "info",
    "approved": "success",
    "declined": "danger",
    "expired": "warning",
    "withdrawn": "",
}


@admin.register(DraftRequest)
class DraftRequestAdmin(ReadOnlyAdmin):
    """What employees have handed in; drafts are theirs alone."""

    list_display = ("submitted_at", "owner", "trade", "value", "shown_status", "flagged", "is_derivative")
    list_filter = ("status", "escalated", "is_derivative", "is_related_party", "justification_quality", "submitted_at")
    search_fields = ("owner__username", "security_search_term", "justification", "security__symbol", "security__name")
    list_select_related = ("owner",)
    ordering = ("submitted_at",)
    date_hierarchy = "submitted_at"
    show_full_result_count = False
    readonly_fields = ("values_and_words", "conversation")
    fieldsets = (
        (None, {"fields": (("owner", "status"), ("submitted_at", "escalated"))}),
        ("Request", {"fields": ("values_and_words",)}),
        ("Conversation", {"fields": ("conversation",)}),
    )

    def get_queryset(self, request: HttpRequest) -> QuerySet[DraftRequest]:
        found: QuerySet[DraftRequest] = super().get_queryset(request).exclude(status__in=DraftRequest.OPEN)
        return found

    @display(description="Trade")
    def trade(self, draft: DraftRequest) -> str:
        return str(draft)

    @display(description="Value", ordering="estimated_value")
    def value(self, draft: DraftRequest) -> str:
        if draft.estimated_value is None:
            return "-"
        return f"{draft.estimated_currency or '?'} {questions.amount(draft.estimated_value)}"

    @display(description="Status", ordering="status", label=_COLOURS)
    def shown_status(self, draft: DraftRequest) -> tuple[str, str]:
        return draft.status, draft.get_status_display()

    @display(description="Flagged", boolean=True)
    def flagged(self, draft: DraftRequest) -> bool:
        return bool(draft.escalated or draft.has_inside_info or draft.is_related_party)

    @display(description="Values and the employee's words")
    def values_and_words(self, draft: DraftRequest) -> SafeString:
        fields = (
            "security",
            "direction",
            "quantity",
            "unit_price",
            "estimated_value",
            "justification",
            "has_inside_info",
            "is_related_party",
            "existing_position",
            "is_derivative",
        )
        lines = dict(questions.preview_lines(draft))
        shown = ((name, lines.get(_label(name), "")) for name in fields)
        rows = ((_label(name), value, _words(draft, name)) for name, value in shown if value or name != "unit_price")
        body = format_html_join("", "<tr><th scope='row'>{}</th><td>{}</td><td><q>{}</q></td></tr>", rows)
        return format_html(
            "<table class='pa-values'><thead><tr><th>Field</th><th>Value</th><th>In their words</th></tr></thead>"
            "<tbody>{}</tbody></table>",
            body,
        )

    @display(description="What was said")
    def conversation(self, draft: DraftRequest) -> SafeString:
        said = Message.objects.filter(thread_id=draft.thread_id, discarded=False).exclude(content="").order_by("id")
        lines = ((message.get_role_display(), message.content[:4000]) for message in said[:200])
        return format_html_join("", "<p><b>{}</b><br>{}</p>", lines)


def _label(field: str) -> str:
    return {"unit_price": "Price per unit", "is_derivative": "Derivative", "has_inside_info": "Inside information",
            "is_related_party": "Related party"}.get(field, field.replace("_", " ").capitalize())  # fmt: skip


def _words(draft: DraftRequest, field: str) -> str:
    words = draft.evidence.get(field, {})
    return str(words.get("quote", "")) + (" (typed into the form)" if words.get("source") == "form" else "")


@admin.register(Instrument)
class InstrumentAdmin(ModelAdmin):
    list_display = ("symbol", "name", "isin", "inst_type", "trade_currency", "exchange")
    list_filter = ("inst_type", "trade_currency")
    search_fields = ("symbol", "name", "isin")
    show_full_result_count = False


@admin.register(Position)
class PositionAdmin(ModelAdmin):
    list_display = ("owner", "symbol", "isin", "quantity", "as_of")
    list_select_related = ("owner",)
    search_fields = ("owner__username", "symbol", "isin")


@admin.register(ExchangeRate)
class ExchangeRateAdmin(ModelAdmin):
    list_display = ("currency", "per_euro", "date")
    list_filter = ("date", "currency")
