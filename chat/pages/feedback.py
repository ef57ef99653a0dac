"""Thumbs on answers: what a person thought of one, and what was wrong with it."""

from __future__ import annotations

from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from chat.models import Feedback, Turn
from chat.threads import readable_thread
from llm.text import clean_text

MOST_CHARS = 500


@login_required
@require_POST
def rate(request: HttpRequest, thread_id: UUID, turn_id: UUID) -> HttpResponse:
    """Keep the person's thumb (`good` is "1", "0", or "" to take it back) with a `reason`; the newest one stands."""
    turn = get_object_or_404(Turn, pk=turn_id, thread=readable_thread(request, thread_id))
    good = request.POST.get("good", "")
    if good not in ("1", "0", ""):
        return HttpResponseBadRequest(
            f"good is {clean_text(good)[:40]!r}; it is 1, 0 or empty.", content_type="text/plain"
        )
    user_id = int(request.user.pk or 0)
    mine = Feedback.objects.filter(turn=turn, user_id=user_id)
    if not good:
        mine.delete()
        return HttpResponse(status=204)
    reason = " ".join(clean_text(request.POST.get("reason", "")).split())
    if len(reason) > MOST_CHARS:
        sentence = gettext("The reason has %(chars)s characters; at most %(most)s are kept.")
        refusal = sentence % {"chars": len(reason), "most": MOST_CHARS}
        return HttpResponse(refusal, status=422, content_type="text/plain")
    Feedback.objects.update_or_create(turn=turn, user_id=user_id, defaults={"good": good == "1", "reason": reason})
    return HttpResponse(status=204)
