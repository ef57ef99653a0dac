"""How sources are found: what the two searches do before the lock, and the law and rulings that they search."""

from __future__ import annotations

from tax_dossier.search.searches import find_case_law, find_legislation, move_to

__all__ = ["find_case_law", "find_legislation", "move_to"]
