"""Reads a web page: its main text by trafilatura, and where that finds next to nothing, all visible text.

Runs in the process of `retrieval.reading.sandbox`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import trafilatura
from lxml import etree, html
from trafilatura.settings import DEFAULT_CONFIG

from retrieval.reading.document import SAVE_AGAIN, Assembly, Limits, Outline, ReadDocument, Unreadable
from retrieval.reading.read_text import decoded

_CHARSET = re.compile(rb"<meta[^>]{0,200}?charset\s*=\s*[\"']?\s*([\w-]{2,30})", re.IGNORECASE)
_DECLARATION = re.compile(r"^\s*<\?xml[^>]*\?>")
_UNSEEN = {"script", "style", "noscript", "template", "svg", "math", "iframe", "object", "select", "button", "head"}
_AROUND = {"nav", "footer", "aside"}
_BLOCKS = {
    "p", "div", "li", "ul", "ol", "dl", "dt", "dd", "table", "tr", "section", "article", "main", "blockquote", "pre",
    "h1", "h2", "h3", "h4", "h5", "h6", "br", "hr", "figure", "figcaption", "details", "summary", "address", "tbody",
}  # fmt: skip
# Main text shorter than this share of all visible text is taken for a mistake, unless it is long by itself.
_SHARE, _LONG, _MOST = 0.2, 1500, 0.6
# A page with more characters of markup, such as a whole act, is nearly all text; finding its main part takes long.
_HUGE = 2_000_000


def read_html(data: bytes, name: str, limits: Limits, charset: str = "") -> ReadDocument:
    """The main text of a page with its headings. Raises Unreadable."""
    declared = _CHARSET.search(data[:4096])
    text = decoded(data, name, charset or (declared[1].decode("ascii") if declared else ""))
    tree = _tree(_DECLARATION.sub("", text), name)
    title, language = _title(tree), _language(tree)
    visible = Assembly(name, limits)
    _add_blocks(visible, _visible_blocks(tree))
    if visible.is_empty:
        raise Unreadable("no_text", f"{name!r} has no text: the page may be made of pictures or by a script.")
    whole = visible.document(title, "html", language)
    main = None if len(text) > _HUGE else _main_text(tree, name, limits)
    if main is None:
        return whole
    document = main.document(title or whole.title, "html", language)
    too_little = len(document.text) < min(_LONG, len(whole.text) * _SHARE)
    # On long pages it may give the text without its headings, which are worth more than a tidy edge.
    flat = len(document.sections) == 1 and len(whole.sections) > 2 and len(document.text) > len(whole.text) * _MOST
    return whole if too_little or flat else document


def _tree(text: str, name: str) -> html.HtmlElement:
    try:
        tree = html.document_fromstring(text, parser=html.HTMLParser(huge_tree=False, remove_comments=True))
    except (etree.ParserError, etree.XMLSyntaxError, ValueError):
        raise Unreadable("broken", f"{name!r} cannot be read as a web page. {SAVE_AGAIN}") from None
    return tree


def _title(tree: html.HtmlElement) -> str:
    for path in ("//meta[@property='og:title']/@content", "//title//text()", "//h1//text()"):
        title = " ".join(" ".join(tree.xpath(path)[:20]).split())
        if title:
            return title
    return ""


def _language(tree: html.HtmlElement) -> str:
    match = re.match(r"[a-z]{2}(?=$|[-_])", str(tree.get("lang") or "").lower())
    return match[0] if match else ""


def _main_text(tree: html.HtmlElement, name: str, limits: Limits) -> Assembly | None:
    try:
        extracted = trafilatura.bare_extraction(
            tree, include_comments=False, include_tables=True, favor_recall=True, config=DEFAULT_CONFIG
        )
    except (RecursionError, ValueError, TypeError, AttributeError, etree.LxmlError):
        # It trips over some pages that a browser shows; their visible text is enough.
        return None
    body = getattr(extracted, "body", None)
    if body is None:
        return None
    main = Assembly(name, limits)
    _add_blocks(main, _main_blocks(body))
    return None if main.is_empty else main


def _add_blocks(assembly: Assembly, blocks: Iterator[tuple[int, str]]) -> None:
    """Each block is (level of a heading or 0, text). A section is a heading with the blocks under it."""
    outline, lines = Outline(), list[str]()
    path = citation = ""
    for level, text in blocks:
        if level:
            assembly.add("\n\n".join(lines), path, citation)
            outline.enter(level, text)
            path, citation, lines = outline.path, outline.citation, []
        lines.append(text)
    assembly.add("\n\n".join(lines), path, citation)


def _main_blocks(body: etree._Element) -> Iterator[tuple[int, str]]:
    """The blocks of trafilatura's own format."""
    for element in body:
        if element.tag == "head":
            level = re.search(r"[1-6]", str(element.get("rend") or ""))
            text = _inline(element)
            if text:
                yield int(level[0]) if level else 2, text
        elif element.tag == "table":
            rows = [[_inline(cell) for cell in row.iter("cell")] for row in element.iter("row")]
            text = "\n".join(" | ".join(filter(None, row)) for row in rows if any(row))
            if text:
                yield 0, text
        elif element.tag == "list":
            text = "\n".join(f"- {item}" for item in map(_inline, element.iter("item")) if item)
            if text:
                yield 0, text
        elif len(element) and element.tag in ("div", "quote", "ab"):
            yield from _main_blocks(element)
        elif text := _inline(element):
            yield 0, text


def _inline(element: etree._Element) -> str:
    return " ".join("".join(element.itertext()).split())


def _visible_blocks(tree: html.HtmlElement) -> Iterator[tuple[int, str]]:
    """All visible text, block by block, without what stands around a page on every page of its site."""
    words: list[str] = []
    level = 0

    def taken() -> str:
        text = " ".join("".join(words).split())
        words.clear()
        return text

    walk = etree.iterwalk(tree, events=("start", "end"))
    for event, element in walk:
        tag = element.tag if isinstance(element.tag, str) else ""
        is_block = tag in _BLOCKS
        if is_block and (text := taken()):
            yield level, text
        if event == "start":
            if tag in _UNSEEN or tag in _AROUND or not tag or element.get("hidden") is not None:
                walk.skip_subtree()
                continue
            if is_block:
                level = int(tag[1]) if tag[0] == "h" and tag[1:].isdigit() else 0
            words.append(element.text or "")
            if tag in ("td", "th"):
                words.append(" ")
        else:
            if is_block:
                level = 0
            words.append(
                (" | " if tag in ("td", "th") and element.getnext() is not None else "") + (element.tail or "")
            )
    if text := taken():
        yield level, text
