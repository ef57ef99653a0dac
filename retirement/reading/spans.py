"""What one fact says under a second topic as well, where it decides something there too (specification, section 3)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from retirement.checklist import Topic
from retirement.patterns import filled
from retirement.reading.kinds import WORDS


@dataclass(frozen=True, slots=True)
class Span:
    """A kind of fact, the words that let it count twice, and the topic and fact type that it is there."""

    fact_types: frozenset[str]
    words: re.Pattern[str]
    topic: Topic
    fact_type: str


def _span(fact_types: str, words: str, topic: Topic, fact_type: str) -> Span:
    return Span(frozenset(fact_types.split()), re.compile(filled(words, WORDS)), topic, fact_type)


_CARE_ILLNESS = r"\b(?:alzheimer'?s?|dementia|parkinson'?s?|als|huntington'?s?)\b"
_SPANS = (
    # How much there is and how it will be taxed.
    _span("roth_balance traditional_balance taxable_accounts", r"{money}", Topic.INCOME_CASH_FLOW,
          "retirement_savings"),
    _span("retirement_savings", r"\b(?:traditional|pre-?tax|before tax|tax[- ]deferred)\b", Topic.TAX_EFFICIENCY_RMDS,
          "traditional_balance"),
    _span("retirement_savings", r"\broths?\b", Topic.TAX_EFFICIENCY_RMDS, "roth_balance"),
    _span("retirement_savings", r"\b(?:brokerage|taxable|after[- ]tax)\b", Topic.TAX_EFFICIENCY_RMDS,
          "taxable_accounts"),
    # A surcharge on a premium that the tax return decides.
    _span("irmaa", r"", Topic.TAX_EFFICIENCY_RMDS, "irmaa"),
    # What is drawn each year is the income, and how long the money lasts.
    _span("withdrawal_rate", r"", Topic.INCOME_CASH_FLOW, "withdrawal_rate"),
    # Work after retiring is money and a way of life.
    _span("part_time_work", r"\b(?:after|when|once|want|like|love|plan|hope|keep|ease|slow|couple of|few)\b",
          Topic.LIFESTYLE_PURPOSE, "phased_retirement"),
    _span("phased_retirement", r"\bpart[- ]time|\bhours\b|\bdays a week\b|\bsemi-?retire", Topic.INCOME_CASH_FLOW,
          "part_time_work"),
    _span("relocation downsizing", r"\bgrand(?:kids?|child(?:ren)?|sons?|daughters?|bab\w+)\b",
          Topic.LIFESTYLE_PURPOSE, "family_time"),
    _span("downsizing", r"\b(?:free(?:s|ing)? up|pocket|equity|proceeds|net)\b|\b(?:live|retire) (?:on|off)\b|"
          r"\b(?:sell|sold|selling)\b.*\$ ?\d",
          Topic.INCOME_CASH_FLOW, "home_proceeds"),
    _span("relocation", r"\btax(?:es)?\b", Topic.TAX_EFFICIENCY_RMDS, "state_taxes"),
    # Medicaid pays doctors today, and a nursing home when the savings are gone.
    _span("medicaid", r"\b(?:on|have|has|got) (?:\w+ )?medicaid|medicaid (?:covers|card|expansion|pays)",
          Topic.HEALTHCARE_MEDICARE, "current_coverage"),
    # A partner's illness of this kind is health today and care tomorrow.
    _span("family_care_history", rf"\b(?:i|i've|my (?:wife|husband|spouse|partner))\b.*{_CARE_ILLNESS}",
          Topic.HEALTHCARE_MEDICARE, "health_conditions"),
    _span("health_conditions partner_health_conditions", _CARE_ILLNESS, Topic.LONG_TERM_CARE, "care_concern"),
)  # fmt: skip


def further_topics(fact_type: str, text: str) -> Iterator[tuple[Topic, str]]:
    """The further topics, with the fact type there, of a fact that a part with the plain words `text` states."""
    for span in _SPANS:
        if fact_type in span.fact_types and span.words.search(text):
            yield span.topic, span.fact_type
