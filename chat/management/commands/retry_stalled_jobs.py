"""Puts jobs whose worker is gone back into the queue, without waiting for the minute."""

from __future__ import annotations

from typing import Any

from asgiref.sync import async_to_sync
from django.core.management.base import BaseCommand

from chat.jobs import retry_stalled_jobs


class Command(BaseCommand):
    help = "Put jobs whose worker is gone back into the queue. Workers do so themselves every minute."

    def handle(self, *args: Any, **options: Any) -> None:
        count = async_to_sync(retry_stalled_jobs)(timestamp=0)
        self.stdout.write(f"{count} job{'' if count == 1 else 's'} put back into the queue.")
