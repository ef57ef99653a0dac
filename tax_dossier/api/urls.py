"""The addresses under /v1/tax-dossier/."""

from __future__ import annotations

from django.urls import path, register_converter

from tax_dossier.actions import DOSSIER_ID
from tax_dossier.api import views


class DossierIdConverter:
    """A dossier's name in an address."""

    regex = DOSSIER_ID.pattern

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value


register_converter(DossierIdConverter, "dossier")

urlpatterns = [
    path("dossiers/", views.Dossiers.as_view(), name="api-tax-dossiers"),
    path("dossiers/<dossier:dossier_id>/", views.OneDossier.as_view(), name="api-tax-dossier"),
    path("dossiers/<dossier:dossier_id>/sources/", views.DossierSources.as_view(), name="api-tax-sources"),
]
