"""A review session, its nitpicks, every change of them, and what was generated. Field names are the specification's.

Chunks are the retrieval app's, in the collection `review:<id>` of a session; the conversation is the chat's.
"""

from __future__ import annotations

import uuid
from decimal import Decimal
from typing import Any

from django.conf import settings
from django.contrib.auth.models import AbstractBaseUser, AnonymousUser, User
from django.contrib.postgres.functions import RandomUUID
from django.db import models
from django.db.models import Q
from django.db.models.functions import Now

from chat.models import Thread, ThreadAccess
from investor_review.models_papers import Artifact, CleanupRun, RedlineDraft

__all__ = [
    "COLLECTION_PREFIX",
    "Artifact",
    "CleanupRun",
    "ConversationTurn",
    "ExactNumber",
    "NitpickChange",
    "NitpickIssue",
    "RedlineDraft",
    "ReviewSession",
    "ReviewSessionManager",
    "ReviewSessionQuerySet",
]
COLLECTION_PREFIX = "review:"


class ExactNumber(models.Field):  # type: ignore[type-arg]
    """A number as it was sent: PostgreSQL's numeric without a precision, so that 72.50 stays 72.50."""

    def db_type(self, connection: Any) -> str:
        return "numeric"

    def to_python(self, value: Any) -> Decimal | None:
        return value if value is None or isinstance(value, Decimal) else Decimal(str(value))


class ReviewSessionQuerySet(models.QuerySet["ReviewSession"]):
    """The one door to sessions. Full texts are large, so they are read only where they are asked for."""

    def visible_to(self, user: AbstractBaseUser | AnonymousUser) -> ReviewSessionQuerySet:
        """What the person started, what was shared with them, and everything for reviewers and superusers.

        That the conversation was deleted hides the conversation and not the session.
        """
        if user.pk is None:
            return self.none()
        if getattr(user, "is_superuser", False):
            return self.all()
        let_in = ThreadAccess.objects.of(user).filter(thread_id=models.OuterRef("thread_id"))
        return self.filter(Q(started_by_id=user.pk) | models.Exists(let_in))

    def current(self) -> ReviewSessionQuerySet:
        """Without the generations that a later start has replaced."""
        return self.filter(replaced_at=None)


class ReviewSessionManager(models.Manager["ReviewSession"]):
    def get_queryset(self) -> ReviewSessionQuerySet:
        return ReviewSessionQuerySet(self.model, using=self._db).defer("full_document_text")

    def text_of(self, session_id: uuid.UUID) -> str:
        """The full text of the document of a session, and nothing else of it."""
        return str(self.values_list("full_document_text", flat=True).get(pk=session_id))


