"""Code lists: imported in one go, found by code and by words, and never a code that is not there."""

from __future__ import annotations

import gzip
import json
import os
from importlib import import_module
from io import StringIO
from pathlib import Path

import pytest
from django.apps import apps
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import connection

from pursuit.codes import search
from pursuit.models import Code, CodeWord

pytestmark = pytest.mark.django_db

LIST = """code,billable,short_desc,long_desc
E11,false,Type 2 diabetes mellitus,Type 2 diabetes mellitus
E119,true,Type 2 diabetes mellitus without complications,Type 2 diabetes mellitus without complications
M48061,true,"Spinal stenosis, lumbar region w/o neurogenic claud","Spinal stenosis, lumbar region without neurogenic claudication"
I219,true,"Acute myocardial infarction, unspecified","Acute myocardial infarction, unspecified"
"""
SHARED = Path(os.environ.get("SHARED_DATA_DIR", Path(settings.BASE_DIR).parent / "shared" / "data"))


def imported(tmp_path: Path, text: str, system: str = "icd10cm", edition: str = "2019") -> tuple[str, str]:
    path = tmp_path / "codes.csv"
    path.write_text(text)
    out, err = StringIO(), StringIO()
    call_command("import_codes", str(path), "--system", system, "--edition", edition, stdout=out, stderr=err)
    return out.getvalue(), err.getvalue()


def test_a_list_is_imported_once_and_again_changes_nothing(tmp_path: Path) -> None:
    assert imported(tmp_path, LIST)[0] == "4 new, 0 changed, 0 unchanged, 0 skipped in ICD-10-CM 2019.\n"
    assert imported(tmp_path, LIST)[0].startswith("0 new, 0 changed, 4 unchanged")
    changed = LIST.replace('unspecified"\n', 'of an unknown kind"\n')
    assert imported(tmp_path, changed)[0].startswith("0 new, 1 changed, 3 unchanged")
    assert CodeWord.objects.get(word="diabet").frequency == 2


def test_bad_rows_are_named_with_their_line_and_left_out(tmp_path: Path) -> None:
    bad = LIST + "??,true,x,y\nE119,true,again,again\nE118,true,short\nE117,perhaps,a,b\nE116,true,a,\n"
    out, err = imported(tmp_path, bad)
    assert out.startswith("4 new, 0 changed, 0 unchanged, 5 skipped")
    for words in ("Line 6 has the code '??'", "Line 7 repeats 'E11.9' of line 3", "Line 8 has 3 columns",
                  "Line 9 says 'perhaps' under billable", "Line 10 has no description"):  # fmt: skip
        assert words in err


def test_a_file_that_is_none_is_refused_in_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="There is no file"):
        call_command("import_codes", str(tmp_path / "none.csv"), "--system", "icd10cm", "--edition", "2019")
    with pytest.raises(CommandError, match="must name the columns code"):
        imported(tmp_path, "a,b\n1,2\n")
    cut = tmp_path / "cut.csv.gz"
    cut.write_bytes(gzip.compress(LIST.encode() * 50)[:60])
    with pytest.raises(CommandError, match="cut off"):
        call_command("import_codes", str(cut), "--system", "icd10cm", "--edition", "2019")


@pytest.mark.parametrize("asked", ["E11.9", "e119", "what is E119?", "ICD-10 e11.9", "(E11.9)"])
def test_a_code_is_found_with_its_dot_and_without(tmp_path: Path, asked: str) -> None:
    imported(tmp_path, LIST)
    (code,) = search.look_up(asked)
    assert code.code == "E11.9"
    assert search.description_of(code) == (
        "E11.9: Type 2 diabetes mellitus without complications (ICD-10-CM 2019, valid from 1 October 2018 until "
        "1 October 2019)."
    )


def test_a_heading_says_that_it_is_not_billed(tmp_path: Path) -> None:
    imported(tmp_path, LIST)
    assert search.description_of(search.look_up("E11")[0]).endswith("It is a heading; bill a code below it.")


@pytest.mark.parametrize(
    ("words", "code"),
    [
        ("What is the ICD-10 code for lumbar stenosis?", "M48.061"),
        ("heart attack", "I21.9"),
        ("type 2 diabetes without complications", "E11.9"),
        ("Spinal stenosis, lumbar region w/o neurogenic claud", "M48.061"),
    ],
)
def test_a_code_is_found_by_its_description(tmp_path: Path, words: str, code: str) -> None:
    imported(tmp_path, LIST)
    assert search.search_codes(search.description_asked(words), "icd10cm")[0].code.code == code


def test_of_two_editions_the_newer_is_found(tmp_path: Path) -> None:
    imported(tmp_path, LIST)
    imported(tmp_path, LIST, edition="2020")
    assert search.look_up("E11.9")[0].edition == "2020"
    assert [match.code.edition for match in search.search_codes("type 2 diabetes without complications")][:1] == [
        "2020"
    ]
    assert Code.objects.count() == 8


def test_a_code_that_no_list_holds_is_unknown(tmp_path: Path) -> None:
    imported(tmp_path, LIST)
    assert search.unknown_codes("Use E11.9, not E11.99; vitamin B12 is no code") == ["E1199"]
    assert search.look_up("no code at all") == []
    assert search.search_codes("zzzz qqqq") == []
    assert search.search_codes("") == []


def test_the_row_is_the_citation_and_its_quote_stands_in_it(tmp_path: Path) -> None:
    imported(tmp_path, LIST)
    cited = search.citation(search.look_up("E11.9")[0])
    row = Code.objects.get(pk=cited["code_id"])
    assert cited["quote"] in row.description
    assert (cited["edition"], cited["valid_to"]) == ("2019", "2019-10-01")


@pytest.mark.long
def test_the_whole_list_is_searched_well() -> None:
    folder = SHARED / "health_policy" / "codes"
    if not folder.is_dir():
        pytest.skip(f"There are no code lists in {folder}.")
    call_command(
        "import_codes",
        str(folder / "icd10cm_2019.csv.gz"),
        "--system",
        "icd10cm",
        "--edition",
        "2019",
        stdout=StringIO(),
    )
    labelled = [json.loads(line) for line in (folder / "icd10_queries.jsonl").read_text().splitlines()][::5]
    firsts = 0
    for case in labelled:
        codes = search.look_up(case["query"]) or [m.code for m in search.search_codes(case["query"], "icd10cm", 5)]
        firsts += bool(codes) and codes[0].plain == case["expected"]
    assert firsts / len(labelled) >= 0.95


def test_codes_that_were_stored_with_other_stems_are_found_after_the_migration(tmp_path: Path) -> None:
    imported(tmp_path, LIST)
    Code.objects.update(words=["diabete", "complication"])
    assert search.search_codes("diabetes complications") == []
    import_module("pursuit.migrations.0005_code_stems").stem_again(apps, connection.schema_editor())
    assert search.search_codes("diabetes complications")[0].code.code == "E11.9"


def test_a_word_without_end_is_kept_by_its_beginning(tmp_path: Path) -> None:
    out, _ = imported(tmp_path, LIST + f'E115,true,"Diabetes {"e" * 400}","Diabetes"\n')
    assert out.startswith("5 new")
    assert CodeWord.objects.get(word="e" * 100).frequency == 1
