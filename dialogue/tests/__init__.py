"""Tests of the reader of acts and of the guide."""
