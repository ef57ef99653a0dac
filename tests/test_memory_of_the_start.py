"""What a web process has in its memory from its start: nothing that only some people ever need."""

from __future__ import annotations

import subprocess
import sys

from tests.environment import BASE_DIR

# What reads and writes files of people, what speaks to Redis where none is set, and the providers' SDKs.
_LATER = ("pypdf", "docx", "lxml", "PIL", "reportlab", "weasyprint", "redis", "openai", "google.genai")
_CODE = f"""
import sys
import config.web
from daphne import server
from config.asgi import application
from django.urls import get_resolver
get_resolver().url_patterns
print(*(name for name in {_LATER!r} if name in sys.modules))
"""


def test_nothing_is_loaded_at_the_start_that_only_some_people_need() -> None:
    done = subprocess.run([sys.executable, "-c", _CODE], cwd=BASE_DIR, capture_output=True, text=True, check=True)
    assert done.stdout.split() == []
