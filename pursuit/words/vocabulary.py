"""The words of the trade: one concept for what is called by several names. Pure."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path

from wording.phrases import lazy_pattern, patterns
from wording.stems import stem

WORD = lazy_pattern(r"[^\W_][\w.'’+-]*[^\W_]|[^\W_]")
# Each line is one concept. Words are compared by their stems, several words as they stand. A word may be in two lines.
_LINES = (Path(__file__).parent / "phrases/trade_words.txt").read_text("utf-8").strip().splitlines()


def _table() -> tuple[dict[str, frozenset[str]], dict[str, str]]:
    """Stem → its concepts, and several words → their concept."""
    words: dict[str, set[str]] = {}
    phrases: dict[str, str] = {}
    for line in _LINES:
        names = [name.strip() for name in line.split(",")]
        concept = f"#{names[0]}"
        for name in names:
            if " " in name:
                phrases[name] = concept
            else:
                words.setdefault(stem(name), set()).add(concept)
    return {name: frozenset(word) for name, word in words.items()}, phrases


_WORDS, _PHRASES = _table()
_LONG = {concept: name for name, concept in reversed(_PHRASES.items())}
# How a text says that it speaks of adults or of children.
_GROUPS = patterns(Path(__file__).parent / "phrases/ages_patterns.txt", re.I)
_PHRASE = lazy_pattern(
    r"(?<![\w-])(?:"
    + "|".join(re.escape(phrase) for phrase in sorted(_PHRASES, key=len, reverse=True))
    + r")s?(?![\w-])"
)


@lru_cache(50_000)
def meanings(word: str) -> frozenset[str]:
    """The stem of a word with its concepts; a hyphenated word also by its pieces."""
    own = stem(word)
    meant = frozenset([own]) | _WORDS.get(own, frozenset())
    if "-" in word and not word.lower().startswith("non-"):
        for piece in word.split("-"):
            if len(piece) > 2:
                meant |= frozenset([stem(piece)]) | _WORDS.get(stem(piece), frozenset())
    return meant


def phrases(text: str) -> list[tuple[int, int, str]]:
    """Where several words of `text` are one concept: (start, end, concept)."""
    return [
        (match.start(), match.end(), _PHRASES.get(match[0], "") or _PHRASES.get(match[0].removesuffix("s"), ""))
        for match in _PHRASE.finditer(text.lower())
    ]


@lru_cache(8_192)
def concepts(text: str) -> frozenset[str]:
    """Everything that a text says, as stems, concepts, and the letters of its abbreviations and of runs of words."""
    words = WORD.findall(text)
    meant: set[str] = {concept for _, _, concept in phrases(text)}
    for word in words:
        meant |= meanings(word)
    meant |= {f"#{group}" for group, pattern in _GROUPS.items() if pattern.search(text)}
    return frozenset(meant) | initials(words)


@lru_cache(1)
def single_words() -> frozenset[str]:
    """The words of the table, those of longer names too, and their plurals, in small letters."""
    words = {word for line in _LINES for word in re.findall(r"[a-z]+", line)}
    return frozenset(words | {f"{word}s" for word in words if not word.endswith("s")})


def is_of_the_trade(text: str) -> bool:
    """Whether a text says a word that is known in talk of health plans."""
    return any(concept.startswith("#") for concept in concepts(text))


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
    wanted = {concept for _, _, concept in phrases(text)}.union(*(meanings(word) for word in WORD.findall(text)))
    lines = [[name.strip() for name in line.split(",")] for line in _LINES]
    others = [[name for name in names if name not in text.lower()][:5] for names in lines if f"#{names[0]}" in wanted]
    return list(dict.fromkeys(name for names in others for name in names))
