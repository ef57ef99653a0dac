"""The addresses under /v1/pa-dealing/."""
