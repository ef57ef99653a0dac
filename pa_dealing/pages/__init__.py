"""The panel beside the chat and its forms."""
