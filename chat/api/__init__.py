"""The addresses under /v1/ that every assistant shares, AG-UI, and a thread as files."""
