"""Acts and rulings as they are published: read, cut into documents, imported."""

from __future__ import annotations

from tax_dossier.law.act_import import import_acts
from tax_dossier.law.import_count import LawImportCount, Report
from tax_dossier.law.ruling_import import import_rulings
from tax_dossier.law.samples import load_samples

__all__ = ["LawImportCount", "Report", "import_acts", "import_rulings", "load_samples"]
