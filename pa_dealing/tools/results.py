"""What every tool of PA dealing gives back: the next step and question, and a refusal for person and model."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import wraps
from typing import Any

from chat.assistants import Said, ToolContext
from chat.errors import Refused
from llm.tools import refusal
from pa_dealing import hints
from pa_dealing.conversation import questions
from pa_dealing.models import DraftRequest
from pa_dealing.words import AS_OWN, as_own, claims_own
from wording.quotes import NotInWords, find_quote

Function = Callable[..., dict[str, Any]]
_NOT_NOW = "The request is in no state for this. Tell the person why, and follow `ask` where there is one."


def next_step(draft: DraftRequest) -> dict[str, Any]:
    """The hint and the next question of an open request; a closed one has neither."""
    if not draft.is_open:
        return {}
    return {"instructional_hint": hints.determine_instructional_hint(draft), "ask": questions.question_for(draft)}


def refusals_as_results(function: Function) -> Function:
    """Turn what is refused into a result; what was said about an earlier request is no word for this one."""

    @wraps(function)
    def run(context: ToolContext, **arguments: Any) -> dict[str, Any]:
        context.said = _of_this_request(context)
        try:
            return function(context, **arguments)
        except NotInWords as refused:
            return refusal("not_in_words", refused.error, refused.advice)
        except Refused as refused:
            return refusal(refused.code, refused.detail, _NOT_NOW)

    return run


def quoted_part(context: ToolContext, words: str) -> Said:
    """The newest message, or what of it the model quotes as the words that say it. Raises NotInWords.

    What stands around the quotation is blanked, so that offsets stay.
    """
    newest = context.said[-1]
    if not words.strip():
        return newest
    if (part := _part_of(newest, words)) is None:
        raise NotInWords(f'You did not write "{words[:80]}".', "Quote the newest message as it stands, or ask.")
    return part


def newest_to_quoted(context: ToolContext, words: str, messages: Sequence[Said]) -> list[Said]:
    """The messages, the newest first, with what is quoted of the newest; up to the earlier one that is quoted.

    Raises NotInWords where none of them holds the words.
    """
    newest_first = list(reversed(messages))
    if words.strip() and _part_of(newest_first[0], words) is None:
        for place, message in enumerate(newest_first):
            if part := _part_of(message, words):
                return [*newest_first[:place], part]
    return [quoted_part(context, words), *newest_first[1:]]


def _part_of(message: Said, words: str) -> Said | None:
    """What of a message is quoted, at its place; None where the words do not stand there."""
    quote = find_quote(words, message.text, message.message_id)
    if quote is None:
        return None
    return replace(message, text=" " * quote.start + message.text[quote.start : quote.end])


def _of_this_request(context: ToolContext) -> list[Said]:
    """The person's messages since the request was begun; what they claimed as their own after all speaks of them."""
    begun = context.record.evidence.get("begun", {}).get("message_id")
    messages = [message for message in context.said if begun is None or message.message_id >= begun]
    if messages and claims_own(messages[-1].text):
        for message in reversed(messages[-AS_OWN - 1 : -1]):
            if (text := as_own(message.text)) != message.text:
                return [*messages[: messages.index(message)], replace(message, text=text)]
    return messages
