"""Reviews in the admin: to read, to search and to share. Everything else about a review happens in its conversation."""

from __future__ import annotations

from typing import Any, ClassVar

from django import forms
from django.contrib import admin, messages
from django.contrib.auth.models import User
from django.db.models import Count, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext, gettext_lazy as _, ngettext
from unfold.decorators import display
from unfold.forms import ActionForm

from audit.admin import ReadOnlyAdmin
from audit.trail import Actor
from chat.admin import ReadOnlyInline
from chat.models import Thread
from investor_review import actions
from investor_review.models import (
    Artifact,
    CleanupRun,
    ConversationTurn,
    NitpickChange,
    NitpickIssue,
    ReviewSession,
)
from llm.text import clean_text

_STATUS = {"active": "info", "ready_for_cleanup": "warning", "completed": "success"}
_NITPICK = {"open": "warning", "in_progress": "info", "resolved": "success"}
_SEVERITY = {"high": "danger", "medium": "warning", "low": "info"}
_OF_SESSION = ("session__session_id", "session__company_name", "session__doc_title")
_RUN = {"queued": "info", "running": "info", "done": "success", "failed": "danger"}


def _counted(sentence: str, user: User, number: int) -> str:
    return sentence % {"name": user.get_username(), "number": number}


class ShareForm(ActionForm):
    """The person that the selected reviews are shared with."""

    person = forms.CharField(required=False, max_length=150, label=_("User name"), empty_value="")


class NitpickInline(ReadOnlyInline):
    model = NitpickIssue
    fields = ("issue_id", "severity", "status", "title", "accepted_change_instructions")
    readonly_fields = fields
    show_change_link = True


class RunInline(ReadOnlyInline):
    model = CleanupRun
    fields = ("created_at", "requested_by", "status", "progress", "step", "error", "finished_at")
    readonly_fields = fields


class ArtifactInline(ReadOnlyInline):
    model = Artifact
    fields = ("created_at", "kind", "path", "size", "sha256")
    readonly_fields = fields


class ChangeInline(ReadOnlyInline):
    model = NitpickChange
    fk_name = "nitpick"
    fields = ("number", "at", "by", "how", "from_status", "to_status", "instructions_after", "quoted_words")
    readonly_fields = fields


class CurrentFilter(admin.SimpleListFilter):
    """The current generation of each session, or what a forced start has replaced."""

    title = "generation"
    parameter_name = "generation"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [("current", "Current"), ("replaced", "Replaced")]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        if self.value() in ("current", "replaced"):
            return queryset.filter(replaced_at__isnull=self.value() == "current")
        return queryset


@admin.register(ReviewSession)
class ReviewSessionAdmin(ReadOnlyAdmin):
    list_display = ("session_id", "company_name", "doc_title", "score", "shown_status", "unresolved", "created_at")
    list_filter = ("status", "outcome", CurrentFilter, "created_at")
    list_select_related = ("started_by",)
    search_fields = ("session_id", "company_name", "doc_id", "doc_title", "started_by__username")
    search_help_text = "Session, company, document or sender"
    show_full_result_count = False
    inlines = (NitpickInline, RunInline, ArtifactInline)
    action_form = ShareForm
    actions = ("share_selected", "unshare_selected")
    fields = (
        *(
            "session_id",
            "generation",
            "replaced_at",
            "company_name",
            "doc_id",
            "doc_title",
            "score",
            "status",
            "outcome",
        ),
        *("started_by", "people", "conversation", "chunks", "warnings", "payload_sha256", "created_at", "updated_at"),
    )
    readonly_fields = fields

    def get_queryset(self, request: HttpRequest) -> QuerySet[ReviewSession]:
        # Subqueries, which are run for the rows of one page; a join would count the nitpicks of every session.
        of_session = NitpickIssue.objects.filter(session=OuterRef("pk")).order_by().values("session")
        count, left = of_session.annotate(n=Count("*")), of_session.exclude(status=NitpickIssue.Status.RESOLVED)
        sessions: QuerySet[ReviewSession] = super().get_queryset(request)
        return sessions.annotate(
            nitpick_count=Coalesce(Subquery(count.values("n")), 0),
            left=Coalesce(Subquery(left.annotate(n=Count("*")).values("n")), 0),
        )

    def has_share_permission(self, request: HttpRequest) -> bool:
        return bool(request.user.has_perm("investor_review.share_reviewsession"))

    @admin.action(description=_("Share with the user named beside"), permissions=["share"])
    def share_selected(self, request: HttpRequest, queryset: QuerySet[ReviewSession]) -> None:
        """Let a person read the selected reviews and talk in them."""
        user = self._person(request)
        if user is None:
            return
        new = sum(
            actions.share_session(session, user, by=Actor(request.user.pk, session.thread_id))
            for session in queryset.select_related("thread")
        )
        messages.success(
            request,
            _counted(
                ngettext("%(name)s now has %(number)s more review.", "%(name)s now has %(number)s more reviews.", new),
                user,
                new,
            ),
        )

    @admin.action(description=_("Take away from the user named beside"), permissions=["share"])
    def unshare_selected(self, request: HttpRequest, queryset: QuerySet[ReviewSession]) -> None:
        """Shut a person out of the selected reviews. What they said and decided stays."""
        user = self._person(request)
        if user is None:
            return
        gone = sum(
            actions.unshare_session(session, user, by=Actor(request.user.pk, session.thread_id))
            for session in queryset.select_related("thread")
        )
        messages.success(
            request,
            _counted(
                ngettext("%(name)s has %(number)s fewer review.", "%(name)s has %(number)s fewer reviews.", gone),
                user,
                gone,
            ),
        )

    def _person(self, request: HttpRequest) -> User | None:
        name = clean_text(request.POST.get("person", "")).strip()[:150]
        user = User.objects.filter(username=name, is_active=True).first()
        if user is None:
            messages.error(
                request, gettext("There is no user “%(name)s”. Write a user name beside the action.") % {"name": name}
            )
        return user

    @display(description="Green score", ordering="green_score")
    def score(self, session: ReviewSession) -> str:
        return str(session.green_score)

    @display(description="Status", ordering="status", label=_STATUS)
    def shown_status(self, session: ReviewSession) -> tuple[str, str]:
        return session.status, f"{session.get_status_display()}{f', {session.outcome}' if session.outcome else ''}"

    @display(description="Unresolved", ordering="left")
    def unresolved(self, session: Any) -> str:
        return f"{session.left} of {session.nitpick_count}"

    @display(description="Shared with")
    def people(self, session: ReviewSession) -> str:
        return ", ".join(user.get_username() for user in session.shared_with()) or "nobody"

    @display(description="Conversation")
    def conversation(self, session: ReviewSession) -> SafeString:
        """Links to its turns, and to its page for whoever may open that."""
        turns = f"{reverse('admin:investor_review_conversationturn_changelist')}?review__id__exact={session.pk}"
        page = reverse("thread", args=[session.thread_id])
        count = Thread.objects.values_list("turn_count", flat=True).get(pk=session.thread_id)
        return format_html('<a href="{}">{} turns</a> · <a href="{}">open the page</a>', turns, count, page)

    @display(description="Chunks")
    def chunks(self, session: ReviewSession) -> str:
        return f"{session.chunk_count}, of which {min(session.embedded_count, session.chunk_count)} have a vector"


