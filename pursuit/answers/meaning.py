"""A question as statements are held against it: what it is about, the kind of answer it wants, what it counts. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

from pursuit.answers.kinds import NOTICE, PATTERNS, counted, is_time, kind_of
from pursuit.answers.periods import periods_in
from pursuit.words import (
    ASKABLE_WORD,
    ASKING,
    EMPTY,
    WORD,
    concepts,
    meanings,
    phrases,
    pieces_in,
    pieces_of,
    slip_of,
    subject_of,
)
from wording.lists import word_lists
from wording.stems import stem

# What a word of the question counts: any other 1, one that says little, one that no passage has, a name (and it must
# be there).
WEAK, UNKNOWN, NAME = 0.15, 0.35, 1.5
_NON = re.compile(r"\bnon\s+(?=[a-z])", re.I)
_BEGINNING = 5
_FILES = PATTERNS["files"]
# A question with no verb of its own.
_NO_DOING = re.compile(r"[^?]*\bhow (?:soon|fast|quickly|long) (?:for )?(?:an?|the)\b", re.I)
# So many characters may name whom a question is about, before a colon.
_LONGEST_NAME = 60
# So many things before a colon are a case, and no heading.
_A_CASE = 3
_BEFORE_NAMES = ("to", "in", "near", "at", "a", "an", "dr", "dr.", "mr", "mr.", "mrs", "mrs.", "ms", "ms.", "nurse")
_OF_THE_BODY = PATTERNS["of_the_body"]
_MEANS = re.compile(r"(?:mean|count|qualif|defin|understand|understood|consider)\w*", re.I)
_IDIOMS = re.compile(r"\s+(?:to begin with|to start with|in the first place|once they have everything)\b", re.I)
_AGAINST = PATTERNS["against"]
# Brackets name the last words before them once more.
_IN_BRACKETS, _GLOSSED = re.compile(r"\s*\(([^()?]{2,60})\)"), 2
_WORDS = {
    name: frozenset(map(stem, words)) for name, words in word_lists(Path(__file__).with_name("words.txt")).items()
}
# What is asked for and decided, each with times of its own: an appeal, a claim.
EVENTS = frozenset(f"#{event}" for event in word_lists(Path(__file__).with_name("words.txt"))["events"])
# So has an approval, which statements of other things speak of too.
DECIDED = EVENTS | {"#prior authorization"}
# Of these names a word alone says another thing: peer support is no peer to peer.
_WHOLE_NAMES = DECIDED | {"#peer to peer"}
# The concept that a question of this kind asks for, which is no part of its subject; and what is a part of none.
_ASKED = {
    "approval": "#prior authorization",
    "referral": "#referral",
    "cost": "#copay",
    "papers": "#paperwork",
    "time": "#expire",
}
# Kinds that are asked with no words of their own.
_WHOLE = frozenset({"other", "coverage", "permission", "reason"})
# Who asks for one of these names a thing, with an article or without.
_OF_A_THING = frozenset({"coverage", "approval", "referral", "cost", "limit", "number"})


@dataclass(frozen=True, slots=True)
class Term:
    """A word or a phrase of the question's subject. `focus` marks those of the thing that it is about."""

    text: str
    means: frozenset[str]
    weight: float
    pieces: tuple[frozenset[str], ...] = ()
    focus: bool = False

    def in_text(self, words: frozenset[str]) -> float:
        """1 where the text says it, the share of its pieces where it says some of them."""
        if self.means & words or not self.pieces:
            return float(bool(self.means & words))
        return sum(bool(piece & words) for piece in self.pieces) / len(self.pieces)


@dataclass(frozen=True, slots=True)
class QuestionMeaning:
    """A question as it is read: what it is about, which kind of answer it wants, what it counts, by which period.

    `asks_meaning`: what a word means is asked for.
    """

    text: str
    terms: tuple[Term, ...]
    kind: str
    noun: str
    means: frozenset[str]
    periods: frozenset[str]
    asks_meaning: bool = False


