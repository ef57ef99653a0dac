"""The files of a run: all of them with their hashes, or none."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from investor_review.papers import artifacts
from investor_review.papers.artifacts import File, NotWritten, write_run, written_run

FILES = [
    File("pdf", "a.pdf", b"%PDF"),
    File("email_txt", "email.txt", "Grüße".encode()),
    File("", "document.txt", b"x" * 9),
]


def left_in(root: Path) -> list[str]:
    return sorted(str(path.relative_to(root)) for path in root.rglob("*") if path.is_file())


def test_the_files_and_a_manifest_of_their_hashes_are_written(tmp_path: Path) -> None:
    written = write_run(tmp_path, "sess_001", "run-1", FILES, {"doc_id": "d"})
    assert left_in(tmp_path) == [
        f"sess_001/run-1/{name}" for name in ("a.pdf", "document.txt", "email.txt", "manifest.json")
    ]
    manifest = json.loads((tmp_path / "sess_001/run-1/manifest.json").read_text())
    assert manifest["doc_id"] == "d"
    assert [f["sha256"] for f in manifest["files"]] == [hashlib.sha256(file.data).hexdigest() for file in FILES]
    assert written_run(tmp_path, "sess_001", "run-1") == written


@pytest.mark.parametrize("broken_at", range(4))
def test_a_disk_that_fills_up_leaves_nothing(tmp_path: Path, broken_at: int, monkeypatch: pytest.MonkeyPatch) -> None:
    calls = iter(range(99))
    real = os.fsync

    def fsync(handle: int) -> None:
        if next(calls) == broken_at:
            raise OSError(28, "No space left on device")
        real(handle)

    monkeypatch.setattr(os, "fsync", fsync)
    with pytest.raises(NotWritten, match="no space left"):
        write_run(tmp_path, "sess_001", "run-1", FILES, {})
    assert left_in(tmp_path) == []
    assert written_run(tmp_path, "sess_001", "run-1") is None


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of 64 kB; only where this user may mount one."""
    folder = tmp_path / "small"
    folder.mkdir()
    mounted = shutil.which("mount") and subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", str(folder)], capture_output=True
    )
    if not mounted or mounted.returncode:
        pytest.skip("a small file system cannot be mounted here")
    yield folder
    subprocess.run(["umount", str(folder)], check=True)


def test_a_disk_that_is_really_full_leaves_nothing(small_disk: Path) -> None:
    files = [File("pdf", "a.pdf", b"a" * 30_000), File("eml", "b.eml", b"b" * 60_000)]
    with pytest.raises(NotWritten, match="no space left"):
        write_run(small_disk, "sess_001", "run-1", files, {})
    assert left_in(small_disk) == []
    write_run(small_disk, "sess_001", "run-2", files[:1], {})


def test_what_a_killed_run_left_behind_is_removed_by_the_next(tmp_path: Path) -> None:
    half = tmp_path / "sess_001" / ".run-1.abc"
    half.mkdir(parents=True)
    (half / "a.pdf").write_bytes(b"half")
    assert written_run(tmp_path, "sess_001", "run-1") is None
    write_run(tmp_path, "sess_001", "run-1", FILES, {})
    assert not half.exists()


def test_a_file_that_was_changed_afterwards_is_noticed(tmp_path: Path) -> None:
    write_run(tmp_path, "sess_001", "run-1", FILES, {})
    (tmp_path / "sess_001/run-1/a.pdf").write_bytes(b"other")
    assert written_run(tmp_path, "sess_001", "run-1") is None


@pytest.mark.parametrize("session_id", ["..", "../x", "a/b", "", ".hidden", "x" * 129])
def test_an_id_that_leads_out_of_the_folder_is_refused(tmp_path: Path, session_id: str) -> None:
    with pytest.raises(NotWritten):
        write_run(tmp_path / "root", session_id, "run-1", FILES, {})
    assert left_in(tmp_path) == []


def test_a_folder_that_cannot_be_written_to_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    with pytest.raises(NotWritten, match="could not be written"):
        write_run(tmp_path / "file", "sess_001", "run-1", FILES, {})


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("Climate Contract v3", "climate-contract-v3.pdf"),
        ("../../etc/passwd", "etc-passwd.pdf"),
        ("合同", "document.pdf"),
    ],
)
def test_names_of_files_are_safe_everywhere(title: str, name: str) -> None:
    assert artifacts.file_name(title, ".pdf") == name
