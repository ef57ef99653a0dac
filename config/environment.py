"""Reads settings from the environment and .env. A wrong value is a sentence: the name, the value, the remedy."""

from __future__ import annotations

import gc
import os
from collections.abc import Collection, Mapping
from datetime import date
from decimal import Decimal, InvalidOperation
from ipaddress import IPv4Network, IPv6Network, ip_network
from pathlib import Path
from secrets import token_urlsafe
from typing import Any
from urllib.parse import unquote

import django
import environ
from django.core.exceptions import ImproperlyConfigured

from config.postgres import pool
from llm.cards import LEAST_CONTEXT, MOST_CONTEXT, NO_CARDS, CardFile, read_cards
from llm.registry import parse_model_name

BASE_DIR = Path(__file__).resolve().parent.parent


def dotenv_path() -> Path:
    """Where `.env` is. DOTENV names another file; the tests name an empty one."""
    return Path(text("DOTENV", str(BASE_DIR / ".env")))


def read_dotenv() -> None:
    """Put the values of `.env` into the environment. What the environment already has stays."""
    path = dotenv_path()
    if path.exists():
        environ.Env.read_env(path, overwrite=False)


def load_program() -> None:
    """django.setup(). Loading leaves no garbage, and to look for it takes a sixth of the time."""
    gc.disable()
    try:
        django.setup()
    finally:
        gc.enable()


def write_dotenv() -> bool:
    """Write `.env` for development if there is none, readable by its owner only. Returns whether it was written."""
    try:
        file = os.open(dotenv_path(), os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return False
    lines = [
        "# Written once by `make run`. .env.example lists every setting.",
        "DEBUG=1",
        f"SECRET_KEY={token_urlsafe(50)}",
    ]
    with os.fdopen(file, "w") as out:
        out.write("\n".join(lines) + "\n")
    return True


def text(name: str, default: str = "") -> str:
    return os.environ.get(name, "").strip() or default


def boolean(name: str, default: bool = False) -> bool:
    given = text(name)
    if not given:
        return default
    if given.lower() in ("1", "true", "yes", "on"):
        return True
    if given.lower() in ("0", "false", "no", "off"):
        return False
    raise ImproperlyConfigured(f"{name} is {given!r}, which is neither true nor false. Set it to 1 or 0.")


def integer(name: str, default: int, *, minimum: int = 0, maximum: int = 2**31 - 1) -> int:
    given = text(name)
    if not given:
        return default
    try:
        value = int(given)
    except ValueError:
        raise ImproperlyConfigured(
            f"{name} is {given!r}, which is not a whole number. The default is {default}."
        ) from None
    if not minimum <= value <= maximum:
        raise ImproperlyConfigured(f"{name} is {value}. Set it to a whole number from {minimum} to {maximum}.")
    return value


def decimal(name: str, default: str) -> Decimal:
    given = text(name, default)
    try:
        value = Decimal(given)
    except InvalidOperation:
        raise ImproperlyConfigured(f"{name} is {given!r}, which is not a number. The default is {default}.") from None
    if not value.is_finite() or value < 0:
        raise ImproperlyConfigured(f"{name} is {given!r}. Set it to a number of at least 0.")
    return value


def choice(name: str, default: str, allowed: Collection[str]) -> str:
    given = text(name, default)
    if given not in allowed:
        raise ImproperlyConfigured(f"{name} is {given!r}. Set it to one of: {', '.join(sorted(allowed))}.")
    return given


def model(name: str) -> str:
    """A model as "provider:name"; empty where none is named."""
    value = text(name)
    try:
        if value:
            parse_model_name(value)
    except ValueError as error:
        raise ImproperlyConfigured(f"{name} is {value!r}: {error}") from None
    return value


def cards(name: str) -> CardFile:
    """The cards of models in the file that a setting names; none where it names none."""
    path = text(name)
    try:
        return read_cards(Path(path).expanduser()) if path else NO_CARDS
    except ValueError as error:
        raise ImproperlyConfigured(f"{name}: {error}") from None


def card_fields(prefix: str, *, whole: bool = False) -> dict[str, Any]:
    """What settings say in place of a card: <PREFIX>_CONTEXT, and of every model its slots and how fast it reads."""
    bounds = {"context": (LEAST_CONTEXT, MOST_CONTEXT)}
    bounds |= {"slots": (0, 10_000), "prompt_tokens_s": (0, 1_000_000)} if whole else {}
    return {
        field: integer(name, 0, minimum=least, maximum=most)
        for field, (least, most) in bounds.items()
        if text(name := f"{prefix}_{field.upper()}")
    }


def fixed(name: str, value: str, why: str) -> str:
    """A setting that has one value, which a deployment may repeat. Another one is refused, with the reason."""
    given = text(name, value)
    if given != value:
        raise ImproperlyConfigured(f"{name} is {given!r}. {why} Set it to {value}, or leave it out.")
    return value


def words(name: str, default: str = "") -> list[str]:
    return [word.strip() for word in text(name, default).split(",") if word.strip()]


def networks(name: str) -> list[IPv4Network | IPv6Network]:
    """Addresses and networks, as in "10.0.0.5, 172.16.0.0/12"; a single address is a network of one."""
    parsed = []
    for word in words(name):
        try:
            parsed.append(ip_network(word))
        except ValueError:
            raise ImproperlyConfigured(
                f"{name} holds {word!r}, which is no address and no network. Write 10.0.0.5 or 172.16.0.0/12."
            ) from None
    return parsed


def address(bind: str, port: int) -> str:
    """Where this machine reaches a server that listens on `bind`."""
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(bind, bind)  # noqa: S104
    return f"http://{f'[{host}]' if ':' in host else host}:{port}"


def database(url: str, pool_size: int) -> dict[str, Any]:
    """Django's settings for DATABASE_URL, with the pool. Raises ImproperlyConfigured for another kind of database."""
    try:
        parsed: Mapping[str, Any] = environ.Env.db_url_config(url)
    except Exception:
        parsed = {}
    if parsed.get("ENGINE") != "django.db.backends.postgresql":
        raise ImproperlyConfigured(
            f"DATABASE_URL begins with {url.split(':', 1)[0]!r}. Only PostgreSQL with pgvector works: "
            "postgres://user:password@host:5432/name, or leave it empty for the embedded server."
        )
    # A socket's folder is written as libpq wants it: postgres://postgres@%2Fvar%2Frun/name.
    return pooled({**parsed, "HOST": unquote(parsed["HOST"])}, pool_size)


def pooled(database: dict[str, Any], pool_size: int) -> dict[str, Any]:
    """Add the connection pool and prepared statements to Django's settings of one database."""
    pool.install()
    options = dict(database.get("OPTIONS", {}))
    # A turn borrows a connection for milliseconds at a time, so a small pool serves many running turns.
    options["pool"] = {"min_size": 1, "max_size": pool_size, "timeout": 15, "max_idle": 300}
    options["server_side_binding"] = True
    options["prepare_threshold"] = 2
    return {**database, "OPTIONS": options, "CONN_MAX_AGE": 0, "CONN_HEALTH_CHECKS": True}


def secret_key(debug: bool) -> str:
    """SECRET_KEY, which has a default only under DEBUG."""
    given = text("SECRET_KEY")
    if given:
        return given
    if debug:
        return "only-for-development-" + str(date.min)
    raise ImproperlyConfigured(
        "SECRET_KEY is not set. `make run` writes one into .env; in production set it to 50 random characters or more."
    )
