"""Finds the reason that a person gives inside a longer message, and what is left without it. Pure functions."""

from __future__ import annotations

import re

from pa_dealing.rules import states_an_aim
from wording.amounts import classify_numbers, find_currencies
from wording.answers import is_cancel, starts_over, yes_or_no
from wording.attribution import statements
from wording.compliance import FlagAnswers, flag_answers
from wording.compliance_topics import may_be_inside, may_be_related
from wording.directions import direction

_BECAUSE = re.compile(
    r"\b(?:because|since (?:i|i'm|i've|my|it|they|we|our|the(?! \w+\W*$))\b|so that i\b|"
    r"as (?:i|i'm|my|we)\b(?! (?:said|mentioned|told|wrote|explained))|"
    r"in order to|(?:need|want|use) (?:the |some |this |that )?(?:money|cash|funds|proceeds)(?: (?:for|to)\b)"
    r"|(?:my |the )?(?:reason|rationale|justification)(?: is|:| being|'s)|the idea is|"
    r"to (?:diversify|rebalance|hedge|reduce|fund|pay|save|spread|free up|finance|lock in|protect|lower|balance)\b|"
    r"for (?:(?:the )?(?:diversification|income|liquidity|hedging)\b|(?:my|our|the) (?:\w+'s )?"
    r"(?:pension|retirement|education|savings)\b|long[- ]term|retirement\b))",
    re.IGNORECASE,
)
_SENTENCE = re.compile(r"[^.;!?\n]+(?:[.](?=\S)[^.;!?\n]+)*[.;!?\n]*")
# Where a reason that comes first gives way to the wish itself.
_LEADING_END = re.compile(
    r",\s*(?=(?:i|i'd|i'm|we|please|can|could|so|buy|sell)\b)|"
    r"\s(?=(?:i'd like|i would like|i want|i wish|i plan|i intend|please|can i|could i)\b)",
    re.IGNORECASE,
)
_CORRECTION = re.compile(
    r"\s*(?:sorry|wait|actually|correction|i meant|i mean|change|make (?:it|that)|no[,:]? (?:wait|sorry|the|it)|"
    r"(?:the )?(?:quantity|value|amount|number|price|security|direction|currency)\b)",
    re.IGNORECASE,
)
_ANOTHER_NAME = re.compile(
    r"\b(?:i meant|i mean|ik bedoel\w*|(?:change|switch|make) (?:it|that|this|the (?:security|stock|share"
    r"|company)) (?:to )?\w|"
    r"\w+ instead(?: of \w+)?\W*$|instead of \w+\W*$"
    r"|(?:it|this|that|which) (?:should(?: have been| be)|must be|ought to be|(?:moet|had) .{0,20}zijn)\b"
    r"|^\W*(?:the )?(?:wrong|incorrect|verkeerde) \w)",
    re.IGNORECASE,
)
# A sentence that turns to its subject: "when will I", "do you", "why"; "when I retire" and "what I want is" tell.
_ASKS = re.compile(
    r"\s*(?:(?:and|but|so|ok|okay|well|hm+|sorry|please|wait|no|yes)[,.]* )*"
    r"(?:why\b|(?:who|whose|whats|(?:and )?then what)\b|(?:what|when|where|how|which|until when|how (?:long|much"
    r"|many|soon|often))(?:'s"
    r"|\s+(?:is|are|was|were|am|do|"
    r"does|did|will|would|can|could|shall|should|may|might|must|has|have|about|come|else|happens|next|now|counts"
    r"|exactly|if|to)\b)"
    r"|(?:is|are|am|do|does|did|will|would|can|could|shall|should|may|might|must|have|has)(?:n't)? "
    r"(?:i|you|we|they|he|she|it|this|that|there|these|those|the|an?|any|my|your|compliance|anyone|someone|somebody)\b"
    # A verb before a quotation or, in Dutch, before its subject.
    r"|(?:is|are|does|did|do|can|could|would|will|should)\s+[\"“'‘]"
    r"|(?:kun|kunt|kan|mag|moet|moeten|is|zijn|ben|heb|heeft|hebben|zal|zou|wil|wilt|gaat|hoef|hoeft|klopt|doet)"
    r"\s+(?:ik|je|jij|u|jullie|we|wij|dat|dit|het|er|die|deze|iemand)\b"
    r"|(?:waarom|hoezo|wanneer|hoe lang|hoeveel|wie|wat (?:is|zijn|moet|gebeurt|bedoel))\b)",
    re.IGNORECASE,
)
# A sentence that begins with what shall be done.
_TO_THE_ASSISTANT = re.compile(
    r"\b(?:you|your|je|jij|jou|jouw|jullie|u|uw)\b"
    r"|\b(?:need|want|like) (?:some )?help\b|\b(?:speak|talk) (?:to|with|about)\b|^\W*let me\b"
    r"|^\W*one moment"
    r"|\bknow (?:who|what|when|why|how|where|if|whether)\b|^\W*to be honest\W*$|\b(?:already|same as) (?:said"
    r"|before)\b",
    re.IGNORECASE,
)
_WOULD_RATHER = re.compile(r"\W*i(?:'d| would)? (?:prefer|rather (?:have|buy|take))(?: \w+){1,3}\W*$", re.IGNORECASE)
_OF_A_FIELD = re.compile(
    r"\s*(?:the |that |this )?(?:quantity|value|amount|number|price|security|direction|currency|isin|ticker)\b",
    re.IGNORECASE,
)
_OTHER_REASON = re.compile(
    r"\b(?:change|replace|correct|instead|the (?:real|actual|true|right) (?:reason|justification)|"
    r"(?:reason|justification) (?:is|should be) (?:actually|really|rather))\b",
    re.IGNORECASE,
)
_COMMAND = re.compile(
    r"\s*(?:(?:and|but|so|ok|okay|alright|well|now|then|just|actually|please|kindly|no|yes|sorry|wait|great|fine"
    r"|thanks|"
    r"you can|you may|can you|could you|would you|let's|let us|let me|i want to|i'd like to|i would like to"
    r"|i want you to|i will|i'll|"
    r"go ahead and|do)[,.!]* )*"
    r"(?:(?P<act>submit|re-?submit|send|file|hand (?:it|this|that|in)|withdraw|cancel|delete|remove|drop|scrap"
    r"|undo|revert|re-?set|take (?:it|this|that) back|get (?:it|this|that) (?:done|going|over)|switch|go|next"
    r"|do (?:it|this|that)|"
    r"re-?start|stop(?! \w+ing\b)|abort|approve|clear|erase|discard|forget|finish|save (?:it|this|that|the|my request)"
    r"|(?:nah )?leave (?:it|this|that)|never ?mind|"
    r"trek|verstuur|stuur|annuleer|wis|verwijder|indienen|dien)|skip|show|tell (?:me|them|compliance)|list|repeat"
    r"|explain|help|"
    r"hold on|wait|check|change|edit|correct|fix|ignore|summari[sz]e|print)\b",
    re.IGNORECASE,
)
_REFUSES = re.compile(
    r"\s*(?:(?:no|nope|none|nothing|never|nee|not)\b(?:\W+\w+){0,4}\W*$|i(?:'d| would) rather not|(?:that's "
    r"|it's )?none of your)|"
    r"\s*i(?:'m| am) not (?:telling|saying|going to|sure)\b|\s*i have no (?:idea|clue|reason|comment)|"
    r"\s*i (?:decline|refuse)|\s*i(?:'ve| have)? changed my mind|\s*i (?:don't|dont|do not) (?:understand|get)|"
    r"\s*(?:i )?(?:don't|dont|do not|won't|refuse to|(?:would |'d )?(?:prefer|rather) not(?: to)?) (?:want to )?"
    r"(?:say|tell|answer|explain|know|give|share|disclose)|[^.;!?]*\b(?:liever|wil(?: ik)?) (?:dat |het )?niet\b",
    re.IGNORECASE,
)
_GREETING = re.compile(
    r"\s*(?:(?:hi|hello|hey|hallo|good (?:morning|afternoon|evening|day)|goedemorgen|thanks|thank you|thx|cheers"
    r"|bye|goodbye|see you"
    r"|great|perfect|ok|okay|super|cool|nice|awesome)\b[\s,.!]*)+(?:[\w' ]{0,20})[\s,.!]*$",
    re.IGNORECASE,
)
# What a person wants, holds or believes: a passage of a few words is a reason only where it says that.
_VIEW = re.compile(
    r"\b(?:i|we)(?:'m|'d|'ve|'ll| am| would| have| will| really| just| simply| also| still| always| personally| do)* "
    r"(?:want|like|love|need|believe|think|expect|hope|plan|see|trust|follow|use|hold|inherited|own|prefer|fancy"
    r"|intend|"
    r"rather|moving|saving|building|looking|trying|convinced|getting|retiring|confident)\b"
    r"|\bit(?:'s| is) (?:a |an )?(?:\w+ )?(?:good|great|strong|solid|cheap|undervalued|safe|part|fun|attractive"
    r"|promising)\b"
    r"|^\W*(?:for|as|to) (?!now\b|it\b|you\b|me\b)\w+ \w+|\b(?:company|business|stock|share|management"
    r"|product)s?\b(?:\W+\w+){2}",
    re.IGNORECASE,
)
# The words in which a person speaks of the answer that is wanted, and not of the trade.
_OF_THE_ANSWER = re.compile(
    r"\b(?:(?:give|giving|gave|need|have|provide|state|invent)\b(?: \w+){0,2} (?:reasons?|justifications?)"
    r"|writ(?:e|ing|ten)|wrote|typ(?:e|ing|ed)|typo|fill(?:ed|ing)? (?:this|that|it|in|out)\b|ask(?:ed|ing|s)?"
    r"|answer(?:ed|ing|s)?|explain(?:ed|ing)?|questions?|forms?(?! part)|questionnaires?"
    r"|vragen|vraag|antwoord\w*|formulier\w*|schrijf|schrijven|invul\w*|ingevuld)\b"
    # "This takes forever": a bare "this" points at what is going on here.
    r"|^\W*(?:this|that|dit|dat) (?:really |just )?"
    r"(?:is|was|are|takes?|took|goes|feels|seems|looks|isn't|duurt|gaat|lijkt)\b"
    r"(?! (?:an?|the|my|our|part|for|because|to|how|what|where|why|een|de|het|mijn|voor|om)\b)",
    re.IGNORECASE,
)
# What is in front of the person: this talk, its form and its questions.
_POINTS_HERE = re.compile(
    r"\b(?:this|these|here|now|dit|deze|hier|nu)\b(?! (?:company|stock|share|trade|fund|sector|year))", re.I
)
MIN_WORDS = 3
# What a passage is shows at its beginning.
MAX_JUDGED = 600
DO = "something to be done"
UNCLEAR = "something else"


