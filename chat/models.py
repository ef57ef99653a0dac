"""Threads, turns, messages and tool calls: a conversation as rows.

A turn writes into every index of a row that it adds or moves: a key has none of its own where another begins with it.
"""

from __future__ import annotations

from datetime import timedelta

from django.conf import settings
from django.contrib.auth.models import AbstractBaseUser, AnonymousUser, Group
from django.contrib.postgres.indexes import BrinIndex
from django.db import models
from django.db.models import Q
from django.db.models.functions import Now
from django.utils import timezone

from audit.stored import ordered_id
from chat.models_people import Feedback as Feedback, PageLanguage as PageLanguage
from chat.models_prompts import Instructions as Instructions
from chat.models_usage import Allowance as Allowance, ModelPrice as ModelPrice

# For so long a person can put back a conversation that they deleted.
BIN_DAYS = 30


class ClockTimestamp(models.Func):
    """The database's clock at this very statement; `now()` would give every row of a transaction the same time."""

    function = "clock_timestamp"
    template = "%(function)s()"
    output_field = models.DateTimeField()


class ThreadQuerySet(models.QuerySet["Thread"]):
    """The one door to threads: whoever asks for one asks through visible_to()."""

    def visible_to(self, user: AbstractBaseUser | AnonymousUser) -> ThreadQuerySet:
        """The threads that `user` owns or was let into, and that were not deleted."""
        if user.pk is None:
            return self.none()
        let_in = ThreadAccess.objects.of(user).filter(thread_id=models.OuterRef("pk"))
        return self.filter(Q(owner_id=user.pk) | models.Exists(let_in), deleted_at=None)

    def listed_for(self, user: AbstractBaseUser | AnonymousUser) -> ThreadQuerySet:
        """What a list of the person's conversations shows: their own, and those shared with them by name.

        Of a conversation with branches it is the one in which something happened last. What a group may read is found
        where that group works, and would bury a member's own conversations.
        """
        if user.pk is None:
            return self.none()
        own = Thread.objects.filter(owner_id=user.pk).order_by().values("pk")
        shared = ThreadAccess.objects.filter(user_id=user.pk).values("thread_id")
        return self.filter(pk__in=own.union(shared, all=True), deleted_at=None).current()

    def current(self) -> ThreadQuerySet:
        """Without the branches of a conversation that have had no news for longer than another one of it."""
        later = Thread.objects.filter(family=models.OuterRef("family"), updated_at__gt=models.OuterRef("updated_at"))
        return self.exclude(Q(family__isnull=False) & models.Exists(later))

    def relatives(self, thread: Thread) -> ThreadQuerySet:
        """The thread and the other branches of its conversation."""
        return self.filter(family=thread.family) if thread.family else self.filter(pk=thread.pk)

    def begun(self) -> ThreadQuerySet:
        """Those in which something was said or told, or that have a name: one that was only opened is no row."""
        spoken = Message.objects.filter(thread=models.OuterRef("pk"))
        return self.filter(Q(turn_count__gt=0) | ~Q(title="") | models.Exists(spoken))

    def binned_by(self, user: AbstractBaseUser | AnonymousUser) -> ThreadQuerySet:
        """What `user` deleted of their own so lately that it can be put back."""
        since = timezone.now() - timedelta(days=BIN_DAYS)
        return self.filter(owner_id=user.pk, deleted_at__gte=since).current()

    def matching(self, search: str) -> ThreadQuerySet:
        """The threads whose title or messages hold every word of `search`."""
        threads = self
        for word in search.split()[:8]:
            in_messages = Message.objects.filter(thread_id=models.OuterRef("pk"), content__icontains=word)
            threads = threads.filter(Q(title__icontains=word) | models.Exists(in_messages))
        return threads


