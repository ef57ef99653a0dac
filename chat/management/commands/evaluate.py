"""Runs labelled cases through a suite and prints its figures: `evaluate <suite> --cases FILE.jsonl`."""

from __future__ import annotations

import gzip
import inspect
import json
import logging
import sys
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.module_loading import import_string

Suite = Callable[..., dict[str, Any]]


class Command(BaseCommand):
    help = "Measure a suite on labelled cases. Exit 1 when a figure is below its --min."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("suite", help=f"one of: {', '.join(settings.EVALUATIONS)}")
        parser.add_argument("--cases", help="a file of cases, one JSON object a line (.jsonl or .jsonl.gz)")
        parser.add_argument(
            "--corpus",
            help="a folder: corpus.jsonl, queries.jsonl, qrels.tsv (retrieval); policies, questions.jsonl (pursuit)",
        )
        parser.add_argument("--assistant", help="conversations: of this assistant alone")
        parser.add_argument("--model", help="the model, as provider:id or persona:kind (default: the configured one)")
        parser.add_argument("--replay", action="store_true", help="conversations: run each again from its rows, too")
        parser.add_argument("--every", type=int, metavar="N", help="conversations: every Nth of each assistant alone")
        parser.add_argument("--json", action="store_true", help="one JSON object on standard output")
        parser.add_argument(
            "--min", action="append", default=[], metavar="FIELD=VALUE", help="exit 1 when the figure is below VALUE"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        # Suites run whole conversations; a line of the log for each turn would bury the figures.
        logging.getLogger("chat").setLevel(logging.WARNING)
        suite = options["suite"]
        if suite not in settings.EVALUATIONS:
            raise CommandError(f"There is no suite {suite!r}. There are: {', '.join(settings.EVALUATIONS)}.")
        floors = [self._floor(text) for text in options["min"]]
        measure: Suite = import_string(settings.EVALUATIONS[suite])
        figures = self._figures(measure, self._cases(options, measure), options)
        self.stdout.write(json.dumps(figures, default=float) if options["json"] else self._table(figures))
        below = [
            f"{name} is {figures.get(name)}, below {floor}" for name, floor in floors if _below(figures, name, floor)
        ]
        if below:
            self.stderr.write("; ".join(below))
            sys.exit(1)

    def _figures(self, measure: Suite, cases: Any, options: dict[str, Any]) -> dict[str, Any]:
        suite, taken = options["suite"], inspect.signature(measure).parameters
        if options["model"] and "model" not in taken:
            raise CommandError(f"The suite {suite} measures our own code and uses no model; leave out --model.")
        if options["assistant"] and "assistant" not in taken:
            raise CommandError(f"The suite {suite} is of one kind; leave out --assistant.")
        if options["replay"] and "replay" not in taken:
            raise CommandError(f"The suite {suite} holds no conversations; leave out --replay.")
        if options["every"] is not None and ("every" not in taken or options["every"] < 1):
            raise CommandError("--every takes a whole number from 1, and the suite conversations alone has it.")
        given = {name: options[name] for name in ("model", "assistant", "replay", "every") if name in taken}
        try:
            return measure(cases, **{name: value for name, value in given.items() if value is not None})
        except KeyError as error:
            raise CommandError(f"A case of the suite {suite} lacks the field {error}.") from None
        except ValueError as error:
            raise CommandError(str(error)) from None

    def _floor(self, text: str) -> tuple[str, float]:
        name, _, value = text.partition("=")
        try:
            return name, float(value)
        except ValueError:
            raise CommandError(f"--min {text!r} must be FIELD=VALUE, such as accuracy=0.95.") from None

    def _cases(self, options: dict[str, Any], measure: Suite) -> Any:
        suite = options["suite"]
        if options["corpus"]:
            return Path(options["corpus"])
        if "assistant" in inspect.signature(measure).parameters:
            # Scenario files, which the suite reads itself; without --cases those that ship with the assistants.
            return Path(options["cases"]) if options["cases"] else None
        if not options["cases"]:
            raise CommandError(f"The suite {suite} needs --cases FILE.jsonl.")
        path = Path(options["cases"])
        try:
            packed = path.read_bytes()
            text = (gzip.decompress(packed) if path.suffix == ".gz" else packed).decode("utf-8")
            return [self._case(path, n, line) for n, line in enumerate(text.split("\n"), 1) if line.strip()]
        except (OSError, EOFError, zlib.error, UnicodeDecodeError) as error:
            raise CommandError(f"The cases {str(path)!r} cannot be read: {error}") from None

    def _case(self, path: Path, number: int, line: str) -> dict[str, Any]:
        try:
            case = json.loads(line)
        except ValueError as error:
            raise CommandError(f"{path}, line {number}: not JSON ({error}).") from None
        if not isinstance(case, dict):
            raise CommandError(f"{path}, line {number}: a case is a JSON object, not {type(case).__name__}.")
        return case

    def _table(self, figures: dict[str, Any], indent: str = "") -> str:
        lines = []
        for name, value in figures.items():
            if isinstance(value, dict):
                lines += [f"{indent}{name}", self._table(value, indent + "  ")]
            else:
                lines.append(f"{indent}{name:<24} {f'{value:.4f}' if isinstance(value, float) else value}")
        return "\n".join(lines)


def _below(figures: dict[str, Any], name: str, floor: float) -> bool:
    value = figures.get(name)
    return not isinstance(value, int | float) or value < floor
