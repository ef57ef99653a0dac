"""Turns a message into the parts that must each be answered. By rules alone; a model may do it in their place.

A part is a question that can be read by itself: what it leaves out is supplied by what was said before it, as in "is it
covered?" and "what about Georgia?". Pure.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from pursuit.questions.cutter import LEAD, LISTS, NAMED, begins_question, clauses
from pursuit.questions.parts import LONGEST_PART, QuestionPart, finished, part_of
from pursuit.words import SlotName, mentions, of_the_trade, says_little, subject_of, things

# A message of more parts than this is a questionnaire: the first ones are kept, and the person is told so.
MAX_PARTS = 40
_SUMMARY = 300
# A follow-up leans on the last parts, not on the first of many.
_CARRIED = 3
_ANOTHER = re.compile(
    rf"(?P<lead>{LISTS['of_another']}?\s*(?:(?P<prep>{LISTS['prep']}|of)\s+)?)"
    rf"(?P<what>(?!(?:{LISTS['wh']})\b)[^,:;?]{{2,80}}?)(?:\s+(?:then|instead|too|as\s+well))?\W*",
    re.IGNORECASE,
)
POINTS_AT = re.compile(rf"{LISTS['it']}(?!['’])", re.IGNORECASE)
# What stands before a thing whose other kind is asked about.
_KIND_OF = r"(?:\b(?:an?|the|my|our)\s+(?:(?!(?:for|of|with|in|to|on)\b)[\w-]+\s+){0,3}?)?"
_CODES_FOR = re.compile(r"(?P<head>.*?\bcode)s(?P<of>\s+for\s+)(?P<items>[^?.!]+)\??", re.IGNORECASE)
# "Who signs the order for it?"
_OF_IT = re.compile(r"(?<=\bfor )(?:it|this|that|them|these|those|one)(?=\W*$)", re.IGNORECASE)
_A_THING = re.compile(r"an?\s", re.IGNORECASE)
# "The electric ones"; "that one" is the thing itself.
_ONES = re.compile(r"\b(?!(?:this|that|which|the|each|for|those|no)\b)(\w+) (?P<one>ones?|kind|type)(?=\W*$)", re.I)
# "And when Medicaid is secondary?": the same is asked under a condition.
_UNDER = re.compile(
    rf"(?:when|if|once|after|unless)\s+(?!(?:{LISTS['aux']}|{LISTS['wh']}|{LISTS['prep']})\b)"
    rf"(?:(?!\b{LISTS['wh']}\b)[^,?]){{3,100}}\?*",
    re.IGNORECASE,
)
# "Braces covered?"
_IS_DONE = re.compile(r"(?:\w{3,}ed|paid|ok(?:ay)?|too)\W*$", re.IGNORECASE)
_REQUEST = re.compile(r"\s+(?:approvals?|authori[sz]ations?|auths?|referrals?|appeals?|claims?|requests?)\b", re.I)
_REQUEST_OF = re.compile(
    r"\ban?\s+(?:approval|authori[sz]ation|auth|referral|appeal|claim|request)\s+(?:to see|to|for|of|on)\s+$", re.I
)
_NOT_ASKED = re.compile(rf"{LISTS['not_asked']}\W*", re.IGNORECASE)
_ALONE = re.compile(r"(?:where|when|why|how)\W*", re.IGNORECASE)
# "What BMI is needed", "how many visits": of what was spoken of before.
_OF_BEFORE = re.compile(r"\W*(?:what|which|how many)\s", re.IGNORECASE)
# "How many for a child?" counts what the question before it counted.
_COUNTS, _UNCOUNTED = (
    re.compile(
        r"\bhow many (?:[\w-]+ ){0,3}?(\w+s)(?= (?:do|does|did|is|are|can|may|must|will|per|in|a|of|for|at)\b|\W*$)",
        re.I,
    ),
    re.compile(r"(?<=\bhow many)(?= (?:for|of|with|when|if|after)\b)", re.I),
)
# "A standard exception", "an expedited one": what tells one kind of a thing from another.
_KINDS = frozenset({"standard", "regular", "routine", "normal", "ordinary", "expedited", "urgent"})
_KIND = re.compile(rf"(?: (?!(?:{LISTS['aux']}|{LISTS['prep']}|{LISTS['join']}|be|made|decided)\b)[\w-]+)+", re.I)
# "Does a regular x-ray?", behind "does an MRI need prior auth?".
_VERB = r"need|require|take|count|cost|include|have|get|(?:cover|allow|includ|pay|requir|exclud|approv|need)\w*"
_BARE = re.compile(r"(?P<aux>do|does|is|are)\s+(?P<thing>(?:[\w'-]+\s*){1,5}?)(?:\s+(?:too|also|as well))?\W*", re.I)
_WHOLE = re.compile(rf"(?P<aux>do|does|is|are)\s+.{{2,80}}?\s(?P<verb>(?:{_VERB})\b.*)", re.I)
_DONE = re.compile(rf"\b(?:{_VERB}|there|it|they|we|i|you|this|that|\w+ed)\b", re.I)
_BEFORE = {"payer": "with", "plan": "under", "plan_type": "under", "state": "in"}


@dataclass(frozen=True, slots=True)
class MessagePlan:
    """The parts of a message. `left_out` is how many were over MAX_PARTS; `note` is the sentence that says so."""

    summary: str
    parts: tuple[QuestionPart, ...]
    left_out: int = 0

    @property
    def note(self) -> str:
        if not self.left_out:
            return ""
        return (
            f"Your message has {len(self.parts) + self.left_out} questions; I took the first {len(self.parts)}. "
            "Please send the others in a message of their own."
        )


def plan(question: str, payers: Iterable[str] = (), earlier: Sequence[str] = ()) -> MessagePlan:
    """The parts of a person's message, in its order. `payers` are names of payers that the materials know.

    `earlier` are the parts asked before it: "and is a referral needed?" is of what they are about. A message that asks
    nothing in so many words is one part. Blank text has no parts.
    """
    names = tuple(payers)
    return plan_of([part_of(text, names) for text in _distinct(_standing_alone(question, names, earlier[-_CARRIED:]))])


def plan_of(parts: Sequence[QuestionPart], left_out: int = 0) -> MessagePlan:
    """The plan of these parts; those over MAX_PARTS are counted with `left_out`, those left out before."""
    first = tuple(parts[:MAX_PARTS])
    return MessagePlan(_summary([part.text for part in first]), first, left_out + len(parts) - len(first))


def _distinct(texts: list[str]) -> list[str]:
    return list({text.lower(): text for text in reversed(texts) if text}.values())[::-1]


def _summary(texts: list[str]) -> str:
    """All parts on one line, as a person reads them in a list of objectives."""
    joined = " + ".join(text.rstrip("?. ") for text in texts)
    return joined if len(joined) <= _SUMMARY else joined[: _SUMMARY - 1].rstrip() + "…"


def _standing_alone(question: str, payers: tuple[str, ...], earlier: Sequence[str] = ()) -> list[str]:
    """The texts of a message's questions, each readable alone; the whole message where nothing in it asks.

    `earlier` are questions that were asked before it, the newest last: what it leaves out may be theirs.
    """
    made, subject = list(earlier), ""
    for text in made:
        subject = _topic(text, payers, subject)
    before = subject
    heard, heading = clauses(question), ""
    last = max((n for n, clause in enumerate(heard) if clause.asks), default=-1)
    for n, clause in enumerate(heard):
        text = clause.text[LEAD.match(clause.text).end() :] or clause.text  # type: ignore[union-attr]
        if made and _NOT_ASKED.fullmatch(text):
            continue
        if len(made) > len(earlier) and _ALONE.fullmatch(text):
            # "How many days before do I book it, and where?"
            made[-1] = f"{made[-1].rstrip('?. ')}, and {text}"
            continue
        text = _with_its_verb(_counting(text, made), made)
        own = things(text, payers)
        if own and n < last and _only_names(text, own, payers):
            # "Speech therapy. Need: visit limit, referral."
            subject = heading = own[-1]
        elif not clause.asks:
            # What health plans speak of, somebody mentioned to be asked about, whatever else the clause does.
            # "Nobody", "wish": what a sentence tells is asked about where it is a thing, or health plans speak of it.
            named = (thing for thing in reversed(own) if _A_THING.match(thing) or of_the_trade(thing))
            subject = next(named, own[-1] if own and clause.label == "leads" else subject)
        elif made and (other := _of_the_last(text, made[-1], subject, payers)):
            made.append(finished(other))
            subject = heading or _topic(text, payers, subject)
        elif heading and not begins_question(text) and heading.lower() not in text.lower():
            made.append(finished(f"{text.rstrip(' ?.!')} for {heading}{'?' * text.endswith('?')}"))
        else:
            full = _with_subject(text, subject, own, made[-1] if made else "", carried=subject == before)
            subject = heading or (_topic(text, payers, subject) if full == text else subject)
            made += [finished(each) for each in _of_each_code(full)]
    whole = " ".join(question.split())
    return made[len(earlier) :] or ([whole[:LONGEST_PART]] if whole else [])


def _counting(text: str, before: Sequence[str]) -> str:
    """A question with what it counts, where only the one before it says that: "and how many for a child?"."""
    counted = _COUNTS.search(before[-1]) if before else None
    return _UNCOUNTED.sub(f" {counted[1]}", text) if counted else text


def _with_its_verb(text: str, before: Sequence[str]) -> str:
    """A question with what it asks of its thing, where only the one before says that: "and does a regular x-ray?"."""
    bare, last = _BARE.fullmatch(text), _WHOLE.fullmatch(before[-1]) if before else None
    is_bare = bare and last and bare["aux"].lower() == last["aux"].lower() and not _DONE.search(bare["thing"])
    return f"{bare[0].rstrip(' ?.!')} {last['verb']}" if is_bare and bare and last else text


def _only_names(text: str, own: Sequence[str], payers: tuple[str, ...]) -> bool:
    """Whether words only name a thing, and whose policy it is: "Harbor Health FL telehealth"."""
    for name in (*(mention.words for mention in mentions(text, payers)), *own):
        text = text.replace(name, " ")
    return not re.search(r"\w|\?", text)


def _topic(text: str, payers: tuple[str, ...], before: str) -> str:
    """What is spoken of behind a question: its new thing, "a CPAP", and what it was `before` for others, "the mask"."""
    thing = _with_request(text, subject_of(text, payers)) or _requested(text)
    known = before and (_OF_IT.search(text) or thing.lower().startswith("the ") or _OF_BEFORE.match(text))
    return before if known or not thing else thing


def _with_request(text: str, thing: str) -> str:
    """A thing with what is asked for it, where that is the noun: "an imaging approval", "a referral to a doctor"."""
    place = text.find(thing)
    noun = _REQUEST.match(text, place + len(thing)) if thing else None
    of = _REQUEST_OF.search(text[:place]) if thing and not noun else None
    return f"{thing}{noun[0]}" if noun else f"{of[0] if of else ''}{thing}"


def _requested(text: str) -> str:
    """What is asked for, of a question that names no other thing: "auths" of "the fax number for auths"."""
    noun = _REQUEST.search(text)
    return noun[0].strip() if noun and not noun[0].strip().lower().startswith("request") else ""


def _noun_of(subject: str, before: str) -> str:
    """What "an expedited one" is one of: the last word of "a wheelchair", what follows "a standard" where it stood."""
    *_, noun = subject.split()
    follows = _KIND.match(before.partition(subject)[2]) if noun.lower() in _KINDS else None
    return follows[0].strip() if follows else noun


def _with_subject(text: str, subject: str, own: Sequence[str], before: str, *, carried: bool) -> str:
    """The question with its subject: in the place of a pronoun, or at its end where it has none of its own.

    One that is `carried` from another message stands at the end, where it counts less than what is asked of it.
    """
    if not subject or subject.lower() in text.lower():
        return text
    points = POINTS_AT.search(text)
    if points and not carried and not any(thing in text[: points.start()] for thing in own):
        return POINTS_AT.sub(lambda _: subject, text, count=1)
    has_none = not points and not _ONES.search(text)
    if (ones := _ONES.search(text)) and ones["one"] == "one" and _A_THING.match(subject) and not own:
        return f"{text[: ones.start('one')]}{_noun_of(subject, before)}{text[ones.end('one') :]}"
    if own and (has_none or (points and any(thing in text[: points.start()] for thing in own))):
        return text
    if of_it := _OF_IT.search(text):
        return f"{text[: of_it.start()]}{subject}{text[of_it.end() :]}"
    bare = text.rstrip(" ?.!")
    return f"{bare} {subject if bare.endswith(' for') else f'for {subject}'}{text[len(bare) :]}"


def _of_the_last(text: str, before: str, subject: str, payers: tuple[str, ...]) -> str:
    """A question that only names another thing, or another payer or state, as the one before asked of that; else ""."""
    match = _ANOTHER.fullmatch(text)
    if _UNDER.fullmatch(text):
        return f"{before.rstrip(' ?.!')} {text}"
    if match is None or not (match["lead"] or (text.endswith("?") and len(text.split()) <= 3)):
        return ""
    what = match["what"]
    if mentions(what, payers):
        return next(iter(of_another(text, [before], payers)), "")
    is_thing = _A_THING.match(what) and not NAMED.search(what)
    if not match["lead"] and (
        begins_question(text) or (says_little(what) and not is_thing) or NAMED.search(text) or _IS_DONE.search(text)
    ):
        return ""
    if subject and subject in before:
        return re.sub(f"{_KIND_OF}{re.escape(subject)}", lambda _: what, before, count=1)
    return f"{before.rstrip(' ?.!')} {match['prep'] or 'for'} {what}?"


def of_another(text: str, before: Sequence[str], payers: tuple[str, ...]) -> list[str]:
    """The questions of `before` asked of another payer, plan or state: "What about Georgia?". [] for other messages."""
    bare = text.strip()[LEAD.match(text.strip()).end() :]  # type: ignore[union-attr]
    match = _ANOTHER.fullmatch(bare)
    named = {mention.slot: mention.words for mention in mentions(bare, payers)} if match else {}
    if not named or begins_question(match["what"]) or not says_little(bare, payers):  # type: ignore[index]
        return []
    made = (_of_these(question, named, payers) for question in before)
    return list(dict.fromkeys(question for question in made if question not in before))


def _of_these(question: str, wanted: Mapping[SlotName, str], payers: tuple[str, ...]) -> str:
    """A question with these names in the place of those of the same kind, or at its end."""
    there = mentions(question, payers)
    for mention in sorted(there, key=lambda mention: -mention.start):
        if mention.slot in wanted:
            question = question[: mention.start] + wanted[mention.slot] + question[mention.end :]
    kinds = {mention.slot for mention in there}
    added = [f"{_BEFORE[slot]} {words}" for slot, words in sorted(wanted.items()) if slot not in kinds]
    return " ".join([question.rstrip(" ?.!"), *added]) + "?" if wanted else question


def _of_each_code(question: str) -> list[str]:
    """ "What are the codes for asthma and COPD?" as two questions; any other question alone."""
    match = _CODES_FOR.fullmatch(question)
    items = re.split(r"\s*,\s*(?:and\s+)?|\s+and\s+", match["items"].strip()) if match else []
    if match is None or len(items) < 2:
        return [question]
    return [f"{re.sub(r'(?i)what are', 'What is', match['head'])}{match['of']}{item}?" for item in items]