@lru_cache(512)
def read_question(text: str, context: str = "") -> QuestionMeaning:
    """What a question is about and what it wants. `text` is without payer, plan and state, and so is `context`.

    `context` is the message that it is from: what the question has at its end from another question of the message
    counts little beside what it names itself.
    """
    # Who fights a decision does not ask when it is taken.
    text, context = (_AGAINST.sub("appeal", _NON.sub("non-", _IDIOMS.sub("", words))) for words in (text, context))
    own, carried = _own_words(text, context)
    if carried and not _names_something(own):
        own, carried = text, ""
    text, given = _without_lead(own)
    text, given = (text, given) if given else _without_case(text)
    if given and not _names_something(text):
        # "If we order an MRI, is an authorization needed?" is of what its condition names.
        text, given = own, ""
    text, names = _without_brackets(text)
    asks_meaning = PATTERNS["asks_meaning"].search(text) is not None
    kind = "other" if asks_meaning else kind_of(_behind_name(text))
    kind = "time" if kind == "number" and is_time(counted(text)) and not periods_in(text) else kind
    kind = "time" if kind == "other" and counted(text) == NOTICE else kind
    beside = (
        replace(term, weight=UNKNOWN, focus=False)
        for term in _terms(f"{given} {carried} {' '.join(names.values())}", kind)
        if term.weight >= 1
    )
    terms = (*(_named_too(term, names) for term in _terms(text, kind)), *beside)
    if asks_meaning:
        terms = tuple(term for term in terms if not _MEANS.fullmatch(term.text))
    if context and not any(term.weight >= 1 for term in terms):
        # What says nothing of its own is about what the message is about.
        terms += tuple(term for term in _terms(subject_of(context), "other") if term.weight >= 1)
    if not any(term.weight >= 1 for term in terms):
        # "How much notice is needed": nothing but small words, which then count.
        terms = tuple(replace(term, weight=1.0) for term in terms)
    means = _means(text, carried, context, kind)
    return QuestionMeaning(text, terms, kind, counted(text), means, periods_in(text), asks_meaning)


def _means(text: str, carried: str, context: str, kind: str) -> frozenset[str]:
    """What a question says, with the doing and its event that the rest of its message says."""
    means = concepts(text) | concepts(carried) & DECIDED
    if kind == "time" and not _FILES.search(text) and _NO_DOING.match(text):
        # "And how soon a regular one?" asks for the same doing.
        means |= concepts(context) & {"#decision"}
    if "#decision" in means and not means & DECIDED and len(events := concepts(context) & DECIDED) == 1:
        # "Is an authorization needed, and how long does the decision take" asks of that decision.
        means |= events
    return means


def _without_brackets(text: str) -> tuple[str, dict[str, str]]:
    """A question without what stands in brackets, and that by the words before it: another name of theirs."""
    names = {" ".join(text[: match.start()].split()[-_GLOSSED:]): match[1] for match in _IN_BRACKETS.finditer(text)}
    return _IN_BRACKETS.sub("", text), names


def _named_too(term: Term, names: Mapping[str, str]) -> Term:
    """A term that brackets behind it name once more: "a deep cleaning (scaling)", "ED drugs (erectile dysfunction)"."""
    others = [words for before, words in names.items() if term.weight >= 1 and term.text in before]
    more = (other.means for words in others for other in _terms(words, "other") if other.weight >= 1)
    return replace(term, means=term.means.union(*more))


def _behind_name(text: str) -> str:
    """A question without the name that stands before it: "Harbor in Ohio: by when is it due?"."""
    name, colon, question = text.partition(":")
    return question if colon and "?" in question and "?" not in name and len(name) <= _LONGEST_NAME else text


def _names_something(text: str) -> bool:
    return any(term.weight >= 1 for term in _terms(text, kind_of(text)))


def _without_lead(text: str) -> tuple[str, str]:
    """A question without the condition that it begins with, or that somebody wants to know it; and the condition."""
    match = PATTERNS["leads"].match(text)
    return (text[match.end() :], match["given"] or "") if match else (text, "")


def _without_case(text: str) -> tuple[str, str]:
    """A question without the case of several things that is told before it: "pt at home on video, new: what POS"."""
    case, colon, question = text.partition(": ")
    things = sum(term.weight >= 1 for term in _terms(case, "other")) if colon and "?" not in case else 0
    return (question, case) if things >= _A_CASE else (text, "")


def _own_words(text: str, context: str) -> tuple[str, str]:
    """A part without what a plan has put at its end from another question of the message, and that."""
    message = " ".join(context.lower().split())
    for match in reversed(list(re.finditer(r"\s+for\s+", text))):
        tail = re.sub(
            r"(?:[\s?.!,]|\b(?:with|under|in|by|at|of|from|for)\b)+$", "", " ".join(text[match.end() :].split())
        )
        before = text[: match.start()].lower().split()[-1:]
        if (
            tail
            and tail.lower() in message
            and not any(f"{word} for {tail.lower()}" in message for word in (*before, "and", "or", "&"))
        ):
            return text[: match.start()] + "?", text[match.end() :]
    return text, ""


