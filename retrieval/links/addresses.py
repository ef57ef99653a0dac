"""Which addresses are public. What IANA keeps for a special purpose is not, in whatever form it is written."""

from __future__ import annotations

from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

# IANA's special-purpose registries for IPv4 and IPv6, and what clouds answer their machines on.
_NOT_PUBLIC = tuple(
    map(
        ip_network,
        (
            "0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12",
            "192.0.0.0/24", "192.0.2.0/24", "192.31.196.0/24", "192.52.193.0/24", "192.88.99.0/24", "192.168.0.0/16",
            "192.175.48.0/24", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4",
            "168.63.129.16/32",
            # IPv6 is public where it is assigned, 2000::/3, and not in these parts of it: Teredo and other protocols,
            # documentation, 6to4. NAT64 and mapped addresses, which lead to IPv4, are outside it.
            "2001::/23", "2001:db8::/32", "2002::/16", "2620:4f:8000::/48", "3fff::/20",
        ),
    )
)  # fmt: skip
_ASSIGNED = ip_network("2000::/3")


def is_public(address: IPv4Address | IPv6Address) -> bool:
    """Whether `address` belongs to a machine on the public internet, as far as an address can tell."""
    if isinstance(address, IPv6Address) and address not in _ASSIGNED:
        return False
    return not any(address in network for network in _NOT_PUBLIC if network.version == address.version)


def parsed(written: str) -> IPv4Address | IPv6Address:
    """An address as the resolver gives it, without its zone. Raises ValueError."""
    return ip_address(written.partition("%")[0])
