"""Loaded by pytest before Django's settings: an environment without keys, and a PostgreSQL of the tests' own.

Several runs at once share the server; each has its own database, cloned from one that is migrated already.
"""

from __future__ import annotations

import fcntl
import gc
import hashlib
import importlib.metadata
import os
import secrets
import signal
import subprocess
import sys
from collections.abc import Generator
from datetime import date
from functools import cache
from pathlib import Path
from urllib.parse import quote

import psutil
import psycopg
import pytest
from psycopg import sql

BASE_DIR = Path(__file__).resolve().parent.parent
DATA_DIR = BASE_DIR / "var" / "test"
EXTERNAL_URL = os.environ.get("TEST_DATABASE_URL", "")
# Nothing of a test needs to survive a power cut.
FAST = {"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off", "max_connections": "300"}
FORGET = ("REDIS_URL", "DATABASE_URL", "ALLOWED_HOSTS", "CSRF_TRUSTED_ORIGINS", "ARTIFACTS_DIR", "LOG_LEVEL", "BIND")
FORGET_PREFIXES = (
    *("CHAT_", "PA_DEALING_", "RETIREMENT_", "PURSUIT_", "INVESTOR_REVIEW_", "TAX_DOSSIER_", "CLEANUP_"),
    *("VECTOR_", "EMBEDDING_", "EMAIL_", "AXES_", "MODEL_"),
)
NO_PRODUCT = {"var", "docs", "benchmarks", "tests", "backups", "node_modules"}
FORGET_ENDINGS = ("_API_KEY", "_BASE_URL", "_MODEL")

# A shell that starts a run in the background has it ignore SIGINT, and its children with it; some tests send one.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


def clean(environment: dict[str, str]) -> dict[str, str]:
    """An environment for the tests: no keys, no settings of the developer's, DEBUG off."""
    kept = {
        name: value
        for name, value in environment.items()
        if name not in FORGET and not name.startswith(FORGET_PREFIXES) and not name.endswith(FORGET_ENDINGS)
    }
    return (
        kept
        | {
            "DEBUG": "0",
            "HTTPS": "0",
            "SECRET_KEY": secrets.token_urlsafe(50),
            "DATA_DIR": str(DATA_DIR),
            "HYPOTHESIS_STORAGE_DIRECTORY": str(DATA_DIR / "hypothesis"),
            "ALLOWED_HOSTS": "testserver,localhost,127.0.0.1,[::1]",
            "DJANGO_SETTINGS_MODULE": "config.settings",
            # The developer's .env is not read, neither here nor in the processes that tests start.
            "DOTENV": os.devnull,
        }
        | ({"DATABASE_URL": EXTERNAL_URL} if EXTERNAL_URL else {})
    )


_cleaned = clean(dict(os.environ))
for _name in set(os.environ) - set(_cleaned):
    del os.environ[_name]
os.environ.update(_cleaned)


@pytest.hookimpl(wrapper=True)
def pytest_load_initial_conftests() -> Generator[None, None, None]:
    """Importing and collecting leave no garbage, and to look for it takes a quarter of their time."""
    gc.disable()
    yield


def pytest_configure() -> None:
    from django.conf import settings

    # WhiteNoise warns when it is missing.
    settings.STATIC_ROOT.mkdir(mode=0o711, parents=True, exist_ok=True)
    # Each client of a test has a WhiteNoise of its own, which would read the whole folder at its first request.
    settings.WHITENOISE_AUTOREFRESH = True
    settings.STORAGES["staticfiles"]["BACKEND"] = "django.contrib.staticfiles.storage.StaticFilesStorage"
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


def pytest_unconfigure() -> None:
    if EXTERNAL_URL:
        return
    from config.postgres import embedded

    embedded.release(DATA_DIR)


def start_server() -> None:
    """Attach to the test server or start it. It stops with the last run that uses it."""
    from config.postgres import embedded

    embedded.ensure_running(DATA_DIR, FAST, durable=False)


def database_url(name: str) -> str:
    """DATABASE_URL of one database of the test server, for processes that a test starts."""
    from config.postgres import embedded

    return f"postgres://postgres@{quote(str(embedded.socket_dir(DATA_DIR)), safe='')}:5432/{name}"


def new_database(name: str, template: str = "") -> str:
    """A migrated, empty database of the test server, replacing an older one of that name. Returns its DATABASE_URL.

    Another `template` than the migrated one gives what that one holds.
    """
    template = template or migrated_template()
    with _connect() as connection:
        _drop(connection, name)
        connection.execute(sql.SQL("CREATE DATABASE {} TEMPLATE {}").format(*map(sql.Identifier, (name, template))))
    return database_url(name)


def drop_database(name: str) -> None:
    with _connect() as connection:
        _drop(connection, name)


def migrated_template() -> str:
    """The name of a database with all migrations applied; made when a migration or Django changed."""
    start_server()
    name = f"migrated_{_migrations_hash()}"
    with (DATA_DIR / "template.lock").open("w") as lock, _connect() as connection:
        fcntl.flock(lock, fcntl.LOCK_EX)
        known = [row[0] for row in connection.execute("SELECT datname FROM pg_database").fetchall()]
        if name in known:
            return name
        _drop_leftovers(connection, known)
        _drop(connection, "unfinished")
        connection.execute("CREATE DATABASE unfinished")
        migrate = [sys.executable, str(BASE_DIR / "manage.py"), "migrate", "--verbosity", "0"]
        subprocess.run(migrate, check=True, env={**os.environ, "DATABASE_URL": database_url("unfinished")})
        connection.execute(sql.SQL("ALTER DATABASE unfinished RENAME TO {}").format(sql.Identifier(name)))
    return name


