"""What a person waits while another floods the server: `python -m benchmarks.floods [frames] [uploads]`.

The flood comes from a process of its own: frames over six sockets that are opened again whenever they are closed, or
three hundred files at once every four seconds.
"""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Coroutine
from contextlib import ExitStack, suppress
from typing import Any

from benchmarks.client import Socket
from benchmarks.processes import BASE_DIR, Starter, database, free_port, python

SOCKETS, FRAMES_S = 6, 2100
UPLOADS, UPLOAD_BYTES, PAUSE_S = 300, 20_000, 4.0
SECONDS = 14.0

Person = dict[str, str]


def main(kinds: list[str]) -> None:
    with ExitStack() as stack:
        environment = stack.enter_context(database())
        port = free_port()
        # The limits as they are without any setting.
        limits = ("CHAT_FRAMES_PER_SECOND", "CHAT_TURNS_PER_MINUTE", "REQUESTS_PER_SECOND")
        environment |= {"PORT": str(port), "CHAT_MODEL": "offline", "PA_DEALING_MODEL": "offline"}
        environment |= dict.fromkeys(limits, "")
        people = json.loads(python("-m", "benchmarks.floods", "--people", env=environment))
        python("manage.py", "collectstatic", "--no-input", "--verbosity", "0", env=environment)
        folder = BASE_DIR / "var"
        folder.mkdir(exist_ok=True)
        web = Starter(stack, folder)("web", port, environment, "-m", "config.web")
        print("| | p50 ms | p95 ms | p95 against quiet | |\n|---|---|---|---|---|")
        for kind in kinds:
            quiet, flooded, sent = measure(kind, port, people)
            print(f"| {kind}: quiet | {_row(quiet)} | | |")
            print(f"| {kind}: beside a flood | {_row(flooded)} | {at(0.95, flooded) / at(0.95, quiet):.2f} | {sent} |")
        print(f"The server has {web.memory_info().rss / 1e6:.0f} MB.")


def measure(kind: str, port: int, people: dict[str, Person]) -> tuple[list[float], list[float], str]:
    """What the other person waits, in seconds: quiet, and beside a flood; and what the flood says of itself."""
    look = {"frames": _talk, "uploads": _read}[kind]
    asyncio.run(look(port, people["other"], 2))
    quiet = asyncio.run(look(port, people["other"], SECONDS))
    flooder = subprocess.Popen(
        [sys.executable, "-m", "benchmarks.floods", "--flood", kind, str(port), json.dumps(people["flooder"])],
        stdout=subprocess.PIPE, text=True, cwd=BASE_DIR,
    )  # fmt: skip
    time.sleep(1)
    flooded = asyncio.run(look(port, people["other"], SECONDS))
    flooder.terminate()
    return quiet, flooded, flooder.communicate(timeout=30)[0].strip() or "?"


def at(share: float, seconds: list[float]) -> float:
    return sorted(seconds)[int(len(seconds) * share)]


def _row(seconds: list[float]) -> str:
    return " | ".join(f"{1000 * at(share, seconds):.0f}" for share in (0.5, 0.95))


async def _talk(port: int, person: Person, seconds: float) -> list[float]:
    """One turn after the other."""
    socket = await Socket.connect(port, f"/ws/threads/{person['dealing']}/", person["token"])
    took: list[float] = []
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        took.append((await socket.say(f"I want to buy {len(took) + 1} shares.")).seconds)
        await asyncio.sleep(0.1)
    socket.close()
    return took


async def _read(port: int, person: Person, seconds: float) -> list[float]:
    """The home page again and again."""
    took = []
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        started = time.perf_counter()
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        cookie = f"sessionid={person['session']}"
        writer.write(f"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\nCookie: {cookie}\r\n\r\n".encode())
        page = await reader.read()
        took.append(time.perf_counter() - started)
        writer.close()
        assert page.startswith(b"HTTP/1.1 200"), page[:200]
        await asyncio.sleep(0.1)
    return took


