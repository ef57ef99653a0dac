"""What plainly speaks against taking a statement as the speaker's own, made now and in earnest.

The cues only make a person be asked again: no value is read by them, and no statement is believed for want of one.
"""

import re

from wording.amounts import lower, plain

_SENTENCE = re.compile(r"[^.!?;\n]+")
_WITH_ITS_MARK = re.compile(r"[^.!?\n]+[.!?]*")
_REPORTED = re.compile(
    r"[\"“”„«»]|\b(?:sa(?:ys?|id|ying)|tell|tells|told|claims?|claimed|according to|quot(?:e|ed|ing)|writes?"
    r"|wrote|written|reads"
    r"|(?:wants?|asked|asks|told|instructed|advised|expects?) (?:me|us)|(?:supposed|meant|ought) to"
    r"|(?:should|must|shall|gotta|have to|need to|got to) (?:i )?(?:just )?(?:answer|put|reply|click|tick|enter"
    r"|declare|state)"
    r"|form|template|script|example|e\.g|rumou?r\w*|zegt?|zei|zeggen|moe(?:s)?t(?:en)?|vertel\w*|volgens"
    r"|formulier|should be)\b"
)
_SUPPOSED = re.compile(
    r"\b(?:if|whether|unless|suppos\w+|assum\w+|imagine|pretend|hypothe\w+|let's (?:say|assume)|say i|would|could"
    r"|might|maybe|"
    r"perhaps|possibly|probably|presumably|unsure|uncertain|not (?:really|sure|certain|exactly|quite|clear)|isn't clear"
    r"|don't know|do not know|dunno|no idea|no clue|doubt|hopefully|i (?:think|guess|believe)|(?:don't|dont"
    r"|do not) (?:think|believe)|almost"
    r"|kind of|sort of"
    r"|officially|formally|technically|on paper|joking|joke|kidding|haha\w*|lol|rather not|(?:don't"
    r"|do not) (?:want|understand|get)|stel dat|misschien|zou"
    r"|als)\b"
)
_OTHER_TIME = re.compile(
    r"(?<!have )(?<!'ve )\bhad\b|\b(?:was|were|wasn't|weren't|used to|didn't|did not|previously|formerly|ago"
    r"|back (?:then|when)|at the time|since (?:19|20)\d\d"
    r"|in those days|i'll|we'll|last (?:year|month|week|time|quarter|spring|summer|autumn|winter)|yesterday"
    r"|in (?:19|20)\d\d|until"
    r"|no longer|any ?more|will|won't|shall|going to|by then|next (?:year|month|week|time|quarter)|tomorrow|soon"
    r"|not now|not yet|later"
    r"|vorige?|vroeger|destijds|toen|straks)\b"
)
# A third person's verb, a third person, or a noun that somebody has, where a subject stands.
_ANOTHER = re.compile(
    r"\b(?:has|hasn't|hasnt|doesn't|doesnt|does|he|she|he's|she's|they|they're|everyone|everybody|someone"
    r"|somebody|nobody"
    r"|anyone|people|whoever|heeft|zij|hij)\b"
    r"|^(?:and |but |so |well )*(?:my|our|your|his|her|their|mijn|onze) (?!answers?\b|reply|position|side"
    r"|knowledge|part|own\b|"
    r"holdings?|shares|trade|request|reason|pension|money|savings|account|portfolio)\w+"
    r"|^(?:and |but |so |well )*the (?:\w+ )?(?:boss|manager|colleague|team|broker|lawyer|client|company|bank"
    r"|firm|others?)\b"
)


# Somebody else, wherever the clause names them: "neither applies to my colleague", "for my wife, no".
_PERSON = re.compile(
    r"\b(?:wife|husband|spouse|brother|sister|father|mother|dad|mum|mom|son|daughter|uncle|aunt|cousins?|parents?|kids?"
    r"|children|friends?|girlfriend|boyfriend|colleagues?|co-?workers?|boss|manager|supervisor|accountant|lawyer"
    r"|broker|advis[eo]r"
    r"|assistant|secretary|neighbou?rs?|flat-?mates?|room-?mates?|in-law|ex|trainee|intern|clients?|vrouw|man"
    r"|baas|collega\w*"
    r"|broer|zus|vader|moeder|vriend\w*|buurman)\b"
)
_PLURAL_VERB = re.compile(r"\b(?:have|haven't|havent|are|aren't|arent|don't|dont|do not|hebben|zijn)\b")
_OWN_SUBJECT = re.compile(
    r"^(?:none|both|neither|these|those|which|nor|no|not|so|well|to|all)\b|\b(?:i|we|i'm|i've|ik|wij|we've)\b"
)


def statements(text: str) -> str:
    """The text with its questions blanked out; offsets stay."""
    return _WITH_ITS_MARK.sub(lambda part: " " * len(part.group()) if "?" in part.group() else part.group(), text)


def not_in_earnest(text: str, *spans: tuple[int, int]) -> str:
    """What plainly shows that the words at `spans` are not meant as said here and now, as a noun; "" when nothing does.

    A report may frame what follows it, so it counts anywhere in the text; the rest in the sentences of the words.
    """
    source = lower(plain(text))
    if _REPORTED.search(source):
        return "a quotation, or what somebody was told to say"
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
