"""The review in the admin: the queue, and the addresses of the request's page, the decisions and the dashboard.

Nothing is edited here: rows change by the acts of pa_dealing.review alone.
"""

from __future__ import annotations

from functools import partial
from typing import Any, cast
from uuid import UUID

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import URLPattern, path
from django.utils import timezone
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext, gettext_lazy as _
from unfold.decorators import display
from unfold.views import ChangeList

from audit.admin import ReadOnlyAdmin
from chat.access import stamp
from pa_dealing.admin import bulk, dashboard, review, saved, shown, tabs
from pa_dealing.admin.filters import QUEUE_FILTERS
from pa_dealing.models import DraftRequest
from pa_dealing.review import queue
from pa_dealing.rules import RISK_LABELS, Risk
from pa_dealing.state import age_of

# How a request stands: the words, and the colour of their label.
_STATES = {
    "waiting": (_("Waiting"), "info"),
    "flagged": (_("Flagged, not handed in"), "danger"),
    "question": (_("Question open"), "warning"),
    "approved": (_("Approved"), "success"),
    "extension": (_("Extension asked"), "warning"),
    "declined": (_("Declined"), "danger"),
    "expired": (_("Expired"), "warning"),
    "withdrawn": (_("Withdrawn"), ""),
}


class QueueList(ChangeList):
    """The list counts what it shows and nothing else."""

    def get_results(self, request: HttpRequest) -> None:
        super().get_results(request)
        self.full_result_count = self.result_count


