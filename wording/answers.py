"""Judges short answers as a whole: yes or no, later, that is all, a choice from a list, stop. Never by a
substring; unsure is None.
"""

import re
from dataclasses import dataclass

from wording.amounts import ORDINALS, TEENS, UNITS, lower, plain, words
from wording.compliance import FlagAnswers, flag_answers
from wording.directions import DirectionMention, direction, negated
from wording.phrases import any_of, phrase_lists

__all__ = [
    "DirectionMention",
    "FlagAnswers",
    "LeadingAnswer",
    "choice",
    "direction",
    "flag_answers",
    "is_cancel",
    "leading_answer",
    "negated",
    "puts_off",
    "starts_over",
    "that_is_all",
    "yes_or_no",
]

_WORDS = re.compile(r"[^\W_]+(?:'[^\W_]+)*|[👍👎✅❌✔#?]|[^\w\s]")
_PHRASE_WORDS = 6
# Of two at one keyboard the one who speaks: "(Ann) yes".
_SPEAKER = re.compile(r"\s*\([^\W\d_]+\)(?=\s)")

_LISTS = phrase_lists("answers.txt")


def _phrases(name: str) -> frozenset[tuple[str, ...]]:
    return frozenset(tuple(phrase.split()) for phrase in _LISTS[name])


_YES_PHRASES, _NO_PHRASES = _phrases("yes"), _phrases("no")
_FILLER_PHRASES, _CANCEL_PHRASES = _phrases("filler"), _phrases("cancel")
_CANCEL_FILLER_PHRASES = _FILLER_PHRASES | _phrases("beside_cancel")
_LATER_PHRASES, _ALL_PHRASES = _phrases("later"), _phrases("all")
# What may stand beside them: "no, not yet", "yes, that's all for now".
_BESIDE_LATER = _FILLER_PHRASES | _NO_PHRASES | _phrases("beside_later")
_BESIDE_ALL = _FILLER_PHRASES | _YES_PHRASES | _phrases("beside_all")
_THANKS_PHRASES, _OKAY = _phrases("thanks"), (["k"], ["kk"])
# At the beginning of a longer answer only these are an answer; "right now" and "true value" are not.
_LEADING_YES, _LEADING_NO = _phrases("leading_yes"), _phrases("leading_no")
_LEADING_WITH_COMMA = _phrases("leading_with_comma")
_AFTER_LEADING = words(
    "i i'm i'd i've i'll it it's that that's this the we he she they you my its please thanks thank "
    "use make change in go just and but because to not sorry wait yes no actually both neither "
    "proceed set put"
)

# At the beginning of a message; what follows is said of the next matter.
_OPENING, _ASKING, _AGAIN = (any_of(_LISTS[f"start_over{name}"]) for name in ("_opening", "_asking", ""))
_FROM_THE_START = r"(?: (?:over )?from (?:scratch|the (?:beginning|start|top)))?(?: please| thanks| then| now)*"
_NEXT_MATTER = r"(?=\s*(?:$|[.,;:!?\n–—-]|(?:and|with|but|then|for)\b))"
_START_OVER = re.compile(
    rf"[\s,.!]*(?:(?:{_OPENING})[,.!]* )*(?:(?:{_ASKING}) )*(?:{_AGAIN}){_FROM_THE_START}{_NEXT_MATTER}"
)
_RANKS = {**ORDINALS, **UNITS, **TEENS}
_CHOICE_BEFORE = words(
    "the option number no nr choice item result answer i i'd i'll i'm want like would to take pick "
    "choose select go going with let's use it's it is that's please prefer yes ok okay think mean "
    "for my a"
) - {"a"}
_CHOICE_AFTER = words("one option choice item result please thanks thank you security stock share pls on the list")


@dataclass(frozen=True, slots=True)
class LeadingAnswer:
    """A yes or no at the beginning of a longer answer, with its span in the text."""

    value: bool
    start: int
    end: int


def _marked_words(text: str) -> list[tuple[str, int, int]]:
    """The words and marks of a text with their spans, in lower case."""
    speaker = _SPEAKER.match(text)
    return [
        (m.group(), m.start(), m.end()) for m in _WORDS.finditer(lower(plain(text)), speaker.end() if speaker else 0)
    ]


def _spoken(text: str) -> list[str]:
    """The words of a text without punctuation; a question mark stays, because a question is no answer."""
    return [word for word, _, _ in _marked_words(text) if word[0].isalnum() or word in "👍👎✅❌✔#?"]


def _match(words: list[str], index: int, phrases: frozenset[tuple[str, ...]]) -> int:
    """The length of the longest phrase of the table that begins at `index`; 0 when none does."""
    longest = min(_PHRASE_WORDS, len(words) - index)
    return next((n for n in range(longest, 0, -1) if tuple(words[index : index + n]) in phrases), 0)


def yes_or_no(text: str) -> bool | None:
    """True or False when the whole utterance says yes or no; None for anything else, mixed or asked.

    "Yes, that's right" is True, "no thanks" False; "yes but no", "not sure" and "yes?" are None.
    """
    words = _spoken(text[:400])
    if len(text) > 400 or len(words) > 12:
        return None
    if _ends_the_talk(words):
        return None
    answers: set[bool] = set()
    index = 0
    while index < len(words):
        yes, no = _match(words, index, _YES_PHRASES), _match(words, index, _NO_PHRASES)
        filler = _match(words, index, _FILLER_PHRASES)
        length = max(yes, no, filler)
        if not length:
            return None
        if yes == length or no == length:
            answers.add(yes == length)
        index += length
    return answers.pop() if len(answers) == 1 else None


