"""The chat app."""

from __future__ import annotations

from pathlib import Path

from django.apps import AppConfig
from django.conf import settings

from dialogue import keep_weights_in


class ChatConfig(AppConfig):
    name = "chat"

    def ready(self) -> None:
        from chat import checks  # noqa: F401

        keep_weights_in(Path(settings.DATA_DIR) / "dialogue")
