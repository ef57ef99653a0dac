"""What is asked and claimed, and the turns that code takes: a preview that is contradicted, a fresh start.

Its modules are offered whole: each is one such turn, or the sentences of one kind.
"""

from __future__ import annotations

from pa_dealing.conversation import claims, contradictions, fresh_start, questions
from pa_dealing.conversation.questions import preview_lines

__all__ = ["claims", "contradictions", "fresh_start", "preview_lines", "questions"]
