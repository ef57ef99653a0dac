"""The JSON of a start, read by the block: it is what json.loads makes of it, wherever a block ends, and in its words."""

from __future__ import annotations

import io
import json
import os
import random
import tracemalloc
from collections.abc import Callable
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from rest_framework.utils.json import strict_constant

from investor_review.intake import evidence, spool, start
from investor_review.intake.body import read_body
from investor_review.intake.payload import payload_hash, read_payload
from investor_review.intake.spool import LongList, LongText, let_go
from investor_review.models import NitpickIssue, ReviewSession
from investor_review.tests.shared import Program, nitpick, payload
from retrieval.models import Chunk, Document

ODD = (
    "",
    " ",
    "a",
    "é",
    "供应商",
    "😀",
    "\ud83d",
    "\ude00",
    "\ud83d\u0041",
    "\x00",
    '"',
    "\\",
    "\n",
    "\u2028",
    "\ufeff",
)
NUMBERS = ("0", "-0", "72.50", "1e5", "-1.5E+300", "1e-400", "9" * 300, "123456789", "-12.0e-3")
NAMES = ("full_document_text", "document_chunks", "nitpicks", "green_score", "force", "Ünïcode", "session_id")


def whole(data: bytes) -> Any:
    """As a body was read before: all of it at once."""
    return json.loads(data.decode("utf-8-sig"), parse_float=Decimal, parse_constant=strict_constant)


def together(value: Any) -> Any:
    """What was read, with its long fields in memory."""
    if isinstance(value, LongText):
        return "".join(value)
    if isinstance(value, LongList):
        return list(value)
    if isinstance(value, dict):
        return {name: together(item) for name, item in value.items()}
    return value


def outcome(read: Any, *given: Any) -> str:
    """What came of a body: its value to the last digit, or the sentence of its refusal."""
    try:
        value = read(*given)
    except InvalidOperation:
        return "no number that can be kept"
    except RecursionError:
        return "too deep"
    except ValueError as error:
        return f"refused: {error}"
    read_value = repr(sorted(together(value).items())) if isinstance(value, dict) else repr(value)
    let_go(value)
    return read_value


def by_the_block(data: bytes, block: int) -> str:
    return outcome(lambda: read_body(io.BytesIO(data).read, block))


