"""A backup brings everything back into an empty database, and refuses what would harm."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import psycopg
import pytest

from tests.environment import new_database

ROOT = Path(__file__).resolve().parent.parent
pytestmark = pytest.mark.slow


def run(module: str, *arguments: str, url: str, data: Path) -> subprocess.CompletedProcess[str]:
    environment = {
        **os.environ,
        "DATABASE_URL": url,
        "DATA_DIR": str(data),
        "DOTENV": str(data / "env"),
        "SECRET_KEY": "x" * 60,
        "DEBUG": "1",
    }
    return subprocess.run(
        [sys.executable, *module.split(), *arguments],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        timeout=120,
    )


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "one" / "artifacts" / "reviews").mkdir(parents=True)
    (tmp_path / "two").mkdir()
    return tmp_path


@pytest.mark.long
def test_a_backup_restores_rows_and_artifacts_and_refuses_a_full_database_and_a_cut_file(folder: Path) -> None:
    source = new_database("backup_source")
    (folder / "one" / "artifacts" / "reviews" / "a.pdf").write_bytes(b"%PDF one")
    with psycopg.connect(source) as connection:
        connection.execute("INSERT INTO auth_group (name) VALUES ('kept across the backup')")
    file = folder / "backup.tar"
    made = run("-m config.backup backup", "--out", str(file), url=source, data=folder / "one")
    assert made.returncode == 0, made.stderr
    assert file.stat().st_mode & 0o077 == 0

    refused = run("-m config.backup restore", str(file), url=source, data=folder / "two")
    assert refused.returncode == 1
    assert "The database is not empty" in refused.stderr

    target = new_database("backup_target")
    with psycopg.connect(target, autocommit=True) as connection:
        connection.execute("DROP SCHEMA public CASCADE")
        connection.execute("CREATE SCHEMA public")
    (folder / "cut.tar").write_bytes(file.read_bytes()[: file.stat().st_size // 2])
    cut = run("-m config.backup restore", str(folder / "cut.tar"), url=target, data=folder / "two")
    assert cut.returncode == 1
    assert "not a whole backup" in cut.stderr

    restored = run("-m config.backup restore", str(file), url=target, data=folder / "two")
    assert restored.returncode == 0, restored.stderr
    assert (folder / "two" / "artifacts" / "reviews" / "a.pdf").read_bytes() == b"%PDF one"
    with psycopg.connect(target) as connection:
        rows = connection.execute("SELECT count(*) FROM auth_group WHERE name = 'kept across the backup'").fetchone()
    assert rows == (1,)
    verified = run("manage.py verify_audit", url=target, data=folder / "two")
    assert verified.returncode == 0, verified.stderr
