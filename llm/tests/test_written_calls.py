"""What a model writes into its text for its template and not for a person: calls, and thoughts without a beginning."""

from __future__ import annotations

import json
from typing import Any

import pytest

from llm.openai import OpenAIChat
from llm.tests.shared import calls_of, fail, list_all, look_up, request, text_of
from llm.tests.wire_server import Behaviour, WireServer, openai_chunk, openai_end, openai_text
from llm.types import StreamItem, TextDelta, text_in

LOOK = '{"name": "look_up", "arguments": {"name": "ASML", "limit": 5}}'
BOTH = [("look_up", {"name": "ASML", "limit": 5}), ("list_all", {})]
FORMS = {
    "tool_call": f'<tool_call>\n{LOOK}\n</tool_call>\n<tool_call>{{"name": "list_all", "arguments": {{}}}}</tool_call>',
    "tool_call without an end": f'<tool_call>{LOOK}</tool_call><tool_call>\n{{"name": "list_all", "arguments": {{}}}}',
    "tool_call with parameters": (
        "<tool_call>\n<function=look_up>\n<parameter=name>\nASML\n</parameter>\n<parameter=limit>\n5\n</parameter>\n"
        "</function>\n</tool_call>\n<tool_call>\n<function=list_all>\n</function>\n</tool_call>"
    ),
    "bare": f'{LOOK}\n{{"name": "list_all", "arguments": {{}}}}',
    "bare list": f'[{LOOK}, {{"name": "list_all", "parameters": {{}}}}]',
    "bare, parted": f'{LOOK}; {{"name": "list_all", "parameters": {{}}}}',
    "bare, as OpenAI sends them": json.dumps(
        {
            "tool_calls": [
                {
                    "id": "c1",
                    "type": "function",
                    "function": {"name": "look_up", "arguments": '{"name": "ASML", "limit": 5}'},
                },
                {"id": "c2", "type": "function", "function": {"name": "list_all", "arguments": "{}"}},
            ]
        }
    ),
    "bare, flat": '{"tool": "look_up", "name": "ASML", "limit": 5}\n{"tool": "list_all"}',
    "bare, by name": '{"look_up": {"name": "ASML", "limit": 5}}\n{"list_all": {}}',
    "fenced": f'```json\n{LOOK}\n```\n```\n{{"name": "list_all", "arguments": {{}}}}\n```',
    "fenced without an end": f'```json\n[{LOOK}, {{"name": "list_all"}}]',
    "fenced as a call": f'```tool_call\n{LOOK}\n```\n```tool_call\n{{"name": "list_all"}}\n```',
    "[TOOL_CALLS]": f'[TOOL_CALLS][{LOOK}, {{"name": "list_all", "arguments": {{}}}}]</s>',
    "[TOOL_CALLS] with names": '[TOOL_CALLS]look_up[ARGS]{"name": "ASML", "limit": 5}[TOOL_CALLS]list_all{}',
    "<function=>": '<function=look_up>{"name": "ASML", "limit": 5}</function><function=list_all>{}</function>',
    "<function_call>": (
        f'<function_call>{LOOK}</function_call>\n<functioncall> {{"name": "list_all", "arguments": "{{}}"}} </functioncall>'
    ),
    "<|python_tag|>": f'<|python_tag|>{LOOK}; {{"name": "list_all", "parameters": {{}}}}<|eom_id|>',
}
# None of them calls a tool that was offered.
EXAMPLES = [
    'A call looks like this:\n\n```json\n{"name": "get_weather", "arguments": {"city": "Delft"}}\n```\n\nThat is all.',
    'The file holds {"name": "ASML", "price": 3} and [{"name": "look_up", "price": 1}], and {"a": [1, 2]}.',
    "A set {1, 2}, a list [3], a note [T1], `code`, ```\nfenced\n``` and 5 < 7.",
    '```python\nprint({"name": "x"})\n```',
    '{"goal": "win"}',
]


@pytest.fixture
def model(server: WireServer) -> OpenAIChat:
    """The adapter, which has learnt nothing of its server yet."""
    return OpenAIChat("sk-test", f"{server.url}/v1")


def said(server: WireServer, model: OpenAIChat, text: str, size: int, **more: Any) -> list[StreamItem]:
    """What is made of a reply that comes in pieces of `size` characters."""
    pieces = [text[start : start + size] for start in range(0, len(text), size)]
    server.script = [Behaviour(openai_text(*pieces, **more))]
    return list(model.stream(request(tools=(look_up, list_all))))


