"""Does a message ask about a policy, or is it talk: of the search, of the assistant, in another language? Pure.

A message becomes a part only where it asks something and says what about. Where that is not sure, nothing is kept.
"""

# A pattern that is broken over lines reads worse than a long one.
# ruff: noqa: E501

from __future__ import annotations

import re
from collections.abc import Iterable
from enum import StrEnum

from pursuit.answers import UNITS
from pursuit.questions.clauses import clauses
from pursuit.questions.parts import KINDS
from pursuit.words import ASKABLE, WEAK, asks_by_noun, is_talk, phrases, tells, trade_words
from wording.languages import LANGUAGES, Language, language_of
from wording.sentences import sentence_spans
from wording.stems import stem

_WORD = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")


class Asks(StrEnum):
    """What a message asks."""

    POLICY = "policy"  # Something that a policy may answer.
    UNSURE = "unsure"  # Perhaps: its words name nothing that is known of policies. A model may tell.
    TALK = "talk"  # Nothing of a policy: a complaint, small talk, "wait", a person.
    FOREIGN = "foreign"  # It is in another language.


# What somebody does who talks, searches and answers: an insurer covers, pays and requires.
_DOES = (
    r"(?:find|found|finding|search\w*|look(?:ed|ing)?|answer\w*|tell|told|telling|give|gave|giving|show\w*|help\w*|understand\w*|"
    r"understood|listen\w*|read|reading|hear|heard|know|knew|say|said|saying|explain\w*|repl\w+|respond\w*|talk\w*|ask\w*|miss(?:ed|ing)?|"
    r"forg[eo]t\w*|skip\w*|ignor\w*|stop\w*|stuck|try|tried|trying|work(?:ing)?|do|doing|done|mean|think|check(?:ed|ing)?|serious|"
    r"sure|kidding|joking|there|ready|broken|stupid|wrong|slow|so)"
)
_DECIDES = r"(?:cover|pay|require|approve|allow|accept|reimburse|deny|offer|credential|charge|include|exclude|limit)(?:s|ed|ing)?\b"
_NOT = r"(?:can'?t|cannot|couldn'?t|don'?t|didn'?t|won'?t|haven'?t|hadn'?t|aren'?t|isn'?t|weren'?t|wouldn'?t|doesn'?t)"
_OF_THE_SEARCH = re.compile(
    rf"\b(?:why|how come)\b[^?.!]{{0,30}}?\byou\b(?!(?:\s+[\w']+){{0,3}}?\s+{_DECIDES})|"
    rf"\b(?:{_NOT}|did|have|had|are|were|is|was)\s+(?:you|this|it)\s+(?:\w+\s+){{0,2}}?{_DOES}\b|"
    rf"\byou\s+(?:(?:still|just|already|really|even|never|always|keep|kept|only|are|were|have|had|did|{_NOT}|not|is)\s+)+(?:\w+\s+)?{_DOES}\b|"
    r"\b(?:i|we)\s+(?:have\s+|had\s+|'ve\s+)?(?:already\s+|just\s+)?(?:told|asked|said)\b|"
    r"\b(?:no|nobody|never|any)\b[^?.!,]{0,20}?\b(?:answers?|results?|news|luck|progress)\b|\byou\s+(?:found|missed|got|forgot|skipped)\b|"
    r"\b(?:isn't|wasn't|aren't|is)\s+there\s+(?:really\s+|still\s+)?nothing\b|\b(?:isn't|wasn't)\s+there\s+anything\b|"
    r"\b(?:repeat|explain|clarify|rephrase)\b[^?.!]{0,30}?\banswers?\b|"
    r"^\W*(?:(?:please|just|then|so)\s+)*(?:look|search|check|read|try)\s+(?:in|at|through|again|harder|there|elsewhere)\b|"
    rf"\b(?:takes?|taking)\b[^?.!]{{0,20}}?\b(?:long|forever|ages)\b[^?.!]{{0,10}}?\bto\s+{_DOES}\b",
    re.IGNORECASE,
)
_SOMEBODY = (
    r"(?:human|person|people|someone|somebody|anyone|anybody|agent|representative|rep|operator|supervisor|manager|advisor|adviser|"
    r"employee|colleague|staff|support|service)s?"
)
_FOR_A_PERSON = re.compile(
    rf"\b(?:talk|speak|chat|connect(?:ed)?|transfer(?:red)?|put\s+(?:me\s+)?through|escalate)\b[^?.!]{{0,20}}?\b(?:to|with)\s+(?:\w+\s+){{0,3}}?{_SOMEBODY}\b|"
    rf"\b(?:get|give|connect|transfer|put|need|want|is there|are there)\b[^?.!]{{0,12}}?\b(?:real\s+|live\s+|actual\s+)?(?:human|person|someone|somebody|anyone|anybody|operator|representative)\b(?!\s+(?:who|that|with|under|over))|"
    r"\b(?:real|live|actual)\s+(?:human|person|agent|people)\b|"
    r"\b(?:number|somebody|someone|anybody|anyone)\s+(?:that\s+)?(?:i|we)\s+can\s+(?:call|phone|ring|reach|contact)\b",
    re.IGNORECASE,
)
_WITHIN = re.compile(r"\b(?:if|whether|what|which|how|when|who|where)\b", re.IGNORECASE)
_ASKS = re.compile(
    r"\?|\b(?:what|what's|which|who|whom|whose|when|where|why|how|whether)\b|(?:^|[,;:+&(–-]\s*|\band\s+|\bbut\s+)(?:also |so |then |ok |okay |please )*"
    r"(?:is|are|was|were|do|does|did|can|could|will|would|should|has|have|may|must)\b|\b(?:needs?|wants?|tell (?:me|us)|find out|find|look up|"
    r"give me|show me|list|explain|check|let me know|i'd like|would like|looking for|wondering|wonder|question (?:about|on))\b",
    re.IGNORECASE,
)
_BEGINS_AS_ENGLISH = re.compile(
    r"^\W*(?:(?:and|also|but|so|then|ok|okay|please|hi|hello)\W+)*(?:what|what's|which|who|whom|whose|when|where|why|how|is|are|was|were|do|"
    r"does|did|can|could|will|would|should|has|have|may|must|tell|find|explain|show|give)\b",
    re.IGNORECASE,
)
# Without a word of policies, such a question is of the conversation, or of nothing that can be looked up.
_POINTING = re.compile(r"\b(?:you|your|yours|u|ya|this|that|it)\b", re.IGNORECASE)
_OWN = re.compile(r"\b(?:i|me|my|we|us|our)\b", re.IGNORECASE)
# Of whose hand or age the paper is that an answer was quoted from: "who wrote that policy?" asks nothing that stands in it.
_OF_THE_PAPER = re.compile(
    r"\W*(?:(?:and|but|so|ok|okay)\W+)?(?:who|whose|when|where|how\s+(?:old|new|recent))\b(?:\s+[\w'’]+){1,4}?\s+(?:this|that|these|those|your)\s+"
    r"(?:polic(?:y|ies)|documents?|sources?|pages?|papers?|answers?|quotes?|citations?|materials?|files?)\W*$",
    re.IGNORECASE,
)
_EXCLAIMS = re.compile(r"\W*what an?\s+(?:\w+\s*){1,4}(?:of\b.*)?[.!]*$", re.IGNORECASE)
# "Not my day" speaks of policies no more than "time" does.
_WEAK_STEMS = frozenset(stem(word) for word in (*WEAK, *UNITS.split("|")))
_ASKABLE = re.compile(rf"(?<![\w'-]){ASKABLE}(?![\w'-])", re.IGNORECASE)


