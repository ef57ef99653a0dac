"""Objectives with their parts, the ledgers of what was tried and asked, the person's material, and code lists."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.indexes import GinIndex
from django.db import models
from django.db.models import Q
from django.db.models.functions import Now

from chat.models import Thread


class MasterObjectiveQuerySet(models.QuerySet["MasterObjective"]):
    """The one door to objectives."""

    def visible_to(self, user: AbstractBaseUser | AnonymousUser) -> MasterObjectiveQuerySet:
        """The objectives of the threads that `user` may read."""
        return self.filter(thread__in=Thread.objects.visible_to(user))


class MasterObjective(models.Model):
    """What a person wants to know in a thread, pursued over turns. Its words are the person's, its statuses code's."""

    class Status(models.TextChoices):
        ACTIVE = "active"  # Parts are open and it is pursued.
        SOLVED = "solved"  # Every part is answered, with a citation that resolves.
        ABANDONED = "abandoned"  # The person gave it up while a part was open.
        BLOCKED = "blocked"  # Everything was tried and the person has nothing to add.
        INCOMPLETE = "incomplete"  # The most attempts were made; it can be picked up from the recents.

    class StuckReason(models.TextChoices):
        NO_EVIDENCE = "no_evidence"  # Neither the materials nor the web hold it.
        MISSING_CODE = "missing_code"  # A code is asked for that no code list holds.
        CONFLICTING = "conflicting_info"  # Two sources contradict each other, or the only one is out of date.
        PARTIAL = "partial_answer"  # Some parts are answered and some are not.
        TOOL_FAILED = "tool_failed"  # A search or a fetch did not work.
        JURISDICTION = "jurisdiction"  # The answer depends on a payer or a state that was not named.

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    thread = models.ForeignKey(Thread, on_delete=models.CASCADE, related_name="objectives")
    status = models.CharField(max_length=12, choices=Status, default=Status.ACTIVE)
    summary = models.CharField(max_length=500)
    question = models.TextField()  # The person's first words.
    # Slots: what the person named, never a default. `slot_words` is {slot: {"quote", "message_id", "start", "end"}}.
    payer = models.CharField(max_length=200, null=True)  # noqa: DJ001 - None is "not named", which is not "".
    plan = models.CharField(max_length=200, null=True)  # noqa: DJ001
    plan_type = models.CharField(max_length=20, null=True)  # noqa: DJ001 - HMO, PPO, POS, EPO.
    state = models.CharField(max_length=60, null=True)  # noqa: DJ001
    slot_words = models.JSONField(default=dict, blank=True)
    attempts = models.PositiveIntegerField(db_default=0)  # Turns that tried, since it was made or taken up again.
    # How often the person brought something new: a slot, a part, a document. The person is asked once for each.
    information = models.PositiveIntegerField(db_default=0)
    last_user_ask = models.DateTimeField(null=True)
    stuck_reason = models.CharField(max_length=20, choices=StuckReason, blank=True, db_default="")
    # The turns whose words were read and whose attempt was counted: a retry of a turn does neither twice.
    planned_turn = models.UUIDField(null=True, editable=False)
    counted_turn = models.UUIDField(null=True, editable=False)
    tried_at = models.DateTimeField(null=True)  # The last search of the materials: what is newer is new to it.
    status_before = models.CharField(max_length=12, choices=Status, blank=True, db_default="")  # What an end replaced.
    prefer_newest = models.BooleanField(db_default=False)  # The later date settles a dispute: the person chose so.
    changes = models.JSONField(default=list, blank=True, editable=False)  # How it stood before each; see undoing.py.
    created_at = models.DateTimeField(db_default=Now())
    updated_at = models.DateTimeField(db_default=Now())

    objects = MasterObjectiveQuerySet.as_manager()

    class Meta:
        ordering = ("-updated_at",)
        constraints = [
            models.UniqueConstraint(
                fields=["thread"], condition=Q(status__in=["active", "blocked"]), name="pursuit_one_open_objective"
            ),
        ]
        indexes = [models.Index(fields=["thread", "-created_at"]), models.Index(fields=["-updated_at"])]

    def __str__(self) -> str:
        return self.summary


class SubObjective(models.Model):
    """One part of a question, which reads as a question of its own."""

    class Status(models.TextChoices):
        PENDING = "pending"  # Not tried yet.
        ANSWERED = "answered"  # With at least one citation that resolves and whose quote stands there.
        PARTIAL = "partial"  # Something was found, and it is not enough.
        FAILED = "failed"  # Nothing was found. That is never "not covered".
        BLOCKED = "blocked"  # It waits for the person: a payer, a state.

    class By(models.TextChoices):
        RETRIEVAL = "retrieval"
        CODE = "code"
        WEB = "web"
        MATERIAL = "material"
        PERSON = "person"  # Words that were shown as near, which the person takes for the answer.

    OPEN = (Status.PENDING, Status.PARTIAL, Status.FAILED, Status.BLOCKED)

    objective = models.ForeignKey(MasterObjective, on_delete=models.CASCADE, related_name="parts")
    key = models.CharField(max_length=10)
    text = models.TextField()
    kind = models.CharField(max_length=40, blank=True, db_default="")
    # The slots that an answer may depend on: payer, plan, state.
    needs = models.JSONField(default=list, blank=True)
    queries = models.JSONField(default=list, blank=True)  # Searches that a model proposed: other words for the same.
    position = models.PositiveIntegerField()
    # The person no longer wants it: it is in no list and in no count, and its ledger stays.
    left_at = models.DateTimeField(null=True, editable=False)
    status = models.CharField(max_length=10, choices=Status, default=Status.PENDING)
    stuck_reason = models.CharField(max_length=20, choices=MasterObjective.StuckReason, blank=True, db_default="")
    answer = models.TextField(blank=True, db_default="")
    answered_by = models.CharField(max_length=10, choices=By, blank=True, db_default="")
    # [{"document", "chunk", "key", "start", "end", "quote", "title", "heading", "url", "valid_from", "valid_to", …}]
    citations = models.JSONField(default=list, blank=True)
    refused = models.JSONField(default=list, blank=True)  # Places of quotes that are no answer, as the person said.
    # Citations of sources that do not agree, to be shown side by side.
    conflicts = models.JSONField(default=list, blank=True)
    updated_at = models.DateTimeField(db_default=Now())

    class Meta:
        ordering = ("objective", "position")
        constraints = [
            models.UniqueConstraint(fields=["objective", "key"], name="pursuit_part_key"),
            models.CheckConstraint(
                condition=~Q(status="answered") | ~Q(citations=[]), name="pursuit_answered_is_cited"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.key}: {self.text[:80]}"


class Attempt(models.Model):
    """One look-up. The ledger only grows; a query is sent to a place once until the question is taken up again."""

    objective = models.ForeignKey(MasterObjective, on_delete=models.CASCADE, related_name="ledger")
    sub_objective = models.ForeignKey(SubObjective, on_delete=models.CASCADE, related_name="ledger")
    turn_id = models.UUIDField(editable=False)
    tool = models.CharField(max_length=40)
    # Where it was looked up: "materials", "codes:icd10cm", "web", "material:<document id>".
    place = models.CharField(max_length=120)
    query = models.TextField()
    query_sha = models.CharField(max_length=64)
    result = models.TextField()
    found = models.BooleanField()
    counts = models.BooleanField(db_default=True)  # Not where the look-up failed, nor once it was taken up again.
    at = models.DateTimeField(db_default=Now())

    class Meta:
        ordering = ("id",)
        constraints = [
            models.UniqueConstraint(
                fields=["objective", "place", "query_sha"], condition=Q(counts=True), name="pursuit_attempt_never_twice"
            )
        ]

    def __str__(self) -> str:
        return f"{self.place}: {self.query[:80]}"


class UserAsk(models.Model):
    """One question to the person. At most one of a kind for each state of what they have told."""

    class Kind(models.TextChoices):
        HELP = "help"  # For a link, a document, a code list, a newer source.
        SLOT = "slot"  # For a payer, a plan or a state.
        NEAR = "near"  # Whether what was shown as near answers it.
        END = "end"  # Whether open parts may be left, when the person says goodbye.

    objective = models.ForeignKey(MasterObjective, on_delete=models.CASCADE, related_name="asks")
    sub_objective = models.ForeignKey(SubObjective, null=True, on_delete=models.CASCADE, related_name="asks")
    kind = models.CharField(max_length=10, choices=Kind)
    stuck_reason = models.CharField(max_length=20, choices=MasterObjective.StuckReason, blank=True)
    angle = models.PositiveSmallIntegerField()
    information = models.PositiveIntegerField()
    text = models.TextField()
    turn_id = models.UUIDField(editable=False)
    at = models.DateTimeField(db_default=Now())
    answered_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ("id",)
        constraints = [
            models.UniqueConstraint(
                fields=["objective", "kind", "information"], name="pursuit_ask_once_for_information"
            ),
        ]

    def __str__(self) -> str:
        return self.text[:80]


class TurnOutcome(models.Model):
    """The success metric: how things stood when a turn ended."""

    objective = models.ForeignKey(MasterObjective, on_delete=models.CASCADE, related_name="outcomes")
    turn_id = models.UUIDField(unique=True, editable=False)
    status = models.CharField(max_length=12)
    # {part key: status}
    parts = models.JSONField(default=dict)
    asked = models.BooleanField()
    at = models.DateTimeField(db_default=Now())

    class Meta:
        ordering = ("id",)
        indexes = [models.Index(fields=["at"])]

    def __str__(self) -> str:
        return f"{self.status} at {self.at:%Y-%m-%d %H:%M}"


class Material(models.Model):
    """What a person brought: a link, a file, a pasted text. Its text is a document of the thread's own collection."""

    class Kind(models.TextChoices):
        LINK = "link"
        FILE = "file"
        TEXT = "text"

    class Status(models.TextChoices):
        QUEUED = "queued"  # Not read yet.
        READ = "read"  # Its text is searched in this thread.
        REFUSED = "refused"  # `problem` says why, in a sentence.

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    thread = models.ForeignKey(Thread, on_delete=models.CASCADE, related_name="materials")
    kind = models.CharField(max_length=6, choices=Kind)
    name = models.CharField(max_length=2000)  # A link's address, or a file's name.
    status = models.CharField(max_length=10, choices=Status, default=Status.QUEUED)
    problem = models.TextField(blank=True, db_default="")
    document_id = models.UUIDField(null=True)
    size = models.PositiveBigIntegerField(db_default=0)
    uploaded_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    created_at = models.DateTimeField(db_default=Now())

    class Meta:
        ordering = ("created_at",)
        verbose_name_plural = "material"
        indexes = [models.Index(fields=["thread", "created_at"])]
        constraints = [
            models.CheckConstraint(
                condition=~Q(status="read") | Q(document_id__isnull=False), name="pursuit_material_read_has_document"
            ),
            models.CheckConstraint(
                condition=~Q(status="refused") | ~Q(problem=""), name="pursuit_material_refused_says_why"
            ),
        ]

    def __str__(self) -> str:
        return self.name[:80]


