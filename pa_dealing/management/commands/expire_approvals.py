"""Ends the approvals whose days are over. The worker does it every five minutes; this is for a cron without one."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from pa_dealing.review import expire_due_approvals


class Command(BaseCommand):
    help = "Ends the approvals whose days are over, and tells their owners."

    def handle(self, *args: Any, **options: Any) -> None:
        ended = expire_due_approvals()
        self.stdout.write(f"{ended} approval{'' if ended == 1 else 's'} expired.")
