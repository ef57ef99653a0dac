"""What in a message is no statement: greetings, refusals, questions, talk about the talk; and what matters most."""

from __future__ import annotations

import re
from collections.abc import Sequence

from retirement.reading.text import Part, sentences

PRIORITY = re.compile(
    r"\bmost important\b|\bmatters? (?:the )?most\b|\bworr(?:y|ies|ied)\b(?: \w+){0,3}? most\b|\b(?:biggest|main|top|"
    r"greatest|number one|"
    r"no\.? ?1|primary|first) (?:concern|worry|fear|priority|goal|issue|question mark|thing|headache)\b|"
    r"\bkeeps? (?:me|us) (?:up|awake)|"
    r"\b(?:more|above|over|before) (?:than )?(?:anything|everything|all)\b|\bpriority\b|\bterrif\w*|"
    r"\bscare[sd]? (?:me|us)\b|"
    r"\breally worried\b|\bmost worried\b|\bcare (?:the )?most about\b|\bvery important\b|\blos(?:e|ing) sleep\b|"
    r"\bmost (?:concerned|anxious|nervous)\b|\bfocus on\b|\btalk about\b"
)
_SUBJECT = re.compile(
    r"\b(?:i|i'm|im|i've|ive|i'd|i'll|we|we're|we've|we'd|my|our|me|us|wife|husband|she|he|spouse|partner)\b"
)
ASKS = re.compile(
    r"^(?:and |but |so |ok |okay |well |also |hey |hi |please )*(?:what(?:'?s| is| are| about| do| does| should|"
    r" would| will| can| happens)|how(?:'?s| \w+ (?:is|are|am|do|does|can|should|will|would)| many| much|"
    r" do| does| can| should| long| would| is| about| old| will| far)|when (?:should|do|can|does|will|is|would|must)|"
    r"where(?:'?s| do| can| should| is)|why|who (?:do|should|can|made|is|are)|"
    r"which (?:\w+ )?(?:is|are|should|do|would)\b|should (?:i|we)|can (?:i|we|you)|could (?:i|we|you)|"
    r"do (?:i|we|you)|does|did|is (?:it|there|that|my|this|a|\$?\d[\w,.]*)|are (?:there|you|we|my|\d\w*)|am i|"
    r"will (?:i|we|my|it|you|the)|would (?:it|you|i|we)|tell me|explain|help me|show me|"
    r"calculate|compare|has|have you)\b"
)
# In a sentence that ends with a question mark a part that begins so asks.
_ASKS_OPENLY = re.compile(
    r"^(?:and |but |so |ok |okay |well |also |hey |hi |please )*(?:what|how|when|where|why|who|whose|which|is|are|was|"
    r"were|do|does|did|can|could|should|would|am|will (?:i|we|my|it|you|the|they)|have (?:you|i|we))\b"
)
# Talk about the talk: only what is unmistakable in it is a fact.
_ABOUT_CHAT = re.compile(
    r"\b(?:you(?:'re| are| seem| sound| keep| misunder\w+| didn't| don't| asked| said| should| must)|are you|"
    r"your (?:questions?|answers?|advice|help|name|repl\w+|bot)|what i (?:asked|meant)|misunder\w+|"
    r"this (?:app|chat|bot|site|website|tool|thing|program|conversation)|chat ?bot|(?:a )?real person|"
    r"(?:ask|asking) me|same question|stop asking|typing|(?:to|i|can'?t) type|click|button|computers?|technolog\w+|"
    r"(?:don'?t|do not|not|rather not|won'?t|prefer not to) (?:really )?(?:want to |going to |ready to |comfortable )?"
    r"(?:talk\w*|discuss\w*|answer\w*|say|share|tell|shar\w+)|(?:are|were) you\b|who made|"
    r"already (?:told|said|answered)|confus\w+|(?:don'?t|do not|can'?t) (?:quite )?(?:follow|get (?:it|this|that))|"
    r"makes? no sense|(?:these|many|more|stupid|silly) (?:questions?|forms?)|(?:old|tired|sick of|still|"
    r"been) waiting\b(?! (?:until|till|for|to))|"
    r"(?:of|with|by|like|at|hate|about) this$|"
    r"(?:come|get) back (?:to (?:this|that|you)|later)|talk (?:later|tomorrow)|gotta (?:run|go)|(?:have|"
    r"need) to (?:run|go)\b)"
)
_SMALL_TALK = re.compile(
    r"(?:(?:hi|hello|hey|thanks?|thank you|thx|ok|okay|k|sure|great|good|cool|perfect|got it|i see|yes|no|yep|nope|"
    r"yeah|right|"
    r"bye|goodbye|good (?:morning|afternoon|evening|night|question|point)|sounds good|makes sense|hmm+|well|please|"
    r"very much|there|"
    r"that'?s (?:great|helpful|fine|it|all|right|good)|so much|for (?:your|the) help|let me think(?: about (?:it|"
    r"that))?|nice|awesome|"
    r"no worries|go on|go ahead|how are you|lol|haha|wow|interesting|and|again|a lot|you)[ ,.!?]*)+"
)
_DENIED = re.compile(
    r"\b(?:that'?s|that is|this is|you(?:'ve| have)? got (?:that|it)|it'?s) (?:\w+ )?(?:wrong|incorrect|not (?:right|"
    r"true|correct|what i said))\b|"
    r"\bi (?:never|didn'?t|did not|haven'?t|have not) (?:ever |actually )?(?:say|said|mean|meant|tell|told|write|"
    r"wrote)\b|"
    r"\b(?:where did you|how did you) (?:get|read|hear)\b|\bheb ik (?:niet|nooit) gezegd\b|"
    r"\bforget (?:that|what i said)\b|\bscratch that\b",
    re.I,
)
_NO_ANSWER = re.compile(
    r"\b(?:(?:i )?(?:don'?t|do not|dont) (?:really )?(?:know|understand|want to (?:say|answer|talk))|no idea|"
    r"not sure(?: yet)?|idk|skip|pass|"
    r"next question|no clue|rather not|haven'?t (?:decided|thought)|what do you mean|i'?m not sure what)\b"
)


