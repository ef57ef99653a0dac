"""What a question or a statement is about: its words beside who pays, how it is asked, and what is asked for. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pursuit.words.slots import mentions
from pursuit.words.terms import ASKABLE, NO_THINGS, is_frame

_ASKABLE = re.compile(rf"(?<![\w'-]){ASKABLE}(?![\w'-])", re.IGNORECASE)
# "Does Sunshine need …": the name of who decides is not what is asked about.
_DECIDES = re.compile(r"\b(?:[Dd]oes|[Dd]o|[Dd]id|[Ww]ill|[Cc]an)\s+(?:[A-Z][\w-]*\s+)+")
_WORD = re.compile(r"[\w][\w'’/+.-]*\w|\w")
_GOES_ON = re.compile(r"\s+(?:of\s+(?:the\s+)?|(?:health|medical|care)\s+)?")
_ARTICLE = re.compile(r"(?:an?|the)\s", re.IGNORECASE)
# "A teen", "my daughter", "Tuesday": nothing that a later question is asked of.
_NO_THING = re.compile(rf"(?:(?:an?|the)\s+)?(?:{'|'.join(sorted(NO_THINGS))})", re.IGNORECASE)
_PERSON_OF = re.compile(rf"^{_NO_THING.pattern}\s+", re.IGNORECASE)
# "What do I bring", "how tall is it".
_VERB_OF = re.compile(
    r"\b(?:i|we|you|they|he|she|it|one|how|to|may|can|must|should|will|would|could)\s+$", re.IGNORECASE
)
_ASKED_FOR = re.compile(r"(?:\W*(?:and|or))?\W*(?:what|which|how many)\s+", re.IGNORECASE)
_CARE = re.compile(r"\s+care\b", re.IGNORECASE)


def subjects(text: str, payers: tuple[str, ...] = ()) -> Iterator[str]:
    """The runs of words that say what a text is about: not who pays, how it is asked, nor what is asked for."""
    return (text[start:end] for start, end in _runs(text, payers))


def things(text: str, payers: tuple[str, ...] = ()) -> list[str]:
    """Those runs that may be what later questions are of: no person, day or month, and no verb of a pronoun."""
    runs = ((start, _PERSON_OF.sub("", text[start:end])) for start, end in _runs(text, payers))
    return [
        run
        for start, run in runs
        if not _NO_THING.fullmatch(run) and not (run[0].islower() and _VERB_OF.search(text[:start]))
    ]


def subject_of(text: str, payers: tuple[str, ...] = (), *, only_named: bool = False) -> str:
    """What a question is about: its first thing with an article; without one the first, unless `only_named`."""
    runs = things(text, payers)
    named = (run for run in runs if _ARTICLE.match(run))
    return next(named, runs[0] if runs and not only_named else "")


def topic_of(text: str, payers: tuple[str, ...] = (), before: str = "", *, last: bool = False) -> str:
    """What is spoken of behind this text: its new thing, "a CPAP", before one that is known, "the mask".

    `before` is what was spoken of until then. Of what is merely told, the `last` thing counts.
    """
    runs = things(text, payers)
    asked = _ASKED_FOR.match(text) if before or len(runs) > 1 else None
    if asked and runs and text[asked.end() :].startswith(runs[0]):
        # "What BMI is needed for surgery": the surgery.
        runs = runs[1:]
    known = [run for run in runs if re.match(r"the\s", run, re.IGNORECASE)]
    fresh = [run for run in runs if run not in known]
    if named := next((run for run in fresh if re.match(r"an?\s", run, re.IGNORECASE)), ""):
        return named
    if before or not (known or fresh):
        return fresh[-1 if last else 0] if fresh else before
    return (fresh if last and fresh else known or fresh)[-1 if last else 0]


def _runs(text: str, payers: tuple[str, ...]) -> Iterator[tuple[int, int]]:
    bare = text
    for pattern in (_ASKABLE, _DECIDES):
        bare = pattern.sub(lambda match: "·" * len(match[0]), _without(bare, payers))
    start = end = -1
    last = ""
    for word in _WORD.finditer(bare):
        between = bare[end : word.start()] if start >= 0 else ""
        if is_frame(word[0]) or (word[0].isdigit() and len(word[0]) < 5):
            continue
        # "A face to face exam" is one thing.
        twice = last.lower() == word[0].lower() and between.strip() == "to"
        if start >= 0 and not twice and not _GOES_ON.fullmatch(between):
            yield start, _with_care(bare, end)
            start = -1
        if start < 0:
            article = re.search(r"\b(?:an?|the)\s+$", bare[: word.start()], re.IGNORECASE)
            start = article.start() if article else word.start()
        end, last = word.end(), word[0]
    if start >= 0:
        yield start, _with_care(bare, end)


def _with_care(text: str, end: int) -> int:
    """The end of a run with the "care" of "home care"."""
    match = _CARE.match(text, end)
    return match.end() if match else end


def _without(text: str, payers: tuple[str, ...]) -> str:
    for mention in mentions(text, payers):
        text = f"{text[: mention.start]}{'·' * (mention.end - mention.start)}{text[mention.end :]}"
    return text


def says_little(text: str, payers: tuple[str, ...] = ()) -> bool:
    """Whether nothing in a question says what it is about: "what is the copay?"."""
    return next(subjects(text, payers), "") == ""
