"""The panel's forms and the page of a source: a person's own dossier and nobody else's."""

from __future__ import annotations

from datetime import date
from io import StringIO
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.test import Client

from audit.trail import Actor
from chat.acts import act_on
from chat.models import Message, Thread, Turn
from tax_dossier import actions, record
from tax_dossier.models import Dossier, Patch, Source
from tax_dossier.pages import panel
from tax_dossier.patches import DossierPatch, Reference
from tax_dossier.tests.shared import article, ruling
from wording.quotes import Quote

pytestmark = pytest.mark.django_db


@pytest.fixture
def filled(thread: Thread) -> Thread:
    by = Actor(thread.owner_id, thread.pk)
    with act_on(actions.open_dossier(thread.pk, by)) as dossier:
        law = article(metadata={**article().metadata, "path": ["Wet IB 2001", "Hoofdstuk 3", "Artikel 3.16 <b>"]})
        actions.apply_patch(dossier, DossierPatch((law,), (ruling(),)), origin="legislation", by=by)
    return thread


def client(user: User, language: str = "en") -> Client:
    made = Client(headers={"accept-language": language})
    made.force_login(user)
    return made


def post(thread: Thread, end: str, user: User | None = None, **data: str) -> Any:
    return client(user or thread.owner).post(f"/tax-dossier/threads/{thread.pk}/{end}", data)


def source(kind: str = "legislation") -> Source:
    return Source.objects.get(kind=kind)


def test_the_page_shows_both_groups_with_numbers_and_the_day(filled: Thread) -> None:
    page = client(filled.owner).get(f"/threads/{filled.pk}/").content.decode()
    assert "Legislation" in page
    assert "Case law" in page
    assert "today" in page
    assert f'href="/tax-dossier/threads/{filled.pk}/sources/{source().pk}/"' in page
    assert "2 chosen" in page
    assert "csrfmiddlewaretoken" in page


@pytest.mark.parametrize(("language", "period"), [("nl", "vanaf 1 januari 2001"), ("en", "from 1 January 2001")])
def test_the_panel_and_a_sources_page_are_in_the_language_of_the_page(
    language: str, period: str, filled: Thread
) -> None:
    reader = client(filled.owner, language)
    for address in (f"/threads/{filled.pk}/", f"/tax-dossier/threads/{filled.pk}/sources/{source().pk}/"):
        page = reader.get(address).content.decode()
        assert period in page
        assert ("Wetgeving" in page or "Zo staat de bron" in page) is (language == "nl")


@pytest.mark.parametrize(
    ("question", "asks"), [("Mag ik de auto aftrekken?", "Geef antwoord"), ("May I deduct it?", "Give an answer")]
)
def test_the_button_for_an_answer_asks_in_the_language_of_the_conversation(
    question: str, asks: str, filled: Thread
) -> None:
    Message.objects.create(thread=filled, role=Message.Role.USER, content=question)
    assert f'data-say="{asks}"' in client(filled.owner).get(f"/threads/{filled.pk}/").content.decode()


def test_a_click_takes_a_source_out_and_puts_it_back(filled: Thread) -> None:
    answer = post(filled, f"sources/{source().pk}/select/", selected="0")
    assert "1 chosen" in answer.content.decode()
    assert not source().selected
    post(filled, f"sources/{source().pk}/select/", selected="1")
    assert source().selected
    assert [patch.origin for patch in Patch.objects.all()] == ["legislation", "panel", "panel"]
    assert list(Message.objects.filter(role="notice").values_list("content", flat=True)) == [
        "Weggehaald: 1. artikel 3.16 Wet IB 2001.",
        "Teruggezet: 1. artikel 3.16 Wet IB 2001.",
    ]


def test_the_same_click_twice_is_one_change(filled: Thread) -> None:
    for _ in range(2):
        assert post(filled, f"sources/{source().pk}/select/", selected="0").status_code == 200
    assert Patch.objects.count() == 2


def test_undo_takes_the_last_change_back_and_the_panel_shows_what_changed(filled: Thread) -> None:
    post(filled, f"sources/{source().pk}/select/", selected="0")
    page = post(filled, "undo/").content.decode()
    assert source().selected
    assert '<span class="tag">undone</span>' in page
    assert 'class="minus"' in page
    page = post(filled, "undo/").content.decode()
    assert "No sources yet" in page
    assert post(filled, "undo/").status_code == 200
    assert Message.objects.filter(role="notice").latest("id").content == "Er is geen wijziging om ongedaan te maken."


def test_the_day_is_chosen_in_the_panel(corpus: None, thread: Thread) -> None:
    assert "1-7-2014" in post(thread, "date/", date="2014-07-01").content.decode()
    assert Dossier.objects.get().reference_date == date(2014, 7, 1)
    assert "today" in post(thread, "date/", date="").content.decode()
    assert Dossier.objects.get().reference_date is None


@pytest.mark.parametrize("given", ["morgen", "2015-02-31", "0001-01-01", "9999-12-31", "\x00", "2015-13-01"])
def test_what_is_no_day_is_refused_with_a_sentence(given: str, filled: Thread) -> None:
    answer = post(filled, "date/", date=given)
    assert answer.status_code == 409
    assert "is no date" in answer.content.decode()
    assert Dossier.objects.get().reference_date is None


