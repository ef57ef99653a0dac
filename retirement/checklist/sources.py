# ruff: noqa: E501
"""The public sources of the checklist and of the calculators: title, publisher, address, and what was looked at.

`read` says what stood before us when the figures were compared; a source without it is named from general knowledge.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Publication:
    """A publication that anyone can look up. `read` is what of it was compared, or empty."""

    title: str
    publisher: str
    url: str
    read: str = ""

    def __str__(self) -> str:
        return f"{self.publisher}, {self.title} ({self.url})"


_IRS, _NIA, _SSA, _CFPB_NAME = "IRS", "National Institute on Aging", "Social Security Administration", "CFPB"

CFP = Publication(
    "Practice Standards for the Financial Planning Process, step 1",
    "CFP Board",
    "https://www.cfp.net/ethics/compliance-resources/2020/01/practice-standards-for-the-financial-planning-process",
    "The board's examples of qualitative and quantitative information: health, life expectancy, family, risk tolerance, goals; age, dependents, advisers, income, expenses, savings, liabilities, liquidity, taxes, insurance, estate plans.",
)
DOL = Publication(
    "Taking the Mystery Out of Retirement Planning",
    "US Department of Labor",
    "https://www.dol.gov/sites/dolgov/files/EBSA/about-ebsa/our-activities/resource-center/publications/taking-the-mystery-out-of-retirement-planning.pdf",
)
CLAIMING = Publication(
    "Planning for Retirement: Before You Claim",
    _CFPB_NAME,
    "https://www.consumerfinance.gov/consumer-tools/retirement/before-you-claim/",
    "The bureau's own description of the tool and its advice on the age of claiming and on debts and a mortgage carried into retirement.",
)
CARERS = Publication(
    "Managing Someone Else's Money",
    _CFPB_NAME,
    "https://www.consumerfinance.gov/consumer-tools/managing-someone-elses-money/",
)
SSA_STATEMENT = Publication("Your Social Security Statement", _SSA, "https://www.ssa.gov/myaccount/statement.html")
SSA_EARLY = Publication(
    "Benefit Reduction for Early Retirement",
    _SSA,
    "https://www.ssa.gov/OACT/quickcalc/earlyretire.html",
    "The table of full retirement ages and of worker's and spouse's benefits at 62 on $1,000, by year of birth.",
)
SSA_DELAYED = Publication(
    "Delayed Retirement Credits",
    _SSA,
    "https://www.ssa.gov/pressoffice/DlyRetCrdtFactSheet.html",
    "The yearly and monthly rates by year of birth, and that they end at 70.",
)
SSA_SURVIVORS = Publication(
    "Survivors Benefits for the Surviving Spouse by Year of Birth",
    _SSA,
    "https://www.ssa.gov/planners/survivors/survivorchartred.html",
    "The full retirement ages of survivors, the months of reduction from 60, the benefit at 62 on $1,000, and 28.50% at 60 for everyone.",
)
CFR_REDUCTION = Publication(
    "20 CFR 404.410, reduction of benefits before full retirement age",
    _SSA,
    "https://www.law.cornell.edu/cfr/text/20/404.410",
    "Paragraph (a) with its worked example: 5/9 of 1% for 36 months, 5/12 of 1% for each further one.",
)
UNIFORM_TABLE = Publication(
    "Publication 590-B, Appendix B, Table III (Uniform Lifetime)",
    _IRS,
    "https://www.irs.gov/publications/p590b",
    "The 49 divisors of 2022 and later, against independent copies of the table in public programs; the publication itself was not at hand.",
)
RMD_AGE = Publication(
    "SECURE 2.0 Act, section 107; proposed regulation of 18 July 2024 for 1959",
    "US Congress and Treasury",
    "https://www.congress.gov/bill/117th-congress/house-bill/2617/text",
    "The words of the section and the ages by date of birth of the proposed regulation, as three commentaries quote them.",
)
MEDICARE = Publication(
    "Medicare & You (Publication 10050)", "CMS", "https://www.medicare.gov/publications/10050-medicare-and-you.pdf"
)
MEDICARE_START = Publication(
    "When does Medicare coverage start?",
    "Medicare.gov",
    "https://www.medicare.gov/basics/get-started-with-medicare/sign-up/when-does-medicare-coverage-start",
    "That the first enrolment spans seven months around the month of the 65th birthday, as several explanations of the page agree.",
)
MARKETPLACE = Publication("Health care coverage for retirees", "HealthCare.gov", "https://www.healthcare.gov/retirees/")
HUD = Publication(
    "Home Equity Conversion Mortgages for Seniors",
    "HUD",
    "https://www.hud.gov/program_offices/housing/sfh/hecm",
    "Its summary: homeowners of 62 and over turn the value of a home into income.",
)
NIA_HOME = Publication(
    "Aging in Place: Growing Older at Home",
    _NIA,
    "https://www.nia.nih.gov/health/aging-place/aging-place-growing-older-home",
)
NIA_ACTIVE = Publication(
    "Participating in Activities You Enjoy as You Age",
    _NIA,
    "https://www.nia.nih.gov/health/healthy-aging/participating-activities-you-enjoy-you-age",
)
NIA_CARE = Publication("Advance Care Planning", _NIA, "https://www.nia.nih.gov/health/advance-care-planning")
P590A = Publication("Publication 590-A, Contributions to IRAs", _IRS, "https://www.irs.gov/publications/p590a")
P590B = Publication("Publication 590-B, Distributions from IRAs", _IRS, "https://www.irs.gov/publications/p590b")
P501 = Publication(
    "Publication 501, Dependents, Standard Deduction, and Filing Information",
    _IRS,
    "https://www.irs.gov/publications/p501",
)
P526 = Publication("Publication 526, Charitable Contributions", _IRS, "https://www.irs.gov/publications/p526")
P550 = Publication("Publication 550, Investment Income and Expenses", _IRS, "https://www.irs.gov/publications/p550")
P554 = Publication("Publication 554, Tax Guide for Seniors", _IRS, "https://www.irs.gov/publications/p554")
P969 = Publication("Publication 969, Health Savings Accounts", _IRS, "https://www.irs.gov/publications/p969")
LONGEVITY = Publication(
    "Actuaries Longevity Illustrator",
    "American Academy of Actuaries and Society of Actuaries",
    "https://www.longevityillustrator.org/",
    "The two bodies' announcement: plan for a range of ages of either or both partners, and not for life expectancy.",
)
FINRA = Publication(
    "Managing Retirement Income",
    "FINRA",
    "https://www.finra.org/investors/learn-to-invest/types-investments/retirement/managing-retirement-income",
)
TIPS = Publication(
    "Treasury Inflation-Protected Securities",
    "US Treasury, TreasuryDirect",
    "https://www.treasurydirect.gov/marketable-securities/tips/",
)
ACL = Publication("Long-term care", "Administration for Community Living", "https://acl.gov/ltc")
NAIC = Publication(
    "A Shopper's Guide to Long-Term Care Insurance",
    "NAIC",
    "https://content.naic.org/sites/default/files/publication-ltc-lp-shoppers-guide-long-term.pdf",
    "The edition of 2019: what care costs, who pays for it, and what to ask of a policy.",
)
NAELA = Publication("Questions for an elder law attorney", "NAELA", "https://www.naela.org/")
ACTEC = Publication("Estate Planning Essentials", "ACTEC", "https://www.actec.org/estate-planning/")
