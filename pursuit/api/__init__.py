"""The addresses under /v1/pursuit/."""
