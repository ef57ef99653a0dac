"""The parts of the measurement: each takes turns with ours and the floor, and gives its figures."""

from __future__ import annotations

import asyncio
import json
import random
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from statistics import median

from benchmarks.client import Http, Socket, Timed
from benchmarks.processes import Stage, stage
from benchmarks.turns.costs import Cost, costs
from benchmarks.turns.figures import Figure, at_least, at_most, below

Say = Callable[[], Awaitable[Timed]]


@dataclass
class Bench:
    """The run: the stage, how long it takes, and threads that no figure has used yet."""

    stage: Stage
    quick: bool
    unused: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.unused = list(self.stage.threads)

    def take(self, count: int = 1) -> list[str]:
        taken, self.unused = self.unused[:count], self.unused[count:]
        return taken

    async def ours(self, thread: str) -> Socket:
        return await Socket.connect(self.stage.web_port, f"/ws/threads/{thread}/", self.stage.token)

    async def floor(self, thread: str) -> Socket:
        return await Socket.connect(self.stage.floor_port, f"/{thread}")

    async def model_s(self) -> float:
        """The two model calls of one turn without any client library, in seconds."""
        http = await Http.connect(self.stage.model_port)
        words, request = [], {"model": "bench", "stream": True, "tools": self.stage.request["tools"]}
        first = [
            {"role": "system", "content": self.stage.request["instructions"]},
            {"role": "user", "content": "buy 7"},
        ]
        bodies = [
            json.dumps({**request, "messages": messages}).encode()
            for messages in (first, [*first, {"role": "tool", "tool_call_id": "call_0_7", "content": "{}"}])
        ]
        for _ in range(50):
            taken = [(await http.post("/v1/chat/completions", body)).seconds for body in bodies]
            words.append(sum(taken))
        http.close()
        return median(words)


def message() -> str:
    return f"buy {random.randrange(100, 1_000_000):,} shares"


def quantile(values: Sequence[float], share: float) -> float:
    return sorted(values)[min(len(values) - 1, int(len(values) * share))]


async def sequential(bench: Bench) -> list[Figure]:
    """One turn after the other, WebSocket, REST and the floor in rounds."""
    rounds, warm_up = (20, 8) if bench.quick else (100, 12)
    own, rest_thread, theirs = bench.take(3)
    socket, floor, http = await bench.ours(own), await bench.floor(theirs), await Http.connect(bench.stage.web_port)
    model = await bench.model_s()
    ways: dict[str, Say] = {
        "ws": lambda: socket.say(message()),
        "rest": lambda: http.say(rest_thread, message(), bench.stage.token),
        "floor": lambda: floor.say(message()),
    }
    times: dict[str, list[float]] = {name: [] for name in ways}
    frames = {}
    for number in range(warm_up + rounds):
        for name in random.sample(sorted(ways), len(ways)):
            timed = await ways[name]()
            frames[name] = timed.frames
            if number >= warm_up:
                times[name].append(timed.seconds)
    for connection in (socket, floor, http):
        connection.close()
    print(f"  frames a turn: ours {frames['ws']}, floor {frames['floor']}; model {model * 1000:.2f} ms a turn")
    total = {name: median(values) * 1000 for name, values in times.items()}
    beside = {name: value - model * 1000 for name, value in total.items()}
    return [
        at_most("turn over WebSocket, beside the model", "ms", beside["ws"], beside["floor"], 0.35),
        Figure("turn over WebSocket, in all", "ms", total["ws"], total["floor"], "", None),
        at_most("turn by REST, beside the model", "ms", beside["rest"], beside["floor"], 0.9),
        Figure("turn by REST, in all", "ms", total["rest"], total["floor"], "", None),
    ]


async def cost(bench: Bench) -> list[Figure]:
    """Processor time and log of a turn, ours and the floor's, in rounds."""
    rounds, turns = (2, 25) if bench.quick else (5, 60)
    ours, floor = await bench.ours(*bench.take()), await bench.floor(*bench.take())
    sides = {"ours": (ours, bench.stage.web), "floor": (floor, bench.stage.floor)}
    measured: dict[str, list[Cost]] = {name: [] for name in sides}
    for number in range(rounds + 1):
        for name, (socket, process) in sides.items():
            with costs(process, bench.stage.conninfo, turns) as of_one:
                for _ in range(turns):
                    await socket.say(message())
            if number:
                measured[name].append(of_one)
    ours.close()
    floor.close()
    own, bare = (
        [
            median(getattr(cost_of_one, field) for cost_of_one in measured[name])
            for field in ("process_ms", "postgres_ms", "wal_kb")
        ]
        for name in ("ours", "floor")
    )
    return [
        at_most("processor time of a turn", "ms", own[0], bare[0], 9 / 26.7),
        below("PostgreSQL's processor time of a turn", "ms", own[1], 3, bare[1]),
        below("written to the log by a turn", "kB", own[2], 5, bare[2]),
    ]


