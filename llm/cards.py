"""A card says what a model takes and gives: `models.toml` by the model's name, with one's own cards above it."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from fnmatch import fnmatchcase
from functools import cache, lru_cache
from ipaddress import ip_address
from pathlib import Path
from typing import Any, Literal, get_args
from urllib.parse import urlsplit

SHIPPED = Path(__file__).with_name("models.toml")
LEAST_CONTEXT, MOST_CONTEXT = 2048, 10_000_000
# What an estimate of tokens may be short of.
MARGIN = 0.97

Choice = Literal["named", "required", "auto", "json_schema", "json_text"]


@dataclass(frozen=True, slots=True)
class Card:
    """What a model can do, in tokens and seconds; `models.toml` says what each field means."""

    context: int = 8192
    output: int = 0
    tools: bool = True
    forced_choice: Choice = "named"
    parallel_calls: bool = True
    streaming_with_tools: bool = True
    call_ids: Literal["any", "nine_letters"] = "any"
    must_come_back: tuple[str, ...] = ()
    thinks_aloud: bool = False
    first_token_s: float = 60.0
    idle_s: float = 30.0
    total_s: float = 300.0
    prompt_tokens_s: float = 0.0
    slots: int = 0
    # Whether nobody has said the context: it is an unknown model's, or what a local server was started with.
    is_guessed: bool = False

    def reserved(self, wanted: int) -> int:
        """Tokens that a prompt leaves free for a reply of `wanted`: a quarter of the context at most."""
        return min(wanted, self.output or wanted, self.context // 4)

    def may_write(self, wanted: int, prompt_tokens: int) -> int:
        """Tokens that a reply may have: `wanted`, and less only where the model is known to have no room for them.

        A guess cuts no reply: who serves a model oneself may have given it more.
        """
        most = min(wanted, self.output or wanted)
        if self.is_guessed:
            return most
        return min(most, max(self.reserved(wanted), int(self.context * MARGIN) - prompt_tokens))


@dataclass(frozen=True, slots=True, eq=False)
class CardEntry:
    """A card of a file: the names that it is for, and what it says."""

    models: tuple[str, ...]
    given: Mapping[str, Any]

    def fits(self, name: str) -> bool:
        return any(fnmatchcase(name.lower(), pattern.lower()) for pattern in self.models)


@dataclass(frozen=True, slots=True, eq=False)
class CardFile:
    """What a file of cards holds: the cards in their order, and what holds of unknown models and of local servers."""

    entries: tuple[CardEntry, ...] = ()
    unknown: Mapping[str, Any] | None = None
    local: Mapping[str, Any] | None = None


NO_CARDS = CardFile()
_FIELDS = {field.name for field in fields(Card)} - {"is_guessed"}
_CHOICES: dict[str, tuple[str, ...]] = {
    "forced_choice": get_args(Choice),
    "call_ids": ("any", "nine_letters"),
}
_COME_BACK = ("reasoning_content", "thought_signature")
_BOOLEAN = ("tools", "parallel_calls", "streaming_with_tools", "thinks_aloud")
# The least and the most of each number.
_BOUNDS: dict[str, tuple[float, float]] = {
    "context": (LEAST_CONTEXT, MOST_CONTEXT),
    "output": (0, MOST_CONTEXT),
    "first_token_s": (1, 3600),
    "idle_s": (1, 3600),
    "total_s": (1, 86_400),
    "prompt_tokens_s": (0, 1_000_000),
    "slots": (0, 10_000),
}
_WHOLE = ("context", "output", "slots")


@lru_cache(maxsize=256)
def card_of(name: str, *, own: CardFile = NO_CARDS, is_local: bool = False) -> Card:
    """The card of `name` ("provider:id"): one's own, else the shipped one within what a local server bears."""
    shipped = shipped_cards()
    card = replace(Card(), **(shipped.unknown or {}))
    for entry in own.entries:
        if entry.fits(name):
            card = _local(card, shipped) if is_local else card
            return replace(card, **entry.given, is_guessed="context" not in entry.given)
    entry = next((entry for entry in shipped.entries if entry.fits(name)), CardEntry((), {}))
    card = replace(card, **entry.given, is_guessed=is_local or "context" not in entry.given)
    return _local(card, shipped) if is_local else card