def asks(text: str, named: Iterable[str] = ()) -> Asks:
    """What a message asks; `named` are the words in it that name a payer, a plan or a state."""
    words = tuple(named)
    if foreign_language(text):
        return Asks.FOREIGN
    own = [one for one in sentences_of(text) if not (is_of_the_search(one) or is_for_a_person(one))]
    kinds = [_asked(one, any(name in one for name in words)) for one in own]
    # "The claim was paid too late. Who do I write to?": what is told says what the question is about.
    about = any(says_of_policies(one) for one in own) and any(_ASKS.search(one) for one in own)
    if Asks.POLICY in kinds or (about and Asks.UNSURE in kinds):
        return Asks.POLICY
    return Asks.UNSURE if Asks.UNSURE in kinds else Asks.TALK


def without_talk(text: str) -> str:
    """The message without the sentences that only talk; what they tell of a case stays."""
    kept = [one for one in sentences_of(text) if not (is_of_the_search(one) or is_for_a_person(one))]
    return " ".join(kept) if 0 < len(kept) < len(sentences_of(text)) else text


def sentences_of(text: str) -> list[str]:
    """The sentences of a message that have a word in them."""
    spans = sentence_spans(text, lines=True, talk=True)
    return [text[start:end] for start, end in spans if _WORD.search(text, start, end)]


