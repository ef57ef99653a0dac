"""Quirks of servers of Chat Completions: how calls come, what must come back, and what a request may not be."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from llm.tests.quirks.server import FINAL, LIST, LOOK, Asked, both, call, choice, ended, final, quirk
from llm.tests.wire_server import (
    KEEP_ALIVE,
    Behaviour,
    failure,
    openai_chunk,
    openai_text,
    whole,
)


def _whole(asked: Asked) -> Behaviour:
    calls = [call("look_up", LOOK, "c1", None), call("list_all", LIST, "c2", None)]
    message = {"role": "assistant", "content": FINAL} if asked.is_second_round else {"tool_calls": calls}
    return whole({"choices": [{"index": 0, "message": message, "finish_reason": "stop"}]})


def _chosen(asked: Asked) -> Behaviour:
    """The one tool that was offered, called."""
    return ended(
        openai_chunk({"tool_calls": [call(asked.body["tools"][0]["function"]["name"], '{"text": "x"}', "c1")]})
    )


# --- How calls come --------------------------------------------------------------------------------------------------
@quirk()
def openai_reference(asked: Asked) -> Behaviour:
    if asked.is_second_round:
        return final()
    pieces: list[dict[str, Any]] = [
        call("look_up", "", "c1"),
        *({"index": 0, "function": {"arguments": a}} for a in LOOK),
    ]
    return ended(*(openai_chunk({"tool_calls": [piece]}) for piece in [*pieces, call("list_all", LIST, "c2", 1)]))


@quirk()
def anthropic_proxy(asked: Asked) -> Behaviour:
    if asked.is_second_round:
        return final()
    first = call("look_up", "", "toolu_01A09q90qw90lq917835lq9")
    arguments = [openai_chunk({"tool_calls": [{"index": 0, "function": {"arguments": a}}]}) for a in ("", LOOK)]
    return ended(openai_chunk({"content": "A moment. "}), openai_chunk({"tool_calls": [first]}), *arguments, both()[1])


@quirk()
def ollama_index0(asked: Asked) -> Behaviour:
    return final() if asked.is_second_round else ended(*both(indexes=(0, 0)))


@quirk()
def gemini_openai_index0(asked: Asked) -> Behaviour:
    return final() if asked.is_second_round else ended(*both(("function-call-1", "function-call-2"), (0, 0)))


@quirk()
def ollama_no_index(asked: Asked) -> Behaviour:
    return final() if asked.is_second_round else ended(*both(indexes=(None, None)), finish="stop")


@quirk()
def ollama_one_chunk(asked: Asked) -> Behaviour:
    calls = [call("look_up", LOOK, "c1", 0), call("list_all", LIST, "c2", 1)]
    one_chunk = openai_chunk({"role": "assistant", "content": "", "tool_calls": calls}, finish="tool_calls")
    return final() if asked.is_second_round else Behaviour([one_chunk, "[DONE]"])


@quirk()
def vllm_deltas(asked: Asked) -> Behaviour:
    thought = openai_chunk({"reasoning_content": "They want both."}, usage=None)
    if asked.is_second_round:
        return Behaviour([thought, *openai_text(FINAL)])
    names = call("look_up", None, "chatcmpl-tool-5f1c0ffee0de4e7f9a1b2c3d4e5f6a7b")
    arguments = [
        openai_chunk({"tool_calls": [{"index": 0, "function": {"arguments": a}}]}) for a in (LOOK[:5], LOOK[5:])
    ]
    return ended(thought, openai_chunk({"tool_calls": [names]}), *arguments, both()[1], choice(stop_reason=128008))


@quirk()
def call_as_text(asked: Asked) -> Behaviour:
    if asked.is_second_round:
        return final()
    calls = (f'{{"name": "{n}", "arguments": {a}}}' for n, a in (("look_up", LOOK), ("list_all", LIST)))
    return Behaviour(openai_text(*(f"<tool_call>\n{each}\n</tool_call>\n" for each in calls)))


@quirk()
def call_as_json(asked: Asked) -> Behaviour:
    calls = f'[{{"name": "look_up", "arguments": {LOOK}}}, {{"name": "list_all", "parameters": {LIST}}}]'
    return final() if asked.is_second_round else Behaviour(openai_text(*f"```json\n{calls}\n```"))


@quirk()
def mistral_call_as_text(asked: Asked) -> Behaviour:
    return final() if asked.is_second_round else Behaviour(openai_text(*f"[TOOL_CALLS]look_up{LOOK}list_all{LIST}"))


@quirk()
def llama_call_as_text(asked: Asked) -> Behaviour:
    calls = f'<|python_tag|>{{"name": "look_up", "parameters": {LOOK}}}; {{"name": "list_all", "parameters": {{}}}}'
    return final() if asked.is_second_round else Behaviour(openai_text(*calls))


@quirk()
def mistral_ids(asked: Asked) -> Behaviour:
    ids = ("D681PevKs", "aBcDeFgHi")
    if asked.is_second_round:
        sent = [each["id"] for each in asked.called[-1]["tool_calls"]]
        return final() if sent == list(ids) else failure(400, {"message": f"unexpected ids {sent}", "code": 3280})
    return ended(*both(ids))


@quirk()
def bad_json_once(asked: Asked) -> Behaviour:
    if asked.number == 1:
        return ended(openai_chunk({"tool_calls": [call("look_up", '{"name": ASML', "c0")]}))
    return final() if asked.number > 2 else ended(*both())


@quirk()
def number_as_text(asked: Asked) -> Behaviour:
    if asked.number == 1:
        return ended(openai_chunk({"tool_calls": [call("look_up", '{"name": "ASML", "limit": "5"}', "c0")]}))
    return final() if asked.number > 2 else ended(*both())


@quirk("unavailable")
def ends_silently(asked: Asked) -> Behaviour:
    return Behaviour(both())


# --- What must come back, and what must not ----------------------------------------------------------------------------
@quirk()
def llamacpp_python_null(asked: Asked) -> Behaviour:
    if any(not isinstance(message.get("content"), str) for message in asked.called):
        return failure(500, {"error": {"message": "validation errors: Input should be a valid string"}})
    return final() if asked.is_second_round else ended(*both())


@quirk("said", history="long_id")
def openai_id_40(asked: Asked) -> Behaviour:
    if any(len(each["id"]) > 40 for message in asked.called for each in message["tool_calls"]):
        return failure(400, {"error": {"message": "Invalid tool_calls[0].id: string too long"}})
    return final()


@quirk()
def litellm_long_id(asked: Asked) -> Behaviour:
    ids = tuple(f"call_{n}__thought__{'A' * 680}==" for n in "12")
    if asked.is_second_round:
        sent = [each["id"] for each in asked.called[-1]["tool_calls"]]
        return final() if sent == list(ids) else failure(400, {"error": {"message": "Corrupted thought signature."}})
    return ended(*both(ids))


@quirk()
def deepseek_thinking(asked: Asked) -> Behaviour:
    if asked.is_second_round:
        if not all(message.get("reasoning_content") for message in asked.called):
            return failure(400, {"error": {"message": "The `reasoning_content` must be passed back to the API."}})
        return final()
    return ended(openai_chunk({"reasoning_content": "They want both."}), *both())


@quirk()
def deepseek_r1(asked: Asked) -> Behaviour:
    if any("reasoning_content" in message for message in asked.messages):
        return failure(400, {"error": {"message": "reasoning_content is not allowed in the input messages"}})
    if asked.is_second_round:
        return final()
    return ended(KEEP_ALIVE, openai_chunk({"reasoning_content": "They want both."}), *both())


@quirk()
def gemini_openai_signature(asked: Asked) -> Behaviour:
    extra = {"google": {"thought_signature": "SIG"}}
    if asked.is_second_round:
        if asked.called[-1]["tool_calls"][0].get("extra_content") != extra:
            return failure(400, {"error": {"message": "Function call is missing a thought_signature."}})
        return final()
    return ended(openai_chunk({"tool_calls": [call("look_up", LOOK, "c1", 0, extra_content=extra)]}), both()[1])


def _unsigned(asked: Asked) -> Behaviour:
    calls = [message["tool_calls"][0] for message in asked.called]
    if all(each.get("extra_content", {}).get("google", {}).get("thought_signature") for each in calls):
        return final()
    return failure(400, {"error": {"message": "Function call is missing a thought_signature in functionCall parts."}})


@quirk("said", history="by_code", model="gemini-3-flash")
def gemini_openai_by_code(asked: Asked) -> Behaviour:
    return _unsigned(asked) if asked.number == 1 else failure(500, {"error": {"message": "asked twice"}})


@quirk("said", history="by_code")
def gemini_openai_alias_by_code(asked: Asked) -> Behaviour:
    return _unsigned(asked)


@quirk()
def openrouter_reasoning_details(asked: Asked) -> Behaviour:
    details = [{"type": "reasoning.encrypted", "data": "AY89", "id": "c1"}]
    if asked.is_second_round:
        sent = asked.called[-1].get("reasoning_details")
        return final() if sent else failure(400, {"error": {"message": "reasoning_details are missing"}})
    return ended(openai_chunk({"reasoning_details": details}), *both())


# --- What a request may not be -----------------------------------------------------------------------------------------
@quirk("said", history="by_code")
def mistral_by_code(asked: Asked) -> Behaviour:
    ids = [each["id"] for message in asked.called for each in message["tool_calls"]]
    if not all(len(each) == 9 and each.isalnum() for each in ids):
        return failure(400, {"message": "Tool call id was words-1-0 but must be a-z, A-Z, 0-9, with a length of 9."})
    return final()


@quirk("said", history="behind_results")
def mistral_order(asked: Asked) -> Behaviour:
    roles = [message["role"] for message in asked.messages]
    if ("tool", "user") in pairwise(roles):
        return failure(400, {"message": "Unexpected role 'user' after role 'tool'", "code": 3230})
    return final()


@quirk("said", history="unanswered")
def roles_alternate(asked: Asked) -> Behaviour:
    roles = [message["role"] for message in asked.messages if message["role"] != "system"]
    if any(a == b for a, b in pairwise(roles)):
        return failure(500, {"error": {"message": "Conversation roles must alternate user/assistant/user"}})
    return final()


@quirk()
def mistral_stream_options(asked: Asked) -> Behaviour:
    if "stream_options" in asked.body:
        detail = [{"type": "extra_forbidden", "loc": ["body", "stream_options"], "msg": "Extra inputs"}]
        return failure(422, {"detail": detail})
    return final() if asked.is_second_round else ended(*both())


@quirk()
def llamacpp_python_stream(asked: Asked) -> Behaviour:
    return Behaviour([openai_chunk({"role": "assistant"})]) if asked.body["stream"] else _whole(asked)


@quirk()
def whole_json(asked: Asked) -> Behaviour:
    return _whole(asked)


@quirk("chosen")
def llamacpp_forced(asked: Asked) -> Behaviour:
    return final() if isinstance(asked.body["tool_choice"], dict) else _chosen(asked)


@quirk("chosen")
def lmstudio_forced(asked: Asked) -> Behaviour:
    if isinstance(asked.body["tool_choice"], dict):
        return failure(400, {"error": "Invalid tool_choice type: 'object'. Supported: none, auto, required"})
    return _chosen(asked)


@quirk("chosen")
def deepseek_forced(asked: Asked) -> Behaviour:
    if asked.body["tool_choice"] != "auto":
        return failure(400, {"error": {"message": "Thinking mode does not support this tool_choice"}})
    return _chosen(asked)


@quirk("chosen")
def ollama_overlooks_choice(asked: Asked) -> Behaviour:
    return Behaviour(openai_text('{"text": "x"}')) if "response_format" in asked.body else final()


@quirk("chosen")
def ollama_no_tools_forced(asked: Asked) -> Behaviour:
    if "tools" in asked.body:
        return failure(400, {"error": {"message": "some-model does not support tools"}})
    return Behaviour(openai_text('{"text": "x"}'))


@quirk("chosen")
def no_response_format(asked: Asked) -> Behaviour:
    if "response_format" in asked.body:
        return failure(400, {"error": {"message": "'response_format.type' : value must be 'text'"}})
    is_json = "tools" not in asked.body and "JSON schema" in asked.messages[0]["content"]
    return Behaviour(openai_text('Here it is:\n```json\n{"text": "x"}\n```')) if is_json else final()


@quirk("worded")
def words_alone(asked: Asked) -> Behaviour:
    return final()


@quirk("not_configured", remedy="Set OPENAI_BASE_URL to", base="/openai/deployments?api-version=2024-10-21")
def azure_wrong_path(asked: Asked) -> Behaviour:
    return failure(404, {"error": {"code": "404", "message": "Resource not found"}})


@quirk(base="/openai/deployments/gpt-4o?api-version=2024-10-21")
def azure_classic(asked: Asked) -> Behaviour:
    if asked.path != "/openai/deployments/gpt-4o/chat/completions?api-version=2024-10-21":
        return failure(404, {"error": {"code": "404", "message": "Resource not found"}})
    if not asked.headers.get("api-key"):
        return failure(401, {"error": {"code": "401", "message": "Access denied"}})
    return final() if asked.is_second_round else ended(*both())
