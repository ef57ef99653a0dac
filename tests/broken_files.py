"""Files that break in every way that files break: a good one, spoilt by chance, the same for a seed."""

from __future__ import annotations

import gzip
import random
import re
from collections.abc import Callable, Sequence

_NOISE = (
    b"\x00",
    b"\xff\xfe",
    b"\xed\xa0\x80",
    b"\x1b[2J",
    b'"',
    b"'",
    b"<",
    b"&",
    b"]]>",
    b"\r",
    b"\xef\xbb\xbf",
    b"%PDF",
)
_NUMBERS = (b"", b"-1", b"1e999", b"NaN", b"9" * 400, b"0x10", "٣".encode(), b"1,5", b"2015-02-30", b"15-01-01")
_CELLS = (
    "",
    " ",
    '"',
    "x" * 70_000,
    "-5",
    "1e9",
    "ZZZ",
    "=1+1",
    "\x00",
    "\u202e",
    "a\nb",
    "|" * 50,
    "2020-13-45",
    "é" * 300,
)
_DOCTYPE = b'<!DOCTYPE a [<!ENTITY x "y"><!ENTITY big SYSTEM "file:///etc/passwd">]>'
_TAG = re.compile(rb"</?[\w:-]+[^<>]*>")


class Spoiler:
    """Spoils good files. Each way gives bytes; one to three ways are taken for a file."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)

    def of_bytes(self, data: bytes) -> bytes:
        """A file of any kind with pieces gone, doubled, moved or of another encoding."""
        return self._spoilt(data, (self._cut, self._without, self._doubled, self._noise, self._flipped, self._numbers))

    def of_xml(self, data: bytes) -> bytes:
        """XML with elements gone, renamed, nested, declared otherwise, besides what any file may suffer."""
        ways = (self._tag_gone, self._tag_renamed, self._nested, self._declared, self._elements_swapped)
        return self._spoilt(data, (*ways, *ways, self._numbers, self._cut, self._noise))

    def of_rows(self, rows: Sequence[Sequence[str]]) -> bytes:
        """A CSV, the header first, with cells, columns and quotes that are wrong; now and then packed or torn."""
        held = [list(row) for row in rows]
        for _ in range(self.chance.randint(1, 4)):
            row = self.chance.choice(held)
            way = self.chance.randrange(5)
            place = self.chance.randrange(len(row)) if row else 0
            if way == 0 and row:
                row[place] = self.chance.choice(_CELLS)
            elif way == 1 and row:
                del row[place]
            elif way == 2:
                row.insert(place, self.chance.choice(_CELLS))
            elif way == 3:
                held.append(list(row))
            elif row:
                row[place], row[-1] = row[-1], row[place]
        mark = self.chance.choice((",", ",", ",", ";", "\t"))
        quoted = self.chance.random() < 0.8
        lines = [mark.join(self._cell(cell) if quoted else cell for cell in row) for row in held]
        data = "\n".join(lines).encode("utf-8", "replace")
        return self.of_bytes(data) if self.chance.random() < 0.3 else data

    def packed(self, data: bytes) -> bytes:
        """The data as gzip, whole or torn."""
        whole = gzip.compress(data)
        return whole if self.chance.random() < 0.5 else self._cut(whole)

    def _spoilt(self, data: bytes, ways: Sequence[Callable[[bytes], bytes]]) -> bytes:
        for _ in range(self.chance.randint(1, 3)):
            data = self.chance.choice(ways)(data)
        return data

    def _cell(self, cell: str) -> str:
        return f'"{cell}"' if set(cell) & set('",\n') and self.chance.random() < 0.8 else cell

    def _span(self, data: bytes) -> tuple[int, int]:
        start = self.chance.randrange(len(data) + 1)
        return start, min(len(data), start + self.chance.randint(1, 40))

    def _cut(self, data: bytes) -> bytes:
        return data[: self._span(data)[0]]

    def _without(self, data: bytes) -> bytes:
        start, end = self._span(data)
        return data[:start] + data[end:]

    def _doubled(self, data: bytes) -> bytes:
        start, end = self._span(data)
        return data[:end] + data[start:end] * self.chance.choice((1, 50)) + data[end:]

    def _noise(self, data: bytes) -> bytes:
        start, _ = self._span(data)
        return data[:start] + self.chance.choice(_NOISE) + data[start:]

    def _flipped(self, data: bytes) -> bytes:
        changed = bytearray(data)
        for _ in range(min(len(data), self.chance.randint(1, 8))):
            changed[self.chance.randrange(len(data))] = self.chance.randrange(256)
        return bytes(changed)

    def _numbers(self, data: bytes) -> bytes:
        places = list(re.finditer(rb"\d[\d-]*", data))
        if not places:
            return data
        place = self.chance.choice(places)
        return data[: place.start()] + self.chance.choice(_NUMBERS) + data[place.end() :]

    def _tags(self, data: bytes) -> tuple[re.Match[bytes], re.Match[bytes]] | None:
        tags = list(_TAG.finditer(data))
        return (self.chance.choice(tags), self.chance.choice(tags)) if tags else None

    def _tag_gone(self, data: bytes) -> bytes:
        pair = self._tags(data)
        return data[: pair[0].start()] + data[pair[0].end() :] if pair else data

    def _tag_renamed(self, data: bytes) -> bytes:
        pair = self._tags(data)
        if pair is None:
            return data
        name = re.sub(rb"[<>/]", b"", pair[0][0]).split()[0]
        return data.replace(b"<" + name, b"<" + name + b"x").replace(b"</" + name, b"</" + name + b"x")

    def _elements_swapped(self, data: bytes) -> bytes:
        pair = self._tags(data)
        if pair is None:
            return data
        first, second = sorted(pair, key=lambda tag: tag.start())
        if first.start() == second.start():
            return data
        middle = data[first.end() : second.start()]
        return data[: first.start()] + second[0] + middle + first[0] + data[second.end() :]

    def _nested(self, data: bytes) -> bytes:
        pair = self._tags(data)
        depth = self.chance.choice((3, 400))
        return (
            data[: pair[0].end()] + b"<al>" * depth + b"x" + b"</al>" * depth + data[pair[0].end() :] if pair else data
        )

    def _declared(self, data: bytes) -> bytes:
        ways = (
            data.replace(b"?>", b"?>" + _DOCTYPE, 1),
            re.sub(rb'encoding="[^"]*"', b'encoding="utf-7"', data, count=1, flags=re.I),
            re.sub(rb'encoding="[^"]*"', b'encoding="utf-16"', data, count=1, flags=re.I),
            data.partition(b"?>")[2],
            data.decode("utf-8", "replace").encode("utf-16"),
        )
        return self.chance.choice(ways)
