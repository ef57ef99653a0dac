"""Where a message has sentences and lists: lines, bullets, "(a) … (b) …", "1. … 2. …". Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

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
# A full stop after one of these does not end a sentence.
_SHORT = re.compile(
    r"(?:\b(?:dr|mr|mrs|ms|prof|st|no|nos|vs|approx|e\.g|i\.e|etc|inc|ltd|co|dept|ext|fig|max|min|pt|pts|dx|rx|hx|yr|yrs|hr|hrs|mo|wk|"
    r"incl|apt|ave|jr|sr|temp|est|govt|ins|auth)|(?:^|[\s(])[a-z])$",
    re.I,
)
_STOP = re.compile(
    r"[.!]+[\"'”’)]*\s+(?=\S)|(?<=[\w\"'”’)%.$#])[?]+[!?]*[\"'”’)]*(?:[,;]?\s+|(?=[A-Za-z(]))|[!]+[?]+\s*"
)


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
    start = 0
    for found in _STOP.finditer(line):
        if found[0].startswith(".") and not _ends(line, start, found):
            continue
        if found[0].startswith("?") and _in_address(line, found.start()):
            continue
        if piece := line[start : found.end()].strip(" \t,;"):
            yield Sentence(piece)
        start = found.end()
    if rest := line[start:].strip():
        yield Sentence(rest)


def _ends(line: str, start: int, found: re.Match[str]) -> bool:
    before, after = line[max(start, found.start() - 12) : found.start()], line[found.end() : found.end() + 1]
    # "pt is 6 yo. is it covered": small letters begin a sentence too, but not after what people shorten.
    return not _SHORT.search(before) or (
        after.isupper() and bool(re.search(r"(?:hrs?|yrs?|wk|mo|max|min|etc|auth|dx|rx)$", before, re.I))
    )


def _in_address(line: str, place: int) -> bool:
    word = re.search(r"\S*$", line[max(0, place - 200) : place])
    return (
        bool(word and re.search(r"://|www\.|/\w+/", word[0]))
        and not line[place + 1 : place + 2].isspace()
        and place + 1 < len(line)
    )
