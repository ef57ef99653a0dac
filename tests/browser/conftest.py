"""A real web process with a database of its own, and a real Chromium. Nothing here touches the ORM."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, expect, sync_playwright

from scripts.browser import find_chromium
from tests import environment
from tests.browser.slow_model import SlowModel
from tests.learning import learn_once

ROOT = Path(__file__).resolve().parents[2]
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-dev-shm-usage"]
DESKTOP = {"width": 1440, "height": 900}
PHONE = {"width": 390, "height": 844}
# As long as any page may take to do what a test waits for, on a machine that does much else.
PATIENCE_MS = 30_000
expect.set_options(timeout=PATIENCE_MS)
# Chromium tells of every violation of the policy on the console, frames and workers included.
VIOLATION = ("Content Security Policy", "Content-Security-Policy", "violates the following")


class Site:
    """One running web process."""

    def __init__(self, name: str, **settings: str) -> None:
        self.name = f"run_{os.getpid()}_{name}"
        learn_once()
        port = _free_port()
        self.url = f"http://127.0.0.1:{port}"
        self.environment = {
            **os.environ,
            "DATABASE_URL": environment.new_database(self.name, environment.demo_template()),
            "PORT": str(port),
            # Everything that a test does comes from one address.
            "LOGIN_ATTEMPTS": "1000",
            **settings,
        }
        self.log = tempfile.TemporaryFile()  # noqa: SIM115
        self.process = subprocess.Popen(
            [sys.executable, "-m", "config.web"], cwd=ROOT, env=self.environment, stdout=self.log, stderr=self.log
        )
        self._wait()

    def _wait(self) -> None:
        for _ in range(600):
            assert self.process.poll() is None, self.words()
            try:
                urllib.request.urlopen(f"{self.url}/readyz", timeout=2)
                return
            except OSError:
                time.sleep(0.1)
        raise AssertionError(f"The web process did not get ready: {self.words()}")

    def words(self) -> str:
        self.log.seek(0)
        return self.log.read().decode(errors="replace")[-3000:]

    def stop(self) -> None:
        self.process.terminate()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        environment.drop_database(self.name)


def _free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


@pytest.fixture(scope="package")
def site() -> Iterator[Site]:
    """The project as it comes, on built-in rules."""
    if environment.EXTERNAL_URL:
        pytest.skip("The browser tests make databases of their own on the embedded server.")
    started = Site("browser")
    yield started
    started.stop()


@pytest.fixture(scope="package")
def slow_model() -> Iterator[SlowModel]:
    model = SlowModel()
    yield model
    model.gate.set()
    model.shutdown()


@pytest.fixture(scope="package")
def slow_site(slow_model: SlowModel) -> Iterator[Site]:
    """The project with a model that answers only when a test lets it."""
    if environment.EXTERNAL_URL:
        pytest.skip("The browser tests make databases of their own on the embedded server.")
    started = Site("slow", CHAT_MODEL="openai:slow", OPENAI_API_KEY="none", OPENAI_BASE_URL=slow_model.url)
    yield started
    started.stop()


# Playwright keeps an event loop in this thread as long as it runs, so it must end with this folder: Django's ORM
# refuses to work beside a loop.
@pytest.fixture(scope="package")
def chromium() -> Iterator[Browser]:
    path = find_chromium()
    if path is None:
        pytest.skip("There is no Chromium. `python -m scripts.browser` installs it, or says why it cannot.")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture
def open_tab(chromium: Browser) -> Iterator[Callable[..., Page]]:
    """Opens a tab in a context of its own; the test fails on any violation, script error or foreign request."""
    faults: list[str] = []
    contexts: list[BrowserContext] = []

    def watch(page: Page, url: str) -> Page:
        def console(message: ConsoleMessage) -> None:
            if any(word in message.text for word in VIOLATION):
                faults.append(f"{page.url}: {message.text}")

        def request(asked: Any) -> None:
            address = urlsplit(asked.url)
            if address.scheme not in ("data", "blob") and address.netloc != urlsplit(url).netloc:
                faults.append(f"{page.url} asked for {asked.url}")

        page.on("console", console)
        page.on("pageerror", lambda error: faults.append(f"{page.url}: {error}"))
        page.on("request", request)
        page.set_default_timeout(PATIENCE_MS)
        return page

    def open_tab(site: Site, beside: Page | None = None, **options: Any) -> Page:
        if beside is not None:
            return watch(beside.context.new_page(), site.url)
        context = chromium.new_context(base_url=site.url, **{"viewport": DESKTOP, "locale": "en-GB", **options})
        contexts.append(context)
        return watch(context.new_page(), site.url)

    yield open_tab
    for context in contexts:
        context.close()
    assert faults == []


# The cookies of each site's people, who sign in once.
_signed_in: dict[tuple[str, str], Any] = {}


def sign_in(page: Page, username: str = "employee") -> Page:
    """On the start page, in the session that this person has on the site, or in a new one."""
    page.goto("/")
    place = urlsplit(page.url).netloc, username
    if place in _signed_in:
        page.context.add_cookies(_signed_in[place])
        page.goto("/")
    # Whoever signed out in a test ended the session of all.
    if "/accounts/login/" in page.url:
        page.get_by_label("User name").fill(username)
        page.get_by_label("Password").fill(f"{username}-demo")
        page.get_by_role("button", name="Sign in").click()
        page.wait_for_url("**/")
        _signed_in[place] = page.context.cookies()
    return page


def start(page: Page, title: str = "PA dealing") -> Page:
    """A new conversation, with its socket open."""
    page.goto("/")
    with page.expect_websocket():
        page.get_by_role("button", name=f"Start a conversation with {title}").click()
        page.wait_for_url("**/threads/*/")
    page.wait_for_selector("#message")
    return page
