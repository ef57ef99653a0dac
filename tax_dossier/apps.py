"""The tax dossier app."""

from django.apps import AppConfig


class TaxDossierConfig(AppConfig):
    name = "tax_dossier"
    verbose_name = "Tax dossier"