def reason_in(text: str) -> str:
    """The passage that says why, as it is written; "" when there is none of at least three words."""
    span = _span(text)
    reason = text[slice(*span)].strip(" ,;.:-\n") if span else ""
    return reason if len(reason.split()) >= MIN_WORDS else ""


def without_reason(text: str) -> str:
    """The text with the reason blanked out, so that its numbers and names are not read as facts; offsets stay."""
    span = _span(text)
    if span is None:
        return text
    start, end = span
    return text[:start] + "." + " " * (end - start - 1) + text[end:] if end > start else text


def is_correction(text: str) -> bool:
    """Whether a message mends a fact ("sorry, it is 300 shares") though a reason was asked for."""
    if len(text) > 120 or reason_in(text):
        return False
    if _ANOTHER_NAME.search(text) and len(text.split()) <= 8:
        return True
    match = _CORRECTION.match(text)
    return bool(match) and (bool(classify_numbers(text)) or direction(text) is not None)


def is_greeting(text: str) -> bool:
    """Whether the text only greets, thanks or takes leave."""
    return len(text) < 60 and bool(_GREETING.match(text))


def changes_the_reason(text: str) -> bool:
    """Whether a message puts a reason in the place of another: "actually, …", "my real reason is …"."""
    return bool(_CORRECTION.match(text) or _OTHER_REASON.search(text))


