"""Starting a session: what it answers, what it keeps, what it refuses, and that a refusal leaves nothing behind."""

from __future__ import annotations

import json
import threading
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection

from audit.models import AuditEntry
from chat.models import Thread
from conftest import person
from investor_review import jobs
from investor_review.intake import evidence, start
from investor_review.intake.payload import BadPayload, read_payload
from investor_review.models import NitpickIssue, ReviewSession
from investor_review.tests.shared import Program, nitpick, payload
from retrieval.models import Chunk, Collection

SCRIPT = "<script>alert(1)</script><img src=x onerror=alert(1)>"


def known_ids(session: ReviewSession) -> set[str]:
    """The ids of every chunk of the session; a long one is stored in parts."""
    keys = Chunk.objects.filter(collection__name=session.collection).values_list("key", flat=True)
    return {evidence.chunk_id_of(key) for key in keys}


def refused(program: Program, **changes: Any) -> dict[str, Any]:
    """What a start with these changes is refused with; nothing of it is stored."""
    answer = program.start(**changes)
    assert answer.status_code == 400, answer.content
    assert ReviewSession.objects.count() == NitpickIssue.objects.count() == Thread.objects.count() == 0
    assert not Chunk.objects.exists()
    body: dict[str, Any] = answer.json()
    assert body["code"] == "invalid"
    return body


def test_a_start_is_read_back(program: Program) -> None:
    started = program.start()
    assert started.status_code == 201, started.content
    session = program.get("/sess_001").json()
    assert started.json() == {**session, "warnings": []}
    assert (session["session_id"], session["company_name"]) == ("sess_001", "Acme Climate Tech")
    assert (session["doc_id"], session["doc_title"]) == ("doc_001", "Climate Contract v3")
    assert (session["green_score"], session["status"], session["outcome"]) == (72.5, "active", None)
    sent = payload()["nitpicks"]
    assert session["nitpicks"] == [
        {**nitpick, "accepted_change_instructions": "", "left_as_is": ""} for nitpick in sent
    ]
    assert session["counters"] == {
        **{
            "nitpicks": 3,
            "open": 3,
            "in_progress": 0,
            "resolved": 0,
            "high": 1,
            "medium": 1,
            "low": 1,
            "accepted": 0,
            "left_as_is": 0,
        },
        **{"chunks": 3, "chunks_embedded": 3},
    }
    assert session["cited_chunks"] == ["doc_001:c001", "doc_001:c002", "doc_001:c003"]


def test_texts_come_from_their_own_addresses_only(program: Program) -> None:
    program.start()
    assert b"Supplier emissions" not in program.get("/sess_001").content
    document = program.get("/sess_001/document").json()
    assert document["full_document_text"] == payload()["full_document_text"]
    assert program.get("/sess_001/chunks/doc_001:c002").json() == payload()["document_chunks"][1]
    assert program.get("/sess_001/chunks/doc_001:c999").status_code == 404


def test_the_last_slash_may_be_there_or_not(program: Program) -> None:
    assert program.post("/sess_001/start/", payload()).status_code == 201
    for path in ("/sess_001", "/sess_001/document", "/sess_001/chunks/doc_001:c002", "/sess_001/generations"):
        assert program.get(path).json() == program.get(f"{path}/").json()


def test_the_same_start_again_is_a_conflict_that_says_so_and_changes_nothing(program: Program) -> None:
    program.start()
    before = program.get("/sess_001").json()
    again = program.start()
    assert again.status_code == 409
    assert (again.json()["code"], again.json()["identical"]) == ("session_exists", True)
    other = program.start(green_score=10)
    assert other.status_code == 409
    assert (other.json()["code"], other.json()["identical"]) == ("session_exists", False)
    assert "force=true" in other.json()["detail"]
    assert program.get("/sess_001").json() == before
    assert ReviewSession.objects.count() == Thread.objects.count() == 1
    assert AuditEntry.objects.filter(action="review.started").count() == 1


