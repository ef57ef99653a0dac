"""TESS, the Dutch tax assistant: a dossier of law and rulings beside the chat, and answers from that dossier alone."""