def asks(text: str) -> bool:
    """Whether a message only asks, with or without its mark: "when will I hear back"."""
    rest = statements(text)
    return not any(character.isalnum() for character in rest) or bool(_ASKS.match(rest))


def without_questions(text: str) -> str:
    """The text without the questions that it begins or ends with."""
    rest = statements(text)
    kept = rest.strip()
    start = rest.find(kept)
    return text[start : start + len(kept)]


def no_reason(passage: str, *, must_say_why: bool = True) -> str:
    """What a passage plainly is, when it is no reason for a trade; "" when it may be one.

    What no model has called a reason `must_say_why`: a statement that nothing else explains is UNCLEAR, and it is asked
    whether it is the reason.
    """
    text = passage[:MAX_JUDGED]
    if (order := _COMMAND.match(text)) and not reason_in(text):
        return DO if order["act"] else "a request for help"
    if asks(text):
        return "a question"
    if is_greeting(text) or yes_or_no(text) is not None or is_cancel(text) or starts_over(text):
        return "the answer to another question"
    if flag_answers(text) != FlagAnswers() or may_be_inside(text) or may_be_related(text):
        return "a matter for compliance"
    if reason_in(text) or (states_an_aim(text) and not any(item.role == "quantity" for item in classify_numbers(text))):
        return ""
    if of_another := _of_another_question(text):
        return of_another
    if len(text.split()) < MIN_WORDS:
        return "too short to be a reason"
    return UNCLEAR if must_say_why and _is_unclear(text) else ""


