"""Cuts a message into clauses at marks, and at signs and conjunctions before a question; says which ask. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from dialogue import learnt
from pursuit.words import ASKABLE, names_of_payer, of_the_trade, says_little, terms_of
from wording.phrases import groups, lazy_pattern
from wording.sentences import sentence_spans

LISTS = groups(Path(__file__).with_name("openings.txt"))
LEAD = lazy_pattern(rf"(?:{LISTS['lead']}(?!\w)[\s,:]*)*", re.IGNORECASE)
_BEGINS = lazy_pattern(
    rf"{LEAD.pattern}(?:(?:{LISTS['prep']}\s+)?{LISTS['wh']}\b|{LISTS['turned']}|{LISTS['order']}\b)", re.IGNORECASE
)
_BREAK = lazy_pattern(
    rf"(?P<sign>\s*[,;]\s+|\s+[-–—]\s+|:\s+)?(?P<join>(?:(?<!\S){LISTS['join']}(?!\S)\s*)*)(?<=\s)(?=\S)",
    re.IGNORECASE,
)
# "The copay, and the visit limits": another thing is asked for by its name.
NAMED = lazy_pattern(rf"{LISTS['article']}?(?:[\w-]+\s+){{0,2}}?{ASKABLE}(?![\w'-])", re.IGNORECASE)
# "The plan, which is new": a relative clause goes on with what was said; so does what stands "between" two things.
_GOES_ON, _APART = lazy_pattern(LISTS["relative"], re.IGNORECASE), lazy_pattern(r"\b(?:between|both)\b", re.IGNORECASE)
_GOES_ON_OF = lazy_pattern(LISTS["goes_on_of"], re.IGNORECASE)
_AGAIN, _ABOUT = lazy_pattern(LISTS["again"], re.IGNORECASE), lazy_pattern(LISTS["about"], re.IGNORECASE)
# "…, and a renewal?", "…, and dry needling?": one noun, and no verb behind it.
_ANOTHER = lazy_pattern(
    r"(?:an?\s+[\w-]+(?:\s+[\w-]+)?\W*|(?!(?:if|so|not|anything)\b)[\w-]+\s+[\w-]+\?)$", re.IGNORECASE
)
_CONDITION = lazy_pattern(rf"{LISTS['condition']}\s", re.IGNORECASE)
# "What if she is away, …", "should she be away, …": the form of a question, and none.
_SUPPOSED = lazy_pattern(r"what\s+if\s|should\s[^?]*$", re.IGNORECASE)
_FILLER = lazy_pattern(rf"^{LISTS['filler']}\s*,\s*|,\s*{LISTS['filler']}(?:\s*,|(?=[.!?]|$))", re.IGNORECASE)
# "And um if the doctor sends it": a sound while one looks for a word; UM is a department, and "er" a room.
_HESITATES = re.compile(r"(?:^|(?<=\s))(?:[Uu]m+|[Uu]h+m?|[Ee]rm)[\s,]+(?=\w)|\s+(?:um+|uh+m?|erm)(?=\W*$)")
_TAIL = lazy_pattern(rf"(?:\s*,\s*{LISTS['tail']})+(?=\W*$)|\s+or\s+(?:not|no)(?=\W*$)", re.IGNORECASE)
_TAG = lazy_pattern(rf"\s*,\s*{LISTS['tag']}\s*\?+\s*$", re.IGNORECASE)
_OR_ELSE = lazy_pattern(rf"\s*,?\s+or\s+{LISTS['or_else']}[^,;]*\b{LISTS['mistaken']}(?=\W*$)", re.IGNORECASE)
_MEANT = lazy_pattern(rf"\b{LISTS['meant']}[\s,:]*(?=\w+\s+\w)", re.IGNORECASE)
_LETS_KNOW = lazy_pattern(
    rf"{LISTS['lets_know']}[\s,:]+(?:please\s+|maybe\s+)?(?=(?:{LISTS['prep']}\s+)?(?:{LISTS['wh']}|if)\b)", re.I
)
# "Sealants how often per tooth", "Harbor wigs what diagnosis do they want".
_ASKS_OF = lazy_pattern(
    r"(?:[\w'/-]+\s+){1,4}(?:how\s+(?:many|much|often|long|soon|far|old)|what(?:'?s)?|which)\s+\w", re.IGNORECASE
)
_IF = lazy_pattern(r"^if\s", re.IGNORECASE)
_RUN_ON, _TOLD_OF = lazy_pattern(LISTS["run_on"], re.IGNORECASE), lazy_pattern(LISTS["told_of"], re.IGNORECASE)
_EXCLAIMS = lazy_pattern(LISTS["exclaims"], re.IGNORECASE)
_HEADS, _HEADING, _SHORT, _ITEM_WORDS, _TELLS, _OF = frozenset(":-–—"), 6, 8, 5, "tells", "of"
# What stands between a case, of so many words at most, and its question.
_OF_ALL, _CASE, _LONGEST_CASE = _HEADS | {","}, "case", 16
_COUNTED = r"(?:one|two|three|four|five|first|second|third):"
_ITEM = lazy_pattern(rf"\s*(?:[-*•·–—]|\(?(?:q\s?)?(?:\d{{1,2}}|[a-j])[.):]|{_COUNTED})\s+", re.IGNORECASE)
_ITEMS = lazy_pattern(
    r"(?<=[\s:;,.?])(?=\(?(?:\d{1,2}|[a-j])\)\s*\w)|(?<=[:;,.?]\s)(?=\d{1,2}\.\s\w)"
    rf"|(?<=[:;,.?]\s)(?=(?i:{_COUNTED})\s\w)"
)
# "Power wheelchair. - PA yes/no - rented or bought".
_DASH_BEGINS = lazy_pattern(r"(?<=[:;.?]\s)(?=[-*•]\s\w)")
_DASH, _DASHED = lazy_pattern(r"\s*[-*•]\s"), lazy_pattern(r"\s+(?=[-*•]\s)")
# Nobody asks one thing in more characters; whether a question begins is seen in fewer.
_LONGEST, _LOOK = 600, 120
# Below this margin a label is not sure; with a word of health plans in the clause, or a question mark, it need not be.
SURE, _OF_THE_TRADE = 0.15, 0.6
# What has no form of a question asks nothing below this one.
_HARDLY = 0.1


@dataclass(frozen=True, slots=True)
class AskedClause:
    """A clause, with what the examples of `offline` say that it does, and by which margin over the next."""

    text: str
    label: str
    margin: float

    @property
    def asks(self) -> bool:
        """Whether it asks something: so the examples say, or its form does and they say nothing else for sure."""
        if self.label == "ask":
            return self.margin >= _HARDLY or has_form(self.text)
        is_unsure = self.label == "tell" or self.margin < (_OF_THE_TRADE if of_the_trade(self.text) else SURE)
        return is_unsure and has_form(self.text)


def clause_of(text: str) -> AskedClause:
    return AskedClause(text, *learnt("pursuit.offline").tell(text))


def begins_question(text: str) -> bool:
    """Whether these words begin a question."""
    return bool(_BEGINS.match(text.strip()))


def has_form(text: str) -> bool:
    """Whether a clause has the form of a question."""
    # Behind its heading.
    begins = begins_question(text) or begins_question(text.rpartition(": ")[2]) or _ASKS_OF.match(text)
    return text.endswith("?") or bool(begins and not _EXCLAIMS.fullmatch(text))


@lru_cache(16)
def clauses(text: str) -> tuple[AskedClause, ...]:
    """The clauses of a message in order: those that ask, and those that only tell something."""
    made, has_asked = list[AskedClause](), False
    for sentence in map(_plainly, sentences_of(text)):
        heading, case, begins = "", "", len(made)
        for piece, sign in _with_headings(sentence):
            clause, is_short = clause_of(piece), len(piece.split()) <= _HEADING
            is_asked = begins_question(piece)
            payers = tuple(mention.value for mention in names_of_payer(piece))
            names_payer = bool(payers) and not re.search(r"\d", piece)
            # "Lone Prairie Kansas, back MRI - …" is more than a name.
            is_name = names_payer and says_little(piece, payers)
            is_heading = sign == _OF or (len(piece.split()) <= _SHORT and sign in _HEADS and not is_name)
            if LEAD.fullmatch(f"{piece}{sign}"):
                # "A further point for the provider: …" only leads to what is asked.
                continue
            only_names = names_payer and not (sign or is_asked or piece.endswith("?"))
            if sign == _CASE:
                case = piece
            elif sign == _TELLS or (only_names and says_little(piece, payers)):
                # "The plan is Harbor Health, Florida" tells who pays, and asks nothing.
                made.append(AskedClause(piece, "tell", 1.0))
            elif sign and _is_given(piece, is_heading=is_heading):
                # "If it is denied, …", "BiPAP compliance: how many days, …": it counts for all that is asked behind it.
                heading += f"{piece}{':' if sign in (*_HEADS, _OF) else ','} "
            elif _AGAIN.match(piece) and len(made) > begins and made[-1].asks and not is_asked:
                # "… limit for a claim and for a corrected one": the same is asked of both.
                made[-1:] = [AskedClause(asked, "ask", SURE) for asked in (made[-1].text, piece)]
            elif is_short and (piece.endswith(":") or (sign and not has_form(piece) and not NAMED.search(piece))):
                made.append(AskedClause(piece, "leads", 1.0))
            else:
                if not clause.asks and has_asked and NAMED.match(piece, _led(piece)):
                    # "I need the appeal deadline and the deadline for a dispute": it was cut for what it asks for.
                    clause = AskedClause(piece, "ask", SURE)
                of = f"{heading}{case}: " if case and says_little(piece) else heading
                made.append(AskedClause(of + piece, clause.label, clause.margin) if clause.asks else clause)
                has_asked = has_asked or made[-1].asks
                # Of whom it is asked is said once.
                heading = heading if len(heading.split()) <= _SHORT else ""
    return tuple(made)


def _with_headings(sentence: str) -> Iterator[tuple[str, str]]:
    """The pieces of a sentence; a thing before a comma and a question is its heading: "aide visits, how many …"."""
    pieces = list(_pieces(sentence))
    for n, (piece, sign) in enumerate(pieces):
        behind = pieces[n + 1][0] if n + 1 < len(pieces) else ""
        of = _ABOUT.match(piece, _led(piece))
        thing = piece[of.end() :] if of else piece
        if sign == "," and begins_question(behind) and _heads(thing, behind):
            yield thing, _OF
        elif sign in _OF_ALL and begins_question(behind) and _is_case(piece, behind):
            yield piece, _CASE
        else:
            yield from ((item, sign) for item in _listed(piece))


def _is_case(piece: str, question: str) -> bool:
    """Whether a piece tells the case of a question that says nothing of its own: "pt at home on video - what POS"."""
    clause = clause_of(piece)
    is_talk = clause.label == "talk" and clause.margin >= SURE
    asks_or_gives = has_form(piece) or _CONDITION.match(piece, _led(piece)) or is_talk
    return (
        not asks_or_gives and len(piece.split()) <= _LONGEST_CASE and says_little(question) and len(terms_of(piece)) > 1
    )


def _heads(thing: str, question: str) -> bool:
    """Whether a thing is what the question behind it is of: no question, condition or greeting, and nothing told.

    "The deadline, how fast is a claim paid": what asks by its name is asked beside what names something itself.
    """
    given = has_form(thing) or _TOLD_OF.search(thing) or _CONDITION.match(thing, _led(thing))
    if given or len(thing.split()) > _SHORT or not re.search(r"\w", thing[_led(thing) :]):
        return False
    return (says_little(question) or not NAMED.search(thing)) and clause_of(thing).label != "talk"


def _listed(piece: str) -> list[str]:
    """The things that a piece only lists: "cleanings per year, braces covered"; else the piece."""
    items = re.split(r"\s*,\s*(?:and\s+)?", piece)
    is_list = all(1 < len(item.split()) <= _ITEM_WORDS and clause_of(item).asks for item in items)
    return items if is_list and not begins_question(piece) else [piece]


def _is_given(piece: str, *, is_heading: bool) -> bool:
    """Whether a piece counts for what is asked behind it: a heading, "if it is denied", "should she be away"."""
    begins = _CONDITION.match(piece, _led(piece))
    return (bool(begins or is_heading) and not has_form(piece)) or bool(_SUPPOSED.match(piece, _led(piece)))


def _plainly(sentence: str) -> str:
    """A sentence without what was a slip, is said while one looks for a word, to hurry, or asks who is mistaken."""
    sentence = _HESITATES.sub("", sentence) or sentence
    meant = sentence[max((slip.end() for slip in _MEANT.finditer(sentence)), default=0) :]
    bare = " ".join(_TAIL.sub("", _FILLER.sub(" ", meant)).split())
    bare = _TAG.sub("?", _OR_ELSE.sub("", bare))
    return bare if re.search(r"\w", bare) else sentence


def _led(piece: str) -> int:
    """Where a piece begins behind "and", "so" and the like."""
    lead = LEAD.match(piece)
    return lead.end() if lead else 0


def sentences_of(text: str) -> Iterator[str]:
    """The sentences of a message that have a word in them; each item of a list is one."""
    for line in (item for whole in text.splitlines() for item in _items(whole)):
        bullet = _ITEM.match(line)
        for start, end in sentence_spans(line, bullet.end() if bullet else 0, talk=True, clauses=True):
            if re.search(r"\w", line[start:end]):
                yield line[start:end].strip(" ,;")


def _items(line: str) -> Iterator[str]:
    """The items of a line: "1) … 2) …", and "- … - …" where it begins so or a sentence before it ends."""
    for item in (item for whole in _ITEMS.split(line) for item in _DASH_BEGINS.split(whole)):
        yield from _DASHED.split(item) if _DASH.match(item) else [item]


def _pieces(sentence: str) -> Iterator[tuple[str, str]]:
    """A sentence, cut where something else is asked; each piece with what stands behind it, "" for the last."""
    start = 0
    for mark in _BREAK.finditer(sentence):
        head, rest = sentence[start : mark.start()][:_LONGEST].strip(" ,;"), sentence[mark.end() :][:_LOOK]
        if mark[0].strip() and head and _cuts(head, mark, rest):
            yield from _told_first(head, " ".join(filter(None, ((mark["sign"] or "").strip(), mark["join"].strip()))))
            start = mark.end()
    if last := sentence[start:].strip(" ,;")[:_LONGEST]:
        yield from _told_first(last, "")


def _told_first(piece: str, sign: str) -> Iterator[tuple[str, str]]:
    """A piece, cut where it asks behind what it tells: "I'd be glad to know how long …", "she fell is a chair paid"."""
    begins = 0
    if not begins_question(piece) and not _CONDITION.match(piece, _led(piece)):
        asks_for, run_on = _LETS_KNOW.search(piece), _RUN_ON.search(piece)
        if asks_for:
            begins = asks_for.end()
        elif run_on and _TOLD_OF.search(piece[: run_on.start()]):
            begins = run_on.start()
    if before := piece[:begins].strip(" ,;:"):
        yield before, _TELLS
    yield _IF.sub("whether ", piece[begins:]) if before else piece, sign


def _cuts(head: str, mark: re.Match[str], rest: str) -> bool:
    """Whether behind this sign or conjunction something else is asked."""
    joined = mark["join"].strip().lower()
    if head.endswith("?") or mark[0].strip() in _HEADS:
        return head.endswith("?") or not begins_question(head)
    if joined.startswith("or") or _APART.search(head):
        return False
    if _GOES_ON_OF.match(rest) and joined and _TOLD_OF.search(head) and not begins_question(head):
        return False
    if _BEGINS.match(rest):
        return bool(joined or not _GOES_ON.match(rest))
    if joined and (again := _AGAIN.match(rest)):
        # "For asthma and for COPD": the same is asked of another thing.
        return again[0].lower() in head.lower()
    if joined and mark["sign"] and _ANOTHER.match(rest):
        # "How fast is a request decided, and a renewal?": the same is asked of another thing.
        return begins_question(head)
    if _AGAIN.match(rest) and not joined:
        # "Which modifier goes on it, for a visit from home?"
        return False
    named = NAMED.match(rest) and (mark["sign"] or joined in ("+", "&") or re.match(LISTS["article"], rest))
    return bool(named and (NAMED.search(head) or begins_question(head)))
