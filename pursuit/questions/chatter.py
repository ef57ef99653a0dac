"""Does a message ask about a policy, or is it talk: of the search, of the assistant, in another language? Pure.

A message becomes a part only where it asks something and says what about. Where that is not sure, nothing is kept.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from enum import StrEnum
from pathlib import Path

from pursuit.answers import UNITS
from pursuit.questions.clauses import clauses
from pursuit.questions.parts import KINDS
from pursuit.words import ASKABLE, WEAK, asks_by_noun, is_talk, phrases, tells, trade_words
from wording.languages import LANGUAGES, Language, language_of
from wording.phrases import groups
from wording.sentences import sentence_spans
from wording.stems import stem

_WORD = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")


class Asks(StrEnum):
    """What a message asks."""

    POLICY = "policy"  # Something that a policy may answer.
    UNSURE = "unsure"  # Perhaps: its words name nothing that is known of policies. A model may tell.
    TALK = "talk"  # Nothing of a policy: a complaint, small talk, "wait", a person.
    FOREIGN = "foreign"  # It is in another language.


_LISTS = groups(Path(__file__).with_name("chatter.txt"))
_OF_THE_SEARCH, _ASKS, _BEGINS_AS_ENGLISH, _OF_THE_PAPER = (
    re.compile(_LISTS[name], re.IGNORECASE) for name in ("of_the_search", "asks", "begins_as_english", "of_the_paper")
)
_WITHIN = re.compile(r"\b(?:if|whether|what|which|how|when|who|where)\b", re.IGNORECASE)
# Without a word of policies, such a question is of the conversation, or of nothing that can be looked up.
_POINTING = re.compile(r"\b(?:you|your|yours|u|ya|this|that|it)\b", re.IGNORECASE)
_OWN = re.compile(r"\b(?:i|me|my|we|us|our)\b", re.IGNORECASE)
_EXCLAIMS = re.compile(r"\W*what an?\s+(?:\w+\s*){1,4}(?:of\b.*)?[.!]*$", re.IGNORECASE)
# "Not my day" speaks of policies no more than "time" does.
_WEAK_STEMS = frozenset(stem(word) for word in (*WEAK, *UNITS.split("|")))
_ASKABLE = re.compile(rf"(?<![\w'-]){ASKABLE}(?![\w'-])", re.IGNORECASE)


def asks(text: str, named: Iterable[str] = ()) -> Asks:
    """What a message asks; `named` are the words in it that name a payer, a plan or a state."""
    words = tuple(named)
    if foreign_language(text):
        return Asks.FOREIGN
    own = _own_sentences(text)
    kinds = [_asked(sentence, any(name in sentence for name in words)) for sentence in own]
    # "The claim was paid too late. Who do I write to?": what is told says what the question is about.
    about = any(says_of_policies(sentence) for sentence in own) and any(_ASKS.search(sentence) for sentence in own)
    if Asks.POLICY in kinds or (about and Asks.UNSURE in kinds):
        return Asks.POLICY
    return Asks.UNSURE if Asks.UNSURE in kinds else Asks.TALK


def without_talk(text: str) -> str:
    """The message without the sentences that only talk; what they tell of a case stays."""
    own = _own_sentences(text)
    return " ".join(own) if 0 < len(own) < len(sentences_of(text)) else text


def _own_sentences(text: str) -> list[str]:
    """The sentences that are not of the search."""
    return [sentence for sentence in sentences_of(text) if not is_of_the_search(sentence)]


def sentences_of(text: str) -> list[str]:
    """The sentences of a message that have a word in them."""
    spans = sentence_spans(text, lines=True, talk=True)
    return [text[start:end] for start, end in spans if _WORD.search(text, start, end)]


def _asked(sentence: str, names: bool) -> Asks:
    if _OF_THE_PAPER.match(sentence):
        return Asks.TALK
    form = bool(_ASKS.search(sentence)) and not _EXCLAIMS.match(sentence)
    if says_of_policies(sentence, alone=not form):
        asked = (
            form or asks_by_noun(sentence) or not tells(sentence) or any(clause.asks for clause in clauses(sentence))
        )
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
    match = _OF_THE_SEARCH.search(sentence)
    if match is None:
        return False
    if not re.search(r"\b(?:you|i|we)\b", match[0], re.IGNORECASE) and says_of_policies(sentence[: match.start()]):
        # "When may a grievance be filed, and when is it answered?"
        return False
    # "Can't you tell me what the copay is?" asks for the copay.
    within = _WITHIN.search(sentence, match.end())
    return not (within and says_of_policies(sentence[within.end() :]))


def foreign_language(text: str) -> Language | None:
    """The language of a text that is not in English: it has two more of that one's words than of English ones."""
    language = language_of(text, LANGUAGES, unless="en", lead=2)
    return None if language == "en" else language
