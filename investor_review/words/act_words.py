"""The words by which an investor accepts, instructs, confirms, rejects, leaves, reopens or asks: tables only."""

from __future__ import annotations

from pathlib import Path

from wording.lists import word_lists
from wording.phrases import patterns

# The words of acts in which a slip of one letter is put right; none is one letter from another word of contracts.
ACT_WORDS = word_lists(Path(__file__).parent / "phrases/lists.txt")["act_words"]
_PATTERNS = patterns(Path(__file__).parent / "phrases/act_words.txt")
REQUEST = _PATTERNS["request"]
QUESTION_START = _PATTERNS["question_start"]
UNDECIDED = _PATTERNS["undecided"]
# "No issue with it being low" may leave it as it is or accept a change; with the change named it accepts that.
NO_TROUBLE = _PATTERNS["no_trouble"]
# Putting the finished papers together decides nothing about an issue.
GENERATING = _PATTERNS["generating"]
# "It is not acceptable that they took so long" judges how something is, and decides nothing.
JUDGES = _PATTERNS["judges"]
# A name, a colon and a wording of its own: "term: ten years".
WORDED = _PATTERNS["worded"]
# A quantity without a verb is a wording too: "audit rights once a year".
QUANTITY = _PATTERNS["quantity"]
A_VERB = _PATTERNS["a_verb"]
# What an imperative states: "put 80 percent there", "please to put the name".
STATED = _PATTERNS["stated"]
TO_A_STATUS = _PATTERNS["to_a_status"]
EXCEPT = _PATTERNS["except"]
REOPEN = _PATTERNS["reopen"]
NOT = _PATTERNS["not"].pattern
REJECT = _PATTERNS["reject"]
LEAVE = _PATTERNS["leave"]
CONFIRM = _PATTERNS["confirm"]
ACCEPT = _PATTERNS["accept"]
INSTRUCT = _PATTERNS["instruct"]
FINALITY = _PATTERNS["finality"]
# "the first one yes", "DPA: accepted", "highs yes", "3 no": a name of a few words, then the verdict.
VERDICT = _PATTERNS["verdict"]
