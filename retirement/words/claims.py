"""Words before values: a fact stands in the person's own words, or it is none; the place is kept with it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import pairwise
from pathlib import Path

from chat.assistants import Said
from retirement.reading import (
    RELATION,
    Counted,
    ReadPassage,
    assertions,
    clauses_around,
    is_negation,
    kinds_in,
    measures,
    measures_in,
    passage,
    passages,
    scores_of,
)
from retirement.words.evidence import Support, denies, weigh
from retirement.words.numbers import Contradicted
from wording.answers import leading_answer
from wording.languages import Language, language_of
from wording.phrases import groups
from wording.quotes import NotInWords, Quote, find_quote
from wording.sentences import sentence_spans

_PATTERNS = groups(Path(__file__).parent / "patterns/claims.txt")

# An answer of more words is read by itself and not together with its question; one of few is never read without.
SHORT_ANSWER, BARE_ANSWER = 12, 5
# Sentences of one message that are read for a fact, and characters of one; more is a book.
MAX_SENTENCES, MAX_SENTENCE = 1_000, 3_000
_GOES_ON = re.compile(_PATTERNS["goes_on"], re.IGNORECASE)
_HOW_MANY = re.compile(r"\bhow many (years|months|weeks|days|hours)\b", re.IGNORECASE)
_YOU = {"you": "I", "your": "my", "yours": "mine", "you're": "I'm", "you've": "I've", "yourself": "myself"}
_YOURS = re.compile(r"\b(?:you're|you've|yourself|yours|your|you)\b", re.IGNORECASE)
# The languages in which an answer is told from an English one.
_TOLD_FROM_ENGLISH: tuple[Language, ...] = ("en", "es", "nl", "de", "fr")
_sentences = partial(sentence_spans, lines=True, talk=True)


@dataclass(frozen=True, slots=True)
class ProposedFact:
    """A fact that somebody proposes: its value, the words that it was read from, and its labels."""

    value: str
    words: str = ""
    labels: tuple[str, ...] = ()

    @property
    def label(self) -> str:
        """The fact type."""
        return self.labels[0] if self.labels else ""

    @property
    def about(self) -> frozenset[str]:
        """The people whom the labels name: "partner_age" is the partner's."""
        first = [re.split(r"[\W_]+", label.lower()) for label in self.labels]
        return frozenset(
            RELATION[names[0]] for names in first if names[0] in RELATION and (names[1:] or names == ["partner"])
        )


def place_of(claim: ProposedFact, spoken: Iterable[Said], question: Callable[[], str] = str) -> Quote:
    """The passage that a claim comes from, looked for from the newest message back.

    `question` gives what stood on the screen when the newest message came: a short answer is read together with it.
    Raises NotInWords where no passage carries the claim.
    """
    claimed = passage(claim.value.strip())
    refusals: list[Contradicted] = []
    messages: list[Said] = []
    for number, message in enumerate(spoken):
        messages.append(message)
        place = _place_in(claim, claimed, message, question if number == 0 else str, refusals)
        if place:
            return place
        worst = max((refusal.weight for refusal in refusals), default=0)
        if number == 0 and worst >= 5:
            break
    raise NotInWords(_refusal(claim, refusals, messages))


def sentence_around(text: str, start: int, end: int) -> tuple[int, int]:
    """The offsets of the sentences that hold `text[start:end]`."""
    spans = [span for span in _sentences(text) if span[1] > start and span[0] < max(end, start + 1)]
    return (min(start, spans[0][0]), max(end, spans[-1][1])) if spans else (start, end)


def forget_texts() -> None:
    """Give up the messages that were read. Whoever has recorded what a turn brought calls it."""
    for read in (measures.measures_in, assertions.read_sentence, passages.passage, kinds_in, scores_of):
        read.cache_clear()


def _place_in(
    claim: ProposedFact, claimed: ReadPassage, message: Said, question: Callable[[], str], refusals: list[Contradicted]
) -> Quote | None:
    """The place of a claim in one message; what speaks against it there is added to `refusals`."""
    quote = find_quote(claim.words, message.text, message.message_id) if claim.words else None
    if claim.words and quote is None:
        return None
    whole = message.text.strip()
    if whole and claim.value.strip() == whole:
        # All that the person wrote, as they wrote it, is theirs whatever it says.
        return message.whole()
    if not claimed.content and not claimed.numbers:
        return None
    for spoken in _passages(message.text, quote, question):
        try:
            support = weigh(claimed, spoken, claim.about, label=claim.label, quoted=quote is not None)
        except Contradicted as refusal:
            refusals.append(refusal)
            continue
        language = language_of(spoken.text, _TOLD_FROM_ENGLISH, unless="en")
        alike = _denies_alike(claimed, spoken)
        if quote and language not in ("en", "nl") and not alike:
            continue
        meant = alike and language != "en" and (quote or (claimed.numbers and support.marks))
        if support.is_enough(quote is not None) or meant:
            return quote or _span(claim.value, message, support)
    return None


