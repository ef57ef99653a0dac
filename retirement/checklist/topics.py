"""The eight essential topics of a retirement plan (specification, section 3). Nothing else is a topic."""

from __future__ import annotations

import difflib
import re

from django.db import models
from django.utils.translation import gettext_noop as _

# Words that people and models use for a topic where they do not use its id.
_ALIASES = {
    "income": "income_cash_flow",
    "cash_flow": "income_cash_flow",
    "social_security": "income_cash_flow",
    "savings": "income_cash_flow",
    "health": "healthcare_medicare",
    "healthcare": "healthcare_medicare",
    "medicare": "healthcare_medicare",
    "insurance": "healthcare_medicare",
    "housing": "housing_geography",
    "home": "housing_geography",
    "geography": "housing_geography",
    "location": "housing_geography",
    "tax": "tax_efficiency_rmds",
    "taxes": "tax_efficiency_rmds",
    "rmd": "tax_efficiency_rmds",
    "rmds": "tax_efficiency_rmds",
    "longevity": "longevity_inflation",
    "inflation": "longevity_inflation",
    "ltc": "long_term_care",
    "care": "long_term_care",
    "lifestyle": "lifestyle_purpose",
    "purpose": "lifestyle_purpose",
    "estate": "estate_planning",
    "will": "estate_planning",
    "legacy": "estate_planning",
}


class Topic(models.TextChoices):
    """A canonical topic: its id is the value, its label what a person reads."""

    INCOME_CASH_FLOW = "income_cash_flow", _("Income Stability & Cash Flow (The Engine)")
    HEALTHCARE_MEDICARE = "healthcare_medicare", _("Healthcare & Medicare Strategy (The Shield)")
    HOUSING_GEOGRAPHY = "housing_geography", _("Housing & Geography (The Anchor)")
    TAX_EFFICIENCY_RMDS = "tax_efficiency_rmds", _("Tax Efficiency & RMDs (The Filter)")
    LONGEVITY_INFLATION = "longevity_inflation", _("Longevity & Inflation Risk (The Horizon)")
    LONG_TERM_CARE = "long_term_care", _('Long-Term Care (The "Black Swan")')
    LIFESTYLE_PURPOSE = "lifestyle_purpose", _('Lifestyle Design & Purpose (The "Why")')
    ESTATE_PLANNING = "estate_planning", _("Estate Planning (The Legacy)")

    @property
    def short_label(self) -> str:
        """The label without the nickname in brackets."""
        return str(self.label).split(" (", 1)[0]


def nearest(text: str) -> Topic:
    """The topic whose id or label is most like `text`; there is always one."""
    wanted = re.sub(r"[^a-z]+", "_", text.lower()).strip("_")[:80]
    if wanted in _ALIASES:
        return Topic(_ALIASES[wanted])
    words = [_ALIASES[word] for word in wanted.split("_") if word in _ALIASES]
    if words:
        return Topic(words[0])

    def likeness(topic: Topic) -> float:
        label = re.sub(r"[^a-z]+", "_", str(topic.label).lower())
        return max(difflib.SequenceMatcher(None, wanted, name).ratio() for name in (topic.value, label))

    return max(Topic, key=likeness)


def unknown_topic(text: str) -> str:
    """The sentence that refuses a topic: the valid ones, and the nearest."""
    return f"There is no topic {text[:80]!r}. There are: {', '.join(Topic.values)}. The nearest is {nearest(text)}."
