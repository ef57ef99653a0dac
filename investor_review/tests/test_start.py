"""Starting a session: what it answers, what it keeps, and what it refuses."""

from __future__ import annotations

from investor_review.tests.shared import Program


def test_a_start_is_read_back(program: Program) -> None:
    started = program.start()
    assert started.status_code == 201, started.content
    found = program.get("/sess_001").json()
    assert found["green_score"] == 72.5
    assert found["status"] == "active"
    assert [nitpick["issue_id"] for nitpick in found["nitpicks"]] == ["issue_001", "issue_002", "issue_003"]
    assert found["counters"]["open"] == 3
    assert found["cited_chunks"] == ["doc_001:c001", "doc_001:c002", "doc_001:c003"]
    assert "full_document_text" not in found
    chat = program.post("/sess_001/chat", {"message": "What was found?"})
    assert chat.status_code == 200, chat.content
    print(chat.json())
