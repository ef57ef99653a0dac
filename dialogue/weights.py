"""What was learnt is kept in a file, named by what it was learnt from, so that a process begins in milliseconds."""

from __future__ import annotations

import fcntl
import hashlib
import os
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import cache, partial
from importlib.resources import files
from pathlib import Path
from typing import IO, Any

import numpy as np
from numpy.typing import NDArray

from dialogue.examples import example_files, examples
from dialogue.model import Model, learn
from dialogue.places import FeaturePlaces

# What is read where it lies, each a file of its own.
_MAPPED = ("names", "weights")
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
    return path is not None and _is_whole(path)


def read_or_learn(package: str = "dialogue") -> Model:
    """The model of a package's `examples/`: as it is kept, else learnt now, and kept where the folder can be written.

    Raises:
        BadExample: a line of them cannot be read.
    """
    path = _path(package)
    if path is None:
        return learn(examples(package))
    if _is_whole(path):
        return _read(path)
    with _alone(path.parent, package):
        # Another process may have learnt it meanwhile.
        if _is_whole(path):
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
        labels, frame, rarity = _lines(kept["labels"]), _lines(kept["frame"]), kept["rarity"]
    # Read for this, and mapped for later: what was read of a file that is mapped would stay in memory.
    places = FeaturePlaces(_lines(np.load(_beside(path, "names"), allow_pickle=False)))
    # A message asks for the rows of its own words, some hundred of a hundred thousand: the rest is in no memory.
    names, weights = (np.asarray(np.load(_beside(path, part), "r", allow_pickle=False)) for part in _MAPPED)
    return Model(tuple(labels), frozenset(frame), partial(_lines, names), places, rarity, weights)


def _beside(path: Path, part: str) -> Path:
    """The file of what is read where it lies."""
    return path.with_suffix(f".{part}.npy")


def _lines(kept: NDArray[np.uint8]) -> list[str]:
    return kept.tobytes().decode().split("\n")


def _kept(lines: Iterable[str]) -> NDArray[np.uint8]:
    return np.frombuffer("\n".join(lines).encode(), np.uint8)


def _write(model: Model, path: Path, package: str) -> None:
    arrays: tuple[NDArray[Any], ...] = (_kept(model.names()), model.weights)
    for part, array in zip(_MAPPED, arrays, strict=True):
        with _aside(_beside(path, part)) as file:
            np.save(file, array)
    # A model is kept when this is there, so it comes last.
    with _aside(path) as file:
        np.savez(file, labels=_kept(model.labels), frame=_kept(sorted(model.frame)), rarity=model.rarity)
    for older in path.parent.glob(f"{package}-*.np[yz]"):
        if not older.name.startswith(f"{path.stem}."):
            older.unlink(missing_ok=True)


def _is_whole(path: Path) -> bool:
    return all(file.is_file() for file in (path, *(_beside(path, part) for part in _MAPPED)))


@contextmanager
def _aside(path: Path) -> Iterator[IO[bytes]]:
    """A file to write that takes the place of `path` at the end, so that no process reads half of it."""
    handle, aside = tempfile.mkstemp(dir=path.parent, suffix=path.suffix)
    with os.fdopen(handle, "wb") as file:
        yield file
    Path(aside).replace(path)