def is_small_talk(text: str) -> bool:
    """Whether a message only greets, thanks or agrees."""
    return bool(_SMALL_TALK.fullmatch(text.strip().lower().replace("’", "'")))


def is_denial(text: str) -> bool:
    """Whether the person says that something is wrong without saying how it is."""
    return bool(_DENIED.search(text.replace("’", "'")))


def declines(text: str) -> bool:
    """Whether a message only declines: "skip", "not sure yet"."""
    return len(text.split()) <= 4 and not re.search(r"\d", text) and bool(_NO_ANSWER.match(text.strip().lower()))


def is_question(text: str) -> bool:
    """Whether the last sentence of a message asks something."""
    last = list(sentences(text[-2000:]))[-1:]
    return bool(last) and len(statements(last[0])) < len(last[0])


def is_about_chat(parts: Sequence[Part]) -> bool:
    """Whether a sentence speaks of the conversation itself."""
    return any(_ABOUT_CHAT.search(part.text) for part in parts)


def answers_nothing(text: str) -> bool:
    """Whether a message is no answer to whatever was asked: it asks, it declines, it speaks of the conversation."""
    plain = text.strip().lower().replace("’", "'")
    number = re.search(r"\d", plain)
    # A number beside "don't know" is still an answer: "not sure, maybe 67".
    if not plain or (not number and (_NO_ANSWER.search(plain) or _ABOUT_CHAT.search(plain))):
        return True
    if _SMALL_TALK.fullmatch(plain) and not re.search(r"\b(?:yes|no|yep|nope|yeah)\b", plain):
        return True
    # "67?" answers, and "how complete is my plan?" does not.
    return is_question(text) and not (number and len(plain.split()) <= 3)


def statements(parts: list[Part]) -> list[Part]:
    """The parts of a sentence before it begins to ask, and after what it asks itself without a question mark."""
    for position, part in enumerate(parts):
        if part.asks and _ASKS_OPENLY.match(part.text):
            return parts[:position]
        if ASKS.match(part.text) and (part.asks or position == 0):
            if part.asks:
                return parts[:position]
            if any(PRIORITY.search(part.text) for part in parts[position:]):
                return parts
            return [part for part in parts[position + 1 :] if _SUBJECT.match(part.text)]
    if parts and parts[-1].asks and len(parts[-1].text.split()) <= 5:
        return parts[:-1]
    return parts


def stands_alone(part: Part) -> bool:
    """Whether a part is a statement of its own beside others of its sentence."""
    return len(part.text.split()) > 7 and bool(_SUBJECT.search(part.text))