def _terms(text: str, kind: str) -> Iterator[Term]:
    about = subject_of(text, only_named=kind not in _OF_A_THING)
    place = text.find(about) if about else -1
    taken: list[tuple[int, int]] = []
    seen: set[frozenset[str]] = set()
    for start, end, named in phrases(text):
        taken.append((start, end))
        if _ASKED.get(kind) not in named:
            pieces = tuple(meanings(word) for word in WORD.findall(text[start:end]) if word.lower() not in ASKING)
            weight = WEAK if "#submit" in named else 1.0
            yield Term(text[start:end], named, weight, pieces, place <= start < place + len(about))
    for n, match in enumerate(WORD.finditer(text)):
        word, root = match[0], stem(match[0])
        if word.lower().replace("’", "'") in ASKING or any(a <= match.start() < b for a, b in taken):
            continue
        # Who orders it is who signs for it.
        means = _WORDS["acts"] if kind == "person" and root in _WORDS["acts"] else meanings(word)
        if (
            root in _WORDS["every"]
            or (kind not in _WHOLE and root in _WORDS["kinds"])
            or _ASKED.get(kind) in means
            or means in seen
        ):
            continue
        seen.add(means)
        short = word.isupper() and len(word) <= 5
        means |= {f"@{word.lower().rstrip('s')}"} if short and len(word) > 2 else set()
        weight = _weight(kind, word, root, text[: match.start()].split()[-1:] if n else ["to"])
        # What is asked for by its name must be there, too: a code is no coverage.
        is_named = kind == "other" and ASKABLE_WORD.fullmatch(word) is not None
        is_focus = weight >= 1 and (is_named or place <= match.start() < place + len(about))
        yield Term(word, means, weight, pieces_of(means) if short else (), is_focus)


def _weight(kind: str, word: str, root: str, before: list[str]) -> float:
    if kind == "person" and root in _WORDS["acts"]:
        # Who prescribes is not who is covered.
        return NAME
    if PATTERNS["code"].fullmatch(word):
        return 1.0
    if (root in EMPTY) or word[0].isdigit() or root in _WORDS["passing"]:
        return WEAK
    # After "to" and "in" a name is a place, after "Dr" somebody's.
    named = word[0].isupper() and word[1:].islower() and len(word) > 3 and before[0].lower() not in _BEFORE_NAMES
    return NAME if named else 1.0


def in_their_words(question: QuestionMeaning, words: frozenset[str]) -> QuestionMeaning:
    """The question for passages that say `words`: a word that none of them has counts less, save what it is about."""
    return replace(
        question,
        terms=tuple(_known(each, words) for term in question.terms for each in _split(term, words, question.kind)),
    )


def _split(term: Term, words: frozenset[str], kind: str) -> Iterator[Term]:
    """A name of several words that no passage has, as its words: of "meal delivery" they may have the meals."""
    if " " not in term.text or term.means & (words | _WHOLE_NAMES):
        yield term
        return
    for text, means in pieces_in(term.text):
        if text.lower() not in ASKING and _ASKED.get(kind) not in means:
            weight = term.weight if term.weight != 1 else _weight("other", text, stem(text), ["to"])
            yield Term(text, means, weight, focus=term.focus and weight >= 1)


def _known(term: Term, words: frozenset[str]) -> Term:
    """A term as passages say it: "neuropsych" is the beginning of a word of theirs."""
    if term.focus and not term.in_text(words) and _OF_THE_BODY.fullmatch(term.text):
        # A chest film is a film: no policy names every part of the body.
        return replace(term, weight=UNKNOWN, focus=False)
    if term.weight == UNKNOWN and not term.in_text(words):
        # Of what a question is asked beside counts what passages speak of.
        return replace(term, weight=WEAK)
    if term.weight != 1.0 or term.in_text(words):
        return term
    root = stem(term.text)
    if len(root) >= _BEGINNING and (longer := frozenset(word for word in words if word.startswith(root))):
        return replace(term, means=term.means | longer)
    if term.text.islower() and (slip := slip_of(term.text, words)) != term.text:
        return replace(term, means=term.means | {slip})
    return term if term.focus else replace(term, weight=UNKNOWN)
