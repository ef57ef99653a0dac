"""Makes a preview void that the person's newest words contradict, before anything else is done with them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal

from chat.acts import act_on
from chat.turns import TurnRun, events, respond
from pa_dealing import actions
from pa_dealing.models import DraftRequest
from pa_dealing.words import MEASURE, SMALL, all_numbers, asks
from wording.compliance_topics import may_be_inside, may_be_related
from wording.directions import direction

# A question of procedure: of the way of the request, of its time, and of who sees it.
_PROCEDURE = re.compile(
    r"\b(?:how (?:long|soon|do|can|will)|when|who|where"
    r"|what(?:'s| is| happens| comes| now| next| else| (?:do|should) i)"
    r"|still|later|afterwards|submit\w*|(?:e-?)?mails?|messages?|notif\w+|hear|decid\w+|decision|approv\w+|compliance|review\w*|private|next|wait|button"
    r"|wanneer|hoe lang|wie|wat (?:nu|gebeurt)|indienen|goedgekeurd)\b",
    re.IGNORECASE,
)
# The person of whom a question of procedure speaks without telling anything: "will I hear", "my request", "tell me".
_NOTHING_TOLD = re.compile(
    r"\b(?:do|will|can|could|should|shall|must|may|would|moet|mag|kan|krijg|hoor) (?:i|we|ik|wij)\b"
    r"|\bmy (?:request|trade|order|answers?)\b"
    r"|\b(?:to|tell|email|let|contact|notify|inform|answer|mail|send|give) (?:me|us)\b",
    re.IGNORECASE,
)
_OF_ONESELF = re.compile(
    r"\b(?:i|i'm|i've|i'd|we|we're|we've|my|our|me|us|mine|ik|wij|we|mijn|ons|onze)\b", re.IGNORECASE
)
_OTHERWISE = re.compile(
    r"\b(?:instead|rather|other|another|wrong|change\w*(?: \w+){1,2} (?:to|into)"
    r"|should(?:n't)? (?:it|that|this)|be an?)\b",
    re.IGNORECASE,
)
_COURTESY = re.compile(
    r"\W*(?:many thanks|thanks|thank you|thx|cheers|have a|enjoy|bye|goodbye|see you|bedankt|dank|fijne)\b"
    r"(?!.*\b(?:it|it's|its|is|are|be|that's|but|except|should|must|make|not|no|however|moet|maar)\b)",
    re.IGNORECASE,
)
_PART = re.compile(r"[^.!?;,\n]+\??")
_WORD = re.compile(r"[^\W_]+(?:'[^\W_]+)*")
_MOST_WORDS_OF_A_QUESTION, _MOST_WORDS_OF_COURTESY = 12, 7
# Words that take something back, among those that otherwise only go along with what is shown.
_TAKES_BACK = frozenset("no not nee later but sorry if rather ask more dan different all everything both".split())  # noqa: SIM905
_GOES_ALONG = (
    SMALL
    | frozenset(
        """
    hi hello hey hallo bye cheers thx thankyou good great perfect super cool nice awesome excellent well done morning
    afternoon evening day much lot lots many very dank bedankt dankjewel hartelijk prima mooi oke goed klopt akkoord
    what see have has am are go ahead confirm confirmed agree agreed true yup ready happy everything
    both can could may submit submitting send file hand compliance over off again
    shares share units unit stocks stock worth trade request order aandelen stuks
    """.split()  # noqa: SIM905
    )
) - _TAKES_BACK


def contradicts_the_preview(turn: TurnRun) -> bool:
    """Whether a previewed request is spoken of in any way but the few that plainly leave it as it was shown.

    Those are courtesy, assent, what the preview shows itself, and questions of procedure. Anything else costs one more
    press of Preview; what was shown is never submitted against later words.
    """
    draft: DraftRequest = turn.record
    if draft.status != DraftRequest.Status.PREVIEWED:
        return False
    text = turn.text[:2000]
    mention = direction(text)
    known = {Decimal(number) for number in (draft.quantity, draft.estimated_value, draft.unit_price) if number}
    numbers = [item for item in all_numbers(text) if not MEASURE.match(text, item.end)]
    amounts = {item.number.value if item.money is None else item.money.amount for item in numbers}
    if amounts - known or (mention is not None and mention.direction != draft.direction):
        return True
    if may_be_inside(text, widely=True) or may_be_related(text, widely=True):
        return True
    shown = _shown(draft)
    return not all(_goes_along(part, shown) or _asks_of_procedure(part) for part in _PART.findall(text))


def _shown(draft: DraftRequest) -> frozenset[str]:
    """The words by which the preview itself names the trade."""
    security = draft.security or {}
    verb = "buy buying" if draft.direction == "BUY" else "sell selling"
    names = f"{security.get('name', '')} {security.get('symbol', '')} {draft.estimated_currency or ''} {verb}"
    return frozenset(_WORD.findall(names.casefold()))


def _goes_along(part: str, shown: frozenset[str]) -> bool:
    """Whether a part of a message holds only courtesy, assent, and what the preview shows."""
    if _COURTESY.match(part) and len(part.split()) <= _MOST_WORDS_OF_COURTESY:
        return True
    words = [word for word in _WORD.findall(part.casefold()) if not word[0].isdigit()]
    return all(word in _GOES_ALONG - {"buy", "sell"} or word in shown for word in words)


def _asks_of_procedure(part: str) -> bool:
    """Whether a part of a message asks how the request goes on, and tells nothing of the person or the trade."""
    if not asks(part) or len(part.split()) > _MOST_WORDS_OF_A_QUESTION or direction(part) is not None:
        return False
    if _OF_ONESELF.search(_NOTHING_TOLD.sub(" ", part)) or _OTHERWISE.search(part):
        return False
    return bool(_PROCEDURE.search(part))


def void_preview(turn: TurnRun) -> Iterator[events.Event]:
    """Make the preview void, then go on with the turn."""
    with act_on(actions.open_request(turn.thread_id, turn.by)) as draft:
        if draft.status == DraftRequest.Status.PREVIEWED:
            actions.void_preview(draft, by=turn.by, words=turn.said[-1].whole())
    turn.record = turn.assistant.load(turn.thread_id)
    turn.state = turn.assistant.state(turn.record)
    yield events.state_snapshot(turn.state)
    yield from respond(turn)
