"""Imports rulings from rechtspraak.nl (XML). A file that cannot be used is named and left out."""

from __future__ import annotations

from tax_dossier.law import import_rulings
from tax_dossier.management.commands._import_law import ImportCommand


class Command(ImportCommand):
    help = "Import rulings and conclusions (Rechtspraak XML) into the case law; run it again to go on."
    what = "rulings"
    run_import = staticmethod(import_rulings)
