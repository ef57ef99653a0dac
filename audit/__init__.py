"""Proves what happened: entries that can be added and never altered."""
