"""The admin of PA dealing: the review of requests, and the master data that its checks rest on."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import admin
from django.http import HttpRequest
from unfold.admin import ModelAdmin
from unfold.widgets import UnfoldAdminSelectWidget

from pa_dealing.admin.requests import DraftRequestAdmin
from pa_dealing.models import DraftRequest, ExchangeRate, Instrument, Position, ReasonTemplate

__all__ = ["DraftRequestAdmin", "ExchangeRateAdmin", "InstrumentAdmin", "PositionAdmin", "ReasonTemplateAdmin"]


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


@admin.register(ReasonTemplate)
class ReasonTemplateAdmin(ModelAdmin):
    list_display = ("text", "code")

    def formfield_for_dbfield(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        if db_field.name == "code":
            return forms.ChoiceField(choices=DraftRequest.Code.choices, widget=UnfoldAdminSelectWidget)
        return super().formfield_for_dbfield(db_field, request, **kwargs)
