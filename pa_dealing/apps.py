"""The app of personal account dealing."""

from __future__ import annotations

from django.apps import AppConfig


class PaDealingConfig(AppConfig):
    name = "pa_dealing"
    verbose_name = "PA dealing"
