"""The acts on a dossier: patches, the log, undo, and that nothing is lost or changed behind it."""

from __future__ import annotations

from datetime import date
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.db import DatabaseError, transaction
from pytest_django import DjangoAssertNumQueries

from audit.models import AuditEntry
from audit.trail import Actor
from chat.acts import act_on
from chat.errors import Refused
from chat.models import Message, Thread
from tax_dossier import actions, record
from tax_dossier.models import Dossier, Patch, Source
from tax_dossier.patches import DossierPatch, Reference
from tax_dossier.tests.shared import article, ruling
from wording.quotes import Quote

pytestmark = pytest.mark.django_db


@pytest.fixture
def thread(employee: User) -> Thread:
    return Thread.objects.create(owner=employee, assistant="tax_dossier")


def apply(thread: Thread, patch: DossierPatch, origin: str = "legislation") -> actions.Applied:
    by = Actor(thread.owner_id, thread.pk)
    with act_on(actions.open_dossier(thread.pk, by)) as dossier:
        return actions.apply_patch(dossier, patch, origin=origin, by=by)


def undo(thread: Thread) -> actions.Applied:
    by = Actor(thread.owner_id, thread.pk)
    with act_on(actions.open_dossier(thread.pk, by)) as dossier:
        return actions.undo_last(dossier, by=by)


def state(thread: Thread) -> dict:
    return record.load(thread.pk).state()


BOTH = DossierPatch(add_legislation=(article(),), add_case_law=(ruling(),))


def test_a_patch_adds_sources_and_selects_them(thread: Thread) -> None:
    applied = apply(thread, BOTH)
    assert [source.number for source in applied.added] == [1, 2]
    titles = ["artikel 3.16 Wet IB 2001", "ECLI:NL:HR:2099:101 Hoge Raad, 3 maart 2099"]
    assert state(thread) == {
        "dossier_id": f"dos-{thread.pk.hex[:12]}",
        "legislation": [{"title": titles[0]}],
        "case_law": [{"title": titles[1]}],
        "selected_ids": titles,
    }


