"""A review's artifacts: pages a second with read-back, edits, redlines, memory: `python -m benchmarks.artifacts`.

No database. The text is made here, so that the figures are the same wherever it runs; --file measures one of your own.
"""

from __future__ import annotations

import argparse
import os
import resource
import sys
import time
from pathlib import Path
from typing import Any

CLAUSE = "The Supplier shall deliver the goods of Annex {n} within thirty (30) days after the order of the Buyer. "


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--file", type=Path, help="a contract as UTF-8 text")
    parser.add_argument("--quick", action="store_true", help="a fifth of the pages")
    options = parser.parse_args()
    _set_up_django()
    text = options.file.read_bytes().decode() if options.file else contract(18 if options.quick else 90)
    edits = _cleanup(text)
    _pdf("short first, imports included", contract(1)[:2000], [])
    _pdf("whole", text, edits)
    _say("peak memory, MB", resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024)
    return 0


def contract(articles: int) -> str:
    """A contract of about two and a half pages an article."""
    return "\n\n".join(
        f"ARTICLE {n}\n\n"
        + "\n\n".join(f"{n}.{m} Delivery {n}-{m}. {CLAUSE.format(n=m) * (1 + m % 5)}" for m in range(1, 31))
        for n in range(1, articles + 1)
    )


def _cleanup(text: str) -> list[Any]:
    from investor_review.edits import Change, apply_edits, plan_edits, propose_by_rule, redlines

    paragraphs = [p.strip() for p in text.split("\n\n") if 150 < len(p) < 1500][:: max(1, text.count("\n\n") // 60)][
        :40
    ]
    changes = [Change(f"i{n}", "", "add: The Buyer may inspect the goods.", (p,)) for n, p in enumerate(paragraphs)]
    began = time.perf_counter()
    plan = plan_edits(text, changes, propose_by_rule)
    planned = time.perf_counter()
    apply_edits(text, plan.edits)
    applied = time.perf_counter()
    redlines(text, plan.edits)
    drawn = time.perf_counter()
    _say("characters", len(text))
    _say("edits, refused", f"{len(plan.edits)}, {len(plan.refused)}")
    _say("edits planned, ms", round((planned - began) * 1000))
    _say("edits applied, ms", round((applied - planned) * 1000, 1))
    _say("redlines, ms", round((drawn - applied) * 1000))
    return plan.edits


def _pdf(name: str, text: str, edits: list[Any]) -> None:
    from investor_review.edits import ChangeLog, apply_edits
    from investor_review.papers import PdfDocument, render_pdf

    began, cpu = time.perf_counter(), time.process_time()
    read: list[float] = []
    made = render_pdf(
        PdfDocument("Contract", [("Company", "Acme")], ChangeLog([]), apply_edits(text, edits), "Acme"),
        lambda share, step: read.append(time.perf_counter()) if "read again" in step else None,
    )
    seconds, used = time.perf_counter() - began, time.process_time() - cpu
    _say(f"{name}: pages", made.pages)
    _say(f"{name}: seconds", f"{seconds:.1f}, of it read-back {began + seconds - read[0]:.1f}, CPU {used:.1f}")
    _say(f"{name}: pages a second", f"{made.pages / seconds:.0f}")


def _set_up_django() -> None:
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    os.environ.setdefault("DEBUG", "1")
    os.environ.setdefault("SECRET_KEY", "benchmark")
    django.setup()


def _say(figure: str, value: object) -> None:
    sys.stdout.write(f"{figure:42} {value}\n")


if __name__ == "__main__":
    sys.exit(main())
