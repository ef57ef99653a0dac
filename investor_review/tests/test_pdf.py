"""The PDF: everything is in it, on the page, readable and embedded, or it is not released."""

from __future__ import annotations

import http.server
import json
import os
import random
import threading
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from pypdf import PdfReader
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

from investor_review.edits.by_rules import propose_by_rule
from investor_review.edits.change_log import DecidedIssue, build_log
from investor_review.edits.plan import EditPlan, plan_edits
from investor_review.papers import pdf
from investor_review.papers.pdf import Page, Pdf, PdfDocument, PdfFailed, render_pdf
from investor_review.papers.pdf_check import verify_pdf
from investor_review.papers.pdf_layout import blocks_of
from investor_review.papers.pdf_text import PageText
from llm.text import clean_text
from pdf import fonts
from tests.growth import assert_linear


def made(text: str, title: str = "Contract", issues: list[DecidedIssue] | None = None, progress: Any = None) -> Pdf:
    issues = issues or []
    plan = plan_edits(text, [c for issue in issues if (c := issue.change())], propose_by_rule) if issues else EditPlan()
    log = build_log(text, issues, plan)
    document = PdfDocument(title, [("Company", "Acme"), ("Investor", "Ines")], log, text, f"Acme · {title}")
    return render_pdf(document, *([progress] if progress else []))


def words_of(data: bytes) -> str:
    """What a reader of PDFs finds in it."""
    return " ".join(" ".join(page.extract_text() for page in PdfReader(BytesIO(data)).pages).split())


def sizes_of(data: bytes) -> set[float]:
    reader = PdfReader(BytesIO(data))
    texts = PageText(reader)
    return {round(drawn.size, 1) for page in reader.pages for drawn in texts.drawn(page) if drawn.text.strip()}


def test_the_front_page_names_the_parties_the_changes_and_what_is_open() -> None:
    text = "1. Fee. The fee is EUR 5,000,000.\n\n2. Term. The term is annual.\n"
    issues = [
        DecidedIssue(
            "i1", "Fee too high", "high", "resolved", "The fee is high.", "EUR 3m", (), ("The fee is EUR 5,000,000.",)
        ),
        DecidedIssue("i2", "Term", "low", "open", "Too short."),
    ]
    words = words_of(made(text, "Fee <b>Letter</b> & more", issues).data)
    assert "Fee <b>Letter</b> & more Company: Acme Investor: Ines Change log 1. Fee too high Changed" in words
    assert "EUR 3m" not in words
    assert "EUR 5,000,000" in words
    assert "3,000,000" in words
    assert "Open issues 1. Term (low): open" in words
    assert words.count("· page ") == 2


@pytest.mark.parametrize(
    "text",
    [
        "W" * 5000,
        "http://example.org/" + "abc-" * 400,
        "中文合同，" * 400,
        "word " * 6000,
        "\n".join(f"{n:<6}{'item':<40}{n * 1000:>40}" for n in range(200)),
        "\n".join("Name\tAmount\tDate" for _ in range(20)),
        "x" * 130 + "   " + "y" * 130 + "\n" + "x" * 130 + "   " + "y" * 130,
        "ARTICLE 1\n\n(a) one\n(b) two\n\n\f\n\nnext page\r\n\r\nlast",
        "",
        "\n\n\n",
    ],
    ids=[
        "long word",
        "address",
        "Chinese",
        "long paragraph",
        "columns",
        "tabs",
        "wide columns",
        "lists",
        "empty",
        "blank",
    ],
)
@pytest.mark.dear
def test_nothing_runs_off_the_page_or_becomes_too_small(text: str) -> None:
    result = made(text)
    assert min(sizes_of(result.data)) >= 6
    letters = "".join(words_of(result.data).split())
    assert all("".join(word.split()) in letters for word in set(text.split()) if len(word) < 40)


@pytest.mark.parametrize(
    "text",
    [
        "ş ĳ Ελληνικά Кириллица ½ ₹ €",
        "שלום עולם (בדיקה) 123 abc " * 12,
        "مرحبا بالعالم لا إله إلا (اختبار) ١٢٣ " * 12,
        "قَالَ مُحَمَّدٌ: العَقْدُ شَرِيعَةُ المُتَعَاقِدِينَ",
        "The Supplier (שלום) and مرحبا [x] agree.\nSecond line.",
        "中文测试，合同金额为人民币五百万元。日本語テスト。한국어 시험입니다.",
        "e\u0301 \ufb01 ǆ ａｂ ① ﬀ",
    ],
    ids=["Latin, Greek, Cyrillic", "Hebrew", "Arabic", "vowel signs", "mixed", "Chinese, Japanese, Korean", "forms"],
)
def test_scripts_are_drawn_with_embedded_fonts_and_nothing_is_replaced(text: str) -> None:
    result = made(text, title=text[:30])
    assert result.notes == ()
    assert "\x00" not in words_of(result.data)


