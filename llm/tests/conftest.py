"""One wire server for all tests, and an environment without keys, addresses and proxies."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from llm.tests.wire_server import WireServer

_CLEARED = ("OPENAI_", "GEMINI_", "GOOGLE_", "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY")


@pytest.fixture(autouse=True)
def _clean_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in list(os.environ):
        if name.upper().startswith(_CLEARED):
            monkeypatch.delenv(name)


@pytest.fixture(scope="session")
def _server() -> Iterator[WireServer]:
    with WireServer() as server:
        yield server


@pytest.fixture
def server(_server: WireServer) -> Iterator[WireServer]:
    """The wire server, with an empty script."""
    _server.reset()
    yield _server
    _server.reset()


@pytest.fixture(autouse=True)
def _short_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    """The pauses between attempts, in seconds: two retries, as in earnest, but quicker."""
    monkeypatch.setattr("llm.wire.http._PAUSES_S", (0.02, 0.05))
    monkeypatch.setattr("llm.wire.http._LONG_PAUSES_S", (0.05, 0.05))
