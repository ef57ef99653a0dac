"""How much of a question a passage holds: its subject and what is asked of it, counted apart. Pure.

"Is an MRI covered" and "does a monitor need prior authorization" share every word but the subject, so the subject
must be there, and so must what is asked: a policy that says nothing of coverage does not answer whether it covers.
"""

from __future__ import annotations

import re

from pursuit.queries import terms_of

_STEM, _SHORT = 5, 4
# What is asked of a subject, and the words in which a policy answers it.
_ATTRIBUTES: tuple[tuple[str, str], ...] = (
    (
        r"cover\w*|benefit\w*|pays?|paid",
        r"cover\w*|benefits?|pays?|paid|reimburs\w*|medically necessary|eligible|exclu\w+",
    ),
    (
        r"prior|preauth\w*|pre-auth\w*|pre-?cert\w*|auth|authori[sz]\w*|approval",
        r"prior auth\w*|preauth\w*|pre-auth\w*|pre-?cert\w*|authori[sz]\w*|approv\w*|prior review",
    ),
    (r"co-?pay\w*|coinsurance|cost|costs|price|fee", r"co-?pay\w*|coinsurance|cost\w*|\$|fees?|charge\w*"),
    (
        r"limits?|maximum|max|how many|often|frequency",
        r"limit\w*|maximum|up to|no more than|at most|every|per|a|each|\d+",
    ),
    (r"deadline\w*|long|soon|timely|window|turnaround", r"within|days?|hours?|weeks?|months?|deadline\w*|timely"),
    (r"refer\w*", r"refer\w*"),
    (r"appeal\w*", r"appeal\w*|grievance\w*|reconsider\w*"),
    (r"criteria|requirements?|required|requires?|conditions?", r"requir\w*|must|criteria|condition\w*|only|if|when"),
    (r"rates?|reimburs\w*", r"rates?|reimburs\w*|\$|percent|%"),
    (r"file|submit\w*|request\w*", r"fil\w+|submit\w*|request\w*|send|sent|call\w*|fax\w*"),
    (r"codes?", r"codes?|[A-Z]\d[\w.]{2,6}|\d{5}"),
)
# Words of every policy: they say neither what it is about nor what is asked.
_EMPTY = frozenset(
    """member members patient patients person people someone somebody plan plans policy policies payer insurance
    insurer health service services state apply applies allowed allow available current currently new use used using
    get gets getting provider providers cost-sharing exactly work works happen happens rule rules much many long often
    soon needed required adult adults type visit visits claim claims year month day days years months
    calendar""".split()  # noqa: SIM905
)
_NUMBER = re.compile(r"\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|twelve|twenty|thirty|once|twice|no)\b")
_ASKS_NUMBER = re.compile(
    r"\bhow (?:many|much|often|long|soon|far)\b|\bdeadline\b|\blimits?\b|\bcopay\w*\b|\brates?\b", re.IGNORECASE
)


def coverage(question: str, text: str) -> float:
    """0 to 1: the lesser of the share of the subject's words and the share of what is asked that the text holds."""
    terms = terms_of(question)
    asked = [answer for ask, answer in _ATTRIBUTES if re.search(rf"\b(?:{ask})\b", question, re.IGNORECASE)]
    subject = [term for term in terms if not _is_attribute(term) and term.lower() not in _EMPTY]
    weak = [term for term in terms if term.lower() in _EMPTY and not _is_attribute(term)]
    if not subject and not asked:
        subject, weak = weak, []
    held = [holds(text, term) for term in subject]
    of_subject = sum(held) / len(held) if held else 1.0
    of_asked = sum(bool(re.search(rf"(?<!\w)(?:{one})", text, re.IGNORECASE)) for one in asked)
    share = of_asked / len(asked) if asked else 1.0
    if _ASKS_NUMBER.search(question) and not _NUMBER.search(text.lower()):
        share = min(share, 0.5)
    of_weak = (sum(holds(text, term) for term in weak) / len(weak)) if weak else 1.0
    return min(of_subject, share) * (0.85 + 0.15 * of_weak)


def says(question: str, text: str) -> int:
    """How much of what is asked a sentence says: one for each thing asked, one for a number where one is asked for."""
    asked = [answer for ask, answer in _ATTRIBUTES if re.search(rf"\b(?:{ask})\b", question, re.IGNORECASE)]
    held = sum(bool(re.search(rf"(?<!\w)(?:{one})", text, re.IGNORECASE)) for one in asked)
    return held + bool(_ASKS_NUMBER.search(question) and _NUMBER.search(text.lower()))


def _is_attribute(term: str) -> bool:
    return any(re.fullmatch(ask, term, re.IGNORECASE) for ask, _ in _ATTRIBUTES)


def holds(text: str, term: str) -> bool:
    """Whether a text has a form of the word: words of one stem begin alike, and short ones are whole."""
    low = term.lower()
    if len(low) <= _SHORT:
        return re.search(rf"(?<!\w){re.escape(low)}s?(?!\w)", text.lower()) is not None
    stem = low if len(low) <= _STEM else low[: max(_STEM, len(low) - 3)]
    return re.search(rf"(?<!\w){re.escape(stem)}", text.lower()) is not None
