"""A worker that is killed in the middle of a job leaves it to another, and the job runs again, once."""

from __future__ import annotations

import os
import socketserver
import subprocess
import sys
import threading
import time
from collections.abc import Iterator

import psycopg
import pytest

from tests import environment

pytestmark = [pytest.mark.slow, pytest.mark.long]


class Mailbox(socketserver.ThreadingTCPServer):
    """A mail server on a free port: its first visitor waits for ever, the others are served."""

    allow_reuse_address = True
    daemon_threads = True

    def __init__(self) -> None:
        self.visits = 0
        self.mails: list[str] = []
        self.stalled = threading.Event()
        super().__init__(("127.0.0.1", 0), Visit)


class Visit(socketserver.StreamRequestHandler):
    server: Mailbox

    def handle(self) -> None:
        self.server.visits += 1
        if self.server.visits == 1:
            self.server.stalled.set()
            self.rfile.read()
            return
        self.wfile.write(b"220 here\r\n")
        while line := self.rfile.readline():
            if line.upper().startswith(b"DATA"):
                self.wfile.write(b"354 go on\r\n")
                body = b""
                while not body.endswith(b"\r\n.\r\n"):
                    body += self.rfile.readline()
                self.server.mails.append(body.decode())
                self.wfile.write(b"250 kept\r\n")
            elif line.upper().startswith(b"QUIT"):
                self.wfile.write(b"221 bye\r\n")
                return
            else:
                self.wfile.write(b"250 yes\r\n")


@pytest.fixture
def mailbox() -> Iterator[Mailbox]:
    with Mailbox() as server:
        threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
        yield server
        server.shutdown()


def manage(url: str, port: int, *arguments: str) -> subprocess.Popen[bytes]:
    own = {
        "DATABASE_URL": url,
        "EMAIL_BACKEND": "django.core.mail.backends.smtp.EmailBackend",
        "EMAIL_HOST": "127.0.0.1",
        "EMAIL_PORT": str(port),
    }
    command = [sys.executable, "manage.py", *arguments]
    return subprocess.Popen(command, cwd=environment.BASE_DIR, env={**os.environ, **own}, stdout=subprocess.DEVNULL)


def job_with_a_mail(url: str) -> None:
    """A notice of a thread whose owner has an address, and the job that mails it, written as rows."""
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(
            "INSERT INTO auth_user (id, password, is_superuser, username, first_name, last_name, email, is_staff,"
            " is_active, date_joined) VALUES (1, '!', false, 'employee', '', '', 'e@example.org', false, true, now())"
        )
        connection.execute(
            "INSERT INTO chat_thread (id, owner_id, assistant) VALUES ('0b0e7dfe-0000-4000-8000-000000000001', 1, 'pa_dealing')"
        )
        connection.execute(
            "INSERT INTO chat_message (id, thread_id, role, content)"
            " VALUES (1, '0b0e7dfe-0000-4000-8000-000000000001', 'notice', 'Compliance has approved it.')"
        )
        connection.execute(
            "INSERT INTO procrastinate_jobs (queue_name, task_name, args)"
            " VALUES ('default', 'pa_dealing.mail_notice', '{\"message_id\": 1}')"
        )


def test_a_job_whose_worker_was_killed_runs_again_once(mailbox: Mailbox) -> None:
    name = f"run_{os.getpid()}_killed"
    url = environment.new_database(name)
    job_with_a_mail(url)
    port = int(mailbox.server_address[1])
    first = manage(url, port, "procrastinate", "worker")
    assert mailbox.stalled.wait(40), "the first worker did not take the job"
    first.kill()
    first.wait()
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("UPDATE procrastinate_workers SET last_heartbeat = now() - interval '5 minutes'")
        assert manage(url, port, "retry_stalled_jobs").wait(60) == 0
        second = manage(url, port, "procrastinate", "worker")
        try:
            deadline = time.monotonic() + 40
            while not mailbox.mails and time.monotonic() < deadline:
                time.sleep(0.05)
            # It is done in the database a moment after the mail has gone out.
            status = ""
            while status != "succeeded" and time.monotonic() < deadline:
                rows = connection.execute(
                    "SELECT status::text FROM procrastinate_jobs WHERE task_name = 'pa_dealing.mail_notice'"
                ).fetchone()
                status = rows[0] if rows else ""
                time.sleep(0.05)
        finally:
            second.terminate()
            second.wait(20)
    assert status == "succeeded"
    assert len(mailbox.mails) == 1
    assert "Compliance has approved it." in mailbox.mails[0]
    environment.drop_database(name)
