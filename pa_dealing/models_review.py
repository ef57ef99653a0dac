"""What a review leaves behind beside the request itself: the checks that ran, and compliance's questions."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy


class RuleCheck(models.Model):
    """One check of a request as it ran when the request was handed in. The database lets nobody change it."""

    class Outcome(models.TextChoices):
        OK = "ok"  # Nothing to look at.
        ATTENTION = "attention"  # An officer should look at it.

    request = models.ForeignKey("pa_dealing.DraftRequest", on_delete=models.CASCADE, related_name="checks")
    position = models.PositiveSmallIntegerField()
    code = models.CharField(max_length=40)
    label = models.CharField(max_length=80)
    # Everything that the outcome was computed from, so that anyone can compute it again.
    inputs = models.JSONField(default=dict)
    outcome = models.CharField(max_length=10, choices=Outcome)
    sentence = models.CharField(max_length=400)
    at = models.DateTimeField()

    class Meta:
        ordering = ("position",)
        constraints = [models.UniqueConstraint(fields=["request", "code"], name="pa_check_once")]

    def __str__(self) -> str:
        return f"{self.label}: {self.outcome}"


class ReasonTemplate(models.Model):
    """A reason that officers give often. A decision keeps the words as they were sent, not the template."""

    # One of DraftRequest.Code.
    code = models.CharField(max_length=24)
    text = models.TextField(max_length=2000)

    class Meta:
        ordering = ("code", "text")
        verbose_name = gettext_lazy("reason template")
        verbose_name_plural = gettext_lazy("reason templates")
        constraints = [models.UniqueConstraint(fields=["code", "text"], name="pa_reason_template_once")]

    def __str__(self) -> str:
        return self.text[:80]


class SavedView(models.Model):
    """A view of the queue that an officer keeps: the parameters of its address under a name of their own."""

    officer = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    name = models.CharField(max_length=40)
    # Filters, words and order, as an address has them: "status=approved&q=ASML".
    query = models.CharField(max_length=2000)

    class Meta:
        ordering = ("name",)
        constraints = [models.UniqueConstraint(fields=["officer", "name"], name="pa_saved_view_once")]

    def __str__(self) -> str:
        return self.name


class ComplianceQuestion(models.Model):
    """What an officer asked the employee about a request, and the answer in the employee's words."""

    request = models.ForeignKey("pa_dealing.DraftRequest", on_delete=models.CASCADE, related_name="questions")
    asked_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    asked_at = models.DateTimeField(auto_now_add=True)
    text = models.TextField()
    answered_at = models.DateTimeField(null=True, blank=True)
    answer = models.TextField(blank=True)
    answer_message_id = models.BigIntegerField(null=True, blank=True)

    class Meta:
        ordering = ("id",)
        constraints = [
            models.UniqueConstraint(
                fields=["request"], condition=Q(answered_at=None), name="pa_one_open_question_a_request"
            )
        ]

    def __str__(self) -> str:
        return self.text[:80]