class ReviewSession(models.Model):
    """One start of one document. A forced start makes a new row, the next generation, and keeps this one."""

    class Status(models.TextChoices):
        ACTIVE = "active"  # The investor goes through the nitpicks.
        READY_FOR_CLEANUP = "ready_for_cleanup"  # They said that they are done; the question of generating stands.
        COMPLETED = "completed"  # They decided: outcome says how.

    class Outcome(models.TextChoices):
        GENERATED = "generated"  # The cleaned-up document and the e-mail were made.
        DECLINED = "declined"  # The investor wanted none; reviewed without artifacts.

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    session_id = models.CharField(max_length=128)
    generation = models.PositiveIntegerField(default=1)
    # Null: the current generation.
    replaced_at = models.DateTimeField(null=True, blank=True)
    thread = models.OneToOneField(Thread, on_delete=models.PROTECT, related_name="review_session")
    company_name = models.CharField(max_length=300)
    doc_id = models.CharField(max_length=300)
    doc_title = models.CharField(max_length=500)
    full_document_text = models.TextField()
    # Computed upstream. A trigger refuses every write after the start.
    green_score = ExactNumber()
    # Over the start's JSON, without `force`, in one canonical form.
    payload_sha256 = models.CharField(max_length=64)
    status = models.CharField(max_length=20, choices=Status, default=Status.ACTIVE)
    outcome = models.CharField(max_length=10, choices=Outcome, blank=True, default="")
    # The question that stands on the screen (investor_review.words.questions); a bare "yes" answers it and no other.
    question = models.CharField(max_length=60, blank=True, default="")
    started_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="started_reviews")
    # What the start could not take, one sentence each.
    warnings = models.JSONField(default=list, blank=True)
    artifact_paths = models.JSONField(default=list, blank=True)
    # Another one after every change of its nitpicks, made by a trigger; whoever has read a version need not read again.
    version = models.UUIDField(db_default=RandomUUID(), editable=False)
    # Chunks with a vector, of chunk_count; the others are found by their words meanwhile.
    chunk_count = models.PositiveIntegerField(default=0)
    embedded_count = models.PositiveIntegerField(default=0)
    created_at = models.DateTimeField(db_default=Now())
    updated_at = models.DateTimeField(db_default=Now())

    objects = ReviewSessionManager.from_queryset(ReviewSessionQuerySet)()

    class Meta:
        db_table = "review_sessions"
        ordering = ("-created_at",)
        permissions = [
            ("start_reviewsession", "Can start review sessions"),
            ("share_reviewsession", "Can share any review session"),
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["session_id"], condition=Q(replaced_at=None), name="review_one_current_generation"
            ),
            models.UniqueConstraint(fields=["session_id", "generation"], name="review_generation"),
            models.CheckConstraint(
                condition=Q(session_id__regex=r"^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$"), name="review_session_id_safe"
            ),
            models.CheckConstraint(condition=Q(green_score__gte=0, green_score__lte=100), name="review_green_score"),
            models.CheckConstraint(
                condition=Q(status="completed", outcome__in=["generated", "declined"])
                | (~Q(status="completed") & Q(outcome="")),
                name="review_outcome_when_completed",
            ),
        ]
        indexes = [models.Index(fields=["started_by", "-created_at"]), models.Index(fields=["status", "-created_at"])]

    def __str__(self) -> str:
        return f"{self.session_id}: {self.doc_title}"

    @property
    def collection(self) -> str:
        """The name of the retrieval collection of its chunks."""
        return f"{COLLECTION_PREFIX}{self.pk}"

    @property
    def embedded(self) -> bool:
        return self.embedded_count >= self.chunk_count

    def shared_with(self) -> models.QuerySet[User]:
        """The people it was shared with by name, in the order of their names."""
        let_in = ThreadAccess.objects.filter(thread_id=self.thread_id, user__isnull=False)
        return User.objects.filter(pk__in=let_in.values("user")).order_by("username")


