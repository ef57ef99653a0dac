"""Where a message has sentences and lists: lines, bullets, "(a) … (b) …", "1. … 2. …". Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from wording.sentences import sentence_spans

_BULLET = re.compile(
    r"^\s*(?:[-*•‣·–—>+]|(?:q|question|item|part)?\s*#?\d{1,2}\s*[.):-](?=\s)|q[.):](?=\s)|\(?\d{1,3}[.):]|(?P<letter>\(?(?:[a-z]|[ivx]{1,4})[.)]))\s*(?=\S)(?!\d)",
    re.I,
)
_MARK = re.compile(
    r"(?:(?<=[\s:;,.?])|^)(?P<open>\()?(?:(?i:q|question)\s?|#)?(?P<mark>\d{1,2}|[a-jA-J]|[ivx]{1,4})(?P<close>\)|\.(?=\s))\s*(?=\S)"
)
# "Please tell me: - the date - the price": a list that lost its lines.
_DASHES = re.compile(r"(?P<head>[^:]{2,200}:)\s*[-•*–]\s+(?P<items>\S.*?\s[-•*–]\s.*)")
_ROMAN = ("i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x")


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence, or an item of a list. `topic` is the heading that its list stands under."""

    text: str
    is_item: bool = False
    topic: str = ""


def sentences(text: str) -> Iterator[Sentence]:
    """The sentences and items of a message, in its order."""
    lines = [line for line in re.split(r"[\r\n]+", text) if line.strip()]
    topic = ""
    # "J. Ortiz" under a letter is no item: a list by letters begins with the first.
    lettered = any(re.match(r"\s*\(?[ai][.)]\s", line, re.I) for line in lines)
    for line in lines:
        bullet = _BULLET.match(line) if len(lines) > 1 else None
        if bullet and bullet["letter"] and not lettered:
            bullet = None
        rest = line[bullet.end() :] if bullet else line
        items = _inline(rest)
        if items:
            head, *rest_items = items
            if head.strip(" ,;:-–—"):
                yield from _split(head)
            for item in rest_items:
                yield Sentence(item, True, head if head.rstrip(" -–—").endswith(":") else "")
            continue
        if bullet:
            yield from (Sentence(one.text, True, topic) for one in _split(rest))
            continue
        topic = rest.strip() if rest.rstrip().endswith(":") else ""
        yield from _split(rest)


def _inline(line: str) -> list[str]:
    """What stands before a list inside a line, then its items; nothing where the marks are not in order."""
    if dashes := _DASHES.match(line):
        return [dashes["head"], *(_trimmed(one) for one in re.split(r"\s+[-•*–]\s+", dashes["items"]) if one.strip())]
    marks = list(_MARK.finditer(line))
    kept: list[re.Match[str]] = []
    for mark in marks:
        # "(under Part A)" closes a bracket and counts nothing.
        inside = (
            not mark["open"]
            and mark["close"] == ")"
            and line[: mark.start()].count("(") > line[: mark.start()].count(")")
        )
        if not inside and _place(mark["mark"], len(kept) + 1) and (not kept or mark["close"] == kept[0]["close"]):
            kept.append(mark)
    if len(kept) < 2 or (kept[0]["close"] == "." and kept[0]["mark"].lower() in ("a", "i")):
        return []
    ends = [mark.start() for mark in kept[1:]] + [len(line)]
    items = [_trimmed(line[mark.end() : end]) for mark, end in zip(kept, ends, strict=True)]
    return [line[: kept[0].start()].strip(), *(item for item in items if item)]


def _place(mark: str, place: int) -> bool:
    low = mark.lower()
    return mark == str(place) or low == "abcdefghij"[place - 1 : place] or (place <= 10 and low == _ROMAN[place - 1])


def _trimmed(item: str) -> str:
    return re.sub(r"[\s,;]+(?:and|or|&|plus)?[\s,;]*$", "", item.strip(), flags=re.I)


def _split(line: str) -> Iterator[Sentence]:
    for start, end in sentence_spans(line, talk=True):
        if piece := line[start:end].strip(" \t,;"):
            yield Sentence(piece)
