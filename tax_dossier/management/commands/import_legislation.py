"""Imports acts from the Basiswettenbestand (XML "toestand"). A file that cannot be used is named and left out."""

from __future__ import annotations

from tax_dossier.law import import_acts
from tax_dossier.management.commands._import_law import ImportCommand


class Command(ImportCommand):
    help = "Import acts (BWB XML) into the legislation, versions side by side; run it again to go on."
    what = "articles and other texts"
    run_import = staticmethod(import_acts)
