"""Sums of a retirement as pure functions: exact decimals in, exact decimals out, each with the source of its rule."""
