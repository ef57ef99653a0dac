"""Where a message names findings: by id, number, title, severity, "all", "the rest". Pure."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache, partial
from pathlib import Path

from rapidfuzz import fuzz

from investor_review.words.findings import Issue, Naming
from wording.amounts import ORDINALS, UNITS, lower
from wording.lists import word_lists
from wording.phrases import groups, patterns
from wording.stems import stem

_LISTS = word_lists(Path(__file__).with_name("title_words.txt"))
_STOP, _PARTS = _LISTS["tell_none_apart"], _LISTS["parts"]
SEVERITIES = {word: name for name in ("high", "medium", "low") for word in _LISTS[name]}
_P = patterns(Path(__file__).with_suffix(".txt"))
VERDICTS = groups(Path(__file__).with_suffix(".txt"))
_WORD = re.compile(r"[^\W_]+")
# How many, of a group: "the two high ones"; the "ones" and "one" behind are no count.
_COUNT = re.compile(r"\b(?:\d|two|three|four|five|six|seven|eight|nine|ten)\b|\bone\b(?= \w)")
_BEFORE, RELATIVE = frozenset({"before", "above", "previous", "preceding"}), frozenset({"before", "after", "next"})
_BEFORE_NUMBER = re.compile(r"\b[^\W\d_]{4,7}(?= #?\d)")
_CALLED = {4: "item", 5: "issue", 6: "number", 7: "finding"}
# From so much likeness on two words are one with a slip.
_ALIKE = 86


def find_namings(text: str, issues: Sequence[Issue]) -> list[Naming]:
    """Every place of `text` that names findings, in order."""
    # "1 2 3 and 4": offsets stay.
    low = _P["itemised"].sub(lambda line: _P["point"].sub(r"\1)", line[0]), lower(text).replace("’", "'"))
    low = _BEFORE_NUMBER.sub(_without_slip, low)
    low = _P["ranged_all"].sub(lambda every: every["called"].ljust(len(every[0])), low)
    low = _P["share"].sub(lambda share: " " * len(share[0]), low)
    low = _P["bare_list"].sub(lambda numbers: re.sub("[ ,]", "&", numbers[0]), low)
    mentions: list[Naming] = []
    for reader in _READERS:
        for mention in reader(low, issues):
            if all(mention.end <= other.start or other.end <= mention.start for other in mentions):
                mentions.append(mention)
                low = f"{low[: mention.start]}{'_' * (mention.end - mention.start)}{low[mention.end :]}"
    mentions.sort(key=lambda mention: mention.start)
    return [_flagged(mention, lower(text)) for mention in _joined(mentions, low, issues)]


def _without_slip(word: re.Match[str]) -> str:
    """ "Isue 2", "nubmer 3": a slip of what findings are called, before a number, as a name of its length."""
    slip = max((fuzz.ratio(word[0], name) for name in _CALLED.values()), default=0) >= _ALIKE
    return _CALLED[len(word[0])] if slip and word[0] not in _CALLED.values() else word[0]


def named_in(text: str, issues: Sequence[Issue]) -> tuple[str, ...]:
    """The ids that a text names, without what it leaves out."""
    mentions = find_namings(text, issues)
    out = {issue_id for mention in mentions if mention.is_excepted for issue_id in mention.ids}
    ids = (issue_id for mention in mentions if not mention.is_excepted for issue_id in mention.ids)
    return tuple(dict.fromkeys(issue_id for issue_id in ids if issue_id not in out))


def _joined(mentions: Sequence[Naming], low: str, issues: Sequence[Issue]) -> Iterator[Naming]:
    """Lists and ranges as one mention ("2 to 4", "the audit and the fee"), with the article before and "one" behind."""
    order = {issue.issue_id: issue.number for issue in issues}
    last: Naming | None = None
    for mention in mentions:
        if mention.kind == "named":
            frame, tail = _P["frame"].search(low, 0, mention.start), _P["tails"].match(low, mention.end)
            start, end = frame.start() if frame else mention.start, tail.end() if tail else mention.end
            ids = mention.ids
            if last and len(last.ids) == len(ids) == 1 and _P["range"].fullmatch(low, last.end, mention.start):
                first, final = sorted((order[last.ids[0]], order[ids[0]]))
                ids = tuple(issue.issue_id for issue in issues[first - 1 : final])
            elif last and _is_joined(low, last.end, mention):
                ids = (*last.ids, *ids)
            elif last:
                yield last
                last = None
            unknown = (last.unknown if last else "") or mention.unknown
            last = replace(mention, start=last.start if last else start, end=end, ids=ids, unknown=unknown)
        else:
            if last:
                yield last
            last = None
            yield mention
    if last:
        yield last


def _is_joined(low: str, end: int, mention: Naming) -> bool:
    joint = _P["joint"].fullmatch(low, end, mention.start)
    if joint is None or _P["own_rest"].match(low, mention.end):
        # "Your text for the fee, and for the audit I'd say …".
        return False
    if joint[1] == "n" and _P["terse_behind"].match(low, mention.end):
        return False
    return bool(joint[1] or not _P["own_verdict"].match(low, mention.end))


def _flagged(mention: Naming, low: str) -> Naming:
    before = low[max(0, mention.start - 40) : mention.start]
    is_excepted = bool(_P["excepted"].search(before))
    return replace(mention, is_excepted=is_excepted, is_negated=not is_excepted and bool(_P["not"].search(before)))


def _by_id(low: str, issues: Sequence[Issue]) -> Iterator[Naming]:
    for issue in sorted(issues, key=lambda issue: -len(issue.issue_id)):
        own = lower(issue.issue_id)
        if own.isdigit():
            continue
        spelt = re.escape(own)
        if parts := re.fullmatch(r"([^\W\d_]+)[-_ .]?0*(\d+)", own):
            gap = "[-_ ]?" if len(parts[1]) > 1 else "[-_]?"
            spelt = rf"(?:{spelt}|{parts[1]}s?{gap}0*{parts[2]})"
        for match in re.finditer(rf"(?<![\w-]){spelt}(?![\w]|-\d|\.\d)", low):
            yield Naming(*match.span(), (issue.issue_id,))


def _by_count(low: str, issues: Sequence[Issue]) -> Iterator[Naming]:
    """ "The first two", "the last few"."""
    for match in _P["few"].finditer(low):
        count = {"few": 3, "couple": 2}.get(match[2]) or UNITS.get(match[2]) or int(match[2])
        chosen = issues[-count:] if match[1] in ("last", "final") else issues[:count]
        yield Naming(*match.span(), tuple(issue.issue_id for issue in chosen))


def _by_title_number(low: str, issues: Sequence[Issue]) -> Iterator[Naming]:
    """ "Scope 3", "scope three", "scop 3": a number of the title."""
    for issue in issues:
        for word, number in re.findall(r"\b([^\W\d]{3,})[- ](\d{1,2})\b", lower(issue.title)):
            spelt = "|".join([number, *(unit for unit, value in UNITS.items() if str(value) == number)])
            for match in re.finditer(rf"\b([^\W\d]{{3,}}?)[- ]?(?:{spelt})\b", low):
                if (
                    fuzz.ratio(match[1], word) >= _ALIKE
                    and sum(f"{word} {number}" in lower(o.title) for o in issues) < 2
                ):
                    yield Naming(*match.span(), (issue.issue_id,))


def _by_severity(low: str, issues: Sequence[Issue]) -> Iterator[Naming]:
    for name in ("graded", "by_severity"):
        for match in _P[name].finditer(low):
            severities = {SEVERITIES[word] for word in match.groups() if word}
            ids = counted(match[0], [issue for issue in issues if issue.severity in severities])
            yield Naming(*match.span(), ids, unknown="" if ids else match[0])


def counted(words: str, group: Sequence[Issue]) -> tuple[str, ...]:
    """The ids of a group, or of what is undecided of it, where these words count so many or none; else nothing."""
    count = next((UNITS.get(word) or int(word) for word in _COUNT.findall(words)), 2 if "both" in words else 0)
    fresh = [issue for issue in group if issue.status == "open" and not issue.is_left]
    chosen = next((some for some in (group, fresh) if not count or len(some) == count), ())
    return tuple(issue.issue_id for issue in chosen)


def _by_number(name: str, low: str, issues: Sequence[Issue]) -> Iterator[Naming]:
    for match in _P[name].finditer(low):
        start = match.start() if name == "numbered" else match.start(1)
        yield from _ranked(match[1], start, match.end() if name == "listed" else match.end(1), issues)


def _chained(low: str, issues: Sequence[Issue]) -> Iterator[Naming]:
    """The numbers that go on behind one: "issues 1, 2 and the fourth"."""
    for chain in _P["chain"].finditer(low):
        for match in _P["chained"].finditer(low, *chain.span()):
            yield from _ranked(match[1], *match.span(1), issues)


def _ranked(word: str, start: int, end: int, issues: Sequence[Issue]) -> Iterator[Naming]:
    rank = _rank(word, len(issues))
    own = [issue for issue in issues if re.fullmatch(rf"(?:.*\D)?0*{rank}", issue.issue_id)]
    if 1 <= rank <= len(issues) and not (own and issues[rank - 1].issue_id.isdigit()):
        yield Naming(start, end, (issues[rank - 1].issue_id,))
    elif len(own) == 1:
        yield Naming(start, end, (own[0].issue_id,))
    else:
        yield Naming(start, end, (), unknown=word)


def _rank(word: str, count: int) -> int:
    if word in {"last", "final"}:
        return count
    digits = re.match(r"\d+", word)
    return int(digits[0]) if digits else ORDINALS.get(word) or UNITS.get(word) or 0


def _by_title(low: str, issues: Sequence[Issue]) -> Iterator[Naming]:
    """Words of titles that tell which; a word that several titles have tells none apart."""
    for segment in re.finditer(r"(?:(?!(?<![\w-])(?:and|or|but)(?![\w-]))[^.,;:!?&\n()])+", low):
        words = [match for match in _WORD.finditer(low, *segment.span()) if match[0] not in _STOP and len(match[0]) > 1]
        called = [match[0] not in ORDINALS and bool(_P["tails"].match(low, match.end())) for match in words]
        weights = [_weights(match[0], issues, is_called) for match, is_called in zip(words, called, strict=True)]
        runs = list(_runs(words, weights, low))
        telling = [run for run in runs if _best(run)] or [[pair for run in runs for pair in run]]
        for run in telling:
            if ids := _best(run):
                own = [match for match, weight in run if any(weight.get(issue_id) for issue_id in ids)]
                yield Naming(own[0].start(), own[-1].end() if run in runs else own[0].end(), ids)


Weighed = list[tuple[re.Match[str], dict[str, float]]]


def _runs(words: Sequence[re.Match[str]], weights: Sequence[dict[str, float]], low: str) -> Iterator[Weighed]:
    """Words of titles that stand together, but for such words as "of the" between them."""
    run: Weighed = []
    for match, weight in zip(words, weights, strict=True):
        if run and (
            not weight
            or any(word not in _STOP or word in _PARTS for word in _WORD.findall(low[run[-1][0].end() : match.start()]))
        ):
            yield run
            run = []
        if weight:
            run.append((match, weight))
    if run:
        yield run


def _best(run: Weighed) -> tuple[str, ...]:
    """The findings that these words name: 1.0 is a word that only one title has."""
    scores: dict[str, float] = {}
    for words in {match[0]: weight for match, weight in run}.values():
        for issue_id, weight in words.items():
            scores[issue_id] = scores.get(issue_id, 0.0) + weight
    best = max(scores.values(), default=0.0)
    return tuple(issue_id for issue_id, score in scores.items() if score >= max(0.99, best * 0.75))


def _weights(word: str, issues: Sequence[Issue], is_called: bool) -> dict[str, float]:
    """`is_called`: "the escrow thing", by a word of what is suggested."""
    texts: list[tuple[Callable[[Issue], str], float]] = [(lambda issue: issue.title, 1.0)]
    texts.append((lambda issue: f"{issue.title} {issue.summary}", 1.0 if is_called else 0.45))
    if is_called:
        texts.append((lambda issue: " ".join(issue.suggested), 1.0))
    for text_of, weight in texts:
        holders = [
            issue.issue_id for issue in issues if any(same_word(stem(word), o) for o in content_words(text_of(issue)))
        ]
        if holders:
            return {issue_id: weight / len(holders) for issue_id in holders}
    return {}


def _relative(low: str, issues: Sequence[Issue]) -> Iterator[Naming]:
    """ "The one before it", "the next one": counted from the finding that is spoken of."""
    for match in _P["relative"].finditer(low):
        word = next(filter(None, match.groups()))
        kind = word if word == "next" else "before" if word in _BEFORE else "after"
        yield Naming(match.start() + match[0].index("the "), match.end(), (), kind)


def _collective(low: str, issues: Sequence[Issue]) -> Iterator[Naming]:
    for kind in "rest", "both", "all":
        for match in _P[f"whole_{kind}"].finditer(low):
            yield Naming(*match.span(), tuple(issue.issue_id for issue in issues), kind)


_READERS: tuple[Callable[[str, Sequence[Issue]], Iterator[Naming]], ...] = (
    *(_by_id, _by_title_number, _by_count, _by_severity),
    *(partial(_by_number, name) for name in ("numbered", "listed", "ranked", "made", "leading", "bare")),
    *(_chained, _relative, _by_title, _collective),
)


@lru_cache(maxsize=4000)
def content_words(text: str) -> tuple[str, ...]:
    """The stems of the words of a text that tell it from others."""
    return tuple(stem(word) for word in _WORD.findall(lower(text)) if word not in _STOP and len(word) > 1)


def same_word(word: str, other: str) -> bool:
    """Whether two stems are of one word: the same, one the beginning of the other, or a slip apart."""
    if word == other:
        return True
    if min(len(word), len(other)) < 5:
        return False
    return other.startswith(word) or word.startswith(other) or (len(word) >= 6 and fuzz.ratio(word, other) >= _ALIKE)
