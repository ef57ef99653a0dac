"""The words beside a number of a trade: verbs that count it, measures that are none, strikes, totals, corrections."""

from __future__ import annotations

import re

# A message with more numbers than this describes no trade; the person is asked.
MOST_NUMBERS = 60
STRIKE_AFTER = re.compile(r"\s*(?:-\s*)?(?:strike\s+)?(?:calls?|puts?|[cp])\b", re.IGNORECASE)
EXPIRY = re.compile(r"\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|sept|oct|nov|dec)\b", re.IGNORECASE)
OR_BEFORE = re.compile(r"(?:\b(?:or|to|and)|[-–/])\s*$", re.IGNORECASE)
LAST_WORD = re.compile(r"([^\s,;:]+)\s*\Z")
SPACED_DASH = re.compile(r"(?<=\s)[-–—](?=\s)")
BETWEEN = re.compile(r"\bbetween\s*$", re.IGNORECASE)
EACH_BEFORE = re.compile(
    r"\b(?:each|apiece|one)\s+(?:\w+\s+){0,2}(?:worth|at|for|costs?|costing|is|of)\s*$", re.IGNORECASE
)
EACH_AFTER = re.compile(
    r"\s*(?:each|apiece|a piece|(?:per|a|/)\s*(?:share|unit|lot|contract|piece|stock))\b", re.IGNORECASE
)
PAST_BEFORE = re.compile(r"\b(?:bought|paid|purchased|acquired|cost me|got (?:it|them)|picked (?:it|them) up)\b", re.I)
PAST_ENDS = re.compile(
    r"[.;!?\n]|,|\b(?:now|today|but|and (?:they|it|want|would|am|is|are|now|sell)|want|sell|selling)\b", re.I
)
STRIKE_BEFORE = re.compile(
    r"\b(?:strikes?|struck|exercise(?: price)?|uitoefenprijs)(?:\s+(?:price|level|at|of|is|=|:|van))*\W*"
    r"(?:[A-Z]{3}|[$€£])?\s*\Z",
    re.IGNORECASE,
)
STRIKE_WORD_AFTER = re.compile(r"\s*(?:dollars?|euros?|pounds?|pence|[A-Z]{3})?\s*-?\s*strike", re.IGNORECASE)
VALUE_BEFORE = re.compile(
    r"\b(?:worth|total|totall?ing|totals|value|valued|altogether|overall|all in|in all|in total|amounts? to|makes)\b"
    r"(?:\s+(?:is|of|at|about|around|roughly|approx\w*|estimated|would|be|the|trade|order))*\W*\Z",
    re.IGNORECASE,
)
TRADES_BEFORE = re.compile(
    r"\b(?:trad(?:es?|ing)|quoted|priced|stands)\s+(?:(?:at|around|about|near|for|roughly|in)\s+)*\Z", re.IGNORECASE
)
VALUED_BEFORE = re.compile(
    r"\b(?:estimated|valued|total(?:s|led|ling)?|comes? out) at\s+(?:about\s+)?\Z", re.IGNORECASE
)
# "One share costs 131 euros" speaks of a price.
ONE_UNIT = re.compile(
    r"(?:one|1|a single) (?:share|unit|lot|contract) (?:costs?|is|trades?|covers|stands)\b", re.IGNORECASE
)
VALUE_AFTER = re.compile(r"\s*(?:in total|in all|total|altogether|overall|all in|worth)\b", re.IGNORECASE)
ABOUT_BEFORE = re.compile(r"(?:\b(?:about|around|roughly|approximately|approx\.?|circa|ca\.?)|~)\s*\Z", re.IGNORECASE)
OF_A_LISTING = re.compile(
    r"\b(?:trades?|trading|listed|quoted|priced|denominated|paid|earn)\s+(?:\w+\s+)?in\s+\Z", re.I
)
# A number between these names a product, a plan or a form and counts nothing.
NAME_NUMBER = re.compile(r"(?:401|403|457)\s?\(?[kb]\)?(?!\w)|24/7|(?-i:3M|3i)(?!\w)", re.I)
LEADING_ZERO = re.compile(r"0\d")
DIGITS_BESIDE = re.compile(r"\d[\s/-]*#|#[\s/-]*\d")
LONG_CODE = re.compile(r"\d{7,}")
OF_THEM = re.compile(r"\s+(?:of (?:them|those|these|it)|van (?:die|deze))\b", re.IGNORECASE)
MEASURE = re.compile(
    r"\s*-?\s*(?:more\s+)?(?:secs?|seconds?|mins?|minutes?|hours?|hrs?|days?|weeks?|months?|quarters?|years?|"
    r"yrs?|decades?|"
    r"moments?|times|people|persons|kids|children|colleagues|friends|clients|questions?|things?|reasons?|brokers?|"
    r"accounts?|tranches|km|kg|kilos?|miles|percent|degrees|minuten|uur|dagen|weken|maanden|jaar|st|nd|rd|th)\b",
    re.IGNORECASE,
)
VERB = (
    r"(?:buy(?:ing)?|sell(?:ing)?|purchas(?:e|ing)|acquir(?:e|ing)|trad(?:e|ing)|order(?:ing)?|subscrib(?:e|"
    r"ing) (?:to|for)|"
    r"(?:get|give|sell|buy) me|get|offload(?:ing)?|dump(?:ing)?|short(?:ing)?|go(?:ing)? (?:long|short)|long|"
    r"unload(?:ing)?|"
    r"liquidat(?:e|ing)|dispos(?:e|ing) of|get(?:ting)? rid of|add(?:ing)?|grab|take|tak(?:e|ing)|pick(?:ing)? up|"
    r"flog(?:ging)?|exit(?:ing)?|want(?: to have)?|need|would like|'d like|like to have|put me down for|"
    r"go(?:ing)? (?:for|with)|"
    r"divest(?:ing)?|cash(?:ing)? out|reduc(?:e|ing)(?: (?:it|my \w+))? by|trim(?:ming)? by|(?:kopen|koop|"
    r"verkopen|verkoop|wil))"
)
GOVERNED = re.compile(
    rf"(?:\b{VERB}|(?<=\w){VERB}|\b(?:make|change|set|correct|raise|increase|lower|cut|up) (?:it|that|this|the \w+)"
    r"(?: (?:to|into|at|be))?|\b(?:i mean(?:t)?|let's (?:do|say|make it|go for)|i said|should be|must be))\s*[:,]?\s+"
    r"(?:(?:just|only|about|around|approximately|roughly|circa|some|another|more|additional|extra|exactly|the|"
    r"my|our|all|"
    r"of|these|those|say|maybe|up|a total of|all of my|nog|graag)\s+)*\Z",
    re.IGNORECASE,
)
VERB_AND_NAME = re.compile(rf"\b{VERB}\s+(?:(?!to\b|for\b|at\b|and\b|or\b|in\b)[\w&.'’-]+\s+){{1,4}}\Z", re.IGNORECASE)
ENDS = re.compile(
    r"\s*(?:\Z|[,.;!?()\n]|(?:for|at|@|worth|please|pls|about|around|because|since|limit|in total)\b)", re.I
)
WORD_BEFORE = re.compile(r"([^\W\d_][\w'’]*)\W*\Z")
WORD_AFTER = re.compile(r"\W*([^\W\d_][\w'’]*)")
# "Call you in 15": behind these a bare number is a time or a place.
PREPOSITIONS = frozenset(("in", "at", "by", "on", "from", "if", "since", "until", "van"))
NAME_AND_UNIT = re.compile(
    r"\s+(?:[^\W\d_][\w&.'’-]*\s+){1,3}(?:shares?|stocks?|units?|lots?|contracts?|aandelen|"
    r"stuks)\b(?!\s+(?:price|index))",
    re.IGNORECASE,
)
# Small words that stand beside the answer to a question and name nothing.
SMALL = frozenset(
    """
    a about actually again ah all alright also an and approx approximately around as ask at be been but by certainly
    circa correct could da dan definitely do enough er exactly fine for from graag great hm hmm i i'd i'll i'm if in is
    it it's its just later let let's like looks make makes maybe me mean meant might more my no not now of oh ok okay
    on only or our overall perhaps please pls possibly precisely probably quite rather right roughly said say seems
    should so some sorry sounds sure thank thanks that that's the then there these they think this those to together
    too total up us value want was we we'd well were will with worth would yea yeah yep yes you amount quantity number
    altogether each works do does suffice suffices need all in order shall get buy sell ja nee of het een ongeveer dat
    is circa aantal zeg maar doe guess reckon estimate expect settle go going put spend invest take taking hoping
    thinking
    """.split()  # noqa: SIM905
)
CHANGED = re.compile(
    r"\b(?:make|change|set|correct|raise|increase|lower|cut|up) (?:it|that|this)\b(?: (?:to|into|at|"
    r"be))?[\w ]{0,16}\Z|"
    r"\b(?:actually|sorry|i mean(?:t)?|rather|correction)[,:]?\s*\Z",
    re.IGNORECASE,
)
CORRECTS = re.compile(
    r"\b(?:sorry|no wait|wait|i mean|i meant|make (?:it|that)|actually|rather|correction|scratch that|or better|"
    r"better|"
    r"no|nope|oops|change (?:it|that) to|instead make)\b",
    re.IGNORECASE,
)
FOR_BEFORE = re.compile(r"\bfor\s*$", re.IGNORECASE)
# Three capitals behind an amount are meant as a currency, known or not.
CODE_AFTER = re.compile(r"\s*[A-Z]{3}\b(?!\s+(?:shares?|stocks?|units?|lots?))")
MONEY_WORD = re.compile(r"\s*(?:pounds?|quid|euros?|dollars?|bucks|francs?|yen|kron(?:a|or|e|er)|kr)\b", re.IGNORECASE)
# What a whole message says that answers "a number of units, or a value?".
UNITS_MEANT = re.compile(
    r"\W*(?:(?:it'?s|it is|that'?s|i mean|i meant|as|in|the|a|an|number|of|sorry|it was)\s+)*(?:units?|shares?|"
    r"lots?|contracts?|"
    r"pieces?|quantity|number|stuks|aandelen|aantal)(?:\s+(?:please|pls|of (?:units|shares)|then|i mean|graag))?\W*",
    re.IGNORECASE,
)
VALUE_MEANT = re.compile(
    r"\W*(?:(?:it'?s|it is|that'?s|i mean|i meant|as|in|the|a|an|total|trade|sorry|it was|de)\s+)*(?:value|"
    r"amount|money|total|"
    r"worth|waarde|bedrag)(?:\s+(?:please|pls|of the trade|then|i mean|graag))?\W*",
    re.IGNORECASE,
)
# Behind a name it is as well the year in which a bond falls due.
A_YEAR = re.compile(r"20[2-6]\d")
# A question about a number wishes nothing: "what would 50 cost". "Can I", "how about" and "what I want" do.
IN_A_QUESTION = re.compile(
    r"(?:^|[.;!?\n])\s*(?:(?:and|but|so|ok|okay|well|hm+|sorry|wait)[,.]* )*"
    r"(?:(?:is|are|was|were|isn't|aren't|does|do|did|doesn't|don't|didn't|would|will|won't|should|shouldn't|must"
    r"|has|have) (?!like\b|not\b|be\b|take\b|buy\b|sell\b|want\b|it\b|you\b)"
    r"|(?:what|how|why|which|who|when|where)(?:'s)? (?!about\b|i\b|if\b|not\b))"
    r"[^.;!?\n]*\Z",
    re.IGNORECASE,
)
