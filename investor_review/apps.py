"""The investor review app."""

from django.apps import AppConfig


class InvestorReviewConfig(AppConfig):
    name = "investor_review"
    verbose_name = "investor review"
