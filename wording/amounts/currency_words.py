"""What each currency word, code and symbol may mean. Names come from CLDR through babel, the rest from the
tables here.
"""

import re
import unicodedata
from collections import defaultdict
from dataclasses import dataclass
from decimal import Decimal

from babel import Locale
from babel.core import get_global
from babel.numbers import get_currency_name, get_territory_currencies

from wording.amounts.number_words import words


@dataclass(frozen=True, slots=True)
class CurrencyWord:
    """One word for money. `factor` is 0.01 for cents; `weak` words ("won", "mark") need an amount beside them."""

    candidates: tuple[str, ...]
    conventional: str | None = None
    factor: Decimal = Decimal(1)
    weak: bool = False

    @property
    def currency(self) -> str | None:
        """The only currency the word can mean, or None."""
        return self.candidates[0] if len(self.candidates) == 1 else None


_CENT, _TENTH, _MIL = Decimal("0.01"), Decimal("0.1"), Decimal("0.001")

# Codes in circulation, with the offshore yuan and the guilder that was replaced in 2025.
ACTIVE_CODES: frozenset[str] = frozenset(
    {code for territory in get_global("territory_currencies") for code in get_territory_currencies(territory)}
    | {"CNH", "ANG"}
)
# Codes that are English words or well-known tickers: in capitals and beside an amount only.
WORD_CODES = words("ALL AMD BAM BOB COP CUP DOP GEL KID LAK MAD MOP PEN RON RUB SOS TOP TRY")
# Metals and test codes have names in CLDR, and "gold" is what people buy, not what they pay with.
_NO_MONEY = frozenset({"XAG", "XAU", "XPD", "XPT", "XXX", "XTS", "ZWG"})
# Codes that people also write in lower case.
LOWER_CODES = words(
    "usd eur gbp chf jpy cny cnh aud nzd nok dkk sek pln czk huf inr hkd sgd mxn brl zar ils krw thb "
    "myr php idr twd aed uah bgn egp kwd qar vnd pkr kzt ngn cad rub sar"
)

# What a bare word conventionally means, in the order of the wish to be asked about it. None: nothing.
_CONVENTIONS: dict[str, str] = {
    "dollar": "USD",
    "pound": "GBP",
    "franc": "CHF",
    "rupee": "INR",
    "ruble": "RUB",
    "won": "KRW",
    "lira": "TRY",
}
_WEAK = words("won real reals mark marks sol soles som soms gold leone lek kip kina colon rand tala vatu loti")

_SYMBOLS: dict[str, str] = {
    "€": "EUR", "£": "GBP", "₹": "INR", "₪": "ILS", "₩": "KRW", "₫": "VND", "₱": "PHP", "₺": "TRY", "₽": "RUB",
    "₴": "UAH", "₦": "NGN", "₡": "CRC", "₾": "GEL", "₸": "KZT", "₮": "MNT", "₭": "LAK", "₲": "PYG", "฿": "THB",
    "៛": "KHR", "₵": "GHS", "₼": "AZN", "֏": "AMD", "৳": "BDT", "元": "CNY", "円": "JPY", "원": "KRW", "圆": "CNY",
    "us$": "USD", "u$": "USD", "c$": "CAD", "ca$": "CAD", "can$": "CAD", "cad$": "CAD", "cdn$": "CAD", "a$": "AUD",
    "au$": "AUD", "aud$": "AUD", "nz$": "NZD", "hk$": "HKD", "s$": "SGD", "sg$": "SGD", "nt$": "TWD", "r$": "BRL",
    "mx$": "MXN", "ec$": "XCD", "tt$": "TTD", "bz$": "BZD", "usd$": "USD", "hkd$": "HKD", "cn¥": "CNY", "jp¥": "JPY",
    "rmb¥": "CNY", "e£": "EGP", "gb£": "GBP", "uk£": "GBP", "ir£": "IEP", "₤": "GBP",
}  # fmt: skip
# Letters before a sign that may be spaced in tokenised text ("c $ 16.4 million", "hk $ 15").
SPACED_SIGNS = frozenset({"c $", "hk $", "nz $", "nt $", "ca $", "au $", "can $", "usd $"})

