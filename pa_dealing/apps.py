"""The app of personal account dealing."""

from __future__ import annotations

from django.apps import AppConfig
from django.utils.translation import gettext_lazy


class PaDealingConfig(AppConfig):
    name = "pa_dealing"
    verbose_name = gettext_lazy("PA dealing")
