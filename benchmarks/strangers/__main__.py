"""`python -m benchmarks.strangers [--only GROUP …] [--case ID …] [--failures] [--out FILE] [--against FILE]`."""

from __future__ import annotations

import argparse
import json
import signal
import sys
import time
from pathlib import Path
from typing import Any

from benchmarks.strangers import tables
from benchmarks.strangers.running import GROUPS, read_cases, run_case, running_product


def main() -> int:
    options = _options()
    cases = read_cases(options.only, options.case)
    if not cases:
        print("No case has such a group and id; the ids stand in benchmarks/strangers/cases/.", file=sys.stderr)
        return 2
    earlier = json.loads(options.against.read_text(encoding="utf-8")) if options.against else None
    # A run that is stopped drops its database too.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    began = time.monotonic()
    with running_product() as product:
        print(f"ready after {time.monotonic() - began:.0f} s, {len(cases)} cases", file=sys.stderr)
        results = [run_case(product, case) for case in cases]
    _report(results, options, earlier)
    print(f"{len(results)} cases in {time.monotonic() - began:.0f} s", file=sys.stderr)
    return 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.strangers")
    parser.add_argument("--only", nargs="*", default=[], choices=GROUPS, metavar="GROUP", help=", ".join(GROUPS))
    parser.add_argument("--case", nargs="*", default=[], metavar="ID", help="these cases, with every turn of them")
    parser.add_argument("--failures", action="store_true", help="print every case that is not right")
    parser.add_argument("--out", type=Path, metavar="FILE", help="write everything as JSON")
    parser.add_argument("--against", type=Path, metavar="FILE", help="an earlier --out, to compare with")
    return parser.parse_args()


def _report(results: list[dict[str, Any]], options: argparse.Namespace, earlier: dict[str, Any] | None) -> None:
    rows = tables.summary(results)
    if options.out:
        written = json.dumps({"summary": rows, "results": results}, ensure_ascii=False, indent=1)
        options.out.write_text(written, encoding="utf-8")
    passages = [tables.failures(results)] if options.failures else []
    if options.case:
        passages += [tables.conversation(result) for result in results]
    passages.append(tables.table(rows, earlier and earlier["summary"]))
    if earlier:
        passages.append(tables.worse(results, earlier["results"]))
    print("\n".join(passage for passage in passages if passage))


if __name__ == "__main__":
    raise SystemExit(main())