def _local(card: Card, shipped: CardFile) -> Card:
    given = dict(shipped.local or {})
    return replace(card, **given | {"context": min(card.context, given.get("context", card.context))})


@cache
def shipped_cards() -> CardFile:
    """The cards of `models.toml`, read once."""
    return read_cards(SHIPPED)


def read_cards(path: Path) -> CardFile:
    """The cards of a file. Raises ValueError with a sentence that names the card, the field and the remedy."""
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise ValueError(f"the file {path} cannot be read ({error.strerror}). Name one that is there.") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ValueError(f"the file {path} is no TOML: {error}. Write it as llm/models.toml is written.") from None
    if strange := sorted(data.keys() - {"card", "unknown", "local"}):
        raise ValueError(f"{path.name} has a part {strange[0]!r}. Write [[card]], [unknown] or [local].")
    listed = data.get("card", [])
    if not isinstance(listed, list) or not all(isinstance(card, dict) for card in listed):
        raise ValueError(f"{path.name}: write each card under a line [[card]].")
    entries = tuple(_entry(path.name, card) for card in listed)
    unknown, local = (_checked(f"{path.name}, [{part}]", data.get(part, {})) for part in ("unknown", "local"))
    return CardFile(entries, unknown, local)


def _entry(file: str, card: Mapping[str, Any]) -> CardEntry:
    models = card.get("models")
    if not isinstance(models, list) or not models or not all(isinstance(name, str) and ":" in name for name in models):
        raise ValueError(f'{file}: a card names models as {models!r}. Write models = ["openai:gpt-4.1*"].')
    given = {name: value for name, value in card.items() if name != "models"}
    return CardEntry(tuple(models), _checked(f"{file}, the card of {models[0]!r}", given))


def _checked(where: str, given: object) -> dict[str, Any]:
    """The fields of a card, of the kinds that they have. Raises ValueError."""
    if not isinstance(given, dict):
        raise ValueError(f"{where} is {given!r}. Write the fields below its name.")
    if strange := sorted(given.keys() - _FIELDS):
        raise ValueError(f"{where} has a field {strange[0]!r}. There are: {', '.join(sorted(_FIELDS))}.")
    return {name: _value(f"{where}: {name} is {value!r}.", name, value) for name, value in given.items()}


def _value(problem: str, name: str, value: Any) -> Any:
    if name in _BOOLEAN:
        if not isinstance(value, bool):
            raise ValueError(f"{problem} Set it to true or false.")
    elif name in _CHOICES:
        if value not in _CHOICES[name]:
            raise ValueError(f"{problem} Set it to one of: {', '.join(_CHOICES[name])}.")
    elif name == "must_come_back":
        if not isinstance(value, list) or set(map(str, value)) - set(_COME_BACK):
            raise ValueError(f"{problem} Set it to a list of: {', '.join(_COME_BACK)}.")
        return tuple(value)
    else:
        least, most = _BOUNDS[name]
        kinds = int if name in _WHOLE else (int, float)
        if isinstance(value, bool) or not isinstance(value, kinds) or not least <= value <= most:
            kind = "whole number" if name in _WHOLE else "number"
            raise ValueError(f"{problem} Set it to a {kind} from {least} to {most}.")
    return value


@lru_cache(maxsize=16)
def is_local_address(base_url: str) -> bool:
    """Whether an address is of this machine or its own network: a server there has the slots that it was given."""
    host = urlsplit(base_url).hostname or ""
    try:
        address = ip_address(host)
    except ValueError:
        return host.endswith((".local", ".localhost", ".internal")) or bool(host and "." not in host)
    return address.is_private or address.is_loopback


def as_toml(name: str, given: Mapping[str, Any]) -> str:
    """A card as it is pasted into a file of cards."""
    lines = ["[[card]]", f'models = ["{name}"]']
    for field in fields(Card):
        if field.name in _FIELDS and field.name in given:
            lines.append(f"{field.name} = {_toml(given[field.name])}")
    return "\n".join(lines)


def _toml(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return f'"{value}"'
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(_toml, value)) + "]"
    return f"{value:g}" if isinstance(value, float) else f"{value:_}"
