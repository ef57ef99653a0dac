"""What happens between the start of the database and that of the web server. Prints sign-in links, where there are any.

A process of its own: it can be stopped at any moment, and the supervisor stays without Django's memory.
"""

from __future__ import annotations

import io
import logging
import os
import sys
from contextlib import suppress

from django.core.exceptions import ImproperlyConfigured
from django.core.management import call_command
from django.core.management.base import CommandError

from config.environment import load_program, read_dotenv
from config.postgres import server_for_process

# Whom `make run` prints a link for, in this order.
LINKS = ("admin", "employee", "officer")


def main() -> None:
    read_dotenv()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    try:
        with server_for_process():
            load_program()
            # A person reads along: of the log only what went wrong stands between the lines for them.
            logging.disable(logging.INFO)
            prepare()
    except ImproperlyConfigured as error:
        sys.exit(f"{error}")


def prepare() -> None:
    from django.conf import settings

    from retrieval.index import refuse_another_space

    call_command("migrate", verbosity=0, interactive=False)
    refuse_another_space()
    if settings.DEBUG:
        call_command("load_demo", stdout=sys.stderr)
    else:
        call_command("collectstatic", verbosity=0, interactive=False)
    # Turns that were running when the last process died can be retried from now on. With the embedded server this is
    # the only web process, so they need not wait for their lease.
    output = io.StringIO()
    call_command("recover_turns", now=settings.EMBEDDED_POSTGRES, stdout=output)
    if not output.getvalue().startswith("0 "):
        sys.stderr.write(output.getvalue())
    if settings.DEBUG:
        for user in LINKS:
            _offer_link(user)


def _offer_link(user: str) -> None:
    link = io.StringIO()
    # Whoever shut a demo user out wants no link for it.
    with suppress(CommandError):
        call_command("sign_in_link", user=user, stdout=link)
        sys.stdout.write(f"{user:<10} {link.getvalue()}")


if __name__ == "__main__":
    main()
