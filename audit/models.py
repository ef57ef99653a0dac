"""AuditEntry: who did what to which object, when, and from which turn. Added, chained, never changed.

AuditRoot: a hash over the entries since the root before it, for keeping outside the database.
"""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db import models
from django.db.models.functions import Now


class AuditEntry(models.Model):
    """One action. It holds ids and not foreign keys to what it is about, so that it outlives it."""

    at = models.DateTimeField(auto_now_add=True)
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+", db_index=False
    )
    action = models.CharField(max_length=80)
    object_type = models.CharField(max_length=80)
    object_id = models.CharField(max_length=80)
    thread_id = models.UUIDField(null=True)
    turn_id = models.UUIDField(null=True)
    data = models.JSONField(default=dict)
    # The chain, filled in by the database: each entry's hash covers its own values and the hash before it.
    sequence = models.BigIntegerField(null=True, unique=True, editable=False)
    previous_hash = models.CharField(max_length=64, blank=True, db_default="", editable=False)
    hash = models.CharField(max_length=64, blank=True, db_default="", editable=False)
    # An erasure emptied it; its hash stays, so that the chain holds, and a later entry names it.
    erased = models.BooleanField(db_default=False, editable=False)

    class Meta:
        ordering = ("-id",)
        verbose_name_plural = "audit entries"
        indexes = [
            models.Index(fields=["object_id"], name="audit_object"),
            models.Index(fields=["thread_id"]),
        ]

    def __str__(self) -> str:
        return f"{self.action} on {self.object_type} {self.object_id}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        if not self._state.adding:
            raise TypeError("An audit entry cannot be changed. Add another one.")
        super().save(*args, **kwargs)


class AuditRoot(models.Model):
    """A hash over the entries `first` to `last` and over the root before it. Written by audit.roots alone."""

    made_at = models.DateTimeField(db_default=Now())
    first = models.BigIntegerField(unique=True)
    last = models.BigIntegerField(unique=True)
    # The top of the tree of these entries' hashes, by which one entry is proved without showing the others.
    tree = models.CharField(max_length=64)
    previous_hash = models.CharField(max_length=64, blank=True)
    hash = models.CharField(max_length=64)

    class Meta:
        ordering = ("first",)
        verbose_name = "audit root"

    def __str__(self) -> str:
        return f"root over {self.first} to {self.last}"
