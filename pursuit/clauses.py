"""Where one message holds several questions: cuts it into clauses that each ask one thing. Pure."""

# A pattern that is broken over lines reads worse than a long one.
# ruff: noqa: E501

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from pursuit.asking import ASKABLE, AUX, STATE, asks_by_noun, askables, is_closing, is_state, names_askable, tells, without_greeting
from pursuit.lists import Sentence, sentences

_LEAD = (
    r"(?:(?:and|also|plus|but|or|so|then|(?:too|next|now)(?=\s*,)|finally|lastly|second(?:ly)?|third(?:ly)?|first(?:ly)?|hi|hello|hey|"
    r"otherwise|alternatively|meanwhile|actually|basically|specifically|likewise|regardless|in that case|if so|if not|if yes|if no|if they do|if it is|please|pls|plz|kindly|thanks|ok(?:ay)?(?=\s*[,.!])|well|additionally|in addition|furthermore|moreover|"
    r"one more thing|another question|last(?: one| thing)?|btw|just|sorry|oh|&|\+)(?!\w)[ ,:]{0,4}){0,5}"
)
_PRONOUN = r"(?:i|we|you|he|she|it|they|there|this|that|these|those|the|a|an|my|our|your|his|her|its|their|any|anyone|each|every|all|some|both|either|no|another|someone|prior|what|one)"
# An auxiliary with what may be its subject: "is covered" goes on with the clause before, "is it covered" begins one.
_NO_SUBJECT = (
    r"(?:\w+ed|\w+ing|not|also|only|usually|often|always|still|then|now|known|made|given|paid|done|written|seen|"
    r"under|in|on|at|by|for|with|of|to|from|more|less|very|too|so|as|be|been|able|and|or)\b"
)
_AUX = (
    rf"(?:(?:is|are|was|were|am|isn't|aren't|wasn't)\s+(?!{_NO_SUBJECT})\S"
    r"|(?:do|does|did|don't|doesn't|didn't)\s+(?!so\b|it\b\s*$)\S"
    rf"|(?:can|could|will|would|should|shall|may|might|must|has|have|had|can't|won't|shouldn't)\s+(?:{_PRONOUN}\b|(?-i:[A-Z0-9])|(?:\w+\s+)?\w+[^s\W]s\b))"
)
_WHETHER = r"(?:whether|if\s+(?=(?:\w+\s+){1,4}?(?:is|are|was|can|could|would|needs?|does|has|have|will|must|covers?)\b|(?:it|that|this|there|he|she|they)'))"
_WH = r"(?:what(?:'s|s|'re)?|which|who(?:'s|m|se)?|when|where(?:'s)?|why|how(?:'s)?)\b"
_WITH_PREPOSITION = r"(?:(?:in|at|under|for|by|to|from|on|with|until|since|up to|within|after|before|during|through|of|about)\s+(?:what|which|whom|whose|how|when)\b(?!\s+about\b))"
_ORDER = (
    r"(?:tell\s+(?:me|us)|give\s+(?:me|us)|show\s+(?:me|us)?|list|explain|describe|find|look\s+(?:up|into)|provide|summari[sz]e|advise|"
    r"let\s+(?:me|us)\s+know|(?:(?:i|we)(?:'d|\s+would)?\s+(?:also\s+|just\s+|really\s+)?(?:need|want|like|love|(?:am|are)\s+looking\s+(?:for|up|into|to))\b(?!\s+(?:it|them|this|that)\b))|"
    r"(?:i|we)(?:'m|'re)\s+(?:looking\s+(?:for|up|into|to)|asking|wondering|curious|hoping|after)|outline|identify|clarify|confirm|compare|define|check|verify|say(?=\s+(?:if|whether|what|which|who|how|when|where)\b)|"
    r"name|quote|(?:(?:i|we)(?:'d|\s+would)\s+|would\s+)appreciate|(?:state|specify|mention)(?=\s+(?:the|if|whether|which|what|how)\b)|looking\s+(?:for|up|into)|requesting|seeking|wondering|asking|send\s+(?:me|us)|help\s+(?:me|us)|(?:trying|looking|hoping|want(?:ing|s)?)\s+to\s+(?:find(?:\s+out)?|confirm|verify|learn|check)|calculate|search|walk\s+(?:me|us)|remind\s+(?:me|us)|"
    r"(?:any\s+idea|no\s+idea|not\s+sure|unsure|curious|unclear)(?=\s+(?:about|of|on|if|whether|what|which|who|when|where|why|how)\b)|need(?:ing)?(?=\s+(?:(?:to\s+(?:know|find|confirm|check|verify)|info|help|advice)\b|(?:the|a|an|some)\s)))(?!\w)"
)
_BEGINS = re.compile(rf"{_LEAD}(?:{_WITH_PREPOSITION}|{_WH}|{_WHETHER}|{_AUX}|{_ORDER})", re.I)
_BEGINS_AS_WORDS = re.compile(
    rf"{_LEAD}(?:{_WITH_PREPOSITION}|{_WH}|{_WHETHER}|(?:is|are|was|were|am|do|does|did|can|could|will|would|should|shall|may|might|must|has|have|isn't|aren't|don't|doesn't|didn't|can't|won't)\b|{_ORDER})",
    re.I,
)
_ABOUT = re.compile(r"(?:and\s+|or\s+|but\s+)?(?:what|how)\s+about\s+(?P<what>.+)", re.I)
_POLITE = r"(?:(?:can|could|would|will)\s+(?:you|someone|anyone|anybody|somebody)\s+(?:please\s+|pls\s+|kindly\s+)?)?"
_ORDERS = re.compile(rf"{_LEAD}{_POLITE}{_ORDER}", re.I)
# "I need to know 1) …" asks nothing itself.
_BARE_ORDER = re.compile(
    rf"{_LEAD}{_POLITE}(?:{_ORDER})?(?:\s*\b(?:to\s+know|know|about|on|for|the\s+following|following|these|those|some|a\s+few|a\s+couple(?:\s+of)?|several|"
    r"(?:one|two|three|four|five|six|\d+)|me|us|out|answers?|info(?:rmation)?|details?|guidance|advice|clarification|help|with|things?|questions?|items?|points?|here|below|are|is|my|our|the|and|please))*\W*",
    re.I,
)
# A statement that holds a question: "I'm trying to figure out if …", "she wants to know how …".
_HOLDS = re.compile(
    r"\b(?:(?:to|not|\w+n't|cannot|don't|dont|didn't|wants?\s+to|like\s+to|love\s+to|need\s+to|let\s+(?:me|us))\s+(?:know|understand|see|find\s+out|figure\s+out|work\s+out|sort\s+out|learn|check|tell|determine|hear|ask|confirm|verify|remember|say)|"
    r"wonder(?:s|ed|ing)?|curious|unsure|(?:not|n't)\s+(?:really\s+|quite\s+)?(?:sure|certain|clear)|unclear|no\s+(?:idea|clue)|asking|asks?|asked(?:\s+(?:me|us|by(?:\s+\w+){1,3}?))?|confused|question\s+is|"
    r"find\s+out|figure\s+out|work\s+out|sort\s+out|know|confirm|verify|clarify|advise|check)\s+(?:me\s+|us\s+)?(?:about\s+|on\s+|as\s+to\s+|exactly\s+)?(?P<held>(?:whether|if|what|which|who|whom|whose|when|where|why|how|(?:in|at|under|for|by|to|from|on|up to)\s+(?:what|which|whom|how))\b.+)",
    re.I,
)
_WISH = re.compile(rf"{_LEAD}(?:i|we)(?:'d|\s+would)?\s+(?:also\s+|just\s+|really\s+)?(?:need|want|like|love)\b(?!\s+(?:to\s+(?:know|find|see|check|ask|confirm|understand)|info|information|help|advice|guidance))", re.I)
# "the family wants to know the copay", "mom is asking for the form".
_ASKS_FOR = re.compile(
    rf"\b(?:(?:wants?|needs?|like|trying|hoping|wishes)\s+to\s+(?:know|find\s+out)|(?:\w+n't|cannot|unable\s+to)\s+(?:find|locate|see)\s*:?|ask(?:s|ed|ing)?\s+(?:me\s+|us\s+)?(?:for|about)|inquir(?:y|ing)\s+about|(?:questions?|info|information|details)\s+(?:about|on|regarding))\s+(?P<held>(?:the|a|an|any|our|my|his|her|their|its)\s+(?:[\w-]+\s+){{0,3}}?{ASKABLE}\b.*)",
    re.I,
)
_ASIDE = re.compile(r"\(([^()]{4,200})\)")
_ALONE = re.compile(r"(?!(?:thanks|thank|thx|ty|tia|please|cheers|best|pls|asap|urgent|regards)\b)(?-i:[a-z])[\w/&'-]*(?:\s[\w/&'-]+){1,5}", re.I)
_KNOWN = re.compile(r"(?:already|now|i|we|you)\s+(?:know|understand)\s+(?:how|what|that|why|where)\b|\bas you know\b|\blet (?:me|us) know if (?:you|there'?s anything)\b", re.I)
_CONDITION = re.compile(
    r"(?:if|when|for|under|in|with|at|on|as|given|since|because|after|before|while|assuming|suppose|regarding|concerning|about|per|re)\b",
    re.I,
)
_RELATIVE = re.compile(
    r"(?:which|who|whom|whose|where|when)\b(?!\s+(?:is|are|was|were|do|does|did|can|could|will|would|should|has|have)\s+"
    r"(?:i|we|you|he|she|it|they|there|the|this|that|my|our|your|a|an)\b)",
    re.I,
)
_SOMEBODY = re.compile(
    r"(?:(?:patient|pt|member|client|mother|mom|mum|father|dad|parent|wife|husband|partner|spouse|son|daughter|child|kid|baby|brother|sister|"
    r"man|woman|boy|girl|person|people|someone|somebody|friend|colleague|boss|doctor|provider|surgeon|physician|nurse|therapist|specialist|"
    r"teacher|manager|supervisor|worker|owner|driver|landlord|tenant|neighbou?r|lawyer|customer|user|guest|employee|student|agent|author)s?|"
    r"(?-i:[A-Z])[a-z]+)$",
    re.I,
)
# What decides whether a question begins stands within so many characters; and a clause of more is cut off, because
# nobody asks one thing in so many words.
_LOOK, _LONGEST = 240, 600
_SUBJECTS = r"(?:i|we|you|he|she|it|they|there|my|our|his|her|their|this|these|the|anyone|someone)"
# "my laptop is loud what should I check": the words turn round, so a question begins, with no sign before it.
_RUN_ON = rf"(?:(?:what|how|where|when|why|whom|whose|which\s+\w+|who(?=\s+(?:do|does|should|can|will)\b))(?:\s+\w+){{0,3}}?\s+(?:{AUX})\s+{_SUBJECTS}\b|how\s+(?:often|many|much|long|soon)\b|(?:is|are|do|does|did|can|could|will|would|should|must)\s+{_SUBJECTS}\b)"
_BREAK = re.compile(
    r"(?P<strong>\s*[;:]\s+|\s+[–—-]{1,2}\s+|\s*—\s*|\s*\.{3,}\s*|\s+/\s+)|(?P<joined>\s*,?\s+(?:and|or|plus|but|&|\+|as well as|along with|also)(?:\s+|,\s*)(?:also\s+|then\s+)?,?\s*)|(?P<comma>\s*,\s+)"
    rf"|(?P<run>\s+)(?={_RUN_ON})",
    re.I,
)
_NO_QUESTION = re.compile(
    r"\W*(?:really|right|correct|ok(?:ay)?|yes|no|please|thanks?|sure|hello|hi|huh|eh|is that so|any ideas?|any thoughts)\W*", re.I
)
_BETWEEN = re.compile(r"\b(?:between|both|versus|vs\.?)\b", re.I)
_SHARED_END = re.compile(r"(?:(?:all|both)(?:\s+of\s+(?:this|these|it))?|this\s+is|it's\s+all|these\s+are)\s+(?P<end>(?:for|under|with|in|at|through|about)\s+.+)", re.I)
_SAME = re.compile(r"(?:the\s+)?(?:same|ditto)\s+(?:\w+\s+)?(?:for|with|on)\b", re.I)
_ONLY_SAME = re.compile(r"(?:the\s+)?(?:same|ditto|likewise)\W*$", re.I)
# "camping in Yosemite - reservations?"
_ONE_WORD = re.compile(r"[a-z]+(?:\s[a-z]+)?\?")
# "Under Cigna can an LPC bill it": a condition, and a question with no sign between them.
_CONDITION_ASKS = re.compile(
    rf"(?:for|under|in|with|at|on|per|through)\s+[^,;:]{{2,60}}?\s(?:(?:can|do|does|did|is|are|will|would|must|should)\s+(?:an?|the|i|we|you|my|our|they|it|there|any|(?-i:[A-Z]))\b|(?:what|how|which|who|when|where)\s+(?:{AUX}|many|much|often|long)\b)"
    r"|(?:if|when|once)\s+[^,;:]{2,60}?\s(?:can|do|does|did|is|are|will|would|must|should|could)\s+(?:i|we|you|they|he|she|there)\b",
    re.I,
)
_IF_SO = re.compile(r"if\s+(?:so|not|yes|no|(?:it|that|this|he|she|they|we)\s+(?:does|do|is|are|isn't|aren't|can|will|doesn't|don't|did))\W*", re.I)
_REFUSES = re.compile(rf"{_LEAD}(?:do\s+not|don't|dont)\s+(?!(?:{_PRONOUN})\b)", re.I)
_QUESTION_WORD = re.compile(rf"(?:{_WITH_PREPOSITION}|{_WH}|(?:{AUX})\b)", re.I)
_NO_TOPIC = re.compile(r"\b(?:situation|case|story|background|issue|problem|scenario|context|urgent|asap|note|subject|hi|hello|thanks|questions?|following|things|points|items|need|please|pls|help|know|info|check|advise|confirm|clarify|list|answer)\b", re.I)
# Names that belong together: what stands after "and" is no question of its own.
_PAIRS = re.compile(r"\b(?:terms|rules|policies|name|names|date|eligibility|pros|forms|dos)\s+(?:and|&|or)\s+(?:conditions|regulations|procedures|address|addresses|time|benefits|cons|documents|don'?ts)\b", re.I)


