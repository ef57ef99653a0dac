"""Which model answers, and which one embeds. The only place that names providers.

An SDK is imported when its provider is first used.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass

from llm.interface import ChatModel, Embedder

OFFLINE = "offline"
# What each provider embeds with, in any dimension.
EMBEDS = {"openai": "openai:text-embedding-3-small", "google": "google:gemini-embedding-001"}
# What a local server is sent when it needs no key; the SDK and some proxies insist on one.
_NO_KEY_NEEDED = "none-needed"


@dataclass(frozen=True)
class ProviderKeys:
    """The provider settings, as the environment gives them. Empty means not set."""

    openai_api_key: str = ""
    openai_base_url: str = ""
    openai_model: str = ""
    gemini_api_key: str = ""
    gemini_base_url: str = ""
    gemini_model: str = ""

    @property
    def has_openai(self) -> bool:
        """A key, or the address of a server: local servers need no key."""
        return bool(self.openai_api_key or self.openai_base_url)

    @property
    def has_google(self) -> bool:
        return bool(self.gemini_api_key)

    def __repr__(self) -> str:
        """Without the keys, so that no log or page of errors shows one."""
        return f"ProviderKeys(openai={self.has_openai}, google={self.has_google})"


_PROVIDERS = ("openai", "google")
_models: dict[object, ChatModel] = {}
_registered: dict[str, ChatModel] = {}
_embedders: dict[object, Embedder] = {}
_registered_embedders: dict[str, Embedder] = {}
_lock = threading.Lock()


def parse_model_name(name: str) -> tuple[str, str]:
    """`openai:<id>` and `google:<id>` as (provider, id); `offline` as ("offline", ""). Raises ValueError otherwise.

    The id may have colons of its own (`openai:qwen3:8b`).
    """
    provider, colon, model = name.strip().partition(":")
    provider, model = provider.strip().lower(), model.strip()
    if provider == OFFLINE and not model:
        return OFFLINE, ""
    if provider not in _PROVIDERS:
        raise ValueError(f"{name!r} names no model. Write openai:<model id>, google:<model id> or offline.")
    if not colon or not model:
        raise ValueError(f"{name!r} has no model id. Write {provider}:<model id>.")
    return provider, model


def choose_model(slug: str, assistant_model: str, chat_model: str, keys: ProviderKeys) -> str:
    """The name of the model of the assistant `slug`, in the order of the contract.

    Raises ValueError, which names the setting, for a name that is wrong or that lacks its model id.
    """
    for setting, value in ((f"{slug.upper()}_MODEL", assistant_model), ("CHAT_MODEL", chat_model)):
        if value.strip():
            return _completed(setting, value.strip(), keys)
    if slug == "investor_review" and keys.has_google:
        return _completed("GEMINI_API_KEY", "google", keys)
    if keys.has_openai:
        return _completed("OPENAI_API_KEY" if keys.openai_api_key else "OPENAI_BASE_URL", "openai", keys)
    if keys.has_google:
        return _completed("GEMINI_API_KEY", "google", keys)
    return OFFLINE


def choose_embedder(embedding_model: str, keys: ProviderKeys) -> str:
    """The name of what turns texts into vectors: the setting, else that of the provider whose key is set.

    A server at another address than its provider's may have no such model, so its key is none here.
    """
    if embedding_model.strip():
        return embedding_model.strip()
    if keys.openai_api_key and not keys.openai_base_url:
        return EMBEDS["openai"]
    if keys.gemini_api_key and not keys.gemini_base_url:
        return EMBEDS["google"]
    return OFFLINE


def unknown_embedder(embedding_model: str, keys: ProviderKeys) -> str:
    """The provider whose server at another address may embed without anybody having said so; "" where there is none."""
    if embedding_model.strip() or choose_embedder("", keys) != OFFLINE:
        return ""
    return "openai" if keys.openai_base_url else "google" if keys.gemini_base_url else ""


def chat_model(name: str, keys: ProviderKeys, offline: ChatModel) -> ChatModel:
    """The model that answers to `name`; one for each provider and its keys, so that its connections are shared.

    Its requests name the model as `name` or by the id alone. `offline` answers to "offline".
    Raises ValueError for a name that names no model.
    """
    if name in _registered:
        return _registered[name]
    provider, _ = parse_model_name(name)
    if provider == OFFLINE:
        return offline
    with _lock:
        model = _models.get((provider, keys))
        if model is None:
            model = _models[provider, keys] = _new_model(provider, keys)
        return model


def register_model(name: str, model: ChatModel | None) -> None:
    """For tests: `model` answers to `name` from now on; None takes it away again."""
    if model is None:
        _registered.pop(name, None)
    else:
        _registered[name] = model


def embedder(name: str, dimension: int, keys: ProviderKeys) -> Embedder:
    """The embedder that answers to `name` (`openai:<id>`, `google:<id>`, `offline`; "" is offline); one for each.

    Raises ValueError for a name that names no model.
    """
    name = name.strip() or OFFLINE
    if name in _registered_embedders:
        return _registered_embedders[name]
    provider, model = parse_model_name(name)
    with _lock:
        made = _embedders.get((provider, model, dimension, keys))
        if made is None:
            made = _embedders[provider, model, dimension, keys] = _new_embedder(provider, model, dimension, keys)
        return made


def register_embedder(name: str, embedder: Embedder | None) -> None:
    """For tests: `embedder` answers to `name` from now on, whatever the dimension asked for; None takes it away."""
    if embedder is None:
        _registered_embedders.pop(name, None)
    else:
        _registered_embedders[name] = embedder


def _new_embedder(provider: str, model: str, dimension: int, keys: ProviderKeys) -> Embedder:
    if provider == OFFLINE:
        from llm.hashing import HashEmbedder

        return HashEmbedder(dimension)
    if provider == "openai":
        from llm.openai import OpenAIEmbedder

        return OpenAIEmbedder(_openai_key(keys), keys.openai_base_url or None, model, dimension)
    from llm.gemini import GeminiEmbedder

    return GeminiEmbedder(keys.gemini_api_key, keys.gemini_base_url or None, model, dimension)


def _openai_key(keys: ProviderKeys) -> str:
    return keys.openai_api_key or (_NO_KEY_NEEDED if keys.openai_base_url else "")


def _new_model(provider: str, keys: ProviderKeys) -> ChatModel:
    if provider == "openai":
        from llm.openai import OpenAIChat

        return OpenAIChat(_openai_key(keys), keys.openai_base_url or None)
    from llm.gemini import GeminiChat

    return GeminiChat(keys.gemini_api_key, keys.gemini_base_url or None)


def _completed(setting: str, name: str, keys: ProviderKeys) -> str:
    """`name` with its model id: a bare `openai` or `google` takes OPENAI_MODEL or GEMINI_MODEL."""
    bare = name.lower().rstrip(":")
    if bare in _PROVIDERS:
        model, where = (keys.openai_model, "OPENAI_MODEL") if bare == "openai" else (keys.gemini_model, "GEMINI_MODEL")
        if not model.strip():
            raise ValueError(f"{setting} chooses {bare!r} without a model id. Set {where}, or write {bare}:<model id>.")
        return f"{bare}:{model.strip()}"
    try:
        parse_model_name(name)
    except ValueError as error:
        raise ValueError(f"{setting}: {error}") from None
    return name
