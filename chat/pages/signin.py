"""The one sign-in page, and under DEBUG a link that signs in once and buttons for the demo users."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib.auth import get_user_model, login
from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.models import AnonymousUser, User
from django.contrib.auth.views import LoginView
from django.core.exceptions import ValidationError
from django.core.signing import BadSignature, TimestampSigner
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_decode, urlsafe_base64_encode
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

LIFETIME_S = 3600
# Whom the sign-in page offers under DEBUG, where `load_demo` has made them.
DEMO_USERS = ("employee", "officer", "investor", "admin")


class SignIn(LoginView):
    """The sign-in page of the product and of the admin."""

    redirect_authenticated_user = True

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        # The admin sends those here whom it does not let in; to send them back would go in circles.
        to_admin = request.path == reverse("admin:login")
        self.redirect_authenticated_user = not to_admin or getattr(request.user, "is_staff", False)
        return super().dispatch(request, *args, **kwargs)

    def get_default_redirect_url(self) -> str:
        to_admin = self.request.path == reverse("admin:login")
        return reverse("admin:index") if to_admin else start_page(self.request.user)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        users = get_user_model().objects.filter(username__in=DEMO_USERS) if settings.DEBUG else ()
        return super().get_context_data(**kwargs) | {"demo_users": sorted(users, key=_place)}


def start_page(user: AbstractBaseUser | AnonymousUser) -> str:
    """Where a person begins: whoever works at a desk there, everybody else with their conversations."""
    at_desk = getattr(user, "is_staff", False) and not getattr(user, "is_superuser", False)
    return reverse("admin:index") if at_desk else reverse("home")


def _place(user: User) -> int:
    return DEMO_USERS.index(user.username)


def one_time_path(user: User) -> str:
    """The path of a link that signs `user` in once."""
    return reverse("sign_in_once", args=[urlsafe_base64_encode(force_bytes(user.pk)), _signer(user).sign("once")])


def _signer(user: User) -> TimestampSigner:
    """Signs for one person until the next sign-in, which the link itself is, or until another password."""
    last = user.last_login.isoformat() if user.last_login else "never"
    return TimestampSigner(salt=f"{__name__}:{user.pk}:{user.password}:{last}")


@require_GET
@never_cache
def sign_in_once(request: HttpRequest, uidb64: str, token: str) -> HttpResponse:
    """Sign in and go to the start page, or say that the link is used up (403)."""
    if not settings.DEBUG:
        raise Http404
    # A browser that fetches ahead would use the link up before the person follows it.
    ahead = "prefetch" in request.headers.get("Sec-Purpose", "") + request.headers.get("Purpose", "")
    if not ahead and _sign_in(request, uidb64, token):
        response: HttpResponse = redirect(start_page(request.user))
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
        try:
            _signer(user).unsign(token, max_age=LIFETIME_S)
        except BadSignature:
            return False
        login(request, user, backend="django.contrib.auth.backends.ModelBackend")
    return True
