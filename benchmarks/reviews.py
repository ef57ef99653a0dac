"""Measures the investor review: `python -m benchmarks.reviews [--quick] [--only start,search,turn,documents]`.

In a database of its own with real commits. Turns are compared with those of a thread that has no session; whole
documents go through a real web server, whose memory is read at its highest.
"""

from __future__ import annotations

import argparse
import http.client
import json
import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from statistics import median
from typing import Any

from benchmarks.processes import Starter, database, free_port, python
from benchmarks.turns import Figure, at_most, below, quantile, table

NITPICKS, CHUNKS, SESSIONS = 200, 2_000, 1_000
QUERIES = (
    "who verifies the measurements",
    "scope 3 emissions of transport",
    "replacement of certificates after a reversal",
    "advance payments on an escrow account",
    "how much notice ends the agreement",
    "limit of liability for indirect damage",
    "annual audit of the supplier by a third party",
    "clause 1234",
    "nickel and chromium in olivine",
    "register for carbon credits",
)
_SUBJECTS = ("emissions", "certificates", "payments", "the register", "an audit", "a site", "transport", "the notice")
_VERBS = ("reports", "limits", "verifies", "replaces", "suspends", "publishes", "insures", "measures")


def clause(number: int) -> str:
    """A clause of about 600 characters, like no other."""
    parts = [
        f"The Company {_VERBS[(number * 7 + n) % 8]} {_SUBJECTS[(number * 3 + n) % 8]} under clause {number}.{n} within"
        f" {(number * 13 + n) % 90 + 1} days and tells the Buyer of item {number * 10 + n}."
        for n in range(6)
    ]
    return " ".join(parts)


def payload(session_id: str, chunks: int, nitpicks: int, clauses_each: int = 1) -> dict[str, Any]:
    """A start with so many chunks, each of so many clauses, and so many nitpicks."""
    each = [[clause(number * clauses_each + n) for n in range(clauses_each)] for number in range(chunks)]
    clauses = [" ".join(together) for together in each]
    return {
        "session_id": session_id,
        "company_name": "Bench",
        "doc_id": "bench",
        "doc_title": "Agreement",
        "full_document_text": "\n\n".join(clauses),
        "green_score": 61.5,
        "document_chunks": [
            {"chunk_id": f"c{n:06}", "text": text, "source_name": "Agreement", "citations": [f"p{n // 4}"]}
            for n, text in enumerate(clauses)
        ],
        "nitpicks": [
            {
                "issue_id": f"issue_{n:03}",
                "title": f"Clause {n} leaves too much open",
                "severity": ("high", "medium", "low")[n % 3],
                "status": "open",
                "summary": f"{clause(n)[:240]}",
                "citations": [f"c{n % max(chunks, 1):06}"],
                "suggested_changes": [f"Let clause {n} say who does it, by when, and who checks it."],
            }
            for n in range(nitpicks)
        ],
    }


def started(quick: bool) -> list[Figure]:
    """A start of 2,000 chunks and 200 nitpicks through the whole API, JSON and all; and its vectors."""
    from investor_review.intake import start
    from investor_review.models import ReviewSession

    client, taken = _client(), []
    for number in range(3 if quick else 7):
        taken.append(_post(client, payload(f"start-{number}", CHUNKS, NITPICKS)))
    session = ReviewSession.objects.get(session_id="start-0")
    began = time.perf_counter()
    start.embed_chunks(session)
    embedded = time.perf_counter() - began
    return [
        Figure("start of 2,000 chunks and 200 nitpicks", "ms", median(taken) * 1000, None, "", None),
        Figure("its 2,000 vectors, in a job", "ms", embedded * 1000, None, "", None),
    ]


def searched(quick: bool) -> list[Figure]:
    """A search inside one session, large or small, among 1,000 sessions."""
    from investor_review.intake import evidence, start
    from investor_review.models import ReviewSession

    client, count = _client(), 200 if quick else SESSIONS
    _post(client, payload("search-large", CHUNKS, 3))
    for number in range(count - 1):
        _post(client, payload(f"search-{number}", 12, 6))
    sessions = [ReviewSession.objects.get(session_id=f"search-{name}") for name in ("large", "7")]
    start.embed_chunks(sessions[0])
    figures = []
    for session, size in zip(sessions, ("2,000", "12"), strict=True):
        times = list(_timed(lambda query, s=session: evidence.find(s, query), QUERIES * (5 if quick else 20)))
        figures.append(
            below(f"search in {size} chunks, one of {count:,} sessions: p95", "ms", quantile(times, 0.95), 15)
        )
        figures.append(Figure("  its median", "ms", median(times), None, "", None))
    return figures


def talked(quick: bool) -> list[Figure]:
    """Turns of two model calls and one tool round in a large review, against the same in a thread without a session."""
    from django.conf import settings

    from chat.models import Thread
    from investor_review.models import ReviewSession
    from llm.registry import register_model

    settings.CHAT_MODEL = "openai:bench"
    register_model("openai:bench", _TwoCalls())
    client = _client()
    _post(client, payload("turn", CHUNKS, NITPICKS))
    large = ReviewSession.objects.get(session_id="turn").thread
    empty = Thread.objects.create(owner=large.owner, assistant="investor_review")
    times: dict[str, list[float]] = {"large": [], "empty": []}
    for number in range(8 + (20 if quick else 100)):
        for name, thread in (("large", large), ("empty", empty)):
            taken = _turn(thread)
            if number >= 8:
                times[name].append(taken)
    ours, floor = median(times["large"]) * 1000, median(times["empty"]) * 1000
    return [at_most("turn in a review of 200 nitpicks; floor: none", "ms", ours, floor, 1.5)]


