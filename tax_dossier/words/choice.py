"""Which sources words mean: those they cite, numbers and places of the list, kinds, laws, and names with typos."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from rapidfuzz import fuzz

from tax_dossier.record import SourceView
from tax_dossier.words.citations import ORDINALS, article_of, ecli_of, find_citations, laws_in, laws_of
from tax_dossier.words.subjects import description_of, in_law_words, likeness, words_of
from wording.phrases import patterns

Texts = Callable[[], Mapping[int, str]]

_SAYS = patterns(Path(__file__).parent / "phrases/choice.txt", re.IGNORECASE)
_GROUPS = ("cases", "laws")
_COUNTS = {"twee": 2, "drie": 3, "vier": 4, "vijf": 5, "zes": 6, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6}
_PLACES = [
    re.compile(rf"\b(?:{ordinal.pattern}|{place}(?:e|ste|de|st|nd|rd|th))\b(?!\s+(?:lid|paragraph))", re.IGNORECASE)
    for place, ordinal in enumerate(ORDINALS, start=1)
]
# A year names a source, as in "de uitspraak over 2013".
_YEAR = re.compile(r"\b(?:19|20)\d\d\b")
_PART_ENDS = re.compile(r"[,.;:!]\s")
# How alike a word with a typo is to the one that is meant; and which share of a name may be meant, so that it is asked.
_TYPO, _MAYBE, _MOST_OF_IT = 84, 0.5, 0.6


@dataclass(slots=True)
class Named:
    """The sources that words mean; `candidates` may be meant; `unknown` and `unknown_numbers` are not there."""

    meant: list[SourceView] = field(default_factory=list)
    candidates: list[SourceView] = field(default_factory=list)
    unknown: list[str] = field(default_factory=list)
    unknown_numbers: list[int] = field(default_factory=list)

    def __bool__(self) -> bool:
        return bool(self.meant or self.candidates or self.unknown or self.unknown_numbers)


def names_a_place(words: str) -> bool:
    """Whether a source is cited, or named by its number or its place in the list."""
    places = (*_PLACES, *(_SAYS[name] for name in ("last", "number", "bare_reference")))
    return bool(find_citations(words)) or any(place.search(words) for place in places)


def names_no_source(words: str) -> bool:
    """Whether words about sources do not say which: "die past niet, haal die weg"."""
    return not (_names(words) or names_a_place(words) or any(_SAYS[kind].search(words) for kind in (*_GROUPS, "all")))


def without_exception(words: str) -> tuple[str, str]:
    """The words without their exception, and the exception: "alles behalve artikel 3.111" gives two parts."""
    if match := _SAYS["on_exception"].search(words):
        return words[: match.start()] + " " + words[match.end() :], match["kept"]
    match = _SAYS["exception"].search(words)
    return (words[: match.start()], words[match.end() :]) if match else (words, "")


def without_what_stays(words: str) -> str:
    """The words without "de rest laten staan", which says nothing beside what is to go; as they are where all stays."""
    rest = _SAYS["stays"].sub(" ", words).strip()
    return rest if _names(rest) or names_a_place(rest) else words


def without_the_rest(words: str) -> str:
    """What stays beside "de rest mag weg"; "" where the words speak of no rest."""
    return _SAYS["rest"].sub(" ", words) if _SAYS["rest"].search(words) else ""


def named(words: str, sources: Sequence[SourceView], texts: Texts, *, restore: bool = False) -> Named:
    """What the words mean, by what is plainest in them. `texts` is asked where a subject stands in no source's name.

    `restore`: they are to be put back, so of several those are meant that do not count.
    """
    result = Named()
    rest = _cited(words, sources, result, restore)
    group = _group(rest, sources)
    open_ones = [source for source in group if source.selected != restore] or group
    if not result:
        _placed(rest, sources, group, open_ones, result)
    if result:
        return result
    one_kind = len(group) < len(sources)
    one_of_them = _SAYS["singular"].search(rest) is not None
    several = _SAYS["several"].search(rest) is not None or not (one_kind and one_of_them)
    if names := _names(rest):
        fitting, candidates = _by_name(names, rest, group, texts)
        if one_of_them:
            # Of "het artikel over navordering" that of the fine for it is not meant.
            fitting = [source for source in fitting if _is_called(source, names)] or fitting
        plain = bool(fitting) and (len(fitting) == 1 or (several and not one_of_them))
        result.meant, result.candidates = (fitting, []) if plain else ([], fitting or candidates)
        apart = _said_of_all(rest)
        if not result and len(apart) < len(rest):
            # "Haal alle bronnen weg, heb genoeg": what stands behind the comma names none of them.
            return named(apart, sources, texts, restore=restore)
        result.unknown = [] if result else [" ".join(names)[:80]]
    elif one_kind or _SAYS["all"].search(rest) or _SAYS["the_whole"].search(rest):
        # "de uitspraak" is plain only where there is one, or one that can still be removed, or put back.
        plain = several or len(open_ones) == 1
        result.meant, result.candidates = (group if several else open_ones, []) if plain else ([], open_ones)
        result.unknown = [] if result else [match[0] for kind in _GROUPS if (match := _SAYS[kind].search(rest))]
    return result


def _said_of_all(words: str) -> str:
    """The words without what stands behind the comma of a part that speaks of all; as they are where none does."""
    match = _SAYS["all"].search(words)
    end = _PART_ENDS.search(words, match.end()) if match else None
    return words[: end.start()] if end else words


def _cited(words: str, sources: Sequence[SourceView], result: Named, restore: bool) -> str:
    """Puts the sources that the words cite into the result, and gives the words without the citations."""
    rest = words
    for cited in find_citations(words):
        if cited.ecli or cited.article:
            rest = rest[: cited.start] + " " * len(cited.text) + rest[cited.end :]
            named_so = [source for source in sources if cited.law in ("", *laws_of(source))]
            fitting = [
                source for source in named_so if (cited.article or cited.ecli) in (article_of(source), ecli_of(source))
            ]
            _keep(result, fitting, cited.text.strip(), words, restore)
    for match in _SAYS["bare_reference"].finditer(rest):
        name = match[0].lower()
        fitting = [source for source in sources if name in (article_of(source), ecli_of(source).lower().split(":")[-1])]
        _keep(result, fitting, match[0], words, restore)
    return _SAYS["bare_reference"].sub(" ", rest)


def _keep(result: Named, fitting: Sequence[SourceView], name: str, words: str, restore: bool) -> None:
    """Of several sources of a name the one is meant that can still be removed, or put back."""
    if len(fitting) > 1 and not _SAYS["several"].search(words):
        open_ones = [source for source in fitting if source.selected != restore]
        if len(open_ones) != 1:
            result.candidates += fitting
            return
        fitting = open_ones
    result.meant += [source for source in fitting if source not in result.meant]
    result.unknown += [] if fitting else [name]


def _group(words: str, sources: Sequence[SourceView]) -> list[SourceView]:
    """The rulings or the articles, where the words name either and not both, and those of a law that they name."""
    cases, laws = (_SAYS[kind].search(words) is not None for kind in _GROUPS)
    group = [source for source in sources if cases == laws or source.is_law == laws]
    keys = laws_in(words)
    return [source for source in group if source.is_law and keys & laws_of(source)] or group


def _placed(
    words: str,
    sources: Sequence[SourceView],
    group: Sequence[SourceView],
    open_ones: Sequence[SourceView],
    result: Named,
) -> None:
    """Sources by their number, or by their place: in the list, or among the group that the words name."""
    if match := _SAYS["end"].search(words):
        word = (match["first"] or match["last"]).lower()
        count = _COUNTS.get(word) or int(word)
        result.meant = list(group[:count] if match["first"] else open_ones[-count:])
        return
    by_number = {source.number: source for source in sources}
    numbers = [int(match[1]) for match in _SAYS["named_number"].finditer(words)]
    for match in _SAYS["number"].finditer(words):
        start, end = int(match["from"]), int(match["to"] or match["from"])
        # A year or an amount is no number of a source, unless the word stands before it.
        numbers += range(start, min(end, start + 200) + 1) if start < 1000 else ()
    places = [place for place, ordinal in enumerate(_PLACES, start=1) if ordinal.search(words)]
    if len(group) < len(sources):
        result.meant += [group[place - 1] for place in places if place <= len(group)]
    else:
        numbers += places
    if _SAYS["last"].search(words):
        result.meant += open_ones[-2:-1] if _SAYS["next_to_last"].search(words) else open_ones[-1:]
    numbers = list(dict.fromkeys(numbers))
    result.meant += [by_number[number] for number in numbers if number in by_number]
    result.unknown_numbers = [number for number in numbers if number not in by_number]


def _names(words: str) -> list[str]:
    """What is left of the words without those that say nothing of which source is meant."""
    plain = _SAYS["noise"].sub(" ", words)
    return [*words_of(plain), *_YEAR.findall(plain)]


def _by_name(
    names: Sequence[str], words: str, group: Sequence[SourceView], texts: Texts
) -> tuple[list[SourceView], list[SourceView]]:
    """The sources whose names hold all of these, or else whose text does; and those that hold a part."""
    law = words_of(in_law_words(words))

    def share(text: str, wanted: Sequence[str]) -> float:
        held = {*words_of(text), *_YEAR.findall(text)}
        return sum(any(_same(name, other) for other in held) for name in wanted) / max(1, len(wanted))

    described = [(source, description_of(source)) for source in group]
    fitting = [source for source, text in described if share(text, names) == 1.0]
    fitting = fitting or [source for source, text in described if share(text, law) >= _MOST_OF_IT]
    maybe = [source for source, text in described if share(text, names) >= _MAYBE]
    if not fitting and not maybe:
        read = texts()
        fitting = [source for source in group if share(read.get(source.id, ""), names) == 1.0]
    return fitting, maybe


def _is_called(source: SourceView, names: Sequence[str]) -> bool:
    """Whether what a source is called says these names, and little else."""
    heading = words_of(str((source.metadata.get("path") or [""])[-1])) or words_of(source.title)
    return bool(heading) and all(any(_same(name, word) for name in names) for word in heading)


def _same(name: str, other: str) -> bool:
    """Whether two words are the same with a typo, of one stem, or one the end of the other: "hof", "gerechtshof"."""
    return other.endswith(name) or likeness(name, other) >= 0.5 or fuzz.ratio(name, other) >= _TYPO