def _asked(sentence: str, names: bool) -> Asks:
    if _OF_THE_PAPER.match(sentence):
        return Asks.TALK
    form = bool(_ASKS.search(sentence)) and not _EXCLAIMS.match(sentence)
    if says_of_policies(sentence, alone=not form):
        asked = form or asks_by_noun(sentence) or not tells(sentence) or any(one.asks for one in clauses(sentence))
        return Asks.POLICY if asked else Asks.UNSURE
    if names:
        # A payer or a state by itself asks nothing; "what about Georgia?" does.
        return Asks.POLICY if form else Asks.UNSURE
    if not unknown_words(sentence):
        return Asks.TALK
    about = form and _BEGINS_AS_ENGLISH.search(sentence) and not _POINTING.search(sentence)
    own = bool(_OWN.search(sentence))
    # "How do I bake bread?" says what it is about; "why do I bother?" does not.
    return Asks.POLICY if about and (not own or len(unknown_words(sentence)) > 1) else Asks.UNSURE


def says_of_policies(text: str, *, alone: bool = False) -> bool:
    """Whether a text has a word of health plans: one of the trade, a thing that can be asked for, a code.

    `alone` says that the word has to do it by itself, where nothing asks.
    """
    words = [word for word in _WORD.findall(text) if not is_talk(word)]
    if alone or _POINTING.search(text):
        # "What's your phone number?" is asked of the assistant, "what's the phone number?" of a plan.
        words = [word for word in words if stem(word) not in _WEAK_STEMS]
    trade = trade_words()
    if any(stem(word) in trade for word in words) or any(
        not set(text[start:end].lower().split()) <= WEAK for start, end, _ in phrases(text)
    ):
        return True
    rest = " ".join(words)
    return bool(_ASKABLE.search(rest)) or any(pattern.search(rest) for _, pattern in KINDS)


def unknown_words(text: str) -> list[str]:
    """The words that are neither small nor of talk: what a text may be about."""
    return [word for word in _WORD.findall(text) if not is_talk(word) and not word.isdigit()]


def is_of_the_search(sentence: str) -> bool:
    """Whether a sentence is of what the assistant did or failed to do: "why can't you find the policy?"."""
    found = _OF_THE_SEARCH.search(sentence)
    if found is None:
        return False
    # "Can't you tell me what the copay is?" asks for the copay.
    within = _WITHIN.search(sentence, found.end())
    return not (within and says_of_policies(sentence[within.end() :]))


def is_for_a_person(sentence: str) -> bool:
    """Whether somebody wants to talk to a person."""
    return bool(_FOR_A_PERSON.search(sentence))


def foreign_language(text: str) -> Language | None:
    """The language of a text that is not in English: it has two more of that one's words than of English ones."""
    language = language_of(text, LANGUAGES, unless="en", lead=2)
    return None if language == "en" else language
