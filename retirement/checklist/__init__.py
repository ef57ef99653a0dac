"""What an adviser must know before planning: topics, items with their sources, what is covered, what to ask next."""

from __future__ import annotations

from retirement.checklist.items import CHECKLIST, NAMES, Item, item_named, items_of, names_of
from retirement.checklist.topics import Topic, unknown_topic

__all__ = ["CHECKLIST", "NAMES", "Item", "Topic", "item_named", "items_of", "names_of", "unknown_topic"]