def demo_template() -> str:
    """The name of a database as load_demo leaves it, with the static files; made when the product changed, once a day.

    All workers of a run take it, and the runs after it.
    """
    name = f"demo_{_product_hash()}_{date.today():%j}"
    template = migrated_template()
    with (DATA_DIR / "demo.lock").open("w") as lock, _connect() as connection:
        fcntl.flock(lock, fcntl.LOCK_EX)
        known = [row[0] for row in connection.execute("SELECT datname FROM pg_database").fetchall()]
        if name in known:
            return name
        for older in known:
            if older.startswith("demo_"):
                _drop(connection, older)
        loading = "demo_unfinished"
        command = {**os.environ, "DATABASE_URL": new_database(loading, template)}
        for words in (["load_demo"], ["collectstatic", "--no-input", "--verbosity", "0"]):
            manage = [sys.executable, str(BASE_DIR / "manage.py"), *words]
            debug = {"DEBUG": "1"} if words == ["load_demo"] else {}
            subprocess.run(manage, check=True, stdout=subprocess.DEVNULL, env={**command, **debug})
        connection.execute(sql.SQL("ALTER DATABASE {} RENAME TO {}").format(*map(sql.Identifier, (loading, name))))
    return name


@cache
def _product_hash() -> str:
    """Of everything that load_demo and collectstatic may read: the apps without their tests, styles and requirements."""
    digest = hashlib.sha256((BASE_DIR / "requirements.txt").read_bytes())
    for folder in sorted(BASE_DIR.iterdir()):
        if folder.name.startswith(".") or folder.name in NO_PRODUCT or not folder.is_dir():
            continue
        for place, folders, files in os.walk(folder):
            folders[:] = sorted(set(folders) - {"tests", "__pycache__", "scenarios"})
            for file in sorted(files):
                digest.update(f"{place}/{file}".encode() + Path(place, file).read_bytes())
    return digest.hexdigest()[:16]


def _drop_leftovers(connection: psycopg.Connection, known: list[str]) -> None:
    """Drop older templates, and the databases of runs that were killed."""
    for name in known:
        kind, _, rest = name.partition("_")
        if kind == "migrated" or (kind == "run" and not psutil.pid_exists(int(rest.split("_")[0]))):
            _drop(connection, name)


def _migrations_hash() -> str:
    digest = hashlib.sha256(importlib.metadata.version("django").encode())
    digest.update(importlib.metadata.version("procrastinate").encode())
    for path in sorted(BASE_DIR.glob("*/migrations/*")):
        if path.is_file():
            digest.update(path.name.encode() + path.read_bytes())
    return digest.hexdigest()[:16]


def _connect() -> psycopg.Connection:
    from config.postgres import embedded

    return psycopg.connect(embedded.conninfo(DATA_DIR), autocommit=True)


def _drop(connection: psycopg.Connection, name: str) -> None:
    connection.execute(sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(sql.Identifier(name)))


# A table that a test has filled with more than this is truncated; the rows of a smaller one are deleted, which is cheaper.
LARGE_BYTES = 1_000_000


class Seeds:
    """The rows that migrations write (groups, rates, permissions), put back after a test that commits.

    Without this the order of the tests would matter: alone, the tests that commit run last; on several cores not.
    """

    def __init__(self) -> None:
        self.lost = False
        self._rows: dict[str, bytes] = {}
        self._tables: list[str] = []

    def keep(self) -> None:
        """Remember every row of the fresh database, but for the list of migrations, which nothing empties."""
        from django.db import connection

        self._tables = [name for name in connection.introspection.table_names() if name != "django_migrations"]
        for table in self._tables:
            with connection.cursor() as cursor, cursor.copy(f'COPY "{table}" TO STDOUT') as copy:
                rows = b"".join(bytes(part) for part in copy)
            if rows:
                self._rows[table] = rows

    def restore(self) -> None:
        """Empty every table, and write them back as they were, ids included.

        To truncate all of them, as Django does, takes twenty times as long as to delete the few rows of a test.
        """
        from django.contrib.contenttypes.models import ContentType
        from django.db import connection, transaction

        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SET LOCAL session_replication_role = replica")
            cursor.execute("SET LOCAL lock_timeout = '10s'")
            filled = " UNION ALL ".join(
                f"SELECT '{table}', pg_relation_size('\"{table}\"') WHERE EXISTS (SELECT FROM \"{table}\")"
                for table in self._tables
            )
            cursor.execute(filled)
            for table, size in cursor.fetchall():
                cursor.execute(f'TRUNCATE "{table}" CASCADE' if size > LARGE_BYTES else f'DELETE FROM "{table}"')
            for table, rows in self._rows.items():
                with cursor.copy(f'COPY "{table}" FROM STDIN') as copy:
                    copy.write(rows)
        ContentType.objects.clear_cache()
        self.lost = False
