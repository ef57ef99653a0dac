"""What a model may propose, and in which shape: the parts of a question, the wording of an answer. Code decides."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from pydantic import BaseModel, Field

from chat.assistants import ToolContext, render_prompt
from llm.interface import ModelError
from llm.structured import Answer

# Errors that another try does not mend: then the rules' own work stands.
_UNUSABLE = ("malformed", "refused")


class PlannedPart(BaseModel):
    """One question, in words that can be read by themselves."""

    text: str = Field(description="The question, complete by itself, in the person's own terms.")
    words: str = Field(description="The words of the message that ask it, copied exactly.")
    queries: list[str] = Field(
        default_factory=list, description="At most three searches, in words in which a policy would say the answer."
    )


class QuestionPlan(BaseModel):
    """Every question that the message asks, each as a part that is answered alone, in the message's order.

    Nothing is added that the person did not ask, and nothing they asked is left out.
    """

    parts: list[PlannedPart]


class PassageQuote(BaseModel):
    """The exact words of a passage, copied."""

    passage: int = Field(description="The number of the passage.")
    quote: str = Field(description="The words, exactly as they stand in that passage.")


class PartAnswer(BaseModel):
    """The answer to one question from the passages alone, each statement with the words that it rests on.

    Never say that something is not covered because the passages do not mention it: then the verdict is not_found.
    """

    verdict: Literal["answered", "partial", "not_found"]
    answer: str = Field(default="", description="At most three sentences, nothing that the quotes do not say.")
    quotes: list[PassageQuote] = Field(default_factory=list)


def propose(
    context: ToolContext, schema: type[Answer], prompt: str, values: dict[str, Any], state: Mapping[str, Any]
) -> Answer | None:
    """The model's proposal, from `prompts/<prompt>.md` and `prompts/<prompt>_material.md`; `state` is for the rules.

    None where there is nobody to ask, and where the answer fits no schema or is refused, which asking again would not
    mend. Raises ModelError for every other reason, and Stopped.
    """
    if context.ask is None:
        return None
    try:
        return context.ask(
            schema,
            instructions=render_prompt(f"pursuit/prompts/{prompt}.md", {}),
            material=render_prompt(f"pursuit/prompts/{prompt}_material.md", values),
            state=state,
        )
    except ModelError as error:
        if error.code in _UNUSABLE:
            return None
        raise
