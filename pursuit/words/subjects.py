"""What a question or a statement is about. Pure."""

from __future__ import annotations

import re
from pathlib import Path

from pursuit.words.asking import AUX, names_askable, tells
from pursuit.words.terms import is_talk
from wording.phrases import patterns

_PATTERNS = patterns(Path(__file__).with_name("subjects_patterns.txt"), re.I)

_NP = _PATTERNS["np"].pattern
# In the order of how well each tells the subject.
_SUBJECTS = {name: pattern for name, pattern in _PATTERNS.items() if name.startswith("subject_")}
_NOT_SUBJECTS = _PATTERNS["not_subjects"]
_ENDS = r"(?<!\ba)(?<!\bthe)\s+(?:if|when|while|because|who|that|which|until|" + AUX + r")\b"
_TOLD = tuple(pattern for name, pattern in _PATTERNS.items() if name.startswith("told_after_"))


def subject_of(question: str) -> str:
    """The thing that a question is about, in its own words; "" where it cannot be told."""
    for name, pattern in _SUBJECTS.items():
        for match in pattern.finditer(question):
            np = re.sub(r"\s+(?:and|or|to install|to)$", "", match["np"].strip(" .'\""))
            np = re.split(r"\s\w+ed\s+(?:against|by|to|from|with|as|at|on|in|for)\b", np)[0]
            np = re.split(_ENDS, np, flags=re.I)[0]
            if np and (_is_subject(np) or name in ("subject_filed", "subject_paper")):
                return np
    return ""


def told_subject(statement: str) -> str:
    """What a sentence that asks nothing speaks of, last: "a CPAP" of "she needs a CPAP"; "" where it cannot be told."""
    for pattern in _TOLD:
        for match in reversed(list(pattern.finditer(statement[:600]))):
            if _is_subject(np := match["np"].strip(" '\"")):
                return np
    if heading := re.match(r"(?P<np>[\w.+-]+(?:\s[\w.+-]+){0,3}):\s", statement):
        return heading["np"] if _is_subject(heading["np"]) else ""
    first = re.split(r"\s*[,;.(]\s*", statement.strip(), maxsplit=1)[0]
    return first if not tells(statement) and len(first.split()) <= 6 and _is_subject(first) else ""


def _is_subject(np: str) -> bool:
    """Whether a noun phrase can be what later questions are about."""
    return bool(
        np
        and not _NOT_SUBJECTS.fullmatch(np)
        and len(np.split()) <= 12
        and not all(is_talk(word) for word in np.split())
        and not re.match(r"(?:what|who|how|which|when|if|whether)\b", np, re.I)
        and not _PATTERNS["no_thing"].search(np)
        and not (len(np.split()) < 4 and names_askable(np.split()[-1]))
    )
