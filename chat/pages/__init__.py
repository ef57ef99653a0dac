"""The pages of conversations, and signing in."""
