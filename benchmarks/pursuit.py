"""Pursuit on a policy collection of 50,000 chunks: `python -m benchmarks.pursuit [--chunks N] [--turns N]`.

Measured are an offline turn with three parts (everything but the model: plan, search, judge, reply, rows), six links
read one after the other and together, and the memory of the process while a document of 10 MB is read. The words are
made as those of `benchmarks.retrieval`. It wants a database without policies, which it leaves without them; its turns
stay, because the trail of a turn cannot be deleted.
"""

from __future__ import annotations

import argparse
import os
import resource
import statistics
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import islice
from typing import Any

from benchmarks.retrieval import Words, _set_up_django, fill

LIMIT_MS = 400
_BATCH = 1000
_SERVER_S = 0.3


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--chunks", type=int, default=50_000)
    parser.add_argument("--turns", type=int, default=60)
    options = parser.parse_args()
    os.environ["PURSUIT_MODEL"] = "offline"
    _set_up_django()
    import random

    words = Words(random.Random(11))
    # First, while this process is small: the reader is forked from it.
    _measure_reading()
    _measure_links()
    p95 = _measure_turns(words, options.chunks, options.turns)
    if p95 >= LIMIT_MS:
        print(f"A turn takes more than {LIMIT_MS} ms.")
    return 0


def _documents(words: Words, chunks: int) -> Iterator[Any]:
    """Policies of ten chunks each, of a hundred payers that do not exist."""
    from retrieval.index import NewDocument, Piece

    for number in range(chunks // 10):
        subject = words.subjects[number % len(words.subjects)]
        made = [" ".join(words._some(subject, 120)) for _ in range(10)]
        yield NewDocument(
            key=f"benchmark/{number}",
            title=f"Policy {number}",
            text="\n\n".join(made),
            pieces=[Piece(text) for text in made],
            metadata={"payer": f"Payer {number % 100} Example", "state": "Florida"},
        )


def batched(documents: Iterator[Any], size: int) -> Iterator[list[Any]]:
    while batch := list(islice(documents, size)):
        yield batch


def _question(words: Words) -> str:
    subjects = [" ".join(words.chance.sample(words.chance.choice(words.subjects), 2)) for _ in range(3)]
    payer = f"Payer {words.chance.randrange(100)} Example"
    return (
        f"What is the copay for {subjects[0]} of {payer} in Florida, does {payer} cover {subjects[1]} and how many "
        f"visits of {subjects[2]} are allowed?"
    )


def _measure_turns(words: Words, chunks: int, turns: int) -> float:
    from django.contrib.auth import get_user_model

    from pursuit.words import POLICIES
    from retrieval.index import delete_collection
    from retrieval.models import Collection

    collection = Collection.objects.named(POLICIES)
    if collection.documents.exists():
        raise SystemExit("This database has policies. Run it in one of its own: python -m benchmarks.")
    user = get_user_model().objects.create_user(f"benchmark-{time.time_ns()}")
    started = time.perf_counter()
    try:
        fill(collection, batched(_documents(words, chunks), _BATCH // 10))
        print(f"{chunks:,} chunks stored and indexed in {time.perf_counter() - started:.0f} s", flush=True)
        times = [_turn(user, _question(words)) for _ in range(turns + 5)][5:]
    finally:
        delete_collection(POLICIES)
    times.sort()
    p95 = times[int(len(times) * 0.95)]
    print(f"offline turn, three parts: p50 {statistics.median(times):.0f} ms, p95 {p95:.0f} ms (limit {LIMIT_MS} ms)")
    return p95


def _turn(user: Any, question: str) -> float:
    from chat.live import runs
    from chat.models import Thread
    from chat.turns import TurnRun

    thread = Thread.objects.create(owner=user, assistant="pursuit")
    started = time.perf_counter()
    turn = runs.begin(thread.pk, user.pk, question, None)
    assert isinstance(turn, TurnRun)
    runs.run_here(turn)
    assert turn.status == "done", turn.status
    return (time.perf_counter() - started) * 1000


class _Slow(BaseHTTPRequestHandler):
    """A page that takes a while."""

    def do_GET(self) -> None:
        time.sleep(_SERVER_S)
        body = b"<html><body><p>A page of a policy.</p></body></html>"
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *args: object) -> None:
        pass


def _measure_links() -> None:
    """Six links, through the product's own fetching; the guard lets this one server through."""
    from retrieval.links import fetch as fetching

    server = ThreadingHTTPServer(("127.0.0.1", 0), _Slow)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    port = server.server_address[1]
    before = fetching._PUBLIC
    fetching._PUBLIC = fetching.Guard(allows=lambda given: True, ports=frozenset({port}))
    urls = [f"http://127.0.0.1:{port}/{number}" for number in range(6)]
    try:
        started = time.perf_counter()
        for url in urls:
            fetching.fetch(url)
        alone = time.perf_counter() - started
        started = time.perf_counter()
        fetching.fetch_all(urls)
        together = time.perf_counter() - started
    finally:
        fetching._PUBLIC = before
        server.shutdown()
    print(f"six links of {_SERVER_S:g} s each: one by one {alone:.2f} s, together {together:.2f} s")


def _measure_reading() -> None:
    from pursuit.material import read_file
    from retrieval.reading import pieces

    sentence = "A member of the plan may have twelve visits in a calendar year when the visit is by video. "
    paragraph = f"<p>{sentence * 10}</p>\n"
    data = ("<html><body>" + paragraph * (9_900_000 // len(paragraph)) + "</body></html>").encode()
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    started = time.perf_counter()
    made = read_file("file", "large.html", data)
    count = len(pieces(made.document)) if made.document else 0
    taken = time.perf_counter() - started
    after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    reader = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    print(
        f"a page of {len(data) / 1e6:.1f} MB: {made.problem or f'{count:,} chunks'} in {taken:.1f} s; this process "
        f"{before:.0f} MB, then at most {after:.0f} MB; the reader's own at most {reader:.0f} MB"
    )


if __name__ == "__main__":
    raise SystemExit(main())
