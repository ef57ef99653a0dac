"""A root stands over entries that nobody can change unseen, and a receipt is checked by its own text alone."""

from __future__ import annotations

import json
from collections.abc import Iterator
from copy import deepcopy
from http.server import BaseHTTPRequestHandler, HTTPServer
from io import StringIO
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from django.contrib.auth.models import Group
from django.core.management import call_command
from django.db import connection
from procrastinate.contrib.django import app
from pytest_django import Settings

from audit.jobs import make_daily_root
from audit.models import AuditEntry, AuditRoot
from audit.receipts import FORMAT, check_receipt, sealed
from audit.roots import NotPublished, make_root, proofs_of, publish, root_faults
from audit.trail import Actor, record
from audit.tree import path_of, top_by, top_of

pytestmark = pytest.mark.django_db
QUOTE = "2,000 — naïve 😀"


@pytest.mark.parametrize("size", [1, 2, 3, 5, 8, 13])
def test_every_leaf_of_a_tree_leads_to_its_top(size: int) -> None:
    leaves = [f"{number:064x}" for number in range(size)]
    for place, leaf in enumerate(leaves):
        assert top_by(leaf, path_of(leaves, place)) == top_of(leaves)
        assert top_by("f" * 64, path_of(leaves, place)) != top_of(leaves)


@pytest.fixture
def group() -> Group:
    group = Group.objects.create(name="of the test")
    for number in range(5):
        record("group.changed", group, by=Actor(None), data={"number": number, "words": {"quantity": QUOTE}})
    return group


def receipt_of(group: Group) -> dict[str, Any]:
    entries = proofs_of(list(AuditEntry.objects.filter(object_id=str(group.pk), sequence__in=[2, 4])))
    text = f"I buy {QUOTE} shares"
    words = {"quote": QUOTE, "message": 1, "start": 6, "end": 6 + len(QUOTE), "text": text}
    value = {"record": {"type": "auth.group", "id": str(group.pk)}}
    return sealed(json.loads(json.dumps({"format": FORMAT, "value": value, "words": [words], "entries": entries})))


def wrong(receipt: Any, published: set[str] = frozenset()) -> list[str]:  # type: ignore[assignment]
    return [finding.sentence for finding in check_receipt(receipt, published) if finding.verdict == "wrong"]


def test_an_entry_is_proved_by_its_text_its_path_and_a_root_that_was_kept(group: Group) -> None:
    root = make_root()
    assert root is not None
    receipt = receipt_of(group)
    assert wrong(receipt, {root.hash}) == []
    proved = [finding.sentence for finding in check_receipt(receipt, {root.hash}) if finding.verdict == "proved"]
    assert sum("which was kept elsewhere" in sentence for sentence in proved) == 2
    assert any("stands in an entry" in sentence for sentence in proved)
    assert wrong(receipt, {"0" * 64}) != []


def test_an_entry_under_no_root_is_said_to_be_so(group: Group) -> None:
    receipt = receipt_of(group)
    assert wrong(receipt) == []
    assert any("under no root yet" in finding.sentence for finding in check_receipt(receipt))


@pytest.mark.parametrize(
    ("place", "value", "sentence"),
    [
        (("words", 0, "start"), 5, "does not stand where"),
        (("words", 0, "text"), "I buy nothing at all, thanks", "does not stand where"),
        (("entries", 0, "text"), '[2, "", 1, null, "a", "auth.group", "1", null, null, {}]', "does not have the hash"),
        (("entries", 0, "sequence"), 3, "does not have the hash"),
        (("entries", 1, "path", 0, 1), "0" * 64, "does not lead to the root"),
        (("entries", 0, "root", "tree"), "0" * 64, "does not lead to the root"),
        (("entries", 0, "root", "hash"), "0" * 64, "does not lead to the root"),
        (("value", "record", "id"), "another", "about another record"),
    ],
)
def test_a_receipt_that_was_changed_and_sealed_again_is_wrong(
    group: Group, place: tuple[Any, ...], value: Any, sentence: str
) -> None:
    make_root()
    changed = deepcopy(receipt_of(group))
    target: Any = changed
    for step in place[:-1]:
        target = target[step]
    target[place[-1]] = value
    assert any("was changed" in each for each in wrong(changed))
    assert any(sentence in each for each in wrong(sealed(changed)))


