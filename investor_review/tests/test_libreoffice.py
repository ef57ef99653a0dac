"""The DOCX in LibreOffice: it opens, and accepting and rejecting there give the cleaned-up text and the source."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from investor_review.edits import Change, apply_edits, plan_edits, propose_by_rule
from investor_review.papers.docx import render_docx
from investor_review.tests.test_docx import MADE

TEXT = "1. Fee\tdue\n\nThe fee is EUR 5,000,000 & <more>.\nReports are annual.\n\n2. End\n\n2.1 It ends.\n"
MODULE = """<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE script:module PUBLIC "-//OpenOffice.org//DTD OfficeDocument 1.0//EN" "module.dtd">
<script:module xmlns:script="http://openoffice.org/2000/script" script:name="Module1" script:language="StarBasic">
Sub Settle(source As String, settled As String, act As String)
  Dim hidden(0) As New com.sun.star.beans.PropertyValue
  hidden(0).Name = "Hidden"
  hidden(0).Value = True
  doc = StarDesktop.loadComponentFromURL(source, "_blank", 0, hidden())
  helper = createUnoService("com.sun.star.frame.DispatchHelper")
  helper.executeDispatch(doc.CurrentController.Frame, act, "", 0, Array())
  Dim how(1) As New com.sun.star.beans.PropertyValue
  how(0).Name = "FilterName"
  how(0).Value = "Text (encoded)"
  how(1).Name = "FilterOptions"
  how(1).Value = "UTF8,LF"
  doc.storeToURL(settled, how())
  doc.close(True)
End Sub
Sub Both(source As String, accepted As String, rejected As String)
  Settle(source, accepted, ".uno:AcceptAllTrackedChanges")
  Settle(source, rejected, ".uno:RejectAllTrackedChanges")
End Sub
</script:module>
"""


@pytest.fixture
def soffice() -> str:
    program = shutil.which("soffice")
    return program or pytest.skip("soffice is not here (apt-get install libreoffice-writer-nogui)")


def run(soffice: str, home: Path, *arguments: str) -> None:
    command = [soffice, f"-env:UserInstallation={(home / 'profile').as_uri()}", "--headless", "--norestore", *arguments]
    subprocess.run(command, check=True, capture_output=True, timeout=240, cwd=home)


@pytest.mark.long
@pytest.mark.timeout(600)
def test_libreoffice_opens_it_and_accepts_and_rejects_what_was_tracked(soffice: str, tmp_path: Path) -> None:
    fee, ends = "The fee is EUR 5,000,000 & <more>.", "2.1 It ends."
    wishes = (("EUR 3m", fee), ("delete 'Reports are annual.'", fee), ("add a clause: The Buyer is told", ends))
    changes = [Change(f"i{n}", "", words, (cited,)) for n, (words, cited) in enumerate(wishes)]
    plan = plan_edits(TEXT, changes, propose_by_rule)
    assert plan.refused == []
    (tmp_path / "paper.docx").write_bytes(render_docx("Fee letter", "Ines Berg", TEXT, plan.edits, MADE))
    run(soffice, tmp_path, "--convert-to", "fodt", "paper.docx")
    tracked = (tmp_path / "paper.fodt").read_text()
    assert (tracked.count("<text:insertion>"), tracked.count("<text:deletion>")) >= (2, 2)
    assert re.search(r"<dc:creator>Ines Berg</dc:creator>\s*<dc:date>2026-11-23T04:05:06", tracked)
    # The profile that the first start made takes the macro; before that it would be written over.
    (tmp_path / "profile/user/basic/Standard/Module1.xba").write_text(MODULE)
    files = [(tmp_path / name).as_uri() for name in ("paper.docx", "accepted.txt", "rejected.txt")]
    run(soffice, tmp_path, f"macro:///Standard.Module1.Both({','.join(files)})")
    accepted, rejected = (
        (tmp_path / name).read_text("utf-8-sig").rstrip("\n") for name in ("accepted.txt", "rejected.txt")
    )
    assert accepted == apply_edits(TEXT, plan.edits).rstrip("\n")
    assert "2.2 The Buyer is told." in accepted
    assert rejected == TEXT.rstrip("\n")
