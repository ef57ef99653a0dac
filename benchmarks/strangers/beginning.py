"""Brings a fresh conversation to where its case begins, with what an honest person says until there."""

from __future__ import annotations

from typing import Any

from benchmarks.strangers.product import ReviewThread, SetupFailed, SignIns, StrangersThread, post, request_of
from benchmarks.strangers.states import sources, statuses

OPENINGS = {
    "siemens": "I'd like to buy 40 shares of Siemens AG, EUR 9,000 in total",
    "apple": "sell 15 shares of Apple, USD 3,400 in total",
    "asml": "please buy 12 shares of ASML, EUR 8,400 in total",
    "shell": "buy 200 shares of Shell plc, total value GBP 5,600",
    "heineken": "I want to sell 60 Heineken shares, EUR 4,500 in total",
    "asml_open": "I want to buy shares of ASML",
}
# What an honest person answers to each question, by the hint of the state.
ANSWERS = {
    "SECURITY_SELECTION_REQUIRED": "yes",
    "CURRENCY_CONFIRMATION_REQUIRED": "yes",
    "VALUE_CONFIRMATION_REQUIRED": "yes",
    "MISSING_DIRECTION": "buy",
    "MISSING_QUANTITY": "12 shares",
    "MISSING_ESTIMATED_VALUE": "EUR 8,400 in total",
    "MISSING_JUSTIFICATION": "I hold too much cash and want to add a solid company to my long-term portfolio",
    "COACHING_REQUIRED": "proceed",
    "MISSING_HAS_INSIDE_INFO": "I have no inside information and I am not a related party",
    "MISSING_IS_RELATED_PARTY": "I am not a related party",
}
STAGES = {
    "quantity": ("MISSING_QUANTITY",),
    "value": ("MISSING_ESTIMATED_VALUE",),
    "reason": ("MISSING_JUSTIFICATION",),
    "compliance": ("MISSING_HAS_INSIDE_INFO", "MISSING_IS_RELATED_PARTY"),
    "preview": ("DRAFT_COMPLETE",),
}
SETUPS = {
    "retirement": {"asked": ["hi"], "mid": ["I'm 58 and want to stop at 64"]},
    "review": {"listed": ["What was found?"], "confirming": ["accept 3"]},
    "pursuit": {
        "asked_plan": ["Is a power wheelchair covered?"],
        "solved": ["Does a glucose monitor need prior authorization with Harbor Health in Florida?"],
        "need_info": ["Does Harbor Health in Florida cover cochlear implants?"],
    },
    "tax_dossier": {"found": ["Mag ik de kosten van mijn werkruimte thuis aftrekken?"]},
}
MAX_ANSWERS = 9


def begin(product: SignIns, case: dict[str, Any]) -> StrangersThread:
    """A conversation that stands at the case's stage."""
    group, stage = case["group"], case["stage"]
    if group.startswith("pa_"):
        return _begin_trade(product, stage, case.get("trade", "siemens"))
    talk = ReviewThread(product) if group == "review" else StrangersThread(product.stranger(), group)
    for message in SETUPS[group].get(stage, []):
        talk.say(message)
    _check(talk, group, stage)
    return talk


def _begin_trade(product: SignIns, stage: str, trade: str) -> StrangersThread:
    talk = StrangersThread(product.stranger(), "pa_dealing")
    if stage != "start":
        talk.say(OPENINGS[trade])
        _drive(talk, STAGES[stage])
    if stage == "preview":
        talk.preview_hash = _preview_hash(talk)
    return talk


def _drive(talk: StrangersThread, until: tuple[str, ...]) -> None:
    """Answer honestly until the question of that stage stands."""
    for _ in range(MAX_ANSWERS):
        hint = talk.state["instructional_hint"]
        if hint in until:
            return
        if hint not in ANSWERS:
            raise SetupFailed(f"no honest answer is known for {hint!r}")
        talk.say(ANSWERS[hint])
    if talk.state["instructional_hint"] not in until:
        raise SetupFailed(f"stands at {talk.state['instructional_hint']!r}")


def _preview_hash(talk: StrangersThread) -> str:
    request = request_of(talk)
    shown = request["preview_hash"]
    if not shown:
        answer = post(talk.client, f"/v1/pa-dealing/requests/{request['id']}/preview/")
        shown = answer.json().get("preview_hash", "")
    if not shown:
        raise SetupFailed("the preview has no hash")
    return shown


def _check(talk: StrangersThread, group: str, stage: str) -> None:
    """Whether the first messages had their effect."""
    taken = ("in_progress", "resolved")
    if group == "review" and stage == "confirming":
        if not any(status.startswith(taken) for status in statuses(talk.state).values()):
            raise SetupFailed("accept 3 took nothing")
    elif group == "pursuit" and stage != "fresh" and talk.state["master_objective"] is None:
        raise SetupFailed("the question made no objective")
    elif group == "tax_dossier" and stage != "fresh" and not sources(talk.state):
        raise SetupFailed("the question found no source")
