"""Measures turns against the floor: `python -m benchmarks.turns [--quick] [--only ws,rest,...]`.

One web process, real PostgreSQL, a local model. Ours and the floor take turns within one run; medians and ratios
are what counts. "Beside the model" is a turn's time less that of its two model calls, measured by a bare socket.
"""

from __future__ import annotations

from benchmarks.turns.figures import Figure, at_most, below, table
from benchmarks.turns.parts import ALSO, PARTS, measure, quantile

__all__ = ["ALSO", "PARTS", "Figure", "at_most", "below", "measure", "quantile", "table"]
