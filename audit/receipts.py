"""Checks a receipt by its own text alone: hashes are computed again, quotes are looked for. No database is asked."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from audit.roots import root_hash
from audit.tree import top_by

FORMAT = "receipt/1"
Verdict = Literal["proved", "wrong", "open"]


@dataclass(frozen=True, slots=True)
class ReceiptFinding:
    """What a check has shown: proved, wrong (the file does not hold together), or open (the file cannot show it)."""

    verdict: Verdict
    sentence: str


def sealed(receipt: Mapping[str, Any]) -> dict[str, Any]:
    """The receipt with its own SHA-256, by which an audit entry names it."""
    return {**receipt, "sha256": _sha256({name: value for name, value in receipt.items() if name != "sha256"})}


def _sha256(value: Any) -> str:
    text = json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def check_receipt(receipt: Any, published: Collection[str] = ()) -> list[ReceiptFinding]:
    """What this receipt proves and what not; `published` are hashes of roots that were kept elsewhere.

    A text that is no receipt gives one finding, "wrong".
    """
    try:
        if receipt["format"] != FORMAT:
            return [ReceiptFinding("wrong", f"It is no receipt of the form {FORMAT}.")]
        return [*_seal(receipt), *_words(receipt), *_entries(receipt, published), *_LIMITS]
    except (KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
        return [ReceiptFinding("wrong", f"It is no whole receipt: {type(error).__name__} {error}.")]


_LIMITS = (
    ReceiptFinding("open", "That the person typed these words, and nobody with their sign-in: no file can show that."),
    ReceiptFinding("open", "What the model was sent and replied is a copy of rows that the chain does not cover."),
)


def _seal(receipt: Mapping[str, Any]) -> Iterator[ReceiptFinding]:
    if sealed(receipt)["sha256"] == receipt["sha256"]:
        yield ReceiptFinding("proved", f"The file is whole: its SHA-256 is {receipt['sha256']}.")
    else:
        yield ReceiptFinding("wrong", "The file was changed: its SHA-256 is another one.")


def _words(receipt: Mapping[str, Any]) -> Iterator[ReceiptFinding]:
    entries = [json.loads(entry["text"]) for entry in receipt["entries"]]
    for words in receipt["words"]:
        quote, shown = words["quote"], f"“{words['quote'][:80]}”"
        if words["text"] is None:
            yield ReceiptFinding("open", f"The message around {shown} is not in the file.")
        elif words["text"][words["start"] : words["end"]] == quote:
            yield ReceiptFinding(
                "proved", f"{shown} stands at {words['start']} to {words['end']} of message {words['message']}."
            )
        else:
            yield ReceiptFinding("wrong", f"{shown} does not stand where the file says.")
        if any(quote[:500] in held for entry in entries for held in _texts(entry[9])):
            yield ReceiptFinding("proved", f"{shown} stands in an entry, so it was not changed since.")
        else:
            yield ReceiptFinding("open", f"{shown} stands in no entry; the file copies it from the message's row.")


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for part in value.values():
            yield from _texts(part)
    elif isinstance(value, list):
        for part in value:
            yield from _texts(part)


def _entries(receipt: Mapping[str, Any], published: Collection[str]) -> Iterator[ReceiptFinding]:
    if not receipt["entries"]:
        yield ReceiptFinding("open", "No audit entry tells of this value.")
    record = receipt["value"]["record"]
    for entry in receipt["entries"]:
        name, values = f"Entry {entry['sequence']}", json.loads(entry["text"])
        own_hash = hashlib.sha256(entry["text"].encode()).hexdigest()
        if own_hash != entry["hash"] or values[0] != entry["sequence"]:
            yield ReceiptFinding("wrong", f"{name} does not have the hash that stands beside it.")
        elif [values[5], values[6]] != [record["type"], record["id"]]:
            yield ReceiptFinding("wrong", f"{name} is about another record.")
        else:
            yield ReceiptFinding("proved", f"{name}, “{values[4]}”, has the hash {own_hash} and is about this record.")
        yield _under_root(entry, name, own_hash, published)


def _under_root(entry: Mapping[str, Any], name: str, own_hash: str, published: Collection[str]) -> ReceiptFinding:
    root = entry["root"]
    if root is None:
        return ReceiptFinding("open", f"{name} is under no root yet. Take the receipt again after the next.")
    computed = root_hash(root["first"], root["last"], root["tree"], root["previous_hash"])
    over = root["first"] <= entry["sequence"] <= root["last"]
    if not over or top_by(own_hash, entry["path"]) != root["tree"] or computed != root["hash"]:
        return ReceiptFinding("wrong", f"{name} does not lead to the root that stands beside it.")
    if root["hash"] in published:
        return ReceiptFinding("proved", f"{name} is under the root {root['hash']}, which was kept elsewhere.")
    if published:
        return ReceiptFinding("wrong", f"{name} is under a root that is not among those that were kept elsewhere.")
    return ReceiptFinding("open", f"{name} leads to the root {root['hash']}. Compare it with what was published.")