_ALIASES: dict[str, tuple[str, ...]] = {
    "USD": ("us dollar", "u.s. dollar", "american dollar", "united states dollar", "greenback", "u.s.d."),
    "GBP": (
        "quid",
        "pound sterling",
        "sterling",
        "sterling pound",
        "british pound",
        "uk pound",
        "english pound",
        "britse pond",
        "britse ponden",
    ),
    "EUR": ("euro", "euros", "evro"),
    "DEM": ("deutsche mark", "deutschmark", "german mark", "d-mark"),
    "CHF": ("swiss franc", "swiss frank", "sfr", "swissie", "zwitserse franken"),
    "CNY": ("yuan", "renminbi", "rmb", "kuai", "chinese yuan renminbi"),
    "JPY": ("yen",),
    "ILS": ("shekel", "sheqel", "shequel", "sheckel", "nis", "israeli shekel", "israeli sheqel"),
    "MYR": ("rm", "ringgit", "malaysian ringgit"),
    "PLN": ("zloty", "zł", "zlotych", "złoty", "złotych", "polish zloty"),
    "CZK": ("kč", "czech crown", "czech koruna"),
    "SEK": ("swedish krona", "swedish crown", "swedish kronor", "swedish kronas", "swedish kroner"),
    "DKK": ("danish krone", "danish crown", "danish kroner", "danish krona"),
    "NOK": ("norwegian krone", "norwegian crown", "norwegian kroner", "norwegian krona"),
    "ISK": ("icelandic krona", "icelandic crown", "icelandic króna"),
    "HUF": ("forint", "hungarian forint"),
    "BRL": ("real", "reais", "brazilian reais", "brazil reais"),
    "TWD": ("taiwan dollar", "taiwanese dollar", "new taiwan dollar", "ntd"),
    "KRW": ("south korean won", "korean won"),
    "RUB": ("russian rouble", "russia rouble"),
    "BYN": ("belarusian rouble",),
    "THB": ("thailand baht",),
    "UAH": ("hryvna", "hryvnya", "grivna"),
    "AED": ("uae dirham", "emirati dirham", "dhs"),
    "SAR": ("saudi arabian riyal", "saudi rial", "saudi arabian rial"),
    "QAR": ("qatar rial", "qatari rial"),
    "IRR": ("iranian riyal",),
    "OMR": ("omani riyal",),
    "ZAR": ("south africa rand",),
    "HKD": ("hk dollar",),
    "NZD": ("nz dollar", "kiwi dollar"),
    "AUD": ("aussie dollar", "aud dollar"),
    "BGN": ("bulgarian leva", "leva"),
    "GEL": ("lari",),
    "PEN": ("peruvian nuevo sol",),
    "VND": ("vietnam dong", "vietnamese dong"),
    "PHP": ("philippines peso", "filipino peso"),
    "GTQ": ("quetzales",),
    "PYG": ("guaraníes",),
    "CRC": ("colones", "costa rican colones"),
}
# Words that several currencies share and that no CLDR name ends in.
_SHARED: dict[str, tuple[str | None, tuple[str, ...]]] = {
    "$": ("USD", ()),
    "¥": ("JPY", ("JPY", "CNY")),
    "﷼": (None, ("IRR", "SAR", "OMR", "QAR", "YER")),
    "₨": ("INR", ("INR", "PKR", "LKR", "NPR", "MUR", "SCR")),
    "rs": ("INR", ("INR", "PKR", "LKR", "NPR", "MUR", "SCR")),
    "rs .": ("INR", ("INR", "PKR", "LKR", "NPR", "MUR", "SCR")),
    "fr .": (None, ("CHF", "XAF", "XOF", "XPF")),
    "buck": ("USD", ()),
    "bucks": ("USD", ()),
    "kr": (None, ("SEK", "NOK", "DKK", "ISK")),
    "kronor": ("SEK", ("SEK",)),
    "krona": (None, ("SEK", "ISK")),
    "kroner": (None, ("NOK", "DKK")),
    "krone": (None, ("NOK", "DKK")),
    "crown": (None, ("SEK", "NOK", "DKK", "CZK", "ISK")),
    "crowns": (None, ("SEK", "NOK", "DKK", "CZK", "ISK")),
    "rouble": ("RUB", ("RUB", "BYN")),
    "rial": (None, ("IRR", "OMR", "QAR", "SAR", "YER")),
    "riyal": (None, ("SAR", "QAR", "OMR", "YER")),
    "fr": (None, ("CHF", "XAF", "XOF", "XPF")),
    "peseta": (None, ("ESP", "ADP")),
    "mark": (None, ("DEM", "FIM", "BAM")),
}
_MINORS: dict[str, tuple[Decimal, str | None, tuple[str, ...]]] = {
    "cent": (_CENT, "USD", ()),
    "¢": (_CENT, "USD", ()),
    "c": (_CENT, "USD", ()),
    "us cent": (_CENT, None, ("USD",)),
    "euro cent": (_CENT, None, ("EUR",)),
    "eurocent": (_CENT, None, ("EUR",)),
    "dime": (_TENTH, None, ("USD", "CAD")),
    "nickel": (Decimal("0.05"), None, ("USD", "CAD")),
    "pence": (_CENT, "GBP", ()),
    "p": (_CENT, "GBP", ()),
    "gbx": (_CENT, None, ("GBP",)),
    "penny": (_CENT, None, ("GBP", "USD")),
    "pennies": (_CENT, None, ("GBP", "USD")),
    "jiao": (_TENTH, None, ("CNY",)),
    "mao": (_TENTH, None, ("CNY",)),
    "fen": (_CENT, None, ("CNY",)),
    "paise": (_CENT, None, ("INR", "PKR", "NPR")),
    "paisa": (_CENT, None, ("INR", "PKR", "NPR")),
    "kopek": (_CENT, None, ("RUB", "UAH", "BYN")),
    "kopeck": (_CENT, None, ("RUB", "UAH", "BYN")),
    "sen": (_CENT, None, ("MYR", "IDR", "JPY")),
    "satang": (_CENT, None, ("THB",)),
    "agora": (_CENT, None, ("ILS",)),
    "agorot": (_CENT, None, ("ILS",)),
    "grosz": (_CENT, None, ("PLN",)),
    "groszy": (_CENT, None, ("PLN",)),
    "centavo": (_CENT, None, ("MXN", "BRL", "PHP", "ARS", "COP", "CLP")),
    "centime": (_CENT, None, ("CHF", "XOF", "XAF", "DZD", "MAD")),
    "rappen": (_CENT, None, ("CHF",)),
    "haler": (_CENT, None, ("CZK",)),
    "halala": (_CENT, None, ("SAR",)),
    "piastre": (_CENT, None, ("EGP", "LBP", "SYP")),
    "piaster": (_CENT, None, ("EGP", "LBP", "SYP")),
    "stotinki": (_CENT, None, ("BGN",)),
    "bani": (_CENT, None, ("RON", "MDL")),
    "kurus": (_CENT, None, ("TRY",)),
    "øre": (_CENT, None, ("NOK", "DKK")),
    "öre": (_CENT, None, ("SEK",)),
    "fils": (_MIL, None, ("KWD", "BHD", "JOD", "IQD")),
}
# One letter or a common word: a currency only on or right after an amount.
_WEAK_MINORS = frozenset({"c", "p", "sen", "fen", "mao", "bani", "dime", "dimes", "nickel", "nickels", "agora", "cent"})


