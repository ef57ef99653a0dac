"""A turn from the claim to its end: the loop of model and tools, its rows, its history and its limits."""

from __future__ import annotations

from chat.turns import events, instructions, limits, loop, rows, usage
from chat.turns.asking import hash_of_material, hash_of_schema
from chat.turns.claims import watch
from chat.turns.events import LAST, Encoded, Event
from chat.turns.loop import respond, run_round, say
from chat.turns.metrics import LEFT_OUT, count_by_hand
from chat.turns.recalled import done_for, without_a_call
from chat.turns.rows import dumps, interrupt, lease_s, release_connection, shown_arguments, with_connection_back
from chat.turns.run import checked_client_id, checked_message, claim_turn, reclaim_turn, run_turn
from chat.turns.sentences import SentenceJudge
from chat.turns.turn import TurnRun

__all__ = [
    "LAST",
    "LEFT_OUT",
    "Encoded",
    "Event",
    "SentenceJudge",
    "TurnRun",
    "checked_client_id",
    "checked_message",
    "claim_turn",
    "count_by_hand",
    "done_for",
    "dumps",
    "events",
    "hash_of_material",
    "hash_of_schema",
    "instructions",
    "interrupt",
    "lease_s",
    "limits",
    "loop",
    "reclaim_turn",
    "release_connection",
    "respond",
    "rows",
    "run_round",
    "run_turn",
    "say",
    "shown_arguments",
    "usage",
    "watch",
    "with_connection_back",
    "without_a_call",
]
