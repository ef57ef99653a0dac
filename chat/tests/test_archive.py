"""Deleting a conversation: hidden, or archived where its assistant says that it must stay."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.apps import apps
from django.contrib.auth.models import User
from django.db import connection, transaction
from django.test import Client
from django.utils import timezone

from audit.trail import Actor, collecting, record
from chat.jobs import sweep_untouched
from chat.live import archive, post_notice
from chat.models import Message, Thread, ThreadAccess
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


@pytest.mark.parametrize(
    ("address", "sentence"),
    [
        ("/?bin=1", "Nothing was deleted lately."),
        ("/?archived=1", "Nothing is archived."),
        ("/?q=nothing", "Nothing found for “nothing”."),
    ],
)
def test_an_empty_list_says_what_it_would_hold(page: Client, address: str, sentence: str) -> None:
    assert sentence in page.get(address).content.decode()


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


def test_what_was_only_opened_is_swept_after_a_week_and_nothing_that_something_points_to(
    employee: User, colleague: User
) -> None:
    threads = {
        name: Thread.objects.create(owner=employee, assistant="pa_dealing")
        for name in ("opened", "lately", "named", "told", "shared", "asked", "in the trail")
    }
    Thread.objects.exclude(pk=threads["lately"].pk).update(created_at=timezone.now() - timedelta(days=8))
    Thread.objects.filter(pk=threads["named"].pk).update(title="For later")
    Message.objects.create(thread=threads["told"], role="notice", content="The desk is closed today.")
    ThreadAccess.objects.create(thread=threads["shared"], user=colleague)
    apps.get_model("pa_dealing", "DraftRequest").objects.create(thread=threads["asked"], owner=employee)
    with transaction.atomic(), collecting():
        record("thread.exported", threads["in the trail"], by=Actor(employee.pk, threads["in the trail"].pk), data={})
    assert sweep_untouched(timestamp=0) == 1
    kept = set(Thread.objects.filter(pk__in=[thread.pk for thread in threads.values()]).values_list("pk", flat=True))
    assert kept == {thread.pk for name, thread in threads.items() if name != "opened"}
