"""The retirement app."""

from django.apps import AppConfig


class RetirementConfig(AppConfig):
    name = "retirement"
