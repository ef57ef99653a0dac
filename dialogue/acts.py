"""What each clause of a message does. Certain forms are rules; the rest is told by a model of example sentences."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache

from dialogue import clauses, forms
from dialogue.others import is_of_others
from dialogue.weights import learnt
from wording.answers import leading_answer
from wording.languages import LANGUAGES, language_of


class Act(StrEnum):
    """What a clause does. The values are the names in brackets of the example files."""

    YES = "yes"
    NO = "no"
    # "I don't know", "I would have to look that up".
    UNSURE = "unsure"
    # States facts, decides, answers in the words of the domain.
    CONTENT = "content"
    # Asks about the domain or supposes something: "does Cigna cover this?", "what if I retired at 62?"
    QUESTION = "question"
    # Corrects something said before, and says what instead.
    CHANGE = "change"
    # What a word means, why it is asked, how long it takes, what follows, who sees it, what one can do.
    HELP = "help"
    # Ask for the record: what there is, what is still missing.
    SUMMARY = "summary"
    LEFT = "left"
    # Steer.
    UNDO = "undo"
    RESTART = "restart"
    CANCEL = "cancel"
    NEXT = "next"
    BACK = "back"
    # Asks the assistant to do a person's act: submit, approve, send.
    ACT_FOR_ME = "act_for_me"
    HUMAN = "human"
    # Talk.
    END = "end"
    THANKS = "thanks"
    GREET = "greet"
    COMPLAIN = "complain"
    CHAT = "chat"
    # Tells of somebody else, in passing.
    ASIDE = "aside"
    WAIT = "wait"
    # Neither English nor Dutch.
    OTHER_LANGUAGE = "other_language"
    UNKNOWN = "unknown"


# Facts, questions about the domain, corrections and answers: these the reader of the assistant's domain has.
OF_THE_DOMAIN = frozenset({Act.CONTENT, Act.QUESTION, Act.CHANGE, Act.YES, Act.NO, Act.UNSURE, Act.UNKNOWN})
# A margin below this is not sure: such a clause is left to the reader of the domain.
SURE = 0.06
# What may open a correction, when it is this short: "oops", "no, sorry", "wait".
_OPEN_A_CHANGE, _OPENING_CHARS = frozenset({Act.NO, Act.UNDO, Act.WAIT, Act.YES}), 20
# Two halves of a clause are two deeds when both margins are at least this.
_SURE_APART = 0.4
# Talk that is told by less than this is none where something else is said beside it.
_DOUBTFUL = 0.15
# A message of more clauses is read to here; what follows is not understood.
MOST_CLAUSES = 60
_FOREIGN = tuple(language for language in LANGUAGES if language not in ("en", "nl"))
# What so many messages do, of at most so many characters each, is remembered: several readers of a turn ask for it.
_MOST_KEPT, _KEPT_CHARS = 512, 2_000
# So many letters tell the script; letters after this one are of another than the Latin.
_LETTERS, _LATIN = 2_000, "\u024f"


@dataclass(frozen=True, slots=True)
class Deed:
    """What `message[start:end]` does. `margin` is how far the model prefers it to the next act; 1.0 for a rule."""

    act: Act
    start: int
    end: int
    margin: float = 1.0

    @property
    def is_sure(self) -> bool:
        return self.margin >= SURE

    @property
    def is_stray(self) -> bool:
        """Whether it is surely of no assistant's domain."""
        return self.is_sure and self.act not in OF_THE_DOMAIN


def deeds_in(message: str, screen: str = "") -> list[Deed]:
    """What the clauses of a message do, in their order. Clauses that do the same after one another are one deed.

    `screen` is the kind of the open question: "yes_no", or "".
    """
    read = _remembered if len(message) <= _KEPT_CHARS else _deeds_in
    return list(read(message, screen))


