"""Finds the instruments on file that a message names, by what is on file and not by the words around them."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from django.db import connection

from pa_dealing.instruments.models import Instrument
from pa_dealing.instruments.names import fold, name_keys, symbol_key

_WORD = re.compile(r"[^\W_]+(?:[.&'’/-]+[^\W_]+)*")
# A name on file is looked for in so many words of a message, so many of them at a time.
_MOST_READ, _MOST_WORDS = 80, 4
# A word that so many names have says nothing of which is meant: "bank", "group".
_COMMON_IN_NAMES = 60
_SHORTEST = 3


@dataclass(frozen=True, slots=True)
class _Passage:
    text: str
    start: int
    end: int
    words: tuple[str, ...]


def names_in(text: str, is_common: Callable[[str], bool]) -> list[str]:
    """The passages of a text that name an instrument on file, in their order and as they are written there.

    A passage is the whole name of an instrument but for its legal form, its symbol in capitals, one of its aliases, or
    two and more words in capitals that few names have ("ABN AMRO" of "ABN AMRO Bank"). `is_common` tells of a word in
    lower case that it is one of everyday speech: alone it names nothing, unless it is written as a name in a sentence.
    """
    words = list(_WORD.finditer(text))[:_MOST_READ]
    passages = [passage for passage in _passages(text, words) if _may_name(text, passage, is_common)]
    on_file = _on_file({key for passage in passages for key in _keys(passage)}, {_alias(each) for each in passages})
    known = [each for each in passages if _alias(each) in on_file or any(key in on_file for key in _keys(each))]
    known += _runs_of_rare_words(text, words, is_common)
    longest = [each for each in known if not any(_is_inside(each, other) for other in known)]
    return [text[each.start : each.end] for each in sorted(set(longest), key=lambda each: each.start)]


def _passages(text: str, words: list[re.Match[str]]) -> list[_Passage]:
    every = []
    for first in range(len(words)):
        for last in range(first, min(first + _MOST_WORDS, len(words))):
            between = text[words[last - 1].end() : words[last].start()] if last > first else " "
            if between.strip(" &.+'’-"):
                break
            parts = tuple(word.group() for word in words[first : last + 1])
            every.append(_Passage(" ".join(parts), words[first].start(), words[last].end(), parts))
    return every


def _may_name(text: str, passage: _Passage, is_common: Callable[[str], bool]) -> bool:
    """Whether a passage is no number and not made of everyday words alone, or is written as a name."""
    if not any(len(word) >= _SHORTEST and any(map(str.isalpha, word)) for word in passage.words):
        return False
    if not all(is_common(word.lower()) for word in passage.words):
        return True
    inside = text[: passage.start].rstrip()[-1:] not in ("", ".", "!", "?", ":", "\n")
    return inside and all(word[:1].isupper() for word in passage.words)


def _keys(passage: _Passage) -> list[str]:
    keys = [f"n:{key}" for key in dict.fromkeys(name_keys(passage.text)) if len(key) >= _SHORTEST]
    if len(passage.words) == 1 and passage.text.isupper():
        symbol = symbol_key(passage.text)
        keys += [f"s:{symbol}", f"b:{symbol}"]
    return keys


def _alias(passage: _Passage) -> str:
    return " ".join(fold(passage.text).split())


def _on_file(keys: set[str], aliases: set[str]) -> set[str]:
    """Which of the keys and aliases an instrument on file has."""
    if not keys:
        return set()
    rows = Instrument.objects.filter(keys__overlap=sorted(keys)).values_list("keys", flat=True)[:500]
    named = Instrument.objects.filter(aliases__overlap=sorted(aliases)).values_list("aliases", flat=True)[:200]
    return (keys & {key for row in rows for key in row}) | (aliases & {alias for row in named for alias in row})


def _runs_of_rare_words(text: str, words: list[re.Match[str]], is_common: Callable[[str], bool]) -> list[_Passage]:
    """Words in capitals that follow each other, of which all stand in names on file and one in few of them."""
    written = [word for word in words if word.group()[:1].isupper() and not is_common(word.group().lower())]
    folded = {fold(word.group()) for word in written if len(word.group()) >= _SHORTEST}
    if not folded:
        return []
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT word, frequency FROM pa_dealing_instrumentword WHERE word = ANY(%s::text[])", [sorted(folded)]
        )
        frequency = dict(cursor.fetchall())
    runs: list[list[re.Match[str]]] = []
    for word in written:
        if fold(word.group()) not in frequency:
            continue
        if runs and not text[runs[-1][-1].end() : word.start()].strip():
            runs[-1].append(word)
        else:
            runs.append([word])
    return [
        _Passage(text[run[0].start() : run[-1].end()], run[0].start(), run[-1].end(), tuple(w.group() for w in run))
        for run in runs
        if len(run) > 1 and min(frequency[fold(word.group())] for word in run) <= _COMMON_IN_NAMES
    ]


def _is_inside(passage: _Passage, other: _Passage) -> bool:
    inside = other.start <= passage.start and passage.end <= other.end
    return inside and (other.end - other.start) > (passage.end - passage.start)
