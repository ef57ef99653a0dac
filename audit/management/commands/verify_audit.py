"""Checks every entry of the audit trail against its hash and the one before it, or one receipt by its file alone."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from audit.chain import verify
from audit.receipts import check_receipt
from audit.roots import root_faults

_MARKS = {"proved": "proved   ", "wrong": "WRONG    ", "open": "not shown"}


class Command(BaseCommand):
    help = (
        "Check the audit trail: exit 1 and a line for each entry that was changed, removed or put in between."
        " With --receipt check one receipt by its file alone: what it proves, what is wrong and what it cannot show."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--receipt", type=Path, help="a receipt as JSON; no database is asked")
        parser.add_argument("--roots", type=Path, help="the file of published roots to compare the receipt's with")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["receipt"]:
            self._check(options["receipt"], options["roots"])
            return
        count, last_hash, faults = verify()
        for fault in faults:
            self.stderr.write(f"Entry {fault.sequence}: {fault.reason}.")
        roots = root_faults()
        for sentence in roots:
            self.stderr.write(f"{sentence}.")
        if faults or roots:
            sys.exit(1)
        # Kept elsewhere, this line proves later that nothing was cut off at the end.
        self.stdout.write(f"{count} entries, unbroken. Last hash: {last_hash or 'none'}")

    def _check(self, receipt: Path, roots: Path | None) -> None:
        try:
            value = json.loads(receipt.read_text(encoding="utf-8"))
            lines = roots.read_text(encoding="utf-8").splitlines() if roots else []
            published = {str(json.loads(line)["hash"]) for line in lines if line}
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise CommandError(f"It cannot be read: {error}") from error
        findings = check_receipt(value, published)
        for finding in findings:
            self.stdout.write(f"{_MARKS[finding.verdict]} {finding.sentence}")
        if any(finding.verdict == "wrong" for finding in findings):
            sys.exit(1)
