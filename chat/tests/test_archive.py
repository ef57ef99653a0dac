"""Deleting a conversation: hidden, or archived where its assistant says that it must stay."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client

from chat.live import archive, post_notice
from chat.models import Message, Thread
from chat.tests.shared import Notes
from llm.testing import ScriptedModel

HTMX = {"HTTP_HX_REQUEST": "true"}


@pytest.fixture
def page(client: Client, employee: User) -> Client:
    client.force_login(employee)
    return client


@pytest.fixture
def kept(thread: Thread, monkeypatch: pytest.MonkeyPatch) -> Thread:
    """One that its assistant does not let go."""
    monkeypatch.setattr(Notes, "must_stay", lambda self, thread: "Somebody still reads the notes.")
    Thread.objects.filter(pk=thread.pk).update(title="Groceries")
    return thread


def titles(html: str) -> list[str]:
    return re.findall(r'class="thread-title">([^<]*?)\s*<', html)


def test_the_archive_is_a_place_of_its_own_and_a_search_finds_both(page: Client, kept: Thread, employee: User) -> None:
    Thread.objects.create(owner=employee, assistant="notes", title="Other groceries")
    page.post(f"/threads/{kept.pk}/delete/")
    assert titles(page.get("/").content.decode()) == ["Other groceries"]
    assert titles(page.get("/?archived=1").content.decode()) == ["Groceries"]
    assert sorted(titles(page.get("/?q=groceries", **HTMX).content.decode())) == ["Groceries", "Other groceries"]


def test_without_an_archived_conversation_there_is_no_archive_to_see(page: Client, thread: Thread) -> None:
    assert "archived=1" not in page.get("/").content.decode()
    assert "archived=1" not in page.get("/?q=a", **HTMX).content.decode()


def test_the_reason_is_told_once(page: Client, kept: Thread) -> None:
    answer = page.post(f"/threads/{kept.pk}/delete/")
    assert (answer.status_code, answer["Location"]) == (302, "/?archived=1")
    html = page.get("/?archived=1").content.decode()
    assert "“Groceries” was archived and not deleted. Somebody still reads the notes." in html
    assert "Somebody still reads" not in page.get("/?archived=1").content.decode()


def test_what_must_not_stay_any_more_is_deleted_from_the_archive(
    page: Client, kept: Thread, monkeypatch: pytest.MonkeyPatch
) -> None:
    page.post(f"/threads/{kept.pk}/delete/")
    first = Thread.objects.get(pk=kept.pk).archived_at
    page.post(f"/threads/{kept.pk}/delete/")
    assert Thread.objects.get(pk=kept.pk).archived_at == first
    monkeypatch.setattr(Notes, "must_stay", lambda self, thread: "")
    assert page.post(f"/threads/{kept.pk}/delete/")["Location"] == "/"
    assert page.get(f"/threads/{kept.pk}/").status_code == 404
    assert "archived=1" not in page.get("/").content.decode()


def test_news_of_an_archived_conversation_is_counted_at_its_place(page: Client, kept: Thread) -> None:
    page.post(f"/threads/{kept.pk}/delete/")
    Message.objects.create(thread=kept, role="notice", content="A question.")
    html = page.get("/").content.decode()
    assert "1 new message" in html
    assert re.search(r'href="/\?archived=1".*?Archived.*?1 new', html, re.DOTALL)


def test_older_ones_of_the_archive_come_a_page_at_a_time(page: Client, kept: Thread, employee: User) -> None:
    page.post(f"/threads/{kept.pk}/delete/")
    at = Thread.objects.get(pk=kept.pk).archived_at
    for number in range(30):
        Thread.objects.create(owner=employee, assistant="notes", title=f"Old {number}", archived_at=at)
    html = page.get("/?archived=1").content.decode()
    more = re.search(r'href="(/\?before=[^"]+)"', html)
    assert more
    rest = page.get(more[1].replace("&amp;", "&")).content.decode()
    assert len(titles(html)) + len(titles(rest)) == 31


def test_somebody_who_reads_along_neither_archives_nor_deletes(
    client: Client, kept: Thread, outsider: User, model: ScriptedModel
) -> None:
    client.force_login(outsider)
    assert client.post(f"/threads/{kept.pk}/delete/").status_code == 404
    assert Thread.objects.get(pk=kept.pk).archived_at is None


def beside(work: Callable[[], object]) -> threading.Thread:
    """`work` in a thread with a connection of its own, started."""

    def run() -> None:
        try:
            work()
        finally:
            connection.close()

    worker = threading.Thread(target=run)
    worker.start()
    return worker


@pytest.mark.django_db(transaction=True)
def test_one_that_must_stay_since_its_deletion_began_comes_back_archived(
    thread: Thread, monkeypatch: pytest.MonkeyPatch
) -> None:
    has_looked, may_go_on = threading.Event(), threading.Event()

    def must_stay(self: Notes, thread: Thread) -> str:
        if has_looked.is_set():
            return "Somebody still reads the notes."
        has_looked.set()
        may_go_on.wait(10)
        return ""

    monkeypatch.setattr(Notes, "must_stay", must_stay)
    deletion = beside(lambda: archive.discard(thread))
    assert has_looked.wait(10)
    notice = beside(lambda: post_notice(thread.pk, "You submitted the notes."))
    # It waits for the deletion, or has not seen it.
    notice.join(1)
    may_go_on.set()
    deletion.join(10)
    notice.join(10)
    thread.refresh_from_db()
    assert thread.deleted_at is None
    assert thread.archived_at is not None
