"""What happens between the start of the database and that of the web server. Prints the sign-in link, if there is one.

A process of its own: it can be stopped at any moment, and the supervisor stays without Django's memory.
"""

from __future__ import annotations

import io
import os
import sys

import django
from django.core.exceptions import ImproperlyConfigured
from django.core.management import call_command

from config.environment import read_dotenv
from config.postgres import server_for_process


def main() -> None:
    read_dotenv()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    try:
        with server_for_process():
            django.setup()
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
        call_command("sign_in_link", stdout=sys.stdout)


if __name__ == "__main__":
    main()
