"""What a question leaves out is supplied by what was said before it: "is it covered?", "what about Georgia?". Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from pursuit.questions.clauses import begins_question, clauses
from pursuit.questions.code_lists import for_each_code
from pursuit.questions.parts import LONGEST_PART, finished, part_of
from pursuit.words import (
    ASKABLE,
    AUX,
    STATE,
    asks_by_noun,
    carried_subject,
    holds,
    is_state,
    is_talk,
    mentions,
    subject_of_statement,
    terms_of,
)

_PREPOSITION = r"for|in|under|with|by|of|on|to|from|at"
# "Ok at CVS?" asks whether it is ok there; "ok, at CVS?" does not.
_OK = rf"(?:ok|okay)\b(?!\s+(?:{_PREPOSITION})\b)"
_AND = rf"(?:(?:and|or|but|also|so|then|{_OK})[ ,]+)*"
_TOO = r"(?:\s+(?:then|instead|too|as\s+well))?\W*"
_ABOUT = re.compile(rf"{_AND}(?:what|how)\s+about\s+(?P<what>[^,;?]+?){_TOO}", re.IGNORECASE)
_BARE = re.compile(rf"{_AND}(?P<prep>{_PREPOSITION})\s+(?P<what>(?!which|what|how)[^,;?]+?){_TOO}", re.IGNORECASE)
_SAME = re.compile(rf"{_AND}(?:the\s+)?same\s+(?P<of>\w+\s+)?(?:for|with|in)\s+(?P<what>.+?){_TOO}", re.IGNORECASE)
_ANOTHER = re.compile(
    rf"{_AND}(?:(?:what|how)\s+about|(?:the\s+)?same)?\s*(?:(?:{_PREPOSITION})\s)?\s*(?P<what>[^?]{{2,80}}?){_TOO}",
    re.IGNORECASE,
)
# "They" who cover and pay are no thing that is asked about.
_THEY = r"(?<!\bdo )(?<!\bwill )(?<!\bwould )(?<!\bcan )\bthey\b"
_THIS = r"(?:(?<=is )|(?<=for )|(?<=does ))(?:this|that)\b(?=\s*(?:\W|\w+ed\b|need|require|mean|$))"
_IT = re.compile(rf"(?:{_THEY}|\b(?:it|them|these|those)\b(?!\s+(?:pay|cover)s?\b)|{_THIS})(?!['’])", re.IGNORECASE)
_ASKABLE = re.compile(rf"(?<![\w'-])(?:{ASKABLE}|{STATE})(?![\w'-])", re.IGNORECASE)
# "Is that true?", "Can he?": asked of what was just told.
_POINTS = re.compile(rf"(?:{AUX})\s+(?:this|that|he|she|they|we|i)(?:\s+\w+)?\W*", re.IGNORECASE)
_NAME = re.compile(r"\b[A-Z][a-z]{2,}")
# "Does Sunshine need …": the name of who decides is not what is asked about.
_DECIDES = re.compile(r"\b(?:[Dd]oes|[Dd]o|[Dd]id|[Ww]ill|[Cc]an)\s+(?:[A-Z][\w-]*\s+)+")
_BEFORE = {"payer": "with", "plan": "under", "state": "in"}
_LEAD = re.compile(rf"^(?:(?:and|also|plus|but|or|so|then|please|pls|just|{_OK}|well)\b[ ,]*)+", re.IGNORECASE)


def standing_alone(question: str, payers: tuple[str, ...], earlier: Sequence[str] = ()) -> list[str]:
    """The texts of a message's questions, each readable alone; the whole message where nothing in it asks.

    `earlier` are questions that were asked before it, the newest last: what it leaves out may be theirs.
    """
    heard = clauses(question)
    if not any(clause.asks for clause in heard):
        whole = " ".join(question.split())
        return [whole[:LONGEST_PART]] if whole else []
    talk = _Talk(payers, list(earlier), next((s for text in reversed(earlier) if (s := carried_subject(text))), ""))
    for clause in heard:
        for text in for_each_code(clause.text) if clause.asks else [clause.text]:
            talk.hear(text, clause.asks, clause.heading)
    return talk.made[len(earlier) :] or [finished(" ".join(question.split()))]


@dataclass(slots=True)
class _Talk:
    """What was read so far: the questions `made`, each standing alone, and the last `subject` spoken of."""

    payers: tuple[str, ...]
    made: list[str]
    subject: str = ""
    statement: str = ""

    def hear(self, text: str, asks: bool, heading: str = "") -> None:
        """Read the next clause; `heading` names what it asks about, where its sentence has one."""
        if not asks:
            self.statement = text
            stated = "" if begins_question(text) else subject_of_statement(_LEAD.sub("", text) or text)
            named = [mention.words for mention in mentions(stated, self.payers)]
            # "It's about Harbor Health": who pays is nothing that is asked about.
            self.subject = stated if stated and (not named or _own_words(stated, tuple(named))) else self.subject
            return
        text = _LEAD.sub("", text) or text
        if self.made and not heading and (others := self._others(text)):
            self.made += [finished(other) for other in others]
            return
        if self.statement and _POINTS.fullmatch(text):
            text = f"{self.statement.rstrip(' .!')}: {text[0].lower()}{text[1:]}"
        full = _with_subject(text, self.subject, self.payers)
        own = carried_subject(text)
        if full == text and own:
            self.subject = own
        # The names of payers and places are kept for the whole message.
        if heading and not mentions(heading, self.payers) and not all(holds(full, word) for word in terms_of(heading)):
            full = f"{heading}: {full}"
        self.made.append(finished(self._with_place(full)))

    def _with_place(self, text: str) -> str:
        """The question with the payer, plan and state of the one before, where its answer depends on them."""
        before = self.made[-1] if self.made else ""
        named = mentions(text, self.payers) or _NAME.search(text[1:])
        if not before or named or not part_of(text, self.payers).needs:
            return text
        place = {mention.slot: mention.words for mention in mentions(before, self.payers)}
        return _of_these(text, dict(sorted(place.items())), self.payers) if place else text

    def _others(self, text: str) -> list[str]:
        """What was asked, asked of another thing that this names; [] where it asks something of its own."""
        if match := _SAME.fullmatch(text):
            of = (match["of"] or "").strip()
            same = [made for made in self.made if of and holds(made, of)]
            same = same or [made for made in self.made if self.subject and self.subject in made] or self.made[-1:]
            others = [_other_thing(made, match["what"]) for made in same]
            # "Same copay for OT?" behind nothing of a copay keeps its own words.
            return others if not of or holds(others[0], of) else [f"{text.rstrip(' ?')}: {other}" for other in others]
        other = of_the_last(text, self.made[-1])
        return [other] if other else []


def _with_subject(text: str, subject: str, payers: tuple[str, ...]) -> str:
    """The question with its subject: in the place of a pronoun, before "covered by …", or at its end."""
    if not subject or subject.lower() in text.lower():
        return text
    if is_state(text):
        return f"is {subject} {text}"
    if _IT.search(text):
        return _IT.sub(lambda _: subject, text, count=1)
    if says_little(text, tuple(mention.words for mention in mentions(text, payers))):
        bare = text.rstrip(" ?.!")
        return f"{bare} for {subject}{text[len(bare) :]}"
    return text


def is_elliptic(part: str, names: tuple[str, ...]) -> bool:
    """Whether nothing in the part says what it is about. `names` are its payers, plans and states."""
    return not _own_words(part, names)


def says_little(part: str, names: tuple[str, ...]) -> bool:
    """Whether a part has one word of its own at most, which does not say what it is about: "who decides?"."""
    own = _own_words(part, names)
    return not own or (len(own) == 1 and not carried_subject(part))


def _own_words(part: str, names: tuple[str, ...]) -> list[str]:
    for name in names:
        part = part.replace(name, " ")
    return [
        word
        for word in terms_of(_ASKABLE.sub(" ", _DECIDES.sub(" ", part)))
        if not is_talk(word) and not word.isdigit()
    ]


def of_the_last(text: str, before: str) -> str:
    """A question that only names another thing, as the one before it asked of that thing; "" for others."""
    if _is_thing(text):
        return _other_thing(before, text.rstrip(" ?"))
    if begins_question(text) and not _ABOUT.fullmatch(text):
        return ""
    if match := _BARE.fullmatch(text):
        return _other_phrase(before, match["prep"], match["what"])
    if match := _ABOUT.fullmatch(text) or _SAME.fullmatch(text):
        phrase = _BARE.fullmatch(match["what"])
        return _other_phrase(before, phrase["prep"], phrase["what"]) if phrase else _other_thing(before, match["what"])
    return ""


def _is_thing(text: str) -> bool:
    """Whether a text is the name of a thing with a question mark: "Vision?", "And Georgia?"."""
    words = terms_of(text)
    named = text.endswith("?") and 0 < len(words) == len(text.split()) <= 3 and not begins_question(text)
    return named and not asks_by_noun(text) and not is_state(text) and not all(is_talk(word) for word in words)


def _other_phrase(before: str, preposition: str, what: str) -> str:
    """The question with another phrase of this preposition, or with the phrase at its end."""
    bare = before.rstrip(" ?.!")
    phrases = list(re.finditer(rf"\b{preposition}\s+[^,;?]+?(?=\s+(?:{_PREPOSITION})\b|$)", bare, re.IGNORECASE))
    start, end = (phrases[-1].start(), phrases[-1].end()) if phrases else (len(bare), len(bare))
    return f"{bare[:start].rstrip()} {preposition} {what}{bare[end:]}?"


def _other_thing(before: str, what: str) -> str:
    """The question asked of another place, where this is the name of one, else of another thing."""
    kinds = {mention.slot for mention in mentions(what)}
    for mention in mentions(before):
        if mention.slot in kinds:
            return before[: mention.start] + what + before[mention.end :]
    subject = carried_subject(before)
    if kinds or not subject:
        return f"{before.rstrip(' ?.!')} {'in' if kinds else 'for'} {what}?"
    return re.sub(re.escape(subject), lambda _: what, before, count=1)


def of_another(text: str, before: list[str], payers: tuple[str, ...]) -> list[str]:
    """The questions of `before` asked of another payer, plan or state: "What about Georgia?". [] for other messages."""
    match = _ANOTHER.fullmatch(text.strip())
    named = mentions(match["what"], payers) if match else []
    left = match["what"] if match else ""
    for mention in sorted(named, key=lambda mention: -mention.start):
        left = left[: mention.start] + left[mention.end :]
    if not named or re.sub(r"\b(?:and|in|the|state|of|members?|plan|health)\b|[\s,'’s]", "", left, flags=re.IGNORECASE):
        return []
    made = [_of_these(question, {mention.slot: mention.words for mention in named}, payers) for question in before]
    return list(dict.fromkeys(question for question in made if question not in before))


def _of_these(question: str, wanted: dict[str, str], payers: tuple[str, ...]) -> str:
    """A question with these names in the place of those of the same kind, or at its end."""
    there = mentions(question, payers)
    for mention in sorted(there, key=lambda mention: -mention.start):
        if mention.slot in wanted:
            question = question[: mention.start] + wanted[mention.slot] + question[mention.end :]
    kinds = {mention.slot for mention in there}
    added = [f"{_BEFORE[slot]} {words}" for slot, words in wanted.items() if slot not in kinds]
    return " ".join([question.rstrip(" ?.!"), *added]) + "?"
