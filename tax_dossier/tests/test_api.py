"""A person's dossiers by API: ownership first, then what they hold; export, erasure and the admin."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.test import Client
from rest_framework.test import APIClient

from audit.trail import Actor
from chat.acts import act_on
from chat.models import Thread
from tax_dossier import actions
from tax_dossier.models import Dossier, Patch, Source
from tax_dossier.patches import DossierPatch
from tax_dossier.tests.shared import article, ruling

pytestmark = pytest.mark.django_db
ENDS = ["dossiers/client-1/", "dossiers/client-1/sources/"]


@pytest.fixture
def dossier(employee: User) -> Dossier:
    made = actions.dossier_named(employee.pk, "client-1")
    by = Actor(employee.pk, made.thread_id)
    with act_on(actions.open_dossier(made.thread_id, by)) as record:
        actions.apply_patch(record, DossierPatch((article(),), (ruling(),)), origin="legislation", by=by)
        actions.apply_patch(record, DossierPatch(unselect_titles=(ruling().title,)), origin="panel", by=by)
    return made


def client(user: User | None) -> APIClient:
    made = APIClient()
    if user is not None:
        made.force_authenticate(user)
    return made


@pytest.mark.parametrize("end", ENDS)
def test_somebody_elses_dossier_is_not_found(dossier: Dossier, end: str, colleague: User, admin: User) -> None:
    for other in (colleague, admin):
        assert client(other).get(f"/v1/tax-dossier/{end}").status_code == 404
        assert client(other).get("/v1/tax-dossier/dossiers/").json()["results"] == []
    assert client(None).get(f"/v1/tax-dossier/{end}").status_code == 401


def test_a_dossier_is_told_in_the_contracts_words(dossier: Dossier, employee: User) -> None:
    shown = client(employee).get("/v1/tax-dossier/dossiers/client-1/").json()
    assert shown == {
        "dossier_id": "client-1",
        "legislation": [{"title": article().title}],
        "case_law": [{"title": ruling().title}],
        "selected_ids": [article().title],
        "thread_id": str(dossier.thread_id),
        "reference_date": None,
    }


def test_the_state_of_the_thread_is_exactly_the_contracts(dossier: Dossier, employee: User) -> None:
    state = client(employee).get(f"/v1/threads/{dossier.thread_id}/state/").json()
    assert list(state) == ["dossier_id", "legislation", "case_law", "selected_ids"]


def test_sources_come_with_their_texts(dossier: Dossier, employee: User) -> None:
    [law, case] = client(employee).get("/v1/tax-dossier/dossiers/client-1/sources/").json()
    assert (law["number"], law["content"], law["selected"]) == (1, article().text, True)
    assert (case["key"], case["selected"]) == (ruling().key, False)


def test_the_list_counts_what_each_holds(dossier: Dossier, employee: User) -> None:
    [row] = client(employee).get("/v1/tax-dossier/dossiers/").json()["results"]
    assert (row["dossier_id"], row["legislation"], row["case_law"]) == ("client-1", 1, 1)


@pytest.mark.parametrize("name", ["a b", "..", "a%00b", "a" * 65, "%2e%2e"])
def test_a_name_that_no_dossier_can_have_is_not_found(name: str, employee: User) -> None:
    assert client(employee).get(f"/v1/tax-dossier/dossiers/{name}/").status_code == 404


def test_a_deleted_conversation_takes_its_dossier_out_of_sight(dossier: Dossier, employee: User) -> None:
    Thread.objects.filter(pk=dossier.thread_id).update(deleted_at="2026-01-01T00:00Z")
    assert client(employee).get("/v1/tax-dossier/dossiers/client-1/").status_code == 404


def test_the_export_holds_dossier_sources_and_changes(dossier: Dossier, tmp_path: Path) -> None:
    call_command("export_thread", str(dossier.thread_id), out=str(tmp_path))
    names = {path.name for path in tmp_path.rglob("*.jsonl")}
    assert {"dossier.jsonl", "sources.jsonl", "patches.jsonl"} <= names
    [path] = tmp_path.rglob("sources.jsonl")
    first = json.loads(path.read_text().splitlines()[0])
    assert first["content"] == article().text
    [path] = tmp_path.rglob("patches.jsonl")
    assert [json.loads(line)["origin"] for line in path.read_text().splitlines()] == ["legislation", "panel"]


def test_an_erased_thread_leaves_no_dossier(dossier: Dossier) -> None:
    call_command("erase_thread", str(dossier.thread_id), yes=True)
    assert not Dossier.objects.exists()
    assert not Source.objects.exists()
    assert not Patch.objects.exists()


def test_the_admin_shows_dossiers_sources_and_the_log_and_changes_none(dossier: Dossier, admin: User) -> None:
    browser = Client()
    browser.force_login(admin)
    for model, row in (("dossier", dossier), ("source", Source.objects.first()), ("patch", Patch.objects.first())):
        assert row is not None
        assert browser.get(f"/admin/tax_dossier/{model}/").status_code == 200
        page = f"/admin/tax_dossier/{model}/{row.pk}/"
        assert browser.get(f"{page}change/").status_code == 200
        assert browser.post(f"{page}delete/", {"post": "yes"}).status_code == 403
        assert browser.post(f"{page}change/", {"title": "x"}).status_code == 403
    assert b"client-1" in browser.get("/admin/tax_dossier/dossier/?q=3.16").content
