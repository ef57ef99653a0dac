"""Lists inside one question ("for asthma and for COPD"), and questions that leave out what the last one said. Pure."""

# A pattern that is broken over lines reads worse than a long one.
# ruff: noqa: E501

from __future__ import annotations

import re

from pursuit.questions.beginnings import begins_question
from pursuit.words import ASKABLE, AUX, asks_by_noun, mentions, names_askable

_PREPOSITIONS = r"for|in|under|with|by|of|on|to|from|at"
# "in Georgia and in Ohio": the preposition said again makes each its own question.
_AGAIN = re.compile(
    rf"\b(?P<prep>{_PREPOSITIONS})\s+(?P<first>[^,;?]{{1,80}}?)(?P<rest>(?:(?:\s*,\s*(?:and\s+)?|\s+and\s+)(?:also\s+)?(?P=prep)\s+[^,;?]{{1,80}}?)+)(?P<tail>\s*[?.!]?\s*)$",
    re.I,
)
_ASKABLE = (
    r"(?:code|codes|number|numbers|address|addresses|limit|limits|deadline|deadlines|copay|copays|deductible|deductibles|criteria|"
    r"process|processes|rule|rules|policy|policies|form|forms|price|hours|cost|costs|fee|fees|name|names|date|dates|requirement|requirements|"
    r"documentation|definition|rate|rates|maximum|period|time|window|timeline|timeframe|phone|email|e-mail|fax|coverage|modifier|modifiers|"
    r"guideline|guidelines|schedule|contact|steps|reason|procedure)"
)
_HEAD = re.compile(
    r"^(?P<head>(?:please\s+)?(?:(?:can|could|would|will)\s+you\s+(?:please\s+)?)?(?:tell\s+(?:me|us)(?:\s+about)?|give\s+(?:me|us)|show\s+(?:me|us)|list|explain|describe|find(?:\s+(?:me|us))?|"
    r"look\s+up|provide|summari[sz]e|(?:i|we)(?:'d|\s+would)?\s+(?:also\s+)?(?:need|want|like)(?:\s+to\s+know)?|what(?:\s+is|\s+are|'s|\s+was|\s+were)|quote|outline|identify|define))\s+(?P<items>(?:the|a|an|its|any|our|my|directions|[\w-]+\s+(?:to|for|of|near|from))\s.*)$",
    re.I,
)
_JOIN = re.compile(
    r"\s*,\s*(?:and\s+)?(?=(?:the|a|an|its|any|our|my)\s)|\s+and\s+(?:also\s+)?(?=(?:the|a|an|its|any|our|my)\s|\w+\s+(?:to|near|from)\s)|\s+as\s+well\s+as\s+(?=the\s)",
    re.I,
)
_TWO_NOUNS = re.compile(
    rf"^(?P<head>.*?\b(?:the|a|an|its))\s+(?P<a>(?:[\w-]+\s+){{0,2}}?{_ASKABLE})\s+and\s+(?P<b>(?:the\s+)?(?:[\w-]+\s+){{0,2}}?{_ASKABLE})\s+(?P<of>(?:of|for|under)\s+.+)$",
    re.I,
)
_TWO_NAMES = re.compile(
    rf"(?P<lead>(?:need|what(?:'s|\s+is|\s+are)|any|looking\s+for|(?:i|we)\s+need)\s+(?:the\s+)?|the\s+)?(?P<a>(?:[\w-]+\s+){{0,2}}?{ASKABLE})\s*(?:\s+and|&|\s+\+|\s+plus)\s*(?P<b>(?:[\w-]+\s+){{0,2}}?{ASKABLE})\s+(?P<of>(?:of|for|on)\s+.+)",
    re.I,
)
_ROW = re.compile(
    r"(?P<lead>(?:need|any|looking\s+for|(?:i|we)\s+need|(?:tell|give|send|show)\s+(?:me|us)|what(?:'s|\s+is|\s+are))\s+(?:the\s+)?|the\s+)?"
    r"(?P<row>[\w-]+(?:\s[\w-]+)?(?:\s*,\s*(?!and\b)(?:the\s+)?[\w-]+(?:\s[\w-]+)?){1,6}\s*,?\s+(?:and|&)\s+(?:the\s+)?[\w-]+(?:\s[\w-]+)?)\s+(?P<of>(?:of|for)\s+.+)",
    re.I,
)
# Names that go together and are asked for as one.
_FIXED = re.compile(
    r"\b(?:terms|rules|policies|name|names|date|eligibility|pros|forms)\s+(?:and|&)\s+(?:conditions|regulations|procedures|address|addresses|time|benefits|cons|documents)\b",
    re.I,
)
_SAME = re.compile(
    r"(?:(?:and|also|plus|then|now)\s+)*(?:(?:i|we)\s+need\s+)?(?:the\s+|all\s+that\s+)?(?:same|ditto|likewise|all\s+that)(?:\s+(?:questions?|things?|info|ones?|q))?\s+(?:for|with|on|about)\s+(?P<what>.+)",
    re.I,
)
_SAME_LAST = re.compile(r"(?P<what>[^,;:?]{1,60}?)\s*[-–—:,]\s*(?:the\s+)?(?:same|ditto|likewise)", re.I)
_HELD = re.compile(
    r"(?:if|whether)\s+(?P<np>(?!(?:so|not|yes|no)\b)[^,;?]{1,80}?)\s+(?P<aux>is|are|was|were|will|would|can|could|should|must|may|(?:has|have)(?=\s+(?:been|\w+ed)\b))\s+(?P<rest>(?!to\b)[^,;]+)",
    re.I,
)
_CODE = r"(?:[A-V]\d{4}|[A-Z]{2,3}-?\d{1,4}|\d{5}|[A-TV-Z]\d[0-9A-Z](?:\.[0-9A-Z]{1,4})?)"
_CODES = re.compile(
    rf"^(?P<head>.*?\b(?:is|are|what's|codes?|define|explain|for|of|bill|cpt|hcpcs|does|do))\s+(?P<codes>{_CODE}(?:(?:\s*,\s*(?:and\s+)?|\s+and\s+){_CODE})+)(?P<tail>\b.*)$",
    re.I,
)
# "the ICD-10 codes for asthma and COPD": of one code alone, a comma says that there are several.
_CODES_FOR = re.compile(
    r"^(?P<head>.*?\b(?P<name>(?:icd-?\s?10(?:-?cm)?|cpt|hcpcs|cdt|ndc)(?:\s+codes?)?|(?:diagnosis|dx|procedure|billing)\s+codes?|codes?)\s+for)\s+(?P<items>[^?.!]+?)(?P<tail>\s*[?.!]?\s*)$",
    re.I,
)
_BETWEEN = re.compile(
    r"\b(?:same\s+(?:day|time|visit|claim)|one\s+day|together|combined|between|both|compare|compared|versus|vs)\b", re.I
)
_BARE_PREPOSITION = re.compile(
    rf"(?:and\s+|or\s+|but\s+)?(?:also\s+)?(?P<prep>{_PREPOSITIONS})\s+(?P<what>(?!which|what|whom|whose|how|when).+)",
    re.I,
)
_BARE_NOUN = re.compile(r"(?:(?:and|or)\s+)?(?:also\s+)?(?P<what>[\w' -]{2,60})", re.I)
_COVERS = re.compile(
    r"\b(?P<verb>covers?|pays?\s+for|reimburses?|allows?)\s+(?P<what>.+?)(?=\s+(?:under|in|for|by|through|per)\b|\s*[?.!]?$)",
    re.I,
)
_WHETHER = re.compile(r"\s+in\s+(?=\w)", re.I)


