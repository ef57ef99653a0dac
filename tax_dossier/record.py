"""A dossier as a turn holds it: the row, and its sources without their texts, read in one query."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import cache
from typing import Any
from uuid import UUID

from django.contrib.postgres.expressions import ArraySubquery
from django.db.models import F, OuterRef
from django.db.models.functions import JSONObject
from django.utils import timezone

from chat.acts import RowOfThread, as_read
from chat.models import Thread
from retrieval.search import SearchedIn
from tax_dossier.models import Dossier, Patch, Source

_FIELDS = (
    *("id", "kind", "number", "key", "title", "citations", "parts", "valid_from", "valid_to", "metadata", "selected"),
    "in_dossier",
)


@dataclass(frozen=True, slots=True)
class SourceView:
    """A source without its text."""

    id: int
    kind: str
    number: int
    key: str
    title: str
    citations: Sequence[str] = ()
    parts: Sequence[Mapping[str, Any]] = ()
    valid_from: date | None = None
    valid_to: date | None = None
    metadata: Mapping[str, Any] = field(default_factory=dict)
    selected: bool = True
    in_dossier: bool = True

    @property
    def is_law(self) -> bool:
        return self.kind == Source.Kind.LEGISLATION

    @property
    def labels(self) -> set[str]:
        """The labels of its parts, as in {"1", "2", "2a"}."""
        return {str(part["label"]) for part in self.parts}

    def valid_on(self, day: date) -> bool:
        """Whether this version was law on that day; a ruling always is."""
        return not (self.valid_from and day < self.valid_from) and not (self.valid_to and day >= self.valid_to)


class SourceTexts(Mapping[int, str]):
    """The texts of sources by id, read when one is first asked for."""

    def __init__(self, read: Callable[[], Mapping[int, str]]) -> None:
        self._read = cache(read)

    def __getitem__(self, source_id: int) -> str:
        return self._read()[source_id]

    def __iter__(self) -> Iterator[int]:
        return iter(self._read())

    def __len__(self) -> int:
        return len(self._read())


@dataclass(slots=True)
class DossierRecord:
    """The dossier of a thread. `everything` holds sources that an undo took out, too."""

    row: Dossier
    everything: list[SourceView]
    # The question that this turn leaves on the screen.
    question: str = ""
    # Where law and rulings are searched, once that was read.
    place: SearchedIn | None = None
    # The changes of the locked dossier that are not written yet.
    changes: list[Patch] = field(default_factory=list)

    @property
    def sources(self) -> list[SourceView]:
        """The sources in the dossier, by number."""
        return sorted((source for source in self.everything if source.in_dossier), key=lambda source: source.number)

    @property
    def selected(self) -> list[SourceView]:
        return [source for source in self.sources if source.selected]

    @property
    def day(self) -> date:
        """The day whose law applies."""
        return self.row.reference_date or timezone.localdate()

    def titled(self, title: str) -> SourceView | None:
        """The source in the dossier with this title."""
        return next((source for source in self.sources if source.title == title), None)

    def texts(self, *, selected: bool = True) -> dict[int, str]:
        """The texts by id of source. One query."""
        wanted = [source.id for source in (self.selected if selected else self.sources)]
        return dict(Source.objects.filter(pk__in=wanted).values_list("id", "text"))

    def state(self) -> dict[str, Any]:
        """The contract's JSON."""
        return {
            "dossier_id": self.row.dossier_id,
            "legislation": [{"title": source.title} for source in self.sources if source.is_law],
            "case_law": [{"title": source.title} for source in self.sources if not source.is_law],
            "selected_ids": [source.title for source in self.selected],
        }


def load(thread_id: UUID) -> DossierRecord:
    """A thread's dossier, or a new unsaved one. One query."""
    row = _DOSSIER.get(thread_id)
    return record_of(row) if row else DossierRecord(new_dossier(thread_id), [])


def with_sources(dossiers: Any) -> Any:
    """The dossiers with their sources in `held`, without texts."""
    sources = Source.objects.filter(dossier=OuterRef("pk")).order_by("number", "id")
    fields: dict[str, Any] = {name: F(name) for name in _FIELDS}
    return dossiers.annotate(held=ArraySubquery(sources.values(data=JSONObject(**fields))))


_DOSSIER = RowOfThread(Dossier, lambda thread_id: with_sources(Dossier.objects.filter(thread_id=thread_id)))


def record_of(row: Any) -> DossierRecord:
    """The record of a dossier that was read by `with_sources`."""
    return DossierRecord(row, [_view(values) for values in as_read(row.held)])


def _view(values: dict[str, Any]) -> SourceView:
    for name in ("valid_from", "valid_to"):
        values[name] = date.fromisoformat(values[name]) if values[name] else None
    return SourceView(**values)


def new_dossier(thread_id: UUID) -> Dossier:
    """An unsaved dossier of that thread, whose id follows from the thread's, so that it stays the same until saved."""
    return Dossier(thread_id=thread_id, dossier_id=f"dos-{thread_id.hex[:12]}")


def owner_of(thread_id: UUID) -> int:
    """Whose thread it is."""
    return int(Thread.objects.values_list("owner_id", flat=True).get(pk=thread_id))
