"""The pages: what they show, to whom, and under which policy."""

from __future__ import annotations

import gzip
import re
import shutil
from types import SimpleNamespace
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.contrib.contenttypes.models import ContentType
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from pytest_django import Settings

from chat.errors import TurnRefused
from chat.live import runs
from chat.models import Message, Thread, Turn
from chat.pages import home, views

HTMX = {"HTTP_HX_REQUEST": "true"}


@pytest.fixture
def page(client: Client, employee: User) -> Client:
    client.force_login(employee)
    return client


@pytest.fixture
def thread(employee: User) -> Thread:
    return Thread.objects.create(owner=employee, assistant="pa_dealing", title="Savings trade")


def say(thread: Thread, number: int, text: str, **fields: Any) -> Turn:
    values = {"status": "done", "client_id": f"c{number}", **fields}
    turn = Turn.objects.create(thread=thread, number=number, **values)
    Message.objects.create(thread=thread, turn=turn, role="user", content=text)
    Message.objects.create(thread=thread, turn=turn, role="assistant", content=f"About *{text}*")
    Thread.objects.filter(pk=thread.pk).update(turn_count=number)
    return turn


PARTS = ["", "transcript/", "panel/", "earlier/?before=5"]
ACTS = ["rename/", "delete/", "turns/00000000-0000-4000-8000-000000000000/retry/"]


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.every_case
def test_somebody_elses_thread_is_not_found(client: Client, outsider: User, thread: Thread, part: str) -> None:
    client.force_login(outsider)
    assert client.get(f"/threads/{thread.pk}/{part}").status_code == 404


@pytest.mark.parametrize("part", ACTS)
def test_nobody_acts_on_somebody_elses_thread(client: Client, admin: User, thread: Thread, part: str) -> None:
    client.force_login(admin)
    assert client.post(f"/threads/{thread.pk}/{part}", {"title": "Mine"}).status_code == 404
    thread.refresh_from_db()
    assert (thread.title, thread.deleted_at) == ("Savings trade", None)


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.every_case
def test_who_is_not_signed_in_is_asked_to_sign_in(client: Client, thread: Thread, part: str) -> None:
    response = client.get(f"/threads/{thread.pk}/{part}")
    assert response.status_code == 302
    assert response["Location"].startswith("/accounts/login/?next=/threads/")
    assert client.get("/?q=a").status_code == 302


@pytest.mark.parametrize("part", ACTS)
def test_every_form_needs_its_token(employee: User, thread: Thread, part: str) -> None:
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(employee)
    assert strict.post(f"/threads/{thread.pk}/{part}").status_code == 403
    assert strict.post("/threads/", {"assistant": "pa_dealing"}).status_code == 403


@pytest.mark.parametrize("part", ["rename/", "delete/"])
def test_a_link_changes_nothing(page: Client, thread: Thread, part: str) -> None:
    assert page.get(f"/threads/{thread.pk}/{part}").status_code == 405


def test_the_home_page_shows_the_assistants_and_only_ones_own_threads(
    page: Client, thread: Thread, colleague: User
) -> None:
    Thread.objects.create(owner=colleague, assistant="pa_dealing", title="Not yours")
    say(thread, 1, "Some words of mine")
    html = page.get("/").content.decode()
    assert "Start a conversation" in html
    assert "Savings trade" in html
    assert "Some words of mine" in html
    assert "Not yours" not in html


def test_a_thread_of_an_assistant_that_was_removed_is_listed_and_cannot_be_opened(page: Client, employee: User) -> None:
    gone = Thread.objects.create(owner=employee, assistant="gone", title="Old one")
    assert "Old one" in page.get("/").content.decode()
    assert page.get(f"/threads/{gone.pk}/").status_code == 404


def test_a_search_finds_every_word_in_titles_and_messages(page: Client, thread: Thread, employee: User) -> None:
    Thread.objects.create(owner=employee, assistant="pa_dealing", title="Apple")
    say(thread, 1, "about my pension")
    listing = page.get("/?q=savings+PENSION", **HTMX).content.decode()
    assert "Savings trade" in listing
    assert "Apple" not in listing
    assert "<html" not in listing
    assert "Nothing found" in page.get("/?q=pension+zebra", **HTMX).content.decode()


def test_a_search_box_takes_what_no_database_stores(page: Client) -> None:
    response = page.get("/?q=%00%ED%A0%80%25_%5C'", **HTMX)
    assert response.status_code == 200