def cut_lists(question: str) -> list[str]:
    """The questions that a list inside one question makes; the question alone where it has none."""
    if _BETWEEN.search(question):
        return [question]
    for cut in (_same_preposition, _codes, _row_of, _nouns_of, _names_of, _nouns, _codes_for):
        if made := cut(question):
            return made
    return [question]


def same_for(clause: str) -> str:
    """What "same for X" asks all again of: X; "" for other clauses."""
    bare = clause.strip(" ?.!:")
    found = _SAME.fullmatch(bare) or _SAME_LAST.fullmatch(bare)
    return found["what"].strip() if found else ""


def turned(held: str) -> str:
    """A question that stood inside a statement, as one: "if my braces would be paid" is "Would my braces be paid"."""
    found = _HELD.fullmatch(held.strip(" ?.!"))
    if found is None or re.search(rf"\b(?:that|who|which|and|or|{AUX})\b", found["np"], re.I):
        return re.sub(r"^if\b", "whether", held, flags=re.I)
    rest = found["rest"]
    return f"{found['aux'].lower()} {found['np']} {rest}?"


def replaced(clause: str, before: str, asked_about: str = "") -> str:
    """An elliptic question filled from the one before: "And for metformin?" after a copay. "" where it is none."""
    bare = clause.strip(" ?.!")
    tail = "?" if clause.strip().endswith("?") or before.endswith("?") else ""
    if asked_about:
        if found := _BARE_PREPOSITION.fullmatch(asked_about):
            return _other_phrase(before, found["prep"], found["what"], tail)
        return _about(before, asked_about, tail)
    if found := _BARE_PREPOSITION.fullmatch(bare):
        return _other_phrase(before, found["prep"], found["what"], tail)
    verbless = not begins_question(before) and not re.search(r"\bfor\b", before)
    if not verbless and (found := _BARE_NOUN.fullmatch(bare)) and _is_thing(clause, found["what"]):
        return _about(before, found["what"], tail)
    wh = re.fullmatch(
        r"(?:(?:and|if so|if not|but)[ ,]+)*(?P<q>(?:(?:(?:for|by|until|since|from|up to|within) )?how (?:far in advance|long|often|many times|soon)|when|where|why|by when|(?:(?:in|at|under|for|by|on)\s+)?(?:which|what) (?!(?:is|are|was|does|do|can|will)\b)\w+(?: \w+)?))",
        bare,
        re.I,
    )
    if re.fullmatch(
        r"(?:(?:and|but|so)[ ,]+)*(?:when|where|why|how|by whom|since when|until when)", bare, re.I
    ) and not re.match(AUX, before, re.I):
        return f"{before.rstrip(' ?.!')}, and {re.sub('^(?:(?:and|but|so)[ ,]+)*', '', bare, flags=re.I).lower()}?"
    if wh and (
        aux := re.match(r"(?:is|are|was|were|do|does|did|can|could|will|would|should|may|has|have)\b", before, re.I)
    ):
        return f"{wh['q']} {aux[0].lower()}{before[aux.end() :].rstrip(' ?.!')}?"
    return ""


