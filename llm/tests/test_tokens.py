"""The estimate of tokens beside what tokenizers counted: never short by more than a tenth, and not far too high.

`token_counts.json` has texts of ours and of Dutch law with the counts of o200k and cl100k (OpenAI), Llama 3, Qwen 3 and
Gemma 3.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from llm.tests.tekken import tekken_tokens
from llm.tokens import tokens_of, tokens_of_request
from llm.types import Message, ModelRequest, ToolCall, ToolResult

COUNTED: list[dict[str, Any]] = json.loads(Path(__file__).with_name("token_counts.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("counted", COUNTED, ids=lambda counted: f"{counted['kind']} {counted['text'][:20]!r}")
def test_no_tokenizer_counts_a_tenth_more(counted: dict[str, Any]) -> None:
    most = max(counted["tokens"].values())
    assert 0.9 * most <= tokens_of(counted["text"]) <= 1.3 * most


@pytest.mark.parametrize("kind", ["English", "Dutch", "JSON"])
def test_a_tokenizer_that_it_was_not_fitted_to_counts_no_tenth_more(kind: str) -> None:
    texts = [counted["text"] for counted in COUNTED if counted["kind"] == kind]
    assert len(texts) > 5
    assert [text for text in texts if tokens_of(text) < 0.9 * tekken_tokens(text)] == []


def test_over_all_texts_the_estimate_is_close() -> None:
    estimated = sum(tokens_of(counted["text"]) for counted in COUNTED)
    assert 1.0 <= estimated / sum(max(counted["tokens"].values()) for counted in COUNTED) <= 1.1


def test_the_kinds_of_text_are_there() -> None:
    assert {counted["kind"] for counted in COUNTED} == {"English", "Dutch", "JSON"}


def test_everything_that_a_request_sends_is_counted() -> None:
    history = (
        Message("user", "a few words"),
        Message("assistant", "", (ToolCall("1", "note", '{"text": "words"}'),)),
        Message("tool", results=(ToolResult("1", "note", '{"status": "success"}'),)),
    )
    sizes = [tokens_of_request(ModelRequest("m", "", history[:n])) for n in range(4)]
    assert sizes == sorted(set(sizes))
    assert tokens_of_request(ModelRequest("m", "who you are", history, situation="what stands")) > sizes[-1] + 4
