"""Reads official XML safely: no document type, no entities, bounded depth, a sentence for whatever cannot be read."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Literal
from xml.etree.ElementTree import Element, ParseError

from defusedxml.common import DefusedXmlException, DTDForbidden, EntitiesForbidden
from defusedxml.ElementTree import iterparse

# Acts nest some fifteen levels deep. What is deeper than this is made to break readers.
MAX_DEPTH = 200
MAX_BYTES = 300 * 1024 * 1024

_SPACE = re.compile(r"[ \t\r\n\f\v]+")

Event = tuple[Literal["start", "end"], Element]


class UnusableFile(Exception):
    """A file cannot be imported. The text is the sentence that follows its name; nothing of the file was stored."""


def events(path: Path) -> Iterator[Event]:
    """The starts and ends of a file's elements, as they are read.

    Raises UnusableFile: broken, empty or too large XML, a document type or entities, an encoding that is unknown or
    another than the declared one, elements nested too deeply.
    """
    depth = 0
    try:
        size = path.stat().st_size
        if size == 0:
            raise UnusableFile("is empty.")
        if size > MAX_BYTES:
            raise UnusableFile(f"has {size / 1_048_576:,.0f} MB; {MAX_BYTES // 1_048_576} MB are allowed. Split it.")
        for kind, element in iterparse(str(path), events=("start", "end"), forbid_dtd=True):
            depth += 1 if kind == "start" else -1
            if depth > MAX_DEPTH:
                raise UnusableFile(f"nests elements more than {MAX_DEPTH} levels deep, as no act or ruling does.")
            yield kind, element
    except (DTDForbidden, EntitiesForbidden) as error:
        what = "a document type (DOCTYPE)" if isinstance(error, DTDForbidden) else "entities of its own"
        raise UnusableFile(f"declares {what}, which is not read for safety. Take the declaration out.") from None
    except DefusedXmlException:
        raise UnusableFile("refers to something outside itself, which is not read for safety.") from None
    except ParseError as error:
        raise UnusableFile(_why(error)) from None
    except (LookupError, UnicodeError, ValueError) as error:
        raise UnusableFile(f"has an encoding that cannot be read ({error}). Save it as UTF-8.") from None
    except OSError as error:
        raise UnusableFile(f"cannot be opened: {error.strerror or error}.") from None


def _why(error: ParseError) -> str:
    line, column = error.position
    reason = str(error).split(":")[0]
    if "invalid token" in reason:
        reason += "; perhaps it is in another encoding than its first line says"
    return f"is not well-formed XML: {reason} (line {line}, column {column})."


def name_of(element: Element) -> str:
    """The element's name without its namespace."""
    return str(element.tag).rsplit("}", 1)[-1]


def attribute(element: Element, name: str) -> str:
    """The attribute `name`, whatever its namespace; an empty text where there is none."""
    for key, value in element.attrib.items():
        if key.rsplit("}", 1)[-1] == name:
            return value.strip()
    return ""


def flat(text: str | None) -> str:
    """A text with its white space made single."""
    return _SPACE.sub(" ", text or "").strip()


def xml_files(path: Path) -> list[Path]:
    """The file itself, or every .xml file below a folder, in the order of their names."""
    if path.is_file():
        return [path]
    return sorted(file for file in path.rglob("*") if file.suffix.lower() == ".xml" and file.is_file())