def test_a_page_that_the_browser_goes_back_to_is_whole(page: Client) -> None:
    html = page.get("/?q=a", **HTMX, HTTP_HX_HISTORY_RESTORE_REQUEST="true").content.decode()
    assert "<html" in html
    assert "HX-Request" in page.get("/")["Vary"]


def test_older_threads_come_a_page_at_a_time(page: Client, employee: User) -> None:
    for number in range(home.THREADS_A_PAGE * 2 + 1):
        Thread.objects.create(owner=employee, assistant="pa_dealing", title=f"Number {number:02}")
    seen: list[str] = []
    address = "/"
    for _ in range(3):
        html = page.get(address).content.decode()
        seen += re.findall(r'class="thread-title">Number (\d\d)', html)
        more = re.search(r'href="(/\?before=[^"]+)"', html)
        address = more[1].replace("&amp;", "&") if more else ""
    assert address == ""
    assert sorted(seen, reverse=True) == seen
    assert len(set(seen)) == len(seen) == home.THREADS_A_PAGE * 2 + 1
    assert page.get("/?before=never").status_code == 200


def test_the_home_page_takes_the_same_queries_for_one_thread_as_for_many(page: Client, employee: User) -> None:
    def queries() -> int:
        with CaptureQueriesContext(connection) as seen:
            page.get("/")
        return len(seen)

    Thread.objects.create(owner=employee, assistant="pa_dealing", title="The first")
    queries()  # The first page of a person keeps their language.
    few = queries()
    for _ in range(20):
        Thread.objects.create(owner=employee, assistant="pa_dealing", title="Another")
    # One of them asks the assistant how its conversations stand.
    assert queries() == few <= 6


def test_a_conversation_starts_with_a_draft_that_is_not_sent(page: Client) -> None:
    response = page.post("/threads/", {"assistant": "pa_dealing", "draft": "I want to buy <b>"})
    thread = Thread.objects.get()
    assert response["Location"] == f"/threads/{thread.pk}/?draft=I+want+to+buy+%3Cb%3E"
    html = page.get(response["Location"]).content.decode()
    assert "I want to buy &lt;b&gt;</textarea>" in html
    assert Turn.objects.count() == 0


def test_an_unknown_assistant_starts_nothing(page: Client) -> None:
    assert page.post("/threads/", {"assistant": "nobody"}).status_code == 400
    assert Thread.objects.count() == 0


def test_a_thread_is_renamed(page: Client, thread: Thread) -> None:
    response = page.post(f"/threads/{thread.pk}/rename/", {"title": "  My\x00 \n trade ", "next": "/?q=x"})
    thread.refresh_from_db()
    assert (thread.title, response["Location"]) == ("My\ufffd trade", "/?q=x")
    page.post(f"/threads/{thread.pk}/rename/", {"title": "   "})
    thread.refresh_from_db()
    assert thread.title == "My\ufffd trade"


@pytest.mark.parametrize("address", ["https://evil.example/", "//evil.example/", "javascript:alert(1)", ""])
def test_a_rename_leads_nowhere_else(page: Client, thread: Thread, address: str) -> None:
    response = page.post(f"/threads/{thread.pk}/rename/", {"title": "A", "next": address})
    assert response["Location"] == f"/threads/{thread.pk}/"


def test_a_deleted_thread_is_hidden_and_its_rows_stay(page: Client, thread: Thread) -> None:
    say(thread, 1, "hello")
    assert page.post(f"/threads/{thread.pk}/delete/").status_code == 302
    assert page.get(f"/threads/{thread.pk}/").status_code == 404
    assert "thread-title" not in page.get("/").content.decode()
    assert Message.objects.filter(thread=thread).count() == 2


def test_the_conversation_is_whole_without_a_script(page: Client, thread: Thread) -> None:
    say(thread, 1, "two words")
    html = page.get(f"/threads/{thread.pk}/").content.decode()
    assert "About <em>two words</em>" in html
    assert 'role="log"' in html
    assert f'data-socket="/ws/threads/{thread.pk}/?blocks=1"' in html
    assert 'id="announcer" class="sr-only" aria-live="polite"' in html


