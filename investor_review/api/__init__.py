"""The addresses under /v1/reviews/."""
