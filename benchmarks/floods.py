"""What a person waits while another floods the server with frames: `python -m benchmarks.floods`.

The flood comes from a process of its own, over six sockets that are opened again whenever they are closed.
"""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
import time
from contextlib import ExitStack, suppress

from benchmarks.client import Socket
from benchmarks.processes import BASE_DIR, Starter, database, free_port, python

TURNS, SOCKETS, FRAMES_S = 60, 6, 2100


def main() -> None:
    with ExitStack() as stack:
        environment = stack.enter_context(database())
        port = free_port()
        # The limits as they are without any setting.
        environment |= {"PORT": str(port), "PA_DEALING_MODEL": "offline", "CHAT_FRAMES_PER_SECOND": ""}
        environment["CHAT_TURNS_PER_MINUTE"] = ""
        people = json.loads(python("-m", "benchmarks.floods", "--people", env=environment))
        folder = BASE_DIR / "var"
        folder.mkdir(exist_ok=True)
        web = Starter(stack, folder)("web", port, environment, "-m", "config.web")
        quiet = asyncio.run(_talk(port, **people["other"]))
        flooder = subprocess.Popen(
            [sys.executable, "-m", "benchmarks.floods", "--flood", str(port), json.dumps(people["flooder"])],
            stdout=subprocess.PIPE, text=True, cwd=BASE_DIR,
        )  # fmt: skip
        time.sleep(1)
        flooded = asyncio.run(_talk(port, **people["other"]))
        flooder.terminate()
        out, _ = flooder.communicate(timeout=10)
        print("| | p50 ms | p95 ms |\n|---|---|---|")
        print(f"| quiet | {_row(quiet)} |\n| beside a flood | {_row(flooded)} |")
        print(f"The flood sent {out.strip() or '?'}; the server has {web.memory_info().rss / 1e6:.0f} MB.")


def _row(seconds: list[float]) -> str:
    ordered = sorted(seconds)
    return " | ".join(f"{1000 * ordered[int(len(ordered) * share)]:.0f}" for share in (0.5, 0.95))


async def _talk(port: int, token: str, thread: str) -> list[float]:
    socket = await Socket.connect(port, f"/ws/threads/{thread}/", token)
    took = []
    for number in range(TURNS):
        took.append((await socket.say(f"I want to buy {number + 1} shares.")).seconds)
        await asyncio.sleep(0.1)
    socket.close()
    return took


async def _flood(port: int, token: str, thread: str) -> None:
    sent = opened = 0
    loop = asyncio.get_running_loop()
    stop = asyncio.Event()
    loop.add_signal_handler(15, stop.set)

    async def arm() -> None:
        nonlocal sent, opened
        while not stop.is_set():
            with suppress(Exception):
                socket = await Socket.connect(port, f"/ws/threads/{thread}/", token)
                opened += 1
                while not stop.is_set() and not socket.transport.is_closing():
                    for _ in range(FRAMES_S // SOCKETS // 10):
                        socket._send(0x81, b'{"type":"say","text":"hi","client_id":"%d"}' % sent)
                        sent += 1
                    await asyncio.sleep(0.1)
            await asyncio.sleep(0.05)

    await asyncio.gather(*(arm() for _ in range(SOCKETS)))
    print(f"{sent:,} frames over {opened:,} sockets")


def _people() -> None:
    import django

    django.setup()
    from django.contrib.auth.models import User
    from rest_framework.authtoken.models import Token

    from chat.models import Thread

    made = {}
    for name in ("other", "flooder"):
        user = User.objects.create_user(name)
        thread = Thread.objects.create(owner=user, assistant="pa_dealing")
        made[name] = {"token": Token.objects.create(user=user).key, "thread": str(thread.pk)}
    json.dump(made, sys.stdout)


if __name__ == "__main__":
    if "--people" in sys.argv:
        _people()
    elif "--flood" in sys.argv:
        asyncio.run(_flood(int(sys.argv[2]), **json.loads(sys.argv[3])))
    else:
        main()
