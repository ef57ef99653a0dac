"""Kinds of facts about the home and where it stands: table rows, most telling first."""

from __future__ import annotations

from retirement.checklist import Topic
from retirement.reading.kinds.rows import DECISIVE, HINT, USUAL, kinds

_HOME = r"(?:house|home|condo|townhouse|townhome|place|apartment|ranch|farm|mobile home|trailer|property|homestead)"
_STATES = (
    r"alabama|alaska|arizona|arkansas|california|colorado|connecticut|delaware|florida|georgia|hawaii|idaho|illinois|"
    r"indiana|iowa|kansas|kentucky|louisiana|maine|maryland|massachusetts|michigan|minnesota|mississippi|missouri|"
    r"montana|"
    r"nebraska|nevada|new hampshire|new jersey|new mexico|new york|north carolina|north dakota|ohio|oklahoma|oregon|"
    r"pennsylvania|rhode island|south carolina|south dakota|tennessee|texas|utah|vermont|virginia|washington|"
    r"west virginia|wisconsin|wyoming|puerto rico|the carolinas|the midwest|new england|upstate|the coast|"
    r"the mountains|"
    r"the south|the city|the country|the suburbs|chicago|boston|seattle|phoenix|denver|dallas|houston|austin|atlanta|"
    r"tampa|miami|portland|philly|philadelphia|san diego|los angeles|san francisco|the bay area|tucson|nashville|"
    r"asheville"
)

