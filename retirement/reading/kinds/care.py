"""Kinds of facts about long-term care: table rows, most telling first."""

from __future__ import annotations

from retirement.checklist import Topic
from retirement.reading.kinds.rows import DECISIVE, USUAL, kinds

CARE = kinds(
    Topic.LONG_TERM_CARE,
    (
        "caring_for_someone",
        "someone you care for*",
        DECISIVE,
        r"\b(?:mom|dad|mother|father|parents?|mother-in-law|father-in-law|in-laws|grandmother|grandfather|brother|"
        r"sister)\b.*\b(?:lives?|living|moved in|stays?) with (?:me|us)\b|\bvisit (?:my|our) (?:mom|dad|mother|"
        r"father) (?:every|each|in)\b",
    ),
    (
        "care_concern",
        "long-term care",
        DECISIVE,
        r"\bdepend(?:ent|ing)? on (?:others|anyone|my kids|the kids|other people)\b|\b(?:bad|a) fall\b|"
        r"\bif my (?:memory|mind|body) (?:goes|gives|fails)\b.*|\bcan'?t (?:remember|drive|walk) any ?more\b|"
        r"\bfall(?:s|en|ing)? (?:and|down|in)\b",
    ),
    (
        "family_care_history",
        "care in your family*",
        DECISIVE,
        r"\b(?:parents?|mother|father|mom|dad|grand\w+|aunt|uncle|in-laws)\b(?: \S+){0,4}? (?:need(?:ed|s)?|required|"
        r"in|got|had) (?:\w+ ){0,2}?care\b.*",
    ),
    (
        "caregivers",
        "who could care for you*",
        DECISIVE,
        r"\b(?:kids|children|son|daughter|family)\b(?: \S+){0,3}? (?:changing|bathing|feeding|wiping|spoon)\b.*|"
        r"\bdiapers\b|\bcouldn'?t manage\b",
    ),
    (
        "caring_for_someone",
        "someone you care for*",
        DECISIVE,
        r"\b(?:i|we) (?:\w+ )?(?:take care of|care for|look after) (?:my|our) (?:\S+ ){0,2}?(?:husband|wife|mother|"
        r"father|mom|dad|parents?|sister|brother|spouse|aunt|uncle|son|daughter)\b",
    ),
    (
        "ltc_insurance",
        "long-term care insurance",
        DECISIVE,
        r"\b(?:no|without|any|have|bought|get) (?:\w+ )?(?:ltc|long[- ]?term[- ]care) (?:insurance|cover\w*|"
        r"polic\w*)\b",
    ),
    (
        "care_preference",
        "where you would want care",
        DECISIVE,
        r"\b(?:someone|somebody|nurse|aide|people|help) (?:to )?com(?:e|es|ing) (?:in|to (?:the|my|our) (?:house|"
        r"home))\b|\bhelp at home\b|\blive-?in (?:help|aide|nurse|caregiver)\b|\bhelp (?:with )?(?:bathing|"
        r"dressing)\b|\bstay (?:in my|at) home (?:if|when|even|as long)\b",
    ),
    (
        "caring_for_someone",
        "someone you care for*",
        DECISIVE,
        r"\bdo(?:es|ing)? everything for (?:them|him|her|my|our)\b|\b(?:drive|look in|check) (?:\w+ )?on (?:my|"
        r"our) (?:mom|dad|mother|father|parents|in-laws)\b",
    ),
    (
        "caregivers",
        "who could care for you*",
        DECISIVE,
        r"\b(?:kids|children|son|daughter|family)\b(?: \S+){0,3}? (?:lives?|are|is) (?:all |too |so |very )?(?:far|"
        r"across the country|hours away|out of state|overseas)\b|\b(?:no ?one|nobody|no family) (?:near\w*|close|"
        r"around|left)\b|\bon our own (?:if|when)\b",
    ),
    (
        "medicaid",
        "Medicaid",
        DECISIVE,
        r"\bmedicare (?:won'?t|doesn'?t|does not) (?:pay|cover)\b(?: \S+){0,3}? (?:nursing|long|care|custodial)",
    ),
    (
        "care_preference",
        "where you would want care",
        DECISIVE,
        r"\b(?:put|stick|dump|place|end up|live|go|move|moving)\w*(?: (?:me|us|him|her))? (?:in|into|to) (?:a|some|"
        r"one of those|an old folks'?|a care|a nursing) ?(?:homes?|facility)\b(?! in )|\bold (?:folks|"
        r"people'?s) homes?\b|\bcan'?t live (?:alone|on my own|by myself)\b|\bdie at home\b",
    ),
    (
        "caring_for_someone",
        "someone you care for*",
        DECISIVE,
        r"\b(?:do|doing|does)(?: \S+){0,4}? (?:the )?caring\b|\bshare (?:the )?(?:taking care|care|caring)\b|"
        r"\bhelp(?:ing)? (?:my |our |out my )?(?:elderly |aging )?(?:mom|dad|mother|father|parents|in-laws|"
        r"grandmother)\b|\b(?:mom|dad|mother|father|parents|mother-in-law|father-in-law)\b(?: \S+){0,3}? (?:lives|"
        r"living|moved in) with (?:me|us)|\baging parents?\b|\b(?:elderly|frail) (?:mother|father|mom|dad|parents?)\b",
    ),
    (
        "ltc_funding",
        "how care would be paid",
        DECISIVE,
        r"\bpay for (?:\w+ ){0,2}?(?:care|help)\b|\bsell the house\b(?: \S+){0,5}? care\b",
    ),
    (
        "ltc_insurance",
        "long-term care insurance",
        DECISIVE,
        r"\b(?:ltc|ltci|long[- ]?term[- ]care)\b(?: \S+){0,4}? (?:insurance|polic(?:y|ies)|cover\w*|rider|premiums?|"
        r"plan)\b|"
        r"\b(?:long[- ]?term[- ]care|ltc|chronic care|chronic illness) riders?\b|"
        r"\bhybrid (?:life|policy|ltc)\b|\b(?:insurance|policy|cover\w*)\b(?: \S+){0,4}? (?:nursing homes?|ltc|"
        r"long[- ]?term[- ]care|home care)\b|\bgenworth\b|\bpartnership policy\b|\bltci\b|"
        r"\b(?:bought|buy|looked into|have|priced|get|quotes?)\b(?: \S+){0,3}? (?:ltc|long[- ]?term[- ]care)\b",
    ),
    (
        "ltc_funding",
        "how care would be paid",
        DECISIVE,
        r"\bself[- ]?(?:insur\w*|fund\w*|pay)\b|\b(?:pay|paid|cover|fund|use)\w*\b(?: \S+){0,8}? (?:care|nursing home|"
        r"assisted living|memory care)\b|\bspend[- ]?down\b|\b(?:set aside|earmark\w*|"
        r"reserve\w*)\b(?: \S+){0,6}? care\b|"
        r"\bhome equity\b(?: \S+){0,4}? care\b|\baid (?:and|&) attendance\b",
    ),
    ("medicaid", "Medicaid", DECISIVE, r"\bmedicaid\b|\bmedi-?cal\b|\blook-?back\b"),
    (
        "care_community",
        "a community with care",
        DECISIVE,
        r"\bccrcs?\b|\bcontinuing care\b|\blife plan community\b|\blife care community\b",
    ),
    (
        "family_care_history",
        "care in your family*",
        DECISIVE,
        r"\b(?:{family}|grandm\w+|in-law\w*|he|she)\b(?:'s)?(?: \S+){0,9}? (?:nursing homes?|memory care|"
        r"assisted living|"
        r"dementia|alzheimer'?s?|parkinson'?s?|home health|care facility|hospice|bedridden|rehab)\b|"
        r"\b(?:dementia|alzheimer'?s?|parkinson'?s?|huntington'?s|"
        r"als(?! (?:ik|we|wij|je|u|het|de|er|mijn|ons|onze|dat|dit|ze|hij|zij)\b))\b",
    ),
    (
        "caring_for_someone",
        "someone you care for*",
        DECISIVE,
        r"\b(?:car(?:e|ing)|caregiver|caretaker|look(?:ing)? after|tak(?:e|ing) care)\b(?: \S+){0,3}? (?:for|of|"
        r"after)?"
        r"(?: \S+){0,4}? {family}\b|\b{family} (?:lives?|living|moved in) with (?:me|us)\b|"
        r"\bsandwich generation\b|\bcaregiver for\b|\bi'?m (?:a|the|her|his|their) (?:\w+ )?caregiver\b",
    ),
    (
        "caregivers",
        "who could care for you*",
        DECISIVE,
        r"\b{kids}\b(?: \S+){0,6}? (?:take care of|look after|care for|take (?:me|us) in|help (?:me|us)|caregiver)|"
        r"\b(?:burden|burdens|burdening)\b|\b(?:no ?(?:one|body)|no kids|nobody|no family|don'?t have anyone|"
        r"who'?s going to)\b"
        r"(?: \S+){0,7}? (?:look after|care|help)\b|\b(?:move|moving|live|living) in with (?:my|our|one of|"
        r"the) (?:\w+ )?{kids}|"
        r"\b(?:look after|take care of|care for) (?:me|us|each other|one another|myself)\b",
    ),
    (
        "care_preference",
        "where you would want care",
        DECISIVE,
        r"\bnursing homes?\b|\bassisted living\b|\bmemory care\b|\bhome (?:health )?(?:aides?|care)\b|"
        r"\bin-?home (?:care|help)"
        r"\b|\bhome health\b|\bcare (?:facility|home)\b|\bhospice\b|\bcaregivers?\b|\bcared for at home\b|"
        r"\badult day\b|"
        r"\bskilled nursing\b",
    ),
    (
        "care_concern",
        "long-term care",
        USUAL,
        r"\blong[- ]?term[- ]care\b|\bltc\b|\bneed(?:ing)? (?:\w+ )?care\b|\bcan'?t (?:take care of|look after|"
        r"care for) "
        r"(?:myself|ourselves)\b|\b(?:get|getting|become|becoming|end up) (?:frail|incapacitated|helpless|disabled|"
        r"dependent)\b|"
        r"\blos(?:e|ing) (?:my|our) (?:mind|independence|memory)\b|\bcare (?:costs?|needs?)\b|\bbathing|dressing\b",
    ),
)
