"""How words are fitted into a contract's text: articles, spaces, clauses behind a passage, numbers that stay."""

from __future__ import annotations

import re

from investor_review.edits.passages import CannotPlace, CitedPassage, sentence_end, short
from investor_review.edits.plan import Proposal
from investor_review.edits.values import find_values, in_style_of
from investor_review.edits.voice import is_order

_ARTICLE = re.compile(r"\b(an?)(\s+)$", re.IGNORECASE)
_VOWEL = re.compile(r"(?:[aeiou]|hour|honest|heir|8|11\b|18\b)", re.IGNORECASE)
_NOT_VOWEL = re.compile(r"(?:eu|uni|use|usu|one\b|once\b|u\.)", re.IGNORECASE)
_FINITE = re.compile(
    r"\b(?:shall|must|will|may|is|are|has|have|does|do|applies|apply|remains?|agrees?|can)\b", re.IGNORECASE
)
_NUMBERED = re.compile(
    r"\s*((?:(?:Section|Article|Clause|Paragraph)\s+)?\d+(?:\.\d+)*\.?(?=[\s:])|\([a-z0-9]{1,4}\)(?=\s)|[a-z]\)(?=\s))",
    re.IGNORECASE,
)
_LETTERED = re.compile(r"^([ \t]*)\(([a-y])\)([ \t]+)", re.MULTILINE)
# A clause's number at the beginning of its paragraph, and what stands around it.
_BEFORE, _BEHIND = r"[ \t]*(?:(?:Section|Article|Clause)[ \t\xa0]+)?", r"[.)]?[ \t\xa0]+"
_HEADED = re.compile(
    rf"^(?P<before>{_BEFORE})(?P<number>\d{{1,2}}(?:\.\d{{1,3}}){{0,3}})(?P<behind>{_BEHIND})(?=\S)",
    re.I | re.MULTILINE,
)
# What begins something else behind the last clause of a level: a headline, a schedule, the place of the signatures.
_HEADLINE = re.compile(
    r"(?-i:[A-Z][A-Z \d.,&-]{3,})(?=\n|$)|(?:Article|Section|Schedule|Exhibit|Annex)\b|In witness", re.IGNORECASE
)
_BETWEEN = " \t\r\n\xa0"
_THAT = re.compile(
    r"^(?:ensure|clarify|state|specify|make\s+clear|provide|confirm|note|stipulate|say)\s+that\s+", re.IGNORECASE
)
_NEW = r"(?:an?\s+|the\s+|new\s+)*"
_REQUIREMENT_THAT = re.compile(rf"^{_NEW}(?:requirement|obligation|condition)\s+that\s+", re.IGNORECASE)
# Who shall do it: "the Supplier", or by name: "Primus KK".
_WHO = r"(?:the|a|an|each|both|all)\s+[\w\s-]{2,40}?|(?-i:[A-Z][\w&.-]*(?: [A-Z][\w&.-]*){0,4})"
_REQUIRE_TO = re.compile(rf"^(?:require|oblige)\s+(?P<who>{_WHO})\s+to\s+(?P<what>.+)$", re.IGNORECASE)
NO_CLAUSE = "The words {words!r} ask for a clause and do not give its wording."
NO_PLACE_IN_LIST = "The cited passage is a part of a list that goes on behind it, where no sentence of its own fits."
DELETED = "[Intentionally deleted.]"


def phrase_pattern(words: str) -> str:
    """Finds the words as whole words, whatever the spaces and the shape of the quotation marks between them."""
    parts = [re.escape(part) for part in words.split()]
    pattern = r"\s+".join(re.sub(r"[\"“”]", '["“”]', re.sub(r"['’‘]", "['’‘]", part)) for part in parts)
    start = r"(?<!\w)" if words[:1].isalnum() else ""
    return f"{start}{pattern}" + (r"(?!\w)" if words[-1:].isalnum() else "") if parts else r"(?!)"


def fitting(text: str, start: int, end: int, new: str, *, styled: bool) -> Proposal:
    """`new` in the place of the span, the article before it made to agree; `styled`: the old words' style is kept."""
    old = text[start:end]
    if styled:
        new = _like(old, new)
    article = _ARTICLE.search(text, max(0, start - 6), start)
    if article and _takes_an(old) == (article[1].lower() == "an") and _takes_an(new) != _takes_an(old) and new:
        wanted = "an" if _takes_an(new) else "a"
        wanted = wanted.capitalize() if article[1][0].isupper() else wanted
        return Proposal(article.start(), end, f"{wanted}{article[2]}{new}")
    return Proposal(start, end, new)


def without_phrase(text: str, start: int, end: int) -> Proposal:
    """The span deleted together with the one space that would be left over."""
    if start > 0 and text[start - 1] in " \t" and (end == len(text) or not text[end].isalnum()):
        start -= 1
    elif end < len(text) and text[end] in " \t" and (start == 0 or not text[start - 1].isalnum()):
        end += 1
    return Proposal(start, end, "")