class Code(models.Model):
    """A code of one edition of a public code list."""

    class System(models.TextChoices):
        ICD10CM = "icd10cm", "ICD-10-CM"
        HCPCS = "hcpcs", "HCPCS Level II"

    system = models.CharField(max_length=10, choices=System)
    edition = models.CharField(max_length=20)
    code = models.CharField(max_length=12)  # As it is written, with its dot.
    plain = models.CharField(max_length=12)  # Without the dot, in capitals: how it is looked up.
    description = models.TextField()
    short_description = models.TextField(blank=True, db_default="")
    kind = models.CharField(max_length=40, blank=True, db_default="")
    billable = models.BooleanField(null=True)  # Null where the list does not say.
    valid_from = models.DateField(null=True)
    valid_to = models.DateField(null=True)  # Exclusive.
    # The words of both descriptions, as pursuit.codes.words gives them.
    words = ArrayField(models.CharField(max_length=100), default=list, editable=False)

    class Meta:
        ordering = ("system", "plain")
        constraints = [
            models.UniqueConstraint(fields=["system", "edition", "plain"], name="pursuit_code_of_edition"),
        ]
        indexes = [
            models.Index(fields=["plain"], name="pursuit_code_plain", opclasses=["varchar_pattern_ops"]),
            GinIndex(fields=["words"], name="pursuit_code_words"),
        ]

    def __str__(self) -> str:
        return f"{self.code} {self.description[:80]}"


class CodeWord(models.Model):
    """How many codes have a word in their descriptions, counted after each import."""

    word = models.CharField(primary_key=True, max_length=100)
    frequency = models.PositiveIntegerField()

    def __str__(self) -> str:
        return self.word