@dataclass(frozen=True, slots=True)
class Clause:
    """What one clause says. `before` is a condition that stands before the question ("For Florida Medicaid").

    `named` says that it asks by a noun alone ("visit limits for OT"), `topic` is the heading that it stands under,
    and `shared` what a later clause says of all ("all for the Silver plan"). `weak` is a wish that names nothing to tell
    ("I need a hotel"): it asks where nothing else does.
    """

    text: str
    asks: bool
    before: str = ""
    named: bool = False
    topic: str = ""
    shared: str = ""
    is_item: bool = False
    weak: bool = False


def clauses(text: str) -> list[Clause]:
    """The clauses of a message in order: those that ask, and sentences that only tell something."""
    found: list[Clause] = []
    closed = asked_by_sign = False
    for sentence in sentences(text):
        # After "Kind regards," stands a name.
        if closed and len(sentence.text.split()) < 7 and not sentence.text.endswith("?") and not sentence.is_item:
            continue
        made = list(_of_sentence(sentence))
        if asked_by_sign and not any(one.asks for one in made) and _ALONE.fullmatch(sentence.text) and not tells(sentence.text):
            # "best month? helmet compulsory? luggage companies": the last of a row has no sign.
            made = [replace(one, asks=True, named=True) for one in made]
        asked_by_sign = sentence.text.endswith("?")
        closed = closed or (any(one.asks for one in found) and is_closing(sentence.text))
        found += made
    if not any(one.asks and not one.weak for one in found):
        return found
    asked = False
    made: list[Clause] = []
    for place, one in enumerate(found):
        # "How about hospice days, how many …": the first words only say of what.
        opens = not asked and bool(about(one.text)) and any(later.asks and not later.weak for later in found[place + 1 :])
        if opens:
            made.append(Clause(about(one.text), False, topic=about(one.text)))
        else:
            made.append(replace(one, asks=one.asks and not one.weak))
        asked = asked or made[-1].asks
    return made


