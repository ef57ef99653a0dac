"""A real web process and a model that speaks OpenAI's wire, each made once for a module of tests from outside."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from llm.tests.wire_server import WireServer
from tests.web_process import WebProcess, running


@pytest.fixture(scope="module")
def wire() -> Iterator[WireServer]:
    with WireServer() as server:
        yield server


@pytest.fixture(scope="module")
def web(
    request: pytest.FixtureRequest, wire: WireServer, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[WebProcess]:
    """The process, with the settings in the module's WEB where it has one."""
    settings = {"OPENAI_BASE_URL": f"{wire.url}/v1", "LOG_LEVEL": "ERROR", **getattr(request.module, "WEB", {})}
    with running(request.module.__name__, tmp_path_factory.mktemp("web"), **settings) as (process,):
        yield process


@pytest.fixture
def quiet(wire: WireServer, web: WebProcess) -> Iterator[None]:
    """Each test has a fresh script, and leaves nothing in the server's log that went wrong."""
    wire.reset()
    before = web.log.stat().st_size
    yield
    wire.reset()
    assert "Traceback" not in web.log.read_text()[before:]
