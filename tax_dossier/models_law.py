"""What was imported of the law: each state of an act, and which version of each article it holds."""

from __future__ import annotations

from django.db import models
from django.db.models.functions import Now


class ActState(models.Model):
    """One state ("toestand") of an act. From all states of an act follows until when a version of an article holds."""

    bwb_id = models.CharField(max_length=20)
    in_force = models.DateField()
    # The publisher corrects a state without a new date; the highest revision counts.
    revision = models.PositiveIntegerField(default=0)
    title = models.CharField(max_length=300)
    # Over the file and the reader's own version: the same file need not be read again.
    sha256 = models.CharField(max_length=64)
    # {place of a unit in the act: key of its document in the collection "legislation"}
    versions = models.JSONField(default=dict)
    imported_at = models.DateTimeField(db_default=Now())

    class Meta:
        ordering = ("bwb_id", "in_force")
        constraints = [models.UniqueConstraint(fields=["bwb_id", "in_force"], name="tax_act_state")]

    def __str__(self) -> str:
        return f"{self.title} ({self.in_force})"
