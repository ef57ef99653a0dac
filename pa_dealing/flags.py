"""Reads the answers to the two compliance questions. Nothing is inferred: only answers to what was shown count."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from chat.assistants import Said
from pa_dealing import hints
from pa_dealing.words import Evidence, evidence_at, whole
from wording.answers import yes_or_no
from wording.compliance import flag_answers


@dataclass(frozen=True, slots=True)
class FlagsSaid:
    """True, False or None for each of the two, with the words that say it."""

    inside: bool | None = None
    related: bool | None = None
    inside_words: Evidence | None = None
    related_words: Evidence | None = None

    @property
    def is_about_both(self) -> bool:
        """Whether the same words answer both, without naming either: "neither", "no to both"."""
        return self.inside_words is not None and self.inside_words == self.related_words

    def evidence(self) -> dict[str, Evidence]:
        words = {"has_inside_info": self.inside_words, "is_related_party": self.related_words}
        return {field: found for field, found in words.items() if found is not None}


def flags_said(messages: Sequence[Said], asked: str) -> FlagsSaid:
    """What the newest message answers; the half that was answered before counts when the other half was asked.

    A bare "no" to "do you have inside information, or are you a related party?" denies both. A bare "yes" to it
    leaves open which, and answers neither.
    """
    newest = messages[-1]
    found = _read(newest)
    if asked not in (hints.MISSING_HAS_INSIDE_INFO, hints.MISSING_IS_RELATED_PARTY) and found.is_about_both:
        # "None of them" answers the question that stood on the screen, and it was another one.
        return FlagsSaid()
    if asked == hints.MISSING_IS_RELATED_PARTY:
        earlier = _read(messages[-2]) if len(messages) > 1 else FlagsSaid()
        bare = yes_or_no(newest.text)
        related, words = (bare, whole(newest)) if bare is not None else (found.related, found.related_words)
        inside = found if found.inside is not None else earlier
        return FlagsSaid(inside.inside, related, inside.inside_words, words if related is not None else None)
    if asked == hints.MISSING_HAS_INSIDE_INFO and yes_or_no(newest.text) is False:
        return FlagsSaid(False, False, whole(newest), whole(newest))
    return found


def _read(said: Said) -> FlagsSaid:
    answers = flag_answers(said.text)
    return FlagsSaid(
        answers.inside,
        answers.related,
        evidence_at(said, *answers.inside_span) if answers.inside_span else None,
        evidence_at(said, *answers.related_span) if answers.related_span else None,
    )
