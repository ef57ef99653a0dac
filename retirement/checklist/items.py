# ruff: noqa: E501
"""What an adviser must know for each topic before planning: a checklist of fact types, each with its source.

`coverage.py` counts it and `next_question.py` asks from it, in this order. `sources.py` says what of each was read.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field
from pathlib import Path

from retirement.checklist import sources
from retirement.checklist.sources import Publication
from retirement.checklist.topics import Topic

_ASKED = tomllib.loads((Path(__file__).parent / "asked.toml").read_text("utf-8"))


@dataclass(frozen=True, slots=True)
class Item:
    """One thing to know: the fact type, those that answer it as well, the question for it and where it comes from.

    `why` says why it is asked, and `again` puts the question differently, with examples; both stand in asked.toml.
    """

    topic: Topic
    fact_type: str
    also: tuple[str, ...]
    question: str
    source: Publication
    why: str
    again: str
    # The fact types that make this item known.
    names: frozenset[str] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "names", frozenset((self.fact_type, *self.also)))


def _items(topic: Topic, *rows: tuple[str, str, str, Publication]) -> tuple[Item, ...]:
    return tuple(
        Item(topic, name, tuple(also.split()), question, source, *_ASKED[topic][name])
        for name, also, question, source in rows
    )


# fmt: off
CHECKLIST: tuple[Item, ...] = (
    *_items(
        Topic.INCOME_CASH_FLOW,
        ("target_retirement_age", "retirement_date retirement_age", "At what age, or in what year, would you like to stop working?", sources.CFP),
        ("retirement_savings", "savings", "Roughly how much have you saved for retirement so far?", sources.DOL),
        ("social_security_claiming", "social_security_claiming_age", "When do you think of claiming Social Security?", sources.CLAIMING),
        ("pension", "partner_pension veterans_benefits", "Will either of you have a pension?", sources.DOL),
        ("spending", "annual_spending monthly_spending", "About how much do you spend in a month?", sources.DOL),
        ("social_security_benefit", "", "Do you know what your Social Security statement says you would get?", sources.SSA_STATEMENT),
        ("employment_income", "salary income part_time_work", "What do you earn at the moment?", sources.CFP),
        ("debts", "debt", "Do you carry any debts besides a mortgage, such as a car loan or cards?", sources.CFP),
        ("emergency_fund", "cash_reserve", "Do you keep some money aside for emergencies?", sources.CFP),
        ("other_income", "rental_income annuity part_time_work alimony_support expected_inheritance", "Do you expect any other income, such as rent, an annuity or part-time work?", sources.DOL),
    ),
    *_items(
        Topic.HEALTHCARE_MEDICARE,
        ("current_coverage", "health_insurance", "How are you covered for healthcare today?", sources.CFP),
        ("medicare_status", "", "Are you on Medicare yet, or when will you be?", sources.MEDICARE_START),
        ("bridge_coverage", "", "How would you be covered if you stopped working before Medicare begins at 65?", sources.MARKETPLACE),
        ("health_status", "health_conditions partner_health_conditions partner_health_status", "How is your health, and is there a condition that a plan should reckon with?", sources.CFP),
        ("medicare_plan", "medigap_vs_medicare_advantage prescriptions_plan", "Do you lean towards original Medicare with a supplement, or a Medicare Advantage plan?", sources.MEDICARE),
        ("prescriptions", "partner_prescriptions", "Do you take any medicines regularly?", sources.MEDICARE),
        ("healthcare_costs", "irmaa", "What do premiums and medical bills cost you now?", sources.MEDICARE),
        ("hsa", "", "Do you have a health savings account?", sources.P969),
        ("doctors", "dental_vision_hearing", "Are there doctors or clinics that you want to keep?", sources.MEDICARE),
    ),
    *_items(
        Topic.HOUSING_GEOGRAPHY,
        ("home_ownership", "renting mortgage home_value", "Do you own your home or rent?", sources.DOL),
        ("mortgage", "mortgage_status renting", "Is there still a mortgage on your home?", sources.CLAIMING),
        ("housing_plan", "aging_in_place relocation downsizing retirement_community", "Do you see yourself staying where you live, or moving?", sources.NIA_HOME),
        ("state_of_residence", "residence", "Which state do you live in?", sources.P554),
        ("home_value", "home_equity_loan reverse_mortgage", "About what is your home worth?", sources.HUD),
        ("home_condition", "accessibility", "Would your home still suit you if stairs became hard?", sources.NIA_HOME),
        ("property_costs", "rent property_tax", "What does your home cost you in taxes, fees and upkeep?", sources.DOL),
        ("household", "family_proximity second_home", "Who lives with you, or close by?", sources.NIA_HOME),
    ),
    *_items(
        Topic.TAX_EFFICIENCY_RMDS,
        ("traditional_balance", "account_mix pretax_balance", "How much of your savings is pre-tax, as in a traditional IRA or 401(k)?", sources.P590B),
        ("roth_balance", "roth_conversions", "Do you have money in Roth accounts?", sources.P590A),
        ("filing_status", "", "How do you file your taxes: jointly, single, or another way?", sources.P501),
        ("tax_bracket", "", "Do you know which tax bracket you are in?", sources.P554),
        ("roth_conversions", "", "Have you thought of moving some pre-tax money into a Roth?", sources.P590A),
        ("taxable_accounts", "capital_gains company_stock", "Do you have savings outside retirement accounts, such as a brokerage account?", sources.P550),
        ("rmds", "inherited_ira", "Have you begun required distributions, or do you know when they begin for you?", sources.RMD_AGE),
        ("withdrawal_order", "", "Have you thought about which accounts you would draw from first?", sources.FINRA),
        ("charitable_giving", "", "Do you give to charity, and from which account?", sources.P526),
        ("tax_professional", "", "Who prepares your taxes?", sources.CFP),
    ),
    *_items(
        Topic.LONGEVITY_INFLATION,
        ("age", "current_age birth_year date_of_birth", "How old are you?", sources.CFP),
        ("family_longevity", "life_expectancy partner_life_expectancy", "How long have people in your family tended to live?", sources.LONGEVITY),
        ("planning_horizon", "life_expectancy", "Until what age should the money last, to be on the safe side?", sources.LONGEVITY),
        ("partner_age", "partner_birth_year marital_status", "If you have a partner, how old are they?", sources.LONGEVITY),
        ("asset_allocation", "", "How is your money invested, roughly, between stocks, bonds and cash?", sources.FINRA),
        ("risk_tolerance", "running_out_concern", "How would you feel about a big drop in the market?", sources.FINRA),
        ("inflation_protection", "pension_cola inflation_concern inflation_assumption", "Does any of your income rise with prices?", sources.TIPS),
        ("survivor_needs", "", "If one of you dies first, what would the other live on?", sources.SSA_SURVIVORS),
        ("withdrawal_rate", "", "Have you an idea how much you would take from savings each year?", sources.FINRA),
    ),
    *_items(
        Topic.LONG_TERM_CARE,
        ("ltc_insurance", "", "Do you have any insurance for long-term care?", sources.NAIC),
        ("care_preference", "care_community", "If you needed care one day, where would you want to have it?", sources.ACL),
        ("caregivers", "caregiver", "Who could look after you if you needed help?", sources.ACL),
        ("family_care_history", "", "Has anyone in your family needed years of care?", sources.NAIC),
        ("ltc_funding", "medicaid", "How would you pay for care if it came to that?", sources.NAELA),
        ("caring_for_someone", "", "Are you caring for someone yourself?", sources.CARERS),
    ),
    *_items(
        Topic.LIFESTYLE_PURPOSE,
        ("retirement_vision", "bucket_list", "What does a good week in retirement look like to you?", sources.NIA_ACTIVE),
        ("travel", "", "Do you want to travel, and how much?", sources.DOL),
        ("hobbies", "fitness learning", "Which hobbies would you like more time for?", sources.NIA_ACTIVE),
        ("purpose", "volunteering faith", "What would give your days a purpose after work?", sources.NIA_ACTIVE),
        ("phased_retirement", "part_time_work", "Would you rather stop at once or slow down step by step?", sources.DOL),
        ("family_time", "", "How much time would you like to spend with family?", sources.NIA_ACTIVE),
        ("social_life", "", "Who would you spend your time with once work is over?", sources.NIA_ACTIVE),
        ("partner_agreement", "", "Do you and your partner, if you have one, want the same things?", sources.CFP),
    ),
    *_items(
        Topic.ESTATE_PLANNING,
        ("marital_status", "", "Are you married, single, divorced or widowed?", sources.CFP),
        ("will", "trust", "Do you have a will, and is it up to date?", sources.ACTEC),
        ("power_of_attorney", "", "Has someone a power of attorney for you?", sources.NAELA),
        ("healthcare_directive", "", "Have you put your wishes for medical care on paper?", sources.NIA_CARE),
        ("beneficiaries", "", "Are the beneficiaries on your accounts the people you want today?", sources.ACTEC),
        ("children", "special_needs inheritance_wishes", "Do you have children or others who depend on you?", sources.ACTEC),
        ("inheritance_wishes", "charitable_bequest lifetime_gifts", "What would you like to leave, and to whom?", sources.ACTEC),
        ("life_insurance", "", "Do you have life insurance?", sources.CFP),
        ("trust", "probate_estate_tax", "Have you set up a trust, or thought of one?", sources.ACTEC),
        ("executor", "digital_assets", "Who would settle your affairs, and would they find the papers?", sources.ACTEC),
    ),
)
# fmt: on


_BY_TOPIC = {topic: tuple(item for item in CHECKLIST if item.topic == topic) for topic in Topic}
_NAMES = {topic: frozenset(name for item in items for name in item.names) for topic, items in _BY_TOPIC.items()}
# The fact types that make anything known.
NAMES = frozenset().union(*_NAMES.values())


def items_of(topic: Topic) -> tuple[Item, ...]:
    """The checklist of one topic, the most telling first."""
    return _BY_TOPIC[topic]


def item_named(topic: Topic | str, fact_type: str) -> Item | None:
    """The item of this topic and fact type."""
    return next((item for item in CHECKLIST if item.topic == topic and item.fact_type == fact_type), None)


def names_of(topic: Topic) -> frozenset[str]:
    """The fact types that make anything of this topic known."""
    return _NAMES[topic]
