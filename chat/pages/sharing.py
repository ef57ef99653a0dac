"""The dialog by which the owner of a conversation lets others in, and shuts them out again."""

from __future__ import annotations

from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import Group, User
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from audit.trail import Actor
from chat import assistants
from chat.api import sharing
from chat.models import Thread, ThreadAccess
from chat.threads import own_thread
from llm.text import clean_text


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def share(request: HttpRequest, thread_id: UUID) -> HttpResponse:
    """Who may read the conversation and who may talk in it; a POST with `add` lets in, one with `remove` shuts out.

    `add` is a user name, an e-mail address or the name of one of the owner's own groups.
    """
    thread = own_thread(request, thread_id)
    refused = ""
    if request.method == "POST":
        by = Actor(request.user.pk, thread.pk)
        with transaction.atomic():
            if "remove" in request.POST:
                _shut_out(thread, request.POST["remove"], by)
            else:
                refused = [_let_in(branch, request, by) for branch in Thread.objects.relatives(thread)][-1]
    access = ThreadAccess.objects.filter(thread=thread).select_related("user", "group").order_by("pk")
    context = {
        "thread": thread,
        "access": access,
        "refused": refused,
        "groups": request.user.groups.order_by("name"),
        "read_only": assistants.get(thread.assistant).only_owner_talks,
    }
    return render(request, "chat/_share.html", context)


def _let_in(thread: Thread, request: HttpRequest, by: Actor) -> str:
    """Let in whom the form names; a sentence where nobody was."""
    name = clean_text(request.POST.get("add", ""))[:150].strip()
    may_talk = request.POST.get("may_talk") == "1" and not assistants.get(thread.assistant).only_owner_talks
    group = Group.objects.filter(name=name, user=request.user.pk).first()
    if group is not None:
        sharing.set_group(thread, group, by=by, may_talk=may_talk)
        return ""
    user = _person(name)
    if user is None:
        return gettext("Nobody here is called “%(name)s”. Write a user name or an e-mail address.") % {"name": name}
    if user.pk == thread.owner_id:
        return gettext("The conversation is your own.")
    sharing.share_with_person(thread, user, by=by, may_talk=may_talk)
    return ""


def _person(name: str) -> User | None:
    """The active user of that name, else the only one with that address."""
    people = User.objects.filter(is_active=True)
    if not name or (user := people.filter(username=name).first()) is not None:
        return user if name else None
    of_address = list(people.filter(email__iexact=name)[:2])
    return of_address[0] if len(of_address) == 1 else None


def _shut_out(thread: Thread, given: str, by: Actor) -> None:
    access = ThreadAccess.objects.filter(
        thread=thread, pk=int(given) if given.isdecimal() and len(given) < 19 else 0
    ).first()
    if access is None:
        return
    for branch in Thread.objects.relatives(thread):
        if access.user is not None:
            sharing.unshare_with_person(branch, access.user, by=by)
        elif access.group is not None:
            sharing.unshare_with_group(branch, access.group, by=by)