def _passages(text: str, quote: Quote | None, question: Callable[[], str]) -> Iterator[ReadPassage]:
    """What may carry a claim: the sentences of the quote; else each, and each with the one that it goes on from."""
    spans = [(low, min(high, low + MAX_SENTENCE)) for low, high in _sentences(text)][:MAX_SENTENCES]
    few = len(text.split())
    if few <= BARE_ANSWER and (asked := question()):
        yield _answered(asked, text)
        return
    if quote:
        spans = [(low, high) for low, high in spans if low < quote.end and high > quote.start]
        low, high = spans[0][0], spans[-1][1]
        yield clauses_around(passage(text[low:high], low), quote.start - low, quote.end - low)
    else:
        for low, high in spans:
            yield passage(text[low:high], low)
        for before, after in pairwise(spans):
            if _GOES_ON.match(text, after[0]):
                yield passage(text[before[0] : after[1]], before[0])
    if BARE_ANSWER < few <= SHORT_ANSWER and (asked := question()):
        yield _answered(asked, text)


def _answered(question: str, text: str) -> ReadPassage:
    """A short answer with the question that it answers: "yes" says what was asked, "no" denies it."""
    asked = [question[low:high] for low, high in _sentences(question) if question[low:high].rstrip().endswith("?")]
    mine = _YOURS.sub(lambda pronoun: _YOU[pronoun[0].lower()], asked[-1] if asked else question).rstrip(" ?")
    answer, leading = passage(text), leading_answer(text)
    # "Yes" to "this or that?" does not say which.
    decides = leading is not None and not (leading.value and re.search(r"\bor\b", mine))
    denied = leading is None and assertions.denies_first(answer.tokens)
    sign = -1 if denied else 0 if leading is None or not decides else 1 if leading.value else -1
    before = passage(mine)
    owner = before.tokens[-1].owner if before.tokens else ""
    tokens = [replace(token, start=0, end=0, sign=sign * token.sign, mode=assertions.TOLD) for token in before.tokens]
    own = assertions.names_somebody(answer.tokens) or not owner
    numbers = [n if own else replace(n, owner=owner) for n in _with_units(mine, answer)]
    read = f"{text} : {mine}" if sign > 0 else text
    return ReadPassage(read, 0, (*tokens, *answer.tokens), tuple(numbers), leads=not (decides or denied))


def _with_units(question: str, answer: ReadPassage) -> Iterator[Counted]:
    unit, joined = _HOW_MANY.search(question), measures_in(f"{question}: 1")
    for counted in answer.numbers:
        measure = counted.measure
        if measure.kind == "bare" and unit:
            measure = replace(measure, kind=unit[1].lower())
        if not measure.period and measure.is_sum and joined:
            measure = replace(measure, period=joined[-1].period)
        yield replace(counted, measure=measure)


def _denies_alike(claimed: ReadPassage, spoken: ReadPassage) -> bool:
    """Whether words deny just as much as the value; of those of another language their meaning then is the model's.

    "Ma femme ne travaille pas": other languages may deny behind what they deny.
    """
    return denies(claimed) == (denies(spoken) or any(is_negation(token.word) for token in spoken.tokens))


def _span(value: str, message: Said, support: Support) -> Quote:
    """The value itself where it stands in the text, else from the first to the last word that both share."""
    if quote := find_quote(value.strip().rstrip("."), message.text, message.message_id):
        return quote
    marks = [mark for mark in support.marks if mark[1]]
    if not marks:
        return message.whole()
    return message.quote(min(low for low, _ in marks), max(high for _, high in marks))


def _refusal(claim: ProposedFact, refusals: Sequence[Contradicted], messages: Sequence[Said]) -> str:
    """What the person is told: the plainest reason, and the numbers that were said where one is missing."""
    if claim.words and not any(find_quote(claim.words, message.text) for message in messages):
        return f"You did not write {claim.words[:80]!r}."
    worst = max(refusals, key=lambda refusal: refusal.weight, default=None)
    if worst is None or (worst.weight < 2 and not measures_in(claim.value)):
        return f"You did not say {claim.value[:80]!r}."
    if worst.weight:
        return f"{worst}."
    stated = [m.number.text for message in messages[:4] for m in measures_in(message.text[:MAX_SENTENCE])][:8]
    listed = ", ".join(f'"{text[:40]}"' for text in stated) or "no number"
    return f"{worst}. Your words hold {listed}."
