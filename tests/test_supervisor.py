"""`make run` with real processes: it starts, it stops in time, it comes back after a kill."""

from __future__ import annotations

import http.client
import json
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import psutil
import pytest

from config.child import Child
from config.postgres import embedded, process as postgres_process
from config.postgres.embedded import State
from config.supervisor import _bury, _log_file
from llm.tests.wire_server import Behaviour, Pause, WireServer
from tests.environment import BASE_DIR, DATA_DIR

# Several starts of everything in one test take their time on a busy machine.
pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]

STOP_S = 8
READY = "Ctrl-C stops everything."


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def family(process: psutil.Process) -> list[psutil.Process]:
    try:
        return [process, *process.children(recursive=True)]
    except psutil.NoSuchProcess:
        return []


class Run:
    """One `python -m config.supervisor` with a data folder and a port of its own."""

    def __init__(self, data_dir: Path, **settings: str) -> None:
        self.data_dir = data_dir
        self.port = free_port()
        inherited = {name: value for name, value in os.environ.items() if name != "DATABASE_URL"}
        self.environment = {**inherited, "DEBUG": "1", "DATA_DIR": str(data_dir), "PORT": str(self.port), **settings}
        self.output: list[str] = []
        self.log = data_dir.with_name("stderr.log")

    def start(self) -> None:
        self.launch()
        for line in self.process.stdout or ():
            self.output.append(line.strip())
            if self.output[-1] == READY:
                return
        pytest.fail(f"It did not start: {self.output}\n{self.log.read_text()}")

    def launch(self, port_wait_s: float | None = None) -> None:
        less = f"from config import supervisor as s; s.PORT_WAIT_S = {port_wait_s}; raise SystemExit(s.main())"
        # What is learnt from examples is the same in every folder, and takes fifteen seconds of a core.
        learnt = self.data_dir / "dialogue"
        if not learnt.is_symlink():
            for folder in (self.data_dir, DATA_DIR / "dialogue"):
                folder.mkdir(parents=True, exist_ok=True)
            learnt.symlink_to(DATA_DIR / "dialogue")
        with self.log.open("a") as log:
            self.process = subprocess.Popen(
                [sys.executable, *(["-m", "config.supervisor"] if port_wait_s is None else ["-c", less])],
                cwd=BASE_DIR,
                env=self.environment,
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
            )

    def processes(self) -> list[psutil.Process]:
        """Everything of this run, PostgreSQL included, wherever it stands in the tree; what dies meanwhile is left out."""
        own = psutil.Process(self.process.pid)
        server = postgres_process.running(self.data_dir)
        return [*family(own), *(family(server) if server else [])]

    def send(self, number: signal.Signals) -> float:
        """Send a signal and wait until everything is gone. Returns the seconds it took."""
        processes = self.processes()
        began = time.monotonic()
        self.process.send_signal(number)
        self.process.wait(STOP_S + 5)
        _, alive = psutil.wait_procs(processes, timeout=max(0.1, STOP_S + 2 - (time.monotonic() - began)))
        assert not alive, alive
        return time.monotonic() - began

    def request(self, method: str, path: str, body: Any = None, token: str = "") -> tuple[int, Any, dict[str, str]]:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=90)
        headers = {"Content-Type": "application/json", "Accept": "application/json"}
        if token:
            headers["Authorization"] = f"Token {token}"
        try:
            connection.request(method, path, json.dumps(body) if body is not None else None, headers)
            response = connection.getresponse()
            text = response.read().decode()
        finally:
            connection.close()
        try:
            return response.status, json.loads(text), dict(response.getheaders())
        except ValueError:
            return response.status, text, dict(response.getheaders())

    def manage(self, *arguments: str) -> str:
        command = [sys.executable, "manage.py", *arguments]
        done = subprocess.run(
            command, cwd=BASE_DIR, env=self.environment, capture_output=True, text=True, timeout=60, check=True
        )
        return done.stdout

    def clean_up(self) -> None:
        if self.process.poll() is None:
            self.process.terminate()
            self.process.wait(STOP_S + 5)
        embedded.stop(self.data_dir)


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder from the first start of all, and its end. Copying it spares the tests the first migration."""
    run = Run(tmp_path_factory.mktemp("prepared") / "data")
    run.start()
    assert run.request("GET", "/healthz")[0] == 200
    assert run.send(signal.SIGTERM) < STOP_S
    assert embedded.state(run.data_dir) is State.GONE
    return run.data_dir


@pytest.fixture
def new_run(tmp_path: Path) -> Iterator[Callable[..., Run]]:
    """Runs with one folder, in which nothing is at first."""
    runs: list[Run] = []

    def make(**settings: str) -> Run:
        runs.append(Run(tmp_path / "data", **settings))
        return runs[-1]

    yield make
    for run in runs:
        run.clean_up()


@pytest.fixture
def make_run(tmp_path: Path, prepared: Path, new_run: Callable[..., Run]) -> Callable[..., Run]:
    """Runs whose database is made and migrated."""
    # The server's user owns its files, which a copy by Python would not keep.
    subprocess.run(["cp", "-a", str(prepared), str(tmp_path / "data")], check=True)
    return new_run


@pytest.fixture
def wire() -> Iterator[WireServer]:
    with WireServer() as server:
        yield server


def kill_all(processes: Iterable[psutil.Process]) -> None:
    for process in processes:
        # One may end with the one before it.
        with suppress(psutil.NoSuchProcess):
            process.kill()


def eventually(condition: Callable[[], object], seconds: float = 20) -> bool:
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if condition():
            return True
        time.sleep(0.05)
    return False


def stalled_turn(run: Run, wire: WireServer, token: str) -> tuple[str, threading.Thread, list[tuple[int, Any]]]:
    """A turn whose model says nothing: its thread, and whoever waits for the answers that come."""
    wire.reset()
    wire.script = [Behaviour(before=[Pause(120)])]
    slug = run.request("GET", "/v1/assistants/", token=token)[1][0]["slug"]
    status, created, _ = run.request("POST", "/v1/threads/", {"assistant": slug}, token)
    assert status == 201, (created, run.log.read_text())
    thread = created["id"]
    answers: list[tuple[int, Any]] = []

    def say() -> None:
        answers.append(run.request("POST", f"/v1/threads/{thread}/turns/", {"message": "Hello"}, token)[:2])

    speaker = threading.Thread(target=say)
    speaker.start()
    assert eventually(lambda: wire.received), (answers, run.log.read_text())
    return thread, speaker, answers


@pytest.mark.long
def test_it_signs_in_once_and_a_stalled_turn_delays_neither_signal_and_is_interrupted(
    make_run: Callable[..., Run], wire: WireServer
) -> None:
    run = make_run(CHAT_MODEL="openai:stalled", OPENAI_BASE_URL=f"{wire.url}/v1", OPENAI_API_KEY="test")
    run.start()
    links = {line.split()[0]: line.split()[1] for line in run.output if "/accounts/once/" in line}
    assert [*links] == ["admin", "employee", "officer"]
    link = links["admin"]
    path = re.sub(r"^http://127\.0\.0\.1:\d+", "", link)
    first, _, headers = run.request("GET", path)
    assert (first, "sessionid" in headers["Set-Cookie"], "no-store" in headers["Cache-Control"]) == (302, True, True)
    second, page, _ = run.request("GET", path)
    assert (second, "works once" in page) == (403, True)

    token = re.findall(r"\b[0-9a-f]{40}\b", run.manage("drf_create_token", "employee"))[0]
    ended = []
    for number in (signal.SIGINT, signal.SIGTERM):
        if ended:
            run.start()
        thread, speaker, answers = stalled_turn(run, wire, token)
        assert run.send(number) < STOP_S
        assert run.process.returncode == 0
        speaker.join(10)
        # The person who waits gets an answer, not a closed connection.
        status, turn = answers[0]
        assert (status, turn["status"]) == (200, "interrupted")
        ended.append((thread, turn["id"]))
    assert embedded.state(run.data_dir) is State.GONE

    run.start()
    for thread, turn_id in ended:
        turn = run.request("GET", f"/v1/threads/{thread}/turns/{turn_id}/", token=token)[1]
        assert (turn["status"], bool(turn["error"]["code"])) == ("interrupted", True)
        messages = run.request("GET", f"/v1/threads/{thread}/", token=token)[1]["messages"]
        assert messages[0]["content"] == "Hello"


@pytest.mark.long
def test_after_a_kill_of_one_of_everything_or_of_all_but_the_database_a_new_start_works(
    make_run: Callable[..., Run], tmp_path: Path
) -> None:
    run = make_run(LOG_FILE=str(tmp_path / "a-log.json"))
    run.start()
    # Lines for people and the log for programs are two things.
    assert run.request("GET", "/nowhere/")[0] == 404
    assert eventually(lambda: "/nowhere/" in (tmp_path / "a-log.json").read_text())
    assert not any(line.startswith("{") for line in [*run.output, *run.log.read_text().splitlines()])
    run.send(signal.SIGKILL)
    run.start()
    assert run.request("GET", "/healthz")[0] == 200

    kill_all(run.processes())
    run.process.wait()
    run.start()
    assert run.request("GET", "/healthz")[0] == 200

    server = postgres_process.running(run.data_dir)
    assert server
    kill_all({*run.processes()} - {server, *server.children()})
    run.process.wait()
    assert embedded.state(run.data_dir) is State.READY
    run.start()
    assert postgres_process.running(run.data_dir) == server
    run.send(signal.SIGTERM)
    assert embedded.state(run.data_dir) is State.GONE


def test_in_a_terminal_the_log_goes_to_a_file_unless_it_is_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    assert _log_file("", tmp_path) == tmp_path / "assistants.log"
    assert _log_file("-", tmp_path) is None
    assert _log_file(str(tmp_path / "elsewhere/log"), tmp_path) == tmp_path / "elsewhere/log"
    monkeypatch.setattr("sys.stderr.isatty", lambda: False)
    assert _log_file("", tmp_path) is None


def test_a_taken_port_is_named(new_run: Callable[..., Run]) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        run = new_run(PORT=str(port))
        run.launch(port_wait_s=0.5)
        assert run.process.wait(60) == 1
    assert f"Port {port} of 127.0.0.1 is taken. Set PORT to another one" in run.log.read_text()
    assert embedded.state(run.data_dir) is State.GONE


def test_a_signal_during_the_start_ends_it(new_run: Callable[..., Run]) -> None:
    run = new_run()
    run.launch()
    assert eventually(lambda: postgres_process.running(run.data_dir))
    assert run.send(signal.SIGTERM) < STOP_S


def test_a_signal_whose_exception_the_interpreter_ignored_is_heard_all_the_same() -> None:
    script = """
