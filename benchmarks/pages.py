"""When the largest thing of a page stands, on a slow phone: `python -m benchmarks.pages [--runs 5]`.

Chromium with an empty cache, a processor four times slower and the "slow 4G" of its developer tools: 1.44 Mbit/s, and
each request 562 ms late. What else the machine does makes a page later and never earlier, so the earliest run stands
beside the median. The web server runs in production's settings, in a database of its own, on built-in rules.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from playwright.sync_api import Browser, BrowserContext, sync_playwright

from benchmarks.processes import Starter, database, free_port, python
from benchmarks.turns import Figure, table
from benchmarks.turns.figures import below
from scripts.browser import find_chromium

SLOW_4G = {"offline": False, "latency": 562.5, "downloadThroughput": 180_000, "uploadThroughput": 84_375}
SLOWER = 4
PHONE = {"width": 412, "height": 823}
MOST_MS, MOST_BYTES = 2000, 170_000
SPOKEN = ("I want to buy 2,000 Siemens shares, about EUR 262,900", "yes", "What happens after I submit?")
# The newest of the entries is the largest of what was painted.
LARGEST = """() => new Promise((resolve) => {
    const seen = new PerformanceObserver((list) => resolve(list.getEntries().at(-1).startTime));
    seen.observe({ type: "largest-contentful-paint", buffered: true });
})"""
SIZE = """() => [performance.getEntriesByType("navigation")[0], ...performance.getEntriesByType("resource")]
    .reduce((sum, entry) => sum + entry.decodedBodySize, 0)"""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=5, help="how often each page is opened; the median counts")
    runs = parser.parse_args().runs
    figures: list[Figure] = []
    with site() as (address, session, thread), sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=["--no-sandbox", "--disable-gpu"])
        for name, path in (
            ("start page", "/"),
            ("conversation", f"/threads/{thread}/"),
            ("sign-in", "/accounts/login/"),
        ):
            whose = "" if name == "sign-in" else session
            opened(browser, address, path, whose)  # A server's first page compiles its templates.
            seen = [opened(browser, address, path, whose) for _ in range(runs)]
            times = [ms for ms, _ in seen]
            figures.append(below(f"{name}: largest paint, median", "ms", statistics.median(times), MOST_MS))
            figures.append(below(f"{name}: largest paint, earliest", "ms", min(times), MOST_MS))
            figures.append(below(f"{name}: uncompressed", "bytes", seen[0][1], MOST_BYTES))
        browser.close()
    sys.stdout.write(f"{table(figures)}\n")
    return 0


@contextmanager
def site() -> Iterator[tuple[str, str, str]]:
    """A web server with a conversation: its address, the session of who spoke, and the thread."""
    with ExitStack() as stack:
        environment = stack.enter_context(database()) | {"PA_DEALING_MODEL": "offline", "OPENAI_API_KEY": ""}
        port = free_port()
        environment |= {"PORT": str(port), "CHAT_MODEL": "offline"}
        python("manage.py", "collectstatic", "--no-input", "--verbosity", "0", env=environment)
        made = json.loads(python("-m", "benchmarks.people", "1", env=environment))
        Starter(stack, Path(environment["DATA_DIR"]).parent)("web", port, environment, "-m", "config.web")
        address, thread = f"http://127.0.0.1:{port}", made["threads"][0]
        for words in SPOKEN:
            _say(f"{address}/v1/threads/{thread}/turns/", words, made["token"])
        yield address, made["session"], thread


def _say(address: str, words: str, token: str) -> None:
    headers = {"Authorization": f"Token {token}", "Content-Type": "application/json"}
    asked = urllib.request.Request(address, json.dumps({"message": words}).encode(), headers)
    with urllib.request.urlopen(asked, timeout=60):
        pass


def opened(browser: Browser, address: str, path: str, session: str) -> tuple[float, int]:
    """The page in a context of its own: the milliseconds to its largest paint, and its bytes."""
    context = browser.new_context(base_url=address, viewport=PHONE, locale="en-GB", is_mobile=True)  # type: ignore[arg-type]
    if session:
        context.add_cookies([{"name": "sessionid", "value": session, "url": address}])
    try:
        return _measured(context, path)
    finally:
        context.close()


def _measured(context: BrowserContext, path: str) -> tuple[float, int]:
    page = context.new_page()
    tools = context.new_cdp_session(page)
    tools.send("Network.enable")
    tools.send("Network.emulateNetworkConditions", SLOW_4G)
    tools.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    page.goto(path, wait_until="load")
    page.wait_for_timeout(1500)
    return float(page.evaluate(LARGEST)), int(page.evaluate(SIZE))


if __name__ == "__main__":
    sys.exit(main())
