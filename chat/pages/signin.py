"""The one-time sign-in link of development: signs in once, within an hour, and only under DEBUG."""

from __future__ import annotations

from django.conf import settings
from django.contrib.auth import get_user_model, login
from django.contrib.auth.models import User
from django.contrib.auth.tokens import PasswordResetTokenGenerator
from django.core.exceptions import ValidationError
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.encoding import force_bytes
from django.utils.http import base36_to_int, urlsafe_base64_decode, urlsafe_base64_encode
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

LIFETIME_S = 3600


class OneTimeToken(PasswordResetTokenGenerator):
    """Django's token for new passwords with a purpose of its own: the sign-in that uses it voids it."""

    key_salt = "chat.pages.signin.one_time"

    def _make_hash_value(self, user: User, timestamp: int) -> str:
        # Django leaves out the microseconds, so a token used within the second of the last sign-in would stay good.
        return f"{user.pk}{user.password}{user.last_login and user.last_login.isoformat()}{timestamp}"

    def check_token(self, user: User | None, token: str | None) -> bool:
        if not super().check_token(user, token) or token is None:
            return False
        made = base36_to_int(token.split("-")[0])
        return self._num_seconds(self._now()) - made <= LIFETIME_S


one_time_token = OneTimeToken()


def one_time_path(user: User) -> str:
    """The path of a link that signs `user` in once."""
    return reverse("sign_in_once", args=[urlsafe_base64_encode(force_bytes(user.pk)), one_time_token.make_token(user)])


@require_GET
@never_cache
def sign_in_once(request: HttpRequest, uidb64: str, token: str) -> HttpResponse:
    """Sign in and go to the start page, or say that the link is used up (403)."""
    if not settings.DEBUG:
        raise Http404
    # A browser that fetches ahead would use the link up before the person follows it.
    ahead = "prefetch" in request.headers.get("Sec-Purpose", "") + request.headers.get("Purpose", "")
    if not ahead and _sign_in(request, uidb64, token):
        response: HttpResponse = redirect(settings.LOGIN_REDIRECT_URL)
    else:
        response = render(request, "registration/link_used.html", status=403)
    response["Referrer-Policy"] = "no-referrer"
    return response


def _sign_in(request: HttpRequest, uidb64: str, token: str) -> bool:
    users = get_user_model().objects
    with transaction.atomic():
        try:
            # The lock makes the second of two requests at once see the sign-in of the first.
            user = users.select_for_update().get(pk=urlsafe_base64_decode(uidb64).decode(), is_active=True)
        except (users.model.DoesNotExist, ValueError, OverflowError, ValidationError):
            return False
        if not one_time_token.check_token(user, token):
            return False
        login(request, user, backend="django.contrib.auth.backends.ModelBackend")
    return True
