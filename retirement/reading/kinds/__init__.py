"""Kinds of facts by topic: table rows, most telling first."""
