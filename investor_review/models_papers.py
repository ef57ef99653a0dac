"""What a review is made into: the runs that make the papers, and the files that they wrote."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.db.models.functions import Now


class CleanupRun(models.Model):
    """One generation of the artifacts. Its id is the retry token."""

    class Status(models.TextChoices):
        QUEUED = "queued"  # Asked for; nobody works on it yet.
        RUNNING = "running"  # Being made; progress says how far.
        DONE = "done"  # The artifacts are there.
        FAILED = "failed"  # error says why; it can be asked for again.

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    session = models.ForeignKey("investor_review.ReviewSession", on_delete=models.CASCADE, related_name="runs")
    status = models.CharField(max_length=8, choices=Status, default=Status.QUEUED)
    # 0 to 100, and a sentence for the person.
    progress = models.PositiveSmallIntegerField(default=0)
    step = models.CharField(max_length=200, blank=True, default="")
    change_log = models.JSONField(default=list, blank=True)
    # The SHA-256 of the decisions that it was asked for with; empty in runs of before this was kept.
    decisions = models.CharField(max_length=64, blank=True, default="")
    # The edits that its papers hold, as they were shown: those of a RedlineDraft, and its hash. A run that is asked for
    # from the page of the changes has them from its start and is bound to them; every other one when it is done.
    # {"edits": […], "refused": […]} as the draft has them.
    edits = models.JSONField(default=dict, blank=True)
    edits_sha256 = models.CharField(max_length=64, blank=True, default="")
    error = models.TextField(blank=True, default="")
    requested_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    created_at = models.DateTimeField(db_default=Now())
    started_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("-created_at",)
        constraints = [
            models.CheckConstraint(condition=Q(progress__lte=100), name="cleanup_progress"),
            # Two at once would write the same files.
            models.UniqueConstraint(
                fields=["session"], condition=Q(status__in=["queued", "running"]), name="cleanup_one_at_a_time"
            ),
        ]

    def __str__(self) -> str:
        return f"cleanup ({self.status})"


class RedlineDraft(models.Model):
    """The edits that papers of one set of decisions would hold, and what the investor said to each: accept, reject,
    other words. Composed once; other decisions make it another one.
    """

    session = models.OneToOneField(
        "investor_review.ReviewSession", primary_key=True, on_delete=models.CASCADE, related_name="redline"
    )
    # The fingerprint of the decisions that it was composed for.
    decisions = models.CharField(max_length=64)
    # {"issue_id", "instruction", "start", "end", "replacement", "composed", "choice"} in the order of the text.
    edits = models.JSONField(default=list, blank=True)
    # {"issue_id", "reason"}: what could not be put into the text.
    refused = models.JSONField(default=list, blank=True)
    # Over decisions, edits and what was refused; empty while it is being composed.
    sha256 = models.CharField(max_length=64, blank=True, default="")
    # Why it could not be composed, for the person.
    error = models.TextField(blank=True, default="")
    updated_at = models.DateTimeField(auto_now=True)

    def __str__(self) -> str:
        return f"changes ({self.sha256[:8] or 'being composed'})"


class Artifact(models.Model):
    """A file that a run has written, as it was written."""

    class Kind(models.TextChoices):
        PDF = "pdf"  # The cleaned-up document.
        DOCX = "docx"  # The source with the changes tracked.
        EMAIL_TXT = "email_txt"  # The sample e-mail to the company, plain text.
        EML = "eml"  # The same as a message that a mail program opens.
        CHANGE_LOG = "change_log"  # Nitpick by nitpick, what was applied.
        MANIFEST = "manifest"  # The list of the files with their hashes.

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    session = models.ForeignKey("investor_review.ReviewSession", on_delete=models.CASCADE, related_name="artifacts")
    run = models.ForeignKey(CleanupRun, on_delete=models.CASCADE, related_name="artifacts")
    kind = models.CharField(max_length=10, choices=Kind)
    # Below ARTIFACTS_DIR.
    path = models.CharField(max_length=500)
    sha256 = models.CharField(max_length=64)
    size = models.PositiveBigIntegerField()
    created_at = models.DateTimeField(db_default=Now())

    class Meta:
        ordering = ("-created_at", "kind")
        constraints = [models.UniqueConstraint(fields=["run", "kind"], name="artifact_one_a_kind")]

    def __str__(self) -> str:
        return f"{self.kind}: {self.path}"