def _is_unclear(text: str) -> bool:
    """Whether a passage that is nothing else shows no view of the trade, or points at what is going on here."""
    return not _VIEW.search(text) or bool(_OF_THE_ANSWER.search(text) or _POINTS_HERE.search(text))


def _of_another_question(text: str) -> str:
    """Whether a passage without an aim holds what other questions ask for: a direction, an amount, a refusal."""
    if is_correction(text) or _ANOTHER_NAME.search(text) or _OF_A_FIELD.match(text) or _WOULD_RATHER.match(text):
        return "a change of something else"
    numbers = classify_numbers(text)
    if direction(text) is not None or any(item.role in ("quantity", "money", "price") for item in numbers):
        return "about the trade itself"
    if numbers and len(text.split()) < 2 * MIN_WORDS:
        return "the answer to another question"
    if _TO_THE_ASSISTANT.search(text):
        return "said to me, and not of the trade"
    bare = not re.search(r"[^\W\d_]{3,}", "".join(part for part in _outside(text)))
    return "the answer to another question" if bare or _REFUSES.match(text) else ""


def _outside(text: str) -> list[str]:
    """What is left of a text without its numbers and currencies."""
    spans = [(m.start, m.end) for m in find_currencies(text)] + [(n.start, n.end) for n in classify_numbers(text)]
    return [character for place, character in enumerate(text) if not any(a <= place < b for a, b in spans)]


def _span(text: str) -> tuple[int, int] | None:
    """Where the reason stands: from its first word to the end of the sentences that go on with it."""
    match = _BECAUSE.search(text)
    if match is None:
        return None
    start, end = match.start(), len(text)
    if not any(character.isalnum() for character in text[:start]) and (cut := _LEADING_END.search(text, match.end())):
        return start, cut.start()
    for sentence in _SENTENCE.finditer(text, start):
        if sentence.start() > start and _is_another_matter(sentence.group()):
            end = sentence.start()
            break
    inside, outside = text[start:end], text[:start] + text[end:]
    if direction(inside) is not None and direction(outside) is None:
        return None
    return start, min(end, _tail_of_facts(text, start, end))


def _is_another_matter(sentence: str) -> bool:
    """Whether a sentence goes on with facts: the compliance answers, an amount, a quantity."""
    flags = flag_answers(sentence)
    if flags.inside is not None or flags.related is not None:
        return True
    return any(item.role in ("quantity", "money", "price") for item in classify_numbers(sentence))


def _tail_of_facts(text: str, start: int, end: int) -> int:
    """A last part behind a comma that is only an amount or a compliance answer is no part of the reason."""
    for comma in reversed([match.start() for match in re.finditer(r",(?!\d)", text[:end]) if match.start() > start]):
        tail = text[comma + 1 : end]
        if len(tail.split()) > 8 or not _is_another_matter(tail):
            break
        end = comma
    return end
