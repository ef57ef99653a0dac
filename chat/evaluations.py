"""What the suites of `manage.py evaluate` count alike."""

from __future__ import annotations


def share(part: int, whole: int, *, of_nothing: float = 0.0) -> float:
    """How much of the whole a part is, as a figure is shown; `of_nothing` where there is no whole."""
    return round(part / whole, 4) if whole else of_nothing
