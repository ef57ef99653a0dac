"""Roots of the chain: made once a day, and written where the database's own administrator cannot change them."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from datetime import UTC
from pathlib import Path
from typing import Any
from urllib.error import URLError
from urllib.parse import urlsplit
from urllib.request import HTTPRedirectHandler, ProxyHandler, Request, build_opener

from django.db import connection, transaction
from django.db.models import TextField
from django.db.models.expressions import RawSQL

from audit.models import AuditEntry, AuditRoot
from audit.tree import path_of, top_of

WEBHOOK_S = 10
# What audit_entry_hash() takes the hash of.
_TEXT = """jsonb_build_array(sequence, previous_hash, extract(epoch FROM at), actor_id, action, object_type, object_id,
 thread_id, turn_id, data)::text"""


class NotPublished(Exception):
    """The roots could not be written where the settings say; the text says why."""


def make_root() -> AuditRoot | None:
    """A root over every entry that is under none; None where there are no such entries."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(hashtext('audit_auditroot'))")
        newest = AuditRoot.objects.order_by("-last").first()
        first = newest.last + 1 if newest else 1
        hashes = _hashes(first, None)
        if not hashes:
            return None
        root = AuditRoot(first=first, last=first + len(hashes) - 1, previous_hash=newest.hash if newest else "")
        root.tree = top_of(hashes)
        root.hash = root_hash(root.first, root.last, root.tree, root.previous_hash)
        root.save(force_insert=True)
    return root


def root_hash(first: int, last: int, tree: str, previous_hash: str) -> str:
    """The hash of a root: over which entries it stands, their tree, and the root before it."""
    return hashlib.sha256(f"{first}|{last}|{tree}|{previous_hash}".encode()).hexdigest()


def _hashes(first: int, last: int | None) -> list[str]:
    entries = AuditEntry.objects.filter(sequence__gte=first)
    entries = entries.filter(sequence__lte=last) if last is not None else entries
    return list(entries.order_by("sequence").values_list("hash", flat=True))


def root_faults() -> list[str]:
    """A sentence for each root that the entries under it, or the root before it, do not bear out."""
    faults, before = [], ""
    for root in AuditRoot.objects.order_by("first").iterator():
        hashes = _hashes(root.first, root.last)
        holds = len(hashes) == root.last - root.first + 1 and top_of(hashes) == root.tree
        if not holds or root.hash != root_hash(root.first, root.last, root.tree, before):
            faults.append(f"The root over {root.first} to {root.last} is not that of its entries")
        before = root.hash
    return faults


def root_json(root: AuditRoot) -> dict[str, Any]:
    """A root as it is published: {"first", "last", "tree", "previous_hash", "hash", "made_at"}."""
    values = {name: getattr(root, name) for name in ("first", "last", "tree", "previous_hash", "hash")}
    return {**values, "made_at": root.made_at.astimezone(UTC).isoformat()}


def proofs_of(entries: Sequence[AuditEntry]) -> list[dict[str, Any]]:
    """Each entry with what proves it: {"sequence", "hash", "text", "path", "root"}, oldest first.

    `text` is what the hash is taken of, `path` the steps to the tree of `root`. An entry that is under no root yet has
    the root None and no path; one that was erased is left out.
    """
    text = RawSQL(_TEXT, [], output_field=TextField())  # noqa: S611 - it holds no value of anybody
    wanted = AuditEntry.objects.filter(pk__in=[entry.pk for entry in entries], erased=False)
    rows: Any = wanted.annotate(text=text).order_by("sequence").values_list("sequence", "hash", "text")
    leaves: dict[int, list[str]] = {}
    proofs, root = [], None
    for sequence, own_hash, written in rows:
        if root is None or root.last < sequence:
            root = AuditRoot.objects.filter(first__lte=sequence, last__gte=sequence).first()
        if root is not None and root.pk not in leaves:
            leaves[root.pk] = _hashes(root.first, root.last)
        path = path_of(leaves[root.pk], sequence - root.first) if root else []
        under = root_json(root) if root else None
        proofs.append({"sequence": sequence, "hash": own_hash, "text": written, "path": path, "root": under})
    return proofs


def publish(*, file: str, webhook: str) -> int:
    """Write the roots that `file` does not hold yet, a line of JSON each, and send the newest to `webhook`.

    Gives the number of lines written; an empty name is left out. Raises NotPublished.
    """
    written = _append(Path(file)) if file else 0
    newest = AuditRoot.objects.order_by("-last").first()
    if webhook and newest is not None:
        _send(webhook, root_json(newest))
    return written


def _append(path: Path) -> int:
    try:
        known = {json.loads(line)["hash"] for line in path.read_text().splitlines() if line} if path.exists() else set()
        missing = [root for root in AuditRoot.objects.order_by("first") if root.hash not in known]
        with path.open("a", encoding="utf-8") as lines:
            lines.writelines(json.dumps(root_json(root)) + "\n" for root in missing)
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise NotPublished(f"{path} could not be read or written: {error}") from error
    return len(missing)


class _NoRedirect(HTTPRedirectHandler):
    """An address that sends elsewhere is not the one that the operator named."""

    def redirect_request(self, *args: Any) -> None:
        return None


def _send(url: str, value: dict[str, Any]) -> None:
    address = urlsplit(url)
    if address.scheme != "https" and (address.scheme, address.hostname) not in (
        ("http", "127.0.0.1"),
        ("http", "localhost"),
    ):
        raise NotPublished("AUDIT_ROOTS_WEBHOOK must begin with https://")
    request = Request(url, json.dumps(value).encode(), {"Content-Type": "application/json"})  # noqa: S310 - see above
    try:
        with build_opener(_NoRedirect, ProxyHandler({})).open(request, timeout=WEBHOOK_S):
            pass
    except (URLError, OSError) as error:
        raise NotPublished(f"{address.hostname} did not take the root: {error}") from error
