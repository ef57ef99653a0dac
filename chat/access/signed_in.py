"""Who opens a socket, and from where: the session cookie or a token, and an Origin of our own."""

from __future__ import annotations

import hashlib
from collections.abc import Collection
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib import auth
from django.contrib.auth.models import AbstractBaseUser
from django.contrib.sessions.models import Session
from django.db import connection
from django.http import HttpRequest, parse_cookie
from django.http.request import validate_host
from django.utils import timezone
from rest_framework.authtoken.models import Token


def header(scope: dict[str, Any], name: bytes) -> str:
    """The value of the header `name` (lower case), or an empty text."""
    for key, value in scope.get("headers", ()):
        if key == name:
            return str(value.decode("latin-1"))
    return ""


def origin_allowed(scope: dict[str, Any]) -> bool:
    """An Origin must be the page's own host. None at all is for programs, which sign in with a token."""
    origin = header(scope, b"origin")
    if not origin:
        return _token(scope) != ""
    if origin in settings.CSRF_TRUSTED_ORIGINS:
        return True
    host = header(scope, b"host")
    allowed = settings.ALLOWED_HOSTS or ["localhost", "127.0.0.1", "[::1]"]
    parts = urlsplit(origin)
    name = host.rsplit(":", 1)[0] if not host.endswith("]") else host
    return parts.scheme in ("http", "https") and parts.netloc == host and validate_host(name, allowed)


@dataclass(frozen=True, slots=True)
class SignIn:
    """What a socket was opened with: a token, or a session that was begun with a password."""

    user_id: int
    key: str
    # Empty for a token, which lives on when the password changes. Otherwise Django's hash of it for sessions.
    password_hash: str = ""


def claim_of(scope: dict[str, Any]) -> str:
    """What a request says of who sends it: a token or a session, unchecked, and hashed. Empty for neither."""
    claim = _token(scope) or _session(scope)
    return hashlib.sha256(claim.encode()).hexdigest() if claim else ""


def user_of(scope: dict[str, Any]) -> tuple[AbstractBaseUser, SignIn] | tuple[None, None]:
    """The signed-in, active user of a socket, and what they signed in with. Reads the database."""
    token = _token(scope)
    if token:
        known = Token.objects.select_related("user").filter(key=token).first()
        if known is None or not known.user.is_active:
            return None, None
        return known.user, SignIn(known.user_id, token)
    key = _session(scope)
    if not key:
        return None, None
    request = HttpRequest()
    request.session = import_module(settings.SESSION_ENGINE).SessionStore(key)
    user = auth.get_user(request)
    if not isinstance(user, AbstractBaseUser):
        return None, None
    return user, SignIn(user.pk, key, user.get_session_auth_hash())


def still_good(sign_ins: Collection[SignIn]) -> set[SignIn]:
    """Those that would open a socket now. Three queries at most, however many they are."""
    users = auth.get_user_model().objects.filter(pk__in={sign_in.user_id for sign_in in sign_ins}, is_active=True)
    hashes = {user.pk: user.get_session_auth_hash() for user in users.only("password")}
    sessions = {sign_in.key for sign_in in sign_ins if sign_in.password_hash}
    tokens = {sign_in.key for sign_in in sign_ins if not sign_in.password_hash}
    known: set[tuple[bool, str]] = set()
    if sessions:
        alive = Session.objects.filter(session_key__in=sessions, expire_date__gt=timezone.now())
        known |= {(True, key) for key in alive.values_list("session_key", flat=True)}
    if tokens:
        known |= {(False, key) for key in Token.objects.filter(key__in=tokens).values_list("key", flat=True)}
    return {
        sign_in
        for sign_in in sign_ins
        if (bool(sign_in.password_hash), sign_in.key) in known
        and sign_in.user_id in hashes
        and sign_in.password_hash in ("", hashes[sign_in.user_id])
    }


def is_good(sign_in: SignIn) -> bool:
    """The same of one, before every message. One query."""
    with connection.cursor() as cursor:
        cursor.execute(_good(is_session=sign_in.password_hash != ""), [sign_in.user_id, sign_in.key])
        row = cursor.fetchone()
    if row is None or not sign_in.password_hash:
        return row is not None
    return auth.get_user_model()(password=row[0]).get_session_auth_hash() == sign_in.password_hash


@cache
def _good(*, is_session: bool) -> str:
    """The statement that gives the password of who is signed in; QuerySets take longer to compose than to run."""
    user, session, token = (model._meta.db_table for model in (auth.get_user_model(), Session, Token))
    known = (
        f"{session} WHERE session_key = %s AND expire_date > clock_timestamp()"
        if is_session
        else f"{token} WHERE key = %s"
    )
    return f"SELECT password FROM {user} WHERE id = %s AND is_active AND EXISTS (SELECT 1 FROM {known})"  # noqa: S608


def _token(scope: dict[str, Any]) -> str:
    kind, _, value = header(scope, b"authorization").partition(" ")
    return value.strip() if kind.lower() == "token" else ""


def _session(scope: dict[str, Any]) -> str:
    # Django's parser, because Python's gives up at the first cookie of another program that is no RFC's.
    return str(parse_cookie(header(scope, b"cookie")).get(settings.SESSION_COOKIE_NAME, ""))
