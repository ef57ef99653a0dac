"""Reads the answers to two compliance questions from one utterance: inside information and related party.

Only what is said about a question answers it. A bare "no", a hedge, a question and a double negation are None.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from wording.tokens import lower, plain

Span = tuple[int, int]

_INSIDE = re.compile(
    r"\b(?:(?:inside|insider|privileged|confidential|price[- ]sensitive|unpublished|secret)[- ]"
    r"(?:price[- ]sensitive )?(?:info(?:rmation)?|knowledge|tips?|news)|mnpi"
    r"|(?:material )?(?:non[- ]?public|nonpublic) (?:info(?:rmation)?|knowledge))\b"
)
_RELATIVE = (
    r"(?:my|our) (?:\w+ )?(?:wife|husband|spouse|partner|brother|sister|father|mother|dad|mum|mom|son|daughter|cousin|"
    r"uncle|aunt|parents?|girlfriend|boyfriend|family|relatives?|[\w-]+-in-law)"
)
_ROLE = r"(?:director|employee|officer|executive|ceo|cfo|coo|chair(?:man|woman)?|board member|on the board|insider)"
_WORKS = (
    r"(?:works?|working|employed) (?:there|for them|for it|for the|at the|in the|by the|by them|at this|for this)\b"
)
# A relative's office, or one's own, makes a related party. Its denial does not deny every other relation.
_OFFICE = re.compile(
    rf"\b(?:{_RELATIVE}\b.{{0,40}}?\b(?:{_ROLE}|{_WORKS})|i(?: am|'m) (?:an? |the )?{_ROLE}|i(?:'m| am)? {_WORKS})"
)
_RELATED = re.compile(
    r"\b(?:(?:un)?related(?: part(?:y|ies))?|relation(?:ship)?s?|(?:un)?connected|connections?|affiliat(?:ed|ion))\b"
)
# "This is related to my pension" speaks of the trade, not of the person.
_ABOUT_A_THING = re.compile(
    r"\b(?:this|it|it's|that|which|trade|purchase|stocks?|shares?|sector)\b.{0,40}\brelated to\b"
    r"|related (?:stocks?|shares|news)"
)
_HEDGE = re.compile(
    r"\b(?:maybe|perhaps|possibly|probably|might|may|unsure|if|whether|unless|would|could|think|believe|guess|suppose|"
    r"not (?:really|sure|certain|exactly)|isn't clear|don't know|do not know|dunno|doubt|hopefully|as far as|"
    r"not that i|used to|almost|kind of|sort of|what|who|why|how|define|mean|means)\b"
)
_NEGATION = re.compile(
    r"\b(?:no|not|none|never|without|nope|nah|\w+n't|dont|cannot|neither|nor|nothing|nobody|unrelated|unconnected)\b"
)
_HAS_INSIDE = re.compile(
    r"\b(?:yes|yep|yeah|have|got|hold|possess|received|aware of|know|there is|there's|applies|true)\b"
)
_IS_RELATED = re.compile(
    r"\b(?:yes|yep|yeah|(?:i'm|i am|we're|we are|is|are) (?:also |indeed |actually |closely |personally |an? |the )*"
    r"(?:related|connected|affiliated)|(?:have|has|there is) (?:an? |some )?(?:family |personal |close )?"
    r"(?:relation(?:ship)?|connection|affiliation)|related(?: party)? (?:is )?(?:true|applies))\b"
)
_CLAUSE_END = re.compile(r"[,;!?\n]|\.(?!\w)|\b(?:but|however|although|though|and)\b|$")
_OF_THEM = r"(?: of (?:them|those|these|the (?:two|above)|that))?"
_APPLY = r"(?: appl(?:y|ies)| is true| are true)?"
_ABOUT_BOTH = rf"(?:to|on|for) (?:both|all){_OF_THEM}(?: questions)?"
_BOTH_NO = re.compile(
    rf"(?:no|nope)(?:,? {_ABOUT_BOTH}|,? (?:and )?no|,? neither|,? none|,? nor|,? not either)|both(?: are)? no"
    rf"|(?:it's |its |that's )?(?:a )?no {_ABOUT_BOTH}|neither{_OF_THEM}{_APPLY}|(?:i have )?none{_OF_THEM}{_APPLY}"
)
_BOTH_YES = re.compile(
    rf"(?:yes|yep|yeah)(?:,? {_ABOUT_BOTH}|,? and yes|,? both)|both{_OF_THEM}(?: are)?(?: yes| true| apply)?"
    rf"|(?:it's |its |that's )?(?:a )?yes {_ABOUT_BOTH}"
)
_BARE = re.compile(r"(?:yes|yep|yeah|no|nope|nah)")
_EDGES = " \t\n.!,;:-"


@dataclass(frozen=True, slots=True)
class FlagAnswers:
    """What was said about inside information and about a related party: True, False, or None for not said clearly.

    Each span holds the words of the answer in the original text; None where there is no answer.
    """

    inside: bool | None = None
    related: bool | None = None
    inside_span: Span | None = None
    related_span: Span | None = None

    @property
    def values(self) -> tuple[bool | None, bool | None]:
        """(inside information, related party)."""
        return self.inside, self.related


def flag_answers(text: str) -> FlagAnswers:
    """The two answers in `text`: "No inside info, not related" is (False, False), "neither" too, a bare "no" none."""
    source = lower(plain(text[:2000]))
    stripped = source.strip(_EDGES)
    start = source.find(stripped) if stripped else 0
    whole: Span = (start, start + len(stripped))
    core = re.sub(r"(?:,? (?:please|thanks|thank you))+$", "", stripped)
    if _BOTH_NO.fullmatch(core):
        return FlagAnswers(False, False, whole, whole)
    if _BOTH_YES.fullmatch(core):
        return FlagAnswers(True, True, whole, whole)
    inside: list[tuple[bool | None, Span]] = []
    related: list[tuple[bool | None, Span]] = []
    refused = False
    for clause, span, asked in _clauses(source):
        if _BARE.fullmatch(clause.strip(_EDGES)):
            refused = clause.strip(_EDGES) in {"no", "nope", "nah"}
            continue
        for judge, answers in ((_judge_inside, inside), (_judge_related, related)):
            said, value = judge(clause)
            if said:
                answers.append((None if asked or (refused and value) else value, span))
        refused = False
    inside_value, inside_span = _agreed(inside)
    related_value, related_span = _agreed(related)
    return FlagAnswers(inside_value, related_value, inside_span, related_span)


def _clauses(source: str) -> Iterator[tuple[str, Span, bool]]:
    """The clauses of a text with their trimmed spans, and whether each is a question."""
    start = 0
    for end in _CLAUSE_END.finditer(source):
        if end.start() > start:
            yield source[start : end.start()], _trimmed(source, (start, end.start())), end.group() == "?"
        start = end.end()


def _trimmed(source: str, span: Span) -> Span:
    text = source[slice(*span)]
    left = len(text) - len(text.lstrip(_EDGES))
    return span[0] + left, span[0] + max(left, len(text.rstrip(_EDGES)))


def _judge_inside(clause: str) -> tuple[bool, bool | None]:
    """Whether a clause speaks of inside information, and what it answers."""
    return bool(_INSIDE.search(clause)), _polarity(clause, _HAS_INSIDE)


def _judge_related(clause: str) -> tuple[bool, bool | None]:
    """Whether a clause speaks of a related party, and what it answers."""
    if _OFFICE.search(clause):
        return True, None if _HEDGE.search(clause) or _NEGATION.search(clause) else True
    if not _RELATED.search(clause) or _ABOUT_A_THING.search(clause):
        return False, None
    return True, _polarity(clause, _IS_RELATED)


def _polarity(clause: str, affirmation: re.Pattern[str]) -> bool | None:
    """Whether a clause affirms or denies its topic; None for a hedge, two negations, or a topic that is only named."""
    if _HEDGE.search(clause):
        return None
    # "Neither … nor …" denies once; any other pair of negations takes itself back.
    negations = [word for word in _NEGATION.findall(clause) if word != "nor"]
    if len(negations) > 1:
        return None
    if negations:
        return False
    return True if affirmation.search(clause) else None


def _agreed(answers: list[tuple[bool | None, Span]]) -> tuple[bool | None, Span | None]:
    """The one answer of several clauses; None as soon as one is unclear or they differ."""
    values = {value for value, _ in answers}
    if len(values) != 1 or None in values:
        return None, None
    return answers[0]
