"""The e-mail's summary in a model's words, taken only when the change log supports every figure in it."""

from __future__ import annotations

import structlog
from pydantic import BaseModel, Field

from chat.assistants import render_prompt
from investor_review.edits import ChangeLog, short
from investor_review.papers.email import Letter, problems_of_summary, summary_by_rule
from llm.interface import ChatModel
from llm.structured import ask
from llm.text import fenced
from llm.types import Message, ModelRequest

log = structlog.get_logger("investor_review")
PROMPT = "investor_review/prompts/change_summary.md"
# A model is shown so much of a long log; the figures of the rest are then not to be had.
MAX_LOG = 40_000


class ChangeSummary(BaseModel):
    """The summary section of the e-mail."""

    summary: str = Field(description="Plain text of two to six sentences, or a short list with hyphens.")


def summary_by_model(model: ChatModel, name: str, letter: Letter) -> str:
    """The model's summary, or the one by rule when it states what the log does not. Raises ModelError."""
    values = {
        "company": short(letter.company, 300),
        "document": short(letter.document, 300),
        "log": fenced("change log", shown(letter.log)),
    }
    request = ModelRequest(name, render_prompt(PROMPT, values), (Message("user", "Write the summary."),))
    answer = ask(model, request, ChangeSummary)
    problems = problems_of_summary(answer.summary, letter)
    if problems:
        log.warning("a summary was not taken", problems=problems[:10])
        return summary_by_rule(letter.log)
    return answer.summary


def shown(changes: ChangeLog) -> str:
    """The log as a model reads it, cut where it is very long."""
    text = changes.as_text()
    return text if len(text) <= MAX_LOG else f"{text[:MAX_LOG]}\n[cut]"
