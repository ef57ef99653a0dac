"""The embedded PostgreSQL with real processes: starts, kills, stale files, several users."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import psutil
import psycopg
import pytest

from config.postgres import embedded, process as postgres_process
from config.postgres.embedded import Outcome, State
from tests.environment import BASE_DIR, FAST

pytestmark = pytest.mark.slow

HOLD = (
    "import sys; from pathlib import Path; from config.postgres import embedded as e; d = Path(sys.argv[1]);"
    "print(e.ensure_running(d, durable=False), flush=True); sys.stdin.read(); print(e.release(d), flush=True)"
)


def start(data_dir: Path) -> Outcome:
    return embedded.ensure_running(data_dir, FAST, durable=False)


def holder(data_dir: Path) -> subprocess.Popen[str]:
    """Another process that uses the server until its standard input is closed."""
    command = [sys.executable, "-c", HOLD, str(data_dir)]
    return subprocess.Popen(command, cwd=BASE_DIR, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def line(process: subprocess.Popen[str]) -> str:
    assert process.stdout
    return process.stdout.readline().strip()


def let_go(process: subprocess.Popen[str]) -> str:
    output, _ = process.communicate(timeout=20)
    return output.strip()


def manage(data_dir: Path, *arguments: str) -> subprocess.Popen[str]:
    environment = {name: value for name, value in os.environ.items() if name != "DATABASE_URL"}
    return subprocess.Popen(
        [sys.executable, "manage.py", *arguments],
        cwd=BASE_DIR,
        env={**environment, "DATA_DIR": str(data_dir)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def eventually(condition: Callable[[], object], seconds: float = 15) -> bool:
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if condition():
            return True
        time.sleep(0.05)
    return False


def pid_of(data_dir: Path) -> int:
    process = postgres_process.running(data_dir)
    assert process
    return process.pid


@pytest.fixture(scope="module")
def module_dir(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """One folder for the tests of this file, because making the server's files takes most of a start."""
    data_dir = tmp_path_factory.mktemp("postgres")
    yield data_dir
    embedded.stop(data_dir)


@pytest.fixture
def data_dir(module_dir: Path) -> Iterator[Path]:
    yield module_dir
    embedded.stop(module_dir)


def test_the_first_start_makes_the_database_and_a_second_call_attaches(data_dir: Path) -> None:
    assert start(data_dir) is Outcome.STARTED
    assert start(data_dir) is Outcome.ATTACHED
    with psycopg.connect(embedded.conninfo(data_dir, "assistants"), autocommit=True) as connection:
        connection.execute("CREATE EXTENSION IF NOT EXISTS vector")
        assert connection.execute("SELECT '[3,4]'::vector <-> '[0,0]'").fetchone() == (5.0,)
        # Full-text search cuts words at letters, which a plain C locale knows in ASCII only.
        assert connection.execute("SELECT to_tsvector('simple', 'één kaartje')").fetchone() == ("'kaartje':2 'één':1",)


def test_a_stopped_server_is_gone_and_its_socket_too(data_dir: Path) -> None:
    start(data_dir)
    embedded.stop(data_dir)
    assert embedded.state(data_dir) is State.GONE
    assert postgres_process.running(data_dir) is None


def test_only_the_last_of_several_users_stops_the_server(data_dir: Path) -> None:
    first = holder(data_dir)
    assert line(first) == "started"
    second = holder(data_dir)
    assert line(second) == "attached"
    assert let_go(first) == "False"
    assert embedded.state(data_dir) is State.READY
    assert let_go(second) == "True"
    assert embedded.state(data_dir) is State.GONE


@pytest.mark.long
def test_a_killed_user_does_not_keep_the_server_from_stopping(data_dir: Path) -> None:
    killed, last = holder(data_dir), holder(data_dir)
    assert {line(killed), line(last)} == {"started", "attached"}
    killed.kill()
    killed.wait()
    assert let_go(last) == "True"


@pytest.mark.long
def test_two_that_start_at_once_start_it_once(data_dir: Path) -> None:
    both = [holder(data_dir), holder(data_dir)]
    assert sorted(line(process) for process in both) == ["attached", "started"]
    assert sorted(let_go(process) for process in both) == ["False", "True"]


def test_a_pid_file_that_names_a_living_stranger_is_forgotten(data_dir: Path) -> None:
    start(data_dir)
    pid_file = postgres_process.pgdata(data_dir) / "postmaster.pid"
    lines = pid_file.read_text().splitlines()
    embedded.stop(data_dir)
    pid_file.write_text("\n".join([str(os.getpid()), *lines[1:]]) + "\n")
    assert postgres_process.running(data_dir) is None
    assert start(data_dir) is Outcome.STARTED


@pytest.mark.long
def test_a_half_written_pid_file_is_forgotten(data_dir: Path) -> None:
    start(data_dir)
    embedded.stop(data_dir)
    (postgres_process.pgdata(data_dir) / "postmaster.pid").write_text("")
    assert start(data_dir) is Outcome.STARTED


@pytest.mark.long
def test_it_starts_again_after_a_kill_although_a_query_still_runs(data_dir: Path) -> None:
    start(data_dir)
    with psycopg.connect(embedded.conninfo(data_dir)) as connection:
        backend = connection.info.backend_pid
        # A tight loop does not notice that its server died.
        endless = "DO $$ BEGIN LOOP END LOOP; END $$"
        connection.pgconn.send_query(endless.encode())
        time.sleep(0.3)
        os.kill(pid_of(data_dir), signal.SIGKILL)
        assert eventually(lambda: postgres_process.running(data_dir) is None)
        assert start(data_dir) is Outcome.STARTED
        connection.close()
    assert not psutil.pid_exists(backend)