import os, signal, time
from config import supervisor
for number in supervisor.SIGNALS:
    signal.signal(number, supervisor._stop_on_signal)
os.register_at_fork(after_in_parent=lambda: os.kill(os.getpid(), signal.SIGTERM))
try:
    if os.fork() == 0:
        os._exit(0)
    time.sleep(20)
except supervisor.ShutDown:
    print("heard")
"""
    done = subprocess.run([sys.executable, "-c", script], cwd=BASE_DIR, capture_output=True, text=True, timeout=30)
    assert done.stdout == "heard\n"


def test_a_wrong_setting_is_one_sentence(new_run: Callable[..., Run]) -> None:
    run = new_run(CHAT_MAX_ROUNDS="many")
    run.launch()
    assert run.process.wait(30) == 1
    assert run.log.read_text().strip() == "CHAT_MAX_ROUNDS is 'many', which is not a whole number. The default is 8."


def test_a_child_that_always_dies_at_once_is_started_again_with_growing_pauses(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    child = Child("broken thing", ["-c", "raise SystemExit(3)"])
    for _ in range(8):
        child.start()
        assert child.process
        child.process.wait()
        child.watch()
        assert child.restart_at
    pauses = [
        int(seconds)
        for seconds in re.findall(r"ended with status 3. It starts again in (\d+) s", capfd.readouterr().err)
    ]
    assert pauses == [1, 2, 4, 8, 16, 32, 60, 60]
    started = child.process
    monkeypatch.setattr("config.child.time.monotonic", lambda: child.restart_at + 1)
    child.watch()
    assert child.process is not started
    child.kill()


def test_a_child_that_waits_goes_on_when_it_is_told_and_does_not_wait_when_it_is_started_again(tmp_path: Path) -> None:
    child = Child("thing", ["-c", "import sys; print(sys.argv[1:], sys.stdin.readline().strip())"])
    child.log = tmp_path / "log"
    child.start(waits=True)
    assert child.process
    with pytest.raises(subprocess.TimeoutExpired):
        child.process.wait(0.3)
    child.go()
    assert child.process.wait(10) == 0
    child.start()
    assert child.process.wait(10) == 0
    assert child.log.read_text().splitlines() == ["['--waits'] go", "[] "]


def test_to_go_on_is_told_in_vain_to_a_child_that_died_meanwhile() -> None:
    child = Child("thing", ["-c", "raise SystemExit(3)"])
    child.start(waits=True)
    assert child.process
    assert child.process.wait(10) == 3
    child.go()
    child.watch()
    assert child.restart_at


def test_a_web_server_that_waits_ends_with_its_supervisor() -> None:
    waiting = subprocess.Popen(
        [sys.executable, "-m", "config.web", "--waits"], cwd=BASE_DIR, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL
    )
    assert waiting.stdin
    waiting.stdin.close()
    assert waiting.wait(60) == 0


def test_a_child_for_which_there_is_no_room_is_tried_again(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    child = Child("thing", ["-c", "pass"])
    child.start()
    assert child.process
    child.process.wait()

    def full(*_: object, **__: object) -> object:
        raise BlockingIOError(11, "Resource temporarily unavailable")

    child.watch()
    child.restart_at = 1.0
    monkeypatch.setattr(subprocess, "Popen", full)
    child.watch()
    assert (
        "The thing cannot be started (Resource temporarily unavailable). It is tried again in 2 s."
        in capfd.readouterr().err
    )
    assert child.restart_at > 1.0


def named(run: Run, word: str) -> list[psutil.Process]:
    """The living processes of a run with that word on their command line; a killed one is a zombie for a moment."""
    alive = []
    for process in run.processes():
        with suppress(psutil.NoSuchProcess):
            if word in process.cmdline():
                alive.append(process)
    return alive


@pytest.mark.long
def test_what_dies_is_started_again_and_neither_deaths_nor_a_second_run_stop_anything_else(
    make_run: Callable[..., Run],
) -> None:
    run = make_run()
    run.start()
    second = make_run()
    second.launch()
    assert second.process.wait(30) == 1
    assert f"as process {run.process.pid}" in second.log.read_text()

    def ready() -> bool:
        try:
            return run.request("GET", "/readyz")[0] == 200
        except OSError:
            return False

    [first] = named(run, "config.web")
    first.kill()
    assert eventually(lambda: first not in named(run, "config.web") and ready(), 40), run.log.read_text()
    [web] = named(run, "config.web")
    killed: set[int] = set()

    def kill_next_server() -> bool:
        server = postgres_process.running(run.data_dir)
        if server is None or server.pid in killed:
            return False
        killed.add(server.pid)
        server.kill()
        return True

    def kill_next_worker() -> bool:
        workers = [worker for worker in named(run, "procrastinate") if worker.pid not in killed]
        kill_all(workers)
        killed.update(process.pid for process in workers)
        return bool(workers)

    for _ in range(3):
        assert eventually(kill_next_server, 40), run.log.read_text()
        assert eventually(kill_next_worker, 40), run.log.read_text()
    assert eventually(kill_next_worker, 40), run.log.read_text()

    assert eventually(ready, 40), run.log.read_text()
    assert run.process.poll() is None
    assert web.is_running()

    def dead() -> list[psutil.Process]:
        return [p for p in psutil.Process(run.process.pid).children() if p.status() == psutil.STATUS_ZOMBIE]

    assert eventually(lambda: not dead()), dead()
    log = run.log.read_text()
    assert "The web server ended with status -9. It starts again in 1 s." in log
    assert "PostgreSQL is gone. It starts again." in log
    assert "The worker ended with status -9. It starts again in 4 s." in log
    assert run.send(signal.SIGTERM) < STOP_S


def test_orphans_of_a_container_s_first_process_are_buried() -> None:
    child = subprocess.Popen([sys.executable, "-c", "pass"])
    other = subprocess.Popen([sys.executable, "-c", "pass"])
    assert eventually(lambda: psutil.Process(other.pid).status() == psutil.STATUS_ZOMBIE)
    assert eventually(lambda: psutil.Process(child.pid).status() == psutil.STATUS_ZOMBIE)
    _bury({child.pid, other.pid})
    assert psutil.pid_exists(child.pid)
    _bury(set())
    assert not psutil.pid_exists(child.pid)
    assert not psutil.pid_exists(other.pid)