class Thread(models.Model):
    """One conversation of one person with one assistant."""

    id = models.UUIDField(primary_key=True, default=ordered_id, editable=False)
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="threads", db_index=False)
    assistant = models.CharField(max_length=40)
    title = models.CharField(max_length=200, blank=True, db_default="")
    created_at = models.DateTimeField(db_default=Now())
    updated_at = models.DateTimeField(db_default=Now())
    deleted_at = models.DateTimeField(null=True, blank=True)
    # Deleted by its owner while its assistant said that it must stay: out of the way, and reachable as before.
    archived_at = models.DateTimeField(null=True, blank=True)
    turn_count = models.PositiveIntegerField(db_default=0, editable=False)
    # The branches of one conversation have one family; without it there are none. A branch has the turns of the thread
    # that it parted from, up to the number `branched_at`, where something else is said or answered.
    family = models.UUIDField(null=True, blank=True, editable=False)
    branch_of = models.ForeignKey(
        "self", models.SET_NULL, null=True, editable=False, related_name="branches", db_index=False
    )
    branched_at = models.PositiveIntegerField(null=True, blank=True, editable=False)
    closed_at = models.DateTimeField(null=True, blank=True, editable=False)  # Another branch was handed in: read only.
    # The number of the last event that any reader was sent; readers find gaps and resume by it.
    event_seq = models.BigIntegerField(db_default=0, editable=False)

    objects = ThreadQuerySet.as_manager()

    class Meta:
        ordering = ("-updated_at",)
        indexes = [
            models.Index(fields=["owner", "-updated_at"]),
            models.Index(fields=["family"], condition=Q(family__isnull=False), name="chat_thread_family"),
            models.Index(fields=["branch_of"], condition=Q(branch_of__isnull=False), name="chat_thread_branch_of"),
        ]

    def __str__(self) -> str:
        return self.title or f"{self.assistant} thread"

    def may_talk(self, user: AbstractBaseUser | AnonymousUser) -> bool:
        """Whether the person may say something here, and not only read along."""
        let_in = ThreadAccess.objects.of(user).filter(thread_id=self.pk, may_talk=True)
        own = user.pk is not None and self.owner_id == user.pk
        return self.closed_at is None and (own or let_in.exists())


class ThreadAccessQuerySet(models.QuerySet["ThreadAccess"]):
    """What lets people into threads of others."""

    def of(self, user: AbstractBaseUser | AnonymousUser) -> ThreadAccessQuerySet:
        """The rows that let `user` in, by name or as a member of a group."""
        if user.pk is None:
            return self.none()
        groups = Group.objects.filter(user=user.pk).values("pk")
        return self.filter(Q(user_id=user.pk) | Q(group_id__in=groups))


class ThreadAccess(models.Model):
    """Lets a person, or everybody in a group, into a thread that somebody else owns. Written by chat.sharing alone."""

    thread = models.ForeignKey(Thread, on_delete=models.CASCADE, related_name="access")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.CASCADE, related_name="+")
    group = models.ForeignKey(Group, null=True, on_delete=models.CASCADE, related_name="+")
    # Without it they read along. The owner alone renames and deletes.
    may_talk = models.BooleanField(db_default=False)
    created_at = models.DateTimeField(db_default=Now())

    objects = ThreadAccessQuerySet.as_manager()

    class Meta:
        verbose_name_plural = "thread access"
        constraints = [
            models.CheckConstraint(
                condition=Q(user=None, group__isnull=False) | Q(user__isnull=False, group=None),
                name="chat_access_user_or_group",
            ),
            models.UniqueConstraint(fields=["thread", "user"], name="chat_access_user"),
            models.UniqueConstraint(fields=["thread", "group"], name="chat_access_group"),
        ]

    def __str__(self) -> str:
        return f"{self.user or self.group} in {self.thread_id}"


class Turn(models.Model):
    """A message of the person and everything that the assistant did about it."""

    class Status(models.TextChoices):
        RUNNING = "running"  # A worker holds it and renews its heartbeat.
        DONE = "done"  # The reply is whole.
        STOPPED = "stopped"  # The person stopped it; what had come is kept.
        FAILED = "failed"  # A model or our own code failed; error_code says how. It can be retried.
        INTERRUPTED = "interrupted"  # Its worker went away. It can be retried.

    id = models.UUIDField(primary_key=True, default=ordered_id, editable=False)
    thread = models.ForeignKey(Thread, models.CASCADE, related_name="turns", db_index=False)
    number = models.PositiveIntegerField()
    client_id = models.CharField(max_length=100)
    # Who said it: the owner of the thread, or somebody who was let into it. None in turns from before this was kept.
    author = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+", db_index=False)
    status = models.CharField(max_length=12, choices=Status, default=Status.RUNNING)
    # A retry raises it. Every write of a runner names it, so one that lost its lease can write no more.
    attempt = models.PositiveIntegerField(db_default=1)
    heartbeat_at = models.DateTimeField(db_default=Now())
    stop_requested = models.BooleanField(db_default=False)
    # The question that stood last on the screen when this turn ended; a bare "yes" answers it and no other.
    asked = models.CharField(max_length=80, blank=True, db_default="")
    error_code = models.CharField(max_length=40, blank=True, db_default="")
    error_detail = models.CharField(max_length=300, blank=True, db_default="")  # Of a wrong set-up, for superusers.
    corrected = models.CharField(max_length=80, blank=True, db_default="")  # The tool whose call it has put right.
    acts = models.CharField(max_length=200, blank=True, db_default="")  # What the message does, as dialogue.Act.
    model = models.CharField(max_length=120, blank=True, db_default="")
    input_tokens = models.PositiveIntegerField(db_default=0)
    output_tokens = models.PositiveIntegerField(db_default=0)
    model_ms = models.PositiveIntegerField(db_default=0)
    created_at = models.DateTimeField(db_default=Now())
    finished_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ("number",)
        constraints = [
            models.UniqueConstraint(
                fields=["thread"], condition=Q(status="running"), name="chat_turn_one_running_a_thread"
            ),
            models.UniqueConstraint(fields=["thread", "client_id"], name="chat_turn_client_id"),
            models.UniqueConstraint(fields=["thread", "number"], name="chat_turn_number"),
        ]
        # What runs is found by the constraint of one a thread. An index on heartbeat_at would have each beat write an
        # entry into every index.

    def __str__(self) -> str:
        return f"turn {self.number} ({self.status})"

    def spoken_texts(self) -> list[str]:
        """What the assistant has said in this turn, as it is saved: one text for each model call that spoke."""
        spoken = self.messages.filter(role=Message.Role.ASSISTANT, discarded=False).exclude(content="")
        return list(spoken.order_by("id").values_list("content", flat=True))

    @property
    def can_retry(self) -> bool:
        return self.status in (self.Status.FAILED, self.Status.INTERRUPTED, self.Status.STOPPED)


