"""What is wrong with the index of the vectors is said by `check --database default` and at the start, by migrate."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.core.checks import CheckMessage, Tags, Warning, register
from django.db import DatabaseError

from retrieval.index import graphs


@register(Tags.database)
def loads_are_in_the_index(
    app_configs: Any, databases: Sequence[str] | None = None, **kwargs: Any
) -> list[CheckMessage]:
    """No vectors of an interrupted load stand outside the index of their space."""
    try:
        spaces = graphs.left_outside() if databases else []
    except DatabaseError:
        # It is away, or not migrated yet.
        return []
    return [
        Warning(
            f"A large load into the space {space} was interrupted: what it wrote is found by its words alone.",
            hint="A job takes it into the index within an hour; `manage.py reembed` does it at once.",
            id="retrieval.W001",
        )
        for space in spaces
    ]
