"""A chat in the terminal: the same turns, drained from the same generator as the page's."""

from __future__ import annotations

import logging
import os
import signal
import sys
from collections.abc import Iterator
from typing import Any, cast
from uuid import UUID

from django.conf import settings
from django.contrib.auth import get_user_model
from django.contrib.auth.models import AbstractBaseUser
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import ProgrammingError

from chat import assistants
from chat.errors import Refused, TurnRefused
from chat.live import runs
from chat.management.commands._socket_client import SocketFailed, ask_once
from chat.models import Thread, Turn
from chat.turns import TurnRun, events

DEMO_USER = "employee"


class Command(BaseCommand):
    help = "Talk to an assistant in the terminal. /quit ends it; acts such as /submit are the person's own."

    # Whether standard output was closed in the middle.
    _unheard = False

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("assistant")
        parser.add_argument("--thread", help="the id of a thread to go on with")
        parser.add_argument("--dossier", help="the name of a record of the assistant, such as a tax dossier's")
        parser.add_argument("--url", help="talk to the /ws of a running server, as in ws://localhost:8000/ws")
        parser.add_argument("--token", default="", help="the token for --url (`manage.py drf_create_token USER`)")
        parser.add_argument("--message", help="one message: print the reply and exit")
        parser.add_argument("--user", default=DEMO_USER, help=f"whose chat it is (default: the demo user {DEMO_USER})")

    def handle(self, *args: Any, **options: Any) -> None:
        # A line of the log for each turn would stand between the answers.
        logging.getLogger("chat").setLevel(logging.WARNING)
        try:
            assistant = assistants.get(options["assistant"])
        except assistants.UnknownAssistant as error:
            raise CommandError(str(error)) from None
        if options["url"]:
            self._talk_by_socket(assistant, options)
            return
        user = self._user(options["user"])
        thread = self._thread(options["thread"], assistant.slug, user)
        if options["dossier"] is not None:
            thread = self._named(assistant, user, options["dossier"])
        if options["message"] is not None:
            if not self.say(thread, user, options["message"]):
                sys.exit(1)
            return
        self.stdout.write(f"{assistant.title} · thread {thread.id} · /quit ends")
        if assistant.greeting and not thread.turn_count:
            self.stdout.write(assistant.greeting)
        for line in self._lines():
            if line.startswith("/"):
                self.act(thread, user, line.strip()[1:])
            elif line.strip():
                self.say(thread, user, line)
            if self._unheard:
                return

    def _lines(self) -> Iterator[str]:
        """What is typed, until the end of it or /quit."""
        while True:
            try:
                line = input("> " if sys.stdin.isatty() else "")
            except (EOFError, KeyboardInterrupt):
                self.stdout.write("")
                return
            if line.strip() in ("/quit", "/exit"):
                return
            yield line

    def _talk_by_socket(self, assistant: assistants.Assistant, options: dict[str, Any]) -> None:
        """The conversation by the assistant's own socket, one question a connection."""
        if not assistant.sockets():
            raise CommandError(f"{assistant.slug} has no socket of its own; leave out --url.")
        dossier = options["dossier"]
        for line in [options["message"]] if options["message"] is not None else self._lines():
            if not line.strip():
                continue
            try:
                frame = ask_once(options["url"], options["token"], line, dossier)
            except SocketFailed as error:
                raise CommandError(str(error)) from None
            dossier = frame.get("dossier_id", dossier)
            if frame.get("status") == "success":
                self.stdout.write(frame["response"])
                continue
            self.stderr.write(str(frame.get("message")))
            if options["message"] is not None:
                sys.exit(1)
        if options["message"] is None and dossier:
            self.stdout.write(f"--dossier {dossier} goes on with it.")

    def _named(self, assistant: assistants.Assistant, user: AbstractBaseUser, name: str) -> Thread:
        try:
            thread = assistant.thread_named(user, name)
        except Refused as refused:
            raise CommandError(refused.detail) from None
        if thread is None:
            raise CommandError(f"What {assistant.slug} keeps has no names; go on with --thread.")
        return cast(Thread, thread)

    def say(self, thread: Thread, user: AbstractBaseUser, text: str) -> bool:
        """One turn, printed as it comes; whether it ended well."""
        try:
            turn = runs.begin(thread.id, user.pk, text, None)
            assert not isinstance(turn, Turn)
            self._run(turn)
        except TurnRefused as refusal:
            self.stderr.write(refusal.detail)
            return False
        return turn.error_code == "" and not self._unheard

    def _run(self, turn: TurnRun) -> None:
        # An exception in the middle of a turn would leave it running until its lease ends; Stop lets it save itself.
        before = signal.signal(signal.SIGINT, lambda number, frame: turn.stop.set("stopped"))
        try:
            runs.run_here(turn, self._print)
        finally:
            signal.signal(signal.SIGINT, before)
        if turn.status == Turn.Status.STOPPED:
            self.stderr.write("\nStopped.")

    def _print(self, event: events.Event) -> None:
        if self._unheard:
            return
        try:
            self._show(event)
        except OSError:
            # Nobody reads any more, as after `| head`. The turn goes on to its end, so that nothing of it is lost.
            self._unheard = True
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())

    def _show(self, event: events.Event) -> None:
        kind = event["type"]
        if kind == events.TEXT_CONTENT:
            self.stdout.write(event["delta"], ending="")
            self.stdout.flush()
        elif kind == events.TEXT_END:
            self.stdout.write("")
        elif kind == events.RUN_ERROR:
            self.stderr.write(event["message"])

    def act(self, thread: Thread, user: AbstractBaseUser, name: str) -> None:
        answer = assistants.get(thread.assistant).command(name, thread, user)
        self.stdout.write(answer if answer is not None else f"/{name} is not known here. /quit ends the chat.")

    def _user(self, name: str) -> AbstractBaseUser:
        users = get_user_model().objects.filter(username=name)
        try:
            user = users.first()
        except ProgrammingError:
            if not settings.EMBEDDED_POSTGRES:
                raise CommandError("The database holds no tables yet. Run `python manage.py migrate` first.") from None
            user = None
        if user is None and name == DEMO_USER and settings.DEBUG and settings.EMBEDDED_POSTGRES:
            self._prepare()
            user = users.first()
        if user is None:
            raise CommandError(f"There is no user {name!r}. `make run` makes the demo users; or name one with --user.")
        return user

    def _prepare(self) -> None:
        """What `make run` does before the first chat; standard output is kept for the answer."""
        self.stderr.write("Preparing the database, once ...")
        call_command("migrate", verbosity=0, interactive=False)
        call_command("load_demo", stdout=self.stderr)

    def _thread(self, thread_id: str | None, slug: str, user: AbstractBaseUser) -> Thread:
        if thread_id is None:
            thread = Thread.objects.create(owner_id=user.pk, assistant=slug)
            thread.refresh_from_db()
            return thread
        try:
            named = Thread.objects.visible_to(user).filter(pk=UUID(thread_id), assistant=slug).first()
        except ValueError:
            raise CommandError(f"{thread_id!r} is not the id of a thread.") from None
        if named is None:
            raise CommandError(f"{user} has no {slug} thread {thread_id}.")
        return named
