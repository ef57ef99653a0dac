"""The pursuit app."""

from django.apps import AppConfig


class PursuitConfig(AppConfig):
    name = "pursuit"