def test_the_state_is_read_in_one_query_and_is_the_same_before_the_first_change(
    thread: Thread, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    empty = state(thread)
    assert empty["legislation"] == empty["case_law"] == empty["selected_ids"] == []
    apply(thread, BOTH)
    with django_assert_num_queries(1):
        dossier = record.load(thread.pk)
    assert dossier.state()["dossier_id"] == empty["dossier_id"]
    assert dossier.sources[0].valid_from == date(2001, 1, 1)
    assert dossier.sources[0].parts[0]["anchor"] == "lid-1"


def test_the_helpers_of_the_specification_tell_texts_and_titles(thread: Thread) -> None:
    apply(thread, BOTH)
    apply(thread, DossierPatch(unselect_titles=("artikel 3.16 Wet IB 2001",)), "remove_sources")
    dossier = Dossier.objects.get(thread=thread)
    assert dossier.selected_titles() == [ruling().title]
    assert dossier.unselected_titles() == ["artikel 3.16 Wet IB 2001"]
    assert dossier.selected_texts() == {ruling().title: ruling().text}
    assert dossier.all_texts() == {article().title: article().text, ruling().title: ruling().text}
    dossier.add_conversation_user("Mag dat?")
    dossier.add_conversation_assistant("Dat hangt ervan af.")
    Message.objects.create(thread=thread, role="notice", content="Iets anders")
    assert dossier.conversation == [
        {"role": "user", "content": "Mag dat?"},
        {"role": "assistant", "content": "Dat hangt ervan af."},
    ]


def test_a_source_is_in_a_dossier_once_and_is_selected_again_when_it_is_found_again(thread: Thread) -> None:
    apply(thread, BOTH)
    apply(thread, DossierPatch(unselect_titles=(article().title,)), "remove_sources")
    again = apply(thread, DossierPatch(add_legislation=(article(), article())))
    assert (len(again.added), [source.number for source in again.already]) == (0, [1, 1])
    assert len(state(thread)["legislation"]) == 1


def test_equal_titles_are_told_apart(thread: Thread) -> None:
    newer = article(key="BWBR0011353:3.16:2015-01-01", valid_from=date(2015, 1, 1))
    third = article(key="x:3.16", valid_from=None, metadata={})
    fourth = article(key="y:3.16", valid_from=date(2015, 1, 1), metadata={})
    apply(thread, DossierPatch(add_legislation=(article(), newer, third, fourth)))
    assert [source["title"] for source in state(thread)["legislation"]] == [
        "artikel 3.16 Wet IB 2001",
        "artikel 3.16 Wet IB 2001 (geldig vanaf 2015-01-01)",
        "artikel 3.16 Wet IB 2001 (x:3.16)",
        "artikel 3.16 Wet IB 2001 (y:3.16)",
    ]


def test_the_last_change_is_taken_back_and_then_the_one_before(thread: Thread) -> None:
    apply(thread, BOTH)
    apply(thread, DossierPatch(unselect_titles=(article().title,)), "remove_sources")
    assert [source.number for source in undo(thread).selected] == [1]
    assert len(state(thread)["selected_ids"]) == 2
    assert [source.number for source in undo(thread).removed] == [1, 2]
    assert state(thread)["legislation"] == []
    assert not undo(thread)
    assert [(p.origin, p.undoes and p.undoes.number) for p in Patch.objects.all()] == [
        ("legislation", None),
        ("remove_sources", None),
        ("undo", 2),
        ("undo", 1),
    ]


def test_what_an_undo_took_out_comes_back_with_the_newer_text_and_a_number_that_is_free(thread: Thread) -> None:
    apply(thread, DossierPatch(add_legislation=(article(),)))
    undo(thread)
    apply(thread, DossierPatch(add_legislation=(article("3.17"),)))
    apply(thread, DossierPatch(add_legislation=(article(text="Nieuwer."),)))
    assert [(s.number, s.title) for s in record.load(thread.pk).sources] == [
        (1, "artikel 3.17 Wet IB 2001"),
        (2, "artikel 3.16 Wet IB 2001"),
    ]
    assert Source.objects.get(key=article().key).text == "Nieuwer."


def test_a_tax_year_is_kept_with_the_words_that_said_it_and_undone(thread: Thread) -> None:
    reference = Reference(date(2015, 1, 1), Quote("belastingjaar 2015", 7))
    applied = apply(thread, DossierPatch(reference=reference))
    assert applied.reference == (None, date(2015, 1, 1))
    dossier = Dossier.objects.get(thread=thread)
    assert (dossier.reference_date, dossier.reference_words, dossier.reference_message_id) == (
        date(2015, 1, 1),
        "belastingjaar 2015",
        7,
    )
    undo(thread)
    dossier.refresh_from_db()
    assert dossier.reference_date is None


def test_a_patch_that_changes_nothing_leaves_no_row(thread: Thread) -> None:
    apply(thread, DossierPatch(unselect_titles=("onbekend",), select_titles=("ook onbekend",)))
    assert not Patch.objects.exists()


def test_nobody_changes_the_log(thread: Thread) -> None:
    apply(thread, BOTH)
    patch = Patch.objects.get()
    patch.origin = "panel"
    with pytest.raises(TypeError):
        patch.save()
    for change in (lambda: Patch.objects.update(origin="panel"), lambda: Patch.objects.all().delete()):
        with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
            change()
    assert Patch.objects.get().origin == "legislation"


def test_every_change_has_its_audit_entry_without_any_text_of_a_source(thread: Thread) -> None:
    apply(thread, BOTH)
    entry = AuditEntry.objects.get(action="tax_dossier.legislation")
    assert entry.data["patch"]["add_legislation"] == ["artikel 3.16 Wet IB 2001"]
    assert "zelfstandig" not in str(entry.data)


def test_an_erased_dossier_leaves_nothing(thread: Thread) -> None:
    apply(thread, BOTH)
    actions.erase_records(thread.pk)
    assert not Dossier.objects.exists()
    assert not Source.objects.exists()
    assert not Patch.objects.exists()


def test_a_named_dossier_is_made_once_for_each_owner(employee: User, colleague: User) -> None:
    made = actions.dossier_named(employee.pk, "cliënt.2022")
    assert actions.dossier_named(employee.pk, "cliënt.2022") == made
    assert actions.dossier_named(colleague.pk, "cliënt.2022") != made
    assert made.thread.assistant == "tax_dossier"
    assert actions.dossier_named(employee.pk, None).dossier_id.startswith("dos-")
    with act_on(actions.open_dossier(made.thread_id, Actor(employee.pk))) as dossier:
        assert dossier.row.pk == made.pk


@pytest.mark.parametrize("name", ["", "a" * 65, "a b", "a/b", "..", ".", "a\x00", "a\n", "<b>", "a'b", 5])
def test_a_name_that_is_not_safe_is_refused_with_a_sentence(name: object, employee: User) -> None:
    with pytest.raises(Refused, match="1 to 64"):
        actions.dossier_named(employee.pk, name)  # type: ignore[arg-type]
    assert not Thread.objects.exists()


def test_a_deleted_dossier_is_not_opened_again(employee: User) -> None:
    made = actions.dossier_named(employee.pk, "weg")
    Thread.objects.filter(pk=made.thread_id).update(deleted_at="2026-01-01T00:00Z")
    with pytest.raises(Refused, match="deleted"):
        actions.dossier_named(employee.pk, "weg")


def test_a_source_keeps_its_text_whatever_happens_to_where_it_came_from(thread: Thread) -> None:
    apply(thread, BOTH)
    apply(thread, DossierPatch(add_legislation=(article(text="Later gewijzigd."),)))
    assert Source.objects.get(key=article().key).text == article().text


def test_versions_know_the_days_on_which_they_are_law(thread: Thread) -> None:
    apply(thread, DossierPatch(add_legislation=(article(valid_to=date(2015, 1, 1)),)))
    [source] = record.load(thread.pk).sources
    assert source.valid_on(date(2014, 12, 31))
    assert not source.valid_on(date(2015, 1, 1))
    assert not source.valid_on(date(2000, 12, 31))


def logged(thread: Thread) -> list[Patch]:
    return list(Patch.objects.filter(dossier__thread=thread).order_by("number"))


def test_the_log_tells_what_each_change_did_in_which_order_and_by_whom(thread: Thread) -> None:
    apply(thread, BOTH)
    apply(thread, DossierPatch(unselect_titles=(article().title,)), "remove_sources")
    apply(thread, DossierPatch(select_titles=(article().title,)), "restore_sources")
    law, case = record.load(thread.pk).sources
    nothing: dict[str, list[int]] = {"added": [], "selected": [], "unselected": [], "removed": []}
    assert [patch.effect for patch in logged(thread)] == [
        {**nothing, "added": [law.id, case.id]},
        {**nothing, "unselected": [law.id]},
        {**nothing, "selected": [law.id]},
    ]
    assert [(patch.number, patch.by_id) for patch in logged(thread)] == [(n, thread.owner_id) for n in (1, 2, 3)]
    dossier = Dossier.objects.get(thread=thread)
    assert (dossier.patch_count, dossier.owner_id) == (3, thread.owner_id)
    entries = AuditEntry.objects.filter(thread_id=thread.pk).order_by("pk")
    assert [entry.data["number"] for entry in entries] == [1, 2, 3]


def test_a_title_that_is_taken_and_left_by_one_patch_is_left(thread: Thread) -> None:
    apply(thread, BOTH)
    apply(thread, DossierPatch(unselect_titles=(article().title,)), "remove_sources")
    both_ways = DossierPatch(select_titles=(article().title,), unselect_titles=(article().title,))
    assert not apply(thread, both_ways, "remove_sources")
    assert state(thread)["selected_ids"] == [ruling().title]


def test_a_tax_year_that_stands_is_no_change_and_an_undo_puts_back_the_one_before(thread: Thread) -> None:
    for year in (2015, 2015, 2019):
        words = Quote(f"belastingjaar {year} {'x' * 200}", 7)
        applied = apply(thread, DossierPatch(reference=Reference(date(year, 1, 1), words)))
    assert applied.reference == (date(2015, 1, 1), date(2019, 1, 1))
    assert len(Dossier.objects.get(thread=thread).reference_words) == 120
    assert [patch.effect["reference"] for patch in logged(thread)] == [
        [None, "2015-01-01"],
        ["2015-01-01", "2019-01-01"],
    ]
    assert undo(thread).reference == (date(2019, 1, 1), date(2015, 1, 1))
    dossier = Dossier.objects.get(thread=thread)
    assert (dossier.reference_date, dossier.reference_words) == (date(2015, 1, 1), "")
    assert dossier.reference_message_id is None


def test_the_two_searches_of_one_question_are_taken_back_together_and_nothing_else(thread: Thread) -> None:
    by = Actor(thread.owner_id, thread.pk, uuid4())
    steps = [
        ("legislation", DossierPatch(add_legislation=(article(),))),
        ("case_law", DossierPatch(add_case_law=(ruling(),))),
        ("remove_sources", DossierPatch(unselect_titles=(ruling().title,))),
    ]
    for origin, patch in steps:
        with act_on(actions.open_dossier(thread.pk, by)) as dossier:
            actions.apply_patch(dossier, patch, origin=origin, by=by)
    first = undo(thread)
    assert ([source.number for source in first.selected], first.removed) == ([2], [])
    second = undo(thread)
    assert sorted(source.number for source in second.removed) == [1, 2]
    assert [patch.undoes.number for patch in logged(thread) if patch.undoes] == [3, 2, 1]
    with act_on(actions.open_dossier(thread.pk, by)) as dossier:
        assert actions.last_change(dossier) is None


def test_a_name_of_sixty_four_characters_is_one_and_a_longer_is_shown_by_its_beginning(employee: User) -> None:
    assert actions.dossier_named(employee.pk, "a" * 64).dossier_id == "a" * 64
    with pytest.raises(Refused) as refused:
        actions.dossier_named(employee.pk, "b" * 200)
    assert f"dossier_id is '{'b' * 80}…'. It" in refused.value.detail
    assert refused.value.status == 400
    with pytest.raises(Refused, match=f"dossier_id is '{'c' * 88}'"):
        actions.dossier_named(employee.pk, "c" * 88)
    assert len(actions.dossier_named(employee.pk, None).dossier_id) == 16
