"""Where sentences end. Abbreviations, decimals and numbers of articles end none; Chinese and Japanese marks do."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from wording.amounts import is_month
from wording.lists import word_lists

# A mark, the quotes, brackets and marks of emphasis that close with it, then space; unspaced scripts need none. A blank
# line always ends.
_WRITTEN = r"([.!?…]+)([\"'”’»)\]*_]*)(?=\s)|[。！？｡]+[」』”’）]*|\n[ \t]*(?=\n)"
_LINES = r"|\n"
_CLAUSES = r"|;[\"”’')\]]*(?=\s)|:(?=[ \t]*\n)"
# Who types leaves out the space after a question, and after a number that ends a sentence.
_TYPED = r"|(?<=[\w\"'”’)%])[?!]+(?=[^\W\d_(])|(?<=\d)\.(?=[^\W\d_]{2})"
_BEGINS = re.compile(r"\s*[\"'“‘«(\[]*(\S)")
_WORD = re.compile(r"\s+([^\W\d_]+)(\s+\d{4}\b)?")
_INITIALS = re.compile(r"(?:[^\W\d_]\.)+[^\W\d_]{1,2}|[A-Z]")
_NUMBER = re.compile(r"[\d.]+|[ivxlc]+|§+", re.IGNORECASE)
_ABBREVIATIONS, _MAY_END, _TYPED_SHORT = (word_lists("abbreviations.txt")[name] for name in ("on", "may", "typed"))


def sentence_ends(text: str, *, lines: bool = False, clauses: bool = False, talk: bool = False) -> list[int]:
    """The characters after each sentence with the space that follows, in order; the last is the text's length.

    Joined, the slices between them are the text. A blank line ends a sentence, a line break alone with `lines`. With
    `clauses` a semicolon ends one too, and a colon at the end of its line. In `talk` a small letter may begin one.
    """
    ends: list[int] = []
    length = len(text)
    for mark in _pattern(lines, clauses, talk).finditer(text):
        if mark[1] and not _is_end(text, mark, talk):
            continue
        if talk and mark[0][0] in "?!" and _in_address(text, mark.start(), mark.end()):
            continue
        end = mark.end()
        while end < length and text[end].isspace():
            end += 1
        if not ends or end > ends[-1]:
            ends.append(end)
    if length and (not ends or ends[-1] < length):
        ends.append(length)
    return ends


def sentence_spans(
    text: str, start: int = 0, end: int | None = None, *, lines: bool = False, clauses: bool = False, talk: bool = False
) -> Iterator[tuple[int, int]]:
    """Where the sentences of `text[start:end]` begin and end, without the space around them; as `sentence_ends`."""
    at = start
    for stop in sentence_ends(text[start:end], lines=lines, clauses=clauses, talk=talk):
        sentence = text[at : start + stop]
        if sentence.strip():
            yield start + stop - len(sentence.lstrip()), at + len(sentence.rstrip())
        at = start + stop


@cache
def _pattern(lines: bool, clauses: bool, talk: bool) -> re.Pattern[str]:
    return re.compile(_WRITTEN + _LINES * lines + _CLAUSES * clauses + _TYPED * talk)


def _is_end(text: str, mark: re.Match[str], talk: bool) -> bool:
    """Whether a mark that Latin scripts use ends a sentence here."""
    following = _BEGINS.match(text, mark.end())
    if mark[1] != ".":
        # An ellipsis in the middle of a sentence goes on in lower case.
        return talk or mark[1][-1] in "!?" or following is None or not following[1].islower()
    if (mark[2] and mark[2][0] in '"”’»') or following is None:
        return True
    if following[1].islower() and not talk:
        # "3 per cent. of" goes on, whatever the word before.
        return False
    word = _last_word(text, mark.start())
    name = _WORD.match(text, mark.end()) if word.isdecimal() and len(word) < 3 else None
    if name and is_month(name[1], in_english=bool(name[2])):
        # "am 3. März": in many languages a day has a full stop; "I am 62. May I" has none.
        return False
    if (ends := _after_short(word, following[1], talk)) is not None:
        return ends
    # "4." before a word is the number of an item when it begins its line.
    return not (_NUMBER.fullmatch(word) and _begins_line(text, mark.start() - len(word)))


def _after_short(word: str, first: str, talk: bool) -> bool | None:
    """Whether a sentence ends behind a word that is written with a full stop; None for any other word."""
    lower = word.lower()
    if talk and lower == "no":
        return not first.isdigit()
    if lower in _MAY_END or (talk and lower in _TYPED_SHORT):
        return first.isupper() or not first.isalnum()
    if lower in _ABBREVIATIONS:
        return False
    # Who types ends a sentence with "I", too.
    return False if _INITIALS.fullmatch(word) and not (talk and word == "I") else None


def _in_address(text: str, start: int, end: int) -> bool:
    """Whether a question mark stands inside a web address."""
    word = text[max(0, start - 200) : start].rsplit(None, 1)[-1:]
    return bool(word) and ("://" in word[0] or word[0].startswith("www.")) and not text[end : end + 1].isspace()


def _last_word(text: str, end: int) -> str:
    window = text[max(0, end - 40) : end]
    if not window or window[-1].isspace():
        return ""
    return window.rsplit(None, 1)[-1].lstrip("([\"'“‘")


def _begins_line(text: str, place: int) -> bool:
    line = text[max(0, place - 20) : place]
    return not line.rpartition("\n")[2].strip("( [\t") and (place < 20 or "\n" in line or place == len(line))
