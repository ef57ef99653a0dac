"""The reader without a model: facts from sentences, as the tool calls that a model would make."""

from __future__ import annotations

from retirement.offline import panel_correction, rules

__all__ = ["panel_correction", "rules"]
