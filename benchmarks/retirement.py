"""What a thousand facts cost a retirement thread: state, page, turns against an empty thread, the model's context.

`python -m benchmarks.retirement [--quick]`, on a database of its own. Long and empty threads take turns within one
run, the model answers at once, and medians are compared.
"""

from __future__ import annotations

import argparse
import gc
import json
import random
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from statistics import median
from typing import TYPE_CHECKING, Any

from benchmarks.processes import database

if TYPE_CHECKING:
    from django.contrib.auth.models import User

    from chat.models import Thread
    from llm.types import ModelRequest, StreamItem

MODEL = "openai:bench-retirement"
FACTS = 1_000
WORDS = "My sister Joan lives close by and we share a garden"
# As a long conversation leaves them: types of the checklist and others, some of them corrected later.
_FILL = """
INSERT INTO retirement_informationrecord
       (id, session_id, topic, fact_type, value, confidence, covers, message_id, start, "end",
        created_at)
SELECT gen_random_uuid(), %(thread)s, (%(topics)s::text[])[1 + n %% 8],
       CASE WHEN n %% 3 = 0 THEN (%(types)s::text[])[1 + n %% cardinality(%(types)s::text[])] || '_' || n
            ELSE 'detail_' || n END,
       'What was said as number ' || n || ' of a long conversation about everything that matters later',
       0.9, '{}', %(message)s, 0, 30,
       now() - make_interval(secs => %(facts)s - n)
  FROM generate_series(1, %(facts)s) AS n
"""


class InstantModel:
    """Answers at once: it notes one fact, then says so. `asked` is the size of what it was told last, in characters."""

    def __init__(self) -> None:
        self.asked = 0
        self._count = 0

    def stream(self, request: ModelRequest) -> Iterator[StreamItem]:
        from llm.types import TextDelta, ToolCall, Usage

        self.asked = len(request.instructions) + len(request.situation) + sum(map(_size, request.messages))
        if request.messages[-1].role == "user":
            self._count += 1
            arguments = {"topic": "lifestyle_purpose", "fact_type": f"social_life_{self._count}", "value": WORDS}
            yield ToolCall(f"call-{self._count}", "information", json.dumps(arguments))
        else:
            yield TextDelta("Noted. What would a good week look like to you?")
        yield Usage(input_tokens=1, output_tokens=1, model="bench", finish_reason="stop")


def _size(message: Any) -> int:
    calls = sum(len(call.arguments) for call in message.calls)
    return len(message.text) + calls + sum(len(result.content) for result in message.results)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="fewer rounds: for a look, not for a decision")
    parser.add_argument("--here", action="store_true", help="in the configured database, which is filled")
    options = parser.parse_args()
    if not options.here:
        # Django reads the environment once, so what is measured runs in a process of its own.
        with database() as environment:
            environment |= {"RETIREMENT_MODEL": MODEL, "LOG_LEVEL": "ERROR", "ALLOWED_HOSTS": "testserver"}
            command = [sys.executable, "-m", "benchmarks.retirement", "--here", *(["--quick"] if options.quick else [])]
            return subprocess.run(command, env=environment, check=False).returncode
    import django

    django.setup()
    from django.core.management import call_command

    call_command("collectstatic", interactive=False, verbosity=0)
    for line in _measure(15 if options.quick else 60):
        sys.stdout.write(f"{line}\n")
    return 0


def _thread(owner: User, facts: int) -> Thread:
    from django.db import connection

    from chat.models import Message, Thread
    from retirement.checklist import CHECKLIST, Topic

    thread = Thread.objects.create(owner=owner, assistant="retirement")
    if facts:
        message = Message.objects.create(
            thread=thread, role="user", content="We have talked about this at length. " * 3
        )
        types = [item.fact_type for item in CHECKLIST]
        values: dict[str, Any] = {
            "thread": thread.pk,
            "topics": Topic.values,
            "types": types,
            "message": message.pk,
            "facts": facts,
        }
        with connection.cursor() as cursor:
            cursor.execute(_FILL, values)
    return thread


def _measure(rounds: int) -> Iterator[str]:
    from django.contrib.auth.models import User
    from django.db import connection
    from django.test import Client

    from chat.live import runs
    from llm.registry import register_model

    owner = User.objects.create_user("bench-retirement")
    register_model(MODEL, model := InstantModel())
    client = Client()
    client.force_login(owner)
    long = [_thread(owner, FACTS) for _ in range(rounds + 3)]
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE retirement_informationrecord")

    def turn(thread: Thread) -> None:
        ran = runs.run_here(runs.begin(thread.pk, owner.pk, f"{WORDS}.", None))  # type: ignore[arg-type]
        assert ran.status == "done", ran.error_code

    times: dict[str, list[float]] = {}
    for number, full in enumerate(long):
        threads = [("empty", _thread(owner, 0)), (f"{FACTS:,} facts", full)]
        for step in ("first", "second"):
            for name, thread in random.sample(threads, 2):
                seconds = _timed(partial(turn, thread))
                if number >= 3:
                    times.setdefault(f"{step} turn, {name}", []).append(seconds)
        state = _timed(partial(_state, full))
        page = _timed(partial(client.get, f"/threads/{full.pk}/"))
        times.setdefault("state", []).append(state)
        times.setdefault("page", []).append(page)
    half = {name: median(values) * 1000 for name, values in times.items()}
    yield from _table(half)
    sizes = []
    for facts in (0, 100, FACTS):
        turn(_thread(owner, facts))
        sizes.append(f"{facts:,} facts {model.asked:,}")
    yield f"characters that the model is told: {', '.join(sizes)}"


def _state(thread: Thread) -> str:
    from chat import assistants

    assistant = assistants.get("retirement")
    return json.dumps(assistant.state(assistant.load(thread.pk)))


def _timed(work: Callable[[], object]) -> float:
    gc.collect()
    started = time.perf_counter()
    work()
    return time.perf_counter() - started


def _table(half: dict[str, float]) -> Iterable[str]:
    for name in ("state", "page"):
        yield f"{f'{name} at {FACTS:,} facts':34} {half[name]:7.1f} ms   target < 150 ms"
    for step in ("first", "second"):
        ours, empty = half[f"{step} turn, {FACTS:,} facts"], half[f"{step} turn, empty"]
        ratio = f"empty {empty:.1f} ms, {ours / empty:.2f} x, target <= 1.2 x"
        yield f"{f'{step} turn at {FACTS:,} facts':34} {ours:7.1f} ms   {ratio}"


if __name__ == "__main__":
    sys.exit(main())
