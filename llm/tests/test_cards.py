"""Each model has a card; a wrong card or setting is refused with a sentence that names it and the remedy."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path

import pytest

from llm.cards import Card, as_toml, card_of, is_local_address, read_cards, shipped_cards
from llm.tests.wire_server import WireServer
from llm.types import Message, ModelRequest
from llm.wire.concessions import known_of


@pytest.mark.parametrize(
    ("name", "context"),
    [
        ("openai:gpt-4.1-mini", 1_047_576),
        ("openai:gpt-4o-2024-08-06", 128_000),
        ("openai:gpt-4-0613", 8192),
        ("openai:openai/gpt-5-mini", 400_000),
        ("google:gemini-3-flash", 1_048_576),
        ("google:gemini-flash-latest", 1_048_576),
        ("openai:anthropic/claude-sonnet-4.5", 200_000),
        ("openai:meta-llama/Llama-3.1-8B-Instruct", 128_000),
        ("openai:qwen3:8b", 40_960),
        ("openai:mistralai/Mistral-Small-3.2", 32_768),
        ("openai:deepseek-chat", 64_000),
        ("openai:gemma3:4b", 128_000),
        ("openai:never-heard-of", 8192),
    ],
)
def test_a_model_has_the_card_of_its_family(name: str, context: int) -> None:
    assert card_of(name).context == context


def test_a_card_tells_what_a_family_wants_of_its_wire() -> None:
    assert known_of(card_of("openai:llama3.1:8b")) == {"one_call"}
    assert known_of(card_of("openai:magistral-small")) == {"nine_letters"}
    assert known_of(card_of("openai:deepseek-v4")) == {"reasoning", "required_choice", "auto_choice"}
    assert known_of(card_of("openai:gpt-4.1")) == frozenset()
    assert card_of("google:gemini-3-flash").must_come_back == ("thought_signature",)
    assert card_of("google:gemini-2.5-flash").must_come_back == ()


def test_a_local_server_has_the_context_and_the_slots_that_it_was_started_with() -> None:
    hosted, local = (card_of("openai:qwen3:8b", is_local=is_local) for is_local in (False, True))
    assert (hosted.context, hosted.slots, hosted.prompt_tokens_s) == (40_960, 0, 0)
    assert (local.context, local.slots, local.prompt_tokens_s) == (8192, 1, 25)
    assert card_of("openai:llama-2-7b", is_local=True).context == 4096


def test_a_reply_has_the_room_that_the_model_is_known_to_have() -> None:
    assert Card(context=4096).may_write(1500, 3500) == 1024
    assert Card(context=4096).may_write(1500, 1000) == 1500
    assert card_of("openai:gpt-4o").may_write(2_000_000, 1000) == 16_384
    for guessed in (card_of("openai:never-heard-of"), card_of("openai:llama3.1:8b", is_local=True)):
        assert guessed.reserved(2_000_000) == 2048
        assert guessed.may_write(2_000_000, 7000) == 2_000_000


def test_a_context_that_somebody_has_said_is_no_guess(tmp_path: Path) -> None:
    path = tmp_path / "cards.toml"
    path.write_text('[[card]]\nmodels = ["openai:mine"]\ncontext = 4096\n[[card]]\nmodels = ["openai:*"]\nslots = 2\n')
    own = read_cards(path)
    assert not card_of("openai:mine", own=own, is_local=True).is_guessed
    assert card_of("openai:other", own=own, is_local=True).is_guessed
    assert not card_of("openai:gpt-4.1").is_guessed


@pytest.mark.parametrize(
    ("address", "local"),
    [
        ("http://localhost:11434/v1", True),
        ("http://127.0.0.1:8080/v1", True),
        ("http://192.168.1.20:8000/v1", True),
        ("http://ollama:11434/v1", True),
        ("http://[::1]:8080/v1", True),
        ("https://api.openai.com/v1", False),
        ("https://8.8.8.8/v1", False),
        ("", False),
    ],
)
def test_an_address_is_of_our_own_network_or_not(address: str, local: bool) -> None:
    assert is_local_address(address) is local


def test_a_card_of_ones_own_goes_first_and_is_not_bounded(tmp_path: Path) -> None:
    path = tmp_path / "cards.toml"
    path.write_text('[[card]]\nmodels = ["openai:qwen3*"]\ncontext = 32_000\nslots = 3\n')
    card = card_of("openai:Qwen3:8b", own=read_cards(path), is_local=True)
    assert (card.context, card.slots, card.prompt_tokens_s) == (32_000, 3, 25)
    assert card_of("openai:gpt-4o", own=read_cards(path)).context == 128_000


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("[[card]]\ncontext = 9000\n", "cards.toml: a card names models as None. Write models = ["),
        ('[[card]]\nmodels = ["gpt"]\n', "a card names models as ['gpt']"),
        ('[[card]]\nmodels = ["openai:x"]\ncontext = 12\n', "'openai:x': context is 12. Set it to a whole number from"),
        ('[[card]]\nmodels = ["openai:x"]\ncontexts = 9000\n', "has a field 'contexts'. There are: call_ids, context,"),
        ('[[card]]\nmodels = ["openai:x"]\ntools = "yes"\n', "tools is 'yes'. Set it to true or false."),
        (
            '[[card]]\nmodels = ["openai:x"]\nforced_choice = "no"\n',
            "forced_choice is 'no'. Set it to one of: named, required, auto, json_schema, json_text.",
        ),
        (
            '[[card]]\nmodels = ["openai:x"]\nmust_come_back = ["id"]\n',
            "must_come_back is ['id']. Set it to a list of:",
        ),
        ('[[card]]\nmodels = ["openai:x"]\nslots = 1.5\n', "slots is 1.5. Set it to a whole number from 0 to 10000."),
        ("[cards]\n", "cards.toml has a part 'cards'. Write [[card]], [unknown] or [local]."),
        ("context = ", "is no TOML:"),
    ],
)
def test_a_wrong_card_is_named_with_the_remedy(tmp_path: Path, text: str, sentence: str) -> None:
    path = tmp_path / "cards.toml"
    path.write_text(text)
    with pytest.raises(ValueError, match=re.escape(sentence)):
        read_cards(path)


def test_a_file_that_is_not_there_is_named() -> None:
    with pytest.raises(ValueError, match=r"the file /nowhere/cards.toml cannot be read \(No such file or directory\)"):
        read_cards(Path("/nowhere/cards.toml"))


def test_what_the_file_says_of_unknown_models_is_every_field_of_a_card() -> None:
    assert set(shipped_cards().unknown or {}) == {field.name for field in fields(Card)} - {"is_guessed"}
    assert card_of("openai:unknown") == Card(is_guessed=True)


def test_a_card_is_printed_as_it_is_read(tmp_path: Path) -> None:
    card = Card(context=4096, forced_choice="required", must_come_back=("reasoning_content",), slots=2)
    path = tmp_path / "cards.toml"
    path.write_text(as_toml("openai:x", {field.name: getattr(card, field.name) for field in fields(Card)}))
    assert card_of("openai:x", own=read_cards(path)) == card


def test_what_a_card_says_is_left_out_of_the_first_request(server: WireServer) -> None:
    from llm.openai import OpenAIChat

    request = ModelRequest("openai:x", "", (Message("user", "Hi"),), card=Card(streaming_with_tools=False))
    list(OpenAIChat("key", f"{server.url}/v1").stream(request))
    assert server.received[0].body["stream"] is False
