"""Which of many listings comes first: the type, the home market and the exchange as one small number."""

from __future__ import annotations

import re
from dataclasses import dataclass

# Exchange codes as Yahoo Finance and the futures exchanges write them: (country, tier). Tier 0 is the main market of
# its country, 3 a second market, 6 a venue for foreign listings, 8 a regional venue that quotes everything.
_EXCHANGES: dict[str, tuple[str, int]] = {
    "NMS": ("US", 0), "NYQ": ("US", 0), "NGM": ("US", 1), "NCM": ("US", 1), "PCX": ("US", 0), "ASE": ("US", 1),
    "BTS": ("US", 1), "PNK": ("US", 5), "OID": ("US", 5), "OQB": ("US", 5), "OQX": ("US", 5), "NAS": ("US", 0),
    "GER": ("DE", 0), "FRA": ("DE", 5), "STU": ("DE", 7), "MUN": ("DE", 8), "BER": ("DE", 8), "DUS": ("DE", 8),
    "HAM": ("DE", 8), "HAN": ("DE", 8), "LSE": ("GB", 0), "IOB": ("GB", 6), "AQS": ("GB", 6), "ENX": ("GB", 7),
    "PAR": ("FR", 0), "AMS": ("NL", 0), "BRU": ("BE", 0), "LIS": ("PT", 0), "MIL": ("IT", 0), "TLO": ("IT", 7),
    "MCE": ("ES", 0), "EBS": ("CH", 0), "ZRH": ("CH", 6), "VIE": ("AT", 2), "STO": ("SE", 0), "OSL": ("NO", 0),
    "CPH": ("DK", 0), "HEL": ("FI", 0), "ICE": ("IS", 0), "ISE": ("IE", 0), "ATH": ("GR", 0), "PRA": ("CZ", 0),
    "BUD": ("HU", 0), "WSE": ("PL", 0), "IST": ("TR", 0), "MCX": ("RU", 0), "TLV": ("IL", 0), "JNB": ("ZA", 0),
    "JPX": ("JP", 0), "FKA": ("JP", 6), "SAP": ("JP", 6), "HKG": ("HK", 0), "SHH": ("CN", 0), "SHZ": ("CN", 0),
    "TAI": ("TW", 0), "TWO": ("TW", 1), "KSC": ("KR", 0), "KOE": ("KR", 1), "SES": ("SG", 0), "NSE": ("IN", 0),
    "NSI": ("IN", 0), "BSE": ("IN", 1), "ASX": ("AU", 0), "NZE": ("NZ", 0), "TOR": ("CA", 0), "VAN": ("CA", 1),
    "NEO": ("CA", 2), "CNQ": ("CA", 3), "MEX": ("MX", 3), "SAO": ("BR", 2), "BUE": ("AR", 4), "SGO": ("CL", 4),
    "KLS": ("MY", 0), "SET": ("TH", 0), "JKT": ("ID", 0), "CAI": ("EG", 2), "SAU": ("SA", 0), "DOH": ("QA", 0),
}  # fmt: skip
_COUNTRIES = {
    "United States": "US", "Germany": "DE", "United Kingdom": "GB", "France": "FR", "Netherlands": "NL",
    "Belgium": "BE", "Portugal": "PT", "Italy": "IT", "Spain": "ES", "Switzerland": "CH", "Austria": "AT",
    "Sweden": "SE", "Norway": "NO", "Denmark": "DK", "Finland": "FI", "Iceland": "IS", "Ireland": "IE",
    "Greece": "GR", "Czech Republic": "CZ", "Hungary": "HU", "Poland": "PL", "Turkey": "TR", "Russia": "RU",
    "Israel": "IL", "South Africa": "ZA", "Japan": "JP", "Hong Kong": "HK", "China": "CN", "Taiwan": "TW",
    "South Korea": "KR", "Singapore": "SG", "India": "IN", "Australia": "AU", "New Zealand": "NZ", "Canada": "CA",
    "Mexico": "MX", "Brazil": "BR", "Argentina": "AR", "Chile": "CL", "Malaysia": "MY", "Thailand": "TH",
    "Indonesia": "ID", "Egypt": "EG", "Saudi Arabia": "SA", "Qatar": "QA",
}  # fmt: skip
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


# Places as people say them: the exchanges there, by both ways of writing their codes, and the country.
_PLACES = {
    "amsterdam": "AMS XAMS", "euronext": "AMS XAMS PAR XPAR BRU XBRU LIS XLIS", "london": "LSE XLON", "lse": "LSE XLON",
    "paris": "PAR XPAR", "brussels": "BRU XBRU", "frankfurt": "FRA XFRA GER XETR", "xetra": "GER XETR",
    "milan": "MIL XMIL", "madrid": "MCE XMAD", "zurich": "EBS XSWX", "swiss exchange": "EBS XSWX",
    "new york": "NYQ XNYS", "nyse": "NYQ XNYS", "nasdaq": "NMS NGM NCM XNAS", "tokyo": "JPX XJPX XTKS",
    "hong kong": "HKG XHKG", "toronto": "TOR XTSE", "stockholm": "STO XSTO", "oslo": "OSL XOSL",
    "copenhagen": "CPH XCSE", "helsinki": "HEL XHEL", "lisbon": "LIS XLIS", "dublin": "ISE XDUB", "vienna": "VIE XWBO",
    "sydney": "ASX XASX", "singapore": "SES XSES",
}  # fmt: skip
_NATIONS = {
    "dutch": "Netherlands", "german": "Germany", "french": "France", "british": "United Kingdom",
    "english": "United Kingdom", "uk": "United Kingdom", "swiss": "Switzerland", "italian": "Italy",
    "spanish": "Spain", "american": "United States", "us": "United States", "usa": "United States",
    "belgian": "Belgium", "swedish": "Sweden", "danish": "Denmark", "norwegian": "Norway", "finnish": "Finland",
    "japanese": "Japan", "canadian": "Canada", "australian": "Australia", "irish": "Ireland",
    **{name.lower(): name for name in _COUNTRIES},
}  # fmt: skip
_PLACE = re.compile(
    r"[\s,(]+(?:(?:listed |traded |line )?(?:on|in|at|from) )?(?:the )?"
    rf"(?P<place>{'|'.join(sorted({*_PLACES, *_NATIONS}, key=len, reverse=True))})"
    r"(?: (?:stock )?(?:exchange|listing|line|one|market|shares?))?[\s)]*\Z",
    re.IGNORECASE,
)


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
    return term[: match.start()], TradingPlace(name, frozenset(_PLACES.get(name, "").split()), _NATIONS.get(name, ""))


def names_a_place(text: str) -> bool:
    """Whether words end with an exchange or a country: "the Amsterdam one"."""
    return without_place(f" {text}")[1] is not None