def test_the_order_of_keys_does_not_make_another_payload(program: Program) -> None:
    program.start()
    turned = dict(reversed(payload().items()))
    assert program.post("/sess_001/start", turned).json()["identical"] is True


@pytest.mark.parametrize("way", ["body", "query"])
def test_force_replaces_and_keeps_what_was(program: Program, investor: User, way: str) -> None:
    program.start()
    program.post("/sess_001/share", {"user": "investor"})
    program.ask("PATCH", "/sess_001/nitpicks/issue_001", {"status": "resolved"})
    program.post("/sess_001/chat", {"message": "What was found?"})
    first = ReviewSession.objects.get()
    changed = payload(green_score=80, nitpicks=[nitpick("issue_009")])
    if way == "body":
        started = program.post("/sess_001/start", {**changed, "force": True})
    else:
        started = program.post("/sess_001/start?force=true", changed)
    assert started.status_code == 201
    session = program.get("/sess_001").json()
    assert (session["green_score"], session["generation"], session["status"]) == (80, 2, "active")
    assert [nitpick["issue_id"] for nitpick in session["nitpicks"]] == ["issue_009"]
    newest, former = program.get("/sess_001/generations/").json()
    assert (newest["generation"], newest["replaced_at"]) == (2, None)
    assert (former["generation"], former["green_score"]) == (1, 72.5)
    assert former["replaced_at"] is not None
    first.refresh_from_db()
    assert first.nitpicks.get(issue_id="issue_001").status == "resolved"
    assert first.conversation_turns.count() == 2
    assert known_ids(first) == {"doc_001:c001", "doc_001:c002", "doc_001:c003"}
    # Whoever it was shared with goes on in the new one.
    assert Program(investor).get("/sess_001").json()["generation"] == 2


@pytest.mark.parametrize("force", [False, "false", "0"])
def test_force_that_is_false_forces_nothing(program: Program, force: Any) -> None:
    program.start()
    if isinstance(force, bool):
        assert program.start(force=force).status_code == 409
    else:
        assert program.post(f"/sess_001/start?force={force}", payload()).status_code == 409


@pytest.mark.parametrize("force", ["true", 1, None, []])
def test_force_that_is_neither_true_nor_false_is_refused(program: Program, force: Any) -> None:
    assert "true or false" in refused(program, force=force)["errors"]["force"][0]
    answer = program.post("/sess_001/start?force=perhaps", payload())
    assert answer.status_code == 400
    assert "'perhaps'" in answer.json()["detail"]


def test_force_on_what_there_is_not_simply_starts(program: Program) -> None:
    assert program.start(force=True).status_code == 201


def test_another_sender_does_not_replace_it(program: Program) -> None:
    program.start()
    other = Program(person("upstream_2", "upstream"))
    for force in (False, True):
        answer = other.start(force=force)
        assert answer.status_code == 409
        assert (answer.json()["code"], answer.json()["identical"]) == ("session_exists", False)
        assert "another sender" in answer.json()["detail"]
    assert ReviewSession.objects.count() == 1
    assert other.get("/sess_001").status_code == 404


def test_what_is_not_of_the_shape_is_ignored_and_named(program: Program) -> None:
    chunk = {**payload()["document_chunks"][0], "embedding": [0.1]}
    sent = nitpick(citations=[], suggested_change="typo")
    answer = program.start(document_chunks=[chunk], nitpicks=[sent, nitpick("i2", suggested_change="x")], version=3)
    assert answer.status_code == 201
    [warning] = answer.json()["warnings"]
    assert (warning["code"], warning["count"]) == ("unknown_fields", 3)
    for name in ("version", "document_chunks[].embedding", "nitpicks[].suggested_change"):
        assert name in warning["detail"]


