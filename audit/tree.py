"""A tree of hashes, as RFC 6962 has it: one leaf is proved to be under its top by a few hashes, without the others."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

# One step up: on which side the other hash stands, "left" or "right", and that hash.
Step = tuple[str, str]


def top_of(leaves: Sequence[str]) -> str:
    """The hash at the top of the tree over these hashes (hexadecimal). Raises ValueError where there are none."""
    row = [_leaf(leaf) for leaf in leaves]
    if not row:
        raise ValueError("There is no tree of no leaves.")
    while len(row) > 1:
        row = _above(row)
    return row[0].hex()


def path_of(leaves: Sequence[str], index: int) -> list[Step]:
    """The steps from the leaf at `index` to the top."""
    row, steps = [_leaf(leaf) for leaf in leaves], []
    while len(row) > 1:
        beside = index ^ 1
        if beside < len(row):
            steps.append(("left" if beside < index else "right", row[beside].hex()))
        row, index = _above(row), index // 2
    return steps


def top_by(leaf: str, steps: Sequence[Step]) -> str:
    """The top that these steps lead to from a leaf. Raises ValueError for what is no hash."""
    node = _leaf(leaf)
    for side, other in steps:
        beside = bytes.fromhex(other)
        node = _node(beside, node) if side == "left" else _node(node, beside)
    return node.hex()


def _above(row: Sequence[bytes]) -> list[bytes]:
    """The next row up; the last of an odd number goes up as it is."""
    pairs = [_node(*row[place : place + 2]) for place in range(0, len(row) - 1, 2)]
    return pairs + list(row[len(row) & ~1 :])


def _leaf(leaf: str) -> bytes:
    return hashlib.sha256(b"\0" + bytes.fromhex(leaf)).digest()


def _node(left: bytes, right: bytes) -> bytes:
    return hashlib.sha256(b"\1" + left + right).digest()
