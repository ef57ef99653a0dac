"""The investor review app."""