class Writer:
    """Writes bodies that are right and odd."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)

    def blank(self) -> str:
        return self.chance.choice(("", "", " ", "\n", "\r\n\t "))

    def text(self) -> str:
        parts = self.chance.choices(ODD, k=self.chance.randrange(12))
        return "".join(
            json.dumps(part, ensure_ascii=self.chance.random() < 0.5 or part in ODD[6:9])[1:-1] for part in parts
        )

    def value(self, depth: int = 0) -> str:
        kind = self.chance.randrange(4 if depth > 2 else 6)
        if kind == 0:
            return self.chance.choice(NUMBERS)
        if kind == 1:
            return self.chance.choice(("null", "true", "false"))
        if kind < 4:
            return f'"{self.text()}"'
        items = [self.value(depth + 1) for _ in range(self.chance.randrange(4))]
        if kind == 4:
            return self.joined("[", items, "]")
        return self.joined("{", [f'"{self.text()}"{self.blank()}:{self.blank()}{item}' for item in items], "}")

    def joined(self, begin: str, items: list[str], end: str) -> str:
        between = f"{self.blank()},{self.blank()}"
        return f"{begin}{self.blank()}{between.join(items)}{self.blank()}{end}"

    def member(self) -> str:
        name = self.chance.choice(NAMES)
        written = self.value()
        if name == "full_document_text" and self.chance.random() < 0.8:
            written = f'"{self.text()}{self.text()}"'
        elif name in ("document_chunks", "nitpicks") and self.chance.random() < 0.8:
            written = self.joined("[", [self.value(1) for _ in range(self.chance.randrange(4))], "]")
        return f'"{name}"{self.blank()}:{self.blank()}{written}'

    def body(self) -> bytes:
        members = [self.member() for _ in range(self.chance.randrange(6))]
        mark = self.chance.choice(("", "", "\ufeff"))
        return f"{mark}{self.blank()}{self.joined('{', members, '}')}{self.blank()}".encode()

    def broken(self) -> bytes:
        """A body with a byte too many, too few or of another kind, or one that breaks off."""
        data = bytearray(self.body())
        at = self.chance.randrange(len(data))
        match self.chance.randrange(4):
            case 0:
                del data[at:]
            case 1:
                data[at] = self.chance.choice(b'"\\{}[],:x0-\n\x00\xff\xc3\xed')
            case 2:
                data.insert(at, self.chance.choice(b'"\\{}[],:x0-\n\x00\xff\xc3\xed'))
            case _:
                del data[at]
        return bytes(data)


@pytest.mark.parametrize("block", range(1, 65))
def test_a_body_is_the_same_wherever_a_block_of_it_ends(block: int) -> None:
    writer = Writer(block)
    for data in (writer.body() for _ in range(25)):
        assert by_the_block(data, block) == outcome(whole, data), data


@pytest.mark.parametrize("block", [*range(1, 20), 33, 64, 1 << 20])
def test_a_body_that_is_broken_is_refused_in_the_same_words(block: int) -> None:
    writer = Writer(1000 + block)
    for data in (writer.broken() for _ in range(60)):
        assert by_the_block(data, block) == outcome(whole, data), data


@pytest.mark.parametrize("block", [1, 5, 17, 1 << 20])
@pytest.mark.parametrize("pretty", [None, 1])
def test_a_start_that_breaks_off_anywhere_is_refused_in_the_same_words(block: int, pretty: int | None) -> None:
    sent = payload(
        full_document_text='a\n"b" \\ é 😀 \ud83d', document_chunks=payload()["document_chunks"][:1], nitpicks=[]
    )
    data = json.dumps(sent, indent=pretty).encode()
    for end in range(len(data) + 1):
        assert by_the_block(data[:end], block) == outcome(whole, data[:end]), data[:end]


@pytest.mark.parametrize("block", [1, 7, 100, 1 << 20])
@pytest.mark.parametrize(
    "data",
    [
        *(b"", b" ", b"[]", b"null", b"5", b'"text"', b"[1, 2", b"{} x", b"{}{}", b'{"a": 1,}', b"\xef\xbb\xbf", b"\xef\xbb"),
        *(b'\xef\xbb\xbf{"a": 1}', b'\xef\xbb\xbf\xef\xbb\xbf{"a": 1}', b' \xef\xbb\xbf{"a": 1}', b'{"a": \xff}', b"\xff\xfe"),
        *(b'{"green_score": NaN}', b'{"a": [-Infinity]}', b'{"a": 1e99999999999999999999}', b'{"a": 1.}', b'{"a": -}'),
        b'{"a": ' + b"9" * 5000 + b', "b": 1}',
        b'{"a": ' + b"9" * 5000 + b".5}",
        b'{"nitpicks": [' + b"9" * 5000 + b"]}",
        b'{"a": ' * 5000 + b"1" + b"}" * 5000,
        b'{"nitpicks": ' + b"[" * 5000 + b"]" * 5000 + b"}",
        # Bytes that are no text come before every other fault, wherever they stand.
        b'{"a" 1, "b": "' + b"x" * 500 + b'\xe4"}',
        b'{"full_document_text": "' + b"x" * 500 + b"\xed\xa0\x80",
        b'{"full_document_text": "' + b"\\u4f9b" * 50 + b"\\ud83d\\ude00\\ud83d\\ud83d\\u0041\\u12",
        b'{"full_document_text": "a", "full_document_text": 5, "nitpicks": [1], "nitpicks": {"b": [2]}}',
        b'{"document_chunks": [{"chunk_id": "a"} {"chunk_id": "b"}]}',
    ],
)  # fmt: skip
def test_what_is_odd_about_a_body_comes_to_the_same(data: bytes, block: int) -> None:
    assert by_the_block(data, block) == outcome(whole, data)


@pytest.mark.parametrize("block", [3, 64, 1000])
def test_the_hash_and_the_warnings_are_those_of_a_body_in_memory_whatever_the_order_of_its_keys(block: int) -> None:
    sent = payload(
        full_document_text='\ud83d "tracked" \\ {+added+} \x00 供应商 😀 \n' * 40,
        green_score=72.50,
        unknown=[1.50, {"b": 1, "a": None}],
        nitpicks=[nitpick(citations=["doc_001:c001", "elsewhere"], extra=1)],
    )
    known = read_payload(sent, "sess_001")
    for body in (sent, dict(reversed(sent.items())), {"force": True, **sent}):
        read = read_body(io.BytesIO(json.dumps(body).encode()).read, block)
        assert isinstance(read["full_document_text"], LongText)
        by_block = read_payload(read, "sess_001")
        assert by_block.sha256 == known.sha256 == payload_hash(sent)
        assert (by_block.warnings, by_block.nitpicks) == (known.warnings, known.nitpicks)
        assert list(by_block.chunks) == list(known.chunks)
        let_go(read)


def test_the_hash_of_a_start_stays_what_sessions_were_stored_with() -> None:
    sent = payload(full_document_text='Zoë says: "1.5 %"\n\\ 供应商 😀', green_score=72.50)
    assert payload_hash(sent) == "b48ecf6313a611b381744d29699bf831be71b6670e6fb5c733e31ad979ad0c53"


@pytest.fixture
def on_disk(monkeypatch: pytest.MonkeyPatch) -> Callable[[], set[str]]:
    """Whatever is kept is in a file at once; gives the files without a name that this process has open."""

    def nameless() -> set[str]:
        links = (Path("/proc/self/fd", name) for name in os.listdir("/proc/self/fd"))
        return {os.readlink(link) for link in links if link.is_symlink() and "(deleted)" in os.readlink(link)}

    monkeypatch.setattr(spool, "IN_MEMORY", 1)
    before = nameless()
    return lambda: nameless() - before


def test_a_file_is_kept_until_it_is_let_go(on_disk: Any) -> None:
    body = read_body(io.BytesIO(json.dumps(payload()).encode()).read)
    assert len(on_disk()) == 2
    let_go(body)
    assert on_disk() == set()


@pytest.mark.parametrize(
    "ending",
    ["", "}", ', "green_score": }', "\xff", ', "a": ' + "[" * 5000, ', "green_score": "high"}', ', "green_score": 5}'],
)
def test_a_start_leaves_no_file_whatever_becomes_of_it(program: Program, on_disk: Any, ending: str) -> None:
    data = json.dumps(payload()).encode()[:-1] + ending.encode("latin-1")
    answer = program.ask("POST", "/sess_001/start", data)
    assert answer.status_code == (201 if ending in ("}", ', "green_score": 5}') else 400), answer.content
    assert on_disk() == set()
    assert ReviewSession.objects.exists() == Chunk.objects.exists() == (answer.status_code == 201)


def test_a_body_is_refused_in_the_words_of_the_parser(program: Program) -> None:
    data = json.dumps(payload(full_document_text="long " * 400_000)).encode()[:-3]
    answer = program.ask("POST", "/sess_001/start", data)
    with pytest.raises(ValueError, match="line 1 column") as refusal:
        whole(data)
    assert (answer.status_code, answer.json()["code"]) == (400, "parse_error")
    assert answer.json()["detail"] == f"The body is not valid JSON: {refusal.value}."
    assert ReviewSession.objects.count() == NitpickIssue.objects.count() == Document.objects.count() == 0


def test_a_document_of_many_pieces_is_stored_as_it_was_sent(program: Program) -> None:
    text = '供应商 reports 😀 "annually" \\ once.\n' * 60_000
    for number, (ascii_only, end) in enumerate(((True, "\ufffd end"), (False, "? end"))):
        sent = payload(f"long-{number}", full_document_text=f"{text}\x00\ud800 end")
        data = json.dumps(sent, ensure_ascii=ascii_only).encode("utf-8", "replace")
        answer = program.ask("POST", f"/long-{number}/start", data)
        assert answer.status_code == 201, answer.content
        stored = program.get(f"/long-{number}/document").json()["full_document_text"]
        assert stored == f"{text}\ufffd{end}"
        assert ReviewSession.objects.get(session_id=f"long-{number}").payload_sha256 == payload_hash(whole(data))


def test_a_blank_document_of_many_pieces_is_refused(program: Program) -> None:
    answer = program.start(full_document_text=" \n" * 1_200_000)
    assert answer.status_code == 400
    assert answer.json()["errors"] == {"full_document_text": ["full_document_text is empty."]}


def test_a_start_takes_less_memory_than_half_of_its_body(upstream: User) -> None:
    clause = "The Company verifies the measurements of the site within ninety days and tells the Buyer of it. "
    chunks = [{"chunk_id": f"c{number}", "text": f"{number} {clause * 150}"} for number in range(280)]
    sent = payload(full_document_text=clause * 85_000, document_chunks=chunks, nitpicks=[nitpick(citations=["c7"])])
    data = json.dumps(sent).encode()
    assert len(data) > 12_000_000
    stream = io.BytesIO(data)
    tracemalloc.start()
    try:
        body = read_body(stream.read)
        session = start.start_session(read_payload(body, "sess_001"), user_id=upstream.pk)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    let_go(body)
    assert peak < len(data) / 2
    assert session.chunk_count == 280
    assert evidence.find(session, "clause 271")
    assert ReviewSession.objects.text_of(session.pk) == sent["full_document_text"]
