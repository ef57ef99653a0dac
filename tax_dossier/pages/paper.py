"""The newest answer with its sources, for a memo: the same parts as DOCX and as PDF."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from io import BytesIO
from typing import Any

from django.utils import timezone

from chat.models import Thread, ToolCall
from pdf import new_word_file, page_pdf
from tax_dossier import record
from tax_dossier.models import Source
from tax_dossier.texts import LANGUAGES, TEXTS, Language, language_spoken, period, text

_LINK = re.compile(r"\[([^\]]*)\]\([^()\s]*?/sources/(\d+)/(?:\?at=(\d+)-(\d+))?[^()\s]*\)")
_CUT_QUOTE = re.compile(
    r"“(?P<quote>[^”]*?)\s?…”(?P<rest>\s\(\[[^\]]*\]\([^()\s]*?/sources/(?P<source>\d+)/\?at=(?P<start>\d+)-(?P<end>\d+))"
)
_BOLD = re.compile(r"\*\*([^*]+)\*\*")
_BULLET = re.compile(r"^[-*•]\s+")
# What the chat tells of its own checks.
_LEFT_OUT = re.compile(
    "|".join(
        re.escape(TEXTS[name][f"dropped_{what}"]).replace(re.escape("{count}"), r"\d+")
        for name in LANGUAGES
        for what in ("citations", "sentences")
    )
)
# Beside an answer a whole passage may stand; a longer one is cut.
PASSAGE_CHARS = 1_200


@dataclass(frozen=True, slots=True)
class PaperSource:
    """A source that the answer cites: what it is called, which version it is, and the passages that are cited."""

    title: str
    about: str
    passages: Sequence[str]


@dataclass(frozen=True, slots=True)
class AnswerPaper:
    """What stands in the paper. A line is (whether it is a bullet, [(text, whether it is bold), …])."""

    language: Language
    name: str
    question: str
    lines: Sequence[tuple[bool, Sequence[tuple[str, bool]]]]
    sources: Sequence[PaperSource]

    def words(self) -> Mapping[str, str]:
        """The headings, by name."""
        return {name: text(self.language, f"paper_{name}") for name in ("title", "question", "answer", "sources")}


def has_answer(thread: Thread) -> bool:
    return bool(_answers(thread).exists())


def paper_of(thread: Thread) -> AnswerPaper | None:
    """The newest answer of a thread as a paper; None when nothing was answered yet."""
    call = _answers(thread).select_related("turn").order_by("-pk").first()
    replies = call.turn.spoken_texts() if call else []
    if call is None or not replies:
        return None
    dossier = record.load(thread.pk)
    question = str(json.loads(call.arguments).get("question", ""))
    language = language_spoken([question])
    answer = replies[-1]
    for heading in (f"{TEXTS[each]['answer_heading']}\n\n" for each in LANGUAGES):
        answer = answer.rpartition(heading)[2]
    for each in LANGUAGES:
        # Which machine wrote it is no matter of a memo.
        answer = answer.replace(TEXTS[each]["extract"], TEXTS[each]["paper_extract"])
    answer = with_whole_quotes(thread, answer)
    return AnswerPaper(
        language=language,
        name=dossier.row.dossier_id,
        question=question,
        lines=[_line(line) for line in answer.splitlines() if line.strip() and not _LEFT_OUT.fullmatch(line.strip())],
        sources=list(_sources(thread, answer, language)),
    )


def with_whole_quotes(thread: Thread, answer: str) -> str:
    """The answer with each quote that was cut for the screen as its source has it."""
    rows = {row.pk: row.text for row in Source.objects.filter(dossier__thread=thread)}

    def whole(match: re.Match[str]) -> str:
        text = " ".join(rows.get(int(match["source"]), "")[int(match["start"]) : int(match["end"])].split())
        begins = text.startswith(match["quote"].rstrip())
        return f"“{text}”{match['rest']}" if begins and len(text) <= PASSAGE_CHARS else match[0]

    return _CUT_QUOTE.sub(whole, answer)


def _answers(thread: Thread) -> Any:
    # An answer of no source is no paper.
    return ToolCall.objects.filter(turn__thread=thread, turn__status="done", name="answer", result__cited__0__gte=0)


def _line(line: str) -> tuple[bool, list[tuple[str, bool]]]:
    plain = _LINK.sub(r"\1", _BULLET.sub("", line.strip())).replace("*(", "(").replace(")*", ")")
    pieces = _BOLD.split(plain)
    return bool(_BULLET.match(line.strip())), [(piece, n % 2 == 1) for n, piece in enumerate(pieces) if piece]


def _sources(thread: Thread, answer: str, language: Language) -> Iterator[PaperSource]:
    """The sources that the answer links to, in the order of its links, with the places that it names."""
    places: dict[int, list[tuple[int, int]]] = {}
    for match in _LINK.finditer(answer):
        of_source = places.setdefault(int(match[2]), [])
        if match[3] and (place := (int(match[3]), int(match[4]))) not in of_source:
            of_source.append(place)
    rows = {row.pk: row for row in Source.objects.filter(pk__in=list(places), dossier__thread=thread)}
    for pk, cited in places.items():
        if (row := rows.get(pk)) is not None:
            passages = [_cut(" ".join(row.text[start:end].split())) for start, end in sorted(cited)]
            yield PaperSource(row.title, _about(row, language), passages)


def _cut(passage: str) -> str:
    return passage if len(passage) <= PASSAGE_CHARS else f"{passage[: PASSAGE_CHARS - 1]}…"


def _about(row: Source, language: Language) -> str:
    """Which version of an article it is, or whose ruling; and where it was published."""
    court = (str(row.metadata.get(name) or "") for name in ("court", "date", "case_number"))
    version = period(row.valid_from, row.valid_to, language) if row.kind == Source.Kind.LEGISLATION else ""
    return " · ".join(filter(None, (version, *court, row.origin)))


def as_docx(paper: AnswerPaper) -> bytes:
    """The paper as a DOCX."""
    words = paper.words()
    document = new_word_file(words["title"], "TESS", timezone.now(), language=paper.language)
    document.add_heading(words["title"], 0)
    document.add_heading(words["question"], 1)
    document.add_paragraph(paper.question)
    document.add_heading(words["answer"], 1)
    for bullet, runs in paper.lines:
        paragraph = document.add_paragraph(style="List Bullet" if bullet else None)
        for piece, bold in runs:
            paragraph.add_run(piece).bold = bold
    document.add_heading(words["sources"], 1)
    for number, source in enumerate(paper.sources, start=1):
        document.add_heading(f"{number}. {source.title}", 2)
        if source.about:
            document.add_paragraph(source.about).runs[0].italic = True
        for passage in source.passages:
            document.add_paragraph(f"“{passage}”", style="Quote")
    out = BytesIO()
    document.save(out)
    return out.getvalue()


def as_pdf(paper: AnswerPaper) -> bytes:
    """The paper as a PDF. Raises RuntimeError when it cannot be made."""
    context = {"paper": paper, "words": paper.words()}
    return page_pdf("tax_dossier/paper.html", lambda: context, what=f"the answer of {paper.name}")