def _deeds_in(message: str, screen: str) -> Sequence[Deed]:
    if (form := forms.whole(message)) is not None:
        return [Deed(Act(form), 0, len(message))]
    if _is_foreign(message):
        return [Deed(Act.OTHER_LANGUAGE, 0, len(message))]
    deeds: list[Deed] = []
    for number, (start, end) in enumerate(clauses.spans(message)):
        if number >= MOST_CLAUSES:
            deeds.append(Deed(Act.UNKNOWN, start, len(message)))
            break
        if is_of_others(message[start:end], goes_on=bool(deeds) and deeds[-1].act is Act.ASIDE):
            parts: Iterable[Deed] = [Deed(Act.ASIDE, start, end)]
        else:
            parts = _parts(message, start, end, screen)
        for deed in parts:
            if deeds and _corrects(message, deeds[-1], deed):
                before = deeds.pop()
                # What is corrected stands in its own sentence.
                begins = clauses.sentence_start(message, before.start, deed.start)
                deeds += [replace(before, end=begins)] if begins > before.start else []
                deed = Deed(Act.CHANGE, begins, deed.end, deed.margin)
            elif deeds and _adds(message, deeds[-1], deed):
                deed = replace(deeds.pop(), end=deed.end)
            elif deeds and _goes_on(deeds[-1], deed):
                deed = Deed(deed.act, deeds[-1].start, deed.end, max(deed.margin, deeds[-1].margin))
                deeds.pop()
            deeds.append(deed)
    return _without_doubtful(message, _plain_only(deeds))


_remembered = lru_cache(_MOST_KEPT)(_deeds_in)


def _plain_only(deeds: list[Deed]) -> list[Deed]:
    """The deeds, where what would take everything away beside surer content is content: "…, to start his savings"."""
    sure = max((deed.margin for deed in deeds if deed.act is Act.CONTENT), default=0.0)
    return [
        replace(deed, act=Act.CONTENT) if deed.act in (Act.RESTART, Act.CANCEL) and deed.margin < min(sure, 1) else deed
        for deed in deeds
    ]


def _without_doubtful(message: str, deeds: list[Deed]) -> list[Deed]:
    """The deeds without the doubtful talk beside others: its words belong to the deed before it, or after it.

    What asks behind thanks or a greeting goes on with neither.
    """
    kept: list[Deed] = []
    for deed in deeds:
        doubtful = deed.margin < _DOUBTFUL and deed.act not in OF_THE_DOMAIN
        if doubtful and kept and kept[-1].act is Act.UNDO and kept[-1].margin == 1.0:
            # "Undo that. Staying here in Dayton" tells how it is instead.
            deed, doubtful = replace(deed, act=Act.CONTENT), False
        if kept and Act.ASIDE in (deed.act, kept[-1].act):
            # What is told of another takes in nothing else.
            kept.append(deed)
        elif (
            doubtful
            and kept
            and not (kept[-1].act in (Act.THANKS, Act.GREET) and clauses.is_asked(message[deed.start : deed.end]))
        ):
            kept[-1] = replace(kept[-1], end=deed.end)
        elif kept and kept[-1].margin < _DOUBTFUL and kept[-1].act not in OF_THE_DOMAIN:
            kept[-1] = replace(deed, start=kept[-1].start)
        else:
            kept.append(deed)
    return kept


def without(message: str, deeds: Sequence[Deed]) -> str:
    """The message without these of its deeds, which stand in their order, and without blanks and commas around it.

    Where but the word is left by which somebody is spoken to, nothing is: "couldn't tell you, son".
    """
    for deed in reversed(deeds):
        message = f"{message[: deed.start]}{message[deed.end :]}"
    return "" if deeds and clauses.is_address(message) else message.strip(" ,;")


def _goes_on(deed: Deed, following: Deed) -> bool:
    """Whether two deeds are one: the same act, or a "no, sorry" with the correction that it opens."""
    opens = deed.act in _OPEN_A_CHANGE and following.act is Act.CHANGE and deed.end - deed.start <= _OPENING_CHARS
    # Who plainly takes something back, takes it back: "undo that, 600 was right".
    opens = opens and not (deed.act is Act.UNDO and deed.margin == 1.0)
    return opens or deed.act is following.act


def _corrects(message: str, deed: Deed, following: Deed) -> bool:
    """Whether two deeds of a sentence are one correction: "I said 64 but it will be 66"."""
    together = {deed.act, following.act} == {Act.CHANGE, Act.CONTENT}
    # "Not ING, it's KBC".
    denies = (deed.act, following.act) == (Act.NO, Act.CONTENT) and clauses.names_other(message[deed.start : deed.end])
    return (together or denies) and not clauses.ends_sentence(message[deed.end - 1 : following.start])


def _adds(message: str, deed: Deed, following: Deed) -> bool:
    """Whether a clause only adds to the one before it in its sentence: "…, not DEGIRO", "hang on, doorbell"."""
    if clauses.ends_sentence(message[deed.end - 1 : following.start]):
        return False
    if deed.act in (Act.CONTENT, Act.CHANGE):
        return following.act is Act.NO and clauses.names_other(message[following.start : following.end])
    return deed.act is Act.WAIT and following.act is Act.UNKNOWN