async def _flood_frames(port: int, person: Person, stop: asyncio.Event) -> str:
    sent = opened = 0

    async def arm() -> None:
        nonlocal sent, opened
        while not stop.is_set():
            with suppress(Exception):
                socket = await Socket.connect(port, f"/ws/threads/{person['dealing']}/", person["token"])
                opened += 1
                while not stop.is_set() and not socket.transport.is_closing():
                    for _ in range(FRAMES_S // SOCKETS // 10):
                        socket._send(0x81, b'{"type":"say","text":"hi","client_id":"%d"}' % sent)
                        sent += 1
                    await asyncio.sleep(0.1)
            await asyncio.sleep(0.05)

    await asyncio.gather(*(arm() for _ in range(SOCKETS)))
    return f"{sent:,} frames over {opened:,} sockets"


async def _flood_uploads(port: int, person: Person, stop: asyncio.Event) -> str:
    answers: Counter[str] = Counter()
    request = _upload(person)

    async def send() -> None:
        try:
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(request)
            answers[(await asyncio.wait_for(reader.readline(), 60))[9:12].decode() or "closed"] += 1
            writer.close()
        except OSError as error:
            answers[type(error).__name__] += 1

    while not stop.is_set():
        await asyncio.gather(*(send() for _ in range(UPLOADS)))
        with suppress(TimeoutError):
            await asyncio.wait_for(stop.wait(), PAUSE_S)
    return ", ".join(f"{count:,} x {status}" for status, count in answers.most_common())


def _upload(person: Person) -> bytes:
    words = (b"The fee schedule is reviewed each year by the payer.\n" * (UPLOAD_BYTES // 52 + 1))[:UPLOAD_BYTES]
    file = b'--b\r\nContent-Disposition: form-data; name="file"; filename="n.txt"\r\nContent-Type: text/plain\r\n\r\n'
    body = file + words + b"\r\n--b--\r\n"
    token = "c" * 32
    head = (
        f"POST /pursuit/threads/{person['pursuit']}/material/ HTTP/1.1\r\nHost: 127.0.0.1\r\nHX-Request: true\r\n"
        f"Content-Type: multipart/form-data; boundary=b\r\nContent-Length: {len(body)}\r\nX-CSRFToken: {token}\r\n"
        f"Cookie: sessionid={person['session']}; csrftoken={token}\r\n\r\n"
    )
    return head.encode() + body


_FLOODS: dict[str, Callable[[int, Person, asyncio.Event], Coroutine[Any, Any, str]]] = {
    "frames": _flood_frames,
    "uploads": _flood_uploads,
}


async def _flood(kind: str, port: int, person: Person) -> None:
    stop = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(15, stop.set)
    print(await _FLOODS[kind](port, person, stop))


def _people() -> None:
    import django

    django.setup()
    from django.contrib.auth.models import User
    from django.contrib.sessions.backends.db import SessionStore
    from rest_framework.authtoken.models import Token

    from chat.models import Thread

    made = {}
    for name in ("other", "flooder"):
        user = User.objects.create_user(name)
        session = SessionStore()
        session["_auth_user_id"] = str(user.pk)
        session["_auth_user_backend"] = "django.contrib.auth.backends.ModelBackend"
        session["_auth_user_hash"] = user.get_session_auth_hash()
        session.save()
        made[name] = {"token": Token.objects.create(user=user).key, "session": str(session.session_key)}
        for thread, assistant in (("dealing", "pa_dealing"), ("pursuit", "pursuit")):
            made[name][thread] = str(Thread.objects.create(owner=user, assistant=assistant).pk)
    json.dump(made, sys.stdout)


if __name__ == "__main__":
    if "--people" in sys.argv:
        _people()
    elif "--flood" in sys.argv:
        asyncio.run(_flood(sys.argv[2], int(sys.argv[3]), json.loads(sys.argv[4])))
    else:
        main(sys.argv[1:] or sorted(_FLOODS))