NAUGHTY = Path(os.environ.get("SHARED_DATA_DIR") or settings.BASE_DIR.parent / "shared" / "data") / "robustness"


@pytest.mark.skipif(not NAUGHTY.is_dir(), reason="the development data (SHARED_DATA_DIR) is not there")
def test_the_naughty_strings_are_drawn_and_read_back() -> None:
    lines = [line for path in sorted(NAUGHTY.glob("*.json")) for line in json.loads(path.read_text())]
    assert made("\n\n".join(clean_text(line) for line in lines), title=clean_text(lines[-1])).pages > 5


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.dear
def test_any_mixture_of_scripts_is_drawn_and_read_back(seed: int) -> None:
    dice = random.Random(seed)
    words = [
        "annual",
        "שלום",
        "(x)",
        "مرحبا",
        "لله",
        "سَلَامٌ",
        "中文",
        "[y]",
        "123",
        "١٢٣",
        "e\u0301",
        "ﬁ",
        "\u200f",
        '"a"',
        "<b>",
        "&amp;",
    ]
    words += [
        "\t",
        "\n",
        "\n\n",
        "     ",
        "—",
        "%",
        "ﷺ",
        "ａｂ",
        "①",
        "ǆ",
        "\U00010331",
        "\U0001d4d0",
        "\u0300",
        "\x0b",
        "\x1f",
        "\ufeff",
    ]
    made(" ".join(dice.choice(words) for _ in range(150)), title=dice.choice(words) + "x")


def test_a_character_that_no_font_draws_is_named_and_stands_visibly_replaced() -> None:
    result = made("first line\nsigned by \U00010331 and \x07\nend")
    assert "signed by [U+10331] and [U+0007]" in words_of(result.data)
    assert (
        "U+10331 (GOTHIC LETTER BAIRKAN), once, first in line 2: no font draws it; [U+10331] stands in its place"
        in result.notes
    )
    assert "Notes on the characters" in words_of(result.data)


def test_characters_without_a_picture_are_named_too() -> None:
    [note] = made("a\u200bb").notes
    assert note == "U+200B (ZERO WIDTH SPACE), once, first in line 1: it has no picture"


def test_a_character_of_the_names_is_told_apart_from_the_document_s() -> None:
    [note] = made("plain", title="Acme \U00010331").notes
    assert "in the names or the change log" in note


def test_every_font_that_a_page_lists_is_embedded() -> None:
    for page in PdfReader(BytesIO(made("Plain, 中文, שלום").data)).pages:
        for font in page["/Resources"]["/Font"].values():  # type: ignore[index, union-attr]
            assert "/FontFile2" in font.get_object()["/FontDescriptor"]


def test_what_the_text_holds_is_no_markup() -> None:
    text = (
        "<img src='http://127.0.0.1:1/x.png'> <pdf:pagenumber> </p><style>p{font-size:1pt}</style> {{ document }} &amp;"
    )
    assert "<pdf:pagenumber> </p><style>p{font-size:1pt}</style> {{ document }} &amp;" in words_of(made(text).data)


def test_progress_grows_to_the_end_and_says_what_is_done() -> None:
    steps: list[tuple[float, str]] = []
    made("A clause that stands for many.\n\n" * 400, progress=lambda share, sentence: steps.append((share, sentence)))
    shares = [share for share, _ in steps]
    assert shares == sorted(shares)
    assert shares[-1] == 1.0
    assert len({round(share, 1) for share in shares}) >= 6
    assert {"The pages are drawn", "The PDF is compared with the text"} <= {sentence for _, sentence in steps}


# What must not be released.


def drawn_with(draw: Any) -> bytes:
    pdfmetrics.registerFont(TTFont("check", settings.FONTS_DIR / fonts.TEXT))
    out = BytesIO()
    canvas = Canvas(out, pagesize=(595, 842), initialFontName="check")
    canvas.setFont("check", 10)
    draw(canvas)
    canvas.showPage()
    canvas.save()
    return out.getvalue()


def kinds(data: bytes, *expected: str) -> list[str]:
    return [problem.sentence() for problem in verify_pdf(data, expected).problems]


def test_a_page_that_holds_its_lines_has_no_problem() -> None:
    data = drawn_with(lambda c: (c.drawString(50, 700, "First line"), c.drawString(50, 680, "and second")))
    assert kinds(data, "First line and", "second") == []


