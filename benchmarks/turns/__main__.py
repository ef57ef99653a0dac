"""The figures of turns, as a table."""

from __future__ import annotations

import argparse
import sys

from benchmarks import turns
from benchmarks.turns import ALSO, PARTS, measure, table


def main() -> int:
    parser = argparse.ArgumentParser(description=turns.__doc__)
    parser.add_argument("--quick", action="store_true", help="fewer rounds: for a look, not for a decision")
    parser.add_argument("--only", default="", help=f"comma-separated: {', '.join([*PARTS, *ALSO])}")
    options = parser.parse_args()
    named = [name.strip() for name in options.only.split(",") if name.strip()]
    if unknown := [name for name in named if name not in PARTS and name not in ALSO]:
        parser.error(f"there is no figure {unknown[0]!r}. There are: {', '.join([*PARTS, *ALSO])}")
    wanted = {ALSO.get(name, name) for name in named} or set(PARTS)
    print(table(measure([part for part in PARTS if part in wanted], options.quick)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