def key_of(text: str) -> str:
    """The form in which names are looked up: lower case, one space between words and around every mark."""
    return " ".join(re.findall(r"[^\W\d_]+|[^\w\s]", text.lower()))


def _bare_accents(text: str) -> str:
    return "".join(c for c in unicodedata.normalize("NFD", text) if not unicodedata.combining(c))


def _forms(name: str) -> set[str]:
    """A name with its plural, with and without accents, and glued together ("egyptianpound")."""
    forms = {name, name if name.endswith("s") else name + "s"}
    forms |= {_bare_accents(form) for form in forms}
    return forms | {form.replace(" ", "") for form in forms if " " in form}


def _cldr_names() -> dict[str, set[str]]:
    """Each code's full names in English; those of the past only where they carry no years."""
    english = Locale.parse("en")
    names: dict[str, set[str]] = {}
    for code in sorted(english.currencies, key=lambda code: (code not in ACTIVE_CODES, code)):
        if code in _NO_MONEY or not re.fullmatch(r"[A-Z]{3}", code):
            continue
        written = {english.currencies[code], *(get_currency_name(code, n, "en") for n in (1, 2))}
        names[code] = {key_of(name) for name in written if "(" not in name and len(name) > 3}
    return names


def _countries() -> dict[str, tuple[str, ...]]:
    """The country names under which an active currency is also known ("malaysia ringgit")."""
    english = Locale.parse("en")
    countries: defaultdict[str, list[str]] = defaultdict(list)
    for territory, name in english.territories.items():
        codes = get_territory_currencies(territory) if len(territory) == 2 else []
        if codes and "&" not in name:
            countries[codes[0]].append(key_of(name))
    return {code: tuple(names) for code, names in countries.items()}


