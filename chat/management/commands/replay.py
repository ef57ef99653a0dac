"""Runs stored turns again with what their models said then, or with another model, and tells what differs."""

from __future__ import annotations

import json
import logging
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from uuid import UUID

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from chat.management.commands.export_feedback import day_of
from chat.management.commands.export_thread import thread_of
from chat.models import Thread, Turn
from chat.replay import Difference, Replay, replay_thread
from chat.scenarios import end_of, scenario_of, write_files
from llm.registry import parse_model_name

# Of one text, so much is printed; --json has all of it.
_SHOWN = 400


class Command(BaseCommand):
    help = (
        "Run stored turns again with what their models said then, and compare calls, results, replies and the record: "
        "what an upgrade changed. Nothing of the original is touched. Exit 1 when something differs or cannot be run."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        which = parser.add_mutually_exclusive_group(required=True)
        which.add_argument("turn", nargs="?", help="one turn, after those before it in its thread")
        which.add_argument("--thread", help="every turn of this thread")
        which.add_argument("--since", help="the turns of this day and later, as 2026-03-31")
        parser.add_argument("--assistant", help="with --since: of this assistant alone")
        by = parser.add_mutually_exclusive_group()
        by.add_argument("--model", help="let this model answer, as provider:id, and show what differs")
        by.add_argument("--code", action="store_true", help="with what the models said then, which is the default")
        parser.add_argument(
            "--scenarios", metavar="FOLDER", help="write what differs as scenarios, its end as it stands"
        )
        parser.add_argument("--json", action="store_true", help="one JSON object a thread on standard output")

    def handle(self, *args: Any, **options: Any) -> None:
        # A line of the log for each turn would bury what differs.
        logging.getLogger("chat").setLevel(logging.CRITICAL)
        if options["model"]:
            _check_model(options["model"])
        turns, differing, failed = 0, 0, 0
        scenarios: dict[str, list[str]] = {}
        for thread, wanted, upto in _threads(options):
            replay = replay_thread(thread, upto=upto, model=options["model"])
            shown = [difference for difference in replay.differences if difference.turn in {0, *wanted}]
            turns += len(wanted.intersection(replay.turns))
            differing += len({difference.turn_id for difference in shown})
            if shown and options["scenarios"]:
                scenarios.setdefault(thread.assistant, []).append(_scenario(thread, upto, shown))
            failed += bool(replay.ended)
            self.stdout.write(_as_json(replay, shown) if options["json"] else _as_text(replay, shown), ending="")
        if not options["json"]:
            left = f" {failed} conversations could not be run to their end." if failed else ""
            self.stdout.write(f"Of {turns} turns {differing} differ.{left}")
        self._write(options["scenarios"], scenarios)
        if differing or failed:
            sys.exit(1)

    def _write(self, folder: str, scenarios: dict[str, list[str]]) -> None:
        try:
            for path, count in write_files(Path(folder), scenarios) if scenarios else ():
                self.stderr.write(f"{path}: {count}")
        except OSError as error:
            raise CommandError(f"--scenarios {folder!r} cannot be written: {error}") from None


def _scenario(thread: Thread, upto: int | None, shown: list[Difference]) -> str:
    """The conversation with the record that it left, and what differed first as its goal."""
    first = shown[0]
    place = f"Turn {first.turn}" if first.turn else "In the end"
    goal = f"{place}, {first.what}: {_short(first.before)} and not {_short(first.now)}"
    return scenario_of(thread, f"replay-{thread.pk}", goal, upto=upto, expect=end_of(thread))


def _check_model(name: str) -> None:
    try:
        parse_model_name(name)
    except ValueError as error:
        raise CommandError(f"--model: {error}") from None


def _threads(options: dict[str, Any]) -> Iterator[tuple[Thread, set[int], int | None]]:
    """The threads to be run again, with the numbers of the turns that are asked for, and the last one to be run."""
    if options["turn"]:
        turn = _turn_of(options["turn"])
        yield _installed(turn.thread), {turn.number}, turn.number
        return
    if options["thread"]:
        thread = _installed(thread_of(options["thread"]))
        yield thread, set(thread.turns.values_list("number", flat=True)), None
        return
    slugs = [options["assistant"]] if options["assistant"] else list(settings.ASSISTANTS)
    if unknown := set(slugs) - set(settings.ASSISTANTS):
        raise CommandError(f"There is no assistant {unknown.pop()!r}. There are: {', '.join(settings.ASSISTANTS)}.")
    later = Turn.objects.filter(created_at__date__gte=day_of(options["since"]), thread__assistant__in=slugs)
    for thread in Thread.objects.filter(pk__in=later.values("thread")).order_by("created_at"):
        yield thread, set(later.filter(thread=thread).values_list("number", flat=True)), None


def _turn_of(turn_id: str) -> Turn:
    try:
        return Turn.objects.select_related("thread").get(pk=UUID(turn_id))
    except ValueError:
        raise CommandError(f"{turn_id!r} is not the id of a turn.") from None
    except Turn.DoesNotExist:
        raise CommandError(f"There is no turn {turn_id}.") from None


def _installed(thread: Thread) -> Thread:
    if thread.assistant not in settings.ASSISTANTS:
        raise CommandError(f"The thread is with {thread.assistant!r}, which is not installed.")
    return thread


def _as_json(replay: Replay, shown: list[Difference]) -> str:
    fields = {"thread": str(replay.thread_id), "assistant": replay.assistant, "turns": len(replay.turns)}
    fields |= {"ended": replay.ended, "by_hand": replay.hand, "differences": [item.as_json() for item in shown]}
    return json.dumps(fields, ensure_ascii=False) + "\n"


def _as_text(replay: Replay, shown: list[Difference]) -> str:
    """What differs, readably; nothing for a thread that came out the same."""
    lines = []
    for difference in shown:
        lines.append(f"  {f'turn {difference.turn}' if difference.turn else 'in the end'}, {difference.what}")
        lines += [f"    before: {_short(difference.before)}", f"    now:    {_short(difference.now)}"]
        lines += [f"    changed by hand before it: {difference.why}"] if difference.why else []
    lines += [f"  not run to its end, {replay.ended}"] if replay.ended else []
    head = f"{replay.assistant} {replay.thread_id}"
    return "\n".join([head, *lines, ""]) if lines else ""


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _SHOWN else f"{line[:_SHOWN]}…"
