"""Model <-> tools, the default way to respond: stream a reply, run the tools that it calls, and go on."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import structlog
from django.conf import settings
from django.db import transaction
from django.utils.translation import gettext, gettext_noop as _

from audit.trail import collecting
from chat import models_in_use
from chat.assistants import ToolContext
from chat.errors import TurnFailed
from chat.guidance import tools_of
from chat.turns import budget, events, instructions, rows
from chat.turns.asking import asker
from chat.turns.calls import finished, prepare_call, results_of, row_of, standing
from chat.turns.history import CUT_REASONS as CUT_REASONS, round_messages
from chat.turns.recalled import recalled_in, reminder
from chat.turns.turn import TurnRun
from llm.cards import Card
from llm.interface import ModelError, Stopped
from llm.slots import Slot
from llm.text import clean_text
from llm.tokens import tokens_of_request
from llm.tools import tools_hash
from llm.types import ModelRequest, StreamItem, TextDelta, ToolCall, Usage

log = structlog.get_logger("chat")

# The same call with the same arguments in a third reply gets its earlier result; in a fourth it is a circle.
MAX_IDENTICAL_CALLS = 3
# A model that reads for longer than this, in seconds, before its first word is called slow.
_SLOW_S = 5.0
# How often a conversation that the server finds too long is cut and sent again.
_MOST_CUTS = 2
_NONE_KNOWN: Mapping[tuple[str, str], dict[str, Any]] = {}
# The note under a reply that ends for one of CUT_REASONS.
CUT = _("The answer was cut here because it became too long.")


def respond(turn: TurnRun) -> Iterator[events.Event]:
    """The events of a turn: what the words make certain, then rounds of model and tools until it only talks."""
    context = ToolContext(turn.by, turn.thread_id, turn.record, turn.said, turn.asked_before)
    seen: Counter[tuple[str, str]] = Counter()
    earlier: dict[tuple[str, str], dict[str, Any]] = {}
    # A retry of a turn that has saved no round yet begins where the first attempt did.
    fresh = turn.attempt == 1 or turn.messages[-1].role == "user"
    planned = turn.assistant.read_words(context) if fresh else []
    if planned:
        calls = [ToolCall(f"words-{turn.number}-{n}", p.name, rows.dumps(p.arguments)) for n, p in enumerate(planned)]
        yield from run_round(turn, context, calls, rows.Spoken(model="words"))
    context.recalled = turn.recalled = recalled_in(turn, was_read=bool(planned)) if fresh else ()
    for round_number in range(settings.CHAT_MAX_ROUNDS):
        if context.reply:
            break
        # The last round is asked for words alone, so that a turn which recorded something says so.
        closing = 0 < round_number == settings.CHAT_MAX_ROUNDS - 1
        calls = yield from stream_reply(turn, round_number, closing=closing)
        if not calls or (closing and turn.texts[-1]):
            return
        if closing:
            break
        # Within one reply a model may look again after each of its steps: only over replies is it a circle.
        for name, arguments in dict.fromkeys((call.name, call.arguments) for call in calls):
            seen[name, arguments] += 1
            if seen[name, arguments] > MAX_IDENTICAL_CALLS:
                raise TurnFailed("repeated_calls", f"{name} was called {seen[name, arguments]} times alike")
        known = {key: result for key, result in earlier.items() if seen[key] == MAX_IDENTICAL_CALLS}
        before = len(turn.calls)
        yield from run_round(turn, context, calls, turn.pending or rows.Spoken(), known)
        made = zip(calls, turn.calls[before:], strict=True)
        earlier |= {(call.name, call.arguments): row["result"] for call, row in made}
    yield from say(turn, context.reply or standing(turn, model_request(turn)))


def say(turn: TurnRun, text: str) -> Iterator[events.Event]:
    """A reply of our own, without a model."""
    message_id = f"{turn.id}-tool"
    turn.pending = rows.Spoken(text=text, model="words", finish_reason="stop")
    turn.texts.append(text)
    yield events.text_started(message_id)
    yield events.text_delta(message_id, text)
    yield events.text_ended(message_id)


def stream_reply(
    turn: TurnRun, round_number: int, *, closing: bool = False
) -> Generator[events.Event, None, list[ToolCall]]:
    """One model call; its text goes out as it comes, its calls are the generator's value. Holds no connection.

    A `closing` one may call no tools.
    """
    request = replace(model_request(turn), tool_choice="none") if closing else model_request(turn)
    spoken = turn.pending = rows.Spoken(model=request.model, sent=_sent(turn, request))
    message_id = f"{turn.id}-{turn.attempt}-{round_number}"
    calls: list[ToolCall] = []
    turn.texts.append("")
    rows.release_connection()
    slot = yield from _slot(turn, request)
    started = time.monotonic()
    try:
        for item in _streamed(turn, request):
            if isinstance(item, TextDelta):
                if item.takes_back:
                    message_id = yield from _taken_back(turn, spoken, message_id)
                yield from _text(turn, spoken, clean_text(item.text), message_id, started)
            elif isinstance(item, ToolCall):
                calls.append(_cleaned(item))
            else:
                _count(turn, spoken, item)
        yield from _told_if_cut(turn, spoken, message_id)
    except Exception:
        # AG-UI lets no run end while a message is open.
        if spoken.text:
            yield events.text_ended(message_id)
        raise
    finally:
        slot.free()
        _time(turn, spoken, started)
    if spoken.text:
        yield events.text_ended(message_id)
    return calls


def _text(turn: TurnRun, spoken: rows.Spoken, text: str, message_id: str, started: float) -> Iterator[events.Event]:
    if not text:
        return
    if not spoken.text:
        spoken.first_token_ms = round((time.monotonic() - started) * 1000)
        yield events.text_started(message_id)
    turn.texts[-1] = spoken.text = spoken.text + text
    yield events.text_delta(message_id, text)


def _taken_back(turn: TurnRun, spoken: rows.Spoken, message_id: str) -> Generator[events.Event, None, str]:
    """What was said so far was a thought: no row keeps it, and the message that is told next has the returned id."""
    if spoken.text:
        yield events.text_ended(message_id)
    # Whoever judges the reply has saved what it let out when its message ended.
    turn.texts[-1] = spoken.text = ""
    return f"{message_id}-again"


def _time(turn: TurnRun, spoken: rows.Spoken, started: float) -> None:
    spoken.model_ms = round((time.monotonic() - started) * 1000)
    turn.model_ms += spoken.model_ms


def _slot(turn: TurnRun, request: ModelRequest) -> Generator[events.Event, None, Slot]:
    """The model's slot; who stands in line for it is told the place, and who waits for a slow one is told that."""
    card = request.card or Card()
    slot = Slot(request.model, card.slots, turn.stop)
    place = 0
    for place in slot.places():
        yield events.waiting(place)
    reading = request.clocks.first_token - card.first_token_s
    if place or reading >= _SLOW_S:
        try:
            yield events.waiting(0, reading if reading >= _SLOW_S else 0)
        except BaseException:
            slot.free()
            raise
    return slot


