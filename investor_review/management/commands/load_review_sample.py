"""Loads the sample review and shares it with the demo investor. Run again, it changes nothing."""

from __future__ import annotations

from typing import Any

from django.contrib.auth import get_user_model
from django.core.management.base import BaseCommand, CommandParser

from audit.trail import Actor
from investor_review import actions
from investor_review.intake import read_payload, sample, start
from investor_review.models import ReviewSession


class Command(BaseCommand):
    help = "Load the sample review session, started by --upstream and shared with --investor. Idempotent."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--upstream", default="admin", help="who starts it (default: admin)")
        parser.add_argument("--investor", default="investor", help="whom it is shared with (default: investor)")

    def handle(self, *args: Any, **options: Any) -> None:
        users = get_user_model().objects
        upstream = users.filter(username=options["upstream"]).first()
        sent = sample.sent()
        if upstream is None or ReviewSession.objects.filter(session_id=sent["session_id"]).exists():
            return
        session = start.start_session(read_payload(sent, sent["session_id"]), user_id=upstream.pk)
        start.embed_if_small(session)
        investor = users.filter(username=options["investor"]).first()
        if investor is not None:
            actions.share_session(session, investor, by=Actor(upstream.pk, session.thread_id))
        self.stdout.write(f"Loaded the sample review {session.session_id}.")