def test_earlier_turns_are_loaded_in_front(page: Client, thread: Thread) -> None:
    for number in range(1, 56):
        say(thread, number, f"word-{number:02}")
    html = page.get(f"/threads/{thread.pk}/").content.decode()
    assert f"/threads/{thread.pk}/earlier/?before=6" in html
    assert "<p>word-06</p>" in html
    assert "<p>word-05</p>" not in html
    html = page.get(f"/threads/{thread.pk}/earlier/?before=6").content.decode()
    assert re.findall(r"<p>word-(\d\d)</p>", html) == ["01", "02", "03", "04", "05"]
    assert "earlier/" not in html
    assert page.get(f"/threads/{thread.pk}/earlier/?before=x").status_code == 400


def test_a_retry_is_passed_on_for_the_person(
    page: Client, thread: Thread, employee: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    turn = say(thread, 1, "hello", status="failed")
    asked: list[tuple[Any, int]] = []
    monkeypatch.setattr(runs, "start_retry", lambda turn_id, user_id: asked.append((turn_id, user_id)))
    assert page.post(f"/threads/{thread.pk}/turns/{turn.pk}/retry/").status_code == 204
    assert asked == [(turn.pk, employee.pk)]


def test_a_retry_that_cannot_be_says_why(page: Client, thread: Thread, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(turn_id: object, user_id: int) -> None:
        raise TurnRefused("not_retryable", 409)

    turn = say(thread, 1, "hello")
    monkeypatch.setattr(runs, "start_retry", refuse)
    response = page.post(f"/threads/{thread.pk}/turns/{turn.pk}/retry/")
    assert response.status_code == 409
    assert b"cannot be retried" in response.content


def test_the_page_says_that_there_is_no_model_to_those_who_can_set_one(
    page: Client, admin: User, thread: Thread, settings: Any
) -> None:
    banner = "Running on built-in rules, no language model is configured"
    assert banner not in page.get("/").content.decode()
    page.force_login(admin)
    Thread.objects.filter(pk=thread.pk).update(owner=admin)
    assert banner in page.get("/").content.decode()
    html = page.get(f"/threads/{thread.pk}/").content.decode()
    assert banner in html
    assert "OPENAI_API_KEY" in html
    settings.CHAT_MODEL = "openai:some-model"
    settings.ASSISTANT_MODELS = {}
    assert banner not in page.get("/").content.decode()


def policy(client: Client, address: str) -> dict[str, str]:
    header = client.get(address)["Content-Security-Policy"]
    return {name: rest for name, _, rest in (part.strip().partition(" ") for part in header.split(";"))}


def test_the_policy_of_the_pages_has_no_unsafe_word(page: Client, thread: Thread) -> None:
    for address in ("/", f"/threads/{thread.pk}/", "/accounts/login/", "/v1/docs/", "/nowhere/", "/healthz"):
        directives = policy(page, address)
        assert "unsafe" not in str(directives), address
        assert directives["default-src"] == "'none'"
        assert directives["frame-ancestors"] == "'none'"
        assert "http" not in str(directives), address


def test_the_policy_of_the_admin_is_its_own_and_has_no_foreign_origin(client: Client, admin: User) -> None:
    client.force_login(admin)
    directives = policy(client, "/admin/")
    assert "'unsafe-eval'" in directives["script-src"]
    assert "'unsafe-inline'" not in directives["script-src"]
    assert "'unsafe-inline'" in directives["style-src"]
    assert "http" not in str(directives)


def test_no_page_holds_an_inline_script_style_or_handler(page: Client, thread: Thread) -> None:
    say(thread, 1, "hello")
    for address in ("/", f"/threads/{thread.pk}/", "/nowhere/", "/v1/docs/"):
        html = page.get(address).content.decode()
        assert not re.search(r"<script(?![^>]*\bsrc=)", html), address
        assert "<style" not in html
        assert not re.search(r"\s(style|on[a-z]+)=\"", html), address
        assert not re.search(r"(src|href)=\"(https?:)?//", html), address


def test_a_page_is_sent_compressed_to_who_asks_for_it_and_what_a_program_reads_is_not(
    page: Client, thread: Thread
) -> None:
    asks = {"Accept-Encoding": "gzip, deflate"}
    for path in ("/", f"/threads/{thread.pk}/"):
        plain, sent = page.get(path), page.get(path, headers=asks)
        assert "Content-Encoding" not in plain.headers
        assert sent.headers["Content-Encoding"] == "gzip"
        assert len(sent.content) < len(plain.content) / 2
        assert b"</html>" in gzip.decompress(sent.content)
        assert "Accept-Encoding" in sent.headers["Vary"]
    assert "Content-Encoding" not in page.get("/v1/threads/", headers=asks).headers


def test_the_interface_is_described_and_can_be_tried(page: Client) -> None:
    assert page.get("/v1/schema/").status_code == 200
    assert b"swagger-ui-bundle.js" in page.get("/v1/docs/").content
    script = page.get("/v1/docs/?script=")
    assert script["Content-Type"].startswith("application/javascript")


def test_the_process_is_up_without_a_database(client: Client) -> None:
    """A test without the db fixture fails at its first query."""
    assert client.get("/healthz").json() == {"status": "ok"}


@pytest.mark.django_db
def test_it_is_ready_when_every_migration_is_applied(client: Client) -> None:
    assert client.get("/readyz").json() == {"status": "ok"}
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM django_migrations WHERE app = 'sessions'")
    response = client.get("/readyz")
    assert response.status_code == 503
    assert "Migrations are not applied: 1" in response.json()["detail"]


@pytest.mark.django_db
def test_it_is_not_ready_when_nothing_can_be_written(
    client: Client, monkeypatch: pytest.MonkeyPatch, settings: Settings
) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL transaction_read_only = on")
    response = client.get("/readyz")
    assert (response.status_code, "takes no writes" in response.json()["detail"]) == (503, True)
    settings.EMBEDDED_POSTGRES = True
    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=10**6))
    response = client.get("/readyz")
    assert (response.status_code, "1 MB are free" in response.json()["detail"]) == (503, True)


