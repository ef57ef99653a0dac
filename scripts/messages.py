"""`python -m scripts.messages`: bring locale/ up to date with the source, and compile it. No gettext tools are needed.

Strings are those of `{% translate %}`, `{% blocktranslate %}`, `gettext()` and `gettext_noop()`. A string that is new
has no translation yet, and the tests fail until it has one.
"""

from __future__ import annotations

import ast
import io
import re
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from django.utils.translation.template import templatize

ROOT = Path(__file__).resolve().parent.parent
LOCALE = ROOT / "locale"
LANGUAGES = ("nl",)
# What no page shows.
SKIPPED = {".venv", "var", "node_modules", "tests", "migrations", "benchmarks"}
CALLS = {"_", "gettext", "gettext_lazy", "gettext_noop", "ngettext", "ngettext_lazy"}
# A call as templatize() writes it: one string, or two and a count.
_TEXT = r"u?(?:'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\")"
_IN_TEMPLATE = re.compile(rf"\bn?gettext\({_TEXT}(?:,\s*{_TEXT}\s*,\s*count)?\s*\)")

_WRITTEN = datetime(2026, 1, 1, tzinfo=UTC)

Key = str | tuple[str, str]


def found_strings() -> dict[Key, list[str]]:
    """Every string to translate, or (singular, plural), with the files that it stands in."""
    strings: dict[Key, list[str]] = {}
    for path in _files():
        name = str(path.relative_to(ROOT))
        for key in _strings(path):
            if name not in strings.setdefault(key, []):
                strings[key].append(name)
    return strings


def _files() -> Iterator[Path]:
    for path in sorted(ROOT.rglob("*")):
        parts = path.relative_to(ROOT).parts
        if path.suffix in (".py", ".html") and not SKIPPED & set(parts) and path.is_file():
            yield path


def _strings(path: Path) -> Iterator[Key]:
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".html":
        if "{% load i18n" not in text and " i18n %}" not in text:
            return
        # Django's own step before xgettext: calls where the tags stood, and X for everything else.
        text = "\n".join(match[0] for match in _IN_TEMPLATE.finditer(templatize(text, origin=str(path))))
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Call) and name_of(node.func) in CALLS:
            given = [part.value for part in node.args if isinstance(part, ast.Constant) and isinstance(part.value, str)]
            if given:
                plural = name_of(node.func).startswith("ngettext") and len(given) > 1
                yield (given[0], given[1]) if plural else given[0]


def name_of(function: ast.expr) -> str:
    return function.id if isinstance(function, ast.Name) else getattr(function, "attr", "")


def read_catalog(language: str) -> Catalog:
    """The catalogue of `language` as it is in locale/; an empty one where there is none."""
    path = po_path(language)
    if not path.exists():
        return Catalog(locale=language, domain="django")
    with path.open("rb") as file:
        return read_po(file, locale=language, domain="django")


def po_path(language: str) -> Path:
    """Where the translations of `language` stand; the compiled ones stand beside them as .mo."""
    return LOCALE / language / "LC_MESSAGES" / "django.po"


def compiled(catalog: Catalog) -> bytes:
    """The catalogue in the form that Django reads."""
    out = io.BytesIO()
    write_mo(out, catalog)
    return out.getvalue()


def update(language: str) -> list[str]:
    """Add new strings to the catalogue, drop those that are gone, compile it; what has no translation."""
    old = read_catalog(language)
    # Without the times of a run, the same source gives the same files.
    new = Catalog(
        locale=language,
        domain="django",
        header_comment="# Kept by `python -m scripts.messages`; write translations here, and run it again.",
        project="assistants",
        version="1",
        last_translator="",
        language_team="",
        msgid_bugs_address="",
        creation_date=_WRITTEN,
        revision_date=_WRITTEN,
        charset="utf-8",
        fuzzy=False,
    )
    for key, files in sorted(found_strings().items(), key=lambda item: str(item[0])):
        known = old.get(key[0] if isinstance(key, tuple) else key)
        # No line numbers, which would change with every edit.
        places: list[Any] = [(name, None) for name in files]
        string, flags = (known.string, known.flags) if known else ("", ())
        new.add(key, string, locations=places, flags=flags)
    path = po_path(language)
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file:
        write_po(file, new, width=110, omit_header=False)
    path.with_suffix(".mo").write_bytes(compiled(new))
    return [str(message.id) for message in new if message.id and not _translated(message.string)]


def _translated(string: object) -> bool:
    return all(string) if isinstance(string, tuple | list) else bool(string)


def main() -> None:
    """Update every language; exit 1 when something is not translated."""
    missing = {language: update(language) for language in LANGUAGES}
    for language, strings in missing.items():
        sys.stdout.write(f"{language}: {len(strings)} to translate in {po_path(language).relative_to(ROOT)}\n")
        sys.stdout.writelines(f"  {string}\n" for string in strings)
    sys.exit(1 if any(missing.values()) else 0)


if __name__ == "__main__":
    main()
