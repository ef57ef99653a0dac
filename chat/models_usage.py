"""What people may still use, and what models cost."""

from __future__ import annotations

from django.conf import settings
from django.db import models


class Allowance(models.Model):
    """A person's token bucket for one assistant: how many turns or tokens are left, and as of when."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    assistant = models.CharField(max_length=40)
    kind = models.CharField(max_length=10)  # "turns" or "uploads" a minute, or "tokens" a day
    level = models.FloatField()
    granted = models.BooleanField()
    updated_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "assistant", "kind"], name="chat_allowance_one")]

    def __str__(self) -> str:
        return f"{self.level:.1f} {self.kind} of {self.assistant}"


class ModelPrice(models.Model):
    """What a model costs, in US dollars for a million tokens, from a day on."""

    model = models.CharField(max_length=120, help_text="As the usage page names it, such as openai:gpt-4.1-mini.")
    input_per_million = models.DecimalField(max_digits=10, decimal_places=4)
    output_per_million = models.DecimalField(max_digits=10, decimal_places=4)
    cached_per_million = models.DecimalField(max_digits=10, decimal_places=4, null=True, blank=True)
    since = models.DateField()

    class Meta:
        ordering = ("model", "-since")
        constraints = [models.UniqueConstraint(fields=["model", "since"], name="chat_price_model_since")]

    def __str__(self) -> str:
        return f"{self.model} from {self.since}"
