"""API tokens: a right one always gets in, and many wrong ones from one address are told to wait."""

from __future__ import annotations

from django.contrib.auth.models import AbstractBaseUser
from django.http import HttpRequest
from rest_framework.authentication import TokenAuthentication
from rest_framework.authtoken.models import Token
from rest_framework.exceptions import AuthenticationFailed, Throttled
from rest_framework.request import Request

from chat.access import attempts
from chat.access.proxy import address_of

# Wrong tokens that an address may send in a stretch of time before they are answered with 429.
WRONG_TOKENS, STRETCH_S = 30, 60


def wrong_too_often(request: HttpRequest) -> bool:
    """Count one more wrong token; whether the address has sent too many."""
    return attempts.count("token", address_of(request), seconds=STRETCH_S) > WRONG_TOKENS


class PacedTokenAuthentication(TokenAuthentication):
    """REST framework's, with 429 for an address that keeps guessing. The token is looked up first."""

    def authenticate(self, request: Request) -> tuple[AbstractBaseUser, Token] | None:
        try:
            return super().authenticate(request)
        except AuthenticationFailed:
            if wrong_too_often(request):
                raise Throttled(wait=STRETCH_S) from None
            raise
