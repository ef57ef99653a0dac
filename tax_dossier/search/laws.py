"""Which law a document rests on, and what of it may answer a question: of the taxes asked, and as old as the act."""

from __future__ import annotations

from collections.abc import Set

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


def of_these(passages: list[Passage], kind: Kind, taxes: Set[str]) -> list[Passage]:
    """What rests on the law of one of these taxes, where any is given.

    An act that is of no tax, such as that of procedure, goes with each; a ruling that names none of them, with none.
    """
    if not taxes:
        return passages
    rows = Document.objects.filter(pk__in=[passage.document_id for passage in passages])
    known = rows.annotate(beginning=Left("text", _BEGINNING_CHARS)).values_list(
        "pk", "metadata__law", "metadata__laws", "beginning"
    )
    laws = {pk: _laws(law, labels, beginning) for pk, law, labels, beginning in known}
    return [passage for passage in passages if _is_of(laws[passage.document_id], kind, taxes)]


def rests_only_on(document: Document, laws: Set[str]) -> bool:
    """Whether a document rests on some of these laws, and on no other that is known."""
    about = document.metadata
    own = _laws(about.get("law"), about.get("laws"), document.text[:_BEGINNING_CHARS])
    return bool(own) and own <= laws


def _is_of(laws: Set[str], kind: Kind, taxes: Set[str]) -> bool:
    return not laws.isdisjoint(taxes) if kind == CASE_LAW else is_of_a_tax(laws, taxes)


def _laws(law: object, labels: object, beginning: str) -> set[str]:
    """What a document rests on, by the keys: its law, or those that a ruling is filed under or else names first."""
    return {law_key(str(law))} if law else _labelled(labels, beginning)


def _labelled(labels: object, beginning: str) -> set[str]:
    """The laws of a ruling as the court filed it, "Wet op de omzetbelasting 1968 4"; of no tax, what it names first."""
    each = (
        [str(label.get("label") or "") for label in labels if isinstance(label, dict)]
        if isinstance(labels, list)
        else []
    )
    filed = {key for label in each for key in laws_in(label)}
    return filed if filed and not is_of_a_tax(filed, set()) else filed | taxes_named(beginning)