class NitpickIssue(models.Model):
    """One finding of the upstream analysis, and what the investor decided about it."""

    class Severity(models.TextChoices):
        HIGH = "high"
        MEDIUM = "medium"
        LOW = "low"

    class Status(models.TextChoices):
        OPEN = "open"  # Nothing decided, or taken up again.
        IN_PROGRESS = "in_progress"  # The investor seems to settle it; not confirmed yet.
        RESOLVED = "resolved"  # Settled by the investor's explicit words, or by hand.

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    session = models.ForeignKey(ReviewSession, on_delete=models.CASCADE, related_name="nitpicks")
    issue_id = models.CharField(max_length=200)
    position = models.PositiveIntegerField()
    title = models.CharField(max_length=500)
    severity = models.CharField(max_length=6, choices=Severity)
    status = models.CharField(max_length=12, choices=Status, default=Status.OPEN)
    summary = models.TextField(blank=True, default="")
    # Ids of chunks of the session; unknown ones were dropped at the start.
    citations = models.JSONField(default=list, blank=True)
    suggested_changes = models.JSONField(default=list, blank=True)
    # What shall be done about it: the investor's own words or an accepted suggestion. Empty: nothing was accepted.
    accepted_change_instructions = models.TextField(blank=True, default="")
    # The words by which the investor left it as it is; such a one is open, and decided. Empty: it is not left.
    left_as_is = models.TextField(blank=True, default="")
    updated_at = models.DateTimeField(db_default=Now())

    class Meta:
        db_table = "nitpick_issues"
        ordering = ("session", "position")
        constraints = [
            models.UniqueConstraint(fields=["session", "issue_id"], name="nitpick_issue_id"),
            models.UniqueConstraint(fields=["session", "position"], name="nitpick_position"),
            models.CheckConstraint(condition=Q(severity__in=["high", "medium", "low"]), name="nitpick_severity_known"),
            models.CheckConstraint(
                condition=Q(status__in=["open", "in_progress", "resolved"]), name="nitpick_status_known"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.issue_id}: {self.title}"


class NitpickChange(models.Model):
    """One change of a nitpick: what it was, what it became, by whom, in which words. Added, never changed."""

    class How(models.TextChoices):
        CHAT = "chat"  # Inferred from the investor's words in a turn.
        PATCH = "patch"  # By hand: the API or the panel.
        UNDO = "undo"  # Taken back.

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    nitpick = models.ForeignKey(NitpickIssue, on_delete=models.CASCADE, related_name="changes")
    # Counts up for each nitpick; the last one is what can be undone.
    number = models.PositiveIntegerField()
    from_status = models.CharField(max_length=12, choices=NitpickIssue.Status)
    to_status = models.CharField(max_length=12, choices=NitpickIssue.Status)
    instructions_before = models.TextField(blank=True, default="")
    instructions_after = models.TextField(blank=True, default="")
    left_before = models.TextField(blank=True, default="")
    left_after = models.TextField(blank=True, default="")
    # The words that it was inferred from, as they stand in the person's message.
    quoted_words = models.TextField(blank=True, default="")
    turn_id = models.UUIDField(null=True, blank=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")
    how = models.CharField(max_length=5, choices=How)
    undoes = models.OneToOneField("self", null=True, blank=True, on_delete=models.CASCADE, related_name="undone_by")
    at = models.DateTimeField(db_default=Now())

    class Meta:
        ordering = ("nitpick", "number")
        constraints = [
            models.UniqueConstraint(fields=["nitpick", "number"], name="nitpick_change_number"),
            models.CheckConstraint(
                condition=Q(how="undo", undoes__isnull=False) | (~Q(how="undo") & Q(undoes=None)),
                name="nitpick_undo_names_its_change",
            ),
        ]
        indexes = [models.Index(fields=["turn_id"], condition=Q(turn_id__isnull=False), name="nitpick_change_turn")]

    def __str__(self) -> str:
        return f"{self.from_status} to {self.to_status}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        if not self._state.adding:
            raise TypeError("A change of a nitpick cannot be changed. Add another one.")
        super().save(*args, **kwargs)


class ConversationTurn(models.Model):
    """What one side said in a review, as the specification's conversation_turns has it: a view over the chat's rows."""

    # The chat's message; `turn` is the exchange that it belongs to.
    turn_id = models.BigIntegerField(primary_key=True)
    turn = models.UUIDField(null=True)
    review = models.ForeignKey(ReviewSession, on_delete=models.DO_NOTHING, related_name="conversation_turns")
    session_id = models.CharField(max_length=128)
    # The nitpick that this exchange changed, when it is one.
    issue_id = models.CharField(max_length=200, null=True)  # noqa: DJ001 - the view has null where there is none
    role = models.CharField(max_length=10)
    message = models.TextField()
    # [{"issue_id", "from", "to", "instructions"}], inferred from the person's words.
    inferred_actions = models.JSONField()
    # Ids of chunks of the session that the message names in square brackets.
    citations = models.JSONField()
    author = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.DO_NOTHING, related_name="+")
    created_at = models.DateTimeField()

    class Meta:
        managed = False
        db_table = "conversation_turns"
        ordering = ("turn_id",)

    def __str__(self) -> str:
        return f"{self.role}: {self.message[:60]}"
