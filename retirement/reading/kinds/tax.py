"""Kinds of facts about taxes and required distributions: table rows, most telling first."""

from __future__ import annotations

from retirement.checklist import Topic
from retirement.reading.kinds.rows import DECISIVE, USUAL, kinds

TAX = kinds(
    Topic.TAX_EFFICIENCY_RMDS,
    (
        "roth_balance",
        "what is in Roth accounts",
        DECISIVE,
        r"\b(?:in|is|of) (?:\w+ ){0,2}?roth and .*|\broth\b.* and .*\b(?:traditional|regular)\b.*|\b(?:traditional|"
        r"regular)\b.* and .*\broth\b.*",
    ),
    (
        "withdrawal_order",
        "which accounts to draw first",
        DECISIVE,
        r"\b(?:use|draw|drain|spend|tap|live (?:on|off))\b(?: \S+){0,6}? (?:taxable|ira|roth|brokerage|"
        r"401)(?: \S+){0,3}? (?:before|first|until|instead)\b",
    ),
    (
        "tax_payments",
        "how you pay tax",
        DECISIVE,
        r"\bcash(?:ed|ing)? (?:out|in)\b(?: \S+){0,5}? (?:ira|401|403|tsp)\b|\b(?:10|ten)[- ]?(?:%|"
        r"percent)? penalty\b|\bearly withdrawal\b|\brule of 55\b|\b72 ?\(?t\)?\b|\bwrite[- ]offs?\b|\bamt\b|"
        r"\bniit\b|\bharvest\w*",
    ),
    (
        "state_taxes",
        "state taxes",
        DECISIVE,
        r"\bstate (?:\w+ )?(?:doesn'?t|does not|won'?t) (?:tax|touch)\b|\b(?:doesn'?t|does not|"
        r"won'?t) tax (?:\w+ )?(?:pensions?|social security|retirement)\b",
    ),
    (
        "traditional_balance",
        "what is in pre-tax accounts",
        DECISIVE,
        r"\bpre tax\b|\b(?:empty|drain|draw down|spend down) (?:the|my|our) (?:ira|401)",
    ),
    (
        "state_taxes",
        "state taxes",
        DECISIVE,
        r"\b(?:mov(?:e|ed|ing)|relocat\w*|chose|picked)\b(?: \S+){0,6}? (?:tax|taxes)\b|\btax[- ]friendly\b",
    ),
    (
        "capital_gains",
        "gains in taxable accounts",
        DECISIVE,
        r"\b(?:huge|big|large|lot of|sitting on)(?: \w+)? gains?\b|\bbasis\b|\bappreciated\b|\bsold (?:a |the |my |"
        r"our )?(?:\w+ )?(?:stock|shares|business|rental|land)\b",
    ),
    (
        "traditional_balance",
        "what is in pre-tax accounts",
        DECISIVE,
        r"\b(?:never|not|hasn'?t|haven'?t) (?:\w+ )?(?:been )?taxed\b|\buntaxed\b|\b(?:all|most|everything|half|"
        r"lion'?s share)\b(?: \S+){0,7}? (?:traditional|pre-?tax|tax[- ]deferred|iras?)\b",
    ),
    (
        "filing_status",
        "how you file",
        DECISIVE,
        r"\bsingle filer\b|\bfil(?:e|ing) (?:\w+ )?(?:together|alone|singly)\b",
    ),
    (
        "tax_bracket",
        "your tax bracket",
        DECISIVE,
        r"\b(?:pay|paid|owe|owed)\b(?: \S+){0,5}? (?:in|federal|income) tax(?:es)?\b|\btax bill\b|\blower tax\w*|"
        r"\bhigher tax\w*",
    ),
    (
        "rmds",
        "required distributions",
        DECISIVE,
        r"\brmds?\b|\brequired (?:minimum )?(?:distributions?|withdrawals?)\b|\bminimum distributions?\b|"
        r"\bforced (?:withdrawals?|distributions?)\b",
    ),
    (
        "roth_conversions",
        "Roth conversions",
        DECISIVE,
        r"\broth (?:conversions?|ladder)\b|\bconver(?:t|ts|ted|ting|sions?)\b(?: \S+){0,9}? roth\b|\bbackdoor roth\b|"
        r"\bmega ?back ?door\b|\broth\b(?: \S+){0,3}? conver\w*|\b(?:convert|converting|conversions)\b",
    ),
    (
        "inherited_ira",
        "an inherited IRA",
        DECISIVE,
        r"\binherited (?:an? |my \S+ |her |his |the )?(?:\w+'?s? )?(?:ira|401 ?\(?k\)?|roth)\b|\b(?:ten|"
        r"10)[- ]year rule\b|"
        r"\bstretch ira\b|\bbeneficiary ira\b",
    ),
    (
        "charitable_giving",
        "giving from your accounts",
        DECISIVE,
        r"\bqcds?\b|\bqualified charitable\b|\bdonor[- ]advised\b|\bdaf\b|\b(?:tithe|tithing)\b|"
        r"\b(?:give|giving|donat\w*|contribut\w*)\b(?: \S+){0,6}? (?:from|out of) (?:\w+ ){0,2}?(?:ira|401|account)|"
        r"\bdonate\w* (?:appreciated|stocks?|shares)\b|\b(?:give|donate)\b(?: \S+){0,6}? (?:charit\w+|church)\b"
        r"(?! .*(?:when i die|after i|will\b))",
    ),
    (
        "tax_bracket",
        "your tax bracket",
        DECISIVE,
        r"\btax bracket\b|\b(?:\d\d|ten|twelve)[- ]?(?:%|percent|pct)? bracket\b|\bbracket\b|"
        r"\bmarginal (?:tax )?rate\b|"
        r"\beffective (?:tax )?rate\b|\badjusted gross\b|\bagi\b|\bmagi\b|\bhigh tax\b",
    ),
    (
        "filing_status",
        "how you file",
        DECISIVE,
        r"\bfil(?:e|ing) (?:our taxes |my taxes |taxes )?(?:jointly|separately|single|as single|joint|"
        r"married|head of household|as head)\b|\bmarried filing\b|\bhead of household\b|\bjoint (?:tax )?return\b|"
        r"\bitemiz\w*|\bstandard deduction\b",
    ),
    (
        "roth_balance",
        "what is in Roth accounts",
        DECISIVE,
        r"\broth (?:ira|401 ?\(?k\)?|accounts?|side|money|bucket|tsp)\b|\broths?\b",
    ),
    (
        "traditional_balance",
        "what is in pre-tax accounts",
        DECISIVE,
        r"\b(?:pre-?tax|tax[- ]deferred|traditional (?:ira|401|account|side|bucket)s?|before[- ]tax|deductible ira|"
        r"rollover ira)\b",
    ),
    (
        "company_stock",
        "company stock",
        DECISIVE,
        r"\b(?:company|employer) stock\b|\bnua\b|\bnet unrealized\b|\besop\b|\brsus?\b|\bstock options?\b|\bespp\b",
    ),
    (
        "capital_gains",
        "gains in taxable accounts",
        DECISIVE,
        r"\bcapital gains?\b|\bunrealized gains?\b|\bcost basis\b|\blow basis\b|\bstep(?:ped)?[- ]up\b|"
        r"\btax[- ]loss\b|\bappreciated (?:stock|shares|securities)\b|\bcarry ?forward loss\w*|\bloss carry\w*",
    ),
    (
        "taxable_accounts",
        "taxable accounts",
        DECISIVE,
        r"\b(?:taxable|brokerage|after-?tax|joint investment) (?:accounts?|investments?|money|savings|side)\b|"
        r"\bmuni(?:cipal)?s?\b(?: bonds?)?|\btax[- ](?:free|exempt) (?:bonds?|interest|income)\b|\bbrokerage\b",
    ),
    (
        "state_taxes",
        "state taxes",
        DECISIVE,
        r"\bstate (?:income )?tax(?:es)?\b|\b(?:no|low)[- ](?:income[- ])?tax state\b|\bno income tax\b|"
        r"\btaxes? (?:my |our )?(?:pensions?|social security)\b(?! benefits are)",
    ),
    (
        "social_security_taxation",
        "tax on Social Security",
        DECISIVE,
        r"\btax(?:ed|es|ation)? (?:on|of) (?:my |our |the )?(?:social security|ss|benefits)\b|"
        r"\b(?:social security|benefits)\b(?: \w+){0,3}? (?:taxed|taxable)\b",
    ),
    (
        "withdrawal_order",
        "which accounts to draw first",
        DECISIVE,
        r"\bwhich (?:accounts?|bucket|money|pot)\b|\bwithdrawal (?:order|sequence|strategy)\b|"
        r"\b(?:draw|pull|spend|tap|withdraw|take|use)\w*(?: \w+){0,4}? (?:accounts?|brokerage|ira|roth|taxable)"
        r"(?: \w+){0,3}? (?:first|last|down)\b|\border of withdrawals?\b|\bbucket strategy\b",
    ),
    (
        "tax_professional",
        "who does your taxes",
        DECISIVE,
        r"\b(?:cpa|tax (?:preparer|person|guy|lady|advis[eo]r|accountant|pro)|accountant|turbo ?tax|h&r block|h and r "
        r"block|enrolled agent)\b|\b(?:do|does|doing|prepare) (?:my|our|the) (?:own )?taxes\b",
    ),
    (
        "tax_payments",
        "how you pay tax",
        DECISIVE,
        r"\b(?:quarterly|estimated) (?:tax(?:es)?|payments?)\b|\bwithh(?:old|eld|olding)\w*|\bowe (?:the irs|"
        r"back taxes|"
        r"taxes)\b|\btax (?:refund|bill)\b",
    ),
    (
        "tax_goal",
        "your aim for taxes",
        USUAL,
        r"(?<!property )(?<!estate )(?<!after )(?<!before )(?<!inheritance )\b(?:taxes(?! on (?:the|our|my) (?:house|"
        r"home))|taxed|tax|irs|uncle sam|"
        r"deductions?|secure act|"
        r"rmd age)\b",
    ),
)
