"""What the two searches do before the lock: read the tax year from the person's words, find sources, make a patch."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date

from django.utils import timezone

from chat.assistants import Said, ToolContext
from dialogue import Act, deeds_in
from retrieval.models import Document
from retrieval.search import SearchedIn, searched_in
from tax_dossier.patches import CASE_LAW, LEGISLATION, DossierPatch, Kind, NewSource, Reference, ToolOutcome
from tax_dossier.record import DossierRecord
from tax_dossier.search import corpus
from tax_dossier.texts import Language, language_spoken, period, reference, text
from tax_dossier.words import Citation, beside_citations, find_citations, read_tax_year
from wording.quotes import Quote, find_quote

# Versions of one article that a sentence names.
_NAMED_VERSIONS = 6
_TALK, _CERTAIN = frozenset({Act.THANKS, Act.GREET, Act.END}), 0.4


@dataclass(slots=True)
class Search:
    """One search in the making."""

    record: DossierRecord
    language: Language
    day: date
    chosen: Reference | None = None
    sources: list[NewSource] = field(default_factory=list)
    unselect: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    # What was found and not found; `notes` are what the person should look at.
    findings: list[str] = field(default_factory=list)

    def result(self, kind: Kind) -> ToolOutcome:
        laws = tuple(source for source in self.sources if source.kind == LEGISLATION)
        cases = tuple(source for source in self.sources if source.kind == CASE_LAW)
        patch = DossierPatch(laws, cases, unselect_titles=tuple(self.unselect), reference=self.chosen)
        return ToolOutcome(patch, notes=[*self.findings, *self.notes], attention=bool(self.notes))


def _only_talks(words: str) -> bool:
    """Whether a message is certainly a greeting, thanks or a goodbye: no source comes of it, whatever is searched."""
    return all(deed.act in _TALK and deed.margin >= _CERTAIN for deed in deeds_in(words))


def find_legislation(context: ToolContext, query: str) -> ToolOutcome:
    """The law for a question, as it is on the day that the person's words name, or else on the dossier's day."""
    if not context.recalled and _only_talks(context.said[-1].text):
        return ToolOutcome(notes=[text(language_spoken(message.text for message in context.said), "no_question")])
    search = _begin(context)
    cited = [citation for citation in find_citations(query) if citation.article]
    for citation in cited:
        _named_article(search, citation)
    if not search.sources and (not cited or len(beside_citations(query)) > 1):
        search.sources = corpus.find(query, LEGISLATION, search.day, _place(search))
        if not search.sources and not cited:
            _nothing_on_that_day(search, query)
    _replace_outdated(search)
    return search.result(LEGISLATION)


def find_case_law(context: ToolContext, query: str) -> ToolOutcome:
    """The rulings for a question; those that it names by ECLI, and no others, where it names any."""
    if not context.recalled and _only_talks(context.said[-1].text):
        return ToolOutcome(notes=[text(language_spoken(message.text for message in context.said), "no_question")])
    search = _begin(context)
    named = list(dict.fromkeys(citation.ecli for citation in find_citations(query) if citation.ecli))
    if named:
        rulings = corpus.rulings_named(named)
        search.notes += [text(search.language, "unknown_ecli", ecli=ecli) for ecli in named if ecli not in rulings]
        search.sources = corpus.copies([ruling.pk for ruling in rulings.values()], CASE_LAW)
    else:
        search.sources = corpus.find(query, CASE_LAW, None, _place(search))
        if not search.sources:
            search.findings.append(_none_of(search, CASE_LAW))
    _replace_outdated(search)
    return search.result(CASE_LAW)


def move_to(record: DossierRecord, chosen: Reference, language: Language) -> ToolOutcome:
    """The patch that makes another day's law apply: the day, and for each article its version of that day."""
    search = Search(record, language, chosen.day or timezone.localdate(), chosen)
    _replace_outdated(search)
    return search.result(LEGISLATION)


def _words_of(words: str, message: Said) -> Quote:
    """The words that say the day, where they stand in the message."""
    return find_quote(words, message.text, message.message_id) or message.whole()


def _begin(context: ToolContext) -> Search:
    """The day of a search, from the person's newest words or from the dossier; what is unclear is told, not guessed."""
    record: DossierRecord = context.record
    newest = context.said[-1]
    language = language_spoken(message.text for message in context.said)
    search = Search(record, language, record.day)
    reading = read_tax_year(newest.text)
    if reading.day is not None:
        search.chosen, search.day = Reference(reading.day, _words_of(reading.words, newest)), reading.day
    elif reading.today:
        search.chosen, search.day = Reference(None, _words_of(reading.words, newest)), timezone.localdate()
    standing = reference(record.row.reference_date, timezone.localdate(), language)
    if reading.several:
        search.notes.append(text(language, "several_days", days=", ".join(reading.several), reference=standing))
    if reading.impossible:
        search.notes.append(text(language, "impossible_day", words=reading.impossible, reference=standing))
    return search


def _place(search: Search) -> SearchedIn:
    """Where to search, read once for the searches of a turn."""
    record = search.record
    record.place = record.place or searched_in((LEGISLATION, CASE_LAW))
    return record.place


def _named_article(search: Search, cited: Citation) -> None:
    """The version of a named article that is law on the day; where there is none, which versions there are."""
    versions = corpus.articles_named(cited)
    current = [version for version in versions if corpus.valid_on(version, search.day)]
    if current:
        known = {source.key for source in search.sources}
        search.sources += [
            copy for copy in corpus.copies([c.pk for c in current], LEGISLATION) if copy.key not in known
        ]
    elif versions:
        search.notes.append(_no_version(search, cited.text.strip(), versions))
    else:
        search.notes.append(text(search.language, "unknown_article", name=cited.text.strip()))


def _no_version(search: Search, name: str, versions: Sequence[Document]) -> str:
    periods = [period(version.valid_from, version.valid_to, search.language) for version in versions[:_NAMED_VERSIONS]]
    return text(search.language, "no_version", name=name, day=search.day, versions="; ".join(periods))


def _nothing_on_that_day(search: Search, query: str) -> None:
    """Tell which law there would be on other days; or that there is none at all."""
    sources = corpus.find(query, LEGISLATION, None, _place(search))
    known = [
        f"{source.title} ({period(source.valid_from, source.valid_to, search.language)})" for source in sources[:3]
    ]
    if known:
        versions = "; ".join(known)
        search.notes.append(text(search.language, "no_version_any", day=search.day, versions=versions))
    else:
        search.findings.append(_none_of(search, LEGISLATION))


def _none_of(search: Search, kind: Kind) -> str:
    short = "law" if kind == LEGISLATION else "case"
    return text(search.language, f"empty_{short}" if corpus.is_empty(kind) else f"no_{short}")


def _replace_outdated(search: Search) -> None:
    """When the day changes, each selected article gives way to its version of that day, where there is one."""
    if search.chosen is None:
        return
    for old in search.record.selected:
        if not old.is_law or old.valid_on(search.day) or not old.metadata.get("article"):
            continue
        versions = corpus.versions_of(dict(old.metadata))
        current = [version for version in versions if corpus.valid_on(version, search.day)]
        if current:
            [new] = corpus.copies([current[-1].pk], LEGISLATION)
            search.unselect.append(old.title)
            if new.key not in {source.key for source in search.sources}:
                search.sources.append(new)
            search.notes.append(text(search.language, "replaced", titles=old.title))
        else:
            search.notes.append(_no_version(search, old.title, versions))
