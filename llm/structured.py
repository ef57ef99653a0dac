"""A model's answer as a pydantic object: one forced tool call, checked, with one second chance."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any, Protocol, TypeVar

from pydantic import BaseModel, ValidationError

from llm.interface import ChatModel, ModelError
from llm.text import clean_json, clean_text, object_in
from llm.tools import Tool
from llm.types import Message, ModelRequest, ToolCall, ToolResult, text_in

# An answer may be a document; one that never ends is none.
MOST_TOKENS = 8000

Answer = TypeVar("Answer", bound=BaseModel)


class Ask(Protocol):
    """Asks a model outside the conversation. `state` is for the offline rules; a model is never sent it.

    `material` is what the model reads: text of others in it stands in a marked block. `plain` makes an answer of words,
    where a model gives nothing else. Raises ModelError and Stopped.
    """

    def __call__(
        self,
        schema: type[Answer],
        *,
        instructions: str,
        material: str,
        state: Mapping[str, Any],
        plain: Callable[[str], Answer] | None = None,
    ) -> Answer: ...


def ask(
    model: ChatModel, request: ModelRequest, schema: type[Answer], *, plain: Callable[[str], Answer] | None = None
) -> Answer:
    """The answer to `request` as a `schema`; its docstring tells the model what is wanted, its name is the tool's.

    Of `request` the tools and the tool choice are replaced. An answer that does not fit is asked for once more,
    with what is wrong; where it came in words alone both times, `plain` makes an answer of the last.
    Raises ModelError, "malformed" when the second does not fit either, and Stopped.
    """
    tool = _tool_for(schema)
    most = request.max_output_tokens or MOST_TOKENS
    request = replace(request, tools=(tool,), tool_choice=tool.name, max_output_tokens=most)
    problem, in_words = "", 0
    for _ in range(2):
        call, words = _call(model, request)
        if call is None:
            problem, in_words = f"You did not call {tool.name}. Answer only by calling it.", in_words + bool(words)
            request = replace(request, messages=(*request.messages, Message("user", problem)))
            continue
        try:
            return schema.model_validate(clean_json(call.parsed()))
        except ValidationError as error:
            problem = _explain(error)
        except RecursionError:
            problem = "The arguments nest too deep."
        except ValueError as error:
            problem = f"The arguments are not a JSON object ({error})."
        result = ToolResult(call.id, call.name, json.dumps({"status": "error", "message": problem}))
        request = replace(
            request,
            messages=(
                *request.messages,
                Message("assistant", calls=(call,)),
                Message("tool", results=(result,)),
            ),
        )
    if plain is not None and in_words == 2:
        return plain(clean_text(words))
    raise ModelError("malformed", f"the answer did not fit {schema.__name__}: {problem}"[:500])


def _call(model: ChatModel, request: ModelRequest) -> tuple[ToolCall | None, str]:
    """The first call of the one tool, and what was said; the stream is read to its end, to use its connection again.

    A model that cannot call tools may write the arguments as its text.
    """
    name = request.tools[0].name
    items = list(model.stream(request))
    called = next((item for item in items if isinstance(item, ToolCall) and item.name == name), None)
    if called is not None:
        return called, ""
    words = text_in(items).strip()
    written = object_in(words)
    return ToolCall("written01", name, written) if written else None, words


@lru_cache(maxsize=128)
def _tool_for(schema: type[BaseModel]) -> Tool:
    # The same Tool for the same schema, so that an adapter encodes it once.
    description = (schema.__doc__ or "").strip() or f"Give your answer as a {schema.__name__}."
    return Tool(name=schema.__name__, description=description, function=_never_called, arguments=schema)


def _never_called(**arguments: Any) -> dict[str, Any]:
    raise AssertionError("the tool of a structured answer is only a shape")


def _explain(error: ValidationError) -> str:
    problems = []
    for item in error.errors(include_url=False):
        where = ".".join(str(part) for part in item["loc"]) or "the answer"
        problems.append(f"{where}: {item['msg']} (given {str(item['input'])[:80]!r})")
    return "; ".join(problems) + ". Call it again with all fields."
