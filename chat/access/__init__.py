"""Who it is, and from where: sessions and tokens, addresses behind a proxy, and how wrong passwords are slowed."""

from __future__ import annotations

from chat.access import signed_in
from chat.access.proxy import sender_of
from chat.access.reading import in_language_of, stamp
from chat.access.signed_in import SignIn, header
from chat.access.tokens import wrong_too_often

__all__ = ["SignIn", "header", "in_language_of", "sender_of", "signed_in", "stamp", "wrong_too_often"]
