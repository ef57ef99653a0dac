"""import_legislation: states of an act side by side, each version valid until the next, twice the same as once."""

from __future__ import annotations

from datetime import date
from io import StringIO
from pathlib import Path
from xml.etree import ElementTree

import pytest
from django.core.management import CommandError, call_command

from imports import ImportRunningError, only_one
from retrieval.models import Chunk, Document
from retrieval.search.search import search
from tax_dossier.law import act_import
from tax_dossier.law.act_import import chain, import_acts
from tax_dossier.tests.law_files import BWB_ID, REAL_LAW, act, article, ruling, write

pytestmark = pytest.mark.django_db


def versions(place: str) -> list[tuple[str, date | None, date | None, str]]:
    documents = Document.objects.filter(key__startswith=f"{BWB_ID}:artikel:{place}:").order_by("valid_from")
    return [(row.title, row.valid_from, row.valid_to, row.text.split("\n", 1)[-1]) for row in documents]


def run(path: Path) -> tuple[str, str]:
    out, err = StringIO(), StringIO()
    call_command("import_legislation", str(path), stdout=out, stderr=err)
    return out.getvalue(), err.getvalue()


@pytest.mark.skipif(not (REAL_LAW / "bwb").is_dir(), reason=f"no acts in {REAL_LAW / 'bwb'}")
def test_every_article_of_the_real_acts_is_in_the_collection_and_a_second_run_changes_nothing() -> None:
    counted = sum(len(list(ElementTree.parse(file).iter("artikel"))) for file in (REAL_LAW / "bwb").rglob("*.xml"))
    run(REAL_LAW / "bwb")
    stored = Document.objects.filter(collection__name="legislation", metadata__kind="artikel")
    assert stored.count() == counted
    chunks = list(Chunk.objects.order_by("pk").values_list("pk", flat=True))
    out, _ = run(REAL_LAW / "bwb")
    assert f"0 new, 0 changed, {Document.objects.count()} unchanged" in out
    assert list(Chunk.objects.order_by("pk").values_list("pk", flat=True)) == chunks


def test_versions_of_an_article_stand_side_by_side_and_end_where_the_next_begins(tmp_path: Path) -> None:
    write(tmp_path, "a.xml", act(article("1", "1. Oud."), article("2", "1. Blijft."), on="2014-01-01"))
    write(
        tmp_path,
        "b.xml",
        act(article("1", "1. Nieuw.", since="2015-01-01"), article("2", "1. Blijft."), on="2015-01-01"),
    )
    import_acts(tmp_path)
    assert versions("1") == [
        ("Wet op de proef 2001, artikel 1 (versie 2001-01-01)", date(2001, 1, 1), date(2015, 1, 1), "1. Oud."),
        ("Wet op de proef 2001, artikel 1 (versie 2015-01-01)", date(2015, 1, 1), None, "1. Nieuw."),
    ]
    assert versions("2") == [("Wet op de proef 2001, artikel 2", date(2001, 1, 1), None, "1. Blijft.")]
    passages = search("artikel oud nieuw", ["legislation"], on=date(2014, 12, 31))
    assert {passage.text for passage in passages} >= {"1. Oud."}
    assert "1. Nieuw." not in {passage.text for passage in passages}


@pytest.mark.parametrize("order", [("a.xml", "b.xml"), ("b.xml", "a.xml")])
def test_the_order_in_which_states_are_imported_does_not_matter(tmp_path: Path, order: tuple[str, str]) -> None:
    write(tmp_path, "a.xml", act(article("1", "1. Oud."), article("3", "1. Gaat weg."), on="2014-01-01"))
    write(tmp_path, "b.xml", act(article("1", "1. Nieuw.", since="2015-01-01"), on="2015-01-01"))
    for name in order:
        import_acts(tmp_path / name)
    assert [version[1:3] for version in versions("1")] == [
        (date(2001, 1, 1), date(2015, 1, 1)),
        (date(2015, 1, 1), None),
    ]
    assert versions("3") == [("Wet op de proef 2001, artikel 3", date(2001, 1, 1), date(2015, 1, 1), "1. Gaat weg.")]
    again = import_acts(tmp_path)
    assert (again.added, again.replaced, again.revised, again.unchanged) == (0, 0, 0, Document.objects.count())


def test_an_expired_article_ends_the_version_before_it(tmp_path: Path) -> None:
    write(tmp_path, "a.xml", act(article("5", "1. Regel."), on="2014-01-01"))
    expired = article("5", "<redactie>Vervallen</redactie>", since="2015-01-01", status="vervallen")
    write(tmp_path, "b.xml", act(expired, on="2015-01-01"))
    import_acts(tmp_path)
    assert [(version[0], version[2]) for version in versions("5")] == [
        ("Wet op de proef 2001, artikel 5 (versie 2001-01-01)", date(2015, 1, 1)),
        ("Wet op de proef 2001, artikel 5 (vervallen) (versie 2015-01-01)", None),
    ]


def test_a_text_that_is_not_yet_in_force_is_not_found_on_any_day(tmp_path: Path) -> None:
    write(tmp_path, "a.xml", act(article("6", "1. Toekomst.", since="", status="nogniet"), on="2014-01-01"))
    import_acts(tmp_path)
    assert search("toekomst", ["legislation"])
    passages = search("toekomst", ["legislation"], on=date(2030, 1, 1))
    assert "1. Toekomst." not in {passage.text for passage in passages}


