"""A trade request from its first word to its decision."""

from __future__ import annotations

import hashlib
import json
import uuid
from decimal import Decimal
from typing import Any

from django.conf import settings
from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy, gettext_noop as _

from pa_dealing.instruments.models import DERIVATIVE_TYPES, Instrument, InstrumentType, InstrumentWord
from pa_dealing.models_lookups import ExchangeRate, Position
from pa_dealing.models_review import ComplianceQuestion, ReasonTemplate, RuleCheck, SavedView

__all__ = [
    "DERIVATIVE_TYPES",
    "ComplianceQuestion",
    "DraftRequest",
    "ExchangeRate",
    "Instrument",
    "InstrumentType",
    "InstrumentWord",
    "Position",
    "ReasonTemplate",
    "RuleCheck",
    "SavedView",
]

# What a submission binds to: the person confirms exactly these values.
PAYLOAD_FIELDS = (
    "security",
    "direction",
    "quantity",
    "unit_price",
    "estimated_value",
    "estimated_currency",
    "justification",
    "has_inside_info",
    "is_related_party",
)


class DraftRequestQuerySet(models.QuerySet["DraftRequest"]):
    """The one door to requests."""

    def visible_to(self, user: AbstractBaseUser | AnonymousUser) -> DraftRequestQuerySet:
        """A person's own requests; for an officer also what anyone has submitted, and the drafts that were flagged."""
        own = Q(owner_id=user.pk)
        if user.has_perm("pa_dealing.view_draftrequest"):  # type: ignore[union-attr]
            return self.filter(own | ~Q(status__in=DraftRequest.OPEN) | Q(escalated=True))
        return self.filter(own)

    def with_compliance(self) -> DraftRequestQuerySet:
        """What was handed in, and drafts in which inside information was affirmed."""
        return self.filter(Q(submitted_at__isnull=False) & ~Q(status__in=DraftRequest.OPEN) | Q(escalated=True))

    def waiting(self) -> DraftRequestQuerySet:
        """What waits for compliance: what was handed in and not decided, and flagged drafts."""
        return self.filter(Q(status=DraftRequest.Status.SUBMITTED) | Q(status__in=DraftRequest.OPEN, escalated=True))

    def concerns_compliance(self) -> DraftRequestQuerySet:
        """Those that compliance has or may ask about: waiting for it, or approved and still alive."""
        alive = Q(status=DraftRequest.Status.APPROVED, expires_at__gt=timezone.now())
        return self.waiting() | self.filter(alive)


