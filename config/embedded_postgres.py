"""The embedded PostgreSQL server: where it lives, whether it answers, how it starts and stops."""

from __future__ import annotations

import hashlib
import tempfile
from pathlib import Path
from typing import Any

NAME = "postgres"


def database_settings(data_dir: Path) -> dict[str, Any]:
    """Django's settings of the server under `data_dir`. Starts nothing and touches no file."""
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": NAME,
        "USER": "postgres",
        "PASSWORD": "",
        "HOST": str(data_dir / "postgres"),
        "PORT": "",
    }
