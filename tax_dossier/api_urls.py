"""The addresses under /v1/tax-dossier/."""

from __future__ import annotations

from django.urls import path, register_converter

from tax_dossier import api
from tax_dossier.actions import DOSSIER_ID


class DossierIdConverter:
    """A dossier's name in an address."""

    regex = DOSSIER_ID.pattern

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value


register_converter(DossierIdConverter, "dossier")

urlpatterns = [
    path("dossiers/", api.Dossiers.as_view(), name="api-tax-dossiers"),
    path("dossiers/<dossier:dossier_id>/", api.OneDossier.as_view(), name="api-tax-dossier"),
    path("dossiers/<dossier:dossier_id>/sources/", api.DossierSources.as_view(), name="api-tax-sources"),
]
