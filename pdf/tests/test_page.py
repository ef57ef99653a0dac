"""Pages of ours: set in our own font, in the language of records, loading nothing, and one at a time."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from django.conf import LazySettings
from django.utils import translation
from pypdf import PdfReader

from pdf import cut, draw, own_faces, page_pdf

PAGE = "<html><head><style>body { font-family: paper; }</style></head><body><p>Żółw {{ words }}</p></body></html>"


@pytest.fixture(autouse=True)
def _templates(settings: LazySettings, tmp_path: Path) -> None:
    (engine,) = settings.TEMPLATES
    settings.TEMPLATES = [{**engine, "DIRS": [tmp_path]}]
    (tmp_path / "page.html").write_text(PAGE)
    (tmp_path / "loading.html").write_text("<p>x</p><img src='{{ words }}'/>")


def made(words: Any = "", template: str = "page.html") -> PdfReader:
    return PdfReader(BytesIO(page_pdf(template, lambda: {"words": words}, what="a page of a test")))


def fonts_of(reader: PdfReader) -> set[str]:
    return {font.get_object()["/BaseFont"].split("+")[-1] for font in reader.pages[0]["/Resources"]["/Font"].values()}


def test_a_page_is_set_in_the_font_that_the_project_ships() -> None:
    reader = made("ж")
    assert "Żółw ж" in reader.pages[0].extract_text()
    assert "DejaVuSans" in fonts_of(reader)


def test_letters_of_another_face_are_drawn_by_it_and_what_none_can_draw_is_named() -> None:
    reader = made("因为我喜欢 it \U00010331")
    text = reader.pages[0].extract_text()
    assert "因为我喜欢 it [U+10331]" in " ".join(text.split())
    assert {"DejaVuSans", "WenQuanYiMicroHei"} <= fonts_of(reader)


def test_a_page_is_in_the_language_of_who_asks_for_it() -> None:
    with translation.override("nl"):
        reader = PdfReader(BytesIO(page_pdf("page.html", lambda: {"words": translation.get_language()}, what="x")))
    assert "Żółw nl" in reader.pages[0].extract_text()


@pytest.mark.parametrize("address", ["http://127.0.0.1:9/x.png", "file:///etc/passwd"])
def test_a_page_that_names_an_address_is_not_made_of_it(address: str) -> None:
    with pytest.raises(ValueError, match="a page of a test names"):
        made(address, "loading.html")


def test_papers_drawn_side_by_side_keep_their_fonts() -> None:
    text, *_ = own_faces()
    html = (
        f"<style>@font-face {{ font-family: text; src: url('{text.path.as_uri()}'); }} body {{ font-family: text; }}"
        "</style><p>long</p>"
    )

    def long(_: int) -> set[str]:
        drawn = draw(html, title="t", faces=own_faces(), progress=lambda share: None)
        assert (drawn.errors, drawn.complaints) == (0, ())
        return fonts_of(PdfReader(BytesIO(drawn.data)))

    with ThreadPoolExecutor(4) as pool:
        longer, short = pool.map(long, range(4)), pool.map(lambda _: fonts_of(made()), range(4))
        assert list(longer) == [{"DejaVuSans"}] * 4
        assert all("DejaVuSans" in fonts for fonts in short)


@pytest.mark.parametrize(
    ("text", "cut_text"),
    [("one\n two", "one two"), ("one two three", "one two t…"), ("abcdefgh", "abcde fgh"), ("", "")],
)
def test_a_long_text_is_one_line_of_words_that_can_be_wrapped(text: str, cut_text: str) -> None:
    assert cut(text, 10, longest_word=5) == cut_text