def about(clause: str) -> str:
    """What an elliptic question is about: "chiropractic care" of "What about chiropractic care?"; "" for others."""
    found = _ABOUT.fullmatch(clause.strip(" ?.!"))
    return found["what"].strip() if found else ""


def begins_question(text: str) -> bool:
    """Whether these words begin a question or an order."""
    return bool(_BEGINS_AS_WORDS.match(text.strip()[:_LOOK]))


def without_lead(text: str) -> str:
    """The words without "and also", "please" and the like before them, and without their closing signs."""
    bare = re.sub(rf"^{_LEAD}", "", text.strip(), flags=re.I).strip(" ,;:")
    return bare if re.search(r"\w", bare) else text.strip()


def _of_sentence(sentence: Sentence) -> Iterator[Clause]:
    text = without_greeting(sentence.text.replace("’", "'"))
    if not text or not re.search(r"\w", text):
        return
    # "Is it covered (and does it need a referral)?": the brackets hold a question of their own.
    aside = [one[1].strip() for one in _ASIDE.finditer(text) if _BEGINS.match(one[1]) and len(one[1].split()) > 2]
    if aside:
        text = " ".join(_ASIDE.sub(lambda one: "" if one[1].strip() in aside else one[0], text).split()).replace(" ?", "?")
    marked = text.rstrip("\"'”’) ").endswith("?") and not _NO_QUESTION.fullmatch(text)
    pieces = [piece[:_LONGEST] for piece in _pieces(text)]
    found = [_read(piece) for piece in pieces]
    if _HOLDS.search(text) or _ORDERS.match(text):
        found = [
            Clause(one.text, True) if place and not one.asks and re.match(r"if\b", one.text, re.I) and not _IF_SO.fullmatch(one.text) else one
            for place, one in enumerate(found)
        ]
    for place, one in enumerate(found[:-1]):
        # "… and if it's an emergency how many hours": a condition of what follows it.
        if re.match(r"if\b", one.text, re.I) and _QUESTION_WORD.match(found[place + 1].text) and (_IF_SO.fullmatch(one.text) or not (_HOLDS.search(text) or _ORDERS.match(text))):
            found[place] = Clause(one.text, False)
    if sentence.is_item:
        found = [
            one if _heads(one, found[place + 1 :]) else replace(one, asks=True, weak=False, named=one.named or not one.asks, is_item=True)
            for place, one in enumerate(found)
        ]
    found = [replace(one, asks=False) if _heads(one, found[place + 1 :]) else one for place, one in enumerate(found)]
    if topic := _topic(sentence.topic):
        found = [replace(one, topic=topic) for one in found]
    if not any(one.asks for one in found):
        # "And for metformin?", "Coverage for hearing aids?" ask by their sign alone.
        asks = marked or bool(re.match(r"(?:and|or)\s+(?:for|in|under|with)\b", text, re.I))
        yield Clause(text[:_LONGEST], asks, is_item=sentence.is_item, named=marked and not tells(text))
        yield from (Clause(one, True) for one in aside)
        return
    yield from _with_contexts(found, marked)
    for one in aside:
        yield Clause(one, True)


