"""The time of the database, for columns."""

from __future__ import annotations

from django.db import models


class ClockTimestamp(models.Func):
    """The database's clock at this very statement; `now()` would give every row of a transaction the same time."""

    function = "clock_timestamp"
    template = "%(function)s()"
    output_field = models.DateTimeField()
