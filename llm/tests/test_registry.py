"""Which model answers: names, the order of the contract, and one client for a provider."""

from __future__ import annotations

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest

from llm.interface import ModelError
from llm.registry import (
    ProviderKeys,
    chat_model,
    choose_embedder,
    choose_model,
    parse_model_name,
    register_model,
    unknown_embedder,
)
from llm.testing import ScriptedModel
from llm.tests.shared import request, text_of
from llm.tests.wire_server import WireServer

OPENAI = ProviderKeys(openai_api_key="k", openai_model="gpt-x", gemini_model="gemini-x")
GEMINI = ProviderKeys(gemini_api_key="g", openai_model="gpt-x", gemini_model="gemini-x")
BOTH = ProviderKeys(openai_api_key="k", gemini_api_key="g", openai_model="gpt-x", gemini_model="gemini-x")
LOCAL = ProviderKeys(openai_base_url="http://localhost:11434/v1", openai_model="qwen3:8b")
NONE = ProviderKeys()
OFFLINE = ScriptedModel()


@pytest.mark.parametrize(
    ("name", "parsed"),
    [
        ("openai:gpt-x", ("openai", "gpt-x")),
        ("openai:qwen3:8b", ("openai", "qwen3:8b")),
        (" Google:gemini-x ", ("google", "gemini-x")),
        ("offline", ("offline", "")),
    ],
)
def test_a_name_is_a_provider_and_an_id(name: str, parsed: tuple[str, str]) -> None:
    assert parse_model_name(name) == parsed


@pytest.mark.parametrize("name", ["", "gpt-x", "mistral:large", "openai", "openai:", "google:", "offline:x", ":x"])
def test_a_wrong_name_is_quoted_with_the_remedy(name: str) -> None:
    with pytest.raises(ValueError, match=r"Write .*<model id>") as caught:
        parse_model_name(name)
    assert repr(name) in str(caught.value)


@pytest.mark.parametrize(
    ("slug", "own", "general", "keys", "chosen"),
    [
        ("retirement", "openai:a", "google:b", BOTH, "openai:a"),
        ("retirement", "", "google:b", BOTH, "google:b"),
        ("retirement", "offline", "google:b", BOTH, "offline"),
        ("retirement", "google", "", BOTH, "google:gemini-x"),
        ("retirement", "", "openai", BOTH, "openai:gpt-x"),
        ("retirement", "", "", BOTH, "openai:gpt-x"),
        ("investor_review", "", "", BOTH, "google:gemini-x"),
        ("investor_review", "", "openai", BOTH, "openai:gpt-x"),
        ("investor_review", "", "", OPENAI, "openai:gpt-x"),
        ("retirement", "", "", GEMINI, "google:gemini-x"),
        ("retirement", "", "", LOCAL, "openai:qwen3:8b"),
        ("investor_review", "", "", NONE, "offline"),
    ],
)
def test_the_model_is_chosen_in_the_order_of_the_contract(
    slug: str, own: str, general: str, keys: ProviderKeys, chosen: str
) -> None:
    assert choose_model(slug, own, general, keys) == chosen


def test_a_wrong_choice_names_its_setting() -> None:
    with pytest.raises(ValueError, match="PA_DEALING_MODEL: 'claude:x'"):
        choose_model("pa_dealing", "claude:x", "", BOTH)
    with pytest.raises(ValueError, match=r"CHAT_MODEL chooses 'openai' .* Set OPENAI_MODEL"):
        choose_model("pa_dealing", "", "openai", NONE)


def test_one_client_serves_all_threads_and_all_models_of_a_provider() -> None:
    with ThreadPoolExecutor(8) as pool:
        models = set(pool.map(lambda n: chat_model(f"openai:m{n}", OPENAI, OFFLINE), range(16)))
    assert len(models) == 1
    assert chat_model("openai:m", LOCAL, OFFLINE) not in models
    assert chat_model("google:m", GEMINI, OFFLINE) is chat_model("google:n", GEMINI, OFFLINE)


