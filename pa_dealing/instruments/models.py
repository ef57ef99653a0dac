"""Instruments that can be searched, and the vocabulary of their names. The search columns are derived, never edited."""

from __future__ import annotations

from typing import Any

from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.indexes import GinIndex
from django.db import models

from pa_dealing.instruments.listing import listing_rank
from pa_dealing.instruments.names import MAX_WORD, bare_symbol, fold, name_forms, symbol_key


class InstrumentType(models.TextChoices):
    """The kinds that the project knows. A feed's own kind is kept as it is: a new one must not lose rows."""

    EQUITY = "equity", "Equity"
    ETF = "etf", "ETF"
    FUND = "fund", "Fund"
    INDEX = "index", "Index"
    CRYPTO = "crypto", "Crypto"
    FX = "fx", "Currency pair"
    MONEYMARKET = "moneymarket", "Money market fund"
    FUTURE = "future", "Future"
    OPTION = "option", "Option"
    BOND = "bond", "Bond"
    WARRANT = "warrant", "Warrant"
    CFD = "cfd", "CFD"


DERIVATIVE_TYPES = frozenset((InstrumentType.FUTURE, InstrumentType.OPTION, InstrumentType.WARRANT, InstrumentType.CFD))


class Instrument(models.Model):
    """One security as one symbol trades it; a company listed on five exchanges is five rows."""

    symbol = models.CharField(max_length=40)
    name = models.CharField(max_length=300)
    isin = models.CharField("ISIN", max_length=12, blank=True)
    inst_type = models.CharField("type", max_length=20, choices=InstrumentType.choices)
    trade_currency = models.CharField(max_length=10, blank=True)
    exchange = models.CharField(max_length=20, blank=True)
    country = models.CharField(max_length=60, blank=True)
    aliases = ArrayField(models.CharField(max_length=80), default=list, blank=True)
    # Units of the underlying that one contract stands for; empty for what is not a contract.
    multiplier = models.DecimalField(max_digits=16, decimal_places=4, null=True, blank=True)
    # Derived by `derived_columns`: what an exact term finds, what a word finds, and which listing comes first.
    keys = ArrayField(models.TextField(), default=list, editable=False)
    words = ArrayField(models.TextField(), default=list, editable=False)
    listing_rank = models.PositiveSmallIntegerField(default=0, editable=False)

    class Meta:
        app_label = "pa_dealing"
        ordering = ["symbol", "inst_type"]
        constraints = [
            # ES is a share of Eversource and the S&P future, so a symbol alone names nothing.
            models.UniqueConstraint(fields=["symbol", "inst_type"], name="instrument_symbol_and_type"),
        ]
        indexes = [
            models.Index(fields=["isin"], name="instrument_isin"),
            GinIndex(fields=["keys"], name="instrument_keys"),
            GinIndex(fields=["words"], name="instrument_words"),
            GinIndex(fields=["aliases"], name="instrument_aliases"),
        ]

    def __str__(self) -> str:
        return f"{self.symbol} {self.name}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Derive the search columns and add new words to the vocabulary, so that a saved row is found at once."""
        self.aliases = fold_aliases(self.aliases)
        self.keys, self.words, self.listing_rank = derived_columns(
            self.symbol, self.name, self.inst_type, self.exchange, self.country, self.isin
        )
        if (fields := kwargs.get("update_fields")) is not None:
            kwargs["update_fields"] = {*fields, "aliases", "keys", "words", "listing_rank"}
        super().save(*args, **kwargs)
        InstrumentWord.objects.bulk_create(
            [InstrumentWord(word=word, frequency=1, edits=word_edits(word)) for word in self.words],
            ignore_conflicts=True,
        )

    @property
    def is_derivative(self) -> bool:
        return self.inst_type in DERIVATIVE_TYPES


class InstrumentWord(models.Model):
    """One word of the names, how many instruments have it, and the forms by which a misspelling finds it."""

    # Byte order, so that a prefix is a range of this index whatever the collation of the database.
    word = models.CharField(max_length=MAX_WORD, primary_key=True, db_collation="C")
    frequency = models.PositiveIntegerField()
    edits = ArrayField(models.TextField(), default=list)

    class Meta:
        app_label = "pa_dealing"
        indexes = [GinIndex(fields=["edits"], name="instrument_word_edits")]

    def __str__(self) -> str:
        return self.word


def fold_aliases(aliases: list[str]) -> list[str]:
    """Aliases as they are compared: folded, single spaces, each once."""
    return list(dict.fromkeys(filter(None, (" ".join(fold(alias).split())[:80] for alias in aliases))))


def derived_columns(
    symbol: str, name: str, inst_type: str, exchange: str, country: str, isin: str
) -> tuple[list[str], list[str], int]:
    """(keys, words, listing_rank). A key's first letter is its kind: s symbol, b without exchange, n name (3 forms)."""
    names, words = name_forms(name)
    keys = [f"s:{symbol_key(symbol)}", f"b:{bare_symbol(symbol)}"]
    keys += [f"n:{key}" for key in dict.fromkeys(names) if key]
    return keys, words, listing_rank(inst_type, exchange, country, isin)


def word_edits(word: str) -> list[str]:
    """`word`, `word` less any one letter, and for long words both ends: two words one typo apart share one of them.

    Symmetric deletion (Garbe, SymSpell): a dropped, added, wrong or swapped letter is a deletion on one or both sides.
    The ends find words of eight letters and more that are two typos away. `refresh_vocabulary` does the same in SQL.
    """
    edits = {word}
    if len(word) >= 4:
        edits.update(word[:at] + word[at + 1 :] for at in range(len(word)))
    if len(word) >= 8:
        edits.update((f"^{word[:4]}", f"{word[-4:]}$"))
    return sorted(edits)