def _told_if_cut(turn: TurnRun, spoken: rows.Spoken, message_id: str) -> Iterator[events.Event]:
    if spoken.text and spoken.finish_reason in CUT_REASONS:
        cut = f"\n\n{gettext(CUT)}"
        turn.texts[-1] = spoken.text = spoken.text + cut
        yield events.text_delta(message_id, cut)


def _streamed(turn: TurnRun, request: ModelRequest) -> Iterator[StreamItem]:
    """The model's reply. A conversation that is too long for the model is cut by half, then to the newest words."""
    model = models_in_use.chat_model(request.model, turn.assistant)
    for attempt in range(_MOST_CUTS + 1):
        try:
            yield from model.stream(request)
            return
        except ModelError as error:
            if error.code != "context_full" or attempt == _MOST_CUTS or not budget.cut_again(turn, attempt):
                raise
        log.warning("the conversation was too long for the model", model=request.model, attempt=attempt + 1)
        request = replace(request, messages=tuple(turn.messages))
        if turn.pending is not None:
            turn.pending.sent |= _window(turn)


def model_request(turn: TurnRun) -> ModelRequest:
    """What the next model call is sent, in the state as it is now, within what the model's card says."""
    model = models_in_use.model_name(turn.assistant.slug)
    turn.model = turn.model or model
    card = models_in_use.card(turn.assistant.slug, model)
    wanted = settings.CHAT_MAX_OUTPUT_TOKENS
    request = ModelRequest(
        model=model,
        instructions=clean_text(turn.assistant.instructions(turn.record, turn.state)),
        background=clean_text(turn.assistant.background(turn.record, turn.state)),
        situation=clean_text(turn.assistant.situation(turn.record, turn.state) + reminder(turn)),
        messages=(),
        tools=tools_of(turn.assistant),
        stop=turn.stop,
        state={**turn.state, "asked": turn.asked_before, **turn.assistant.offline_state(turn.record, turn.state)},
        max_output_tokens=card.reserved(wanted),
        card=card,
    )
    budget.fit(turn, request, card)
    request = replace(request, messages=tuple(turn.messages))
    prompt_tokens = tokens_of_request(request) if card.prompt_tokens_s or card.reserved(wanted) < wanted else 0
    most = card.may_write(wanted, prompt_tokens)
    return replace(request, max_output_tokens=most, clocks=models_in_use.clocks(card, prompt_tokens))


