"""The words by which inside information and a relation to a company are spoken of, and what may be either of them.

What only may be one of them makes a person be asked again; nothing is ever kept by it.
"""

import re

from wording.amounts import lower, plain

INSIDE = (
    r"(?:(?:inside|insider|insiders|privileged|confidential|price[- ]sensitive|unpublished|secret)[- ]"
    r"(?:price[- ]sensitive )?(?:info(?:rmation|s)?|knowledge|tips?|news)|mnpi"
    r"|(?:material )?(?:non[- ]?public|nonpublic) (?:info(?:rmation)?|knowledge)"
    r"|voorkennis|voorwetenschap|insider-?(?:info\w*|wissen)|informations? privil\w+)"
)
RELATED = (
    r"(?:related part(?:y|ies)|(?:family |personal |business |close )?(?:relation(?:ship)?s?|connections?|affiliations?"
    r"|ties|links?)|nothing to do)"
)
ROLE = (
    r"(?:(?:director|employee|officer|executive|ceo|cfo|coo|chair(?:man|woman|person)?|board member|manager|insider)"
    r"|(?:on|in) (?:the|its|their) (?:supervisory |executive )?board)"
)
WORKS_THERE = r"(?:works?|working|am employed|employed) (?:there|for them|for it|by them)"
CLOSE_TO = (
    r"(?:my|our) (?:\w+ )?(?:wife|husband|spouse|partner|brother|sister|father|mother|dad|mum|mom|son|daughter|cousin|"
    r"uncle|aunt|parents?|girlfriend|boyfriend|fianc[eé]e?|nephew|niece|family|relatives?|[\w-]+-in-law)"
)
_INSIDE = re.compile(rf"\b{INSIDE}\b")
# "This is related to my pension" speaks of the trade, not of the person.
_ABOUT_A_THING = re.compile(
    r"\b(?:this|it|it's|that|which|trade|purchase|stocks?|shares?|sector)\b.{0,40}\brelated to\b"
    r"|related (?:stocks?|shares|news)"
)
_RELATED = re.compile(
    r"\b(?:(?:un)?related|relation(?:ship)?s?|(?:un)?connected|connections?|(?:un)?affiliat(?:ed|ions?)"
    r"|nothing to do with"
    r"|gelieerd|verbonden)\b"
)
_OFFICE = re.compile(rf"\b(?:{CLOSE_TO}\b.{{0,60}}?\b(?:{ROLE}|{WORKS_THERE})|i(?:'m| am)? (?:an? |the )?{ROLE})\b")
# Somebody passed on, or the person came to know, what others do not know.
_TOLD = re.compile(
    r"\b(?:(?:told|tells|telling|texted|emailed|mailed|messaged|informed|showed|warned) (?:me|us)|let (?:it )?slip"
    r"|tipped|(?:hot |stock )?tips?|leak(?:ed|s)?|(?:over)?heard|heads?[- ]up|taken over|rumou?rs?|hush[- ]hush"
    r"|confided|found out|got wind|got word|know (?:something|things|more|from|somebody|someone|people)"
    r"|saw (?:an? |the )?(?:internal|draft)"
    r"|(?:not|isn't|aren't|before (?:it|they|that|this)\b.{0,12}) (?:yet )?(?:been )?(?:public|announced?"
    r"|published|known|out)"
    r"|unannounced|unpublished|non-?public|price[- ]sensitive|confidential\w*|secret\w*|insiders?|inside"
    r"|embargo\w*|under (?:an )?nda"
    r"|vertelde|verteld|gehoord|vertrouwelijk|geheim)\b"
)
_SOURCE = re.compile(
    r"\b(?:mates?|friends?|guys?|someone|somebody|contacts?|colleagues?|neighbou?rs?|insiders?)\b"
    r"[^.;!?\n]{0,60}\b(?:says?|said|thinks?|knows?|claims?|mentioned|expects?)\b"
)
_WORKS_AT = re.compile(
    r"\b(?:works?|working|employed|sits?|job|director|board|ceo|cfo|manager) (?:there|at|for|in|of|on|with"
    r"|over there|them)\b"
    r"|\bon (?:the|their|its) board\b|\bjoined (?:them|the|as)\b|\b(?:i|we) (?:used to )?work(?:ed)? (?:there"
    r"|for them)\b"
)
_EVENT = re.compile(
    r"\b(?:merger|take[- ]?over|acquisition|acquir\w+|bid|buy[- ]?out|deal|profit warning|results|earnings|announce\w*|"
    r"restructur\w+|lay-?offs?|ipo|contract|fusie|overname)\b"
)
_OWN = re.compile(
    r"\brelated part(?:y|ies)|\b(?:i|i'm|im|we|we're|me|us)\b[^.;!?\n]{0,30}\b(?<!-)(?:related|connected"
    r"|affiliated) (?:to|with)\b|gelieerd"
)
_KIN_WORKS = re.compile(
    rf"\b(?:{CLOSE_TO}|(?:my|our|an?|the) (?:\w+ )?(?:friend|neighbou?r|colleague|room-?mate|ex)|someone|somebody)\b"
    rf"[^.;!?\n]{{0,40}}\b(?:(?:works?|working|employed|sits?) (?:there|at|for|over there"
    rf"|(?:in|on|with|as) (?:their|its|the company's))|(?:runs?|heads|leads"
    rf"|manages) (?:their|its|the))\b|\bi {WORKS_THERE}\b"
)
_KIN = re.compile(rf"\b(?:{CLOSE_TO}|(?:my|our) (?:\w+ )?(?:friend|neighbou?r|room-?mate|flat-?mate|ex))\b")


def names_inside(text: str) -> bool:
    """Whether the text speaks of inside information by name."""
    return bool(_INSIDE.search(lower(plain(text))))


def names_related(text: str) -> bool:
    """Whether the text speaks of a related party by name, or of an office that makes one."""
    source = lower(plain(text))
    return bool(_OFFICE.search(source) or (_RELATED.search(source) and not _ABOUT_A_THING.search(source)))


def may_be_inside(text: str, *, widely: bool = False) -> bool:
    """Whether the text may tell of inside information; `widely` also by naming an event such as a merger."""
    source = lower(plain(text[:2000]))
    return bool(
        _INSIDE.search(source) or _TOLD.search(source) or _SOURCE.search(source) or (widely and _EVENT.search(source))
    )


def may_be_related(text: str, *, widely: bool = False) -> bool:
    """Whether the text may tell of a relation to the company; `widely` also by naming somebody close."""
    source = lower(plain(text[:2000]))
    if _OFFICE.search(source) or _OWN.search(source) or _KIN_WORKS.search(source):
        return True
    return widely and bool(_WORKS_AT.search(source) or _KIN.search(source) or _RELATED.search(source))