async def long_thread(bench: Bench) -> list[Figure]:
    """Turn 5 of fresh threads and the turns from 1,000 on (quick: 100) of one long thread, in turns."""
    samples, first = (8, 100) if bench.quick else (30, 1000)
    long = await bench.ours(*bench.take())
    for _ in range(first - 1):
        await long.say(message())
    short, far = [], []
    for thread in bench.take(samples):
        fresh = await bench.ours(thread)
        for _ in range(4):
            await fresh.say(message())
        short.append((await fresh.say(message())).seconds)
        far.append((await long.say(message())).seconds)
        fresh.close()
    long.close()
    return [
        at_most(f"turn {first:,} of a thread; floor: its turn 5", "ms", median(far) * 1000, median(short) * 1000, 1.2)
    ]


async def _at_once(sockets: Sequence[Socket], turns: int) -> tuple[float, list[float]]:
    """Every connection says `turns` things one after another, all at once: (seconds in all, of each turn)."""

    async def talk(socket: Socket) -> list[float]:
        return [(await socket.say(message())).seconds for _ in range(turns)]

    started = time.perf_counter()
    taken = await asyncio.gather(*map(talk, sockets))
    return time.perf_counter() - started, [seconds for of_a_socket in taken for seconds in of_a_socket]


async def throughput(bench: Bench) -> list[Figure]:
    """50 threads that talk without a pause, ours and the floor by turns."""
    count, turns, repeats = 50, 4, 3 if bench.quick else 7
    ours = [await bench.ours(thread) for thread in bench.take(count)]
    floor = [await bench.floor(thread) for thread in bench.take(count)]
    rates: dict[str, list[float]] = {"ours": [], "floor": []}
    for repeat in range(repeats + 1):
        for name, sockets in (("ours", ours), ("floor", floor)):
            seconds, _ = await _at_once(sockets, turns)
            if repeat:
                rates[name].append(count * turns / seconds)
    for socket in (*ours, *floor):
        socket.close()
    return [at_least("50 threads at once", "turns/s", median(rates["ours"]), median(rates["floor"]), 2.5)]


async def burst(bench: Bench) -> list[Figure]:
    """200 threads at once on a model that waits 300 ms before each answer."""
    count, latency, repeats = 200, 300, 2 if bench.quick else 5
    ours = [await bench.ours(thread) for thread in bench.take(count)]
    floor = [await bench.floor(thread) for thread in bench.take(count)]
    bench.stage.latency(latency)
    quantiles: dict[str, list[tuple[float, float]]] = {"ours": [], "floor": []}
    for repeat in range(repeats + 1):
        for name, sockets in (("ours", ours), ("floor", floor)):
            _, taken = await _at_once(sockets, 2)
            above = [(seconds - 2 * latency / 1000) * 1000 for seconds in taken]
            if repeat:
                quantiles[name].append((quantile(above, 0.5), quantile(above, 0.99)))
    bench.stage.latency(0)
    for socket in (*ours, *floor):
        socket.close()
    half = {name: median(p50 for p50, _ in values) for name, values in quantiles.items()}
    most = {name: median(p99 for _, p99 in values) for name, values in quantiles.items()}
    return [
        Figure("200 threads at once, 300 ms model: p50 above it", "ms", half["ours"], half["floor"], "", None),
        at_most("200 threads at once, 300 ms model: p99 above it", "ms", most["ours"], most["floor"], 0.3),
    ]


async def arriving(bench: Bench) -> list[Figure]:
    """20 turns a second arrive on a model that takes 3 s a turn; then the memory of the web process."""
    rate, latency, seconds = 20, 1500, 5 if bench.quick else 15
    # However late the turns of a slow machine end, each has a socket.
    sockets = [await bench.ours(thread) for thread in bench.take(rate * seconds)]
    bench.stage.latency(latency)
    taken: list[float] = []

    async def one(socket: Socket) -> None:
        taken.append((await socket.say(message())).seconds - 2 * latency / 1000)

    started, tasks = time.perf_counter(), []
    for number in range(rate * seconds):
        await asyncio.sleep(max(0.0, started + number / rate - time.perf_counter()))
        tasks.append(asyncio.ensure_future(one(sockets[number])))
    await asyncio.gather(*tasks)
    bench.stage.latency(0)
    for socket in sockets:
        socket.close()
    memory = bench.stage.web.memory_info().rss / 2**20
    return [
        Figure("20 turns/s arrive, 3 s model: p50 above it", "ms", quantile(taken, 0.5) * 1000, None, "", None),
        below("20 turns/s arrive, 3 s model: p99 above it", "ms", quantile(taken, 0.99) * 1000, 250),
        below("memory of the web process after it", "MB", memory, 190),
    ]


PARTS: dict[str, Callable[[Bench], Awaitable[list[Figure]]]] = {
    "sequential": sequential,
    "cost": cost,
    "long": long_thread,
    "throughput": throughput,
    "burst": burst,
    "arriving": arriving,
}
# Other names of the parts, after what they show.
ALSO = {"ws": "sequential", "rest": "sequential", "memory": "arriving"}


def measure(parts: Sequence[str], quick: bool) -> list[Figure]:
    """Start everything, measure `parts` in order, stop everything."""
    figures: list[Figure] = []
    with stage(threads=1200) as running:
        bench = Bench(running, quick)
        for part in parts:
            print(f"{part} ...", flush=True)
            figures += asyncio.run(PARTS[part](bench))
    return figures