class Message(models.Model):
    """What one side said. An assistant's message is one model call, and holds what that call took and cost."""

    class Role(models.TextChoices):
        USER = "user"  # The person.
        ASSISTANT = "assistant"  # One model call; its text may be empty when it only called tools.
        NOTICE = "notice"  # The system tells the person something, such as a decision.

    id = models.BigAutoField(primary_key=True)
    thread = models.ForeignKey(Thread, on_delete=models.CASCADE, related_name="messages", db_index=False)
    turn = models.ForeignKey(Turn, null=True, on_delete=models.CASCADE, related_name="messages")
    role = models.CharField(max_length=12, choices=Role)
    content = models.TextField(blank=True, db_default="")
    created_at = models.DateTimeField(db_default=Now())
    # The text of an attempt that failed is kept, and left out of the history once the turn was retried.
    discarded = models.BooleanField(db_default=False)
    model = models.CharField(max_length=120, blank=True, db_default="")
    finish_reason = models.CharField(max_length=40, blank=True, db_default="")
    input_tokens = models.PositiveIntegerField(db_default=0)
    output_tokens = models.PositiveIntegerField(db_default=0)
    cached_tokens = models.PositiveIntegerField(db_default=0)  # Of the input.
    first_token_ms = models.PositiveIntegerField(null=True)
    model_ms = models.PositiveIntegerField(db_default=0)
    # When the person had a notice on their screen; one that they have not seen is counted on the home page.
    seen_at = models.DateTimeField(null=True, blank=True)
    # What the model was sent: the hash by which Instructions has its prompt, the situation, first and last message id,
    # the hash of the tool schemas; under "unjudged", what the model said where a judge has left something out; under
    # "asked", each structured question that a tool asked beside the conversation, with its answer.
    sent = models.JSONField(db_default={})

    class Meta:
        ordering = ("id",)
        indexes = [
            models.Index(fields=["thread", "id"]),
            models.Index(fields=["thread"], condition=Q(role="notice", seen_at=None), name="chat_message_unseen"),
            # Rows come in the order of time, so a block range index finds a period and costs the insert nothing.
            BrinIndex(fields=["created_at"], name="chat_message_created"),
        ]

    def __str__(self) -> str:
        return f"{self.role}: {self.content[:60]}"


class ToolCall(models.Model):
    """A call of a tool and its result, saved together in the transaction in which it ran."""

    id = models.BigAutoField(primary_key=True)
    message = models.ForeignKey(Message, on_delete=models.CASCADE, related_name="tool_calls", db_index=False)
    turn = models.ForeignKey(Turn, on_delete=models.CASCADE, related_name="tool_calls")
    position = models.PositiveSmallIntegerField()
    call_id = models.CharField(max_length=200)
    name = models.CharField(max_length=80)
    # The arguments as the model wrote them, which may be no valid JSON; the person's words decide, not these.
    arguments = models.TextField()
    result = models.JSONField()
    # Opaque to us, sent back to the provider that gave it.
    extra = models.JSONField(null=True)
    # True when our own code read the person's words and called the tool before any model saw them.
    by_code = models.BooleanField(db_default=False)
    created_at = models.DateTimeField(db_default=Now())

    class Meta:
        ordering = ("id",)
        constraints = [models.UniqueConstraint(fields=["message", "position"], name="chat_toolcall_position")]

    def __str__(self) -> str:
        return self.name


class Usage(Message):
    """The model calls, as the usage page of the admin sees them."""

    class Meta:
        proxy = True
        verbose_name_plural = "usage"
