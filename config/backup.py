"""`make backup` and `make restore FILE=`: the database and the artifacts as one file that proves itself whole."""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import django
from django.core.exceptions import ImproperlyConfigured

from config import environment
from config.postgres import BINARIES, server_for_process

MANIFEST, DUMP, ARTIFACTS = "manifest.json", "database.dump", "artifacts"
FORMAT = 1


class BackupError(Exception):
    """A backup or a restore that cannot be done. Nothing was changed; the text says why and what would do."""


def back_up(out: Path) -> Path:
    """Write the database and the artifacts into `out`. The file appears whole or not at all."""
    from django.conf import settings

    out.parent.mkdir(parents=True, exist_ok=True)
    part = out.with_name(out.name + ".part")
    with tempfile.TemporaryDirectory() as folder:
        dump = Path(folder) / DUMP
        _run("pg_dump", "--format=custom", "--no-owner", f"--file={dump}")
        files = {DUMP: dump}
        if settings.ARTIFACTS_DIR.is_dir():
            artifacts = sorted(path for path in settings.ARTIFACTS_DIR.rglob("*") if path.is_file())
            files |= {f"{ARTIFACTS}/{path.relative_to(settings.ARTIFACTS_DIR)}": path for path in artifacts}
        manifest = Path(folder) / MANIFEST
        hashes = {name: _sha256(path) for name, path in files.items()}
        manifest.write_text(json.dumps({"format": FORMAT, "made": datetime.now(UTC).isoformat(), "sha256": hashes}))
        # Written last, so that a file that was cut off has none.
        with tarfile.open(part, "w") as archive:
            for name, path in (*files.items(), (MANIFEST, manifest)):
                archive.add(path, name)
    part.chmod(0o600)
    part.rename(out)
    return out


def restore(file: Path) -> int:
    """Put a backup into an empty database and an empty ARTIFACTS_DIR; how many artifacts there were."""
    from django.conf import settings

    with tempfile.TemporaryDirectory() as folder:
        names = _unpacked(file, Path(folder))
        _require_empty(settings.ARTIFACTS_DIR)
        dump = Path(folder) / DUMP
        _run("pg_restore", "--single-transaction", "--exit-on-error", "--no-owner", "--dbname", _name(), str(dump))
        artifacts = [name for name in names if name != DUMP]
        for name in artifacts:
            target = settings.ARTIFACTS_DIR / Path(name).relative_to(ARTIFACTS)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(Path(folder) / name, target)
    return len(artifacts)


def _unpacked(file: Path, folder: Path) -> list[str]:
    """Unpack a backup and check every file against the manifest. Raises BackupError for one that is not whole."""
    if not file.is_file():
        raise BackupError(f"There is no file {str(file)!r}. Name a backup: make restore FILE=backups/….tar")
    try:
        with tarfile.open(file) as archive:
            archive.extractall(folder, filter="data")
        manifest = json.loads((folder / MANIFEST).read_text())
        hashes: dict[str, str] = manifest["sha256"]
        if manifest["format"] != FORMAT:
            raise BackupError(f"{str(file)!r} is of format {manifest['format']!r}; this version reads {FORMAT}.")
        broken = [name for name, wanted in hashes.items() if _sha256(folder / name) != wanted]
    except (tarfile.TarError, OSError, ValueError, KeyError, EOFError) as error:
        raise BackupError(
            f"{str(file)!r} is not a whole backup ({type(error).__name__}). It may have been cut off while it was "
            "copied; copy it again. Nothing was restored."
        ) from None
    if broken or DUMP not in hashes:
        raise BackupError(f"{str(file)!r} is damaged: {', '.join(broken) or DUMP}. Nothing was restored.")
    return list(hashes)


def _require_empty(artifacts: Path) -> None:
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'")
        tables = cursor.fetchone()[0]
    connection.close()
    if tables:
        raise BackupError(
            f"The database is not empty: it holds {tables} tables. Restore into an empty one, with another DATA_DIR or "
            "DATABASE_URL. Nothing was restored."
        )
    if artifacts.is_dir() and any(artifacts.iterdir()):
        raise BackupError(f"ARTIFACTS_DIR {str(artifacts)!r} is not empty. Nothing was restored.")


def _database() -> dict[str, Any]:
    from django.conf import settings

    database: dict[str, Any] = settings.DATABASES["default"]
    return database


def _name() -> str:
    return str(_database()["NAME"])


def _run(program: str, *arguments: str) -> None:
    """Run a PostgreSQL client against the database of the settings."""
    database = _database()
    names = {"PGHOST": "HOST", "PGPORT": "PORT", "PGUSER": "USER", "PGPASSWORD": "PASSWORD", "PGDATABASE": "NAME"}
    given = {variable: str(database[key]) for variable, key in names.items() if database.get(key)}
    done = subprocess.run(
        [str(BINARIES / program), *arguments], env={**os.environ, **given}, capture_output=True, text=True
    )
    if done.returncode:
        raise BackupError(f"{program} failed: {done.stderr.strip()[-500:]}")


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m config.backup", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    out = f"backups/assistants-{datetime.now(UTC):%Y%m%d-%H%M%S}.tar"
    commands.add_parser("backup").add_argument("--out", default=out, help="the file to write")
    commands.add_parser("restore").add_argument("file", nargs="?", default="", help="the backup to restore")
    options = parser.parse_args()
    environment.write_dotenv()
    environment.read_dotenv()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    try:
        django.setup()
        with server_for_process():
            if options.command == "backup":
                print(f"Backed up into {back_up(Path(options.out))}")
            else:
                artifacts = restore(Path(options.file))
                print(
                    f"Restored the database and {artifacts} artifact{'' if artifacts == 1 else 's'} from {options.file}"
                )
    except (BackupError, ImproperlyConfigured) as error:
        sys.exit(f"{error}")


if __name__ == "__main__":
    main()
