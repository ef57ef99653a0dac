"""Which issues a clause speaks of: by number, id, title, severity, "all", "the rest", "it". Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from rapidfuzz import fuzz

from investor_review.words.act_words import EXCEPT
from wording.amounts import ORDINALS, UNITS
from wording.lists import word_lists
from wording.phrases import patterns
from wording.stems import stem

SEVERITIES = {
    **dict.fromkeys(("high", "highs", "critical", "severe", "serious", "major", "highest", "red"), "high"),
    **dict.fromkeys(("medium", "mediums", "moderate", "middling", "mid", "amber"), "medium"),
    **dict.fromkeys(("low", "lows", "minor", "trivial", "cosmetic", "lowest", "small"), "low"),
}
_PATTERNS = patterns(Path(__file__).parent / "phrases/targets.txt")
_WORDS = {name: pattern.pattern for name, pattern in _PATTERNS.items()}
# What a numbered thing may be called.
_THING = _WORDS["thing"]
_ORDINAL = "|".join(sorted(ORDINALS, key=len, reverse=True))
_UNIT = "|".join(word for word in UNITS if word not in {"zero", "o", "oh", "a", "an"})
_RANK = rf"(?:\d{{1,3}}(?:st|nd|rd|th)?|{_ORDINAL}|{_UNIT}|last|final)"
_JOINT = r"(?:\s*(?:,|&|\+|and|or|plus|as well as)\s*)+"
_LINK = rf"(?:{_JOINT}|\s*(?:-|–|to|through|thru)\s*)"
_NTH = rf"(?:\d{{1,3}}(?:st|nd|rd|th)|{_ORDINAL}|last|final)"
# "issues 1, 2 and 4", "number two", "#3", "1-3", "one through four"
_NUMBERED = re.compile(rf"(?:\b{_THING}\s*#?\s*|#\s*)({_RANK}(?:{_LINK}(?:{_THING}\s*)?(?:the\s+)?#?{_RANK})*)\b")
# "the first", "the second and third", "the 2nd one", "the last one"
_RANKED = re.compile(
    rf"\b(?:the|my|your|that|to)\s+({_NTH}(?:{_JOINT}(?:the\s+)?{_NTH})*)(?!\s+{_WORDS['no_finding']}\b)"
)
_TITLE_NUMBER = re.compile(r"\b([a-z]{3,})[- ](\d+)\b")
# "Let's look at the audit first": no finding is called first.
_FIRST_OF_ALL = re.compile(r"(?:(?<!the )(?<!and )\bfirst|\bafter all)[\s.!?]*$")
# Bare numbers count where an act stands right before them, or at the very beginning: "accept 1 and 3", "2 is fine".
_BARE = re.compile(
    rf"(?:^\s*|[:=]\s*|\b{_WORDS['before_number']}\s+)(\d{{1,2}}(?:{_LINK}#?\d{{1,2}})*)"
    rf"(?=\s*(?:$|[,.;:!?)]|\b{_WORDS['behind_number']}\b))"
)
# "one through three"
_SPELT_RANGE = re.compile(rf"\b((?:{_UNIT})\s+(?:to|through|thru)\s+(?:{_UNIT}))\b")
# A piece of a list of issues has at most so many words.
PIECE_WORDS = 6
# "third no", "second: agreed": a rank that begins a clause needs no article.
_LEADING_RANK = re.compile(rf"^\s*({_ORDINAL}|{_UNIT}|last)(?=\s*[:,=–]|\s+-|\s+{_WORDS['behind_rank']}\b|\s*$)")
_FIRST_FEW = re.compile(rf"\b(first|last|top)\s+(\d{{1,2}}|{_UNIT}|few|couple)\b")
_SEVERITY = "|".join(SEVERITIES)
_SEVERITY_FORMS = (
    re.compile(rf"\b({_SEVERITY})(?:[- ]{_WORDS['ranked']})?\s+{_WORDS['of_severity']}\b"),
    re.compile(rf"^\W*({_SEVERITY})(?=\s*[:=]|\s+{_WORDS['verdict']}\b)"),
    re.compile(rf"\b({_SEVERITY})[- ](?:severity|priority|risk|importance)\b"),
    re.compile(rf"\bones? (?:that(?:'s| are| is) )?(?:marked|rated|ranked|labell?ed|with|of) (?:as )?({_SEVERITY})\b"),
    re.compile(r"\b(highs|mediums|lows)\b"),
    re.compile(rf"\b(?:the|all|every|any)\s+(?:\w+\s+)?({_SEVERITY})(?=\s*(?:$|[,.;:!)]))"),
)
_ALL = _PATTERNS["all"]
_REST = _PATTERNS["rest"]
_PRONOUN = re.compile(r"\b(?:it|this|that|these|those|them|they|that's|it's|its|this one|that one|the one|one)\b")
_STOP = word_lists(Path(__file__).parent / "phrases/lists.txt")["tell_none_apart"]


@dataclass(frozen=True, slots=True)
class Issue:
    """A nitpick as the reading of words sees it. `number` counts from 1, in the order in which all doors show them."""

    issue_id: str
    number: int
    title: str
    severity: str
    status: str
    summary: str = ""
    suggested: tuple[str, ...] = ()
    # Decided to be left as it is; such a one is open.
    is_left: bool = False


@dataclass(frozen=True, slots=True)
class Targets:
    """The issues that a clause names, and whether it names them at all; `pointing` is "it", which names none itself."""

    ids: tuple[str, ...] = ()
    named: bool = False
    pointing: bool = False
    collective: bool = False
    # Numbers that were said and that no issue has.
    unknown: tuple[str, ...] = ()


def find_targets(clause: str, issues: Sequence[Issue], taken: Iterable[str] = ()) -> Targets:
    """The issues that `clause` names; `taken` are those that earlier clauses of the message spoke of ("the rest")."""
    low = _ids_as_numbers(_FIRST_OF_ALL.sub("", clause.lower().replace("’", "'")), issues)
    for phrase in {phrase for issue in issues for phrase in _TITLE_NUMBER.findall(issue.title.lower())}:
        # The number in "the scope 3 one" is the title's.
        low = re.sub(rf"\b{phrase[0]}[- ]{phrase[1]}\b", phrase[0], low)
    parts = EXCEPT.split(low, maxsplit=1)
    if len(parts) == 2 and not parts[0].strip() and "," in parts[1]:
        # "Apart from the first, accept everything": what is left out stands first.
        parts = parts[1].split(",", 1)[::-1]
    if len(parts) == 2:
        kept, left_out = (find_targets(part, issues, taken) for part in parts)
        whole = kept.ids if kept.named else tuple(issue.issue_id for issue in issues)
        if kept.named or left_out.named:
            return Targets(tuple(i for i in whole if i not in left_out.ids), True, False, True, left_out.unknown)
    severity = _severity(low)
    pool = [issue for issue in issues if issue.severity in severity] if severity else list(issues)
    ids, unknown = _by_number(low, pool)
    numbered = list(ids)
    if ids or unknown:
        ids += _by_title(low, issues) if len(numbered) < 2 else []
        return Targets(tuple(dict.fromkeys(ids)), True, unknown=tuple(unknown))
    if _REST.search(low):
        spoken = set(taken)
        return Targets(tuple(i.issue_id for i in pool if i.issue_id not in spoken), True, collective=True)
    if titled := _by_title(low, issues) or _by_initials(clause, issues):
        return Targets(tuple(titled), True)
    if severity or _ALL.search(low):
        return Targets(tuple(issue.issue_id for issue in pool), True, collective=True)
    return Targets(pointing=bool(_PRONOUN.search(low)))


def _ids_as_numbers(low: str, issues: Sequence[Issue]) -> str:
    """The clause with every id of an issue as "issue 3", so that lists and ranges of ids read like those of numbers.

    "issue 12" is the id "issue_12", and "nit 7" is "nit-7"; an id that is a bare number is left to the numbers.
    """
    kinds = {parts[1] for issue in issues if (parts := re.match(r"([^\W\d_]{2,})[-_ .]?\d+$", issue.issue_id.lower()))}
    for kind in kinds:
        # "items 3 to 5" and "nit-1, 2 and 4": each number stands for the id.
        low = re.sub(
            rf"\b{kind}s?[-_ ]?\d+(?:\s*(?:,|and|&|to|through|thru|-|–)\s*\d+)+\b(?!\s*(?:%|per|days?|months?|"
            rf"years?))",
            lambda run, kind=kind: re.sub(rf"(?:{kind}s?[-_ ]?)?(\d+)", rf"{kind} \1", run.group()),  # type: ignore[misc]
            low,
        )
    for issue in sorted(issues, key=lambda issue: -len(issue.issue_id)):
        own = issue.issue_id.lower()
        if own.isdigit():
            continue
        spelt = re.escape(own)
        if parts := re.fullmatch(r"([^\W\d_]+)[-_ .]?0*(\d+)", own):
            gap = "[-_ ]?" if len(parts[1]) > 1 else "[-_]?"
            spelt = rf"(?:{spelt}|{parts[1]}s?{gap}0*{parts[2]})"
        low = re.sub(rf"(?<![\w-]){spelt}(?![\w-]|\.\d)", f"issue \x02{issue.number}", low)
    return low.replace("\x02", "")


def _severity(low: str) -> set[str]:
    """The severities by which a clause names issues: "the high ones", "all mediums", "the high and medium ones"."""
    names = _SEVERITY
    low = re.sub(rf"\b(?:everything|anything|all)(?: that(?:'s| is)?| which is| rated)? ({names})\b", r"\1 ones", low)
    low = re.sub(rf"\b({names})\s*(?:,|and|or|&|/)\s*(?=(?:the )?(?:{names})\b)", r"\1 ones ", low)
    return {SEVERITIES[match[1]] for form in _SEVERITY_FORMS for match in form.finditer(low)}


def _by_number(low: str, pool: Sequence[Issue]) -> tuple[list[str], list[str]]:
    few = _FIRST_FEW.search(low)
    if few and few[2] not in {"one"}:
        count = {"few": 3, "couple": 2}.get(few[2]) or _rank(few[2], len(pool)) or 0
        chosen = pool[-count:] if few[1] == "last" else pool[:count]
        return [issue.issue_id for issue in chosen], []
    ids: list[str] = []
    unknown: list[str] = []
    for pattern in (_NUMBERED, _SPELT_RANGE, _RANKED, _BARE, _LEADING_RANK):
        for match in pattern.finditer(low):
            for rank in _ranks(match[1], len(pool)):
                own = [issue.issue_id for issue in pool if re.fullmatch(rf"(?:.*\D)?0*{rank}", issue.issue_id)]
                if 1 <= rank <= len(pool) and not (own and pool[rank - 1].issue_id.isdigit()):
                    ids.append(pool[rank - 1].issue_id)
                elif len(own) == 1:
                    ids += own
                else:
                    unknown.append(str(rank))
    return list(dict.fromkeys(ids)), list(dict.fromkeys(unknown))


def _ranks(spelt: str, count: int) -> list[int]:
    ranks: list[int] = []
    joined = re.split(rf"{_JOINT}|\s+(?=#)", spelt)
    for part in joined:
        ends = [_rank(word.strip(" #"), count) for word in re.split(r"\s*(?:-|–|\bto\b|\bthrough\b|\bthru\b)\s*", part)]
        known = [rank for rank in ends if rank is not None]
        if len(known) == 2 and known[0] < known[1] <= known[0] + 50:
            ranks += range(known[0], known[1] + 1)
        else:
            ranks += known
    return ranks


def _rank(word: str, count: int) -> int | None:
    word = re.sub(rf"^(?:the|{_THING})\s+", "", word.strip())
    if word in {"last", "final"}:
        return count
    digits = re.fullmatch(r"(\d{1,3})(?:st|nd|rd|th)?", word)
    return int(digits[1]) if digits else ORDINALS.get(word) or UNITS.get(word)


def content_words(text: str) -> list[str]:
    """The words of a text that tell it from others, by their stems; those of a hyphenated word each by its own."""
    return [
        "-".join(stem(piece) for piece in word.split("-"))
        for word in re.findall(r"[^\W_]+(?:-[^\W_]+)*", text.lower())
        if word not in _STOP and len(word) > 1
    ]


def _by_title(low: str, issues: Sequence[Issue]) -> list[str]:
    """The issues whose title shares its telling words with the clause; a word of several titles tells none apart."""
    pieces = re.split(r",|;|\band\b|&|\bplus\b|\bor\b", low)
    titled = set(_best_titled(low, issues))
    if len(pieces) > 1:
        titled.update(i for piece in pieces if len(piece.split()) <= PIECE_WORDS for i in _best_titled(piece, issues))
    return [issue.issue_id for issue in issues if issue.issue_id in titled]


def _best_titled(low: str, issues: Sequence[Issue]) -> list[str]:
    named = [word for whole in content_words(low) for word in {whole, *whole.split("-")} if word not in _STOP]
    if not named:
        return []
    scores = {issue.issue_id: _overlap(named, issue, issues) for issue in issues}
    best = max(scores.values(), default=0.0)
    if best < 1.0:
        return []
    # Several titles in one clause ("the audit and the indemnity clause") each have a telling word of their own.
    return [issue_id for issue_id, score in scores.items() if score >= max(1.0, best * 0.75)]


def _by_initials(clause: str, issues: Sequence[Issue]) -> list[str]:
    """The issues whose title has words with these initials: "the DPA" is the data processing addendum."""
    ids = []
    for short in re.findall(r"\b[A-Z]{2,6}s?\b", clause):
        wanted = short.rstrip("s").lower()
        for issue in issues:
            initials = "".join(word[0] for word in re.findall(r"[^\W\d_]+", issue.title.lower()))
            if wanted in initials and len(wanted) > 1:
                ids.append(issue.issue_id)
    return ids if len(ids) == 1 else []


def _overlap(named: Sequence[str], issue: Issue, issues: Sequence[Issue]) -> float:
    """How tellingly a clause names an issue: 1 or more when it does. Each word weighs by how few issues have it."""
    score = 0.0
    for source, weight in ((issue.title, 1.0), (issue.summary, 0.45)):
        own = {part for word in content_words(source) for part in (word, *word.split("-"))}
        for word in set(named):
            if any(same_word(word, other) for other in own):
                holders = sum(_holds(word, other, weight == 1.0) for other in issues)
                score += weight / max(holders, 1)
        if score >= 1.0:
            break
    return score


def _holds(word: str, issue: Issue, title_only: bool) -> bool:
    text = issue.title if title_only else f"{issue.title} {issue.summary}"
    return any(same_word(word, part) for other in content_words(text) for part in (other, *other.split("-")))


def same_word(word: str, other: str) -> bool:
    """Whether two stems are of one word: the same, one the beginning of the other, or a slip apart."""
    if word == other:
        return True
    if min(len(word), len(other)) < 5:
        return False
    shared = len(word) if other.startswith(word) else len(other) if word.startswith(other) else 0
    return shared >= 5 or (len(word) >= 6 and fuzz.ratio(word, other) >= 86)
