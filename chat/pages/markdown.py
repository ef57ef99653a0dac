"""Markdown as HTML in blocks, whole or as it streams. None of it reaches a page without nh3."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from urllib.parse import urlsplit

import nh3
from django.utils.safestring import SafeString, mark_safe
from markdown_it import MarkdownIt
from markdown_it.token import Token

_markdown = MarkdownIt("commonmark", {"html": False, "maxNesting": 30}).enable(["table", "strikethrough"])
_ALLOWED = nh3.Cleaner(
    tags={
        *("p", "br", "hr", "strong", "em", "s", "code", "pre", "blockquote", "ul", "ol", "li", "a", "div"),
        *("h3", "h4", "h5", "h6", "table", "thead", "tbody", "tr", "th", "td"),
    },
    attributes={"a": {"href", "title"}, "ol": {"start"}},
    tag_attribute_values={"a": {"target": {"_blank"}}, "div": {"class": {"wide"}}},
    allowed_classes={"th": {"center", "right"}, "td": {"center", "right"}},
    url_schemes={"https", "mailto"},
    # "//host" is relative to a parser and foreign to a reader.
    url_relative=lambda url: None if url[:2] in ("//", "/\\", "\\\\", "\\/") else url,
    link_rel="noopener noreferrer nofollow",
)


def render_markdown(text: str) -> SafeString:
    """`text` as sanitised HTML. Images become links, so nothing is ever loaded from another host."""
    tokens = _markdown.parse(text)
    for token in tokens:
        _adapt(token)
        token.children = [_adapt(child) for child in _without_images(token.children or [])]
    html = _markdown.renderer.render(tokens, _markdown.options, {})
    html = html.replace("<table>", '<div class="wide"><table>').replace("</table>", "</table></div>")
    return mark_safe(_ALLOWED.clean(html))  # noqa: S308 - it was cleaned just now


def _adapt(token: Token) -> Token:
    """Headings below the page's own, alignment as a class (the policy allows no style), the host of a link."""
    if token.tag in ("h1", "h2", "h3", "h4", "h5", "h6"):
        token.tag = f"h{min(int(token.tag[1]) + 2, 6)}"
    style = token.attrs.pop("style", None)
    if style:
        token.attrs["class"] = str(style).partition(":")[2]
    if token.type == "link_open":
        address = urlsplit(str(token.attrs.get("href", "")))
        if address.scheme in ("http", "https"):
            token.attrs["title"], token.attrs["target"] = address.netloc, "_blank"
    return token


def _without_images(tokens: Sequence[Token]) -> Iterable[Token]:
    for token in tokens:
        if token.type != "image":
            yield token
            continue
        yield Token("link_open", "a", 1, attrs={"href": token.attrs.get("src", "")})
        yield Token("text", "", 0, content=token.content or "image")
        yield Token("link_close", "a", -1)


def split_blocks(text: str) -> tuple[list[str], str]:
    """The blocks of `text` that no further text can change, and the rest.

    A block is sealed when the first line of the next one is whole, or by a blank line where one ends it
    (not in a list, a quotation or an indented block, which go on after it; nor in a fence that is open).
    """
    whole = text.rfind("\n") + 1
    tokens: list[Token] = []
    _markdown.block.parse(text[:whole], _markdown, {}, tokens)
    tops = [token for token in tokens if token.level == 0 and token.nesting >= 0 and token.map]
    if not tops:
        return [], text
    lines = text[:whole].splitlines(keepends=True)
    starts = [0, *(top.map[0] for top in tops[1:] if top.map)]
    last = tops[-1]
    if last.map and last.map[1] < len(lines) and last.type not in _GO_ON:
        starts.append(len(lines))
    blocks = ["".join(lines[start:end]) for start, end in pairwise(starts)]
    return blocks, text[sum(map(len, blocks)) :]


_GO_ON = ("bullet_list_open", "ordered_list_open", "blockquote_open", "code_block")


class BlockStream:
    """The Markdown of a reply, as it comes. Only the tail is rendered again; a sealed block never is."""

    def __init__(self) -> None:
        self._tail = ""
        self._index = 0

    @property
    def started(self) -> bool:
        """Whether anything has been fed."""
        return self._index > 0 or bool(self._tail)

    def feed(self, delta: str) -> list[tuple[int, str, bool]]:
        """What changed, as (index, html, sealed)."""
        self._tail += delta
        changed: list[tuple[int, str, bool]] = []
        if "\n" in delta:
            blocks, self._tail = split_blocks(self._tail)
            for block in blocks:
                changed.append((self._index, render_markdown(block), True))
                self._index += 1
        if self._tail.strip():
            changed.append((self._index, render_markdown(self._tail), False))
        return changed

    def finish(self) -> list[tuple[int, str, bool]]:
        """Seal the tail: the message is over, and the next one begins a block of its own."""
        tail, self._tail = self._tail, ""
        if not tail.strip():
            return []
        self._index += 1
        return [(self._index - 1, render_markdown(tail), True)]


def render_blocks(text: str) -> list[str]:
    """The whole of `text` in the same blocks that a stream of it ends with."""
    blocks, tail = split_blocks(text)
    return [render_markdown(block) for block in (*blocks, tail) if block.strip()]
