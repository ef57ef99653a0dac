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
# "A teen", "my daughter", "Tuesday", "expedited": nothing that a later question is asked of.
_NO_THING = re.compile(
    rf"^(?:(?:an?|the)\s+)?(?:{'|'.join(sorted(NO_THINGS))})\b\s*|^(?:(?:an?|the)\s+)?\w{{3,}}ed$", re.IGNORECASE
)
# In small letters it is a patient, in capitals a therapy.
_PATIENT = re.compile(r"[Pp]ts?")
# What points at a thing or a person that was named before.
POINTS = re.compile(r"\b(?:it|this|that|they|them|these|those|he|she)\b", re.IGNORECASE)
_ARTICLE = re.compile(r"(?:an?|the)\s", re.IGNORECASE)
# "What do I bring", "how tall is it".
_VERB_OF = re.compile(
    r"\b(?:i|we|you|they|he|she|it|one|how|to|may|can|must|should|will|would|could)\s+$", re.IGNORECASE
)


def things(text: str, payers: tuple[str, ...] = ()) -> list[str]:
    """What a text speaks of and a later question may be of: no person, day or month, and no verb of a pronoun."""
    return [
        bare
        for start, run in _runs(text, payers)
        if (bare := _NO_THING.sub("", run, count=1))
        and not _PATIENT.fullmatch(bare)
        and (run[0].isupper() or not _is_verb(text, start, run))
    ]


def _is_verb(text: str, start: int, run: str) -> bool:
    """Whether a run of words begins with a verb of what stands before it; in "goes to the dentist" it does not."""
    # "When may a grievance be filed": what it is done to.
    before, behind = text[:start], text[start + len(run) :]
    of_whom = before.lower().endswith("to ") and _ARTICLE.match(run)
    return bool(_VERB_OF.search(before)) and not behind.startswith(" be ") and not of_whom


def subject_of(text: str, payers: tuple[str, ...] = (), *, only_named: bool = False) -> str:
    """What a question is about: its first thing with an article; without one the first, unless `only_named`."""
    runs = things(text, payers)
    named = (run for run in runs if _ARTICLE.match(run))
    return next(named, runs[0] if runs and not only_named else "")


def says_little(text: str, payers: tuple[str, ...] = ()) -> bool:
    """Whether nothing in a question says what it is about: "what is the copay?"."""
    return not any(True for _ in _runs(text, payers))


def points_at_nothing(text: str) -> bool:
    """Whether a question by itself says of nothing what it is about: "is it covered?"."""
    return bool(POINTS.search(text)) and len(text.split()) <= 10 and says_little(text)


def _runs(text: str, payers: tuple[str, ...]) -> Iterator[tuple[int, str]]:
    """The runs of words, each with its place, that are not who pays, how it is asked, nor what is asked for."""
    bare = text
    for mention in mentions(text, payers):
        bare = f"{bare[: mention.start]}{'·' * (mention.end - mention.start)}{bare[mention.end :]}"
    for pattern in (_ASKABLE, _DECIDES):
        bare = pattern.sub(lambda match: "·" * len(match[0]), bare)
    start, end = -1, -1
    for word in _WORD.finditer(bare):
        if is_frame(word[0]) or (word[0].isdigit() and len(word[0]) < 5):
            continue
        if start >= 0 and not _GOES_ON.fullmatch(bare[end : word.start()]):
            yield start, text[start:end]
            start = -1
        if start < 0:
            article = re.search(r"\b(?:an?|the)\s+$", bare[: word.start()], re.IGNORECASE)
            start = article.start() if article else word.start()
        end = word.end()
    if start >= 0:
        yield start, text[start:end]
