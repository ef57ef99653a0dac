"""The addresses under /v1/retirement/."""
