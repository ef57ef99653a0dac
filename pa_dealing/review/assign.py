"""An officer gives a request to another one, who may decide it and did not make it."""

from __future__ import annotations

from django.contrib.auth.models import User
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext

from audit.trail import Actor, record
from chat.errors import Refused
from pa_dealing.models import DraftRequest
from pa_dealing.review import actions, texts

# Who may decide: the group `compliance`, and superusers.
DECIDE = "pa_dealing.decide_draftrequest"


def officers() -> QuerySet[User]:
    """Everybody who may decide, by their names."""
    backend = "django.contrib.auth.backends.ModelBackend"
    return User.objects.with_perm(DECIDE, backend=backend).order_by("username")


def assign_request(draft: DraftRequest, officer: str, *, by: Actor) -> None:
    """Put the officer of this user name on it, and tell them. Takes the row locked by reviewing().

    Raises Refused where one could not claim it oneself, and: no_officer, their_own_request.
    """
    actions.require_free(draft, by)
    other = officers().filter(username=officer).first()
    if other is None:
        raise Refused("no_officer", gettext("Choose an officer who may decide."), status=400)
    if other.pk == draft.owner_id:
        own = gettext("%(who)s made this request: another officer must look at it.")
        raise Refused("their_own_request", own % {"who": officer}, status=403)
    before = draft.claimed_by_id
    if before == other.pk:
        return
    draft.claimed_by, draft.claimed_at = other, timezone.now()
    record("pa_dealing.assigned", draft, by=by, data={"to": other.pk, **({"from": before} if before else {})})
    if other.pk != by.user_id:
        texts.tell_officer(draft, other.pk, "assigned")
