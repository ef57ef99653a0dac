# ruff: noqa: E501
"""What an adviser must know for each topic before planning: a checklist of fact types, each with its source.

Data, reviewed against public guides; `coverage.py` counts it and `next_question.py` asks from it, in this order.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from retirement.topics import Topic

_CFP = "CFP Board, Practice Standards for the Financial Planning Process, step 1"
_SSA_AGE = "SSA, Retirement Benefits (Pub. 05-10035)"
_SSA_STATEMENT = "SSA, Your Social Security Statement"
_MEDICARE = "CMS, Medicare & You (Pub. 10050)"
_PART_B = "Medicare.gov, When does Medicare coverage start?"
_MARKETPLACE = "HealthCare.gov, Health care coverage for retirees"
_CFPB_HOME = "CFPB, Planning for retirement: housing and mortgages"
_HUD = "HUD, Home Equity Conversion Mortgages for Seniors"
_NIA_HOME = "National Institute on Aging, Aging in Place"
_P590B = "IRS Publication 590-B, Distributions from IRAs"
_P590A = "IRS Publication 590-A, Contributions to IRAs"
_P501 = "IRS Publication 501, Filing Status"
_P550 = "IRS Publication 550, Investment Income and Expenses"
_P526 = "IRS Publication 526, Charitable Contributions"
_P554 = "IRS Publication 554, Tax Guide for Seniors"
_SOA = "Society of Actuaries and American Academy of Actuaries, Longevity Illustrator"
_DOL = "US Department of Labor, Taking the Mystery Out of Retirement Planning"
_FINRA = "FINRA, Managing Retirement Income"
_ACL = "ACL, LongTermCare.gov (now acl.gov/ltc)"
_NAIC = "NAIC, A Shopper's Guide to Long-Term Care Insurance"
_NAELA = "NAELA, questions an elder law attorney asks"
_NIA_ACTIVE = "National Institute on Aging, Participating in Activities You Enjoy as You Age"
_ACTEC = "ACTEC, Estate Planning Essentials"
_NIA_CARE = "National Institute on Aging, Advance Care Planning"


@dataclass(frozen=True, slots=True)
class Item:
    """One thing to know: the fact type, those that answer it as well, the question for it and where it comes from."""

    topic: Topic
    fact_type: str
    also: tuple[str, ...]
    question: str
    source: str
    # The fact types that make this item known.
    names: frozenset[str] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "names", frozenset((self.fact_type, *self.also)))


def _items(topic: Topic, *rows: tuple[str, str, str, str]) -> tuple[Item, ...]:
    return tuple(Item(topic, name, tuple(also.split()), question, source) for name, also, question, source in rows)


# fmt: off
CHECKLIST: tuple[Item, ...] = (
    *_items(
        Topic.INCOME_CASH_FLOW,
        ("target_retirement_age", "retirement_date retirement_age", "At what age, or in what year, would you like to stop working?", _CFP),
        ("retirement_savings", "savings", "Roughly how much have you saved for retirement so far?", _DOL),
        ("social_security_claiming", "social_security_claiming_age", "When do you think of claiming Social Security?", _SSA_AGE),
        ("pension", "partner_pension veterans_benefits", "Will either of you have a pension?", _DOL),
        ("spending", "annual_spending monthly_spending", "About how much do you spend in a month?", _DOL),
        ("social_security_benefit", "", "Do you know what your Social Security statement says you would get?", _SSA_STATEMENT),
        ("employment_income", "salary income part_time_work", "What do you earn at the moment?", _CFP),
        ("debts", "debt", "Do you carry any debts besides a mortgage, such as a car loan or cards?", _CFP),
        ("emergency_fund", "cash_reserve", "Do you keep some money aside for emergencies?", _CFP),
        ("other_income", "rental_income annuity part_time_work alimony_support expected_inheritance", "Do you expect any other income, such as rent, an annuity or part-time work?", _DOL),
    ),
    *_items(
        Topic.HEALTHCARE_MEDICARE,
        ("current_coverage", "health_insurance", "How are you covered for healthcare today?", _CFP),
        ("medicare_status", "", "Are you on Medicare yet, or when will you be?", _PART_B),
        ("bridge_coverage", "", "How would you be covered if you stopped working before Medicare begins at 65?", _MARKETPLACE),
        ("health_status", "health_conditions partner_health_conditions partner_health_status", "How is your health, and is there a condition that a plan should reckon with?", _CFP),
        ("medicare_plan", "medigap_vs_medicare_advantage prescriptions_plan", "Do you lean towards original Medicare with a supplement, or a Medicare Advantage plan?", _MEDICARE),
        ("prescriptions", "partner_prescriptions", "Do you take any medicines regularly?", _MEDICARE),
        ("healthcare_costs", "irmaa", "What do premiums and medical bills cost you now?", _MEDICARE),
        ("hsa", "", "Do you have a health savings account?", "IRS Publication 969, Health Savings Accounts"),
        ("doctors", "dental_vision_hearing", "Are there doctors or clinics that you want to keep?", _MEDICARE),
    ),
    *_items(
        Topic.HOUSING_GEOGRAPHY,
        ("home_ownership", "renting mortgage home_value", "Do you own your home or rent?", _CFPB_HOME),
        ("mortgage", "mortgage_status renting", "Is there still a mortgage on your home?", _CFPB_HOME),
        ("housing_plan", "aging_in_place relocation downsizing retirement_community", "Do you see yourself staying where you live, or moving?", _NIA_HOME),
        ("state_of_residence", "residence", "Which state do you live in?", _P554),
        ("home_value", "home_equity_loan reverse_mortgage", "About what is your home worth?", _HUD),
        ("home_condition", "accessibility", "Would your home still suit you if stairs became hard?", _NIA_HOME),
        ("property_costs", "rent property_tax", "What does your home cost you in taxes, fees and upkeep?", _CFPB_HOME),
        ("household", "family_proximity second_home", "Who lives with you, or close by?", _NIA_HOME),
    ),
    *_items(
        Topic.TAX_EFFICIENCY_RMDS,
        ("traditional_balance", "account_mix pretax_balance", "How much of your savings is pre-tax, as in a traditional IRA or 401(k)?", _P590B),
        ("roth_balance", "roth_conversions", "Do you have money in Roth accounts?", _P590A),
        ("filing_status", "", "How do you file your taxes: jointly, single, or another way?", _P501),
        ("tax_bracket", "", "Do you know which tax bracket you are in?", _P554),
        ("roth_conversions", "", "Have you thought of moving some pre-tax money into a Roth?", _P590A),
        ("taxable_accounts", "capital_gains company_stock", "Do you have savings outside retirement accounts, such as a brokerage account?", _P550),
        ("rmds", "inherited_ira", "Have you begun required distributions, or do you know when they begin for you?", _P590B),
        ("withdrawal_order", "", "Have you thought about which accounts you would draw from first?", _FINRA),
        ("charitable_giving", "", "Do you give to charity, and from which account?", _P526),
        ("tax_professional", "", "Who prepares your taxes?", _CFP),
    ),
    *_items(
        Topic.LONGEVITY_INFLATION,
        ("age", "current_age birth_year date_of_birth", "How old are you?", _CFP),
        ("family_longevity", "life_expectancy partner_life_expectancy", "How long have people in your family tended to live?", _SOA),
        ("planning_horizon", "life_expectancy", "Until what age should the money last, to be on the safe side?", _SOA),
        ("partner_age", "partner_birth_year marital_status", "If you have a partner, how old are they?", _SOA),
        ("asset_allocation", "", "How is your money invested, roughly, between stocks, bonds and cash?", _FINRA),
        ("risk_tolerance", "running_out_concern", "How would you feel about a big drop in the market?", _FINRA),
        ("inflation_protection", "pension_cola inflation_concern inflation_assumption", "Does any of your income rise with prices?", "US Treasury, TreasuryDirect: TIPS"),
        ("survivor_needs", "", "If one of you dies first, what would the other live on?", _SSA_AGE),
        ("withdrawal_rate", "", "Have you an idea how much you would take from savings each year?", _FINRA),
    ),
    *_items(
        Topic.LONG_TERM_CARE,
        ("ltc_insurance", "", "Do you have any insurance for long-term care?", _NAIC),
        ("care_preference", "care_community", "If you needed care one day, where would you want to have it?", _ACL),
        ("caregivers", "caregiver", "Who could look after you if you needed help?", _ACL),
        ("family_care_history", "", "Has anyone in your family needed years of care?", _NAIC),
        ("ltc_funding", "medicaid", "How would you pay for care if it came to that?", _NAELA),
        ("caring_for_someone", "", "Are you caring for someone yourself?", "CFPB, Managing Someone Else's Money"),
    ),
    *_items(
        Topic.LIFESTYLE_PURPOSE,
        ("retirement_vision", "bucket_list", "What does a good week in retirement look like to you?", _NIA_ACTIVE),
        ("travel", "", "Do you want to travel, and how much?", _DOL),
        ("hobbies", "fitness learning", "Which hobbies would you like more time for?", _NIA_ACTIVE),
        ("purpose", "volunteering faith", "What would give your days a purpose after work?", _NIA_ACTIVE),
        ("phased_retirement", "part_time_work", "Would you rather stop at once or slow down step by step?", _DOL),
        ("family_time", "", "How much time would you like to spend with family?", _NIA_ACTIVE),
        ("social_life", "", "Who would you spend your time with once work is over?", _NIA_ACTIVE),
        ("partner_agreement", "", "Do you and your partner, if you have one, want the same things?", _CFP),
    ),
    *_items(
        Topic.ESTATE_PLANNING,
        ("marital_status", "", "Are you married, single, divorced or widowed?", _CFP),
        ("will", "trust", "Do you have a will, and is it up to date?", _ACTEC),
        ("power_of_attorney", "", "Has someone a power of attorney for you?", _NAELA),
        ("healthcare_directive", "", "Have you put your wishes for medical care on paper?", _NIA_CARE),
        ("beneficiaries", "", "Are the beneficiaries on your accounts the people you want today?", _ACTEC),
        ("children", "special_needs inheritance_wishes", "Do you have children or others who depend on you?", _ACTEC),
        ("inheritance_wishes", "charitable_bequest lifetime_gifts", "What would you like to leave, and to whom?", _ACTEC),
        ("life_insurance", "", "Do you have life insurance?", _CFP),
        ("trust", "probate_estate_tax", "Have you set up a trust, or thought of one?", _ACTEC),
        ("executor", "digital_assets", "Who would settle your affairs, and would they find the papers?", _ACTEC),
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
