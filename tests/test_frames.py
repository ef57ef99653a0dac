"""Frames of a grammar at the sockets: each is answered, or the socket closed with a code that docs/api.md names.

The socket is of use afterwards, and the server's log has no fault. `FRAMES=n` makes n of them in the long test.
"""

from __future__ import annotations

import json
import os
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from tests.environment import BASE_DIR
from tests.frames import Frames
from tests.web_process import Person, Socket, WebProcess, make_person, text_of

pytestmark = [pytest.mark.slow, pytest.mark.long, pytest.mark.timeout(600), pytest.mark.usefixtures("quiet")]
WEB = {
    "CHAT_FRAMES_PER_SECOND": "0",
    "CHAT_TURNS_PER_MINUTE": "0",
    "TAX_DOSSIER_MODEL": "offline",
}
LAST = ("RUN_FINISHED", "RUN_ERROR")
# A message that cannot be taken, a frame that is none.
CODES = {"bad_frame", "empty_message", "message_too_long", "client_id_invalid", "client_id_reused"}
DOSSIER_CODES = {"bad_json", "bad_request", "no_message", "empty_message", "message_too_long", "dossier_id_invalid"}
MANY = int(os.environ.get("FRAMES", "600"))
SEEDS = [(2, MANY)]


@pytest.fixture(scope="module")
def employee(web: WebProcess) -> Person:
    return make_person(web.database_url, "employee")


def kind_of(frame: str | bytes) -> Any:
    """The type that a frame names, as the server may read it; None where it names none."""
    try:
        read = json.loads(frame) if isinstance(frame, str) else None
    except (ValueError, RecursionError):
        return None
    return read.get("type") if isinstance(read, dict) else None


def answered(socket: Socket, frame: str | bytes) -> str:
    """Send a frame and hear what is said to it: the code of a refusal, or the type of the last event."""
    socket.send(frame)
    kind = kind_of(frame)
    if kind == "stop":
        return "nothing ran"
    last = socket.until("STATE_SNAPSHOT")[-1] if kind == "resume" else socket.until(*LAST)[-1]
    return str(last.get("code") or last["type"])


@pytest.mark.parametrize(("seed", "number"), SEEDS)
def test_every_frame_of_the_chat_is_answered_and_the_socket_goes_on(
    seed: int, number: int, web: WebProcess, employee: Person
) -> None:
    frames = Frames(seed, ("text", "client_id", "since"), ("say", "say", "stop", "resume"))
    with web.open(web.new_thread(employee), employee) as socket:
        for frame in frames.take(number):
            end = answered(socket, frame)
            if kind_of(frame) not in ("say", "stop", "resume"):
                assert end == "bad_frame", frame
            assert end in {"RUN_FINISHED", "STATE_SNAPSHOT", "nothing ran", *CODES}, (frame, end)
        socket.say("And now?")
        assert text_of(socket.until(*LAST))


@pytest.mark.parametrize(("seed", "number"), SEEDS)
def test_every_frame_to_tess_is_answered_once_and_closed(
    seed: int, number: int, web: WebProcess, employee: Person
) -> None:
    for frame in Frames(seed, ("message", "dossier_id")).take(number // 4):
        with web.open("", employee, path="/ws") as socket:
            socket.send(frame)
            answer = socket.receive()
            assert answer["status"] == "success" or answer["code"] in DOSSIER_CODES, (frame, answer)
            assert answer["status"] == "success" or len(answer["message"].split()) > 3
            with pytest.raises(ConnectionClosed) as closed:
                socket.receive(20)
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1000


@pytest.mark.parametrize(
    ("frame", "code"),
    [(json.dumps({"type": "say", "text": "x" * 3_000_000}), 1009), (b"\xff\xfe{}", 1007)],
    ids=["too long", "no UTF-8"],
)
def test_what_is_no_frame_closes_the_socket_with_a_code_that_is_documented(
    frame: str | bytes, code: int, web: WebProcess, employee: Person
) -> None:
    thread = web.new_thread(employee)
    with web.open(thread, employee) as socket:
        socket.connection.send(frame, text=True)
        with pytest.raises(ConnectionClosed):
            socket.receive(20)
        assert socket.connection.close_code == code
    assert f"`{code}`" in (BASE_DIR / "docs" / "api.md").read_text()
    with web.open(thread, employee) as again:
        again.say("And now?")
        assert text_of(again.until(*LAST))
