"""Prints a one-time sign-in link. Only under DEBUG."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.management.base import BaseCommand, CommandError, CommandParser

from chat.pages.signin import one_time_path


class Command(BaseCommand):
    help = "Prints a link that signs a person in once, within an hour. Only under DEBUG."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--user", default="admin", help="the username (default: the demo administrator)")

    def handle(self, *args: Any, **options: Any) -> None:
        if not settings.DEBUG:
            raise CommandError("A one-time link works only under DEBUG. Set DEBUG=1, or sign in with a password.")
        users = get_user_model().objects
        user = users.filter(username=options["user"], is_active=True).first()
        if user is None:
            raise CommandError(
                f"There is no active user {options['user']!r}. `manage.py load_demo` makes the demo users."
            )
        self.stdout.write(settings.ADDRESS + one_time_path(user))
