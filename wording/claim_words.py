"""The words by which a reply claims an act as done, or says that it may, must or did not happen: for `claims`."""

import re
from typing import Literal, cast

from wording.amounts import words
from wording.phrases import groups

Act = Literal[
    "submitted", "approved", "declined", "withdrawn", "accepted", "generated", "executed", "complete", "may_trade"
]

_LISTS = groups("claims.txt")


def _by_act(kind: str) -> dict[Act, str]:
    """The patterns of "kind act" lists, by act."""
    names = (name.partition(" ") for name in _LISTS)
    return {cast(Act, act): _LISTS[f"{kind} {act}"] for head, _, act in names if head == kind}


DONE, DOING, DO, STATE = (_by_act(kind) for kind in ("done", "doing", "do", "state"))
# Told whole, with no participle of its own.
TOLD = _by_act("stated")
DUTCH_DONE, DUTCH_TOLD = _by_act("dutch_done"), _by_act("dutch_stated")
PERMITS, DUTCH_PERMITS = _LISTS["permits"], _LISTS["dutch_permits"]

SHORT = [
    (r"\bok'?d\b", "okayed"),
    (r"\b(?:can't|cannot)\b", "can not"),
    (r"\bwon't\b", "will not"),
    (r"n't\b", " not"),
    (r"'ve\b", " have"),
    (r"'re\b", " are"),
    (r"'m\b", " am"),
    (r"'ll\b", " will"),
    (r"'d\b", " would"),
    (r"\b(it|that|this|he|she|there|everything|request|trade|order)'s\b", r"\1 is"),
]
# Words of denial that deny nothing of what is told.
NO_DENIAL = re.compile(rf"\b{_LISTS['no_denial']}\b")
NOT = re.compile(rf"\b{_LISTS['not']}\b")
IF = _LISTS["if"]
ASKS = re.compile(rf"{_LISTS['asks']}\b")
SAYS = re.compile(_LISTS["says"])
MAY = words("to be will would can could should must may might shall need needs going let get")
DUTCH_MAY = words("moet moeten kan kunnen kunt mag mogen zal zullen zou zouden wil wilt hoeft te worden wordt laat")
BE = words("is are am was were been being has have had got became")
DUTCH_BE = words("is zijn ben bent was waren werd werden heb hebt heeft hebben had hadden")
BESIDE = words(
    "now already just also successfully officially finally fully indeed automatically hereby then today "
    "recently since both all only formally duly not never nu al reeds zojuist net inmiddels ook al meteen"
)
NOBODYS = words("a an any every each some most no only een elke iedere alle sommige many such")
# Before a participle that is a property ("your approved request") or an object's ("have it submitted").
NO_SUBJECT = words("a an the your my our their its any every each some no only most of for with in by as on it them")
FUNCTION = words(
    "your the it them this that by for to and at on in with as via today yesterday now already all everything "
    "my our successfully automatically"
)
# What makes a thing done for whoever is told so, before the participle.
_DEEMED = r"(?:it|this|that|them|dit|dat|hem|(?:your|the|uw|je|de|het) \w+)"
_DEEMED_SO = r"(?: (?:as|als|for|now|already|fully|officially|hereby|nu|al|reeds))* $"
DEEMS = re.compile(rf"\b(?:consider|treat|regard|count|deem|take|see|beschouw|zie) {_DEEMED}{_DEEMED_SO}")
US = words("i we ik wij we")
_JOINS = r"(?P<mark>[,;()—–:]+|\.\s|\s-\s)|(?P<word>\b(?:and|or|en)\b)|\b(?:but|so|then|because|maar|dus)\b"
CUT = re.compile(rf"{_JOINS}|(?=\b(?:{IF})\b)")
# What is on a record of ours, and not a matter of the world that somebody asks about.
RECORDS = re.compile(_LISTS["records"])