def test_citations_of_unknown_chunks_are_dropped_logged_and_counted(
    program: Program, caplog: pytest.LogCaptureFixture
) -> None:
    cites = ["doc_001:c001", "doc_001:c004", "doc_001:c001", "doc_001:c005"]
    answer = program.start(nitpicks=[nitpick(citations=cites), nitpick("i2", citations=["elsewhere"])])
    assert [entry["citations"] for entry in answer.json()["nitpicks"]] == [["doc_001:c001"], []]
    [warning] = answer.json()["warnings"]
    assert (warning["code"], warning["count"]) == ("unknown_citations", 3)
    assert "issue_001 cites 'doc_001:c004'" in warning["detail"]
    logged = [entry for entry in caplog.records if "left out" in str(entry.msg)]
    assert len(logged) == 1
    assert logged[0].levelname == "WARNING"
    assert ReviewSession.objects.get().warnings == answer.json()["warnings"]


def test_a_document_without_chunks_or_nitpicks_starts_and_is_told_of(program: Program) -> None:
    answer = program.start(document_chunks=[], nitpicks=[])
    assert answer.status_code == 201
    assert [warning["code"] for warning in answer.json()["warnings"]] == ["no_chunks"]
    assert program.post("/sess_001/chat", {"message": "What was found?"}).json()["status"] == "done"


@pytest.mark.parametrize("name", [name for name in payload() if name != "session_id"])
def test_a_field_that_is_missing_is_named(program: Program, name: str) -> None:
    whole = payload()
    del whole[name]
    answer = program.post("/sess_001/start", whole)
    assert answer.status_code == 400
    assert f"{name} is missing" in answer.json()["errors"][name][0]
    assert not ReviewSession.objects.exists()


@pytest.mark.parametrize("name", ["company_name", "doc_id", "doc_title", "full_document_text"])
@pytest.mark.parametrize(
    ("value", "sentence"),
    [
        (None, "must be a text"),
        (5, "is 5; it must be a text"),
        (["a"], "must be a text"),
        ("", "empty"),
        (" \n", "empty"),
    ],
)
def test_a_text_must_be_one(program: Program, name: str, value: Any, sentence: str) -> None:
    assert sentence in refused(program, **{name: value})["errors"][name][0]


@pytest.mark.parametrize("score", [True, False, None, "72.5", "NaN", [], {}, -0.1, 100.01, 1e300, 10**40])
def test_a_score_is_a_number_from_0_to_100(program: Program, score: Any) -> None:
    body = refused(program, green_score=score)
    assert "must be a number from 0 to 100" in body["errors"]["green_score"][0]


@pytest.mark.parametrize(
    "score",
    [*("NaN", "Infinity", "-Infinity", "1e999", "1e-400", "0." + "1" * 400, "9" * 5000), "1e99999999999999999999"],
)
def test_a_score_that_json_or_the_database_cannot_hold_is_refused(program: Program, score: str) -> None:
    text = json.dumps(payload()).replace("72.5", score)
    answer = program.ask("POST", "/sess_001/start", text)
    assert answer.status_code == 400, answer.content
    assert not ReviewSession.objects.exists()


