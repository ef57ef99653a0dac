"""A history that every chat template takes: the person and the assistant speak in turn. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from llm.types import Message, ModelRequest

# What stands for the answer that a failed or stopped turn did not give.
NO_ANSWER = "(no answer was given)"
# Google's documented word for a call that another model, or code, made: from Gemini 3 on, one without is a 400.
FOREIGN_SIGNATURE = "skip_thought_signature_validator"


def as_sent(request: ModelRequest) -> Sequence[Message]:
    """The messages with the background before the person's first words and the situation behind the newest.

    What stands between them is as it was sent before.
    """
    spoken = [place for place, message in enumerate(request.messages) if message.role == "user"]
    if not spoken:
        return request.messages
    messages = list(request.messages)
    if request.background:
        messages[spoken[0]] = _joined(messages[spoken[0]], request.background, messages[spoken[0]].text)
    if request.situation:
        messages[spoken[-1]] = _joined(messages[spoken[-1]], messages[spoken[-1]].text, request.situation)
    return messages


def _joined(message: Message, before: str, behind: str) -> Message:
    return replace(message, text=f"{before}\n\n{behind}")


def alternated(messages: Iterable[Message]) -> list[Message]:
    """`messages` with neighbours of the assistant joined, and an answer where the person was left without one.

    Strict templates (Mistral, Gemma) refuse two messages of one role, and a person's message behind a tool's result.
    """
    history: list[Message] = []
    for message in messages:
        before = history[-1] if history else None
        if _is_empty(message):
            continue
        if message.role == "user" and before is not None and before.role != "assistant":
            history.append(Message("assistant", NO_ANSWER))
        elif message.role == "assistant" and before is not None and before.role == "assistant":
            # Only words come before: the calls of a message are followed by their results.
            text = "\n\n".join(part for part in (before.text, message.text) if part)
            history[-1] = replace(message, text=text)
            continue
        history.append(message)
    return history


def _is_empty(message: Message) -> bool:
    if message.role == "tool":
        return not message.results
    return message.role == "assistant" and not message.text and not message.calls
