"""The admin shows what is stored, finds chunks by their words, and changes nothing."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from retrieval.index.ingest import NewDocument, store_documents
from retrieval.models import Chunk, Collection

PAGES = ["collection", "document", "chunk", "embeddingspace"]


@pytest.fixture
def stored(admin: User) -> Client:
    store_documents(Collection.objects.named("pets"), [NewDocument(key="a", title="Cats", text="A cat sleeps.")])
    store_documents(Collection.objects.named("wet", "nl"), [NewDocument(key="b", title="Wet", text="De kosten.")])
    client = Client()
    client.force_login(admin)
    return client


@pytest.mark.parametrize("page", PAGES)
def test_lists_and_rows_are_shown_and_not_changed(stored: Client, page: str) -> None:
    listed = stored.get(reverse(f"admin:retrieval_{page}_changelist"))
    assert listed.status_code == 200
    row = listed.context["cl"].result_list[0]
    assert stored.get(reverse(f"admin:retrieval_{page}_change", args=[row.pk])).status_code == 200
    assert stored.get(reverse(f"admin:retrieval_{page}_add")).status_code == 403
    assert stored.post(reverse(f"admin:retrieval_{page}_delete", args=[row.pk]), {"post": "yes"}).status_code == 403


@pytest.mark.parametrize(
    ("words", "keys"),
    [("cats sleeping", ["a"]), ("kost", ["b"]), ("unicorn", []), ("\x00", None), ("' OR 1=1 --", []), ('"', None)],
)
def test_chunks_are_found_by_their_words(stored: Client, words: str, keys: list[str] | None) -> None:
    listed = stored.get(reverse("admin:retrieval_chunk_changelist"), {"q": words})
    assert listed.status_code == 200
    if keys is not None:
        assert [chunk.document.key for chunk in listed.context["cl"].result_list] == keys


def test_an_empty_admin_is_no_error(admin: User, client: Client) -> None:
    client.force_login(admin)
    assert client.get(reverse("admin:retrieval_chunk_changelist"), {"q": "cat"}).status_code == 200
    assert not Chunk.objects.exists()


def test_who_may_not_see_it_does_not(officer: User, client: Client) -> None:
    client.force_login(officer)
    assert client.get(reverse("admin:retrieval_document_changelist")).status_code == 403
