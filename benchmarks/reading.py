"""Lines of Python that read language, by app and room, without tests: `python -m benchmarks.reading`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# What reads a person's or a document's words in each app; a folder counts whole.
ROOMS: Mapping[str, Sequence[str]] = {
    "pa_dealing": ("words", "offline", "conversation", "rules/justification.py"),
    "retirement": ("reading", "words", "offline", "calculators/which_sum.py"),
    "investor_review": (
        *("words", "offline", "conversation"),
        *(f"edits/{name}.py" for name in ("by_rules", "words", "values", "value_style", "places")),
    ),
    "pursuit": ("questions", "answers", "talk", "words", "offline", "codes/words.py"),
    "tax_dossier": ("words", "offline", "answers", "replies.py", "titles.py"),
    "dialogue": ("",),
}


def lines_of(path: Path) -> int:
    """Lines of the Python files at or under a path, without tests; 0 where nothing is."""
    files = [path] if path.is_file() else [file for file in path.rglob("*.py") if "tests" not in file.parts]
    return sum(len(file.read_text(encoding="utf-8").splitlines()) for file in files)


def main() -> None:
    """Print the table."""
    total = 0
    for app, rooms in ROOMS.items():
        counts = {room or app: lines_of(ROOT / app / room) for room in rooms}
        total += sum(counts.values())
        parts = " · ".join(f"{room} {count:,}" for room, count in counts.items() if count)
        print(f"{app:<16} {sum(counts.values()):>6,}   {parts}")
    print(f"{'together':<16} {total:>6,}")


if __name__ == "__main__":
    main()
