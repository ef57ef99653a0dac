"""Whether a clause is told of somebody else than the speaker, in passing: by its subject, and by who comes into it."""

from __future__ import annotations

from pathlib import Path

from dialogue.clauses import is_asked
from wording.amounts import lower, plain
from wording.phrases import groups, lazy_pattern

_WHO = groups(Path(__file__).with_suffix(".txt"))
_LEAD = r"\W*(?:(?:and|but|so|also|well|oh|plus|anyway|funny|apparently|actually|en|maar|ook|trouwens)\W+)*"
# "My cousin in Chicago", "a guy at work, Raj,", "the wife of my dentist"; at least two words tell something of them.
_SUBJECT = lazy_pattern(
    rf"{_LEAD}(?:{_WHO['whose']}\s+(?:[\w'-]+\s+){{0,3}}?(?:{_WHO['kin']}|{_WHO['people']})\b(?!\s*['’]s\s*$)|{_WHO['hearsay']})"
    r"\W+[\w'-]+\W+[\w'-]+"
)
_DOER = lazy_pattern(
    rf"{_LEAD}(?:(?:my|our|mijn|onze)\s+(?:\w+\s+)?|(?:the|a|de|een)\s+(?:\w+\s+){{1,2}})\w+\s+{_WHO['persons_do']}\s+\w"
)
_GOES_ON = lazy_pattern(rf"{_LEAD}{_WHO['goes_on']}\b\W+\w")
_SOMEBODY_OF_MINE = rf"(?:{_WHO['kin']}|{_WHO['people']})\s+{_WHO['of_mine']}"
# "Client of mine: 6.3M, no will."
_OF_MINE = lazy_pattern(rf"{_LEAD}{_SOMEBODY_OF_MINE}\W+\w")
# Of whom a clause is told stands at its beginning.
_TELLS = 400
_SPEAKER = lazy_pattern(rf"\b{_WHO['speaker']}\b|\b(?:my|our|mijn|onze)\b.*\b(?:my|our|mijn|onze)\b")
# Who is only told of it has no part in it: "she told me", nor has whose friend it is: "a friend of mine".
_NO_PART = lazy_pattern(rf"\b(?:{_WHO['tells']}\s+{_WHO['told']}|{_WHO['marvels']}|{_SOMEBODY_OF_MINE})\b")
_READ_OUT = lazy_pattern(rf"[^\"“?]{{0,60}}\b{_WHO['quoted']}\b[^\"“?]{{0,30}}[\"“][^\"”]{{8,}}")
_SUPPOSED = lazy_pattern(rf"{_LEAD}{_WHO['supposed']}\b")
_WISHES = lazy_pattern(rf"\b{_WHO['wishes']}\b")


def is_of_others(clause: str, *, goes_on: bool = False) -> bool:
    """Whether a clause tells of somebody else; `goes_on`: the one before it did, so that "she" is that person.

    So does what is only read out ("headline: …") or imagined ("if I had a dollar for every form"). A question is none,
    nor what somebody wants done, nor a clause in which the speaker has a part.
    """
    source = lower(plain(clause[:_TELLS]))
    if _READ_OUT.match(source) or (_SUPPOSED.match(source) and not is_asked(source)):
        return True
    subject = _SUBJECT.match(source) or _DOER.match(source) or _OF_MINE.match(source)
    subject = subject or (_GOES_ON.match(source) if goes_on else None)
    speaks = _SPEAKER.search(_NO_PART.sub(" ", source))
    return subject is not None and not (is_asked(source) or speaks or _WISHES.search(source))
