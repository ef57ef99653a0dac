"""Erases a thread and everything that hangs on it, for good. The only thing that append-only tables let delete."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import transaction
from django.db.models import ProtectedError

from audit.chain import erase_entries
from chat import assistants
from chat.management.commands.export_thread import thread_of
from chat.models import Thread


class Command(BaseCommand):
    help = "Erase one thread and its branches for good: messages, turns, records, audit entries. Asks, unless --yes."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("thread")
        parser.add_argument("--yes", action="store_true", help="do not ask")

    def handle(self, *args: Any, **options: Any) -> None:
        thread = thread_of(options["thread"])
        if not options["yes"]:
            answer = input(f'Erase "{thread}" of {thread.owner} for good? Type the word erase: ')
            if answer.strip() != "erase":
                raise CommandError("Nothing was erased.")
        try:
            with transaction.atomic():
                emptied = 0
                for branch in list(Thread.objects.relatives(thread)):
                    emptied += erase_entries(branch.id)
                    assistants.get(branch.assistant).erase(branch)
                    branch.delete()
        except ProtectedError as error:
            kept = ", ".join(sorted({str(row._meta.verbose_name) for row in error.protected_objects}))
            raise CommandError(f"The thread holds records that must be kept ({kept}). Nothing was erased.") from None
        self.stdout.write(f"Erased. {emptied} audit entries were emptied; their hashes stay in the chain.")