class OfSessionAdmin(ReadOnlyAdmin):
    """Rows of a session, found by it."""

    search_fields: ClassVar[tuple[str, ...]] = _OF_SESSION
    list_select_related: ClassVar[tuple[str, ...]] = ("session",)
    show_full_result_count = False

    @display(description="Session", ordering="session__session_id")
    def review(self, row: Any) -> SafeString:
        url = reverse("admin:investor_review_reviewsession_change", args=[row.session_id])
        return format_html('<a href="{}">{}</a>', url, row.session.session_id)


@admin.register(NitpickIssue)
class NitpickIssueAdmin(OfSessionAdmin):
    list_display = ("issue_id", "review", "title", "shown_severity", "shown_status", "updated_at")
    list_filter = ("severity", "status")
    search_fields = ("issue_id", "title", *_OF_SESSION)
    inlines = (ChangeInline,)

    @display(description="Severity", ordering="severity", label=_SEVERITY)
    def shown_severity(self, nitpick: NitpickIssue) -> str:
        return nitpick.severity

    @display(description="Status", ordering="status", label=_NITPICK)
    def shown_status(self, nitpick: NitpickIssue) -> tuple[str, str]:
        return nitpick.status, str(nitpick.get_status_display())


@admin.register(CleanupRun)
class CleanupRunAdmin(OfSessionAdmin):
    list_display = ("created_at", "review", "requested_by", "shown_status", "progress", "step", "finished_at")
    list_filter = ("status", "created_at")
    list_select_related = ("session", "requested_by")
    inlines = (ArtifactInline,)

    @display(description="Status", ordering="status", label=_RUN)
    def shown_status(self, run: CleanupRun) -> tuple[str, str]:
        return run.status, str(run.get_status_display())


@admin.register(Artifact)
class ArtifactAdmin(OfSessionAdmin):
    list_display = ("created_at", "review", "kind", "path", "size", "download")
    list_filter = ("kind", "created_at")

    @display(description="File")
    def download(self, artifact: Artifact) -> SafeString:
        where = {"session_id": artifact.session.session_id, "artifact_id": artifact.pk}
        return format_html('<a href="{}">download</a>', reverse("api-review-artifact", kwargs=where))


@admin.register(ConversationTurn)
class ConversationTurnAdmin(ReadOnlyAdmin):
    """The conversations of reviews, from the view conversation_turns."""

    list_display = ("created_at", "session_id", "role", "author", "shown_message", "issue_id")
    list_filter = ("role", "created_at")
    list_select_related = ("author",)
    search_fields = ("session_id", "message")
    ordering = ("-turn_id",)
    show_full_result_count = False

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        return lookup == "review__id__exact" or super().lookup_allowed(lookup, value, request)

    @display(description="Message")
    def shown_message(self, turn: ConversationTurn) -> str:
        return turn.message if len(turn.message) <= 160 else f"{turn.message[:159]}…"