_ANOTHER = re.compile(
    r"(?:(?:and|but|or|ok(?:ay)?|so|then|also)[ ,]+)*(?:(?:what|how)\s+about|what\s+if\s+(?:it|he|she|they|we)(?:'s|\s+is|\s+are)?|"
    r"(?:the\s+)?same\s+(?:question\s+)?(?:for|in|with)|is\s+(?:it|that)\s+the\s+same\s+(?:for|in|with)|for|in|with|under|and)?\s*"
    r"(?:(?:for|in|with|under|at|members?\s+(?:in|of))\s+)?(?P<what>[^?]{2,80}?)(?:\s+(?:then|instead|too|as well))?\s*[?.!]*",
    re.I,
)


def of_another(text: str, before: list[str], payers: tuple[str, ...]) -> list[str]:
    """The questions of `before` asked of another payer, plan or state: "What about Georgia?". [] for other messages."""
    found = _ANOTHER.fullmatch(text.strip())
    named = mentions(found["what"], payers) if found else []
    left = found["what"] if found else ""
    for one in sorted(named, key=lambda mention: -mention.start):
        left = left[: one.start] + left[one.end :]
    if not named or re.sub(r"\b(?:and|in|the|state|of|members?|plan|health)\b|[\s,'’s]", "", left, flags=re.I):
        return []
    made = [_of_these(question, {one.slot: one.words for one in named}, payers) for question in before]
    return list(dict.fromkeys(one for one in made if one not in before))


