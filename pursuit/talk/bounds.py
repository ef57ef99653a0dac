"""How long a reply is: its words without the quotes and their sources, and texts cut to so many. Pure."""

from __future__ import annotations

import re

from wording.sentences import sentence_spans

# A quotation, its source, and the rows of sources side by side.
_QUOTED = re.compile(r"(?m)^(?:>|Source: |\|).*$")
_WORD = re.compile(r"\S*\w\S*")


def words_in(text: str) -> int:
    """How many words a text has beside its quotes."""
    return len(_WORD.findall(_QUOTED.sub(" ", text)))


def shortened(text: str, most: int) -> str:
    """The first words of a text, as many as there may be, with "…" where some are left out."""
    words = text.split()
    return text if len(words) <= most else f"{' '.join(words[:most]).rstrip(' ,;:')} …"


def sentences_within(text: str, most: int) -> str:
    """The whole sentences at a text's beginning that have so many words together; "" where the first has more."""
    end = 0
    for _, stop in sentence_spans(text):
        if words_in(text[:stop]) > most:
            break
        end = stop
    return text[:end].rstrip()
