"""What a turn has done, what a model is told of a review, and what of a reply may be shown."""

from __future__ import annotations

from investor_review.conversation.citations import CitationJudge, passage_url
from investor_review.conversation.closing import accepted, standing
from investor_review.conversation.material import material_of, standing_of
from investor_review.conversation.turn import bracketed, changed_in, cited, last_reply

__all__ = [
    "CitationJudge",
    "accepted",
    "bracketed",
    "changed_in",
    "cited",
    "last_reply",
    "material_of",
    "passage_url",
    "standing",
    "standing_of",
]