@pytest.mark.long
def test_a_server_whose_socket_was_swept_away_is_started_again(data_dir: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    start(data_dir)
    deaf = pid_of(data_dir)
    (embedded.socket_dir(data_dir) / ".s.PGSQL.5432").unlink()
    monkeypatch.setattr(embedded, "DEAF_AFTER_S", 0.5)
    assert start(data_dir) is Outcome.STARTED
    assert pid_of(data_dir) != deaf


def test_a_slow_recovery_is_waited_for(data_dir: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    start(data_dir)
    answers = [State.BUSY] * 20
    real = embedded.state
    monkeypatch.setattr(embedded, "state", lambda path: answers.pop() if answers else real(path))
    assert start(data_dir) is Outcome.ATTACHED
    assert not answers


def test_a_failed_start_shows_the_end_of_the_log(data_dir: Path) -> None:
    with pytest.raises(postgres_process.PostgresError, match=r"(?s)does not start.*shared_buffers"):
        embedded.ensure_running(data_dir, {"shared_buffers": "plenty"})


def test_the_files_of_another_version_are_left_alone(tmp_path: Path) -> None:
    (tmp_path / "postgres").mkdir()
    (tmp_path / "postgres" / "PG_VERSION").write_text("16\n")
    with pytest.raises(postgres_process.PostgresError, match="made by PostgreSQL '16', and this is 18"):
        embedded.ensure_running(tmp_path)


def test_a_command_starts_the_server_for_itself_and_stops_it(data_dir: Path) -> None:
    code = "from django.db import connection as c; print(c.cursor().execute('SELECT 6 * 7').fetchone()[0])"
    process = manage(data_dir, "shell", "--no-imports", "-c", code)
    output, errors = process.communicate(timeout=60)
    assert (output.strip(), process.returncode) == ("42", 0), errors
    assert embedded.state(data_dir) is State.GONE


def around(data_dir: Path, then: str) -> subprocess.Popen[str]:
    """A program whose server runs around it, as around every command."""
    code = (
        "import time; from config.postgres import server_for_process\n"
        f"with server_for_process(): print('up', flush=True); {then}"
    )
    environment = {name: value for name, value in os.environ.items() if name != "DATABASE_URL"}
    command = [sys.executable, "-c", code]
    own = {**environment, "DATA_DIR": str(data_dir)}
    return subprocess.Popen(command, cwd=BASE_DIR, env=own, stdout=subprocess.PIPE, text=True)


@pytest.mark.long
def test_a_program_leaves_a_server_that_somebody_else_uses(data_dir: Path) -> None:
    start(data_dir)
    process = around(data_dir, "pass")
    process.communicate(timeout=60)
    assert process.returncode == 0
    assert embedded.state(data_dir) is State.READY


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
@pytest.mark.long
def test_a_signal_to_a_program_stops_its_server(data_dir: Path, number: signal.Signals) -> None:
    process = around(data_dir, "time.sleep(60)")
    assert line(process) == "up"
    process.send_signal(number)
    process.communicate(timeout=20)
    assert process.returncode != 0
    assert embedded.state(data_dir) is State.GONE


@pytest.mark.long
def test_a_command_that_reads_no_database_starts_none(tmp_path: Path) -> None:
    manage(tmp_path / "data", "version").communicate(timeout=60)
    assert not (tmp_path / "data").exists()


@pytest.mark.parametrize(
    ("words", "needed"),
    [
        ("help", False),
        ("", False),
        ("--version", False),
        ("check --deploy", False),
        ("migrate --help", False),
        ("load_demo -h", False),
        ("collectstatic --no-input", False),
        ("migrate", True),
        ("load_demo", True),
        ("shell -c pass", True),
        ("verify_audit", True),
        ("verify_audit --receipt receipt.json", False),
        ("verify_audit --roots=roots.jsonl --receipt=receipt.json", False),
    ],
)
def test_which_commands_read_the_database(words: str, needed: bool) -> None:
    assert embedded.needs_database(["manage.py", *words.split()]) is needed


def test_importing_the_settings_starts_and_makes_nothing(tmp_path: Path) -> None:
    environment = {**os.environ, "DATA_DIR": str(tmp_path / "data")}
    subprocess.run([sys.executable, "-c", "import config.settings"], cwd=BASE_DIR, env=environment, check=True)
    assert not (tmp_path / "data").exists()


def test_the_socket_is_in_the_data_folder_or_in_a_short_place_of_its_own() -> None:
    assert embedded.socket_dir(Path("/srv/data")) == Path("/srv/data/postgres")
    long, spaced = Path("/srv", "x" * 100), Path("/srv/my data")
    for odd in (long, spaced):
        place = embedded.socket_dir(odd)
        assert place.parent == Path("/tmp")
        assert place == embedded.socket_dir(odd)
        assert len(str(place)) < 60
    assert embedded.socket_dir(long) != embedded.socket_dir(spaced)


@pytest.mark.long
def test_a_server_in_a_folder_with_a_long_and_odd_name_runs(tmp_path: Path) -> None:
    odd = tmp_path / ("it's $HOME " + "x" * 90)
    try:
        assert start(odd) is Outcome.STARTED
    finally:
        embedded.stop(odd)