def test_a_chosen_day_moves_an_article_to_its_version(corpus: None, thread: Thread) -> None:
    from retrieval.models import Document
    from tax_dossier.search.corpus import copies

    newest = Document.objects.get(metadata__article="3.16", valid_from=date(2015, 1, 1))
    by = Actor(thread.owner_id, thread.pk)
    with act_on(actions.open_dossier(thread.pk, by)) as dossier:
        actions.apply_patch(
            dossier, DossierPatch(tuple(copies([newest.pk], "legislation"))), origin="legislation", by=by
        )
    post(thread, "date/", date="2010-06-01")
    dossier = record.load(thread.pk)
    assert [(entry.valid_from, entry.selected) for entry in dossier.sources] == [
        (date(2015, 1, 1), False),
        (date(2001, 1, 1), True),
    ]
    post(thread, "undo/")
    assert [entry.selected for entry in record.load(thread.pk).sources] == [True]


def test_a_source_opens_with_its_path_version_and_paragraphs(filled: Thread) -> None:
    page = client(filled.owner).get(f"/tax-dossier/threads/{filled.pk}/sources/{source().pk}/").content.decode()
    assert 'id="lid-2"' in page
    assert "Hoofdstuk 3" in page
    assert "Artikel 3.16 &lt;b&gt;" in page
    assert "In force from 1 January 2001" in page
    assert "eigen sanitair" in page


def test_a_ruling_opens_with_its_court_and_the_way_to_the_original(filled: Thread) -> None:
    page = (
        client(filled.owner).get(f"/tax-dossier/threads/{filled.pk}/sources/{source('case_law').pk}/").content.decode()
    )
    assert "Hoge Raad" in page
    assert "deeplink.rechtspraak.nl" in page


def test_a_source_that_an_undo_took_out_still_opens_and_says_so(filled: Thread) -> None:
    post(filled, "undo/")
    page = client(filled.owner).get(f"/tax-dossier/threads/{filled.pk}/sources/{source().pk}/").content.decode()
    assert "no longer in the dossier" in page
    assert post(filled, f"sources/{source().pk}/select/", selected="0").status_code == 409


def test_a_strangers_source_is_not_there(filled: Thread, colleague: User, admin: User) -> None:
    for other in (colleague, admin):
        for end in (f"sources/{source().pk}/select/", "undo/", "date/"):
            assert post(filled, end, other).status_code == 404
        assert client(other).get(f"/tax-dossier/threads/{filled.pk}/sources/{source().pk}/").status_code == 404
    assert Patch.objects.count() == 1


def test_a_source_of_another_thread_is_not_there(filled: Thread) -> None:
    mine = Thread.objects.create(owner=filled.owner, assistant="tax_dossier")
    assert client(filled.owner).get(f"/tax-dossier/threads/{mine.pk}/sources/{source().pk}/").status_code == 404


def test_a_form_without_the_token_is_refused(filled: Thread) -> None:
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(filled.owner)
    assert strict.post(f"/tax-dossier/threads/{filled.pk}/undo/").status_code == 403
    assert source().in_dossier


def test_the_panel_takes_few_queries(filled: Thread, django_assert_max_num_queries: Any) -> None:
    with django_assert_max_num_queries(5):
        panel.context_of(filled)


def test_the_terminal_lists_sources_and_undoes(filled: Thread) -> None:
    assert "1. artikel 3.16 Wet IB 2001" in str(panel.command("sources", filled, filled.owner))
    assert "Uit het dossier gehaald" in str(panel.command("undo", filled, filled.owner))
    assert "nog geen bronnen" in str(panel.command("sources", filled, filled.owner))
    assert panel.command("submit", filled, filled.owner) is None


def test_a_day_in_the_panel_tells_the_words_that_said_it(filled: Thread) -> None:
    by = Actor(filled.owner_id, filled.pk)
    with act_on(actions.open_dossier(filled.pk, by)) as dossier:
        reference = Reference(date(2015, 1, 1), Quote("over belastingjaar 2015", 1))
        actions.apply_patch(dossier, DossierPatch(reference=reference), origin="legislation", by=by)
    page = client(filled.owner).get(f"/threads/{filled.pk}/").content.decode()
    assert "over belastingjaar 2015" in page


def test_a_dossier_of_a_program_goes_on_in_the_terminal_by_its_name(employee: User, offline: None) -> None:
    made = actions.dossier_named(employee.pk, "dos-2022")
    out = StringIO()
    call_command("chat", "tax_dossier", "--dossier", "dos-2022", "--message", "Goedemiddag", stdout=out)
    assert out.getvalue().strip()
    assert Turn.objects.get().thread_id == made.thread_id


def test_what_an_answer_rests_on_is_marked_on_the_page_of_its_source(filled: Thread) -> None:
    law = source()
    start = law.text.index("Van een zelfstandig deel")
    address = f"/tax-dossier/threads/{filled.pk}/sources/{law.pk}/"
    page = client(filled.owner).get(f"{address}?at={start}-{start + 24}").content.decode()
    assert page.count("<mark") == 1
    assert '<mark id="at">Van een zelfstandig deel</mark> is sprake' in page


def test_a_place_over_two_paragraphs_has_one_anchor(filled: Thread) -> None:
    law = source()
    address = f"/tax-dossier/threads/{filled.pk}/sources/{law.pk}/"
    page = client(filled.owner).get(f"{address}?at=5-{len(law.text)}").content.decode()
    assert (page.count("<mark"), page.count('id="at"')) == (3, 1)


@pytest.mark.parametrize("at", ["5-2", "0-99999999", "x", "1-", "<b>", "-1-4", "0-0"])
def test_a_place_that_the_text_does_not_have_is_not_marked(at: str, filled: Thread) -> None:
    page = client(filled.owner).get(f"/tax-dossier/threads/{filled.pk}/sources/{source().pk}/", {"at": at})
    assert page.status_code == 200
    assert "<mark" not in page.content.decode()