def _of_these(question: str, wanted: dict[str, str], payers: tuple[str, ...]) -> str:
    """A question with these names in the place of those of the same kind, or at its end."""
    there = mentions(question, payers)
    for one in sorted(there, key=lambda mention: -mention.start):
        if one.slot in wanted:
            question = question[: one.start] + wanted[one.slot] + question[one.end :]
    kinds = {one.slot for one in there}
    added = [f"{_BEFORE[slot]} {words}" for slot, words in wanted.items() if slot not in kinds]
    return " ".join([question.rstrip(" ?.!"), *added]) + "?"


_BEFORE = {"payer": "with", "plan": "under", "state": "in"}


def _is_thing(clause: str, what: str) -> bool:
    """Whether a clause is the name of a thing with a question mark: "Vision?", "And Georgia?"."""
    if not clause.strip().endswith("?") or len(what.split()) > 4 or begins_question(clause):
        return False
    if asks_by_noun(what) or re.search(r"\bor\b", what):
        return False
    return not re.fullmatch(r"(?:really|right|correct|ok|okay|yes|no|please|thanks|sure|true|huh|why not)", what, re.I)


def _same_preposition(question: str) -> list[str]:
    found = _AGAIN.search(question)
    if found is None:
        return []
    head, prep = question[: found.start()], found["prep"]
    others = re.split(rf"(?:\s*,\s*(?:and\s+)?|\s+and\s+)(?:also\s+)?{prep}\s+", found["rest"], flags=re.I)[1:]
    if not re.search(r"\w", head):
        return []
    return [f"{head}{prep} {one.strip()}{found['tail'].strip()}" for one in [found["first"], *others]]


def _codes(question: str) -> list[str]:
    found = _CODES.match(question)
    if found is None:
        return []
    head = re.sub(r"\bare$", "is", found["head"], flags=re.I)
    return [f"{head} {code}{found['tail']}" for code in re.findall(_CODE, found["codes"], re.I)]


def _codes_for(question: str) -> list[str]:
    """ "What are the codes for asthma, COPD and gout?"."""
    found = _CODES_FOR.match(question)
    if found is None or re.search(r"\b(?:which|that|who|is|are|does|when|if)\b", found["items"], re.I):
        return []
    several = found["name"].lower().endswith("codes") or "," in found["items"]
    items = [one for one in re.split(r"\s*,\s*(?:and\s+)?|\s+and\s+", found["items"]) if one.strip()]
    if not several or len(items) < 2:
        return []
    head = re.sub(r"\bare\b", "is", re.sub(r"\bcodes\b", "code", found["head"], flags=re.I), count=1)
    return [f"{head} {item.strip()}{found['tail'].strip()}" for item in items]


def _nouns_of(question: str) -> list[str]:
    """ "the phone number and e-mail address of the town hall"."""
    found = _TWO_NOUNS.match(question)
    if found is None or re.search(r",", found["head"]):
        return []
    first, second = found["a"], re.sub(r"^the\s+", "", found["b"], flags=re.I)
    head = re.sub(r"\b(what\s+)are\s+(the|a|an|its)$", r"\1is \2", found["head"], flags=re.I)
    return [f"{head} {first} {found['of']}", f"{head} {second} {found['of']}"]


def _names_of(question: str) -> list[str]:
    """ "coverage criteria & documentation for a stimulator": two things asked of one, without a verb."""
    found = _TWO_NAMES.match(question.strip())
    if found is None or _FIXED.search(question):
        return []
    of, lead = found["of"].rstrip(" ?.!"), found["lead"] or ""
    return [f"{lead}{found['a']} {of}", f"{lead}{re.sub('^the ', '', found['b'])} {of}"]


