"""Where a request comes from, and whether by TLS: what a proxy says of it counts when that proxy is a trusted one."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import Any

from asgiref.sync import iscoroutinefunction
from django.conf import settings
from django.http import HttpRequest, HttpResponseBase
from django.utils.decorators import sync_and_async_middleware

Network = IPv4Network | IPv6Network
# What a proxy says of a request. Nobody else is believed.
FORWARDED = (
    *("HTTP_X_FORWARDED_FOR", "HTTP_X_FORWARDED_PROTO", "HTTP_X_FORWARDED_HOST", "HTTP_X_FORWARDED_PORT"),
    *("HTTP_X_REAL_IP", "HTTP_FORWARDED"),
)
_SHARED = "assistants.shared_address"
Answer = HttpResponseBase | Awaitable[HttpResponseBase]


@sync_and_async_middleware
def believe_trusted_proxies(get_response: Callable[[HttpRequest], Answer]) -> Callable[[HttpRequest], Answer]:
    """Puts the client's address into REMOTE_ADDR and drops what an untrusted peer says of itself."""
    if iscoroutinefunction(get_response):

        async def answer(request: HttpRequest) -> Any:
            _settle(request.META)
            return await get_response(request)

        return answer

    def respond(request: HttpRequest) -> Answer:
        _settle(request.META)
        return get_response(request)

    return respond


def _settle(meta: dict[str, Any]) -> None:
    peer = _parsed(meta.get("REMOTE_ADDR") or "")
    if peer is not None and _is_trusted(peer):
        meta["REMOTE_ADDR"] = client_address(meta)
        return
    forwarded = [name for name in FORWARDED if name in meta]
    # A proxy that nobody has declared: many people may come from its address, and nothing tells them apart.
    meta[_SHARED] = bool(forwarded) and not settings.TRUSTED_PROXIES
    for name in forwarded:
        del meta[name]


def client_address(meta: Mapping[str, Any]) -> str:
    """The nearest address that is no trusted proxy's, read from X-Forwarded-For from its end.

    What stands further to the left was written by somebody who is not trusted.
    """
    nearest = str(meta.get("REMOTE_ADDR") or "")
    for hop in reversed(str(meta.get("HTTP_X_FORWARDED_FOR", "")).split(",")):
        address = _parsed(nearest)
        if address is None or not _is_trusted(address) or (named := _parsed(hop)) is None:
            break
        nearest = str(named)
    return nearest


def address_of(request: HttpRequest) -> str:
    """What a lock or a limit belongs to: the client's address; of IPv6 its network, which one person has whole."""
    return _one_person_s(str(request.META.get("REMOTE_ADDR") or ""))


def sender_of(peer: str, forwarded_for: str) -> tuple[str, bool]:
    """The address of a request that Django has not seen yet, as address_of has it, and whether it is everybody's."""
    meta = {"REMOTE_ADDR": peer, **({"HTTP_X_FORWARDED_FOR": forwarded_for} if forwarded_for else {})}
    _settle(meta)
    return _one_person_s(meta["REMOTE_ADDR"]), bool(meta.get(_SHARED))


def _one_person_s(text: str) -> str:
    address = _parsed(text)
    if isinstance(address, IPv6Address):
        return str(ip_network((address, 64), strict=False).network_address)
    return "" if address is None else str(address)


def address_is_shared(request: HttpRequest) -> bool:
    """Whether the request came by a proxy that TRUSTED_PROXIES does not name, so that its address is everybody's."""
    return bool(request.META.get(_SHARED))


def _parsed(text: str) -> IPv4Address | IPv6Address | None:
    """The address in `1.2.3.4`, `1.2.3.4:567`, `::1` or `[::1]:567`; None for anything else."""
    text = text.strip()
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        address = ip_address(text)
    except ValueError:
        return None
    return getattr(address, "ipv4_mapped", None) or address


def _is_trusted(address: IPv4Address | IPv6Address) -> bool:
    trusted: list[Network] = settings.TRUSTED_PROXIES
    return any(address in network for network in trusted)