@admin.register(DraftRequest)
class DraftRequestAdmin(ReadOnlyAdmin):
    """What employees have handed in. Drafts are theirs alone, until they affirm inside information."""

    list_display = ("trade", "employee", "value", "flags", "age", "shown_status", "officer")
    list_display_links = ("trade",)
    list_filter = QUEUE_FILTERS
    search_fields = ("owner__username",)
    search_help_text = _("Employee, security, ISIN or reason")
    list_select_related = ("owner", "claimed_by", "decided_by")
    list_per_page = 50
    list_before_template: Any = "admin/pa_dealing/draftrequest/_queue_top.html"
    list_fullwidth = True
    ordering = queue.ORDER
    paginator = queue.CappedPaginator
    show_full_result_count = False
    # Facets would count every choice of every filter over all rows.
    show_facets = admin.ShowFacets.NEVER
    actions = ("claim_selected", "assign_selected", "decide_selected")

    class Media:
        css = {"all": ("css/review.css",)}
        js = ("review.js", "queue.js")

    def get_queryset(self, request: HttpRequest) -> QuerySet[DraftRequest]:
        return queue.handed_in(request.user).defer("candidates", "evidence")

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> Any:
        context: dict[str, Any] = {**(extra_context or {}), "top": tabs.above(request)}
        return super().changelist_view(request, context)

    def get_changelist(self, request: HttpRequest, **kwargs: Any) -> Any:
        return QueueList

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[DraftRequest], search_term: str
    ) -> tuple[QuerySet[DraftRequest], bool]:
        return queue.searched(queryset, search_term), False

    def get_urls(self) -> list[URLPattern]:
        def guarded(view: Any) -> Any:
            return self.admin_site.admin_view(partial(view, self))

        return [
            path("dashboard/", guarded(dashboard.dashboard_page), name="pa_dealing_dashboard"),
            path("export.csv", guarded(dashboard.csv_download), name="pa_dealing_csv"),
            path("views/", guarded(saved.keep_view), name="pa_dealing_keep_view"),
            path("views/<int:view_id>/drop/", guarded(saved.drop_view), name="pa_dealing_drop_view"),
            path("assign/", guarded(bulk.assign_several), name="pa_dealing_assign"),
            path("decide/", guarded(bulk.decide_several), name="pa_dealing_decide"),
            path("<uuid:request_id>/evidence.pdf", guarded(review.evidence), name="pa_dealing_evidence"),
            path("<uuid:request_id>/receipts/<slug:field>/", guarded(review.receipt), name="pa_dealing_receipt"),
            path("<uuid:request_id>/receipts/<slug:field>/receipt.<slug:kind>", guarded(review.receipt)),
            path("<uuid:request_id>/next/", guarded(review.next_request), name="pa_dealing_next"),
            path("<uuid:request_id>/<slug:act>/now/", guarded(review.act), name="pa_dealing_act"),
            *super().get_urls(),
        ]

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        try:
            request_id = UUID(object_id)
        except ValueError:
            return redirect("admin:pa_dealing_draftrequest_changelist")
        return review.page(self, request, request_id)

    def history_view(
        self, request: HttpRequest, object_id: str, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """The history stands on the request's page, from the audit trail."""
        return redirect("admin:pa_dealing_draftrequest_change", object_id)

    def has_decide_permission(self, request: HttpRequest) -> bool:
        return review.may_decide(request)

    @admin.action(description=_("Claim"), permissions=["decide"])
    def claim_selected(self, request: HttpRequest, queryset: QuerySet[DraftRequest]) -> None:
        """This officer is on what is selected."""
        if chosen := self._chosen(request, queryset):
            bulk.claim_several(request, chosen)

    @admin.action(description=_("Give to…"), permissions=["decide"])
    def assign_selected(self, request: HttpRequest, queryset: QuerySet[DraftRequest]) -> HttpResponse | None:
        """Show what is selected, and whom it can be given to."""
        chosen = self._chosen(request, queryset)
        return bulk.choose_officer(self, request, chosen) if chosen else None

    @admin.action(description=_("Decide…"), permissions=["decide"])
    def decide_selected(self, request: HttpRequest, queryset: QuerySet[DraftRequest]) -> HttpResponse | None:
        """Show what is selected before anything is decided."""
        chosen = self._chosen(request, queryset)
        return bulk.preview(self, request, chosen) if chosen else None

    def _chosen(self, request: HttpRequest, queryset: QuerySet[DraftRequest]) -> list[UUID]:
        """What is selected; nothing, and a sentence that says so, when it is too much at once."""
        chosen = list(queryset.values_list("pk", flat=True)[: bulk.MAX_AT_ONCE + 1])
        if len(chosen) > bulk.MAX_AT_ONCE:
            too_many = gettext("Select at most %(most)s requests at a time.") % {"most": bulk.MAX_AT_ONCE}
            messages.error(request, too_many)
            return []
        return chosen

    @display(description=cast("str", _("Trade")))
    def trade(self, draft: DraftRequest) -> SafeString:
        security = draft.security or {}
        what = shown.trade(draft).removesuffix(f" ({security.get('symbol', '')})")
        return format_html("<span class='rq-trade'><b>{}</b><small>{}</small></span>", what, security.get("symbol", ""))

    @display(description=cast("str", _("Employee")), ordering="owner__username")
    def employee(self, draft: DraftRequest) -> SafeString:
        return format_html("<span class='rq-value'>{}</span>", shown.person(draft))

    @display(description=cast("str", _("Value")), ordering="base_value")
    def value(self, draft: DraftRequest) -> SafeString | str:
        if draft.estimated_value is None:
            return "–"
        base = shown.base_value(draft)
        return format_html(
            "<span class='rq-value'>{}{}</span>",
            shown.value(draft),
            format_html("<small>{}</small>", base) if base else "",
        )

    @display(description=cast("str", _("Risk")), ordering="risk")
    def flags(self, draft: DraftRequest) -> SafeString | str:
        if not draft.risk:
            return "–"
        tones = ["high" if draft.risk >= Risk.HIGH_VALUE else "mid"] + ["mid"] * len(RISK_LABELS)
        pills = zip(tones, shown.flags(draft), strict=False)
        labels = format_html_join("", "<span class='rq-pill {}'>{}</span>", pills)
        return format_html("<span class='rq-pills'>{}</span>", labels)

    @display(description=cast("str", _("Waits")), ordering="submitted_at")
    def age(self, draft: DraftRequest) -> SafeString | str:
        since = draft.submitted_at or draft.created_at
        ends = draft.decided_at or timezone.now()
        words, colour = age_of(since, ends)
        if not draft.waits:
            colour = "done"
        return format_html(
            "<time class='rq-age {}' datetime='{}' title='{}'>{}</time>",
            colour,
            since.isoformat(),
            gettext("Since %(when)s") % {"when": stamp(since)},
            words,
        )

    @display(
        description=cast("str", _("Status")),
        ordering="status",
        label={name: colour for name, (_w, colour) in _STATES.items()},
    )
    def shown_status(self, draft: DraftRequest) -> tuple[str, str]:
        state = self._state(draft)
        return state, str(_STATES[state][0])

    def _state(self, draft: DraftRequest) -> str:
        if draft.status == DraftRequest.Status.SUBMITTED and draft.information_requested_at:
            return "question"
        if draft.is_open:
            return "flagged"
        if draft.status == DraftRequest.Status.SUBMITTED:
            return "waiting"
        if draft.status == DraftRequest.Status.APPROVED and draft.extension_requested_at:
            return "extension"
        return "expired" if draft.has_lapsed else str(draft.status)

    @display(description=cast("str", _("Officer")))
    def officer(self, draft: DraftRequest) -> str:
        officer = draft.decided_by or draft.claimed_by
        return officer.get_username() if officer else "–"
