"""Quirks of Gemini's own wire."""

from __future__ import annotations

from typing import Any

from llm.tests.quirks.server import FINAL, Asked, quirk
from llm.tests.wire_server import Behaviour, failure, gemini_chunk, gemini_text

_OLD: dict[str, Any] = {"wire": "google", "model": "gemini-2.5-flash"}
_NEW: dict[str, Any] = {"wire": "google", "model": "gemini-3-flash"}


def _call(name: str, args: dict[str, Any], *, call_id: str = "", signature: str = "") -> dict[str, Any]:
    given = {"name": name, "args": args, **({"id": call_id} if call_id else {})}
    return {"functionCall": given, **({"thoughtSignature": signature} if signature else {})}


def _final() -> Behaviour:
    return Behaviour(gemini_text(FINAL))


def _both() -> Behaviour:
    return Behaviour([gemini_chunk(_call("look_up", {"name": "ASML"}), _call("list_all", {}), finish="STOP")])


def _unsigned(asked: Asked) -> Behaviour | None:
    """The refusal of a call of this turn that comes without the signature which it was given."""
    contents = asked.body["contents"]
    spoken = [n for n, content in enumerate(contents) if any("text" in part for part in content["parts"])]
    spoken = [n for n in spoken if contents[n]["role"] == "user"]
    for content in contents[spoken[-1] :]:
        calls = [part for part in content["parts"] if "functionCall" in part]
        if calls and not calls[0].get("thoughtSignature"):
            message = "Function call is missing a thought_signature in functionCall parts."
            return failure(400, {"error": {"code": 400, "message": message, "status": "INVALID_ARGUMENT"}})
    return None


@quirk(**_NEW)
def gemini_signature(asked: Asked) -> Behaviour:
    if asked.is_second_round:
        return _unsigned(asked) or _final()
    thought = gemini_chunk({"text": "They want both.", "thought": True})
    calls = (_call("look_up", {"name": "ASML"}, signature="SIG"), _call("list_all", {}))
    return Behaviour([thought, gemini_chunk(*calls, finish="STOP")])


@quirk(**_NEW)
def gemini_ids(asked: Asked) -> Behaviour:
    if asked.is_second_round:
        given = [part["functionResponse"].get("id") for part in asked.body["contents"][-1]["parts"]]
        return _final() if given == ["g1", "g2"] else failure(400, {"error": {"code": 400, "message": f"ids {given}"}})
    first = gemini_chunk(_call("look_up", {"name": "ASML"}, call_id="g1", signature="S"))
    second = gemini_chunk(_call("list_all", {}, call_id="g2"))
    return Behaviour([first, second, gemini_chunk({"text": ""}, finish="STOP")])


@quirk("said", history="by_code", **_NEW)
def gemini_by_code(asked: Asked) -> Behaviour:
    return _unsigned(asked) or _final()


@quirk("said", history="by_code", wire="google", model="gemini-flash-latest")
def gemini_alias_by_code(asked: Asked) -> Behaviour:
    return _unsigned(asked) or _final()


@quirk(**_OLD)
def gemini_malformed_once(asked: Asked) -> Behaviour:
    if asked.number == 1:
        return Behaviour([gemini_chunk(finish="MALFORMED_FUNCTION_CALL")])
    return _final() if asked.is_second_round else _both()


@quirk("malformed", **_OLD)
def gemini_malformed(asked: Asked) -> Behaviour:
    return Behaviour([gemini_chunk(finish="MALFORMED_FUNCTION_CALL")])


@quirk("refused", **_OLD)
def gemini_blocked(asked: Asked) -> Behaviour:
    return Behaviour([{"promptFeedback": {"blockReason": "PROHIBITED_CONTENT"}}])


@quirk("refused", **_OLD)
def gemini_safety(asked: Asked) -> Behaviour:
    return Behaviour([gemini_chunk({"text": "Both"}), gemini_chunk(finish="SAFETY")])


@quirk(**_OLD)
def gemini_no_usage(asked: Asked) -> Behaviour:
    steps = (_final() if asked.is_second_round else _both()).steps
    return Behaviour([{**step, "usageMetadata": None} for step in steps if isinstance(step, dict)])


@quirk("said", **_OLD)
def gemini_empty_once(asked: Asked) -> Behaviour:
    return Behaviour([gemini_chunk({"text": ""}, finish="STOP")]) if asked.number == 1 else _final()


@quirk("said", **_OLD)
def gemini_503(asked: Asked) -> Behaviour:
    overloaded = {"error": {"code": 503, "message": "The model is overloaded.", "status": "UNAVAILABLE"}}
    return failure(503, overloaded) if asked.number == 1 else _final()
