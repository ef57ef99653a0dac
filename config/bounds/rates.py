"""How many requests of one client are taken, counted in this process before anybody is asked who sends them."""

from __future__ import annotations

from typing import Any

from django.conf import settings

from chat.access import header, sender_of, signed_in
from chat.turns import limits

# What a client may send at once, in seconds of the rate: several pages with all that belongs to them.
BURST_S = 4
# So many clients may come from an address that is everybody's, because nothing tells them apart.
_EVERYBODY = 10

_buckets = limits.Buckets()


def client_of(scope: dict[str, Any], peer: str) -> str:
    """The client that a request is counted for: its session or token, else its address."""
    return signed_in.claim_of(scope) or _address(scope, peer)[0]


def take_request(scope: dict[str, Any], peer: str) -> bool:
    """Whether one more request of its client is taken.

    A session or token that was not seen lately is its address's as well: whoever makes them up gains nothing.
    """
    rate = settings.REQUESTS_PER_SECOND
    if not rate:
        return True
    claim = signed_in.claim_of(scope)
    if claim not in _buckets:
        address, is_shared = _address(scope, peer)
        allowed = rate * _EVERYBODY if is_shared else rate
        if not _buckets.take(address, allowed, allowed * BURST_S):
            return False
    return not claim or _buckets.take(claim, rate, rate * BURST_S)


def _address(scope: dict[str, Any], peer: str) -> tuple[str, bool]:
    return sender_of(peer, header(scope, b"x-forwarded-for"))
