"""What people thought of an answer, and the language that they read."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models.functions import Now


class Feedback(models.Model):
    """A thumb of a person on the answer of a turn, with what was wrong with it where they said so."""

    turn = models.ForeignKey("chat.Turn", on_delete=models.CASCADE, related_name="feedback")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    good = models.BooleanField()
    reason = models.CharField(max_length=500, blank=True, db_default="")
    created_at = models.DateTimeField(db_default=Now())

    class Meta:
        verbose_name_plural = "feedback"
        constraints = [models.UniqueConstraint(fields=["turn", "user"], name="chat_feedback_one")]

    def __str__(self) -> str:
        return "good" if self.good else f"not good: {self.reason}"


class PageLanguage(models.Model):
    """The language of the last page that a person saw: in it they are told what happens while they see none."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, primary_key=True, related_name="+")
    language = models.CharField(max_length=10)

    def __str__(self) -> str:
        return self.language
