"""Code lists: their search and their import. `search` is offered whole: all of it is one question to the lists."""

from __future__ import annotations

from pursuit.codes import search
from pursuit.codes.file import read_codes
from pursuit.codes.importing import write_codes
from pursuit.codes.search import system_asked

__all__ = ["read_codes", "search", "system_asked", "write_codes"]
