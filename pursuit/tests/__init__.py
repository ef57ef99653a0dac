"""Tests of pursuit."""
