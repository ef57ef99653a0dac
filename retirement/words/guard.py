"""Each sentence of a reply is judged before it is let out: completeness never reaches the person as a number, and no
amount of money that nobody told, noted or worked out. Other percentages are rates and rules, and go through.
"""

from __future__ import annotations

import re

from chat.turns import SentenceJudge
from retirement.checklist import nearest
from retirement.words.told_amounts import ToldAmounts, amounts_in

_SMALL = "one|two|three|four|five|six|seven|eight|nine"
_TENS = "ten|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety"
_NUM = rf"(?:\d{{1,3}}(?:[.,]\d+)?|(?:{_TENS})(?:[- ](?:{_SMALL}))?|(?:a|one) hundred|{_SMALL})"
_PERCENT = rf"(?:{_NUM}\s?(?:%|percent\b|per cent\b|pct\b))"
_PART = r"(?:half|(?:a|one|two)[- ](?:third|quarter)s?|three[- ](?:quarters|fourths)|[1-9]/[2-9])"
_OF_100 = rf"(?:{_NUM}\s?(?:/|out of|of)\s?(?:a |one )?(?:100|hundred)\b)"
_OF_10 = rf"(?:{_NUM}\s?(?:/|out of)\s?(?:10|ten)\b)"
_AMOUNT = rf"(?:{_PERCENT}|{_OF_100}|{_OF_10})"
_DONE = (
    r"(?:complete[d]?|completeness|completion|done|finished|filled(?: in| out)?|covered(?! (?:by|with|from|"
    r"through|under|for))|mapped(?: out)?|there|ready"
    r"|through|of the way\b(?! to (?:your|the|a)\b)|vollständig|komplett|complet[oa]?|completad[oa])(?!\w)"
)
_META = (
    r"(?:picture|profile|plan|planning|information|info|details|data|topics?|sections?|areas?|checklist|questionnaire"
    r"|assessment|overview|story|questions|facts)"
)
_TOPIC = (
    r"(?:income stability(?: (?:&|and) cash flow)?|cash flow|healthcare (?:&|and) medicare(?: strategy)?"
    r"|housing (?:&|and) geography|tax efficiency(?: (?:&|and) rmds)?|longevity(?: (?:&|and) inflation(?: risk)?)?"
    r"|long[- ]term care|lifestyle(?: design)?(?: (?:&|and) purpose)?|estate planning)"
)
_ALIAS = (
    rf"(?:{_TOPIC}|income|healthcare|health care|medicare|housing|tax(?:es)?|inflation|lifestyle|purpose|estate|legacy)"
)
_ADVERBS = r"(?:(?:now|already|about|just|roughly|currently|overall|so far)\s+){0,2}"
_END = r"(?=\s*(?:$|[.!?,;:)]|now\b|overall\b|so far\b|and\b|but\b|at (?:the|this) (?:moment|point)\b))"
_ABOUT = r"(?:about |around |roughly |nearly |almost |over |only |just |now |currently |already |at |to )*"

