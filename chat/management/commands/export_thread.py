"""Writes everything of one thread into a folder."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError, CommandParser

from chat.api.exports import export_thread
from chat.models import Thread


def thread_of(thread_id: str) -> Thread:
    """The thread with this id, also a deleted one. Raises CommandError."""
    try:
        return Thread.objects.select_related("owner").get(pk=UUID(thread_id))
    except ValueError:
        raise CommandError(f"{thread_id!r} is not the id of a thread.") from None
    except Thread.DoesNotExist:
        raise CommandError(f"There is no thread {thread_id}.") from None


class Command(BaseCommand):
    help = (
        "Write everything of one thread into a folder: messages, turns, tool calls, audit and the assistant's records."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("thread")
        parser.add_argument("--out", required=True, help="the folder to write into; it is made when it is not there")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            files = export_thread(thread_of(options["thread"]), Path(options["out"]))
        except OSError as error:
            raise CommandError(f"--out {options['out']!r} cannot be written: {error}") from None
        for path in files:
            self.stdout.write(str(path))
