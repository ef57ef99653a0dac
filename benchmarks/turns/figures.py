"""Figures with their targets, and the table of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Figure:
    """One line of the table. `ours` and `floor` in `unit`; `met` is None where no target is set."""

    name: str
    unit: str
    ours: float
    floor: float | None
    target: str
    met: bool | None

    @property
    def ratio(self) -> float | None:
        return self.ours / self.floor if self.floor else None


def at_most(name: str, unit: str, ours: float, floor: float, limit: float) -> Figure:
    return Figure(name, unit, ours, floor, f"<= {limit:g} x", ours <= limit * floor)


def at_least(name: str, unit: str, ours: float, floor: float, limit: float) -> Figure:
    return Figure(name, unit, ours, floor, f">= {limit:g} x", ours >= limit * floor)


def below(name: str, unit: str, ours: float, limit: float, floor: float | None = None) -> Figure:
    return Figure(name, unit, ours, floor, f"< {limit:g} {unit}", ours < limit)


def table(figures: Sequence[Figure]) -> str:
    """The figures as text, one a line."""
    lines = [("", "ours", "floor", "ratio", "target", "met")]
    for figure in figures:
        met = {True: "yes", False: "NO", None: ""}[figure.met]
        floor = "" if figure.floor is None else f"{figure.floor:.1f} {figure.unit}"
        ratio = "" if figure.ratio is None else f"{figure.ratio:.2f}"
        lines.append((figure.name, f"{figure.ours:.1f} {figure.unit}", floor, ratio, figure.target, met))
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    aligned = [line[0].ljust(widths[0]) + "".join(map(_right, line[1:], widths[1:])) for line in lines]
    return "\n".join(line.rstrip() for line in aligned)


def _right(cell: str, width: int) -> str:
    return f"  {cell:>{width}}"
