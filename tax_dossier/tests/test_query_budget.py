"""What a question asks of the database: at most twenty statements to find its sources, and five more to answer it."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from chat.models import Thread
from chat.tests.shared import talk

MOST, MORE_TO_ANSWER = 20, 5
TRANSACTION = ("BEGIN", "COMMIT", "ROLLBACK", "SAVEPOINT", "RELEASE", "SET ")


def asked_by(thread: Thread, words: str) -> list[str]:
    """The statements of one turn, in their order."""
    with CaptureQueriesContext(connection) as captured:
        turn, _ = talk(thread, words)
    assert turn.status == "done"
    return [query["sql"] for query in captured if not query["sql"].startswith(TRANSACTION)]


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("question", "most"),
    [
        ("Zoek op: kosten van een werkruimte in de woning aftrekken", MOST),
        ("Zoek bronnen over mijn thuiswerkplek als zzp'er", MOST),
        ("Mag ik de kosten van mijn werkruimte in de woning aftrekken?", MOST + MORE_TO_ANSWER),
        ("Mag ik mijn thuiswerkplek aftrekken als zzp'er?", MOST + MORE_TO_ANSWER),
    ],
)
def test_a_question_asks_at_most_twenty_statements_and_its_answer_five_more(
    corpus: None, offline: None, thread: Thread, question: str, most: int
) -> None:
    # What a process reads once, and keeps, is read by the first turn.
    asked_by(Thread.objects.create(owner=thread.owner, assistant="tax_dossier"), question)
    statements = asked_by(thread, question)
    assert any("tax_dossier_patch" in statement for statement in statements)
    assert len(statements) <= most, "\n".join(statement[:160] for statement in statements)