def _parts(message: str, start: int, end: int, screen: str) -> Iterator[Deed]:
    """The deeds of a clause: two where a comma or an "and" stands between words that surely do different things.

    What follows a greeting, or a yes or no to the open question, is read by itself.
    """
    if steering := clauses.steering(message, start, end):
        begins, ends = steering
        if _trimmed(message, start, begins) < begins:
            yield _deed(message, start, begins, screen)
        yield Deed(Act(forms.steers(message[begins:ends]) or Act.UNKNOWN), begins, ends)
        rest = _trimmed(message, ends, end)
        if rest < end and not clauses.is_polite(message[rest:end]):
            yield from _parts(message, rest, end, screen)
        return
    for opening in _openings(message, start, end, screen):
        rest = _trimmed(message, opening.end, end)
        beside = _deed(message, rest, end, "") if rest < end else opening
        if opening.act is Act.NO and beside.act is Act.END and beside.is_sure:
            # "No, is enough for today" answers nothing.
            yield replace(beside, start=start)
            return
        if opening.act is not Act.GREET and beside.act is Act.HELP and not clauses.is_asked(message[rest:end]):
            # "No, only what everyone can read" asks for nothing.
            yield opening
            yield replace(beside, act=Act.CONTENT)
            return
        if rest < end and beside.act not in (Act.YES, Act.NO, Act.UNKNOWN, opening.act):
            yield opening
            yield from _parts(message, rest, end, "")
            return
    whole = _deed(message, start, end, screen)
    for left, right in clauses.joints(message, start, end):
        first, second = _deed(message, start, left, screen), _deed(message, right, end, screen)
        if _are_two(first, second, message[right:end], whole):
            yield first
            yield from _parts(message, right, end, screen)
            return
    yield whole


def _are_two(first: Deed, second: Deed, rest: str, whole: Deed) -> bool:
    """Whether what stands on both sides of a comma or an "and" is two deeds; `rest` are the words of the second."""
    sigh = second.act in (Act.CHAT, Act.COMPLAIN) and first.act not in OF_THE_DOMAIN
    # "Nope, the mailbox only brings me flyers"; "no, but first make it 90" is a correction.
    refuses = first.act is Act.NO and first.margin > 1 and whole.act is not Act.CHANGE and len(rest.split()) > 2
    # A certain form stands for itself: "hello, I want to …", "no, and thanks".
    is_apart = refuses or first.margin == 1.0 or min(first.margin, second.margin) >= _SURE_APART
    # "Flesh and blood", "a brother and sister".
    is_word = second.act is Act.CONTENT and second.margin < 1.0 and rest.strip(" .!?").isalpha()
    return first.act is not second.act and is_apart and not sigh and not is_word


def _openings(message: str, start: int, end: int, screen: str) -> Iterator[Deed]:
    """A greeting that opens a clause, or the answer to a yes or no question."""
    if greeting := clauses.greeting(message, start, end):
        yield Deed(Act.GREET, start, greeting)
    elif screen == "yes_no" and (answer := leading_answer(message[start:end])) and answer.end < end - start:
        yield Deed(Act.YES if answer.value else Act.NO, start, start + answer.end)


def _trimmed(message: str, start: int, end: int) -> int:
    """Where the words after a place begin, `end` when there are none."""
    while start < end and not message[start].isalnum():
        start += 1
    return start


def _deed(message: str, start: int, end: int, screen: str) -> Deed:
    clause = message[start:end]
    if (form := forms.clause(clause)) is not None:
        return Deed(Act(form), start, end)
    if clauses.lacks_word(clause):
        return Deed(Act.HELP, start, end)
    name, margin = learnt().tell(clause, screen)
    if (name == Act.CONTENT and clauses.is_asked(clause)) or (name == Act.LEFT and clauses.asks_remainder(clause)):
        name = Act.QUESTION
    elif name == Act.UNDO and clauses.is_decided(clause):
        name = Act.CONTENT
    elif name in (Act.YES, Act.NO) and not learnt().knows_any(clause):
        # "Doorbell" is like no word of a yes.
        name = Act.UNKNOWN
    return Deed(Act(name), start, end, margin)


def _is_foreign(message: str) -> bool:
    """Whether a message is plainly neither English nor Dutch: by its letters, or by two words of another language."""
    letters = [character for character in message[:_LETTERS] if character.isalpha()]
    if letters and sum(character > _LATIN for character in letters) > len(letters) / 2:
        return True
    return any(language_of(message, ("en", "nl", other), lead=2) == other for other in _FOREIGN)
