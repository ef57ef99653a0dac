"""Nothing is cited that is not there: each quote and each citation of a reply is looked up before it is shown."""

from __future__ import annotations

import re
from urllib.parse import urlencode

import structlog
from django.urls import reverse

from chat import rows
from chat.sentences import SentenceJudge
from investor_review import evidence
from investor_review.conversation import marked
from investor_review.models import ReviewSession
from investor_review.record import Review
from retrieval import grounding
from retrieval.grounding import Quote

log = structlog.get_logger("investor_review")

# A quote that goes on over so many characters is judged as it stands.
LONGEST = 4000
# Chunks that a quote is looked for in, beside those that the reply and the nitpicks name.
NEAR = 6
_MARK = re.compile(r"\[([^\[\]\n]{1,2000})\](?:\([^()\n]{0,2000}\))?")
_VERDICTS = {
    "verified": "✓ verified",
    "repaired": "✓ put right from the document",
    "unverified": "⚠ not found in the document",
}


class Notary(SentenceJudge):
    """Judges the sentences of a reply against the chunks of one session."""

    def __init__(self, review: Review) -> None:
        super().__init__()
        self._review = review
        self._known: dict[str, grounding.Evidence] = {}

    def is_whole(self, sentence: str) -> bool:
        """A quotation that is not closed yet may go on in the next sentence."""
        open_marks = sentence.count('"') % 2 or sentence.count("“") > sentence.count("”")
        return not open_marks or len(sentence) > LONGEST or "\n" in sentence

    def judged(self, sentence: str) -> str:
        session = self._review.session
        if session is None or not re.search(r"[\[\"“«„‘]", sentence):
            return sentence
        try:
            return self._checked(sentence, session)
        finally:
            rows.release_connection()

    def _checked(self, sentence: str, session: ReviewSession) -> str:
        known = evidence.read(session, marked(sentence))
        self._known |= {key: grounding.Evidence(key, one.text) for key, one in known.items()}
        quotes = (
            grounding.check_quotes(sentence, self._near(sentence, session)) if re.search(r"[\"“«„‘]", sentence) else []
        )
        for quote in sorted(quotes, key=lambda one: one.start, reverse=True):
            # The verdict stands behind the closing quotation mark, in place of a citation of the same chunk.
            rest = sentence[quote.end + 1 :]
            if quote.chunk_key and rest.lstrip().startswith(f"[{quote.chunk_key}]"):
                rest = rest.lstrip()[len(quote.chunk_key) + 2 :]
            closing = sentence[quote.end : quote.end + 1]
            sentence = sentence[: quote.start] + quote.text + closing + self._seal(quote, session) + rest
            if quote.verdict == "unverified":
                log.warning("quote_unverified", session_id=session.session_id, characters=len(quote.text))
        return _MARK.sub(lambda found: self._cited(found, set(known) | set(self._known), session), sentence)

    def _near(self, sentence: str, session: ReviewSession) -> list[grounding.Evidence]:
        """The chunks that a quote of this sentence may come from, those that are named first."""
        found = {passage.chunk_key: passage.text for passage in evidence.find(session, sentence[:1000], limit=NEAR)}
        cited = [key for nitpick in self._review.nitpicks for key in nitpick.citations if key not in self._known]
        if len(cited) <= 50:
            found |= {key: one.text for key, one in evidence.read(session, cited).items()}
        self._known |= {key: grounding.Evidence(key, text) for key, text in found.items() if key not in self._known}
        return list(self._known.values())

    def _seal(self, quote: Quote, session: ReviewSession) -> str:
        verdict = _VERDICTS[quote.verdict]
        if not quote.chunk_key:
            return f" ({verdict})"
        place = passage_url(session, quote.chunk_key, quote.chunk_start, quote.chunk_end)
        return f" ([{verdict}, {quote.chunk_key}]({place}))"

    def _cited(self, found: re.Match[str], known: set[str], session: ReviewSession) -> str:
        """A citation as a link to its passage; what is no chunk of the session is left out, and the log says so."""
        if found[0].endswith(")") and (found[1].startswith(("✓", "⚠")) or ("](" in found[0] and found[1] not in known)):
            return found[0]
        ids = marked(found[0])
        there = [chunk_id for chunk_id in ids if chunk_id in known]
        for chunk_id in ids:
            if chunk_id not in known and _looks_like_an_id(chunk_id, known):
                log.warning("citation_unknown", session_id=session.session_id, citation=chunk_id[:200])
        if there:
            return " ".join(f"[{chunk_id}]({passage_url(session, chunk_id)})" for chunk_id in there)
        return "" if any(_looks_like_an_id(chunk_id, known) for chunk_id in ids) else found[0]


def passage_url(session: ReviewSession, chunk_id: str, start: int | None = None, end: int | None = None) -> str:
    """The page of the document, at a passage of it; offsets are characters of the chunk."""
    where = {"chunk": chunk_id} | ({"from": start, "to": end} if start is not None else {})
    return f"{reverse('review-document', args=[session.pk])}?{urlencode(where)}"


def _looks_like_an_id(text: str, known: set[str]) -> bool:
    """Whether brackets hold a citation and not a remark: an id has no blanks, and a digit or a colon."""
    return " " not in text and bool(re.search(r"[\d:_]", text))