def run_round(
    turn: TurnRun,
    context: ToolContext,
    calls: Sequence[ToolCall],
    spoken: rows.Spoken,
    known: Mapping[tuple[str, str], dict[str, Any]] = _NONE_KNOWN,
) -> Iterator[events.Event]:
    """Run the calls of one reply in order, in one transaction with their rows, the record and the audit entries.

    What a tool prepares comes before the transaction, for every call of the reply, on the record as it was then.
    A call whose name and arguments are `known` is not run: it gets that result.
    """
    context.ask = asker(turn)
    tools = tools_of(turn.assistant)
    is_known = [(call.name, call.arguments) in known for call in calls]
    prepared = finished([None if k else prepare_call(tools, context, c) for c, k in zip(calls, is_known, strict=True)])
    context.ask = None
    if turn.asks:
        spoken.sent, turn.asks = {**spoken.sent, "asked": turn.asks}, []
    if turn.stop.is_set():
        raise Stopped
    with transaction.atomic(), collecting():
        message_id = rows.save_round(turn.id, turn.attempt, spoken)
        if message_id is None:
            raise TurnFailed("lost_lease")
        with turn.assistant.open(turn.thread_id, turn.by) as record:
            context.record = turn.record = record
            results = list(results_of(turn.assistant, context, zip(calls, prepared, strict=True), known))
        rows.save_calls([row_of(turn, message_id, n, *pair) for n, pair in enumerate(zip(calls, results, strict=True))])
        turn.state = turn.assistant.state(record)
    # Had the round failed, the words of this reply would be saved with the end of the turn.
    turn.pending = None
    rows.release_connection()
    turn.messages += round_messages(spoken.text, calls, results)
    turn.ids += [message_id, message_id]
    for call, result in zip(calls, results, strict=True):
        turn.calls.append({"name": call.name, "arguments": rows.shown_arguments(call.arguments), "result": result})
        yield from events.tool_called(call.id, call.name, call.arguments, f"{turn.id}-{message_id}")
        yield events.tool_result(call.id, rows.dumps(result), f"{turn.id}-{message_id}-{call.id}")
    yield events.state_snapshot(turn.state)


def _cleaned(call: ToolCall) -> ToolCall:
    return replace(call, id=clean_text(call.id), name=clean_text(call.name), arguments=clean_text(call.arguments))


def _count(turn: TurnRun, spoken: rows.Spoken, usage: Usage) -> None:
    spoken.input_tokens, spoken.output_tokens = usage.input_tokens, usage.output_tokens
    spoken.cached_tokens, spoken.finish_reason = usage.cached_tokens, usage.finish_reason
    if usage.model:
        provider = spoken.model.split(":", 1)[0]
        turn.model = spoken.model = usage.model if provider == usage.model else f"{provider}:{usage.model}"
    turn.input_tokens += usage.input_tokens
    turn.output_tokens += usage.output_tokens


def _sent(turn: TurnRun, request: ModelRequest) -> dict[str, Any]:
    """Enough to prove the call and to make it again: what the model was told, the window, the hash of the schemas."""
    return {
        "instructions_sha256": instructions.kept(request.instructions),
        "situation": request.situation,
        **({"background": request.background} if request.background else {}),
        "tools_sha256": models_in_use.hash_of(request.tools, tools_hash),
        "requested": request.model,
        **_window(turn),
    }


def _window(turn: TurnRun) -> dict[str, Any]:
    """The first and the last message that were sent, and before which the results of tools were left out."""
    sent = {"messages": [turn.first_id, turn.message_id]}
    return {**sent, "bare_before": turn.bare_before} if turn.bare_before else sent