@pytest.mark.parametrize(
    ("changes", "where", "sentence"),
    [
        ({"document_chunks": None}, "document_chunks", "must be a list"),
        ({"document_chunks": ["text"]}, "document_chunks[0]", "must be an object"),
        ({"document_chunks": [{"text": "a"}]}, "document_chunks[0].chunk_id", "is missing"),
        ({"document_chunks": [{"chunk_id": "a"}]}, "document_chunks[0].text", "is missing"),
        ({"document_chunks": [{"chunk_id": 7, "text": "a"}]}, "document_chunks[0].chunk_id", "is 7"),
        ({"document_chunks": [{"chunk_id": "a", "text": " "}]}, "document_chunks[0].text", "is empty"),
        ({"document_chunks": [{"chunk_id": "a\x1f", "text": "b"}]}, "document_chunks[0].chunk_id", "control"),
        ({"document_chunks": [{"chunk_id": "a\x00", "text": "b"}]}, "document_chunks[0].chunk_id", "control"),
        ({"document_chunks": [{"chunk_id": " a", "text": "b"}]}, "document_chunks[0].chunk_id", "space"),
        ({"document_chunks": [{"chunk_id": "a" * 281, "text": "b"}]}, "document_chunks[0].chunk_id", "281"),
        ({"document_chunks": [{"chunk_id": "a", "text": "b", "citations": "p1"}]}, "document_chunks[0].citations", "list"),
        ({"document_chunks": [{"chunk_id": "a", "text": "b"}] * 2}, "document_chunks[1].chunk_id", "[0] has it already"),
        ({"nitpicks": {}}, "nitpicks", "must be a list"),
        ({"nitpicks": [nitpick(), nitpick()]}, "nitpicks[1].issue_id", "'issue_001', as nitpicks[0]"),
        ({"nitpicks": [nitpick(severity="urgent")]}, "nitpicks[0].severity", "'urgent'; it must be high, medium or low"),
        ({"nitpicks": [nitpick(severity=["high"])]}, "nitpicks[0].severity", "must be high, medium or low"),
        ({"nitpicks": [nitpick(status="done")]}, "nitpicks[0].status", "'done'; it must be open, in_progress or resolved"),
        ({"nitpicks": [nitpick(status=None)]}, "nitpicks[0].status", "is null"),
        ({"nitpicks": [nitpick(title="")]}, "nitpicks[0].title", "is empty"),
        ({"nitpicks": [nitpick(title="a" * 501)]}, "nitpicks[0].title", "501 characters"),
        ({"nitpicks": [nitpick(citations=[1])]}, "nitpicks[0].citations[0]", "is 1"),
        ({"nitpicks": [nitpick(suggested_changes="Add it")]}, "nitpicks[0].suggested_changes", "list of texts"),
        ({"nitpicks": [nitpick(summary=5)]}, "nitpicks[0].summary", "must be a text"),
        ({"session_id": "sess_002"}, "session_id", "'sess_002' and the address has 'sess_001'"),
        ({"session_id": 1}, "session_id", "must be the same"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said_where_it_is(
    program: Program, changes: dict[str, Any], where: str, sentence: str
) -> None:
    body = payload(**changes)
    answer = program.post("/sess_001/start", body)
    assert answer.status_code == 400, answer.content
    assert sentence in answer.json()["errors"][where][0]
    assert not ReviewSession.objects.exists()
    assert not Thread.objects.exists()


def test_all_faults_are_told_at_once_and_many_are_counted(program: Program) -> None:
    body = refused(program, green_score="high", nitpicks=[nitpick(f"i{n}", severity="x") for n in range(300)])
    assert "green_score" in body["errors"]
    assert "nitpicks[3].severity" in body["errors"]
    assert "281 more faults" in body["errors"]["more"][0]


@pytest.mark.parametrize(
    "session_id", ["..", ".hidden", "a b", "a%00b", "ä", "a:b", "-a", "a" * 129, "a" * 300, "a%2Fb", "..%2Fx", "a;b"]
)
def test_a_session_id_is_plain_because_it_names_a_folder(program: Program, session_id: str) -> None:
    answer = program.post(f"/{session_id}/start", payload())
    # A folder of the address itself (..) is resolved by the client, and is then no session at all.
    assert answer.status_code in (400, 404)
    if answer.status_code == 400:
        assert "letters, digits, points, hyphens or underscores" in answer.json()["errors"]["session_id"][0]
    assert not ReviewSession.objects.exists()


@pytest.mark.parametrize(
    "session_id", ["a", "sess_001", "2024.Q3-final", "6f3c1c0e-0000-4000-8000-000000000001", "a" * 128]
)
def test_a_plain_session_id_is_taken(program: Program, session_id: str) -> None:
    assert program.start(session_id).status_code == 201
    assert program.get(f"/{session_id}").json()["session_id"] == session_id


@pytest.mark.parametrize(
    "body", ["", "{", '{"session_id": ', "[]", "null", '"text"', "5", "\xff\xfe", '{"a": ' * 5000 + "1" + "}" * 5000]
)
def test_a_body_that_is_no_json_object_is_refused(program: Program, body: str) -> None:
    answer = program.ask("POST", "/sess_001/start", body.encode("latin-1"))
    assert answer.status_code == 400, answer.content
    assert answer.json()["code"] in ("parse_error", "invalid")
    assert not ReviewSession.objects.exists()


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"])
def test_another_content_type_is_refused(program: Program, kind: str) -> None:
    answer = program.client.generic(
        "POST", "/v1/reviews/sessions/sess_001/start", json.dumps(payload()), kind, headers=program.headers
    )
    assert answer.status_code == 415
    assert answer.json()["code"] == "unsupported_media_type"


def test_markup_and_control_characters_stay_text_in_every_field(program: Program, upstream: User) -> None:
    nasty = f"{SCRIPT} \x00\x07\x1b[31m\u202e \ud800 {{{{ state }}}} {{% now %}}"
    chunk = {"chunk_id": SCRIPT, "text": nasty, "source_name": nasty, "citations": [nasty]}
    answer = program.start(
        company_name=nasty,
        doc_id=SCRIPT,
        doc_title=nasty,
        full_document_text=nasty,
        document_chunks=[chunk],
        nitpicks=[nitpick(SCRIPT, title=nasty, summary=nasty, citations=[SCRIPT], suggested_changes=[nasty])],
    )
    assert answer.status_code == 201, answer.content
    session = answer.json()
    # On one line there are no line breaks and escapes, which would reach the head of an e-mail.
    assert session["doc_title"] == f"{SCRIPT} \ufffd  [31m\u202e \ufffd {{{{ state }}}} {{% now %}}"
    assert session["nitpicks"][0]["summary"] == nasty.replace("\x00", "\ufffd").replace("\ud800", "\ufffd")
    assert program.get(f"/sess_001/chunks/{SCRIPT.replace('?', '%3F')}").json()["chunk_id"] == SCRIPT
    program.client.force_login(upstream)
    page = program.client.get(f"/threads/{session['thread']}/")
    assert page.status_code == 200
    assert SCRIPT not in page.content.decode()
    assert "&lt;script&gt;" in page.content.decode()
    assert program.post("/sess_001/chat", {"message": "What was found?"}).json()["status"] == "done"


def test_a_long_document_and_one_in_chinese_start(program: Program) -> None:
    long = "All emissions are reported. " * 24_000
    chunks = [{"chunk_id": f"c{n}", "text": long[n * 1000 : n * 1000 + 1000]} for n in range(len(long) // 1000)]
    assert len(long) > 650_000
    answer = program.start(
        "long", full_document_text=long, document_chunks=chunks, nitpicks=[nitpick(citations=["c3"])]
    )
    assert answer.status_code == 201
    assert program.get("/long/document").json()["full_document_text"] == long
    chinese = "供应商应每年披露其温室气体排放，并由独立第三方进行核查。"
    chunk = {"chunk_id": "文档:一", "text": chinese, "source_name": "气候合同", "citations": ["第一页"]}
    answer = program.start(
        "chinese",
        company_name="绿色科技",
        doc_title="气候合同",
        full_document_text=chinese * 1000,
        document_chunks=[chunk],
        nitpicks=[nitpick("问题一", title="没有核查条款", citations=["文档:一"])],
    )
    assert answer.status_code == 201
    assert answer.json()["nitpicks"][0]["citations"] == ["文档:一"]
    assert program.get("/chinese/chunks/文档:一").json()["text"] == chinese


def test_a_chunk_longer_than_one_that_is_searched_is_found_and_read_whole(program: Program) -> None:
    sentences = [f"Clause {n} sets a limit of {n} tonnes." for n in range(3000)]
    text = " ".join(sentences)
    program.start(document_chunks=[{"chunk_id": "all", "text": text, "citations": ["p1"]}], nitpicks=[])
    assert len(text) > 60_000
    assert program.get("/sess_001/chunks/all").json()["text"] == text
    session = ReviewSession.objects.get()
    assert known_ids(session) == {"all"}
    [passage, *_] = evidence.find(session, "limit of 2987 tonnes")
    assert passage.chunk_key == "all"
    assert "2987" in passage.text


def test_the_chunks_of_a_session_are_found_at_once_and_of_no_other(program: Program) -> None:
    program.start("one")
    other = {"chunk_id": "x", "text": "Offset credits of the Company are audited by nobody."}
    program.start("two", document_chunks=[other], nitpicks=[])
    first, two = (ReviewSession.objects.get(session_id=name) for name in ("one", "two"))
    assert evidence.find(first, "offset credits")[0].chunk_key == "doc_001:c002"
    assert {passage.chunk_key for passage in evidence.find(two, "offset credits")} == {"x"}


def test_vectors_of_a_large_document_come_from_a_job(program: Program) -> None:
    chunks = [{"chunk_id": f"c{n}", "text": f"Clause {n} is about emissions."} for n in range(start.SMALL + 1)]
    answer = program.start(document_chunks=chunks, nitpicks=[])
    assert answer.json()["counters"]["chunks"] == start.SMALL + 1
    assert answer.json()["counters"]["chunks_embedded"] == 0
    session = ReviewSession.objects.get()
    assert evidence.find(session, "clause 7")
    with connection.cursor() as cursor:
        cursor.execute("SELECT task_name, args FROM procrastinate_jobs")
        [(task, args)] = cursor.fetchall()
    assert task == "investor_review.embed_chunks"
    assert str(session.pk) in str(args)
    for _ in range(2):
        jobs.embed_chunks(session=str(session.pk))
        assert program.get("/sess_001").json()["counters"]["chunks_embedded"] == start.SMALL + 1


def test_a_job_of_a_session_that_is_gone_does_nothing(db: None) -> None:
    jobs.embed_chunks(session="6f3c1c0e-0000-4000-8000-000000000001")


def test_a_start_that_fails_half_way_leaves_nothing(program: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: Any, **__: Any) -> None:
        raise RuntimeError("a fault of ours")

    monkeypatch.setattr(start, "store_streamed", fail)
    program.client.raise_request_exception = False
    assert program.start().status_code == 500
    assert ReviewSession.objects.count() == NitpickIssue.objects.count() == Thread.objects.count() == 0
    assert not Collection.objects.filter(name__startswith="review:").exists()
    assert not AuditEntry.objects.filter(action="review.started").exists()


@pytest.mark.django_db(transaction=True)
def test_two_starts_at_once_make_one_session(upstream: User) -> None:
    sent = read_payload(payload(), "sess_001")
    results: list[object] = []
    together = threading.Barrier(4)

    def run() -> None:
        together.wait()
        try:
            results.append(start.start_session(sent, user_id=upstream.pk))
        except start.SessionExists as exists:
            results.append(exists)
        finally:
            connection.close()

    threads = [threading.Thread(target=run) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    lost = [refusal for refusal in results if isinstance(refusal, start.SessionExists)]
    assert len(lost) == 3
    assert all(refusal.identical for refusal in lost)
    assert ReviewSession.objects.count() == Thread.objects.count() == 1


def test_a_payload_tells_every_fault_to_python_too() -> None:
    with pytest.raises(BadPayload) as bad:
        read_payload({}, "sess_001")
    assert set(bad.value.errors) == set(payload())
