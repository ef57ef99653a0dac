"""The documents are true: reference pages are made from what they describe, links lead somewhere, the README is short."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from scripts import reference

ROOT = reference.ROOT
DOCUMENTS = [
    ROOT / "README.md",
    ROOT / "CONTRIBUTING.md",
    ROOT / "CHANGELOG.md",
    *sorted((ROOT / "docs").rglob("*.md")),
]
DOCUMENTS += sorted(path for path in ROOT.glob("*/README.md") if path.parent.name not in (".venv", "var"))


@pytest.mark.parametrize("name", reference.PAGES)
def test_a_reference_page_says_what_is_there(name: str) -> None:
    assert (ROOT / name).read_text(encoding="utf-8") == reference.PAGES[name](), "run `python -m scripts.reference`"


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_links_between_documents_lead_somewhere(path: Path) -> None:
    links = re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", path.read_text(encoding="utf-8"))
    missing = [link for link in links if "://" not in link and not (path.parent / link).exists()]
    assert missing == []


def test_the_readme_can_be_read_in_one_go() -> None:
    assert len((ROOT / "README.md").read_text(encoding="utf-8").splitlines()) <= 110


def test_every_picture_is_shown_somewhere() -> None:
    shown = "\n".join(path.read_text(encoding="utf-8") for path in DOCUMENTS)
    assert [path.name for path in (ROOT / "docs/pictures").iterdir() if path.name not in shown] == []


def test_every_promise_names_tests_that_there_are() -> None:
    named = re.findall(r"`([\w/]+\.py)::(\w+)`", (ROOT / "docs/promises.md").read_text(encoding="utf-8"))
    assert len(named) > 100
    sources = {path: (ROOT / path).read_text(encoding="utf-8") for path, _ in named if (ROOT / path).exists()}
    missing = [f"{path}::{test}" for path, test in named if f"def {test}(" not in sources.get(path, "")]
    assert missing == []