class DraftRequest(models.Model):
    """A personal account trade request. Its field names are the specification's."""

    class Status(models.TextChoices):
        DRAFT = "draft"  # Being filled in.
        PREVIEWED = "previewed"  # Complete and shown; a change makes it a draft again.
        SUBMITTED = "submitted"  # Waits for compliance.
        APPROVED = "approved"  # Compliance allows the trade.
        DECLINED = "declined"  # Compliance refuses the trade.
        EXPIRED = "expired"  # An approval that was not used in time.
        WITHDRAWN = "withdrawn"  # Taken back by its owner.

    class Direction(models.TextChoices):
        BUY = "BUY"
        SELL = "SELL"

    class Quality(models.TextChoices):
        WEAK = "WEAK"  # Too little for compliance to judge by; the person is coached once.
        GOOD = "GOOD"

    class ValueQuestion(models.TextChoices):
        HIGH_VALUE = "high_value"  # Above the threshold, in the base currency.
        MISMATCH = "mismatch"  # Quantity times price is not the value.
        NO_RATE = "no_rate"  # No exchange rate is on file, so the threshold cannot be checked.

    class Code(models.TextChoices):
        """Why compliance decided as it did."""

        WITHIN_POLICY = "within_policy", _("Within policy")
        DISCUSSED = "discussed", _("Approved after questions")
        CONFLICT = "conflict_of_interest", _("Conflict of interest")
        INSIDE = "inside_information", _("Possible inside information")
        RESTRICTED = "restricted", _("Restricted security")
        REASON = "weak_justification", _("Justification does not suffice")
        INCOMPLETE = "incomplete", _("Information missing or wrong")
        CLOSED = "closed", _("Closed, no trade will be made")
        OTHER = "other", _("Other")

    OPEN = (Status.DRAFT, Status.PREVIEWED)
    DECIDED = (Status.APPROVED, Status.DECLINED, Status.EXPIRED)

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    thread = models.ForeignKey("chat.Thread", on_delete=models.PROTECT, related_name="draft_requests")
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="draft_requests")
    status = models.CharField(max_length=12, choices=Status, default=Status.DRAFT)
    created_at = models.DateTimeField(auto_now_add=True)
    updated_at = models.DateTimeField(auto_now=True)

    security_search_term = models.CharField(max_length=200, blank=True)
    candidates = models.JSONField(default=list, blank=True)
    # {"symbol", "name", "isin", "inst_type", "trade_currency"} as the master had it when it was confirmed.
    security = models.JSONField(null=True, blank=True)
    direction = models.CharField(max_length=4, choices=Direction, null=True, blank=True)  # noqa: DJ001
    quantity = models.BigIntegerField(null=True, blank=True)
    unit_price = models.DecimalField(max_digits=24, decimal_places=6, null=True, blank=True)
    estimated_value = models.DecimalField(max_digits=20, decimal_places=2, null=True, blank=True)
    estimated_currency = models.CharField(max_length=3, null=True, blank=True)  # noqa: DJ001
    currency_confirmed = models.BooleanField(default=False)
    justification = models.TextField(blank=True)
    justification_quality = models.CharField(max_length=4, choices=Quality, null=True, blank=True)  # noqa: DJ001
    justification_reason = models.CharField(max_length=300, blank=True)
    has_inside_info = models.BooleanField(null=True, blank=True)
    is_related_party = models.BooleanField(null=True, blank=True)
    # Kept from the specification's structure; no tool sets it.
    is_connected_person = models.BooleanField(null=True, blank=True)
    existing_position = models.BooleanField(null=True, blank=True)
    is_derivative = models.BooleanField(null=True, blank=True)
    pending_currency_confirmation = models.BooleanField(default=False)
    pending_value_confirmation = models.BooleanField(default=False)
    value_question = models.CharField(max_length=12, choices=ValueQuestion, blank=True)
    # The question about exactly this value was answered with yes.
    value_confirmed = models.BooleanField(default=False)
    user_confirmed_weak_justification = models.BooleanField(default=False)

    # {field: {"quote", "message_id", "start", "end", "source"}}: the words that each value was read from.
    evidence = models.JSONField(default=dict, blank=True)
    # What the last changes took away, the newest last: {field: value before}, with the evidence of its fields.
    steps = models.JSONField(default=list, blank=True)
    # The question that stands on the screen now.
    question = models.CharField(max_length=60, blank=True)
    preview_hash = models.CharField(max_length=64, blank=True)
    previewed_at = models.DateTimeField(null=True, blank=True)
    submitted_at = models.DateTimeField(null=True, blank=True)
    # Inside information was affirmed: compliance sees it from then on, submitted or not, though the answer changes.
    escalated = models.BooleanField(default=False)

    # What the checks found when it was handed in: the value in the base currency, and the sum of `rules.Risk`.
    base_value = models.DecimalField(max_digits=20, decimal_places=2, null=True, blank=True)
    risk = models.PositiveSmallIntegerField(default=0)

    # The review. An officer claims a request to say that they are on it.
    claimed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="claimed_requests"
    )
    claimed_at = models.DateTimeField(null=True, blank=True)
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="decided_requests"
    )
    decided_at = models.DateTimeField(null=True, blank=True)
    decision_code = models.CharField(max_length=24, choices=Code, blank=True)
    decision_reason = models.TextField(blank=True)
    # Compliance waits for an answer of the employee since then.
    information_requested_at = models.DateTimeField(null=True, blank=True)
    # An approval ends then; its owner may ask for more time before.
    expires_at = models.DateTimeField(null=True, blank=True)
    extension_requested_at = models.DateTimeField(null=True, blank=True)
    extension_reason = models.TextField(blank=True)

    # The values since which the next step counts, where an undo or a fresh start has just been; never stored.
    settled: dict[str, Any] | None = None

    objects = DraftRequestQuerySet.as_manager()

    class Meta:
        ordering = ("-created_at",)
        verbose_name = gettext_lazy("trade request")
        verbose_name_plural = gettext_lazy("trade requests")
        permissions = [("decide_draftrequest", "Can decide trade requests")]
        constraints = [
            models.UniqueConstraint(
                fields=["thread"], condition=Q(status__in=["draft", "previewed"]), name="pa_one_open_draft_a_thread"
            ),
            models.CheckConstraint(condition=Q(quantity=None) | Q(quantity__gt=0), name="pa_quantity_positive"),
            models.CheckConstraint(
                condition=Q(estimated_value=None) | Q(estimated_value__gt=0), name="pa_value_positive"
            ),
            models.CheckConstraint(
                condition=Q(estimated_currency=None) | Q(estimated_currency__regex=r"^[A-Z]{3}$"),
                name="pa_currency_iso",
            ),
            # A request reaches compliance whole, or because an answer needs a human.
            models.CheckConstraint(
                condition=Q(status__in=["draft", "previewed", "withdrawn"])
                | Q(escalated=True)
                | Q(
                    security__isnull=False,
                    direction__isnull=False,
                    quantity__isnull=False,
                    estimated_value__isnull=False,
                    estimated_currency__isnull=False,
                    has_inside_info__isnull=False,
                    is_related_party__isnull=False,
                ),
                name="pa_submitted_is_complete",
            ),
            # Four eyes: nobody reviews their own request, whoever they are.
            models.CheckConstraint(condition=~Q(decided_by=F("owner")), name="pa_decided_by_another"),
            models.CheckConstraint(condition=~Q(claimed_by=F("owner")), name="pa_claimed_by_another"),
            models.CheckConstraint(
                condition=~Q(status__in=["approved", "declined", "expired"])
                | (Q(decided_by__isnull=False, decided_at__isnull=False) & ~Q(decision_reason="")),
                name="pa_decision_is_signed",
            ),
            models.CheckConstraint(
                condition=~Q(status__in=["approved", "expired"]) | Q(expires_at__isnull=False, escalated=False),
                name="pa_approval_ends",
            ),
        ]
        indexes = [
            # The queue: the riskiest first, of these the oldest.
            models.Index(fields=["status", "-risk", "submitted_at"], name="pa_queue"),
            models.Index(fields=["status", "submitted_at"]),
            models.Index(fields=["submitted_at", "id"], condition=Q(submitted_at__isnull=False), name="pa_handed_in"),
            # The same order over every status, and by value.
            models.Index(
                fields=["-risk", "submitted_at"], condition=Q(submitted_at__isnull=False), name="pa_queue_of_all"
            ),
            models.Index(fields=["-base_value"], condition=Q(submitted_at__isnull=False), name="pa_by_value"),
            models.Index(fields=["-decided_at"], condition=Q(decided_at__isnull=False), name="pa_decided"),
            models.Index(fields=["expires_at"], condition=Q(status="approved"), name="pa_expiring"),
            models.Index(fields=["owner", "-created_at"]),
            models.Index(fields=["thread", "-created_at"]),
        ]

    def __str__(self) -> str:
        name = (self.security or {}).get("symbol") or self.security_search_term or "no security yet"
        return f"{self.direction or 'Trade'} {self.quantity or ''} {name}".replace("  ", " ")

    @property
    def is_open(self) -> bool:
        return self.status in self.OPEN

    @property
    def waits(self) -> bool:
        """Whether compliance has it before them: it was handed in, or is a draft that was flagged."""
        return self.status == self.Status.SUBMITTED or (self.is_open and self.escalated)

    @property
    def has_lapsed(self) -> bool:
        """Whether its approval is over, also before the job has said so."""
        if self.status == self.Status.APPROVED and self.expires_at is not None:
            return self.expires_at <= timezone.now()
        return self.status == self.Status.EXPIRED

    def payload(self) -> dict[str, Any]:
        """The values that a submission binds to, as JSON."""
        return {name: _plain(getattr(self, name)) for name in PAYLOAD_FIELDS}

    def payload_hash(self) -> str:
        """SHA-256 of the payload: the same values give the same hash."""
        return hashlib.sha256(json.dumps(self.payload(), sort_keys=True).encode()).hexdigest()


def _plain(value: Any) -> Any:
    return format(value.normalize(), "f") if isinstance(value, Decimal) else value
