"""The product as a person meets it, by HTTP alone: fresh people, conversations, and what each turn answered."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from django.contrib.auth import get_user_model
from django.contrib.auth.base_user import AbstractBaseUser
from django.http import HttpResponse
from django.test import Client

from benchmarks.strangers.states import State, claims, gist, stable

REVIEWS = "/v1/reviews/sessions"


class SetupFailed(Exception):
    """The conversation could not be brought to where its case begins."""


class ProductError(Exception):
    """The product answered with an error."""


@dataclass
class Exchange:
    """A message and what came of it."""

    message: str
    reply: str
    changed: bool
    claims: bool
    again: bool
    gist: Any


class SignIns:
    """Makes people: every stranger is new, the demo's own are named."""

    def __init__(self, agreement: dict[str, Any]) -> None:
        self.agreement = agreement
        self.number = 0

    def next_name(self) -> str:
        self.number += 1
        return f"stranger-{self.number}"

    def stranger(self) -> Client:
        return _signed_in(get_user_model().objects.create(username=self.next_name()))

    def named(self, name: str) -> Client:
        return _signed_in(get_user_model().objects.get(username=name))


def _signed_in(user: AbstractBaseUser) -> Client:
    from rest_framework.authtoken.models import Token

    key = Token.objects.get_or_create(user=user)[0].key
    return Client(headers={"Authorization": f"Token {key}"}, raise_request_exception=False)


def post(client: Client, address: str, body: dict[str, Any] | None = None) -> HttpResponse:
    return client.post(address, json.dumps(body or {}), content_type="application/json")


def _expect(answer: HttpResponse, wanted: tuple[int, ...], what: str) -> None:
    if answer.status_code not in wanted:
        raise ProductError(f"{what}: {answer.status_code} {answer.content[:300]!r}")


class StrangersThread:
    """A thread of one person; `say` returns the state after the message, and every turn is kept."""

    def __init__(self, client: Client, assistant: str) -> None:
        self.client, self.assistant = client, assistant
        self.turns: list[Exchange] = []
        self.preview_hash = ""
        self.begin()

    def begin(self) -> None:
        made = post(self.client, "/v1/threads/", {"assistant": self.assistant})
        _expect(made, (201,), "thread")
        self.thread: str = made.json()["id"]
        self.state: State = made.json()["state"]

    def say(self, message: str) -> State:
        answer = post(self.client, f"/v1/threads/{self.thread}/turns/", {"message": message})
        _expect(answer, (200,), repr(message))
        turn = answer.json()
        if turn["status"] != "done":
            raise ProductError(f"{message!r}: turn {turn['status']} {turn['error']}")
        return self.keep(message, turn["reply"], turn["state"])

    def keep(self, message: str, reply: str, state: State) -> State:
        changed = stable(self.state) != stable(state)
        again = bool(self.turns) and self.turns[-1].reply == reply
        self.state = state
        claimed = not changed and claims(reply)
        self.turns.append(Exchange(message, reply, changed, claimed, again, gist(self.assistant, state)))
        return state


class ReviewThread(StrangersThread):
    """The same in a review session of its own, begun upstream and shared with the demo's investor."""

    def __init__(self, product: SignIns) -> None:
        self.product = product
        self.session = product.next_name()
        super().__init__(product.named("investor"), "investor_review")

    def begin(self) -> None:
        upstream, address = self.product.named("admin"), f"{REVIEWS}/{self.session}"
        begun = post(upstream, f"{address}/start", {**self.product.agreement, "session_id": self.session})
        _expect(begun, (200, 201), "start")
        _expect(post(upstream, f"{address}/share", {"user": "investor"}), (200, 201, 204), "share")
        self.state = self._read()

    def say(self, message: str) -> State:
        answer = post(self.client, f"{REVIEWS}/{self.session}/chat", {"message": message})
        _expect(answer, (200,), repr(message))
        return self.keep(message, answer.json()["reply"], self._read())

    def _read(self) -> State:
        answer = self.client.get(f"{REVIEWS}/{self.session}")
        _expect(answer, (200,), "session")
        return answer.json()


def request_of(talk: StrangersThread) -> dict[str, Any]:
    """The newest trade request of a thread."""
    listed = talk.client.get("/v1/pa-dealing/requests/").json()["results"]
    requests = [request for request in listed if request["thread"] == talk.thread]
    if not requests:
        raise SetupFailed("the thread has no request")
    return max(requests, key=lambda request: request["created_at"])