def _build() -> dict[str, CurrencyWord]:
    words: dict[str, CurrencyWord] = {}
    units: defaultdict[str, list[str]] = defaultdict(list)
    countries = _countries()
    for code, names in _cldr_names().items():
        for name in sorted(names):
            unit = name.rsplit(" ", 1)[-1]
            if code in ACTIVE_CODES:
                for form in _forms(unit) - {name}:
                    units[form].append(code)
            every = {name, *(f"{country} {unit}" for country in countries.get(code, ()))}
            for form in sorted({form for phrase in every for form in _forms(phrase)}):
                words.setdefault(form, CurrencyWord((code,), weak=form in _WEAK))
    for unit, codes in units.items():
        singular = unit.removesuffix("s")
        candidates = tuple(dict.fromkeys(codes))
        words.setdefault(unit, CurrencyWord(candidates, _CONVENTIONS.get(singular), weak=unit in _WEAK))
    _add_tables(words)
    return words


def _add_tables(words: dict[str, CurrencyWord]) -> None:
    dollars, pounds = words["dollars"].candidates, words["pounds"].candidates
    for unit in ("dollar", "dollars", "pound", "pounds"):
        conventional = "USD" if unit.startswith("d") else "GBP"
        words[unit] = CurrencyWord(dollars if unit.startswith("d") else pounds, conventional)
    for unit in ("pond", "ponden"):
        # In English a pond is no money, so that it needs an amount beside it.
        words[unit] = CurrencyWord(pounds, "GBP", weak=True)
    for code, name in [
        (code, key_of(get_currency_name(code, n, "nl"))) for code in sorted(ACTIVE_CODES) for n in (1, 2)
    ]:
        if name.count(" ") == 1:
            # In Dutch too, the names of two words alone: "zwitserse frank".
            words.setdefault(name, CurrencyWord((code,)))
    for code, aliases in _ALIASES.items():
        for alias in aliases:
            for form in _forms(key_of(alias)):
                words[form] = CurrencyWord((code,), weak=form in _WEAK)
    for name, (shared, candidates) in _SHARED.items():
        for form in {name} if len(name) < 3 or name.endswith(".") else {name, name + "s"}:
            words[form] = CurrencyWord(candidates or dollars, shared, weak=form in _WEAK)
    for name, (factor, of, candidates) in _MINORS.items():
        every = candidates or ((*dollars, "EUR") if of == "USD" else ("GBP",))
        for form in {name} if len(name) < 3 else {name, name + "s"}:
            words[form] = CurrencyWord(every, of, factor, weak=form in _WEAK_MINORS)
    for symbol, code in _SYMBOLS.items():
        words[key_of(symbol) if len(symbol) > 1 else symbol] = CurrencyWord((code,))


CURRENCY_WORDS: dict[str, CurrencyWord] = _build()
LONGEST_NAME = max(key.count(" ") + 1 for key in CURRENCY_WORDS)

# What the tokenizer cuts off from digits: before them in this case only, after them in lower case.
ATTACHED_BEFORE: frozenset[str] = ACTIVE_CODES | frozenset({"Rs", "RM", "RMB", "NIS", "GBX", "CHF", "Fr", "kr", "NTD"})
ATTACHED_AFTER: frozenset[str] = LOWER_CODES | frozenset(
    key
    for key in CURRENCY_WORDS
    if key.isalpha()
    and (len(key) > 3 or key in {"p", "c", "kr", "rs", "rm", "元", "円", "원", "圆", "zł", "kč", "nis", "rmb", "yen"})
)


def is_known_currency(code: str) -> bool:
    """Whether `code` is an ISO 4217 code in circulation, in capitals."""
    return code in ACTIVE_CODES
