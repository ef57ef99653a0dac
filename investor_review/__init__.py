"""Threads and turns: moves a turn from a person's words to saved rows. Knows no domain."""
