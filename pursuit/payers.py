"""The payers whose names are known: those of the policies' own metadata, and large ones of the trade."""

from __future__ import annotations

from django.core.cache import cache

from pursuit.slots import mentions
from retrieval.models import Collection, Document

POLICIES = "policies"
# A person may name one of these although no policy of it is on file: then it must not be passed over.
LARGE = (
    *("Aetna", "Ambetter", "AmeriHealth", "Anthem", "Blue Cross Blue Shield", "Centene", "Cigna", "Elevance Health"),
    *("Florida Blue", "Highmark", "Humana", "Kaiser Permanente", "Molina Healthcare", "Oscar Health"),
    *("Simply Healthcare", "Sunshine Health", "Superior HealthPlan", "UnitedHealthcare", "WellCare", "Wellpoint"),
)
_MOST = 500


def known_payers() -> tuple[str, ...]:
    """The names, those of the policies first. A turn asks often, so they are read again when the policies changed."""
    size = Collection.objects.filter(name=POLICIES).values_list("pk", "chunk_count", "token_count").first()
    return tuple(cache.get_or_set(f"pursuit:payers:{size}".replace(" ", ""), _named, timeout=60) or LARGE)


def _named() -> tuple[str, ...]:
    rows = Document.objects.filter(collection__name=POLICIES, metadata__has_key="payer")
    names = rows.values_list("metadata__payer", flat=True).distinct().order_by("metadata__payer")[:_MOST]
    own = [name for name in names if isinstance(name, str) and name.strip()]
    return tuple(dict.fromkeys([*own, *LARGE]))


def without_slots(text: str, payers: tuple[str, ...]) -> str:
    """The text without what names a payer, a line of business or a state: what it is about, whoever pays."""
    kept = text
    for one in sorted(mentions(text, payers), key=lambda mention: -mention.start):
        kept = f"{kept[: one.start]} {kept[one.end :]}"
    return kept
