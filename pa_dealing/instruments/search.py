"""Security search: the one place where instruments are found. It returns only what exists, the best match first.

One query finds exact symbols, ISINs, aliases and names. Only where that says nothing, a second reads the vocabulary
(spelling, beginnings of words) and a third the instruments that have those words.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.db import connection

from llm.text import clean_text
from pa_dealing.instruments.listing import without_place
from pa_dealing.instruments.models import word_edits
from pa_dealing.instruments.names import bare_symbol, find_isin, fold, name_keys, search_words, symbol_key
from pa_dealing.instruments.ranking import (
    Candidate,
    Match,
    WordGroup,
    in_order,
    score_exact,
    score_words,
    spelling_groups,
)
from pa_dealing.instruments.terms import MAX_TERM, SearchTerm, clean_term

__all__ = ["Match", "SearchTerm", "clean_term", "search_instruments"]

_FIELDS = (
    "id, symbol, name, isin, inst_type, trade_currency, exchange, country, aliases, multiplier, words, listing_rank"
)
_VOCABULARY = "SELECT word, frequency FROM pa_dealing_instrumentword"
_EXACT_ROWS = 150
_WORD_ROWS = 120
# The statements are put together from constants; what a person wrote is only ever a parameter.
_EXACT = (
    f"SELECT {_FIELDS} FROM pa_dealing_instrument WHERE keys && %s::text[] OR aliases && %s::varchar[]"  # noqa: S608
    f" OR isin = %s ORDER BY listing_rank, id LIMIT {_EXACT_ROWS}"
)
_LISTED = (
    f"SELECT {_FIELDS} FROM pa_dealing_instrument WHERE keys && %s::text[]"  # noqa: S608
    f" ORDER BY listing_rank, id LIMIT {_EXACT_ROWS}"
)
# Words of a term beyond this many say nothing that the rarest ones do not.
_MAX_WORDS = 10
# How many rows the rarest words of a term may bring together before commoner ones are left out.
_RARE_ROWS = 2_000
# How many words order the rows in SQL; all of them count in the ranking.
_WEIGHED_WORDS = 6
# An exact match this good is the answer; spelling is not looked at.
_CERTAIN = 0.9


def search_instruments(term: str, limit: int = 5) -> list[Match]:
    """The instruments that `term` may mean, best first, at most `limit`; [] where nothing is near enough.

    Args:
        term: a symbol, name, ISIN or alias, also inside a sentence ("buy 5 lots of bund calls @ 100").
        limit: how many to return, 1 to 50.
    """
    limit = max(1, min(limit, 50))
    if listed := _listed(term):
        return listed[:limit]
    base, place = without_place(term)
    if place and (there := [match for match in _search(base) if place.holds(match.exchange, match.country)]):
        return there[:limit]
    return (_search(term) or (_search(base) if place else []))[:limit]


def _search(term: str) -> list[Match]:
    cleaned = clean_term(term)
    if not cleaned.text:
        return []
    matches = _exact(cleaned)
    found_kind = not cleaned.wants_derivative or any(m.inst_type == cleaned.wants_derivative for m in matches)
    if not (matches and max(m.score for m in matches) >= _CERTAIN and found_kind):
        matches += _by_words(cleaned.text)
    return in_order(matches, cleaned)[:50]


def _listed(term: str) -> list[Match]:
    """The instruments whose symbol or ISIN the term is, letter by letter; [] where it may be a word or a name as well.

    A symbol that is a common word in small letters ("ing") is left to the ranking, which knows the name too.
    """
    typed = " ".join(clean_text(term[:MAX_TERM]).split())
    key = symbol_key(typed)
    marked = any(character.isdigit() or character in ".-^=" for character in typed)
    if not key or not (marked or (typed.isalpha() and typed.isupper())):
        return []
    exact = [row for row in _candidates(_LISTED, [[f"s:{key}"]]) if symbol_key(row.symbol) == key]
    return in_order(score_exact(exact, SearchTerm(typed, (typed,), None), None), SearchTerm(typed, (typed,), None))


def _exact(term: SearchTerm) -> list[Match]:
    isin = find_isin(term.steps[0])
    keys: list[str] = []
    for step in term.steps:
        keys += [f"s:{symbol_key(step)}", f"b:{bare_symbol(step)}", f"b:{symbol_key(step)}"]
        keys += [f"n:{key}" for key in name_keys(step) if key]
    aliases = [" ".join(fold(step).split()) for step in term.steps]
    rows = _candidates(
        _EXACT,
        # No row has the ISIN "-"; an empty one would match every row without an ISIN.
        [list(dict.fromkeys(keys)), aliases, isin or "-"],
    )
    return score_exact(rows, term, isin)


def _by_words(text: str) -> list[Match]:
    words = search_words(text)[:_MAX_WORDS]
    groups = spelling_groups(words, _known_words(words)) if words else []
    known = [group for group in groups if group.rows]
    if not known:
        return []
    return score_words(_with_words(known), groups, text)


def _known_words(words: Sequence[str]) -> list[tuple[str, int]]:
    """The vocabulary near `words`: the words, those one typo away, and those that begin with the last one."""
    spelled = [word for word in words if len(word) >= 4 and not word.isdigit()]
    last = words[-1]
    # One arm a word: with the edits of all words in one array the planner expects half the table and reads it all.
    arms = [f"{_VOCABULARY} WHERE edits && %s::text[]"] * len(spelled)
    arms.append(f"{_VOCABULARY} WHERE word = ANY(%s::text[])")
    params: list[Any] = [*([e for e in word_edits(w) if "^" not in e and "$" not in e] for w in spelled), list(words)]
    if len(last) >= 3:
        arms.append(f"({_VOCABULARY} WHERE word >= %s AND word < %s ORDER BY frequency DESC LIMIT 30)")
        params += [last, f"{last}\U0010ffff"]
    near: list[tuple[str, int]] = _rows(" UNION ".join(arms), params)
    known = {word for word, _ in near}
    if far := [word for word in spelled if len(word) >= 8 and word not in known]:
        arms = [f"{_VOCABULARY} WHERE edits && %s::text[]"] * len(far)
        near += _rows(" UNION ".join(arms), [[f"^{word[:4]}", f"{word[-4:]}$"] for word in far])
    return list(dict.fromkeys(near))


def _with_words(groups: list[WordGroup]) -> list[Candidate]:
    """Instruments that have all the words, or one of the rarest; those with more and rarer words first."""
    rare: list[str] = []
    rows = 0
    for group in sorted(groups, key=lambda group: group.rows):
        if rows + group.rows > _RARE_ROWS:
            break
        rows += group.rows
        rare += group.spellings
    heavy = sorted(groups, key=lambda group: -group.weight)[:_WEIGHED_WORDS]
    every = " AND ".join(["words && %s::text[]"] * len(groups))
    weight = " + ".join(["CASE WHEN words && %s::text[] THEN %s::float8 ELSE 0 END"] * len(heavy))
    # Of words that tens of thousands have ("fund class"), any rows are as good as others: reading stops early.
    return _candidates(
        f"SELECT {_FIELDS} FROM (SELECT {_FIELDS} FROM pa_dealing_instrument"  # noqa: S608
        f" WHERE words && %s::text[] OR ({every}) LIMIT {2 * _RARE_ROWS}) AS having_words"
        f" ORDER BY ({weight}) DESC, cardinality(words), listing_rank, id LIMIT {_WORD_ROWS}",
        [
            rare,
            *(list(group.spellings) for group in groups),
            *(value for group in heavy for value in (list(group.spellings), group.weight)),
        ],
    )


def _candidates(sql: str, params: list[Any]) -> list[Candidate]:
    return [Candidate(*row) for row in _rows(sql, params)]


def _rows(sql: str, params: list[Any]) -> list[Any]:
    with connection.cursor() as cursor:
        cursor.execute(sql, params)
        return list(cursor.fetchall())
