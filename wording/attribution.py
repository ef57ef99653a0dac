"""What plainly speaks against taking a statement as the speaker's own, made now and in earnest.

The cues only make a person be asked again: no value is read by them, and no statement is believed for want of one.
"""

import re

from wording.amounts import lower, plain
from wording.phrases import groups

QUOTED = "a quotation, or what somebody was told to say"
_SENTENCE = re.compile(r"[^.!?;\n]+")
_WITH_ITS_MARK = re.compile(r"[^.!?\n]+[.!?]*")
_CUES = groups("attribution.txt")
_REPORTED = re.compile(rf"[\"“”„«»]|\b(?:{_CUES['reported']})\b")
_SUPPOSED = re.compile(rf"\b(?:{_CUES['supposed']})\b")
_PRETENDED = re.compile(rf"\b(?:{_CUES['pretended']})\b")
_OTHER_TIME = re.compile(rf"(?<!have )(?<!'ve )\bhad\b|\b(?:{_CUES['other_time']})\b")
# A third person's verb, a third person, or a noun that somebody has, where a subject stands.
_OF_THEIRS = rf"(?:my|our|your|his|her|their|mijn|onze) (?!{_CUES['own_matter']})\w+"
_THE_OTHERS = rf"the (?:\w+ )?(?:{_CUES['company']})\b"
_ANOTHER = re.compile(rf"\b(?:{_CUES['third_person']})\b|^(?:and |but |so |well )*(?:{_OF_THEIRS}|{_THE_OTHERS})")
# Somebody else, wherever the clause names them: "neither applies to my colleague", "for my wife, no".
_PERSON = re.compile(rf"\b(?:{_CUES['person']})\b")
_PLURAL_VERB = re.compile(r"\b(?:have|haven't|havent|are|aren't|arent|don't|dont|do not|hebben|zijn)\b")
_OWN_SUBJECT = re.compile(
    r"^(?:none|both|neither|these|those|which|nor|no|nope|nah|nee|not|so|well|to|all)\b|\b(?:i|we|i'm|i've|ik|wij|we've)\b"
)


def statements(text: str) -> str:
    """The text with its questions blanked out; offsets stay."""
    return _WITH_ITS_MARK.sub(lambda part: " " * len(part.group()) if "?" in part.group() else part.group(), text)


def pretended_from(text: str) -> int:
    """Where a text begins to tell of a case that is none ("say somebody had two houses"), or its length."""
    case = _PRETENDED.search(lower(plain(text)))
    return case.start() if case else len(text)


def not_in_earnest(text: str, *spans: tuple[int, int]) -> str:
    """What plainly shows that the words at `spans` are not meant as said here and now, as a noun; "" when nothing does.

    A report may frame what follows it, so it counts anywhere in the text; the rest in the sentences of the words.
    """
    source = lower(plain(text))
    if _REPORTED.search(source):
        return QUOTED
    for sentence in _SENTENCE.finditer(source):
        if any(start < sentence.end() and sentence.start() < end for start, end in spans):
            if _SUPPOSED.search(sentence.group()):
                return "a supposition"
            if _OTHER_TIME.search(sentence.group()):
                return "of another time"
    return ""


def is_of_another(clause: str) -> bool:
    """Whether somebody else than the speaker is the subject of the clause."""
    source = lower(plain(clause)).strip(" ,;:.-")
    verb = _PLURAL_VERB.search(source)
    subject = source[: verb.start()].strip() if verb else ""
    return bool(_ANOTHER.search(source) or _PERSON.search(source) or (subject and not _OWN_SUBJECT.search(subject)))
