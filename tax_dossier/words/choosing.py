"""Which sources the person's words mean: numbers of the list, ordinals, groups, courts, subjects, titles with typos."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from rapidfuzz import fuzz, utils

from tax_dossier.record import SourceView
from tax_dossier.words.citations import article_of, ecli_of, find_citations, law_key, laws_of
from tax_dossier.words.subjects import about, description_of

_ORDINALS = [
    "eerste|1e|1ste|first|1st", "tweede|2e|2de|second|2nd", "derde|3e|3de|third|3rd", "vierde|4e|4de|fourth|4th",
    "vijfde|5e|5de|fifth|5th", "zesde|6e|6de|sixth|6th", "zevende|7e|7de|seventh|7th", "achtste|8e|8ste|eighth|8th",
    "negende|9e|9de|ninth|9th", "tiende|10e|10de|tenth|10th", "elfde|11e|11de|eleventh|11th",
    "twaalfde|12e|12de|twelfth|12th",
]  # fmt: skip
_COUNTS = {"twee": 2, "drie": 3, "vier": 4, "vijf": 5, "zes": 6, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6}
_COUNT = "|".join(_COUNTS) + r"|\d"
_LAST = r"laatste|last"
_NEXT_TO_LAST = r"voorlaatste|(?:op )?een na (?:de )?laatste|second[- ]to[- ]last|next[- ]to[- ]last|penultimate"
_CASES = (
    r"uitspra(?:ak|ken)|arrest(?:en)?|vonnis(?:sen)?|rechtspraak|jurisprudentie|rulings?|judge?ments?|cases?|case law"
    r"|decisions?|ecli'?s"
)
_LAWS = r"wet(?:ten|geving|sartikel(?:en)?)?|artikel(?:en)?|legislation|statutes?|articles?|laws?|provisions?"
_ONE_OF_THEM = re.compile(
    r"\b(?:uitspraak|arrest|vonnis|ruling|judge?ment|case|decision|(?:wets)?artikel|article|wet|statute|provision)\b",
    re.I,
)
_ALL = r"alles|alle(?:maal)?|everything|all(?: of them)?|ze allemaal|iedere|elke|every"
_RESTORE = re.compile(
    r"\b(?:terug\w*|weer|opnieuw|toch wel|herstel|heractiveer|restore|re-?add|put\b.*\bback|bring\b.*\bback|back in"
    r"|add\b.*\bagain|re-?select|select)\b",
    re.I,
)
_KEEP = re.compile(
    r"\b(?:alleen|enkel|slechts|uitsluitend|only|just)\b.*?\b(?:houd\w*|hou|behoud\w*|bewaar|bewaren|keep|over"
    r"|gebruik\w*|use|mee\w*)\b"
    r"|\b(?:behoud|bewaar|houd?|keep|gebruik|use)\b.*?\b(?:alleen|enkel|slechts|uitsluitend|only|just)\b"
    r"|^\s*(?:keep|behoud|bewaar)\b",
    re.I,
)
UNDO = re.compile(
    r"\b(?:maak|draai)\b.{0,40}\b(?:ongedaan|terug)\b|\bongedaan\b|\bundo\b|\brevert\b"
    r"|^\W*(?:nee,? )?zet (?:het|dat|die|ze|hem|alles)(?: maar)?(?: weer)? terug\W*$|^\W*put (?:it|that|them) back\W*$"
    # A change, and that it shall go back: "zet die laatste wijziging terug", "roll back the last step".
    r"|(?=.*\b(?:terug\w*|herstel\w*|annuleer\w*|intrekken|back|cancel)\b)"
    r".*\b(?:wijziging|verandering|aanpassing|bewerking|actie|stap|change|edit|action|step)\b",
    re.I,
)
_EXCEPT = re.compile(
    r"\b(?:behalve|uitgezonderd|uitgezonderd dat|except(?: for)?|apart from|but not|maar niet|op)\b", re.I
)
_ON_EXCEPT = re.compile(r"\bop\s+(?P<kept>.{1,80}?)\s+na\b(?!\s+(?:de\s+)?laatste)", re.I)
_CLAUSES = re.compile(
    r"\s*(?:[.;]|,?\s*\b(?:en|maar|and|but)\b)\s+(?=(?:zet|voeg|haal|verwijder|schrap|neem|laat|gooi|remove"
    r"|drop|delete|put|restore|bring)\b)",
    re.I,
)
_ABOUT = re.compile(
    r"\b(?:over|omtrent|inzake|betreffende|m\.b\.t\.|met betrekking tot|about|on|regarding|concerning|gaan over"
    r"|gaat over)\s+"
    r"(?:de |het |een |the |a )?(?P<topic>[^,.;?!]{2,60})",
    re.I,
)
_NUMBER = re.compile(
    r"(?<![\w.:/-])(?P<from>\d{1,4})(?:\s*(?:t/m|tot en met|tot|-|–|to|through)\s*(?P<to>\d{1,4}))?(?![\w:/%]|\.\d)",
    re.I,
)
_NAMED_NUMBER = re.compile(r"\b(?:bron(?:nen)?|nummers?|nr\.?|no\.?|sources?|numbers?|items?)\s*#?\s*(\d{1,6})\b", re.I)
_NOISE = re.compile(
    r"\b(?:haal|verwijder|schrap|weg|eruit|uit|gooi|laat|vallen|zet|terug|neem|niet|mee|graag|wil|kun|kan|je|u"
    r"|de|het|een|die|dat"
    r"|deze|dit|bron|bronnen|titel|nummer|en|maar|ook|maak|remove|drop|delete|take|out|leave|put|back|please"
    r"|the|a|source|sources"
    r"|this|that|it|one|and|of|van|met|with|voeg|toe|weer|alsjeblieft|aub|dossier|from|in|to|restore|add|again"
    r"|zonder|without"
    r"|doe|die|er|maar|heb|ik|niets|aan|nodig|hoeft|hoef|erbij|select|houd|behoud|alleen|only|keep|geef"
    r"|antwoord|answer)\b",
    re.I,
)
_COURTS = {
    r"hoge raad|hr|supreme court": "hoge raad",
    r"(?:gerechts)?hof|court of appeal": "hof",
    r"rechtbank|rb|district court": "rechtbank",
    r"parket|advocaat-generaal|a-g|conclusies?|advocate general": "parket",
    r"centrale raad van beroep|crvb": "centrale raad",
    r"college van beroep|cbb": "college van beroep",
}
SURE, MAYBE, CLEAR_BY = 86, 72, 6


@dataclass(slots=True)
class Choice:
    """What the words mean. `candidates` are sources that they may mean; `unknown` names what is not there."""

    remove: list[SourceView] = field(default_factory=list)
    restore: list[SourceView] = field(default_factory=list)
    candidates: list[SourceView] = field(default_factory=list)
    unknown_numbers: list[int] = field(default_factory=list)
    unknown: list[str] = field(default_factory=list)
    undo: bool = False


def choose(words: str, sources: Sequence[SourceView], texts: Callable[[], Mapping[int, str]]) -> Choice:
    """What `words` want removed and put back. `texts` is asked only where a subject is named that no title shows."""
    choice = Choice()
    words = " ".join(words[:2000].split())
    if UNDO.search(words) and not find_citations(words):
        choice.undo = True
        return choice
    for clause in _CLAUSES.split(words):
        if clause.strip():
            _clause(clause, sources, texts, choice)
    return choice


def _clause(words: str, sources: Sequence[SourceView], texts: Callable[[], Mapping[int, str]], choice: Choice) -> None:
    restore = _RESTORE.search(words) is not None
    keep = not restore and _KEEP.search(words) is not None
    wanted, kept = _without_exception(words)
    targets = _Targets(sources, texts, restore, choice)
    meant = targets.of(wanted)
    if kept:
        exceptions = _Targets(sources, texts, restore, choice).of(kept)
        if not exceptions:
            return
        meant = [source for source in (meant or sources) if source not in exceptions]
    if keep and meant:
        meant = [source for source in sources if source not in meant]
    target = choice.restore if restore else choice.remove
    target += [source for source in meant if source not in target]


def _without_exception(words: str) -> tuple[str, str]:
    """The words without their exception, and the exception: "alles behalve artikel 3.111" gives two parts."""
    if match := _ON_EXCEPT.search(words):
        return words[: match.start()] + " " + words[match.end() :], match["kept"]
    for match in _EXCEPT.finditer(words):
        if match[0].lower() != "op":
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
        if topic := _ABOUT.search(rest):
            return self.about(topic["topic"], self.group(rest[: topic.start()]) or list(self.sources))
        group = self.group(rest)
        if group == []:
            named = re.search(rf"\b(?:{_CASES}|{_LAWS})\b", rest, re.I)
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
            # "de uitspraak" is plain only where there is one.
            if len(group) == 1 or re.search(rf"\b(?:{_ALL})\b", rest, re.I) or not _ONE_OF_THEM.search(rest):
                return group
            self.choice.candidates += group
            return []
        if re.search(rf"\b(?:{_ALL})\b", rest, re.I):
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
            elif len(fitting) > 1 and not re.search(rf"\b(?:{_ALL}|beide|both)\b", words, re.I):
                # The one that can still be removed, or put back, is meant.
                open_ones = [source for source in fitting if source.selected != self.restore]
                if len(open_ones) == 1:
                    named += open_ones
                else:
                    self.choice.candidates += fitting
            else:
                named += fitting
        for match in re.finditer(r"(?<![\w.:])\d{1,3}[a-z]{0,3}[.:]\d{1,4}[a-z]{0,2}(?![\w])|\b[A-Z]{2}\d{4}\b", rest):
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
        cases, laws = re.search(rf"\b(?:{_CASES})\b", words, re.I), re.search(rf"\b(?:{_LAWS})\b", words, re.I)
        if bool(cases) == bool(laws):
            return None
        return [source for source in self.sources if source.is_law == bool(laws)]

    def placed(self, words: str, group: Sequence[SourceView]) -> list[SourceView]:
        """Sources by their number, or by their place: in the list, or among the group that the words name."""
        narrowed = len(group) < len(self.sources)
        by_number = {source.number: source for source in self.sources}
        meant: list[SourceView] = []
        reach = "|".join(_ORDINALS[:1])
        if match := re.search(rf"\b(?:{reach})\s+({_COUNT})\b|\b(?:{_LAST})\s+({_COUNT})\b", words, re.I):
            word = (match[1] or match[2]).lower()
            count = _COUNTS.get(word) or int(word)
            ends = self._open(group) if match[2] else list(group)
            return ends[:count] if match[1] else ends[-count:]
        for place, pattern in enumerate(_ORDINALS):
            if not re.search(rf"\b(?:{pattern})\b(?!\s+(?:lid|paragraph))", words, re.I):
                continue
            if narrowed:
                meant += group[place : place + 1]
            elif place + 1 in by_number:
                meant.append(by_number[place + 1])
            else:
                self.choice.unknown_numbers.append(place + 1)
        if re.search(rf"\b(?:{_NEXT_TO_LAST})\b", words, re.I):
            meant += self._open(group)[-2:-1]
        elif re.search(rf"\b(?:{_LAST})\b", words, re.I):
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
        numbers = [int(match[1]) for match in _NAMED_NUMBER.finditer(words)]
        for match in _NUMBER.finditer(words):
            start, end = int(match["from"]), int(match["to"] or match["from"])
            # A year or an amount is no number of a source, unless the word stands before it.
            if start < 1000:
                numbers += range(start, min(end, start + 200) + 1)
        return list(dict.fromkeys(numbers))

    def courts(self, words: str) -> list[SourceView]:
        matching = []
        for pattern, court in _COURTS.items():
            if re.search(rf"\b(?:{pattern})\b", words, re.I):
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
        matching = about(_NOISE.sub(" ", topic), group, self.texts)
        if not matching:
            self.choice.unknown.append(topic.strip())
        return matching

    def titled(self, words: str) -> list[SourceView]:
        """The source whose title the words are, with a typo or two."""
        wanted = " ".join(_NOISE.sub(" ", words).split()).strip(" .,!?'\"")
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