def _heads(one: Clause, later: list[Clause]) -> bool:
    """Whether these words are the heading of what follows: "hospital bed:", "parking permits – price and …"."""
    if not later or begins_question(one.text) or one.text[-1:] not in ":–" or tells(one.text):
        return False
    if one.text.endswith(":"):
        return True
    first = re.sub(r"^(?:the|an?)\s+", "", later[0].text.strip(" ?.!,"), flags=re.I)
    return not names_askable(one.text) or bool(re.match(rf"(?:{ASKABLE}|{STATE})\W*$", first, re.I)) or begins_question(first)


def _read(piece: str) -> Clause:
    """A piece as a clause of its own."""
    if piece.endswith(" +"):
        one = _read(piece[:-2])
        return one if one.asks or tells(one.text) else Clause(one.text, True, named=True)
    if _REFUSES.match(piece) and not piece.rstrip().endswith("?"):
        return Clause(piece, False)
    if _CONDITION_ASKS.match(piece[:_LOOK]) or _SAME.match(piece) or _ONLY_SAME.search(piece):
        return Clause(piece, True)
    if begins_question(piece) or _BEGINS.match(piece[:_LOOK]) or about(piece):
        asks = not _BARE_ORDER.fullmatch(piece.strip(" ?.!:")) or bool(about(piece))
        return Clause(piece, asks, weak=bool(_WISH.match(piece)) and not names_askable(piece) and not _HOLDS.search(piece))
    held = _HOLDS.search(piece)
    if held and not _KNOWN.search(piece):
        return Clause(held["held"], True)
    if wanted := _ASKS_FOR.search(piece):
        return Clause(wanted["held"], True, named=True)
    if not _CONDITION.match(piece) and not piece.endswith(":") and asks_by_noun(piece):
        return Clause(piece, True, named=True)
    return Clause(piece, False)