def test_a_model_answers_to_its_full_name(server: WireServer) -> None:
    keys = ProviderKeys(openai_base_url=f"{server.url}/v1", gemini_api_key="g", gemini_base_url=server.url)
    for name in ("openai:gpt-x", "google:gemini-x"):
        items = list(chat_model(name, keys, OFFLINE).stream(request(model=name)))
        assert text_of(items) == "Hello from the wire server."
    assert server.received[0].body["model"] == "gpt-x"
    assert server.received[0].headers["authorization"].startswith("Bearer ")


def test_offline_is_what_the_caller_gave() -> None:
    assert chat_model("offline", NONE, OFFLINE) is OFFLINE


def test_a_provider_without_a_key_says_so_when_called() -> None:
    with pytest.raises(ModelError, match="OPENAI_API_KEY"):
        list(chat_model("openai:gpt-x", NONE, OFFLINE).stream(request()))


def test_a_registered_model_answers_to_its_name_until_it_is_taken_away() -> None:
    scripted = ScriptedModel(["Hi"])
    register_model("openai:scripted", scripted)
    assert chat_model("openai:scripted", NONE, OFFLINE) is scripted
    register_model("openai:scripted", None)
    assert chat_model("openai:scripted", NONE, OFFLINE) is not scripted


def test_keys_do_not_show() -> None:
    assert "secret" not in repr(ProviderKeys(openai_api_key="secret", gemini_api_key="secret"))


def test_no_sdk_is_imported_before_its_provider_is_used() -> None:
    code = "import sys, llm.registry; sys.exit('openai' in sys.modules or 'google.genai' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


@pytest.mark.parametrize(
    ("setting", "keys", "provider"),
    [
        ("", ProviderKeys(openai_base_url="http://localhost:11434/v1"), "openai"),
        ("", ProviderKeys(openai_api_key="sk-1", openai_base_url="http://llm/v1"), "openai"),
        ("", ProviderKeys(gemini_api_key="AI1", gemini_base_url="http://llm"), "google"),
        ("", ProviderKeys(openai_base_url="http://llm/v1", gemini_api_key="AI1"), ""),
        ("offline", ProviderKeys(openai_base_url="http://llm/v1"), ""),
        ("openai:nomic", ProviderKeys(openai_base_url="http://llm/v1"), ""),
        ("", ProviderKeys(openai_api_key="sk-1"), ""),
        ("", ProviderKeys(), ""),
    ],
)
def test_whether_the_server_of_a_base_url_embeds_is_asked_where_nobody_has_said_it(
    setting: str, keys: ProviderKeys, provider: str
) -> None:
    assert unknown_embedder(setting, keys) == provider


@pytest.mark.parametrize(
    ("setting", "keys", "name"),
    [
        ("", ProviderKeys(), "offline"),
        ("", ProviderKeys(openai_api_key="sk-1"), "openai:text-embedding-3-small"),
        ("", ProviderKeys(gemini_api_key="AI1"), "google:gemini-embedding-001"),
        ("", ProviderKeys(openai_api_key="sk-1", gemini_api_key="AI1"), "openai:text-embedding-3-small"),
        ("", ProviderKeys(openai_base_url="http://localhost:11434/v1"), "offline"),
        ("", ProviderKeys(openai_base_url="http://llm/v1", gemini_api_key="AI1"), "google:gemini-embedding-001"),
        ("offline", ProviderKeys(openai_api_key="sk-1"), "offline"),
        ("openai:nomic", ProviderKeys(openai_base_url="http://llm/v1"), "openai:nomic"),
    ],
)
def test_embeddings_follow_the_key_that_is_set_unless_a_setting_says_otherwise(
    setting: str, keys: ProviderKeys, name: str
) -> None:
    assert choose_embedder(setting, keys) == name
