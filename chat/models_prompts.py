"""What models were told, stored once."""

from __future__ import annotations

from django.db import models
from django.db.models.functions import Now


class Instructions(models.Model):
    """What a model was told in every call of an assistant, stored once; `Message.sent` names it by its hash."""

    sha256 = models.CharField(max_length=64, primary_key=True)
    text = models.TextField()
    created_at = models.DateTimeField(db_default=Now())

    class Meta:
        verbose_name_plural = "instructions"

    def __str__(self) -> str:
        return self.sha256[:12]
