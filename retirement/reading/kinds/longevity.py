"""Kinds of facts about the length of life, inflation and risk: table rows, most telling first."""

from __future__ import annotations

from retirement.checklist import Topic
from retirement.reading.kinds.rows import DECISIVE, HINT, kinds

LONGEVITY = kinds(
    Topic.LONGEVITY_INFLATION,
    (
        "age",
        "your age",
        DECISIVE,
        r"^at {age}\b(?= (?:i|we|my)\b)|\b(?:i'?ll|i will|i'?m about to|about to) (?:be|turn) {age}\b",
    ),
    (
        "life_expectancy",
        "how long you expect to live",
        DECISIVE,
        r"\b(?:to|i'?ll|will|even|never) see (?:my )?{age}",
    ),
    (
        "risk_tolerance",
        "how much risk you can bear",
        DECISIVE,
        r"\blos(?:e|ing|s of)\b(?: \w+){0,3}? (?:\d+|ten|twenty|half|a third)(?: ?%| percent| of (?:it|my|our))|"
        r"\bcomfortable (?:with )?(?:losing|the risk|stocks)|\bride (?:it )?out\b|\bno appetite\b|\b(?:got|"
        r"get) burned\b",
    ),
    (
        "family_longevity",
        "how long your family lives",
        DECISIVE,
        r"\b(?:men|women|males|females|people|everyone|nobody|no one)\b(?: \S+){0,2}? (?:in|on) (?:my|our|his|"
        r"her|the) (?:\S+ )?(?:family|side)\b|\b(?:kills?|killed|died?|dead)\b(?: \S+){0,6}? (?:before|by|"
        r"at) {age}",
    ),
    (
        "life_expectancy",
        "how long you expect to live",
        DECISIVE,
        r"\b(?:live|be around|have|got|last)(?: \w+){0,2}? (?:another|at least|only) (?:\w+ )?(?:\d+|five|ten|"
        r"fifteen|twenty|thirty|forty) (?:more )?years\b|\blive forever\b|\b(?:months|years) to live\b|\bterminal\b|"
        r"\bwon'?t (?:live|be) (?:\w+ )?long\b|\blong (?:life|haul)\b",
    ),
    (
        "age",
        "your age",
        DECISIVE,
        r"^{age} and counting\b|\bwe (?:are|'re) both {age}\b|\b{age} (?:years )?young\b|"
        r"^(?:i'?m )?{age},? (?:he|she|wife|husband)",
    ),
    (
        "running_out_concern",
        "whether the money will last",
        DECISIVE,
        r"\brun (?:dry|out before)\b|\bbefore (?:we|i) (?:die|run out)\b|\boutlast (?:me|us|our)\b|"
        r"\beat(?:ing)? cat food\b|\bbag lady\b|\bpenniless\b",
    ),
    (
        "age",
        "your age",
        DECISIVE,
        r"\b(?:[4-9]\d)(?:st|nd|rd|th) birthday\b|\b(?:turned|turn|hit|hitting) (?:the big )?{age}(?= (?:last|this|"
        r"next|in|on|yesterday|soon|two|a)\b|[.,!]|$)|\byears? (?:older|younger)\b|\bfellow \w*genarian\b",
    ),
    (
        "family_longevity",
        "how long your family lives",
        DECISIVE,
        r"\b(?:granny|grand\w+|nana|gram\w*|great[- ]\w+|uncle|mother|father|mom|dad|aunt|folks|"
        r"parents)\b(?: \S+){0,4}? (?:made it|lived|passed|died|is|turned|going strong)(?: \S+){0,4}? (?:{age}|10\d)",
    ),
    (
        "inflation_concern",
        "inflation",
        DECISIVE,
        r"\bcosts? (?:twice|double|triple|so much|way more|more (?:every|each|and)|a fortune)\b|\b(?:price|prices|"
        r"cost|costs) (?:of|at|keep|are|have)\b|\b(?:gas|food|eggs|beef) (?:is|are|costs?|prices?)\b|\bbuys? (?:less|"
        r"half)\b|\bdollar\b(?: \w+){0,3}? (?:worth|less|far)",
    ),
    (
        "asset_allocation",
        "how the money is invested",
        DECISIVE,
        r"\b(?:moved|move|put|keep|kept|parked|sitting|mostly|all|half)\b(?: \S+){0,5}? (?:in|to|into) (?:cash|bonds|"
        r"stocks|cds|money markets?|gold|an? index|index)\b|\b(?:80|70|60|50|40|30)(?: ?%|"
        r" percent)? (?:in )?(?:stocks|equities|bonds)\b",
    ),
    (
        "risk_tolerance",
        "how much risk you can bear",
        DECISIVE,
        r"\b(?:nervous|panic\w*|scared|freak\w*|sold everything|lost (?:a lot|half|\d+))\b(?: \S+){0,6}? (?:market|"
        r"stocks?|2008|2020|2022|crash)|\bmarket (?:drops?|falls?|goes down|swings)|\bplay it safe\b|"
        r"\bguaranteed\b(?! issue)",
    ),
    (
        "planning_horizon",
        "how long the plan must last",
        DECISIVE,
        r"\b(?:make|live|living|makes) (?:it )?(?:in)?to our (?:\w+ )?(?:nineties|eighties|90'?s|80'?s)\b|"
        r"\b(?:in)?to (?:our|my|her|his) (?:late |mid |early )?(?:nineties|eighties|90'?s)\b|\b(?:money|"
        r"savings)(?: \w+){0,3}? (?:gone|runs? dry|dries up)\b|\bmoney longer\b",
    ),
    (
        "age",
        "your age",
        DECISIVE,
        r"\b(?:i'?m|im|i am|i just turned|just turned|i turn(?:ed)?|i'?ll be|i will be|aged?|is|he'?s|she'?s|we'?re|"
        r"we are|"
        r"turning|wife|husband|are)(?: (?:both|already|currently|now|about to turn|almost|nearly|only|just|about|a|"
        r"going on|turning))*"
        r" {age}(?: ?(?:years? old|yrs? old|yo|y/o|yr old))?(?=\s*(?:$|[,.;!)]|and\b|now\b|this\b|next\b|in \w+|"
        r"today|my|"
        r"with|years? old|yrs|single|married|but|years? (?:young|older)|(?:and )?(?:a |"
        r"the )?\w*years? ))(?! years? (?:away|from|into|"
        r"until|of|left))|\b{age}(?:[- ]years?[- ]old|[- ]?yr[- ]old| ?yo\b| ?y/o)(?! (?:mother|father|mom|dad|house|"
        r"daughter|son|home|car|roof))|^{age} (?:and|male|female|years|m\b|f\b)|\bmy age is {age}|"
        r"\b(?:years?|yrs) (?:older|younger) than\b|\bin my (?:early |mid |late |mid-|late-|early-)?(?:forties|"
        r"fifties|"
        r"sixties|seventies|[4-7]0'?s)\b|\bsame age\b",
    ),
    (
        "birth_year",
        "when you were born",
        DECISIVE,
        r"\bborn(?: \w+){0,5}? (?:19[2-9]\d|['’]?[3-8]\d)\b|\bbirth ?(?:day|date|year)\b(?: \w+){0,4}? (?:19\d\d|\d)|"
        r"\bdob\b",
    ),
    (
        "family_longevity",
        "how long your family lives*",
        DECISIVE,
        r"\b(?:{family}|men|women|everyone|people|family|genes|side)\b(?: \S+){0,8}? (?:liv(?:e|ed|es|ing)|made it|"
        r"die[sd]?|"
        r"passed(?: away)?|dropped dead|alive|still (?:going|kicking|alive|here|driving|"
        r"sharp))(?: \S+){0,5}?(?: {age}|"
        r" young| long| old| early| (?:his|her|their) [4-9]0'?s| (?:his|her|their)(?: \w+)? (?:forties|fifties|"
        r"sixties|"
        r"seventies|eighties|nineties)|ninet\w*|hundred| kicking| alive| strong)|"
        r"\b(?:mother|father|mom|dad|grandm\w+|grandf\w+|grandpa|aunt)\b(?: is| was|'s)?(?: \w+){0,2}? (?:8\d|9\d|"
        r"10\d)\b|"
        r"\blongevity\b|\blong-?lived\b|\blived? (?:in)?to (?:his|her|their) (?:\w+ )?(?:nineties|eighties|90'?s|"
        r"80'?s)\b|"
        r"\bgood genes\b|\brun[s]? long\b",
    ),
    (
        "planning_horizon",
        "how long the plan must last",
        DECISIVE,
        r"\b(?:plan(?:ning|ned)?|last|assum\w*|budget\w*|money|figur\w*|model\w*)\b(?: \S+){0,6}? (?:to|until|"
        r"through|till|"
        r"til|past|for|at least) (?:at least )?(?:age )?(?:8\d|9\d|10\d|ninety|(?:twenty|thirty|forty|"
        r"[2-4]\d)[- ]?(?:\w+ )?"
        r"years?)\b|\b(?:[2-4]\d|thirty|twenty-five|twenty)[- ]years? (?:of )?retirement\b",
    ),
    (
        "life_expectancy",
        "how long you expect to live",
        DECISIVE,
        r"\blife expectancy\b|\b(?:expect|think|doubt|hope|probably|likely|figure|want|don'?t|won'?t|will|going|"
        r"gonna|plan|i'?ll)\b"
        r"(?: \S+){0,4}? (?:live|make it|be around|see)(?: \w+){0,2}? (?:to|past|until|into|till|beyond|long)\b"
        r"(?: \w+){0,3}?(?: {age}| my| a hundred|\b)|\bliv(?:e|ing) (?:to|past|until|into) (?:be )?(?:about |around |"
        r"my )?"
        r"(?:{age}|a hundred|100|8|9)|\bdie (?:young|early)\b",
    ),
    (
        "pension_cola",
        "whether income rises with prices",
        DECISIVE,
        r"\bcolas?\b|\bcost[- ]of[- ]living (?:adjust\w*|increase|raise|bump)\b|\b(?:adjust\w*|index\w*|"
        r"keep\w* (?:up|pace))\b"
        r"(?: \S+){0,3}? (?:inflation|prices|cost of living)\b",
    ),
    (
        "inflation_protection",
        "protection from inflation",
        DECISIVE,
        r"\btips\b(?! for)|\bi[- ]?bonds?\b|\binflation[- ](?:protected|adjusted|hedge|linked|proof)\w*|\bgold\b|"
        r"\bhedge\b",
    ),
    (
        "inflation_assumption",
        "the inflation you plan with",
        DECISIVE,
        r"\binflation\b(?: \w+){0,5}? \d+(?:\.\d+)? ?(?:%|percent)|\d+(?:\.\d+)? ?(?:%|"
        r"percent)(?: \w+){0,3}? inflation\b|"
        r"\b(?:two|three|four|five) percent inflation\b",
    ),
    (
        "inflation_concern",
        "inflation",
        DECISIVE,
        r"\binflation\b|\b(?:rising|higher) (?:prices|costs?)\b|\bprices?\b(?: \w+){0,4}? (?:up|rising|going|climbing|"
        r"doubled|crazy|insane|jumped)\b|\bcost of living\b(?: \w+){0,3}? (?:up|rising|going|high|climbing)|"
        r"\bgrocer(?:y|ies)\b|"
        r"\b(?:buying|purchasing) power\b|\beverything (?:costs|is getting|keeps getting|is so)\b",
    ),
    (
        "withdrawal_rate",
        "how much you plan to withdraw",
        DECISIVE,
        r"\b\d+(?:\.\d+)? ?(?:%|percent)? (?:rule|withdrawals?|withdrawal rate)\b|\bwithdrawal rate\b|\b(?:four|"
        r"three) "
        r"percent rule\b|\bwithdraw\w*(?: \w+){0,4}? \d+(?:\.\d+)? ?(?:%|percent)|\bsafe withdrawal\b|"
        r"\b(?:pull|take|draw)\w*(?: \w+){0,3}? \d(?:\.\d+)? ?(?:%|percent)",
    ),
    (
        "asset_allocation",
        "how the money is invested",
        DECISIVE,
        r"\b\d\d ?/ ?\d\d\b(?!\d)|\b(?:stocks?|bonds?|equit(?:y|ies)|index funds?|mutual funds?|etfs?|target[- ]date|"
        r"cds?|money market|crypto|bitcoin|s&p|treasur(?:y|ies)|fixed income|asset allocation|real estate "
        r"fund|diversified|annuity ladder)\b(?! of)|\ball (?:in )?(?:cash|stocks)\b",
    ),
    (
        "risk_tolerance",
        "how much risk you can bear",
        DECISIVE,
        r"\b(?:risk|risky|conservative|aggressive|cautious|risk-averse|volatil\w*)\b(?! of)|"
        r"\b(?:market|stock market|stocks)\b(?: \w+){0,5}? (?:crash\w*|drop\w*|downturn|fall\w*|tank\w*|down|"
        r"correction|"
        r"swings?|dive\w*)|\b(?:crash|downturn|bear market|sequence of returns|2008|market (?:drop|swings?|risk|"
        r"decline))\b|"
        r"\bstomach\b|\bsleep at night\b(?!.*health)",
    ),
    (
        "running_out_concern",
        "whether the money will last",
        DECISIVE,
        r"\b(?:outliv\w*|run(?:ning)? (?:out|short|low) of (?:money|savings|cash|funds)|money (?:running|runs?|"
        r"to run) out|"
        r"outlast\w*|end up broke|go(?:ing)? broke|die broke)\b|"
        r"\b(?:money|savings|nest egg|it|portfolio|funds)\b(?: \w+){0,3}? (?:last|hold out|won'?t last)\b|"
        r"\blast (?:me|us|as long|long enough|the rest)\b",
    ),
    (
        "survivor_needs",
        "what is left for the survivor",
        DECISIVE,
        r"\b(?:if|when|after|once|should) (?:i|he|she|one of us|my (?:husband|wife|spouse)|either of us) "
        r"(?:go(?:es)? (?:first|before)|dies?|pass(?:es)?)\b(?: away)?(?!.*\b(?:house|will|trust|estate|kids|"
        r"everything goes|donate|church|"
        r"charity|leave)\b)|\bon (?:her|his|my) own\b|\bsurvivor (?:income|option)\b|"
        r"\bjoint[- ](?:and[- ])?survivor\b|"
        r"\bgo(?:es)? first\b",
    ),
    (
        "longevity_concern",
        "a long life",
        HINT,
        r"\b(?:long life|live (?:a )?long|live longer|living longer|longevity|die|rest of my life|nineties|eighties|"
        r"\d+ (?:more )?years left|market|invest\w*|returns?|interest rates?)\b",
    ),
)
