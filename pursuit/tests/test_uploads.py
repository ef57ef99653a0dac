"""Files that are dropped: read before the lock, kept under it, tried in one turn, and nothing of them lost."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import Any, get_args

import pytest
from django.contrib.auth.models import User
from django.db import connection, connections
from django.test import Client
from django.urls import reverse
from procrastinate.contrib.django.models import ProcrastinateJob

from audit.trail import Actor
from chat.api.sharing import share_with_person
from chat.live import runs
from chat.models import Thread, Turn
from chat.pages import uploads as chat_uploads
from chat.turns.run import claim_turn
from chat.turns.turn import TurnRun
from llm.interface import Embedder, ModelError
from pursuit import jobs, pursuing
from pursuit.lookups import documents
from pursuit.material import brought, uploads
from pursuit.models import Material
from pursuit.tests.shared import Talk, store_policies
from pursuit.tests.test_lifecycle import THREE
from pursuit.tests.test_material import SCHEDULE
from retrieval.index import spaces
from retrieval.models import Chunk, Embedding
from retrieval.reading.document import Code
from retrieval.tests.documents import pdf

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("read_here")]
FEES = ("fees.txt", SCHEDULE.encode())
RIDES = b"Rides are told on the member line."
DUTCH = {"accept_language": "nl"}


@pytest.fixture
def talk(employee: User) -> Talk:
    store_policies()
    talk = Talk(employee)
    talk.say(THREE)
    return talk


def said(talk: Talk) -> list[str]:
    """What stands in the thread as the person's words, the oldest first."""
    turns = Turn.objects.filter(thread=talk.thread, messages__role="user").order_by("number")
    return list(turns.values_list("messages__content", flat=True))


def test_a_dropped_pdf_is_kept_at_once_and_its_turn_closes_the_objective(talk: Talk) -> None:
    answer = talk.upload(("fees.pdf", pdf([SCHEDULE])))
    assert answer.status_code == 200, answer.content.decode()
    assert said(talk)[1:] == ["I added “fees.pdf”."]
    assert "I read “fees.pdf”." in talk.reply
    assert "31,000 dollars" in talk.reply
    assert "We've resolved your question." in talk.reply
    assert talk.state["objective_status"] == "resolved"
    assert talk.record.parts[2].answered_by == "material"


def test_several_files_are_one_turn_and_one_that_cannot_be_read_takes_none_along(talk: Talk) -> None:
    answer = talk.upload(("rides.txt", RIDES), ("tool.pdf", b"MZ\x90\x00" * 50), FEES, hx_request="true")
    assert answer.status_code == 200
    assert "tool.pdf" in answer.content.decode()
    assert said(talk)[1:] == ["I added “fees.txt” and “rides.txt”."]
    assert talk.state["objective_status"] == "resolved"
    kept = dict(Material.objects.filter(thread=talk.thread).values_list("name", "status"))
    assert kept == {"rides.txt": "read", "tool.pdf": "refused", "fees.txt": "read"}


@pytest.mark.parametrize(
    "name",
    ["never mind.txt", "www.example.com.txt", "¿Qué está cubierto por el seguro médico?.txt", f"{'x' * 190}.txt"],
)
def test_the_name_of_a_file_is_never_read_as_words(talk: Talk, name: str) -> None:
    talk.upload((name, SCHEDULE.encode()))
    assert talk.state["objective_status"] == "resolved", talk.reply
    assert len(talk.record.parts) == 3


@pytest.mark.parametrize("client_id", ["upload-{row}", "upload-x", "upload-"])
def test_words_that_a_program_calls_an_upload_are_read_as_words(talk: Talk, client_id: str) -> None:
    talk.upload(("rides.txt", RIDES))
    Turn.objects.filter(client_id__startswith="upload-").update(client_id="before")
    turn = runs.begin(talk.thread.pk, talk.owner.pk, "never mind", client_id.format(row=Material.objects.get().pk))
    assert isinstance(turn, TurnRun)
    runs.run_here(turn)
    assert talk.state["objective_status"] == "user_ended"


def test_a_file_that_comes_before_any_question_is_searched_by_the_first_one(employee: User) -> None:
    talk = Talk(employee)
    talk.upload(("Is an MRI covered?.txt", SCHEDULE.encode()))
    assert talk.record.row is None
    assert "What do you want to know from it?" in talk.reply
    assert "31,000 dollars" in talk.say("What is the reimbursement rate for cochlear implants?")


