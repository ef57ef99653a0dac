"""What real model servers do that the wire's description does not say, each as a way to answer requests."""

from llm.tests.quirks import chats, geminis, refusals, replies
from llm.tests.quirks.server import FINAL, QUIRKS, Quirk, QuirkServer

__all__ = ["FINAL", "QUIRKS", "Quirk", "QuirkServer", "chats", "geminis", "refusals", "replies"]
