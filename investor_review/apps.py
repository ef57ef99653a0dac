"""The app of the investor review."""

from __future__ import annotations

from django.apps import AppConfig


class InvestorReviewConfig(AppConfig):
    name = "investor_review"
    verbose_name = "Investor review"
