"""What a model is sent fits its card: old results of tools go first, then old messages; the newest words always stay.

It is cut below the bound, and what was cut stays cut, so that the beginning of the next requests is the same.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from operator import is_

from chat.turns.rows import dumps
from chat.turns.turn import TurnRun
from llm.cards import MARGIN, Card
from llm.text import fenced
from llm.tokens import tokens_of, tokens_of_message, tokens_of_prompt
from llm.types import Message, ModelRequest, ToolResult

# How far below the bound is cut.
_LOW = 0.6
# A result that is shorter says as much as the line that would stand for it.
_SHORT = 160
_LEAST_SHOWN = 200
_BLOCK = re.compile(r"<<<(?P<label>[^\n]+) (?P<mark>[0-9a-f]{20})\n(?P<text>.*?)\n(?P=mark) (?P=label)>>>", re.DOTALL)


def fit(turn: TurnRun, request: ModelRequest, card: Card) -> None:
    """Cut the turn's messages to what the card leaves beside the prompt, the tools and the answer."""
    room = int((card.context - (request.max_output_tokens or 0)) * MARGIN) - tokens_of_prompt(request)
    if sum(map(tokens_of_message, turn.messages)) > room:
        cut(turn, room)


def cut(turn: TurnRun, room: int) -> bool:
    """Cut the turn's messages to about six tenths of `room` tokens; whether anything went."""
    before = list(turn.messages)
    newest = newest_of(turn.messages)
    low = int(room * _LOW)
    _leave_out(turn, range(newest), low)
    newest = _drop(turn, newest, low)
    results = [n for n in range(newest, len(turn.messages)) if turn.messages[n].role == "tool"]
    _leave_out(turn, results[:-1], room)
    if results and (over := _size(turn) - room) > 0:
        turn.messages[results[-1]] = _shown_in_part(turn.messages[results[-1]], over)
    return turn.messages != before


def cut_again(turn: TurnRun, attempt: int) -> bool:
    """Cut what a server found too long to half of it, then to the newest words and what they led to, then half of that.

    Whether anything went.
    """
    newest = newest_of(turn.messages)
    if attempt == 0 or newest == 0:
        return cut(turn, _size(turn) // 2) or (newest > 0 and cut_again(turn, attempt + 1))
    turn.messages, turn.ids, turn.first_id = turn.messages[newest:], turn.ids[newest:], turn.message_id
    return newest > 0


def newest_of(messages: list[Message]) -> int:
    """The place of the person's newest words."""
    return max((n for n, message in enumerate(messages) if message.role == "user"), default=0)


def _size(turn: TurnRun) -> int:
    return sum(map(tokens_of_message, turn.messages))


def _leave_out(turn: TurnRun, places: range | list[int], room: int) -> None:
    """Leave the results at these places out, the oldest first, until all fits."""
    size = _size(turn)
    for n in places:
        if size <= room:
            return
        message = turn.messages[n]
        if message.role == "tool":
            turn.messages[n] = bare(message)
            turn.bare_before = max(turn.bare_before, turn.ids[n] + 1)
            size += tokens_of_message(turn.messages[n]) - tokens_of_message(message)


def _drop(turn: TurnRun, newest: int, room: int) -> int:
    """Drop the oldest exchanges until all fits; where the newest words stand then."""
    size, start = _size(turn), 0
    while start < newest and size > room:
        size -= tokens_of_message(turn.messages[start])
        start += 1
        while turn.messages[start].role != "user":
            size -= tokens_of_message(turn.messages[start])
            start += 1
    if start:
        turn.messages, turn.ids = turn.messages[start:], turn.ids[start:]
        turn.first_id = turn.ids[0]
    return newest - start


def bare(message: Message, only: Callable[[ToolResult], bool] = lambda result: True) -> Message:
    """A message of results with a short line for each of them, or for those `only`."""
    results = tuple(_bare(result) if only(result) else result for result in message.results)
    return message if all(map(is_, results, message.results)) else replace(message, results=results)


def _bare(result: ToolResult) -> ToolResult:
    if len(result.content) < _SHORT:
        return result
    left_out = f"an old result of {len(result.content)} characters, to save room"
    return replace(result, content=dumps({"status": result.status, "left_out": left_out}))


def _shown_in_part(message: Message, over: int) -> Message:
    """The newest results by their beginnings, the longest first, so that `over` tokens fewer are left."""
    results = list(message.results)
    for n in sorted(range(len(results)), key=lambda n: -len(results[n].content)):
        content = results[n].content
        tokens = tokens_of(content)
        if over <= 0 or tokens < _LEAST_SHOWN:
            break
        shown = content[: int(len(content) * max(tokens - over - _LEAST_SHOWN, _LEAST_SHOWN / 2) / tokens)]
        left_out = f"{len(content) - len(shown)} characters more: the result is longer than what can be read at once"
        in_part = {"status": results[n].status, "beginning": shown, "left_out": left_out}
        results[n] = replace(results[n], content=dumps(in_part))
        over -= tokens - tokens_of(results[n].content)
    return replace(message, results=tuple(results))


def shortened(material: str, room: int) -> str:
    """Material of at most about `room` tokens: the longest of its marked blocks are shown by their beginnings."""
    tokens = tokens_of(material)
    if tokens <= room:
        return material
    lengths = [len(block["text"]) for block in _BLOCK.finditer(material)]
    # Of the characters inside the blocks so many go as there are tokens too many, or some more.
    for spare in (1.0, 1.1, 1.3, 1.6):
        left = sum(lengths) - int((tokens - room) * len(material) / tokens * spare)
        most = _cap(lengths, left) if left > 0 else 0
        short = _BLOCK.sub(lambda block, most=most: _block(block["label"], block["text"], most), material)  # type: ignore[misc]
        if most and tokens_of(short) <= room:
            return short
    chars = int(len(material) * room / tokens * 0.95)
    return f"{material[: chars * 3 // 4]}\n[…]\n{material[len(material) - chars // 4 :]}"


def _cap(lengths: list[int], room: int) -> int:
    """The length to which each text is cut so that all fit into `room` characters."""
    left, most = room, 0
    for n, length in enumerate(sorted(lengths)):
        most = left // (len(lengths) - n)
        if length > most:
            return most
        left -= length
    return most


def _block(label: str, text: str, most: int) -> str:
    return fenced(label, text if len(text) <= most else f"{text[:most]}\n[…]")