# What a number may be about instead; it speaks for a sentence only where no word of ours does.
_OTHER = re.compile(
    r"\b(?:renovation|remodel\w*|house|home|condo|construction|kitchen|mortgage|loan|debt|course|degree|vest\w*"
    r"|fund(?:ed|ing)"
    r"|premium|medicare|medicaid|insurance|policy|part [a-d]|deductible|costs?|expenses|salary|spending|bills|benefits?"
    r"|withdraw\w*|stocks?|bonds?|portfolio|credit|fico|savings goal|college|charging|battery|match\w*|pays?|survey"
    r"|adults"
    r"|retirees|americans|people|households|couples)\b|[$€£]",
    re.IGNORECASE,
)
_OURS = re.compile(rf"\b(?:{_META}|{_TOPIC}|completeness|what (?:i|we) need|we(?:'re|’re| are| have)|i have)\b", re.I)
# Words with which a told percentage may still be a score.
_SCORING = re.compile(r"\b(?:complet\w+|finished|filled|scor\w+|progress|ready|readiness|done)\b", re.IGNORECASE)
# Numbers of completeness wherever they stand.
_ALWAYS = [
    rf"\bcomplete(?:ness|d? score|ion (?:rate|score|level))\b[^.!?\n]{{0,200}}?(?<![\w.]){_NUM}(?![\w])",
    rf"(?<![\w.]){_NUM}\s?(?:%|percent)?[^.!?\n]{{0,30}}\bcompleteness\b",
    rf"(?:{_AMOUNT}|\b{_PART})\s+of\s+(?:what (?:i|we|you|'s|is) |everything (?:i|we) "
    rf"|the way\b(?! to (?:your|the|a)\b)"
    rf"|(?:the|your|our|this|that) (?:[\w-]+ )?"
    rf"{_META}\b(?!\s*(?:'s|’s|assets|balance|costs?|money|value|contributions|savings|income|benefit\w*|account)))",
    rf"\b{_NUM} (?:out )?of (?:the |your |our |all )?(?:8|eight|{_SMALL}) (?:[\w-]+ )?(?:topics|areas|sections)\b",
    rf"\b{_ALIAS}\b[^.!?\n]{{0,20}}(?<![\w.]){_NUM}\s?/\s?100\b",
    rf"(?:^|[\n|•*-])\W*{_TOPIC}\b(?: \([^)]*\))?\s*(?:[:=|–—-]|is at|is|at)+\s*{_ABOUT}{_AMOUNT}(?!\s*(?:of|in|a)\b)",
    rf"\b(?:you(?:'re|’re| are)|we(?:'re|’re| are)) {_ABOUT}{_AMOUNT}{_END}",
    rf"\b(?:topic|section|profile|picture|overview|checklist|{_TOPIC})(?: "
    rf"(?:now|currently|stands|is|sits))*:? {_ABOUT}{_AMOUNT}{_END}",
    rf"\b(?:housing|healthcare|lifestyle|purpose|estate|legacy) (?:is|stands) (?:now )?at {_ABOUT}{_AMOUNT}{_END}",
    rf"\bscale of \w+ (?:to|-) (?:100|10|ten)\b[^.!?\n]{{0,80}}\b(?:is|are|at) (?:about )?(?:an? )?"
    rf"{_NUM}\b(?![^\n]*\?)",
    rf"^\W*(?:{_TOPIC}|income (?:&|and) cash flow)\W*[:=–—-]+\s*\d{{1,3}}\W*$",
    rf"{_AMOUNT} of {_TOPIC} (?:is|are) (?:covered|known|done)\b(?! by)",
]
# Numbers of completeness unless the sentence is about something else.
_UNLESS = [
    rf"(?:{_AMOUNT}|\b{_PART})\s+{_ADVERBS}{_DONE}",
    rf"\b{_NUM} complete{_END}",
    rf"\b(?:coverage|completion|progress) (?:of|on|for|in) (?:[\w&-]+ ){{1,5}}(?:is|stands at) {_ABOUT}{_AMOUNT}",
    rf"\b(?:complete[d]?|completion|progress|coverage|covered|done|filled in|thermometer|meter|bar|ready|readiness)\b"
    rf"(?: (?:is|stands|score|level|now|currently|so far|of|for|this|topic|by|[\w&-]+(?= is))){{0,4}}"
    rf"\s*[:=]?\s*{_ABOUT}{_AMOUNT}",
    rf"\b(?:scor(?:e|es|ed|ing)|(?:i|we)(?:['’]d| would)? (?:now )?rate|rated|rating of|grade[d]?)\b"
    rf"[^.!?\n]{{0,60}}?(?<![\w.$]){_NUM}(?!\s?(?:years|months|%\s+of))\b",
    rf"(?<![\w.]){_NUM} points?\b[^.!?\n]{{0,30}}\b(?:{_META}|{_TOPIC}|score)\b",
    rf"\b(?:{_TOPIC}|score)\b[^.!?\n]{{0,40}}(?<![\w.]){_NUM} points?\b",
]
_ALWAYS_RE = [re.compile(pattern, re.IGNORECASE) for pattern in _ALWAYS]
_UNLESS_RE = [re.compile(pattern, re.IGNORECASE) for pattern in _UNLESS]
_BARE = re.compile(rf"^\W*(?:it(?:'s| is)|that(?:'s| is)|overall|i'd say)?[\s,:]*{_ABOUT}{_AMOUNT}\W*$", re.IGNORECASE)
_LISTED = re.compile(rf"^\W*{_ALIAS}\b[^.!?\n]{{0,25}}?[:=|–—-]+\s*{_ABOUT}(?:{_AMOUNT}|\d{{1,3}})\W*$", re.IGNORECASE)
# A sentence that a stop or a fault cut where the number already stood.
_BROKEN_OFF = re.compile(
    rf"{_AMOUNT}\s+(?:c\w{{0,7}}|d\w{{0,3}}|f\w{{0,7}}|of(?: the?)?(?: w\w{{0,3}})?|t\w{{0,4}})$", re.I
)
_CONTEXT = re.compile(r"\b(?:complete(?:ness)?|completion|progress|how far|coverage|scores?)\b", re.IGNORECASE)
_MAY_COUNT = re.compile(rf"\d|\b(?:{_TENS}|{_SMALL}|hundred|half|third|quarter)", re.IGNORECASE)
_CLAUSE = re.compile(r"[;—]|,? (?:but|while|whereas|although) ", re.IGNORECASE)
_MARKS = re.compile(r"[*_`~]")