@pytest.mark.parametrize("size", [1, 7, 1000])
@pytest.mark.parametrize("form", sorted(FORMS))
def test_a_call_in_the_text_is_run_and_never_shown(server: WireServer, model: OpenAIChat, form: str, size: int) -> None:
    items = said(server, model, FORMS[form], size)
    assert [item for item in items if isinstance(item, TextDelta)] == []
    assert [(call.name, json.loads(call.arguments)) for call in calls_of(items)] == BOTH


@pytest.mark.parametrize("size", [1, 1000])
@pytest.mark.parametrize("form", sorted(FORMS))
def test_of_words_and_a_call_the_words_are_shown(server: WireServer, model: OpenAIChat, form: str, size: int) -> None:
    items = said(server, model, f"I look it up.\n\n{FORMS[form]}", size)
    assert text_of(items).strip() == "I look it up."
    assert [(call.name, json.loads(call.arguments)) for call in calls_of(items)] == BOTH


@pytest.mark.parametrize("size", [1, 1000])
@pytest.mark.parametrize("text", EXAMPLES)
def test_json_that_calls_nothing_offered_is_text(server: WireServer, model: OpenAIChat, text: str, size: int) -> None:
    items = said(server, model, text, size)
    assert text_of(items) == text
    assert calls_of(items) == []


@pytest.mark.parametrize(
    "half",
    [
        '<tool_call>\n{"name": "look_up", "argu',
        '{"name": "look_up", "arguments": {"name": "AS',
        '```json\n{"name": "look_up", "arguments": {"na',
        '[TOOL_CALLS][{"name": "look_up", "arg',
        '<function=look_up>{"name": "A',
        "<tool_c",
    ],
)
def test_half_a_call_is_neither_run_nor_shown(server: WireServer, model: OpenAIChat, half: str) -> None:
    items = said(server, model, f"A moment.\n{half}", 3, finish="length")
    assert text_of(items).strip() == "A moment."
    assert calls_of(items) == []


def test_a_call_alone_of_no_tool_that_was_offered_is_told_to_the_model(server: WireServer, model: OpenAIChat) -> None:
    items = said(server, model, '{"name": "look_down", "arguments": {"name": "ASML"}}', 5)
    assert text_of(items) == ""
    assert [call.name for call in calls_of(items)] == ["look_down"]


def test_a_call_that_the_server_has_read_and_left_in_the_text_is_one(server: WireServer, model: OpenAIChat) -> None:
    read = {"index": 0, "id": "c1", "function": {"name": "look_up", "arguments": '{"name":"ASML","limit":5}'}}
    chunks = [openai_chunk({"content": LOOK}), openai_chunk({"tool_calls": [read]}), openai_chunk(finish="tool_calls")]
    server.script = [Behaviour([*chunks, *openai_end()])]
    assert [call.id for call in calls_of(list(model.stream(request(tools=(look_up,)))))] == ["c1"]


def test_without_tools_json_is_text_as_it_comes(server: WireServer, model: OpenAIChat) -> None:
    server.script = [Behaviour(openai_text(LOOK[:20], LOOK[20:]))]
    items = list(model.stream(request()))
    assert text_of(items) == LOOK
    assert calls_of(items) == []


# --- Thoughts whose beginning stands in the template -------------------------------------------------------------------
THOUGHT = "They must not know: <b> and {1}.\n</think>\n\nNoted."


def test_a_thought_of_which_only_the_end_comes_is_not_shown(server: WireServer, model: OpenAIChat) -> None:
    assert text_of(said(server, model, THOUGHT, 1000)) == "Noted."


def test_a_thought_that_was_shown_is_taken_back_and_the_next_is_held(server: WireServer, model: OpenAIChat) -> None:
    first, second = (said(server, model, THOUGHT, 5) for _ in range(2))
    assert text_in(first).strip() == "Noted."
    assert text_of(second).strip() == "Noted."
    # A model that thinks no more is heard all the same, and words of a thought that was cut are none.
    assert text_of(said(server, model, "Both are done.", 5)) == "Both are done."
    server.script = [Behaviour(openai_text("They must not", finish="length"))] * 2
    assert fail(model, request(max_output_tokens=100))[0].code == "malformed"


def test_a_model_that_is_known_to_think_aloud_is_held_from_its_first_reply(
    server: WireServer, model: OpenAIChat
) -> None:
    server.script = [Behaviour(openai_text(*THOUGHT))]
    assert text_of(list(model.stream(request(model="openai:deepseek-r1:8b")))).strip() == "Noted."
    # Its words stream where the server parts its thoughts itself.
    server.script = [Behaviour([openai_chunk({"reasoning_content": "Hm."}), *openai_text("Not", "ed.")])]
    items = list(model.stream(request(model="openai:deepseek-r1:8b")))
    assert [item.text for item in items if isinstance(item, TextDelta)] == ["Not", "ed."]