def test_it_is_not_ready_without_a_database(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    from django.db import OperationalError

    def fail(*_: object) -> None:
        raise OperationalError("no route")

    monkeypatch.setattr(views, "MigrationExecutor", fail)
    response = client.get("/readyz")
    assert response.status_code == 503
    assert response.json()["detail"] == "The database does not answer (OperationalError)."


def test_five_wrong_passwords_pause_signing_in(client: Client, employee: User) -> None:
    for _ in range(5):
        response = client.post("/accounts/login/", {"username": "employee", "password": "wrong"})
    assert response.status_code == 429
    assert b"Signing in is paused" in response.content
    assert client.post("/accounts/login/", {"username": "employee", "password": "employee-password"}).status_code == 429


def test_signing_in_and_out(client: Client, employee: User) -> None:
    wrong = client.post("/accounts/login/", {"username": "employee", "password": "wrong"})
    assert b"do not go together" in wrong.content
    right = client.post(
        "/accounts/login/?next=/threads/", {"username": "employee", "password": "employee-password", "next": "/?q=a"}
    )
    assert right["Location"] == "/?q=a"
    assert client.get("/").status_code == 200
    assert client.get("/accounts/logout/").status_code == 405
    assert client.post("/accounts/logout/")["Location"] == "/accounts/login/"
    assert client.get("/").status_code == 302


@pytest.mark.parametrize("before", ["2024-13-45T00:00:00", "2024-02-30T00:00:00Z", "yesterday", "\x00", "9" * 400])
def test_a_time_that_is_none_gives_the_first_page(page: Client, thread: Thread, before: str) -> None:
    answer = page.get("/", {"before": before})
    assert answer.status_code == 200
    assert "Savings trade" in answer.content.decode()


@pytest.mark.parametrize(
    "before", ["", "2024-01-31T00:00:00", "0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-12:00"]
)
def test_a_time_with_or_without_a_zone_is_one(page: Client, thread: Thread, before: str) -> None:
    answer = page.get("/", {"before": before})
    assert answer.status_code == 200
    assert ("Savings trade" in answer.content.decode()) is (before in ("", "9999-12-31T23:59:59-12:00"))


@pytest.mark.parametrize("object_id", ["1", "not-a-uuid", "_00", "00000000-0000-4000-8000-000000000000"])
def test_the_admin_knows_no_page_of_what_has_none(client: Client, admin: User, object_id: str) -> None:
    client.force_login(admin)
    for kind in (*ContentType.objects.values_list("pk", flat=True), "999999", "x"):
        assert client.get(f"/admin/r/{kind}/{object_id}/").status_code == 404


def test_who_is_no_staff_is_sent_away_from_the_pages_of_the_admin(page: Client) -> None:
    assert page.get("/admin/r/1/1/").status_code == 302
