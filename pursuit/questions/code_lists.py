"""A question about several codes at once, as a question for each: each code is looked up by itself. Pure."""

from __future__ import annotations

import re

_CODE = r"(?:[A-V]\d{4}|\d{5}|[A-TV-Z]\d[0-9A-Z](?:\.[0-9A-Z]{1,4})?)"
_AND = r"\s*,\s*(?:and\s+)?|\s+and\s+"
_CODES = re.compile(rf"(?P<head>.*?\b)(?P<items>{_CODE}(?:(?:{_AND}){_CODE})+)\b(?P<tail>.*)", re.DOTALL)
_CODES_FOR = re.compile(r"(?P<head>.*?\bcodes\s+for\s+)(?P<items>[^?.!]+)(?P<tail>.*)", re.IGNORECASE | re.DOTALL)
_TOGETHER = re.compile(r"\b(?:same|together|combined|between|both|compared?|versus|vs)\b", re.IGNORECASE)


def for_each_code(question: str) -> list[str]:
    """ "What are the codes for asthma and COPD?" as two questions; any other question alone."""
    match = _CODES.fullmatch(question) or _CODES_FOR.fullmatch(question)
    items = re.split(_AND, match["items"].strip()) if match else []
    if match is None or len(items) < 2 or _TOGETHER.search(question):
        return [question]
    head = re.sub(r"\bcodes\b", "code", re.sub(r"\b([Ww]hat) are\b", r"\1 is", match["head"]))
    return [f"{head}{item}{match['tail']}" for item in items]
