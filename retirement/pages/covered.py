"""What a panel says of how much of a topic is known, in the language of the page. Record and model keep English."""

from __future__ import annotations

from django.utils.translation import gettext, gettext_noop as _

from retirement.coverage import A_GOOD_PART, NAMED_OPEN, NEARLY_ALL, TopicCoverage
from retirement.reading import label_of

# What a person calls each item of the checklist, so that the catalogue has it.
LABELS = frozenset(
    {
        _("when you want to retire"),
        _("your retirement savings"),
        _("when you want to claim Social Security"),
        _("the pension"),
        _("what you spend"),
        _("your Social Security benefit"),
        _("what you earn"),
        _("debts"),
        _("your reserve"),
        _("other income"),
        _("the health cover you have now"),
        _("where you stand with Medicare"),
        _("coverage until Medicare"),
        _("how healthy you are"),
        _("which Medicare plan"),
        _("medication"),
        _("what healthcare costs"),
        _("the health savings account"),
        _("doctors and network"),
        _("whether you own a home"),
        _("the mortgage"),
        _("whether you stay or move"),
        _("where you live"),
        _("what the home is worth"),
        _("whether the home suits old age"),
        _("what the home costs"),
        _("who lives with you"),
        _("what is in pre-tax accounts"),
        _("what is in Roth accounts"),
        _("how you file"),
        _("your tax bracket"),
        _("Roth conversions"),
        _("taxable accounts"),
        _("required distributions"),
        _("which accounts to draw first"),
        _("giving from your accounts"),
        _("who does your taxes"),
        _("your age"),
        _("how old people in your family get"),
        _("how long the plan must last"),
        _("your partner's age"),
        _("how the money is invested"),
        _("how much risk you can bear"),
        _("protection from inflation"),
        _("what is left for the survivor"),
        _("how much you plan to withdraw"),
        _("long-term care insurance"),
        _("where you would want care"),
        _("who could care for you"),
        _("care in your family"),
        _("how care would be paid"),
        _("someone you care for"),
        _("how you picture your days"),
        _("travel"),
        _("hobbies"),
        _("what gives your days a purpose"),
        _("how you want to stop"),
        _("time with family"),
        _("friends and company"),
        _("what your partner wants"),
        _("your family situation"),
        _("a will"),
        _("power of attorney"),
        _("health care wishes on paper"),
        _("beneficiaries on your accounts"),
        _("children and heirs"),
        _("who inherits"),
        _("life insurance"),
        _("a trust"),
        _("the executor"),
    }
)


def covered_words(covered: TopicCoverage) -> str:
    """The sentence of `TopicCoverage.words`, translated."""
    if not covered.known:
        return gettext("Nothing is known yet.")
    if not covered.missing:
        return gettext("Everything on the list is known.")
    items = ", ".join(gettext(label_of(item.fact_type)) for item in covered.missing[:NAMED_OPEN])
    if covered.share >= NEARLY_ALL:
        return gettext("Nearly everything is known. Still open: %(items)s.") % {"items": items}
    if covered.share >= A_GOOD_PART:
        return gettext("A good part is known. Still open: %(items)s.") % {"items": items}
    return gettext("A little is known. Still open: %(items)s.") % {"items": items}