def _ends_the_talk(words: list[str]) -> bool:
    """Whether a "k" only goes with thanks: "k ty" is the end of a talk and confirms nothing."""
    return words[:1] in _OKAY and len(words) > 1 and _is_made_of(words[1:], _THANKS_PHRASES, frozenset())


def leading_answer(text: str) -> LeadingAnswer | None:
    """A yes or no that begins a longer answer ("yes, USD"), or is all of it; None when what follows takes it back.

    "No inside information" does not begin with an answer: its "no" belongs to the noun.
    """
    marked = _marked_words(text[:2000])
    words = [word for word, _, _ in marked]
    yes, no = _match(words, 0, _LEADING_YES), _match(words, 0, _LEADING_NO)
    comma = _match(words, 0, _LEADING_WITH_COMMA)
    length = max(yes, no, comma)
    if not length or (length > 1 and any(not word[0].isalnum() for word in words[:length])):
        whole = yes_or_no(text)
        return None if whole is None or not marked else LeadingAnswer(whole, marked[0][1], marked[-1][2])
    following = words[length] if length < len(words) else ""
    stopped = not following or following in {",", ".", "!", ";", ":", "-", "–", "—"}
    if not stopped and (comma == length or (no == length and following not in _AFTER_LEADING)):
        return None
    value = yes == length or comma == length
    if _taken_back(words[length:], value) or (not stopped and "?" in words):
        return None
    return LeadingAnswer(value, marked[0][1], marked[length - 1][2])


def _taken_back(rest: list[str], value: bool) -> bool:
    """Whether the words after an answer contradict or doubt it at once: "yes but no", "yes... no", "no, maybe"."""
    spoken = [word for word in rest if word[0].isalnum() and word not in {"but", "well", "or", "and", "wait", "sorry"}][
        :3
    ]
    opposite = _NO_PHRASES if value else _YES_PHRASES
    strong = {("no",), ("nope",), ("yes",), ("yeah",), ("yep",), ("not",)}
    doubtful = spoken[:1] in (["maybe"], ["perhaps"], ["not"]) and value
    asked = rest[:1] == ["?"]
    return bool(spoken and (spoken[0],) in opposite & strong) or doubtful or asked


def choice(text: str, n: int) -> int | None:
    """The index (0-based) that a whole utterance chooses from a list of `n`: "2", "#2", "the last one",
    "second please".
    """
    words = [word for word in _spoken(text[:200]) if word != "#"]
    while words and words[0] in _CHOICE_BEFORE:
        words.pop(0)
    while len(words) > 1 and words[-1] in _CHOICE_AFTER:
        words.pop()
    if len(text) > 200 or len(words) != 1:
        return None
    index = _index_of(words[0], n)
    # "It is the one" and "this one" point at nothing.
    pointing = words == ["one"] and "the" in _spoken(text)
    return index if index is not None and 0 <= index < n and not pointing else None


def _index_of(word: str, n: int) -> int | None:
    if word == "last":
        return n - 1
    if word in {"former", "latter"}:
        return ("former", "latter").index(word) if n == 2 else None
    if word in _RANKS:
        return _RANKS[word] - 1
    digits = re.fullmatch(r"(\d{1,3})(?:st|nd|rd|th)?", word)
    return int(digits[1]) - 1 if digits else None


def starts_over(text: str) -> int:
    """Where the words end by which a message begins again: "start over", "forget all that, I …". 0 when it does not."""
    match = _START_OVER.match(lower(plain(text[:400])))
    return match.end() if match else 0


def is_cancel(text: str) -> bool:
    """Whether the whole utterance calls the matter off: "stop", "never mind", "cancel it please". "Don't
    cancel" is False.
    """
    # "Can you stop?" orders.
    words = [word for word in _spoken(text[:200]) if word != "?"]
    return len(text) <= 200 and _is_made_of(words, _CANCEL_PHRASES, _CANCEL_FILLER_PHRASES)


def puts_off(text: str) -> bool:
    """Whether the whole utterance puts an answer off: "not yet", "wait, please". It says neither yes nor no."""
    return len(text) <= 200 and _is_made_of(_spoken(text), _LATER_PHRASES, _BESIDE_LATER)


def that_is_all(text: str) -> bool:
    """Whether the whole utterance says that there is nothing more: "no, that's all", "nothing else for now"."""
    return len(text) <= 200 and _is_made_of(_spoken(text), _ALL_PHRASES, _BESIDE_ALL)


def _is_made_of(words: list[str], phrases: frozenset[tuple[str, ...]], beside: frozenset[tuple[str, ...]]) -> bool:
    """Whether an utterance is made of these phrases, at least one, and of what may stand beside them."""
    index, spoken = 0, False
    while index < len(words):
        phrase, other = _match(words, index, phrases), _match(words, index, beside)
        if not phrase and not other:
            return False
        spoken = spoken or bool(phrase)
        index += max(phrase, other)
    return spoken
