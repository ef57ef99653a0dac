"""The words by which a code is found: by their stems, and short forms of the code lists written out. Pure."""

# A pattern that is broken over lines reads worse than a long one.
# ruff: noqa: E501

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from wording.stems import stem

# What short descriptions write for what long ones say.
_WRITTEN_OUT = {
    "w": "with", "w/o": "without", "wo": "without", "unsp": "unspecified", "oth": "other", "fx": "fracture",
    "init": "initial", "subs": "subsequent", "encntr": "encounter", "clos": "closed", "opn": "open", "disp": "displaced",
    "displ": "displaced", "nondisp": "nondisplaced", "inj": "injury", "malig": "malignant", "neoplm": "neoplasm",
    "r": "right", "l": "left", "rt": "right", "lt": "left", "prsn": "person", "fb": "foreign body", "dx": "diagnosis",
    "hx": "history", "htn": "hypertension", "copd": "chronic obstructive pulmonary disease", "ckd": "chronic kidney disease",
    "chf": "congestive heart failure", "gerd": "gastroesophageal reflux disease", "uti": "urinary tract infection",
    "osa": "obstructive sleep apnea", "afib": "atrial fibrillation", "mi": "myocardial infarction", "dm": "diabetes mellitus",
    "t2dm": "type 2 diabetes mellitus", "t1dm": "type 1 diabetes mellitus", "cgm": "continuous glucose monitor",
    "cva": "cerebral infarction", "dvt": "deep vein thrombosis", "ibs": "irritable bowel syndrome", "ms": "multiple sclerosis",
    "adhd": "attention-deficit hyperactivity", "ptsd": "post-traumatic stress", "bph": "benign prostatic hyperplasia",
}  # fmt: skip
# What people say, and what the lists say for it.
_SAID = (
    (r"heart attack", "myocardial infarction"), (r"high blood pressure", "hypertension"), (r"\bstroke\b", "cerebral infarction"),
    (r"\bflu\b", "influenza"), (r"\bbroken\b", "fracture"), (r"\btorn\b", "tear"), (r"high cholesterol", "hypercholesterolemia"),
    (r"\b(?:type (?:two|ii)|t2)\b(?= diab)", "type 2"), (r"\bcancer\b", "malignant neoplasm"), (r"\blow back pain\b", "low back pain"),
    (r"kidney stones?", "calculus kidney"), (r"\bpink ?eye\b", "conjunctivitis"), (r"\bshingles\b", "zoster"),
    (r"\bchickenpox\b", "varicella"), (r"\bbedsores?\b", "pressure ulcer"), (r"\bdiabetic\b(?= eye)", "diabetes"),
)  # fmt: skip
_WORD = re.compile(r"w/o|[a-z0-9]+")
_EMPTY = frozenset(
    """a an the of for to and or in on by is are was what which do i use does code codes icd icd10 10 cm hcpcs
    cpt""".split()  # noqa: SIM905
)


def words_of(text: str) -> list[str]:
    """The words of a description, each once, as they are indexed."""
    plain = text if text.isascii() else unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()
    words: dict[str, None] = {}
    for word in _WORD.findall(plain.lower()):
        for part in _parts(word):
            words[part] = None
    return list(words)


def words_asked(text: str) -> list[str]:
    """The words of a person's question: as the lists say them, where people say it in another way."""
    plain = text.lower()
    for phrase, listed in _SAID:
        plain = re.sub(phrase, listed, plain)
    return words_of(plain)


@lru_cache(100_000)
def _parts(word: str) -> tuple[str, ...]:
    parts = _WRITTEN_OUT.get(word, word).replace("-", " ").split()
    return tuple(stem(part) for part in parts if part not in _EMPTY)