def _with_contexts(found: list[Clause], marked: bool) -> Iterator[Clause]:
    """The clauses of a sentence, with the conditions and headings before them and what is said of all after them."""
    shared = next((end["end"] for one in found if (end := _SHARED_END.fullmatch(one.text.strip(" ?.!")))), "")
    before = topic = ""
    asked = False
    for place, clause in enumerate(found):
        if _SHARED_END.fullmatch(clause.text.strip(" ?.!")):
            continue
        last = place == len(found) - 1
        if clause.asks:
            asked = True
            yield replace(clause, text=clause.text.rstrip(" :–"), before=before, topic=clause.topic or topic, shared=shared)
        elif _IF_SO.fullmatch(clause.text):
            continue
        elif _CONDITION.match(clause.text) and (not before or asked):
            before = without_lead(clause.text)
        elif (asked or (last and marked)) and not tells(clause.text) and not _NO_QUESTION.fullmatch(clause.text) and without_greeting(clause.text):
            yield replace(clause, asks=True, named=True, topic=clause.topic or topic, shared=shared)
        elif not tells(clause.text):
            topic = _topic(clause.text)
            if re.match(r"\w+ing\s+(?:in|to|at|from|with|a|an|the|my)\b", topic, re.I):
                topic, before = "", before or topic
            yield Clause(topic or clause.text.rstrip(" :–"), False)
        else:
            yield clause


