"""Which tests one worker runs one after another, because they share what is dear to make: those of a file, or of several."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

_SHARED = {
    # A site on built-in rules, one with a slow model beside it, and a Chromium: each is started once.
    "the sites": (
        *("browser/test_accessibility", "browser/test_changes", "browser/test_chat_tools", "browser/test_language"),
        *("browser/test_pages", "browser/test_pursuit", "browser/test_retirement", "browser/test_review"),
        "browser/test_tax_dossier",
    ),
    # The source, parsed.
    "the source": ("test_architecture", "test_private_members", "test_refusals", "test_requirements"),
}
TOGETHER = {f"tests/{file}.py": name for name, files in _SHARED.items() for file in files}
# Long files whose tests share nothing: any worker takes the next of them, and they begin early.
APART = frozenset(
    {
        *("tests/test_fuzz.py", "tests/test_openapi.py", "tests/test_personas.py", "tests/test_replays.py"),
        "pursuit/tests/test_labelled.py",
    }
)


def shares(items: Iterable[pytest.Item]) -> list[list[pytest.Item]]:
    """The tests, in their order, by what one worker takes at a time."""
    by_name: dict[str, list[pytest.Item]] = {}
    for item in items:
        file = item.nodeid.partition("::")[0]
        by_name.setdefault(item.nodeid if file in APART else TOGETHER.get(file, file), []).append(item)
    return list(by_name.values())
