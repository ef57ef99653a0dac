"""Conversations of strangers with the five assistants, offline, graded: `python -m benchmarks.strangers`.

cases/ has one conversation a line, by a writer who had read no rule; policies/ are sources that are easily confused.
"""
