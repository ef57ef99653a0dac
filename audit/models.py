"""AuditEntry: who did what to which object, when, and from which turn. Added, chained, never changed."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db import models


class AuditEntry(models.Model):
    """One action. It holds ids and not foreign keys to what it is about, so that it outlives it."""

    at = models.DateTimeField(auto_now_add=True)
    actor = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")
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
            models.Index(fields=["object_type", "object_id"]),
            models.Index(fields=["thread_id"]),
        ]

    def __str__(self) -> str:
        return f"{self.action} on {self.object_type} {self.object_id}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        if not self._state.adding:
            raise TypeError("An audit entry cannot be changed. Add another one.")
        super().save(*args, **kwargs)
