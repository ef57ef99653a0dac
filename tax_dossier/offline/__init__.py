"""The reader without a model: searches on a question, obeys words about sources, answers when asked to."""

from __future__ import annotations

from tax_dossier.offline.conversation import asks_for_the_list, help_in, talk
from tax_dossier.offline.rules import answer, wants_an_answer

__all__ = ["answer", "asks_for_the_list", "help_in", "talk", "wants_an_answer"]