def test_a_file_that_comes_while_an_answer_is_on_its_way_is_kept_told_and_tried_next(talk: Talk) -> None:
    running = claim_turn(talk.thread.pk, talk.owner.pk, "And rides?", "tab-1")
    assert isinstance(running, TurnRun)
    answer = talk.upload(FEES, hx_request="true").content.decode()
    assert "Kept: fees.txt. An answer is on its way" in answer
    assert Material.objects.get().status == "read"
    assert talk.statuses == ["answered", "answered", "failed"]
    Turn.objects.filter(pk=running.id).update(status="stopped")
    assert "31,000 dollars" in talk.say("try again")


def test_a_file_that_comes_while_a_turn_looks_is_used_by_that_turn(talk: Talk, monkeypatch: pytest.MonkeyPatch) -> None:
    judge, sent = documents.judge.judge, []

    def and_drop(*given: Any) -> Any:
        finding = judge(*given)
        if not sent:
            sent.append(talk.drop(FEES))
        return finding

    monkeypatch.setattr(documents.judge, "judge", and_drop)
    reply = talk.say("And how many hours ahead are rides to appointments arranged?")
    assert "31,000 dollars" in reply
    assert talk.statuses == ["answered"] * 4


def test_a_file_that_comes_when_a_turn_has_looked_is_new_to_the_next(
    talk: Talk, monkeypatch: pytest.MonkeyPatch
) -> None:
    new_documents = pursuing.new_documents

    def and_drop(row: Any, *since: Any) -> Any:
        documents = new_documents(row, *since)
        if since:
            talk.drop(FEES)
        return documents

    with monkeypatch.context() as patch:
        patch.setattr(pursuing, "new_documents", and_drop)
        assert "31,000 dollars" not in talk.say("try again")
    assert "31,000 dollars" in talk.say("try again")


def test_a_file_that_is_too_large_or_no_document_is_refused_with_a_sentence(talk: Talk, settings: Any) -> None:
    settings.PURSUIT_UPLOAD_MB = 1
    large = talk.upload(("big.txt", b"word " * 300_000))
    assert large.status_code == 409
    assert "big.txt has 1.5 MB; at most 1 MB are read." in large.content.decode()
    assert "big.txt is 1.5 MB groot" in talk.upload(("big.txt", b"word " * 300_000), **DUTCH).content.decode()
    program = talk.upload(("tool.pdf", b"MZ\x90\x00" * 50))
    assert program.status_code == 409
    assert "tool.pdf" in program.content.decode()
    assert talk.upload().status_code == 409
    assert talk.statuses == ["answered", "answered", "failed"]
    assert len(said(talk)) == 1


def test_every_reason_of_a_reader_is_told_in_dutch_on_a_dutch_page(talk: Talk) -> None:
    assert set(uploads.REFUSED) == set(get_args(Code))
    upload_page = talk.upload(("tool.pdf", b"MZ\x90\x00" * 50), ("empty.txt", b" "), hx_request="true", **DUTCH)
    assert "tool.pdf wordt niet gelezen." in upload_page.content.decode()
    assert "empty.txt is leeg" in upload_page.content.decode()
    assert "is a Windows program" in Material.objects.get(name="tool.pdf").problem


def test_of_one_upload_twenty_files_are_read_and_the_others_are_named(talk: Talk) -> None:
    files = [(f"{number}.txt", f"Note {number} of the rides.".encode()) for number in range(22)]
    answer = talk.upload(*files).content.decode()
    assert "20.txt was not read" in answer
    assert "21.txt was not read" in answer
    assert Material.objects.count() == 20
    assert said(talk)[1:] == ["I added “0.txt”, “1.txt”, “10.txt”, “11.txt” and 16 more documents."]


