"""What a person has said about their retirement, and how complete the model took it to be: added, never changed."""

from __future__ import annotations

import uuid
from typing import Any

from django.contrib.postgres.fields import ArrayField
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q
from django.db.models.functions import Now

from chat.models import ClockTimestamp, Thread
from retirement.checklist import Topic


class Plan(models.Model):
    """One row a thread: the lock of its writers, the prompt that it runs, and the facts since the model last scored.

    Facts and scores are read with it (retirement.record) and are no columns.
    """

    class Prompt(models.TextChoices):
        COMPLETENESS = "completeness"  # Learns the whole picture, topic by topic.
        READINESS = "readiness"  # Answers how ready the person is.

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    thread = models.OneToOneField(Thread, on_delete=models.CASCADE, related_name="retirement_plan")
    prompt = models.CharField(max_length=12, choices=Prompt, default=Prompt.COMPLETENESS)
    # The cadence of the specification: looks and scores fall due by the facts since the model last scored.
    facts_since_snapshot = models.PositiveIntegerField(default=0)
    # Another one with every write of facts or scores: who holds the lock knows whether what it has read still stands.
    version = models.UUIDField(default=uuid.uuid4, editable=False)
    # When the person last started over; what was asked before may be asked again.
    begun_at = models.DateTimeField(null=True, editable=False)
    created_at = models.DateTimeField(db_default=Now())

    def __str__(self) -> str:
        return f"plan of {self.thread_id} ({self.prompt})"


class AppendOnly(models.Model):
    """A row that is added and never changed; a trigger of the database says the same to everybody else."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    created_at = models.DateTimeField(db_default=ClockTimestamp(), editable=False)

    class Meta:
        abstract = True

    def save(self, *args: Any, **kwargs: Any) -> None:
        if not self._state.adding:
            raise TypeError(f"A {self._meta.verbose_name} cannot be changed. Add another one.")
        super().save(*args, **kwargs)


class InformationRecord(AppendOnly):
    """One fact (specification, section 4.1), the words that it came from, and the fact that it corrects."""

    session = models.ForeignKey(Thread, on_delete=models.CASCADE, related_name="information_records")
    topic = models.CharField(max_length=30, choices=Topic)
    # The specification has null, and not an empty text, where nothing was given.
    subtopic = models.CharField(max_length=120, null=True, blank=True)  # noqa: DJ001
    fact_type = models.CharField(max_length=120, null=True, blank=True)  # noqa: DJ001
    value = models.TextField()
    confidence = models.FloatField(default=0.9, validators=[MinValueValidator(0.0), MaxValueValidator(1.0)])
    # Of those that correct the same fact all but the newest were taken back.
    supersedes = models.ForeignKey("self", null=True, blank=True, on_delete=models.CASCADE, related_name="corrections")
    # The fact types of the checklist that the words show, read when the fact's own type is not on it.
    covers = ArrayField(models.CharField(max_length=40), null=True, blank=True, editable=False)
    # Where it was said: a message of the person, and offsets in characters. None for a record that was read back.
    message_id = models.BigIntegerField(null=True, blank=True)
    start = models.PositiveIntegerField(null=True, blank=True)
    end = models.PositiveIntegerField(null=True, blank=True)

    class Meta:
        ordering = ("created_at", "id")
        indexes = [
            models.Index(fields=["session", "topic", "created_at", "id"], name="retirement_fact_topic"),
            models.Index(fields=["session", "created_at", "id"], name="retirement_fact_time"),
        ]
        constraints = [
            models.CheckConstraint(condition=Q(topic__in=Topic.values), name="retirement_fact_topic_known"),
            models.CheckConstraint(condition=Q(confidence__gte=0, confidence__lte=1), name="retirement_confidence"),
            models.CheckConstraint(condition=~Q(value=""), name="retirement_value_said"),
        ]

    def __str__(self) -> str:
        return f"{self.topic}: {self.value[:80]}"


class Withdrawal(AppendOnly):
    """A fact that the person took back ("undo"): it stays in the timeline and counts no more.

    What it had corrected stands again.
    """

    fact = models.OneToOneField(InformationRecord, on_delete=models.CASCADE, related_name="withdrawal")

    def __str__(self) -> str:
        return f"withdrawal of {self.fact_id}"


class CompletenessSnapshot(AppendOnly):
    """The model's scores for some topics or all (specification, section 4.2), as they were sent."""

    session = models.ForeignKey(Thread, on_delete=models.CASCADE, related_name="completeness_snapshots")
    scores = models.JSONField()

    class Meta:
        ordering = ("created_at", "id")
        indexes = [models.Index(fields=["session", "created_at", "id"], name="retirement_snapshot_time")]

    def __str__(self) -> str:
        return f"scores of {len(self.scores)} topics"


class RetirementThread(Thread):
    """The threads of this assistant, as the admin lists them."""

    class Meta:
        proxy = True
        verbose_name = "retirement thread"
