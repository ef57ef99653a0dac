"""Policies of a payer that does not exist, and a person who talks about them: what the tests of pursuit share."""

from __future__ import annotations

import time
from datetime import date
from typing import Any

from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from chat.live import runs
from chat.models import Message, Thread
from chat.turns.turn import TurnRun
from pursuit.record import Record, load
from pursuit.words.payers import POLICIES
from retrieval.index.ingest import NewDocument, store_documents
from retrieval.models import Collection
from tests.copied import DOCUMENTS, copied

TELEHEALTH = (
    "Telehealth visits are covered for members of Harbor Health in Florida. A member may have 12 telehealth visits in a "
    "calendar year without a referral. The visit must use live video."
)
MONITOR = (
    "A continuous glucose monitor is covered by Harbor Health for members with type 1 diabetes. Prior authorization is "
    "required for a continuous glucose monitor before the first device is dispensed."
)
APPEALS = (
    "A member may file an appeal of a denied claim within 60 calendar days of the notice. Harbor Health decides a "
    "standard appeal within 30 calendar days."
)
RIDES = "Non-emergency rides to medical appointments are arranged 48 hours ahead by calling the member line."
WHEELCHAIR = "A power wheelchair is rented for ten months and is then owned by the member of Harbor Health."


def policy(key: str, text: str, **values: Any) -> NewDocument:
    """A policy of Harbor Health, Florida, unless `values` say otherwise."""
    metadata = values.pop("metadata", {"payer": "Harbor Health", "plan": "Medicaid", "state": "Florida"})
    values.setdefault("valid_from", date(2025, 1, 1))
    return NewDocument(key=key, title=key, text=text, metadata=metadata, **values)


def store(*documents: NewDocument, collection: str = POLICIES) -> None:
    store_documents(Collection.objects.named(collection), documents)


@copied(DOCUMENTS)
def store_policies() -> None:
    """The five policies that the tests ask about."""
    texts = {
        "Telehealth policy": TELEHEALTH,
        "Glucose monitor policy": MONITOR,
        "Appeals policy": APPEALS,
        "Transport policy": RIDES,
        "Wheelchair policy": WHEELCHAIR,
    }
    store(*(policy(key, text) for key, text in texts.items()))


class Talk:
    """One conversation: `say` gives the reply; the turn and the record are beside it."""

    def __init__(self, owner: User, thread: Thread | None = None) -> None:
        self.owner = owner
        self.thread = thread or Thread.objects.create(owner=owner, assistant="pursuit")
        self.turn: TurnRun | None = None

    def say(self, text: str) -> str:
        turn = runs.begin(self.thread.pk, self.owner.pk, text, None)
        assert isinstance(turn, TurnRun)
        runs.run_here(turn)
        assert turn.status == "done", f"the turn ended {turn.status}: {turn.error_code}"
        self.turn = turn
        return turn.reply

    def upload(self, *files: tuple[str, bytes], **headers: str) -> HttpResponse:
        """The answer to an upload of (name, bytes), when the turn that it began has ended. Needs committed rows."""
        answer = self.drop(*files, **headers)
        self.wait()
        return answer

    def drop(self, *files: tuple[str, bytes], **headers: str) -> HttpResponse:
        """The answer to an upload, while its turn may run."""
        browser = Client(headers=headers)
        browser.force_login(self.owner)
        sent = [SimpleUploadedFile(name, data, "application/octet-stream") for name, data in files]
        return browser.post(reverse("pursuit-upload", args=[self.thread.pk]), {"file": sent})

    def wait(self) -> None:
        """Until no turn of the thread runs."""
        deadline = time.monotonic() + 30
        while runs.running(self.thread.pk) is not None:
            assert time.monotonic() < deadline, "the turn did not end"
            time.sleep(0.005)

    @property
    def reply(self) -> str:
        """What the assistant said last, in whatever turn."""
        replies = Message.objects.filter(thread=self.thread, role="assistant").exclude(content="").order_by("-id")
        return replies.values_list("content", flat=True)[0]

    @property
    def calls(self) -> list[str]:
        assert self.turn is not None
        return [str(call["name"]) for call in self.turn.calls]

    @property
    def record(self) -> Record:
        return load(self.thread.pk)

    @property
    def state(self) -> dict[str, Any]:
        return self.record.state()

    @property
    def statuses(self) -> list[str]:
        return [str(part.status) for part in self.record.parts]
