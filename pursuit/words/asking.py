"""What the words of a clause do, told from closed lists: ask for a thing by its name, or tell something. Pure.

People leave the verb out: "copay for PT", "hcpcs code?", "PA needed". A noun that one can ask for then asks.
"""

from __future__ import annotations

import re
from pathlib import Path

from wording.phrases import patterns

_PATTERNS = patterns(Path(__file__).with_name("asking_patterns.txt"), re.I)

ASKABLE = _PATTERNS["askable"].pattern
_ASKABLE = re.compile(rf"(?<![\w'-]){ASKABLE}(?![\w'-]|\s*\d{{3}})", re.I)
# "PA needed", "telehealth ok", "covered by Molina": what is said of a thing, without the verb.
STATE = _PATTERNS["state"].pattern
_STATE_FIRST = _PATTERNS["state_first"]
_STATE_LAST = _PATTERNS["state_last"]
_NEEDS = re.compile(rf"(?:needs?|requires?|any|how)\s+(?:an?\s+|any\s+)?(?:[\w-]+\s+){{0,2}}?{ASKABLE}\b", re.I)
_MUCH = _PATTERNS["much"]
_WH_LAST = re.compile(r"\w\s+(?:how|when|where|by\s+whom|how\s+(?:often|many|much|long|soon))$", re.I)
_THAT_THEY = re.compile(
    rf"(?:the|any|an?|which|what)\s+(?:[\w-]+\s+){{0,3}}?{ASKABLE}\s+(?:it|they|you|we|i|he|she)\b", re.I
)
_ITS = re.compile(r"(?:its|their)(?:\s+[\w-]+){1,4}", re.I)
_ANY = re.compile(r"any\s+(?!(?:idea|ideas|thoughts|way|one|help)\b)\w+", re.I)
_PER = _PATTERNS["per"]
AUX = _PATTERNS["aux"].pattern
_FINITE = _PATTERNS["finite"]
_SUBJECT = _PATTERNS["subject"]
# "He says the clinic ...": what a clause that tells begins with.
OPENS = _PATTERNS["opens"]
_ADVERB = re.compile(r"never|always|just|already|also|recently|finally", re.I)
# "The member covered" tells nothing yet.
_SAID_OF_A_THING = ("covered", "needed", "required", "allowed", "included", "approved", "paid")
_HANGS = re.compile(r"(?<=\w)\s+(?:if|when|who|which|whose|where|because|while|although|unless)\s", re.I)
_REPORTS = re.compile(
    r"\s*(?:calling|writing|checking\s+(?:on|in)|following\s+up|reaching\s+out|emailing|working\s+on|helping)\b", re.I
)
_OWN = re.compile(r"\w+'s|my|our|his|her|their|the|a|an|your", re.I)
_ALWAYS = re.compile(r"says?|said|told|wants|lives|goes|gets|got|comes|keeps|seems|went|sent|gave|moved|thinks?", re.I)
_OFTEN = re.compile(r"every|again|too|so|very|always|never|daily|constantly|like|me|us|him|her|them", re.I)
_THIRD = re.compile(r"(?!services|benefits|rights|rules|plans|id|materials)\w{2,}[^s\W]s", re.I)
_WORD = re.compile(r"[\w#][\w'’/&.#-]*")
_GREETING = _PATTERNS["greeting"]
_ONLY_GREETS = _PATTERNS["only_greets"]
_CLOSING = _PATTERNS["closing"]


def names_askable(text: str) -> bool:
    """Whether the words name a thing that one can ask for: a copay, a deadline, a form."""
    return bool(_ASKABLE.search(text))


def tells(text: str) -> bool:
    """Whether the words tell something: a verb stands after its subject, with nothing that asks before it."""
    if _REPORTS.match(text):
        return True
    # "the deadline if you live abroad" tells nothing: what decides stands before the clause that hangs on it.
    main = _HANGS.split(text[:300], maxsplit=1)[0]
    words = [match[0].replace("’", "'") for match in _WORD.finditer(main)]
    return any(_stands_as_verb(words, place) or _tells_by_itself(words, place) for place in range(len(words)))


