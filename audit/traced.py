"""What an assistant declares of a value: where it comes from."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from django.db.models import Model


@dataclass(frozen=True, slots=True)
class Traced:
    """A value and where it comes from.

    `record` is the row that the audit entries are about, `acts` their actions, `about` what their data holds, `tools`
    the tools that write it. `words` are passages as a `Quote` is stored, {"quote", "message_id", "start", "end"}; one
    without a place is looked for in its message, or in that of `turn_id`. Without words the whole message of `turn_id`
    stands for them. `checks` are sentences, `sources` are {"title", "quote"}.
    """

    label: str
    value: str
    record: Model
    acts: Collection[str]
    tools: Collection[str] = ()
    words: Sequence[Mapping[str, Any]] = ()
    turn_id: UUID | None = None
    about: Mapping[str, Any] = field(default_factory=dict)
    checks: Sequence[str] = ()
    sources: Sequence[Mapping[str, str]] = ()
