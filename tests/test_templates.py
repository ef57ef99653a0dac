"""Templates: each stands in the app that renders it, can be read without scrolling aside, and writes no address by hand."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings
from django.template.loader import get_template

ROOT = Path(settings.BASE_DIR)
APPS = ("chat", *settings.ASSISTANTS)
MOST_CHARACTERS = 159
SKIPPED = {".venv", "var", "node_modules", "tests", "docs"}
# What a browser goes to by itself or by a click; a socket's address is not among them, for no name leads to one.
ADDRESS = re.compile(r"""\b(?:href|src|action|formaction|hx-(?:get|post|put|patch|delete))\s*=\s*["']/[^"']*""")
FETCH = re.compile(r"""\b(?:fetch|location\.assign|location\.replace)\(\s*["'`]/[^"'`]*""")
# What a page's script shows in the zone of whoever reads it; how long something waits is no time of day.
TIME = re.compile(r"<time\b.*?</time>", re.DOTALL)
OWN_ZONE = re.compile(r"\bdata-(?:when|clock|ago)\b|\brq-age\b")
# Made of them are PDFs, whose reader nobody knows: these say UTC.
PAPERS = ("conversation.pdf.html", "receipt.pdf.html", "evidence.html", "handover.html", "artifact.html")
COLOUR = re.compile(r"""\b(?:fill|stroke)\s*=\s*["']#[0-9a-fA-F]{3,8}""")


def templates() -> list[Path]:
    """Every file of an app's templates, and any that stands elsewhere, by its path in the project."""
    return sorted(
        path
        for pattern in ("**/*.html", "**/templates/**/*")
        for path in (file.relative_to(ROOT) for file in ROOT.glob(pattern) if file.is_file())
        if not SKIPPED & set(path.parts)
    )


def addresses_by_hand(source: str) -> list[str]:
    return [match[0] for pattern in (ADDRESS, FETCH) for match in pattern.finditer(source)]


def scripts() -> Iterator[Path]:
    return (path.relative_to(ROOT) for path in sorted((ROOT / "static").glob("**/*.js")))


def test_every_template_stands_in_the_app_that_renders_it() -> None:
    assert templates()
    homes = tuple(f"{app}/templates/" for app in APPS)
    assert [str(path) for path in templates() if not str(path).startswith(homes)] == []
    assert all(not folder.get("DIRS") and folder["APP_DIRS"] for folder in settings.TEMPLATES)


def test_an_assistants_templates_carry_its_name_so_that_none_hides_anothers() -> None:
    wrong = [
        str(path)
        for path in templates()
        if path.parts[0] in settings.ASSISTANTS and path.parts[0] not in path.parts[2:-1]
    ]
    assert wrong == []


def test_each_template_is_the_one_that_its_name_finds() -> None:
    """An app that comes earlier in the settings could have one of the same name."""
    for path in templates():
        if path.suffix == ".html":
            name = "/".join(path.parts[2:])
            assert Path(get_template(name).origin.name) == ROOT / path


def test_a_line_of_a_template_fits_on_a_screen() -> None:
    long = [
        f"{path}:{number} has {len(line)} characters"
        for path in templates()
        for number, line in enumerate((ROOT / path).read_text(encoding="utf-8").splitlines(), 1)
        if len(line) > MOST_CHARACTERS
    ]
    assert long == []


def test_no_page_writes_an_address_by_hand() -> None:
    wrong = [f"{path}: {by_hand}" for path in [*templates(), *scripts()] for by_hand in addresses_by_hand(_text(path))]
    assert wrong == []


@pytest.mark.parametrize(
    "source",
    [
        '<a href="/v1/docs/">',
        '<form hx-post="/pa-dealing/threads/{{ thread.pk }}/edit/">',
        '<button formaction="/x/">',
        '<form\n  action = "/threads/">',
        'await fetch("/v1/threads/")',
        "fetch(`/v1/threads/${id}/`)",
    ],
)
def test_an_address_by_hand_is_seen(source: str) -> None:
    assert len(addresses_by_hand(source)) == 1


@pytest.mark.parametrize("source", ["<a href=\"{% url 'home' %}\">", '<a href="#main">', '<a href="?page=2">'])
def test_an_address_that_has_a_name_is_left_alone(source: str) -> None:
    assert addresses_by_hand(source) == []


def test_colours_of_a_panel_are_the_themes() -> None:
    """A colour in the markup would not follow the dark theme; the mark has one white, as a logo has."""
    panels = [path for path in templates() if path.parts[2] != "admin" and path.name != "mark.svg"]
    assert [f"{path}: {match[0]}" for path in panels for match in COLOUR.finditer(_text(path))] == []


def times_of_the_server(source: str) -> list[str]:
    """The times of a page that stay those of the server."""
    shown = [time for time in TIME.findall(source) if not OWN_ZONE.search(time)]
    return shown + re.findall(r".*\bUTC\b.*", TIME.sub("", source))


def test_every_time_of_a_page_is_shown_in_the_zone_of_who_reads_it() -> None:
    pages = [path for path in templates() if path.suffix == ".html" and path.name not in PAPERS]
    assert [f"{path}: {time}" for path in pages for time in times_of_the_server(_text(path))] == []


@pytest.mark.parametrize(
    "source", ["<time datetime=\"{{ at|date:'c' }}\">{{ at|date:'j F' }}</time>", "<p>{{ at|date:'H:i' }} UTC</p>"]
)
def test_a_time_of_the_server_is_seen(source: str) -> None:
    assert len(times_of_the_server(source)) == 1


def _text(path: Path) -> str:
    return (ROOT / path).read_text(encoding="utf-8")