def test_files_that_are_too_much_together_or_read_for_too_long_are_to_be_sent_again(
    talk: Talk, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.PURSUIT_UPLOAD_MB = 1
    files = [(f"{number}.txt", f"Note {number} of the rides. ".encode() * 38_000) for number in range(4)]
    answer = talk.upload(*files).content.decode()
    assert "3.txt was not read: it was too much for one upload. Send it again by itself." in answer
    assert set(Material.objects.values_list("name", flat=True)) == {"0.txt", "1.txt", "2.txt"}
    monkeypatch.setattr(uploads, "READING_S", -1)
    assert talk.upload(FEES).status_code == 409


# --- Too much at once -----------------------------------------------------------------------------------------------


def test_more_uploads_than_a_person_means_are_refused_with_the_time(talk: Talk, settings: Any) -> None:
    settings.UPLOADS_PER_MINUTE = 1
    assert talk.upload(FEES).status_code == 200
    program, script = talk.upload(("more.txt", RIDES)), talk.upload(("more.txt", RIDES), hx_request="true")
    browser = talk.upload(("more.txt", RIDES), accept="text/html,*/*")
    for answer, kind in ((program, "application/json"), (script, "text/plain"), (browser, "text/html")):
        assert answer.status_code == 429
        assert answer["Content-Type"].startswith(kind)
        assert 30 <= int(answer["Retry-After"]) <= 60
        assert "1 uploads a minute" in answer.content.decode()
    assert program.json()["code"] == "limit_reached"
    assert "<h1>Not right now</h1>" in browser.content.decode()
    assert Material.objects.count() == 1


def test_an_upload_waits_for_those_that_are_read_and_not_for_ever(talk: Talk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chat_uploads, "_at_work", threading.BoundedSemaphore(1))
    monkeypatch.setattr(chat_uploads, "_PATIENCE_S", 0.1)
    with chat_uploads.reading_files():
        busy = talk.upload(FEES)
    assert (busy.status_code, busy.json()["code"], bool(busy["Retry-After"])) == (503, "busy", True)
    assert talk.upload(FEES).status_code == 200


def test_no_connection_is_held_while_a_file_is_read(talk: Talk, monkeypatch: pytest.MonkeyPatch) -> None:
    held: list[object] = []
    read_file = brought.read_file

    def looking(*given: Any) -> Any:
        held.append(connection.connection)
        return read_file(*given)

    monkeypatch.setattr(brought, "read_file", looking)
    talk.upload(FEES, ("rides.txt", RIDES))
    assert held == [None, None]


def test_a_text_as_long_as_a_library_is_refused_with_its_sentence(talk: Talk) -> None:
    answer = talk.upload(("all.txt", b"The schedule is reviewed. " * 180_000))
    assert answer.status_code == 409
    assert "has more than 4,000,000 characters of text. Give a smaller part of it." in answer.content.decode()


# --- What a conversation holds --------------------------------------------------------------------------------------


def fill(talk: Talk, count: int) -> None:
    talk.upload(("first.txt", RIDES))
    first = Material.objects.get()
    Material.objects.bulk_create(
        Material(
            thread=talk.thread, kind="file", name=f"{number}.txt", status="read",
            document_id=first.document_id, uploaded_by=talk.owner,
        )
        for number in range(count - 1)
    )  # fmt: skip


def test_the_301st_document_is_refused_with_its_sentence_and_the_300th_is_not(talk: Talk) -> None:
    fill(talk, 299)
    assert talk.upload(("three hundred.txt", b"The last note.")).status_code == 200
    refused = talk.upload(FEES)
    assert refused.status_code == 409
    assert "fees.txt was not kept: a conversation holds 300 documents and links." in refused.content.decode()
    assert Material.objects.filter(thread=talk.thread, status="read").count() == 300
    assert talk.statuses == ["answered", "answered", "failed"]


@pytest.mark.parametrize("asked", [True, False])
def test_two_uploads_at_once_do_not_both_become_the_300th(
    employee: User, monkeypatch: pytest.MonkeyPatch, asked: bool
) -> None:
    store_policies()
    talk = Talk(employee)
    if asked:
        talk.say(THREE)
    fill(talk, 299)
    both_read = threading.Barrier(2)
    make_ready = brought.make_ready

    def together(*given: Any) -> Any:
        ready = make_ready(*given)
        both_read.wait(20)
        return ready

    monkeypatch.setattr(brought, "make_ready", together)
    answers: list[int] = []

    def send(number: int) -> None:
        answers.append(talk.upload((f"late {number}.txt", f"Late note {number}.".encode())).status_code)
        connection.close()

    senders = [threading.Thread(target=send, args=(number,)) for number in range(2)]
    for sender in senders:
        sender.start()
    for sender in senders:
        sender.join(60)
    talk.wait()
    assert sorted(answers) == [200, 409]
    assert Material.objects.filter(thread=talk.thread).count() == 300


# --- The lock -------------------------------------------------------------------------------------------------------


class Watching:
    """An embedder that looks from another connection, while it works, whether the objective can be locked."""

    def __init__(self, inner: Embedder) -> None:
        self.inner, self.free = inner, []  # type: ignore[var-annotated]

    def embed(self, texts: Sequence[str], task: Any, **more: Any) -> Sequence[Sequence[float]]:
        if task == "document":
            self.free.append(objective_is_free())
        return self.inner.embed(texts, task, **more)


def objective_is_free() -> bool:
    """Whether another connection could lock it now."""
    other = connections["default"].copy()
    try:
        with other.cursor() as cursor:
            cursor.execute("SELECT count(*) FROM (SELECT 1 FROM pursuit_masterobjective FOR UPDATE SKIP LOCKED) free")
            return bool(cursor.fetchone()[0])
    finally:
        other.close()


@pytest.mark.parametrize("way", ["upload", "link"])
def test_nothing_is_locked_while_an_embedder_works_or_its_vectors_are_indexed(
    talk: Talk, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    made: list[Watching] = []
    embedder_of = spaces.embedder_of

    def watched(space: Any) -> Watching:
        made.append(Watching(embedder_of(space)))
        return made[-1]

    indexed: list[bool] = []
    write_vectors = spaces.write_vectors

    def index(vectors: Any, part: int = 0) -> int:
        indexed.append(objective_is_free())
        return write_vectors(vectors, part)

    monkeypatch.setattr(spaces, "write_vectors", index)
    monkeypatch.setattr(spaces, "embedder_of", watched)
    if way == "upload":
        talk.upload(FEES)
    else:
        talk.say(SCHEDULE + "The schedule is reviewed each year by the payer. " * 14)
    looked = [free for moment in made for free in moment.free]
    assert looked
    assert all(looked + indexed)
    assert indexed
    assert Embedding.objects.filter(chunk__collection__name=brought.thread_collection(talk.thread.pk)).count() == 1
    assert talk.state["objective_status"] == "resolved"


def test_a_file_is_found_by_its_words_when_the_embedder_is_away(talk: Talk, monkeypatch: pytest.MonkeyPatch) -> None:
    def away(*given: Any) -> Any:
        raise ModelError("unavailable", "no embedder")

    with monkeypatch.context() as patch:
        patch.setattr(spaces, "vectors_of", away)
        assert talk.upload(FEES).status_code == 200
    assert talk.state["objective_status"] == "resolved"
    assert vectors(talk) == (0, 1)
    (job,) = ProcrastinateJob.objects.filter(task_name="pursuit.embed_material")
    jobs.embed_material(**job.args)
    assert vectors(talk) == (1, 1)


def test_a_long_document_is_searched_at_once_and_gets_its_vectors_by_a_job(talk: Talk) -> None:
    long = "\n\n".join(
        f"Paragraph {n}. " + "The schedule is reviewed each year by the payer. " * 40 for n in range(700)
    )
    talk.upload(("long.txt", f"{SCHEDULE}\n\n{long}".encode()))
    assert talk.state["objective_status"] == "resolved"
    made, chunks = vectors(talk)
    assert made == 0
    assert chunks > 300
    (job,) = ProcrastinateJob.objects.filter(task_name="pursuit.embed_material")
    jobs.embed_material(**job.args)
    assert vectors(talk) == (chunks, chunks)


def vectors(talk: Talk) -> tuple[int, int]:
    """How many of the chunks that the conversation holds have a vector, and how many there are."""
    chunks = Chunk.objects.filter(collection__name=brought.thread_collection(talk.thread.pk))
    return Embedding.objects.filter(chunk__in=chunks).count(), chunks.count()


# --- Whose it is ----------------------------------------------------------------------------------------------------


def test_a_stranger_and_a_reader_upload_nothing_and_take_nothing_up(talk: Talk, colleague: User) -> None:
    theirs = Talk(colleague, talk.thread)
    row = talk.record.row
    assert row is not None
    browser = Client()
    browser.force_login(colleague)
    for _ in range(2):
        assert theirs.upload(FEES).status_code == 404
        assert browser.post(reverse("pursuit-retry", args=[row.pk])).status_code == 404
        share_with_person(talk.thread, colleague, by=Actor(talk.owner.pk, talk.thread.pk), may_talk=False)
    assert not Material.objects.exists()
    page = browser.get(reverse("thread", args=[talk.thread.pk])).content.decode()
    assert 'id="attach"' not in page


def test_only_a_conversation_that_takes_files_offers_a_place_for_them(talk: Talk) -> None:
    browser = Client()
    browser.force_login(talk.owner)
    other = Thread.objects.create(owner=talk.owner, assistant="retirement")
    assert 'id="attach"' in browser.get(reverse("thread", args=[talk.thread.pk])).content.decode()
    shown = browser.get(reverse("thread", args=[other.pk])).content.decode()
    assert 'id="attach"' not in shown
    assert "attach.js" not in shown
