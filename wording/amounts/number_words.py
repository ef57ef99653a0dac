"""The words that numbers are made of, as tables. Values are exact; every key is lower case."""

from decimal import Decimal


def words(text: str) -> frozenset[str]:
    """The set of the words in `text`; keeps long tables readable."""
    return frozenset(text.split())


def _numbered(text: str, values: range) -> dict[str, int]:
    return dict(zip(text.split(), values, strict=True))


UNITS: dict[str, int] = {
    **_numbered("zero one two three four five six seven eight nine", range(10)),
    **dict.fromkeys(("nought", "naught", "nil"), 0),
}
TEENS: dict[str, int] = _numbered(
    "ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen", range(10, 20)
)
TENS: dict[str, int] = {
    **_numbered("twenty thirty forty fifty sixty seventy eighty ninety", range(20, 100, 10)),
    # Two spellings that people write often enough to be worth reading.
    **{"fourty": 40, "ninty": 90},
}
GLUED: dict[str, int] = {
    tens + unit: tens_value + unit_value
    for tens, tens_value in TENS.items()
    for unit, unit_value in UNITS.items()
    if unit_value
}

HUNDRED = frozenset({"hundred", "hundreds"})
DOZEN = frozenset({"dozen", "dozens", "doz", "dozs", "dz"})

_SCALE_NAMES: dict[str, Decimal] = {
    "thousand": Decimal(10**3),
    "million": Decimal(10**6),
    "billion": Decimal(10**9),
    "trillion": Decimal(10**12),
    "quadrillion": Decimal(10**15),
    "quintillion": Decimal(10**18),
    "lakh": Decimal(10**5),
    "lac": Decimal(10**5),
    "crore": Decimal(10**7),
}
SCALES: dict[str, Decimal] = {
    **_SCALE_NAMES,
    **{name + "s": value for name, value in _SCALE_NAMES.items()},
    # "Grand" is also a money word; money.py looks for it in the text of the number.
    "grand": Decimal(10**3),
}
# Singular names that may begin a number with no "one" before them: "hundred thousand", "million dollars".
BARE_SCALES = frozenset({"hundred", "thousand", "million", "billion", "trillion", "lakh", "lac", "crore"})

# What may be written on a numeral ("15k") or after it ("15 k"). Lower case; grammar.py has the rules.
SUFFIXES: dict[str, Decimal] = {
    "k": Decimal(10**3),
    "m": Decimal(10**6),
    "mm": Decimal(10**6),
    "mn": Decimal(10**6),
    "mil": Decimal(10**6),
    "mill": Decimal(10**6),
    "mln": Decimal(10**6),
    "mio": Decimal(10**6),
    "b": Decimal(10**9),
    "bn": Decimal(10**9),
    "bil": Decimal(10**9),
    "bln": Decimal(10**9),
    "g": Decimal(10**9),
    "t": Decimal(10**12),
    "tn": Decimal(10**12),
    "trn": Decimal(10**12),
    "cr": Decimal(10**7),
}
# These never mean anything but a scale, so a space before them and either case are fine.
PLAIN_SUFFIXES = frozenset({"k", "mn", "mil", "mln", "mio", "bn", "bil", "bln", "tn", "trn"})

ORDINALS: dict[str, int] = {
    **_numbered(
        "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth "
        "fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth",
        range(1, 21),
    ),
    **_numbered("thirtieth fortieth fiftieth sixtieth seventieth eightieth ninetieth", range(30, 100, 10)),
    "hundredth": 100,
    "thousandth": 10**3,
    "millionth": 10**6,
    "billionth": 10**9,
    "trillionth": 10**12,
}
# "Two seconds" are a time and "firsts" are not a fraction.
DENOMINATORS: dict[str, int] = {
    "half": 2,
    "quarter": 4,
    **{word: value for word, value in ORDINALS.items() if value > 2},
}
PLURAL_DENOMINATORS: dict[str, int] = {
    "halves": 2,
    **{word + "s": value for word, value in DENOMINATORS.items() if word != "half"},
}

MONTHS = words(
    "january february march april may june july august september october november december jan feb "
    "mar apr jun jul aug sep sept oct nov dec"
)
WEEKDAYS = words("monday tuesday wednesday thursday friday saturday sunday")
# After one of these a scale is vague ("a few hundred") and no number is read.
VAGUE = frozenset({"few", "several", "many", "multiple", "numerous", "some", "various", "countless", "umpteen"})

# Units of measure that may stand on a numeral without a space and leave it a plain number ("45kg").
MEASURES = words(
    "kg g mg km cm mm ml l lb lbs oz ft mb gb tb kb kw kwh h hr hrs min mins s sec secs d y yr yrs w "
    "x pcs pc mph kmh sqm ha bps bp pct"
)
