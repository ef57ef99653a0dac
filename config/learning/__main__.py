"""`python -m config.learning`: what the readers learn from examples is learnt and kept."""

from __future__ import annotations

import os

from config.learning import main

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
main()
