"""Which of many listings comes first: the type, the home market and the exchange as one small number."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path


def _table(kind: str) -> dict[str, list[str]]:
    """The lines of one kind in places.txt: what stands before "=", with the words behind it."""
    words: dict[str, list[str]] = {}
    for line in Path(__file__).with_name("places.txt").read_text("utf-8").splitlines():
        head, _, rest = line.partition(": ")
        if head == kind:
            key, _, values = rest.partition(" = ")
            words[key] = values.split(", ") if kind == "country" else values.split()
    return words


# {code: (country, tier)}
_EXCHANGES = {code: (country, int(tier)) for code, (country, tier) in _table("exchange").items()}
# {name: code}
_COUNTRIES = {names[0]: code for code, names in _table("country").items()}
# Places as people say them: the exchanges there, and the country.
_PLACES = {place: frozenset(codes) for place, codes in _table("place").items()}
_NATIONS = {word.lower(): names[0] for names in _table("country").values() for word in names}
# People mean the share before the fund on it, and the fund before an index that nobody can trade.
_TYPES = {"equity": 0, "etf": 1, "future": 2, "crypto": 3, "fund": 3, "bond": 3, "fx": 3, "index": 4, "moneymarket": 5}
_OTHER_TYPE = 6
_UNKNOWN_TIER = 4
_ABROAD = 20
_PER_TYPE = 100


def listing_rank(inst_type: str, exchange: str, country: str, isin: str) -> int:
    """0 is offered first. 100 a type, 20 for a listing outside the issuer's country, 0-9 for the exchange."""
    market, tier = _EXCHANGES.get(exchange, ("", _UNKNOWN_TIER))
    homes = {_COUNTRIES.get(country, country), isin[:2]} - {""}
    abroad = _ABROAD if homes and market not in homes else 0
    return _TYPES.get(inst_type, _OTHER_TYPE) * _PER_TYPE + abroad + tier


_BEFORE_A_PLACE = r"[\s,(]+(?:(?:listed |traded |line )?(?:on|in|at|from) )?(?:the )?"
_KNOWN_PLACES = "|".join(sorted({*_PLACES, *_NATIONS}, key=len, reverse=True))
_BEHIND_A_PLACE = r"(?: (?:stock )?(?:exchange|listing|line|one|market|shares?))?[\s)]*\Z"
_PLACE = re.compile(f"{_BEFORE_A_PLACE}(?P<place>{_KNOWN_PLACES}){_BEHIND_A_PLACE}", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class TradingPlace:
    """Where a listing is wanted, by the `name` that was said."""

    name: str
    exchanges: frozenset[str]
    country: str

    def holds(self, exchange: str, country: str) -> bool:
        """Whether an instrument is listed there: by its exchange, or by its country where only that was said."""
        if self.exchanges:
            return exchange in self.exchanges
        return _EXCHANGES.get(exchange, ("",))[0] == _COUNTRIES.get(self.country) or country == self.country


def without_place(term: str) -> tuple[str, TradingPlace | None]:
    """A term without the exchange or country at its end, and that place: "Unilever Amsterdam"."""
    match = _PLACE.search(term)
    if match is None:
        return term, None
    name = match["place"].lower()
    return term[: match.start()], TradingPlace(name, _PLACES.get(name, frozenset()), _NATIONS.get(name, ""))


def names_a_place(text: str) -> bool:
    """Whether words end with an exchange or a country: "the Amsterdam one"."""
    return without_place(f" {text}")[1] is not None
