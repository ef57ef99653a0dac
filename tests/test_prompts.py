"""What a model is told: the same bytes first in every call, what changes beside the person's newest words."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.conf import settings
from django.contrib.auth.models import User

from chat import assistants
from chat.live import trial_thread
from llm.gemini.messages import contents
from llm.openai.messages import wire_messages
from llm.tests.tekken import tekken_tokens
from llm.tokens import tokens_of
from llm.types import Message, ModelRequest, ToolCall, ToolResult

pytestmark = pytest.mark.django_db
WORDS = {
    "pa_dealing": "I want to buy 2,000 shares",
    "retirement": "I'm 58 and I want to stop at 64",
    "investor_review": "accept the first one",
    "tax_dossier": "Mag ik de kosten van mijn werkruimte thuis aftrekken?",
    "pursuit": "Does Florida Medicaid cover telehealth visits?",
}


@pytest.mark.parametrize("slug", settings.ASSISTANTS)
def test_the_instructions_are_the_same_whatever_was_said(slug: str, employee: User) -> None:
    assistant = assistants.get(slug)

    def told(thread_id: Any) -> str:
        record = assistant.load(thread_id)
        return assistant.instructions(record, assistant.state(record))

    with trial_thread(slug, "offline", with_sample=True) as trial:
        before = told(trial.thread.pk)
        trial.say(WORDS.get(slug, "hello"))
        assert told(trial.thread.pk) == before


DUTCH = {
    "pa_dealing": "Ik wil 2.000 aandelen Siemens kopen, ongeveer 262.900 euro",
    "retirement": "Ik ben 58 en ik wil op mijn 64e stoppen; mijn vrouw werkt in het onderwijs",
    "investor_review": "De opzegtermijn van dertig dagen is te kort, maak er negentig van",
    "tax_dossier": "Mag ik de kosten van mijn werkruimte thuis aftrekken in 2022?",
    "pursuit": "Vergoedt Florida Medicaid een consult per video?",
}


@pytest.mark.parametrize("slug", settings.ASSISTANTS)
def test_a_prompt_is_not_counted_a_tenth_under_what_a_real_tokenizer_counts(slug: str, employee: User) -> None:
    assistant = assistants.get(slug)
    with trial_thread(slug, "offline", with_sample=True) as trial:
        for words in (WORDS[slug], DUTCH[slug]):
            trial.say(words)
        record = assistant.load(trial.thread.pk)
        state = assistant.state(record)
        texts = [assistant.instructions(record, state), assistant.situation(record, state)]
        texts += trial.thread.messages.values_list("content", flat=True)
    texts += [f"{tool.name} {tool.description} {json.dumps(tool.schema)}" for tool in assistant.tools]
    # What is short is a few tokens more or less.
    prompt = [text for text in texts if len(text) > 80]
    assert len(prompt) >= 3
    assert [text for text in prompt if tokens_of(text) < 0.9 * tekken_tokens(text)] == []


HISTORY = (
    Message("user", "buy 5"),
    Message("assistant", "Of what?"),
    Message("user", "Siemens"),
    Message("assistant", calls=(ToolCall("c1", "set_security", "{}"),)),
    Message("tool", results=(ToolResult("c1", "set_security", "{}"),)),
)
REQUEST = ModelRequest("openai:some", "Be brief.", HISTORY, situation="quantity: 5")


def test_the_situation_stands_behind_the_newest_words_and_what_comes_before_is_as_it_was() -> None:
    wire = wire_messages(REQUEST)
    assert [entry["content"] for entry in wire[:3]] == ["Be brief.", "buy 5", "Of what?"]
    assert wire[3]["content"] == "Siemens\n\nquantity: 5"


def test_gemini_gets_the_situation_in_the_same_place() -> None:
    texts = [part["text"] for content in contents(REQUEST) for part in content["parts"] if "text" in part]
    assert texts == ["buy 5", "Of what?", "Siemens\n\nquantity: 5"]


def test_the_background_stands_before_the_first_message_that_is_sent() -> None:
    request = ModelRequest("openai:some", "Be brief.", HISTORY, background="Seven findings.", situation="quantity: 5")
    assert [entry["content"] for entry in wire_messages(request)[1:4]] == [
        "Seven findings.\n\nbuy 5",
        "Of what?",
        "Siemens\n\nquantity: 5",
    ]
    alone = ModelRequest("openai:some", "", HISTORY[:1], background="Seven findings.", situation="quantity: 5")
    assert wire_messages(alone)[0]["content"] == "Seven findings.\n\nbuy 5\n\nquantity: 5"
    texts = [part["text"] for content in contents(request) for part in content["parts"] if "text" in part]
    assert texts[0] == "Seven findings.\n\nbuy 5"
