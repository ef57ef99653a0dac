"""Which sources the person's words mean: numbers of the list, ordinals, groups, courts, subjects, titles with typos."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from rapidfuzz import fuzz, utils

from tax_dossier.record import SourceView
from tax_dossier.words.citations import ORDINALS, article_of, ecli_of, find_citations, law_key, laws_of
from tax_dossier.words.subjects import about, description_of
from wording.phrases import patterns

_SAYS = patterns(Path(__file__).parent / "phrases/choice.txt", re.IGNORECASE)
_COURTS = patterns(Path(__file__).parent / "phrases/courts.txt", re.IGNORECASE)
_COUNTS = {"twee": 2, "drie": 3, "vier": 4, "vijf": 5, "zes": 6, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6}
_PLACES = [
    re.compile(rf"\b(?:{ordinal.pattern}|{place}(?:e|ste|de|st|nd|rd|th))\b(?!\s+(?:lid|paragraph))", re.IGNORECASE)
    for place, ordinal in enumerate(ORDINALS, start=1)
]
SURE, MAYBE, CLEAR_BY = 86, 72, 6
_UNDO_WORDS = 10


@dataclass(slots=True)
class Choice:
    """What the words mean. `candidates` are sources that they may mean; `unknown` names what is not there."""

    remove: list[SourceView] = field(default_factory=list)
    restore: list[SourceView] = field(default_factory=list)
    candidates: list[SourceView] = field(default_factory=list)
    unknown_numbers: list[int] = field(default_factory=list)
    unknown: list[str] = field(default_factory=list)


def choose(words: str, sources: Sequence[SourceView], texts: Callable[[], Mapping[int, str]]) -> Choice:
    """What `words` want removed and put back. `texts` is asked only where a subject is named that no title shows."""
    choice = Choice()
    words = _SAYS["reason"].sub("", _SAYS["points_back"].sub("", " ".join(words[:2000].split())))
    is_whole = _SAYS["keep"].search(words) and _SAYS["rest"].search(words)
    for clause in [words] if is_whole else _SAYS["next_act"].split(words):
        if clause.strip():
            _clause(clause, sources, texts, choice)
    return choice


def takes_back(words: str) -> bool:
    """Whether the words take the last change back: "maak ongedaan", or "zet dat terug", which names no source."""
    if find_citations(words) or len(words.split()) > _UNDO_WORDS:
        return False
    return bool(_SAYS["undo"].search(words) or (_SAYS["restore"].search(words) and not _named(words)))


def names_a_source(words: str) -> bool:
    """Whether words about sources say which: "die past niet, haal die weg" does not."""
    return bool(_named(_SAYS["points_back"].sub("", words)))


def cites_a_source(words: str) -> bool:
    """Whether a source is cited, or named by its number alone, as in "3.92"."""
    return bool(find_citations(words)) or _SAYS["bare_reference"].search(words) is not None


def _named(words: str) -> str:
    """What is left of the words without those that say nothing of which source is meant."""
    return " ".join(_SAYS["noise"].sub(" ", words).split()).strip(" .,;:!?'\"")


def _clause(words: str, sources: Sequence[SourceView], texts: Callable[[], Mapping[int, str]], choice: Choice) -> None:
    restore = _SAYS["restore"].search(words) is not None
    keep = not restore and _SAYS["keep"].search(words) is not None
    wanted, kept = _without_exception(words)
    targets = _Targets(sources, texts, restore, choice)
    meant = targets.of(wanted)
    if kept:
        exceptions = _Targets(sources, texts, restore, choice).of(kept)
        if not exceptions:
            return
        meant = [source for source in (meant or sources) if source not in exceptions]
    if keep and meant:
        # What alone shall count does count.
        others = [source for source in sources if source not in meant]
        choice.restore += [source for source in meant if not (others and source.selected)]
        meant = others
    target = choice.restore if restore else choice.remove
    target += [source for source in meant if source not in target]


def _without_exception(words: str) -> tuple[str, str]:
    """The words without their exception, and the exception: "alles behalve artikel 3.111" gives two parts."""
    if match := _SAYS["on_exception"].search(words):
        return words[: match.start()] + " " + words[match.end() :], match["kept"]
    if match := _SAYS["exception"].search(words):
        return words[: match.start()], words[match.end() :]
    return words, ""


class _Targets:
    """Reads one piece of the person's words, from what is plainest to what is least plain."""

    def __init__(
        self, sources: Sequence[SourceView], texts: Callable[[], Mapping[int, str]], restore: bool, choice: Choice
    ) -> None:
        self.sources, self.texts, self.restore, self.choice = sources, texts, restore, choice

    def of(self, words: str) -> list[SourceView]:
        cited, rest = self.cited(words)
        if cited:
            return cited
        if self.choice.candidates or self.choice.unknown:
            return []
        if topic := _SAYS["about"].search(rest):
            return self.about(topic["topic"], self.group(rest[: topic.start()]) or list(self.sources))
        group = self.group(rest)
        if group == []:
            named = _SAYS["kinds"].search(rest)
            self.choice.unknown.append(named[0] if named else rest[:80])
            return []
        placed = self.placed(rest, group or list(self.sources))
        if placed or self.choice.unknown_numbers:
            return placed
        courts = self.courts(rest)
        if courts:
            return courts
        if laws := self.laws(rest):
            return laws
        if group:
            # "de uitspraak" is plain only where there is one, or one that can still be removed, or put back.
            open_ones = self._open(group)
            if len(group) == 1 or _SAYS["all"].search(rest) or not _SAYS["singular"].search(rest):
                return group
            if len(open_ones) == 1:
                return open_ones
            self.choice.candidates += open_ones
            return []
        if _SAYS["all"].search(rest):
            return list(self.sources)
        return self.titled(rest)

    def cited(self, words: str) -> tuple[list[SourceView], str]:
        """The sources that the words cite, and the words without the citations."""
        named: list[SourceView] = []
        rest = words
        for citation in reversed(find_citations(words)):
            rest = rest[: citation.start] + " " + rest[citation.end :]
            if citation.ecli:
                fitting = [source for source in self.sources if ecli_of(source) == citation.ecli]
            elif citation.article:
                by_number = [source for source in self.sources if article_of(source) == citation.article]
                fitting = [source for source in by_number if not citation.law or citation.law in laws_of(source)]
            else:
                continue
            if not fitting:
                self.choice.unknown.append(citation.text.strip())
            elif len(fitting) > 1 and not _SAYS["all_or_both"].search(words):
                # The one that can still be removed, or put back, is meant.
                open_ones = [source for source in fitting if source.selected != self.restore]
                if len(open_ones) == 1:
                    named += open_ones
                else:
                    self.choice.candidates += fitting
            else:
                named += fitting
        for match in _SAYS["bare_reference"].finditer(rest):
            fitting = [
                source
                for source in self.sources
                if article_of(source) == match[0].lower() or ecli_of(source).endswith(f":{match[0].upper()}")
            ]
            if len(fitting) > 1:
                self.choice.candidates += fitting
            named += fitting if len(fitting) == 1 else []
            if not fitting:
                self.choice.unknown.append(match[0])
        return [source for n, source in enumerate(named) if source not in named[:n]], rest

    def group(self, words: str) -> list[SourceView] | None:
        """The rulings or the articles, where the words name either; [] where the dossier has none of them."""
        cases, laws = _SAYS["cases"].search(words), _SAYS["laws"].search(words)
        if bool(cases) == bool(laws):
            return None
        return [source for source in self.sources if source.is_law == bool(laws)]

    def placed(self, words: str, group: Sequence[SourceView]) -> list[SourceView]:
        """Sources by their number, or by their place: in the list, or among the group that the words name."""
        narrowed = len(group) < len(self.sources)
        by_number = {source.number: source for source in self.sources}
        meant: list[SourceView] = []
        if match := _SAYS["end"].search(words):
            word = (match["first"] or match["last"]).lower()
            count = _COUNTS.get(word) or int(word)
            return list(group)[:count] if match["first"] else self._open(group)[-count:]
        for place, ordinal in enumerate(_PLACES):
            if not ordinal.search(words):
                continue
            if narrowed:
                meant += group[place : place + 1]
            elif place + 1 in by_number:
                meant.append(by_number[place + 1])
            else:
                self.choice.unknown_numbers.append(place + 1)
        if _SAYS["next_to_last"].search(words):
            meant += self._open(group)[-2:-1]
        elif _SAYS["last"].search(words):
            meant += self._open(group)[-1:]
        for number in self._numbers(words):
            if number in by_number:
                meant.append(by_number[number])
            else:
                self.choice.unknown_numbers.append(number)
        return [source for n, source in enumerate(meant) if source not in meant[:n]]

    def _open(self, group: Sequence[SourceView]) -> list[SourceView]:
        """Those that can still be removed, or put back; all of them where there is none."""
        return [source for source in group if source.selected != self.restore] or list(group)

    def _numbers(self, words: str) -> list[int]:
        numbers = [int(match[1]) for match in _SAYS["named_number"].finditer(words)]
        for match in _SAYS["number"].finditer(words):
            start, end = int(match["from"]), int(match["to"] or match["from"])
            # A year or an amount is no number of a source, unless the word stands before it.
            if start < 1000:
                numbers += range(start, min(end, start + 200) + 1)
        return list(dict.fromkeys(numbers))

    def courts(self, words: str) -> list[SourceView]:
        matching = []
        for court, names in _COURTS.items():
            if names.search(words):
                matching += [
                    source for source in self.sources if court in str(source.metadata.get("court", "")).lower()
                ]
        return matching

    def laws(self, words: str) -> list[SourceView]:
        """The sources of a law that is named without an article: "alles uit de Wet OB"."""
        matching = []
        for source in self.sources:
            names = [str(source.metadata.get(name) or "") for name in ("abbr", "law")]
            plain = " ".join(words.split()).lower()
            if (source.is_law and any(name and name.lower() in plain for name in names)) or (
                source.is_law and any(law_key(piece) in laws_of(source) for piece in _pieces(words))
            ):
                matching.append(source)
        return matching

    def about(self, topic: str, group: Sequence[SourceView]) -> list[SourceView]:
        """The sources that speak of the topic."""
        topic = _named(topic)
        matching = about(topic, group, self.texts)
        if not matching:
            self.choice.unknown.append(topic)
        return matching

    def titled(self, words: str) -> list[SourceView]:
        """The source whose title the words are, with a typo or two."""
        wanted = _named(words)
        if not wanted and _SAYS["the_whole"].search(words):
            return list(self.sources)
        if len(wanted) < 4:
            return []
        scores = sorted(
            ((_alike(wanted, description_of(source)), source) for source in self.sources), key=lambda pair: -pair[0]
        )
        best = [pair for pair in scores if pair[0] >= MAYBE]
        if not best:
            self.choice.unknown.append(wanted[:80])
            return []
        near = [source for score, source in best if score > best[0][0] - CLEAR_BY]
        if best[0][0] >= SURE and len(near) == 1:
            return near
        self.choice.candidates += near[:5]
        return []


def _alike(wanted: str, names: str) -> float:
    """How well the wanted words stand among those told, each with a typo or two; 100 is all of them."""
    held = utils.default_process(names).split()
    words = utils.default_process(wanted).split()
    return sum(max((fuzz.ratio(word, other) for other in held), default=0.0) for word in words) / max(1, len(words))


def _pieces(words: str) -> list[str]:
    """Runs of one to four words, to look a law's name up by."""
    parts = re.findall(r"[\w.-]+", words)
    return [" ".join(parts[n : n + size]) for size in (4, 3, 2, 1) for n in range(len(parts) - size + 1)]
