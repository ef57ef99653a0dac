"""Reads a document in a process of its own, which is killed when it takes too long or too much memory.

`python -m retrieval.reading.sandbox KIND NAME LIMITS` reads the document on standard input and answers with JSON. It
has no
settings, no keys and no database; a file that breaks a parser breaks this process alone.
"""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import threading
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from llm.interface import Stopped, StopSignal
from retrieval.reading.chunking import cuts
from retrieval.reading.document import SAVE_AGAIN, Limits, ReadDocument, Unreadable, packed, unpacked

_ROOT = Path(__file__).resolve().parents[2]
# The process ends itself; the parent only helps where it cannot.
_GRACE_S = 2.0
_OUT_OF_MEMORY = 77
_slots = threading.BoundedSemaphore(max(2, min(4, os.cpu_count() or 2)))


def read_apart(
    kind: str, data: bytes, name: str, limits: Limits, *, charset: str = "", stop: StopSignal | None = None
) -> ReadDocument:
    """What the reader of `kind` gives, read and cut in another process.

    Only a few run at once, so that many hostile files cannot take the memory together; others wait for their turn.
    Raises Unreadable, and Stopped when `stop` is set meanwhile.
    """
    while not _slots.acquire(timeout=0.1):
        if stop is not None and stop.is_set():
            raise Stopped
    try:
        return _read_in_slot(kind, data, name, limits, charset, stop)
    finally:
        _slots.release()


def _read_in_slot(
    kind: str, data: bytes, name: str, limits: Limits, charset: str, stop: StopSignal | None
) -> ReadDocument:
    given = json.dumps({**asdict(limits), "name": name, "charset": charset})
    # The readers need no setting of ours, so no secret is where a hostile file could find it.
    environment = {name: os.environ[name] for name in ("PATH", "LANG", "LC_ALL", "TMPDIR") if name in os.environ}
    try:
        process = subprocess.Popen(
            [sys.executable, "-m", "retrieval.reading.sandbox", kind, given],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            cwd=_ROOT,
            env=environment,
            start_new_session=True,
        )
    except OSError as error:
        sentence = f"{name!r} cannot be read now: the server cannot start a reader ({error.strerror}). Try again later."
        raise Unreadable("broken", sentence) from None
    if stop is not None:
        stop.on_set(process.kill)
    try:
        out, _ = process.communicate(data, timeout=limits.seconds + _GRACE_S)
    except subprocess.TimeoutExpired:
        raise _too_slow(name, limits) from None
    finally:
        if stop is not None:
            stop.forget(process.kill)
        _end(process)
    if stop is not None and stop.is_set():
        raise Stopped
    return _answer(process.returncode, out, name, limits)


def _answer(status: int, out: bytes, name: str, limits: Limits) -> ReadDocument:
    if status == 0:
        with contextlib.suppress(ValueError):
            answer: dict[str, Any] = json.loads(out)
            if "code" in answer:
                raise Unreadable(answer["code"], answer["sentence"])
            return unpacked(answer)
    if -status in (signal.SIGALRM, signal.SIGXCPU):
        raise _too_slow(name, limits)
    if status == _OUT_OF_MEMORY or -status in (signal.SIGKILL, signal.SIGSEGV):
        raise Unreadable("bomb", f"{name!r} needs more memory to read than a document may.")
    raise Unreadable("broken", f"{name!r} is damaged: reading it failed. {SAVE_AGAIN}")


def _end(process: subprocess.Popen[bytes]) -> None:
    process.kill()
    process.wait()
    for pipe in (process.stdin, process.stdout):
        if pipe is not None:
            with contextlib.suppress(OSError):
                pipe.close()


def _too_slow(name: str, limits: Limits) -> Unreadable:
    return Unreadable("too_large", f"{name!r} takes more than {limits.seconds:g} seconds to read. Give a part of it.")


def _confine(limits: Limits) -> None:
    """From now on this process ends by itself at its limits. Where a system knows no such limit, the others hold."""
    import resource

    seconds = max(1, round(limits.seconds))
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    signal.setitimer(signal.ITIMER_REAL, limits.seconds)
    for what, most, at_last in (
        (resource.RLIMIT_AS, limits.memory_bytes, limits.memory_bytes),
        # The first limit ends the process with a signal of its own name, the second without one.
        (resource.RLIMIT_CPU, seconds, seconds + 1),
        (resource.RLIMIT_FSIZE, 0, 0),
        (resource.RLIMIT_CORE, 0, 0),
        (resource.RLIMIT_NPROC, 0, 0),
    ):
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(what, (most, at_last))


def _read(kind: str, data: bytes, name: str, limits: Limits, charset: str) -> ReadDocument:
    # Each library is loaded only for its kind.
    if kind == "pdf":
        from retrieval.reading.read_pdf import read_pdf

        return read_pdf(data, name, limits)
    if kind == "docx":
        from retrieval.reading.read_docx import read_docx

        return read_docx(data, name, limits)
    if kind == "html":
        from retrieval.reading.read_html import read_html

        return read_html(data, name, limits, charset)
    from retrieval.reading.read_text import decoded, read_markdown, read_plain

    text = decoded(data, name, charset)
    return read_markdown(text, name, limits) if kind == "markdown" else read_plain(text, name, limits)


def main() -> None:
    """Answer on standard output: the document, or why there is none."""
    kind, given = sys.argv[1], json.loads(sys.argv[2])
    name, charset = given.pop("name"), given.pop("charset")
    limits = replace(Limits(), **given)
    _confine(limits)
    try:
        document = _read(kind, sys.stdin.buffer.read(), name, limits, charset)
        out = json.dumps(packed(replace(document, cut=tuple(cuts(document))))).encode()
    except Unreadable as refusal:
        out = json.dumps({"code": refusal.code, "sentence": str(refusal)}).encode()
    except MemoryError:
        os._exit(_OUT_OF_MEMORY)
    sys.stdout.buffer.write(out)
    sys.stdout.buffer.flush()
    # Nothing is left to do that could fail.
    os._exit(0)


if __name__ == "__main__":
    main()
