"""What a person brings: links, pasted text, files. Read as text to search, never as instructions.

`brought` (from messages) and `uploads` (from the page) have the same acts, so both are offered whole.
"""

from __future__ import annotations

from pursuit.material import brought, uploads
from pursuit.material.arrivals import new_documents, settled_now
from pursuit.material.brought import read_file, thread_collection
from pursuit.material.uploads import uploaded

__all__ = ["brought", "new_documents", "read_file", "settled_now", "thread_collection", "uploaded", "uploads"]
