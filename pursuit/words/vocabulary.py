"""The words of the trade: one concept for what is called by several names. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from pathlib import Path

from wording.phrases import lazy_pattern, patterns
from wording.stems import stem

WORD = lazy_pattern(r"[^\W_][\w.'’+-]*[^\W_]|[^\W_]")


def _lines(file: str) -> list[list[str]]:
    """The concepts of a file, one a line, by their names; the first name is that of the concept.

    Words are compared by their stems, several words as they stand, with a hyphen or a blank between them; what stands
    in capitals is meant only where it is written so. A name may be in two lines.
    """
    lines = (Path(__file__).parent / "phrases" / file).read_text("utf-8").splitlines()
    return [[name.strip() for name in line.split(",")] for line in lines if line and not line.startswith("#")]


# Talk that has one of the first is of health plans; the others are said in a clinic and of other things too.
_TRADE = _lines("trade_words.txt")
_LINES = [*_TRADE, *_lines("clerks_words.txt")]
_PIECE = lazy_pattern(r"[^\W_]+(?:['’&/.+][^\W_]+)*")
# What may stand between two words of a name.
_BETWEEN = frozenset({" ", "-", "\n", "  ", "\u00a0", "\u2011", " - "})
# How a text says that it speaks of adults or of children.
_GROUPS = patterns(Path(__file__).parent / "phrases/ages_patterns.txt", re.I)


_Names = dict[str, dict[tuple[str, ...], frozenset[str]]]


def _words(lines: list[list[str]]) -> dict[str, frozenset[str]]:
    """The stem of a word, or its capitals, → its concepts."""
    words: dict[str, set[str]] = {}
    for names in lines:
        for name in names:
            if " " not in name:
                words.setdefault(name if name.isupper() else stem(name), set()).add(f"#{names[0]}")
    return {name: frozenset(meant) for name, meant in words.items()}


def _names(lines: list[list[str]]) -> _Names:
    """The first word of a name of several → the words of each that begins so → its concepts, the longest first."""
    names: dict[tuple[str, ...], set[str]] = {}
    for line in lines:
        for name in line:
            if " " in name:
                names.setdefault(tuple(name.replace("-", " ").split()), set()).add(f"#{line[0]}")
    first: _Names = {}
    for words in sorted(names, key=lambda words: (-len(words), words)):
        first.setdefault(words[0], {})[words] = frozenset(names[words])
    return first


_WORDS, _NAMES = _words(_LINES), _names(_LINES)
_TRADE_WORDS, _TRADE_NAMES = _words(_TRADE), _names(_TRADE)
# The longer name of a concept.
_LONG = {f"#{names[0]}": name for names in _LINES for name in reversed(names) if " " in name}


@lru_cache(50_000)
def meanings(word: str) -> frozenset[str]:
    """The stem of a word with its concepts; a hyphenated word that is none of the trade also by its pieces."""
    own = stem(word)
    known = _WORDS.get(own, frozenset()) | (_WORDS.get(word, frozenset()) if word.isupper() else frozenset())
    meant = frozenset([own]) | known
    if "-" in word and not known and not word.lower().startswith("non-"):
        for piece in word.split("-"):
            if len(piece) > 2:
                meant |= frozenset([stem(piece)]) | _WORDS.get(stem(piece), frozenset())
    return meant


def _named(text: str, names: _Names = _NAMES) -> Iterator[tuple[int, int, frozenset[str]]]:
    """Every place where several words of `text` are a name, the longer of those that begin at one place first."""
    low = text.lower()
    pieces = list(_PIECE.finditer(low))
    for n, piece in enumerate(pieces):
        for words, meant in names.get(piece[0], {}).items():
            run = pieces[n : n + len(words)]
            written = tuple(word[0] for word in run)
            if written != words and written != (*words[:-1], f"{words[-1]}s"):
                continue
            if all(low[before.end() : behind.start()] in _BETWEEN for before, behind in pairwise(run)):
                yield piece.start(), run[-1].end(), meant


def phrases(text: str) -> list[tuple[int, int, frozenset[str]]]:
    """Where several words of `text` are a name: (start, end, concepts); of two that overlap the first, the longer."""
    taken: list[tuple[int, int, frozenset[str]]] = []
    for start, end, meant in _named(text):
        if not taken or start >= taken[-1][1]:
            taken.append((start, end, meant))
    return taken


def pieces_in(name: str) -> list[tuple[str, frozenset[str]]]:
    """The shorter names and the words in a name of several words, with their concepts."""
    inside: list[tuple[int, int, frozenset[str]]] = []
    for start, end, meant in _named(name):
        if (start, end) != (0, len(name)) and (not inside or start >= inside[-1][1]):
            inside.append((start, end, meant))
    pieces = [(name[start:end], meant) for start, end, meant in inside]
    words = (word for word in WORD.finditer(name) if not any(a <= word.start() < b for a, b, _ in inside))
    return [*pieces, *((word[0], meanings(word[0])) for word in words)]


@lru_cache(8_192)
def concepts(text: str) -> frozenset[str]:
    """Everything that a text says, as stems, concepts, and the letters of its abbreviations and of runs of words."""
    words = WORD.findall(text)
    meant = frozenset().union(*(named for _, _, named in _named(text)), *(meanings(word) for word in words))
    groups = {f"#{group}" for group, pattern in _GROUPS.items() if pattern.search(text)}
    return meant | groups | initials(words)


@lru_cache(1)
def single_words() -> frozenset[str]:
    """The words of the table, those of longer names too, and their plurals, in small letters."""
    words = {word for names in _TRADE for name in names for word in re.findall(r"[a-z]+", name)}
    return frozenset(words | {f"{word}s" for word in words if not word.endswith("s")})


def is_of_the_trade(text: str) -> bool:
    """Whether a text says a word that is known in talk of health plans."""
    words = (piece for word in WORD.findall(text) for piece in (word, *word.split("-")))
    groups = any(pattern.search(text) for pattern in _GROUPS.values())
    return groups or any(stem(word) in _TRADE_WORDS for word in words) or any(True for _ in _named(text, _TRADE_NAMES))


def pieces_of(means: frozenset[str]) -> tuple[frozenset[str], ...]:
    """The words of the longer name of what a short word stands for: of "PT", "physical" and "therapy"."""
    name = next((_LONG[concept] for concept in sorted(means) if concept in _LONG), "")
    return tuple(meanings(word) for word in name.split()) if name else ()


def initials(words: list[str]) -> frozenset[str]:
    """ "@ivf" for "in vitro fertilization" and for "IVF", which is "@@ivf" as well: three to five letters."""
    first = [piece[0] for word in words for piece in word.lower().split("-") if piece and piece not in _SKIPPED]
    letters = "".join(first)
    letters_of = {f"@{letters[i : i + n]}" for n in (3, 4, 5) for i in range(len(letters) - n + 1)}
    for word in words:
        if word.rstrip("s").isupper() and word.isalpha() and 3 <= len(word.rstrip("s")) <= 5:
            low = word.lower().rstrip("s")
            letters_of |= {f"@{low}", f"@@{low}"}
    return frozenset(letters_of)


_SKIPPED = frozenset({"of", "and", "the", "a"})


def other_names(text: str) -> list[str]:
    """What the concepts of a text are called too, for a search that goes by words."""
    low = text.lower()
    wanted = frozenset().union(*(meant for _, _, meant in phrases(text)), *map(meanings, WORD.findall(text)))
    others = [[name for name in names if name.lower() not in low][:5] for names in _LINES if f"#{names[0]}" in wanted]
    return list(dict.fromkeys(name for names in others for name in names))
