"""What a tool returns: a change of a dossier as a value, or data. Pure; nothing here reads or writes a row."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any, Literal
from uuid import UUID

from wording.quotes import Quote

Kind = Literal["legislation", "case_law"]
LEGISLATION: Kind = "legislation"
CASE_LAW: Kind = "case_law"
# The code of a refusal that is a question to the person: their words do not say plainly which source they mean.
NOT_PLAIN = "not_plain"


@dataclass(frozen=True, slots=True)
class SourcePart:
    """A piece of a source with an address of its own: a paragraph of an article or of a ruling."""

    anchor: str
    label: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class NewSource:
    """A source to be added, with its own copy of the text."""

    kind: Kind
    key: str
    title: str
    text: str
    citations: tuple[str, ...] = ()
    parts: tuple[SourcePart, ...] = ()
    match_start: int = 0
    match_end: int = 0
    valid_from: date | None = None
    valid_to: date | None = None
    metadata: Mapping[str, Any] = field(default_factory=dict)
    document_id: UUID | None = None
    origin: str = ""


@dataclass(frozen=True, slots=True)
class Reference:
    """The day whose law applies (None: today), and the words that said so."""

    day: date | None
    words: Quote


@dataclass(frozen=True, slots=True)
class DossierPatch:
    """A change of a dossier. It is applied as a whole under the dossier's lock, or not at all."""

    add_legislation: tuple[NewSource, ...] = ()
    add_case_law: tuple[NewSource, ...] = ()
    select_titles: tuple[str, ...] = ()
    unselect_titles: tuple[str, ...] = ()
    # The tax year travels with the search that used it.
    reference: Reference | None = None

    @property
    def added(self) -> tuple[NewSource, ...]:
        return (*self.add_legislation, *self.add_case_law)

    def __bool__(self) -> bool:
        return bool(self.added or self.select_titles or self.unselect_titles or self.reference)

    def as_json(self) -> dict[str, Any]:
        """The patch for the log: titles, never texts."""
        logged: dict[str, Any] = {
            "add_legislation": [source.title for source in self.add_legislation],
            "add_case_law": [source.title for source in self.add_case_law],
            "select_titles": list(self.select_titles),
            "unselect_titles": list(self.unselect_titles),
        }
        if self.reference is not None:
            logged["reference_date"] = self.reference.day.isoformat() if self.reference.day else None
        return logged


@dataclass(frozen=True, slots=True)
class ToolOutcome:
    """What a tool hands back: a patch to apply, `data` as the text of an answer, or `problem`, which changes nothing.

    `notes` are sentences for the person that the tool's outcome needs, such as the versions that exist of an article.
    """

    patch: DossierPatch = field(default_factory=DossierPatch)
    data: str = ""
    problem: str = ""
    notes: Sequence[str] = ()
    # Whether the notes hold something that the person has to settle before an answer.
    attention: bool = False
    # Whether the words were plain and everything stands already as they want it.
    unchanged: bool = False
    # Of an answer: the numbers of the sources that it cites, and the references that were taken out of the draft.
    cited: Sequence[int] = ()
    dropped: Sequence[str] = ()
    # The dossier's number of changes when it was prepared, for a result that another change makes wrong.
    version: int | None = None