def _topic(text: str) -> str:
    """A heading as what its list is about; "" where it only says that a list follows."""
    bare = text.rstrip(" :-–—")
    if begins_question(bare) or _BARE_ORDER.fullmatch(bare) or _NO_TOPIC.search(bare) or len(bare.split()) > 8 or "," in bare or tells(bare):
        return ""
    return bare


def _pieces(sentence: str) -> Iterator[str]:
    """The sentence cut where a new question begins, by a verb or by the name of what is asked."""
    start, series = 0, False
    row = sentence.count(",") > 1 and ":" not in sentence and asks_by_noun(sentence.split(",")[0]) and not begins_question(sentence) and _is_row(sentence)
    # "I want to know whether …, and if a friend can": the last word asks too.
    holds = bool(_HOLDS.search(sentence[:_LOOK]) or _ORDERS.match(sentence[:_LOOK]))
    breaks = list(_BREAK.finditer(sentence))
    closed = _brackets(sentence)
    for place, found in enumerate(breaks):
        if found.start() in closed or found.start() < start:
            continue
        head = sentence[start : min(found.start(), start + _LOOK)].strip()
        rest = sentence[found.end() : found.end() + _LOOK]
        until = next((one.start() for one in breaks[place + 1 : place + 4] if not one["run"]), len(sentence))
        if head and not re.sub(rf"^{_LEAD}", "", head, flags=re.I).strip(" ,;:"):
            # "Second, what is …": the word only counts.
            start = found.end()
            continue
        if head and (row and ("," in found[0] or series and found["joined"]) and not re.search(r"\bor\b", found[0], re.I) and not _ONLY_SAME.match(rest) or _cuts(found, head, rest, holds) or _cuts_name(found, head, sentence[found.end() : min(until, found.end() + _LOOK)], series)):
            yield head + _sign_of(found)
            row = row or (_sign_of(found) in (":", "–") and bool(_topic(head)) and not begins_question(head) and _is_row(sentence[found.end() :]))
            start, series = found.end(), bool(found["comma"]) or found[0].strip() == "+"
    if sentence[start:].strip():
        yield sentence[start:].strip()


def _is_row(rest: str) -> bool:
    """Whether a heading's line names several things and tells nothing: "exercise per day, good with cats, price"."""
    items = [one for one in re.split(r"\s*[,;]\s*(?:and\s+)?", rest[:_LONGEST].strip(" ?.!")) if one]
    return bool(
        len(items) > 1
        and any(asks_by_noun(one) for one in items)
        and all(begins_question(one) or (not tells(one) and len(one.split()) < 8) for one in items)
    )


def _sign_of(found: re.Match[str]) -> str:
    sign = (found["strong"] or "").strip()
    if found[0].strip() == "+":
        return " +"
    return ":" if sign == ":" else "–" if sign in ("-", "–", "—", "--") else ""


def _brackets(sentence: str) -> frozenset[int]:
    """The places inside brackets that are closed again."""
    return frozenset(
        place for found in re.finditer(r"\([^()]{0,200}\)", sentence) for place in range(found.start() + 1, found.end())
    )


