"""A passage as the single things that it says: sentences, items of lists, rows of tables, each with what it hangs on.

Pure. Offsets are those of the passage's text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

from wording.phrases import lazy_pattern, patterns
from wording.sentences import sentence_ends

_PATTERNS = patterns(Path(__file__).with_name("patterns.txt"))

_HEADING = lazy_pattern(r" {0,3}#{1,6}[ \t]+\S")
_RULE = lazy_pattern(r"[\s|:+=*_-]+")
_ITEM = lazy_pattern(
    r"[ \t]*(?:[-*•·▪◦–+]|\d{1,3}(?:\.\d{1,3}){1,4}\.?(?=\s+[A-Z])|\(?(?:\d{1,3}|[a-z]|[ivx]{1,4})[.)])[ \t]+(?=\S)",
    re.IGNORECASE,
)
_LABEL = lazy_pattern(
    r"(?:\*\*|__)(?P<bold>[^*_\n]{2,80}?)[.:?]?(?:\*\*|__)[.:]?[ \t]*|(?P<plain>[A-Z][\w ,/&'()-]{1,50}):[ \t]+(?=\S)"
)
_NOTE = lazy_pattern(r"[ \t]*([*_])(?![*_ \t])[^*_]*\1[ \t]*", re.DOTALL)
_ENDS = (".", ":", ";", "!", "?", "”", '"', ")", ",")
# A line without a full stop is a heading when it is no longer than this, stands alone and something follows.
_SHORT_LINE = 70
# A list is one statement up to so many characters.
MOST = 700


@dataclass(frozen=True, slots=True)
class Statement:
    """`text[start:end]` of a passage. `self_text` is what it says, a table's row with its header.

    `label` is what it stands under in the passage: headings, a bold word, the line that leads into a list. `before`
    are the sentences of its paragraph that come first, `block` is all of that. `whole` is where a quote begins that
    shows the label too. `above` are the headings of the sections that its own is in.
    """

    start: int
    end: int
    self_text: str
    label: str = ""
    before: str = ""
    block: str = ""
    whole: int = -1
    kind: str = "sentence"
    above: str = ""


@dataclass(frozen=True, slots=True)
class _Block:
    start: int
    end: int
    text: str


@lru_cache(2_048)
def statements(text: str) -> tuple[Statement, ...]:
    """The statements of a passage, in order. Headings, rules and notes in italics are none."""
    collected: list[Statement] = []
    section = lead = above = ""
    headings: list[tuple[int, str]] = []
    lead_start, lead_marker = -1, ""
    header = ""
    header_start = -1
    blocks = list(_blocks(text))
    for place, block in enumerate(blocks):
        line = block.text.strip()
        following = blocks[place + 1].text if place + 1 < len(blocks) else ""
        if _RULE.fullmatch(line) or _NOTE.fullmatch(line):
            continue
        if _is_row(block.text):
            if not header:
                header, header_start = line, block.start
                continue
            collected.append(replace(_row(block, header, header_start, f"{section} {lead}"), above=above))
            continue
        header = ""
        if _opens_section(block, following, block.end + 1 == _start_of(blocks, place + 1)):
            section, lead, lead_start = re.sub(r"^\s*#+\s*|\*\*|__", "", line), "", -1
            above = _opened(headings, line, section)
            continue
        item = _ITEM.match(block.text)
        marker = _marker(item[0]) if item else ""
        if marker in ("", lead_marker):
            lead, lead_start = "", -1
        made = list(_sentences(block, item.end() if item else 0))
        under = f"{section}\n{lead}".strip()
        for statement in made:
            label = f"{under}\n{statement.label}".strip()
            whole = lead_start if lead else statement.whole
            kind = "item" if item else statement.kind
            collected.append(replace(statement, label=label, whole=whole, kind=kind, above=above))
        leads = line.rstrip("*_").endswith(":") or (_ITEM.match(following) and not line.endswith((".", "!", "?")))
        if made and leads and following and not (item and lead):
            lead, lead_start, lead_marker = made[-1].self_text, made[-1].start, marker
    return tuple(_with_list(text, statement, collected) for statement in collected)


def _opens_section(block: _Block, following: str, right_above: bool) -> bool:
    """Whether a block is a heading of what follows, which may stand `right_above` that."""
    line = block.text.strip()
    alone = _is_heading(line) and following and (_is_capitals(line) or not _ITEM.match(block.text))
    return bool(_HEADING.match(block.text) or alone or (right_above and _is_title_of(line, following)))


def _start_of(blocks: list[_Block], place: int) -> int:
    return blocks[place].start if place < len(blocks) else -1


def _opened(headings: list[tuple[int, str]], line: str, section: str) -> str:
    """Put a heading on the list of those that are open; those above it, one a line. One without "#" is in them all."""
    level = len(line) - len(line.lstrip("#")) or 9
    while headings and headings[-1][0] >= level:
        headings.pop()
    above = "\n".join(heading for _, heading in headings)
    headings.append((level, section))
    return above


_AUX = _PATTERNS["aux"].pattern
# In lower case: the words of a title have capitals.
_VERB = lazy_pattern(rf"(?<![\w'-]){_AUX}(?![\w'-])")
# A word before "the", "a" or a number that is no small word does something with it: "changes the dressing".
_DOES = _PATTERNS["verb"]
_ORDER = lazy_pattern(_PATTERNS["order"].pattern, re.IGNORECASE)
# "Hearing aids: $500 for each ear": a thing and what holds for it.
_TOLD_OF = lazy_pattern(r"[^:\n]{2,60}(?::|\s[-–—=])\s+\S|.*\d", re.DOTALL)


def is_assertion(statement: Statement) -> bool:
    """Whether a statement says something, no title: it has a verb, stands in a list or a table, or gives a value."""
    if statement.kind in ("row", "list") or (statement.kind == "item" and statement.label):
        return True
    if _VERB.search(statement.self_text) or _DOES.search(statement.self_text) or _ORDER.match(statement.self_text):
        return True
    words = re.findall(r"[A-Za-z][\w'-]*", statement.self_text)
    titled = sum(word[0].isupper() for word in words) > 0.6 * len(words)
    return bool(_TOLD_OF.match(statement.self_text)) and not titled


def _marker(text: str) -> str:
    """What kind of mark an item begins with: "1." for every number, "a." for every letter, else the mark itself."""
    return re.sub(r"[a-z]+", "a", re.sub(r"\d+", "1", text.strip().lower()))


def _with_list(text: str, statement: Statement, siblings: list[Statement]) -> Statement:
    """A line that leads into a list says what the list says."""
    items = [other for other in siblings if other.kind == "item" and other.whole == statement.start]
    if not items or statement.start in (other.whole for other in items if other is statement):
        return statement
    kept = [other for other in items if other.end - statement.start <= MOST] or items[:1]
    return replace(statement, end=kept[-1].end, self_text=text[statement.start : kept[-1].end], kind="list")


def _blocks(text: str) -> Iterator[_Block]:
    """Lines that belong together: a paragraph, an item with the lines that go on, a row, a heading."""
    begin = last = end = -1
    place = 0
    for line in text.splitlines(keepends=True):
        start, place = place, place + len(line)
        bare = line.strip()
        alone = bool(_HEADING.match(line)) or _is_row(line) or bool(_RULE.fullmatch(line)) or _is_capitals(bare)
        if begin >= 0 and (not bare or alone or _ITEM.match(line)):
            yield _Block(begin, end, text[begin:end])
            begin = -1
        if not bare:
            continue
        if alone:
            yield _Block(start, start + len(line.rstrip()), line.rstrip())
        else:
            if begin >= 0 and _is_title_of(text[last:end], bare) and _ends_before(text[begin:last]):
                if begin < last:
                    yield _Block(begin, last, text[begin:last].rstrip())
                yield _Block(last, end, text[last:end])
                begin = -1
            begin, last, end = (start if begin < 0 else begin), start, start + len(line.rstrip())
    if begin >= 0:
        yield _Block(begin, end, text[begin:end])


def _is_row(line: str) -> bool:
    bare = line.strip()
    return bare.count("|") >= 2 if bare.startswith("|") else bare.count(" | ") >= 1 and not bare.endswith(".")


def _is_capitals(line: str) -> bool:
    return line.isupper() and 5 <= len(line) <= 2 * _SHORT_LINE and "|" not in line


# A line that ends in such a word goes on.
_OPEN = lazy_pattern(
    r"\b(?:is|are|be|when|if|that|the|an?|of|for|by|with|includes?|including|must|may|has|have|to|and|or|either)$",
    re.IGNORECASE,
)


def _is_heading(line: str) -> bool:
    """A line by itself that is no sentence, or that is all bold."""
    if _is_capitals(line):
        return True
    if "\n" in line:
        return False
    if _OPEN.search(line):
        return False
    bold = re.fullmatch(r"(?:\*\*|__)[^*_]+(?:\*\*|__):?", line)
    return bool(bold) or (len(line) <= _SHORT_LINE and not line.endswith(_ENDS) and line[:1].isupper())


def _ends_before(text: str) -> bool:
    """Whether what stands before a line is nothing, or has come to its end."""
    return not text.strip() or text.rstrip().endswith((".", "!", "?", ";"))


# How a sentence begins that goes on in the next line, and no heading.
_SENTENCE_BEGINS = lazy_pattern(r"(?:an?|the|each|every|any|all|if|when|this|these|no|for|in|to|as)\b", re.IGNORECASE)
_TITLE_CHARS = 45


def _is_title_of(line: str, following: str) -> bool:
    """Whether a line right above a text is its heading: a title, or a short line that was broken off on purpose.

    What is cut where the line is full has no room for the next word.
    """
    title, below = _untitled(line), following.partition("\n")[0].strip()
    says = below[:1].isupper() and (below.endswith(".") or _VERB.search(below))
    if not title[:1].isupper() or not says or not _is_heading(title) or _VERB.search(title) or _ORDER.match(title):
        return False
    words = re.findall(r"[^\W\d_][\w'-]{3,}", title)
    if len(words) > 1 and all(word[0].isupper() for word in words):
        return True
    has_room = len(line) + 1 + len(below.split()[0]) < len(below)
    return has_room and len(title) <= _TITLE_CHARS and not _SENTENCE_BEGINS.match(title)


def _untitled(line: str) -> str:
    """A heading without its number, the marks of bold print, its colon and what stands in brackets."""
    line = re.sub(r"\*\*|__", "", _ITEM.sub("", line.strip(), count=1))
    return re.sub(r"\s*\([^()]*\)$", "", line.strip(" :"))


def _row(block: _Block, header: str, header_start: int, above: str) -> Statement:
    cells, names = _cells(block.text), _cells(header)
    row_text = "; ".join(f"{name}: {cell}" if name else cell for name, cell in _paired(names, cells))
    first = block.start + len(block.text) - len(block.text.lstrip())
    return Statement(first, block.end, row_text, above.strip(), "", "", header_start, "row")


def _cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip().strip("|").split("|")]


def _paired(names: list[str], cells: list[str]) -> list[tuple[str, str]]:
    return [(names[n] if n < len(names) else "", cell) for n, cell in enumerate(cells)]


def _sentences(block: _Block, skipped: int) -> Iterator[Statement]:
    """The sentences of a paragraph or an item, with the label that it begins with."""
    inner = block.text[skipped:]
    label = ""
    begin = skipped
    if match := _LABEL.match(inner):
        rest = inner[match.end() :].strip()
        if rest:
            label = (match["bold"] or match["plain"] or "").strip()
            begin += match.end() if match["bold"] else 0
    first, before = begin, ""
    for stop in sentence_ends(block.text):
        if stop <= begin:
            continue
        sentence = block.text[begin:stop]
        if sentence.strip(" \t\n*_"):
            start = block.start + begin + len(sentence) - len(sentence.lstrip())
            # A bold label belongs to the first sentence's quote.
            whole = block.start + skipped if label and begin == first else -1
            yield Statement(
                start, block.start + begin + len(sentence.rstrip()), sentence.strip(), label, before, block.text, whole
            )
            before = f"{before} {sentence.strip()}".strip()
        begin = stop
