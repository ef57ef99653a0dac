"""Nothing is cited that is not there: each quote and each citation of a reply is looked up before it is shown."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cached_property
from urllib.parse import urlencode

import structlog
from django.urls import reverse

from chat.assistants import help_of
from chat.turns import SentenceJudge, rows
from investor_review.conversation import uncited
from investor_review.conversation.figures import ReviewFigures, has_figures, miscounted
from investor_review.conversation.turn import bracketed, spoken
from investor_review.edits import place_at, place_named
from investor_review.intake import evidence
from investor_review.models import ReviewSession
from investor_review.record import Review
from investor_review.state import state_of
from investor_review.words import Issue, recorded_instead
from retrieval.search import Passage
from wording.quotes import CheckedQuote, check_quotes, find_quote

log = structlog.get_logger("investor_review")

# A quote that goes on over so many characters is judged as it stands.
LONGEST = 4000
# What is shorter may be a claim in the words of a finding: "It is resolved."
_LABEL = 30
# Chunks that a quote is looked for in, beside those that the reply and the nitpicks name.
NEAR = 6
# Behind the citation of one sentence another one begins.
_PARTS = re.compile(r"(?<=\])(?<!\.\])(?=\s+[A-Z“\"])")
# The whole of a reply of which nothing can be shown.
UNSUPPORTED = "I leave out what I meant to say: the document and the record do not support it."
_MARK = re.compile(r"\[([^\[\]\n]{1,2000})\](?:\([^()\n]{0,2000}\))?")
_VERDICTS = {
    "verified": "✓ verified",
    "repaired": "✓ put right from the document",
    "unverified": "⚠ not found in the document",
}


class CitationJudge(SentenceJudge):
    """Judges the sentences of a reply against the chunks of one session."""

    def __init__(self, review: Review, message: str = "", *, marks: bool = False, given: Iterable[str] = ()) -> None:
        """`marks`: what a model says of the document without a passage gets the passage, or a mark.

        `given` are the results of tools, which bear out figures of the reply.
        """
        super().__init__()
        self._review, self._marks, self._given = review, marks, tuple(given)
        self._state = state_of(review)
        self._issues = [
            Issue(n, number, title, "", status)
            for number, (n, title, status) in enumerate(
                ((nitpick["issue_id"], nitpick["title"], nitpick["status"]) for nitpick in self._state["nitpicks"]),
                start=1,
            )
        ]
        # Whose words may be quoted without a passage of the document: the investor's, the help's, the findings'.
        self._others = [message, *(answer.text for answer in help_of("investor_review").answers)] + [
            text
            for nitpick in self._state["nitpicks"]
            for text in (
                nitpick["title"],
                nitpick["summary"],
                nitpick["accepted_change_instructions"],
                *nitpick["suggested_changes"],
            )
        ]
        self._corrections: set[str] = set()
        self._known: dict[str, str] = {}
        # Of those the place by upstream: "clause 4.3, page 3".
        self._named: dict[str, str] = {}

    def is_whole(self, sentence: str, behind: str) -> bool:
        """A quotation that is not closed yet may go on in the next sentence; a citation may follow the full stop."""
        if not sentence.endswith("\n") and (not behind or behind.startswith("[")):
            return False
        open_marks = sentence.count('"') % 2 or sentence.count("“") > sentence.count("”")
        return not open_marks or len(sentence) > LONGEST or "\n" in sentence

    def judged(self, sentence: str) -> str:
        session = self._review.session
        if session is None:
            return self._figured(sentence, sentence, None)
        # A citation stands behind the full stop of what it is for: "… after notice. [doc_001:c003]".
        return "".join(self._judged_part(part, session) for part in _PARTS.split(sentence))

    def _judged_part(self, sentence: str, session: ReviewSession) -> str:
        repeats = self._is_of_a_finding(sentence)
        recorded = None if repeats else self._recorded_instead(sentence)
        if recorded is not None:
            log.warning("claim_not_recorded", session_id=session.session_id, characters=len(sentence))
            repeated, self._corrections = recorded in self._corrections, {*self._corrections, recorded}
            return _end_of(sentence) if repeated else f"{recorded}{_end_of(sentence)}"
        is_cited = bool(re.search(r"[\[\"“«„‘]", sentence))
        try:
            if is_cited:
                return self._figured(sentence, self._checked(sentence, session), session)
            stated = not repeats and self._marks and uncited.states(sentence)
            return self._figured(sentence, self._with_passage(sentence, session) if stated else sentence, session)
        finally:
            rows.release_connection()

    def _recorded_instead(self, sentence: str) -> str | None:
        recorded = recorded_instead(sentence, self._state, self._issues)
        if recorded is None and self._marks and (recorded := miscounted(sentence, self._state["nitpicks"]) or None):
            self.strange_figures += 1
        return recorded

    def _figured(self, sentence: str, shown: str, session: ReviewSession | None) -> str:
        """What is shown of a sentence, marked where it says a figure that nothing bears out."""
        if not self._marks or not shown.strip() or not has_figures(sentence):
            return shown
        cited = [key for key in bracketed(sentence) if key in self._known]
        near = cited or (self._near(sentence, session) if session else ())
        figure = self._figures.strange_in(sentence, [f"{self._named[k]}\n{self._known[k]}" for k in near], cited)
        if not figure:
            return shown
        self.strange_figures += 1
        log.warning("figure_not_found", characters=len(sentence))
        return shown if "⚠" in shown else f"{shown.rstrip()} (⚠ not found: {figure}){_end_of(shown)}"

    @cached_property
    def _figures(self) -> ReviewFigures:
        """What the findings, the help, the tools and the investor say in figures."""
        drafted = self._spoken if self._review.session else []
        return ReviewFigures(
            self._state, [*self._findings(), *self._others[1:], *self._given], [self._others[0], *drafted]
        )

    def _with_passage(self, sentence: str, session: ReviewSession) -> str:
        """What is said of the document and cites nothing, with the passage that bears it out, or marked."""
        if uncited.is_borne_out(sentence, [*self._findings(), *self._others, *self._spoken]):
            return sentence
        passage = uncited.bearing(sentence, self._near(sentence, session))
        if passage is None:
            log.warning("claim_uncited", session_id=session.session_id, characters=len(sentence))
        named = self._link(session, passage[0], span=(passage[1], passage[1])) if passage else uncited.MARK
        return f"{sentence.rstrip()} ({named}){_end_of(sentence)}"

    def _findings(self) -> Iterator[str]:
        """Each finding with all that was said of it."""
        for number, nitpick in enumerate(self._state["nitpicks"], start=1):
            fields = [nitpick[name] for name in ("title", "severity", "summary", "accepted_change_instructions")]
            yield " ".join([f"finding issue number {number}", *fields, *nitpick["suggested_changes"]])

    def _is_of_a_finding(self, sentence: str) -> bool:
        """Whether a sentence repeats what a finding says, behind a label ("Suggested: …"): it claims nothing itself."""
        core = sentence.rpartition(": ")[2].strip()
        return len(core) > _LABEL and any(core in text for text in self._others[1:])

    @cached_property
    def _spoken(self) -> list[str]:
        """What the investor and the model's drafts said before; read when a quote stands nowhere else."""
        return spoken(self._review.thread_id)

    def rest(self, held: str) -> str:
        out = super().rest(held)
        left_out = held.strip() and not (self.shown + out).strip()
        return UNSUPPORTED if left_out else out

    def _checked(self, sentence: str, session: ReviewSession) -> str:
        known = evidence.read(session, bracketed(sentence))
        self._read(known.items())
        quotes = check_quotes(sentence, self._near(sentence, session)) if re.search(r"[\"“«„‘]", sentence) else []
        for quote in sorted(quotes, key=lambda quote: quote.written.start, reverse=True):
            start, end = quote.written.start, quote.written.end
            # The verdict stands behind the closing quotation mark, in place of a citation of the same chunk.
            rest = sentence[end + 1 :]
            if quote.place and rest.lstrip().startswith(f"[{quote.place.source}]"):
                rest = rest.lstrip().partition("]")[2]
            if not quote.place and (_stands_in(quote, self._others) or _stands_in(quote, self._spoken)):
                continue
            closing = sentence[end : end + 1]
            sentence = sentence[:start] + quote.text + closing + self._seal(quote, session) + rest
            if quote.verdict == "unverified":
                log.warning("quote_unverified", session_id=session.session_id, characters=len(quote.text))
        there = set(known) | set(self._known)
        if not any(quote.place for quote in quotes) and _only_unknown(sentence, there):
            # What rests on nothing but a passage that there is not goes with its citation.
            log.warning("claim_without_source", session_id=session.session_id, characters=len(sentence))
            return _end_of(sentence)
        return _MARK.sub(lambda match: self._cited(match, there, session), sentence)

    def _near(self, sentence: str, session: ReviewSession) -> dict[str, str]:
        """The chunks that a quote of this sentence may come from, those that are named first."""
        self._read((passage.chunk_key, passage) for passage in evidence.find(session, sentence[:1000], limit=NEAR))
        cited = [key for nitpick in self._review.nitpicks for key in nitpick.citations if key not in self._known]
        if len(cited) <= 50:
            self._read(evidence.read(session, cited).items())
        return self._known

    def _read(self, passages: Iterable[tuple[str, evidence.Evidence | Passage]]) -> None:
        for key, passage in passages:
            # A whole chunk that was read wins over the part of one that was found.
            if key not in self._known or isinstance(passage, evidence.Evidence):
                self._known[key], self._named[key] = passage.text, place_named(passage.citations)

    def _link(self, session: ReviewSession, key: str, *, verdict: str = "", span: tuple[int, int] | None = None) -> str:
        """A passage by where it stands, "clause 4.3, page 3"; its id is the link's title, for programs."""
        place = place_at(self._known[key], span[0] if span else 0, self._named[key]) or "the passage"
        label = f"{verdict}, {place}" if verdict else place
        title = f' "{key}"' if '"' not in key else ""
        return f"[{label}]({passage_url(session, key, *(span or ()))}{title})"

    def _seal(self, quote: CheckedQuote, session: ReviewSession) -> str:
        verdict = _VERDICTS[quote.verdict]
        if quote.place is None:
            return f" ({verdict})"
        key = str(quote.place.source)
        return f" ({self._link(session, key, verdict=verdict, span=(quote.place.start, quote.place.end))})"

    def _cited(self, match: re.Match[str], known: set[str], session: ReviewSession) -> str:
        """A citation as a link to its passage; what is no chunk of the session is left out, and the log says so."""
        if match[0].endswith(")") and (match[1].startswith(("✓", "⚠")) or ("](" in match[0] and match[1] not in known)):
            return match[0]
        ids = bracketed(match[0])
        there = [chunk_id for chunk_id in ids if chunk_id in known]
        for chunk_id in ids:
            if chunk_id not in known and _looks_like_an_id(chunk_id, known):
                log.warning("citation_unknown", session_id=session.session_id, citation=chunk_id[:200])
        if there:
            return ", ".join(dict.fromkeys(self._link(session, chunk_id) for chunk_id in there))
        return "" if any(_looks_like_an_id(chunk_id, known) for chunk_id in ids) else match[0]


def passage_url(session: ReviewSession, chunk_id: str, start: int | None = None, end: int | None = None) -> str:
    """The page of the document, at a passage of it; offsets are characters of the chunk."""
    where = {"chunk": chunk_id} | ({"from": start, "to": end} if start is not None else {})
    return f"{reverse('review-document', args=[session.pk])}?{urlencode(where)}"


def _only_unknown(sentence: str, known: set[str]) -> bool:
    """Whether a sentence names passages, and none that there is."""
    ids = bracketed(sentence)
    return any(_looks_like_an_id(chunk_id, known) for chunk_id in ids) and not any(
        chunk_id in known for chunk_id in ids
    )


def _end_of(sentence: str) -> str:
    return sentence[len(sentence.rstrip()) :]


def _stands_in(quote: CheckedQuote, texts: Iterable[str]) -> bool:
    return any(find_quote(quote.text, text) for text in texts)


def _looks_like_an_id(text: str, known: set[str]) -> bool:
    """Whether brackets hold a citation and not a remark: an id has no blanks, and a digit or a colon."""
    return " " not in text and bool(re.search(r"[\d:_]", text))