def _cuts(found: re.Match[str], head: str, rest: str, holds: bool) -> bool:
    if about(rest.split(",")[0]) or (_SHARED_END.match(rest) and found["strong"]) or _SAME.match(rest):
        return True
    if _ONLY_SAME.match(rest):
        return False
    if (found["strong"] or "").strip() == ";":
        return True
    if (found["strong"] or "").strip() == ":" and len(head.split()) <= 4 and _topic(head) and (re.match(r"[^.!]*\?", rest) or _is_row(rest)):
        return True
    if (found["strong"] or "").strip() in ("-", "–", "—") and _ONE_WORD.match(rest) and not begins_question(head) and not tells(head):
        return True
    if found["run"] is not None:
        return _runs_on(head, rest)
    if re.match(rf"{_LEAD}if\b[^,?]{{3,80}}?(?:,\s*|\s)(?={_WH}|{_RUN_ON})", rest, re.I):
        return True
    if holds and found["joined"] and re.match(rf"{_LEAD}(?:if|whether)\b", rest, re.I):
        return True
    match = _BEGINS.match(rest)
    if match is None or _tells_on(found, head, rest) or _is_other_side(found, head, rest):
        return False
    bare = without_lead(rest)
    if found["comma"] and _CONDITION.match(head) and not begins_question(head):
        return True
    if _ORDERS.match(rest) and not re.match(rf"{_LEAD}(?:can|could|would|will)\s+(?:you|someone|anyone)\b", rest, re.I):
        # "How do I log in and check eligibility" orders nothing.
        polite = (
            _ORDERS.match(head) or re.match(r"(?:please|pls)\b", bare, re.I) or found["strong"] or not begins_question(head)
        )
        return bool(polite)
    if re.match(r"if\b", bare, re.I) and not re.search(r"\bif\b", head, re.I) and not holds:
        return False
    if found["comma"] and _RELATIVE.match(rest):
        return not _is_relative(head, rest)
    if (
        re.match(r"(?:who|that|which)\b", bare, re.I)
        and re.search(r"\b(?:who|that)\b", head, re.I)
        and not begins_question(head)
    ):
        return False
    return begins_question(head) or bool(found["strong"] or found["comma"]) or len(head.split()) > 2 or asks_by_noun(head)


def _is_other_side(found: re.Match[str], head: str, rest: str) -> bool:
    """Whether "… or is it excluded" asks the same from its other side."""
    if not re.match(r"or\b", (found["joined"] or "").strip(" ,"), re.I):
        return False
    turned = re.match(rf"(?:{AUX})\s+(?!(?:i|we)\b)", rest, re.I)
    return bool(turned and re.match(rf"{_LEAD}(?:{AUX})\b", head, re.I))


def _tells_on(found: re.Match[str], head: str, rest: str) -> bool:
    """Whether the statement goes on: "mom is 80, has Medicare, and …"."""
    return (
        found["strong"] is None
        and tells(head)
        and not begins_question(head)
        and bool(re.match(rf"(?:has|had|have|is|was|are|were)\s+(?!{_SUBJECTS}\b)", rest, re.I))
        and not re.match(r"[^,;.]*\?", rest)
    )


def _runs_on(head: str, rest: str) -> bool:
    """Whether a question begins in the middle of words that have no sign before it."""
    last = head.split()[-1].lower().strip(",")
    if re.fullmatch(rf"(?:and|or|but|so|then|also|plus|not|that|than|as|if|whether|because|when|what|how|which|whom?|whose|where|why|often|many|much|long|soon|of|for|in|on|at|to|by|with|from|up|after|before|per|within|than|over|about|under|until|since|{AUX})", last) and not re.match(r"if\b", head, re.I):
        return False
    turned = re.match(r"(?:what|how|where|when|why|whom?|whose|which)\b", rest, re.I)
    if turned:
        if not re.match(rf"\S+(?:\s+\w+){{0,3}}?\s+(?:{AUX})\s+{_SUBJECTS}\b", rest, re.I) and not (re.match(rf"{_LEAD}(?:{AUX})\b", head, re.I) or asks_by_noun(head)):
            return False
        return len(head.split()) >= 2 and not re.search(r"\b(?:depends?(?: on)?|says?|tells?|explains?|shows?|specify|states?|determines?|decides?|defines?|see|understand|learn|limits?|ask|know|figure out|find out|tell (?:me|us)|wonder(?:ing)?)$", head, re.I)
    if begins_question(head) or re.search(r"\b(?:what|which|who|when|where|why|how|whether)\b", head, re.I):
        return False
    return len(head.split()) >= 2 and (tells(head) or asks_by_noun(head) or bool(_CONDITION.match(head)))


