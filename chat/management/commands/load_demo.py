"""Loads the demo users and sample data once. Only under DEBUG, because everybody knows the passwords."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib.auth import get_user_model
from django.contrib.auth.models import Group
from django.core.management import call_command, get_commands
from django.core.management.base import BaseCommand, CommandError

# username: (first name, groups, staff, superuser). The password is the username and "-demo".
DEMO_USERS: dict[str, tuple[str, list[str], bool, bool]] = {
    "admin": ("Demo administrator", ["compliance", "reviewers", "upstream"], True, True),
    "employee": ("Demo employee", [], False, False),
    "colleague": ("Demo colleague", [], False, False),
    "officer": ("Demo compliance officer", ["compliance"], True, False),
    "investor": ("Demo investor", [], False, False),
}
# Each app's own command for its samples; each is idempotent.
SAMPLE_COMMANDS = ["load_instruments_sample", "load_tax_samples", "load_review_sample", "load_policy_samples"]


class Command(BaseCommand):
    help = "Makes the demo users and loads sample data, once. Only under DEBUG."

    def handle(self, *args: Any, **options: Any) -> None:
        if not settings.DEBUG:
            raise CommandError("Demo users have known passwords, so they are made only under DEBUG. Set DEBUG=1.")
        for username, (name, groups, staff, superuser) in DEMO_USERS.items():
            if self._make_user(username, name, groups, staff=staff, superuser=superuser):
                self.stdout.write(f"Made the demo user {username}.")
        for command in SAMPLE_COMMANDS:
            if command in get_commands():
                call_command(command, stdout=self.stdout)

    def _make_user(self, username: str, name: str, groups: list[str], *, staff: bool, superuser: bool) -> bool:
        """Make the user if there is none of that name. One that a person changed stays as it is."""
        user, made = get_user_model().objects.get_or_create(
            username=username,
            defaults={
                "first_name": name,
                "email": f"{username}@example.org",
                "is_staff": staff,
                "is_superuser": superuser,
            },
        )
        if made:
            user.set_password(f"{username}-demo")
            user.save(update_fields=["password"])
            user.groups.set([Group.objects.get_or_create(name=group)[0] for group in groups])
        return made
