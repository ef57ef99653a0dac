"""Speaks to language models. Knows no Django model and no domain."""
