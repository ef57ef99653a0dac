"""The files of one run: written together or not at all, with a manifest of their hashes, and kept for good."""

from __future__ import annotations

import errno
import hashlib
import json
import os
import re
import shutil
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

MANIFEST = "manifest.json"
_SAFE_SESSION = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,127}")


@dataclass(frozen=True, slots=True)
class File:
    """A file to be written. `kind` is the artifact's kind, or "" for one that only the manifest lists."""

    kind: str
    name: str
    data: bytes


@dataclass(frozen=True, slots=True)
class Written:
    """A file that was written: its path below the artifacts' folder, the SHA-256 of its bytes, and how many."""

    kind: str
    path: str
    sha256: str
    size: int


class NotWritten(Exception):
    """The artifacts could not be stored; nothing of them was left behind. The text is for the person."""


def write_run(
    root: Path, session_id: str, run_id: str, files: Sequence[File], facts: Mapping[str, Any]
) -> list[Written]:
    """Write the files and their manifest, which also holds `facts`, to `root/session_id/run_id/`.

    They stand in a folder of another name until all of them are on the disk; then it is renamed, and takes the place of
    what an attempt that was killed has written. Raises NotWritten.
    """
    folder = run_folder(root, session_id, run_id)
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        discard_leftovers(root, session_id, run_id)
        making = Path(tempfile.mkdtemp(prefix=f".{run_id}.", dir=folder.parent))
    except OSError as error:
        raise NotWritten(_sentence(error)) from error
    try:
        listed = [_write(making, folder.relative_to(root), file) for file in files]
        manifest = {**facts, "files": [_listed(written) for written in listed]}
        data = json.dumps(manifest, ensure_ascii=False, indent=2).encode() + b"\n"
        listed.append(_write(making, folder.relative_to(root), File("manifest", MANIFEST, data)))
        _sync_folder(making)
        making.chmod(0o755)
        if folder.exists():
            folder.rename(folder.with_name(f".{run_id}.before"))
        making.rename(folder)
        _sync_folder(folder.parent)
        discard_leftovers(root, session_id, run_id)
    except BaseException as error:
        shutil.rmtree(making, ignore_errors=True)
        if isinstance(error, OSError):
            raise NotWritten(_sentence(error)) from error
        raise
    return listed


def written_run(root: Path, session_id: str, run_id: str) -> list[Written] | None:
    """The files that a run has written before, when all of them are as its manifest says; None otherwise."""
    folder = run_folder(root, session_id, run_id)
    try:
        data = (folder / MANIFEST).read_bytes()
        listed = [Written(f["kind"], f["path"], f["sha256"], f["size"]) for f in json.loads(data)["files"]]
        for written in listed:
            if hashlib.sha256((root / written.path).read_bytes()).hexdigest() != written.sha256:
                return None
    except (OSError, ValueError, KeyError, TypeError):
        return None
    path = str((folder / MANIFEST).relative_to(root))
    return [*listed, Written("manifest", path, hashlib.sha256(data).hexdigest(), len(data))]


def run_folder(root: Path, session_id: str, run_id: str) -> Path:
    """Where the run's files stand. Raises NotWritten for an id that is no name of a folder."""
    if not _SAFE_SESSION.fullmatch(session_id) or not _SAFE_SESSION.fullmatch(run_id):
        raise NotWritten(f"The session id {session_id[:80]!r} cannot be the name of a folder.")
    return root / session_id / run_id


def discard_leftovers(root: Path, session_id: str, run_id: str) -> None:
    """Remove what a runner of this run that was killed had begun to write."""
    for left in run_folder(root, session_id, run_id).parent.glob(f".{run_id}.*"):
        shutil.rmtree(left, ignore_errors=True)


def discard_run(root: Path, session_id: str, run_id: str) -> None:
    """Remove the files of a run that are not released."""
    shutil.rmtree(run_folder(root, session_id, run_id), ignore_errors=True)


def file_name(title: str, suffix: str) -> str:
    """A name for a document of that title that every file system takes: letters, digits, dots and hyphens."""
    stem = re.sub(r"[^A-Za-z0-9]+", "-", title).strip("-").lower()[:60] or "document"
    return f"{stem}{suffix}"


def _write(making: Path, shown: Path, file: File) -> Written:
    path = making / file.name
    with path.open("xb") as stream:
        stream.write(file.data)
        stream.flush()
        os.fsync(stream.fileno())
    return Written(file.kind, str(shown / file.name), hashlib.sha256(file.data).hexdigest(), len(file.data))


def _listed(written: Written) -> dict[str, Any]:
    return {"kind": written.kind, "path": written.path, "sha256": written.sha256, "size": written.size}


def _sync_folder(folder: Path) -> None:
    """The names in a folder reach the disk with the folder and not with the files."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _sentence(error: OSError) -> str:
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return "There is no space left for the artifacts. Nothing was written. Free some space and generate again."
    if error.errno in (errno.EACCES, errno.EPERM, errno.EROFS):
        return "The folder of the artifacts (ARTIFACTS_DIR) cannot be written to. Nothing was written."
    return f"The artifacts could not be written ({error.strerror or type(error).__name__}). Nothing was left behind."
