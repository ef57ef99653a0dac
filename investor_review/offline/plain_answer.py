"""What a message that is only a yes or a no does to the findings. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from investor_review.offline.changes import Inference, StatusChange
from investor_review.offline.history import spoken_of
from investor_review.offline.turn_words import ASKED_TO_GENERATE, PROPOSED
from investor_review.words import Issue


def answered(
    message: str, yes: bool, asked: str, issues: Sequence[Issue], history: Sequence[Mapping[str, str]]
) -> Inference:
    """A bare yes confirms what is in progress, or accepts what was just asked about; a bare no changes nothing."""
    if not yes or (asked and ASKED_TO_GENERATE.search(asked)):
        return Inference()
    status = {issue.issue_id: issue.status for issue in issues}
    if asked and not asked.rstrip().endswith("?") and not PROPOSED.search(asked):
        return Inference()
    spoken = spoken_of(history, issues)
    going = [i for i in spoken if status[i] == "in_progress"]
    accepted = [i for i in spoken if status[i] == "open"] if not going and asked else []
    going = going or ([] if accepted else [i for i in status if status[i] == "in_progress"])
    text = message.strip()
    start = message.find(text)
    place = (text, start, start + len(text))
    return Inference(
        tuple(StatusChange(i, "resolved", "confirm", *place) for i in going)
        + tuple(StatusChange(i, "in_progress", "accept", *place) for i in accepted)
    )