HOUSING = kinds(
    Topic.HOUSING_GEOGRAPHY,
    (
        "home_value",
        "what the home is worth",
        DECISIVE,
        r"\b(?:home|house|condo|place)\b(?: \S+){0,3}? worth .*\bowe\b.*",
    ),
    (
        "property_costs",
        "what the home costs",
        DECISIVE,
        r"\b(?:condo|homeowners'?) (?:association|fees?|board)\b|\bschool taxes\b|\bcrime\b",
    ),
    (
        "home_ownership",
        "whether you own a home",
        DECISIVE,
        r"\bown (?:the|some|our|my) (?:land|lot|acreage|farm)\b",
    ),
    (
        "mortgage",
        "the mortgage",
        DECISIVE,
        r"\b(?:years?|payments?|balance) (?:left|remaining|to go) on (?:the|our|my) (?:loan|note|house|home)\b|"
        r"\b(?:house|home) is ours\b",
    ),
    (
        "aging_in_place",
        "staying where you are",
        DECISIVE,
        r"\b(?:stay(?:ing)?|live|living) (?:right |put |on )?(?:here|there|where we are)\b|\bleav(?:e|ing) (?:my|"
        r"our) (?:\w+ )?(?:house|home|town|neighbors?|neighborhood|friends and|church|state)\b",
    ),
    (
        "relocation",
        "where you would move",
        DECISIVE,
        r"\b(?:lower|cheaper) cost of living\b|\bwalkable\b|\bclose to (?:a |good )?(?:hospitals?|doctors|airport|"
        r"family|the kids)\b|\bmov(?:e|ing) (?:somewhere|to|in with) \w+|\bgetting out of (?:the|this) (?:city|state|"
        r"cold)\b|\bdifferent (?:state|country)\b|\bmove (?:there|here|back)\b",
    ),
    (
        "downsizing",
        "a smaller home",
        DECISIVE,
        r"\b(?:sold|sell|selling) (?:our|my|the) (?:\w+ )?(?:house|home|place|condo)\b|\b(?:smaller|less) (?:place|"
        r"space|house|home|yard)\b|\bsmall yard\b|\b(?:four|five|six|4|5|6)[- ]bedrooms?\b|\bdeclutter\w*",
    ),
    (
        "household",
        "who lives with you",
        DECISIVE,
        r"\bmoved (?:back )?in(?:to)? (?:with|our|my|the)\b|\b(?:adult|grown) (?:son|daughter|"
        r"kids?)\b(?: \S+){0,3}? (?:basement|at home|upstairs)\b",
    ),
    (
        "property_costs",
        "what the home costs",
        DECISIVE,
        r"\btaxes on (?:the|our|my) (?:house|home|place|condo|land|farm)\b",
    ),
    (
        "mortgage",
        "the mortgage",
        DECISIVE,
        r"\b(?:owe|owing|left)\b(?: \S+){0,9}? on (?:the|our|my) (?:house|home|condo|place|townhouse)\b",
    ),
    (
        "aging_in_place",
        "staying where you are",
        DECISIVE,
        r"\b(?:can'?t|couldn'?t|cannot|wouldn'?t) (?:ever )?(?:imagine|see|bear|stand|"
        r"dream of)(?: \w+){0,2}? (?:leaving|moving|selling)\b",
    ),
    (
        "property_costs",
        "what the home costs",
        DECISIVE,
        r"\binsurance on (?:the|our|my) (?:house|home|condo|place)\b|\b(?:heating|electric|power|water) bills?\b|"
        r"\b(?:fire|hurricane|flood) (?:zone|risk)\b",
    ),
    (
        "renting",
        "renting",
        DECISIVE,
        r"\blease is\b|\b(?:my|our|the) landlord\b|\bsection 8\b|\brent (?:goes|went|keeps|control\w*)",
    ),
    (
        "relocation",
        "where you would move",
        DECISIVE,
        r"\b(?:move|moving|moved|relocate)\b(?: \S+){0,3}? (?:closer|near|down|up|out|back) |\b(?:little|"
        r"small) place (?:by|near|on|in)\b|\b(?:by|near|on) the (?:ocean|beach|water|lake|coast|sea|river)\b|"
        r"\bgranny flat\b|\badu\b|\b(?:house|place|home|condo|farm) in \w+",
    ),
    (
        "aging_in_place",
        "staying where you are",
        DECISIVE,
        r"\b(?:not|never|ain'?t|no way i'?m) (?:going to |gonna |ever )?(?:leav(?:e|ing)|mov(?:e|ing)|"
        r"sell(?:ing)?)\b(?! (?:my (?:job|work)|work|it to|anything|the kids|money))|\bcarry me out\b|\b(?:love|"
        r"like) (?:our|my|this|the) (?:house|home|neighborhood|town)\b",
    ),
    (
        "downsizing",
        "a smaller home",
        DECISIVE,
        r"\bsquare f(?:ee|oo)t\b|\bsell the place\b|\btoo much (?:house|yard|space)\b|\bmore (?:house|space|"
        r"room) than (?:we|i)\b",
    ),
    (
        "household",
        "who lives with you",
        DECISIVE,
        r"\b(?:i|we) live with (?:my|our|a)\b",
    ),
    (
        "mortgage",
        "the mortgage",
        DECISIVE,
        r"\bmortgages?\b(?! .*reverse)|\b(?:owe|paid (?:off|for)|pay(?:ing)? off|payments?)\b(?: \S+){0,5}? "
        rf"(?:{_HOME})\b(?!.*tax)|\b{_HOME}\b(?: \S+){{0,4}}? (?:paid (?:off|for)|free and clear)\b|"
        rf"\bfree and clear\b|"
        r"\brefinanc\w*|\brefi\b|\bhouse note\b|\bhouse payments?\b",
    ),
    ("reverse_mortgage", "a reverse mortgage", DECISIVE, r"\breverse mortgages?\b|\bhecm\b"),
    (
        "home_equity_loan",
        "a loan on the home",
        DECISIVE,
        r"\bhelocs?\b|\bhome equity\b|\bsecond mortgage\b|\bequity (?:loan|line)\b",
    ),
    (
        "home_value",
        "what the home is worth",
        DECISIVE,
        rf"\b{_HOME}\b(?:'s)?(?: \S+){{0,4}}? (?:worth|valued|appraised|would sell|could sell|zillow|sell for|value)|"
        rf"\b(?:zillow|zestimate)\b|\bhome value\b|\bequity in (?:the|our|my) {_HOME}\b|\b\S+ in equity\b|"
        rf"{{money}} (?:house|home|condo)\b|\b{_HOME}\b is (?:maybe |about |around )?{{money}}",
    ),
    (
        "property_costs",
        "what the home costs",
        DECISIVE,
        r"\bproperty tax(?:es)?\b|\bhoas?\b|\bhoa (?:fees?|dues)\b|\bcondo fees?\b|\bhome ?owners'? insurance\b|"
        r"\b(?:flood|hurricane) insurance\b|\butilities\b|\bupkeep\b|\byard ?work\b|\btoo much house\b",
    ),
    (
        "home_condition",
        "whether the home suits old age",
        DECISIVE,
        r"\b(?:stairs?|steps|one[- ](?:story|level|floor)|single[- ](?:story|level|floor)|ground floor|"
        r"first[- ]floor (?:bedroom|master)|"
        r"grab bars?|walk-?in (?:shower|tub)|wheelchair|ramps?|aging in place|age in place|accessible|stair ?lift|"
        r"bathrooms?|"
        r"renovat\w*|remodel\w*|new roof|roof|furnace|repairs?|maintenance|elevator|fixer)\b",
    ),
    (
        "retirement_community",
        "a retirement community",
        DECISIVE,
        r"\b(?:55 ?(?:\+|plus|and (?:over|older|up))|active[- ]adult|over[- ]55|senior|independent living|"
        r"gated)"
        r" ?(?:communit(?:y|ies)|housing|living|villages?|apartments?|park)\b|\bthe villages\b|"
        r"\bsun city\b|"
        r"\bdel webb\b|\bindependent living\b|\bretirement (?:community|village)\b",
    ),
    (
        "second_home",
        "a second home",
        DECISIVE,
        r"\b(?:second|vacation|summer|winter|beach|lake|mountain|weekend) (?:home|house|place|condo)s?\b|\b(?:cabin|"
        r"cottage|"
        r"time-?shares?|snow-?birds?|snowbird\w*)\b|\bwinters? in\b|\bhalf the year\b|\bsplit (?:our |the |"
        r"my )?(?:time|year)\b",
    ),
    (
        "downsizing",
        "a smaller home",
        DECISIVE,
        rf"\bdown-?siz\w*|\b(?:smaller|tiny|too big|too large) ?{_HOME}?\b|\b{_HOME} is (?:way |much )?too (?:big|"
        rf"large)\b|"
        rf"\b(?:sell|selling|sold|list|listing)\b(?: \S+){{0,4}}? {_HOME}\b|\bsell up\b|\brv (?:full|living)\w*|"
        rf"\bfull-?time rv\w*",
    ),
    (
        "aging_in_place",
        "staying where you are",
        DECISIVE,
        rf"\b(?:stay(?:ing)?|remain\w*|keep(?:ing)?|liv(?:e|ing)|die)\b(?: \S+){{0,6}}? (?:put|where (?:i|we) (?:am|"
        rf"are)|"
        rf"(?:this|our|my|current|same|the) (?:\w+ )?{_HOME})\b(?! care)|\b(?:not|never|don'?t (?:want|plan) to|"
        rf"no plans? to|"
        r"won'?t be|aren'?t) (?:be )?(?:going anywhere|mov(?:e|ing)|leav(?:e|ing) (?:this|our|my|the) (?:house|home|"
        r"town))\b|"
        rf"\bbeen in (?:this|our|the|my) {_HOME}\b|\bforever home\b|\bstaying put\b",
    ),
    (
        "relocation",
        "where you would move",
        DECISIVE,
        r"\b(?:mov(?:e|ing)|relocat\w*|retir(?:e|ing)|settle)\b(?: \S+){0,5}? (?:to|in|near|closer|south|north|"
        r"abroad|overseas|"
        r"out of|away|back|somewhere|into a|down|up)\b(?! \d)(?! (?:a |one |two |three |\d|my (?:early|late|mid|fif|"
        r"six)|"
        r"about|july|june|january|december|march|april|may\b|next))(?! with (?:my|our|one of))|\b(?:live|"
        r"living) (?:abroad|overseas|somewhere|closer|near\w*|"
        r"in (?:mexico|portugal|costa rica|spain|italy|panama|europe|thailand|france|ecuador))\b|\bexpat\b|\bwarmer\b|"
        r"\bcloser to (?:the |our |my )?(?:\w+ )?(?:kids|grandkids|children|family|son|daughter|grandchildren)\b|"
        r"\bmov(?:e|ing) (?:someplace|somewhere|out|abroad)\b|\brelocat\w*|\bcheaper (?:state|place|area|city|town)\b|"
        r"\b(?:cold|snowy?) winters?\b|\bnear (?:the |our |my )?(?:grandkids|grandchildren|kids|daughter|son|beach|"
        r"ocean|water)\b|"
        r"\b(?:leave|leaving|get out of) (?:new york|california|illinois|the state|the city|new jersey|here)\b",
    ),
    (
        "renting",
        "renting",
        DECISIVE,
        r"\b(?:i|we)(?:'m| am|'re| are| have always| both| just| still| currently| now)* rent(?:ing|ed|s)?\b(?! out)|"
        r"\bmy rent\b|\bour rent\b|\brent(?:ing)? (?:an?|my|our|the) (?:\S+ )?(?:apartment|house|condo|place|"
        r"townhouse|studio|"
        r"room|flat|home)\b(?! out)|\brent is\b|\bapartment\b|\bmonthly rent\b|\blease\b(?!.* car)|\brenters?\b|"
        r"\bpay rent\b|"
        r"\brent(?:ing)? (?:instead|rather|after)\b|^rent(?:ing)?\b",
    ),
    (
        "home_ownership",
        "whether you own a home",
        DECISIVE,
        rf"\b(?:own|bought|buy|buying|have|built|build)\b(?: \S+){{0,4}}? {_HOME}\b|\bhomeowners?\b(?! insur)|"
        rf"\bown (?:it )?outright\b|"
        rf"\b{{no}}(?: \w+){{0,2}}? own\b(?: \w+){{0,2}}? {_HOME}|\b\d+[- ]acres?\b",
    ),
    (
        "state_of_residence",
        "where you live",
        DECISIVE,
        rf"\b(?:live|living|lived|reside|based|located|residents? of|from|house|home|here) (?:\w+ )?(?:in|of|outside|"
        rf"near|up in|"
        rf"down in|out in)?(?: \S+){{0,3}}?(?:{_STATES})\b|\bi'?m in (?:{_STATES})\b|\bwe'?re in (?:{_STATES})\b|"
        r"\b(?:i|we) (?:currently |now |both |still )?live (?:in|outside|near)\b",
    ),
    (
        "household",
        "who lives with you",
        DECISIVE,
        r"\b{kids}\b(?: \S+){0,3}? (?:still )?(?:lives?|living|moved back) (?:at home|with (?:me|us)|here|in)\b|"
        r"(?<!can\'t )(?<!cannot )\blive alone\b|\bliving alone\b|\bmulti-?generational\b|\bin-law suite\b|"
        r"\bempty nest\w*|\broommates?\b",
    ),
    (
        "relocation",
        "where you would move",
        USUAL,
        rf"\b(?:{_STATES}|abroad|overseas|mexico|portugal|spain|climate|beach)\b",
    ),
    (
        "housing_concern",
        "the home",
        HINT,
        rf"\b(?:{_HOME}|housing|neighborhood|neighbors|move|moving|rent|backyard|bedrooms?|garage|town|live near|"
        rf"climate)\b",
    ),
)
