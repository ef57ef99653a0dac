"""The words that carry an act from one clause or turn to the next: tables only."""

from __future__ import annotations

import re

RESTRICTING = re.compile(r"^\W*(?:and |but )?(?:not|except|apart from|other than|excluding)\b", re.IGNORECASE)
SPOKEN_OF = re.compile(r"\b(?:both|(?:those|these) (?:two|three|four)|all (?:two|three|four))\b", re.IGNORECASE)
# The words that follow are a wording for what was spoken of: "make it 40 years".
OF_IT = re.compile(
    r"^\W*(?:\w+ ){0,3}?(?:make|set|change|raise|lower|increase|reduce|extend|cap|put|limit|cut|shorten|move|bump|"
    r"write|"
    r"say|turn|switch) (?:it|that|this|them|those|these)\b",
    re.IGNORECASE,
)
MEANT = re.compile(r"\b(?:i|we) (?:meant|mean|was (?:talking|speaking) (?:about|of))\b", re.IGNORECASE)
SAME = re.compile(
    r"^\W*(?:and )?(?:the )?(?:same|so (?:is|are|do|does)|likewise|ditto|also|as for)\b|.*\b(?:too|as well|also)\W*$",
    re.IGNORECASE,
)
OF_TWO = re.compile(r"\b(?:former|latter)\b", re.IGNORECASE)
ONLY = re.compile(r"^\W*(?:only|just)\b", re.IGNORECASE)
MODAL = re.compile(r"\b(?:can|may|should|must|need|needs|will|would|is|are|was)\b", re.IGNORECASE)
WHICH = re.compile(
    r"\bwhich\b[^?]*?\b((?:accept|approv|agree|reject|declin|reopen|confirm|close|leave|take|apply|skip)\w*)[^?]*\?",
    re.I,
)
# A yes accepts what was asked or proposed, and not what was only listed.
PROPOSED = re.compile(r"\b(?:i|we)(?:'d| would)? (?:suggest|propos|recommend)", re.IGNORECASE)
# "Everything in progress", "all open issues": a status tells which of them.
OF_STATUS = re.compile(
    r"\b(?:(?P<going>in progress)|(?P<open>open (?:ones?|issues?|points?|items?|nitpicks?)|(?:still|are) open)|"
    r"(?:resolved|closed|settled) (?:ones|issues|points|items|nitpicks))\b",
    re.IGNORECASE,
)
WORDING = re.compile(
    r"\b(?:say|says|read|reads|write|instead|replace|with|to|add|insert|append|make it|make that|make them|"
    r"should be|should say|should read|must be|needs to|use|require|prefer|rather|specify|state|include|change)\b",
    re.IGNORECASE,
)
ASKED_TO_GENERATE = re.compile(r"clean(?:ed)?[- ]?up|generate", re.IGNORECASE)
# "Undo the last one", "take my last change back": the last act, whichever finding it was about.
LAST_ACT = re.compile(
    r"\b(?:(?:the|my) )?(?:last|latest)\b(?! (?:issue|finding|nitpick|point|item|clause))(?: (?:ones?|two|three|few))?",
    re.IGNORECASE,
)
SEVERAL = re.compile(
    r"\b(?:they|them|those|these|both|all|each|everything|every one|ones|two|three|four|few)\b", re.IGNORECASE
)
