"""What a question or a statement is about: its words beside who pays, how it is asked, and what is asked for. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pursuit.words.slots import mentions
from pursuit.words.terms import ASKABLE, is_frame

_ASKABLE = re.compile(rf"(?<![\w'-]){ASKABLE}(?![\w'-])", re.IGNORECASE)
# "Does Sunshine need …": the name of who decides is not what is asked about.
_DECIDES = re.compile(r"\b(?:[Dd]oes|[Dd]o|[Dd]id|[Ww]ill|[Cc]an)\s+(?:[A-Z][\w-]*\s+)+")
_WORD = re.compile(r"[\w][\w'’/+.-]*\w|\w")


def subjects(text: str, payers: tuple[str, ...] = ()) -> Iterator[str]:
    """The runs of words that say what a text is about: not who pays, how it is asked, nor what is asked for."""
    bare = text
    for pattern in (_ASKABLE, _DECIDES):
        bare = pattern.sub(lambda match: "·" * len(match[0]), _without(bare, payers))
    start = end = -1
    for word in _WORD.finditer(bare):
        between = bare[end : word.start()] if start >= 0 else ""
        if is_frame(word[0]) or (word[0].isdigit() and len(word[0]) < 5):
            continue
        if start >= 0 and not re.fullmatch(r"\s+(?:of\s+(?:the\s+)?|(?:health|medical|care)\s+)?", between):
            yield text[start:end]
            start = -1
        if start < 0:
            article = re.search(r"\b(?:an?|the)\s+$", bare[: word.start()], re.IGNORECASE)
            start = article.start() if article else word.start()
        end = word.end()
    if start >= 0:
        yield text[start:end]


def subject_of(text: str, payers: tuple[str, ...] = (), *, only_named: bool = False) -> str:
    """What a question is about: its first run that has an article; without one the first, unless `only_named`."""
    runs = list(subjects(text, payers))
    named = (run for run in runs if re.match(r"(?:an?|the)\s", run, re.IGNORECASE))
    return next(named, runs[0] if runs and not only_named else "")


def _without(text: str, payers: tuple[str, ...]) -> str:
    for mention in mentions(text, payers):
        text = f"{text[: mention.start]}{'·' * (mention.end - mention.start)}{text[mention.end :]}"
    return text


def says_little(text: str, payers: tuple[str, ...] = ()) -> bool:
    """Whether nothing in a question says what it is about: "what is the copay?"."""
    return next(subjects(text, payers), "") == ""
