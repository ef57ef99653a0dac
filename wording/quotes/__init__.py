"""Spans of what somebody said or wrote, whether words stand in a text, and the quotations of a reply."""

from wording.quotes.finding import find_quote, nearest_quote
from wording.quotes.quotations import CheckedQuote, check_quotes
from wording.quotes.quote import NotInWords, Quote

__all__ = ["CheckedQuote", "NotInWords", "Quote", "check_quotes", "find_quote", "nearest_quote"]