def deleted_passage(text: str, passage: CitedPassage) -> Proposal:
    """The passage deleted. One with a number keeps it, so that the numbers of all other clauses stay true."""
    numbered = _NUMBERED.match(passage.text)
    if numbered:
        return Proposal(passage.start + numbered.end(), passage.end, f" {DELETED}")
    end = passage.end
    starts_paragraph = passage.start == 0 or text[: passage.start].endswith("\n")
    if starts_paragraph and (gap := re.compile(r"(?:[ \t]*\r?\n)+").match(text, end)):
        end = gap.end()
    elif starts_paragraph or text[passage.start - 1 : passage.start] == " ":
        return without_phrase(text, passage.start, end)
    return Proposal(passage.start, end, "")


def appended(text: str, passage: CitedPassage, wording: str, *, is_clause: bool = False) -> Proposal:
    """The wording behind the passage, where its last sentence ends: the next letter of a list, else a sentence.

    A clause of its own has the next number, where the passage is the last clause of its level. Raises CannotPlace where
    a list goes on behind the passage, into which no sentence fits.
    """
    at = sentence_end(text, passage.start + len(passage.text.rstrip()))
    newline = "\r\n" if "\r\n" in text[:2000] else "\n"
    item = _next_letter(text, passage, at) or (_next_number(text, passage, at) if is_clause else "")
    if item:
        return Proposal(at, at, f"{newline}{newline}{item}{wording}")
    while at and text[at - 1] in ";:":
        rest = re.compile(r"[ \t]*(?=\S)").match(text, at)
        if rest is None:
            raise CannotPlace(NO_PLACE_IN_LIST)
        at = sentence_end(text, rest.end() + 1)
    last = text[at - 1] if at else ""
    between = "" if not last or last.isspace() else " " if last in '.!?"”’)]' else newline * 2
    return Proposal(at, at, f"{between}{wording}")


def as_clause(wording: str) -> str:
    """A wish as a sentence of a contract: "require the Supplier to report" is "The Supplier shall report.".

    Raises CannotPlace for words that only say what a clause should be about.
    """
    clause = " ".join(wording.split()).rstrip(" .;,")
    if duty := _REQUIRE_TO.match(clause):
        clause = f"{duty['who']} shall {duty['what']}"
    else:
        clause = _REQUIREMENT_THAT.sub("", _THAT.sub("", clause))
    if is_order(clause) or not _FINITE.search(clause):
        raise CannotPlace(NO_CLAUSE.format(words=short(wording)))
    return as_sentence(clause)


def as_sentence(wording: str) -> str:
    """Wording that was dictated without quotation marks, with a capital and a full stop."""
    clause = " ".join(wording.split()).rstrip(" .;,")
    return f"{clause[:1].upper()}{clause[1:]}."


def _like(old: str, new: str) -> str:
    """A single value in the style of the value that it replaces; a word with the capital that the old one has."""
    olds, news = find_values(old), find_values(new)
    if len(olds) == len(news) == 1 and olds[0].kind == news[0].kind and olds[0].text == old and news[0].text == new:
        return in_style_of(olds[0], news[0])
    if old.isupper() and len(old) > 1 and new.islower():
        return new.upper()
    return f"{new[:1].upper()}{new[1:]}" if old[:1].isupper() and old[1:].islower() and new[:1].islower() else new


def _takes_an(words: str) -> bool:
    return bool(_VOWEL.match(words)) and not _NOT_VOWEL.match(words)


def _next_letter(text: str, passage: CitedPassage, at: int) -> str:
    """ "(c) " when the passage is the last item, (b), of a lettered list; "" otherwise."""
    items = list(_LETTERED.finditer(passage.text))
    if not items or passage.text[items[-1].start() :].count("\n\n") or text[at : at + 1] not in ("", "\n", "\r"):
        return ""
    letter = chr(ord(items[-1][2]) + 1)
    follows = re.compile(r"(?:\s|<PAGE>)*\(([a-z])\)").match(text, at)
    is_list = items[-1][2] != "a" or len(items) > 1
    return f"{items[-1][1]}({letter}){items[-1][3]}" if is_list and not (follows and follows[1] == letter) else ""


def _next_number(text: str, passage: CitedPassage, at: int) -> str:
    """ "4.4 " when the passage ends clause 4.3, behind which nothing more of its level comes; "" otherwise.

    No other number moves, so it is given only where none is like it and none is referred to.
    """
    heads = list(_HEADED.finditer(passage.text))
    if not heads or text[at : at + 1] not in ("", "\n", "\r"):
        return ""
    level, _, last = heads[-1]["number"].rpartition(".")
    number = f"{level}.{int(last) + 1}" if level else f"{int(last) + 1}"
    behind = text[at:].lstrip(_BETWEEN)
    follows = _HEADED.match(behind)
    ends = not behind or bool(_HEADLINE.match(behind))
    if not ends and (follows is None or follows["number"].count(".") > number.count(".")):
        return ""
    if re.search(
        rf"(?:^[ \t]*|\b(?:section|article|clause|paragraph)s?\s+){re.escape(number)}(?![\d])", text, re.M | re.I
    ):
        return ""
    return f"{heads[-1]['before']}{number}{heads[-1]['behind']}"
