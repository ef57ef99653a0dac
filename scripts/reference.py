"""Writes the reference pages from what they describe: `python -m scripts.reference`. A test holds them to it.

docs/settings.md comes from .env.example, docs/commands.md from the Makefile and the management commands, and the table
of addresses in docs/api.md from the OpenAPI.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
_BEGIN, _END = "<!-- addresses -->", "<!-- /addresses -->"


def settings_page() -> str:
    """A section for each part of .env.example, a row for each setting with the comment above it."""
    lines = ["# Settings", "", "From the environment, else from `.env`; made from [.env.example](../.env.example)."]
    comment: list[str] = []
    for line in (ROOT / ".env.example").read_text(encoding="utf-8").splitlines():
        if section := re.match(r"# --- (.+?) -+$", line):
            lines += ["", f"## {section[1]}", "", "| setting | default | |", "|---|---|---|"]
            comment = []
        elif setting := re.match(r"(?:# ?)?([A-Z][A-Z0-9_]+)=(.*)$", line):
            default = f"`{setting[2]}`" if setting[2] else ""
            lines.append(f"| `{setting[1]}` | {default} | {_cell(' '.join(comment))} |")
            comment = []
        elif line.startswith("#"):
            comment.append(line.lstrip("# ").strip())
        else:
            comment = []
    return "\n".join(lines) + "\n"


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def commands_page() -> str:
    lines = ["# Commands", "", "| | |", "|---|---|"]
    for target in re.finditer(r"^([a-z-]+):[^#\n]*## (.+)$", (ROOT / "Makefile").read_text(encoding="utf-8"), re.M):
        lines.append(f"| `make {target[1]}` | {_cell(target[2])} |")
    lines += ["", "`manage.py <command> --help` lists the options of each.", "", "| | |", "|---|---|"]
    lines += [f"| `manage.py {name}` | {_cell(text)} |" for name, text in _management_commands()]
    return "\n".join(lines) + "\n"


def _management_commands() -> Iterator[tuple[str, str]]:
    for path in sorted(ROOT.glob("*/management/commands/[a-z]*.py"), key=lambda path: path.stem):
        module = import_module(".".join(path.relative_to(ROOT).with_suffix("").parts))
        yield path.stem, str(module.Command.help)


def api_page() -> str:
    """docs/api.md with its table of addresses as the OpenAPI has them now."""
    from drf_spectacular.generators import SchemaGenerator

    generator = SchemaGenerator()  # type: ignore[no-untyped-call]
    paths = generator.get_schema(request=None, public=True)["paths"]  # type: ignore[no-untyped-call]
    rows = [
        f"| `{method.upper()}` | `{path}` | {_cell(_first_sentence(operation))} |"
        for path, operations in paths.items()
        for method, operation in operations.items()
    ]
    table = "\n".join([_BEGIN, "| | | |", "|---|---|---|", *rows, _END])
    page = (ROOT / "docs/api.md").read_text(encoding="utf-8")
    return re.sub(f"{_BEGIN}.*{_END}", lambda _: table, page, flags=re.DOTALL)


def _first_sentence(operation: dict[str, Any]) -> str:
    return re.split(r"[.;:]\s|\n|\.$", operation.get("description") or "")[0].strip()


PAGES = {"docs/settings.md": settings_page, "docs/commands.md": commands_page, "docs/api.md": api_page}


def main() -> None:
    import os

    import django

    # No page depends on a setting's value, and none is needed.
    os.environ.update({"DEBUG": "1", "DOTENV": os.devnull, "DJANGO_SETTINGS_MODULE": "config.settings"})
    django.setup()
    for name, page in PAGES.items():
        (ROOT / name).write_text(page(), encoding="utf-8")


if __name__ == "__main__":
    main()
