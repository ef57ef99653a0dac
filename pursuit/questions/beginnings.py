"""How people begin a question, an order or a condition: closed lists of words, as patterns. Pure."""

# A pattern that is broken over lines reads worse than a long one.
# ruff: noqa: E501

from __future__ import annotations

import re

from pursuit.words import ASKABLE, AUX

# What decides whether a question begins stands within so many characters; and a clause of more is cut off, because
# nobody asks one thing in so many words.
LOOK, LONGEST = 240, 600

LEAD = (
    r"(?:(?:and|also|plus|but|or|so|then|(?:too|next|now)(?=\s*,)|finally|lastly|second(?:ly)?|third(?:ly)?|first(?:ly)?|hi|hello|hey|"
    r"otherwise|alternatively|meanwhile|actually|basically|specifically|likewise|regardless|in that case|if so|if not|if yes|if no|if they do|if it is|please|pls|plz|kindly|thanks|ok(?:ay)?(?=\s*[,.!])|well|additionally|in addition|furthermore|moreover|"
    r"one more thing|another question|last(?: one| thing)?|btw|just|sorry|oh|&|\+)(?!\w)[ ,:]{0,4}){0,5}"
)
PRONOUN = r"(?:i|we|you|he|she|it|they|there|this|that|these|those|the|a|an|my|our|your|his|her|its|their|any|anyone|each|every|all|some|both|either|no|another|someone|prior|what|one)"
# An auxiliary with what may be its subject: "is covered" goes on with the clause before, "is it covered" begins one.
NO_SUBJECT = (
    r"(?:\w+ed|\w+ing|not|also|only|usually|often|always|still|then|now|known|made|given|paid|done|written|seen|"
    r"under|in|on|at|by|for|with|of|to|from|more|less|very|too|so|as|be|been|able|and|or)\b"
)
_AUX = (
    rf"(?:(?:is|are|was|were|am|isn't|aren't|wasn't)\s+(?!{NO_SUBJECT})\S"
    r"|(?:do|does|did|don't|doesn't|didn't)\s+(?!so\b|it\b\s*$)\S"
    rf"|(?:can|could|will|would|should|shall|may|might|must|has|have|had|can't|won't|shouldn't)\s+(?:{PRONOUN}\b|(?-i:[A-Z0-9])|(?:\w+\s+)?\w+[^s\W]s\b))"
)
_WHETHER = r"(?:whether|if\s+(?=(?:\w+\s+){1,4}?(?:is|are|was|can|could|would|needs?|does|has|have|will|must|covers?)\b|(?:it|that|this|there|he|she|they)'))"
WH = r"(?:what(?:'s|s|'re)?|which|who(?:'s|m|se)?|when|where(?:'s)?|why|how(?:'s)?)\b"
WITH_PREPOSITION = r"(?:(?:in|at|under|for|by|to|from|on|with|until|since|up to|within|till|every|per|after|before|during|through|of|about)\s+(?:what|which|whom|whose|how|when)\b(?!\s+about\b))"
ORDER = (
    r"(?:tell\s+(?:me|us)|give\s+(?:me|us)|show\s+(?:me|us)?|list|explain|describe|find|look\s+(?:up|into)|provide|summari[sz]e|advise|"
    r"let\s+(?:me|us)\s+know|(?:(?:i|we)(?:'d|\s+would)?\s+(?:also\s+|just\s+|really\s+)?(?:need|want|like|love|(?:am|are)\s+looking\s+(?:for|up|into|to))\b(?!\s+(?:it|them|this|that)\b))|"
    r"(?:i|we)(?:'m|'re)\s+(?:looking\s+(?:for|up|into|to)|asking|wondering|curious|hoping|after)|outline|identify|clarify|confirm|compare|define|check|verify|say(?=\s+(?:if|whether|what|which|who|how|when|where)\b)|"
    r"name|quote|(?:(?:i|we)(?:'d|\s+would)\s+|would\s+)appreciate|(?:state|specify|mention)(?=\s+(?:the|if|whether|which|what|how)\b)|looking\s+(?:for|up|into)|requesting|seeking|wondering|asking|send\s+(?:me|us)|help\s+(?:me|us)|(?:trying|looking|hoping|want(?:ing|s)?)\s+to\s+(?:find(?:\s+out)?|confirm|verify|learn|check)|calculate|search|walk\s+(?:me|us)|remind\s+(?:me|us)|"
    r"(?:any\s+idea|no\s+idea|not\s+sure|unsure|curious|unclear)(?=\s+(?:about|of|on|if|whether|what|which|who|when|where|why|how)\b)|need(?:ing)?(?=\s+(?:(?:to\s+(?:know|find|confirm|check|verify)|info|help|advice)\b|(?:the|a|an|some)\s)))(?!\w)"
)
BEGINS = re.compile(rf"{LEAD}(?:{WITH_PREPOSITION}|{WH}|{_WHETHER}|{_AUX}|{ORDER})", re.I)
_BEGINS_AS_WORDS = re.compile(
    rf"{LEAD}(?:{WITH_PREPOSITION}|{WH}|{_WHETHER}|(?:is|are|was|were|am|do|does|did|can|could|will|would|should|shall|may|might|must|has|have|isn't|aren't|don't|doesn't|didn't|can't|won't)\b|{ORDER})",
    re.I,
)
_ABOUT = re.compile(r"(?:and\s+|or\s+|but\s+)?(?:what|how)\s+about\s+(?P<what>.+)", re.I)
POLITE = r"(?:(?:can|could|would|will)\s+(?:you|someone|anyone|anybody|somebody)\s+(?:please\s+|pls\s+|kindly\s+)?)?"
ORDERS = re.compile(rf"{LEAD}{POLITE}{ORDER}", re.I)
# "I need to know 1) …" asks nothing itself.
BARE_ORDER = re.compile(
    rf"{LEAD}{POLITE}(?:{ORDER})?(?:\s*\b(?:to\s+know|know|about|on|for|the\s+following|following|these|those|some|a\s+few|a\s+couple(?:\s+of)?|several|"
    r"(?:one|two|three|four|five|six|\d+)|me|us|out|answers?|info(?:rmation)?|details?|guidance|advice|clarification|help|with|things?|questions?|items?|points?|here|below|are|is|my|our|the|and|please))*\W*",
    re.I,
)
# A statement that holds a question: "I'm trying to figure out if …", "she wants to know how …".
HOLDS = re.compile(
    r"\b(?:(?:to|not|\w+n't|cannot|don't|dont|didn't|wants?\s+to|like\s+to|love\s+to|need\s+to|let\s+(?:me|us))\s+(?:know|understand|see|find\s+out|figure\s+out|work\s+out|sort\s+out|learn|check|tell|determine|hear|ask|confirm|verify|remember|say)|"
    r"wonder(?:s|ed|ing)?|curious|unsure|(?:not|n't)\s+(?:really\s+|quite\s+)?(?:sure|certain|clear)|unclear|no\s+(?:idea|clue)|asking|asks?|asked(?:\s+(?:me|us|by(?:\s+\w+){1,3}?))?|confused|question\s+is|"
    r"find\s+out|figure\s+out|work\s+out|sort\s+out|know|confirm|verify|clarify|advise|check|tell)\s+(?:me\s+|us\s+)?(?:about\s+|on\s+|as\s+to\s+|exactly\s+)?(?P<held>(?:whether|if|what|which|who|whom|whose|when|where|why|how|(?:in|at|under|for|by|to|from|on|up to)\s+(?:what|which|whom|how))\b.+)",
    re.I,
)
WISH = re.compile(
    rf"{LEAD}(?:i|we)(?:'d|\s+would)?\s+(?:also\s+|just\s+|really\s+)?(?:need|want|like|love)\b(?!\s+(?:to\s+(?:know|find|see|check|ask|confirm|understand)|info|information|help|advice|guidance))",
    re.I,
)
# "the family wants to know the copay", "mom is asking for the form".
ASKS_FOR = re.compile(
    rf"\b(?:(?:wants?|needs?|like|trying|hoping|wishes)\s+to\s+(?:know|find\s+out)|(?:\w+n't|cannot|unable\s+to)\s+(?:find|locate|see)\s*:?|ask(?:s|ed|ing)?\s+(?:me\s+|us\s+)?(?:for|about)|inquir(?:y|ing)\s+about|(?:questions?|info|information|details)\s+(?:about|on|regarding))\s+(?P<held>(?:the|a|an|any|our|my|his|her|their|its)\s+(?:[\w-]+\s+){{0,3}}?{ASKABLE}\b.*)",
    re.I,
)
KNOWN = re.compile(
    r"(?:already|now|i|we|you)\s+(?:know|understand)\s+(?:how|what|that|why|where)\b|\bas you know\b|\blet (?:me|us) know if (?:you|there'?s anything)\b",
    re.I,
)
CONDITION = re.compile(
    r"(?:if|when|for|under|in|with|at|on|as|given|since|because|after|before|while|assuming|suppose|regarding|concerning|about|per(?!\s+(?:day|visit|year|month|week|unit|person|session|hour))|re)\b",
    re.I,
)
SUBJECTS = r"(?:i|we|you|he|she|it|they|there|my|our|his|her|their|this|these|the|anyone|someone)"
# "my laptop is loud what should I check": the words turn round, so a question begins, with no sign before it.
RUN_ON = rf"(?:(?:what|how|where|when|why|whom|whose|which\s+\w+|who(?=\s+(?:do|does|should|can|will)\b))(?:\s+(?!(?:i|we|you|he|she|it|they|that|the|my|is|are)\b)\w+){{0,3}}?\s+(?:{AUX})\s+{SUBJECTS}\b|(?:does|do|would|will|can)\s+that\b|how\s+(?:often|many|much|long|soon)\b|(?:is|are|do|does|did|can|could|will|would|should|must)\s+{SUBJECTS}\b)"


def about(clause: str) -> str:
    """What an elliptic question is about: "chiropractic care" of "What about chiropractic care?"; "" for others."""
    found = _ABOUT.fullmatch(clause.strip(" ?.!"))
    return found["what"].strip() if found else ""


def begins_question(text: str) -> bool:
    """Whether these words begin a question or an order."""
    return bool(_BEGINS_AS_WORDS.match(text.strip()[:LOOK]))


def without_lead(text: str) -> str:
    """The words without "and also", "please" and the like before them, and without their closing signs."""
    bare = re.sub(rf"^{LEAD}", "", text.strip(), flags=re.I).strip(" ,;:")
    return bare if re.search(r"\w", bare) else text.strip()
