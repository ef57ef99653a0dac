"""Who opens a socket, and from where: the session cookie or a token, and an Origin of our own."""

from __future__ import annotations

from importlib import import_module
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib import auth
from django.contrib.auth.models import AbstractBaseUser
from django.http import HttpRequest, parse_cookie
from django.http.request import validate_host
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


def user_of(scope: dict[str, Any]) -> AbstractBaseUser | None:
    """The signed-in, active user of a socket, or None. Reads the database."""
    token = _token(scope)
    if token:
        found = Token.objects.select_related("user").filter(key=token).first()
        return found.user if found is not None and found.user.is_active else None
    # Django's parser, because Python's gives up at the first cookie of another program that is no RFC's.
    key = parse_cookie(header(scope, b"cookie")).get(settings.SESSION_COOKIE_NAME)
    if not key:
        return None
    request = HttpRequest()
    request.session = import_module(settings.SESSION_ENGINE).SessionStore(key)
    user = auth.get_user(request)
    return user if user.is_authenticated else None


def _token(scope: dict[str, Any]) -> str:
    kind, _, value = header(scope, b"authorization").partition(" ")
    return value.strip() if kind.lower() == "token" else ""