def _is_relative(head: str, rest: str) -> bool:
    """Whether ", which …" tells about the word before it. In a row of questions it asks."""
    later = _BREAK.search(rest)
    if re.match(r"who[ms]?\b", rest, re.I) and not _SOMEBODY.search(head):
        return False
    if re.match(r"(?:which|what)\s+(?!is\b|are\b|was\b|were\b|has\b|have\b|had\b|can\b|will\b|would\b|i\b|we\b|he\b|she\b|it\b|they\b|my\b|the\b)\w+(?:\s|$)", rest, re.I) and (
        begins_question(head) or asks_by_noun(head)
    ):
        return False
    if later and "and" in later[0] and _BEGINS.match(rest[later.end() :]) and not re.match(r"who\b|whose\b", rest, re.I):
        return False
    if re.match(r"(?:who|when|where)\b", rest, re.I) and (begins_question(head) or asks_by_noun(head)):
        # "… visits, who approves more" asks; "my mother, who lives there, …" tells of her.
        closes = later is not None and later["comma"] is not None and not _BEGINS.match(rest[later.end() :])
        return closes or bool(re.match(r"who\b", rest, re.I) and _SOMEBODY.search(head))
    return True


def _cuts_name(found: re.Match[str], head: str, segment: str, series: bool) -> bool:
    """Whether after this break something else is asked for by its name alone."""
    if found["run"] is not None or not (asks_by_noun(segment) or found[0].strip() == "+") or _BETWEEN.search(head) or _CONDITION.match(segment):
        return False
    if re.match(r"(?:or|but)\b", found[0].strip(" ,"), re.I):
        return False
    if _PAIRS.search(head.split()[-1] + " and " + segment):
        return False
    if found[0].strip() == "+" and not tells(segment) and (series or len(head.split()) > 2):
        return True
    order, question = bool(_ORDERS.match(head) or _ASKS_FOR.search(head)), begins_question(head)
    names = asks_by_noun(head) and not question
    if re.match(rf"{_LEAD}(?:is|are|was|were)\b", head, re.I) and not re.search(rf"\b{STATE}", head, re.I) and re.search(rf"\b{STATE}\W*$", segment, re.I) and not found["strong"]:
        # "Are cane tips, crutch pads and walker wheels billable": one question still.
        return False
    if not (order or names or question):
        # "patient is 67 - hcpcs code for a cane"; "pt needs a cane, copay and deductible".
        return bool(found["strong"]) or (bool(found["comma"]) and tells(head))
    if "," in found[0] or found["strong"] or re.search(r"also|plus|along with|as well as", found[0], re.I):
        return _is_complete(head, order or names) and not (question and not order and is_object(head, segment))
    if not (order or names) or not (names_askable(head) or _HOLDS.search(head)):
        return False
    return _own_name(head, segment, series)


def _is_complete(head: str, by_name: bool) -> bool:
    return by_name or len(head.split()) > 2 or bool(re.fullmatch(r"how (?:long|often|many|much|soon|far)|when|where|who|why", head.strip(), re.I))


def is_object(head: str, segment: str) -> bool:
    """Whether the segment goes on with a row of objects: "does it have a copay, a deductible or …"."""
    return bool(
        re.search(r"\b(?:have|has|need|needs|require|requires|cover|covers|include|includes|check|get|file|show|submit|send|with|without|for|of|on)\s+(?:an?\s+|the\s+|my\s+)?[\w-]*\s?[\w-]+$", head, re.I)
        and names_askable(" ".join(head.split()[-2:]))
        and not is_state(segment)
    )


def _own_name(head: str, segment: str, series: bool) -> bool:
    """Whether what stands after "and" is asked for beside what stands before it, not together with it.

    `series` says that a comma has parted names before: "fare, duration and luggage allowance".
    """
    places = askables(segment)
    if not places:
        return bool(is_state(segment))
    first = segment[: places[0].end()].split()
    bare_head = len(head.split()) <= 2 and not re.search(r"\b(?:for|of|on)\b", head)
    if len(places) > 1 and len(first) == 1 and bare_head:
        # "coverage and limits policy number": the first two say which number.
        return False
    tail = re.search(r"\b(?:for|of|on|about)\s+([^,;]+)$", head, re.I)
    if not tail and re.search(r"\b(?:for|of|on)\s", segment, re.I) and askables(head)[-1:] and askables(head)[-1].end() >= len(head.rstrip()) - 1:
        # "the phone number and opening times for the consulate": both of the consulate.
        return False
    if re.match(r"(?:the|an?|any|its|their|our|my|what|if|whether|how)\b", segment, re.I):
        return True
    if tail:
        return not names_askable(tail[1].split()[-1]) or len(segment.split()) > 2
    return series or not bare_head and bool(askables(head)[-1:] and askables(head)[-1].end() >= len(head.rstrip()) - 1)
