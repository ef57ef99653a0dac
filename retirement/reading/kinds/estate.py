"""Kinds of facts about what is left to others: table rows, most telling first."""

from __future__ import annotations

from retirement.checklist import Topic
from retirement.reading.kinds.rows import DECISIVE, HINT, kinds

ESTATE = kinds(
    Topic.ESTATE_PLANNING,
    (
        "healthcare_directive",
        "health care wishes on paper*",
        DECISIVE,
        r"\b(?:kept alive|on machines|heroic measures|resuscitat\w*|feeding tube|ventilator|end[- ]of[- ]life|"
        r"five wishes|medical decisions)\b",
    ),
    (
        "will",
        "a will",
        DECISIVE,
        r"\b(?:nothing|everything|it|wishes|all) (?:is )?in writing\b|\bput (?:our|my) affairs\b|"
        r"\baffairs (?:are )?in order\b",
    ),
    (
        "funeral",
        "funeral wishes",
        DECISIVE,
        r"\b(?:donate|leave) my body\b|\bheadstone\b|\bpre-?paid (?:funeral|burial)\b|\bobituary\b",
    ),
    (
        "inheritance_wishes",
        "who inherits*",
        DECISIVE,
        r"\bfight(?:ing)? over\b|\bleav(?:e|ing) (?:\w+ ){0,3}?(?:everything|it all|anything|something|nothing|money|"
        r"a little|the \w+|my \w+|half) (?:to|for|behind)\b|\bpass (?:it |them |this |the \w+ )?(?:on|down)\b|"
        r"\bleave (?:anything|something|nothing) behind\b|\bsuccession\b",
    ),
    (
        "will",
        "a will",
        DECISIVE,
        r"\bwills? (?:and|or) (?:a |the |our |my )?trusts?\b|\bdied? without a will\b|\bestate docs?\b|"
        r"\bletter of instructions?\b",
    ),
    (
        "lifetime_gifts",
        "gifts during your life",
        DECISIVE,
        r"\b(?:help|helping|pay|paying|save|saving|money|fund)\b(?: \S+){0,4}? (?:kids?|kids'|grand\w+|grand\w+'s?|"
        r"children|children's?|son|daughter)\b(?: \S+){0,3}? (?:college|school|tuition|down payment|first house|"
        r"education)\b",
    ),
    (
        "power_of_attorney",
        "power of attorney*",
        DECISIVE,
        r"\b(?:in charge|make decisions|decide|decisions|speak|sign) (?:for me |for us )?(?:if|when) (?:i|"
        r"we) (?:can'?t|cannot|couldn'?t|lose)|\b(?:can'?t|cannot) (?:decide|make decisions|speak for myself)\b|"
        r"\bguardian\w*\b|\bconservator\w*",
    ),
    (
        "inheritance_wishes",
        "who inherits*",
        DECISIVE,
        r"\b(?:want|wants|like|hope|plan)\b(?: \S+){0,3}? (?:nephews?|nieces?|sons?|daughters?|kids|children|"
        r"grand\w+|brother|sister|stepson|stepdaughter|wife|husband|church) to (?:get|have|inherit|receive|own|"
        r"take over|end up with)\b|\beverything (?:goes|will go|to go) to\b|\b(?:goes|go) to (?:the|my|our|"
        r"a) (?:kids|children|rescue|charity|animal|humane|church|foundation|son|daughter|wife|husband|nephew|niece|"
        r"university)\b|\bcut\w*(?: \S+){0,3}? out of (?:my|the|our) will\b|\b(?:farm|cabin|business|"
        r"house)\b(?: \S+){0,4}? (?:in|stay in|keep in) the family\b",
    ),
    (
        "children",
        "children and heirs",
        DECISIVE,
        r"\b(?:grown|adult|minor|young|teenage|married) (?:kids|children|sons?|daughters?)\b|\b(?:kids|"
        r"children)(?: \S+){0,4}? (?:terrible|bad|irresponsible|good) with money\b",
    ),
    (
        "power_of_attorney",
        "power of attorney",
        DECISIVE,
        r"\b(?:durable |financial |medical )?powers? of attorney\b|\bpoas?\b|\bmanage (?:my|our) (?:finances|affairs|"
        r"money)\b",
    ),
    (
        "healthcare_directive",
        "health care wishes on paper",
        DECISIVE,
        r"\b(?:living wills?|advance(?:d)? (?:health ?care )?directives?|health ?care (?:prox(?:y|ies)|surrogate|"
        r"power|directive|agent)|"
        r"medical (?:directive|proxy)|dnr|polst|pull the plug|life support)\b",
    ),
    (
        "trust",
        "a trust",
        DECISIVE,
        r"\b(?:living|revocable|irrevocable|family|special needs|bypass|charitable|testamentary|spendthrift|"
        r"land) trusts?\b|"
        r"\b(?:in|into|a|the|our|my|have|up|no|of|by) trusts?\b(?! (?:you|me|him|her|them|the|my|people|that|in))|"
        r"\btrustees?\b|\btrust is\b",
    ),
    (
        "special_needs",
        "a dependant who needs lasting support*",
        DECISIVE,
        r"\bspecial[- ]needs\b|\b(?:disabled|autistic|handicapped) (?:\w+ )?{kids}\b|"
        r"\b{kids}\b(?: \S+){0,4}? (?:autis\w*|down syndrome|"
        r"disab\w*|cerebral palsy|on ssi)\b|\bable account\b",
    ),
    (
        "beneficiaries",
        "beneficiaries on your accounts",
        DECISIVE,
        r"\bbeneficiar(?:y|ies)\b|\btransfer[- ]on[- ]death\b|\b(?:tod|pod)\b|\bpayable on death\b|"
        r"\btitled? (?:jointly|in)\b|"
        r"\bjoint(?:ly)? (?:own\w*|tenan\w*|titled)\b",
    ),
    (
        "life_insurance",
        "life insurance",
        DECISIVE,
        r"\b(?:life|term|whole[- ]life|universal life) (?:insurance|polic(?:y|ies))\b|\b(?:term|universal) life\b|"
        r"(?<!\bmy )(?<!\bour )\bwhole life\b|"
        r"\bdeath benefit\b|\bburial (?:insurance|policy)\b",
    ),
    (
        "executor",
        "the executor*",
        DECISIVE,
        r"\bexecut(?:or|rix|ors)\b|\bpersonal representative\b",
    ),
    (
        "probate_estate_tax",
        "probate and estate tax",
        DECISIVE,
        r"\bprobate\b|\bestate (?:tax(?:es)?|exemption)\b|\binheritance tax(?:es)?\b|\bdeath tax\b|"
        r"\bstep-?up in basis\b",
    ),
    (
        "digital_assets",
        "papers and passwords",
        DECISIVE,
        r"\bpasswords?\b|\bdigital (?:assets|accounts|estate)\b|\bimportant (?:papers|documents)\b|\bsafe deposit\b|"
        r"\b(?:where|find) (?:\w+ ){0,3}?(?:accounts|documents|papers|everything) (?:are|is)\b",
    ),
    (
        "funeral",
        "funeral wishes",
        DECISIVE,
        r"\bfuneral\b|\bburial\b|\bcremat\w*|\bcemetery\b|\bburied\b|\bplots?\b|\borgan donor\b|\bashes\b",
    ),
    (
        "charitable_bequest",
        "what you leave to a cause",
        DECISIVE,
        r"\b(?:leav(?:e|ing)|bequeath\w*|bequest|will)\b(?: \S+){1,7}? to (?:\w+ ){0,3}?(?:charit(?:y|ies)|church|"
        r"alma mater|"
        r"university|college|"
        r"foundation|cause|shelter|non-?profit|red cross|hospital|scholarship)\b|\b(?:scholarship|endow\w*)\b|"
        r"\bbequests?\b|"
        r"\bcharit\w+\b(?: \S+){0,4}? (?:when i die|after i'?m gone|in (?:my|our) will)",
    ),
    (
        "will",
        "a will",
        DECISIVE,
        r"\b(?:a|my|our|the|no|have|simple|old|last|new|update\w*|his|her|their|without|handwritten|his and hers|"
        r"any) wills?\b(?! (?:be|have|need|take|"
        r"go|never|not|probably|get|cost|retire|last|cover|live))|\bwills\b|\bwill (?:is|was|done|needs|from|"
        r"and (?:trust|testament)|kit|"
        r"written|drawn|hasn'?t|made)\b|\bintestate\b|\blegalzoom\b|\bestate (?:plan(?:ning)?|attorney|lawyer|"
        r"documents|papers)\b",
    ),
    (
        "lifetime_gifts",
        "gifts during your life",
        DECISIVE,
        r"\bgift(?:s|ing|ed)?\b(?! card)|\bgiv(?:e|ing) (?:\w+ ){0,3}?{kids}(?: \S+){0,4}? {money}|\b529s?\b|"
        r"\bgiv(?:e|ing) (?:each|every) "
        r"|\bhelp\w*(?: \S+){0,4}? {kids}(?: \S+){0,4}? (?:down payment|college|tuition|buy|house|money|financially)|"
        r"\bpay(?:ing)? for (?:\w+ ){0,3}?(?:grand\w+|kids?'?s?) (?:college|school|tuition|education)\b|"
        r"\bcollege fund\b",
    ),
    (
        "inheritance_wishes",
        "who inherits*",
        DECISIVE,
        r"\b(?:leav(?:e|ing)|pass(?:ing)?|go(?:es|ing)?|split|divide\w*|inherit\w*|hand(?:ing)?|give)\b(?: \S+){0,8}? "
        r"(?:{kids}|grand\w+|inheritance|equally|evenly|heirs|behind|"
        r"down to (?:my|our|the|his|her)|generation|family|each other|my wife|"
        r"my husband)\b"
        r"(?! (?:closer|alone|in))|\binherit(?:ance|s)?\b|\bheirs?\b|\bdisinherit\w*|\blegacy\b|\b(?:after|when|"
        r"once) (?:i'?m|we'?re|i am|we are) gone\b|"
        r"\bwhen (?:i|we) (?:die|pass)\b|\bspend it all\b|\blast check\b|\bdie with zero\b",
    ),
    (
        "marital_status",
        "your family situation",
        DECISIVE,
        r"\b(?:widow(?:ed|er)?|divorc\w*|separated from|remarri\w*|never married|second (?:marriage|wife|husband)|"
        r"(?:husband|wife|spouse|partner) (?:died|passed)|prenup\w*|blended family|first marriage|"
        r"lost my (?:husband|wife)|ex-?(?:wife|husband|spouse)|my ex|domestic partner)\b|"
        r"\b(?:i'?m|i am|we'?re|we are|been|got|getting|happily) (?:\w+ )?(?:married|single|engaged|unmarried)\b|"
        r"^(?:married|single)\b(?! fil)|\bnot married\b|"
        r"\bmarried (?:for|with|since|\d)",
    ),
    (
        "children",
        "children and heirs",
        DECISIVE,
        r"\b(?:have|has|got|with|no|raised|of|are|two|three|four|five|one|\d) (?:\w+ ){0,2}?(?:kids?|child(?:ren)?|"
        r"sons?|daughters?|"
        r"grand(?:kids|children|child)|stepkids|step-?children|step-?sons?|step-?daughters?)\b|\bchildless\b|"
        r"\bonly child\b|\bestranged\b|\bminor child\w*",
    ),
    (
        "estate_concern",
        "what you leave behind",
        HINT,
        r"\b(?:estate|lawyer|attorney|paperwork|affairs in order|die|death|family fights?|fight over|kids|children|"
        r"gone|survive me|heirlooms?|guardian)\b",
    ),
)
