"""Tests of the investor review."""
