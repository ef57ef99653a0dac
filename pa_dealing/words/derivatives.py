"""Reads whether a person's words name an option, a future or another derivative. Pure functions.

The one rule: what was named as a derivative is never taken for the share in silence.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, get_args

from pa_dealing.instruments import DERIVATIVE_TYPES, name_tokens
from pa_dealing.words.meaning import clause_at
from wording.amounts import lower, plain
from wording.phrases import patterns

Kind = Literal["option", "future", "warrant", "cfd", "derivative"]
# The first kind that a message names is the one that is meant.
_KINDS: tuple[Kind, ...] = get_args(Kind)
_NOUNS = patterns(Path(__file__).parent / "phrases/derivatives.txt")

_DENIED = re.compile(r"\b(?:no|not|never|geen|niet|rather than|instead of|without|nor|n't)\s+(?:[\w'-]+\s+){0,3}$")
_SHARE = re.compile(
    r"\b(?:shares?|stocks?|equity|equities|ordinary|aandelen|aandeel|underlying)\b(?!\s+(?:options?|futures?|"
    r"warrants?))"
)
_PUT, _CALL = re.compile(r"\bput"), re.compile(r"\bcall")


@dataclass(frozen=True, slots=True)
class Wanted:
    """A derivative as a person named it; `side` is "call" or "put" where an option's was said."""

    kind: Kind
    words: str
    side: str = ""

    @property
    def noun(self) -> str:
        return f"{self.side} option" if self.side else self.kind


def derivative_said(text: str) -> Wanted | None:
    """The derivative that a message names for this trade; a denied one, or one of somebody else, is none."""
    source = lower(plain(text[:2_000]))
    for kind in _KINDS:
        for match in _NOUNS[kind].finditer(source):
            before = source[max(0, match.start() - 40) : match.start()]
            clause = clause_at(text, match.start())
            if _DENIED.search(before) or (clause and clause.means("denies", "owns", "others")):
                continue
            put, call = _PUT.search(match.group()), _CALL.search(match.group())
            return Wanted(kind, text[match.start() : match.end()], "put" if put else "call" if call else "")
    return None


def derivative_wanted(messages: Sequence[str]) -> Wanted | None:
    """The derivative that the messages of a request name; the newest message that names a kind of security decides."""
    for text in reversed(messages):
        if wanted := derivative_said(text):
            return wanted
        if _SHARE.search(lower(plain(text[:2_000]))):
            return None
    return None


def share_said(text: str) -> bool:
    """Whether a message names the share itself and no derivative."""
    return derivative_said(text) is None and bool(_SHARE.search(lower(plain(text[:2_000]))))


def fits(security: Mapping[str, Any], wanted: Wanted) -> bool:
    """Whether a search result is the kind of derivative that was named, and of the same side."""
    kind = security["inst_type"]
    if kind not in DERIVATIVE_TYPES or (wanted.kind != "derivative" and kind != wanted.kind):
        return False
    sides = {"call", "put"} & set(name_tokens(security["name"]))
    return not wanted.side or not sides or wanted.side in sides
