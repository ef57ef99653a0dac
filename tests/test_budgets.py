"""Forty turns of each assistant, and what a model would be sent in them: it fits, and begins like the request before.

The offline rules stand in for the model, so that the calls are those that the words ask for.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise

import pytest
from django.contrib.auth.models import User
from pytest_django import Settings

from chat import assistants
from chat.guidance import converse
from chat.live import runs
from chat.models import Thread
from chat.turns.turn import TurnRun
from llm.testing import registered
from llm.tokens import tokens_of_request
from llm.types import Message, ModelRequest, StreamItem
from llm.wire import as_sent
from tests.test_transcripts import FOLDER, PREPARE

RECORDED = "openai:recorded"
TURNS = 40
REVIEW = [
    "What was found?",
    "What does the document say about emissions reporting?",
    "accept the first, for the offsets say Gold Standard only instead, leave the rest",
    "Which notice period does it name?",
    "Who wrote this document?",
    "What does the policy on travel say?",
    "Why is the second one a problem?",
    "Go back to the first one",
    "What is left?",
    "And what does it say about suppliers?",
]
ALL = ("pa_dealing", "retirement", "investor_review", "tax_dossier", "pursuit")


@dataclass
class Recorder:
    """A model that answers by an assistant's rules and keeps what it was sent, by turn."""

    slug: str
    turns: list[list[ModelRequest]] = field(default_factory=list)

    def stream(self, request: ModelRequest) -> Iterator[StreamItem]:
        self.turns[-1].append(request)
        yield from converse(assistants.get(self.slug), request)

    @property
    def requests(self) -> list[ModelRequest]:
        return [request for turn in self.turns for request in turn]


def lines_of(slug: str) -> list[str]:
    """Forty lines that people say to the assistant: those of its transcripts, from the beginning again where few."""
    texts = [path.read_text(encoding="utf-8") for path in sorted(FOLDER.glob(f"{slug}*.md"))]
    spoken = [line[2:].replace("\\n", "\n") for text in texts for line in text.splitlines() if line.startswith("> ")]
    spoken = spoken or REVIEW
    return (spoken * TURNS)[:TURNS]


def recorded(slug: str, owner: User, settings: Settings, context: int) -> Recorder:
    PREPARE.get(slug, lambda: None)()
    settings.CHAT_MODEL, settings.MODEL_CARD_FIELDS = RECORDED, {"context": context}
    thread = assistants.get(slug).sample_thread(owner) or Thread.objects.create(owner=owner, assistant=slug)
    with registered(RECORDED, Recorder(slug)) as recorder:
        for line in lines_of(slug):
            recorder.turns.append([])
            turn = runs.begin(thread.pk, owner.pk, line, None)
            assert isinstance(turn, TurnRun)
            runs.run_here(turn)
            assert turn.status == "done", f"{line!r}: {turn.error_code}"
    return recorder


def sent(request: ModelRequest) -> str:
    """A request as the bytes that a server's cache compares: the prompt, the tools, then the messages."""
    tools = [[tool.name, tool.description, tool.schema] for tool in request.tools]
    messages = as_sent(request)
    return json.dumps([request.instructions, tools]) + "".join(map(_text, messages))


def _text(message: Message) -> str:
    calls = [[call.id, call.name, call.arguments] for call in message.calls]
    results = [[result.call_id, result.content] for result in message.results]
    return json.dumps([message.role, message.text, calls, results])


def common(before: str, after: str) -> float:
    """The share of `after` that begins like `before`."""
    same = next(
        (n for n, (a, b) in enumerate(zip(before, after, strict=False)) if a != b), min(len(before), len(after))
    )
    return same / len(after)


WINDOWS = [
    *((slug, 8192) for slug in ALL),
    *(
        pytest.param(slug, context, marks=pytest.mark.long)
        for context, slugs in ((128_000, ALL), (4096, ("pa_dealing", "pursuit", "tax_dossier")))
        for slug in slugs
    ),
]


@pytest.mark.django_db
@pytest.mark.parametrize(("slug", "context"), WINDOWS)
def test_forty_turns_fit_the_model_and_each_request_begins_like_the_one_before(
    slug: str, context: int, employee: User, settings: Settings
) -> None:
    recorder = recorded(slug, employee, settings, context)
    assert len(recorder.turns) == TURNS
    sizes = [tokens_of_request(request) + (request.max_output_tokens or 0) for request in recorder.requests]
    assert max(sizes) <= context
    if (slug, context) == ("retirement", 8192):
        assert max(map(tokens_of_request, recorder.turns[19])) <= 4500
    assert _likeness(recorder) >= 0.80


def _likeness(recorder: Recorder) -> float:
    """The share of all that is sent that the request before it began with: what a cache of beginnings holds."""
    # A structured question beside the conversation has instructions of its own.
    alike: dict[str, list[str]] = {}
    for request in recorder.requests:
        alike.setdefault(request.instructions, []).append(sent(request))
    pairs = [pair for texts in alike.values() for pair in pairwise(texts)]
    return sum(common(before, after) * len(after) for before, after in pairs) / sum(len(after) for _, after in pairs)
