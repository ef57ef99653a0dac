"""Which law a document rests on, and what of it may answer a question: of the taxes asked, and as old as the act."""

from __future__ import annotations

from collections.abc import Sequence, Set
from uuid import UUID

from django.db.models.functions import Left

from retrieval.models import Document
from retrieval.search import Passage
from tax_dossier.models import ActState
from tax_dossier.patches import CASE_LAW, Kind
from tax_dossier.words import is_of_a_tax, law_key, law_since, laws_in, taxes_named

# A ruling says at its beginning which tax it is about.
_BEGINNING_CHARS = 3000


def is_younger_than_every_act(query: str) -> bool:
    """Whether the rule that is asked for became law after every state of an act on file."""
    since = law_since(query)
    states = ActState.objects.order_by("-in_force").values_list("in_force", flat=True) if since else ()
    return bool(since and states and states[0] < since)


def of_these(passages: list[Passage], kind: Kind, taxes: Set[str], ruled_out: Set[str]) -> list[Passage]:
    """What rests on the law of one of these taxes, where any is given, and not only on laws that are ruled out.

    An act that is of no tax, such as that of procedure, goes with each; a ruling that names none of them, with none.
    """
    laws = _laws_of([passage.document_id for passage in passages]) if taxes or ruled_out else {}

    def may_answer(own: Set[str]) -> bool:
        is_asked = not own.isdisjoint(taxes) if kind == CASE_LAW else is_of_a_tax(own, taxes)
        return (is_asked or not taxes) and not (ruled_out and own and own <= ruled_out)

    return [passage for passage in passages if may_answer(laws.get(passage.document_id, set()))]


def _laws_of(ids: Sequence[UUID]) -> dict[UUID, set[str]]:
    """What each document rests on, by the keys: its law, or those that a ruling is filed under or else names first."""
    rows = Document.objects.filter(pk__in=ids).annotate(beginning=Left("text", _BEGINNING_CHARS))
    return {
        pk: {law_key(law)} if law else _labelled(labels, beginning)
        for pk, law, labels, beginning in rows.values_list("pk", "metadata__law", "metadata__laws", "beginning")
    }


def _labelled(labels: object, beginning: str) -> set[str]:
    """The laws of a ruling as the court filed it, "Wet op de omzetbelasting 1968 4"; of no tax, what it names first."""
    each = (
        [str(label.get("label") or "") for label in labels if isinstance(label, dict)]
        if isinstance(labels, list)
        else []
    )
    filed = {key for label in each for key in laws_in(label)}
    return filed if filed and not is_of_a_tax(filed, set()) else filed | taxes_named(beginning)
