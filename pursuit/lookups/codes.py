"""A part that asks for a code, or what a code means, from the code lists. A row of a list is the citation."""

from __future__ import annotations

from typing import Any

from django.urls import reverse

from chat.assistants import ToolContext
from pursuit.answers import Found
from pursuit.codes import search
from pursuit.lookups.documents import LookedUp
from pursuit.models import Code
from pursuit.record import Record
from pursuit.words import sha

# Share of a description's weight that a code's own description must hold: to be the answer, and to be shown.
ANSWERS, TOUCHES = 0.75, 0.45
# A code that fits nearly as well as the best is named beside it.
_CLOSE, _MOST = 0.08, 4


def look_up_codes(context: ToolContext, part: str, query: str) -> LookedUp:
    """The codes that a part names, or those whose description it gives."""
    record: Record = context.record
    wanted = record.part(part)
    if record.row is None or wanted is None:
        return LookedUp(skipped=f"There is no part {part!r}.")
    if not wanted.is_open:
        return LookedUp(skipped=f"{part} is answered already.")
    system = search.system_asked(wanted.text)
    place = f"codes:{system or 'all'}"
    if record.was_sent(place, sha(query)):
        return LookedUp(place, query, skipped="This query was sent before in this objective.")
    if system == "cpt":
        result = "CPT codes belong to the American Medical Association and stand in no list here."
        return LookedUp(place, query, result, Found(reason="missing_code"), answered_by="code")
    named = search.look_up(wanted.text)
    if named:
        return _answered(place, query, named)
    unknown = search.unknown_codes(wanted.text)
    if unknown:
        return LookedUp(
            place, query, f"No list has {', '.join(unknown)}.", Found(reason="missing_code"), answered_by="code"
        )
    matches = search.search_codes(search.description_asked(query), system)
    best = matches[0].share if matches else 0.0
    close = [match.code for match in matches if match.share >= max(TOUCHES, best - _CLOSE)][:_MOST]
    # What a model searched for may be another thing than what was asked: that is near, and no answer.
    if best >= ANSWERS and query == wanted.text:
        return _answered(place, query, close)
    if close:
        finding = Found("partial", "missing_code", tuple(_cited(code) for code in close), coverage=best)
        return LookedUp(place, query, f"Near: {_named(close)}.", finding, _descriptions(close), "code")
    return LookedUp(place, query, "No code fits.", Found(reason="missing_code"), answered_by="code")


def _answered(place: str, query: str, codes: list[Code]) -> LookedUp:
    cited = tuple(_cited(code) for code in codes[:_MOST])
    return LookedUp(
        place, query, f"{_named(codes[:_MOST])}.", Found("answered", "", cited), _descriptions(codes), "code"
    )


def _descriptions(codes: list[Code]) -> str:
    return "\n\n".join(search.description_of(code) for code in codes[:_MOST])


def _named(codes: list[Code]) -> str:
    return ", ".join(code.code for code in codes)


def _cited(code: Code) -> dict[str, Any]:
    return {**search.citation(code), "url": reverse("pursuit-code", args=[code.pk])}
