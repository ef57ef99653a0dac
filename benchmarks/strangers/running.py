"""Runs cases against the product, offline, in a database of its own as load_demo leaves it, with the policies added."""

from __future__ import annotations

import json
import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import psycopg

from tests import environment

if TYPE_CHECKING:
    from benchmarks.strangers.product import SignIns, StrangersThread

HERE = Path(__file__).resolve().parent
AGREEMENT = HERE.parents[1] / "investor_review" / "sample_data" / "carbon_removal_agreement.json"
GROUPS = (
    *("pa_compliance", "pa_reason", "pa_numbers", "pa_instruments", "pa_late"),
    *("retirement", "review", "pursuit", "tax_dossier"),
)


def read_cases(groups: list[str], ids: list[str]) -> list[dict[str, Any]]:
    """The cases of those groups and ids; an empty list means all."""
    files = [HERE / "cases" / f"{group}.jsonl" for group in GROUPS if not groups or group in groups]
    cases = [json.loads(line) for file in files for line in file.read_text(encoding="utf-8").splitlines()]
    return [case for case in cases if not ids or case["id"] in ids]


@contextmanager
def running_product() -> Iterator[SignIns]:
    """The product on the tests' own PostgreSQL, set up in this process. The database is dropped at the end."""
    name = f"run_{os.getpid()}"
    with ExitStack() as stack:
        artifacts = stack.enter_context(tempfile.TemporaryDirectory())
        stack.callback(environment.pytest_unconfigure)
        for database in (f"{name}_demo_unfinished", f"{name}_demo", name):
            stack.callback(_drop, database)
        os.environ.update(ARTIFACTS_DIR=artifacts, LOG_LEVEL="ERROR")
        os.environ["DATABASE_URL"] = environment.new_database(name, environment.demo_template())
        stack.callback(_close_connections)
        yield _set_up()


def _set_up() -> SignIns:
    import django

    django.setup()
    from django.core.management import call_command

    from benchmarks.strangers.product import SignIns

    with Path(os.devnull).open("w") as nothing:
        folder = str(HERE / "policies")
        call_command("import_documents", folder, collection="policies", language="en", stdout=nothing)
    return SignIns(json.loads(AGREEMENT.read_text(encoding="utf-8")))


def _close_connections() -> None:
    from django.db import connections

    connections.close_all()


def _drop(database: str) -> None:
    try:
        environment.drop_database(database)
    except psycopg.Error as error:
        print(f"{database} was not dropped: {error}", file=sys.stderr)


def run_case(product: SignIns, case: dict[str, Any]) -> dict[str, Any]:
    """One conversation from its beginning to its verdict."""
    from benchmarks.strangers.beginning import begin
    from benchmarks.strangers.grading import grade
    from benchmarks.strangers.product import ProductError, SetupFailed

    talk: StrangersThread | None = None
    setup = 0
    try:
        talk = begin(product, case)
        setup, before = len(talk.turns), talk.state
        for message in case["say"]:
            talk.say(message)
        verdict, why = grade(case, talk, before)
    except SetupFailed as failed:
        verdict, why = "setup", str(failed)
    except ProductError as failed:
        verdict, why = "error", str(failed)
    turns = talk.turns if talk else []
    return {
        **{name: case[name] for name in ("id", "group", "kind", "stage", "say")},
        "verdict": verdict,
        "why": why,
        "claims": sum(turn.claims for turn in turns[setup:]),
        "again": sum(turn.again for turn in turns),
        "setup_turns": setup,
        "turns": [asdict(turn) for turn in turns],
    }
