"""Turns the content of an article into plain text: lists, tables, notes and pictures keep their place in it."""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree.ElementTree import Element

from tax_dossier.law.source_xml import attribute, flat, name_of
from tax_dossier.law.tables import ELEMENTS

# What an editor of the publisher says about the element; read by the reader of acts, and no part of the text.
APART = {"meta-data", "kop"}
_LISTS, _TABLES, _PICTURES = ELEMENTS["lists"], ELEMENTS["tables"], ELEMENTS["pictures"]
_BLOCKS = ELEMENTS["blocks"] | _LISTS | _TABLES
_INDENT = "  "


def lines(element: Element, level: int = 0) -> Iterator[str]:
    """The lines of a block's content, the element's own heading left out."""
    run: list[str] = [element.text or ""]
    for child in element:
        name = name_of(child)
        if name in APART:
            run.append(child.tail or "")
            continue
        if _is_block(child):
            yield from _paragraph(run, level)
            yield from block(child, level)
            run = [child.tail or ""]
        else:
            run += [inline(child), child.tail or ""]
    yield from _paragraph(run, level)


def block(element: Element, level: int) -> Iterator[str]:
    """The lines of one block, itself numbered or drawn as its kind asks."""
    name = name_of(element)
    if name in _LISTS:
        for child in element:
            yield from _item(child, level) if name_of(child) == "li" else block(child, level)
    elif name == "li":
        yield from _item(element, level)
    elif name in _TABLES:
        yield from _table(element, level)
    else:
        yield from _under_heading(element, level)


def _under_heading(element: Element, level: int) -> Iterator[str]:
    """A block inside an article may have a heading of its own, which is a line of the text."""
    heading = " ".join(part for part in heading_of(element) if part)
    if heading:
        yield _INDENT * level + heading
    yield from lines(element, level)


def _is_block(element: Element) -> bool:
    if name_of(element) in _BLOCKS:
        return True
    return any(name_of(child) == "kop" or (name_of(child) != "meta-data" and _is_block(child)) for child in element)


def _paragraph(run: list[str], level: int) -> Iterator[str]:
    text = flat("".join(run))
    if text:
        yield _INDENT * level + text


def _item(item: Element, level: int) -> Iterator[str]:
    """ "a. text", and what follows in the item one level further in."""
    number = " ".join(flat(_all_text(child)) for child in item if name_of(child) in ("li.nr", "nr"))
    if not number:
        number = attribute(item, "nr") or "-"
    rest = [child for child in item if name_of(child) not in ("li.nr", "nr")]
    kept = Element("li")
    kept.text, first = item.text, True
    kept.extend(rest)
    for line in lines(kept, level + 1):
        yield f"{_INDENT * level}{number} {line.strip()}" if first else line
        first = False
    if first:
        yield f"{_INDENT * level}{number}"


def _table(table: Element, level: int) -> Iterator[str]:
    """A row a line, its cells between bars. Titles, notes and whatever else stands around the rows keep their place."""
    for child in table:
        name = name_of(child)
        if name == "row":
            cells = [" ".join(map(str.strip, _under_heading(cell, 0))) for cell in child if name_of(cell) not in APART]
            yield f"{_INDENT * level}| {' | '.join(cells)} |"
        elif name in ("thead", "tbody", "tfoot", "tgroup", "table"):
            yield from _table(child, level)
        elif name not in APART and name != "colspec":
            yield from _under_heading(child, level)


def inline(element: Element) -> str:
    """The text of an element inside a sentence."""
    name = name_of(element)
    if name in APART:
        return ""
    if name in _PICTURES:
        shown = attribute(element, "naam") or attribute(element, "src") or attribute(element, "id") or "zonder naam"
        return f" [afbeelding: {shown}]"
    if name in ("noot", "footnote"):
        number = " ".join(flat(_all_text(child)) for child in element if name_of(child) in ("noot.nr", "nr"))
        text = flat(" ".join(_all_text(child) for child in element if name_of(child) not in ("noot.nr", "nr")))
        return f" [noot{' ' + number if number else ''}: {text or flat(element.text)}]"
    text = _all_text(element)
    if name == "redactie":
        return f"[{flat(text)}]"
    if name in ("sup", "sub", "inf") and flat(text):
        return f"{'^' if name == 'sup' else '_'}{flat(text)}"
    if not flat(text) and not len(element):
        # An element without text may stand for something that is seen, such as a formula drawn elsewhere.
        seen = attribute(element, "naam") or attribute(element, "fileref")
        return f" [afbeelding: {seen}]" if seen else " "
    return text


def _all_text(element: Element) -> str:
    parts = [element.text or ""]
    for child in element:
        parts += [inline(child), child.tail or ""]
    return "".join(parts)


def heading_of(element: Element) -> tuple[str, str, str]:
    """The label ("Hoofdstuk"), number ("3") and title of an element's heading; empty where it has none."""
    for child in element:
        if name_of(child) == "kop":
            parts = {"label": "", "nr": "", "titel": ""}
            rest = []
            for part in child:
                name = name_of(part)
                text = flat(_all_text(part))
                if name in parts and not parts[name]:
                    parts[name] = text
                elif text and name != "meta-data":
                    rest.append(text)
            title = " ".join(text for text in (parts["titel"], *rest, flat(child.text)) if text)
            return parts["label"], parts["nr"], title
    return "", "", ""
