"""The words of a question that say what it is about, told from those that only ask. Pure."""

from __future__ import annotations

import re

# Words that ask and do not say what about.
ASKING = frozenset(
    """a about all also am an and any are as at be been being by can could did do does for from get give had has have
    hello hey hi how i if in into is it its just know let like may me might must my need needs of on or our
    please really say shall she should so some such tell than that the their them then there these they this
    those to under us was we were what whats when where whether which who whose why will with would you your
    help find look show thing things want wants question questions explain through during between against over
    off out since while because upon via around toward towards without again too he him her his hers they'll i'm
    i've i'd we're we've isn't aren't doesn't don't can't won't it's that's what's there's let's anything
    something everything nothing""".split()  # noqa: SIM905
)
WORD = re.compile(r"[\w][\w.'’/+-]*")


def terms_of(text: str) -> list[str]:
    """The words of a question that say what it is about, in order, each once."""
    words = (word.strip(".'’/-").removesuffix("'s").removesuffix("’s") for word in WORD.findall(text))
    return list(dict.fromkeys(word for word in words if word and word.lower() not in ASKING))
