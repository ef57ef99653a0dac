"""Headings: what a list is about, and whether a line names several things in a row. Pure."""

# A pattern that is broken over lines reads worse than a long one.

# A pattern that is broken over lines reads worse than a long one.
# ruff: noqa: E501

from __future__ import annotations

import re

from pursuit.questions.beginnings import BARE_ORDER, LONGEST, begins_question
from pursuit.words import asks_by_noun, tells

NO_TOPIC = re.compile(
    r"\b(?:one more|another|last one|topic|situation|case|story|background|issue|problem|scenario|context|urgent|asap|note|subject|hi|hello|thanks|questions?|following|things|points|items|need|please|pls|help|know|info|check|advise|confirm|clarify|list|answer)\b",
    re.I,
)


# "I'd like info on the cooking class:" is a heading too.
INFO_ON = re.compile(
    r".{0,60}\b(?:info\w*|details|help|questions?|qs|advice|guidance)\s+(?:on|about|regarding)\s+(?P<np>[^,;:]{2,60})",
    re.I,
)


def topic_of(text: str) -> str:
    """A heading as what its list is about; "" where it only says that a list follows."""
    bare = text.rstrip(" :-–—")
    if found := INFO_ON.fullmatch(bare):
        counts = re.match(r"(?:the\s+following|these|this|those)\b", found["np"], re.I) or NO_TOPIC.search(found["np"])
        return "" if counts else found["np"]
    if (
        begins_question(bare)
        or BARE_ORDER.fullmatch(bare)
        or NO_TOPIC.search(bare)
        or len(bare.split()) > 8
        or "," in bare
        or tells(bare)
    ):
        return ""
    return bare


def is_row(rest: str) -> bool:
    """Whether a heading's line names several things and tells nothing: "exercise per day, good with cats, price"."""
    items = [one for one in re.split(r"\s*[,;]\s*(?:and\s+)?", rest[:LONGEST].strip(" ?.!")) if one]
    return bool(
        len(items) > 1
        and any(asks_by_noun(one) for one in items)
        and all(begins_question(one) or (not tells(one) and len(one.split()) < 8) for one in items)
    )