def reveals(sentence: str, *, after_completeness: bool = False, amounts: ToldAmounts | None = None) -> bool:
    """Whether the sentence tells completeness as a number; `after_completeness`: the one before led up to it.

    A percentage that the person told or had worked out is about what they told, unless it is said of completeness.
    """
    if not _MAY_COUNT.search(sentence):
        return False
    plain = " ".join(_MARKS.sub("", sentence).split(" "))
    if after_completeness and (_BARE.search(plain) or _LISTED.search(plain)):
        return True
    own = amounts is not None and amounts.holds_share(plain)
    return any(_clause_reveals(clause, own) for clause in _CLAUSE.split(plain))


def _clause_reveals(clause: str, own: bool) -> bool:
    if any(pattern.search(clause) for pattern in _ALWAYS_RE):
        return True
    own = own and _SCORING.search(clause) is None
    other = (own or _OTHER.search(clause) is not None) and _OURS.search(clause) is None
    return not other and any(pattern.search(clause) for pattern in _UNLESS_RE)


def rephrased(sentence: str) -> str:
    """What is said instead: the same in words, about the topic that the sentence names."""
    start = sentence[: len(sentence) - len(sentence.lstrip(" \n\t-*•"))]
    end = sentence[len(sentence.rstrip()) :]
    named = re.search(_TOPIC, sentence, re.IGNORECASE)
    about = f"On {nearest(named[0]).short_label} we" if named else "We"
    return f"{start}{about} {_in_words(sentence)}{end}"


def _in_words(sentence: str) -> str:
    match = re.search(r"\d{1,3}", sentence)
    amount = int(match[0]) if match else 50
    if amount >= 80:
        return "have most of what we need."
    if amount >= 40:
        return "have a good part of what we need, and some things are still open."
    return "are at the beginning, and much is still open."


# What is said where nothing else of a reply is left.
LEFT_OUT = "I was about to name an amount that you have not told me. Which amount shall I reckon with?"


class Guard(SentenceJudge):
    """Judges a text as it streams. A sentence that is broken off and could have named a number is dropped.

    `told` are the amounts that the reply may name; without it every amount goes through.
    """

    def __init__(self, amounts: ToldAmounts | None = None) -> None:
        super().__init__()
        self._told, self._after, self._left_out = amounts, False, False

    def rest(self, held: str) -> str:
        out = self.judged(held)
        return "" if out == held and _BROKEN_OFF.search(out) else out

    def instead(self) -> str:
        return LEFT_OUT if self._left_out else ""

    def judged(self, sentence: str) -> str:
        if self._told is not None and not all(self._told.holds(amount) for amount in amounts_in(sentence)):
            self._left_out = True
            return ""
        caught = reveals(sentence, after_completeness=self._after, amounts=self._told)
        if sentence.strip():
            listed = self._after and (caught or sentence.lstrip()[:1] in "-*•|")
            self._after = listed or _CONTEXT.search(sentence) is not None
        return rephrased(sentence) if caught else sentence


def guarded(text: str) -> str:
    """A whole text, judged."""
    guard = Guard()
    return guard.feed(text) + guard.close()