def test_the_job_of_every_day_makes_a_root_and_writes_it_where_the_settings_say(
    group: Group, tmp_path: Path, settings: Settings
) -> None:
    settings.AUDIT_ROOTS_FILE = str(tmp_path / "roots.jsonl")
    make_daily_root(timestamp=0)
    make_daily_root(timestamp=0)
    [line] = (tmp_path / "roots.jsonl").read_text().splitlines()
    assert json.loads(line)["hash"] == AuditRoot.objects.get().hash
    assert "audit.root" in {periodic.task.name for periodic in app.periodic_registry.periodic_tasks.values()}


@pytest.mark.parametrize("text", [{}, [], None, "a receipt", {"format": FORMAT}, {"format": "receipt/9"}])
def test_what_is_no_receipt_is_wrong_and_breaks_nothing(text: Any) -> None:
    assert len(wrong(text)) == 1


def test_each_root_stands_on_the_one_before_it(group: Group) -> None:
    first = make_root()
    assert make_root() is None
    record("group.closed", group, by=Actor(None))
    second = make_root()
    assert first is not None
    assert second is not None
    assert (first.first, first.last, second.first, second.last) == (1, 5, 6, 6)
    assert second.previous_hash == first.hash
    assert root_faults() == []


def test_a_chain_that_was_written_anew_no_longer_bears_out_its_roots(group: Group) -> None:
    make_root()
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL app.erasing = 'on'")
        cursor.execute("UPDATE audit_auditentry SET action = 'nothing' WHERE sequence = 5")
        cursor.execute("UPDATE audit_auditentry e SET hash = audit_entry_hash(e.*) WHERE sequence = 5")
        cursor.execute("SET LOCAL app.erasing = 'off'")
    assert root_faults() == ["The root over 1 to 5 is not that of its entries"]
    err = StringIO()
    with pytest.raises(SystemExit):
        call_command("verify_audit", stderr=err)
    assert "The root over 1 to 5" in err.getvalue()


def test_a_root_cannot_be_changed(group: Group) -> None:
    make_root()
    with pytest.raises(Exception, match="append-only"):
        AuditRoot.objects.update(hash="0" * 64)


def test_the_command_checks_a_receipt_by_its_file(group: Group, tmp_path: Path) -> None:
    make_root()
    file, roots = tmp_path / "receipt.json", tmp_path / "roots.jsonl"
    publish(file=str(roots), webhook="")
    file.write_text(json.dumps(receipt_of(group)))
    out = StringIO()
    call_command("verify_audit", receipt=file, roots=roots, stdout=out)
    assert "which was kept elsewhere" in out.getvalue()
    assert "not shown" in out.getvalue()
    file.write_text(file.read_text().replace("2,000", "9,000"))
    with pytest.raises(SystemExit):
        call_command("verify_audit", receipt=file, stdout=out)
    assert "WRONG" in out.getvalue()


def test_a_root_is_written_to_the_file_once(group: Group, tmp_path: Path) -> None:
    file = tmp_path / "roots.jsonl"
    root = make_root()
    assert root is not None
    assert [publish(file=str(file), webhook=""), publish(file=str(file), webhook="")] == [1, 0]
    assert json.loads(file.read_text())["hash"] == root.hash


@pytest.fixture
def hook() -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """An address that keeps what it is sent, and one under it that sends elsewhere."""
    taken: list[dict[str, Any]] = []

    class Hook(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            elsewhere = self.path == "/elsewhere"
            if not elsewhere:
                taken.append(json.loads(body))
            self.send_response(302 if elsewhere else 204)
            self.send_header("Location", "/")
            self.end_headers()

        def log_message(self, *args: Any) -> None:
            pass

    server = HTTPServer(("127.0.0.1", 0), Hook)
    Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}", taken
    server.shutdown()
    server.server_close()


def test_a_root_is_sent_to_the_address_of_the_settings(group: Group, hook: tuple[str, list[dict[str, Any]]]) -> None:
    root = make_root()
    assert root is not None
    url, taken = hook
    publish(file="", webhook=url)
    assert taken[0]["hash"] == root.hash
    with pytest.raises(NotPublished, match="did not take"):
        publish(file="", webhook=f"{url}/elsewhere")
    with pytest.raises(NotPublished, match="https"):
        publish(file="", webhook="http://example.org/roots")
    assert len(taken) == 1
