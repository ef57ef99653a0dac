"""A dossier: the law and rulings that an answer may use, which of them are selected, and every change as a row."""

from __future__ import annotations

import uuid
from datetime import date
from typing import Any

from django.conf import settings
from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.db import models
from django.db.models import Q
from django.db.models.functions import Now

from chat.models import ClockTimestamp, Message, Thread
from tax_dossier.models_law import ActState as ActState


class DossierQuerySet(models.QuerySet["Dossier"]):
    """The one door to dossiers."""

    def visible_to(self, user: AbstractBaseUser | AnonymousUser) -> DossierQuerySet:
        """The dossiers that `user` owns and whose conversation is not deleted."""
        return self.filter(owner_id=user.pk, thread__deleted_at=None)


class Dossier(models.Model):
    """One a thread: the single source of what an answer may cite. Its row is the lock of its writers."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    thread = models.OneToOneField(Thread, on_delete=models.CASCADE, related_name="tax_dossier")
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="tax_dossiers")
    # The name that its owner or a program gave it.
    dossier_id = models.CharField(max_length=64)
    # The day whose law applies; none is today. The words are the person's, and where they stand.
    reference_date = models.DateField(null=True, blank=True)
    reference_words = models.CharField(max_length=120, blank=True, db_default="")
    reference_message_id = models.BigIntegerField(null=True, blank=True)
    # How many changes there were: whoever prepared something outside the lock sees by it whether it still fits.
    patch_count = models.PositiveIntegerField(db_default=0, default=0)
    created_at = models.DateTimeField(db_default=Now())
    updated_at = models.DateTimeField(db_default=Now())

    objects = DossierQuerySet.as_manager()

    class Meta:
        ordering = ("-updated_at",)
        constraints = [
            models.UniqueConstraint(fields=["owner", "dossier_id"], name="tax_dossier_id_of_owner"),
            models.CheckConstraint(condition=~Q(dossier_id=""), name="tax_dossier_id_given"),
        ]

    def __str__(self) -> str:
        return self.dossier_id

    @property
    def conversation(self) -> list[dict[str, str]]:
        """What the person saw, the oldest first: {"role", "content"}, from the rows of the thread."""
        roles = (Message.Role.USER, Message.Role.ASSISTANT)
        seen = Message.objects.filter(thread_id=self.thread_id, role__in=roles, discarded=False).exclude(content="")
        return [
            {"role": role, "content": content} for role, content in seen.order_by("id").values_list("role", "content")
        ]

    # The specification gives a dossier these helpers (conversation, texts, titles), for programs that hold one.
    def add_conversation_user(self, content: str) -> None:
        """Add something that the person said outside a turn."""
        Message.objects.create(thread_id=self.thread_id, role=Message.Role.USER, content=content)

    def add_conversation_assistant(self, content: str) -> None:
        """Add something that was said to the person outside a turn."""
        Message.objects.create(thread_id=self.thread_id, role=Message.Role.ASSISTANT, content=content)

    def present(self) -> models.QuerySet[Source]:
        """The sources in the dossier, by number."""
        return self.sources.filter(in_dossier=True).order_by("number")

    def selected_texts(self) -> dict[str, str]:
        """The text of each selected source, by title."""
        return dict(self.present().filter(selected=True).values_list("title", "text"))

    def all_texts(self) -> dict[str, str]:
        """The text of each source, by title."""
        return dict(self.present().values_list("title", "text"))

    def selected_titles(self) -> list[str]:
        """The titles of the selected sources, by number."""
        return list(self.present().filter(selected=True).values_list("title", flat=True))

    def unselected_titles(self) -> list[str]:
        """The titles of the sources that were taken out of the selection, by number."""
        return list(self.present().filter(selected=False).values_list("title", flat=True))


class Source(models.Model):
    """An article or a ruling in a dossier, with its own copy of the text: a later import changes no dossier."""

    class Kind(models.TextChoices):
        LEGISLATION = "legislation"  # An article of a law, in the version of a day.
        CASE_LAW = "case_law"  # A ruling.

    dossier = models.ForeignKey(Dossier, on_delete=models.CASCADE, related_name="sources")
    kind = models.CharField(max_length=12, choices=Kind)
    # The number by which chat and panel name it; it does not change while the source is in the dossier.
    number = models.PositiveIntegerField()
    # BWB id, article and the day from which it was valid; or the ECLI.
    key = models.CharField(max_length=500)
    # What the person sees and says; two sources of a dossier never have the same.
    title = models.CharField(max_length=300)
    text = models.TextField()
    # How it may be cited, such as "artikel 3.111 Wet IB 2001".
    citations = models.JSONField(default=list)
    # Its parts with an address: [{"anchor": "lid-1", "label": "1", "start": 0, "end": 80}], offsets into `text`.
    parts = models.JSONField(default=list)
    # The passage that the search found, as offsets into `text`.
    match_start = models.PositiveIntegerField(default=0)
    match_end = models.PositiveIntegerField(default=0)
    valid_from = models.DateField(null=True, blank=True)
    # The first day on which it was no longer valid.
    valid_to = models.DateField(null=True, blank=True)
    metadata = models.JSONField(default=dict)
    # The retrieval document that it was copied from, which may have changed since or be gone.
    document_id = models.UUIDField(null=True, blank=True)
    origin = models.CharField(max_length=1000, blank=True, db_default="")
    selected = models.BooleanField(default=True)
    # An addition that was undone leaves its row, so that a link in the conversation still opens it.
    in_dossier = models.BooleanField(default=True)
    created_at = models.DateTimeField(db_default=Now())

    class Meta:
        ordering = ("number",)
        constraints = [
            models.UniqueConstraint(fields=["dossier", "key"], name="tax_source_key"),
            models.UniqueConstraint(fields=["dossier", "title"], name="tax_source_title"),
            models.UniqueConstraint(
                fields=["dossier", "number"], condition=Q(in_dossier=True), name="tax_source_number"
            ),
            models.CheckConstraint(condition=Q(kind__in=["legislation", "case_law"]), name="tax_source_kind"),
            models.CheckConstraint(condition=~Q(key="") & ~Q(title=""), name="tax_source_named"),
        ]

    def __str__(self) -> str:
        return self.title

    def valid_on(self, day: date) -> bool:
        """Whether this version was law on that day; a ruling always is."""
        return not (self.valid_from and day < self.valid_from) and not (self.valid_to and day >= self.valid_to)


class Patch(models.Model):
    """One change of a dossier: what was asked and what it did. Added and never changed; undoing adds another one."""

    class Origin(models.TextChoices):
        LEGISLATION = "legislation"  # The search for law.
        CASE_LAW = "case_law"  # The search for rulings.
        REMOVE_SOURCES = "remove_sources"  # The person's words about which sources count.
        PANEL = "panel"  # The person's own click.
        UNDO = "undo"  # The last change taken back.

    dossier = models.ForeignKey(Dossier, on_delete=models.CASCADE, related_name="patches")
    number = models.PositiveIntegerField()
    origin = models.CharField(max_length=16, choices=Origin)
    # As it was asked: add_legislation, add_case_law, select_titles, unselect_titles, each a list of titles.
    patch = models.JSONField()
    # What it did: {"added": [source id], "selected": [], "unselected": [], "removed": [], "reference": [old, new]}.
    effect = models.JSONField()
    undoes = models.OneToOneField("self", null=True, blank=True, on_delete=models.CASCADE, related_name="undone_by")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")
    turn_id = models.UUIDField(null=True)
    created_at = models.DateTimeField(db_default=ClockTimestamp(), editable=False)

    class Meta:
        ordering = ("number",)
        verbose_name_plural = "patches"
        constraints = [models.UniqueConstraint(fields=["dossier", "number"], name="tax_patch_number")]

    def __str__(self) -> str:
        return f"{self.origin} {self.number}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        if not self._state.adding:
            raise TypeError("A patch cannot be changed. Apply another one.")
        super().save(*args, **kwargs)