def test_text_off_the_page_too_small_missing_or_foreign_is_found() -> None:
    assert kinds(drawn_with(lambda c: c.drawString(560, 700, "Annual fee")), "Annual fee") == [
        "Text runs off the page on page 1: 'Annual fee'"
    ]
    assert kinds(drawn_with(lambda c: c.drawString(50, 900, "Annual fee")), "Annual fee") == [
        "Text runs off the page on page 1: 'Annual fee'"
    ]

    def small(canvas: Canvas) -> None:
        canvas.scale(0.5, 0.5)
        canvas.drawString(100, 1400, "Annual fee")

    assert kinds(drawn_with(small), "Annual fee") == ["Text is set in 5.0 points, less than 6 on page 1: 'Annual fee'"]
    shown = drawn_with(lambda c: c.drawString(50, 700, "Annual fee"))
    assert kinds(shown, "Annual fee", "Clause 2") == ["Text is missing: 'Clause 2'"]
    assert kinds(shown, "Annual") == ["Unexpected text: 'fee'"]
    assert kinds(shown, "Annuel fee")[0] == "Text is missing: 'Annuel fee'"


def test_a_font_that_is_not_embedded_is_found() -> None:
    def foreign(canvas: Canvas) -> None:
        canvas.setFont("Helvetica", 10)
        canvas.drawString(50, 700, "Annual fee")

    assert any(
        "A font is not embedded: '/Helvetica'" in problem for problem in kinds(drawn_with(foreign), "Annual fee")
    )


def test_lines_from_right_to_left_are_compared_in_any_order_and_still_must_be_whole() -> None:
    data = drawn_with(lambda c: c.drawString(50, 700, "(שלום"[::-1]))
    assert kinds(data, "(שלום") == []
    assert kinds(data, "(שלוש") != []


def test_a_pdf_that_loses_a_line_is_not_released(monkeypatch: pytest.MonkeyPatch) -> None:
    real = pdf.lines_of_html
    monkeypatch.setattr(pdf, "lines_of_html", lambda html: [*real(html), "A clause that was lost."])
    with pytest.raises(PdfFailed, match=r"Text is missing: 'A clause that was lost\.'"):
        made("A clause.")


def test_a_warning_of_the_library_is_a_failure_and_nothing_remote_is_fetched() -> None:
    asked: list[str] = []

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.path)
            self.send_error(404)

    server = http.server.HTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        for html in (
            f"<p>x</p><img src='http://127.0.0.1:{server.server_port}/a.png'/>",
            "<style>@font-face { font-family: own; src: url('/usr/share/fonts/x.ttf') } p { font-family: own }</style><p>x</p>",
            "<p>中</p>",
        ):
            with pytest.raises(PdfFailed, match="errors and warnings"):
                pdf._rendered(Page("t", html, fonts.own_faces(), ()), lambda share: None)
    finally:
        server.shutdown()
        server.server_close()
    assert asked == []


# Layout.


@pytest.mark.parametrize("seed", range(60))
def test_the_blocks_hold_every_character_of_the_text_but_white_space(seed: int) -> None:
    dice = random.Random(seed)
    parts = [
        "word",
        "ARTICLE IV",
        "(a) item",
        "中文",
        "x" * 90,
        " " * 9,
        "\t",
        "\n",
        "\n\n",
        "\r\n",
        "\f",
        "a     b",
        ".....",
        "é",
    ]
    text = "".join(dice.choice(parts) + dice.choice(["", " ", "\n"]) for _ in range(dice.randint(0, 300)))
    text += dice.choice(["", "long " * 3000, "y" * 9000])
    kept = "".join(line for block in blocks_of(text) for line in block.lines)
    assert "".join(kept.split()) == "".join(text.split())


def test_broken_lines_of_prose_run_on_and_short_lines_stay() -> None:
    prose = "This Agreement, dated as of September 28, 2004, is made and entered into by\nand between the parties that are named below, each of which agrees to it.\n"
    address = "Acme B.V.\nMain Street 1\nUtrecht\n"
    contents = "Section 2.3. Notice to Banks and Funding of Loans and Notes\n16\nSection 2.4. Notes\n16\n"
    assert [block.lines[1] for block in blocks_of(contents)] == ["16"]
    blocks = list(blocks_of(f"{prose}\n{address}"))
    assert [block.kind for block in blocks] == ["paragraph", "lines"]
    assert blocks[1].lines == ("Acme B.V.", "Main Street 1", "Utrecht")


@pytest.mark.slow
@pytest.mark.long
def test_two_hundred_pages_take_four_times_as_long_as_fifty() -> None:
    clause = (
        "The Supplier shall deliver the goods of Annex 2 within thirty (30) days after the order of the Buyer. " * 3
    )
    articles = ["".join(f"{n}.{m} Delivery. {clause}\n\n" for m in range(1, 19)) for n in range(1, 140)]
    made("warm")
    pages: list[int] = []
    assert_linear(lambda size: pages.append(made("".join(articles[:size])).pages), len(articles))
    assert max(pages) >= 190


def test_the_marks_of_the_source_s_pages_are_not_printed_and_a_parted_sentence_goes_on() -> None:
    blocks = list(blocks_of("The Company delivers\n<PAGE>\nthe certificates.\n\n<PAGE>\n\nArticle 2 Term"))
    lines = [" ".join(block.lines) for block in blocks]
    assert "PAGE" not in " ".join(lines)
    assert lines[0] == "The Company delivers the certificates."
