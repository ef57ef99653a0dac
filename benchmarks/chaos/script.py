"""What is done to the processes while people talk: the kinds of disturbance, and their order, from a seed."""

from __future__ import annotations

import asyncio
import json
import os
import random
import sys
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass

from benchmarks.chaos.mail import Mailbox
from benchmarks.chaos.model import MODES
from benchmarks.chaos.scene import Scene
from benchmarks.processes import BASE_DIR

MODEL_S, FLOOD_S, FULL_S, REDIS_S = 5.0, 5.0, 4.0, 4.0
# After each the people have a moment, so that the next one meets turns at any point.
PAUSE_S = (0.2, 1.6)
WAIT_FOR_MAIL_S = 6.0


@dataclass(frozen=True)
class Kills:
    """How often each process is killed, and how often everything else happens."""

    web: int
    worker: int
    postgres: int
    others: int


def script(seed: int, kills: Kills) -> list[str]:
    """The disturbances in their order; the same for the same numbers."""
    others = ["full disk", "redis", "frames", "uploads", *(f"model {mode}" for mode in MODES if mode != "steady")]
    kinds = ["web"] * kills.web + ["worker"] * kills.worker + ["postgres"] * kills.postgres + others * kills.others
    random.Random(seed).shuffle(kinds)
    return kinds


class Disturber:
    """Does one disturbance at a time. Each returns when the process is back, or raises TimeoutError."""

    def __init__(self, scene: Scene, mailbox: Mailbox, seed: int) -> None:
        self.scene, self.mailbox = scene, mailbox
        self.chance = random.Random(seed + 1)
        self.skipped: dict[str, str] = {}

    async def disturb(self, kind: str) -> None:
        name, _, how = kind.partition(" ")
        acts: dict[str, Callable[[], Awaitable[None]]] = {
            "web": self._web,
            "worker": self._worker,
            "postgres": self._postgres,
            "full": self._full_disk,
            "redis": self._redis,
            "model": lambda: self._model(how),
            "frames": lambda: self._flood("frames"),
            "uploads": lambda: self._flood("uploads"),
        }
        await acts[name]()
        await asyncio.sleep(self.chance.uniform(*PAUSE_S))

    async def _web(self) -> None:
        self.scene.programs["web"].kill()
        await asyncio.sleep(0.4)
        await self.scene.ready("web")

    async def _worker(self) -> None:
        """Killed while it hands over a mail, where one comes soon."""
        self.mailbox.delivering.clear()
        with suppress(TimeoutError):
            await asyncio.wait_for(self.mailbox.delivering.wait(), WAIT_FOR_MAIL_S)
        self.scene.programs["worker"].kill()

    async def _postgres(self) -> None:
        self.scene.kill_postgres(self.chance)
        await asyncio.sleep(0.1)
        await self.scene.postgres_again()

    async def _full_disk(self) -> None:
        if self.scene.no_full_disk:
            self.skipped["full disk"] = self.scene.no_full_disk
            return
        filler = self.scene.data / "filler"
        filler.unlink(missing_ok=True)
        try:
            await asyncio.to_thread(_fill, filler)
            await asyncio.sleep(FULL_S)
        finally:
            filler.unlink(missing_ok=True)
        await self.scene.postgres_again()

    async def _redis(self) -> None:
        redis = self.scene.programs.get("redis")
        if redis is None:
            self.skipped["redis"] = "there is no redis-server on the PATH"
            return
        redis.away = True
        redis.kill()
        await asyncio.sleep(REDIS_S)
        redis.away = False
        await asyncio.sleep(0.4)
        await self.scene.ready("redis")

    async def _model(self, mode: str) -> None:
        await self.scene.tell_model(mode)
        await asyncio.sleep(MODEL_S)
        await self.scene.tell_model("steady")

    async def _flood(self, kind: str) -> None:
        person = json.dumps(
            {key: self.scene.people["flooder"][key] for key in ("token", "session", "dealing", "pursuit")}
        )
        flood = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "benchmarks.floods", "--flood", kind, str(self.scene.web_port), person),
            cwd=BASE_DIR,
            stdout=asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.DEVNULL,
        )
        await asyncio.sleep(FLOOD_S)
        flood.kill()
        await flood.wait()


def _fill(filler: os.PathLike[str]) -> None:
    """Write until there is no room."""
    block = b"\0" * 1_000_000
    with open(filler, "wb", buffering=0) as file:
        while block:
            try:
                file.write(block)
            except OSError:
                block = block[: len(block) // 2]
