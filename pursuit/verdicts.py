"""What the person says of words that were shown to them: that they answer a part, or that they do not."""

from __future__ import annotations

from collections.abc import Sequence

from audit.trail import Actor, record as audit
from chat.errors import Refused
from pursuit.actions import Status, as_answered, open_again, save, save_part
from pursuit.models import Attempt, SubObjective
from pursuit.record import Part, Record
from wording.quotes import Quote


def take(objective: Record, keys: Sequence[str], *, words: Quote, by: Actor) -> list[Part]:
    """The words shown as near answer these parts, as the person said in `words`; the parts.

    Raises Refused where nothing is shown as near.
    """
    row, parts = objective.row, [part for part in objective.near if part.key in keys]
    if row is None or not parts:
        raise Refused("nothing_shown", "Nothing is shown that could be taken for an answer.")
    for part in parts:
        answered = SubObjective.Status.ANSWERED
        save_part(part, status=answered, stuck_reason="", answered_by=SubObjective.By.PERSON)
        audit("pursuit.answered", row, by=by, data={**words.to_json(), **as_answered(part), "by": "person"})
    save(objective, information=row.information + 1)
    return parts


def refuse(objective: Record, keys: Sequence[str], *, words: Quote, by: Actor) -> list[Part]:
    """What is shown for these parts is no answer, as the person said in `words`; the parts.

    They are looked for again, and not in that place. Raises Refused where nothing is shown.
    """
    row, parts = objective.row, [part for part in objective.parts if part.key in keys and part.citations]
    if row is None or not parts:
        raise Refused("nothing_shown", "Nothing is shown that could be no answer.")
    for part in parts:
        audit("pursuit.refused", row, by=by, data={**words.to_json(), **as_answered(part)})
        places = [{name: cited.get(name) for name in ("document", "chunk", "start", "end")} for cited in part.citations]
        places = [place for place in places if place["document"]]
        open_again(part, refused=[*part.refused, *places])
    # A code list has no other place to look at.
    again = {part.id for part in parts if part.refused}
    Attempt.objects.filter(sub_objective_id__in=again, counts=True).update(counts=False)
    objective.tried = [
        {**attempt, "counts": attempt["counts"] and attempt["sub_objective_id"] not in again}
        for attempt in objective.tried
    ]
    save(objective, status=Status.ACTIVE, information=row.information + 1)
    return parts
