"""The law of an answer: what it cites is in the dossier, what it quotes is in the source, and the rest is told."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from pathlib import Path

from tax_dossier.answers.denials import turns_round
from tax_dossier.answers.figures import days_stated, strange_figure
from tax_dossier.answers.quotes import limited
from tax_dossier.record import SourceView
from tax_dossier.words import Citation, find_citations, resolve, without_citations
from wording.amounts import worked_out
from wording.phrases import patterns
from wording.quotes import find_quote
from wording.sentences import sentence_spans

# The address of a source, at what a sentence that cites these paragraphs of it rests on.
Link = Callable[[SourceView, Sequence[str], str], str]

_STATES_LAW = patterns(Path(__file__).with_name("states_law.txt"), re.IGNORECASE)["states_law"]
_MARKDOWN_LINK = re.compile(r"!?\[([^\[\]]*)\]\((?:[^()\s]|\([^()]*\))*(?:\s+\"[^\"]*\")?\)")
_ADDRESS = re.compile(r"<?\b(?:https?|mailto|javascript|data):[^\s)>\]]*>?", re.IGNORECASE)
_QUOTE = re.compile(r"[“\"„«]([^“”\"„«»]{3,}?)[”\"»]")
_SEE = re.compile(r"\b(?:zie|see|ook|en|and|vgl|cf)\b", re.IGNORECASE)
_BULLET = re.compile(r"^\s*(?:(?:[-*•]|\d{1,3}[.)])\s+|#{1,6}\s+|>\s*)+")
# A word that is spoken of, and not used.
_TERM = re.compile(r"‘[^‘’]{1,60}’")
# A quote this short is a term and no proof.
_QUOTED_WORDS = 4
ELIDED = "[…]"
# So many sentences at the end of what has come may still change.
_HELD_BACK = 2


@dataclass(slots=True)
class Checked:
    """An answer that may be shown; `dropped` are references that were taken out, `sentences` how many went whole.

    `figures` are those that nothing bears out; `worked_out` what the answer worked out in the open.
    """

    text: str
    cited: list[SourceView] = field(default_factory=list)
    dropped: list[str] = field(default_factory=list)
    sentences: int = 0
    figures: list[str] = field(default_factory=list)
    worked_out: set[Decimal] = field(default_factory=set)


@dataclass(frozen=True, slots=True)
class Allowed:
    """What an answer may rest on: sources with their texts by id, the day whose law applies, and their addresses.

    Its figures may also stand in what the person has `spoken`, and in what tools have `given`.
    """

    sources: Sequence[SourceView]
    texts: Mapping[int, str]
    day: date
    link: Link
    # What is put behind a sentence that states law and names no source.
    unsourced: str = "*(geen bron)*"
    spoken: Sequence[str] = ()
    given: Sequence[str] = ()


def check_answer(draft: str, allowed: Allowed) -> Checked:
    """The draft with every reference resolved and linked, or taken out.

    A sentence whose only references do not resolve, whose quotation no source holds, that has the words of a source
    with one "not" more or less, or says a figure that nothing bears out, is left out. One that states law without any
    reference is marked.
    """
    stream = CheckedStream(allowed)
    text = stream.feed(_plain(draft)) + stream.close()
    stream.checked.text = limited(text, allowed.texts.values())
    return stream.checked


class CheckedStream:
    """A text that is checked as it comes. A sentence is given out when what follows it can no longer belong to it."""

    def __init__(self, allowed: Allowed) -> None:
        self.allowed, self.checked = allowed, Checked("")
        self._held = ""
        # The line breaks since the last sentence that was given out, the bullet before the next one, and whether
        # a line has begun.
        self._breaks, self._bullet, self._in_line = 0, "", False

    def feed(self, text: str) -> str:
        """What may be given out after `text` has come."""
        *lines, self._held = (self._held + text).split("\n")
        out = ""
        for line in lines:
            out += self._sentences(line, len(line))
            self._breaks, self._bullet, self._in_line = self._breaks + 1, "", False
        spans = _with_their_citations(self._held)
        # What is not ended may go on, and what cites may belong to the sentence before it.
        settled = spans[-2][0] if len(spans) > _HELD_BACK else 0
        given, self._held = self._held[:settled], self._held[settled:]
        return out + self._sentences(given, settled)

    def close(self) -> str:
        """The rest, when nothing more comes."""
        rest, self._held = self._held, ""
        return self._sentences(rest, len(rest))

    def _sentences(self, line: str, end: int) -> str:
        out = ""
        bullet = _BULLET.match(line[:end]) if not self._in_line else None
        self._bullet = bullet[0] if bullet else self._bullet
        for start, stop in _with_their_citations(line[:end]):
            # The bullet stands before the first sentence.
            body = line[max(start, bullet.end() if bullet else 0) : stop].strip()
            self._in_line = True
            if not body or not (shown := _sentence(_plain(body), self.allowed, self.checked).strip()):
                continue
            breaks = "\n" * min(self._breaks, 2) if self.checked.text else ""
            lead = breaks + self._bullet if self._bullet or self._breaks or not self.checked.text else " "
            self.checked.text, self._breaks, self._bullet = self.checked.text + lead + shown, 0, ""
            out += lead + shown
        return out


def _plain(draft: str) -> str:
    """The draft without links of its own: where a reference leads is ours to say."""
    for _ in range(3):
        draft = _MARKDOWN_LINK.sub(r"\1", draft)
    return _ADDRESS.sub("", draft)


def _with_their_citations(line: str) -> list[tuple[int, int]]:
    """Where the sentences of a line stand; "(artikel 3.16)" after a full stop belongs to the sentence before it.

    No sentence ends inside a quotation, whatever stops or ellipses stand in it.
    """
    sentences: list[tuple[int, int]] = []
    for start, end in sentence_spans(line, lines=True):
        if sentences and (_is_open(line[slice(*sentences[-1])]) or _only_cites(line[start:end])):
            sentences[-1] = (sentences[-1][0], end)
        else:
            sentences.append((start, end))
    return sentences


def _is_open(words: str) -> bool:
    """Whether a quotation begins in the words that does not end in them."""
    return words.count("“") > words.count("”")


def _only_cites(sentence: str) -> bool:
    rest = without_citations(sentence)
    return rest != sentence and not re.search(r"[^\W\d_]{3,}", _SEE.sub("", rest))


def _sentence(sentence: str, allowed: Allowed, checked: Checked) -> str:
    citations = find_citations(sentence)
    resolved = [(citation, resolve(citation, allowed.sources, allowed.day)) for citation in citations]
    missing = [citation.text.strip() for citation, source in resolved if source is None]
    good = [source for _, source in resolved if source is not None]
    checked.dropped += [name for name in missing if name not in checked.dropped]
    # Words in quotation marks beside no reference are no quotation of a source, such as ‘haal de tweede weg’.
    unproved = bool(citations) and any(not _is_quoted(quote, allowed) for quote in quotations_in(sentence))
    if unproved or (missing and not good) or any(turns_round(sentence, allowed.texts[s.id]) for s in good):
        checked.sentences += 1
        return ""
    strange = _strange_figure(sentence, good, allowed, checked)
    if not citations and states_law(sentence):
        return f"{sentence} {allowed.unsourced}"
    if strange:
        checked.sentences += 1
        return ""
    checked.cited += [source for source in good if source not in checked.cited]
    return _linked(sentence, resolved, allowed)


def _strange_figure(sentence: str, cited: Sequence[SourceView], allowed: Allowed, checked: Checked) -> str:
    """A figure that nothing bears out, noted; "" without one."""
    checked.worked_out |= worked_out(without_citations(sentence))
    stated = [*days_stated(allowed.day), *allowed.given]
    rests_on = cited or allowed.sources
    figure = strange_figure(sentence, rests_on, allowed.texts, stated, allowed.spoken, checked.worked_out)
    checked.figures += [figure] if figure else []
    return figure


def _linked(sentence: str, resolved: Sequence[tuple[Citation, SourceView | None]], allowed: Allowed) -> str:
    """Every reference as a link to its source; one that is not in the dossier as an omission."""
    whole = sentence
    for citation, source in reversed(resolved):
        shown = f"[{citation.text}]({allowed.link(source, citation.lids, whole)})" if source else ELIDED
        sentence = sentence[: citation.start] + shown + sentence[citation.end :]
    return sentence


def states_law(sentence: str) -> bool:
    """Whether a sentence says what the law is; a question does not."""
    return not sentence.rstrip(" *_”\"'").endswith("?") and _STATES_LAW.search(_TERM.sub("", sentence)) is not None


def quotations_in(sentence: str) -> list[str]:
    """What a sentence quotes; a term of a few words is no quotation."""
    return [quote for quote in _QUOTE.findall(sentence) if len(quote.split()) >= _QUOTED_WORDS]


def _is_quoted(quote: str, allowed: Allowed) -> bool:
    """Whether a source holds the words of a quotation; an ellipsis stands for what was left out."""
    return any(find_quote(quote, text, inside_words=True, elided=True) for text in allowed.texts.values())
