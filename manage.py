#!/usr/bin/env python
"""Runs a management command; a wrong setting ends it with one sentence."""

from __future__ import annotations

import os
import sys

from django.core.exceptions import ImproperlyConfigured
from django.core.management import execute_from_command_line

from config.environment import load_program, read_dotenv
from config.postgres import needs_database, server_for_process


def main() -> None:
    read_dotenv()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    try:
        with server_for_process(needs_database(sys.argv)):
            load_program()
            execute_from_command_line(sys.argv)
    except ImproperlyConfigured as error:
        sys.exit(f"{error}")


if __name__ == "__main__":
    main()