def documents(quick: bool) -> list[Figure]:
    """Documents of 6 and 60 MB with all their chunks, through a web server of its own: seconds, and its memory."""
    figures = []
    for megabytes in (6,) if quick else (6, 60):
        with ExitStack() as stack:
            environment = stack.enter_context(database())
            port = free_port()
            environment |= {"PORT": str(port)}
            token = python("-m", "benchmarks.reviews", "--sender", env=environment).strip()
            folder = Path(environment["DATA_DIR"]).parent
            web = Starter(stack, folder)("web", port, environment, "-m", "config.web")
            chunks = megabytes * 1_000_000 // 1200
            body = json.dumps(payload(f"document-{megabytes}", chunks, NITPICKS, clauses_each=2)).encode()
            highest = _highest_mb(web.pid)
            began = time.perf_counter()
            _send(port, f"document-{megabytes}", body, token)
            seconds = time.perf_counter() - began
            name = f"start of a document of {megabytes} MB in {chunks:,} chunks"
            figures.append(Figure(name, "s", seconds, None, "", None))
            above = _highest_mb(web.pid) - highest
            figures.append(Figure("  memory of the web process above its own", "MB", above, None, "", None))
    return figures


def _send(port: int, session_id: str, body: bytes, token: str) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=1800)
    headers = {"Authorization": f"Token {token}", "Content-Type": "application/json"}
    connection.request("POST", f"/v1/reviews/sessions/{session_id}/start", body, headers)
    answer = connection.getresponse()
    content = answer.read()
    connection.close()
    if answer.status != 201:
        raise RuntimeError(f"{answer.status}: {content[:300]!r}")


def _highest_mb(pid: int) -> float:
    status = Path(f"/proc/{pid}/status").read_text()
    return int(next(line for line in status.splitlines() if line.startswith("VmHWM")).split()[1]) / 1024


class _TwoCalls:
    """A model that calls a tool that there is not, and then says a sentence: what surrounds it is what is measured."""

    def stream(self, request: Any) -> Iterator[Any]:
        from llm.types import TextDelta, ToolCall, Usage

        if request.messages[-1].role == "tool":
            yield TextDelta("That is noted.")
        else:
            yield ToolCall(f"call-{len(request.messages)}", "nothing", "{}")
        yield Usage(model="bench", finish_reason="stop")


def _turn(thread: Any) -> float:
    from chat.live import runs

    began = time.perf_counter()
    turn = runs.begin(thread.pk, thread.owner_id, "What about this one?", None)
    runs.run_here(turn)  # type: ignore[arg-type]
    if turn.status != "done":
        raise RuntimeError(f"the turn ended {turn.status}")
    return time.perf_counter() - began


def _timed(work: Callable[[str], object], queries: Sequence[str]) -> Iterator[float]:
    """Milliseconds of each query, after one round that warms up."""
    for query in dict.fromkeys(queries):
        work(query)
    for query in queries:
        began = time.perf_counter()
        work(query)
        yield (time.perf_counter() - began) * 1000


def sender() -> str:
    """The token of a user who may start sessions; made when there is none."""
    from django.contrib.auth.models import Group, User
    from rest_framework.authtoken.models import Token

    user, _ = User.objects.get_or_create(username="bench-upstream")
    user.groups.add(Group.objects.get(name="upstream"))
    return str(Token.objects.get_or_create(user=user)[0].key)


def _client() -> Any:
    from django.test import Client

    return Client(headers={"authorization": f"Token {sender()}", "host": "localhost"})


def _post(client: Any, sent: dict[str, Any]) -> float:
    body = json.dumps(sent)
    began = time.perf_counter()
    answer = client.post(f"/v1/reviews/sessions/{sent['session_id']}/start", body, content_type="application/json")
    if answer.status_code != 201:
        raise RuntimeError(f"{answer.status_code}: {answer.content[:300]!r}")
    return time.perf_counter() - began


PARTS = {"start": started, "search": searched, "turn": talked, "documents": documents}


def figures_of(parts: Sequence[str], quick: bool) -> list[Figure]:
    """Each part in a database of its own."""
    figures: list[Figure] = []
    for part in parts:
        print(f"reviews: {part} ...", flush=True)
        if part == "documents":
            figures += documents(quick)
            continue
        with database() as environment, tempfile.NamedTemporaryFile() as out:
            arguments = [
                "-m",
                "benchmarks.reviews",
                "--inside",
                part,
                "--out",
                out.name,
                *(["--quick"] if quick else []),
            ]
            python(*arguments, env={**environment, "LOG_LEVEL": "ERROR"})
            figures += [Figure(**values) for values in json.loads(Path(out.name).read_text())]
    return figures


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="fewer rounds: for a look, not for a decision")
    parser.add_argument("--only", default="", help=f"comma-separated: {', '.join(PARTS)}")
    parser.add_argument("--inside", choices=PARTS, help=argparse.SUPPRESS)
    parser.add_argument("--sender", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--out", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.inside or options.sender:
        import django

        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
        django.setup()
        if options.sender:
            print(sender())
        else:
            options.out.write_text(json.dumps([vars_of(figure) for figure in PARTS[options.inside](options.quick)]))
        return 0
    named = [name.strip() for name in options.only.split(",") if name.strip()]
    if unknown := [name for name in named if name not in PARTS]:
        parser.error(f"there is no part {unknown[0]!r}. There are: {', '.join(PARTS)}")
    print(table(figures_of(named or list(PARTS), options.quick)))
    return 0


def vars_of(figure: Figure) -> dict[str, Any]:
    return {name: getattr(figure, name) for name in ("name", "unit", "ours", "floor", "target", "met")}


if __name__ == "__main__":
    sys.exit(main())