def _row_of(question: str) -> list[str]:
    """ "population, capital and currency of Bhutan": a row of single names, of one thing."""
    found = _ROW.fullmatch(question.strip(" ?.!"))
    if found is None:
        return []
    names = [one.strip() for one in re.split(r"\s*,\s*(?:and\s+|&\s+)?|\s+(?:and|&)\s+", found["row"]) if one.strip()]
    if len(names) < 3 or not any(names_askable(one) for one in names):
        return []
    return [f"{found['lead'] or ''}{re.sub('^the ', '', one)} {found['of']}" for one in names]


def _nouns(question: str) -> list[str]:
    """ "I need the code for X, the code for Y and the rules": each with its own article, each something to ask for."""
    found = _HEAD.match(question.rstrip(" .?!"))
    if found is None:
        return []
    items = [item.strip() for item in _JOIN.split(found["items"]) if item.strip()]
    if len(items) < 2 or not all(_is_askable(item) for item in items[1:]) or not _is_askable(items[0]):
        return []
    head = re.sub(r"\b(what\s+)are$", r"\1are", found["head"], flags=re.I)
    shared = re.search(r"\b(?:for|under|with|in)\s+(?-i:[A-Z])[\w ]*$", items[0])
    if shared and not re.search(r"\b(?:for|of|under|with|in)\b", items[-1]) and len(items) == 2:
        items[1] = f"{items[1]} {shared[0]}"
    return [f"{head} {item}" for item in items]


def _is_askable(item: str) -> bool:
    head = re.split(r"\s+(?:for|of|under|with|in|on|to|near|from|that|which)\s", item)[0]
    return bool(re.search(rf"\b{_ASKABLE}$", head, re.I)) or bool(
        re.match(
            r"(?:directions|trains|hotels|flights|the\s+\w+(?:\s+\w+)?\s+of|[a-z]+s\s+(?:to|near|from))\b", item, re.I
        )
    )


def _other_phrase(before: str, prep: str, what: str, tail: str) -> str:
    """`before` with another phrase of the same preposition."""
    found = list(
        re.finditer(rf"\b{prep}\s+(?P<np>[^,;?]+?)(?=\s+(?:{_PREPOSITIONS}|per|when|if)\b|\s*[?.!]?\s*$)", before, re.I)
    )
    if not found:
        return f"{before.rstrip(' ?.!')} {prep} {what}{tail}"
    last = found[-1]
    if re.match(r"(?:next to|front of)", last["np"]):
        return ""
    return f"{before[: last.start()]}{prep} {what}{before[last.end() :]}"


def _about(before: str, what: str, tail: str) -> str:
    """`before` asked of something else: another place where it names a place, else another thing covered."""
    kinds = {one.slot for one in mentions(what)}
    there = [one for one in mentions(before) if one.slot in kinds]
    if there:
        return before[: there[0].start] + what + before[there[0].end :]
    if found := _COVERS.search(before):
        return f"{before[: found.start('what')]}{what}{before[found.end('what') :]}"
    # "What is the weather in Lisbon today, and what about Porto?": a name stands for a name.
    names = list(re.finditer(r"(?<!^)\b[A-Z][\w-]*(?:\s+[A-Z][\w-]*)*", before[1:]))
    if what[:1].isupper() and names:
        last = names[-1]
        return before[: last.start() + 1] + what + before[last.end() + 1 :]
    phrases = list(
        re.finditer(rf"\b(?:for|of)\s+(?P<np>[^,;?]+?)(?=\s+(?:{_PREPOSITIONS})\b|\s*[?.!]?\s*$)", before, re.I)
    )
    if phrases:
        return before[: phrases[-1].start("np")] + what + before[phrases[-1].end("np") :]
    found = re.match(
        r"(?P<aux>is|are|was|were)\s+(?P<np>.+?)(?P<rest>\s+(?:covered|included|allowed|open|required|available|billable|paid)\b.*)$",
        before,
        re.I,
    )
    return f"{found['aux']} {what}{found['rest']}" if found else ""
