"""The questions that a reply may leave on the screen, by name. A bare "yes" answers the one that stands."""

from __future__ import annotations

GENERATE = "GENERATE_CLEANUP"
# The wording of the first is the specification's (Step 3).
QUESTIONS = {
    GENERATE: "Do you want me to generate a cleaned-up version of the document with the accepted changes?",
}


def sentence_of(question: str) -> str:
    """The question in words; empty when none stands."""
    return QUESTIONS.get(question, "")
