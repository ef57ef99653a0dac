"""What may stand in nothing that goes out: ids of the analysis, notes and reasons of the machine, words to it."""

from __future__ import annotations

import re
from pathlib import Path

from wording.phrases import patterns

_P = patterns(Path(__file__).with_suffix(".txt"), re.IGNORECASE)
FORBIDDEN, COMMAND = _P["forbidden"], _P["command"]


def without_ids(text: str) -> str:
    """The text without the ids of the analysis: in brackets they go, in a sentence they become what they stand for.

    "No audit (doc_001:c003)" is "No audit", and "doc_001:c003 has no date" is "The passage has no date".
    """
    bare = _P["label"].sub("", text) if _P["label"].match(text) else text
    for name in ("bracketed", "last_in_brackets"):
        bare = _P[name].sub("", bare)
    return _P["named"].sub(_meant, bare)


def _meant(match: re.Match[str]) -> str:
    is_many = bool(_P["many"].search(match[0]))
    if _P["of_a_point"].search(match[0]):
        words = "other points" if is_many else "another point"
    else:
        words = "the document" if _P["of_a_document"].search(match[0]) else "the passages" if is_many else "the passage"
    begins = _P["begins_a_sentence"].search(match.string[: match.start()])
    return f"{words[:1].upper()}{words[1:]}" if begins else words
