"""XML from outside: bombs, entities and foreign encodings end in a sentence; a large file in bounded memory."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings

from tax_dossier.law.act_header import read_header
from tax_dossier.law.source_xml import UnusableFile, events, xml_files
from tax_dossier.tests.law_files import act, article, write

BOMB = '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY l "lol"><!ENTITY m "&l;&l;&l;&l;&l;&l;&l;&l;">]><toestand>&m;</toestand>'


def read(path: Path) -> int:
    return sum(1 for _ in events(path))


@pytest.mark.parametrize(
    ("xml", "reason"),
    [
        (BOMB, "DOCTYPE"),
        ('<!DOCTYPE a SYSTEM "http://localhost:1/evil.dtd"><a/>', "DOCTYPE"),
        ('<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>', "DOCTYPE"),
        ("<a>&onbekend;</a>", "not well-formed"),
        ("<a><b></a>", "not well-formed XML: mismatched tag"),
        ("niet eens xml", "not well-formed"),
        ("<a>" * 500 + "</a>" * 500, "more than 200 levels"),
        ('<?xml version="1.0" encoding="klingon"?><a/>', "encoding"),
    ],
)
def test_what_is_dangerous_or_broken_is_refused_in_a_sentence(tmp_path: Path, xml: str, reason: str) -> None:
    with pytest.raises(UnusableFile, match=reason):
        read(write(tmp_path, "x.xml", xml))


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "iso-8859-1", "windows-1252"])
def test_a_declared_encoding_is_read(tmp_path: Path, encoding: str) -> None:
    xml = act(article("1", "1. Coördinatie met één café."), title="Coördinatiewet").replace("UTF-8", encoding)
    assert read_header(write(tmp_path, "x.xml", xml, encoding)).title == "Coördinatiewet"


def test_text_in_another_encoding_than_declared_is_told(tmp_path: Path) -> None:
    path = write(tmp_path, "x.xml", act(article("1", "1. één")), "iso-8859-1")
    with pytest.raises(UnusableFile, match="another encoding"):
        read(path)


def test_a_folder_gives_its_xml_files_in_order_whatever_their_case(tmp_path: Path) -> None:
    for name in ("b/2.XML", "a/1.xml", "a/lees.txt"):
        write(tmp_path / name.split("/")[0], name.split("/")[1], "<a/>")
    assert [path.name for path in xml_files(tmp_path)] == ["1.xml", "2.XML"]


@pytest.mark.long
@pytest.mark.slow
def test_an_act_of_fifty_megabytes_is_read_in_bounded_memory(tmp_path: Path) -> None:
    lid = "".join(
        f"<lid><lidnr>{n}</lidnr><al>{'De regel geldt voor een ieder. ' * 20}</al></lid>" for n in range(1, 5)
    )
    with (tmp_path / "big.xml").open("w") as file:
        head, tail = act("MIDDEN").split("MIDDEN")
        file.write(head)
        for number in range(18_500):
            file.write(
                f'<artikel inwerking="2001-01-01"><kop><label>Artikel</label><nr>{number}</nr></kop>{lid}</artikel>'
            )
        file.write(tail)
    assert (tmp_path / "big.xml").stat().st_size > 48_000_000
    measured = (
        "import resource, sys, pathlib, django\ndjango.setup()\n"
        "from tax_dossier.law.act_header import read_header\nfrom tax_dossier.law.act_xml import read_units\n"
        "before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss\n"
        "path = pathlib.Path(sys.argv[1])\n"
        "print(read_header(path).units, sum(1 for u in read_units(path) if u.kind == 'artikel'),"
        " resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)\n"
    )
    out = subprocess.run(
        [sys.executable, "-c", measured, str(tmp_path / "big.xml")],
        cwd=settings.BASE_DIR,
        capture_output=True,
        text=True,
        check=True,
    )
    counted, articles, kilobytes = map(int, out.stdout.split())
    assert (counted, articles) == (18_500, 18_500)
    assert kilobytes < 80_000