def test_a_correction_replaces_the_text_and_an_older_one_does_not_come_back(tmp_path: Path) -> None:
    wrong = write(
        tmp_path, f"{BWB_ID}_2015-01-01_0.xml", act(article("1", "1. Fout."), article("9", "1. Ten onrechte."))
    )
    import_acts(wrong)
    right = write(tmp_path, f"{BWB_ID}_2015-01-01_1.xml", act(article("1", "1. Goed.")))
    count = import_acts(right)
    assert (count.replaced, count.withdrawn) == (1, 1)
    assert import_acts(wrong).bad[0][1].startswith("is an older correction")
    assert [version[3] for version in versions("1")] == ["1. Goed."]
    assert versions("9") == []


def test_the_text_of_a_later_state_counts_for_a_version_that_both_hold(tmp_path: Path) -> None:
    import_acts(write(tmp_path, "b.xml", act(article("1", "1. Verbeterd."), on="2015-01-01")))
    import_acts(write(tmp_path, "a.xml", act(article("1", "1. Met een tikfout."), on="2014-01-01")))
    assert [version[3] for version in versions("1")] == ["1. Verbeterd."]


def test_a_run_that_was_cut_off_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write(tmp_path, "a.xml", act(*[article(str(n), f"1. Regel {n}.") for n in range(1, 8)]))
    monkeypatch.setattr(act_import, "_BATCH", 3)
    real = act_import.store_documents
    calls = iter([real, real])
    monkeypatch.setattr(act_import, "store_documents", lambda *a, **k: next(calls)(*a, **k))
    with pytest.raises((StopIteration, RuntimeError)):
        import_acts(path)
    assert Document.objects.count() == 6
    monkeypatch.setattr(act_import, "store_documents", real)
    count = import_acts(path)
    assert (count.unchanged, count.added) == (6, Document.objects.count() - 6)
    assert {version[0] for n in range(1, 8) for version in versions(str(n))} == {
        f"Wet op de proef 2001, artikel {n}" for n in range(1, 8)
    }


def test_a_bad_file_is_named_with_the_reason_and_the_others_arrive(tmp_path: Path) -> None:
    write(tmp_path / "x", "arrest.xml", ruling())
    write(tmp_path, "kapot.xml", act(article("2", "1. x"))[:-30])
    write(tmp_path, "goed.xml", act(article("1", "1. Regel.")))
    out, err = run(tmp_path)
    assert "kapot.xml is not well-formed XML" in err
    assert "x/arrest.xml holds case law and not an act. Give it to import_case_law. Skipped." in err
    assert "Files: 3, 2 skipped." in out
    assert len(versions("1")) == 1
    assert versions("2") == []


def test_a_folder_without_files_a_missing_path_and_only_bad_files_end_in_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match=r"There is no \.xml file in"):
        run(tmp_path)
    with pytest.raises(CommandError, match="There is no file or folder"):
        run(tmp_path / "nergens")
    write(tmp_path, "arrest.xml", ruling())
    with pytest.raises(CommandError, match="No file could be imported"):
        run(tmp_path)


def test_two_files_of_one_state_with_other_text_give_the_last_of_them(tmp_path: Path) -> None:
    write(tmp_path, "a.xml", act(article("1", "1. Een.")))
    write(tmp_path, "b.xml", act(article("1", "1. Twee.")))
    import_acts(tmp_path)
    assert [version[3] for version in versions("1")] == ["1. Twee."]


@pytest.mark.django_db(transaction=True)
def test_only_one_import_runs_at_a_time(tmp_path: Path) -> None:
    from concurrent.futures import ThreadPoolExecutor

    from django.db import connection

    def elsewhere() -> str:
        try:
            import_acts(tmp_path)
            return "ran"
        except ImportRunningError as error:
            return str(error)
        finally:
            connection.close()

    with only_one(act_import._LOCK, "legislation"), ThreadPoolExecutor(1) as pool:
        assert pool.submit(elsewhere).result(20).startswith("Another import of legislation is running")


def test_chain_ends_a_version_at_the_first_state_without_its_article() -> None:
    states = [
        (date(2012, 1, 1), {"artikel:1": "B:artikel:1:2001-01-01"}),
        (date(2014, 1, 1), {}),
        (date(2016, 1, 1), {"artikel:1": "B:artikel:1:2016-01-01"}),
    ]
    chained = chain(states)
    assert chained["B:artikel:1:2001-01-01"].valid_to == date(2014, 1, 1)
    assert chained["B:artikel:1:2016-01-01"].valid_to is None


def test_progress_tells_files_and_then_vectors(tmp_path: Path) -> None:
    write(tmp_path, "a.xml", act(article("1", "1. Oud."), on="2014-01-01"))
    write(tmp_path, "b.xml", act(article("1", "1. Nieuw.", since="2015-01-01"), on="2015-01-01"))
    reports: list[tuple[int, int, int, int]] = []
    import_acts(tmp_path, report=lambda c: reports.append((c.files, c.all_files, c.vectors, c.all_vectors)))
    assert [files for files, of, _, _ in reports if of == 2] == sorted(files for files, *_ in reports)
    assert reports[-1][:2] == (2, 2)
    assert reports[-1][2] == reports[-1][3] == Chunk.objects.count()
