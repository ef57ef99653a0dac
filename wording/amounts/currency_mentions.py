"""Recognises currency words among tokens: names, codes and signs, with the rules for codes that are also words."""

from dataclasses import dataclass

from rapidfuzz.distance import OSA

from wording.amounts.currency_words import (
    ACTIVE_CODES,
    CURRENCY_WORDS,
    LONGEST_NAME,
    LOWER_CODES,
    SPACED_SIGNS,
    WORD_CODES,
    CurrencyWord,
)
from wording.amounts.number_words import words
from wording.amounts.token import Token

# The words of the names that people write most, and with a slip: "swiss", "francs".
_NAME_WORDS: frozenset[str] = frozenset(
    part
    for key, word in CURRENCY_WORDS.items()
    if word.factor == 1 and not word.weak and {word.currency, word.conventional} & {"EUR", "USD", "GBP", "CHF"}
    for part in key.split()
    if part.isalpha()
)
# A shorter word is too like too many.
_SHORTEST = 4
# What is traded or counted; a number before one of these is a quantity, whatever stands before the number.
COUNTED = words(
    "unit units share shares lot lots contract contracts stocks bonds options coin coins piece pieces pcs call calls "
    "put puts futures warrants etfs adrs certificates notes securities positions tokens ounce ounces barrel barrels "
    "ton tons tonne tonnes aandeel aandelen stuk stuks stukken opties obligaties contracten stück aktie aktien anteile "
    "anteil actions titres acción acciones títulos azioni azione titoli ações acoes akcji akcje aktier"
)


@dataclass(frozen=True, slots=True)
class CurrencyMention:
    """A currency named in a text. `currency` is the only ISO 4217 code the word can mean, or None.

    `conventional` is what the word usually means ("dollars": USD); `candidates` is every code it may mean.
    """

    currency: str | None
    conventional: str | None
    candidates: tuple[str, ...]
    start: int
    end: int
    text: str

    @property
    def ambiguous(self) -> bool:
        """Whether the word alone leaves the currency open."""
        return self.currency is None


@dataclass(frozen=True, slots=True)
class Unit:
    """A currency word with its range of tokens."""

    word: CurrencyWord
    first: int
    after: int
    # A symbol or a code may stand before an amount; a name may too, but gives way to what is counted.
    strong: bool


def unit_at(tokens: list[Token], index: int) -> Unit | None:
    """The longest currency word that begins at token `index`."""
    if not 0 <= index < len(tokens) or tokens[index].kind not in {"word", "mark"}:
        return None
    key, best = "", None
    for after in range(index + 1, min(index + LONGEST_NAME, len(tokens)) + 1):
        token = tokens[after - 1]
        if token.kind not in {"word", "mark"}:
            break
        word = _without_slip(tokens, after - 1)
        key = f"{key} {word}" if key else word
        if key in CURRENCY_WORDS and _spelled_as_sign(tokens, index, after, key):
            best = Unit(CURRENCY_WORDS[key], index, after, strong=not key[-1].isalpha() or key in {"rs", "rm"})
    return best or _code_at(tokens, index)


def _without_slip(tokens: list[Token], place: int) -> str:
    """The word of a currency that a token differs from by one slip, where a number stands before it or a currency
    behind it: "16800 swis francs", "200 dolars"; else the token as it is written.
    """
    word = tokens[place].text
    if word in _NAME_WORDS or len(word) < _SHORTEST or not word.isalpha():
        return word
    counted = place > 0 and tokens[place - 1].kind == "numeral" and len(word) > _SHORTEST
    if not counted and (place + 1 >= len(tokens) or tokens[place + 1].text not in _NAME_WORDS):
        return word
    near = [name for name in _NAME_WORDS if name[0] == word[0] and OSA.distance(word, name, score_cutoff=1) <= 1]
    return near[0] if len(near) == 1 else word


def _spelled_as_sign(tokens: list[Token], index: int, after: int, key: str) -> bool:
    """ "A$" is Australian, "a $5 note" is not: letters touch their sign, but for those that nothing else can mean."""
    if after - index < 2 or key[-1].isalpha():
        return True
    touching = all(tokens[i].start == tokens[i - 1].end for i in range(index + 1, after))
    if touching:
        return not (index and tokens[index - 1].text == "'")
    return key in SPACED_SIGNS or (key == "us $" and tokens[index].raw == "US")


def _code_at(tokens: list[Token], index: int) -> Unit | None:
    token = tokens[index]
    code = token.raw.upper()
    if code not in ACTIVE_CODES or not (token.raw == code or token.text in LOWER_CODES):
        return None
    if token.raw != code and code in WORD_CODES and token.raw.islower() and code != "RUB":
        return None
    return Unit(CurrencyWord((code,)), index, index + 1, strong=True)


def names_a_currency(tokens: list[Token], unit: Unit) -> bool:
    """Whether a word with no amount beside it still names a currency: not "I won", "real" or "20 cents"."""
    token = tokens[unit.first]
    if unit.word.weak or unit.word.factor != 1:
        return False
    return token.raw not in WORD_CODES or (len(tokens) <= 3 and unit.after == len(tokens))
