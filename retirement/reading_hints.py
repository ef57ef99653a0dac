"""Words that lean towards a topic, for a statement that no kind fits: the topic with the most of them has it."""

from __future__ import annotations

import re
from functools import cache

from retirement.reading_kinds import HINT, Kind, kinds
from retirement.topics import Topic

# (fact type, label, words). A word that ends in * stands for all words that begin with it.
_WORDS: dict[Topic, tuple[str, str, str]] = {
    Topic.LONG_TERM_CARE: (
        "care_concern",
        "long-term care",
        "care caring cared caregiv* frail* dementia alzheimer* memory aide* nursing facility facilities burden* "
        "helpless bathe bathing dependent incapacitat* senile forget* wheelchair rehab stroke feed diaper* "
        "hospice respite eldercare sitter",
    ),
    Topic.TAX_EFFICIENCY_RMDS: (
        "tax_goal",
        "your aim for taxes",
        "tax taxes taxed taxable irs deduct* roth bracket* withhold* basis gain gains convert* distribution* rmd "
        "rmds 1099* audit refund w-2 deferr* pretax untaxed ira iras withdraw* dividend* donat* charit* sepp 72t "
        "loophole* refund*",
    ),
    Topic.ESTATE_PLANNING: (
        "estate_concern",
        "what you behind",
        "estate lawyer attorney inherit* heir heirs wills trustee probate executor beneficiar* funeral guardian "
        "legacy leave divorc* widow* married marriage deed notar* heirloom* bequeath* affairs paperwork passwords "
        "prenup* estranged adopted",
    ),
    Topic.HEALTHCARE_MEDICARE: (
        "healthcare_concern",
        "healthcare",
        "health healthy medical medicare doctor* hospital* insurance insured coverage covered premium* deductible "
        "copay* sick ill illness disease surgery prescription* pills meds drug* medication* dental dentist teeth "
        "eye eyes vision hearing knee knees hip hips heart blood cancer diabet* diagnos* pain chronic therapy "
        "therapist physical specialist* hmo ppo mri cobra marketplace obamacare aca va tricare weight smok* "
        "breath* lungs kidney* liver thyroid prostate breast",
    ),
    Topic.INCOME_CASH_FLOW: (
        "cash_flow_concern",
        "income and cash flow",
        "income salary pay paid pays paycheck* wage* earn* job work working works employer company business boss "
        "money cash save saved saving savings saver spend spending bills budget debt debts owe loan loans afford "
        "pension* retire retired retiring retirement 401k 403b 457 ira annuity social security benefit benefits "
        "month monthly paychecks invest* raise royalt* rent rental tenants check checks stipend commission* "
        "overtime broke bonus severance layoff* buyout gig uber lyft unemploy* career office plant factory shift "
        "union fidelity vanguard schwab nest egg million thousand grand",
    ),
    Topic.HOUSING_GEOGRAPHY: (
        "housing_concern",
        "the home",
        "house home condo apartment townhouse mortgage rent renting lease landlord move moved moving relocat* "
        "downsiz* neighbor* neighborhood town city state country yard garden stairs bedroom bedrooms garage roof "
        "kitchen basement property acre* farm ranch cabin beach lake mountain* weather winters winter snow sun "
        "sunny warm cold climate hurricane* coast live lives living stay staying sell sold selling buy buying "
        "build trailer rv utilities hoa square feet suburb* rural villages",
    ),
    Topic.LONGEVITY_INFLATION: (
        "longevity_concern",
        "a long life",
        "inflation price prices pricier expensive cost costs groceries gas store market stock stocks bond bonds "
        "cds invested portfolio crash* risk risky conservative aggressive volatil* old older young younger age "
        "aged birthday years live lived lives outliv* longevity ninety nineties hundred eighties lasts last "
        "forever grandmother grandfather granny grandpa returns interest rates gold crypto bitcoin cash "
        "allocation recession* downturn* economy dollar",
    ),
    Topic.LIFESTYLE_PURPOSE: (
        "lifestyle_note",
        "how you want to live",
        "travel* trip* cruise* vacation* hobby hobbies golf fish* hunt* sail* boat* garden* paint* music guitar "
        "piano band sing* dance* read* write* writing book books class classes learn* teach* volunteer* church "
        "friends friend club bored boring boredom purpose fun enjoy* love loves dream* adventure* grandkid* "
        "grandchild* granddaughter* grandson* family time days weekend* morning* relax* busy active gym hik* bik* "
        "ski* swim* tennis walk* dog dogs cat horses cook* bak* craft* library museum* theater lonely alone "
        "meaning* passion* mentor* coach* camp* concert* art sew* knit* woodwork* day week",
    ),
}


@cache
def _pattern(topic: Topic) -> re.Pattern[str]:
    words = [word[:-1] + r"\w*" if word.endswith("*") else re.escape(word) for word in _WORDS[topic][2].split()]
    return re.compile(rf"\b(?:{'|'.join(words)})\b")


@cache
def _kind(topic: Topic) -> Kind:
    fact_type, label, _ = _WORDS[topic]
    return kinds(topic, (fact_type, label, HINT, _pattern(topic).pattern))[0]


def leaning(text: str) -> tuple[Kind, int] | None:
    """The kind of the topic that most words of a plain text lean to, with where the first stands; None when none do."""
    best: tuple[int, Kind, int] | None = None
    for topic in _WORDS:
        found = list(_pattern(topic).finditer(text))
        count = len({match.group() for match in found})
        if count and (best is None or count > best[0]):
            best = (count, _kind(topic), found[0].start())
    return (best[1], best[2]) if best else None
