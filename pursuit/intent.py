"""What a message is in the light of the objective: an end, thanks, a new question, a slot, material, going on. Pure."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from enum import StrEnum

from pursuit import asides
from pursuit.endings import abandons, ends
from pursuit.standing import is_elliptic

LINK = re.compile(r"(?i)\bhttps?://[^\s<>\"']{3,}|(?<![\w@])www\.[^\s<>\"']{4,}")
# A text of so many characters that asks nothing was pasted to be read.
PASTED_CHARS = 600


class Intent(StrEnum):
    """What a message does to the objective."""

    END = "end"  # The person gives it up.
    THANKS = "thanks"  # Goodbye, or that this is all.
    NEW = "new"  # A question while nothing is open.
    INSTEAD = "instead"  # Another question in the place of the open one.
    FOLLOW_UP = "follow_up"  # A question while parts are open, or that leans on the last one.
    SLOT = "slot"  # Nothing but a payer, a plan or a state.
    MATERIAL = "material"  # A link or a pasted text.
    RETRY = "retry"  # Go on looking.
    NEWEST = "newest"  # Which of two sources counts.
    NOTHING = "nothing"  # The person has nothing to add.
    LEAVE = "leave"  # One part is no longer wanted.
    STATUS = "status"  # How the question stands.
    DISPUTE = "dispute"  # An answer is none, without saying which.
    HELP = "help"  # What this is for.
    GREETING = "greeting"
    SPANISH = "spanish"
    UNCLEAR = "unclear"  # No question in it, and nothing else that helps.


_RETRY = re.compile(
    r"^(?:please |ok(?:ay)?,? |yes,? |sure,? |and )*(?:(?:try|look|search|check|have a look)(?: it| that| this| them)?"
    r"(?: once)?(?: more| again| harder)|again|retry|re-?try|keep (?:going|looking|searching|trying)|"
    r"(?:go|carry) on|continue|pick (?:it|this|that) up(?: again)?|still (?:open|waiting)|any (?:news|luck|progress|"
    r"update)|try something else|yes|yes please|i (?:have )?(?:just )?(?:added|uploaded|dropped|attached|"
    r"sent)\b.{0,200}|"
    r"here (?:it is|you (?:go|are))|done,? (?:added|uploaded)|see (?:the )?attach\w*|read (?:it|that|this|the (?:file|"
    r"document|pdf|link))|(?:the )?(?:file|document|pdf) is (?:there|up|uploaded))(?: please| now| then)*\W*$",
    re.IGNORECASE | re.DOTALL,
)
_NEWEST = re.compile(
    r"^(?:please |then |just )*(?:(?:use|take|prefer|go with|prioriti[sz]e|trust|the) )+(?:the )?(?:newer|"
    r"newest|latest|"
    r"most recent|more recent|current|later)(?: (?:one|source|document|policy|version|date|bulletin))?(?: please)?\W*$",
    re.IGNORECASE,
)
_NOTHING = re.compile(
    r"^(?:sorry,? |no,? |nope,? |unfortunately,? |i'?m afraid,? )*(?:no|nope|i (?:do not|don'?t|dont) (?:know|have "
    r"(?:it|one|any|anything|that|a link|a document|them|either)|think so)(?: .{0,40})?|i have (?:nothing|none|no "
    r"(?:idea|link|document|clue)\w*)(?: .{0,30})?|nothing|none|no idea|not sure|i'?m not sure|i wouldn'?t know|"
    r"can'?t (?:find|help)(?: .{0,20})?)\W*$",
    re.IGNORECASE,
)
_GREETING = re.compile(
    r"^(?:hi|hello|hey|good (?:morning|afternoon|evening)|hi there|hello there|greetings|howdy)\W*$", re.IGNORECASE
)
_ASKS = re.compile(
    r"\?|\b(?:what|which|who|whom|whose|when|where|why|how|whether)\b|^(?:and |also |but |so |then )*(?:is|are|was|"
    r"were|"
    r"do|does|did|can|could|will|would|should|has|have|may|must)\b|\b(?:i need|i want|tell me|find|look up|give me|"
    r"show me|list|explain|check (?:if|whether)|let me know|i'?d like|i would like|code for|coverage|covered|"
    r"prior auth\w*|"
    r"requirements?|policy (?:on|for)|criteria)\b",
    re.IGNORECASE,
)
_LEANS = re.compile(
    r"^(?:and|also|but|plus|what about|how about|same (?:for|question)|as well|additionally|or|then|(?:and )?for )\b|"
    r"\b(?:as well|too|also|instead)\W*$",
    re.IGNORECASE,
)
_SPANISH = re.compile(
    r"[¿¡]|\b(?:qué|cuál|cuáles|cómo|cuándo|dónde|está|están|necesito|cubierto|cubierta|cubre|seguro|médico|"
    r"código|para|por|puedo|tiene|tengo|autorización|una|las|los|del|el|la|con|es|y)\b",
    re.IGNORECASE,
)


def read_intent(
    text: str,
    *,
    is_open: bool,
    has_objective: bool,
    context: str = "",
    slots: Mapping[str, str],
    parts: Sequence[tuple[str, str]] = (),
) -> Intent:
    """What the message is. `context` is what was asked just before, `slots` what it names of payer, plan and state.

    `parts` are the (key, text) of the question's parts.
    """
    said = text.strip()
    if has_objective and abandons(said):
        return Intent.END
    if LINK.search(said) or (len(said) >= PASTED_CHARS and "?" not in said[-400:]):
        return Intent.MATERIAL
    if is_spanish(said):
        return Intent.SPANISH
    if not re.search(r"\w{2}", said):
        return Intent.UNCLEAR
    if _GREETING.match(said):
        return Intent.GREETING
    if is_open and asides.asks_anew(said):
        return Intent.INSTEAD
    if asides.asks_help(said):
        return Intent.HELP
    if has_objective:
        if asides.leaves_part(said, parts):
            return Intent.LEAVE if len(parts) > 1 else Intent.END
        if asides.asks_status(said):
            return Intent.STATUS
        if asides.disputes(said):
            return Intent.DISPUTE
        if _NEWEST.match(said):
            return Intent.NEWEST
        if _RETRY.match(said):
            return Intent.RETRY
        if is_open and _NOTHING.match(said):
            return Intent.NOTHING
    if ends(said, context):
        return Intent.THANKS
    if slots and has_objective and _only_slots(said.rstrip(" ?") if _WHICH.search(context) else said, slots):
        return Intent.SLOT
    if _ASKS.search(said) or len(said.split()) >= 4:
        leans = has_objective and (_LEANS.search(said) or says_too_little(said, slots))
        return Intent.FOLLOW_UP if is_open or leans else Intent.NEW
    return Intent.UNCLEAR if not has_objective else (Intent.FOLLOW_UP if is_open else Intent.UNCLEAR)


def says_too_little(text: str, slots: Mapping[str, str]) -> bool:
    """Whether a question can only be read with the one before it: "what is the copay?". `slots` as of read_intent."""
    bare = text.strip()
    return len(bare.split()) <= 8 and "\n" not in bare and is_elliptic(bare, tuple(slots.values()))


def question_beside(text: str) -> str:
    """What a message with links asks beside them; "" for "here it is" and the like, and for a pasted text."""
    if not LINK.search(text):
        return ""
    rest = " ".join(LINK.sub(" ", text).split())
    return rest if "?" in rest or (len(rest.split()) >= 5 and _QUESTION_FORM.search(rest)) else ""


_QUESTION_FORM = re.compile(
    r"^(?:and |also |please )*(?:what|which|who|when|where|how|is|are|does|do|can|tell me|find out|check)\b",
    re.IGNORECASE,
)


def is_spanish(text: str) -> bool:
    """Whether a message is in Spanish: by its marks, or by many of its small words."""
    words = re.findall(r"[^\W\d_]+", text)
    small = _SPANISH.findall(text)
    return len(words) >= 3 and (text.count("¿") > 0 or len(small) >= max(3, 0.3 * len(words)))


# What a person was asked who is to say which payer or state: "What about Georgia?" answers that.
_WHICH = re.compile(r"could you specify which|changes with the", re.IGNORECASE)


def _only_slots(text: str, slots: Mapping[str, str]) -> bool:
    """Whether nothing is left of a message but small words when what names the slots is taken out."""
    rest = text.lower()
    for words in sorted((one.lower() for one in slots.values()), key=len, reverse=True):
        rest = rest.replace(words, " ")
    left = [word for word in re.findall(r"[a-z']+", rest) if word not in _SMALL]
    return "?" not in text and len(left) <= 1


_SMALL = frozenset(
    """it it's its is i'm im i am in the a an of and for with my our plan payer state insurance health company they
    he she patient has have on under lives live member that's thats that by from he's she's located so yes line business
    coverage medicaid medicare managed care what about how no not sorry oops actually meant mean rather wrong instead
    correction wait should have said be""".split()  # noqa: SIM905
)
