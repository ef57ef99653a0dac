"""What the checks of a request look up: what its owner is known to hold, and the exchange rates."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q


class Position(models.Model):
    """What an employee is known to hold, from a broker's statement or a declaration."""

    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="positions")
    symbol = models.CharField(max_length=40)
    isin = models.CharField(max_length=12, blank=True)
    quantity = models.DecimalField(max_digits=20, decimal_places=4)
    as_of = models.DateField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["owner", "symbol"], name="pa_position_owner_symbol")]
        ordering = ("owner", "symbol")

    def __str__(self) -> str:
        return f"{self.quantity.normalize():f} {self.symbol}"


class ExchangeRate(models.Model):
    """Units of a currency for one euro on a day, as the ECB publishes them."""

    currency = models.CharField(max_length=3)
    per_euro = models.DecimalField(max_digits=18, decimal_places=6)
    date = models.DateField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["currency", "date"], name="pa_rate_currency_date"),
            models.CheckConstraint(condition=Q(per_euro__gt=0), name="pa_rate_positive"),
        ]
        ordering = ("-date", "currency")

    def __str__(self) -> str:
        return f"1 EUR = {self.per_euro.normalize():f} {self.currency} on {self.date}"
