"""What a person brings: links, pasted text, files. Read as text to search, never as instructions."""

from __future__ import annotations

from pursuit.material import brought, uploads
from pursuit.material.brought import read_file, thread_collection
from pursuit.material.uploads import uploaded

__all__ = ["brought", "read_file", "thread_collection", "uploaded", "uploads"]
