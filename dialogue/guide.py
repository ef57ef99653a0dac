"""The conversation with no model where it is the same in every assistant: what each act is answered."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path

from dialogue.acts import Act, Deed, deeds_in, without
from dialogue.clauses import is_asked, word_asked
from dialogue.help import ENOUGH, LITTLE, Help, pieces, read_help

# After these the open question is not asked again in the same breath.
_NO_QUESTION = frozenset({Act.WAIT, Act.END, Act.CANCEL})
# Acts to which a message that does something else besides is answered too; greetings and sighs are passed over then.
_BESIDE = frozenset({Act.HELP, Act.HUMAN, Act.ACT_FOR_ME, Act.SUMMARY, Act.LEFT})
_ASKING = frozenset({Act.HELP, Act.QUESTION, Act.UNKNOWN})
_SMALL_TALK = frozenset({Act.CHAT, Act.ASIDE})
# Three of four messages that are of no domain are told with this margin, and hardly one that is.
_CERTAIN = 0.4
# Whom to ask where nobody is named.
NOBODY_NAMED = {"en": "whoever runs this site", "nl": "wie deze site beheert"}
# What was said within so many replies is not said again in the same words.
_LATELY = 4
# At most so many acts of a message are answered.
_MOST_ANSWERED = 3
# A question of at most so many words, such as "why is that?", is about the open question when no help has an answer.
_ABOUT_IT_WORDS = 6
_POINTS_BACK = re.compile(r"\b(?:that|it|this|those|these|dat|het|die)\W*$", re.IGNORECASE)
# "What is that?" asks of what was said beside it; "until what age is that?" asks of itself.
_ASKS_WHAT = re.compile(r"\W*(?:(?:but|and|so|maar|en) )?(?:what|wat|how so|hoezo)\b", re.IGNORECASE)
_ASKS_WHY = re.compile(r"\W*(?:(?:but|and|so|maar|en) )?(?:why|waarom|hoezo|what for|how come)\b", re.IGNORECASE)
# A why with nothing but these names no subject that a help could have, so it is of the open question.
_OF_NO_SUBJECT = frozenset(
    re.findall(
        r"\w+",
        "why how come what for but and so do you would are is ask asking need want to know that this it "
        "waarom hoezo maar en wil vraag vraagt moet u je jij weten dat dit",
    )
)


@dataclass(frozen=True)
class Talk:
    """What an assistant tells the guide, in the language that it speaks (`language` is en or nl).

    `question` is the open question ("" where none is), `again` the same put differently with examples or choices,
    `why` what it means and why it is asked, `screen` its kind ("yes_no" or ""). `summary` and `left` tell the record
    and what is missing. `about` says in a sentence what the assistant is for, `button` where a person submits or
    sends, `contact` whom to ask, `reads` the languages that it reads. `before` are its last replies, the newest last.
    Acts of `own` are left to the assistant's reader, beside those of the domain. `passing` says that its reader is sure
    that the message tells nothing of the domain.
    """

    help: Help
    about: str
    question: str = ""
    again: str = ""
    why: str = ""
    screen: str = ""
    summary: str = ""
    left: str = ""
    button: str = ""
    contact: str = ""
    reads: str = "English"
    language: str = "en"
    before: Sequence[str] = ()
    own: frozenset[Act] = frozenset()
    passing: bool = False


@dataclass(frozen=True)
class Heard:
    """A message as the guide heard it: what its clauses do, and either the whole `reply`, or the parts for the reader.

    `aside` answers what the message asks beside what it says, `rest` is the message without that. A reply that is not
    `certain` is for where the assistant's reader reads nothing of its domain.
    """

    deeds: Sequence[Deed]
    reply: str = ""
    aside: str = ""
    rest: str = ""
    certain: bool = True

    @property
    def acts(self) -> frozenset[Act]:
        """What the message does, in no order."""
        return frozenset(deed.act for deed in self.deeds)


def hear(message: str, talk: Talk, deeds: Sequence[Deed] | None = None) -> Heard:
    """What a message does, and what the guide says to it where it is not for the reader of the domain.

    `deeds` are those of the message, where they were read before.
    """
    deeds = deeds_in(message, talk.screen) if deeds is None else deeds
    strays = _strays(deeds, talk.own)
    reply = _reply(message, strays, talk) if strays and len(strays) == len(deeds) else ""
    if reply:
        # Of a message that is all talk, what is not certainly so is shown to the reader first.
        strays = [deed for deed in strays if deed.margin >= _CERTAIN]
    if reply and len(strays) == len(deeds):
        return Heard(deeds, reply=reply)
    beside = [deed for deed in strays if deed.act in _BESIDE]
    aside = " ".join(_sentences(message, beside, talk, beside=True))
    return Heard(deeds, reply=reply, aside=aside, rest=without(message, strays), certain=False)


def not_understood(message: str, talk: Talk) -> str:
    """What is said to words that nothing was read from: the second time in a row with examples, then with a way out.

    What has an answer in the help gets that, and what is said in passing is answered as talk.
    """
    # Who asks nothing is not answered by the help, though a question of it may have the words.
    if is_asked(message) or _ASKING & {deed.act for deed in deeds_in(message, talk.screen)}:
        own = talk.help.find(message)
        if answer := own.text if own else _common_answer(message, talk):
            return f"{answer} {_phrase('question', talk) if talk.question else ''}".strip()
    elif talk.passing:
        return f"{_phrase('chat', talk)} {_phrase('question', talk) if talk.question else ''}".strip()
    strikes = _strikes(talk)
    phrases = _phrases(talk.language)["unknown"]
    sentence = _filled(phrases[min(strikes, len(phrases) - 1)], talk)
    if strikes >= len(phrases):
        # Never the same sentence twice.
        sentence = _phrase("unknown", talk)
    question = talk.again or talk.question if strikes else talk.question
    return f"{sentence} {question}".strip()


def otherwise(reply: str, talk: Talk) -> str:
    """A reply that was the last one too, put differently: the open question with its examples or choices."""
    put = reply.replace(talk.question, talk.again) if talk.question and talk.again else reply
    return f"{_phrase('same', talk)} {put}"


def _strays(deeds: Iterable[Deed], own: frozenset[Act]) -> list[Deed]:
    """The deeds that the guide answers: surely not of the domain, and no act of `own`."""
    return [deed for deed in deeds if deed.is_stray and deed.act not in own]


def _reply(message: str, deeds: Sequence[Deed], talk: Talk) -> str:
    """One sentence to each act, in their order, then the open question in the words it was not just put in."""
    sentences = _sentences(message, deeds, talk)
    if talk.question and not {deed.act for deed in deeds} & _NO_QUESTION:
        sentences.append(_phrase("question", talk))
    return ("\n\n" if any("\n" in sentence for sentence in sentences) else " ").join(sentences)


def _sentences(message: str, deeds: Sequence[Deed], talk: Talk, *, beside: bool = False) -> list[str]:
    if any(deed.act in _BESIDE for deed in deeds):
        # Who asks something is answered that.
        deeds = [deed for deed in deeds if deed.act not in _SMALL_TALK]
    answers = []
    for deed in deeds[:_MOST_ANSWERED]:
        words = message[deed.start : deed.end]
        is_beside = beside and deed.act is Act.HELP
        answers.append(_helped_beside(words, talk, message) if is_beside else _sentence(words, deed.act, talk, message))
    return list(dict.fromkeys(sentence for sentence in answers if sentence))


def _sentence(words: str, act: Act, talk: Talk, message: str) -> str:
    if act is Act.HELP:
        return _helped(words, talk, message)
    if act is Act.SUMMARY:
        return talk.summary or _phrase("empty_summary", talk)
    if act is Act.LEFT:
        return talk.left or ("" if talk.question else _phrase("nothing_left", talk))
    return _phrase(act.value, talk)


def _helped(words: str, talk: Talk, message: str) -> str:
    """The answer to a question that is all of a message, though it be only near."""
    if answer := _surely_helped(words, talk, message):
        return answer
    asked = word_asked(words)
    nearly = talk.help.find(words, LITTLE)
    if nearly and (not asked or asked in set().union(*map(pieces, nearly.ways))):
        return nearly.text
    if asked:
        # What no help explains is of no other matter either.
        return _phrase("no_help", talk)
    is_short = len(words.split()) <= _ABOUT_IT_WORDS
    return _common_answer(words, talk, LITTLE) or (talk.why if is_short else "") or _phrase("no_help", talk)


def _helped_beside(words: str, talk: Talk, message: str) -> str:
    """The answer to a question beside something else: a sure one, or that there is none to what plainly asks."""
    return _surely_helped(words, talk, message) or (_phrase("no_help", talk) if is_asked(words) else "")


def _surely_helped(words: str, talk: Talk, message: str) -> str:
    """The answer that surely is one; "what is that?" may ask of what the message spoke of before."""
    asks_why = talk.why and _ASKS_WHY.match(words)
    if asks_why and _OF_NO_SUBJECT.issuperset(re.findall(r"[^\W\d_]+", words.lower())):
        return talk.why
    points_back = _POINTS_BACK.search(words) and _ASKS_WHAT.match(words)
    if answer := talk.help.find(words) or (talk.help.find(message) if points_back else None):
        return answer.text
    if asks_why and len(words.split()) <= _ABOUT_IT_WORDS:
        return talk.why
    return _common_answer(words, talk)


def _common_answer(words: str, talk: Talk, least: float = ENOUGH) -> str:
    """What is answered to that by any assistant; "" where nothing is."""
    answer = _common_help(talk.language).find(words, least)
    return _filled(answer.text, talk) if answer else ""


def _strikes(talk: Talk) -> int:
    """How many of the newest replies, one after the other, said that nothing was understood."""
    openings = [_filled(phrase, talk) for phrase in _phrases(talk.language)["unknown"]]
    strikes = 0
    for reply in reversed(talk.before):
        if not any(opening in reply for opening in openings):
            break
        strikes += 1
    return strikes


def _phrase(name: str, talk: Talk) -> str:
    """The first sentence of that name that was not said lately, in the language of the talk."""
    filled = [_filled(phrase, talk) for phrase in _phrases(talk.language)[name]]
    lately = "\n".join(talk.before[-_LATELY:])
    fresh = [phrase for phrase in filled if phrase not in lately]
    # The bare question was just put when the last reply ends in it, so it begins another way.
    return fresh[0] if fresh else filled[len(talk.before) % len(filled)]


def _filled(phrase: str, talk: Talk) -> str:
    contact = talk.contact.rstrip(". ") or NOBODY_NAMED.get(talk.language, NOBODY_NAMED["en"])
    return phrase.format(
        about=talk.about, button=talk.button, contact=contact, question=talk.question, reads=talk.reads
    ).strip()


@cache
def _common_help(language: str) -> Help:
    return read_help(Path(__file__).with_name("help.nl.md" if language == "nl" else "help.en.md"))


@cache
def _phrases(language: str) -> dict[str, list[str]]:
    table = tomllib.loads((files("dialogue") / "replies.toml").read_text(encoding="utf-8"))
    phrases: dict[str, list[str]] = table.get(language, table["en"])
    return phrases
