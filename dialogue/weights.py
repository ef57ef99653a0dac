"""What was learnt is kept in a file, named by what it was learnt from, so that a process begins in milliseconds."""

from __future__ import annotations

import fcntl
import hashlib
import os
import struct
import tempfile
import zipfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import cache, partial
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dialogue.examples import example_files, examples
from dialogue.model import Model, learn
from dialogue.places import FeaturePlaces

# Of the header of an entry of a ZIP archive (APPNOTE 4.3.7): where its two lengths stand, and its own without them.
_LENGTHS, _HEADER = 26, 30

# Where they are kept; None keeps nothing. Whoever starts the process sets it by `keep_weights_in`.
_folder: Path | None = None


def keep_weights_in(folder: Path) -> None:
    """Keep what is learnt in this folder, which is made when it is needed."""
    global _folder
    _folder = folder


@cache
def learnt(package: str = "dialogue") -> Model:
    """The model of a package's `examples/`, read once in a process. Raises BadExample."""
    return read_or_learn(package)


def prepare(package: str = "dialogue") -> None:
    """Have a package's model kept before it is first asked for; what is kept already is not read yet.

    Raises:
        BadExample: a line of the examples cannot be read.
    """
    if not kept(package):
        learnt(package)


def kept(package: str = "dialogue") -> bool:
    """Whether a package's model is kept as it would be learnt now."""
    path = _path(package)
    return path is not None and path.is_file()


def read_or_learn(package: str = "dialogue") -> Model:
    """The model of a package's `examples/`: as it is kept, else learnt now, and kept where the folder can be written.

    Raises:
        BadExample: a line of them cannot be read.
    """
    path = _path(package)
    if path is None:
        return learn(examples(package))
    if path.is_file():
        return _read(path)
    with _alone(path.parent, package):
        # Another process may have learnt it meanwhile.
        if path.is_file():
            return _read(path)
        model = learn(examples(package))
        with suppress(OSError):
            _write(model, path, package)
        return model


@contextmanager
def _alone(folder: Path, package: str) -> Iterator[None]:
    """Only one process of a folder learns a package, so that those that begin together do not learn the same."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        lock = (folder / f"{package}.lock").open("w")
    except OSError:
        yield
        return
    with lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _path(package: str) -> Path | None:
    return _folder / f"{package}-{_digest(package)}.npz" if _folder else None


def _digest(package: str) -> str:
    """Another for other examples and for another way of learning."""
    source = (files("dialogue") / "model.py").read_bytes()
    return hashlib.sha256(b"\0".join([source, *(text.encode() for _, text in example_files(package))])).hexdigest()[:16]


def _read(path: Path) -> Model:
    with np.load(path, allow_pickle=False) as kept:
        labels, frame = (tuple(_lines(kept[name])) for name in ("labels", "frame"))
        # Read, and not mapped as it is for later: what was read of a file that is mapped would stay in memory.
        places, rarity = FeaturePlaces(_lines(kept["names"])), kept["rarity"]
    names, weights = _mapped(path, "names"), _mapped(path, "weights")
    return Model(labels, frozenset(frame), partial(_lines, names), places, rarity, weights)


def _lines(kept: NDArray[np.uint8]) -> list[str]:
    return kept.tobytes().decode().split("\n")


def _kept(lines: Iterable[str]) -> NDArray[np.uint8]:
    return np.frombuffer("\n".join(lines).encode(), np.uint8)


def _mapped(path: Path, name: str) -> NDArray[Any]:
    """An array of the file as it lies there, not compressed: of what no message asks for nothing is in memory.

    A message asks for the rows of its own words, some hundred of a hundred thousand.
    """
    with zipfile.ZipFile(path) as kept, kept.open(f"{name}.npy") as array, path.open("rb") as file:
        np.lib.format.read_magic(array)
        shape, _, kind = np.lib.format.read_array_header_1_0(array)
        # The entry begins behind its own name and what else its header holds.
        header = kept.getinfo(f"{name}.npy").header_offset
        file.seek(header + _LENGTHS)
        start = header + _HEADER + sum(struct.unpack("<HH", file.read(4)))
        return np.asarray(np.memmap(path, kind, "r", start + array.tell(), shape))


def _write(model: Model, path: Path, package: str) -> None:
    # Written aside and moved, so that no process reads half a file.
    handle, aside = tempfile.mkstemp(dir=path.parent, suffix=".npz")
    with os.fdopen(handle, "wb") as file:
        np.savez(
            file,
            names=_kept(model.names()),
            labels=_kept(model.labels),
            frame=_kept(sorted(model.frame)),
            rarity=model.rarity,
            weights=model.weights,
        )
    Path(aside).replace(path)
    for older in path.parent.glob(f"{package}-*.npz"):
        if older != path:
            older.unlink(missing_ok=True)