def _stands_as_verb(words: list[str], place: int) -> bool:
    """Whether a word is a verb by what stands beside it: "he always calls", "my plan denied"."""
    word, before = words[place], words[place - 1] if place else ""
    after = words[place + 1] if place + 1 < len(words) else ""
    if _ADVERB.fullmatch(before) and re.fullmatch(r"\w+(?:ed|t|es|s)", word):
        return True
    if before and after and _THIRD.fullmatch(word) and _OFTEN.fullmatch(after) and not _ASKABLE.fullmatch(word):
        return True
    if _SUBJECT.fullmatch(before) and re.fullmatch(r"[a-z]{2,}ed", word) and word not in _SAID_OF_A_THING:
        return True
    if place < 2:
        return False
    if after and _goes_on(words, place):
        return True
    return bool(_SUBJECT.fullmatch(before) and _OWN.fullmatch(words[place - 2]) and _THIRD.fullmatch(word))


def _tells_by_itself(words: list[str], place: int) -> bool:
    """Whether a word is a verb that tells, whatever stands behind it."""
    word, before = words[place], words[place - 1] if place else ""
    if not _FINITE.fullmatch(word) or before.lower() == "to":
        return False
    auxiliary = re.fullmatch(AUX, word, re.I)
    if "'" in word and not auxiliary:
        return True
    if place == 0:
        return False
    # "corrected claims needed" tells nothing, "the member needed" does.
    if _ALWAYS.fullmatch(word) or auxiliary or not word.lower().endswith(("ed", "s")) or _SUBJECT.fullmatch(before):
        return True
    return word.lower().endswith("s") and not _ASKABLE.search(" ".join(words[max(0, place - 2) : place]))


def _goes_on(words: list[str], place: int) -> bool:
    """Whether a word in a row is a verb: "my neighbour's dog barks all day", "the auditor cited the notes"."""
    word, after = words[place], words[place + 1]
    if _OWN.fullmatch(words[place - 2]) and _THIRD.fullmatch(word) and not _ASKABLE.fullmatch(word):
        return bool(re.fullmatch(r"all|at|in|on|when|whenever", after, re.I))
    past = re.fullmatch(r"[a-z]{2,}ed", word) and not re.fullmatch(STATE, word, re.I)
    return bool(
        past
        and place == 2
        and _OWN.fullmatch(words[0])
        and re.match(r"(?:an?|the|my|our|his|her|us|me|him|them|that|[A-Z\"“'])\b", after)
    )


def asks_by_noun(text: str) -> bool:
    """Whether a clause without a question asks by what it names: "visit limits for OT", "PA needed", "any forms"."""
    bare = text.strip(" ?.!,;:")
    if not bare or len(bare.split()) > 30 or bare[0] in "\"“'‘":
        return False
    if _STATE_FIRST.match(bare) or (_NEEDS.match(bare) and not tells(bare)):
        return True
    if _WH_LAST.search(bare) or (_ITS.fullmatch(bare) and not tells(bare)) or (_ANY.match(bare) and not tells(bare)):
        return True
    if tells(bare):
        # "the training hours it asks for"
        return bool(_THAT_THEY.match(bare))
    return (
        names_askable(bare)
        or bool(_STATE_LAST.fullmatch(bare) and len(bare.split()) <= 8)
        or bool(_MUCH.match(bare) or _PER.search(bare))
        or bare.endswith("%")
        or bool(_WH_LAST.search(bare))
    )


def is_state(text: str) -> bool:
    """Whether the words say what a thing left out is: "covered by Molina", "billable"."""
    return bool(_STATE_FIRST.match(text.strip()))


def _is_closing(text: str) -> bool:
    """Whether a sentence only thanks or takes leave."""
    return bool(_CLOSING.fullmatch(text)) and not text.rstrip().endswith("?") and not names_askable(text)


def without_greeting(text: str) -> str:
    """The sentence without a salutation before it; "" for one that only greets or thanks."""
    rest = text
    if _ONLY_GREETS.fullmatch(rest):
        return ""
    for _ in range(3):
        match = _GREETING.match(rest)
        if match is None or not match.end():
            break
        rest = rest[match.end() :]
    return "" if _is_closing(rest) else rest
